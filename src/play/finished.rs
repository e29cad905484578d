//! Where finished games are kept, so that none is played twice.
//!
//! Left out: files, which only the program has.

use std::collections::BTreeMap;

use super::player::Failure;
use super::record::GameRecord;

/// Finished games by their keys.
pub type Finished = BTreeMap<String, GameRecord>;

/// Where finished games are kept.
pub trait Games: Sync {
    /// The finished game of this key, if there is one.
    fn known(&self, key: &str) -> Option<GameRecord>;

    /// Keeps a finished game.
    ///
    /// # Errors
    /// If that cannot be done; what is being played ends then.
    fn keep(&self, key: &str, game: &GameRecord) -> Result<(), Failure>;
}

/// Nowhere.
impl Games for () {
    fn known(&self, _: &str) -> Option<GameRecord> {
        None
    }

    fn keep(&self, _: &str, _: &GameRecord) -> Result<(), Failure> {
        Ok(())
    }
}
