//! What is said of outputs: each folder of `outputs/` holds an input and what a program made of it.

use std::io::{BufReader, Cursor, Read, repeat};
use std::path::Path;

use grader::class::Cell;
use grader::judgement::{Judgement, judge};
use grader::report::words::{Audience, tell};
use grader::result::{Build, CaseResult, SubmissionRecord, SuiteCase, Used};
use mancala::homework::compare::{JudgedLog, Verdict, judge_log};
use mancala::homework::{Problem, answer, parse};
use sandbox::Backend;

const MOST: u64 = 1 << 20;

fn problem(input: &Path) -> Problem {
    parse(&std::fs::read(input).unwrap()).unwrap()
}

fn judged(folder: &Path) -> Judgement {
    judged_by(&problem(&folder.join("input.txt")), folder)
}

fn judged_by(problem: &Problem, folder: &Path) -> Judgement {
    judge(problem, &answer(problem), folder, MOST).unwrap()
}

/// As a student reads it.
fn in_words(judged: Judgement) -> String {
    let submission = SubmissionRecord {
        name: "somebody".to_owned(),
        people: Vec::new(),
        program: String::new(),
        language: "python3".to_owned(),
        toolchain: String::new(),
        late_days: 0,
        submitted: None,
        build: Build::Ready,
        warnings: Vec::new(),
    };
    let verdict = judged.verdict;
    let result = CaseResult {
        key: String::new(),
        submission: "somebody".into(),
        program: "".into(),
        case: "a case".into(),
        case_digest: "".into(),
        verdict,
        state: Some(judged.state),
        log: judged.log,
        rows_right: judged.rows_right,
        trouble: String::new(),
        outcome: None,
        difference: None,
        findings: judged.findings,
        forgiven: judged.warnings,
        stderr: String::new(),
        backend: Backend::Unprotected,
        used: Used::default(),
    };
    let rows =
        format!("state {:?}, log {:?}, {} rows right", result.state, result.log, result.rows_right);
    let cell = Cell {
        is_decided: false,
        case: SuiteCase {
            name: result.case.to_string(),
            task: String::new(),
            rows: 0,
            digest: String::new(),
            input: String::new(),
        }
        .into(),
        is_hidden: false,
        verdict: Some(verdict),
        points: 0.0,
        out_of: 1.0,
        hint: None,
        result: Some(result.into()),
    };
    let told = tell(&submission, &cell, Audience::Student).to_string();
    let lines: Vec<_> = told.lines().map(str::trim_end).collect();
    format!("{rows}\n{}", lines.join("\n"))
}

#[test]
fn outputs() {
    insta::glob!("outputs/*/input.txt", |input| {
        let folder = input.parent().unwrap();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        insta::with_settings!({ snapshot_suffix => name }, {
            insta::assert_snapshot!(in_words(judged(folder)));
        });
    });
}

/// What lies under the name of an output must be a file, and nobody waits for it or follows it.
#[test]
#[cfg(unix)]
fn links_fifos_and_folders_are_no_outputs() {
    let right = super::here("outputs/right");
    let problem = problem(&right.join("input.txt"));
    let folder = tempfile::tempdir().unwrap();
    let (state, log) =
        (folder.path().join("next_state.txt"), folder.path().join("traverse_log.txt"));
    std::os::unix::fs::symlink(right.join("next_state.txt"), &state).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&log).status().unwrap();
    assert!(made.success());
    let judged = judged_by(&problem, folder.path());
    assert_eq!((judged.state, judged.log), (Verdict::NoOutput, Some(Verdict::NoOutput)));
    std::fs::remove_file(&state).unwrap();
    std::fs::create_dir(&state).unwrap();
    let judged = judged_by(&problem, folder.path());
    let messages: Vec<_> = judged.findings.iter().map(|it| it.message.as_str()).collect();
    insta::assert_snapshot!(messages.join("\n"), @r"
    next_state.txt is not an output: a directory, not a file.
    traverse_log.txt is not an output: a FIFO, a socket or a device, not a file.
    ");
}

/// A right log, of which `change` makes a file.
fn log_of(change: impl FnOnce(Vec<u8>) -> Box<dyn Read>) -> JudgedLog {
    let folder = super::here("outputs/right");
    let problem = problem(&folder.join("input.txt"));
    let log = std::fs::read(folder.join("traverse_log.txt")).unwrap();
    let algorithm = problem.task.logged_algorithm().unwrap();
    judge_log(&problem, algorithm, BufReader::new(change(log))).unwrap()
}

/// A right log with 900 MB of line feeds behind it cost nine seconds. These files have no end at all.
#[test]
fn endless_blanks_are_not_read_to_their_end() {
    let judged = log_of(|log| Box::new(Cursor::new(log).chain(repeat(b'\n'))));
    let finding = judged.finding.unwrap();
    assert!(finding.message.contains("far too many spaces"), "{finding:?}");
    assert_eq!((judged.rows_right, finding.verdict), (15, Verdict::PresentationError));

    let judged = log_of(|log| {
        let half = log.len() / 2;
        let row = half + log[half..].iter().position(|&byte| byte == b'\n').unwrap();
        Box::new(Cursor::new(log[..row].to_vec()).chain(repeat(b' ')))
    });
    let finding = judged.finding.unwrap();
    assert!(finding.message.contains("far too many spaces"), "{finding:?}");
    let cut = judged.rows_right;
    assert!((1..15).contains(&cut), "{cut} rows right");
    assert_eq!(finding.place.unwrap().line, cut + 2);
}

/// They were cut off after 4,096 bytes, and what was left of them taken for a row.
#[test]
fn thousands_of_blanks_behind_a_row_are_blanks() {
    for blanks in [4_000, 4_095, 4_096, 4_097, 8_192, 60_000] {
        let blanks = format!("{}\n", " ".repeat(blanks));
        let log = |log: Vec<u8>| -> Box<dyn Read> {
            let rows = String::from_utf8(log).unwrap();
            Box::new(Cursor::new(rows.replacen('\n', &blanks, 2)))
        };
        let judged = log_of(log);
        let twice_too_many = 2 * blanks.len() > 64 << 10;
        assert_eq!(judged.finding.is_some(), twice_too_many, "{}", blanks.len());
        assert_eq!(judged.rows_right == 15, !twice_too_many);
    }
}

/// A file without any line end is read in bounded pieces.
#[test]
fn one_endless_line() {
    let folder = tempfile::tempdir().unwrap();
    let right = super::here("outputs/right");
    let line = "7".repeat(300_000);
    for name in ["next_state.txt", "traverse_log.txt"] {
        std::fs::write(folder.path().join(name), &line).unwrap();
    }
    let problem = problem(&right.join("input.txt"));
    let judged = judged_by(&problem, folder.path());
    assert_eq!(judged.verdict, Verdict::PresentationError);
    let bytes = serde_json::to_string(&judged.findings).unwrap().len();
    assert!(bytes < 8000, "{bytes} bytes of findings");
}
