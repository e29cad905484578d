//! An output that several threads write, in the order of the log and one at a time.
//!
//! Each thread writes the rows that it made, since its own cache holds them: to fetch them from another
//! core takes as long as to make them. Another one does so only if it has nothing else to do. Each has
//! buffers of its own, which never grow.
//!
//! Left out: waiting. This is what lies behind a lock.

use std::collections::VecDeque;
use std::io;

use crate::homework::row_text::RowBuffer;

/// One of the buffers of all threads, which lie in one memory.
pub(super) type Buffer<'m> = RowBuffer<&'m mut [u8]>;

/// Rows and who made them.
#[derive(Debug)]
pub(super) struct Piece<'m> {
    /// The number of the thread.
    pub(super) maker: usize,
    pub(super) rows: Buffer<'m>,
}

/// The output, and what is to be written to it.
#[derive(Debug)]
pub(super) struct InOrder<'m, W> {
    /// `None` while somebody writes.
    out: Option<W>,
    /// In the order of the log.
    pieces: VecDeque<Piece<'m>>,
    /// Empty buffers by thread. The one that was used last is the next.
    empty: Vec<Vec<Buffer<'m>>>,
    error: Option<io::Error>,
}

impl<'m, W> InOrder<'m, W> {
    /// An output for threads that have these buffers.
    pub(super) fn new(out: W, empty: Vec<Vec<Buffer<'m>>>) -> Self {
        Self {
            out: Some(out),
            pieces: VecDeque::new(),
            empty,
            error: None,
        }
    }

    /// How many empty buffers a thread has.
    pub(super) fn empties(&self, thread: usize) -> usize {
        self.empty[thread].len()
    }

    /// An empty buffer of a thread.
    pub(super) fn empty(&mut self, thread: usize) -> Option<Buffer<'m>> {
        self.empty[thread].pop()
    }

    /// Rows that come next in the log.
    pub(super) fn push(&mut self, piece: Piece<'m>) {
        self.pieces.push_back(piece);
    }

    /// Rows that are not written, or no more.
    pub(super) fn give_back(&mut self, mut piece: Piece<'m>) {
        piece.rows.clear();
        self.empty[piece.maker].push(piece.rows);
    }

    /// The output and the rows to be written to it, if these are `wanted` and nobody writes.
    pub(super) fn begin(&mut self, wanted: impl Fn(&Piece<'m>) -> bool) -> Option<(W, Piece<'m>)> {
        let piece = self.pieces.front().filter(|&piece| wanted(piece));
        piece.and(self.out.as_ref())?;
        if self.error.is_some() {
            return None;
        }
        Some((self.out.take()?, self.pieces.pop_front()?))
    }

    /// Takes the output back, and the first error.
    pub(super) fn end(&mut self, out: W, piece: Piece<'m>, written: io::Result<()>) {
        self.out = Some(out);
        self.give_back(piece);
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }

    /// # Errors
    /// The first of the output, once.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    /// The output, once everything is written.
    pub(super) fn finished(&mut self) -> Option<W> {
        if self.pieces.is_empty() {
            self.out.take()
        } else {
            None
        }
    }
}
