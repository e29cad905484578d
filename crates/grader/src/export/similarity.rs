//! The sources of a class as the tools want them that compare texts, JPlag and Dolos.
//!
//! ```text
//! java/submissions/ann/Mancala.java     for JPlag: a folder for each submission,
//! java/base/Skeleton.java               what everybody was given apart
//!
//! python/info.csv                       for Dolos: who wrote what,
//! python/files/ben.py                   a file for each submission,
//! python/base.py                        what everybody was given in one file
//! ```
//!
//! Each tool compares programs of one language at a time, so there is a folder for each. Dolos compares
//! files, so the sources of a submission become one, each with its name before it.
//!
//! Tests, backups, builds and other people's modules are left out, as in grading.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use walkdir::WalkDir;

use crate::report::file_name;
use crate::report::tables::table;
use crate::sheet::text;
use crate::submission::collect::{CollectError, collect};
use crate::submission::files::{headers, is_header};
use crate::submission::find::{FindError, Found, Layout, find};
use crate::submission::language::Language;
use crate::submission::recognise::recognise;
use mancala::homework::input::read_bounded;
use sandbox::Tree;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    Jplag,
    Dolos,
}

/// Files and their bytes, each by its path below a folder.
pub type Files = Vec<(PathBuf, Vec<u8>)>;

/// What is to be written for a language, and how the tool is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidOut {
    /// Of no version: it is the same language to the tools.
    pub language: Language,
    /// How many submissions there are in it; one alone is like nobody's.
    pub submissions: usize,
    /// By path below the folder that holds all languages.
    pub files: Files,
    /// What a shell is told.
    pub command: String,
}

/// The folder of a language, which is also Dolos's name for it.
pub fn folder(language: Language) -> &'static str {
    if language == Language::Python3 { "python" } else { language.name() }
}

/// Lays out a class in the folder `output`; `base` is what everybody was given.
pub fn lay_out(
    tool: Tool,
    class: &[Sources],
    base: &[(Language, Files)],
    output: &Path,
) -> Vec<LaidOut> {
    let mut languages: BTreeMap<Language, Vec<&Sources>> = BTreeMap::new();
    for sources in class {
        languages.entry(sources.language).or_default().push(sources);
    }
    let laid_out = languages.into_iter().map(|(language, class)| {
        let base = base.iter().find(|(of, _)| *of == language);
        let base = base.map_or(&[][..], |(_, files)| files);
        let below = |path: &str| {
            let path = output.join(folder(language)).join(path).to_string_lossy().into_owned();
            // Only a NUL cannot be quoted, and no path has one.
            shlex::try_quote(&path).map_or_else(|_| path.clone(), Into::into)
        };
        let (files, command) = match tool {
            Tool::Jplag => for_jplag(language, &class, base, below),
            Tool::Dolos => for_dolos(language, &class, base, below),
        };
        LaidOut { language, submissions: class.len(), files, command }
    });
    laid_out.collect()
}

/// The files of a language, and the command; `below` is a path below its folder as a word.
fn for_jplag(
    language: Language,
    class: &[&Sources],
    base: &[(PathBuf, Vec<u8>)],
    below: impl Fn(&str) -> String,
) -> (Files, String) {
    let folder = folder(language);
    let put = |place: &str, (path, bytes): &(PathBuf, Vec<u8>)| {
        (PathBuf::from(format!("{folder}/{place}")).join(path), bytes.clone())
    };
    let mut files = Files::new();
    for sources in class {
        let place = format!("submissions/{}", file_name(&sources.name));
        files.extend(sources.files.iter().map(|file| put(&place, file)));
    }
    files.extend(base.iter().map(|file| put("base", file)));
    let given = if base.is_empty() { String::new() } else { format!(" -bc {}", below("base")) };
    let (result, submissions) = (below("result"), below("submissions"));
    let language = language.name();
    (files, format!("java -jar jplag.jar -l {language}{given} -r {result} {submissions}"))
}

