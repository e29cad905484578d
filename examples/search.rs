//! A search with an evaluation of one's own, and observers of it: one that stops it, one that keeps its trace.
//!
//! `cargo run --example search` prints the first rows of a trace with what each means.

use std::error::Error;
use std::ops::ControlFlow;

use mancala::game::{Board, Kalah, Pit, PitName, Position, Rules, Side};
use mancala::homework::compare::{LocatedVisit, SearchPath, describe};
use mancala::homework::{Problem, Task, answer_to};
use mancala::search::{Algorithm, Evaluated, Evaluation, Limits, Observer, Visit, search};

/// The lead, and a quarter of a seed for each seed that lies in the own row.
struct Hoarding;

impl Evaluation<Kalah> for Hoarding {
    fn value(&self, position: &Kalah, side: Side) -> i32 {
        let board = position.board();
        let in_row = |side| board.seeds_in_row(side) as i32;
        4 * position.score(side) + in_row(side) - in_row(side.opponent())
    }
}

/// Keeps the first visits of a search with the way to each, and then stops it.
struct Trace {
    most: usize,
    path: SearchPath,
    visits: Vec<LocatedVisit>,
}

/// Why a [`Trace`] stops its search.
struct Enough;

impl Observer<Pit> for Trace {
    type Stop = Enough;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<Enough> {
        if self.visits.len() == self.most {
            return ControlFlow::Break(Enough);
        }
        self.visits.push(self.path.visited(visit));
        self.path.follow(visit);
        ControlFlow::Continue(())
    }
}

/// The turn that looks best two turns ahead, by the names of its pits.
fn hoarding_turn(start: Kalah) -> Vec<String> {
    let limits = Limits { player: start.mover(), cutoff: 2 };
    let root = Evaluated::new(start, &Hoarding);
    let ControlFlow::Continue(choice) = search(root, limits, Algorithm::AlphaBeta, &mut ());
    choice.turn.iter().map(|&pit| PitName(start.mover(), pit).to_string()).collect()
}

/// What the first `most` rows of a problem's log mean.
fn meanings(problem: &Problem, most: usize) -> Vec<String> {
    let mut trace = Trace { most, path: SearchPath::default(), visits: Vec::new() };
    // Whether the search came to its end does not matter here.
    let _ = answer_to(problem, &mut trace);
    trace.visits.iter().map(|visit| describe(visit, problem).meaning).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let board = Board::opening(6, 4);
    let problem = Problem::on_board(board, Rules::USC, Side::South, Task::AlphaBeta, 2)?;
    println!("by an evaluation of one's own: {}", hoarding_turn(problem.start()).join(" "));
    for meaning in meanings(&problem, 8) {
        println!("{meaning}");
    }
    Ok(())
}

#[test]
fn a_trace_ends_where_it_is_stopped() -> Result<(), Box<dyn Error>> {
    let board = Board::opening(6, 4);
    let problem = Problem::on_board(board, Rules::USC, Side::South, Task::AlphaBeta, 2)?;
    let meanings = meanings(&problem, 3);
    assert_eq!(meanings.len(), 3);
    assert!(meanings[0].starts_with("The root is entered. It is a max node at depth 0"));
    assert!(!hoarding_turn(problem.start()).is_empty());
    Ok(())
}
