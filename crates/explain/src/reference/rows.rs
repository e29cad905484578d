//! Which rows the log has, which value and window each of them shows, and how they and the next state are spelled.

use std::cmp::Ordering;
use std::fmt::{Arguments, Write};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::board::{Board, Pit};
use super::tree::Node;
use super::window::Window;
use super::{OptionalRows, Settings, Side, Task, Unanswered, Value};
use crate::mistakes::{Mistake, Mistakes, Place};

/// The pit and the depth that a row shows.
type ShownAt = (Option<Pit>, u32);

/// Why a log has a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RowKind {
    /// An inner node is entered.
    Entry,
    /// The row before that of a node at which the game is over; it may be left out.
    Optional,
    /// A leaf at the cutoff.
    Leaf,
    /// A node at which the game is over.
    Over,
    AfterChild,
    /// A child made its parent prune.
    Prune,
}

/// The kind of a row, and the place of its node; after a child, with what is known of that.
pub(crate) type RowOf = (RowKind, Place);

/// Whether the search goes on.
type Written = Result<(), Unanswered>;

/// What takes the rows of a log, of which the header is of no node.
pub(super) type Sink<'a> = dyn FnMut(&str, Option<RowOf>) -> ControlFlow<()> + 'a;

impl Node {
    /// What its own rows show.
    pub(super) fn shown_at(&self) -> ShownAt {
        let has = |mistake| self.mistakes.has(mistake);
        let is_deeper = self.extra_turn() && has(Mistake::ChainRowsDeeper);
        let depth = if has(Mistake::DepthsCountSows) { self.sows } else { self.depth };
        (self.named, depth + u32::from(is_deeper))
    }
}

impl Writer<'_> {
    /// On entering an inner node, the value that it has before its first child.
    pub(super) fn entry(&mut self, node: &Node, window: Window) -> Written {
        if node.mistakes.has(Mistake::NoEntryRows) {
            return Ok(());
        }
        self.row(node, RowKind::Entry, entry_value(node, window), window)
    }

    /// The same, optional at a game-over node other than the root.
    pub(super) fn optional_entry(&mut self, node: &Node, window: Window) -> Written {
        if node.pit.is_none() || node.mistakes.has(Mistake::NoEntryRows) {
            return Ok(());
        }
        let value = match self.optional_rows {
            OptionalRows::Omit => return Ok(()),
            OptionalRows::OwnSign => Some(entry_value(node, window)),
            OptionalRows::Marked => None,
        };
        let of = (RowKind::Optional, node.place);
        self.line(of, (node, node.shown_at()), value, window)
    }

    /// At a leaf or a game-over node, its value and the window that it inherits.
    pub(super) fn leaf(&mut self, node: &Node, value: Value, window: Window) -> Written {
        if node.mistakes.has(Mistake::LeafEntered) && !node.over {
            self.row(node, RowKind::Entry, entry_value(node, window), window)?;
        }
        let is_over = node.over;
        let has_none = is_over && node.mistakes.has(Mistake::NoRowAtEnd);
        if has_none || node.mistakes.has(Mistake::NoLeafRows) {
            return Ok(());
        }
        let window = leaf_window(node, value, window);
        let (pit, depth) = node.shown_at();
        let less = u32::from(node.mistakes.has(Mistake::LeafDepthOneLess));
        let shown_at = (pit, depth.saturating_sub(less));
        let kind = if is_over { RowKind::Over } else { RowKind::Leaf };
        self.line((kind, node.place), (node, shown_at), Some(value), window)?;
        if node.mistakes.has(Mistake::LeafTwice) {
            self.row(node, kind, value, window)?;
        }
        Ok(())
    }

    /// After a child, whether or not it changed anything: the narrowed window.
    pub(super) fn update(
        &mut self,
        (node, shown_at, place): (&Node, ShownAt, Place),
        (before, value, child): (Value, Value, Value),
        (window, narrowed): (Window, Window),
        mistakes: Mistakes,
    ) -> Written {
        let value = match () {
            () if mistakes.has(Mistake::RowBeforeValueUpdate) => before,
            () if mistakes.has(Mistake::RowShowsChild) => child,
            () => value,
        };
        if mistakes.has(Mistake::NoUpdateRows) {
            return Ok(());
        }
        let shown = if mistakes.has(Mistake::RowBeforeWindowUpdate) { window } else { narrowed };
        let shown = match mistakes.has(Mistake::ValueShownAsBound) {
            true => shown.with_bound(node.kind, value),
            false => shown,
        };
        let of = (RowKind::AfterChild, place);
        if mistakes.has(Mistake::UpdateRowTwice) {
            self.line(of, (node, shown_at), Some(value), shown)?;
        }
        self.line(of, (node, shown_at), Some(value), shown)
    }

    /// After a child that makes the node cut: the window as it was.
    pub(super) fn cut(
        &mut self,
        (node, shown_at, place): (&Node, ShownAt, Place),
        value: Value,
        (window, narrowed): (Window, Window),
        mistakes: Mistakes,
    ) -> Written {
        if mistakes.has(Mistake::NoRowOnCut) {
            return Ok(());
        }
        let shown = if mistakes.has(Mistake::WindowUpdatedOnCut) { narrowed } else { window };
        if mistakes.has(Mistake::CutRowTwice) {
            self.line((RowKind::Prune, place), (node, shown_at), Some(value), shown)?;
        }
        self.line((RowKind::Prune, place), (node, shown_at), Some(value), shown)
    }

    /// After the last child: nothing more, as each child has had its row.
    pub(super) fn end(&mut self, node: &Node, value: Value, window: Window) -> Written {
        if node.mistakes.has(Mistake::NoUpdateRows) {
            self.row(node, RowKind::AfterChild, value, window)?;
        }
        Ok(())
    }
}

