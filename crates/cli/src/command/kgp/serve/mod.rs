//! `mancala kgp serve`: a server for a class, and its round robin.
//!
//! In reading order: [`terms`] (what is played), [`connection`] (a client that is connected), [`connections`] (how
//! many of them), [`remote`] (a client as a player),
//! [`places`] (who is there), [`known`] (what an earlier server played), [`server`] (who plays whom, and what became
//! of it).

mod connection;
mod connections;
mod known;
mod places;
mod remote;
mod server;
mod terms;

use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, Scope};
use std::time::Duration;

use clap::Args;

use self::connection::Connection;
use self::server::Server;
use self::terms::Terms;
use super::wire::Wire;
use crate::Exit;
use crate::io::failure::{Surroundings, failed};
use crate::io::kept::Kept;
use crate::io::output::{interrupted, listen_for_interrupt};
use crate::io::print::{print_line, say};
use crate::options::amounts;
use kgp::PORT;
use mancala::game::{Board, Kalah, Rules, Side};

/// How long to wait where nothing is to be done.
const TICK: Duration = Duration::from_millis(20);

/// Hold games between the clients that join, by the Kalah Game Protocol
///
/// Every two clients meet in pairs of games from the same openings with sides exchanged. With --players the
/// games begin once so many have joined and the table is printed in the end; without it everybody plays as
/// they come, until Ctrl-C. A client that breaks the rules or leaves forfeits the game; for one that does not
/// answer in time chance plays, as the protocol says. The same command goes on where a server was killed: a game that
/// came to its end is not played again, and clients are known by their tokens, or by their names. Plain TCP: no WebSocket, no encryption.
#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// The address to listen at; 127.0.0.1 lets only this machine in
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0")]
    host: IpAddr,
    /// The port to listen at; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Begin with so many clients, and end when all have met
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=1000))]
    players: Option<u16>,
    /// Games between every two clients, two from each opening
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Rule set by name; clients of the protocol know cits3001
    #[arg(long, value_name = "RULES", default_value = "cits3001")]
    rules: Rules,
    /// Pits in a row
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=10))]
    pits: u8,
    /// Seeds in each pit
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=1000))]
    seeds: u16,
    /// Random turns of an opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=1000))]
    opening: u16,
    /// A game that takes more turns is drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..))]
    turns: u16,
    /// Time that a client has for a move
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = amounts::time)]
    time: Duration,
    /// Time that a client has to say what it wants, and to answer a ping
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = amounts::time)]
    patience: Duration,
    /// What determines the openings, and the moves of those who do not answer
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where the games and the table go
    #[arg(long, value_name = "DIR", default_value = "kgp")]
    results: PathBuf,
}

pub(super) fn run(arguments: &ServeArguments) -> anyhow::Result<Exit> {
    let results = &arguments.results;
    std::fs::create_dir_all(results).map_err(|error| failed("make", results, &error))?;
    let kept = Kept::open(results, Duration::ZERO)?;
    let board = Board::opening(arguments.pits.into(), arguments.seeds);
    let terms = Terms {
        start: Kalah::new(board, arguments.rules, Side::South)?,
        opening_turns: arguments.opening.into(),
        openings: arguments.games.div_ceil(2) as usize,
        most_turns: arguments.turns.into(),
        time: arguments.time,
        patience: arguments.patience,
        seed: arguments.seed,
        players: arguments.players.map(usize::from),
    };
    let server = Server::new(terms, kept).ok_or_else(|| {
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
    thread::scope(|scope| {
        welcome(&server, &listener, scope);
        server.close();
    });
    server.show(results)?;
    say(format_args!(
        "the table and every game are in {}",
        results.display()
    ));
    Ok(match arguments.players {
        // What ends by nothing else has not been interrupted.
        Some(_) if interrupted() => Exit::Interrupted,
        _ => Exit::Success,
    })
}

fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let trouble =
        |error: std::io::Error| Surroundings(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(trouble)?;
    listener.set_nonblocking(true).map_err(trouble)?;
    Ok(listener)
}

/// Lets clients in and begins games, until all is played or Ctrl-C.
fn welcome<'s>(server: &'s Server, listener: &TcpListener, scope: &'s Scope<'s, '_>) {
    while !interrupted() && !server.is_done() {
        let mut idle = true;
        // Whatever is wrong with one connection is no trouble of the others.
        if let Ok((stream, address)) = listener.accept() {
            idle = false;
            let_in(server, stream, address.ip(), scope);
        }
        if let Some(meeting) = server.next_meeting() {
            idle = false;
            scope.spawn(move || server.play(meeting));
        }
        if idle {
            thread::sleep(TICK);
        }
    }
}

fn let_in<'s>(server: &'s Server, stream: TcpStream, from: IpAddr, scope: &'s Scope<'s, '_>) {
    let Ok(wire) = Wire::new(stream) else { return };
    let connection = Arc::new(Connection::new(wire));
    if let Some(idle) = server.admit(from, Arc::clone(&connection)) {
        // Nothing is said to it: what it does not read must not hold up the newcomer.
        idle.close();
    }
    scope.spawn(move || {
        connection.stay(server);
        server.has_left(&connection);
    });
}
