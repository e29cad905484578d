//! What `/proc` says of the program's processes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::process;

use nix::unistd::{SysconfVar, Uid, sysconf};

use super::cgroup::number_after;

/// One process, as of one moment.
#[derive(Debug, Clone, Copy)]
pub struct Process {
    pub pid: u32,
    parent: u32,
    /// When it began, which tells it from another of the same pid.
    pub start: u64,
    /// Processor time in clock ticks: its own alone.
    pub own_ticks: u64,
    /// Processor time in clock ticks: its own, and that of the children that it waited for.
    pub ticks: u64,
    pub threads: u32,
    /// Resident pages, those that it shares with others included.
    pub resident_pages: u64,
}

/// Every process that descends from this one.
///
/// That is every process there is, if this is pid 1.
pub fn descendants() -> Vec<Process> {
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

/// A file of a process. The name in it is the process's own choice and need not be UTF-8.
fn text_of(pid: u32, file: &str) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(format!("/proc/{pid}/{file}"))?).into_owned())
}

/// Reads `/proc/PID/stat`; `None` if the process is gone.
fn stat(pid: u32) -> Option<Process> {
    let text = text_of(pid, "stat").ok()?;
    // The second field is the name, in brackets, and may itself hold brackets and blanks.
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    // Numbered from 1 in proc(5); the rest begins with field 3.
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    Some(Process {
        pid,
        parent: field(4)? as u32,
        start: field(22)?,
        own_ticks: field(14)? + field(15)?,
        ticks: field(14)? + field(15)? + field(16)? + field(17)?,
        threads: field(20)? as u32,
        resident_pages: field(24)?,
    })
}

/// A process's pid and when it began, which no other process ever has both of.
pub fn identity(pid: u32) -> String {
    let start = stat(pid).map_or(0, |process| process.start);
    format!("{pid}-{start}")
}

pub fn threads_of(user: Uid) -> u64 {
    let owner = |pid: u32| fs::metadata(format!("/proc/{pid}")).map(|it| it.uid()).ok();
    let own = list().into_iter();
    own.filter(|process| owner(process.pid) == Some(user.as_raw()))
        .map(|process| u64::from(process.threads))
        .sum()
}

/// Memory of one process in bytes, each page divided by the number of processes that share it.
///
/// Exact and slow. Nothing for a process that is gone, `None` for one that does not let us look.
pub fn proportional_memory(pid: u32) -> Option<u64> {
    let text = match text_of(pid, "smaps_rollup") {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return None,
        Err(_) => return Some(0),
    };
    Some(number_after(&text, "Pss:").unwrap_or(0) * 1024)
}

/// What a process has beside its resident pages, and what of these are shared memory, in bytes.
pub struct Tables {
    pub bytes: u64,
    pub resident_shared: u64,
}

pub fn tables(process: &Process) -> Tables {
    let text = text_of(process.pid, "status").unwrap_or_default();
    let bytes = |key| number_after(&text, key).unwrap_or(0) * 1024;
    Tables { bytes: bytes("VmPTE:"), resident_shared: bytes("RssShmem:") }
}

/// What is open somewhere and takes space that no directory shows.
#[derive(Debug, Default)]
pub struct OpenThings {
    /// Bytes on disk or in memory of files that have no name any more.
    pub nameless_bytes: u64,
    pub sockets: u64,
    pub pipes: u64,
    /// All of these, by device and number.
    seen: BTreeSet<(u64, u64)>,
}

/// Looks at what these processes have open.
pub fn open_things(processes: &[Process]) -> OpenThings {
    let mut found = OpenThings::default();
    for process in processes {
        let open = fs::read_dir(format!("/proc/{}/fd", process.pid));
        for descriptor in open.into_iter().flatten().flatten() {
            // Follows the link to the open file itself, which cannot block: nothing is opened.
            let Ok(file) = fs::metadata(descriptor.path()) else { continue };
            let kind = file.file_type();
            let counts =
                kind.is_socket() || kind.is_fifo() || (kind.is_file() && file.nlink() == 0);
            if !counts || !found.seen.insert((file.dev(), file.ino())) {
                continue;
            }
            match () {
                () if kind.is_socket() => found.sockets += 1,
                () if kind.is_fifo() => found.pipes += 1,
                () => found.nameless_bytes += file.blocks() * 512,
            }
        }
    }
    found
}

/// What is mapped into memory and has no name.
#[derive(Debug, Default)]
pub struct Mapped {
    /// Files below our directories that are not open either: nobody can tell how long they are.
    files: BTreeSet<(Vec<u8>, u64)>,
    /// Shared memory, by number: how much there must be of it, in bytes.
    pub shared: BTreeMap<u64, u64>,
}

impl Mapped {
    /// The number of files of unknown length.
    pub fn files(&self) -> u64 {
        self.files.len() as u64
    }

    /// Looks at what these processes have mapped, with what is `open` known.
    pub fn of(processes: &[Process], dirs: &[&Path], open: &OpenThings) -> Self {
        let dirs: Vec<Vec<u8>> = dirs.iter().map(|dir| in_maps(dir)).collect();
        let open: BTreeSet<u64> = open.seen.iter().map(|(_, number)| *number).collect();
        let mut found = Self::default();
        for process in processes {
            let maps = fs::read(format!("/proc/{}/maps", process.pid)).unwrap_or_default();
            let nameless = maps.split(|byte| *byte == b'\n');
            for line in nameless.filter_map(|line| line.strip_suffix(b" (deleted)")) {
                found.note(line, &dirs, &open);
            }
        }
        found
    }

    /// Takes note of one line: addresses, rights, offset, device, number, name.
    fn note(&mut self, line: &[u8], dirs: &[Vec<u8>], open: &BTreeSet<u64>) {
        let fields: Vec<&[u8]> = line.splitn(6, |byte| *byte == b' ').collect();
        let [addresses, _, offset, device, number, name] = fields[..] else { return };
        let text = |field| std::str::from_utf8(field).unwrap_or_default();
        let address = |field: &str| u64::from_str_radix(field, 16).unwrap_or(0);
        let number = text(number).parse().unwrap_or(0);
        let name = name.trim_ascii_start();
        if name == b"/dev/zero" {
            let (from, to) = text(addresses).split_once('-').unwrap_or_default();
            let length = address(to).saturating_sub(address(from));
            let end = address(text(offset)).saturating_add(length);
            let known = self.shared.entry(number).or_default();
            *known = end.max(*known);
        } else if !open.contains(&number) && dirs.iter().any(|dir| name.starts_with(dir)) {
            self.files.insert((device.to_owned(), number));
        }
    }
}

/// A path as `/proc/PID/maps` writes it.
fn in_maps(path: &Path) -> Vec<u8> {
    let bytes = path.as_os_str().as_bytes();
    let written = |byte: &u8| match byte {
        b'\n' => b"\\012".to_vec(),
        other => vec![*other],
    };
    bytes.iter().flat_map(written).collect()
}

pub fn page_size() -> u64 {
    constant(SysconfVar::PAGE_SIZE, 4096)
}

pub fn ticks_per_second() -> u64 {
    constant(SysconfVar::CLK_TCK, 100)
}

fn constant(which: SysconfVar, usual: u64) -> u64 {
    let found = sysconf(which).ok().flatten();
    found.and_then(|value| u64::try_from(value).ok()).unwrap_or(usual)
}
