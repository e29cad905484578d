//! `mancala kgp join`: one of our players on somebody's server.
//!
//! Left out: what is said ([`play::kgp::client`](crate::play::kgp::client)).

// Doc comments of arguments are help text, in which brackets mean what they mean there.
#![allow(rustdoc::broken_intra_doc_links)]

use std::collections::BTreeMap;
use std::net::{TcpStream, ToSocketAddrs};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::wire::{Wire, lock};
use crate::cli::Exit;
use crate::cli::io::failure::Surroundings;
use crate::cli::io::output::{interrupted, listen_for_interrupt};
use crate::cli::io::print::say;
use crate::cli::options::walls::Walls;
use crate::game::{Kalah, Pit, Position, Rules};
use crate::play::Player;
use crate::play::kgp::client::{Client, End, MOST_OPEN, Question, Reaction};
use crate::play::kgp::{Introduction, Mode, PORT};
use crate::play::player::{Listener, Programs, Spec};

/// How long a server may take to accept a connection.
const CONNECTING: Duration = Duration::from_secs(10);

/// So many games are remembered, each with its player.
const MOST_PLAYERS: usize = 8;

/// Let one of this program's players play on a server
///
/// Plays whatever games the server asks for, several at once if it likes, until the server says goodbye or
/// Ctrl-C. A player that searches answers at once and improves its answer until it is done or the server
/// stops it. Plain TCP: no WebSocket.
#[derive(Debug, Args)]
pub(super) struct JoinArguments {
    /// The server; port 2671 unless it names another
    #[arg(value_name = "HOST[:PORT]")]
    server: String,
    /// Who plays: random[:SEED], greedy, minimax:D, alphabeta:D[:EVALUATION], best:TIME, perfect, exec:COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "best:2s")]
    player: Spec,
    /// What is done there: play, or solve the server's problems about the rules
    #[arg(long, value_enum, value_name = "MODE", default_value_t = Activity::Freeplay)]
    mode: Activity,
    /// What the player is called; as it is typed unless given
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Who wrote it
    #[arg(long, value_name = "TEXT")]
    authors: Option<String>,
    /// How it works, in a few words
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// By what the server knows the player again in a later connection; sent without encryption
    #[arg(long, value_name = "TEXT")]
    token: Option<String>,
    /// The rules that the server plays by
    #[arg(long, value_name = "RULES", default_value = "cits3001")]
    rules: Rules,
    /// What determines the moves of chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    walls: Walls,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Activity {
    /// Games
    Freeplay,
    /// Boards after a sow, which the server checks; it says what is wrong
    Verify,
}

impl From<Activity> for Mode {
    fn from(activity: Activity) -> Self {
        match activity {
            Activity::Freeplay => Self::Freeplay,
            Activity::Verify => Self::Verify,
        }
    }
}

pub(super) fn run(arguments: &JoinArguments) -> anyhow::Result<Exit> {
    let spec = arguments.player.clone();
    if spec == Spec::Human {
        anyhow::bail!("--player: a person cannot play here");
    }
    let programs = arguments.walls.programs(std::slice::from_ref(&spec))?;
    listen_for_interrupt();
    let wire = connect(&arguments.server)?;
    let introduction = Introduction {
        name: Some(arguments.name.clone().unwrap_or_else(|| spec.to_string())),
        authors: arguments.authors.clone(),
        description: arguments.description.clone(),
        token: arguments.token.clone(),
    };
    let conversation = Conversation {
        wire,
        client: Mutex::new(Client::new(
            introduction,
            arguments.mode.into(),
            arguments.rules,
        )),
        spec,
        programs,
        seed: AtomicU64::new(arguments.seed),
        players: Mutex::default(),
        thinking: Mutex::default(),
        busy: AtomicUsize::new(0),
    };
    say(format_args!("connected to {}", arguments.server));
    let end = conversation.play();
    if interrupted() {
        let line = lock(&conversation.client).goodbye();
        // The server sees an end of the connection otherwise.
        let _ = conversation.wire.send(&[line]);
        return Ok(Exit::Interrupted);
    }
    match end {
        Ok(End::Goodbye) => {
            say("the server said goodbye");
            Ok(Exit::Success)
        }
        Ok(End::Strange(why)) => Err(Surroundings(format!("{}: {why}", arguments.server)).into()),
        Err(why) => Err(Surroundings(format!("{}: {why}", arguments.server)).into()),
    }
}

/// A connection to `HOST` or `HOST:PORT`.
fn connect(server: &str) -> anyhow::Result<Wire> {
    if server.contains("://") {
        anyhow::bail!("{server}: expected HOST or HOST:PORT; this program speaks plain TCP only");
    }
    let is_bare = !server.contains(':') || server.parse::<std::net::Ipv6Addr>().is_ok();
    let addresses = match is_bare {
        true => (server, PORT).to_socket_addrs(),
        false => server.to_socket_addrs(),
    };
    let trouble = |error: std::io::Error| Surroundings(format!("cannot reach {server}: {error}"));
    let mut last = std::io::Error::other("no such host");
    for address in addresses.map_err(trouble)? {
        match TcpStream::connect_timeout(&address, CONNECTING).and_then(Wire::new) {
            Ok(wire) => return Ok(wire),
            Err(error) => last = error,
        }
    }
    Err(trouble(last).into())
}

