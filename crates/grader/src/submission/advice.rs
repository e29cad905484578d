//! Why a program does not answer, in sentences that name the place: from what it said, and from its source.
//!
//! A sentence claims no more than what was seen. What a student owns is read by descriptor, as much as the
//! `Budget` allows, and nothing of it is executed.

use std::path::{Component, Path, PathBuf};

use super::command::Program;
use super::files::{Budget, name_of};
use super::language::Language;
use super::source::{Source, needs_main};
use explain::evidence::End;
use mancala::homework::{INPUT, NEXT_STATE, TRAVERSE_LOG};
use sandbox::Tree;

/// What a run on a small input came to.
#[derive(Debug, Clone, Copy)]
pub struct Ran<'a> {
    pub stdout: &'a str,
    /// What it, or its compiler, said to standard error.
    pub stderr: &'a str,
    pub end: End,
    /// Whether it leaves a next state with nothing in it.
    pub is_empty: bool,
    /// The next state that is correct.
    pub state: &'a str,
    /// What it wrote under other names, with those of the homework.
    pub misnamed: &'a [(String, &'static str)],
    /// Whether it runs, reads its input and writes a state, and lacks a log only.
    pub has_state: bool,
}

/// The most sentences on one program, and the most characters of it that one of them shows.
const MOST: usize = 2;
const MAX_SHOWN: usize = 120;

/// What keeps the program below `root` from answering, the surest first; none if that is not to be seen.
pub fn advice(root: &Tree, program: &Program, ran: Ran<'_>) -> Vec<String> {
    let sources = sources(root, program);
    let sure = ran
        .misnamed
        .first()
        .map(|(name, wanted)| format!("the program writes {name}, not {wanted}"))
        .or_else(|| missing_package(ran.stderr))
        .or_else(|| opened(ran.stderr, program.recognised.language, &sources))
        .or_else(|| crash(ran, &sources));
    let left_out_or_named =
        || main_left_out(&sources).or_else(|| named(program.recognised.language, &sources));
    let (sure, printed) = match ran.has_state {
        true => (sure, None),
        false => (sure.or_else(left_out_or_named), printed(ran)),
    };
    let mut said: Vec<_> = sure.into_iter().chain(elsewhere(&sources)).chain(printed).collect();
    said.truncate(MOST);
    if said.is_empty() && !ran.has_state && ran.end == End::Normal {
        said.push(match ran.is_empty {
            true => format!("the program leaves {NEXT_STATE} empty; close a file after writing it"),
            false => format!("the program ends without an error and writes no {NEXT_STATE}"),
        });
    }
    said
}

/// Why the program below `root` may not have been built, if that is to be seen.
pub fn advice_on_build(root: &Tree, program: &Program) -> Option<String> {
    main_left_out(&sources(root, program))
}

/// Whether a sentence has what Python 3 says of a program in Python 2.
pub fn is_of_python_2(said: &str) -> bool {
    const SIGNS: [&str; 9] = [
        "Missing parentheses in call to 'print'",
        "inconsistent use of tabs",
        "multiple exception types must be parenthesized",
        "'xrange'",
        "'raw_input'",
        "'unicode'",
        "'has_key'",
        "'iteritems'",
        "'maxint'",
    ];
    SIGNS.iter().any(|sign| said.contains(sign))
}

/// Names of text files that the source has in quotes and that may be what it takes for its input, in the folder that it
/// runs in or below. A path of Windows is a plain name elsewhere.
pub fn inputs_named(root: &Tree, program: &Program) -> Vec<String> {
    let sources = sources(root, program);
    let is_plain = |name: &String| {
        let is_below = Path::new(name).components().all(|it| matches!(it, Component::Normal(_)));
        is_below && !name.contains(char::is_control) && name.len() < 100
    };
    let names = literals(&sources).map(|it| unescaped(it.1));
    let mut names: Vec<_> = names.filter(is_plain).collect();
    names.dedup();
    names.truncate(MOST);
    names
}

