//! Archives, unpacked without trust.
//!
//! Only plain files and folders come out, below the target and nowhere else: an entry with an
//! absolute name, with `..`, a link or a device refuses the whole archive, or, in the archive of a class,
//! the student's part of it. So do too many entries and too many bytes, which are counted as they come
//! out and not as the archive declares them. Folders that hold nothing of a student's are skipped.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

use flate2::read::GzDecoder;
use zip::result::ZipError;

use super::files::ArchiveKind;
use sandbox::{Tree, is_executable};

pub const MAX_ENTRIES: usize = 10_000;
/// The most bytes that come out of an archive.
pub const MAX_BYTES: u64 = 256 << 20;
/// The most folders in each other.
pub const DEEPEST: usize = 64;

/// Whose files an archive holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// One submission's: an entry that cannot be had refuses all of it.
    OneStudent,
    /// A class's: such an entry is its student's trouble alone.
    AClass,
}

/// Unpacks `archive` below `target`, which is empty. Returns what was refused, which is nothing for an archive of one
/// student: by the folder below the target in which it would be, why, as a sentence without its full stop.
///
/// # Errors
/// A sentence without its full stop.
pub fn unpack(
    archive: File,
    kind: ArchiveKind,
    target: &Tree,
    whose: Whose,
) -> Result<BTreeMap<PathBuf, String>, String> {
    let file = BufReader::new(archive);
    let mut unpacker = Unpacker {
        target,
        whose,
        all: Room::of_a(whose),
        each: BTreeMap::new(),
        refused: BTreeMap::new(),
    };
    // Of a stream all is read, also what is skipped.
    let most = 2 * Room::of_a(whose).bytes;
    match kind {
        ArchiveKind::Zip => unzip(file, &mut unpacker)?,
        ArchiveKind::Tar => untar(Bounded { inner: file, left: most }, &mut unpacker)?,
        ArchiveKind::TarGz => {
            untar(Bounded { inner: GzDecoder::new(file), left: most }, &mut unpacker)?;
        }
    }
    Ok(unpacker.refused)
}

/// A stream that fails where it is longer than it may be.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(to)?;
        let left = self.left.checked_sub(read as u64);
        self.left = left.ok_or_else(|| io::Error::other(too_large()))?;
        Ok(read)
    }
}

/// How much may still come out.
#[derive(Debug, Clone, Copy)]
struct Room {
    entries: usize,
    bytes: u64,
}

impl Room {
    /// A class may have a hundred times what a student may.
    const fn of_a(whose: Whose) -> Self {
        let students = if matches!(whose, Whose::AClass) { 100 } else { 1 };
        Self { entries: students * MAX_ENTRIES, bytes: students as u64 * MAX_BYTES }
    }
}

struct Unpacker<'a> {
    target: &'a Tree,
    whose: Whose,
    all: Room,
    /// By the first two folders, one of which is a student's.
    each: BTreeMap<PathBuf, Room>,
    /// The first reason of each folder.
    refused: BTreeMap<PathBuf, String>,
}

impl Unpacker<'_> {
    /// Puts one entry below the target, unless it is refused.
    fn put(&mut self, path: &Path, entry: Entry<impl Read>) -> Result<(), String> {
        if path.iter().any(is_skipped) {
            return Ok(());
        }
        self.all.entries = self.all.entries.checked_sub(1).ok_or_else(too_many)?;
        let Err(reason) = self.try_put(path, entry) else { return Ok(()) };
        if self.whose == Whose::OneStudent {
            return Err(reason);
        }
        // As far as the path can be trusted; its student has a row of his own even without a file.
        let mut folder: PathBuf = path.components().take_while(is_plain).collect();
        folder.pop();
        // A folder that cannot be made is told of all the same.
        if folder.iter().count() <= DEEPEST {
            let _ = self.target.create_directory(&folder, EXECUTABLE);
        }
        self.refused.entry(folder).or_insert(reason);
        Ok(())
    }

    fn try_put(&mut self, path: &Path, entry: Entry<impl Read>) -> Result<(), String> {
        let shown = path.display();
        let is_safe = |part| is_plain(&part) || part == Component::CurDir;
        if !path.components().all(is_safe) || path.to_string_lossy().contains('\\') {
            return Err(format!("{shown} points outside the archive"));
        }
        let path: PathBuf = path.components().filter(is_plain).collect();
        if path.iter().count() > DEEPEST {
            return Err(format!("{shown} is nested more than {DEEPEST} folders deep"));
        }
        let student: PathBuf = path.iter().take(2).collect();
        let room = self.each.entry(student).or_insert(Room::of_a(Whose::OneStudent));
        room.entries = room.entries.checked_sub(1).ok_or_else(too_many)?;
        let failed = |error: io::Error| format!("{shown}: {error}");
        let (mode, content) = match entry {
            Entry::Other(what) => return Err(format!("{shown} is {what}")),
            Entry::Folder => {
                let made = self.target.create_directory(&path, EXECUTABLE);
                return made.map(drop).map_err(failed);
            }
            Entry::File(mode, content) => (mode, content),
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        self.target.create_directory(folder, EXECUTABLE).map_err(failed)?;
        // Of two of a name the later one counts.
        let mut file = self.target.replace_file(&path, mode).map_err(failed)?;
        // One byte more than there is room for shows that there is too much.
        let most = room.bytes.min(self.all.bytes);
        let copied = io::copy(&mut content.take(most + 1), &mut file).map_err(failed)?;
        file.flush().map_err(failed)?;
        // It was not written now, and archives do not say in which time zone it was.
        let _ = file.set_modified(UNIX_EPOCH);
        if copied > most {
            // What one student hands in is no reason to keep the disk full.
            let _ = self.target.remove_file(&path);
        }
        self.all.bytes = self.all.bytes.checked_sub(copied).ok_or_else(too_large)?;
        room.bytes = room.bytes.checked_sub(copied).ok_or_else(too_large)?;
        Ok(())
    }
}

