//! Lines as the messages of a WebSocket: the course's client in Java connects in this way.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::time::Instant;

use tungstenite::handshake::{HandshakeError, HandshakeRole};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::line::{Line, MAX_BYTES};
use super::wire::{STUCK, lock};

/// A connection that carries messages.
#[derive(Debug)]
pub(crate) struct Messages {
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
    pub(crate) fn accept(stream: &TcpStream) -> io::Result<Self> {
        let accepted = tungstenite::accept_with_config(Incoming::of(stream)?, Some(config()));
        Self::new(complete(accepted)?, Role::Server)
    }

    /// The end of a client of the server at `url`, which begins with `ws://`.
    pub(crate) fn connect(stream: &TcpStream, url: &str) -> io::Result<Self> {
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
    pub(crate) fn send(&self, lines: &[Line]) -> io::Result<()> {
        let mut outgoing = lock(&self.outgoing);
        let messages = lines.iter().map(|line| Message::text(line.to_string()));
        messages.into_iter().try_for_each(|message| outgoing.send(message).map_err(of_socket))
    }

    /// Reads the messages as lines; nothing for whoever asks a second time.
    pub(crate) fn reader(&self) -> impl Read {
        Lines { messages: self, incoming: lock(&self.incoming).take(), rest: Vec::new() }
    }
}

struct Lines<'a> {
    messages: &'a Messages,
    incoming: Option<WebSocket<Incoming>>,
    /// Of the last message.
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
