//! Lines as they are read and written.

use super::*;

/// What is read, and how it is written.
const LINES: [(&str, &str); 12] = [
    ("kgp 1 0 1", "kgp 1 0 1"),
    ("  4   state <3,0,0,3,3,3,3,3,3> \r", "4 state <3,0,0,3,3,3,3,3,3>"),
    ("6@4 stop", "6@4 stop"),
    ("@4 move +3", "@4 move 3"),
    ("set info:name \"a \\\"b\\\\\"", "set info:name \"a \\\"b\\\\\""),
    ("set \"info:name\"  \"\"", "set \"info:name\" \"\""),
    ("set x -.5 2.0", "set x -.5 2.0"),
    ("set x snake_case", "set x snake_case"),
    ("7 3d", "7 3d"),
    ("3d", "3d"),
    ("set info:comment \"tab\there\"", "set info:comment \"tab here\""),
    ("set x \"ünïcode\" -- +", "set x \"ünïcode\" -- +"),
];

#[test]
fn lines_are_read_and_written() {
    for (text, written) in LINES {
        let line = Line::parse(text.as_bytes()).unwrap();
        assert_eq!(line.to_string(), written);
        assert_eq!(Line::parse(written.as_bytes()).unwrap().to_string(), written);
    }
}

#[test]
fn what_is_no_line_is_said_with_its_column() {
    for (text, wrong) in [
        (&b"4"[..], "column 2: expected a command of letters and digits"),
        (b"@ stop", "column 1: expected numbers before and after @"),
        (b"x@4 stop", "column 1: expected numbers before and after @"),
        (b"99999999999999999999 ok", "column 1: expected a number below 2^64"),
        (b"move 99999999999999999999", "column 6: expected a number below 2^63"),
        (b"set x \"never", "column 7: expected a closing quote"),
        (b"state <3,0", "column 7: expected a board such as <3,0,0,3,3,3,3,3,3>"),
        (b"state <3,-1>", "column 7: expected a board such as <3,0,0,3,3,3,3,3,3>"),
        (b"state <>", "column 7: expected a board such as <3,0,0,3,3,3,3,3,3>"),
        (b"state <4294967296>", "column 7: expected a board such as <3,0,0,3,3,3,3,3,3>"),
        (b"ok a\x01", "column 4: expected a word, a number, a board or a text in quotes"),
        (b"ok \xff", "column 4: expected UTF-8"),
        (b"GET / HTTP/1.1\xc3", "column 15: expected UTF-8"),
        (b"?", "column 1: expected a command of letters and digits"),
    ] {
        assert_eq!(Line::parse(text).unwrap_err().to_string(), wrong);
    }
}
