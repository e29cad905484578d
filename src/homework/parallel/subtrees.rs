//! Searching subtrees before the driver comes to them: what the threads share, and what each does.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::ordered_output::{Buffer, Chunk, OrderedOutput};
use crate::game::Position;
use crate::homework::row_text::{NodeName, Sink};
use crate::homework::traverse_log::{LogRows, OptionalRows};
use crate::search::{Frontier, Limits, Searched, Subtree};

/// The number of the thread that drives the search from the root; those of the others follow.
pub const DRIVER: usize = 0;

/// What the threads share.
pub struct Shared<'m, P: Position, W> {
    pub limits: Limits,
    optional: OptionalRows,
    state: Mutex<State<'m, P, W>>,
    /// Something that somebody may wait for has happened.
    changed: Condvar,
}

pub struct State<'m, P: Position, W> {
    /// The subtrees that nobody has begun.
    frontier: Frontier<P>,
    /// Those that the search has not come to, in its order: `None` until they are made.
    begun: VecDeque<Option<Text<'m>>>,
    /// How many the search has come to.
    passed: usize,
    pub output: OrderedOutput<'m, W>,
    waiting: usize,
    /// The search has ended, or a helper has: nobody is to wait for anybody.
    ended: bool,
}

/// The rows of a subtree.
pub struct Text<'m> {
    pub chunks: Vec<Chunk<'m>>,
    pub rows: u64,
    /// `None` if there were too many, so that none is kept.
    pub searched: Option<Searched>,
}

struct Work<'m, P: Position> {
    /// How many subtrees come before.
    number: usize,
    subtree: Subtree<P>,
    buffer: Buffer<'m>,
}

impl<'m, P: Position<Move: NodeName>, W: Write> Shared<'m, P, W> {
    /// Searches subtrees until the driver has ended.
    pub fn help(&self, thread: usize) {
        let _ending = Ending(self);
        let mut state = self.lock();
        while !state.ended {
            state = self.step(state, thread);
        }
    }

    /// The rows of the subtree that is next; `None` if the search has to make them. Helps until they are there.
    pub fn text(&self) -> Option<Text<'m>> {
        let mut state = self.lock();
        while let Some(begun) = state.begun.front() {
            if begun.is_some() || state.ended {
                state.passed += 1;
                let text = state.begun.pop_front()??;
                return text.searched.is_some().then_some(text);
            }
            state = self.step(state, DRIVER);
        }
        state.frontier.pass_by();
        state.passed += 1;
        self.notify(&state);
        None
    }

    /// Does one thing: writes what `thread` has made if that is next, searches, writes what others made, or waits.
    fn step<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<'m, P, W>>,
        thread: usize,
    ) -> MutexGuard<'a, State<'m, P, W>> {
        if let Some((out, chunk)) = state.output.begin(|chunk| chunk.maker == thread) {
            drop(state);
            return self.write(out, chunk);
        }
        match state.begin(thread) {
            Some(work) => {
                drop(state);
                self.work(work, thread)
            }
            None => self.write_any(state),
        }
    }

    fn work(&self, work: Work<'m, P>, maker: usize) -> MutexGuard<'_, State<'m, P, W>> {
        let chunks = Chunks { shared: self, maker, full: Vec::new() };
        let mut rows = LogRows::new(chunks, work.buffer, self.optional);
        let searched = work.subtree.search(self.limits, &mut rows).continue_value();
        let mut chunks = rows.sink.full;
        chunks.push(Chunk { maker, rows: rows.buffer });
        let mut state = self.lock();
        if searched.is_none() {
            for chunk in chunks.drain(..) {
                state.output.give_back(chunk);
            }
        }
        let text = Text { chunks, rows: rows.rows, searched };
        state.end(work.number, text);
        self.notify(&state);
        state
    }

    /// Writes whatever is next, or waits.
    pub fn write_any<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<'m, P, W>>,
    ) -> MutexGuard<'a, State<'m, P, W>> {
        match state.output.begin(|_| true) {
            Some((out, chunk)) => {
                drop(state);
                self.write(out, chunk)
            }
            None => self.wait(state),
        }
    }

    pub fn write(&self, mut out: W, chunk: Chunk<'m>) -> MutexGuard<'_, State<'m, P, W>> {
        let written = out.write_all(chunk.rows.text());
        let mut state = self.lock();
        state.output.end(out, chunk, written);
        self.notify(&state);
        state
    }
}

