//! A clock of the kernel's for this process and all that descend from it, those included for whom nobody waits.
//!
//! For where there are no control groups. Many systems let only root have one; a program can also
//! leave it behind, by executing a file that it may not read. So it only ever adds to what is known otherwise.

#![allow(unsafe_code)]

use std::fs::File;
use std::io::Read;
use std::os::fd::FromRawFd;
use std::time::Duration;

use super::meter;

const TYPE_SOFTWARE: u32 = 1;
const TASK_CLOCK: u64 = 1;
const INHERIT: u64 = 1 << 1;
const EXCLUDE_KERNEL: u64 = 1 << 5;
const EXCLUDE_HYPERVISOR: u64 = 1 << 6;
const CLOSE_ON_EXECUTION: libc::c_ulong = 1 << 3;

/// The first version of what the kernel calls `perf_event_attr`.
#[repr(C)]
#[derive(Default)]
struct Attributes {
    kind: u32,
    size: u32,
    config: u64,
    period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup: u32,
    breakpoint: u32,
    address: u64,
}

#[derive(Debug)]
pub struct Clock {
    counter: File,
    /// Our own processor time when it began.
    own: Duration,
}

impl Clock {
    /// Starts it; `None` if the system does not let us.
    pub fn start() -> Option<Self> {
        let attributes = Attributes {
            kind: TYPE_SOFTWARE,
            size: size_of::<Attributes>() as u32,
            config: TASK_CLOCK,
            // Without the kernel's part ordinary users may ask; this clock counts it all the same.
            flags: INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR,
            ..Attributes::default()
        };
        // SAFETY: the attributes are as long as they say and outlive the call, which only reads
        // them: this process, on any processor, in no group, closed when a program is executed.
        let counter = unsafe {
            libc::syscall(
                libc::SYS_perf_event_open,
                &raw const attributes,
                0,
                -1,
                -1,
                CLOSE_ON_EXECUTION,
            )
        };
        let counter = i32::try_from(counter).ok().filter(|it| *it >= 0)?;
        Some(Self {
            // SAFETY: the descriptor is new, and nobody else has it.
            counter: unsafe { File::from_raw_fd(counter) },
            own: meter::own_cpu(),
        })
    }

    pub fn read(&self) -> Duration {
        let mut value = [0; 8];
        let read = (&self.counter).read(&mut value).unwrap_or(0);
        let all = match read {
            8 => Duration::from_nanos(u64::from_ne_bytes(value)),
            _ => Duration::ZERO,
        };
        all.saturating_sub(meter::own_cpu().saturating_sub(self.own))
    }
}
