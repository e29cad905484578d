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
//! Python 2 in the course and is Python 3 today: which of them runs it is found out by running it.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use explain::some_of;
use sandbox::Tree;

use super::files::{
    Budget, MAX_NAMED, files_below, first_ignored, is_executable, name_of, why_left_out,
};
use super::java;
use super::language::Language;
use super::source::{Source, all_included, named_by_others, needs_main};

/// A program as it was handed in. Paths are relative to the submission's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    pub language: Language,
    pub program: PathBuf,
    /// All files of its language that belong to it, the main file first.
    pub sources: Vec<PathBuf>,
    pub class: String,
    /// The older version of the language that it may be written in.
    pub older: Option<Language>,
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
            older: None,
            warnings: Vec::new(),
        }
    }
}

/// Recognises the program below `root`.
///
/// # Errors
/// A sentence for the student if there is no program, or there are several.
pub fn recognise(root: &Tree) -> Result<Recognised, String> {
    candidates(root).map(|mut candidates| candidates.swap_remove(0))
}

/// The most files that are tried as the program.
const MAX_TRIED: usize = 3;

/// The program below `root`, and then what else may be it.
///
/// # Errors
/// Those of [`recognise`].
pub fn candidates(root: &Tree) -> Result<Vec<Recognised>, String> {
    let files = files_below(root);
    if let Some(program) = executable(root, &files) {
        return Ok(vec![Recognised::new(Language::Executable, program.clone())]);
    }
    let mut budget = Budget::whole();
    let sources: Vec<_> = files
        .iter()
        .filter_map(|path| Some((path, Language::of_ending(&name_of(path))?)))
        .map(|(path, language)| Source::read(root, path, language, &mut budget))
        .collect();
    if sources.is_empty() {
        return Err(no_program(&files));
    }
    let unread = sources.iter().filter(|source| !source.is_read).count();
    let (sources, mut warnings) = belonging(sources);
    if unread > 0 {
        warnings.push(Budget::passed(unread));
    }
    let mut left: Vec<_> = sources.iter().collect();
    let mut candidates = Vec::new();
    while candidates.len() < MAX_TRIED && !left.is_empty() {
        match choose(left.clone()) {
            Ok(main) => {
                candidates.push(of_main(main, &sources, warnings.clone()));
                left.retain(|it| it.path != main.path && (it.has_main || likeness(&it.stem()) > 0));
            }
            Err(why) if candidates.is_empty() => return Err(why),
            Err(_) => break,
        }
    }
    Ok(candidates)
}

/// Which of the files is run as it is: `run`, or the only program where none is a source.
pub(super) fn executable<'f>(root: &Tree, files: &'f [PathBuf]) -> Option<&'f PathBuf> {
    if let Some(run) = files.iter().find(|path| path.as_path() == Path::new("run")) {
        return Some(run);
    }
    if files.iter().any(|path| Language::of_ending(&name_of(path)).is_some()) {
        return None;
    }
    let opened = |path: &&PathBuf| root.file(path, u64::MAX).is_ok_and(is_executable);
    let mut programs = files.iter().filter(opened);
    programs.next().filter(|_| programs.next().is_none())
}

fn of_main(main: &Source, sources: &[Source], mut warnings: Vec<String>) -> Recognised {
    let mut program = Recognised::new(main.language, main.path.clone());
    let others = others(main, sources, &mut warnings);
    program.sources.extend(others.iter().map(|source| source.path.clone()));
    (program.language, program.older) = version(main);
    if program.language == Language::Java {
        let class = java::main_class(&main.code, &main.stem());
        program.class = class.unwrap_or_else(|| as_class(&main.stem()));
    }
    program.warnings = warnings;
    program
}

/// A file's name as that of a class: no name of a file becomes an option of a command.
fn as_class(stem: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    stem.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// What is handed in where nothing is a program, such as an archive that cannot be unpacked.
fn no_program(files: &[PathBuf]) -> String {
    let what = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let kind = KINDS.iter().find(|(known, _)| known.contains(&ending.as_str()));
        let kind = kind.map_or(String::new(), |(_, kind)| format!(" ({kind})"));
        format!("{}{kind}", path.display())
    };
    if files.is_empty() {
        return "No program found: nothing was handed in.".to_owned();
    }
    let found = some_of(&files.iter().map(what).collect::<Vec<_>>(), MAX_NAMED);
    format!("No program found: there is no source file in a supported language. Found: {found}.")
}

/// What is handed in for a program, and is none.
const KINDS: [(&[&str], &str); 5] = [
    (&["pdf", "docx"], "a text for readers; hand in the source"),
    (&["jar", "class"], "compiled Java; hand in the source"),
    (&["pyc"], "compiled Python; hand in the source"),
    (&["exe"], "a program for Windows; hand in the source"),
    (&["rar", "7z"], "cannot be unpacked; use .zip"),
];

