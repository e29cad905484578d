//! Archives, unpacked without trust.
//!
//! Only plain files and folders come out, below the target and nowhere else: an entry with an
//! absolute name, with `..`, a link or a device refuses the whole archive, or, in the archive of a class,
//! the student's part of it. So do too many entries and too many bytes, which are counted as they come
//! out and not as the archive declares them. Folders that hold nothing of a student's are skipped.
//!
//! Left out: formats that students seldom use (7z, rar).

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};

pub(super) use super::archive_kind::ArchiveKind;

/// The most entries of an archive.
pub(super) const MOST_ENTRIES: usize = 10_000;
/// The most bytes that come out of an archive.
pub(super) const MOST_BYTES: u64 = 256 << 20;

/// Whose files an archive holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// One submission's: an entry that cannot be had refuses all of it.
    OneStudent,
    /// A class's: such an entry is its student's trouble alone.
    AClass,
}

/// An entry that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refused {
    /// The folder in which it would be, below the target.
    pub(super) folder: PathBuf,
    /// Why, as a sentence without its full stop.
    pub(super) reason: String,
}

/// Unpacks `archive` below `target`, which is made; returns what was refused, which is nothing for an
/// archive of one student.
///
/// # Errors
/// A sentence without its full stop.
pub(super) fn unpack(
    archive: &Path,
    kind: ArchiveKind,
    target: &Path,
    whose: Whose,
) -> Result<Vec<Refused>, String> {
    let file = File::open(archive).map_err(|error| error.to_string())?;
    let file = BufReader::new(file);
    fs::create_dir_all(target).map_err(|error| error.to_string())?;
    let mut unpacker = Unpacker {
        target,
        whose,
        all: Room::of_a(whose),
        each: BTreeMap::new(),
        refused: Vec::new(),
    };
    match kind {
        ArchiveKind::Zip => unzip(file, &mut unpacker)?,
        ArchiveKind::Tar => untar(file, &mut unpacker)?,
        ArchiveKind::TarGz => untar(flate2::read::GzDecoder::new(file), &mut unpacker)?,
    }
    Ok(unpacker.refused)
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
        let students = match whose {
            Whose::OneStudent => 1,
            Whose::AClass => 100,
        };
        Self {
            entries: students * MOST_ENTRIES,
            bytes: students as u64 * MOST_BYTES,
        }
    }
}

struct Unpacker<'a> {
    target: &'a Path,
    whose: Whose,
    all: Room,
    /// By the first two folders, one of which is a student's.
    each: BTreeMap<PathBuf, Room>,
    refused: Vec<Refused>,
}

impl Unpacker<'_> {
    /// Puts one entry below the target, unless it is refused.
    fn put(&mut self, path: &Path, entry: Entry<impl Read>) -> Result<(), String> {
        if path.iter().any(is_skipped) {
            return Ok(());
        }
        self.all.entries = self.all.entries.checked_sub(1).ok_or_else(too_many)?;
        let Err(reason) = self.try_put(path, entry) else {
            return Ok(());
        };
        if self.whose == Whose::OneStudent {
            return Err(reason);
        }
        // As far as the path can be trusted; its student has a row of his own even without a file.
        let names = path.components();
        let safe = names.take_while(|part| matches!(part, Component::Normal(_)));
        let safe: PathBuf = safe.collect();
        let folder = safe.parent().map(Path::to_owned).unwrap_or_default();
        // A folder that cannot be made is told of all the same.
        let _ = fs::create_dir_all(self.target.join(&folder));
        self.refused.push(Refused { folder, reason });
        Ok(())
    }

    fn try_put(&mut self, path: &Path, entry: Entry<impl Read>) -> Result<(), String> {
        let shown = path.display();
        let safe = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !path.components().all(safe) || path.to_string_lossy().contains('\\') {
            return Err(format!("{shown} leads out of the archive"));
        }
        let (kind, mut content) = match entry {
            Entry::Other(what) => return Err(format!("{shown} is {what}")),
            Entry::Plain(kind, content) => (kind, content),
        };
        let student: PathBuf = path.iter().take(2).collect();
        let room = self.each.entry(student);
        let room = room.or_insert(Room::of_a(Whose::OneStudent));
        room.entries = room.entries.checked_sub(1).ok_or_else(too_many)?;
        let place = self.target.join(path);
        let failed = |error: io::Error| format!("{shown}: {error}");
        if kind == Kind::Folder {
            return fs::create_dir_all(&place).map_err(failed);
        }
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut file = File::create(&place).map_err(failed)?;
        // One byte more than there is room for shows that there is too much.
        let most = room.bytes.min(self.all.bytes);
        let copied = io::copy(&mut (&mut content).take(most + 1), &mut file).map_err(failed)?;
        file.flush().map_err(failed)?;
        if copied > most {
            // What one student hands in is no reason to keep the disk full.
            let _ = fs::remove_file(&place);
        }
        self.all.bytes = self.all.bytes.checked_sub(copied).ok_or_else(too_large)?;
        room.bytes = room.bytes.checked_sub(copied).ok_or_else(too_large)?;
        set_mode(&place, kind).map_err(failed)
    }
}

