//! Which of a submission's files is the program, and in which language it is written.
//!
//! A file called `run` is the program. Else it is a source file; tests, backups and skeletons are left
//! out, and of the others the first rule that leaves one decides:
//! 1. where a program must have a main function, it has one;
//! 2. it is called `mancala11`, `mancala3` or `mancala`, as in the homework, else something like it;
//! 3. it has a main function where it need not have one;
//! 4. no other file refers to it;
//! 5. it lies less deep than the others.
//!
//! Without any source file, the program is the only file that can be executed. `mancala.py` was
//! Python 2 in the course and is Python 3 today, so its text decides, and that of what it imports.
//!
//! Left out: reading more of a file than its text.

use std::path::{Path, PathBuf};

use super::files::{files_below, is_executable, name_of};
use super::language::Language;
use super::python::{self, Shebang};
use super::source::{Source, needs_main};
use super::{java, left_out};

/// A program as it was handed in. Paths are relative to the submission's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// Its language.
    pub language: Language,
    /// Its main file.
    pub program: PathBuf,
    /// All files of its language that belong to it, the main file first.
    pub sources: Vec<PathBuf>,
    /// The main class, for Java.
    pub class: String,
    /// The line that can only be Python 2, if one is, as in "agent.py, line 12".
    pub python2_line: String,
    /// What was chosen and what was left out, if there was a choice.
    pub warnings: Vec<String>,
}

impl Recognised {
    fn new(language: Language, program: PathBuf) -> Self {
        Self {
            language,
            sources: vec![program.clone()],
            program,
            class: String::new(),
            python2_line: String::new(),
            warnings: Vec::new(),
        }
    }
}

/// Recognises the program below `root`.
///
/// # Errors
/// A sentence for the student if there is no program, or there are several.
pub fn recognise(root: &Path) -> Result<Recognised, String> {
    let files = files_below(root);
    if let Some(run) = files.iter().find(|path| path.as_path() == Path::new("run")) {
        return Ok(Recognised::new(Language::Executable, run.clone()));
    }
    let sources: Vec<_> = files
        .iter()
        .filter_map(|path| Some((path, Language::of_ending(&name_of(path))?)))
        .map(|(path, language)| Source::read(root, path.clone(), language))
        .collect();
    if sources.is_empty() {
        let mut binaries = files.iter().filter(|path| is_executable(&root.join(path)));
        return match (binaries.next(), binaries.next()) {
            (Some(only), None) => Ok(Recognised::new(Language::Executable, only.clone())),
            _ => Err(no_program(&files)),
        };
    }
    let (sources, mut warnings) = belonging(sources);
    let main = choose(&sources)?;
    let mut program = Recognised::new(main.language, main.path.clone());
    let others = others(main, &sources, &mut warnings);
    program
        .sources
        .extend(others.iter().map(|source| source.path.clone()));
    program.language = version(main);
    if program.language == Language::Java {
        program.class = java::main_class(&main.code, &main.stem()).unwrap_or(main.stem());
    }
    if program.language == Language::Python3
        && python::shebang(&main.text) != Shebang::Python3
        && let Some(line) = line_of_python2(main, &others)
    {
        program.language = Language::Python2;
        program.python2_line = line;
    }
    program.warnings = warnings;
    Ok(program)
}

/// What is handed in where nothing is a program, such as an archive that cannot be unpacked.
fn no_program(files: &[PathBuf]) -> String {
    let names = files.iter().take(MOST_NAMED);
    let names: Vec<_> = names.map(|path| path.display().to_string()).collect();
    let among = match names.is_empty() {
        true => String::new(),
        false => format!(" among {}", names.join(", ")),
    };
    format!("There is no program: no file of a known language{among}.")
}

/// The sources without those that are not part of any program, and what is said of those.
fn belonging(sources: Vec<Source>) -> (Vec<Source>, Vec<String>) {
    let why = |source: &Source| {
        let is_test = source.language == Language::Java
            && [
                "import org.junit",
                "import static org.junit",
                "import junit.",
            ]
            .iter()
            .any(|import| source.code.contains(import));
        match is_test || name_of(&source.path).ends_with("_test.go") {
            true => Some("a test"),
            false => left_out::why(&source.path, source.has_main),
        }
    };
    let (left_out, kept): (Vec<_>, Vec<_>) = sources
        .into_iter()
        .partition(|source| why(source).is_some());
    if kept.is_empty() {
        return (left_out, Vec::new());
    }
    let say = |source: &Source| {
        let what = why(source).unwrap_or_default();
        format!(
            "{} is left out: it looks like {what}",
            source.path.display()
        )
    };
    let mut warnings: Vec<_> = left_out.iter().take(MOST_NAMED).map(say).collect();
    if left_out.len() > MOST_NAMED {
        warnings.push(format!("{} more are left out", left_out.len() - MOST_NAMED));
    }
    (kept, warnings)
}

