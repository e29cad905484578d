//! Control groups: the kernel counts what a program uses, whatever the program does.
//!
//! Each run has a group of its own, in which nothing but the program is: not the helper, so that what
//! is counted is the program's alone and the kernel, short of memory, kills nobody else. The
//! supervisor makes the group and reads it; the program's first process steps in through a
//! descriptor, just before it becomes the program.
//!
//! Version 1 of control groups where it has the controller, since a thread that steps into such a
//! group by itself need not wait; else version 2, where stepping in takes some milliseconds unless
//! somebody else has just done so. As root, or where a part of the tree was delegated to the user.
//!
//! Left out: what is counted where no group can be made ([`meter`](super::meter)), and files.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::time::Duration;

use super::super::{Backend, Limits};

mod group;
mod places;

pub(in super::super) use group::Version;
use group::{Group, number_after};
use places::Place;
pub(in super::super) use places::Places;

/// The groups of one run: one for both if the kernel has it so.
#[derive(Debug)]
pub(super) struct Cell {
    cpu: Option<(Group, Version)>,
    memory: Option<(Group, Version)>,
    /// Whether the memory is counted by the group of the processor time.
    in_one: bool,
    /// Memory that is files in memory, which the limit on disk is for.
    files: u64,
    peak: u64,
}

impl Cell {
    /// New groups; none where none can be made.
    pub(super) fn new(backend: Backend, limits: &Limits) -> io::Result<Self> {
        let places = Places::get();
        let make = |place: &Option<Place>| -> io::Result<_> {
            let Some(place) = place else { return Ok(None) };
            Ok(Some((Group::make(&place.dir)?, place.version)))
        };
        let in_one = places.cpu.is_some() && places.cpu == places.memory;
        let cell = Self {
            cpu: make(&places.cpu)?,
            memory: match in_one {
                true => None,
                false => make(&places.memory)?,
            },
            in_one,
            // Elsewhere the temporary directory is on a disk.
            files: match backend {
                Backend::Landlock => 0,
                _ => limits.disk_bytes,
            },
            peak: 0,
        };
        if let Some((group, version)) = cell.memory_group() {
            let most = limits.memory_bytes.saturating_add(cell.files);
            let (limit, with_swap) = match version {
                Version::One => (
                    "memory.limit_in_bytes",
                    ("memory.memsw.limit_in_bytes", most),
                ),
                Version::Two => ("memory.max", ("memory.swap.max", 0)),
            };
            group.write(limit, most)?;
            if group.0.join(with_swap.0).exists() {
                group.write(with_swap.0, with_swap.1)?;
            }
        }
        Ok(cell)
    }

    fn memory_group(&self) -> Option<&(Group, Version)> {
        match self.in_one {
            true => self.cpu.as_ref(),
            false => self.memory.as_ref(),
        }
    }

    /// What a process writes "0" to so as to be in the groups.
    pub(super) fn doors(&self) -> io::Result<Vec<OwnedFd>> {
        let groups = self.cpu.iter().chain(&self.memory);
        let open = |(group, version): &(Group, Version)| {
            let door = match version {
                // For a single thread, which a process that has not begun is.
                Version::One => "tasks",
                Version::Two => "cgroup.procs",
            };
            let file = OpenOptions::new().write(true).open(group.0.join(door))?;
            Ok(OwnedFd::from(file))
        };
        groups.map(open).collect()
    }

    pub(super) fn counts_cpu(&self) -> bool {
        self.cpu.is_some()
    }

    pub(super) fn counts_memory(&self) -> bool {
        self.memory_group().is_some()
    }

    /// Processor time so far, of the living and of the dead.
    pub(super) fn cpu(&self) -> Option<Duration> {
        let (group, version) = self.cpu.as_ref()?;
        Some(match version {
            Version::One => Duration::from_nanos(group.read("cpuacct.usage", "")?),
            Version::Two => Duration::from_micros(group.read("cpu.stat", "usage_usec ")?),
        })
    }

    /// Memory in use, kernel memory on the program's behalf included; not the cache of files on a
    /// disk, nor files in memory as far as the limit on disk allows them. `None` if it is not counted,
    /// or certainly no more than was seen.
    pub(super) fn memory(&mut self) -> Option<u64> {
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
        let rest = usage
            .saturating_sub(part("inactive_file") + part("active_file"))
            .saturating_sub(files);
        self.peak = self.peak.max(rest);
        Some(rest)
    }

    /// The most memory that was seen.
    pub(super) fn peak(&self) -> u64 {
        self.peak
    }

    /// Whether the kernel killed a process because there was no more memory for it.
    pub(super) fn is_starved(&self) -> bool {
        let kills = self
            .memory_group()
            .and_then(|(group, version)| match version {
                Version::One => group.read("memory.oom_control", "oom_kill "),
                Version::Two => group.read("memory.events", "oom_kill "),
            });
        kills.is_some_and(|kills| kills > 0)
    }
}

/// Puts the calling process into the groups of these doors.
pub(super) fn enter(doors: &[OwnedFd]) -> io::Result<()> {
    for door in doors {
        File::from(door.try_clone()?).write_all(b"0")?;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process;

    use super::*;

    /// Fails where nothing may be skipped, as in the tests of the walls.
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
        let doors = group.0.join("cgroup.procs");
        let cell = Cell {
            cpu: Some((group, Version::Two)),
            memory: None,
            in_one: false,
            files: 0,
            peak: 0,
        };
        let before = cell.cpu().unwrap();
        // A shell that steps in by itself, as the program's first process does, and then computes.
        let script = "echo 0 > \"$0\" && i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
        let mut shell = process::Command::new("sh");
        let status = shell.args(["-c", script]).arg(&doors).status().unwrap();
        if !status.success() {
            return skip("no process can step into a group of version 2");
        }
        let spent = cell.cpu().unwrap() - before;
        assert!(spent > Duration::from_millis(1), "{spent:?}");
    }

    /// Version 2 is not at hand on every machine that tests this, so a folder plays its part.
    #[test]
    fn a_group_of_version_2_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
        write(
            "cpu.stat",
            "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n",
        );
        write("memory.current", "1000000\n");
        write(
            "memory.stat",
            "anon 500000\nfile 400000\nshmem 300000\ninactive_file 60000\nactive_file 40000\n",
        );
        write("memory.events", "low 0\noom 2\noom_kill 1\n");
        let mut cell = Cell {
            cpu: Some((Group(dir.path().to_owned()), Version::Two)),
            memory: None,
            in_one: true,
            files: 200_000,
            peak: 0,
        };
        assert_eq!(cell.cpu(), Some(Duration::from_micros(1500)));
        assert_eq!(cell.memory(), Some(700_000));
        assert_eq!(cell.peak(), 700_000);
        assert!(cell.is_starved());
    }
}
