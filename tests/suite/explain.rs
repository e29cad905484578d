//! Naming mistakes, and suites that catch them all.

use std::ops::ControlFlow;
use std::path::Path;

use mancala::explain::assignment;
use mancala::explain::diagnosis::{Diagnosis, Explanation, Pairs, diagnose};
use mancala::explain::evidence::{Evidence, Lines};
use mancala::explain::generate::{Suite, WANTED_KILLS, generate};
use mancala::explain::kill_matrix::{Column, KillMatrix};
use mancala::explain::mistakes::{CATALOGUE, Mistake, Mistakes};
use mancala::explain::reference::{self, OptionalRows, Settings, Task};
use mancala::game::Rules;
use mancala::grade::run_faults::{self, End, RunFault};
use mancala::grade::suite::find_cases;
use mancala::homework::parse;

use crate::program::{ends_with, mancala, succeeds, text};

/// What a program with these mistakes writes for every case of a suite.
fn outputs(suite: &Suite, mistakes: Mistakes, edit: impl Fn(String) -> String) -> Vec<Evidence> {
    let settings = Settings {
        mistakes,
        optional_rows: OptionalRows::Omit,
        steps: 3_000_000,
    };
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

fn first_guess(diagnosis: &Diagnosis) -> Option<Mistakes> {
    match diagnosis.explanation {
        Explanation::Reproduces { mistakes, .. } | Explanation::Fits { mistakes, .. } => {
            Some(mistakes)
        }
        Explanation::Correct | Explanation::Unknown => None,
    }
}

#[test]
fn every_mistake_is_named_at_the_first_guess() {
    for seed in [11, 12] {
        let suite = generate(Rules::USC, 40, seed);
        for mistake in Mistake::all() {
            let diagnosis = diagnose(&outputs(&suite, mistake.into(), |text| text), Pairs::Try);
            assert_eq!(
                first_guess(&diagnosis),
                Some(mistake.into()),
                "seed {seed}: {diagnosis:?}"
            );
        }
    }
}

#[test]
fn pairs_are_named() {
    let suite = generate(Rules::USC, 40, 13);
    let all: Vec<_> = Mistake::all().collect();
    let (mut exact, mut half, mut tried) = (0, 0, 0);
    // A fixed stride through all pairs, coprime to their number.
    let pairs: Vec<(usize, usize)> = (0..all.len())
        .flat_map(|one| (one + 1..all.len()).map(move |two| (one, two)))
        .collect();
    for at in (0..100).map(|step| step * 97 % pairs.len()) {
        let (one, two) = (all[pairs[at].0], all[pairs[at].1]);
        let pair = Mistakes::from(one).with(two);
        let diagnosis = diagnose(&outputs(&suite, pair, |text| text), Pairs::Try);
        let guess = first_guess(&diagnosis).unwrap_or(Mistakes::NONE);
        tried += 1;
        if guess == pair {
            exact += 1;
        } else if guess.has(one) || guess.has(two) {
            half += 1;
        } else {
            println!("{one} + {two} is not named: {:?}", diagnosis.explanation);
        }
    }
    println!("{exact} of {tried} pairs exactly, {half} by one of the two");
    assert!(
        exact >= 80 && exact + half == tried,
        "{exact} exact, {half} half of {tried}"
    );
}

#[test]
fn a_correct_program_is_never_accused() {
    let suite = generate(Rules::USC, 40, 14);
    let styles: [fn(String) -> String; 5] = [
        |text| text,
        |text| text.replace('\n', "\r\n"),
        |text| text.replace('\n', " \n"),
        |text| text.trim_end().to_owned(),
        |text| format!("\u{feff}{text}\n\n"),
    ];
    for style in styles {
        let diagnosis = diagnose(&outputs(&suite, Mistakes::NONE, style), Pairs::Try);
        assert_eq!(diagnosis.explanation, Explanation::Correct);
        assert_eq!((diagnosis.cases, diagnosis.wrong), (40, 0));
        assert!(diagnosis.faults.is_empty());
    }
}

#[test]
fn optional_rows_of_any_form_are_no_mistake() {
    let suite = generate(Rules::USC, 40, 15);
    for optional_rows in [OptionalRows::OwnSign, OptionalRows::Marked] {
        let settings = Settings {
            optional_rows,
            ..Settings::default()
        };
        let cases = suite.problems.iter().map(|problem| {
            let assignment = assignment(problem).unwrap();
            let answer = reference::answer(&assignment, settings).unwrap();
            let lines = |text: String| Lines::new(text.as_bytes(), false);
            let log = answer.traverse_log.map(lines);
            let state = Some(lines(answer.next_state));
            Evidence::new("", problem, End::Normal, state, log).unwrap()
        });
        let diagnosis = diagnose(&cases.collect::<Vec<_>>(), Pairs::Try);
        assert_eq!(diagnosis.explanation, Explanation::Correct);
    }
}

#[test]
fn what_no_mistake_explains_is_unknown() {
    let suite = generate(Rules::USC, 40, 16);
    let rubbish = |text: String| text.replace(",1,", ",one,").replace(' ', "  ");
    let diagnosis = diagnose(&outputs(&suite, Mistakes::NONE, rubbish), Pairs::Try);
    assert_eq!(diagnosis.explanation, Explanation::Unknown);
}

#[test]
fn faults_of_form_do_not_hide_a_mistake() {
    let suite = generate(Rules::USC, 40, 17);
    let as_list = |text: String| -> String {
        let list = |line: &str| match line.contains(' ') {
            true => format!("[{}]\n", line.replace(' ', ", ")),
            false => format!("{line}\n"),
        };
        match text.strip_prefix("Node,Depth,Value") {
            Some(_) => text.split_once('\n').unwrap().1.to_owned(),
            None => text.lines().map(list).collect(),
        }
    };
    let diagnosis = diagnose(
        &outputs(&suite, Mistake::TiesToLast.into(), as_list),
        Pairs::Try,
    );
    assert_eq!(first_guess(&diagnosis), Some(Mistake::TiesToLast.into()));
    let faults: Vec<_> = diagnosis.faults.iter().map(|fault| fault.key()).collect();
    assert_eq!(faults, ["state-as-list", "header-missing"]);
}

#[test]
fn an_infinity_of_ones_own_does_not_hide_a_mistake() {
    let suite = generate(Rules::USC, 40, 17);
    for own in ["1000000", "9999", "999999999.0", "∞", "9223372036854775807"] {
        let spelled = |text: String| text.replace("Infinity", own);
        let diagnosis = diagnose(
            &outputs(&suite, Mistake::StrictCut.into(), spelled),
            Pairs::Try,
        );
        assert_eq!(
            first_guess(&diagnosis),
            Some(Mistake::StrictCut.into()),
            "{own}"
        );
        let faults: Vec<_> = diagnosis.faults.iter().map(|fault| fault.key()).collect();
        assert_eq!(faults, ["infinity-text"]);
    }
}

#[test]
fn a_generated_suite_catches_every_mistake() {
    for seed in 1..=4 {
        let suite = generate(Rules::USC, 40, seed);
        assert_eq!(suite.problems.len(), 40);
        for mistake in Mistake::all() {
            assert!(
                suite.matrix.kills(mistake) >= WANTED_KILLS,
                "seed {seed}: {mistake}"
            );
        }
        assert_eq!(suite.matrix.inseparable(), [], "seed {seed}");
        let rows: usize = suite.matrix.columns.iter().map(|case| case.rows).sum();
        assert!(rows < 2000, "seed {seed}: the logs are small: {rows} rows");
        assert_eq!(
            generate(Rules::USC, 40, seed).problems,
            suite.problems,
            "the same again"
        );
    }
    assert_ne!(
        generate(Rules::USC, 40, 1).problems,
        generate(Rules::USC, 40, 2).problems
    );
}

#[test]
fn the_shipped_suite_catches_every_mistake_at_least_twice() {
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs/usc/statement");
    let mut matrix = KillMatrix::default();
    for case in find_cases(&inputs).unwrap() {
        let problem = parse(&std::fs::read(&case.input).unwrap()).unwrap();
        if let Some(assignment) = assignment(&problem) {
            matrix
                .columns
                .push(Column::new(&case.name, &assignment).unwrap());
        }
    }
    let fewest = Mistake::all()
        .map(|mistake| matrix.kills(mistake))
        .min()
        .unwrap();
    assert!(fewest >= 2);
    let claim = format!(
        "{} known mistakes, each caught by at least {fewest} cases",
        CATALOGUE.len()
    );
    let page = include_str!("../../docs/src/mistakes.md");
    assert!(
        page.contains(&claim),
        "the page on mistakes should say: {claim}"
    );
}

#[test]
fn the_program_generates_mutates_and_explains() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        succeeds(mancala(folder.path()).args(arguments.split(' ')));
    };
    run("generate --count 40 --seed 21 -o suite");
    run("check suite/inputs suite/expected");
    run("mutate ties-to-last -i suite/inputs -o wrong");
    let mut explain = mancala(folder.path());
    let output = ends_with(
        explain.args(["explain", "wrong", "--cases", "suite/inputs"]),
        1,
    );
    insta::assert_snapshot!(text(&output.stdout));
    run("run suite/inputs -o right --quiet");
    run("explain right --cases suite/inputs");
}

