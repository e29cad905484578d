//! What `/proc` says of the program's processes.
//!
//! Left out: what to make of it ([`meter`](super::meter)).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::process;

use nix::unistd::{SysconfVar, Uid, sysconf};

/// One process, as of one moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Process {
    pub(super) pid: u32,
    parent: u32,
    /// Processor time in clock ticks: its own, and that of the children that it waited for.
    pub(super) ticks: u64,
    pub(super) threads: u32,
    /// Resident pages, those that it shares with others included.
    pub(super) resident_pages: u64,
}

/// Every process that descends from this one.
///
/// That is every process there is, if this is pid 1.
pub(super) fn descendants() -> Vec<Process> {
    let me = process::id();
    let mut all = list();
    all.retain(|process| process.pid != me);
    if me == 1 {
        return all;
    }
    let mut children: BTreeMap<u32, Vec<Process>> = BTreeMap::new();
    for process in all {
        children.entry(process.parent).or_default().push(process);
    }
    let mut found = Vec::new();
    let mut pending = vec![me];
    while let Some(pid) = pending.pop() {
        for child in children.remove(&pid).unwrap_or_default() {
            pending.push(child.pid);
            found.push(child);
        }
    }
    found
}

fn list() -> Vec<Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter_map(stat).collect()
}

/// Reads `/proc/PID/stat`; `None` if the process is gone.
fn stat(pid: u32) -> Option<Process> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the name, in brackets, and may itself hold brackets and blanks.
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    // Numbered from 1 in proc(5); the rest begins with field 3.
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    Some(Process {
        pid,
        parent: field(4)? as u32,
        ticks: field(14)? + field(15)? + field(16)? + field(17)?,
        threads: field(20)? as u32,
        resident_pages: field(24)?,
    })
}

/// Threads of all processes of a user.
pub(super) fn threads_of(user: Uid) -> u64 {
    let owner = |pid: u32| fs::metadata(format!("/proc/{pid}")).map(|it| it.uid()).ok();
    let own = list().into_iter();
    own.filter(|process| owner(process.pid) == Some(user.as_raw()))
        .map(|process| u64::from(process.threads))
        .sum()
}

/// Memory of one process in bytes, each page divided by the number of processes that share it.
///
/// Exact and slow. Nothing for a process that is gone, `None` for one that does not let us look.
pub(super) fn proportional_memory(pid: u32) -> Option<u64> {
    let text = match fs::read_to_string(format!("/proc/{pid}/smaps_rollup")) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return None,
        Err(_) => return Some(0),
    };
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kib = line.and_then(|line| {
        line.trim()
            .trim_end_matches("kB")
            .trim()
            .parse::<u64>()
            .ok()
    });
    Some(kib.unwrap_or(0) * 1024)
}

/// Bytes on disk or in memory of files that are open somewhere but have no name any more.
pub(super) fn nameless_bytes(processes: &[Process]) -> u64 {
    let mut seen = BTreeSet::new();
    let mut bytes = 0;
    for process in processes {
        let open = fs::read_dir(format!("/proc/{}/fd", process.pid));
        for descriptor in open.into_iter().flatten().flatten() {
            // Follows the link to the open file itself, which cannot block: nothing is opened.
            let Ok(file) = fs::metadata(descriptor.path()) else {
                continue;
            };
            if file.is_file() && file.nlink() == 0 && seen.insert((file.dev(), file.ino())) {
                bytes += file.blocks() * 512;
            }
        }
    }
    bytes
}

/// Bytes in a page.
pub(super) fn page_size() -> u64 {
    constant(SysconfVar::PAGE_SIZE, 4096)
}

/// Clock ticks in a second.
pub(super) fn ticks_per_second() -> u64 {
    constant(SysconfVar::CLK_TCK, 100)
}

fn constant(which: SysconfVar, usual: u64) -> u64 {
    let found = sysconf(which).ok().flatten();
    found
        .and_then(|value| u64::try_from(value).ok())
        .unwrap_or(usual)
}
