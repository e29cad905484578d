//! Every command of the README and of the book is run, in a copy of what a fresh clone has.
//!
//! A command is a line of a `console` block that begins with `$ `. It is run by bash in the copy,
//! `cargo run .. --` standing for the program that is built already; `cargo test`, `cargo bench`
//! and the like are not run from within a test. A comment `# exit code N` behind a command says
//! that it ends with that code. A `toml` block that begins with a comment is the file of that path.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::grade::{copy, no_sandbox, open_folder};
use crate::skip::{missing, skip};

/// The README and the pages of the book.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(crate::ROOT);
    let mut pages = vec![root.join("README.md")];
    let book = std::fs::read_dir(root.join("docs/src")).unwrap();
    let book = book.map(|entry| entry.unwrap().path());
    // The pictures lie beside the pages.
    pages.extend(book.filter(|path| path.extension().is_some_and(|it| it == "md")));
    pages
}

/// A page of the book.
fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(crate::ROOT).join("docs/src").join(name)).unwrap()
}

/// The blocks of a page, each with what stands behind its three backticks.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a block has lines")).collect()
}

fn commands(page: &str) -> Vec<&str> {
    let console = blocks(page).into_iter().filter(|(kind, _)| *kind == "console");
    console.flat_map(|(_, text)| text.lines()).filter_map(|it| it.strip_prefix("$ ")).collect()
}

/// The commands that need Python and a sandbox, or what one of them left.
const GRADING: [&str; 7] = [
    "mancala grade",
    "mancala list",
    "mancala override",
    "mancala report",
    "mancala rescore",
    "cat results/",
    "cp -r results",
];

pub(crate) fn why_not_grade() -> Option<String> {
    missing("python3").or_else(no_sandbox)
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn every_command_works() {
    let grading = why_not_grade();
    if let Some(reason) = &grading {
        skip(format_args!("grading: {reason}"));
    }
    let (mut count, mut graded) = (0, Graded::new());
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let clone = fresh_clone();
        for (kind, block) in blocks(&text) {
            if let (Some(path), "toml") =
                (block.lines().next().and_then(|it| it.strip_prefix("# ")), kind)
            {
                let path = clone.path().join(path);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, block).unwrap();
            }
        }
        if page.ends_with("course.md") && grading.is_some() {
            continue;
        }
        for command in commands(&text) {
            if GRADING.iter().any(|it| command.starts_with(it)) && grading.is_some() {
                continue;
            }
            count += 1;
            works(command, clone.path(), &page, &mut graded);
        }
    }
    assert!(count > 30, "the pages show commands: {count}");
}

/// A block of Python prints the block of text behind it.
#[test]
fn every_python_example_prints_what_the_page_says() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    let page = page("scripts.md");
    let clone = fresh_clone();
    let mut count = 0;
    for pair in blocks(&page).windows(2) {
        let [("python", program), ("text", expected)] = *pair else { continue };
        let mut python = with_program(Command::new("python3"));
        let output = python.args(["-c", program]).current_dir(clone.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expected, "{program}{said}");
        count += 1;
    }
    assert_eq!(count, page.matches("```python").count());
}

/// Each explained row begins with a row of a log that is expected.
#[test]
fn the_explained_rows_are_real() {
    let cases = Path::new(crate::ROOT).join("expected/usc/statement");
    let log = |case: &str| std::fs::read_to_string(cases.join(case).join("traverse_log.txt"));
    let page = page("student.md");
    let rows = |begin: &str| -> String {
        let mut texts = blocks(&page).into_iter().map(|(_, text)| text);
        let text = texts.find(|text| text.starts_with(begin)).unwrap();
        text.lines().map(|line| line.split(' ').next().unwrap().to_owned() + "\n").collect()
    };
    assert_eq!(rows("Node,"), log("extra-turn-at-cutoff-player-1").unwrap());
    let pruned = rows("root,0,-5");
    assert_eq!(pruned.lines().count(), 13);
    assert!(log("beta-cut-within-chain-player-1").unwrap().contains(&pruned), "{pruned}");
}

/// What a fresh clone has that commands use.
fn fresh_clone() -> tempfile::TempDir {
    let root = Path::new(crate::ROOT);
    let clone = open_folder();
    for folder in ["inputs", "expected", "examples/submissions"] {
        copy(&root.join(folder), &clone.path().join(folder));
    }
    clone
}

/// The results that commands left which grade in a clone that had none: where the same command comes again, it goes on from
/// there and compiles and runs nothing a second time.
type Graded = HashMap<String, tempfile::TempDir>;

