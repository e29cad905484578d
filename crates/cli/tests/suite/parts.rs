//! A match or a tournament played in parts, by several machines, is as if one had played it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{ends_with, mancala, succeeds, text};

fn a_match(folder: &Path) -> Command {
    let mut command = mancala(folder);
    command.args(["match", "alphabeta:2", "random", "--games", "40"]);
    command.args(["--rules", "cits3001", "--pits", "4"]);
    command
}

fn part(folder: &Path, shard: &str) -> Command {
    let mut command = a_match(folder);
    command.args(["--results", "parts", "--shard", shard]);
    command
}

/// Merges these folders below `parts` into `output`.
fn merge(folder: &Path, parts: &str, output: &str) -> Command {
    let mut command = mancala(folder);
    let parts = parts.split(' ').map(|it| format!("parts/{it}"));
    command.arg("merge").args(parts).args(["-o", output]);
    command
}

#[test]
fn a_match_in_parts_says_what_the_whole_match_says() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let whole = text(&succeeds(&mut a_match(here)).stdout);
    for shard in ["1/3", "2/3"] {
        assert!(succeeds(&mut part(here, shard)).stdout.is_empty());
    }
    let mut auto = part(here, "auto");
    auto.env("CI_NODE_INDEX", "3").env("CI_NODE_TOTAL", "3");
    succeeds(&mut auto);
    let all = "shard-1-of-3 shard-2-of-3 shard-3-of-3";
    let merged =
        |parts: &str, output: &str| text(&succeeds(&mut merge(here, parts, output)).stdout);
    assert_eq!(merged(all, "one"), whole);
    let games = |folder: &str| fs::read(here.join(folder).join("games.jsonl")).unwrap();
    let lines = |folder: &str| games(folder).iter().filter(|&&it| it == b'\n').count();
    let each: Vec<_> = all.split(' ').map(|it| lines(&format!("parts/{it}"))).collect();
    assert!(each.iter().sum::<usize>() == 40 && !each.contains(&0), "{each:?}");

    // A part again plays nothing again.
    let before = games("parts/shard-2-of-3");
    succeeds(&mut part(here, "2/3"));
    assert_eq!(games("parts/shard-2-of-3"), before);
    // And waits for whoever plays it now.
    let held = fs::File::open(here.join("parts/shard-2-of-3/games.jsonl")).unwrap();
    held.lock().unwrap();
    let refused = text(&ends_with(part(here, "2/3").args(["--wait", "0"]), 3).stderr);
    assert!(refused.contains("in use by another process"), "{refused}");
    let mut waits = part(here, "2/3").stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    let mut lines = BufReader::new(waits.stderr.take().unwrap());
    lines.read_line(&mut said).unwrap();
    assert!(said.contains("waiting for its end"), "{said}");
    drop(held);
    assert!(waits.wait().unwrap().success());

    // One is lost, then found; one is there twice; some were split otherwise.
    let lost = ends_with(&mut merge(here, "shard-1-of-3 shard-3-of-3 shard-9-of-9", "two"), 3);
    let (said, missing) = (text(&lost.stderr), each[1]);
    assert!(
        said.contains(&format!(
            "warning: no part has {missing} games: is a part missing or unfinished?"
        )),
        "{said}"
    );
    assert!(said.contains("warning: parts/shard-9-of-9: no games"), "{said}");
    assert_eq!(merged("shard-2-of-3 shard-2-of-3", "two"), whole);
    assert_eq!(games("two"), games("one"));
    succeeds(&mut part(here, "2/2"));
    let other = "shard-2-of-2 shard-3-of-3 shard-2-of-3 shard-1-of-3";
    assert_eq!(merged(other, "three"), whole);
    assert_eq!(games("three"), games("one"));
}

#[test]
fn parts_of_different_matches_and_games_that_differ() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    succeeds(&mut part(here, "1/2"));
    succeeds(&mut part(here, "2/2"));
    succeeds(part(here, "1/3").args(["--seed", "2"]));
    let refused = ends_with(&mut merge(here, "shard-1-of-2 shard-1-of-3", "out"), 2);
    let said = text(&refused.stderr);
    assert!(said.contains("are of different contests"), "{said}");
    succeeds(&mut merge(here, "shard-1-of-2 shard-2-of-2", "out"));
    let said = text(&ends_with(&mut merge(here, "shard-1-of-3", "out"), 2).stderr);
    assert!(said.contains("out has the games of another contest"), "{said}");

    // A player of chance played a game of the first part otherwise.
    let games = here.join("parts/shard-1-of-3/games.jsonl");
    let contest = here.join("parts/shard-1-of-3/contest.json");
    fs::copy(here.join("parts/shard-1-of-2/contest.json"), contest).unwrap();
    let lines = fs::read_to_string(here.join("parts/shard-1-of-2/games.jsonl")).unwrap();
    let mut line: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let record = line["record"].as_str().unwrap();
    let start = record.split("\n\n").next().unwrap();
    line["record"] = format!("{start}\n\nSouth forfeits \"x\"\n").into();
    fs::write(&games, format!("{line}\n")).unwrap();
    let orders = ["1-of-2 2-of-2 1-of-3", "1-of-3 1-of-2 2-of-2"];
    let merged = orders.map(|parts| {
        let parts: Vec<_> = parts.split(' ').map(|it| format!("shard-{it}")).collect();
        let output = parts.concat();
        let done = succeeds(&mut merge(here, &parts.join(" "), &output));
        let said = text(&done.stderr);
        assert!(said.contains("one game was played twice, and differently"), "{said}");
        fs::read(here.join(output).join("games.jsonl")).unwrap()
    });
    assert_eq!(merged[0], merged[1]);
    fs::write(&games, "rubbish\n").unwrap();
    let said = text(&ends_with(&mut merge(here, "shard-1-of-3", "x"), 2).stderr);
    assert!(said.contains("games.jsonl, line 1: expected a finished game"), "{said}");
}

#[test]
fn what_a_part_of_a_match_cannot_do() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], expected: &str| {
        let output = ends_with(part(folder.path(), "1/2").args(arguments), 2);
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{said}");
    };
    refused(&["--sprt", "0", "10"], "cannot be used with");
    refused(&["--records", "x"], "cannot be used with");
    let mut nimcala = mancala(folder.path());
    nimcala.args(["match", "perfect", "random", "--rules", "nimcala", "--shard", "1/2"]);
    let said = text(&ends_with(&mut nimcala, 2).stderr);
    assert!(said.contains("--shard is not an option of Nimcala"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_tournament_in_parts_has_the_tables_of_the_whole_tournament() {
    use crate::grade::{no_sandbox, open_folder};
    use crate::tournament::{class, shown, tournament};

    if let Some(reason) = no_sandbox() {
        return crate::skip::skip(reason);
    }
    let folder = open_folder();
    let here = folder.path();
    class(here);
    let whole = text(&succeeds(&mut tournament(here)).stdout);
    for shard in ["1/2", "2/2", "2/3"] {
        let mut part = tournament(here);
        part.args(["--results", "parts", "--shard", shard]);
        assert!(succeeds(&mut part).stdout.is_empty());
    }
    let mut lost = merge(here, "shard-2-of-2 shard-2-of-3", "merged");
    let lost = ends_with(&mut lost, 3);
    assert!(text(&lost.stderr).contains("warning: no part has "));
    assert_ne!(text(&lost.stdout), whole);
    let merged = succeeds(&mut merge(here, "shard-2-of-3 shard-1-of-2", "merged"));
    assert_eq!(text(&merged.stdout), whole);
    assert_eq!(shown(&here.join("merged")), shown(&here.join("tournament")));
}
