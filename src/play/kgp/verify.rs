//! The mode `verify`: does a client know the rules? The server shows a board and a pit, the client says what
//! the board is after the sow and whether South goes on.
//!
//! A problem counts its pits from 0, a move from 1. What is left at the end of a game stays where it lies.
//!
//! Left out: who is asked, and when it ends.

use super::board;
use super::line::Argument;
use crate::game::kalah::Hole;
use crate::game::{Kalah, Pit, Position, Rules, Side};
use crate::play::player::searching::Random;

/// So many problems are asked.
pub const QUESTIONS: u32 = 50;

/// The smallest and the largest size of a board that is asked about, as far as it can be played here.
const WIDTHS: [usize; 2] = [6, 10];

/// The most seeds of a pit that is asked about.
const MOST_SEEDS: usize = 21;

/// What a problem asks.
///
/// # Errors
/// Why it cannot be answered.
pub fn problem(arguments: &[Argument], rules: Rules) -> Result<(Kalah, Pit), String> {
    let [Argument::Board(numbers), Argument::Integer(pit)] = arguments else {
        return Err("expected a board and a pit after problem".to_owned());
    };
    let position = board::position(numbers, rules)?;
    let pit = pit.checked_add(1).and_then(|it| board::pit(&position, it));
    match pit {
        Some(pit) if !position.is_over() && position.board().seeds(Side::South, pit) > 0 => {
            Ok((position, pit))
        }
        _ => Err("expected a pit of South's with seeds in it, from 0".to_owned()),
    }
}

/// The answer: the board after South has sown this pit, and 1 if South goes on.
#[must_use]
pub fn solution(position: &Kalah, pit: Pit) -> [Argument; 2] {
    let width = position.board().width();
    // Behind the size and the stores, each row in the order in which its owner sows.
    let at = |row: Side, pit: Pit| match row {
        Side::South => 3 + pit.column(),
        Side::North => 3 + width + (width - 1 - pit.column()),
    };
    let mut numbers = board::numbers(position);
    numbers[at(Side::South, pit)] = 0;
    for hole in position.holes(pit) {
        match hole {
            Hole::Pit(row, pit) => numbers[at(row, pit)] += 1,
            Hole::Store => numbers[1] += 1,
        }
    }
    let (_, sown) = position.sow(pit);
    if let (Hole::Pit(row, pit), 1..) = (sown.last, sown.captured) {
        let (last, opposite) = (at(row, pit), at(row.opponent(), pit));
        numbers[last] = numbers[last] + numbers[opposite] - sown.captured;
        numbers[opposite] = 0;
        numbers[1] += sown.captured;
    }
    let goes_on = Argument::Integer(sown.earns_extra_turn().into());
    [Argument::Board(numbers), goes_on]
}

/// Problems for a client.
#[derive(Debug)]
pub struct Quiz {
    chance: Random,
    /// What is right, and the number of the line that asked.
    open: Option<(u64, [Argument; 2])>,
    asked: u32,
}

impl Default for Quiz {
    fn default() -> Self {
        Self {
            // Everybody gets the same.
            chance: Random::new(1),
            open: None,
            asked: 0,
        }
    }
}

impl Quiz {
    /// The next problem, to be asked in the line of this number; `None` after the last.
    pub fn next(&mut self, id: u64) -> Option<Vec<Argument>> {
        if self.asked >= QUESTIONS {
            return None;
        }
        self.asked += 1;
        let (position, pit) = self.any();
        self.open = Some((id, solution(&position, pit)));
        let number = Argument::Integer(board::number_of(&position, pit) - 1);
        Some(vec![Argument::Board(board::numbers(&position)), number])
    }

