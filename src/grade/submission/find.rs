//! The submissions of a class, in any of the layouts that teachers have.
//!
//! - a folder for each student, or a file for each (a program or an archive);
//! - the exports of Canvas, Moodle and Gradescope;
//! - an archive with any of these in it;
//! - one submission alone: a file, or a folder that holds a program called `mancala` or `run`.
//!
//! Hidden files and those of other kinds are passed over.
//!
//! Left out: what is in a submission.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::exported::{self, Exported, GRADESCOPE_METADATA};
use super::files::{entries, is_executable, name_of, only_folder};
use super::language::Language;
use super::unpack::{self, ArchiveKind};

/// A submission where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its name, which no other has.
    pub name: String,
    /// Who handed it in, where that is known and is not the name.
    pub people: Vec<String>,
    /// Days late, as far as the layout says.
    pub late_days: u32,
    /// Its files and folders, each with the name that it had before it was exported.
    pub parts: Vec<(PathBuf, String)>,
}

/// Why no submissions can be had.
#[derive(Debug)]
pub enum FindError {
    /// A file or folder cannot be read.
    Io(PathBuf, io::Error),
    /// The archive of the class cannot be unpacked.
    Archive(PathBuf, String),
    /// There is none.
    Nothing(PathBuf),
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Archive(path, reason) => write!(f, "cannot unpack {}: {reason}", path.display()),
            Self::Nothing(path) => write!(f, "{}: no submission found", path.display()),
        }
    }
}

impl std::error::Error for FindError {}

/// Finds the submissions at `path`, sorted by name. The archive of a class is unpacked in `scratch`.
///
/// # Errors
/// [`FindError`] if something cannot be read, or there is no submission.
pub fn find(path: &Path, scratch: &Path) -> Result<Vec<Found>, FindError> {
    let failed = |error| FindError::Io(path.to_owned(), error);
    let found = if fs::metadata(path).map_err(failed)?.is_dir() {
        find_in(path, &name_of(&path.canonicalize().map_err(failed)?))?
    } else if let Some(kind) = ArchiveKind::of(&name_of(path)) {
        let folder = scratch.join("class");
        unpack::unpack(path, kind, &folder)
            .map_err(|reason| FindError::Archive(path.to_owned(), reason))?;
        let folder = only_folder(&folder).map_err(failed)?.unwrap_or(folder);
        find_in(&folder, stem(&name_of(path)))?
    } else {
        vec![single_file(path.to_owned(), name_of(path))]
    };
    if found.is_empty() {
        return Err(FindError::Nothing(path.to_owned()));
    }
    Ok(found)
}

/// The submissions in a folder, or the folder as a submission of this name.
fn find_in(folder: &Path, name: &str) -> Result<Vec<Found>, FindError> {
    let entries = entries(folder).map_err(|error| FindError::Io(folder.to_owned(), error))?;
    if entries.iter().any(|path| is_the_program(path)) {
        return Ok(vec![Found {
            name: name.to_owned(),
            people: Vec::new(),
            late_days: 0,
            parts: vec![(folder.to_owned(), String::new())],
        }]);
    }
    let metadata = fs::read_to_string(folder.join(GRADESCOPE_METADATA)).unwrap_or_default();
    let people = exported::gradescope_people(&metadata);
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for path in entries {
        let is_folder = path.is_dir();
        let is_passed_over = exported::is_typed_text(&name_of(&path));
        if is_passed_over || !is_folder && !may_be_submitted(&path) {
            continue;
        }
        let mut one = match exported::parse(&name_of(&path)) {
            Some(exported) => of_exported(path, exported),
            None if is_folder => Found {
                name: name_of(&path),
                people: people.get(&name_of(&path)).cloned().unwrap_or_default(),
                late_days: 0,
                parts: vec![(path, String::new())],
            },
            None => {
                let name = name_of(&path);
                single_file(path, name)
            }
        };
        // Files of one student are one submission: Canvas gives each its own line.
        match found.get_mut(&one.name) {
            Some(other) => {
                other.late_days = other.late_days.max(one.late_days);
                other.parts.append(&mut one.parts);
            }
            None => _ = found.insert(one.name.clone(), one),
        }
    }
    Ok(found.into_values().collect())
}

fn of_exported(path: PathBuf, exported: Exported) -> Found {
    Found {
        people: vec![exported.person],
        late_days: exported.late_days,
        parts: vec![(path, exported.file)],
        name: exported.name,
    }
}

fn single_file(path: PathBuf, name: String) -> Found {
    Found {
        name: stem(&name).to_owned(),
        people: Vec::new(),
        late_days: 0,
        parts: vec![(path, name)],
    }
}

/// Whether a file has the name that the homework gives to the program.
fn is_the_program(path: &Path) -> bool {
    let name = name_of(path).to_lowercase();
    let stem = stem(&name);
    path.is_file()
        && may_be_submitted(path)
        && (matches!(stem, "mancala" | "mancala3" | "mancala11") || name == "run")
}

fn may_be_submitted(path: &Path) -> bool {
    let name = name_of(path);
    name == "run"
        || ArchiveKind::of(&name).is_some()
        || Language::of_ending(&name).is_some()
        || is_executable(path)
}

/// A name without its endings, `.tar.gz` for instance.
fn stem(name: &str) -> &str {
    let name = match ArchiveKind::of(name) {
        Some(kind) => kind.without_ending(name),
        None => name,
    };
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() && Language::of_ending(name).is_some() => stem,
        _ => name,
    }
}
