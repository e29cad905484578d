//! `mancala solve` and task 4 as their users meet them: what is printed, and tables on disk.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use mancala::game::{Board, Kalah, Pit, PitName, Position, Rules, Side};
use mancala::solve::best_play::{line, turns};
use mancala::solve::{Engine, Remaining, Resources};

use crate::program::{ends_with, mancala, succeeds, text};

#[test]
fn the_program_solves_openings_and_input_files() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |arguments: &[&str]| {
        let mut command = mancala(folder.path());
        command.arg("solve").args(["--memory", "64M", "--threads", "1"]).args(arguments);
        command
    };
    let opening = ["--rules", "cits3001", "--pits", "4", "--seeds", "3"];
    let output = text(&succeeds(&mut solve(&opening)).stdout);
    let (result, cost) = output.trim_end().rsplit_once('\n').unwrap();
    assert!(cost.contains("nodes, endgame table to"), "{cost}");
    insta::assert_snapshot!("solve_text", result);

    std::fs::write(folder.path().join("end.txt"), "4\n2\n0\n0 1 0 2\n3 0 0 1\n2\n5\n").unwrap();
    let output =
        succeeds(solve(&["-i", "end.txt", "--values", "turns"]).args(["--format", "json"]));
    let mut found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for varying in ["nodes", "seconds", "seconds_to_value", "table_bytes"] {
        assert!(found.as_object_mut().unwrap().remove(varying).is_some());
    }
    let rate = found["search"].as_object_mut().unwrap();
    assert!(rate.remove("nodes_per_second").is_some());
    insta::assert_snapshot!("solve_json", serde_json::to_string_pretty(&found).unwrap());

    let refused = [["--pits", "8"], ["--pits", "0"], ["--seeds", "30"], ["--memory", "2X"]];
    for arguments in refused {
        ends_with(&mut solve(&arguments), 2);
    }
}

#[test]
fn a_damaged_table_on_disk_is_built_anew() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |folder: &Path| {
        let mut command = mancala(folder);
        command.args(["solve", "--pits", "4", "--seeds", "3", "--memory", "64M"]);
        let output = succeeds(command.args(["--tables", "tables", "--values", "none"]));
        let found = text(&output.stdout);
        (found.lines().next().unwrap().to_owned(), text(&output.stderr))
    };
    let first = solve(folder.path());
    assert_eq!(first.1, "");
    let tables = folder.path().join("tables");
    let files: Vec<_> =
        std::fs::read_dir(&tables).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    let whole = std::fs::read(file).unwrap();
    assert_eq!(solve(folder.path()), first, "from the file");
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let shorter = whole[..whole.len() / 2].to_vec();
    let other_title = whole.strip_prefix(b"mancala").unwrap().to_vec();
    for damaged in [flipped, shorter, other_title, Vec::new()] {
        std::fs::write(file, &damaged).unwrap();
        let (found, said) = solve(folder.path());
        assert_eq!(found, first.0);
        assert!(said.contains("is damaged; building it again"), "{said}");
        assert!(std::fs::read(file).unwrap() == whole, "written anew");
    }
}

#[test]
fn task_4_writes_the_state_only_and_says_how_far_it_looked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("input.txt"), "4\n2\n0\n0 1 0 2\n3 0 0 1\n2\n5\n").unwrap();
    let output = succeeds(mancala(folder.path()).args(["--memory", "64M"]));
    let said = text(&output.stderr);
    assert!(said.contains("competition, player 2 plays"), "{said}");
    assert!(said.contains("(proved)"), "{said}");
    assert!(path("next_state.txt").exists() && !path("traverse_log.txt").exists());

    std::fs::write(path("input.txt"), "4\n1\n0\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n").unwrap();
    let output = succeeds(mancala(folder.path()).args(["--budget", "0s", "--format", "json"]));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["proved"], false);
    assert_eq!(found["rows"], serde_json::Value::Null);
    ends_with(mancala(folder.path()).args(["--budget", "5h"]), 2);
}

/// The lines of `found` but the last, which tells what the search took.
fn results(found: &str) -> &str {
    found.trim_end().rsplit_once('\n').unwrap().0
}

