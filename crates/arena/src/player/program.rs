//! Players that are other programs, spoken to in the homework's files.
//!
//! A program is given the position as an `input.txt` and answers with a `next_state.txt`: the turn leads to that board.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Failure, Player};
use crate::board_text;
use mancala::game::{Board, Kalah, Pit, Position};

/// Runs the program of this name, or the command, on an input file that asks for a turn in a position; returns the
/// text of the `next_state.txt` that it wrote.
pub type Programs = Arc<dyn Fn(&str, &Kalah) -> Result<String, Failure> + Send + Sync>;

/// Programs that cannot be run, for players that are none.
pub fn no_programs() -> Programs {
    Arc::new(|_, _| Err(Failure::Environment("programs cannot be run here".to_owned())))
}

pub struct ProgramPlayer {
    pub command: String,
    pub programs: Programs,
}

impl Player for ProgramPlayer {
    fn turn(&mut self, position: &Kalah) -> Result<Vec<Pit>, Failure> {
        let text = (self.programs)(&self.command, position)?;
        let fault = |why: &str| Failure::OwnFault(why.to_owned());
        let board = next_state(&text)
            .map_err(|why| fault(&format!("next_state.txt is not a board: {why}")))?;
        turn_to(position, &board)
            .ok_or_else(|| fault("no legal turn leads to the board in next_state.txt"))
    }
}

fn next_state(text: &str) -> Result<Board, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    board_text::parse(&lines.collect::<Vec<_>>().join("/"))
}

/// The first turn from `position` that leads to `board`, in the spec in which ties are broken.
fn turn_to(position: &Kalah, board: &Board) -> Option<Vec<Pit>> {
    // Chains that meet in one position go on alike, so each position is looked at once.
    let mut seen = HashSet::new();
    let mut open = vec![(*position, Vec::new())];
    while let Some((here, turn)) = open.pop() {
        let mut longer = Vec::new();
        for pit in here.moves() {
            let next = here.play(pit);
            let mut turn = turn.clone();
            turn.push(pit);
            if !next.continues_turn_of(&here) {
                if next.board() == board {
                    return Some(turn);
                }
            } else if seen.insert(next) {
                longer.push((next, turn));
            }
        }
        open.extend(longer.into_iter().rev());
    }
    None
}