fn sources(root: &Tree, program: &Program) -> Vec<Source> {
    let mut budget = Budget::whole();
    let read = |path: &PathBuf| Source::read(root, path, program.recognised.language, &mut budget);
    program.recognised.sources.iter().map(read).collect()
}

/// "line 31 of mancala.java".
fn place(source: &Source, line: usize) -> String {
    format!("line {line} of {}", source.path.display())
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.split_once(after)?.0).filter(|it| !it.is_empty() && it.len() <= MAX_SHOWN)
}

fn missing_package(stderr: &str) -> Option<String> {
    let of_python_2 =
        stderr.lines().find_map(|line| line.strip_prefix("ImportError: No module named "));
    let name = between(stderr, "ModuleNotFoundError: No module named '", "'")
        .or(of_python_2)
        .or_else(|| between(stderr, "Cannot find module '", "'"))
        .or_else(|| between(stderr, "error: package ", " does not exist"))?;
    Some(format!("the program needs the package {name}, which is not installed here"))
}

/// The line that repairs it, in words of the language.
const fn argument(language: Language) -> &'static str {
    match language {
        Language::Java => "args[1]",
        Language::Python2 | Language::Python3 => "sys.argv[2]",
        Language::JavaScript => "process.argv[3]",
        Language::Go => "os.Args[2]",
        Language::Rust => "std::env::args().nth(2)",
        _ => "argv[2]",
    }
}

/// Which file it could not open, as it said itself.
fn opened(stderr: &str, language: Language, sources: &[Source]) -> Option<String> {
    let name = between(stderr, "No such file or directory: '", "'")
        .or_else(|| between(stderr, "FileNotFoundException: ", " ("))
        .or_else(|| between(stderr, "NoSuchFileException: ", "\n"))
        .or_else(|| between(stderr, "no such file or directory, open '", "'"))
        .filter(|name| ![INPUT, NEXT_STATE, TRAVERSE_LOG].contains(&last_part(name)))?;
    if name == "-i" {
        let what = "the program takes its first argument as the name of the input";
        return Some(format!("{what}; that one is `-i`"));
    }
    let last = last_part(name);
    let line = |source: &&Source| source.text.lines().position(|line| line.contains(last));
    let place = sources.iter().find_map(|it| Some(format!(" ({})", place(it, line(&it)? + 1))));
    let (place, argument) = (place.unwrap_or_default(), argument(language));
    let name = unescaped(name);
    Some(format!("the program opens {name}{place}, not the file of `-i`; that one is {argument}"))
}

/// What stands in quotes, with its lines.
fn quoted(sources: &[Source]) -> impl Iterator<Item = ((&Source, usize), &str)> {
    let lines = sources.iter().flat_map(|it| (1..).map(move |at| (it, at)).zip(it.text.lines()));
    lines.flat_map(|(place, line)| {
        line.split(['"', '\'']).skip(1).step_by(2).map(move |text| (place, text))
    })
}

/// The last part of a path, whichever way its slashes lean.
fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Names of files in quotes, which are neither the input of the homework nor its outputs, with their lines.
fn literals(sources: &[Source]) -> impl Iterator<Item = ((&Source, usize), &str)> {
    quoted(sources).filter(|(_, text)| {
        let last = last_part(text).to_lowercase();
        let is_ours = [NEXT_STATE, TRAVERSE_LOG].contains(&&*last) || *text == INPUT;
        let is_word = last.bytes().all(|it| it.is_ascii_alphanumeric() || b"._-".contains(&it));
        let is_input = last.len() > 5 && last.starts_with("input") && is_word;
        let is_file = [".txt", ".dat", ".in", ".inp"].iter().any(|it| last.ends_with(it));
        let is_text = last.len() > 4 && is_file && !last.contains("output");
        (is_input || is_text) && !is_ours
    })
}

