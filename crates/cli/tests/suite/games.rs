//! Random games, for several of the tests.

use arena::player::searching::Random;
use arena::{Game, Player};
use mancala::game::rules::Rules;
use mancala::game::{Board, Kalah, Position, Side};
use proptest::prelude::*;

/// A board, rules, and what is played on it.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) rules: Rules,
    /// North's and South's seeds of each column.
    pub(crate) columns: Vec<(u16, u16)>,
    pub(crate) first: Side,
    /// How many sows are made, unless the game ends before.
    pub(crate) sows: usize,
    pub(crate) seed: u64,
}

/// Plans with fewer than `most` seeds in each pit at the start.
pub(crate) fn plans(most: u16) -> impl Strategy<Value = Plan> {
    let presets = mancala::game::rules::options::PRESETS.each_ref();
    let rules = prop::sample::select(presets.map(|preset| preset.rules).to_vec());
    let columns = prop::collection::vec((0..most, 0..most), 1..=10);
    let first = prop_oneof![Just(Side::South), Just(Side::North)];
    (rules, columns, first, 0usize..60, any::<u64>())
        .prop_map(|(rules, columns, first, sows, seed)| Plan { rules, columns, first, sows, seed })
}

impl Plan {
    pub(crate) fn game(&self) -> Game {
        let (north, south): (Vec<_>, Vec<_>) = self.columns.iter().copied().unzip();
        let board = Board::new([&south, &north], [0, 0]);
        let start = Kalah::new(board, self.rules, self.first).unwrap();
        random_game(start, self.sows, self.seed)
    }
}

/// A game of at most `sows` random sows.
pub(crate) fn random_game(start: Kalah, sows: usize, seed: u64) -> Game {
    let mut game = Game::new(start);
    let mut chance = Random::new(seed);
    let mut made = 0;
    while made < sows && !game.position().is_over() {
        for pit in chance.turn(game.position()).unwrap() {
            if made < sows {
                game.play(pit).unwrap();
                made += 1;
            }
        }
    }
    game
}
