//! A long minimax log by several threads: while the search goes on as the textbook says, others search
//! the subtrees that it will come to, and put the rows of these together.
//!
//! ```text
//!   depth  0        root            the search
//!         ..      /  |  \
//!   frontier     o   o   o          where it comes to a subtree that has been searched, it takes over
//!               /_\ /_\ /_\         rows and value; where it would have to wait, it searches another one
//! ```
//!
//! The order of the subtrees is known, so the bytes are those of the search alone, whoever makes them.
//!
//! Memory does not grow: each thread has a number of buffers, and a subtree whose rows are too many for
//! them is searched where the search comes to it.
//!
//! Left out: alpha-beta (half of what is searched beforehand there turns out to be cut off, or to need
//! another window); where a search is split (`split`), which subtree is the next
//! ([`frontier`](crate::search::frontier)), and whose rows are written when (`in_order`).

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::in_order::{InOrder, Piece};
use super::log_rows::{LogRows, OptionalRows, Sink};
use super::position::NodeName;
use super::row_text::RowBuffer;
use super::split::Split;
use super::traverse_log::{Log, header};
use crate::game::Position;
use crate::search::frontier::{Frontier, Subtree, is_at_frontier};
use crate::search::{Algorithm, Choice, Limits, Observer, Searched, Visit, search};

/// Buffers of each thread.
const BUFFERS: usize = 64;
/// The number of the thread that searches above the frontier.
const ABOVE: usize = 0;

/// Searches from `root` by minimax and writes the log to `out`, as one thread alone does.
///
/// # Errors
/// Those of the output.
pub(super) fn search_split<P, W>(
    root: P,
    limits: Limits,
    split: Split,
    optional: OptionalRows,
    out: W,
) -> io::Result<(Choice<P::Move>, Log<W>)>
where
    P: Position<Move: NodeName + Send> + Send,
    W: Write + Send,
{
    let shared = Shared {
        limits,
        optional,
        state: Mutex::new(State {
            frontier: Frontier::new(root, split.frontier),
            begun: VecDeque::new(),
            passed: 0,
            output: InOrder::new(out, split.helpers + 1, BUFFERS, split.buffer),
            waiting: 0,
            ended: false,
        }),
        changed: Condvar::new(),
    };
    thread::scope(|scope| {
        let shared = &shared;
        let _ending = Ending(shared);
        for helper in 1..=split.helpers {
            let thread = thread::Builder::new().name("subtrees".to_owned());
            // With fewer threads it only takes longer.
            let _ = thread.spawn_scoped(scope, move || shared.help(helper));
        }
        let first = RowBuffer::with_capacity(split.buffer);
        let mut above = Above {
            rows: LogRows::new(shared, first, optional),
            frontier: split.frontier,
        };
        above.rows.buffer.push_line(header(Algorithm::Minimax));
        match search(root, limits, Algorithm::Minimax, &mut above) {
            ControlFlow::Continue(choice) => Ok((choice, above.finish()?)),
            ControlFlow::Break(error) => Err(error),
        }
    })
}

/// The search above the frontier.
struct Above<'a, P: Position, W> {
    /// Its own rows, and those of the subtrees that it has to search itself.
    rows: LogRows<&'a Shared<P, W>>,
    /// The depth of the frontier.
    frontier: u32,
}

impl<P, W> Observer<P::Move> for Above<'_, P, W>
where
    P: Position<Move: NodeName>,
    W: Write,
{
    type Stop = io::Error;

    #[inline(always)]
    fn visit(&mut self, visit: &Visit<P::Move>) -> ControlFlow<io::Error> {
        self.rows.visit(visit)
    }

    #[inline(always)]
    fn visit_leaf(
        &mut self,
        leaf: &Visit<P::Move>,
        update: &Visit<P::Move>,
    ) -> ControlFlow<io::Error> {
        self.rows.visit_leaf(leaf, update)
    }

    #[inline(always)]
    fn searched(&mut self, entered: &Visit<P::Move>) -> ControlFlow<io::Error, Option<Searched>> {
        if is_at_frontier(entered, self.rows.sink.limits, self.frontier) {
            self.take_over()
        } else {
            ControlFlow::Continue(None)
        }
    }
}

