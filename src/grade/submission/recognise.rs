//! Which of a submission's files is the program, and in which language it is written.
//!
//! The first that applies:
//! 1. a file called `run`;
//! 2. a file called `mancala11`, `mancala3` or `mancala`, as in the homework, whatever its case;
//! 3. the only source file with a main function, or the only source file at all;
//! 4. the only file that can be executed.
//!
//! `mancala.py` was Python 2 in the course and is Python 3 today, so its text decides.
//!
//! Left out: reading more of a file than its text.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::files::{is_executable, name_of};
use super::language::Language;

/// A program as it was handed in. Paths are relative to the submission's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// Its language.
    pub language: Language,
    /// Its main file.
    pub program: PathBuf,
    /// All files of its language, the main file first.
    pub sources: Vec<PathBuf>,
    /// The main class, for Java.
    pub class: String,
}

/// Recognises the program below `root`.
///
/// # Errors
/// A sentence for the student if there is no program, or there are several.
pub fn recognise(root: &Path) -> Result<Recognised, String> {
    let files = files(root);
    if let Some(run) = files.iter().find(|path| path.as_path() == Path::new("run")) {
        return Ok(executable(run.clone()));
    }
    let mut sources: Vec<_> = files
        .iter()
        .filter_map(|path| Some((path.clone(), Language::of_ending(&name_of(path))?)))
        .collect();
    let main = match choose(root, &sources) {
        Choice::One(path, language) => (path, language),
        Choice::Several(names) => {
            return Err(format!(
                "It cannot be told which file is the program: {names}. Call it `mancala`."
            ));
        }
        Choice::Nothing => {
            let mut binaries = files.iter().filter(|path| is_executable(&root.join(path)));
            return match (binaries.next(), binaries.next()) {
                (Some(only), None) => Ok(executable(only.clone())),
                _ => Err("There is no program: no file of a known language.".to_owned()),
            };
        }
    };
    let (program, language) = main;
    sources.retain(|(path, other)| *other == language && *path != program);
    let text = text(&root.join(&program));
    Ok(Recognised {
        language: version(language, &program, &text),
        class: if language == Language::Java {
            java_class(&program, &text)
        } else {
            String::new()
        },
        sources: [program.clone()]
            .into_iter()
            .chain(sources.into_iter().map(|(path, _)| path))
            .collect(),
        program,
    })
}

fn executable(program: PathBuf) -> Recognised {
    Recognised {
        language: Language::Executable,
        sources: vec![program.clone()],
        program,
        class: String::new(),
    }
}

enum Choice {
    One(PathBuf, Language),
    Several(String),
    Nothing,
}

fn choose(root: &Path, sources: &[(PathBuf, Language)]) -> Choice {
    for name in ["mancala11", "mancala3", "mancala"] {
        let named: Vec<_> = sources
            .iter()
            .filter(|(path, _)| stem(path) == name)
            .collect();
        if !named.is_empty() {
            return only(&named);
        }
    }
    let main: Vec<_> = sources
        .iter()
        .filter(|(path, language)| has_main(*language, &text(&root.join(path))))
        .collect();
    if main.is_empty() {
        only(&sources.iter().collect::<Vec<_>>())
    } else {
        only(&main)
    }
}

fn only(sources: &[&(PathBuf, Language)]) -> Choice {
    match sources {
        [] => Choice::Nothing,
        [(path, language)] => Choice::One(path.clone(), *language),
        several => {
            let names = several.iter().map(|(path, _)| path.display().to_string());
            Choice::Several(names.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Files that are not hidden, sorted, relative to `root`.
fn files(root: &Path) -> Vec<PathBuf> {
    const DEEPEST: usize = 8;
    let is_visible = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || name == "__MACOSX")
    };
    WalkDir::new(root)
        .max_depth(DEEPEST)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_visible)
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| Some(entry.path().strip_prefix(root).ok()?.to_owned()))
        .collect()
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().to_lowercase()
}

/// The beginning of a file, as text.
fn text(path: &Path) -> String {
    const MOST: usize = 1 << 20;
    let bytes = fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes[..bytes.len().min(MOST)]).into_owned()
}

fn has_main(language: Language, text: &str) -> bool {
    let without_blanks = |line: &str| line.split_whitespace().collect::<String>();
    match language {
        Language::C | Language::Cpp | Language::Cpp11 => {
            text.lines().map(without_blanks).any(|line| {
                line.starts_with("intmain(")
                    || line.starts_with("main(")
                    || line.starts_with("voidmain(")
            })
        }
        Language::Java => text.contains("static void main"),
        Language::Python2 | Language::Python3 => text.contains("__main__"),
        Language::Rust | Language::Go => text
            .lines()
            .any(|line| line.starts_with("fn main(") || line.starts_with("func main(")),
        Language::JavaScript | Language::Executable => false,
    }
}

/// The version of a language that a program is written in.
fn version(language: Language, program: &Path, text: &str) -> Language {
    match (language, stem(program).as_str()) {
        (Language::Cpp, "mancala11") => Language::Cpp11,
        (Language::Python3, "mancala3") => Language::Python3,
        (Language::Python3, _) if is_python2(text) => Language::Python2,
        _ => language,
    }
}

/// Whether a Python program can only be Python 2: by its first line, or by what Python 3 refuses.
fn is_python2(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("#!") && first.contains("python") {
        if first.contains("python2") {
            return true;
        }
        if first.contains("python3") {
            return false;
        }
    }
    text.lines().map(str::trim_start).any(|line| {
        let prints = line
            .strip_prefix("print ")
            .is_some_and(|what| !what.trim_start().starts_with(['(', '=']));
        let old_except = line.starts_with("except ") && line.contains(", ") && !line.contains('(');
        let old_name = [
            "xrange(",
            "raw_input(",
            ".has_key(",
            ".iteritems(",
            "sys.maxint",
        ];
        let is_comment = line.starts_with('#');
        prints || old_except || !is_comment && old_name.iter().any(|name| line.contains(name))
    })
}

/// The full name of the class in a Java file, which has the file's name.
fn java_class(program: &Path, text: &str) -> String {
    let class = program.file_stem().unwrap_or_default().to_string_lossy();
    let class = declared_class(text).unwrap_or(class.into_owned());
    let package = text.lines().find_map(|line| {
        let name = line.trim_start().strip_prefix("package ")?;
        Some(name.split(';').next()?.trim().to_owned())
    });
    match package {
        Some(package) => format!("{package}.{class}"),
        None => class,
    }
}

/// The last class that is declared before the main function.
fn declared_class(text: &str) -> Option<String> {
    let before = text.split("static void main").next()?;
    let mut words = before.split(|c: char| c.is_whitespace() || c == '{');
    let mut class = None;
    while let Some(word) = words.next() {
        if word == "class" {
            class = words.find(|word| !word.is_empty()).or(class);
        }
    }
    class.map(str::to_owned)
}
