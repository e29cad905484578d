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
//! `family` says what a language is to the tools, `sources` reads a class.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::report::file_name::file_name;
use crate::report::tables::text;
use crate::submission::Language;
use crate::submission::files::is_header;

mod sources;

pub use sources::{Sources, Unusable, base, read};

/// A tool that compares texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// JPlag.
    Jplag,
    /// Dolos.
    Dolos,
}

/// Files and their bytes, each by its path below a folder.
pub type Files = Vec<(PathBuf, Vec<u8>)>;

/// What is to be written for a language, and how the tool is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidOut {
    /// The language.
    pub family: Family,
    /// How many submissions there are in it; one alone is like nobody's.
    pub submissions: usize,
    /// By path below the folder that holds all languages.
    pub files: Files,
    /// The words of a command, those that are paths below that folder marked.
    pub command: Vec<Word>,
}

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// As it is.
    Plain(&'static str),
    /// A path below the folder that holds all languages.
    Below(String),
}

/// Lays out a class; `base` is what everybody was given.
pub fn lay_out(tool: Tool, class: &[Sources], base: &[(Family, Files)]) -> Vec<LaidOut> {
    let mut families: BTreeMap<Family, Vec<&Sources>> = BTreeMap::new();
    for sources in class {
        families.entry(sources.family).or_default().push(sources);
    }
    let laid_out = families.into_iter().map(|(family, class)| {
        let base = base.iter().find(|(of, _)| *of == family);
        let base = base.map_or(&[][..], |(_, files)| files);
        match tool {
            Tool::Jplag => for_jplag(family, &class, base),
            Tool::Dolos => for_dolos(family, &class, base),
        }
    });
    laid_out.collect()
}

fn for_jplag(family: Family, class: &[&Sources], base: &[(PathBuf, Vec<u8>)]) -> LaidOut {
    let folder = family.folder();
    let below = |place: &str, (path, bytes): &(PathBuf, Vec<u8>)| {
        let place = PathBuf::from(format!("{folder}/{place}"));
        (place.join(path), bytes.clone())
    };
    let mut files = Files::new();
    for sources in class {
        let place = format!("submissions/{}", file_name(&sources.name));
        files.extend(sources.files.iter().map(|file| below(&place, file)));
    }
    let mut command = vec![Word::Plain("java -jar jplag.jar -l"), Word::Plain(family.for_jplag())];
    if !base.is_empty() {
        files.extend(base.iter().map(|file| below("base", file)));
        command.push(Word::Plain("-bc"));
        command.push(Word::Below(format!("{folder}/base")));
    }
    command.push(Word::Plain("-r"));
    command.push(Word::Below(format!("{folder}/result")));
    command.push(Word::Below(format!("{folder}/submissions")));
    LaidOut { family, submissions: class.len(), files, command }
}

fn for_dolos(family: Family, class: &[&Sources], base: &[(PathBuf, Vec<u8>)]) -> LaidOut {
    let (folder, ending) = (family.folder(), family.ending());
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
        files.push((path, in_one(family, &sources.files)));
    }
    debug_assert!(written.is_ok());
    let info = info.into_inner().unwrap_or_default();
    files.push((PathBuf::from(format!("{folder}/info.csv")), info));
    let mut command = vec![Word::Plain("dolos run -l"), Word::Plain(folder)];
    if !base.is_empty() {
        let path = format!("{folder}/base.{ending}");
        files.push((PathBuf::from(&path), in_one(family, base)));
        command.push(Word::Plain("-i"));
        command.push(Word::Below(path));
    }
    command.push(Word::Below(format!("{folder}/info.csv")));
    LaidOut { family, submissions: class.len(), files, command }
}

/// All files one after the other, each with its name before it if there are several.
fn in_one(family: Family, files: &[(PathBuf, Vec<u8>)]) -> Vec<u8> {
    if let [(_, only)] = files {
        return only.clone();
    }
    let mut all = Vec::new();
    for (path, bytes) in files {
        let path = path.to_string_lossy().replace(char::is_control, "?");
        all.extend(format!("{} {path}\n", family.comment()).into_bytes());
        all.extend(bytes);
        if !bytes.ends_with(b"\n") {
            all.push(b'\n');
        }
    }
    all
}

/// A language, whatever its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Java.
    Java,
    /// Python, 2 and 3.
    Python,
    /// Rust.
    Rust,
    /// Go.
    Go,
    /// JavaScript.
    JavaScript,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::C, Self::Cpp, Self::Java, Self::Python, Self::Rust, Self::Go, Self::JavaScript];

    /// That of a language; `None` if there is no source.
    pub const fn of(language: Language) -> Option<Self> {
        match language {
            Language::C => Some(Self::C),
            Language::Cpp | Language::Cpp11 => Some(Self::Cpp),
            Language::Java => Some(Self::Java),
            Language::Python2 | Language::Python3 => Some(Self::Python),
            Language::Rust => Some(Self::Rust),
            Language::Go => Some(Self::Go),
            Language::JavaScript => Some(Self::JavaScript),
            Language::Executable => None,
        }
    }

    /// Whether a file of this name is a text of the language.
    pub fn has(self, name: &str) -> bool {
        let has_headers = matches!(self, Self::C | Self::Cpp);
        Language::of_ending(name).and_then(Self::of) == Some(self) || has_headers && is_header(name)
    }

    /// Its folder, which is also Dolos's name for it.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Java => "java",
            Self::Python => "python",
            Self::Rust => "rust",
            Self::Go => "go",
            Self::JavaScript => "javascript",
        }
    }

    /// JPlag's name for it.
    pub const fn for_jplag(self) -> &'static str {
        match self {
            Self::Python => "python3",
            other => other.folder(),
        }
    }

    /// The ending by which Dolos knows its files.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Python => "py",
            Self::Rust => "rs",
            Self::JavaScript => "js",
            other => other.folder(),
        }
    }

    /// What begins a comment.
    pub(super) const fn comment(self) -> &'static str {
        match self {
            Self::Python => "#",
            _ => "//",
        }
    }
}
