//! Naming mistakes; `asking` (where the program can be asked), `form` (faults of form beside them), `parts` (what is sure of some cases), `profile` (rule by rule), `suites` (cases that catch them all),
//! `shrinking` (small boards that show them).

mod asking;
mod form;
mod parts;
mod profile;
mod shrinking;
mod suites;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use case_files::find_cases;
use explain::evidence::{End, Evidence, Lines};
use explain::generate::{Suite, generate};
use explain::mistakes::{Mistake, Switch, Switches};
use explain::reference::{self, OptionalRows, Settings, Task};
use explain::{Explanation, Kind, assignment, find_out};
use mancala::game::Rules;
use mancala::homework::parse;

use crate::program::{ends_with, mancala, text};
use crate::skip::{missing, skip};

/// What most of these tests hold programs against. It is made once, since making one takes long.
static SUITE: LazyLock<Suite> = LazyLock::new(|| generate(Rules::USC, 40, 26, &|_, _| {}));

/// What is said of outputs.
pub(crate) fn explain(cases: &[Evidence]) -> Explanation {
    find_out(cases).in_words()
}

/// What a program with these mistakes writes for every case of a suite.
fn outputs(suite: &Suite, switches: Switches, edit: impl Fn(String) -> String) -> Vec<Evidence> {
    let settings = Settings { switches, optional_rows: OptionalRows::Omit, steps: 3_000_000 };
    let cases = suite.problems.iter().zip(&suite.matrix.columns);
    cases
        .map(|(problem, column)| {
            let assignment = assignment(problem).unwrap();
            let lines = |text: String| Lines::new(edit(text).as_bytes(), false);
            let (state, log) = match reference::answer(&assignment, settings) {
                Ok(answer) => (Some(answer.next_state), answer.traverse_log),
                // It does not end, so it is killed before it writes anything.
                Err(_) => (None, None),
            };
            let (state, log) = (state.map(lines), log.map(lines));
            Evidence::new(&column.name, problem, End::Normal, state, log).unwrap()
        })
        .collect()
}

fn keys(switches: Switches) -> Vec<String> {
    switches.iter().map(|it| it.to_string()).collect()
}

/// What is named first; faults of form count as mistakes do.
fn first_guess(explanation: &Explanation) -> Vec<String> {
    let named = explanation.named.first().cloned().unwrap_or_default();
    let faults = explanation.faults.iter().cloned();
    named.into_iter().chain(faults).collect()
}

