//! How much a program may use, and how it is known on this machine what it uses.
//!
//! Every limit is for the whole tree of processes unless it says otherwise, and every limit is
//! always on. Where the caller itself has a lower one, that one holds.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The wall clock is a guard and not the limit that counts: on a busy machine a program may wait
/// several times as long as it computes.
const WALL_PER_CPU: u32 = 4;

/// How much a program may use before it is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time, user and system together. Checked every 50 ms or so, and once more at the
    /// end: a program that used more is over its limit even if it had already ended.
    pub cpu: Duration,
    /// Time on the clock, from the start of the run. The guard against programs that wait.
    pub wall: Duration,
    /// Resident memory in bytes, pages that processes share counted once. A single process cannot
    /// get more than twice as much writable memory even for an instant. A virtual machine that takes
    /// its measure from the machine must be told, for instance with `-Xmx`.
    pub memory_bytes: u64,
    /// Threads and processes that exist at once. The kernel refuses more than about twice as many
    /// even for an instant.
    pub processes: u32,
    /// The main stack of each process, in bytes.
    pub stack_bytes: u64,
    pub file_bytes: u64,
    /// What everything in the working directory and the private temporary directory may take on the
    /// disk, in bytes; files that were deleted but are still open count.
    pub disk_bytes: u64,
    /// Files, directories and links in the working directory and the temporary directory, those that
    /// were there before included.
    pub files: u64,
    /// Descriptors that one process may have open.
    pub open_files: u32,
    /// What may be written to standard output and standard error together, in bytes.
    pub output_bytes: u64,
}

impl Limits {
    /// The defaults with another limit on processor time, and four times as much on the clock.
    #[must_use]
    pub fn for_cpu(cpu: Duration) -> Self {
        Self {
            cpu,
            wall: cpu.saturating_mul(WALL_PER_CPU),
            memory_bytes: 1 << 30,
            processes: 256,
            stack_bytes: 64 << 20,
            file_bytes: 1 << 30,
            disk_bytes: 2 << 30,
            files: 4096,
            open_files: 256,
            output_bytes: 16 << 20,
        }
    }
}

impl Default for Limits {
    /// 10 s of processor time, 40 s on the clock, 1 GiB of memory, 256 threads and processes, stacks
    /// of 64 MiB, files of 1 GiB, 2 GiB on disk in 4096 files, 256 open at once, 16 MiB of output.
    fn default() -> Self {
        Self::for_cpu(Duration::from_secs(10))
    }
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
