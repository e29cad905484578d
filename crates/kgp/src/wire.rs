//! Lines over a socket, with a limit on all that a peer can send; or as the messages of a WebSocket: the course's client
//! in Java connects in this way.

use std::io;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tungstenite::handshake::{HandshakeError, HandshakeRole};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::line::{Line, MAX_BYTES};

/// How long a read waits before whoever listens may look at the clock.
const TICK: Duration = Duration::from_millis(50);

/// How long a peer may refuse what is written to it.
const STUCK: Duration = Duration::from_secs(5);

/// How long a client may take to ask for a WebSocket, which it does at once.
const ASKING: Duration = Duration::from_millis(500);

/// One end of a connection.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    /// One thread at a time writes whole lines.
    writing: Mutex<()>,
    messages: OnceLock<Messages>,
}

impl Wire {
    pub(crate) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TICK))?;
        stream.set_write_timeout(Some(STUCK))?;
        Ok(Self { stream, writing: Mutex::new(()), messages: OnceLock::new() })
    }

    /// Lines are the messages of a WebSocket from now on, which the server has at `url`.
    pub(crate) fn ask_for_messages(&self, url: &str) -> io::Result<()> {
        let messages = Messages::connect(&self.stream, url)?;
        self.messages.get_or_init(|| messages);
        Ok(())
    }

    /// The same if the client asks for a WebSocket. Others wait for a greeting, or say something else.
    pub(crate) fn answer_handshake(&self) -> io::Result<()> {
        let (begin, mut first) = (Instant::now(), [0; 3]);
        while begin.elapsed() < ASKING {
            match self.stream.peek(&mut first) {
                Ok(1 | 2) => std::thread::sleep(Duration::from_millis(1)),
                Ok(_) if first == *b"GET" => {
                    let messages = Messages::accept(&self.stream)?;
                    self.messages.get_or_init(|| messages);
                    return Ok(());
                }
                Err(error) if is_only_late(&error) => {}
                _ => break,
            }
        }
        Ok(())
    }

    /// Sends lines; one that cannot be sent whole ends the connection.
    pub(crate) fn send(&self, lines: &[Line]) -> io::Result<()> {
        let _writing = lock(&self.writing);
        let sent = match self.messages.get() {
            Some(messages) => messages.send(lines),
            None => {
                let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
                (&self.stream).write_all(text.as_bytes())
            }
        };
        sent.inspect_err(|_| self.close())
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
        let input: &mut dyn Read = match self.messages.get() {
            Some(messages) => &mut messages.reader(),
            None => &mut &self.stream,
        };
        let mut input = BufReader::new(input);
        let mut allowance = Allowance::new();
        let mut line = Vec::new();
        loop {
            let bytes: &[u8] = match input.fill_buf() {
                Ok([]) => return Err("closed the connection".to_owned()),
                Ok(bytes) => bytes,
                Err(error) if is_only_late(&error) => &[],
                Err(error) => return Err(error.to_string()),
            };
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let count = end.map_or(bytes.len(), |end| end + 1);
            line.extend_from_slice(&bytes[..count]);
            input.consume(count);
            if line.len() > MAX_BYTES {
                return Err("sent a line without an end".to_owned());
            }
            if !allowance.covers(count, end.is_some().into()) {
                return Err("sent too much at once".to_owned());
            }
            if end.is_some() {
                let whole = std::mem::take(&mut line);
                if !whole.trim_ascii().is_empty()
                    && let ControlFlow::Break(end) = receive(Some(&whole))
                {
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

/// A connection that carries messages.
#[derive(Debug)]
struct Messages {
    /// What is read, until a reader has it.
    incoming: Mutex<Option<WebSocket<Incoming>>>,
    outgoing: Mutex<WebSocket<TcpStream>>,
}

/// What a peer sends. Once the handshake is over nothing is written here: frames of two writers would mix.
#[derive(Debug)]
struct Incoming {
    stream: TcpStream,
    answers: bool,
}

impl Messages {
    /// The end of a server, whose client asks for a WebSocket.
    fn accept(stream: &TcpStream) -> io::Result<Self> {
        let accepted = tungstenite::accept_with_config(Incoming::of(stream)?, Some(config()));
        Self::new(complete(accepted)?, Role::Server)
    }

    /// The end of a client of the server at `url`, which begins with `ws://`.
    fn connect(stream: &TcpStream, url: &str) -> io::Result<Self> {
        let incoming = Incoming::of(stream)?;
        let connected = tungstenite::client::client_with_config(url, incoming, Some(config()));
        Self::new(complete(connected)?.0, Role::Client)
    }

    fn new(mut incoming: WebSocket<Incoming>, role: Role) -> io::Result<Self> {
        incoming.get_mut().answers = false;
        let stream = incoming.get_ref().stream.try_clone()?;
        let outgoing = WebSocket::from_raw_socket(stream, role, Some(config()));
        Ok(Self { incoming: Mutex::new(Some(incoming)), outgoing: Mutex::new(outgoing) })
    }

    /// Sends each line as a message.
    fn send(&self, lines: &[Line]) -> io::Result<()> {
        let mut outgoing = lock(&self.outgoing);
        let mut messages = lines.iter().map(|line| Message::text(line.to_string()));
        messages.try_for_each(|message| outgoing.send(message).map_err(of_socket))
    }

    /// Reads the messages as lines; nothing for whoever asks a second time.
    fn reader(&self) -> impl Read {
        Lines { messages: self, incoming: lock(&self.incoming).take(), rest: Vec::new() }
    }
}

struct Lines<'a> {
    messages: &'a Messages,
    incoming: Option<WebSocket<Incoming>>,
    rest: Vec<u8>,
}

impl Read for Lines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Some(incoming) = &mut self.incoming else { return Ok(0) };
            match incoming.read().map_err(of_socket)? {
                Message::Close(_) => return Ok(0),
                Message::Text(text) => self.rest.extend(text.as_bytes()),
                Message::Ping(data) => {
                    lock(&self.messages.outgoing).send(Message::Pong(data)).map_err(of_socket)?;
                }
                _ => {}
            }
            // What is no text is an empty line, which counts among what a peer may send.
            self.rest.push(b'\n');
        }
        let count = self.rest.as_slice().read(buffer)?;
        self.rest.drain(..count);
        Ok(count)
    }
}