fn is_plain(part: &Component<'_>) -> bool {
    matches!(part, Component::Normal(_))
}

fn too_many() -> String {
    format!("it has more than {MAX_ENTRIES} entries")
}

fn too_large() -> String {
    format!("it unpacks to more than {} MiB", MAX_BYTES >> 20)
}

/// Whether a folder of this name holds nothing of a student's: a history, somebody else's modules.
pub fn is_skipped(name: &OsStr) -> bool {
    const SKIPPED: &str = ".git .svn .hg .idea venv .venv node_modules __pycache__ __MACOSX";
    SKIPPED.split(' ').any(|skipped| name == skipped)
}

enum Entry<R> {
    Folder,
    File(u32, R),
    /// Anything else, such as "a link".
    Other(&'static str),
}

fn unzip(file: BufReader<File>, unpacker: &mut Unpacker<'_>) -> Result<(), String> {
    let mut archive = zip::ZipArchive::new(file).map_err(|error| said(&error))?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| said(&error))?;
        let name = entry.name().map_err(|error| said(&error))?.into_owned();
        let mode = mode(entry.unix_mode().unwrap_or(0));
        let entry = match () {
            () if entry.is_symlink() => Entry::Other("a link"),
            () if entry.is_dir() => Entry::Folder,
            () => Entry::File(mode, &mut entry),
        };
        unpacker.put(Path::new(&name), entry)?;
    }
    Ok(())
}

/// What is wrong with a ZIP archive, for whoever made it.
fn said(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) => error.to_string(),
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            "it has a password".to_owned()
        }
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            "it is packed in an unusual way; please make a plain .zip".to_owned()
        }
        _ => "it is damaged, or no ZIP archive".to_owned(),
    }
}

fn untar(stream: impl Read, unpacker: &mut Unpacker<'_>) -> Result<(), String> {
    let mut archive = tar::Archive::new(stream);
    for entry in archive.entries().map_err(|error| error.to_string())? {
        let mut entry = entry.map_err(|error| error.to_string())?;
        let kind = entry.header().entry_type();
        if kind.is_pax_global_extensions() || kind.is_pax_local_extensions() {
            continue;
        }
        let path = entry.path().map_err(|error| error.to_string())?.into_owned();
        let mode = mode(entry.header().mode().unwrap_or(0));
        let entry = match kind {
            _ if kind.is_dir() => Entry::Folder,
            _ if kind.is_file() => Entry::File(mode, &mut entry),
            _ => Entry::Other("a link or a device"),
        };
        unpacker.put(&path, entry)?;
    }
    Ok(())
}

/// The mode of folders, and of files that can be executed.
pub const EXECUTABLE: u32 = 0o755;

/// The mode that a file gets for the one that it had: everybody may read it, and execute it if its owner could. Nobody
/// else gets to the folder in which it lies.
const fn mode(bits: u32) -> u32 {
    if bits & 0o111 == 0 { 0o644 } else { EXECUTABLE }
}

pub fn mode_of(what: &Metadata) -> u32 {
    mode(if is_executable(what) { 0o111 } else { 0 })
}
