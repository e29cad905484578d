//! A submission's files, copied or unpacked into a folder of its own.
//!
//! The folder holds plain files and folders and nothing else, so that it can be hashed, built and
//! shown to a program without surprises. Links are left out, with a warning: they may lead to other people's files.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use sandbox::tree::{Bounds, Entry, Kind, Names, Step, Walked};
use sandbox::{NotAnOutput, Tree};
use thiserror::Error;

use super::files::{ArchiveKind, entries, files_below, first_ignored, is_executable, only_folder};
use super::find::Found;
use super::java;
use super::language::Language;
use super::recognise::executable;
use super::unpack::{self, DEEPEST, EXECUTABLE, MAX_BYTES, MAX_ENTRIES, Whose, mode_of};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collected {
    pub root: PathBuf,
    /// The hash of their names, contents and permissions to execute, in hexadecimal digits.
    pub digest: String,
    pub warnings: Vec<String>,
    /// When the newest of them was written, in seconds since the beginning of 1970, as far as the file system says.
    pub newest: Option<i64>,
}

#[derive(Debug, Error)]
#[error(transparent)]
pub enum CollectError {
    /// By the submission's fault; a sentence.
    #[error("{0}")]
    Unusable(String),
    /// By the grader's fault.
    Io(#[from] io::Error),
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
    let mut copier = Copier::new(target, Names::OfOneOwner)?;
    for (source, name) in &found.parts {
        copier.part(source, Path::new(name))?;
    }
    let below = unpacked(&copier.target)?;
    let root = copier.target.directory(&below)?;
    let mut warnings = first_ignored(copier.left_out.into_iter());
    warnings.extend(mark_run(&root)?);
    warnings.extend(java::normalize(&root)?);
    let (root, digest) = (target.join(below), digest(&root)?);
    Ok(Collected { root, digest, warnings, newest: copier.newest })
}

/// Marks as executable what is run as it is: `run`, or a script with an interpreter of its own.
fn mark_run(root: &Tree) -> io::Result<Option<String>> {
    let files = files_below(root);
    let run = executable(root, &files).and_then(|run| Some((run, root.file(run, u64::MAX).ok()?)));
    let Some((run, file)) = run else { return Ok(None) };
    if mode_of(&file.metadata()?) == EXECUTABLE || !is_executable(file) {
        return Ok(None);
    }
    root.set_file_mode(run, EXECUTABLE)?;
    Ok(Some(format!("{} is not marked as executable, but was run anyway", run.display())))
}

/// Copies a folder that was collected, with what was built in it since.
///
/// # Errors
/// [`CollectError`]; then a part of it may be copied.
pub fn copy_tree(from: &Path, to: &Path) -> Result<(), CollectError> {
    Copier::new(to, Names::One)?.folder(&Tree::open(from)?, Path::new(""))
}

struct Copier {
    target: Tree,
    names: Names,
    files: usize,
    bytes: u64,
    /// What is said of what was left out.
    left_out: Vec<String>,
    newest: Option<i64>,
}

impl Copier {
    fn new(target: &Path, names: Names) -> io::Result<Self> {
        let target = Tree::create(target)?;
        target.set_mode(EXECUTABLE)?;
        Ok(Self { target, names, files: 0, bytes: 0, left_out: Vec::new(), newest: None })
    }

    /// Copies a file or a folder whose path has no links.
    fn part(&mut self, source: &Path, target: &Path) -> Result<(), CollectError> {
        match (Tree::open(source), Tree::open_file(source, u64::MAX)) {
            (Ok(folder), _) => self.folder(&folder, target),
            (Err(error), Err(NotAnOutput::Directory | NotAnOutput::Missing)) => Err(error.into()),
            (Err(_), file) => self.copy(file, target),
        }
    }

    fn folder(&mut self, source: &Tree, target: &Path) -> Result<(), CollectError> {
        const LOOKED_AT: Bounds = Bounds { entries: 2 * MAX_ENTRIES, depth: DEEPEST };
        self.target.create_directory(target, EXECUTABLE)?;
        let walked = source.walk(LOOKED_AT, &mut |entry: &Entry<'_>| {
            let place = target.join(entry.path);
            match entry.kind {
                Kind::Directory if is_not_the_students(entry)? => return Ok(Step::Over),
                Kind::Directory => _ = self.target.create_directory(&place, EXECUTABLE)?,
                _ => self.copy(entry.open(self.names), &place)?,
            }
            Ok::<_, CollectError>(Step::Into)
        })?;
        if matches!(walked, Walked::All) { Ok(()) } else { Err(too_large()) }
    }

