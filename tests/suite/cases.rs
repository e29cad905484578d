//! Every case of `inputs/`, through the library and through the program.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use mancala::grade::suite::{Case, NEXT_STATE, TRAVERSE_LOG, find_cases};
use mancala::homework::next_state::next_state;
use mancala::homework::{Answer, LogWriter, OptionalRows, PitName, Problem, answer, parse};

use crate::program::{mancala, succeeds};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn cases() -> Vec<Case> {
    let cases = find_cases(&root().join("inputs")).unwrap();
    assert!(cases.len() >= 40, "the suite has at least 40 cases");
    cases
}

/// The answer and its log, if it has one.
fn solve(problem: &Problem) -> (Answer, Option<Vec<u8>>) {
    let start = problem.position().unwrap();
    let Some(algorithm) = problem.task.logged_algorithm() else {
        let ControlFlow::Continue(answer) = answer(problem, start, &mut ());
        return (answer, None);
    };
    let mut log = LogWriter::new(Vec::new(), algorithm, OptionalRows::Omit);
    match answer(problem, start, &mut log) {
        ControlFlow::Continue(answer) => (answer, Some(log.finish().unwrap().0)),
        ControlFlow::Break(error) => panic!("a log in memory cannot fail: {error}"),
    }
}

fn read(path: PathBuf) -> Option<Vec<u8>> {
    path.exists().then(|| std::fs::read(path).unwrap())
}

#[test]
fn the_library_answers_every_case_with_the_expected_bytes() {
    for case in cases() {
        let problem = parse(&std::fs::read(&case.input).unwrap()).unwrap();
        let folder = case.folder(&root().join("expected"));
        let (answer, log) = solve(&problem);
        let state = next_state(&answer.board).into_bytes();
        assert!(
            read(folder.join(NEXT_STATE)) == Some(state),
            "{}: state",
            case.name
        );
        assert!(read(folder.join(TRAVERSE_LOG)) == log, "{}: log", case.name);
    }
}

#[test]
fn the_program_answers_every_case_with_the_expected_bytes() {
    let out = tempfile::tempdir().unwrap();
    let mut run = mancala(root());
    succeeds(run.args(["run", "inputs", "--quiet", "-o"]).arg(out.path()));
    for case in cases() {
        let (expected, actual) = (
            case.folder(&root().join("expected")),
            case.folder(out.path()),
        );
        for file in [NEXT_STATE, TRAVERSE_LOG] {
            let same = read(expected.join(file)) == read(actual.join(file));
            assert!(same, "{}: {file}", case.name);
        }
    }
}

/// What a person wants to know of a case, as text to be read in a review.
#[test]
fn every_case_reads_well() {
    insta::glob!("../../inputs", "**/*.txt", |path| {
        let problem = parse(&std::fs::read(path).unwrap()).unwrap();
        let (answer, log) = solve(&problem);
        let name = |&pit| PitName(problem.player, pit).to_string();
        let turn: Vec<_> = answer.turn.iter().map(name).collect();
        let rows = log.map_or(0, |log| {
            log.iter().filter(|&&byte| byte == b'\n').count() - 1
        });
        insta::assert_snapshot!(format!(
            "{problem}\n{} to depth {} for player {}\nturn  {}\nvalue {}\nnodes {}\nrows  {rows}\n\n{}",
            problem.task.name(),
            problem.cutoff,
            problem.player.player(),
            turn.join(" "),
            answer.value,
            answer.nodes,
            next_state(&answer.board),
        ));
    });
}

/// The course's own cases, where they lie beside the repository.
#[test]
fn official_cases() {
    let official = root().join("../shared/cases/usc");
    if !official.is_dir() {
        println!("skipped: no official cases beside the repository");
        return;
    }
    let mut check = mancala(root());
    succeeds(
        check
            .arg("check")
            .args([&official, &official])
            .args(["--compare", "course"]),
    );
}
