//! The search and the naive reference write the same answer and the same log, for any small board.
#![no_main]

use explain::{assignment, reference};
use libfuzzer_sys::fuzz_target;
use mancala::game::{Board, Rules, Side};
use mancala::homework::{OptionalRows, Problem, Task, answer_and_log};

/// Nodes and seeds of the reference; more is not waited for.
const STEPS: u64 = 20_000;

fuzz_target!(|bytes: &[u8]| {
    let [task, player, rules, cutoff, width, seeds @ ..] = bytes else { return };
    let task = [Task::Greedy, Task::Minimax, Task::AlphaBeta][usize::from(task % 3)];
    let rules = [Rules::USC, Rules::CITS3001, Rules::UW][usize::from(rules % 3)];
    let width = usize::from(width % 10) + 1;
    let mut seeds = seeds.iter().map(|seeds| u16::from(seeds % 40));
    let mut row = || -> Vec<u16> { seeds.by_ref().chain([0; 10]).take(width).collect() };
    let board = Board::new([&row(), &row()], [0, 0]);
    let player = Side::BOTH[usize::from(player % 2)];
    let problem = Problem::on_board(board, rules, player, task, u32::from(cutoff % 4)).unwrap();
    let settings = reference::Settings { steps: STEPS, ..Default::default() };
    let asked = assignment(&problem).unwrap();
    let Ok(expected) = reference::answer(&asked, settings) else { return };
    let (answer, log) = answer_and_log(&problem, OptionalRows::Omit).unwrap();
    assert_eq!(log, expected.traverse_log);
    assert_eq!(answer.next_state(), expected.next_state);
});
