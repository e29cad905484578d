//! How strong the isolation is, how strong it can be on this machine, and how it is known here what a program uses.
//!
//! A backend is available if a run in it has just succeeded, and not because a file or a setting is
//! there: distributions and containers refuse the same things in many ways. Each is tried at most once per process.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// A file system and a process tree of its own and an empty network.
    Namespaces,
    /// The machine's file system, process tree and network, restricted by Landlock and
    /// by a filter for system calls. Other processes can be seen with their command lines, but
    /// neither read nor signalled; whether a path exists can be asked; there is no `/tmp` (only
    /// `TMPDIR`) and no shared memory by name.
    Landlock,
    /// No isolation at all: the clock and the volume of output are watched, and nothing else.
    Unprotected,
}

impl Backend {
    pub const ALL: [Self; 3] = [Self::Namespaces, Self::Landlock, Self::Unprotected];

    /// The name that [`FromStr`] reads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Unprotected => "unprotected",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Backend {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|backend| backend.name() == name);
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("unknown backend '{name}', expected one of: {names}")
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendStatus {
    pub backend: Backend,
    /// `Err` with the reason if not.
    pub available: Result<(), String>,
}

/// What was tried, and why each is not available.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no sandbox: {0}")]
pub struct Unavailable(String);

/// Chooses this backend, or the strongest that is available, trying as few as possible. On Linux that is never
/// [`Backend::Unprotected`].
pub(super) fn choose(wanted: Option<Backend>, helper: &Path) -> Result<Backend, Unavailable> {
    let candidates = match wanted {
        Some(backend) => vec![backend],
        None if cfg!(target_os = "linux") => vec![Backend::Namespaces, Backend::Landlock],
        None => vec![Backend::Unprotected],
    };
    let mut tried = Vec::new();
    for backend in candidates {
        match probe(backend, helper).available {
            Ok(()) => return Ok(backend),
            Err(why) => tried.push(format!("{backend} ({why})")),
        }
    }
    Err(Unavailable(tried.join("; ")))
}

/// What was found out before, by helper and backend.
static PROBED: Mutex<BTreeMap<(PathBuf, Backend), BackendStatus>> = Mutex::new(BTreeMap::new());

/// Tries a backend, or remembers how it went.
pub(super) fn probe(backend: Backend, helper: &Path) -> BackendStatus {
    let mut probed = PROBED.lock().unwrap_or_else(PoisonError::into_inner);
    let attempt = || match backend {
        Backend::Unprotected => Ok(()),
        #[cfg(target_os = "linux")]
        _ => super::linux::probe(backend, helper),
        #[cfg(not(target_os = "linux"))]
        _ => Err("only on Linux".to_owned()),
    };
    let probed = probed.entry((helper.to_owned(), backend));
    probed.or_insert_with(|| BackendStatus { backend, available: attempt() }).clone()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accounting {
    pub cpu: Counted,
    pub memory: Counted,
}

/// How processor time and memory are counted on this machine, in every backend that isolates.
#[must_use]
pub fn accounting() -> Accounting {
    #[cfg(target_os = "linux")]
    {
        use super::linux::cgroup::{Place, Places};
        let counted = |place: &Option<Place>| match place {
            Some(place) => Counted::ByControlGroup(place.version as u8),
            None => Counted::ByLooking,
        };
        let Places { cpu, memory } = Places::get();
        Accounting { cpu: counted(cpu), memory: counted(memory) }
    }
    #[cfg(not(target_os = "linux"))]
    Accounting { cpu: Counted::ByLooking, memory: Counted::ByLooking }
}
