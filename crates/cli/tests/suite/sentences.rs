//! Sentences with numbers in them, and messages in colour or without: as a person reads them.

use std::path::Path;

use crate::program::{mancala, text};

/// What a command says, without its times.
fn said(folder: &Path, line: &str) -> String {
    let mut command = mancala(folder);
    command.args(line.split(' '));
    let output = command.output().unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 3), "{line}");
    let all = text(&output.stdout) + &text(&output.stderr);
    // Times differ from run to run.
    let lasting = all.lines().filter(|line| !line.ends_with("s a game"));
    let words = lasting.map(|line| {
        let kept = line.split(", ").filter(|part| !part.ends_with('s') || !part.contains('.'));
        kept.collect::<Vec<_>>().join(", ") + "\n"
    });
    format!("$ mancala {line}\n{}\n", words.collect::<String>())
}

#[test]
fn one_is_told_in_the_singular() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::create_dir_all(path.join("expected/gone")).unwrap();
    std::fs::create_dir_all(path.join("inputs")).unwrap();
    std::fs::write(path.join("expected/gone/next_state.txt"), "").unwrap();
    let over = "2\n1\n1\n1 0 2\n0 0 0\n0\n0\n";
    std::fs::write(path.join("inputs/over.txt"), over).unwrap();
    std::fs::write(
        path.join("drawn.game"),
        "[Rules \"usc\"]\n[Start \"1 0 0 / 0 0 1 / 0 / 0\"]\n[South \"human\"]\n\
         [North \"greedy\"]\n\n1. B4\ndrawn 1-1\n",
    )
    .unwrap();
    let shown: String = [
        "check",
        "run inputs -o expected",
        "run inputs/over.txt -o out",
        "solve --rules nimcala --board 0,0,0,1",
        "solve --rules nimcala --board 0,0,1,1",
        "match greedy greedy --games 2 --opening 1 --pits 3 --seeds 1",
        "draw drawn.game --format text",
        "play --resume drawn.game --plain",
    ]
    .iter()
    .map(|line| said(path, line))
    .collect();
    insta::assert_snapshot!(shown);
}

/// What would be ignored is refused.
#[test]
fn options_of_another_game_are_refused() {
    let here = Path::new(".");
    let shown: String = [
        "solve --rules usc --tokens 4",
        "solve --rules nimcala --seeds 4",
        "solve --rules nimcala --first north",
        "solve -i inputs/nimcala/one-pit.txt --values none",
        "solve -i inputs/usc/statement/two-laps-player-1.txt --method table",
    ]
    .iter()
    .map(|line| said(here, line))
    .collect();
    insta::assert_snapshot!(shown);
}

/// Standard error is no terminal here, so that only `always` has colours.
#[test]
fn colours_are_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("input.txt"), "9\n").unwrap();
    for (line, coloured) in [
        ("-i input.txt", false),
        ("-i input.txt --color never", false),
        ("run --color always", true),
        ("--color always run", true),
        ("--color=always solve --seeds x", true),
        ("solve --seeds x", false),
    ] {
        let words = line.split(' ');
        let output = mancala(folder.path()).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        let said = text(&output.stderr);
        assert_eq!(said.contains('\u{1b}'), coloured, "{line}: {said}");
    }
}