impl<P, W> Above<'_, P, W>
where
    P: Position<Move: NodeName>,
    W: Write,
{
    /// Takes over the rows of the subtree that the search has come to, if they are there.
    #[inline(never)]
    fn take_over(&mut self) -> ControlFlow<io::Error, Option<Searched>> {
        let Some(text) = self.rows.sink.text() else {
            return ControlFlow::Continue(None);
        };
        self.rows.rows += text.rows;
        match self.append(text.pieces) {
            Ok(()) => ControlFlow::Continue(text.searched),
            Err(error) => ControlFlow::Break(error),
        }
    }

    fn append(&mut self, mut pieces: Vec<Piece>) -> io::Result<()> {
        let mut shared = self.rows.sink;
        let before = &mut self.rows.buffer;
        let first = pieces.first_mut();
        if first.is_some_and(|first| first.rows.prepend(before.text())) {
            before.clear();
        } else {
            shared.take(before)?;
        }
        let mut state = shared.lock();
        for piece in pieces {
            state.output.push(piece);
        }
        shared.notify(&state);
        state.check()
    }

    /// Writes what is not yet written.
    fn finish(self) -> io::Result<Log<W>> {
        let shared = self.rows.sink;
        let mut state = shared.lock();
        state.output.push(Piece {
            maker: ABOVE,
            rows: self.rows.buffer,
        });
        loop {
            state.check()?;
            if let Some(mut out) = state.output.finished() {
                out.flush()?;
                let rows = self.rows.rows;
                return Ok(Log { out, rows });
            }
            state = shared.write_any(state);
        }
    }
}

/// What the threads share.
struct Shared<P: Position, W> {
    limits: Limits,
    optional: OptionalRows,
    state: Mutex<State<P, W>>,
    /// Something that somebody may wait for has happened.
    changed: Condvar,
}

struct State<P: Position, W> {
    /// The subtrees that nobody has begun.
    frontier: Frontier<P>,
    /// Those that the search has not come to, in its order: `None` until they are made.
    begun: VecDeque<Option<Text>>,
    /// How many the search has come to.
    passed: usize,
    output: InOrder<W>,
    /// How many threads wait.
    waiting: usize,
    /// The search has ended, or a helper has: nobody is to wait for anybody.
    ended: bool,
}

/// The rows of a subtree.
struct Text {
    pieces: Vec<Piece>,
    rows: u64,
    /// `None` if there were too many, so that none is kept.
    searched: Option<Searched>,
}

/// Something to do.
struct Work<P: Position> {
    /// How many subtrees come before.
    number: usize,
    subtree: Subtree<P>,
    buffer: RowBuffer,
}

impl<P, W> Shared<P, W>
where
    P: Position<Move: NodeName>,
    W: Write,
{
    /// Searches subtrees until the search above has ended.
    fn help(&self, thread: usize) {
        let _ending = Ending(self);
        let mut state = self.lock();
        while !state.ended {
            state = self.step(state, thread);
        }
    }

    /// The rows of the subtree that the search has come to; `None` if the search has to make them. Helps
    /// until they are there.
    fn text(&self) -> Option<Text> {
        let mut state = self.lock();
        while let Some(begun) = state.begun.front() {
            if begun.is_some() || state.ended {
                state.passed += 1;
                let text = state.begun.pop_front()??;
                return text.searched.is_some().then_some(text);
            }
            state = self.step(state, ABOVE);
        }
        state.frontier.pass_by();
        state.passed += 1;
        self.notify(&state);
        None
    }

    /// Does one thing: writes what `thread` has made if that is next, searches a subtree, or waits.
    fn step<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<P, W>>,
        thread: usize,
    ) -> MutexGuard<'a, State<P, W>> {
        if let Some((out, piece)) = state.output.begin(|piece| piece.maker == thread) {
            drop(state);
            return self.write(out, piece);
        }
        match state.begin(thread) {
            Some(work) => {
                drop(state);
                self.work(work, thread)
            }
            None => self.wait(state),
        }
    }

    fn work(&self, work: Work<P>, maker: usize) -> MutexGuard<'_, State<P, W>> {
        let pieces = Pieces {
            shared: self,
            maker,
            full: Vec::new(),
        };
        let mut rows = LogRows::new(pieces, work.buffer, self.optional);
        let searched = work.subtree.search(self.limits, &mut rows).continue_value();
        let mut pieces = rows.sink.full;
        pieces.push(Piece {
            maker,
            rows: rows.buffer,
        });
        let mut state = self.lock();
        if searched.is_none() {
            for piece in pieces.drain(..) {
                state.output.give_back(piece);
            }
        }
        let text = Text {
            pieces,
            rows: rows.rows,
            searched,
        };
        state.end(work.number, text);
        self.notify(&state);
        state
    }

    /// Writes whatever is next, or waits.
    fn write_any<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<P, W>>,
    ) -> MutexGuard<'a, State<P, W>> {
        match state.output.begin(|_| true) {
            Some((out, piece)) => {
                drop(state);
                self.write(out, piece)
            }
            None => self.wait(state),
        }
    }

    fn write(&self, mut out: W, piece: Piece) -> MutexGuard<'_, State<P, W>> {
        let written = out.write_all(piece.rows.text());
        let mut state = self.lock();
        state.output.end(out, piece, written);
        self.notify(&state);
        state
    }
}

