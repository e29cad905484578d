//! Control groups: the kernel counts what a program uses, whatever the program does.
//!
//! Each run has a group of its own, in which nothing but the program is: not the helper, so that what is counted is the
//! program's alone and the kernel, short of memory, kills nobody else. The supervisor makes the group and reads it; the
//! program's first process steps in through a descriptor, just before it becomes the program.
//!
//! Version 1 of control groups where it has the controller, since a thread that steps into such a
//! group by itself need not wait; else version 2, where stepping in takes some milliseconds unless
//! somebody else has just done so. As root, or where a part of the tree was delegated to the user.

mod places;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::{Backend, Limits};
pub use places::{Place, Places};

/// The groups of one run: one for both if the kernel has it so.
#[derive(Debug)]
pub struct Groups {
    cpu: Option<(Group, Version)>,
    memory: Option<(Group, Version)>,
    /// Whether the memory is counted by the group of the processor time.
    in_one: bool,
    /// Memory that is files in memory, which the limit on disk is for.
    files: u64,
    peak: u64,
}

impl Groups {
    /// New groups; none where none can be made.
    pub fn new(backend: Backend, limits: &Limits) -> io::Result<Self> {
        let places = Places::get();
        let make = |place: &Option<Place>| -> io::Result<_> {
            let Some(place) = place else { return Ok(None) };
            Ok(Some((Group::make(&place.dir)?, place.version)))
        };
        let in_one = places.cpu.is_some() && places.cpu == places.memory;
        let groups = Self {
            cpu: make(&places.cpu)?,
            memory: if in_one { None } else { make(&places.memory)? },
            in_one,
            // Elsewhere the temporary directory is on a disk.
            files: match backend {
                Backend::Landlock => 0,
                _ => limits.disk_bytes,
            },
            peak: 0,
        };
        if let Some((group, version)) = groups.memory_group() {
            let most = limits.memory_bytes.saturating_add(groups.files);
            let (limit, with_swap) = match version {
                Version::One => ("memory.limit_in_bytes", ("memory.memsw.limit_in_bytes", most)),
                Version::Two => ("memory.max", ("memory.swap.max", 0)),
            };
            group.write(limit, most)?;
            if group.0.join(with_swap.0).exists() {
                group.write(with_swap.0, with_swap.1)?;
            }
        }
        Ok(groups)
    }

    fn memory_group(&self) -> Option<&(Group, Version)> {
        if self.in_one { self.cpu.as_ref() } else { self.memory.as_ref() }
    }

    /// What a process writes "0" to so as to be in the groups.
    pub fn entries(&self) -> io::Result<Vec<OwnedFd>> {
        let all = self.cpu.iter().chain(&self.memory);
        let open = |(group, version): &(Group, Version)| {
            let file = match version {
                // For a single thread, which a process that has not begun is.
                Version::One => "tasks",
                Version::Two => "cgroup.procs",
            };
            let file = OpenOptions::new().write(true).open(group.0.join(file))?;
            Ok(OwnedFd::from(file))
        };
        all.map(open).collect()
    }

    /// Processor time so far, of the living and of the dead.
    pub fn cpu(&self) -> Option<Duration> {
        let (group, version) = self.cpu.as_ref()?;
        Some(match version {
            Version::One => Duration::from_nanos(group.read("cpuacct.usage", "")?),
            Version::Two => Duration::from_micros(group.read("cpu.stat", "usage_usec ")?),
        })
    }

    /// Memory in use, kernel memory on the program's behalf included; not the cache of files on a disk, nor files in
    /// memory as far as the limit on disk allows them. `None` if it is not counted, or certainly no more than was seen.
    pub fn memory(&mut self) -> Option<u64> {
        let (group, version) = self.memory_group()?;
        let (usage, prefix) = match version {
            Version::One => ("memory.usage_in_bytes", "total_"),
            Version::Two => ("memory.current", ""),
        };
        let usage = group.read(usage, "")?;
        if usage <= self.peak {
            // What it is made of is dear to ask for.
            return None;
        }
        let stat = group.text("memory.stat")?;
        let part = |key: &str| number_after(&stat, &format!("{prefix}{key} ")).unwrap_or(0);
        let files = part("shmem").min(self.files);
        let rest =
            usage.saturating_sub(part("inactive_file") + part("active_file")).saturating_sub(files);
        self.peak = self.peak.max(rest);
        Some(rest)
    }

    /// The most memory that was seen.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Whether the kernel killed a process because there was no more memory for it.
    pub fn is_starved(&self) -> bool {
        let kills = self.memory_group().and_then(|(group, version)| match version {
            Version::One => group.read("memory.oom_control", "oom_kill "),
            Version::Two => group.read("memory.events", "oom_kill "),
        });
        kills.is_some_and(|kills| kills > 0)
    }
}

