//! `mancala kgp`: players at the other end of a TCP connection, by the Kalah Game Protocol.

use std::fmt::Display;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::tournament::{self, Kept, Results};
use crate::io::{EnvironmentError, Exit, interrupted, listen_for_interrupt, print_line, say};
use crate::options::sandboxed::computer;
use crate::options::start::{KalahOpening, OpeningOptions, fewest_turns};
use crate::options::{Format, SandboxOptions, number, rules, time};
use arena::player::Spec;
use kgp::client::Client;
use kgp::join::Session;
use kgp::server::{Server, Terms};
use kgp::{Introduction, Observer, PORT};
use mancala::game::Rules;

const WEBSOCKET: &str = "ws://";
const HTTP_PORT: u16 = 80;

/// How long a server may take to accept a connection.
const CONNECTING: Duration = Duration::from_secs(10);

/// Play against other programs over the network, by the Kalah Game Protocol (KGP 1.0)
#[derive(Debug, Args)]
pub struct KgpArguments {
    #[command(subcommand)]
    end: ConnectionEnd,
}

#[derive(Debug, Subcommand)]
enum ConnectionEnd {
    Join(JoinArguments),
    Serve(ServeArguments),
}

/// Let one of mancala's players play on a server
///
/// Plays the games that the server asks for, until the server says goodbye or you press Ctrl-C. The
/// server may ask for several games at once. A searching player answers at once and improves its
/// answer until it is done or the server stops it. Plain TCP, no WebSocket, no encryption.
#[derive(Debug, Args)]
struct JoinArguments {
    /// The server [default port: 2671]; ws://HOST[:PORT][/PATH] for a WebSocket
    #[arg(value_name = "HOST[:PORT]")]
    server: String,
    /// Who plays: random[:SEED], greedy, minimax:D, alphabeta:D[:EVALUATION], best:TIME, perfect, exec:COMMAND
    #[arg(long, value_name = "PLAYER", value_parser = computer, default_value = "best:2s")]
    player: Spec,
    /// The name of the player [default: as in --player]
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Who wrote it
    #[arg(long, value_name = "TEXT")]
    authors: Option<String>,
    /// How it works, in a few words
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// A secret by which the server recognises the player later; sent without encryption
    #[arg(long, value_name = "TEXT")]
    token: Option<String>,
    /// The rules that the server plays by
    #[arg(long, value_name = "RULES", default_value = "cits3001", value_parser = rules::<Rules>(), hide_possible_values = true)]
    rules: Rules,
    /// The seed of random moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    sandbox: SandboxOptions,
}

/// Run a server for games between the clients that join
///
/// Any two clients meet in pairs of games from the same opening, with sides exchanged. With
/// --players N, the games begin when N clients have joined, and the table is printed at the end.
/// Without it, everyone who joins plays everyone else, until Ctrl-C. A client that breaks the rules
/// or leaves forfeits the game. A client that misses its deadline gets a random move, as the
/// protocol says. If a server was killed, the same command continues: a finished game is not played
/// again, and clients are recognised by their tokens or names. Plain TCP, no WebSocket, no encryption.
#[derive(Debug, Args)]
#[command(mut_arg("rules", |it| it.default_value("cits3001")))]
#[command(mut_arg("seeds", |it| it.help("Seeds in each pit").default_value("6")))]
struct ServeArguments {
    /// The address to listen at; 127.0.0.1 lets only this machine in
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0")]
    host: IpAddr,
    /// The port to listen at; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT, value_parser = number::<u16>(0..=u16::MAX))]
    port: u16,
    /// Begin when this many clients have joined, and end when all have met
    #[arg(long, value_name = "N", value_parser = number::<u16>(2..=1000))]
    players: Option<u16>,
    /// Games between any two clients, two from each opening
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>(2..=100_000))]
    games: u32,
    #[command(flatten)]
    opening: KalahOpening,
    #[command(flatten)]
    openings: OpeningOptions,
    /// A game that takes more turns is drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u16>(1..=u16::MAX))]
    turns: u16,
    /// Time that a client has for a move
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    time: Duration,
    /// Time that a client has to say what it wants, and to answer a ping
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = time)]
    patience: Duration,
    /// Where the games and the table go
    #[arg(long, value_name = "DIR", default_value = "kgp")]
    results: PathBuf,
}