impl<'m, P: Position, W> Shared<'m, P, W> {
    /// What threads share that search the subtrees at the depth `frontier`.
    pub fn new(
        root: P,
        limits: Limits,
        frontier: u32,
        optional: OptionalRows,
        output: OrderedOutput<'m, W>,
    ) -> Self {
        Self {
            limits,
            optional,
            state: Mutex::new(State {
                frontier: Frontier::new(root, frontier),
                begun: VecDeque::new(),
                passed: 0,
                output,
                waiting: 0,
                ended: false,
            }),
            changed: Condvar::new(),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, State<'m, P, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<'m, P, W>>,
    ) -> MutexGuard<'a, State<'m, P, W>> {
        state.waiting += 1;
        let woken = self.changed.wait(state);
        let mut state = woken.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    /// Wakes those who wait. That takes long, so let it be only where somebody does.
    pub fn notify(&self, state: &State<'m, P, W>) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

impl<'m, P: Position, W> State<'m, P, W> {
    /// The next subtree, if there is one and a buffer for it.
    fn begin(&mut self, thread: usize) -> Option<Work<'m, P>> {
        if !self.has_empty(thread) {
            return None;
        }
        let subtree = self.frontier.near()?;
        let buffer = self.empty(thread)?;
        self.begun.push_back(None);
        Some(Work { number: self.passed + self.begun.len() - 1, subtree, buffer })
    }

    /// Keeps the text of a subtree that the search has not come to.
    fn end(&mut self, number: usize, text: Text<'m>) {
        let index = number.checked_sub(self.passed);
        if let Some(begun) = index.and_then(|index| self.begun.get_mut(index)) {
            *begun = Some(text);
        }
    }

    /// # Errors
    /// That of the output, if there was one.
    pub fn check(&mut self) -> io::Result<()> {
        if self.ended {
            // Only a thread that panics ends before the search.
            return Err(io::ErrorKind::NotConnected.into());
        }
        self.output.check()
    }

    /// Whether a thread has a buffer for a subtree. The driver keeps some for its own rows: while
    /// these are written it fills another one.
    fn has_empty(&self, thread: usize) -> bool {
        let kept = if thread == DRIVER { 2 } else { 0 };
        self.output.empties(thread) > kept
    }

    fn empty(&mut self, thread: usize) -> Option<Buffer<'m>> {
        if self.has_empty(thread) { self.output.empty(thread) } else { None }
    }
}

/// The full buffers of a subtree whose rows do not fit into one.
struct Chunks<'a, 'm, P: Position, W> {
    shared: &'a Shared<'m, P, W>,
    maker: usize,
    full: Vec<Chunk<'m>>,
}

impl<'m, P: Position, W> Sink<&'m mut [u8]> for Chunks<'_, 'm, P, W> {
    /// An error where there is no further buffer.
    fn take(&mut self, rows: &mut Buffer<'m>) -> io::Result<()> {
        let empty = self.shared.lock().empty(self.maker);
        let empty = empty.ok_or(io::ErrorKind::OutOfMemory)?;
        self.full.push(Chunk { maker: self.maker, rows: std::mem::replace(rows, empty) });
        Ok(())
    }
}

/// Tells all others when a thread ends, however it does.
pub struct Ending<'a, 'm, P: Position, W>(pub &'a Shared<'m, P, W>);

impl<P: Position, W> Drop for Ending<'_, '_, P, W> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.ended = true;
        self.0.notify(&state);
    }
}
