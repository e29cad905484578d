//! The submissions of a class, in any of the layouts that teachers have.
//!
//! - a folder for each student, or a file for each (a program or an archive);
//! - the exports of Canvas, Moodle and Gradescope;
//! - an archive with any of these in it;
//! - one submission alone: a file, or a folder that holds a program called `mancala` or `run`.
//!
//! Hidden files, links and files of other kinds are passed over, and it is said which.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::exported::{GRADESCOPE_METADATA, gradescope_says, parse_exported};
use super::files::{ArchiveKind, all_entries, entries, is_executable, name_of, only_folder};
use super::language::Language;
use super::unpack::{self, Whose};
use journal::digest;
use sandbox::Tree;
use sandbox::tree::Kind;

/// A submission where it was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Its name, which no other has.
    pub name: String,
    /// Who handed it in, where that is known and is not the name.
    pub people: Vec<String>,
    /// Days late, as far as the layout says.
    pub late_days: u32,
    /// When it was handed in, in seconds since the beginning of 1970, as far as the layout says.
    pub submitted: Option<i64>,
    /// Its files and folders, without links in their paths, each with the name that it had before it was exported.
    pub parts: Vec<(PathBuf, String)>,
    /// Why it cannot be used, if so; a sentence for the student.
    pub refused: Option<String>,
}

impl Found {
    fn new(name: String, part: PathBuf, called: &str) -> Self {
        Self { name, parts: vec![(part, called.to_owned())], ..Self::default() }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    pub found: Vec<Found>,
    /// What is no submission, and why, as a few words.
    pub passed_over: Vec<(String, String)>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// What it looks like: a class or one submission.
    #[default]
    AsItLooks,
    /// One submission, whatever its files are called.
    One,
}

#[derive(Debug, Error)]
pub enum FindError {
    #[error("cannot read {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    #[error("cannot unpack {}: {}", .0.display(), .1)]
    Archive(PathBuf, String),
    #[error("{}: no submission found", .0.display())]
    Nothing(PathBuf),
}

/// Finds the submissions at `path`. The archive of a class is unpacked in `scratch`.
pub fn find(path: &Path, scratch: &Path, layout: Layout) -> Result<Search, FindError> {
    let failed = |error| FindError::Io(path.to_owned(), error);
    // A link is followed here and only here: whoever names the path may have put it there.
    let real = path.canonicalize().map_err(failed)?;
    let is_folder = fs::metadata(&real).map_err(failed)?.is_dir();
    let alone = |found| Search { found: vec![found], ..Search::default() };
    let search = if layout == Layout::One {
        let called = if is_folder { "" } else { &name_of(path) };
        alone(Found::new(unique_name(&real), real, called))
    } else if is_folder {
        find_in(&real, &unique_name(&real))?
    } else if let Some(kind) = ArchiveKind::of(&name_of(path)) {
        find_in_archive(path, &real, kind, &scratch.join("class"))?
    } else {
        alone(single_file(real, path))
    };
    if search.found.is_empty() {
        return Err(FindError::Nothing(path.to_owned()));
    }
    Ok(search)
}

fn find_in_archive(
    path: &Path,
    real: &Path,
    kind: ArchiveKind,
    target: &Path,
) -> Result<Search, FindError> {
    let failed = |error| FindError::Io(path.to_owned(), error);
    let unusable = |reason| FindError::Archive(path.to_owned(), reason);
    let file = Tree::open_file(real, u64::MAX).map_err(|error| unusable(error.to_string()))?;
    let tree = Tree::create(target).map_err(failed)?;
    let refused = unpack::unpack(file, kind, &tree, Whose::AClass).map_err(unusable)?;
    let only = only_folder(&tree).map_err(failed)?;
    let folder = only.map_or_else(|| target.to_owned(), |only| target.join(only));
    let mut search = find_in(&folder, stem(&name_of(path)))?;
    if let (true, Some(reason)) = (search.found.is_empty(), refused.values().next()) {
        return Err(unusable(reason.clone()));
    }
    for (folder, reason) in refused {
        let place = target.join(folder);
        let mut found = search.found.iter_mut();
        let owner = found.find(|it| it.parts.iter().any(|(part, _)| place.starts_with(part)));
        match owner {
            Some(owner) => owner.refused = Some(format!("The archive is refused: {reason}.")),
            None => search.passed_over.push((name_of(path), reason)),
        }
    }
    Ok(search)
}

/// The submissions in a folder, or the folder as a submission of this name.
fn find_in(folder: &Path, name: &str) -> Result<Search, FindError> {
    let failed = |error| FindError::Io(folder.to_owned(), error);
    let tree = Tree::open(folder).map_err(failed)?;
    let listed = entries(&tree).map_err(failed)?;
    if listed.iter().any(|(name, kind)| *kind == Kind::File && is_the_program(&tree, name)) {
        let alone = Found::new(name.to_owned(), folder.to_owned(), "");
        return Ok(Search { found: vec![alone], ..Search::default() });
    }
    let said = gradescope_says(&tree);
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    let mut passed_over = Vec::new();
    for (name, kind) in all_entries(&tree).map_err(failed)? {
        let path = folder.join(&name);
        let called = name_of(&path);
        let exported = parse_exported(&called);
        let is_exported = exported.is_some();
        match what_is(&tree, &name, kind, is_exported) {
            Entry::Litter => continue,
            Entry::PassedOver(why) => {
                passed_over.push((called, why.to_owned()));
                continue;
            }
            Entry::Submission => {}
        }
        let mut one = match exported {
            Some(it) => {
                let (people, late_days) = (vec![it.person], it.late_days);
                Found { people, late_days, ..Found::new(it.name, path.clone(), &it.file) }
            }
            None if kind == Kind::Directory => {
                let (people, submitted) = said.get(&called).cloned().unwrap_or_default();
                Found { people, submitted, ..Found::new(unique_name(&path), path.clone(), "") }
            }
            None => single_file(path.clone(), &path),
        };
        one.refused = unknown_archive(&called).map(|ending| {
            format!("{ending} archives are not supported; please submit .zip or .tar.gz.")
        });
        match found.get_mut(&one.name) {
            // Files of one student are one submission: Canvas gives each its own line.
            Some(other) if is_exported => {
                other.late_days = other.late_days.max(one.late_days);
                other.refused = other.refused.take().or(one.refused);
                other.parts.append(&mut one.parts);
                continue;
            }
            // Another of the same name, such as `ann.zip` beside `ann`: by its file's name.
            Some(_) => one.name = unique_name(&path),
            None => {}
        }
        while found.contains_key(&one.name) {
            one.name.push('\'');
        }
        found.insert(one.name.clone(), one);
    }
    Ok(Search { found: found.into_values().collect(), passed_over })
}

/// A name that tells a path from every other in its folder, also where it is not UTF-8.
fn unique_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    match name.to_str() {
        Some(name) => name.to_owned(),
        None => format!("{}~{}", name.to_string_lossy(), &digest([name.as_encoded_bytes()])[..8]),
    }
}

