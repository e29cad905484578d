//! Which rows the log has, and which value and window each of them shows.
//!
//! Left out: how a row is spelled.

use super::ending::Game;
use super::node::Node;
use super::window::Window;
use super::writing::{RowPlace, Writer};
use super::{Unanswered, Value};
use crate::mistakes::Mistake;

/// The rows of one log.
pub(super) struct Rows<'a> {
    pub(super) writer: Writer<'a>,
}

impl Rows<'_> {
    /// On entering an inner node, the value that it has before its first child.
    pub(super) fn entry(&mut self, node: &Node, window: Window) -> Result<(), Unanswered> {
        if node.mistakes.has(Mistake::NoEntryRows) {
            return Ok(());
        }
        self.writer
            .row(place(node), entry_value(node, window), window)
    }

    /// The same, optional at a game-over node other than the root.
    pub(super) fn optional_entry(&mut self, node: &Node, window: Window) -> Result<(), Unanswered> {
        if node.pit.is_none() || node.mistakes.has(Mistake::NoEntryRows) {
            return Ok(());
        }
        self.writer
            .optional_row(place(node), entry_value(node, window), window)
    }

    /// At a leaf or a game-over node, its value and the window that it inherits.
    pub(super) fn leaf(
        &mut self,
        node: &Node,
        value: Value,
        window: Window,
    ) -> Result<(), Unanswered> {
        if node.mistakes.has(Mistake::LeafEntered) && node.game == Game::On {
            self.writer
                .row(place(node), entry_value(node, window), window)?;
        }
        if node.mistakes.has(Mistake::NoLeafRows) {
            return Ok(());
        }
        let window = leaf_window(node, value, window);
        self.writer.row(place(node), value, window)?;
        if node.mistakes.has(Mistake::LeafTwice) {
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
        if node.mistakes.has(Mistake::NoUpdateRows) {
            return Ok(());
        }
        let shown = if node.mistakes.has(Mistake::RowBeforeWindowUpdate) {
            window
        } else {
            narrowed
        };
        let shown = match node.mistakes.has(Mistake::ValueShownAsBound) {
            true => shown.with_bound(node.kind, value),
            false => shown,
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
        if node.mistakes.has(Mistake::NoRowOnCut) {
            return Ok(());
        }
        let shown = if node.mistakes.has(Mistake::WindowUpdatedOnCut) {
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
        if node.mistakes.has(Mistake::NoUpdateRows) {
            self.writer.row(place(node), value, window)?;
        }
        Ok(())
    }
}

/// The window that the row of a leaf shows: the one that it inherits.
fn leaf_window(node: &Node, value: Value, window: Window) -> Window {
    let has = |mistake| node.mistakes.has(mistake);
    let narrowed = |kind| window.narrowed(kind, value, value, node.mistakes);
    if has(Mistake::LeafInOwnWindow) {
        narrowed(node.parent_kind)
    } else if has(Mistake::LeafInWindowUnlessCut) {
        match window.cuts(node.parent_kind, value, node.mistakes) {
            true => window,
            false => narrowed(node.parent_kind),
        }
    } else if has(Mistake::LeafNarrowsItsWindow) {
        narrowed(node.kind)
    } else {
        window
    }
}

/// The value that an entry row shows.
fn entry_value(node: &Node, window: Window) -> Value {
    let wrong_sign = node.extra_turn() && node.mistakes.has(Mistake::ExtraTurnWrongSign);
    let kind = if wrong_sign {
        node.kind.other()
    } else {
        node.kind
    };
    window.first_value(kind, node.mistakes)
}

fn place(node: &Node) -> RowPlace {
    RowPlace {
        pit: node.pit,
        depth: node.depth,
    }
}
