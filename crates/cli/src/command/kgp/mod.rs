//! `mancala kgp`: players at the other end of a TCP connection, by the Kalah Game Protocol.
//!
//! In reading order: [`wire`] (lines over a socket), [`join`] (one of our players on a server), [`serve`] (a
//! server for a class). What is said is in the crate `kgp`.

mod join;
mod serve;
mod wire;

use clap::{Args, Subcommand};

use crate::Exit;

/// Play against other programs over the network, by the Kalah Game Protocol (KGP 1.0)
#[derive(Debug, Args)]
pub(super) struct KgpArguments {
    #[command(subcommand)]
    side: End,
}

/// Which end of the connection.
#[derive(Debug, Subcommand)]
enum End {
    Join(join::JoinArguments),
    Serve(serve::ServeArguments),
}

pub(super) fn run(arguments: &KgpArguments) -> anyhow::Result<Exit> {
    match &arguments.side {
        End::Join(it) => join::run(it),
        End::Serve(it) => serve::run(it),
    }
}
