//! What a walk can show before its search has run: the first rows, and how far the run is.

use super::row::{board, shown};
use crate::Answered;
use crate::games::problem;
use crate::json::{list, object, string};
use mancala::game::{Kalah, Pit, Position};
use mancala::homework::{answer_to, log_header};
use mancala::search::{FnObserver, Visit};

/// As many rows as are shown around one.
const ROWS: usize = 19;

/// The moves into the tree that the share of a run is reckoned by.
const FINE: usize = 12;

/// An `input.txt`: its first rows and its board, at once.
pub fn begin(arguments: &str) -> Answered {
    let problem = problem(arguments)?;
    let algorithm = problem.task.logged_algorithm();
    let algorithm = algorithm.ok_or("this task has no log: a walk needs task 2 or 3")?;
    let mut first = Vec::new();
    let mut take = |visit: &Visit<Pit>| {
        first.push(shown(first.len() as u64 + 1, visit));
        first.len() < ROWS
    };
    let _ = answer_to(&problem, &mut FnObserver(&mut take));
    let [position, last] = board(problem.start(), &[])?;
    Ok(object(&[
        ("header", string(log_header(algorithm))),
        ("task", string(problem.task.name())),
        ("rows", list(first)),
        position,
        last,
    ]))
}

/// How much of the tree below `start` comes before the node that `path` leads to, if all nodes of a ply are alike.
pub fn share(start: Kalah, path: &[Pit]) -> f64 {
    let (mut position, mut share, mut part) = (start, 0.0, 1.0);
    for &pit in path.iter().take(FINE) {
        let moves: Vec<_> = position.moves().collect();
        let at = moves.iter().position(|&it| it == pit).unwrap_or(0);
        part /= moves.len().max(1) as f64;
        share += at as f64 * part;
        position = position.play(pit);
    }
    share
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala::game::{Board, Rules, Side};

    #[test]
    fn the_share_of_a_run_rises_along_the_moves() {
        let start = Kalah::new(Board::opening(4, 3), Rules::USC, Side::South).unwrap();
        let moves: Vec<_> = start.moves().collect();
        assert_eq!(share(start, &[]), 0.0);
        assert_eq!(share(start, &[moves[1]]), 0.25);
        let next: Vec<_> = start.play(moves[1]).moves().collect();
        let below = share(start, &[moves[1], next[next.len() - 1]]);
        assert!(0.25 < below && below < 0.5, "{below}");
    }
}
