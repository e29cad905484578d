//! The rows of a search's visits, put together in a buffer that goes elsewhere when it is full.
//!
//! Left out: the text of a row ([`row_text`](super::row_text)), and where full buffers go.

use std::io;
use std::ops::ControlFlow;

use super::position::NodeName;
use super::row_text::{RowBuffer, RowValue};
use crate::search::{Observer, Stage, Visit};

/// Whether and how optional rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OptionalRows {
    /// Not at all.
    #[default]
    Omit,
    /// As ordinary rows, with the infinity that the node's goal gives them.
    OwnSign,
    /// As the course marks them: `A4,4,+/-Infinity`, a tab, `OPTIONAL`.
    Marked,
}

/// Where full buffers go.
pub(super) trait Sink {
    /// Takes a full buffer and leaves an empty one in its place.
    ///
    /// # Errors
    /// Those of the output.
    fn take(&mut self, rows: &mut RowBuffer) -> io::Result<()>;
}

/// Puts the rows of a search's visits together in buffers.
#[derive(Debug)]
pub(super) struct LogRows<S> {
    pub(super) sink: S,
    pub(super) optional: OptionalRows,
    pub(super) buffer: RowBuffer,
    pub(super) rows: u64,
}

impl<S: Sink> LogRows<S> {
    pub(super) fn new(sink: S, buffer: RowBuffer, optional: OptionalRows) -> Self {
        Self {
            sink,
            optional,
            buffer,
            rows: 0,
        }
    }

    #[inline(always)]
    fn push_row<M: NodeName>(
        &mut self,
        visit: &Visit<M>,
        value: RowValue,
    ) -> ControlFlow<io::Error> {
        self.make_room()?;
        if let Some(mut rows) = self.buffer.rows() {
            rows.write(visit, value);
            rows.finish();
            self.rows += 1;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn make_room(&mut self) -> ControlFlow<io::Error> {
        if self.buffer.has_room() {
            ControlFlow::Continue(())
        } else {
            self.empty_buffer()
        }
    }

    #[cold]
    fn empty_buffer(&mut self) -> ControlFlow<io::Error> {
        match self.sink.take(&mut self.buffer) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    }
}

impl<S: Sink, M: NodeName> Observer<M> for LogRows<S> {
    type Stop = io::Error;

    #[inline(always)]
    fn visit(&mut self, visit: &Visit<M>) -> ControlFlow<io::Error> {
        if let Some(value) = optional_row(visit, self.optional) {
            self.push_row(visit, value)?;
        }
        self.push_row(visit, RowValue::Known(visit.value))
    }

    /// A leaf at the cutoff has no optional row, so both rows are written at once.
    #[inline(always)]
    fn visit_leaf(&mut self, leaf: &Visit<M>, update: &Visit<M>) -> ControlFlow<io::Error> {
        self.make_room()?;
        if let Some(mut rows) = self.buffer.rows() {
            rows.write(leaf, RowValue::Known(leaf.value));
            rows.write(update, RowValue::Known(update.value));
            rows.finish();
            self.rows += 2;
        }
        ControlFlow::Continue(())
    }
}

/// The optional row that goes before the row of `visit`, if there is one and it is wanted.
#[must_use]
#[inline(always)]
pub fn optional_row<M>(visit: &Visit<M>, wanted: OptionalRows) -> Option<RowValue> {
    if visit.stage != Stage::GameOver || visit.made_by.is_none() {
        return None;
    }
    match wanted {
        OptionalRows::Omit => None,
        OptionalRows::OwnSign => Some(RowValue::Known(visit.goal.start())),
        OptionalRows::Marked => Some(RowValue::EitherInfinity),
    }
}
