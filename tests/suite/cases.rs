//! Every case of `inputs/`, through the library and through the program.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use mancala::grade::suite::{Case, find_cases};
use mancala::homework::{self, Filed, Input, LogWriter, NodeName, OptionalRows, Question, answer};
use mancala::homework::{NEXT_STATE, TRAVERSE_LOG};
use mancala::search::Value;

use crate::program::{mancala, succeeds};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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
pub(crate) fn solve<Q: Question>(problem: &Q, start: Q::Position) -> Solved {
    let (answer, log) = match problem.task().logged_algorithm() {
        None => {
            let ControlFlow::Continue(answer) = answer(problem, start, &mut ());
            (answer, None)
        }
        Some(algorithm) => {
            let mut log = LogWriter::new(Vec::new(), algorithm, OptionalRows::Omit);
            match answer(problem, start, &mut log) {
                ControlFlow::Continue(answer) => (answer, Some(log.finish().unwrap().0)),
                ControlFlow::Break(error) => panic!("a log in memory cannot fail: {error}"),
            }
        }
    };
    let name = |&choice: &_| NodeName::name(choice, problem.player());
    Solved {
        turn: answer.turn.iter().map(name).collect(),
        value: answer.value,
        nodes: answer.nodes,
        state: Q::Position::next_state(&answer.board),
        log,
    }
}

fn solve_file(path: &Path) -> Solved {
    match homework::read(&std::fs::read(path).unwrap()).unwrap() {
        Input::Kalah(problem) => solve(&problem, problem.position().unwrap()),
        Input::Nimcala(problem) => solve(&problem, problem.position()),
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
        assert!(
            read(folder.join(NEXT_STATE)) == Some(state.into_bytes()),
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
fn reads_well(path: &Path) -> String {
    match homework::read(&std::fs::read(path).unwrap()).unwrap() {
        Input::Kalah(problem) => {
            in_words(&problem, &problem.to_string(), problem.position().unwrap())
        }
        Input::Nimcala(problem) => in_words(&problem, &problem.to_string(), problem.position()),
    }
}

fn in_words<Q: Question>(problem: &Q, input: &str, start: Q::Position) -> String {
    let solved = solve(problem, start);
    let rows = solved.log.map_or(0, |log| {
        log.iter().filter(|&&byte| byte == b'\n').count() - 1
    });
    let depth = match problem.cutoff() {
        Some(cutoff) => format!("to depth {cutoff}"),
        None => "to the end".to_owned(),
    };
    format!(
        "{input}\n{} {depth} for player {}\nturn  {}\nvalue {}\nnodes {}\nrows  {rows}\n\n{}",
        problem.task().name(),
        problem.player().player(),
        solved.turn.join(" "),
        solved.value,
        solved.nodes,
        solved.state,
    )
}

#[test]
fn every_case_reads_well() {
    insta::glob!("../../inputs/usc", "**/*.txt", |path| {
        insta::assert_snapshot!(reads_well(path));
    });
}

#[test]
fn every_case_of_other_rules_reads_well() {
    for rules in ["cits3001", "uw", "mixed", "nimcala"] {
        let mut all = String::new();
        for case in find_cases(&root().join("inputs").join(rules)).unwrap() {
            all += &format!("== {}\n{}\n", case.name, reads_well(&case.input));
        }
        insta::assert_snapshot!(format!("cases_{rules}"), all);
    }
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
