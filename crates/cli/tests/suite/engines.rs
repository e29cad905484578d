//! The fast engine and the naive reference agree, byte for byte, on random boards of every family.

use std::ops::ControlFlow;

use explain::{assignment, reference};
use mancala::game::PitName;
use mancala::game::kalah::Kalah;
use mancala::game::rules::Remainder;
use mancala::game::{Board, Pit, Position, Rules, Side};
use mancala::homework::{OptionalRows, Problem, Task, answer_and_log, parse};
use mancala::search::{Algorithm, Limits, Observer, Stage, Visit, search};
use proptest::prelude::*;

use crate::rule_sets::any_rules;

/// Rows, stores, and the deepest cutoff that keeps the log of such a board short.
type Seeds = (Vec<u16>, Vec<u16>, u32, u32, u32);

fn rows(
    widths: std::ops::RangeInclusive<usize>,
    seeds: impl Strategy<Value = u16> + Clone,
) -> impl Strategy<Value = (Vec<u16>, Vec<u16>)> {
    widths.prop_flat_map(move |width| {
        let row = proptest::collection::vec(seeds.clone(), width);
        (row.clone(), row)
    })
}

/// Random boards of every family.
fn boards() -> impl Strategy<Value = Seeds> {
    let with_stores = |rows, most: u32, cutoff: u32| (rows, 0..=most, 0..=most, Just(cutoff));
    let flat = |((upper, lower), upper_store, lower_store, cutoff)| {
        (upper, lower, upper_store, lower_store, cutoff)
    };
    let uniform =
        (3..=6usize, 1..=6u16).prop_map(|(width, seeds)| (vec![seeds; width], vec![seeds; width]));
    let near_the_end = rows(3..=6, prop_oneof![4 => Just(0), 2 => Just(1), 1 => 2..=4u16]);
    // Pits that end in the store: as many seeds as steps to it.
    let chains = (3..=5usize, 0..=2u16).prop_map(|(width, more)| {
        let lower: Vec<u16> = (0..width).map(|column| (width - column) as u16).collect();
        let upper: Vec<u16> = (0..width).map(|column| column as u16 + more).collect();
        (upper, lower)
    });
    let laps = rows(3..=6, prop_oneof![1 => Just(0), 3 => 5..=40u16]);
    let captures = rows(3..=8, prop_oneof![3 => Just(0), 1 => 1..=3u16, 1 => 4..=9u16]);
    let thousands = rows(3..=10, 0..=1000u16);
    let two_digit_names = rows(9..=10, 0..=2u16);
    prop_oneof![
        with_stores(uniform.boxed(), 3, 3).prop_map(flat),
        with_stores(near_the_end.boxed(), 30, 6).prop_map(flat),
        with_stores(chains.boxed(), 3, 2).prop_map(flat),
        with_stores(laps.boxed(), 9, 2).prop_map(flat),
        with_stores(captures.boxed(), 3, 3).prop_map(flat),
        with_stores(thousands.boxed(), 2000, 2).prop_map(flat),
        with_stores(two_digit_names.boxed(), 0, 2).prop_map(flat),
    ]
}

fn problems() -> impl Strategy<Value = Problem> {
    let task = prop_oneof![Just(Task::Greedy), Just(Task::Minimax), Just(Task::AlphaBeta)];
    let player = prop_oneof![Just(Side::South), Just(Side::North)];
    let rules = prop_oneof![1 => Just(Rules::USC), 1 => any_rules()];
    (boards(), task, player, rules).prop_flat_map(|(seeds, task, player, rules)| {
        let (upper, lower, upper_store, lower_store, deepest) = seeds;
        let board = Board::new([&lower, &upper], [lower_store, upper_store]);
        (0..=deepest)
            .prop_map(move |cutoff| Problem::on_board(board, rules, player, task, cutoff).unwrap())
    })
}

/// More steps than any board here needs but for a few wide trees, which are left out.
const STEPS: u64 = 3_000_000;

