//! What is asked of a program, as plain numbers: the question that the reference engine answers.

pub use mancala::game::Side;
use mancala::game::rules::Rules;
use mancala::homework::Problem;
pub use mancala::homework::{OptionalRows, Task};

/// One assignment, as plain numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Assignment {
    /// The rules of the game.
    pub rules: Rules,
    /// What is asked for; [`Task::Competition`] is not.
    pub task: Task,
    /// The player to move, for whom positions are valued.
    pub player: Side,
    /// How many turns deep to search; 0 makes the root a leaf.
    pub cutoff: u32,
    /// Player 2's pits from left to right.
    pub upper: Vec<u32>,
    /// Player 1's pits from left to right; as many as `upper`.
    pub lower: Vec<u32>,
    /// Player 2's store.
    pub upper_store: u32,
    /// Player 1's store.
    pub lower_store: u32,
}

impl Assignment {
    /// The largest number of stones in a pit or a store.
    pub(crate) fn most_stones(&self) -> u32 {
        let pits = self.upper.iter().chain(&self.lower);
        pits.chain([&self.upper_store, &self.lower_store]).copied().max().unwrap_or(0)
    }

    /// The same asked of the board of a `next_state.txt`; `None` if that is no board.
    pub(crate) fn with_board(&self, state: &str) -> Option<Self> {
        let mut rows = state.lines().map(|line| -> Option<Vec<u32>> {
            line.split_whitespace().map(|it| it.parse().ok()).collect()
        });
        let mut row = || rows.next().flatten();
        let (upper, lower, upper_store, lower_store) = (row()?, row()?, row()?, row()?);
        let (&[upper_store], &[lower_store]) = (&upper_store[..], &lower_store[..]) else {
            return None;
        };
        Some(Self { upper, lower, upper_store, lower_store, ..self.clone() })
    }
}

/// The same question for the reference engine; `None` for the competition, which it cannot answer.
pub fn assignment(problem: &Problem) -> Option<Assignment> {
    let row = |side| problem.board().row(side).iter().copied().map(u32::from).collect();
    (problem.task != Task::Competition).then(|| Assignment {
        rules: problem.rules(),
        task: problem.task,
        player: problem.player(),
        cutoff: problem.cutoff.unwrap_or(u32::MAX),
        upper: row(Side::North),
        lower: row(Side::South),
        upper_store: problem.board().store(Side::North),
        lower_store: problem.board().store(Side::South),
    })
}
