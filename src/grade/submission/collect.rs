//! A submission's files, copied or unpacked into a folder of its own.
//!
//! The folder holds plain files and folders and nothing else, so that it can be hashed, built and
//! shown to a program without surprises. Links are left out, with a warning: they may lead to other
//! people's files.
//!
//! Left out: what the files are.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::files::{entries, is_executable, name_of, only_folder};
use super::find::Found;
use super::java_files;
use super::language::Language;
use super::unpack::{self, ArchiveKind, Kind, MOST_BYTES, MOST_ENTRIES, Whose};

/// A submission's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collected {
    /// The folder in which they lie.
    pub root: PathBuf,
    /// The hash of their names, contents and permissions to execute, in hexadecimal digits.
    pub digest: String,
    /// What is odd about them.
    pub warnings: Vec<String>,
}

/// Why there are no files.
#[derive(Debug)]
pub enum CollectError {
    /// By the submission's fault; a sentence.
    Unusable(String),
    /// By the grader's fault.
    Io(io::Error),
}

impl From<io::Error> for CollectError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Copies what was found into `target`, a folder that does not exist yet.
///
/// # Errors
/// [`CollectError`] if the submission is too large or an archive of it cannot be unpacked, or if a
/// file cannot be read or written.
pub fn collect(found: &Found, target: &Path) -> Result<Collected, CollectError> {
    if let Some(reason) = &found.refused {
        return Err(CollectError::Unusable(reason.clone()));
    }
    fs::create_dir_all(target)?;
    unpack::set_mode(target, Kind::Folder)?;
    let mut copier = Copier::default();
    for (source, name) in &found.parts {
        // A link is followed here and only here: the teacher may have put it there.
        if source.is_dir() {
            copier.folder(source, &target.join(name))?;
        } else {
            copier.file(source, &target.join(name), &fs::metadata(source)?)?;
        }
    }
    let root = unpacked(target)?;
    let run = root.join("run");
    let is_file = run.symlink_metadata().is_ok_and(|it| it.is_file());
    if is_file && is_executable(&run) && mode(&fs::metadata(&run)?) & 0o111 == 0 {
        unpack::set_mode(&run, Kind::Executable)?;
        let not_marked = "run is not marked as executable and is run all the same";
        copier.warnings.push(not_marked.to_owned());
    }
    copier.warnings.extend(java_files::mend(&root)?);
    let digest = digest(&root)?;
    Ok(Collected {
        root,
        digest,
        warnings: copier.warnings,
    })
}

/// Copies a folder that was collected, with what was built in it since; returns the hash of the copy.
///
/// # Errors
/// [`CollectError`]; then a part of it may be copied.
pub fn copy_tree(from: &Path, to: &Path) -> Result<String, CollectError> {
    fs::create_dir_all(to)?;
    unpack::set_mode(to, Kind::Folder)?;
    Copier::default().folder(from, to)?;
    Ok(digest(to)?)
}

#[derive(Default)]
struct Copier {
    files: usize,
    bytes: u64,
    warnings: Vec<String>,
}

impl Copier {
    fn folder(&mut self, source: &Path, target: &Path) -> Result<(), CollectError> {
        let walk = WalkDir::new(source).min_depth(1).sort_by_file_name();
        let is_theirs = |entry: &walkdir::DirEntry| {
            !(entry.file_type().is_dir() && is_not_the_students(entry.path()))
        };
        for entry in walk.into_iter().filter_entry(is_theirs) {
            let entry = entry.map_err(io::Error::from)?;
            let below = entry.path().strip_prefix(source).unwrap_or(entry.path());
            let place = target.join(below);
            let kind = entry.file_type();
            if kind.is_dir() {
                fs::create_dir_all(&place)?;
                unpack::set_mode(&place, Kind::Folder)?;
            } else if kind.is_file() {
                let metadata = entry.metadata().map_err(io::Error::from)?;
                self.file(entry.path(), &place, &metadata)?;
            } else {
                let left_out = format!("{} is a link or a device and is left out", below.display());
                self.warnings.push(left_out);
            }
        }
        Ok(())
    }

    fn file(&mut self, from: &Path, to: &Path, what: &Metadata) -> Result<(), CollectError> {
        self.files += 1;
        self.bytes += what.len();
        if self.files > MOST_ENTRIES || self.bytes > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(CollectError::Unusable(format!(
                "The submission has more than {MOST_ENTRIES} files or {most} MiB."
            )));
        }
        fs::copy(from, to)?;
        unpack::set_mode(to, Kind::of_mode(mode(what)))?;
        Ok(())
    }
}

/// Whether a folder holds a history, or modules that somebody else wrote.
fn is_not_the_students(folder: &Path) -> bool {
    folder.file_name().is_some_and(unpack::is_skipped) || folder.join("pyvenv.cfg").exists()
}

#[cfg(unix)]
fn mode(what: &Metadata) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&what.permissions())
}

#[cfg(not(unix))]
fn mode(_: &Metadata) -> u32 {
    0o755
}

/// Archives within archives that are unpacked.
const MOST_NESTED: usize = 3;

/// Where the files are: `target`, or what its only archive holds, or its only folder.
fn unpacked(target: &Path) -> Result<PathBuf, CollectError> {
    let mut root = target.to_owned();
    for _ in 0..MOST_NESTED {
        if let Some((archive, kind)) = only_archive(&root)? {
            // Hidden, so that nothing in the archive has that name.
            let unpacked = root.join(".unpacked");
            unpack::unpack(&archive, kind, &unpacked, Whose::OneStudent).map_err(|reason| {
                let name = name_of(&archive);
                CollectError::Unusable(format!("{name} cannot be unpacked: {reason}."))
            })?;
            root = unpacked;
        }
        while let Some(folder) = only_folder(&root)? {
            root = folder;
        }
    }
    Ok(root)
}

/// The archive in a folder that has no program beside it, but perhaps a report.
fn only_archive(folder: &Path) -> io::Result<Option<(PathBuf, ArchiveKind)>> {
    let entries = entries(folder)?;
    let is_program = |path: &PathBuf| {
        let name = name_of(path);
        path.is_dir() || name == "run" || Language::of_ending(&name).is_some()
    };
    if entries.iter().any(is_program) {
        return Ok(None);
    }
    let kind = |path: PathBuf| Some((ArchiveKind::of(&name_of(&path))?, path));
    let mut archives = entries.into_iter().filter_map(kind);
    Ok(match (archives.next(), archives.next()) {
        (Some((kind, only)), None) => Some((only, kind)),
        _ => None,
    })
}

/// The hash of every file below `root`: its path, whether it can be executed, its content.
fn digest(root: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    for entry in WalkDir::new(root).min_depth(1).sort_by_file_name() {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let metadata = entry.metadata()?;
        let executable = u8::from(mode(&metadata) & 0o111 != 0);
        let name = below.as_os_str().as_encoded_bytes();
        // Lengths first, so that no two trees run together to the same bytes.
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name);
        hasher.update(&[executable]);
        hasher.update(&metadata.len().to_le_bytes());
        hasher.update_reader(fs::File::open(entry.path())?)?;
    }
    Ok(hasher.finalize().to_hex().to_string())
}