/// The window that the row of a leaf shows: the one that it inherits.
fn leaf_window(node: &Node, value: Value, window: Window) -> Window {
    let has = |mistake| node.mistakes.has(mistake);
    let narrowed = |kind| window.narrowed(kind, value, value, node.mistakes);
    let cuts = || window.cuts(node.parent_kind, value, node.mistakes);
    match () {
        () if has(Mistake::LeafInOwnWindow) => narrowed(node.parent_kind),
        () if has(Mistake::LeafInWindowUnlessCut) && !cuts() => narrowed(node.parent_kind),
        () if has(Mistake::LeafNarrowsItsWindow) => narrowed(node.kind),
        () => window,
    }
}

/// The value that an entry row shows.
pub(super) fn entry_value(node: &Node, window: Window) -> Value {
    let wrong_sign = node.extra_turn() && node.mistakes.has(Mistake::ExtraTurnWrongSign);
    let kind = if wrong_sign { node.kind.other() } else { node.kind };
    match () {
        () if node.mistakes.has(Mistake::ValueBeginsUnseenAtBound) => {
            kind.worst_value(node.mistakes)
        }
        () if node.mistakes.has(Mistake::InfinityOverflows) => Value::MinusInfinity,
        () if wrong_sign => window.first_value(kind, node.worth, node.mistakes),
        () => node.first_value(window),
    }
}

/// The rows of one log: it hands each to the sink as soon as it is complete.
pub(super) struct Writer<'a> {
    /// Greedy has no log.
    task: Task,
    optional_rows: OptionalRows,
    mistakes: Mistakes,
    sink: &'a mut Sink<'a>,
    row: String,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        task: Task,
        settings: Settings,
        mistakes: Mistakes,
        sink: &'a mut Sink<'a>,
    ) -> Self {
        Self { task, optional_rows: settings.optional_rows, mistakes, sink, row: String::new() }
    }

    /// The names of the columns.
    pub(super) fn header(&mut self) -> Written {
        self.row.push_str(match self.task {
            Task::Greedy | Task::Competition => return Ok(()),
            Task::Minimax => "Node,Depth,Value",
            Task::AlphaBeta => "Node,Depth,Value,Alpha,Beta",
        });
        self.send(None)
    }

    fn row(&mut self, node: &Node, kind: RowKind, value: Value, window: Window) -> Written {
        self.line((kind, node.place), (node, node.shown_at()), Some(value), window)
    }

    /// A row, or the mark of an optional one if it has no value; minimax has no column for the window.
    fn line(
        &mut self,
        of: RowOf,
        (node, (pit, depth)): (&Node, ShownAt),
        value: Option<Value>,
        window: Window,
    ) -> Written {
        if self.task == Task::Greedy {
            return Ok(());
        }
        match pit {
            None => self.row.push_str("root"),
            Some(pit) => {
                let is_reversed = node.mistakes.has(Mistake::Player2NamesReversed);
                let is_reversed = is_reversed && pit.owner == Side::North;
                let last = node.board.width() - 1;
                let column = if is_reversed { last - pit.column } else { pit.column };
                push_name(&mut self.row, Pit { column, ..pit }, node.mistakes);
            }
        }
        push(&mut self.row, format_args!(",{depth}"));
        match value {
            Some(value) => self.value(value),
            None => self.row.push_str(",+/-Infinity"),
        }
        if self.task == Task::AlphaBeta {
            let Window { mut alpha, mut beta } = window;
            if self.mistakes.has(Mistake::WindowColumnsSwapped) {
                (alpha, beta) = (beta, alpha);
            }
            self.value(alpha);
            self.value(beta);
        }
        if value.is_none() {
            self.row.push_str("\tOPTIONAL");
        }
        self.send(Some(of))
    }

    fn value(&mut self, value: Value) {
        self.row.push(',');
        let infinite = Window::widest(self.mistakes);
        let (minus_infinity, infinity) = infinities(self.mistakes);
        let has = |mistake| self.mistakes.has(mistake);
        let is_exact = has(Mistake::InfinityOf99) || has(Mistake::InfinityOf1000);
        let reaches = |bound, beyond| {
            let is = value.cmp(&bound);
            is.is_eq() || is == beyond && !is_exact
        };
        if reaches(infinite.alpha, Ordering::Less) {
            self.row.push_str(minus_infinity);
        } else if reaches(infinite.beta, Ordering::Greater) {
            self.row.push_str(infinity);
        } else {
            push(&mut self.row, format_args!("{value}"));
        }
    }

    fn send(&mut self, of: Option<RowOf>) -> Written {
        let flow = (self.sink)(&self.row, of);
        self.row.clear();
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Unanswered::Stopped),
        }
    }
}

