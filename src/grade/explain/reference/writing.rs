//! How an answer is written down: pit names, rows of the log, the next state.
//!
//! Left out: when a row is due.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::searching::Window;
use super::sowing::{Board, Pit};
use super::{OptionalRows, Player, Task, Unanswered, Value};

/// What the log holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Log {
    /// There is no log.
    Nothing,
    Values,
    ValuesAndWindows,
}

impl Log {
    pub(super) fn of(task: Task) -> Self {
        match task {
            Task::Greedy => Self::Nothing,
            Task::Minimax => Self::Values,
            Task::AlphaBeta => Self::ValuesAndWindows,
        }
    }
}

/// The first two columns of a row: which node, and how deep.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// `None` for the root.
    pub(super) pit: Option<Pit>,
    pub(super) depth: u32,
}

/// Writes rows, each to the sink as soon as it is complete.
pub(super) struct Writer<'a> {
    log: Log,
    optional_rows: OptionalRows,
    sink: &'a mut dyn FnMut(&str) -> ControlFlow<()>,
    /// The row being written.
    row: String,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        log: Log,
        optional_rows: OptionalRows,
        sink: &'a mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Self {
        Self {
            log,
            optional_rows,
            sink,
            row: String::new(),
        }
    }

    pub(super) fn header(&mut self) -> Result<(), Unanswered> {
        match self.log {
            Log::Nothing => return Ok(()),
            Log::Values => self.row.push_str("Node,Depth,Value"),
            Log::ValuesAndWindows => self.row.push_str("Node,Depth,Value,Alpha,Beta"),
        }
        self.send()
    }

    /// The row of a node with the value and the window that it has now.
    pub(super) fn row(
        &mut self,
        place: Place,
        value: Value,
        window: Window,
    ) -> Result<(), Unanswered> {
        if self.log == Log::Nothing {
            return Ok(());
        }
        self.begin(place);
        self.field(value);
        self.window(window);
        self.send()
    }

    /// The row that may stand before a game-over node, if it is to be written at all; `value` is
    /// what an inner node in its place would start with.
    pub(super) fn optional_row(
        &mut self,
        place: Place,
        value: Value,
        window: Window,
    ) -> Result<(), Unanswered> {
        match self.optional_rows {
            OptionalRows::Omit => Ok(()),
            OptionalRows::OwnSign => self.row(place, value, window),
            OptionalRows::Marked if self.log == Log::Nothing => Ok(()),
            OptionalRows::Marked => {
                self.begin(place);
                self.row.push_str(",+/-Infinity");
                self.window(window);
                self.row.push_str("\tOPTIONAL");
                self.send()
            }
        }
    }

    fn begin(&mut self, place: Place) {
        match place.pit {
            None => self.row.push_str("root"),
            Some(pit) => push_name(&mut self.row, pit),
        }
        push(&mut self.row, format_args!(",{}", place.depth));
    }

    fn window(&mut self, window: Window) {
        if self.log == Log::ValuesAndWindows {
            self.field(window.alpha);
            self.field(window.beta);
        }
    }

    fn field(&mut self, value: Value) {
        push(&mut self.row, format_args!(",{value}"));
    }

    fn send(&mut self) -> Result<(), Unanswered> {
        let flow = (self.sink)(&self.row);
        self.row.clear();
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Unanswered::Stopped),
        }
    }
}

/// The name of a pit: its row, and its column on the page, where column 1 is player 2's store.
pub(super) fn name(pit: Pit) -> String {
    let mut text = String::new();
    push_name(&mut text, pit);
    text
}

fn push_name(text: &mut String, pit: Pit) {
    let row = match pit.owner {
        Player::One => 'B',
        Player::Two => 'A',
    };
    push(text, format_args!("{row}{}", pit.column + 2));
}

/// The text of `next_state.txt`.
pub(super) fn next_state(board: &Board) -> String {
    let mut text = String::new();
    for player in [Player::Two, Player::One] {
        for (column, seeds) in board.row(player).enumerate() {
            let blank = if column == 0 { "" } else { " " };
            push(&mut text, format_args!("{blank}{seeds}"));
        }
        text.push('\n');
    }
    for player in [Player::Two, Player::One] {
        push(&mut text, format_args!("{}\n", board.store(player)));
    }
    text
}

/// Appends formatted text.
fn push(text: &mut String, formatted: std::fmt::Arguments<'_>) {
    // A `String` takes any text, so there is no error to report.
    let _ = text.write_fmt(formatted);
}