impl<P: Position, W> Shared<P, W> {
    fn lock(&self) -> MutexGuard<'_, State<P, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, mut state: MutexGuard<'a, State<P, W>>) -> MutexGuard<'a, State<P, W>> {
        state.waiting += 1;
        let woken = self.changed.wait(state);
        let mut state = woken.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    /// Wakes those who wait. That takes long, so let it be only where somebody does.
    fn notify(&self, state: &State<P, W>) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

impl<P: Position, W> State<P, W> {
    /// The next subtree, if there is one and a buffer for it.
    fn begin(&mut self, thread: usize) -> Option<Work<P>> {
        if !self.has_empty(thread) {
            return None;
        }
        let subtree = self.frontier.near()?;
        let buffer = self.empty(thread)?;
        self.begun.push_back(None);
        Some(Work {
            number: self.passed + self.begun.len() - 1,
            subtree,
            buffer,
        })
    }

    /// Keeps the text of a subtree that the search has not come to.
    fn end(&mut self, number: usize, text: Text) {
        let index = number.checked_sub(self.passed);
        if let Some(begun) = index.and_then(|index| self.begun.get_mut(index)) {
            *begun = Some(text);
        }
    }

    /// # Errors
    /// That of the output, if there was one.
    fn check(&mut self) -> io::Result<()> {
        if self.ended {
            // Only a thread that panics ends before the search.
            return Err(io::ErrorKind::NotConnected.into());
        }
        self.output.check()
    }

    /// Whether a thread has a buffer for a subtree. The search above keeps some for its own rows: while
    /// these are written it fills another one.
    fn has_empty(&self, thread: usize) -> bool {
        let kept = if thread == ABOVE { 2 } else { 0 };
        self.output.empties(thread) > kept
    }

    fn empty(&mut self, thread: usize) -> Option<RowBuffer> {
        if self.has_empty(thread) {
            self.output.empty(thread)
        } else {
            None
        }
    }
}

/// A full buffer of the search above.
impl<P, W> Sink for &Shared<P, W>
where
    P: Position<Move: NodeName>,
    W: Write,
{
    fn take(&mut self, rows: &mut RowBuffer) -> io::Result<()> {
        let mut state = self.lock();
        let empty = loop {
            state.check()?;
            match state.output.empty(ABOVE) {
                Some(empty) => break empty,
                None => state = self.write_any(state),
            }
        };
        state.output.push(Piece {
            maker: ABOVE,
            rows: std::mem::replace(rows, empty),
        });
        while let Some((out, piece)) = state.output.begin(|piece| piece.maker == ABOVE) {
            drop(state);
            state = self.write(out, piece);
        }
        self.notify(&state);
        state.check()
    }
}

/// The full buffers of a subtree whose rows do not fit into one.
struct Pieces<'a, P: Position, W> {
    shared: &'a Shared<P, W>,
    maker: usize,
    full: Vec<Piece>,
}

impl<P: Position, W> Sink for Pieces<'_, P, W> {
    /// An error where there is no further buffer.
    fn take(&mut self, rows: &mut RowBuffer) -> io::Result<()> {
        let empty = self.shared.lock().empty(self.maker);
        let empty = empty.ok_or(io::ErrorKind::OutOfMemory)?;
        self.full.push(Piece {
            maker: self.maker,
            rows: std::mem::replace(rows, empty),
        });
        Ok(())
    }
}

/// Tells all others when a thread ends, however it does.
struct Ending<'a, P: Position, W>(&'a Shared<P, W>);

impl<P: Position, W> Drop for Ending<'_, P, W> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.ended = true;
        self.0.notify(&state);
    }
}

#[cfg(test)]
mod tests;