/// The sources without those that are not part of any program, and what is said of those.
fn belonging(sources: Vec<Source>) -> (Vec<Source>, Vec<String>) {
    let why = |source: &Source| {
        let is_test = source.language == Language::Java
            && ["import org.junit", "import static org.junit", "import junit."]
                .iter()
                .any(|import| source.code.contains(import));
        match is_test || name_of(&source.path).ends_with("_test.go") {
            true => Some("a test"),
            false => why_left_out(&source.path, source.has_main),
        }
    };
    let (left_out, kept): (Vec<_>, Vec<_>) =
        sources.into_iter().partition(|source| why(source).is_some());
    if kept.is_empty() {
        return (left_out, Vec::new());
    }
    let say = |source: &Source| {
        let what = why(source).unwrap_or_default();
        format!("{} was ignored because it looks like {what}", source.path.display())
    };
    (kept, first_ignored(left_out.iter().map(say)))
}

/// Keeps those for which `rank` is highest.
fn narrow<K: Ord>(sources: &mut Vec<&Source>, rank: impl Fn(&Source) -> K) {
    let best = sources.iter().map(|source| rank(source)).max();
    sources.retain(|source| best.as_ref() == Some(&rank(source)));
}

fn choose(mut left: Vec<&Source>) -> Result<&Source, String> {
    narrow(&mut left, |source| source.has_main || !needs_main(source.language));
    narrow(&mut left, |source| likeness(&source.stem()));
    narrow(&mut left, |source| source.has_main);
    let named = named_by_others(&left);
    narrow(&mut left, |source| !named.contains(&source.path));
    if left.iter().any(|source| source.has_main) {
        narrow(&mut left, |source| std::cmp::Reverse(source.path.components().count()));
    }
    match left.as_slice() {
        [only] => Ok(only),
        several => {
            let names: Vec<_> = several.iter().map(|it| it.path.to_string_lossy()).collect();
            let any =
                format!("Any of these files could be the program: {}", some_of(&names, MAX_NAMED));
            Err(format!("{any}. Name the right one `mancala`."))
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
    let included = all_included(sources);
    let named = named_by_others(&sources.iter().collect::<Vec<_>>());
    let mut taken: HashSet<Identity<'_>> = identities(main).into_iter().collect();
    for source in left {
        // A module that is imported may have one for its own tests.
        let is_run = needs_main(source.language) || !named.contains(&source.path);
        let is_main_too = source.has_main && is_run;
        // Two main functions cannot be linked.
        let cannot_be_linked =
            is_main_too && matches!(source.language, Language::C | Language::Cpp);
        let identities = identities(source);
        let is_twin = identities.iter().any(|it| taken.contains(it));
        let is_included = included.contains(&name_of(&source.path));
        if is_main_too || is_twin {
            said.push(source.path.display().to_string());
        }
        if !(is_twin || is_included || cannot_be_linked) {
            others.push(source);
            taken.extend(identities);
        }
    }
    others.sort_by(|a, b| a.path.cmp(&b.path));
    if !said.is_empty() {
        let (main, said) = (main.path.display(), some_of(&said, MAX_NAMED));
        warnings.push(format!("{main} was run, and not {said}"));
    }
    others
}

/// What no two files of a program share: a class of Java with its package, or the name of a file and what is in it, of
/// which another is a copy.
type Identity<'a> = (Option<String>, Cow<'a, str>);

fn identities(source: &Source) -> Vec<Identity<'_>> {
    match source.language {
        _ if !source.is_read => Vec::new(),
        Language::Java => {
            let package = java::package(&source.code);
            let classes = java::top_classes(&source.code).into_iter();
            classes.map(|class| (package.clone(), class.into())).collect()
        }
        _ => vec![(Some(name_of(&source.path)), Cow::Borrowed(&source.text))],
    }
}

/// The version of a language that a program is written in, as far as its file says, and an older one that it may be.
fn version(main: &Source) -> (Language, Option<Language>) {
    let first = main.text.lines().next().filter(|it| it.starts_with("#!")).unwrap_or_default();
    match (main.language, main.stem().to_lowercase().as_str()) {
        (Language::Cpp, "mancala11") => (Language::Cpp11, None),
        (Language::Python3, _) if first.contains("python2") => (Language::Python2, None),
        (Language::Python3, name) if name != "mancala3" && !first.contains("python3") => {
            (Language::Python3, Some(Language::Python2))
        }
        (language, _) => (language, None),
    }
}