impl Incoming {
    fn of(stream: &TcpStream) -> io::Result<Self> {
        Ok(Self { stream: stream.try_clone()?, answers: true })
    }
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Incoming {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.answers { self.stream.write(bytes) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// No message is longer than a line may be.
fn config() -> WebSocketConfig {
    let most = Some(MAX_BYTES);
    WebSocketConfig::default().max_message_size(most).max_frame_size(most)
}

/// Goes on with a handshake while the peer is late.
fn complete<R: HandshakeRole>(
    mut handshake: Result<R::FinalResult, HandshakeError<R>>,
) -> io::Result<R::FinalResult> {
    let begin = Instant::now();
    loop {
        match handshake {
            Ok(end) => return Ok(end),
            Err(HandshakeError::Failure(error)) => return Err(of_socket(error)),
            Err(HandshakeError::Interrupted(_)) if begin.elapsed() >= STUCK => {
                return Err(io::ErrorKind::TimedOut.into());
            }
            Err(HandshakeError::Interrupted(rest)) => handshake = rest.handshake(),
        }
    }
}

fn of_socket(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn lines_are_cut_wherever_the_bytes_are() {
        let text = b"ok\r\n\r\nping\n4 stop\n";
        for cut in 0..text.len() {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let mut peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let wire = Wire::new(listener.accept().unwrap().0).unwrap();
            let mut rest = Some(&text[cut..]);
            peer.write_all(&text[..cut]).unwrap();
            let mut lines = Vec::new();
            let ended = wire.listen(|line| {
                lines.extend(line.map(|line| line.trim_ascii().to_vec()));
                if line.is_none()
                    && let Some(rest) = rest.take()
                {
                    peer.write_all(rest).unwrap();
                    peer.shutdown(std::net::Shutdown::Write).unwrap();
                }
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(ended, Err("closed the connection".to_owned()));
            assert_eq!(lines, [&b"ok"[..], b"ping", b"4 stop"], "{cut}");
        }
    }
}
