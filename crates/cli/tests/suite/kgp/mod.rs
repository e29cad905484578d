//! The Kalah Game Protocol: our client on a server, and our server with clients, that are written in another
//! language from the protocol's text.
//!
//! `client.py` and `server.py` need nothing but Python's standard library.

mod hostile;
mod join;
mod serve;
mod ugi;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::program::mancala;
use crate::skip::missing;

/// Longer than anything here takes, also on a machine that is busy.
const DEADLINE: Duration = Duration::from_secs(240);

/// Why the peers in Python cannot run on this machine, if so.
fn no_python() -> Option<String> {
    missing("python3")
}

fn python(script: &str) -> Command {
    let root = Path::new(crate::ROOT);
    let mut command = Command::new("python3");
    command.arg(root.join("crates/cli/tests/suite/kgp").join(script));
    command
}

/// A program that runs beside a test; it ends with this.
struct Running {
    child: Child,
    /// What it has said so far, on both channels.
    said: Arc<Mutex<String>>,
    readers: Vec<std::thread::JoinHandle<()>>,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let said = Arc::<Mutex<String>>::default();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let readers = vec![follow(out, &said), follow(err, &said)];
        Self { child, said, readers }
    }

    fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Waits until it has said something, and returns the rest of that line.
    #[track_caller]
    fn says(&self, text: &str) -> String {
        let begin = Instant::now();
        loop {
            let said = self.said();
            if let Some((_, rest)) = said.split_once(text)
                && let Some((rest, _)) = rest.split_once('\n')
            {
                return rest.to_owned();
            }
            assert!(begin.elapsed() < DEADLINE, "no {text:?} in: {said}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for its end: the exit code and all that it said.
    #[track_caller]
    fn ends(mut self) -> (Option<i32>, String) {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begin.elapsed() < DEADLINE, "goes on: {}", self.said());
            std::thread::sleep(Duration::from_millis(5));
        };
        for reader in self.readers.drain(..) {
            reader.join().unwrap();
        }
        (status.code(), self.said())
    }
}

/// What a server said that came to its end.
#[track_caller]
fn succeeded(server: Running) -> String {
    let (code, said) = server.ends();
    assert_eq!(code, Some(0), "{said}");
    said
}

/// One of our clients comes to the end of its server.
#[track_caller]
fn is_dismissed(client: Running) {
    let said = succeeded(client);
    assert!(said.contains("the server said goodbye"), "{said}");
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn follow(
    channel: impl std::io::Read + Send + 'static,
    said: &Arc<Mutex<String>>,
) -> std::thread::JoinHandle<()> {
    let said = Arc::clone(said);
    std::thread::spawn(move || {
        for line in BufReader::new(channel).lines() {
            let line = line.unwrap_or_default();
            said.lock().unwrap().push_str(&format!("{line}\n"));
        }
    })
}

/// Our server on this machine alone, and its port.
fn serve(folder: &Path, arguments: &[&str]) -> (Running, String) {
    let mut command = mancala(folder);
    command.args(["kgp", "serve", "--host", "127.0.0.1", "--port", "0"]);
    let server = Running::start(command.args(arguments));
    let port = server.says("listening on 127.0.0.1:");
    (server, port)
}

/// Our client on a server of this machine.
fn join(folder: &Path, port: &str, player: &str, name: &str) -> Command {
    let mut command = mancala(folder);
    command.args(["kgp", "join", &format!("127.0.0.1:{port}")]);
    command.args(["--player", player, "--name", name]);
    command
}

/// A client in Python on a server of this machine.
fn client(port: &str, style: &str, more: &[&str]) -> Running {
    Running::start(python("client.py").args([port, style]).args(more))
}
