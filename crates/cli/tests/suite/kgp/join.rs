//! Our client on a server in Python.

use super::{Running, join, no_python, python};
use crate::skip::skip;

/// A server for this scene, and our client on it: the exit code and the words of both.
fn scene(scene: &str, player: &str, more: &[&str]) -> [(Option<i32>, String); 2] {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(python("server.py").arg(scene));
    let port = server.says("port ");
    let mut command = join(folder.path(), &port, player, r#"Deep "Pit" \o/"#);
    let client = Running::start(command.args(more));
    [client.ends(), server.ends()]
}

#[test]
fn a_whole_game_on_a_server() {
    if let Some(reason) = no_python() {
        return skip(reason);
    }
    let told = ["--authors", "Ann, Bob", "--token", "s3cret"];
    let [client, server] = scene("whole", "alphabeta:5", &told);
    assert_eq!(server.0, Some(0), "{} {}", server.1, client.1);
    assert_eq!(client.0, Some(0), "{}", client.1);
    assert!(client.1.contains("the server said goodbye"));
}

/// Each player thinks for a minute, unless it is stopped.
#[test]
fn several_games_at_once_and_an_answer_that_improves_until_it_is_stopped() {
    if let Some(reason) = no_python() {
        return skip(reason);
    }
    let [client, server] = scene("several", "best:200", &[]);
    assert_eq!(server.0, Some(0), "{} {}", server.1, client.1);
    assert_eq!(client.0, Some(0), "{}", client.1);
}

#[test]
fn a_move_that_comes_before_the_server_expects_it_is_sent_again() {
    if let Some(reason) = no_python() {
        return skip(reason);
    }
    let [client, server] = scene("early", "greedy", &[]);
    assert_eq!(server.0, Some(0), "{} {}", server.1, client.1);
    assert_eq!(client.0, Some(0), "{}", client.1);
}

#[test]
fn servers_that_are_none() {
    if let Some(reason) = no_python() {
        return skip(reason);
    }
    for (name, expected) in [
        ("leaves", "closed the connection"),
        ("refuses", "the server says: no ?[31mroom"),
        ("web", "it does not begin as a KGP server does"),
        ("version", "it speaks version 7 of the protocol"),
        ("endless", "sent a line without an end"),
        ("rubbish", "expected"),
        ("greedy", ""),
    ] {
        let [client, server] = scene(name, "greedy", &[]);
        assert_eq!(client.0, Some(3), "{name}: {}", client.1);
        assert!(client.1.contains(expected), "{name}: {}", client.1);
        assert_eq!(server.0, Some(0), "{name}: {}", server.1);
    }
}

#[test]
fn what_cannot_be_joined() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |server: &str, player: &str, code: i32, expected: &str| {
        let mut command = crate::program::mancala(folder.path());
        command.args(["kgp", "join", "--player", player]);
        command.args(server.split(' '));
        let said = crate::program::ends_with(&mut command, code).stderr;
        let said = crate::program::text(&said);
        assert!(said.contains(expected), "{said}");
    };
    refused("localhost", "human", 2, "a person cannot play here");
    refused("localhost", "wizard", 2, "no player \"wizard\"");
    refused("wss://kalah.example/socket", "greedy", 2, "without TLS");
    refused("127.0.0.1:1", "greedy", 3, "cannot reach 127.0.0.1:1");
    refused("127.0.0.1:x", "greedy", 3, "cannot reach 127.0.0.1:x");
}