/// Says what happens on standard error, until Ctrl-C.
const TERMINAL: Observer = Observer { say: |sentence| say(sentence), stops: interrupted };

pub fn run(arguments: &KgpArguments) -> anyhow::Result<Exit> {
    match &arguments.end {
        ConnectionEnd::Join(it) => join(it),
        ConnectionEnd::Serve(it) => serve(it),
    }
}

fn join(arguments: &JoinArguments) -> anyhow::Result<Exit> {
    let spec = arguments.player.clone();
    let programs = arguments.sandbox.programs(std::slice::from_ref(&spec))?;
    listen_for_interrupt();
    let server = &arguments.server;
    let trouble = |why: &dyn Display| EnvironmentError(format!("{server}: {why}"));
    let stream = connect(server)?;
    let introduction = Introduction {
        name: Some(arguments.name.clone().unwrap_or_else(|| spec.to_string())),
        authors: arguments.authors.clone(),
        description: arguments.description.clone(),
        token: arguments.token.clone(),
    };
    let client = Client::new(introduction, arguments.rules);
    let websocket = server.starts_with(WEBSOCKET).then_some(server.as_str());
    let player = (spec, programs);
    let session = Session::new((stream, websocket), client, player, arguments.seed, TERMINAL)
        .map_err(|error| trouble(&error))?;
    say(format_args!("connected to {server}"));
    let end = session.play();
    if interrupted() {
        session.leave();
        return Ok(Exit::Interrupted);
    }
    end.map_err(|why| trouble(&why))?;
    say("the server said goodbye");
    Ok(Exit::Success)
}

/// A connection to `HOST`, `HOST:PORT`, or a WebSocket there.
fn connect(server: &str) -> anyhow::Result<TcpStream> {
    let (host, port) = match server.strip_prefix(WEBSOCKET) {
        Some(rest) => (rest.split(['/', '?']).next().unwrap_or_default(), HTTP_PORT),
        None => (server, PORT),
    };
    anyhow::ensure!(
        !host.contains("://"),
        "{server}: expected HOST[:PORT] or ws://HOST[:PORT][/PATH], without TLS"
    );
    let is_bare = !host.contains(':') || host.parse::<Ipv6Addr>().is_ok();
    let addresses = if is_bare { (host, port).to_socket_addrs() } else { host.to_socket_addrs() };
    let trouble = |error: io::Error| EnvironmentError(format!("cannot reach {server}: {error}"));
    let mut last = io::Error::other("no such host");
    for address in addresses.map_err(trouble)? {
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(trouble(last).into())
}

fn serve(arguments: &ServeArguments) -> anyhow::Result<Exit> {
    let results = &arguments.results;
    let kept = Kept::open(results)?;
    let start = arguments.opening.start()?;
    let openings = arguments.openings.of(start, arguments.games)?;
    fewest_turns(&openings);
    let terms = Terms {
        openings,
        most_turns: arguments.turns.into(),
        time: arguments.time,
        patience: arguments.patience,
        players: arguments.players.map(usize::from),
    };
    let server = Server::new(terms, &kept.known, &kept, TERMINAL).ok_or_else(|| {
        let results = results.display();
        anyhow::anyhow!(
            "{results} has games that were played on other terms: choose another folder with --results"
        )
    })?;
    let address = SocketAddr::from((arguments.host, arguments.port));
    let listener = listen(address)?;
    listen_for_interrupt();
    let bound = listener.local_addr().unwrap_or(address);
    print_line(format_args!("listening on {bound}"))?;
    server.run(&listener);
    let (names, encounters) = server.into_results();
    let held = Results::new(start.rules(), names, &[], &encounters);
    tournament::show(&held, results, Format::Text)?;
    say(format_args!("the table and every game are in {}", results.display()));
    Ok(match arguments.players {
        // What ends by nothing else has not been interrupted.
        Some(_) if interrupted() => Exit::Interrupted,
        _ => Exit::Success,
    })
}

fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let trouble =
        |error: io::Error| EnvironmentError(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(trouble)?;
    listener.set_nonblocking(true).map_err(trouble)?;
    Ok(listener)
}
