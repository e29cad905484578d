//! The engine as WebAssembly answers what it answers natively, to the byte.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use arena::{Game, GameRecord};
use mancala::game::rules::options::PRESETS;
use mancala::game::{Board, Kalah, Side};
use mancala::homework::{Problem, Task};
use page_engine::call;

use crate::games::random_game;
use crate::skip::{missing, skip};

/// Moves that are compared under each rule set.
const MOVES: usize = 10_000;
const LOGS: u64 = 200;
const VALUES: usize = 200;

fn opening(preset: usize, seed: u64) -> Kalah {
    let (pits, seeds) = (3 + seed as usize % 5, 1 + (seed / 5 % 10) as u16);
    let first = Side::BOTH[seed as usize / 50 % 2];
    Kalah::new(Board::opening(pits, seeds), PRESETS[preset].rules, first).unwrap()
}

fn record(game: Game) -> String {
    GameRecord::new(game).to_string()
}

/// Whole games, each with every turn's stores and its last board.
fn games() -> Vec<String> {
    let mut requests = Vec::new();
    for preset in 0..PRESETS.len() {
        let mut moves = 0;
        for seed in 0.. {
            let game = random_game(opening(preset, seed), 1000, seed);
            moves += game.steps().count();
            requests.push(format!("view\n{}", record(game)));
            if moves >= MOVES {
                break;
            }
        }
    }
    requests
}

fn logs() -> Vec<String> {
    let mut requests = Vec::new();
    for seed in 0..LOGS {
        let game = random_game(opening(seed as usize % 3, seed), seed as usize % 9, seed);
        let task = [Task::Minimax, Task::AlphaBeta][seed as usize % 2];
        let problem = Problem::new(*game.position(), task, Some(1 + seed as u32 % 3));
        requests.push(format!("walk-begin\n{problem}"));
        requests.push(format!("walk-open\n{problem}"));
        for row in [1, 1 + seed, 7 * seed + 3] {
            requests.push(format!("walk-rows\n{row}\n40"));
            requests.push(format!("walk-row\n{row}\n9"));
            requests.push(format!("walk-go\ncut\n{row}"));
        }
    }
    requests
}

/// Positions with few seeds, solved: a table is made for each board, so they come by board.
fn values() -> Vec<String> {
    let endings = (0..3).flat_map(|preset| {
        (0..)
            .map(move |seed| {
                let start = Kalah::new(Board::opening(4, 3), PRESETS[preset].rules, Side::South);
                random_game(start.unwrap(), 6 + seed as usize % 9, seed)
            })
            .take(VALUES / 3 + 1)
    });
    endings.map(|game| format!("values\n\n{}", record(game))).collect()
}

/// What a turn lost, and programs with a mistake.
fn lapses() -> Vec<String> {
    let mut requests: Vec<_> = (0..20)
        .map(|seed| {
            let start = Kalah::new(Board::opening(4, 2), PRESETS[0].rules, Side::South);
            format!("lapse\n\n{}", record(random_game(start.unwrap(), 4 + seed as usize, seed)))
        })
        .collect();
    requests.push("mistakes".to_owned());
    let input = "2\n1\n1\n1 0 2\n2 0 1\n0\n0\n";
    for key in ["", "no-capture", "no-cut", "end-never-tested", "no such"] {
        requests.push(format!("faulty\n{key}\n{input}"));
        requests.push(format!("smallest\n{key}"));
    }
    requests
}

/// Requests of every kind, and the native answers.
static ASKED: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut requests = vec!["menus".to_owned(), "no such".to_owned()];
    requests.extend(["South 5 0 0 0", "North 2 1 1 1"].map(|row| format!("nimcala-best\n{row}")));
    let typed = ["minimax\nmin", "alpha-beta\nmax", "alpha-beta\nmin"];
    let tree = "[ [ 3 12 8 ] [ 2 4 6 ] [ 14 [ 5 -2 ] 2 ] ]";
    requests.extend(typed.map(|how| format!("typed-rows\n{how}\n{tree}")));
    for more in [games(), logs(), values(), lapses()] {
        requests.extend(more);
    }
    // In one thread and in their order: a walk stays open for the requests that follow.
    requests
        .into_iter()
        .map(|request| {
            let answer = call(&request);
            (request, answer)
        })
        .collect()
});

