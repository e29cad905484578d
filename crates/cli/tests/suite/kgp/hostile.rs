//! Peers that do what no client should: they are sent away, and the others play on.

use std::fs;

use super::{Running, client, is_dismissed, join, no_python, serve, succeeded};
use crate::skip::skip;

/// What a peer does, and what it is told, if it is there to hear it.
const HOSTILE: [(&str, &str); 15] = [
    ("rubbish", "column 1"),
    ("endless", "sent a line without an end"),
    ("flood", "sent too much at once"),
    ("unread", "sent too much at once"),
    ("numbers", "a number below 2^64"),
    ("web", "Connection: upgrade"),
    ("socket-late", "sent away"),
    ("socket-endless", "sent away"),
    ("socket-parts", "sent away"),
    ("socket-unmasked", "sent away"),
    ("socket-flood", "sent away"),
    ("socket-pings", "sent away"),
    ("mute", "did not say in time what it wants"),
    ("slow", "did not say in time what it wants"),
    ("torn", ""),
];

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn hostile_peers_are_sent_away_and_never_stop_the_others() {
    if let Some(reason) = no_python() {
        return skip(reason);
    }
    let folder = tempfile::tempdir().unwrap();
    let terms = ["--pits", "5", "--seeds", "4", "--games", "6", "--time", "60s"];
    let patience = ["--patience", "2s", "--players", "3"];
    let (server, port) = serve(folder.path(), &[&terms[..], &patience[..]].concat());
    let player = |name: &str| {
        let mut command = join(folder.path(), &port, "alphabeta:3", name);
        let player = Running::start(&mut command);
        server.says(&format!("{name} joined"));
        player
    };
    let early = ["ann", "bob"].map(player);
    // The server waits for a third player, so that all of these end because they are sent away.
    let hostile = HOSTILE.map(|(style, _)| client(&port, style, &[]));
    for (peer, (style, told)) in hostile.into_iter().zip(HOSTILE) {
        let (_, heard) = peer.ends();
        let is_sent_away = heard.contains(told) || heard.contains("sent away");
        assert!(is_sent_away, "{style}: {heard}");
    }
    // And others come while it plays.
    let _others = HOSTILE.map(|(style, _)| client(&port, style, &[]));
    let late = player("cleo");
    for player in early.into_iter().chain([late]) {
        is_dismissed(player);
    }
    let said = succeeded(server);
    let games = fs::read_to_string(folder.path().join("kgp/games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 18, "{said}");
    assert!(!games.contains("forfeits"), "{games}");
}
