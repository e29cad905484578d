//! A control group: a directory in which the kernel counts, made for a run and removed after it.
//!
//! Left out: what is counted in it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How the names of our groups begin; the rest is the supervisor's pid and a number. Containers may
/// share a tree, and each has its own pids, so the number of their namespace stands before.
pub(super) fn prefix() -> &'static str {
    static PREFIX: OnceLock<String> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let namespace = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        let namespace = namespace.to_string_lossy();
        let digits = namespace.chars().filter(char::is_ascii_digit);
        format!("{ANY_PREFIX}{}-", digits.collect::<String>())
    })
}

/// How they begin in all namespaces; not as they did in a version whose sweep would take ours for dead.
pub(super) const ANY_PREFIX: &str = "sandboxed-";

/// How often the removal of a group is tried, a millisecond apart: the kernel may not be done with
/// the last process yet.
const PATIENCE: u32 = 200;

/// Bytes that are more than any file of a group has.
const ROOM: usize = 16 << 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super::super) enum Version {
    One,
    Two,
}

/// A directory that is a group, to be removed with this.
#[derive(Debug)]
pub(super) struct Group(pub(super) PathBuf);

impl Group {
    pub(super) fn make(place: &Path) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let dir = place.join(format!("{}{}-{number}", prefix(), process::id()));
            match fs::create_dir(&dir) {
                // Of a grader that was killed: numbers of namespaces come again, and so do pids.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Self(dir)),
            }
        }
    }

    pub(super) fn write(&self, file: &str, value: u64) -> io::Result<()> {
        fs::write(self.0.join(file), value.to_string())
    }

    /// The number in a file, or the one after `key` in one with a key on each line.
    pub(super) fn read(&self, file: &str, key: &str) -> Option<u64> {
        number_after(&self.text(file)?, key)
    }

    /// What a file says. The kernel says all of it at once to who has room for it: to ask how long it is, and
    /// whether there is more, takes several times as long.
    pub(super) fn text(&self, file: &str) -> Option<String> {
        let mut text = vec![0; ROOM];
        let length = File::open(self.0.join(file)).ok()?.read(&mut text).ok()?;
        text.truncate(length);
        String::from_utf8(text).ok()
    }
}

pub(super) fn number_after(text: &str, key: &str) -> Option<u64> {
    let mut rest = text.lines().filter_map(|line| line.strip_prefix(key));
    rest.find_map(|rest| rest.trim().parse().ok())
}

impl Drop for Group {
    fn drop(&mut self) {
        for _ in 0..PATIENCE {
            match fs::remove_dir(&self.0) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    thread::sleep(Duration::from_millis(1));
                }
                _ => return,
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A killed grader in another container of the same numbers made these.
    #[test]
    fn a_name_that_is_taken_is_no_fault() {
        let place = tempfile::tempdir().unwrap();
        for number in 0..100 {
            let taken = format!("{}{}-{number}", prefix(), process::id());
            fs::create_dir(place.path().join(taken)).unwrap();
        }
        assert!(Group::make(place.path()).is_ok());
    }
}
