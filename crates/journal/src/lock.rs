//! A file that one process has for itself, and that others wait for.

use std::fs::{File, TryLockError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it is looked whether the file is free.
const PAUSE: Duration = Duration::from_millis(20);

static NEVER: AtomicBool = AtomicBool::new(false);

/// How long to wait for whoever has a file, and who is told of it.
#[derive(Clone, Copy)]
pub struct WaitPolicy<'a> {
    /// At most this long.
    pub time: Duration,
    /// Set by somebody else to wait no more.
    pub cancel: &'a AtomicBool,
    /// Called once, if there is anything to wait for.
    pub begin: &'a dyn Fn(),
}

impl WaitPolicy<'_> {
    /// Not at all.
    pub const NONE: WaitPolicy<'static> =
        WaitPolicy { time: Duration::ZERO, cancel: &NEVER, begin: &|| {} };
}

/// Locks a file until it is closed, as soon as nobody else has it.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if it was not free in time, or nobody waits any more; what the system says if
/// it knows no locks.
pub fn lock(file: &File, wait: WaitPolicy<'_>) -> Result<(), TryLockError> {
    let begin = Instant::now();
    let mut is_told = false;
    loop {
        let locked = file.try_lock();
        let waits = begin.elapsed() < wait.time && !wait.cancel.load(Ordering::Relaxed);
        match locked {
            Err(TryLockError::WouldBlock) if waits => {}
            _ => return locked,
        }
        if !std::mem::replace(&mut is_told, true) {
            (wait.begin)();
        }
        std::thread::sleep(PAUSE);
    }
}