/// The reason is the board's size or the rule, whichever it is.
#[test]
fn a_position_that_cannot_be_solved_says_why() {
    for (rules, board, why) in [
        (
            "cits3001,end-test=own-turn",
            "1 1 / 1 1 / 0 / 0",
            "The rules cits3001,end-test=own-turn let a player without a move pass. Such a game cannot be solved.",
        ),
        (
            "cits3001",
            "1 1 / 1 126 / 0 / 0",
            "A board of more than 127 seeds in its pits cannot be solved.",
        ),
        (
            "cits3001",
            "1 1 1 1 1 1 1 1 1 / 1 1 1 1 1 1 1 1 1 / 0 / 0",
            "A board of more than 8 pits a row cannot be solved.",
        ),
    ] {
        let placed: serde_json::Value =
            serde_json::from_str(&call(&format!("place\n{rules}\nSouth\n{board}"))).unwrap();
        let record = placed["record"].as_str().unwrap_or_else(|| panic!("{placed}"));
        let answer: serde_json::Value =
            serde_json::from_str(&call(&format!("values\n\n{record}"))).unwrap();
        assert_eq!(answer["error"], why);
    }
}

#[track_caller]
fn answers_are_the_native_ones(asked: &[(String, String)], answers: &[String]) {
    assert_eq!(answers.len(), asked.len());
    for ((request, native), answer) in asked.iter().zip(answers) {
        assert_eq!(
            answer, native,
            "run .ci/page --write if the library has changed; asked: {request}"
        );
    }
}

#[cfg(unix)]
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn chromium_answers_to_the_byte_what_is_answered_natively() {
    let Some(mut page) = super::chromium::Page::open(&page::html(None), "") else {
        return;
    };
    // Messages of a browser have an end.
    for part in ASKED.chunks(200) {
        let requests: Vec<_> = part.iter().map(|(request, _)| request).collect();
        let requests = serde_json::to_string(&requests).unwrap();
        let answers = page.value(&format!("{requests}.map((words) => mancala.ask.text(words))"));
        let answers: Vec<String> = serde_json::from_value(answers).unwrap();
        answers_are_the_native_ones(part, &answers);
    }
    page.ends_clean();
}

#[test]
fn node_answers_to_the_byte_what_is_answered_natively() {
    if let Some(reason) = missing("node") {
        return skip(reason);
    }
    let requests: Vec<_> = ASKED.iter().map(|(request, _)| request).collect();
    let folder = tempfile::tempdir().unwrap();
    let [asked, answered] = ["asked", "answered"].map(|name| folder.path().join(name));
    std::fs::write(&asked, serde_json::to_string(&requests).unwrap()).unwrap();
    let root = Path::new(crate::ROOT);
    let output = Command::new("node")
        .arg(root.join("crates/cli/tests/suite/page/node.mjs"))
        .arg(root.join("crates/page/engine.wasm.gz"))
        .args([&asked, &answered])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<String> = serde_json::from_slice(&std::fs::read(&answered).unwrap()).unwrap();
    answers_are_the_native_ones(&ASKED, &answers);
}

#[test]
fn wrong_requests_are_answered_with_a_sentence() {
    for (request, sentence) in [
        ("new\ncits3001\n0\n4\nSouth", "pits in a row: expected a number from 1 to 12"),
        (
            "new\nuw,capture=x\n6\n4\nSouth",
            "rules: expected capture= and then opposite, never, home or opposite+own",
        ),
        (
            "place\ncits3001\nSouth\n1 2 / 3 / 0 / 0",
            "North has 2 pits and South 1: expected two rows of the same length, 1 to 12 pits",
        ),
        ("walk-row\n5", "no search is open"),
        ("nimcala-take\n1\n9\nSouth 5 0", "no such move: take 1 to all tokens of a pit"),
    ] {
        let answer: serde_json::Value = serde_json::from_str(&call(request)).unwrap();
        assert_eq!(answer["error"], sentence, "{request}");
    }
}