/// The most files that are named one by one.
const MOST_NAMED: usize = 8;

/// Keeps those for which `rank` is highest.
fn narrow<K: Ord>(sources: &mut Vec<&Source>, rank: impl Fn(&Source) -> K) {
    let best = sources.iter().map(|source| rank(source)).max();
    sources.retain(|source| best.as_ref() == Some(&rank(source)));
}

fn choose(sources: &[Source]) -> Result<&Source, String> {
    let mut left: Vec<_> = sources.iter().collect();
    narrow(&mut left, |source| {
        source.has_main || !needs_main(source.language)
    });
    narrow(&mut left, |source| likeness(&source.stem()));
    narrow(&mut left, |source| source.has_main);
    let all = left.clone();
    narrow(&mut left, |source| {
        let is_other = |other: &&&Source| other.path != source.path;
        !all.iter().filter(is_other).any(|it| it.refers_to(source))
    });
    if left.iter().any(|source| source.has_main) {
        narrow(&mut left, |source| {
            std::cmp::Reverse(source.path.components().count())
        });
    }
    match left.as_slice() {
        [only] => Ok(only),
        several => {
            let names: Vec<_> = several
                .iter()
                .map(|source| source.path.display().to_string())
                .collect();
            Err(format!(
                "It cannot be told which file is the program: {}. Call it `mancala`.",
                names.join(", ")
            ))
        }
    }
}

/// How much a file is called like the homework.
fn likeness(stem: &str) -> u8 {
    match stem.to_lowercase().as_str() {
        "mancala11" => 5,
        "mancala3" => 4,
        "mancala" => 3,
        name if name.contains("mancala") => 2,
        "main" | "hw2" | "homework2" | "kalah" => 1,
        _ => 0,
    }
}

/// The other sources of the program; what is left out of them is said.
fn others<'a>(
    main: &'a Source,
    sources: &'a [Source],
    warnings: &mut Vec<String>,
) -> Vec<&'a Source> {
    let is_other = |it: &&Source| it.language == main.language && it.path != main.path;
    let mut left: Vec<_> = sources.iter().filter(is_other).collect();
    // Of two that are the same, the one that lies less deep stays.
    left.sort_by_key(|source| source.path.components().count());
    let mut others: Vec<&Source> = Vec::new();
    let mut said = Vec::new();
    for source in left {
        let is_main_too = source.has_main && needs_main(source.language);
        // Two main functions cannot be linked.
        let links = matches!(source.language, Language::C | Language::Cpp);
        let is_twin = is_twin(source, main) || others.iter().any(|other| is_twin(source, other));
        let is_included = sources.iter().any(|it| it.includes(source));
        if is_main_too || is_twin {
            said.push(source.path.display().to_string());
        }
        let cannot_be_linked = is_main_too && links;
        if !(is_twin || is_included || cannot_be_linked) {
            others.push(source);
        }
    }
    others.sort_by(|a, b| a.path.cmp(&b.path));
    if !said.is_empty() {
        let more = said.len().saturating_sub(MOST_NAMED);
        said.truncate(MOST_NAMED);
        let more = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (main, said) = (main.path.display(), said.join(", "));
        warnings.push(format!(
            "{main} is taken as the program, and not {said}{more}"
        ));
    }
    others
}

/// Whether two files cannot both be part of a program: they declare the same class of Java, or are
/// copies of each other.
fn is_twin(one: &Source, other: &Source) -> bool {
    if one.language == Language::Java {
        let classes = java::top_classes(&other.code);
        return java::package(&one.code) == java::package(&other.code)
            && java::top_classes(&one.code)
                .iter()
                .any(|class| classes.contains(class));
    }
    name_of(&one.path) == name_of(&other.path) && one.text == other.text
}

/// The version of a language that a program is written in, as far as its file's name says.
fn version(main: &Source) -> Language {
    match (main.language, main.stem().to_lowercase().as_str()) {
        (Language::Cpp, "mancala11") => Language::Cpp11,
        (Language::Python3, _) if python::shebang(&main.text) == Shebang::Python2 => {
            Language::Python2
        }
        (language, _) => language,
    }
}

/// Where the program, or what it imports, can only be Python 2.
fn line_of_python2(main: &Source, others: &[&Source]) -> Option<String> {
    if main.stem().eq_ignore_ascii_case("mancala3") {
        return None;
    }
    let mut read = vec![main];
    let mut at = 0;
    while let Some(&source) = read.get(at) {
        if let Some(line) = python::first_line_of_python2(&source.text) {
            return Some(format!("{}, line {line}", source.path.display()));
        }
        let imported = others.iter().filter(|&&other| source.refers_to(other));
        let new = imported.filter(|other| !read.iter().any(|it| it.path == other.path));
        let new: Vec<_> = new.copied().collect();
        read.extend(new);
        at += 1;
    }
    None
}
