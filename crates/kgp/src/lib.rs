//! KGP, the Kalah Game Protocol 1.0: one of our players on somebody's server, and a server for a class.
//!
//! A server pairs clients and asks each for one sow at a time; a client is always South, and may improve
//! its answer until it yields or the server stops it. An extra turn is a question of its own.
//!
//! In reading order: [`line`](mod@line) (a line, read and written), [`board`] (a position as a client sees it),
//! [`client`] (what a client answers) and [`host`] (what a server makes of what a client says), both as text in and
//! text out; `wire` (lines over a socket), [`join`] (a client that plays) and [`server`].
//!
//! Nothing that a peer says ends more than its own conversation, and what is remembered of it is bounded. Of the
//! protocol's modes there is `freeplay`, which is games.

#![allow(missing_docs, reason = "no sentence repeats a name that says it all")]

pub mod board;
pub mod client;
pub mod host;
pub mod join;
pub mod line;
pub mod server;
mod wire;

/// Who is told what happens, and may end it.
pub trait Observer: Sync {
    /// Is told something, in a sentence.
    fn say(&self, sentence: &str);

    fn stops(&self) -> bool;
}

/// The port of a server unless another is named.
pub const PORT: u16 = 2671;

/// The version that is spoken.
const VERSION: [i64; 3] = [1, 0, 1];

/// So many lines of a peer may make no sense before the conversation is ended.
const MOST_FAULTS: u32 = 20;

/// The mode of games.
const FREEPLAY: &str = "freeplay";

/// What a client tells about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Introduction {
    pub name: Option<String>,
    pub authors: Option<String>,
    pub description: Option<String>,
    /// By what it is known again in a later connection.
    pub token: Option<String>,
}
