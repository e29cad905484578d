//! One position of the tree, and what a visit of it finds out.
//!
//! Left out: how the tree is visited.

use super::ending::Game;
use super::sowing::{Board, Pit};
use super::window::Kind;
use super::{Player, Value};
use crate::mistakes::{Mistake, Mistakes, Place};

/// One position of the tree.
pub(super) struct Node {
    /// The pit that was sown last; `None` at the root.
    pub(super) pit: Option<Pit>,
    /// The board, swept if the game is over.
    pub(super) board: Board,
    pub(super) place: Place,
    /// The mistakes that are made here.
    pub(super) mistakes: Mistakes,
    /// Max if the player of the assignment moves next.
    pub(super) kind: Kind,
    /// The kind of the parent; at the root its own.
    pub(super) parent_kind: Kind,
    pub(super) game: Game,
    pub(super) depth: u32,
    /// The sows that led here, if they belong to the turn that begins at the root and goes on.
    pub(super) first_turn: Option<Vec<Pit>>,
}

impl Node {
    /// Whether the sow that led here earned an extra turn.
    pub(super) fn extra_turn(&self) -> bool {
        self.place.mid_turn
    }

    /// The store of the player of the assignment less the opponent's.
    pub(super) fn worth(&self, me: Player) -> Value {
        let has = |mistake| self.mistakes.has(mistake);
        let me = match has(Mistake::EvaluatesForPlayer1) {
            true => Player::One,
            false => me,
        };
        let worth = |player| {
            let pits = match has(Mistake::EvaluatesAllStones) {
                true => self.board.row(player).sum(),
                false => 0,
            };
            (self.board.store(player) + pits).cast_signed()
        };
        let theirs = match has(Mistake::EvaluatesOwnStoreOnly) {
            true => 0,
            false => worth(me.opponent()),
        };
        Value::Seeds(worth(me) - theirs)
    }
}

/// What a visit finds out.
pub(super) struct Found {
    pub(super) value: Value,
    /// The rest of the turn that begins at the root; empty in every other turn.
    pub(super) turn: Vec<Pit>,
}
