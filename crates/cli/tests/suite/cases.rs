//! Every case of `inputs/`, through the library and through the program.

use std::path::{Path, PathBuf};

use case_files::{Case, find_cases};
use mancala::homework::{
    self, HomeworkPosition, Input, NodeName, OptionalRows, Problem, answer_and_log,
};
use mancala::homework::{NEXT_STATE, TRAVERSE_LOG};
use mancala::search::Value;

use crate::program::{mancala, succeeds};

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

fn cases() -> Vec<Case> {
    let cases = find_cases(&root().join("inputs")).unwrap();
    assert!(cases.len() >= 40, "the suite has at least 40 cases");
    cases
}

/// What a case is answered with.
pub(crate) struct Solved {
    pub(crate) turn: Vec<String>,
    pub(crate) value: Value,
    pub(crate) nodes: u64,
    pub(crate) state: String,
    pub(crate) log: Option<Vec<u8>>,
}

/// Answers a problem of either game.
pub(crate) fn solve<P: HomeworkPosition>(problem: &Problem<P>) -> Solved {
    let (answer, log) = answer_and_log(problem, OptionalRows::Omit).unwrap();
    let name = |&choice: &_| NodeName::name(choice, problem.player());
    Solved {
        turn: answer.turn.iter().map(name).collect(),
        value: answer.value,
        nodes: answer.nodes,
        state: answer.next_state(),
        log: log.map(String::into_bytes),
    }
}

fn solve_file(path: &Path) -> Solved {
    match homework::read(&std::fs::read(path).unwrap()).unwrap() {
        Input::Kalah(problem) => solve(&problem),
        Input::Nimcala(problem) => solve(&problem),
    }
}

fn read(path: PathBuf) -> Option<Vec<u8>> {
    path.exists().then(|| std::fs::read(path).unwrap())
}

#[test]
fn the_library_answers_every_case_with_the_expected_bytes() {
    for case in cases() {
        let folder = case.folder(&root().join("expected"));
        let Solved { state, log, .. } = solve_file(&case.input);
        assert!(read(folder.join(NEXT_STATE)) == Some(state.into_bytes()), "{}: state", case.name);
        assert!(read(folder.join(TRAVERSE_LOG)) == log, "{}: log", case.name);
    }
}

#[test]
fn the_program_answers_every_case_with_the_expected_bytes() {
    let out = tempfile::tempdir().unwrap();
    let mut run = mancala(root());
    succeeds(run.args(["run", "inputs", "--quiet", "-o"]).arg(out.path()));
    for case in cases() {
        let (expected, actual) = (case.folder(&root().join("expected")), case.folder(out.path()));
        for file in [NEXT_STATE, TRAVERSE_LOG] {
            let same = read(expected.join(file)) == read(actual.join(file));
            assert!(same, "{}: {file}", case.name);
        }
    }
}

/// What a person wants to know of a case beside its files, as a line to be read in a review.
fn reads_well(path: &Path) -> String {
    match homework::read(&std::fs::read(path).unwrap()).unwrap() {
        Input::Kalah(problem) => in_words(&problem),
        Input::Nimcala(problem) => in_words(&problem),
    }
}

fn in_words<P: HomeworkPosition>(problem: &Problem<P>) -> String {
    let solved = solve(problem);
    let rows = solved.log.map_or(0, |log| log.iter().filter(|&&byte| byte == b'\n').count() - 1);
    let depth = match problem.cutoff {
        Some(cutoff) => format!("to depth {cutoff}"),
        None => "to the end".to_owned(),
    };
    format!(
        "{} {depth} for player {}: {}, value {}, nodes {}, rows {rows}",
        problem.task.name(),
        problem.player().player(),
        solved.turn.join(" "),
        solved.value,
        solved.nodes,
    )
}

#[test]
fn every_case_reads_well() {
    for group in ["usc/statement", "usc/beyond", "cits3001", "uw", "mixed", "nimcala"] {
        let mut all = String::new();
        for case in find_cases(&root().join("inputs").join(group)).unwrap() {
            all += &format!("{}: {}\n", case.name, reads_well(&case.input));
        }
        insta::assert_snapshot!(format!("cases_{}", group.replace('/', "_")), all);
    }
}

#[test]
fn cases_have_every_size() {
    let mut sizes: Vec<_> = find_cases(&root().join("inputs/usc/statement"))
        .unwrap()
        .iter()
        .map(|case| homework::parse(&std::fs::read(&case.input).unwrap()).unwrap())
        .map(|problem| problem.board().width())
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    assert_eq!(sizes, [3, 4, 5, 6, 7, 8, 9, 10]);
}