#[track_caller]
fn works(command: &str, folder: &Path, page: &Path, graded: &mut Graded) {
    let (command, code) = match command.split_once("# exit code ") {
        Some((command, code)) => (command.trim_end(), code.trim().parse().unwrap()),
        None => (command, 0),
    };
    let command = command.replace("cargo run --no-default-features --", "mancala");
    if command.starts_with("cargo ") {
        return;
    }
    let results = folder.join("results");
    let is_first = command.starts_with("mancala grade ") && !results.exists();
    if let Some(known) = graded.get(&command).filter(|_| is_first) {
        copy(known.path(), &results);
    }
    let output = with_program(Command::new("bash"))
        .args(["-e", "-o", "pipefail", "-c", &command])
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{}: {command}\n{said}", page.display());
    if is_first && results.exists() && !graded.contains_key(&command) {
        let kept = tempfile::tempdir().unwrap();
        copy(&results, kept.path());
        graded.insert(command, kept);
    }
}

/// A command that finds the program under its name.
pub(crate) fn with_program(mut command: Command) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_mancala"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    command.env("PATH", path);
    command
}

/// The examples at the end of each subcommand's help.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn every_example_of_the_help_works() {
    let grading = why_not_grade();
    let listed = help(&["--help"]);
    let names: Vec<_> = listed
        .lines()
        .skip_while(|line| !line.starts_with("Answer:"))
        .take_while(|line| !line.starts_with("Options:"))
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() > 15, "subcommands are listed: {names:?}");
    let mut graded = Graded::new();
    for name in names {
        let text = help(&[name, "--help"]);
        let examples = text.split("Examples:\n").nth(1).unwrap_or_default();
        assert!(name == "export" || !examples.is_empty(), "{name}");
        if grading.is_some() && ["grade ", "tournament "].iter().any(|it| examples.contains(it)) {
            continue;
        }
        let clone = fresh_clone();
        for command in examples.lines().map(str::trim).filter(|line| !line.is_empty()) {
            // A server and its clients wait for each other.
            if !command.contains("# until") {
                works(command, clone.path(), Path::new(name), &mut graded);
            }
        }
    }
}

/// Each subcommand has a man page that says how it is typed, with an example; so has each below `export` and `kgp`.
#[test]
fn every_man_page_has_an_example() {
    let folder = tempfile::tempdir().unwrap();
    crate::program::succeeds(crate::program::mancala(folder.path()).args(["man", "-o", "man"]));
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder.path().join("man")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        // Names with a hyphen of their own.
        let typed = ["moodle-feedback", "compare-classes", "autolab-grader"]
            .iter()
            .fold(name.clone(), |name, hyphened| {
                name.replace(hyphened, &hyphened.replace('-', "/"))
            })
            .replace('-', " ")
            .replace('/', "\\-");
        assert!(text.contains(&format!(".SH SYNOPSIS\n\\fB{typed}\\fR")), "{name}: {text}");
        let has_pages_below = ["mancala", "mancala-export", "mancala-kgp"].contains(&&*name);
        let has_example = text.contains(".SH EXAMPLES\n") || name.starts_with("mancala-kgp-");
        assert!(has_pages_below || has_example, "{name}: {text}");
        names.push(name);
    }
    for name in ["mancala", "mancala-trace", "mancala-export-canvas", "mancala-kgp-serve"] {
        assert!(names.iter().any(|it| it == name), "{name} in {names:?}");
    }
}

/// What can be typed where is offered.
#[test]
fn completions_know_names() {
    let bash = help(&["completions", "bash"]);
    for name in ["ties-to-last", "cits3001,takes=opposite", "usc/statement", "perfect", "review"] {
        assert!(bash.contains(name), "{name}");
    }
}

fn help(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_mancala")).args(arguments).env("COLUMNS", "200").output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// As the README promises.
#[test]
fn the_readme_is_short() {
    let words = include_str!("../../../../README.md").split_whitespace().count();
    assert!(words <= 800, "{words} words");
}

/// What a book calls a heading in links.
fn anchor_of(heading: &str) -> String {
    let words = heading.trim_start_matches(['#', ' ']).to_lowercase().replace(' ', "-");
    words.chars().filter(|c| c.is_alphanumeric() || ['-', '_'].contains(c)).collect()
}

#[test]
fn every_page_is_in_the_summary_and_links_lead_somewhere() {
    let summary = include_str!("../../../../docs/src/SUMMARY.md");
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        let listed = summary.contains(&format!("({name})"));
        assert!(listed || ["README.md", "SUMMARY.md"].contains(&name), "{name}");
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let linked =
                if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let text = std::fs::read(linked);
            let text = text.unwrap_or_else(|error| panic!("{name}: {link}: {error}"));
            let text = String::from_utf8_lossy(&text);
            let mut headings = text.lines().filter(|line| line.starts_with('#')).map(anchor_of);
            assert!(anchor.is_empty() || headings.any(|it| it == anchor), "{name}: {link}");
        }
    }
}
