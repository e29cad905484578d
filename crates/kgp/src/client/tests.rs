//! Sessions of a client.

use super::*;

fn client() -> Client {
    let introduction = Introduction {
        name: Some("Seven \"up\"".to_owned()),
        token: Some("s3cret".to_owned()),
        ..Introduction::default()
    };
    Client::new(introduction, Rules::CITS3001)
}

/// What is said about a line, a line each.
fn receive(client: &mut Client, line: &str) -> String {
    let reactions = client.receive(line.as_bytes()).into_iter();
    let words = reactions.map(|it| match it {
        Reaction::Say(line) => line.to_string(),
        Reaction::Think(it) => format!("think {:?} {:?}", it.id, it.game),
        other => format!("{other:?}"),
    });
    words.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_conversation() {
    let mut client = client();
    let mut said = |line: &str, expected: &str| assert_eq!(receive(&mut client, line), expected);
    said(
        "kgp 1 0 1",
        "1 set info:name \"Seven \\\"up\\\"\"\n3 set auth:token \"s3cret\"\n5 mode freeplay",
    );
    said("2@5 ok", "");
    said("4 set time:mode none", "");
    said("6 set game:id \"one\"", "");
    said("8 state <3,0,0,3,3,3,3,3,3>", "think Some(8) \"one\"");
    said("8 state <3,0,0,3,3,3,3,3,3>", "");
    said("10 set game:id 2", "");
    said("12 state <3,0,0,3,3,3,3,3,3>", "think Some(12) \"2\"");
    said("14 ping", "7@14 pong");
    said("16@8 stop", "Stop(Some(8))");
    // A game that is over has no move.
    said("18 state <2,3,3,0,0,0,1>", "9@18 yield");
    said("20 state <13,0,0>", "11@20 error \"a board of 1 to 12 pits can be played here\"");
    said("22 state 3", "13@22 error \"expected a board after state\"");
    said(
        "24 frobnicate <1",
        "15 error \"column 15: expected a board such as <3,0,0,3,3,3,3,3,3>\"",
    );
    said("26 frobnicate \"it\"", "");
    said("error \"no \u{1b}[31mway\"", "Notice(\"no ?[31mway\")");
    said("goodbye", "End(Ok(()))");
}

#[test]
fn nothing_is_said_about_a_position_that_was_stopped() {
    let mut client = client();
    receive(&mut client, "kgp 1 0 0");
    let ask = |client: &mut Client, id: u64| {
        let line = format!("{id} state <3,0,0,3,3,3,3,3,3>");
        match client.receive(line.as_bytes()).pop() {
            Some(Reaction::Think(question)) => question,
            other => panic!("{other:?}"),
        }
    };
    let (first, second) = (ask(&mut client, 2), ask(&mut client, 4));
    let moved = client.moves(&first, Pit::new(2)).unwrap();
    assert_eq!(moved.to_string(), "7@2 move 3");
    receive(&mut client, "6@2 stop");
    assert_eq!(client.moves(&first, Pit::new(1)), None);
    assert_eq!(client.yields(first.id), None);
    assert_eq!(client.yields(second.id).unwrap().to_string(), "9@4 yield");
    assert_eq!(client.moves(&second, Pit::new(0)), None);
}

#[test]
fn a_move_that_the_server_did_not_expect_yet_is_sent_again() {
    let mut client = client();
    receive(&mut client, "kgp 1 0 0");
    let Some(Reaction::Think(question)) = client.receive(b"2 state <3,0,0,3,3,3,3,3,3>").pop()
    else {
        panic!("no question")
    };
    assert_eq!(client.moves(&question, Pit::new(2)).unwrap().to_string(), "7@2 move 3");
    let error = |id: u32| format!("@{id} error \"No state associated with id\"");
    assert_eq!(receive(&mut client, &error(7)), "9@2 move 3");
    assert_eq!(receive(&mut client, &error(9)), "11@2 move 3");
    // Only the last line of the move matters, and not for ever.
    let notice = "Notice(\"No state associated with id\")";
    assert_eq!(receive(&mut client, &error(7)), notice);
    assert_eq!(receive(&mut client, &error(11)), "13@2 move 3");
    assert_eq!(receive(&mut client, &error(13)), notice);
    assert_eq!(client.yields(Some(2)).unwrap().to_string(), "15@2 yield");
    assert_eq!(receive(&mut client, &error(13)), notice);
}

#[test]
fn a_server_of_something_else() {
    for line in
        ["HTTP/1.1 400 Bad Request", "SSH-2.0-OpenSSH_9.2", "ping", "kgp \"1\" 0 0", "\u{1}"]
    {
        let said = receive(&mut client(), line);
        assert!(said.contains("does not begin as a KGP server does"), "{said}");
    }
    let said = receive(&mut client(), "kgp 2 0 0");
    assert!(said.contains("1 error \"protocol not supported\"\nEnd("), "{said}");
}

#[test]
fn what_a_server_makes_the_client_remember_is_bounded() {
    let mut client = client();
    receive(&mut client, "kgp 1 0 1");
    let asked = (0..1000).filter(|id| {
        let line = format!("{} state <3,0,0,3,3,3,3,3,3>", 2 * id);
        let said = receive(&mut client, &line);
        if said.contains("Strange") {
            assert!(said.contains("too many positions at once"));
        }
        said.starts_with("think")
    });
    assert_eq!(asked.count(), MAX_OPEN);
    assert_eq!(client.open.len(), MAX_OPEN);
}

/// The server's time is that of a move, or that of all moves to come.
#[test]
fn a_question_comes_with_the_time_for_it() {
    let mut client = client();
    receive(&mut client, "kgp 1 0 1");
    let mut time = |lines: &[&str]| {
        lines.iter().for_each(|line| _ = receive(&mut client, line));
        match &client.receive(b"state <3,0,0,3,3,3,3,3,3>")[..] {
            [Reaction::Think(question)] => {
                _ = client.yields(None);
                question.time.map(|it| it.as_millis())
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(time(&[]), None);
    assert_eq!(time(&["set time:clock 5"]), Some(4700));
    assert_eq!(time(&["set time:mode absolute", "set time:clock 60"]), Some(2000));
    assert_eq!(time(&["set time:clock 0"]), Some(0));
    assert_eq!(time(&["set time:clock -7"]), Some(0));
    assert_eq!(time(&["set \"time:mode\" none"]), None);
}