/// A file as a submission that has the name of `called`.
fn single_file(path: PathBuf, called: &Path) -> Found {
    Found::new(stem(&unique_name(called)).to_owned(), path, &name_of(called))
}

/// Whether a file has the name that the homework gives to the program.
fn is_the_program(folder: &Tree, called: &OsStr) -> bool {
    let name = called.to_string_lossy().to_lowercase();
    let stem = stem(&name);
    may_be_submitted(folder, called)
        && (matches!(stem, "mancala" | "mancala3" | "mancala11") || name == "run")
}

/// A name without its endings, `.tar.gz` for instance.
fn stem(name: &str) -> &str {
    let name = ArchiveKind::without_ending(name);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() && Language::of_ending(name).is_some() => stem,
        _ => name,
    }
}

enum Entry {
    Submission,
    Litter,
    PassedOver(&'static str),
}

/// What an entry of a folder is; `is_exported` if its name is one that a platform gives.
fn what_is(folder: &Tree, called: &OsStr, kind: Kind, is_exported: bool) -> Entry {
    const LITTER: [&str; 6] =
        ["__MACOSX", "Thumbs.db", ".DS_Store", ".git", ".gitignore", GRADESCOPE_METADATA];
    // What was typed into a form of Moodle's.
    const TYPED: &str = "_assignsubmission_onlinetext";
    const OURS: [&str; 4] = ["csv", "toml", "md", "yml"];
    let name = called.to_string_lossy();
    let ending = Path::new(called).extension().unwrap_or_default().to_string_lossy();
    let is_about = name.to_lowercase().starts_with("readme") || OURS.contains(&&*ending);
    match () {
        () if LITTER.contains(&&*name) || name.contains(TYPED) => Entry::Litter,
        () if kind == Kind::Link => Entry::PassedOver("it is a link"),
        () if name.starts_with('.') => Entry::PassedOver("its name begins with a dot"),
        () if kind == Kind::Directory => Entry::Submission,
        () if kind != Kind::File => Entry::PassedOver("it is neither a file nor a folder"),
        () if is_exported
            || may_be_submitted(folder, called)
            || unknown_archive(&name).is_some() =>
        {
            Entry::Submission
        }
        () if is_about => Entry::Litter,
        () => Entry::PassedOver("it is neither a program nor an archive"),
    }
}

/// The ending of an archive of a kind that is not unpacked.
fn unknown_archive(name: &str) -> Option<&'static str> {
    const ENDINGS: [&str; 9] =
        [".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".7z", ".rar", ".gz", ".bz2"];
    let name = name.to_lowercase();
    let unknown = ENDINGS.into_iter().find(|ending| name.ends_with(ending));
    unknown.filter(|_| ArchiveKind::of(&name).is_none())
}

/// Whether a file is one that students hand in.
fn may_be_submitted(folder: &Tree, called: &OsStr) -> bool {
    let name = called.to_string_lossy();
    name == "run"
        || ArchiveKind::of(&name).is_some()
        || Language::of_ending(&name).is_some()
        || folder.file(Path::new(called), u64::MAX).is_ok_and(is_executable)
}