#[test]
fn personal_suites_differ_and_are_as_strong() {
    let folder = tempfile::tempdir().unwrap();
    let suite = |id: &str| {
        let arguments = ["generate", "--count", "40", "--personal", id, "-o", id];
        succeeds(mancala(folder.path()).args(arguments));
        std::fs::read_to_string(folder.path().join(id).join("kill-matrix.csv")).unwrap()
    };
    assert_ne!(suite("ada"), suite("alan"));
}

#[test]
fn catalogue_reads_well() {
    let output = succeeds(mancala(Path::new(".")).arg("mistakes"));
    insta::assert_snapshot!(text(&output.stdout));
}

#[test]
fn a_log_without_end_is_judged_by_its_beginning() {
    let suite = generate(Rules::USC, 40, 18);
    let mut evidence = outputs(&suite, Mistake::WindowOverwritten.into(), |text| text);
    for case in &mut evidence {
        if let Some(log) = &mut case.traverse_log {
            log.lines.truncate(log.lines.len() / 2);
            log.cut = true;
        }
    }
    let diagnosis = diagnose(&evidence, Pairs::Try);
    let guess = first_guess(&diagnosis).unwrap_or(Mistakes::NONE);
    assert!(
        guess.has(Mistake::WindowOverwritten) || guess.is_empty(),
        "{diagnosis:?}"
    );
}