fn too_many() -> String {
    format!("more than {MOST_ENTRIES} entries")
}

fn too_large() -> String {
    format!("more than {} MiB come out of it", MOST_BYTES >> 20)
}

/// Whether a folder of this name holds nothing of a student's: a history, somebody else's modules.
pub(super) fn is_skipped(name: &OsStr) -> bool {
    const SKIPPED: [&str; 9] = [
        ".git",
        ".svn",
        ".hg",
        ".idea",
        "venv",
        ".venv",
        "node_modules",
        "__pycache__",
        "__MACOSX",
    ];
    SKIPPED.iter().any(|skipped| name == *skipped)
}

/// An entry of an archive.
enum Entry<R> {
    /// A file or a folder.
    Plain(Kind, R),
    /// Anything else, such as "a link".
    Other(&'static str),
}

fn unzip(file: BufReader<File>, unpacker: &mut Unpacker<'_>) -> Result<(), String> {
    let mut archive = zip::ZipArchive::new(file).map_err(|error| error.to_string())?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| error.to_string())?;
        let name = entry
            .name()
            .map_err(|error| error.to_string())?
            .into_owned();
        let kind = match entry.unix_mode() {
            _ if entry.is_dir() => Kind::Folder,
            mode => Kind::of_mode(mode.unwrap_or(0)),
        };
        let entry = match entry.is_symlink() {
            true => Entry::Other("a link"),
            false => Entry::Plain(kind, &mut entry),
        };
        unpacker.put(Path::new(&name), entry)?;
    }
    Ok(())
}

fn untar(stream: impl Read, unpacker: &mut Unpacker<'_>) -> Result<(), String> {
    let mut archive = tar::Archive::new(stream);
    let entries = archive.entries().map_err(|error| error.to_string())?;
    for entry in entries {
        let mut entry = entry.map_err(|error| error.to_string())?;
        let kind = entry.header().entry_type();
        if kind.is_pax_global_extensions() || kind.is_pax_local_extensions() {
            continue;
        }
        let path = entry
            .path()
            .map_err(|error| error.to_string())?
            .into_owned();
        let mode = entry.header().mode().unwrap_or(0);
        let entry = match kind {
            _ if kind.is_dir() => Entry::Plain(Kind::Folder, &mut entry),
            _ if kind.is_file() => Entry::Plain(Kind::of_mode(mode), &mut entry),
            _ => Entry::Other("a link or a device"),
        };
        unpacker.put(&path, entry)?;
    }
    Ok(())
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Folder,
    File,
    Executable,
}

impl Kind {
    /// What a file with these permissions is.
    pub(super) fn of_mode(mode: u32) -> Self {
        if mode & 0o111 == 0 {
            Self::File
        } else {
            Self::Executable
        }
    }
}

/// Everybody may read a file, and execute it if its owner could.
#[cfg(unix)]
pub(super) fn set_mode(path: &Path, kind: Kind) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = match kind {
        Kind::File => 0o644,
        Kind::Folder | Kind::Executable => 0o755,
    };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub(super) fn set_mode(_: &Path, _: Kind) -> io::Result<()> {
    Ok(())
}