/// A search of Kalah(6,3) or a larger game that saves what it finds as often as it may.
fn saving(folder: &Path, seeds: &str) -> Command {
    let mut command = mancala(folder);
    command
        .args(["solve", "--rules", "cits3001", "--pits", "6"])
        .args(["--seeds", seeds])
        .args(["--memory", "64M", "--threads", "1"])
        .args(["--checkpoint", "kept", "--save-every", "0s"]);
    command
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_search_that_is_killed_goes_on_and_leaves_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let kept = |name: &str| folder.path().join("kept").join(name);
    // A game that nobody has solved: the search does not end before it is killed.
    let mut killed = saving(folder.path(), "6").stdout(Stdio::null()).spawn().unwrap();
    while !kept("cits3001-6.checkpoint").exists() {
        assert!(killed.try_wait().unwrap().is_none(), "it ended and saved nothing");
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!kept("cits3001-6.certificate.json").exists());

    // What is found of a position helps with every other one under the same rules.
    let output = succeeds(&mut saving(folder.path(), "3"));
    let said = text(&output.stderr);
    assert!(!said.contains("warning"), "{said}");
    insta::assert_snapshot!("solve_after_a_kill", results(&text(&output.stdout)));
    let nodes = |output: &Output| {
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        found["nodes"].as_u64().unwrap()
    };
    let again = nodes(&succeeds(saving(folder.path(), "3").args(["--format", "json"])));
    std::fs::remove_file(kept("cits3001-6.checkpoint")).unwrap();
    let anew = nodes(&succeeds(saving(folder.path(), "3").args(["--format", "json"])));
    assert!(10 * again < anew, "{again} nodes with what was found, {anew} without");

    let verify = |certificate: &str| {
        let mut command = mancala(folder.path());
        command.args(["solve", "--memory", "64M", "--verify", certificate]);
        command
    };
    let name = "kept/cits3001-6.certificate.json";
    let output = text(&succeeds(&mut verify(name)).stdout);
    let (verified, _nodes) = output.split_once(';').unwrap();
    assert_eq!(
        verified,
        "verified: player 1, to move, ends with a lead of 2, and the game of best play ends with 2"
    );

    let whole = std::fs::read_to_string(kept("cits3001-6.certificate.json")).unwrap();
    let certificate: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let hash = certificate["table_hash"].as_str().unwrap();
    let wrong = [
        (whole.replace("    2,\n    2\n", "    1,\n    1\n"), "does not end with the value"),
        (whole.replace("    2,\n    2\n", "    2,\n    3\n"), "no single value"),
        (whole.replace("    2,\n    2\n", "    0,\n    1\n"), "no single value"),
        (whole.replace(hash, &"0".repeat(64)), "has the hash"),
        (whole.replacen("\"B", "\"A", 1), "cannot be played"),
    ];
    for (text_of_file, why) in wrong {
        assert_ne!(text_of_file, whole, "{why}");
        std::fs::write(folder.path().join("wrong.json"), text_of_file).unwrap();
        let output = verify("wrong.json").output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("not verified") && said.contains(why), "{said}");
    }
    // Wider bounds are true as well, where no game is claimed to be of best play.
    let mut wider = certificate.clone();
    wider["bounds"] = serde_json::json!([1, 3]);
    wider["line"] = serde_json::json!([]);
    std::fs::write(folder.path().join("wider.json"), wider.to_string()).unwrap();
    succeeds(&mut verify("wider.json"));
    std::fs::write(folder.path().join("wrong.json"), "{}").unwrap();
    ends_with(&mut verify("wrong.json"), 2);
    // What would say nothing is refused.
    ends_with(verify(name).args(["--format", "json"]), 2);
    ends_with(verify(name).args(["--tokens", "3"]), 2);
}

