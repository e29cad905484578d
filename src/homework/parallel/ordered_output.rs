//! An output that several threads write, in the order of the log and one at a time.
//!
//! Each thread writes the rows that it made, since its own cache holds them: to fetch them from another
//! core takes as long as to make them. Another one does so only if it has nothing else to do. Each has
//! buffers of its own, which never grow.

use std::collections::VecDeque;
use std::io;

use crate::homework::row_text::RowBuffer;

/// One of the buffers of all threads, which lie in one memory.
pub type Buffer<'m> = RowBuffer<&'m mut [u8]>;

/// Rows and who made them.
#[derive(Debug)]
pub struct Chunk<'m> {
    /// The number of the thread.
    pub maker: usize,
    pub rows: Buffer<'m>,
}

/// The output, and what is to be written to it.
#[derive(Debug)]
pub struct OrderedOutput<'m, W> {
    /// `None` while somebody writes.
    out: Option<W>,
    /// In the order of the log.
    chunks: VecDeque<Chunk<'m>>,
    /// Empty buffers by thread. The one that was used last is the next.
    empty: Vec<Vec<Buffer<'m>>>,
    error: Option<io::Error>,
}

impl<'m, W> OrderedOutput<'m, W> {
    /// An output for threads that have these buffers.
    pub fn new(out: W, empty: Vec<Vec<Buffer<'m>>>) -> Self {
        Self { out: Some(out), chunks: VecDeque::new(), empty, error: None }
    }

    /// How many empty buffers a thread has.
    pub fn empties(&self, thread: usize) -> usize {
        self.empty[thread].len()
    }

    /// An empty buffer of a thread.
    pub fn empty(&mut self, thread: usize) -> Option<Buffer<'m>> {
        self.empty[thread].pop()
    }

    /// Rows that come next in the log.
    pub fn push(&mut self, chunk: Chunk<'m>) {
        self.chunks.push_back(chunk);
    }

    /// Rows that are not written, or no more.
    pub fn give_back(&mut self, mut chunk: Chunk<'m>) {
        chunk.rows.clear();
        self.empty[chunk.maker].push(chunk.rows);
    }

    /// The output and the rows to be written to it, if these are `wanted` and nobody writes.
    pub fn begin(&mut self, wanted: impl Fn(&Chunk<'m>) -> bool) -> Option<(W, Chunk<'m>)> {
        let chunk = self.chunks.front().filter(|&chunk| wanted(chunk));
        chunk.and(self.out.as_ref())?;
        if self.error.is_some() {
            return None;
        }
        Some((self.out.take()?, self.chunks.pop_front()?))
    }

    /// Takes the output back, and the first error.
    pub fn end(&mut self, out: W, chunk: Chunk<'m>, written: io::Result<()>) {
        self.out = Some(out);
        self.give_back(chunk);
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }

    /// # Errors
    /// The first of the output, once.
    pub fn check(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    /// The output, once everything is written.
    pub fn finished(&mut self) -> Option<W> {
        if self.chunks.is_empty() { self.out.take() } else { None }
    }
}