/// Puts the calling process into the groups of these entries.
pub fn enter(entries: &[OwnedFd]) -> io::Result<()> {
    entries.iter().try_for_each(|entry| File::from(entry.try_clone()?).write_all(b"0"))
}

/// How the names of our groups begin; the rest is the supervisor's pid and a number. Containers may
/// share a tree, and each has its own pids, so the number of their namespace stands before.
pub fn prefix() -> &'static str {
    static PREFIX: OnceLock<String> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let namespace = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        let namespace = namespace.to_string_lossy();
        let digits = namespace.chars().filter(char::is_ascii_digit);
        format!("{ANY_PREFIX}{}-", digits.collect::<String>())
    })
}

/// How they begin in all namespaces; not as they did in a version whose sweep would take ours for dead.
pub const ANY_PREFIX: &str = "sandboxed-";

/// How often a group's removal is tried, a millisecond apart: the kernel may not be done with the last process.
const MAX_TRIES: u32 = 200;

/// Bytes that are more than any file of a group has.
const MAX_TEXT: usize = 16 << 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    One = 1,
    Two = 2,
}

/// A directory that is a group, to be removed with this.
#[derive(Debug)]
pub struct Group(pub PathBuf);

impl Group {
    pub fn make(place: &Path) -> io::Result<Self> {
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

    pub fn write(&self, file: &str, value: u64) -> io::Result<()> {
        fs::write(self.0.join(file), value.to_string())
    }

    /// The number in a file, or the one after `key` in one with a key on each line.
    pub fn read(&self, file: &str, key: &str) -> Option<u64> {
        number_after(&self.text(file)?, key)
    }

    /// What a file says. The kernel says all of it at once to who has room for it: to ask how long it is, and
    /// whether there is more, takes several times as long.
    pub fn text(&self, file: &str) -> Option<String> {
        let mut text = vec![0; MAX_TEXT];
        let length = File::open(self.0.join(file)).ok()?.read(&mut text).ok()?;
        text.truncate(length);
        String::from_utf8(text).ok()
    }
}

pub fn number_after(text: &str, key: &str) -> Option<u64> {
    let mut rest = text.lines().filter_map(|line| line.strip_prefix(key));
    rest.find_map(|rest| rest.trim_end_matches("kB").trim().parse().ok())
}

impl Drop for Group {
    fn drop(&mut self) {
        for _ in 0..MAX_TRIES {
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
mod tests {
    use super::*;

    /// Fails where nothing may be skipped, as in the tests of the isolation.
    fn skip(reason: &str) {
        let demanded = std::env::var_os("MANCALA_REQUIRE").is_some_and(|value| value == "all");
        assert!(!demanded, "MANCALA_REQUIRE=all, but: {reason}");
        println!("skipped: {reason}");
    }

    /// Version 2 counts processor time without any controller, so it can be tried beside version 1.
    #[test]
    fn a_group_of_version_2_counts_processor_time() {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "));
        let Some(place) = mount.and_then(|line| line.split(' ').nth(4)) else {
            return skip("no control groups of version 2 are mounted");
        };
        let Ok(group) = Group::make(Path::new(place)) else {
            return skip("no group of version 2 can be made");
        };
        let entry = group.0.join("cgroup.procs");
        let groups = Groups {
            cpu: Some((group, Version::Two)),
            memory: None,
            in_one: false,
            files: 0,
            peak: 0,
        };
        let before = groups.cpu().unwrap();
        // A shell that steps in by itself, as the program's first process does, and then computes.
        let script = "echo 0 > \"$0\" && i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
        let mut shell = process::Command::new("sh");
        let status = shell.args(["-c", script]).arg(&entry).status().unwrap();
        if !status.success() {
            return skip("no process can step into a group of version 2");
        }
        let spent = groups.cpu().unwrap() - before;
        assert!(spent > Duration::from_millis(1), "{spent:?}");
    }

    /// Version 2 is not at hand on every machine that tests this, so a directory stands for it.
    #[test]
    fn a_group_of_version_2_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
        write("cpu.stat", "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n");
        write("memory.current", "1000000\n");
        write(
            "memory.stat",
            "anon 500000\nfile 400000\nshmem 300000\ninactive_file 60000\nactive_file 40000\n",
        );
        write("memory.events", "low 0\noom 2\noom_kill 1\n");
        let mut groups = Groups {
            cpu: Some((Group(dir.path().to_owned()), Version::Two)),
            memory: None,
            in_one: true,
            files: 200_000,
            peak: 0,
        };
        assert_eq!(groups.cpu(), Some(Duration::from_micros(1500)));
        assert_eq!(groups.memory(), Some(700_000));
        assert_eq!(groups.peak(), 700_000);
        assert!(groups.is_starved());
    }

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