#[test]
fn every_mistake_is_named_at_the_first_guess() {
    every_mistake_is_named_by(&SUITE);
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn every_mistake_is_named_at_the_first_guess_by_another_suite() {
    every_mistake_is_named_by(&generate(Rules::USC, 40, 15, &|_, _| {}));
}

fn every_mistake_is_named_by(suite: &Suite) {
    for mistake in Mistake::all() {
        let explanation = explain(&outputs(suite, mistake.into(), |text| text));
        assert_eq!(first_guess(&explanation), [mistake.key()], "{explanation:?}");
    }
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn pairs_are_named() {
    let all: Vec<_> = Mistake::all().collect();
    let (mut exact, mut tried) = (0, 0);
    // A fixed stride through all pairs, coprime to their number.
    let pairs: Vec<(usize, usize)> =
        (0..all.len()).flat_map(|one| (one + 1..all.len()).map(move |two| (one, two))).collect();
    for at in (0..60).map(|step| step * 97 % pairs.len()) {
        let pair: Switches =
            [all[pairs[at].0], all[pairs[at].1]].map(Switch::from).into_iter().collect();
        let explanation = explain(&outputs(&SUITE, pair, |text| text));
        tried += 1;
        let guess = first_guess(&explanation);
        if guess == keys(pair) {
            exact += 1;
        } else {
            println!("{:?} is told as {guess:?}", keys(pair));
        }
    }
    println!("{exact} of {tried} pairs exactly");
    assert!(exact >= 45, "{exact} of {tried} exactly");
}

#[test]
fn a_correct_program_is_never_accused() {
    let styles: [fn(String) -> String; 5] = [
        |text| text,
        |text| text.replace('\n', "\r\n"),
        |text| text.replace('\n', " \n"),
        |text| text.trim_end().to_owned(),
        |text| format!("\u{feff}{text}\n\n"),
    ];
    for style in styles {
        let explanation = explain(&outputs(&SUITE, Switches::NONE, style));
        assert_eq!(explanation.kind, Kind::Right);
        assert_eq!((explanation.cases, explanation.wrong), (40, 0));
        assert_eq!(explanation.sentences, ["All 40 cases are correct."]);
    }
}

#[test]
fn nothing_is_right_without_a_case() {
    let explanation = explain(&[]);
    assert_eq!(explanation.kind, Kind::NoEvidence);
    assert!(!explanation.sentences[0].contains("right"));
}

#[test]
fn what_no_mistake_explains_is_described() {
    let rubbish = |text: String| text.replace(",1,", ",7,");
    let explanation = explain(&outputs(&SUITE, Switches::NONE, rubbish));
    assert_eq!(explanation.kind, Kind::Described);
    assert_eq!(explanation.named, [[""; 0]; 0]);
    assert_eq!(explanation.wrong, explanation.wrong_cases.len());
}

#[test]
fn a_log_without_end_is_judged_by_its_beginning() {
    let mut evidence = outputs(&SUITE, Mistake::WindowOverwritten.into(), |text| text);
    for case in &mut evidence {
        if let Some(log) = &mut case.traverse_log {
            log.lines.truncate(log.lines.len() * 9 / 10);
            log.cut = true;
        }
    }
    let explanation = explain(&evidence);
    let named = |names: &Vec<String>| names == &["window-overwritten"];
    assert!(explanation.named.iter().any(named), "{explanation:?}");
}

/// What a program with these mistakes writes for the cases in a folder, and for others, whose logs are
/// too large to be kept.
fn written(folder: &Path, large: &[&str], switches: Switches) -> Vec<Evidence> {
    let settings = Settings { switches, ..Settings::default() };
    let evidence = |name: &str, input: &[u8], is_kept: bool| {
        let problem = parse(input).unwrap();
        let answer = reference::answer(&assignment(&problem).unwrap(), settings).unwrap();
        let lines = |text: String| Lines::new(text.as_bytes(), false);
        let log = answer.traverse_log.filter(|_| is_kept).map(lines);
        let state = Some(lines(answer.next_state));
        Evidence::new(name, &problem, End::Normal, state, log).unwrap()
    };
    let cases = find_cases(folder).unwrap().into_iter();
    let small = cases.map(|it| evidence(&it.name, &std::fs::read(&it.input).unwrap(), true));
    let large = large.iter().map(|it| evidence("large", it.as_bytes(), false));
    small.chain(large).collect()
}

/// A case of 300,000 rows was asked at every step, and there was no time left for a third mistake.
#[test]
fn a_large_case_does_not_use_up_the_search() {
    let folder = Path::new(crate::ROOT).join("crates/cli/tests/suite/students/cases");
    let large = "2\n1\n5\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n";
    let made = ["lap-skips-start-pit", "sweep-to-mover", "window-set-to-child"];
    let switches = made.iter().map(|key| key.parse::<Switch>().unwrap());
    let explanation = explain(&written(&folder, &[large], switches.collect()));
    assert_eq!(explanation.named, [made], "{explanation:?}");
}

/// As of a program that keeps its pits in a table without an order.
#[test]
fn a_state_with_its_pits_in_another_order_is_told_as_that() {
    let problem = parse(b"1\n1\n1\n1 0 2\n2 0 1\n0\n0\n").unwrap();
    let state = Lines::new(b"0 0 1\n1 0 0\n0\n4\n", false);
    let evidence = Evidence::new("dictionary", &problem, End::Normal, Some(state), None);
    let explanation = explain(&[evidence.unwrap()]);
    let line = &explanation.wrong_cases[0].line;
    assert!(line.contains("not in the order of the pits"), "{line}");
}

/// Only a few right cases are asked at every step; the mistake was named without its scope, and that
/// was then refuted by a right case that had not been asked.
#[test]
fn a_right_case_that_is_asked_late_narrows_the_scope() {
    let folder = Path::new(crate::ROOT).join("inputs/usc/statement");
    let switch: Switch = "state-not-swept@greedy".parse().unwrap();
    let explanation = explain(&written(&folder, &[], Switches::NONE.with(switch)));
    let keys = [&explanation.named.concat()[..], &explanation.perhaps].concat();
    assert_eq!(keys.first().unwrap(), "state-not-swept@greedy", "{explanation:?}");
}

#[test]
fn the_reference_can_be_stopped_at_any_row() {
    for problem in SUITE.problems.iter().take(10) {
        let assignment = assignment(problem).unwrap();
        if assignment.task == Task::Greedy {
            continue;
        }
        let mut rows = 0;
        let result = reference::stream(&assignment, Settings::default(), &mut |_| {
            rows += 1;
            if rows == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((result.err(), rows), (Some(reference::Unanswered::Stopped), 2));
    }
}

/// What is said to be shared by the cases in which the runs of an otherwise right program end badly.
fn run_faults(suite: &Suite, end_of: impl Fn(&Evidence) -> End) -> Vec<String> {
    let mut cases = outputs(suite, Switches::NONE, |text| text);
    for case in &mut cases {
        case.end = end_of(case);
        if case.end != End::Normal {
            (case.next_state, case.traverse_log) = (None, None);
        }
    }
    explain(&cases).run_faults
}

#[test]
fn crashes_and_endless_loops_are_named_by_where_they_happen() {
    let when = |happens: bool, end| if happens { end } else { End::Normal };
    let is_wide = |case: &Evidence| case.assignment.upper.len() >= 9;
    let is_swept = |case: &Evidence| {
        let state = case.next_state.as_ref().unwrap();
        let mut rows = state.lines.iter().take(2);
        rows.all(|row| row.split(' ').all(|seeds| seeds == "0"))
    };
    let is_over_in_tree = |case: &Evidence| {
        let marked = Settings { optional_rows: OptionalRows::Marked, ..Settings::default() };
        let mut searched = case.assignment.clone();
        if searched.task == Task::Greedy {
            // The same tree, with a log.
            (searched.task, searched.cutoff) = (Task::Minimax, 1);
        }
        let answer = reference::answer(&searched, marked).unwrap();
        let log = answer.traverse_log.unwrap_or_default();
        is_swept(case) || log.contains("OPTIONAL")
    };
    let nothing: [&str; 0] = [];
    assert_eq!(run_faults(&SUITE, |_| End::Normal), nothing);
    assert_eq!(
        run_faults(&SUITE, |case| when(is_wide(case), End::Crashed)),
        ["crash-on-two-digit-names"]
    );
    assert_eq!(
        run_faults(&SUITE, |case| when(is_swept(case), End::Crashed)),
        ["crash-when-turn-ends-game"]
    );
    assert_eq!(
        run_faults(&SUITE, |case| when(is_over_in_tree(case), End::Stopped)),
        ["endless-when-game-ends-in-tree"]
    );
    assert_eq!(run_faults(&SUITE, |_| End::Crashed), nothing);
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "takes long: .ci/run runs it"]
fn a_program_that_makes_a_mistake_is_run_and_named() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    let root = Path::new(crate::ROOT);
    let right = root.join("crates/cli/tests/suite/grade/submissions/python-right/mancala.py");
    let right = std::fs::read_to_string(right).unwrap();
    let wrong =
        right.replace("value > best)", "value >= best)").replace("value < best)", "value <= best)");
    assert_ne!(right, wrong);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mancala.py"), wrong).unwrap();
    let mut explain = mancala(root);
    explain.arg("explain").arg(folder.path()).args(["--cases", "inputs/usc/statement"]);
    let said = text(&ends_with(&mut explain, 1).stdout);
    assert!(said.contains("ties-to-last"), "{said}");
}

/// What is said of a program in Python, and with which exit code.
fn said_of(program: &str, code: i32) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mancala.py"), program).unwrap();
    let mut explain = mancala(Path::new(crate::ROOT));
    explain.arg("explain").arg(folder.path());
    explain.args(["--cases", "crates/cli/tests/suite/students/cases", "--probe-budget", "50"]);
    text(&ends_with(&mut explain, code).stdout)
}

/// No table of rules and no line for each case, which would all say the same.
#[test]
fn a_program_that_crashes_everywhere_is_told_where() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    assert_eq!(
        said_of("raise ValueError('no such pit')\n", 1),
        "Your program crashed in all 30 cases.\n\
         Your program's error output in alpha-beta-01: ValueError: no such pit\n\
         Note: on a board of three pits the program crashes in line 1 of mancala.py: ValueError: no such pit.\n"
    );
}

/// Also where its files are right; what it wrote to its error output is not kept there.
#[test]
fn a_program_that_ends_with_another_exit_code_is_told_so() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    let right = include_str!("grade/submissions/python-right/mancala.py");
    let ended = "Your program ended with exit code 19, not 0, in alpha-beta-01";
    for (program, without) in [("", ", without error output"), (right, "")] {
        let said = said_of(&format!("{program}raise SystemExit(19)\n"), 1);
        assert!(said.contains(&format!("{ended}{without}.\n")), "{said}");
    }
}

/// The heading said that all its answers are correct.
#[test]
fn a_program_that_is_right_in_all_cases_and_fails_elsewhere_is_told_so() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    let right = include_str!("grade/submissions/python-right/mancala.py");
    let is_small = "all(len(word) < 4 for word in open(sys.argv[2]).read().split())";
    // It was told that all is right where it leaves nothing.
    for ends in [format!("assert {is_small}\n"), format!("{is_small} or sys.exit()\n")] {
        let program = right.replacen("import sys\n", &format!("import sys\n{ends}"), 1);
        let said = said_of(&program, 0);
        let heading = said.lines().next().unwrap_or_default();
        assert!(
            heading.starts_with("All 30 cases are correct, and so are your program's answers"),
            "{said}"
        );
        assert!(heading.contains("; but it fails on "), "{said}");
        assert!(!said.contains("may follow from another rule"), "{said}");
    }
}
