//! Sessions of a server with a client.

use super::*;
use mancala::game::{Board, Rules, Side};

/// What is said about a line, a line each, and what it means.
fn receive(host: &mut Host, line: &str) -> (String, Option<Event>) {
    let (said, event) = host.receive(line.as_bytes());
    let said: Vec<_> = said.iter().map(Line::to_string).collect();
    (said.join("\n"), event)
}

fn ask(host: &mut Host) -> Vec<String> {
    let start = Kalah::new(Board::opening(3, 3), Rules::CITS3001, Side::North).unwrap();
    let lines = host.ask(&start, ["7", "bob"], Duration::from_millis(5900));
    lines.iter().map(Line::to_string).collect()
}

#[test]
fn a_conversation() {
    let mut host = Host::default();
    assert_eq!(Host::greeting().to_string(), "kgp 1 0 1");
    let replies = receive(&mut host, "set \"info:name\" \"a\u{1b}nn\"");
    assert_eq!(replies, ("2 ok".to_owned(), None));
    receive(&mut host, "set info:name 7");
    receive(&mut host, "3 set auth:token \"t\"");
    let (said, event) = receive(&mut host, "5 mode \"freeplay\"");
    assert_eq!(said, "8@5 ok");
    let Some(Event::Joins(introduction)) = event else { panic!("{event:?}") };
    assert_eq!(
        (introduction.name.as_deref(), introduction.token.as_deref()),
        (Some("a?nn"), Some("t"))
    );
    assert_eq!(
        ask(&mut host),
        [
            "10 set game:id \"7\"",
            "12 set game:opponent \"bob\"",
            "14 set time:clock 5",
            "16 state <3,0,0,3,3,3,3,3,3>"
        ]
    );
    let answers = |it: (String, Option<Event>)| it == (String::new(), Some(Event::Answers));
    assert!(answers(receive(&mut host, "@16 move 1")));
    // Nobody asked about this one.
    assert_eq!(receive(&mut host, "@12 move 3").1, None);
    assert!(answers(receive(&mut host, "move 2")) && !host.has_yielded());
    assert!(answers(receive(&mut host, "@16 yield")) && host.has_yielded());
    assert_eq!(receive(&mut host, "@16 move 3"), (String::new(), None));
    let (line, answer) = host.stop();
    assert_eq!(line.unwrap().to_string(), "18@16 stop");
    assert_eq!(answer, Some(2));
    assert_eq!(receive(&mut host, "@16 move 3"), (String::new(), None));
    assert_eq!(host.stop(), (None, None));
}

#[test]
fn another_mode_is_refused_as_the_specification_says() {
    let (said, event) = receive(&mut Host::default(), "1 mode eval");
    assert_eq!(said, "2@1 error \"Unsupported activity\"\n4 goodbye");
    assert!(matches!(event, Some(Event::Leaves(_))));
}

#[test]
fn rubbish_is_borne_for_a_while() {
    let mut host = Host::default();
    let count = (0..).position(|_| receive(&mut host, "move \"").1.is_some());
    assert_eq!(count, Some(MAX_FAULTS as usize));
}

#[test]
fn who_answers_no_ping_is_gone() {
    let mut host = Host::default();
    assert_eq!(host.ping().unwrap().to_string(), "2 ping 1");
    receive(&mut host, "@2 pong 1");
    assert!(host.ping().is_some());
    // Not even a line.
    receive(&mut host, "\"");
    assert_eq!(host.ping(), None);
}

#[test]
fn what_a_client_tells_is_bounded() {
    let mut host = Host::default();
    receive(&mut host, &format!("set info:name {}", "x".repeat(10_000)));
    assert_eq!(host.introduction.name.map(|it| it.len()), Some(MAX_TEXT));
}