fn unescaped(quoted: &str) -> String {
    quoted.replace("\\\\", "\\")
}

fn the_program_names(name: &str, (source, line): (&Source, usize)) -> String {
    let name: String = unescaped(name).chars().take(MAX_SHOWN).collect();
    format!("the program names {name} ({})", place(source, line))
}

/// Which file its source names, where it does not say what it opens.
fn named(language: Language, sources: &[Source]) -> Option<String> {
    let (place, name) = literals(sources).next()?;
    let (named, argument) = (the_program_names(name, place), argument(language));
    Some(format!("{named}; its input is in the file of `-i`, which is {argument}"))
}

/// An output in another folder that its source names.
fn elsewhere(sources: &[Source]) -> Option<String> {
    let is_output = |text: &&str| {
        [NEXT_STATE, TRAVERSE_LOG].iter().any(|name| last_part(text) == *name && text != name)
    };
    let (place, name) = quoted(sources).find(|(_, text)| is_output(text))?;
    let named = the_program_names(name, place);
    Some(format!("{named}; what it writes goes into the folder that it is run in"))
}

/// The first line of its own in a stack trace, and what is said there.
fn crash(ran: Ran<'_>, sources: &[Source]) -> Option<String> {
    if ran.end != End::Crashed {
        return None;
    }
    let own = |file: &str| {
        let name = name_of(Path::new(file));
        sources.iter().find(|it| name_of(&it.path) == name)
    };
    let own_place = |(file, rest): (&str, &str)| {
        let number = rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        Some(place(own(file)?, number))
    };
    let of_python =
        |line: &str| own_place(line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?);
    let of_others = |line: &str| {
        own_place(line.trim_start().strip_prefix("at ")?.rsplit_once('(')?.1.split_once(':')?)
    };
    let mut lines = ran.stderr.lines();
    // Python tells the innermost call last, others tell it first.
    let place = lines.clone().rev().find_map(of_python).or_else(|| lines.find_map(of_others))?;
    let what = error_line(ran.stderr)?;
    Some(format!("on a board of three pits the program crashes in {place}: {what}"))
}

/// The line of an error output that says what went wrong: the last one that names an error, else the last one.
pub fn error_line(stderr: &str) -> Option<String> {
    let names_an_error = |line: &&str| {
        !line.starts_with("at ") && (line.contains("Error") || line.contains("Exception"))
    };
    let mut lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.clone().rfind(names_an_error).or_else(|| lines.next_back())?;
    Some(line.chars().take(MAX_SHOWN).collect())
}

/// A main function that stands in a comment alone.
fn main_left_out(sources: &[Source]) -> Option<String> {
    let runs = |it: &Source| needs_main(it.language) || it.code.contains("__name__");
    if sources.iter().any(|it| it.has_main && runs(it)) {
        return None;
    }
    sources.iter().find_map(|source| {
        let needs = needs_main(source.language);
        let begins = if needs { ["main(", "main ("] } else { ["__main__", "main()"] };
        let is_main = |line: &str| begins.iter().any(|it| line.contains(it));
        let mut lines = source.text.lines().zip(source.code.lines());
        let line = lines.position(|(text, code)| is_main(text) && !is_main(code))?;
        let is_run = |line: &str| is_main(line) && !line.trim_start().starts_with("def ");
        let is_in_comment = !source.code.lines().any(is_run) && !source.code.contains("__name__");
        let place = place(source, line + 1);
        is_in_comment.then(|| format!("the main function is commented out ({place})"))
    })
}

