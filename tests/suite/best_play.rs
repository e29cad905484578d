//! Turns and games of best play, and what is said by a search that is stopped.
//!
//! Left out: values ([`solver`](super::solver)).

use mancala::game::{Board, Kalah, Position, Rules, Side};
use mancala::solve::best_play::{self, line, strongest_turn};
use mancala::solve::{Assessment, Certainty, Control, Engine, Interval, Remaining};

use super::solver::{MEMORY, Minimax, board, exact, random_boards, resources};

#[test]
fn a_line_of_best_play_ends_with_the_value() {
    for rules in [Rules::USC, Rules::CITS3001, Rules::UW] {
        let start = Kalah::new(Board::opening(4, 3), rules, Side::South).unwrap();
        let mut engine = Engine::new(&start, resources(MEMORY, 1));
        let value = exact(&mut engine, &start);
        let mut here = start;
        for (side, turn) in line(&mut engine, &start, value, &()) {
            assert_eq!(here.mover(), side);
            here = turn.iter().fold(here, |here, &pit| here.play(pit));
        }
        assert!(here.is_over());
        assert_eq!(here.score(Side::South), value, "{rules}");
        let best =
            best_play::values(&mut engine, &start, best_play::turns(&start), Some(value), &())
                .map(|(_, answer)| answer.bounds.value().unwrap())
                .max();
        assert_eq!(best, Some(value));
    }
}

#[test]
fn a_stopped_search_builds_no_larger_table_for_the_moves() {
    let seeds_of_table_after = |questions: i64| {
        let start = Kalah::new(Board::opening(4, 4), Rules::CITS3001, Side::South).unwrap();
        let mut engine = Engine::new(&start, resources(MEMORY, 1));
        let value = exact(&mut engine, &start);
        let control = After::questions(questions);
        let sows = best_play::sows(&start);
        best_play::values(&mut engine, &start, sows, Some(value), &control).for_each(drop);
        engine.endgame().unwrap().seeds()
    };
    let (stopped, whole) = (seeds_of_table_after(0), seeds_of_table_after(i64::MAX));
    assert!(stopped < whole, "{stopped} and {whole} seeds");
}

/// Stops a search when it has been asked so often.
struct After(std::sync::atomic::AtomicI64);

impl After {
    fn questions(count: i64) -> Self {
        Self(count.into())
    }
}

impl Control for After {
    fn stop(&self) -> bool {
        self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) <= 0
    }
}

#[test]
fn a_stopped_search_says_nothing_false() {
    let start = Kalah::new(Board::opening(5, 3), Rules::CITS3001, Side::South).unwrap();
    let new = || Engine::new(&start, resources(1 << 12, 2));
    let value = exact(&mut new(), &start);
    for questions in [0, 1, 2, 4, 8, 16, 32] {
        let stop = After::questions(questions);
        let bounds = new().value(&start, Remaining::END, None, &stop).bounds;
        assert!(bounds.lower <= value && value <= bounds.upper, "{bounds:?}");
    }
}

#[test]
fn the_strongest_turn_is_legal_however_little_time_there_is() {
    let wide = board([&[1000; 10], &[1000; 10]]);
    for start in [Board::opening(6, 4), wide] {
        let start = Kalah::new(start, Rules::USC, Side::North).unwrap();
        for questions in [0, 1, 10] {
            let mut engine = Engine::new(&start, resources(1 << 16, 1));
            let advice = strongest_turn(&mut engine, &start, &After::questions(questions));
            let mut here = start;
            for &pit in &advice.turn {
                assert!(here.mover() == Side::North && here.moves().any(|legal| legal == pit));
                here = here.play(pit);
            }
            assert!(here.is_over() || here.mover() == Side::South);
        }
    }
}

#[test]
fn the_strongest_turn_of_a_small_game_is_proved_and_best() {
    for board in random_boards(3, 9, 20) {
        let start = Kalah::new(board, Rules::USC, Side::South).unwrap();
        let mut engine = Engine::new(&start, resources(1 << 16, 1));
        let advice = strongest_turn(&mut engine, &start, &());
        assert_eq!(advice.assessment.certainty, Certainty::Proved);
        assert_eq!(advice.turns, None);
        let value = advice.assessment.bounds.value().unwrap();
        let mut minimax = Minimax::default();
        let gain = |position: &Kalah| position.score(Side::South);
        assert_eq!(value, gain(&start) + minimax.value(&start));
        let after = advice.turn.iter().fold(start, |here, &pit| here.play(pit));
        assert_eq!(value, gain(&after) - minimax.value(&after));
    }
}

/// One engine for several games, as a player has it: what it kept of deeper searches contradicts
/// what it finds at smaller depth.
#[test]
fn an_engine_with_a_memory_of_other_games_plays_perfectly() {
    let mut minimax = Minimax::default();
    let mut engine = None;
    for board in random_boards(4, 16, 12) {
        let start = Kalah::new(board, Rules::CITS3001, Side::South).unwrap();
        let engine = engine.get_or_insert_with(|| Engine::new(&start, resources(1 << 12, 1)));
        let mut here = start;
        while !here.is_over() {
            let mover = here.mover();
            let advice = strongest_turn(engine, &here, &());
            let value = here.score(mover) + minimax.value(&here);
            assert_eq!(advice.assessment, Assessment::proved(Interval::exact(value)));
            here = advice.turn.iter().fold(here, |here, &pit| here.play(pit));
        }
    }
}

/// What was best for a few turns is tried first only where few turns are looked at.
#[test]
fn looking_a_few_turns_ahead_does_not_mislead_the_search_to_the_end() {
    let start = Kalah::new(Board::opening(5, 3), Rules::USC, Side::South).unwrap();
    let nodes_to_the_end = |turns| {
        let mut engine = Engine::new(&start, resources(1 << 16, 1));
        for turns in 1..=turns {
            engine.value(&start, Remaining::turns(turns), None, &());
        }
        let before = engine.nodes();
        exact(&mut engine, &start);
        engine.nodes() - before
    };
    let (cold, warm) = (nodes_to_the_end(0), nodes_to_the_end(6));
    assert!(warm < cold + cold / 2, "{warm} nodes, {cold} without");
}