fn for_dolos(
    language: Language,
    class: &[&Sources],
    base: &[(PathBuf, Vec<u8>)],
    below: impl Fn(&str) -> String,
) -> (Files, String) {
    let folder = folder(language);
    let ending = language.usual().endings.first().copied().unwrap_or_default();
    let mut files = Files::new();
    let mut add = |name: &str, bytes: Vec<u8>| files.push((Path::new(folder).join(name), bytes));
    let mut rows = Vec::new();
    for sources in class {
        let name = format!("files/{}.{ending}", file_name(&sources.name));
        let (people, own) = (&sources.people, &sources.name);
        let people = if people.is_empty() { own.clone() } else { people.join(", ") };
        add(&name, in_one(language, &sources.files));
        rows.push(vec![name, text(&people), text(&sources.label)]);
    }
    let info = table(vec!["filename", "full_name", "label"], rows);
    add("info.csv", info.into_bytes());
    let mut given = String::new();
    if !base.is_empty() {
        let name = format!("base.{ending}");
        given = format!(" -i {}", below(&name));
        add(&name, in_one(language, base));
    }
    let info = below("info.csv");
    (files, format!("dolos run -l {folder}{given} {info}"))
}

/// All files one after the other, each with its name before it if there are several.
fn in_one(language: Language, files: &[(PathBuf, Vec<u8>)]) -> Vec<u8> {
    if let [(_, only)] = files {
        return only.clone();
    }
    let comment = if language == Language::Python3 { "#" } else { "//" };
    let mut all = Vec::new();
    for (path, bytes) in files {
        let path = path.to_string_lossy().replace(char::is_control, "?");
        all.extend(format!("{comment} {path}\n").into_bytes());
        all.extend(bytes);
        if !bytes.ends_with(b"\n") {
            all.push(b'\n');
        }
    }
    all
}

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
        match of_one(found, &scratch.join(format!("submission-{number}"))) {
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
    /// Of each of a student's files, in bytes.
    const MOST: u64 = 1 << 20;
    let root = Tree::open(&collect(found, place)?.root)?;
    let recognised = recognise(&root).map_err(CollectError::Unusable)?;
    let Some(language) = recognised.language.of_no_version() else {
        let why = "There is no source, only something to run.".to_owned();
        return Err(CollectError::Unusable(why));
    };
    let mut paths = recognised.sources;
    if has_headers(language) {
        paths.extend(headers(&root));
    }
    let read = |path: PathBuf| {
        let bytes = root.beginning(&path, MOST).map_err(io::Error::other)?;
        Ok((path, bytes))
    };
    Ok(Sources {
        name: found.name.clone(),
        people: found.people.clone(),
        label: String::new(),
        language,
        files: paths.into_iter().map(read).collect::<io::Result<_>>()?,
    })
}

fn has_headers(language: Language) -> bool {
    matches!(language, Language::C | Language::Cpp)
}

/// What everybody was given, by language: a file, or all files of a language in a folder.
pub fn base(path: &Path) -> io::Result<Vec<(Language, Files)>> {
    let is_folder = fs::metadata(path)?.is_dir();
    let mut paths = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            paths.push(entry.path().strip_prefix(path).unwrap_or(entry.path()).to_owned());
        }
    }
    let (root, paths) = match (is_folder, path.file_name()) {
        // Also if it is a link or a device.
        (false, Some(name)) => (path.parent().unwrap_or(Path::new("")), vec![name.into()]),
        _ => (path, paths),
    };
    let of_language = |language: Language| {
        let is_of_it = |path: &&PathBuf| {
            let name = path.to_string_lossy();
            Language::of_ending(&name) == Some(language)
                || has_headers(language) && is_header(&name)
        };
        let read = |path: &PathBuf| {
            Ok((path.clone(), fs::File::open(root.join(path)).and_then(read_bounded)?))
        };
        Ok((language, paths.iter().filter(is_of_it).map(read).collect::<io::Result<_>>()?))
    };
    Language::ALL.into_iter().map(of_language).collect()
}
