//! Which rows the log has, and which value and window each of them shows.
//!
//! Left out: how a row is spelled.

use super::node::Node;
use super::sowing::Game;
use super::window::Window;
use super::writing::{Place, Writer};
use super::{Unanswered, Value};
use crate::explain::mistakes::{Mistake, Mistakes};

/// The rows of one log.
pub(super) struct Rows<'a> {
    pub(super) mistakes: Mistakes,
    pub(super) writer: Writer<'a>,
}

impl Rows<'_> {
    /// On entering a node, the value that it has before its first child: due at an inner node,
    /// optional at a game-over node other than the root.
    pub(super) fn entry(&mut self, node: &Node, window: Window) -> Result<(), Unanswered> {
        if self.mistakes.has(Mistake::NoEntryRows) {
            return Ok(());
        }
        let kind = if node.extra_turn && self.mistakes.has(Mistake::ExtraTurnWrongSign) {
            node.kind.other()
        } else {
            node.kind
        };
        let value = kind.worst_value(self.mistakes);
        match node.game {
            Game::On => self.writer.row(place(node), value, window),
            Game::Over if node.pit.is_none() => Ok(()),
            Game::Over => self.writer.optional_row(place(node), value, window),
        }
    }

    /// At a leaf or a game-over node, its value and the window that it inherits.
    pub(super) fn leaf(
        &mut self,
        node: &Node,
        value: Value,
        window: Window,
    ) -> Result<(), Unanswered> {
        self.writer.row(place(node), value, window)?;
        if self.mistakes.has(Mistake::LeafTwice) {
            self.writer.row(place(node), value, window)?;
        }
        Ok(())
    }

    /// After a child, whether or not it changed anything: the narrowed window.
    pub(super) fn update(
        &mut self,
        node: &Node,
        value: Value,
        window: Window,
        narrowed: Window,
    ) -> Result<(), Unanswered> {
        if self.mistakes.has(Mistake::NoUpdateRows) {
            return Ok(());
        }
        let shown = if self.mistakes.has(Mistake::RowBeforeWindowUpdate) {
            window
        } else {
            narrowed
        };
        self.writer.row(place(node), value, shown)
    }

    /// After a child that makes the node cut: the window as it was.
    pub(super) fn cut(
        &mut self,
        node: &Node,
        value: Value,
        window: Window,
        narrowed: Window,
    ) -> Result<(), Unanswered> {
        if self.mistakes.has(Mistake::NoRowOnCut) {
            return Ok(());
        }
        let shown = if self.mistakes.has(Mistake::WindowUpdatedOnCut) {
            narrowed
        } else {
            window
        };
        self.writer.row(place(node), value, shown)
    }

    /// After the last child: nothing more, as each child has had its row.
    pub(super) fn end(
        &mut self,
        node: &Node,
        value: Value,
        window: Window,
    ) -> Result<(), Unanswered> {
        if self.mistakes.has(Mistake::NoUpdateRows) {
            self.writer.row(place(node), value, window)?;
        }
        Ok(())
    }
}

fn place(node: &Node) -> Place {
    Place {
        pit: node.pit,
        depth: node.depth,
    }
}
