//! Archives, unpacked without trust.
//!
//! Only plain files and folders come out, below the target and nowhere else: an entry with an
//! absolute name, with `..`, a link or a device refuses the whole archive. So do too many entries
//! and too many bytes, which are counted as they come out and not as the archive declares them.
//!
//! Left out: formats that students seldom use (7z, rar).

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Component, Path};

/// The most entries of an archive.
pub(super) const MOST_ENTRIES: usize = 10_000;
/// The most bytes that come out of an archive.
pub(super) const MOST_BYTES: u64 = 256 << 20;

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArchiveKind {
    Zip,
    Tar,
    TarGz,
}

impl ArchiveKind {
    const ENDINGS: [(&'static str, Self); 4] = [
        (".zip", Self::Zip),
        (".tar", Self::Tar),
        (".tar.gz", Self::TarGz),
        (".tgz", Self::TarGz),
    ];

    /// The format that a file name promises.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let mut endings = Self::ENDINGS.into_iter();
        endings.find_map(|(ending, kind)| name.ends_with(ending).then_some(kind))
    }

    pub(super) fn without_ending(self, name: &str) -> &str {
        let lower = name.to_lowercase();
        let ending = Self::ENDINGS
            .iter()
            .find(|(ending, _)| lower.ends_with(ending));
        let length = ending.map_or(0, |(ending, _)| ending.len());
        name.get(..name.len() - length).unwrap_or(name)
    }
}

/// Unpacks `archive` below `target`, which is made; the error is a sentence for the student.
pub(super) fn unpack(archive: &Path, kind: ArchiveKind, target: &Path) -> Result<(), String> {
    let file = File::open(archive).map_err(|error| error.to_string())?;
    let file = BufReader::new(file);
    fs::create_dir_all(target).map_err(|error| error.to_string())?;
    let mut room = Room {
        entries: MOST_ENTRIES,
        bytes: MOST_BYTES,
    };
    match kind {
        ArchiveKind::Zip => unzip(file, target, &mut room),
        ArchiveKind::Tar => untar(file, target, &mut room),
        ArchiveKind::TarGz => untar(flate2::read::GzDecoder::new(file), target, &mut room),
    }
}

/// How much may still come out.
struct Room {
    entries: usize,
    bytes: u64,
}

fn unzip(file: BufReader<File>, target: &Path, room: &mut Room) -> Result<(), String> {
    let mut archive = zip::ZipArchive::new(file).map_err(|error| error.to_string())?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| error.to_string())?;
        let name = entry
            .name()
            .map_err(|error| error.to_string())?
            .into_owned();
        if entry.is_symlink() {
            return Err(format!("{name} is a link"));
        }
        let kind = match entry.unix_mode() {
            _ if entry.is_dir() => Kind::Folder,
            mode => Kind::of_mode(mode.unwrap_or(0)),
        };
        put(Path::new(&name), kind, &mut entry, target, room)?;
    }
    Ok(())
}

fn untar(stream: impl Read, target: &Path, room: &mut Room) -> Result<(), String> {
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
        if !kind.is_dir() && !kind.is_file() {
            return Err(format!("{} is a link or a device", path.display()));
        }
        let kind = match entry.header().mode() {
            _ if kind.is_dir() => Kind::Folder,
            mode => Kind::of_mode(mode.unwrap_or(0)),
        };
        put(&path, kind, &mut entry, target, room)?;
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

/// Puts one entry below `target`.
fn put(
    path: &Path,
    kind: Kind,
    content: &mut impl Read,
    target: &Path,
    room: &mut Room,
) -> Result<(), String> {
    let shown = path.display();
    room.entries = room
        .entries
        .checked_sub(1)
        .ok_or(format!("more than {MOST_ENTRIES} entries"))?;
    let safe = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !path.components().all(safe) || path.to_string_lossy().contains('\\') {
        return Err(format!("{shown} leads out of the archive"));
    }
    let place = target.join(path);
    let failed = |error: io::Error| format!("{shown}: {error}");
    if kind == Kind::Folder {
        return fs::create_dir_all(&place).map_err(failed);
    }
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = File::create(&place).map_err(failed)?;
    // One byte more than there is room for shows that there is too much.
    let copied = io::copy(&mut content.take(room.bytes + 1), &mut file).map_err(failed)?;
    file.flush().map_err(failed)?;
    room.bytes = room
        .bytes
        .checked_sub(copied)
        .ok_or(format!("more than {} MiB come out of it", MOST_BYTES >> 20))?;
    set_mode(&place, kind).map_err(failed)
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