    /// A board with a move for South. A client has to know the rules there too where no game would get.
    fn any(&mut self) -> (Kalah, Pit) {
        loop {
            let width = WIDTHS[0] + self.chance.below(WIDTHS[1] - WIDTHS[0] + 1);
            let mut numbers = vec![width as u32, 0, 0];
            numbers.extend((0..2 * width).map(|_| self.chance.below(MOST_SEEDS + 1) as u32));
            let position = board::position(&numbers, Rules::CITS3001);
            let mut pit = |it: &Kalah| self.chance.one_of(it.moves());
            if let Some(found) = position.ok().and_then(|it| Some((it, pit(&it)?))) {
                return found;
            }
        }
    }

    /// Judges what a client says of the problem of this number, or of the last one; nothing if there is none.
    ///
    /// # Errors
    /// What would have been right.
    pub fn judge(
        &mut self,
        reference: Option<u64>,
        said: &[Argument],
    ) -> Option<Result<(), String>> {
        let is_meant = |it: &mut (u64, _)| reference.is_none_or(|meant| meant == it.0);
        let (_, [board, goes_on]) = self.open.take_if(is_meant)?;
        let repeats = |it: &Argument| matches!(it, Argument::Integer(number) if *number != 0);
        let is_right = matches!(
            said,
            [said, again] if *said == board
                && matches!(again, Argument::Integer(_))
                && repeats(again) == repeats(&goes_on)
        );
        Some(match is_right {
            true => Ok(()),
            false => Err(format!("wrong: expected {board} {goes_on}")),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::play::kgp::line::Line;

    #[track_caller]
    fn solves(asked: &str, expected: &str) {
        let line = Line::parse(format!("problem {asked}").as_bytes()).unwrap();
        let (position, pit) = problem(&line.arguments, Rules::CITS3001).unwrap();
        let [board, goes_on] = solution(&position, pit);
        assert_eq!(format!("{board} {goes_on}"), expected);
    }

    #[test]
    fn what_a_sow_does() {
        solves("<3,0,0,3,3,3,3,3,3> 0", "<3,1,0,0,4,4,3,3,3> 1");
        solves("<3,0,0,3,3,3,3,3,3> 2", "<3,1,0,3,3,0,4,4,3> 0");
        // A capture, also after a lap into the pit itself.
        solves("<3,0,0,1,0,3,3,5,3> 0", "<3,6,0,0,0,3,3,0,3> 0");
        solves("<3,0,0,7,0,1,0,0,0> 0", "<3,3,0,0,1,2,1,1,0> 0");
        // What is left in the end is not swept, whosever row is empty.
        solves("<3,0,0,0,0,1,3,5,3> 2", "<3,1,0,0,0,0,3,5,3> 1");
        solves("<3,0,0,1,0,0,0,2,0> 0", "<3,3,0,0,0,0,0,0,0> 0");
    }

    #[test]
    fn problems_that_are_none() {
        for asked in [
            "3",
            "<3,0,0,3,3,3,3,3,3>",
            "<3,0,0,3,3,3,3,3,3> 3",
            "<3,0,0,0,3,3,3,3,3> 0",
            "<1,0,0,1,1> -1",
            "<3,0,0,0,0,0,3,3,3> 0",
            "<1,0,0,1,1> 9223372036854775807",
        ] {
            let line = Line::parse(format!("problem {asked}").as_bytes()).unwrap();
            let error = problem(&line.arguments, Rules::CITS3001).unwrap_err();
            assert!(error.starts_with("expected"), "{asked}: {error}");
        }
    }

    #[test]
    fn a_quiz_ends_and_knows_what_is_wrong() {
        let mut quiz = Quiz::default();
        let mut asked = 0;
        while let Some(arguments) = quiz.next(asked) {
            let (position, pit) = problem(&arguments, Rules::CITS3001).unwrap();
            let right = solution(&position, pit);
            assert_eq!(quiz.judge(Some(asked + 1), &right), None);
            let wrong = asked % 2 == 1;
            let said = match wrong {
                true => [arguments[0].clone(), right[1].clone()],
                false => right,
            };
            assert_eq!(quiz.judge(Some(asked), &said).unwrap().is_err(), wrong);
            asked += 1;
        }
        assert_eq!(asked, u64::from(QUESTIONS));
    }
}
