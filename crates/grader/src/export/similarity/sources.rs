//! The sources of a class: what each submission's program is made of, and nothing else.
//!
//! Tests, backups, builds and other people's modules are left out, as in grading.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::Files;
use crate::submission::collect::CollectError;
use crate::submission::files::{headers, is_header};
use crate::submission::find::{FindError, Layout};
use crate::submission::recognise::recognise;
use crate::submission::{Found, Language, collect, find};
use mancala::homework::input::read_bounded;
use sandbox::Tree;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources {
    pub name: String,
    /// Who handed it in, where that is known and is not the name.
    pub people: Vec<String>,
    /// What a tool may colour it by; may be empty.
    pub label: String,
    pub language: Language,
    /// The main file first.
    pub files: Files,
}

/// A class, and what has no sources or is no submission, with the reason.
pub type Read = (Vec<Sources>, Vec<(String, String)>);

/// Reads the submissions at `path`; `scratch` is a folder for files that nobody keeps.
pub fn read(path: &Path, scratch: &Path) -> Result<Read, FindError> {
    let search = find(path, scratch, Layout::AsItLooks)?;
    let mut unusable = search.passed_over;
    let mut class = Vec::new();
    for (number, found) in search.found.iter().enumerate() {
        let place = scratch.join(format!("submission-{number}"));
        match of_one(found, &place) {
            Ok(sources) => class.push(sources),
            Err(CollectError::Unusable(why)) => {
                unusable.push((found.name.clone(), why.trim_end_matches('.').to_owned()));
            }
            Err(CollectError::Io(error)) => return Err(FindError::Io(path.to_owned(), error)),
        }
    }
    Ok((class, unusable))
}

fn of_one(found: &Found, place: &Path) -> Result<Sources, CollectError> {
    let root = Tree::open(&collect(found, place)?.root)?;
    let recognised = recognise(&root).map_err(CollectError::Unusable)?;
    let Some(language) = recognised.language.of_no_version() else {
        let why = "There is no source, only something to run.".to_owned();
        return Err(CollectError::Unusable(why));
    };
    let mut paths = recognised.sources;
    if matches!(language, Language::C | Language::Cpp) {
        paths.extend(headers(&root));
    }
    Ok(Sources {
        name: found.name.clone(),
        people: found.people.clone(),
        label: String::new(),
        language,
        files: theirs(&root, paths)?,
    })
}

/// What everybody was given, by language: a file, or all files of a language in a folder.
pub fn base(path: &Path) -> io::Result<Vec<(Language, Files)>> {
    let is_folder = fs::metadata(path)?.is_dir();
    let mut paths = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            let below = entry.path().strip_prefix(path).unwrap_or(entry.path());
            paths.push(below.to_owned());
        }
    }
    let (root, paths) = match (is_folder, path.file_name()) {
        (false, Some(name)) => (path.parent().unwrap_or(Path::new("")), vec![name.into()]),
        _ => (path, paths),
    };
    let of_language = |language: Language| {
        let is_of_it = |path: &&PathBuf| {
            let name = path.to_string_lossy();
            let has_headers = matches!(language, Language::C | Language::Cpp);
            Language::of_ending(&name) == Some(language) || has_headers && is_header(&name)
        };
        let paths = paths.iter().filter(is_of_it).cloned();
        let read = |path: PathBuf| {
            let bytes = fs::File::open(root.join(&path)).and_then(read_bounded)?;
            Ok((path, bytes))
        };
        Ok((language, paths.map(read).collect::<io::Result<_>>()?))
    };
    Language::ALL.into_iter().map(of_language).collect()
}

/// The beginnings of a student's files.
fn theirs(root: &Tree, paths: Vec<PathBuf>) -> io::Result<Files> {
    /// Of each, in bytes.
    const MOST: u64 = 1 << 20;
    let read = |path: PathBuf| {
        let bytes = root.beginning(&path, MOST).map_err(io::Error::other)?;
        Ok((path, bytes))
    };
    paths.into_iter().map(read).collect()
}
