//! Players at the other end of a line: KGP, the Kalah Game Protocol 1.0, with a client that plays on any server and
//! a server for a class; and [`ugi`], an engine for managers of matches.
//!
//! In KGP, a server pairs clients and asks each for one sow at a time; a client is always South, and may improve
//! its answer until it yields or the server stops it. An extra turn is a question of its own.
//!
//! In reading order: [`line`](mod@line) (a line, read and written), [`board`] (a position as a client sees it),
//! [`client`] and [`host`] (the two sides of the protocol), both as text in and
//! text out; `wire` (lines over a socket), [`join`] (a client that plays) and [`server`].
//!
//! No line of a peer ends more than its own session, and what is kept of it is bounded. Of the protocol's modes
//! only `freeplay` (games) is supported.

#![allow(missing_docs, reason = "no sentence repeats a name that says it all")]

pub mod board;
pub mod client;
pub mod host;
pub mod join;
pub mod line;
pub mod server;
pub mod ugi;
mod wire;

/// Receives what happens, as sentences, and may end it.
#[derive(Clone, Copy)]
pub struct Observer {
    pub say: fn(&str),
    pub stops: fn() -> bool,
}

/// The port of a server unless another is named.
pub const PORT: u16 = 2671;

const VERSION: [i64; 3] = [1, 0, 1];

/// The most invalid lines of a peer before the connection is ended.
const MAX_FAULTS: u32 = 20;

const FREEPLAY: &str = "freeplay";

/// What a client says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Introduction {
    pub name: Option<String>,
    pub authors: Option<String>,
    pub description: Option<String>,
    /// Identifies the client in a later connection.
    pub token: Option<String>,
}
