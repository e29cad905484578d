//! The players of Nimcala.

use std::ops::ControlFlow;

use super::evaluation::Weights;
use super::player::searching::{Random, Searching};
use super::player::{Failure, HasPlayers, Player, PlayerOrPerson, Programs, Spec};
use mancala::game::Position;
use mancala::nimcala::{Method, Nimcala, Take};
use mancala::search::{Limits, search};

impl HasPlayers for Nimcala {
    fn player(spec: &Spec, seed: u64, _: &Programs) -> PlayerOrPerson<Self> {
        Ok(match spec {
            Spec::Human => None,
            Spec::Random { seed: own } => Some(Box::new(Random::new(own.unwrap_or(seed)))),
            Spec::Greedy => Some(Box::new(Searching::GREEDY)),
            Spec::Searching(it) if it.evaluation == Weights::STORE => Some(Box::new(*it)),
            Spec::Perfect => Some(Box::new(Perfect)),
            Spec::Best { .. } | Spec::Searching(_) | Spec::Program(_) => {
                return Err(format!(
                    "{spec} cannot play Nimcala: random, greedy, minimax:D, alphabeta:D and perfect can"
                ));
            }
        })
    }
}

/// What lies beyond the depth is worth nothing to either.
impl Player<Nimcala> for Searching {
    fn turn(&mut self, position: &Nimcala) -> Result<Vec<Take>, Failure> {
        let limits = Limits { player: position.mover(), cutoff: self.depth };
        let ControlFlow::Continue(choice) = search(*position, limits, self.algorithm, &mut ());
        Ok(choice.turn)
    }
}

/// Wins as fast, loses as slowly as possible.
struct Perfect;

impl Player<Nimcala> for Perfect {
    fn turn(&mut self, position: &Nimcala) -> Result<Vec<Take>, Failure> {
        best(position).map(|take| vec![take])
    }
}

/// The best move of a position that is not over: the first of a line of best play, or, of a row so
/// large that only the winner is known, one that wins if there is one.
///
/// # Errors
/// [`Failure`] if the row is too large to be solved.
pub fn best(position: &Nimcala) -> Result<Take, Failure> {
    let solution = Method::Ranks.solve(*position, 0);
    let solution = solution.map_err(|reason| Failure::Environment(reason.to_string()))?;
    let line = solution.line.as_ref().and_then(|line| line.first().copied());
    let winning = || solution.winning().next();
    let first = || position.moves().next();
    let best = line.or_else(winning).or_else(first);
    best.ok_or_else(|| Failure::OwnFault("there is no move".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::game::{GameResult, Illegal};
    use mancala::game::Side;
    use mancala::nimcala::TokenRow;

    #[test]
    fn moves_are_taken_back() {
        let row = TokenRow::new(&[0, 2]).unwrap();
        let mut game = Game::new(Nimcala::new(row, Side::North));
        let takes: Vec<_> = game.position().moves().collect();
        assert_eq!(game.play(takes[1]), Ok(()));
        assert_eq!(game.play(takes[0]), Err(Illegal::GameOver));
        assert_eq!(game.outcome(), Some(GameResult::Won(Side::North)));
        assert_eq!(game.take_back().map(|it| it.pits), Some(vec![takes[1]]));
        assert_eq!(game.outcome(), None);
    }
}
