//! KGP, the Kalah Game Protocol 1.0: what both sides say, as text in and text out.
//!
//! A server pairs clients and asks each for one sow at a time; a client is always South, and may improve
//! its answer until it yields or the server stops it. An extra turn is a question of its own.
//!
//! In reading order: [`line`](mod@line) (a line, read and written), [`board`] (a position as a client sees it),
//! [`client`] (what a client answers), [`host`] (what a server makes of what a client says), [`pairing`] (who
//! meets whom next), [`verify`] (problems about the rules).
//!
//! Nothing that a peer says ends more than its own conversation, and what is remembered of it is bounded.
//!
//! Left out: sockets, clocks and threads ([`cli`](crate::cli)), and the server's side of the mode `eval`: the
//! numbers mean nothing by themselves, so there is nothing that a server could tell of them.

pub mod board;
pub mod client;
pub mod host;
pub mod line;
pub mod pairing;
pub mod verify;

/// The port of a server unless another is named.
pub const PORT: u16 = 2671;

/// The version that is spoken.
const VERSION: [i64; 3] = [1, 0, 1];

/// So many lines of a peer may make no sense before the conversation is ended.
const MOST_FAULTS: u32 = 20;

/// What a conversation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Games.
    Freeplay,
    /// Problems that show whether the client knows the rules.
    Verify,
    /// Numbers for positions, without any meaning but that more is better.
    Eval,
}

impl Mode {
    /// Its name in the protocol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freeplay => "freeplay",
            Self::Verify => "verify",
            Self::Eval => "eval",
        }
    }
}

/// What a client tells about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Introduction {
    /// What it is called.
    pub name: Option<String>,
    /// Who wrote it.
    pub authors: Option<String>,
    /// What it says of its algorithm.
    pub description: Option<String>,
    /// By what it is known again in a later connection.
    pub token: Option<String>,
}