    fn copy(&mut self, from: Result<File, NotAnOutput>, to: &Path) -> Result<(), CollectError> {
        let mut from = match from {
            Ok(from) => from,
            Err(NotAnOutput::Unreadable(error)) => return Err(error.into()),
            Err(NotAnOutput::Missing) => return Ok(()),
            Err(other) => {
                self.left_out.push(format!("{} is {other}; it was ignored", to.display()));
                return Ok(());
            }
        };
        self.files += 1;
        let metadata = from.metadata()?;
        let modified = metadata.modified().ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        let modified = modified.and_then(|it| i64::try_from(it.as_secs()).ok());
        self.newest = self.newest.max(modified.filter(|&it| it > 0));
        let mut file = self.target.replace_file(to, mode_of(&metadata))?;
        // It may grow meanwhile; one byte more than there is room for shows that there is too much.
        let room = MAX_BYTES - self.bytes;
        self.bytes += io::copy(&mut (&mut from).take(room + 1), &mut file)?;
        if self.files > MAX_ENTRIES || self.bytes > MAX_BYTES {
            return Err(too_large());
        }
        Ok(())
    }
}

fn too_large() -> CollectError {
    let most = MAX_BYTES >> 20;
    CollectError::Unusable(format!(
        "The submission has more than {MAX_ENTRIES} files or {most} MiB, or its folders are nested too deeply."
    ))
}

/// Whether a folder holds a history, or modules that somebody else wrote.
fn is_not_the_students(folder: &Entry<'_>) -> io::Result<bool> {
    let is_skipped = folder.path.file_name().is_some_and(unpack::is_skipped);
    Ok(is_skipped || folder.directory()?.has("pyvenv.cfg".as_ref()))
}

/// Archives within archives that are unpacked.
const MAX_NESTED: usize = 3;

/// Where the files are below `target`: there, or in what its only archive holds, or in its only folder.
fn unpacked(target: &Tree) -> Result<PathBuf, CollectError> {
    let mut below = PathBuf::new();
    for _ in 0..MAX_NESTED {
        let here = target.directory(&below)?;
        if let Some((archive, kind)) = only_archive(&here)? {
            // Hidden, so that nothing in the archive has that name.
            let inside = ".unpacked";
            let unusable = |reason: String| {
                let name = archive.to_string_lossy();
                CollectError::Unusable(format!("{name} cannot be unpacked: {reason}."))
            };
            let file = here.file(Path::new(&archive), MAX_BYTES);
            let file = file.map_err(|error| unusable(error.to_string()))?;
            let inner = here.create_directory(inside.as_ref(), EXECUTABLE)?;
            unpack::unpack(file, kind, &inner, Whose::OneStudent).map_err(unusable)?;
            below.push(inside);
        }
        while let Some(folder) = only_folder(&target.directory(&below)?)? {
            below.push(folder);
        }
    }
    Ok(below)
}

/// The archive in a folder that has no program beside it, but perhaps a report.
fn only_archive(folder: &Tree) -> io::Result<Option<(OsString, ArchiveKind)>> {
    let entries = entries(folder)?;
    let is_program = |(name, kind): &(OsString, Kind)| {
        let name = name.to_string_lossy();
        *kind == Kind::Directory || name == "run" || Language::of_ending(&name).is_some()
    };
    if entries.iter().any(is_program) {
        return Ok(None);
    }
    let kind =
        |(name, _): (OsString, Kind)| Some((ArchiveKind::of(&name.to_string_lossy())?, name));
    let mut archives = entries.into_iter().filter_map(kind);
    let only = archives.next().filter(|_| archives.next().is_none());
    Ok(only.map(|(kind, only)| (only, kind)))
}

/// The hash of every file below `root`, which is a copy of ours: its path, whether it can be executed, its content.
fn digest(root: &Tree) -> io::Result<String> {
    const ALL: Bounds = Bounds { entries: usize::MAX, depth: usize::MAX };
    let mut hasher = blake3::Hasher::new();
    root.walk(ALL, &mut |entry| {
        if entry.kind == Kind::File {
            let file = entry.open(Names::One).map_err(io::Error::other)?;
            let metadata = file.metadata()?;
            let name = entry.path.as_os_str().as_encoded_bytes();
            // Lengths first, so that no two trees run together to the same bytes.
            hasher.update(&(name.len() as u64).to_le_bytes());
            hasher.update(name);
            hasher.update(&[u8::from(mode_of(&metadata) == EXECUTABLE)]);
            hasher.update(&metadata.len().to_le_bytes());
            hasher.update_reader(file)?;
        }
        io::Result::Ok(Step::Into)
    })?;
    Ok(hasher.finalize().to_hex().to_string())
}
