//! Every command of the README and of the book is run, in a copy of what a fresh clone has.
//!
//! A command is a line of a `console` block that begins with `$ `. It is run by bash in the copy,
//! `cargo run .. --` standing for the program that is built already; `cargo test`, `cargo bench`
//! and the like are not run from within a test. A comment `# exit code N` behind a command says
//! that it ends with that code.

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

fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut in_console = false;
    for line in page.lines() {
        match line {
            "```console" => in_console = true,
            "```" => in_console = false,
            _ => commands.extend(
                line.strip_prefix("$ ")
                    .filter(|_| in_console)
                    .map(str::to_owned),
            ),
        }
    }
    commands
}

/// The commands that need Python and a sandbox, or what one of them left.
const GRADING: [&str; 4] = [
    "mancala grade",
    "mancala report",
    "mancala rescore",
    "cat results/",
];

pub(crate) fn why_not_grade() -> Option<String> {
    missing("python3").or_else(no_sandbox)
}

#[test]
fn every_command_works() {
    let grading = why_not_grade();
    if let Some(reason) = &grading {
        skip(format_args!("grading: {reason}"));
    }
    let mut count = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let clone = fresh_clone();
        for command in commands(&text) {
            if GRADING.iter().any(|it| command.starts_with(it)) && grading.is_some() {
                continue;
            }
            count += 1;
            works(&command, clone.path(), &page);
        }
    }
    assert!(count > 30, "the pages show commands: {count}");
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

#[track_caller]
fn works(command: &str, folder: &Path, page: &Path) {
    let (command, code) = match command.split_once("# exit code ") {
        Some((command, code)) => (command.trim_end(), code.trim().parse().unwrap()),
        None => (command, 0),
    };
    let command = command.replace("cargo run --", "mancala");
    if command.starts_with("cargo ") {
        return;
    }
    let output = with_program(Command::new("bash"))
        .args(["-e", "-o", "pipefail", "-c", &command])
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{}: {command}\n{said}",
        page.display()
    );
}

/// A command that finds the program under its name.
pub(crate) fn with_program(mut command: Command) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_mancala"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    command.env("PATH", path);
    command
}

/// The examples at the end of each subcommand's help.
#[test]
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
    for name in names {
        let text = help(&[name, "--help"]);
        let examples = text.split("Examples:\n").nth(1).unwrap_or_default();
        assert!(
            // These need a class that is graded, a static program, another machine, or much time.
            ["doctor", "export", "kgp", "name", "tournament"].contains(&name)
                || name.starts_with("re")
                || !examples.is_empty(),
            "{name}"
        );
        let clone = fresh_clone();
        for command in examples
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
        {
            if grading.is_none() || !command.starts_with("mancala grade") {
                works(command, clone.path(), Path::new(name));
            }
        }
    }
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(arguments)
        .env("COLUMNS", "200")
        .output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// As the README promises.
#[test]
fn the_readme_is_short() {
    let words = include_str!("../../../../README.md")
        .split_whitespace()
        .count();
    assert!(words <= 900, "{words} words");
}

#[test]
fn every_page_is_in_the_summary_and_links_lead_somewhere() {
    let summary = include_str!("../../../../docs/src/SUMMARY.md");
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        let listed = summary.contains(&format!("({name})"));
        assert!(
            listed || ["README.md", "SUMMARY.md"].contains(&name),
            "{name}"
        );
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text
            .split("](")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap())
        {
            let is_file = page.parent().unwrap().join(link).is_file();
            assert!(link.starts_with("https://") || is_file, "{name}: {link}");
        }
    }
}
