//! The program itself is asked whether an explanation is true. The reference engine answers for it.

use explain::evidence::{End, Evidence, Lines};
use explain::generate::generate;
use explain::interview::{Interview, Questions};
use explain::mistakes::{Mistake, Switch, Switches};
use explain::profile::battery::{Answer, battery};
use explain::profile::look::Written;
use explain::reference::{Assignment, OptionalRows, Settings, answer};
use explain::{Explanation, FRESH, Kind, assignment, find_out_asking};
use mancala::game::Rules;
use mancala::homework::{Problem, parse};

use super::{SUITE, explain};

/// As many as a large suite allows.
const QUESTIONS: Questions = Questions { most: 60, of_named: Some(3), while_unsure: 0 };

/// A program: which mistakes it makes depends on what it is asked.
type Program<'a> = &'a dyn Fn(&Assignment) -> Switches;

fn files(problem: &Problem, program: Program<'_>) -> Option<Written> {
    let asked = assignment(problem)?;
    let settings =
        Settings { switches: program(&asked), optional_rows: OptionalRows::Omit, steps: 3_000_000 };
    let answer = answer(&asked, settings).ok()?;
    Some(Written { next_state: Some(answer.next_state), traverse_log: answer.traverse_log })
}

fn written(problem: &Problem, program: Program<'_>) -> Option<Evidence> {
    let files = files(problem, program)?;
    let lines = |text: Option<String>| text.map(|it| Lines::new(it.as_bytes(), false));
    let (state, log) = (lines(files.next_state), lines(files.traverse_log));
    Evidence::new("case", problem, End::Normal, state, log)
}

/// What is said of the outputs for some cases, and of the program that is asked besides.
fn both(problems: &[Problem], program: Program<'_>) -> (Explanation, Explanation) {
    let cases: Vec<_> = problems.iter().filter_map(|it| written(it, program)).collect();
    let of_outputs = explain(&cases);
    let ask = &mut |input: &[u8]| Some((End::Normal, files(&parse(input).ok()?, program)?));
    let answers = vec![Answer::NotAsked; battery().len()];
    let mut interview = Interview::new(answers, QUESTIONS, ask);
    (of_outputs, find_out_asking(cases, &mut interview).in_words())
}

#[test]
fn a_name_that_is_true_is_confirmed_on_new_inputs() {
    for switch in ["no-capture", "ties-to-last@greedy", "fail-hard"] {
        let switch: Switch = switch.parse().unwrap();
        let (of_outputs, asked) = both(&SUITE.problems, &|_| [switch].into_iter().collect());
        assert_eq!(of_outputs.confirmed, 0);
        let fits = of_outputs.sentences.iter().any(|it| it.starts_with("This fits the outputs; "));
        assert_eq!(fits, of_outputs.kind == Kind::Named, "{of_outputs:?}");
        assert_eq!((asked.kind, &asked.named), (Kind::Named, &vec![vec![switch.to_string()]]));
        assert!(asked.confirmed >= FRESH, "{asked:?}");
    }
}

