//! An output that several threads write, in the order of the log and one at a time.
//!
//! Each thread writes the rows that it made, since its own cache holds them: to fetch them from another
//! core takes as long as to make them. Each has a few buffers of its own, which never grow.
//!
//! Left out: waiting. This is what lies behind a lock.

use std::collections::VecDeque;
use std::io;

use crate::homework::row_text::RowBuffer;

/// Rows and who made them.
#[derive(Debug)]
pub(super) struct Piece {
    /// The number of the thread.
    pub(super) maker: usize,
    pub(super) rows: RowBuffer,
}

/// The output, and what is to be written to it.
#[derive(Debug)]
pub(super) struct InOrder<W> {
    /// `None` while somebody writes.
    out: Option<W>,
    /// In the order of the log.
    pieces: VecDeque<Piece>,
    /// Empty buffers by thread. The one that was used last is the next.
    empty: Vec<Vec<RowBuffer>>,
    /// How many buffers each thread may still make, of so many bytes: few logs need them all.
    unmade: Vec<usize>,
    capacity: usize,
    error: Option<io::Error>,
}

impl<W> InOrder<W> {
    /// An output for so many threads, with buffers of `capacity` bytes.
    pub(super) fn new(out: W, threads: usize, buffers: usize, capacity: usize) -> Self {
        Self {
            out: Some(out),
            pieces: VecDeque::new(),
            empty: (0..threads).map(|_| Vec::new()).collect(),
            unmade: vec![buffers; threads],
            capacity,
            error: None,
        }
    }

    /// How many empty buffers a thread has.
    pub(super) fn empties(&self, thread: usize) -> usize {
        self.empty[thread].len() + self.unmade[thread]
    }

    /// An empty buffer of a thread.
    pub(super) fn empty(&mut self, thread: usize) -> Option<RowBuffer> {
        self.empty[thread].pop().or_else(|| {
            self.unmade[thread] = self.unmade[thread].checked_sub(1)?;
            Some(RowBuffer::with_capacity(self.capacity))
        })
    }

    /// Rows that come next in the log.
    pub(super) fn push(&mut self, piece: Piece) {
        self.pieces.push_back(piece);
    }

    /// Rows that are not written, or no more.
    pub(super) fn give_back(&mut self, mut piece: Piece) {
        piece.rows.clear();
        self.empty[piece.maker].push(piece.rows);
    }

    /// The output and the rows to be written to it, if these are `wanted` and nobody writes.
    pub(super) fn begin(&mut self, wanted: impl Fn(&Piece) -> bool) -> Option<(W, Piece)> {
        let piece = self.pieces.front().filter(|&piece| wanted(piece));
        piece.and(self.out.as_ref())?;
        if self.error.is_some() {
            return None;
        }
        Some((self.out.take()?, self.pieces.pop_front()?))
    }

    /// Takes the output back, and the first error.
    pub(super) fn end(&mut self, out: W, piece: Piece, written: io::Result<()>) {
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
