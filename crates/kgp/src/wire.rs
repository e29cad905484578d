//! Lines over a socket, with a limit on all that a peer can send.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::line::{Line, Lines, TooLong};

/// How long a read waits before whoever listens may look at the clock.
const TICK: Duration = Duration::from_millis(50);

/// How long a peer may refuse what is written to it.
const STUCK: Duration = Duration::from_secs(5);

/// One end of a connection.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    /// One thread at a time writes whole lines.
    writing: Mutex<()>,
}

impl Wire {
    pub(crate) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TICK))?;
        stream.set_write_timeout(Some(STUCK))?;
        Ok(Self { stream, writing: Mutex::new(()) })
    }

    /// Sends lines; one that cannot be sent whole ends the connection.
    pub(crate) fn send(&self, lines: &[Line]) -> io::Result<()> {
        let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let writing = lock(&self.writing);
        let sent = (&self.stream).write_all(text.as_bytes());
        if sent.is_err() {
            self.close();
        }
        drop(writing);
        sent
    }

    pub(crate) fn close(&self) {
        // It may be closed already.
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }

    /// Hands every line to `receive`, and nothing in between at least as often as every tick, until it breaks.
    ///
    /// # Errors
    /// Why the peer is gone, or has to go.
    pub(crate) fn listen<T>(
        &self,
        mut receive: impl FnMut(Option<&[u8]>) -> ControlFlow<T>,
    ) -> Result<T, String> {
        let mut lines = Lines::default();
        let mut allowance = Allowance::new();
        let mut buffer = [0; 4096];
        loop {
            let bytes = match (&self.stream).read(&mut buffer) {
                Ok(0) => return Err("closed the connection".to_owned()),
                Ok(count) => &buffer[..count],
                Err(error) if is_only_late(&error) => &[],
                Err(error) => return Err(error.to_string()),
            };
            let complete = lines.take(bytes);
            let complete = complete.map_err(|TooLong| "sent a line without an end".to_owned())?;
            if !allowance.covers(bytes.len(), complete.len()) {
                return Err("sent too much at once".to_owned());
            }
            for line in complete {
                if let ControlFlow::Break(end) = receive(Some(&line)) {
                    return Ok(end);
                }
            }
            if let ControlFlow::Break(end) = receive(None) {
                return Ok(end);
            }
        }
    }
}

fn is_only_late(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

/// What a peer may send: so much at once, and so much more a second.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    const AT_ONCE: f64 = 256.0 * 1024.0;
    const A_SECOND: f64 = 64.0 * 1024.0;
    /// What it takes to look at a line, in bytes.
    const LINE: usize = 64;

    fn new() -> Self {
        Self { left: Self::AT_ONCE, since: Instant::now() }
    }

    fn covers(&mut self, bytes: usize, lines: usize) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.since).as_secs_f64() * Self::A_SECOND;
        self.since = now;
        self.left = (self.left + earned).min(Self::AT_ONCE) - (bytes + lines * Self::LINE) as f64;
        self.left >= 0.0
    }
}

/// What a mutex guards; it is whole also when a thread died holding it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
