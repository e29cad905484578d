//! Rule sets by name: parsing and printing, and what each option changes.

use std::path::Path;

use mancala::game::difference::smallest_difference;
use mancala::game::rules::Remainder;
use mancala::game::rules::names::{GameName, RulesError};
use mancala::game::rules::options::{OPTIONS, PRESETS, UW_OPTIONS};
use mancala::game::{Board, Kalah, Position, Rules, Side};
use mancala::homework::{Problem, Task, parse};
use proptest::prelude::*;

use crate::cases::solve;
use crate::program::{ends_with, mancala, succeeds, text};

/// Every mixture of the fields.
fn all_rules() -> Vec<Rules> {
    let mut all = vec![Rules::USC];
    for option in &OPTIONS {
        all = all
            .iter()
            .flat_map(|&rules| option.values.iter().map(move |value| value.applied_to(rules)))
            .collect();
    }
    all
}

pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    proptest::sample::select(all_rules())
}

#[test]
fn printing_and_parsing_are_inverse_for_every_mixture() {
    let all = all_rules();
    assert_eq!(all.len(), 3 * 2 * 2 * 3 * 4);
    for rules in all {
        let name = rules.to_string();
        assert_eq!(name.parse(), Ok(rules), "{name}");
        assert_eq!(name.parse(), Ok(GameName::Kalah(rules)), "{name}");
    }
    assert_eq!("nimcala".parse(), Ok(GameName::Nimcala));
    assert_eq!(GameName::Nimcala.to_string(), "nimcala");
}

/// Each line of the table: a name, and the shortest name of the same rules.
#[test]
fn names() {
    for line in include_str!("rule_sets/names.txt").lines() {
        let (name, shortest) = line.split_once(" = ").unwrap();
        let rules: Rules = name.parse().unwrap();
        assert_eq!(rules.to_string(), shortest, "{name}");
    }
}

#[test]
fn each_preset_is_called_by_its_name() {
    for preset in &PRESETS {
        assert_eq!(preset.rules.to_string(), preset.name);
    }
}

#[test]
fn names_that_are_none() {
    let complaints: Vec<_> = include_str!("rule_sets/bad-names.txt")
        .lines()
        .map(|name| {
            let RulesError { expected, span } = name.parse::<GameName>().unwrap_err();
            let caret = " ".repeat(span.start) + &"^".repeat(span.len().max(1));
            format!("{name}\n{caret} {expected}\n")
        })
        .collect();
    insta::assert_snapshot!(complaints.join("\n"));
    let error = "nimcala".parse::<Rules>().unwrap_err();
    assert_eq!(error.to_string(), "expected usc, cits3001 or uw");
}

#[test]
fn the_program_explains_the_rules() {
    for base in ["usc", "uw"] {
        let output = succeeds(mancala(Path::new(".")).args(["rules", base]));
        insta::assert_snapshot!(format!("rules_{base}"), text(&output.stdout));
    }
}

#[test]
fn the_program_says_what_a_name_may_be() {
    for (name, arguments) in [
        ("rules_value", ["solve", "--rules", "uw,capture=all"]),
        ("solve_option", ["solve", "--rules", "usc,end=claims"]),
    ] {
        let output = ends_with(mancala(Path::new(".")).args(arguments), 2);
        insta::assert_snapshot!(name, text(&output.stderr));
    }
}

