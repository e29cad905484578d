//! Where the games of a match begin: positions a few random turns into the game.
//!
//! Two searching players repeat themselves from the same position, so a match needs many.

use std::collections::HashSet;

use super::game::{Game, Playable};
use super::player::searching::Random;
use super::player::{Failure, Player};

/// How often another opening is tried before one is taken twice.
const PATIENCE: usize = 50;

/// `count` games that began at `start`, each `turns` random turns old and not over.
///
/// Different ones, as far as the game has so many; the same ones for the same `seed`.
#[must_use]
pub fn random_openings<P: Playable>(
    start: P,
    turns: usize,
    count: usize,
    seed: u64,
) -> Vec<Game<P>> {
    let mut chance = Random::new(seed);
    let mut seen = HashSet::new();
    let mut new_opening = || {
        let mut last = Game::new(start);
        for _ in 0..PATIENCE {
            let Ok(game) = random_opening(start, turns, &mut chance) else {
                continue;
            };
            if game.position().is_over() {
                continue;
            }
            let is_new = seen.insert(*game.position());
            last = game;
            if is_new {
                break;
            }
        }
        last
    };
    (0..count).map(|_| new_opening()).collect()
}

fn random_opening<P: Playable>(
    start: P,
    turns: usize,
    chance: &mut Random,
) -> Result<Game<P>, Failure> {
    let mut game = Game::new(start);
    for _ in 0..turns {
        if game.position().is_over() {
            break;
        }
        for choice in chance.turn(game.position())? {
            // Random turns are legal.
            let _ = game.play(choice);
        }
    }
    Ok(game)
}
