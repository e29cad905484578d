//! Writing on a second thread, so that a search goes on while the system copies its rows.
//!
//! A fixed number of buffers goes round between the two threads: full ones to the writer, empty ones
//! back. A search that is faster than the disk waits for an empty buffer, so memory stays flat. An
//! output that fits into the first, smaller buffer never sees the second thread.

use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

use super::row_text::{RowBuffer, Sink, bytes_for};
use crate::memory::{Zeroed, zeroed};

/// Large buffers. The first one goes round with them.
const BUFFERS: usize = 3;

/// Bytes of a large buffer, whose memory is one huge page. To wake a waiting thread takes as long as
/// thousands of rows, so it should be rare; and what a few buffers hold fits into the cache that the cores share.
const CAPACITY: usize = (2 << 20) - bytes_for(0);

/// Bytes of the first buffer, which every log has: most logs need no other, and no memory for others.
const FIRST_CAPACITY: usize = 256 << 10;

pub type Buffer = RowBuffer<Memory>;

/// The memory of a buffer.
#[derive(Debug)]
pub enum Memory {
    /// The first one's: to map pages takes longer than a small log.
    Allocated(Box<[u8]>),
    /// That of the large ones: to touch one small page after the other takes long.
    Mapped(Zeroed),
}

impl Deref for Memory {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Allocated(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}

impl DerefMut for Memory {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Allocated(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}

/// The buffer that a log begins with.
pub fn first_buffer() -> Buffer {
    let bytes = vec![0; bytes_for(FIRST_CAPACITY)].into_boxed_slice();
    RowBuffer::within(Memory::Allocated(bytes))
}

/// An output that takes full buffers and gives back empty ones.
#[derive(Debug)]
pub struct WriteBehind<W> {
    /// The output, unless the second thread has it.
    out: Option<W>,
    writer: Option<Writer<W>>,
}

/// The second thread, and the ways to and from it.
#[derive(Debug)]
struct Writer<W> {
    full: SyncSender<Buffer>,
    empty: Receiver<Buffer>,
    /// Ends when the way to it is closed, or with the first error.
    thread: JoinHandle<io::Result<W>>,
}

impl<W: Write + Send + 'static> WriteBehind<W> {
    pub const fn new(out: W) -> Self {
        Self { out: Some(out), writer: None }
    }

    /// Writes the last, perhaps not full buffer and gives back the output.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self, rows: &Buffer) -> io::Result<W> {
        let mut out = self.take_back()?;
        out.write_all(rows.text())?;
        out.flush()?;
        Ok(out)
    }
}

impl<W: Write + Send + 'static> Sink<Memory> for WriteBehind<W> {
    /// An error may be that of an earlier buffer; nothing more is taken then.
    fn take(&mut self, rows: &mut Buffer) -> io::Result<()> {
        // There, no second thread can be started.
        if cfg!(target_family = "wasm") {
            let out = self.out.as_mut().ok_or_else(gone)?;
            out.write_all(rows.text())?;
            rows.clear();
            return Ok(());
        }
        if let Some(out) = self.out.take() {
            self.writer = Some(Writer::start(out)?);
        }
        let exchanged = self.writer.as_ref().and_then(|writer| {
            let empty = writer.empty.recv().ok()?;
            writer.full.send(std::mem::replace(rows, empty)).ok()
        });
        match exchanged {
            Some(()) => Ok(()),
            // The thread has ended, so it had an error.
            None => self.take_back().and(Err(gone())),
        }
    }
}

impl<W> WriteBehind<W> {
    /// Waits until everything is written.
    fn take_back(&mut self) -> io::Result<W> {
        match self.writer.take() {
            Some(Writer { full, thread, .. }) => {
                drop(full);
                thread.join().unwrap_or_else(|_| Err(gone()))
            }
            None => self.out.take().ok_or_else(gone),
        }
    }
}

/// An output that is given up is not dropped before its thread has let go of it.
impl<W> Drop for WriteBehind<W> {
    fn drop(&mut self) {
        drop(self.take_back());
    }
}

fn gone() -> io::Error {
    io::ErrorKind::NotConnected.into()
}

impl<W: Write + Send + 'static> Writer<W> {
    fn start(mut out: W) -> io::Result<Self> {
        let (full, full_from) = sync_channel::<Buffer>(BUFFERS + 1);
        let (empty_to, empty) = sync_channel(BUFFERS + 1);
        for _ in 0..BUFFERS {
            // There is room for it, and the other end is here.
            let memory = zeroed(bytes_for(CAPACITY));
            let _ = empty_to.send(RowBuffer::within(Memory::Mapped(memory)));
        }
        let write_all = move || {
            for mut rows in full_from {
                out.write_all(rows.text())?;
                rows.clear();
                // Nobody waits for it any more if the search has ended.
                let _ = empty_to.send(rows);
            }
            Ok(out)
        };
        let thread = Builder::new().name("log".to_owned()).spawn(write_all)?;
        Ok(Self { full, empty, thread })
    }
}