/// What it printed in place of a file.
fn printed(ran: Ran<'_>) -> Option<String> {
    let printed: Vec<_> = ran.stdout.split_whitespace().collect();
    let state: Vec<_> = ran.state.split_whitespace().collect();
    if printed.windows(state.len().max(1)).any(|it| it == state) {
        let what = "the program prints the correct state to the screen";
        return Some(format!("{what}, not to {NEXT_STATE}"));
    }
    let line = ran.stdout.lines().find(|line| !line.trim().is_empty())?.trim();
    let line: String = line.chars().take(MAX_SHOWN).collect();
    Some(format!("the program prints to the screen, beginning with: {line}"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn source(language: Language, path: &str, text: &str) -> Vec<Source> {
        let folder = tempfile::tempdir().unwrap();
        let root = Tree::open(folder.path()).unwrap();
        root.create_file(Path::new(path), 0o600).unwrap().write_all(text.as_bytes()).unwrap();
        vec![Source::read(&root, Path::new(path), language, &mut Budget::whole())]
    }

    #[test]
    fn what_is_said_names_the_place() {
        use Language::{Cpp, Java, Python3};
        let java = source(
            Java,
            "mancala.java",
            "class mancala {\n  File f = new File(\"F:\\\\ws\\\\14.txt\");\n}",
        );
        let said = "java.io.FileNotFoundException: F:\\ws\\14.txt (No such file or directory)\n";
        let python = source(
            Python3,
            "a.py",
            "import x\n# main()\nopen('test.txt')\nopen('next_state.txt')\n",
        );
        let trace = "Traceback:\n  File \"/x/a.py\", line 3, in <module>\n  File \"/usr/lib/q.py\", line 9\nIndexError: 5\n";
        let thrown = "Exception in thread \"main\" java.lang.Error: x\n\tat java.base/A.b(A.java:5)\n\tat mancala.m(mancala.java:2)\n";
        let ran = |stdout, stderr| Ran {
            stdout,
            stderr,
            end: End::Crashed,
            is_empty: false,
            state: "1 2\n3 4\n0\n5\n",
            misnamed: &[],
            has_state: false,
        };
        let cpp = source(Cpp, "a.cpp", "/* int main() { } */\nint x;\n");
        let uncalled = source(Python3, "a.py", "def main():\n  pass\n# main()\n");
        let no_log = "No such file or directory: '/home/ann/out/traverse_log.txt'";
        let all = [
            missing_package("x\nModuleNotFoundError: No module named 'numpy'\n"),
            opened(said, Java, &java),
            opened("No such file or directory: '-i'", Java, &java),
            opened(no_log, Python3, &python),
            elsewhere(&source(Cpp, "a.cpp", "\n\n  out.open(\"/home/ann/hw2/next_state.txt\");\n")),
            named(Python3, &python),
            crash(ran("", trace), &python),
            crash(ran("", thrown), &java),
            main_left_out(&python),
            main_left_out(&cpp),
            main_left_out(&uncalled),
            printed(ran("State:\n1 2\n3 4\n0\n5", "")),
            printed(ran("\nhello\n", "")),
            printed(ran("", "")),
        ];
        let all: Vec<_> = all.into_iter().map(Option::unwrap_or_default).collect();
        insta::assert_snapshot!(all.join("\n"), @r#"
        the program needs the package numpy, which is not installed here
        the program opens F:\ws\14.txt (line 2 of mancala.java), not the file of `-i`; that one is args[1]
        the program takes its first argument as the name of the input; that one is `-i`

        the program names /home/ann/hw2/next_state.txt (line 3 of a.cpp); what it writes goes into the folder that it is run in
        the program names test.txt (line 3 of a.py); its input is in the file of `-i`, which is sys.argv[2]
        on a board of three pits the program crashes in line 3 of a.py: IndexError: 5
        on a board of three pits the program crashes in line 2 of mancala.java: Exception in thread "main" java.lang.Error: x
        the main function is commented out (line 2 of a.py)
        the main function is commented out (line 1 of a.cpp)
        the main function is commented out (line 3 of a.py)
        the program prints the correct state to the screen, not to next_state.txt
        the program prints to the screen, beginning with: hello
        "#);
    }
}