fn agree(problem: &Problem, optional: OptionalRows) -> Result<(), TestCaseError> {
    let settings = reference::Settings {
        optional_rows: optional,
        steps: STEPS,
        ..reference::Settings::default()
    };
    let expected = match reference::answer(&assignment(problem).unwrap(), settings) {
        Ok(expected) => expected,
        Err(reference::Unanswered::OutOfSteps) => return Err(TestCaseError::reject("wide tree")),
        Err(error) => panic!("{error}"),
    };
    let (answer, log) = answer_and_log(problem, optional).unwrap();
    prop_assert_eq!(log, expected.traverse_log);
    prop_assert_eq!(answer.next_state(), expected.next_state);
    let turn: Vec<_> =
        answer.turn.iter().map(|&pit| PitName(problem.player(), pit).to_string()).collect();
    prop_assert_eq!(turn, expected.turn);
    prop_assert_eq!(answer.value.to_string(), expected.value.to_string());
    Ok(())
}

fn total(board: &Board) -> u32 {
    board.seeds_in_pits() + board.store(Side::South) + board.store(Side::North)
}

/// Stops a search after so many rows: on a wide board one turn can have millions of ends.
struct Steps(u32);

struct TooLarge;

impl Observer<Pit> for Steps {
    type Stop = TooLarge;

    fn visit(&mut self, _: &Visit<Pit>) -> ControlFlow<TooLarge> {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(TooLarge),
        }
    }
}

/// Stops a search at the end of the first game that it follows.
struct FirstGameOver;

impl Observer<Pit> for FirstGameOver {
    type Stop = usize;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<usize> {
        if visit.stage == Stage::GameOver {
            ControlFlow::Break(visit.ply)
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn a_tree_as_deep_as_the_longest_game_does_not_overflow_the_stack() {
    let board = Board::opening(10, 1000);
    let start = Kalah::new(board, Rules::USC, Side::South).unwrap();
    let limits = Limits { player: Side::South, cutoff: u32::MAX };
    let small_stack = std::thread::Builder::new().stack_size(128 << 10).spawn(move || {
        search(start, limits, Algorithm::AlphaBeta, &mut FirstGameOver).break_value()
    });
    let ply = small_stack.unwrap().join().unwrap().expect("the game ends");
    assert!(ply > 1000, "the first path is long: {ply} sows");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000, max_global_rejects: 3000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn reference_agrees(problem in problems(), optional in prop_oneof![
        2 => Just(OptionalRows::Omit), 1 => Just(OptionalRows::OwnSign), 1 => Just(OptionalRows::Marked)
    ]) {
        agree(&problem, optional)?;
    }

    /// Where nobody gets the rest it leaves play; `rule_sets` counts it.
    #[test]
    fn seeds_are_conserved(problem in problems()) {
        prop_assume!(problem.rules().remainder != Remainder::Nobody);
        let start = problem.start();
        prop_assert_eq!(total(start.board()), total(problem.board()));
        for pit in start.moves() {
            prop_assert_eq!(total(start.play(pit).board()), total(problem.board()));
        }
    }

    #[test]
    fn minimax_and_alpha_beta_choose_the_same(problem in problems()) {
        let start = problem.start();
        let limits = Limits { player: problem.player(), cutoff: problem.cutoff.unwrap().min(2) };
        let choose = |algorithm| match search::<Kalah, _>(start, limits, algorithm, &mut Steps(200_000)) {
            ControlFlow::Continue(choice) => Some((choice.value, choice.turn)),
            ControlFlow::Break(TooLarge) => None,
        };
        let minimax = choose(Algorithm::Minimax);
        prop_assume!(minimax.is_some());
        prop_assert_eq!(minimax, choose(Algorithm::AlphaBeta));
    }

    #[test]
    fn print_and_parse_are_inverse(problem in problems()) {
        prop_assert_eq!(parse(problem.to_string().as_bytes()), Ok(problem));
    }

    #[test]
    fn any_bytes_parse_or_are_placed(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        if let Err(error) = parse(&bytes) {
            prop_assert!(error.span.end <= bytes.len() && error.line >= 1 && error.column >= 1);
        }
    }
}
