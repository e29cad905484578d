//! How it is known what a program uses, on this machine.
//!
//! Left out: which limits there are ([`Limits`](super::Limits)).

use std::fmt;

/// How something is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// By the kernel, in a control group of this version: whatever the program does, all of it.
    ByControlGroup(u8),
    /// By looking every 20 ms or so: what is made to vanish between two looks may be missed.
    ByLooking,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByControlGroup(version) => {
                write!(f, "guaranteed (control groups, version {version})")
            }
            Self::ByLooking => {
                f.write_str("best effort (no control group can be made here; sampled)")
            }
        }
    }
}

/// How processor time and memory are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accounting {
    /// Processor time.
    pub cpu: Counted,
    /// Memory.
    pub memory: Counted,
}

/// How processor time and memory are counted on this machine, in every backend with walls.
#[must_use]
pub fn accounting() -> Accounting {
    #[cfg(target_os = "linux")]
    {
        use super::linux::cgroup::{Places, Version};
        let counted = |version: Option<Version>| match version {
            Some(Version::One) => Counted::ByControlGroup(1),
            Some(Version::Two) => Counted::ByControlGroup(2),
            None => Counted::ByLooking,
        };
        let places = Places::get();
        Accounting {
            cpu: counted(places.cpu()),
            memory: counted(places.memory()),
        }
    }
    #[cfg(not(target_os = "linux"))]
    Accounting {
        cpu: Counted::ByLooking,
        memory: Counted::ByLooking,
    }
}
