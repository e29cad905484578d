//! A node of the tree: what the search knows of it, and what its rows show.

use super::Player;
use super::sowing::{Board, Game, Pit};
use super::window::Kind;

/// One position of the tree.
pub(super) struct Node {
    /// The pit that was sown last; `None` at the root.
    pub(super) pit: Option<Pit>,
    /// The board, swept if the game is over.
    pub(super) board: Board,
    /// Who moves next.
    pub(super) next: Player,
    /// Max if `next` is the player of the assignment.
    pub(super) kind: Kind,
    pub(super) game: Game,
    pub(super) depth: u32,
    /// Whether the sow that led here earned an extra turn.
    pub(super) extra_turn: bool,
    /// Whether the turn that begins at the root goes on here.
    pub(super) first_turn: bool,
}
