//! `mancala kgp join`: one of our players on somebody's server.
//!
//! In reading order: what is typed, and the connection, here; [`conversation`] (what is asked, and thinking).
//!
//! Left out: what is said ([`kgp::client`]).

// Doc comments of arguments are help text, in which brackets mean what they mean there.
#![allow(rustdoc::broken_intra_doc_links)]

mod conversation;

use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use clap::Args;

use self::conversation::Conversation;
use super::wire::Wire;
use crate::Exit;
use crate::io::failure::Surroundings;
use crate::io::output::{interrupted, listen_for_interrupt};
use crate::io::print::say;
use crate::options::walls::Walls;
use arena::player::Spec;
use kgp::client::{Client, End};
use kgp::{Introduction, PORT};
use mancala::game::Rules;

/// How long a server may take to accept a connection.
const CONNECTING: Duration = Duration::from_secs(10);

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
    let client = Client::new(introduction, arguments.rules);
    let conversation = Conversation::new(wire, client, (spec, programs), arguments.seed);
    say(format_args!("connected to {}", arguments.server));
    let end = conversation.play();
    if interrupted() {
        conversation.leave();
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
