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
//! In reading order: `split` (whether and where a search is split), the driver, which writes the log
//! (here), `subtrees` (what it shares with the other threads), `ordered_output` (whose rows are written when).
//!
//! Left out: alpha-beta (half of what is searched beforehand there turns out to be cut off, or to need
//! another window); which subtree is the next ([`frontier`](crate::search)).

mod ordered_output;
mod split;
mod subtrees;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::thread;

use self::ordered_output::{Buffer, Chunk, OrderedOutput};
pub(super) use self::split::Split;
use self::subtrees::{DRIVER, Ending, Shared};
use super::row_text::{NodeName, Sink, bytes_for};
use super::traverse_log::{Log, LogRows, OptionalRows, log_header};
use crate::game::Position;
use crate::memory::zeroed;
use crate::search::{
    Algorithm, Choice, Leaves, Limits, Observer, Searched, Value, Visit, is_at_frontier, search,
};

/// Buffers of each thread: what one makes while another one is busy with a large subtree. With more, a
/// log that is judged would take more memory than judging may.
const BUFFERS: usize = 80;

/// Searches from `root` by minimax and writes the log to `out`, as one thread alone does.
///
/// # Errors
/// Those of the output.
pub fn search_split<P: Position<Move: NodeName + Send> + Send, W: Write + Send>(
    root: P,
    limits: Limits,
    split: Split,
    optional: OptionalRows,
    out: W,
) -> io::Result<(Choice<P::Move>, Log<W>)> {
    let threads = 1 + split.helpers;
    let size = bytes_for(split.buffer);
    // One memory for all, so that it lies in few pages: to touch one first takes long.
    let mut memory = zeroed(BUFFERS * threads * size);
    let mut buffers = memory.chunks_exact_mut(size).map(Buffer::within);
    let empty = (0..threads).map(|_| buffers.by_ref().take(BUFFERS).collect());
    let mut output = OrderedOutput::new(out, empty.collect());
    let first = output.empty(DRIVER).ok_or(io::ErrorKind::OutOfMemory)?;
    let shared = Shared::new(root, limits, split.frontier, optional, output);
    thread::scope(|scope| {
        let shared = &shared;
        let _ending = Ending(shared);
        for helper in 1..=split.helpers {
            let thread = thread::Builder::new().name("subtrees".to_owned());
            // With fewer threads it only takes longer.
            let _ = thread.spawn_scoped(scope, move || shared.help(helper));
        }
        let mut driver =
            Driver { rows: LogRows::new(shared, first, optional), frontier: split.frontier };
        driver.rows.buffer.push_line(log_header(Algorithm::Minimax));
        match search(root, limits, Algorithm::Minimax, &mut driver) {
            ControlFlow::Continue(choice) => Ok((choice, driver.finish()?)),
            ControlFlow::Break(error) => Err(error),
        }
    })
}

/// The driver: the search from the root, which writes the log.
struct Driver<'a, 'm, P: Position, W> {
    /// Its own rows, and those of the subtrees that it has to search itself.
    rows: LogRows<&'a Shared<'m, P, W>, &'m mut [u8]>,
    /// The depth of the frontier.
    frontier: u32,
}

impl<P: Position<Move: NodeName>, W: Write> Observer<P::Move> for Driver<'_, '_, P, W> {
    type Stop = io::Error;

    #[inline(always)]
    fn visit(&mut self, visit: &Visit<P::Move>) -> ControlFlow<io::Error> {
        self.rows.visit(visit)
    }

    #[inline(always)]
    fn visit_leaves(&mut self, leaves: Leaves<'_, P::Move>) -> ControlFlow<io::Error, Value> {
        self.rows.visit_leaves(leaves)
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

impl<'m, P: Position<Move: NodeName>, W: Write> Driver<'_, 'm, P, W> {
    /// Takes over the rows of the subtree that the search has come to, if they are there.
    #[inline(never)]
    fn take_over(&mut self) -> ControlFlow<io::Error, Option<Searched>> {
        let Some(text) = self.rows.sink.text() else { return ControlFlow::Continue(None) };
        self.rows.rows += text.rows;
        match self.append(text.chunks) {
            Ok(()) => ControlFlow::Continue(text.searched),
            Err(error) => ControlFlow::Break(error),
        }
    }

    fn append(&mut self, mut chunks: Vec<Chunk<'m>>) -> io::Result<()> {
        let mut shared = self.rows.sink;
        let before = &mut self.rows.buffer;
        let first = chunks.first_mut();
        if first.is_some_and(|first| first.rows.prepend(before.text())) {
            before.clear();
        } else {
            shared.take(before)?;
        }
        let mut state = shared.lock();
        for chunk in chunks {
            state.output.push(chunk);
        }
        shared.notify(&state);
        state.check()
    }

    /// Writes what is not yet written.
    fn finish(self) -> io::Result<Log<W>> {
        let shared = self.rows.sink;
        let mut state = shared.lock();
        state.output.push(Chunk { maker: DRIVER, rows: self.rows.buffer });
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

/// A full buffer of the driver.
impl<'m, P: Position<Move: NodeName>, W: Write> Sink<&'m mut [u8]> for &Shared<'m, P, W> {
    fn take(&mut self, rows: &mut Buffer<'m>) -> io::Result<()> {
        let mut state = self.lock();
        let empty = loop {
            state.check()?;
            match state.output.empty(DRIVER) {
                Some(empty) => break empty,
                None => state = self.write_any(state),
            }
        };
        state.output.push(Chunk { maker: DRIVER, rows: std::mem::replace(rows, empty) });
        while let Some((out, chunk)) = state.output.begin(|chunk| chunk.maker == DRIVER) {
            drop(state);
            state = self.write(out, chunk);
        }
        self.notify(&state);
        state.check()
    }
}