#[test]
fn the_reference_can_be_stopped_at_any_row() {
    let suite = generate(Rules::USC, 10, 19);
    for problem in &suite.problems {
        let assignment = assignment(problem).unwrap();
        if assignment.task == Task::Greedy {
            continue;
        }
        let mut rows = 0;
        let result = reference::stream(&assignment, Settings::default(), &mut |_| {
            rows += 1;
            if rows == 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(
            (result.err(), rows),
            (Some(reference::Unanswered::Stopped), 2)
        );
    }
}

#[test]
fn crashes_and_endless_loops_are_named_by_where_they_happen() {
    let suite = generate(Rules::USC, 40, 20);
    let assignments: Vec<_> = suite
        .problems
        .iter()
        .map(|problem| assignment(problem).unwrap())
        .collect();
    let named = |end_of: &dyn Fn(&reference::Assignment) -> End| -> Vec<&str> {
        let runs: Vec<_> = assignments.iter().map(|one| (one, end_of(one))).collect();
        run_faults::find(&runs)
            .into_iter()
            .map(RunFault::key)
            .collect()
    };
    let answer = |one: &reference::Assignment| {
        let settings = Settings {
            optional_rows: OptionalRows::Marked,
            ..Settings::default()
        };
        reference::answer(one, settings).unwrap()
    };
    let when = |happens: bool, end| if happens { end } else { End::Normal };
    assert_eq!(named(&|_| End::Normal), [""; 0]);
    let wide = |one: &reference::Assignment| one.upper.len() >= 9 && one.task != Task::Greedy;
    assert_eq!(
        named(&|one| when(wide(one), End::Crashed)),
        ["crash-on-two-digit-names"]
    );
    let swept = |one: &reference::Assignment| {
        answer(one)
            .next_state
            .lines()
            .take(2)
            .all(|row| !row.contains(|c| ('1'..='9').contains(&c)))
    };
    assert_eq!(
        named(&|one| when(swept(one), End::Crashed)),
        ["crash-when-turn-ends-game"]
    );
    let over = |one: &reference::Assignment| {
        answer(one)
            .traverse_log
            .is_some_and(|log| log.contains("OPTIONAL"))
    };
    assert_eq!(
        named(&|one| when(over(one), End::Stopped)),
        ["endless-when-game-ends-in-tree"]
    );
    assert_eq!(
        named(&|_| End::Crashed),
        [""; 0],
        "a crash everywhere is no such fault"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_makes_a_mistake_is_run_and_named() {
    if !std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|it| it.status.success())
    {
        return crate::skip::skip("there is no python3");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let right = root.join("tests/suite/grade/submissions/python-right/mancala.py");
    let right = std::fs::read_to_string(right).unwrap();
    let wrong = right
        .replace("value > best)", "value >= best)")
        .replace("value < best)", "value <= best)");
    assert_ne!(right, wrong);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mancala.py"), wrong).unwrap();
    let mut explain = mancala(root);
    explain
        .arg("explain")
        .arg(folder.path())
        .args(["--cases", "inputs/usc/statement"]);
    let said = text(&ends_with(&mut explain, 1).stdout);
    assert!(said.contains("ties-to-last"), "{said}");
}
