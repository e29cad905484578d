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
//! `sources` reads a class.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::report::file_name;
use crate::report::tables::text;
use crate::submission::Language;

mod sources;

pub use sources::{Read, Sources, base, read};

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

impl LaidOut {
    /// The folder of the language, which is also Dolos's name for it.
    pub fn folder(&self) -> &'static str {
        folder(self.language)
    }
}

fn folder(language: Language) -> &'static str {
    match language {
        Language::Python3 => "python",
        other => other.name(),
    }
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
        let below =
            |path: &str| quoted(&output.join(folder(language)).join(path).to_string_lossy());
        let (files, command) = match tool {
            Tool::Jplag => for_jplag(language, &class, base, below),
            Tool::Dolos => for_dolos(language, &class, base, below),
        };
        LaidOut { language, submissions: class.len(), files, command }
    });
    laid_out.collect()
}

fn quoted(word: &str) -> String {
    // Only a NUL cannot be quoted, and no path has one.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
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
        let place = PathBuf::from(format!("{folder}/{place}"));
        (place.join(path), bytes.clone())
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
    let mut info = csv::Writer::from_writer(Vec::new());
    // Writing to memory fails only for rows of unequal length, and ours are equal.
    let mut written = info.write_record(["filename", "full_name", "label"]);
    for sources in class {
        let name = format!("files/{}.{ending}", file_name(&sources.name));
        let people = match sources.people.is_empty() {
            true => sources.name.clone(),
            false => sources.people.join(", "),
        };
        let row = [name.clone(), text(&people), text(&sources.label)];
        written = written.and_then(|()| info.write_record(row));
        let path = PathBuf::from(format!("{folder}/{name}"));
        files.push((path, in_one(language, &sources.files)));
    }
    debug_assert!(written.is_ok());
    let info = info.into_inner().unwrap_or_default();
    files.push((PathBuf::from(format!("{folder}/info.csv")), info));
    let mut given = String::new();
    if !base.is_empty() {
        let name = format!("base.{ending}");
        given = format!(" -i {}", below(&name));
        files.push((Path::new(folder).join(name), in_one(language, base)));
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
        all.extend(format!("{} {path}\n", comment).into_bytes());
        all.extend(bytes);
        if !bytes.ends_with(b"\n") {
            all.push(b'\n');
        }
    }
    all
}