/// How -Infinity and Infinity are spelled.
fn infinities(mistakes: Mistakes) -> (&'static str, &'static str) {
    match () {
        () if mistakes.has(Mistake::InfinityText) => ("-inf", "inf"),
        () if mistakes.has(Mistake::InfinityTextCapital) => ("-Inf", "Inf"),
        () if mistakes.has(Mistake::InfinityTextNumber) => ("-2147483648", "2147483647"),
        () => ("-Infinity", "Infinity"),
    }
}

/// The name of a pit: the letter of its row, and its column on the page. Column 1 holds player 2's store.
pub(super) fn name(pit: Pit) -> String {
    let mut text = String::new();
    push_name(&mut text, pit, Mistakes::NONE);
    text
}

fn push_name(text: &mut String, pit: Pit, mistakes: Mistakes) {
    let has = |mistake| mistakes.has(mistake);
    text.push(if (pit.owner == Side::South) == has(Mistake::LettersSwapped) { 'A' } else { 'B' });
    let first = if has(Mistake::NamesFrom1) { 1 } else { 2 };
    let number = pit.column + first;
    match () {
        () if has(Mistake::OneDigitNames) => text.push_str(&number.to_string()[..1]),
        () if has(Mistake::NamesByCharacter) => text.extend(char::from_u32(48 + number as u32)),
        () if has(Mistake::NamesJoinedAsText) => push(text, format_args!("{}{first}", pit.column)),
        () => push(text, format_args!("{number}")),
    }
}

/// The text of `next_state.txt`: player 2's row, player 1's row, player 2's store, player 1's.
pub(super) fn next_state(board: &Board, mistakes: Mistakes) -> String {
    let mut rows = [Side::North, Side::South];
    let mut stores = rows;
    let swaps = |mistake| mistakes.has(mistake) || mistakes.has(Mistake::StateSidesSwapped);
    if swaps(Mistake::StateRowsSwapped) {
        rows.reverse();
    }
    if swaps(Mistake::StateStoresSwapped) {
        stores.reverse();
    }
    let mut text = String::new();
    for player in rows {
        let mut pits: Vec<_> = board.row(player).enumerate().collect();
        let is_upper = player == Side::North && mistakes.has(Mistake::StateUpperRowReversed);
        if is_upper || mistakes.has(Mistake::StateRowsReversed) {
            pits.reverse();
        }
        if mistakes.has(Mistake::StateByText) {
            pits.sort_by_key(|&(column, _)| name(Pit { owner: player, column }));
        }
        for (column, seeds) in pits.into_iter().map(|it| it.1).enumerate() {
            let blank = if column == 0 { "" } else { " " };
            push(&mut text, format_args!("{blank}{seeds}"));
        }
        text.push('\n');
    }
    for player in stores {
        push(&mut text, format_args!("{}\n", board.store(player)));
    }
    text
}

fn push(text: &mut String, formatted: Arguments<'_>) {
    // A `String` takes any text, so there is no error to report.
    let _ = text.write_fmt(formatted);
}