/// In each case whose rules end in an option, that option alone changes the answer.
#[test]
fn each_option_has_a_case_where_it_alone_changes_the_answer() {
    let mut options = Vec::new();
    for folder in ["uw", "mixed"] {
        let folder = Path::new(crate::ROOT).join("inputs").join(folder);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let rules = text.lines().next().unwrap().strip_prefix("rules ").unwrap();
            let Some((base, option)) = rules.rsplit_once(',') else {
                continue;
            };
            let problem = parse(text.as_bytes()).unwrap();
            let (base, cutoff) = (base.parse().unwrap(), problem.cutoff.unwrap());
            let (board, player) = (*problem.board(), problem.player());
            let without = Problem::on_board(board, base, player, problem.task, cutoff).unwrap();
            let [with, without] = [problem, without].map(|problem| {
                let solved = solve(&problem);
                (solved.state, solved.log)
            });
            assert!(with != without, "{}: {option}", path.display());
            options.push(option.to_owned());
        }
    }
    // Whatever makes a difference to a preset has a case.
    for option in OPTIONS.iter().chain(&UW_OPTIONS) {
        for value in option.values {
            let differs = |base: Rules| {
                option.only.is_none_or(|only| base.to_string() == only)
                    && smallest_difference(base, value.applied_to(base)).is_some()
            };
            let word = format!("{}={}", option.name, value.name);
            let needed = [Rules::USC, Rules::CITS3001, Rules::UW].into_iter().any(differs);
            assert_eq!(options.contains(&word), needed, "{word} has a case");
        }
    }
}

/// A board of so many pits a side, 0 to 9 seeds in each.
fn boards(widths: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Board> {
    widths.prop_flat_map(|width| {
        let seeds = prop_oneof![2 => Just(0u16), 3 => 1..=4u16, 1 => 5..=9u16];
        proptest::collection::vec(seeds, 2 * width).prop_map(move |seeds| {
            let (south, north) = seeds.split_at(width);
            Board::new([south, north], [0, 0])
        })
    })
}

fn in_play(board: &Board) -> u32 {
    board.seeds_in_pits() + board.store(Side::South) + board.store(Side::North)
}

/// Longer than any game here; a game that is longer would never end.
const LONGEST: usize = 100_000;

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// No seed is lost, but those that nobody gets: as many as the owners of the rows would have got.
    #[test]
    fn random_games_end_and_lose_no_seed(
        board in boards(1..=7), rules in any_rules(), south in any::<bool>(), mut dice in any::<u64>(),
    ) {
        let mover = if south { Side::South } else { Side::North };
        let owners_get_it = Rules { remainder: Remainder::RowOwner, ..rules };
        let all = in_play(&board);
        let mut position = Kalah::new(board, rules, mover).unwrap();
        let mut owners = Kalah::new(board, owners_get_it, mover).unwrap();
        let mut sows = 0;
        while !position.is_over() {
            prop_assert_eq!(position.board(), owners.board());
            // A step of a linear congruential generator (Knuth's MMIX).
            dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let moves: Vec<_> = position.moves().collect();
            let pit = moves[(dice >> 33) as usize % moves.len()];
            (position, owners) = (position.play(pit), owners.play(pit));
            sows += 1;
            prop_assert!(sows < LONGEST, "{rules}: the game does not end");
        }
        prop_assert!(owners.is_over());
        prop_assert_eq!(in_play(owners.board()), all);
        let [end, owned] = [position.board(), owners.board()];
        prop_assert_eq!(end.seeds_in_pits() + owned.seeds_in_pits(), 0);
        if rules.remainder == Remainder::Nobody {
            prop_assert!(Side::BOTH.iter().all(|&side| end.store(side) <= owned.store(side)));
        } else {
            prop_assert_eq!(in_play(end), all);
        }
    }

    #[test]
    fn a_problem_of_any_rules_prints_and_parses_back(board in boards(3..=7), rules in any_rules()) {
        let problem = Problem::on_board(board, rules, Side::North, Task::Minimax, 3).unwrap();
        prop_assert_eq!(parse(problem.to_string().as_bytes()), Ok(problem));
    }
}

#[test]
fn nimcala_is_explained_as_it_is_listed() {
    let explained =
        |name: &str| text(&succeeds(mancala(Path::new(".")).args(["rules", name])).stdout);
    let nimcala = explained("nimcala");
    assert!(nimcala.contains("another game, one row for both"), "{nimcala}");
    assert!(explained("usc").contains(&nimcala));
}
