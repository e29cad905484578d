//! Three people who were never told anything, in a folder with nothing but the example class: the
//! commands that they type one after the other, and what they look for in the answers.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::grade::{copy, open_folder};
use crate::readme::{why_not_grade, with_program};

#[track_caller]
fn walk(lines: &str) {
    let clone = open_folder();
    let root = Path::new(crate::ROOT);
    let class = clone.path().join("examples/submissions");
    copy(&root.join("examples/submissions"), &class);
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        // A pipe may stand within the command.
        let mut parts = line.rsplitn(3, " |");
        let said = parts.next().unwrap().trim();
        let code: i32 = parts.next().unwrap().trim().parse().unwrap();
        let command = parts.next().unwrap();
        let output = with_program(Command::new("bash"))
            .args(["-c", command])
            .current_dir(clone.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let all = [&output.stdout[..], &output.stderr[..]].concat();
        let all = String::from_utf8_lossy(&all);
        assert_eq!(output.status.code(), Some(code), "{command}\n{all}");
        assert!(all.contains(said), "{command}: no {said:?} in\n{all}");
    }
}

#[test]
fn a_student() {
    walk(include_str!("walks/student.txt"));
}

/// With a program of one's own, which is run to find the cause of what it does.
#[test]
#[ignore = "grades and explains a class, which takes long without optimization"]
fn a_student_with_a_wrong_program() {
    match why_not_grade() {
        Some(reason) => crate::skip::skip(format_args!("the walk of a program: {reason}")),
        None => walk(include_str!("walks/program.txt")),
    }
}

#[test]
#[ignore = "grades and explains a class, which takes long without optimization"]
fn a_teaching_assistant() {
    match why_not_grade() {
        Some(reason) => crate::skip::skip(format_args!("the assistant's walk: {reason}")),
        None => walk(include_str!("walks/assistant.txt")),
    }
}

#[test]
fn a_curious_player() {
    walk(include_str!("walks/player.txt"));
}
