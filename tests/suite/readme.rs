//! Every command of the README is run, in a copy of what a fresh clone has.
//!
//! A command is a line of a `console` block that begins with `$ `. It is run by bash in the copy,
//! `cargo run .. --` standing for the program that is built already; `cargo test`, `cargo bench`
//! and the like are not run from within a test. A comment `# exit code N` behind a command says
//! that it ends with that code. The folder `submissions` that it grades holds two Python programs.

use std::path::Path;
use std::process::Command;

use crate::grade::{copy, no_sandbox, open_folder};

fn commands() -> Vec<String> {
    let readme = include_str!("../../README.md");
    let mut commands = Vec::new();
    let mut in_console = false;
    for line in readme.lines() {
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
const GRADING: [&str; 3] = ["mancala grade", "mancala report", "mancala rescore"];

fn why_not_grade() -> Option<String> {
    let python = Command::new("python3").arg("--version").output();
    match python {
        Ok(output) if output.status.success() => no_sandbox(),
        _ => Some("no python3 on this machine".to_owned()),
    }
}

#[test]
fn every_command_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let clone = open_folder();
    for folder in ["inputs", "expected"] {
        copy(&root.join(folder), &clone.path().join(folder));
    }
    for name in ["python-right", "names-wrong"] {
        let program = root.join("tests/suite/grade/submissions").join(name);
        copy(&program, &clone.path().join("submissions").join(name));
    }
    let grading = why_not_grade();
    if let Some(reason) = &grading {
        crate::skip::skip(format_args!("grading: {reason}"));
    }
    let program = Path::new(env!("CARGO_BIN_EXE_mancala"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let commands = commands();
    assert!(commands.len() > 5, "the README shows commands");
    for command in commands {
        let (command, code) = match command.split_once("# exit code ") {
            Some((command, code)) => (command.trim_end(), code.trim().parse().unwrap()),
            None => (command.as_str(), 0),
        };
        let command = command.replace("cargo run --release --", "mancala");
        let grades = GRADING.iter().any(|it| command.starts_with(it));
        if command.starts_with("cargo ") || (grades && grading.is_some()) {
            continue;
        }
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", &command])
            .current_dir(clone.path())
            .env("PATH", &path)
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{command}\n{said}");
    }
}
