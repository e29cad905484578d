//! Peers that do what no client should: they are sent away, and the others play on.

use std::fs;

use super::{Running, client, join, no_python, serve};
use crate::skip::skip;

/// What a peer does, and what it is told; some are gone before they can read it.
const HOSTILE: [(&str, &str); 9] = [
    ("rubbish", "column 1"),
    ("endless", "sent a line without an end"),
    ("flood", ""),
    ("unread", ""),
    ("numbers", "a number below 2^64"),
    ("web", "column 1"),
    ("mute", "did not say in time what it wants"),
    ("slow", "did not say in time what it wants"),
    ("torn", ""),
];

#[test]
fn hostile_peers_are_sent_away_and_never_stop_the_others() {
    if let Some(reason) = no_python() {
        return skip(reason);
    }
    let folder = tempfile::tempdir().unwrap();
    let terms = [
        "--pits", "5", "--seeds", "4", "--games", "20", "--time", "60s",
    ];
    let patience = ["--patience", "2s", "--players", "3"];
    let (server, port) = serve(folder.path(), &[&terms[..], &patience[..]].concat());
    let hostile = HOSTILE.map(|(style, _)| client(&port, style, &[]));
    let players = ["ann", "bob", "cleo"].map(|name| {
        let mut command = join(folder.path(), &port, "alphabeta:3", name);
        Running::start(&mut command)
    });
    for player in players {
        let (code, said) = player.ends();
        assert!(
            code == Some(0) && said.contains("the server said goodbye"),
            "{said}"
        );
    }
    let (code, said) = server.ends();
    assert_eq!(code, Some(0), "{said}");
    for (peer, (style, told)) in hostile.into_iter().zip(HOSTILE) {
        let (_, heard) = peer.ends();
        let closed = heard.contains(told) || heard.contains("sent away") || heard.is_empty();
        assert!(closed, "{style}: {heard}");
    }
    let games = fs::read_to_string(folder.path().join("kgp/games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 60, "{said}");
    assert!(!games.contains("forfeits"), "{games}");
}
