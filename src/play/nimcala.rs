//! Whole games of Nimcala: a game whose moves can be taken back, and the players that can play it.
//!
//! Left out: solving ([`nimcala`](crate::nimcala)), and the players' names ([`spec`](super::player::spec)).

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::evaluation::Weights;
use super::player::searching::Random;
use super::player::{Failure, Spec};
use crate::game::{Position, Side};
use crate::nimcala::{Method, Nimcala, Take};
use crate::search::{Algorithm, Limits, search};

/// A game in progress or finished. Invariant: every move was possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NimcalaGame {
    start: Nimcala,
    takes: Vec<Take>,
}

impl NimcalaGame {
    /// A game of which nothing has been played.
    #[must_use]
    pub const fn new(start: Nimcala) -> Self {
        let takes = Vec::new();
        Self { start, takes }
    }

    /// The position after the last move.
    #[must_use]
    pub fn position(&self) -> Nimcala {
        let takes = self.takes.iter();
        takes.fold(self.start, |here, &take| here.play(take))
    }

    /// The moves so far.
    #[must_use]
    pub fn takes(&self) -> &[Take] {
        &self.takes
    }

    /// Makes a move; `false`, and no change, if it is not possible.
    pub fn play(&mut self, take: Take) -> bool {
        let possible = self.position().moves().any(|it| it == take);
        if possible {
            self.takes.push(take);
        }
        possible
    }

    /// Takes the last move back and returns it.
    pub fn take_back(&mut self) -> Option<Take> {
        self.takes.pop()
    }

    /// Who has taken the last token; `None` while the game goes on.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let here = self.position();
        here.is_over().then(|| here.mover().opponent())
    }
}

/// A player that is no person.
#[derive(Debug)]
pub enum NimcalaPlayer {
    /// Every move with the same chance.
    Random(Random),
    /// A search of so many moves; what lies beyond is worth nothing to either.
    Searching(Algorithm, u32),
    /// The best move: wins as fast, loses as slowly as possible.
    Perfect,
}

impl NimcalaPlayer {
    /// The player that `spec` names. `seed` is for chance that has none of its own.
    ///
    /// # Errors
    /// A sentence: it is a person, or plays Kalah only.
    pub fn new(spec: &Spec, seed: u64) -> Result<Self, String> {
        match spec {
            Spec::Random { seed: own } => Ok(Self::Random(Random::new(own.unwrap_or(seed)))),
            Spec::Greedy => Ok(Self::Searching(Algorithm::Minimax, 1)),
            Spec::Searching(it) if it.evaluation == Weights::STORE => {
                Ok(Self::Searching(it.algorithm, it.depth))
            }
            Spec::Perfect => Ok(Self::Perfect),
            Spec::Human | Spec::Best { .. } | Spec::Searching(_) | Spec::Program(_) => {
                Err(format!(
                    "{spec} cannot play Nimcala: random, greedy, minimax:D, alphabeta:D and perfect can"
                ))
            }
        }
    }

    /// Its move in `position`, which is not over.
    ///
    /// # Errors
    /// [`Failure`] if the row is too large to be solved.
    pub fn take(&mut self, position: &Nimcala) -> Result<Take, Failure> {
        let none = || Failure::OwnFault("there is no move".to_owned());
        match self {
            Self::Random(chance) => chance.one_of(position.moves()).ok_or_else(none),
            Self::Searching(algorithm, depth) => {
                let limits = Limits {
                    player: position.mover(),
                    cutoff: *depth,
                };
                let found: ControlFlow<Infallible, _> =
                    search(*position, limits, *algorithm, &mut ());
                let ControlFlow::Continue(choice) = found;
                choice.turn.first().copied().ok_or_else(none)
            }
            Self::Perfect => best(position),
        }
    }
}

/// The best move of a position that is not over: the first of a line of best play, or, of a row so
/// large that only the winner is known, one that wins if there is one.
///
/// # Errors
/// [`Failure`] if the row is too large to be solved.
pub fn best(position: &Nimcala) -> Result<Take, Failure> {
    let solution = Method::Ranks.solve(*position, 0);
    let solution = solution.map_err(|reason| Failure::Surroundings(reason.to_string()))?;
    let line = solution
        .line
        .as_ref()
        .and_then(|line| line.first().copied());
    let winning = || solution.winning().map(|(take, _)| take).next();
    let first = || position.moves().next();
    let best = line.or_else(winning).or_else(first);
    best.ok_or_else(|| Failure::OwnFault("there is no move".to_owned()))
}

/// Two games from each of some openings, between two players who both move first once.
///
/// `told` hears the winner's place, 0 or 1, of each game. An opening is `moves` random moves old, or
/// fewer if the game would be over.
///
/// # Errors
/// The players cannot play it, or the row is too large for them.
pub fn play_pairs(
    players: &[Spec; 2],
    start: Nimcala,
    (openings, moves): (usize, usize),
    seed: u64,
    mut told: impl FnMut([usize; 2]),
) -> Result<(), Failure> {
    let mut chance = Random::new(seed);
    for number in 0..openings as u64 {
        let mut opening = start;
        for _ in 0..moves {
            let Some(take) = chance.one_of(opening.moves()) else {
                break;
            };
            match opening.play(take) {
                after if after.is_over() => break,
                after => opening = after,
            }
        }
        let mut winners = [0; 2];
        for (first, winner) in winners.iter_mut().enumerate() {
            *winner = play_one(players, opening, first, seed.wrapping_add(2 * number))?;
        }
        told(winners);
    }
    Ok(())
}

/// The place, 0 or 1, of the player who wins when player `first` moves first.
fn play_one(
    players: &[Spec; 2],
    opening: Nimcala,
    first: usize,
    seed: u64,
) -> Result<usize, Failure> {
    let mut seated = Vec::new();
    for (place, spec) in players.iter().enumerate() {
        let seed = seed.wrapping_add(place as u64);
        seated.push(NimcalaPlayer::new(spec, seed).map_err(Failure::Surroundings)?);
    }
    let mut here = opening;
    let mut place = first;
    while !here.is_over() {
        here = here.play(seated[place].take(&here)?);
        place = 1 - place;
    }
    // Who moved last has won.
    Ok(1 - place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimcala::TokenRow;

    #[test]
    fn perfect_play_wins_what_can_be_won() {
        let start = Nimcala::new(TokenRow::opening(4, 5).unwrap(), Side::South);
        for other in ["random", "greedy", "minimax:3", "alphabeta:4", "perfect"] {
            let players = ["perfect", other].map(|text| text.parse().unwrap());
            // 5 0 0 0 is won by who moves first.
            let told = |winners: [usize; 2]| assert_eq!(winners[0], 0, "{other}");
            play_pairs(&players, start, (5, 0), 7, told).unwrap();
        }
        let human = ["human", "greedy"].map(|text| text.parse().unwrap());
        assert!(play_pairs(&human, start, (1, 0), 7, |_| ()).is_err());
    }

    #[test]
    fn moves_are_taken_back() {
        let mut game = NimcalaGame::new(Nimcala::new(TokenRow::new(&[0, 2]).unwrap(), Side::North));
        let takes: Vec<_> = game.position().moves().collect();
        assert!(game.play(takes[1]) && !game.play(takes[0]));
        assert_eq!(game.winner(), Some(Side::North));
        assert_eq!(game.take_back(), Some(takes[1]));
        assert_eq!(game.winner(), None);
    }
}