#[test]
fn bounds_that_are_false_are_not_verified() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(
        mancala(folder.path())
            .args(["solve", "--pits", "3", "--seeds", "3", "--memory", "64M"])
            .args(["--values", "none", "--checkpoint", "."]),
    );
    let path = folder.path().join("usc-3.certificate.json");
    let mut certificate: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let value = certificate["bounds"][0].as_i64().unwrap();
    certificate["line"] = serde_json::json!([]);
    for (bounds, why) in
        [([value + 2, value + 2], "is not at least"), ([value - 2, value - 2], "is at least")]
    {
        certificate["bounds"] = serde_json::json!(bounds);
        std::fs::write(&path, certificate.to_string()).unwrap();
        let mut command = mancala(folder.path());
        let output =
            command.args(["solve", "--verify", "usc-3.certificate.json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stderr);
        assert!(said.contains(why), "{said}");
    }
}

/// The turns of `mistaken` and then best play, as a certificate has them.
fn game_with(engine: &mut Engine, start: &Kalah, mistaken: &[Vec<Pit>]) -> Vec<Vec<String>> {
    let names = |side, turn: &[Pit]| {
        let names = turn.iter().map(|&pit| PitName(side, pit).to_string());
        names.collect::<Vec<_>>()
    };
    let mut game = Vec::new();
    let mut here = *start;
    for turn in mistaken {
        game.push(names(here.mover(), turn));
        here = after(&here, turn);
    }
    let value = value_of(engine, &here);
    let rest = line(engine, &here, value, &());
    game.extend(rest.iter().map(|(side, turn)| names(*side, turn)));
    game
}

fn after(position: &Kalah, turn: &[Pit]) -> Kalah {
    turn.iter().fold(*position, |here, &pit| here.play(pit))
}

/// The lead of the player to move at the end.
fn value_of(engine: &mut Engine, position: &Kalah) -> i32 {
    let found = engine.value(position, Remaining::END, None, &());
    found.bounds.value().unwrap()
}

/// The turns after which the mover ends with exactly this lead.
fn turns_worth(engine: &mut Engine, position: &Kalah, lead: impl Fn(i32) -> bool) -> Vec<Vec<Pit>> {
    let mut all = turns(position);
    all.retain(|turn| {
        let next = after(position, turn);
        let value = value_of(engine, &next);
        let is_same = next.mover() == position.mover();
        lead(if is_same { value } else { -value })
    });
    all
}

/// The beginning of a game of best play, a turn that loses seeds, and one that gives them back.
fn two_mistakes_that_cancel_out(engine: &mut Engine, start: &Kalah) -> Vec<Vec<Pit>> {
    let value = value_of(engine, start);
    let best = line(engine, start, value, &());
    let (mut here, mut game) = (*start, Vec::new());
    for (_, turn) in best {
        let value = value_of(engine, &here);
        for first in turns_worth(engine, &here, |lead| lead < value) {
            let next = after(&here, &first);
            let mut second = turns_worth(engine, &next, |lead| lead == -value);
            if let Some(second) = second.pop().filter(|_| !next.is_over()) {
                game.extend([first, second]);
                return game;
            }
        }
        here = after(&here, &turn);
        game.push(turn);
    }
    panic!("no two mistakes cancel out");
}

#[test]
fn a_game_with_mistakes_is_not_verified_as_best_play() {
    let folder = tempfile::tempdir().unwrap();
    let opening = ["--pits", "4", "--seeds", "3", "--memory", "64M"];
    let mut solve = mancala(folder.path());
    succeeds(solve.arg("solve").args(opening).args(["--checkpoint", "."]));
    let path = folder.path().join("usc-4.certificate.json");
    let certificate: serde_json::Value =
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();

    let start = Kalah::new(Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let resources = Resources { memory: 64 << 20, endgame: usize::MAX, threads: 1 };
    let engine = &mut Engine::new(&start, None, resources);
    let value = value_of(engine, &start);
    assert_eq!(certificate["bounds"], serde_json::json!([value, value]));
    let cancelled = two_mistakes_that_cancel_out(engine, &start);
    let wrong_turn = format!("turn {} ", cancelled.len() - 1);
    let mistake = turns_worth(engine, &start, |lead| lead < value).remove(0);
    let lead = -value_of(engine, &after(&start, &mistake));
    let false_games = [
        // The second mistake gives back what the first one cost: the end is that of best play.
        (cancelled, [value, value], wrong_turn.as_str()),
        // The game ends with a bound that is true and is not the value.
        (vec![mistake], [lead, value], "no single value"),
    ];
    for (mistaken, bounds, why) in false_games {
        let mut certificate = certificate.clone();
        certificate["bounds"] = serde_json::json!(bounds);
        certificate["line"] = serde_json::json!(game_with(engine, &start, &mistaken));
        std::fs::write(folder.path().join("false.json"), certificate.to_string()).unwrap();
        let mut verify = mancala(folder.path());
        verify.args(["solve", "--memory", "64M", "--verify", "false.json"]);
        let said = text(&ends_with(&mut verify, 1).stderr);
        assert!(said.contains("not verified") && said.contains(why), "{said}");
    }
}

#[test]
fn a_damaged_checkpoint_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let solve = || {
        let mut command = mancala(folder.path());
        let output = succeeds(
            command
                .args(["solve", "--pits", "4", "--seeds", "4", "--memory", "64M"])
                .args(["--checkpoint", "."]),
        );
        (results(&text(&output.stdout)).to_owned(), text(&output.stderr))
    };
    let (first, said) = solve();
    assert!(!said.contains("damaged"), "{said}");
    let path = folder.path().join("usc-4.checkpoint");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let (found, said) = solve();
    assert_eq!(found, first);
    assert!(said.contains("is damaged; nothing is taken from it"), "{said}");
}