/// The cases of a course are few, and a program that is right in all of them can be wrong.
#[test]
fn a_program_that_is_right_in_all_cases_is_asked_too() {
    let switch: Switch = "capture-needs-stones-opposite".parse().unwrap();
    let wrong = |_: &Assignment| [switch].into_iter().collect();
    let right = |_: &Assignment| Switches::NONE;
    let is_right = |it: &Problem| {
        let [wrong, right] = [&wrong as Program<'_>, &right].map(|program| files(it, program));
        wrong.is_some() && wrong == right
    };
    let cases: Vec<_> = SUITE.problems.iter().copied().filter(is_right).take(5).collect();
    let (of_outputs, asked) = both(&cases, &wrong);
    assert_eq!(of_outputs.sentences, ["All 5 cases are correct."]);
    assert_eq!((asked.kind, &asked.named), (Kind::Named, &vec![vec![switch.to_string()]]));
    insta::assert_snapshot!(asked.sentences.join("\n"));
    let (_, asked) = both(&cases, &right);
    insta::assert_snapshot!(asked.sentences.join("\n"), @"All 5 cases are correct, and so are your program's answers to 60 other inputs.");
}

/// It was said that its answers to other inputs are correct too.
#[test]
fn wrong_answers_without_a_name_are_no_right_ones() {
    let program = |asked: &Assignment| match asked.lower_store.max(asked.upper_store) {
        0..=255 => Switches::NONE,
        _ => Mistake::StoresNotRead.into(),
    };
    let is_right = |it: &Problem| program(&assignment(it).unwrap()).is_empty();
    let cases: Vec<_> = SUITE.problems.iter().copied().filter(is_right).take(5).collect();
    let (_, asked) = both(&cases, &program);
    assert_eq!(asked.kind, Kind::Described);
    insta::assert_snapshot!(asked.sentences.join("\n"), @"All 5 cases are correct, but your program is wrong on other inputs. And no combination of known mistakes explains that.");
}

/// What it makes of a game that is over before it begins is asked nowhere, since no answer is right there.
#[test]
fn a_program_is_not_asked_about_a_game_that_is_over() {
    let program = |asked: &Assignment| {
        let rows = [&asked.upper, &asked.lower];
        match rows.iter().any(|row| row.iter().all(|&seeds| seeds == 0)) {
            true => Mistake::NoFinalSweep.into(),
            false => Mistake::GameOverIsInner.into(),
        }
    };
    let is_open =
        |it: &Problem| program(&assignment(it).unwrap()) == Mistake::GameOverIsInner.into();
    let (_, asked) =
        both(&SUITE.problems.iter().copied().filter(is_open).collect::<Vec<_>>(), &program);
    assert_eq!(asked.named, [["game-over-is-inner"]], "{asked:?}");
}

/// Greedy has no log, so that two mistakes are the same there: the one is told that says what greedy does.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_move_that_greedy_skips_is_told_as_that() {
    // Few moves end a game in mid-turn.
    let suite = generate(Rules::USC, 60, 11, &|_, _| {});
    let skips: Switch = "mid-turn-end-skipped@greedy".parse().unwrap();
    let (_, asked) = both(&suite.problems, &|_| [skips].into_iter().collect());
    assert_eq!(asked.named, [["mid-turn-end-skipped@greedy"]], "{asked:?}");
}

/// It makes a known mistake, but on wide boards only, of which the cases have none.
#[test]
fn a_name_that_new_inputs_refute_is_not_given() {
    let program = |asked: &Assignment| match asked.lower.len() {
        5.. => Switches::NONE,
        _ => Mistake::NoCapture.into(),
    };
    let narrow: Vec<_> = SUITE
        .problems
        .iter()
        .copied()
        .filter(|it| assignment(it).unwrap().lower.len() < 5)
        .collect();
    let (of_outputs, asked) = both(&narrow, &program);
    assert_eq!(of_outputs.named, [["no-capture"]]);
    assert_eq!((asked.kind, asked.named.len(), asked.perhaps.len()), (Kind::Described, 0, 0));
}

/// Cases in which too little is wrong for a name are enough if the program can be asked.
#[test]
fn a_single_wrong_case_is_enough_with_the_program() {
    let program = |_: &Assignment| Switches::from(Mistake::TiesToLast);
    let is_wrong =
        |it: &&Problem| written(it, &program) != written(it, &|_: &Assignment| Switches::NONE);
    let mut problems: Vec<_> = SUITE.problems.iter().filter(is_wrong).take(1).copied().collect();
    problems.extend(SUITE.problems.iter().filter(|it| !is_wrong(it)).take(8).copied());
    let (of_outputs, asked) = both(&problems, &program);
    assert_eq!(of_outputs.kind, Kind::Described);
    assert_eq!(asked.named, [["ties-to-last"]], "{asked:?}");
}
