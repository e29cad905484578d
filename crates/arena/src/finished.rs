//! Where finished games are kept, so that none is played twice.
//!
//! Left out: files, which only the program has.

use std::collections::BTreeMap;

use super::player::Failure;
use super::record::GameRecord;
use mancala::game::{Kalah, Position};

/// Finished games by their keys.
pub type Finished<P = Kalah> = BTreeMap<String, GameRecord<P>>;

/// Where finished games are kept.
pub trait Games<P: Position = Kalah>: Sync {
    /// The finished game of this key, if there is one.
    fn known(&self, key: &str) -> Option<GameRecord<P>>;

    /// Keeps a finished game.
    ///
    /// # Errors
    /// If that cannot be done; what is being played ends then.
    fn keep(&self, key: &str, game: &GameRecord<P>) -> Result<(), Failure>;
}

/// Nowhere.
impl<P: Position> Games<P> for () {
    fn known(&self, _: &str) -> Option<GameRecord<P>> {
        None
    }

    fn keep(&self, _: &str, _: &GameRecord<P>) -> Result<(), Failure> {
        Ok(())
    }
}
