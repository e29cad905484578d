//! Matches: what their numbers promise, and what is said of a player that fails.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use arena::board_text;
use arena::evaluation::Weights;
use arena::matches::Openings;
use arena::player::no_programs;
use arena::standings::{Estimate, Points, Tally, elo_of, student_95};
use arena::tournament::Tournament;
use mancala::game::rules::Rules;
use mancala::game::{Board, Kalah, Side};
use mancala::search::Evaluation;

use crate::program::{ends_with, mancala, succeeds, text};

fn between(players: [&str; 2], openings: usize, seed: u64) -> Tournament {
    let players = players.map(|text| text.parse().unwrap());
    let start = Kalah::new(Board::opening(3, 2), Rules::CITS3001, Side::South).unwrap();
    let openings = Openings { start, turns: 1, fair: Vec::new(), count: openings, seed };
    Tournament::of_two(players, openings, no_programs())
}

/// With 1.96 in place of Student's t, and the plain variance, the truth lay outside in 15 % of contests
/// of 4 to 10 games.
#[test]
fn the_truth_lies_within_the_error_bar_of_19_contests_in_20() {
    let outside = (0..400).filter(|&contest| {
        let games = between(["random", "random"], 2 + contest as usize % 4, contest);
        let score = games.play_match(&|| {}, &|| false).unwrap().tally.score();
        (score.mean - 0.5).abs() > score.error
    });
    let outside = outside.count();
    assert!(outside <= 20, "{outside} of 400");
}

#[test]
fn three_openings_without_variance_are_no_verdict() {
    let won = [Points { score: 1.0, lead: 10.0 }; 2];
    let mut tally = Tally::default();
    let mut verdicts = Vec::new();
    for _ in 0..4 {
        tally.add(won);
        let score = tally.score();
        verdicts.push(score.mean - score.error > 0.5);
    }
    // The fourth time it is eight games of eight.
    assert_eq!(verdicts, [false, false, false, true]);
    assert_eq!(tally.pairs, [0, 0, 0, 0, 4]);
}

#[test]
fn error_bars_by_students_t() {
    let close =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    // Standard deviation 1, four samples: a standard error of one half.
    let root = (0.75_f64).sqrt();
    let estimate = Estimate::of(&[root, root, -root, -root]);
    close(estimate.mean, 0.0);
    close(estimate.error, 1.591_22);
    assert!(Estimate::of(&[0.5]).error.is_infinite());
    // From any table of the distribution.
    for (degrees, t) in [
        (1, 12.7062),
        (11, 2.200_99),
        (15, 2.131_45),
        (30, 2.042_27),
        (100, 1.983_97),
        (10_000, 1.960_20),
    ] {
        close(student_95(degrees), t);
    }
    close(elo_of(0.5), 0.0);
    // Ten times as many points as the opponent.
    close(elo_of(10.0 / 11.0), 400.0);
}

#[test]
fn an_interrupted_match_keeps_its_score() {
    let games = between(["random", "greedy"], 1000, 1);
    let pairs = AtomicUsize::new(0);
    let played = || {
        pairs.fetch_add(1, Ordering::Relaxed);
    };
    let played = games.play_match(&played, &|| pairs.load(Ordering::Relaxed) >= 5).unwrap();
    assert!((5..50).contains(&played.pairs.len()), "{}", played.pairs.len());
    assert_eq!(played.tally.pairs_played() as usize, played.pairs.len());
}

/// The largest board with the largest lead the wrong way: a won game is worth more than any lead.
#[test]
fn the_enormous_bonus_of_uw_dominates_on_every_board() {
    let value = |line: &str| {
        let board = board_text::parse(line).unwrap();
        let position = Kalah::new(board, Rules::UW, Side::South).unwrap();
        [Weights::UW, Weights::POSITIONAL].map(|weights| weights.value(&position, Side::South))
    };
    let won = value("0 0 1 / 0 0 1 / 999996 / 1000000");
    // As large a lead as there is without a won game; the seeds in the pits may still turn it.
    let ahead = value("10000 0 0 / 0 0 9999 / 980001 / 1000000");
    let won_by_little = value("0 0 0 / 0 0 0 / 0 / 1");
    for (won, ahead) in won.iter().chain(&won_by_little).zip(ahead.iter().cycle()) {
        assert!(*won > 0 && won > ahead, "{won} {ahead}");
    }
    let lost = value("0 0 0 / 0 0 0 / 1000000 / 999999");
    assert!(lost.iter().all(|&lost| lost < -200_000_000), "{lost:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_gives_up_every_game_has_failed_and_its_last_lines_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("mancala.py");
    std::fs::write(
        &program,
        "lines = open('input.txt').read().split('\\n')\nprint('reading')\ntask = int(lines[0])\n",
    )
    .unwrap();
    let said = |rules: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_mancala"))
            .args(["match", "greedy", "exec:python3 mancala.py", "--games", "4", "--rules", rules])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let with_rules = said("cits3001");
    assert!(with_rules.contains("the second failed: it gave up every game\n"), "{with_rules}");
    assert!(with_rules.contains("\"rules cits3001\"") && with_rules.contains("--rules usc"));
    assert!(with_rules.contains("ValueError: invalid literal for int()"), "{with_rules}");
    assert!(!with_rules.contains("stronger"));
    let without = said("usc");
    assert!(!without.contains("--rules usc"), "{without}");
    assert!(without.contains("its last lines: reading"), "{without}");
}

/// Where no game is as long as the openings are to be, they begin at the start, and this is said.
#[test]
fn openings_are_told_as_they_are() {
    let run = |arguments: &str| {
        let mut command = mancala(Path::new("."));
        let line = format!("match greedy random --games 4 {arguments}");
        succeeds(command.args(line.split_whitespace()))
    };
    let warning = "warning: openings begin at the start: too few games last 1000 random turns";
    let output = run("--opening 1000");
    assert!(text(&output.stderr).contains(warning), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("from 2 openings of 0 random turns"));
    let output = run("--opening 1000 --format json");
    assert!(text(&output.stdout).contains("\"opening_turns\":0,"), "{}", text(&output.stdout));
    let output = run("--opening 3");
    assert!(!text(&output.stderr).contains("warning"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("from 2 openings of 3 random turns"));
    assert!(!text(&run("--openings fair").stderr).contains("warning"));
}

#[test]
fn people_are_no_players_of_a_match() {
    let refused = |player: &str| {
        text(&ends_with(mancala(Path::new(".")).args(["match", "greedy", player]), 2).stderr)
    };
    let said = refused("foo");
    assert!(said.contains("expected random[:SEED], greedy"), "{said}");
    assert!(!said.contains("human"), "{said}");
    let said = refused("human");
    assert!(said.contains("a person cannot play here: see mancala play"), "{said}");
}