/// A connection and the games that are played over it.
struct Conversation {
    wire: Wire,
    client: Mutex<Client>,
    spec: Spec,
    programs: Arc<dyn Programs>,
    /// For the next player.
    seed: AtomicU64,
    /// The players that do not think now, by their games.
    players: Mutex<BTreeMap<String, InGame>>,
    /// What to set so that nobody thinks about a question any more.
    thinking: Mutex<BTreeMap<Option<u64>, Arc<AtomicBool>>>,
    /// How many think.
    busy: AtomicUsize,
}

/// The player of a game.
struct InGame {
    player: Box<dyn Player>,
    /// The rest of a turn, and where it goes on.
    rest: Option<(Kalah, Vec<Pit>)>,
}

impl Conversation {
    /// Plays until the end of the conversation.
    fn play(&self) -> Result<End, String> {
        thread::scope(|scope| {
            let end = self.wire.listen(|line| self.hear(line, scope));
            for stop in lock(&self.thinking).values() {
                stop.store(true, Relaxed);
            }
            end
        })
    }

    fn hear<'s>(&'s self, line: Option<&[u8]>, scope: &'s Scope<'s, '_>) -> ControlFlow<End> {
        if interrupted() {
            return ControlFlow::Break(End::Goodbye);
        }
        let reactions = line.map(|line| lock(&self.client).hear(line));
        for reaction in reactions.into_iter().flatten() {
            match reaction {
                // What cannot be sent closes the connection, which is seen at the next read.
                Reaction::Say(line) => _ = self.wire.send(&[line]),
                Reaction::Think(question) => self.begin(question, scope),
                Reaction::Stop(id) => self.stop(id),
                Reaction::Told(said) => say(format_args!("the server says: {said}")),
                Reaction::End(end) => return ControlFlow::Break(end),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin<'s>(&'s self, question: Question, scope: &'s Scope<'s, '_>) {
        // Programs go on for a while after they were stopped, and a server may ask again and again.
        if self.busy.fetch_add(1, Relaxed) >= 2 * MOST_OPEN {
            self.busy.fetch_sub(1, Relaxed);
            self.yields(question.id);
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        lock(&self.thinking).insert(question.id, Arc::clone(&stop));
        scope.spawn(move || {
            self.think(&question, &stop);
            self.busy.fetch_sub(1, Relaxed);
        });
    }

    fn stop(&self, id: Option<u64>) {
        let mut thinking = lock(&self.thinking);
        let stopped = match id {
            Some(_) => thinking.remove(&id).into_iter().collect(),
            None => std::mem::take(&mut *thinking)
                .into_values()
                .collect::<Vec<_>>(),
        };
        for stop in stopped {
            stop.store(true, Relaxed);
        }
    }

    fn think(&self, question: &Question, stop: &AtomicBool) {
        let known = lock(&self.players).remove(&question.game);
        let new = || {
            let seed = self.seed.fetch_add(1, Relaxed);
            let player = self.spec.player(seed, &self.programs)?;
            Some(InGame { player, rest: None })
        };
        let Some(mut in_game) = known.or_else(new) else {
            return;
        };
        let answer = Answer {
            conversation: self,
            question,
            stop,
            end: question.time.and_then(|it| Instant::now().checked_add(it)),
            last: Mutex::new(None),
        };
        let turn = match in_game.rest.take() {
            Some((here, rest)) if here == question.position => Ok(rest),
            _ => in_game.player.improving_turn(&question.position, &answer),
        };
        match turn {
            Ok(turn) => {
                answer.better(&turn);
                if let [first, rest @ ..] = &turn[..] {
                    let next = question.position.play(*first);
                    in_game.rest = (!rest.is_empty()).then(|| (next, rest.to_vec()));
                }
            }
            Err(failure) => say(format_args!("no move: {failure}")),
        }
        self.end(question, in_game);
    }

    fn end(&self, question: &Question, in_game: InGame) {
        let mut players = lock(&self.players);
        if players.len() >= MOST_PLAYERS {
            players.pop_first();
        }
        players.insert(question.game.clone(), in_game);
        drop(players);
        self.yields(question.id);
    }

    fn yields(&self, question: Option<u64>) {
        let yielded = lock(&self.client).yields(question);
        if let Some(line) = yielded {
            lock(&self.thinking).remove(&question);
            let _ = self.wire.send(&[line]);
        }
    }
}

/// Sends better and better answers to a question.
struct Answer<'a> {
    conversation: &'a Conversation,
    question: &'a Question,
    stop: &'a AtomicBool,
    /// When the last answer is to be sent.
    end: Option<Instant>,
    last: Mutex<Option<Pit>>,
}

impl Listener for Answer<'_> {
    fn wants_no_more(&self) -> bool {
        self.stop.load(Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn better(&self, turn: &[Pit]) {
        let (mut last, Some(&first)) = (lock(&self.last), turn.first()) else {
            return;
        };
        if last.replace(first) == Some(first) {
            return;
        }
        let line = lock(&self.conversation.client).moves(self.question, first);
        if let Some(line) = line {
            let _ = self.conversation.wire.send(&[line]);
        }
    }
}
