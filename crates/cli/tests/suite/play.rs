//! Whole games: they end, players are as their text says, matches can be repeated.

use std::path::Path;
use std::sync::{Arc, Mutex};

use arena::evaluation::Weights;
use arena::game::Illegal;
use arena::matches::{Openings, make_turn};
use arena::player::no_programs;
use arena::player::searching::Searching;
use arena::player::{Failure, Programs, Spec};
use arena::session::{Seat, Session};
use arena::tournament::Tournament;
use arena::{Game, record};
use mancala::game::rules::Rules;
use mancala::game::{Board, Kalah, Pit, Position, Side};
use mancala::homework::{Problem, Task};
use mancala::search::{Algorithm, Evaluation};
use proptest::prelude::*;

use crate::games::{plans, random_game};
use crate::program::{mancala, succeeds, typing};

fn start(rules: Rules) -> Kalah {
    Kalah::new(Board::opening(6, 4), rules, Side::South).unwrap()
}

/// No game is longer than this many sows from an opening of 48 seeds.
const LONGEST: usize = 1000;

#[test]
fn ten_thousand_random_games_of_every_rule_set_end() {
    for preset in &mancala::game::rules::options::PRESETS {
        for seed in 0..10_000 {
            let game = random_game(start(preset.rules), LONGEST, seed);
            assert!(
                game.position().is_over(),
                "{}, seed {seed}: {:?}",
                preset.name,
                game.position()
            );
            let stores = Side::BOTH.map(|side| game.position().board().store(side));
            assert_eq!(stores.iter().sum::<u32>(), 48, "no seed is lost");
        }
    }
}

/// A player by its text: parsed and written again, or the error. One a line.
#[test]
fn players_by_their_text() {
    let table = include_str!("play/players.txt");
    let shown = table.lines().map(|text| match text.parse::<Spec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse(), Ok(spec.clone()), "{text}");
            format!("{text}\n    = {spec}\n")
        }
        Err(error) => format!("{text}\n    error: {error}\n"),
    });
    insta::assert_snapshot!(shown.collect::<String>());
}

/// The values of some positions: North's row, South's row, the stores, who moves.
#[test]
fn evaluations_of_positions() {
    let mut shown = String::new();
    for line in include_str!("play/positions.txt").lines() {
        let record = format!("[Rules \"cits3001\"]\n[Start \"{line}\"]\nunfinished");
        let position = *record::parse(record.as_bytes()).unwrap().game.position();
        shown += &format!("{line}\n   ");
        for name in ["store", "uw", "positional"] {
            let weights: Weights = name.parse().unwrap();
            shown += &format!(" {name} {}", weights.value(&position, Side::South));
        }
        shown += "\n";
    }
    insta::assert_snapshot!(shown);
}

proptest! {
    #[test]
    fn what_is_good_for_one_is_bad_for_the_other(plan in plans(20)) {
        let position = *plan.game().position();
        for weights in [Weights::STORE, Weights::UW, Weights::POSITIONAL] {
            let [south, north] = Side::BOTH.map(|side| weights.value(&position, side));
            prop_assert_eq!(south, -north);
        }
    }

    /// The best of all sows is worth what the whole position is, and players agree on the turn.
    #[test]
    fn alpha_beta_plays_as_minimax_does(plan in plans(6), depth in 1u32..3) {
        let game = plan.game();
        let player = |algorithm| Searching { algorithm, depth, evaluation: Weights::POSITIONAL };
        if !game.position().is_over() {
            let [mut by_minimax, mut by_alpha_beta] = [game.clone(), game.clone()];
            make_turn(&mut by_minimax, &mut player(Algorithm::Minimax)).unwrap();
            make_turn(&mut by_alpha_beta, &mut player(Algorithm::AlphaBeta)).unwrap();
            prop_assert_eq!(&by_minimax, &by_alpha_beta);
            let values = player(Algorithm::AlphaBeta).values(game.position());
            let best = values.iter().map(|(_, value)| *value).max();
            let begun = game.turns().len() - usize::from(game.unfinished_turn().is_some());
            let place = game.unfinished_turn().map_or(0, |turn| turn.pits.len());
            let chosen = by_minimax.turns()[begun].pits[place];
            let value = values.iter().find(|(pit, _)| *pit == chosen).map(|(_, value)| *value);
            prop_assert_eq!(value, best);
        }
    }
}

fn between(players: [&str; 2], programs: Programs) -> Tournament {
    let players = players.map(|text| text.parse().unwrap());
    let start = start(Rules::CITS3001);
    let openings = Openings { start, turns: 3, fair: Vec::new(), count: 20, seed: 5 };
    Tournament::of_two(players, openings, programs)
}

#[test]
fn a_match_can_be_repeated() {
    let games = between(["random", "greedy"], no_programs());
    let [once, again] = [(), ()].map(|()| games.play_match(&|| {}, &|| false).unwrap());
    assert_eq!(once.pairs, again.pairs);
    let mut other = games.clone();
    other.openings.seed = 6;
    assert_ne!(once.pairs, other.play_match(&|| {}, &|| false).unwrap().pairs);
    assert!(once.tally.score().mean < 0.25, "greedy beats random");
    // Both sides are played from each opening.
    for [as_south, as_north] in &once.pairs {
        assert_eq!(as_south.tag("South"), Some("random"));
        assert_eq!(as_north.tag("North"), Some("random"));
        assert_eq!(as_south.game.turns()[..3], as_north.game.turns()[..3]);
    }
}

#[test]
fn equal_players_score_half() {
    let games = between(["minimax:2", "alphabeta:2"], no_programs());
    let score = games.play_match(&|| {}, &|| false).unwrap().tally.score();
    assert_eq!(score.mean, 0.5);
    // Twenty pairs that are all alike do not show that every pair would be.
    assert!((0.01..0.1).contains(&score.error), "{}", score.error);
}

/// A program that does what a closure says.
fn fake(answers: impl Fn(&Kalah) -> String + Send + Sync + 'static) -> Programs {
    Arc::new(move |command: &str, position: &Kalah| {
        assert_eq!(command, "the program");
        Ok(answers(position))
    })
}

#[test]
fn a_program_plays_by_the_homeworks_files() {
    let asked = Mutex::new(String::new());
    let answers = move |position: &Kalah| {
        let problem = &Problem::new(*position, Task::AlphaBeta, Some(4));
        *asked.lock().unwrap() = problem.to_string();
        mancala::homework::answer(problem).next_state()
    };
    let games = between(["exec:the program", "alphabeta:4"], fake(answers));
    let played = games.play_match(&|| {}, &|| false).unwrap();
    assert_eq!(played.tally.score().mean, 0.5);
    assert!(played.pairs.iter().flatten().all(|game| game.forfeit.is_none()));
}

#[test]
fn a_program_that_breaks_the_rules_loses() {
    for (answer, reason) in [
        (
            "1 2 3\n",
            "next_state.txt is not a board: expected North's row / South's row / North's store / \
             South's store",
        ),
        ("4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", "no legal turn leads to the board in next_state.txt"),
    ] {
        let programs = fake(move |_: &Kalah| answer.to_owned());
        let played = between(["exec:the program", "greedy"], programs);
        let played = played.play_match(&|| {}, &|| false).unwrap();
        assert_eq!(played.tally.count.losses, 40);
        for (record, side) in played.pairs.iter().flatten().zip(Side::BOTH.iter().cycle()) {
            let forfeit = record.forfeit.clone().unwrap();
            assert_eq!((forfeit.by, &*forfeit.reason), (*side, reason));
            let text = record.to_string();
            assert_eq!(record::parse(text.as_bytes()).as_ref(), Ok(record));
        }
    }
}

#[test]
fn what_is_nobodys_fault_ends_the_match() {
    let games = between(["exec:the program", "greedy"], no_programs());
    let failure = games.play_match(&|| {}, &|| false).unwrap_err();
    assert!(matches!(failure, Failure::Environment(_)), "{failure}");
}

#[test]
fn refused_sows() {
    let mut game = Game::new(start(Rules::CITS3001));
    let pit = Pit::new;
    assert_eq!(game.play(pit(9)).unwrap_err().to_string(), "no such pit: a row has 6");
    game.play(pit(2)).unwrap();
    assert_eq!(game.play(pit(2)).unwrap_err().to_string(), "the pit is empty");
    assert_eq!(game.turns().len(), 1);
}

/// All that `mancala play` says to what is typed.
fn played(folder: &Path, arguments: &[&str], typed: &str) -> String {
    let mut play = mancala(folder);
    let output = typing(play.arg("play").args(arguments), typed);
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// A game line by line: what is typed, and all that is said.
#[test]
fn a_game_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let play = |arguments: &[&str], typed: &str| played(folder.path(), arguments, typed);
    let typed = include_str!("play/typed.txt");
    let said = play(&["--north", "alphabeta:2"], typed);
    insta::assert_snapshot!("line_by_line", said);

    // What was saved goes on where it was.
    let saved = std::fs::read_to_string(folder.path().join("kept.game")).unwrap();
    let resumed = play(&["--resume", "kept.game"], "save\nq\n");
    let board = said.lines().rev().find(|line| line.starts_with("North: "));
    assert!(resumed.contains(board.unwrap()), "{resumed}");
    let again = std::fs::read_to_string(folder.path().join("kept.game")).unwrap();
    assert_eq!(again, saved);
}

/// A Latin-1 terminal's "ü" once ended the game.
#[test]
fn a_line_that_is_not_utf_8_is_a_wrong_command() {
    let folder = tempfile::tempdir().unwrap();
    let output = typing(mancala(folder.path()).arg("play"), b"\xfc\nq\n");
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches("South? ").count(), 2, "{said}");
}

/// The pie rule, by somebody who plays both sides and swaps; resumed it is still known who has which side.
#[test]
fn sides_are_swapped_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let play = |arguments: &[&str], typed: &str| played(folder.path(), arguments, typed);
    let said = play(&["--north", "human", "--pie"], include_str!("play/pie.txt"));
    insta::assert_snapshot!("swapped", said);
    // The computer, which began as North, has South's side.
    let kept = folder.path().join("kept.game");
    let game = std::fs::read_to_string(&kept).unwrap();
    std::fs::write(&kept, game.replace("[North \"human\"]", "[North \"greedy\"]")).unwrap();
    let resumed = play(&["--resume", "kept.game", "--record", "kept.game"], "q\n");
    assert!(resumed.starts_with("You are North: "), "{resumed}");
    assert!(resumed.contains("\nSouth sows "), "{resumed}");
    let again = std::fs::read_to_string(&kept).unwrap();
    assert!(again.contains("\n2. swap\n3. A3\n4. B"), "{again}");
}

/// A computer takes the side that its search finds ahead: South's after the best first turn, its own after the worst.
#[test]
fn a_computer_swaps_for_the_side_that_is_ahead() {
    let folder = tempfile::tempdir().unwrap();
    for player in ["alphabeta:4:positional", "best:300ms", "perfect"] {
        for (turn, swaps) in [("B3 B4", true), ("B2", false)] {
            let start = ["--pie", "--rules", "cits3001", "--pits", "4", "--seeds", "3"];
            let arguments = [&start[..], &["--north", player]].concat();
            let said = played(folder.path(), &arguments, &format!("{turn}\nq\n"));
            assert_eq!(said.contains("North takes over South's side"), swaps, "{player}: {said}");
        }
    }
}

/// Every reason that a turn lost points, of games that chance and greed have played.
#[test]
fn games_are_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let mut shown = String::new();
    let review = |arguments: &[&str]| {
        let mut review = mancala(folder.path());
        let output = succeeds(review.args(["review", "a.game"]).args(arguments));
        String::from_utf8(output.stdout).unwrap()
    };
    for (rules, south, north) in [
        ("usc", "random:1", "greedy"),
        ("cits3001", "greedy", "random:2"),
        ("uw", "random:3", "random:4"),
    ] {
        let game = ["--south", south, "--north", north, "--record", "a.game", "--seeds", "3"];
        let mut play = mancala(folder.path());
        succeeds(play.args(["play", "--rules", rules, "--pits", "4"]).args(game));
        shown += &format!("{rules}, {south} against {north}\n{}\n", review(&[]));
    }
    insta::assert_snapshot!(shown);
    // Without time hardly anything is known.
    let mut play = mancala(folder.path());
    succeeds(play.args(["play", "--south", "random", "--north", "random", "--record", "a.game"]));
    let review = review(&["--budget", "0"]);
    assert!(review.ends_with(" could not be solved in this time.\n"), "{review}");
}

/// A person gets the choice back that came last, with the computer's answer taken back as well.
#[test]
fn undo_and_redo_over_whole_turns() {
    let mut session =
        Session::new(Game::new(start(Rules::CITS3001)), [Seat::Person, Seat::Computer]);
    assert_eq!((session.undo(), session.redo()), (0, 0));
    let beginning = session.clone();
    session.play(|game| game.play_all(&[Pit::new(2)])).unwrap();
    assert_eq!(session.undo(), 1, "an unfinished turn is taken back");
    assert_eq!(session.game(), beginning.game());
    for column in [2, 0, 5] {
        session.play(|game| game.play_all(&[Pit::new(column)])).unwrap();
    }
    let later = session.game().clone();
    assert_eq!(session.undo(), 2);
    assert_eq!(session.game(), beginning.game());
    assert_eq!(session.redo(), 2);
    assert_eq!(session.game(), &later);
    session.undo();
    session.play(|game| game.play_all(&[Pit::new(0)])).unwrap();
    assert_eq!(session.redo(), 0, "another move has been made since");

    let mut watched = Session::new(later, [Seat::Computer, Seat::Computer]);
    assert_eq!((watched.undo(), watched.undo(), watched.undo()), (1, 1, 0));
}

/// Undo goes to where a person had a choice before the players swapped sides, whoever did it.
#[test]
fn undo_and_redo_over_a_swap() {
    let mut game = Game::new(start(Rules::CITS3001));
    game.pie_rule = true;
    for seats in [[Seat::Person, Seat::Computer], [Seat::Computer, Seat::Person]] {
        let mut session = Session::new(game.clone(), seats);
        assert_eq!(session.play(|game| game.play_all(&[])), Err((0, Illegal::NoSwap)));
        session.play(|game| game.play_all(&[Pit::new(2), Pit::new(0)])).unwrap();
        session.play(|game| game.play_all(&[])).unwrap();
        assert_eq!(session.seat(Side::North), seats[0]);
        assert_eq!(session.play(|game| game.play_all(&[])), Err((0, Illegal::NoSwap)), "only once");
        session.play(|game| game.play_all(&[Pit::new(0)])).unwrap();
        let later = session.game().clone();
        let back = if seats[0] == Seat::Person { [1, 2] } else { [2, 0] };
        assert_eq!([(); 2].map(|()| session.undo()), back);
        assert_eq!(session.to_move(), Some(Seat::Person));
        while session.redo() > 0 {}
        assert_eq!(session.game(), &later);
    }
}

/// Both play the same best turn where the whole game can be seen.
#[test]
fn solving_players_agree() {
    let start = Kalah::new(Board::opening(3, 2), Rules::CITS3001, Side::South).unwrap();
    let mut games = between(["best:5", "perfect"], no_programs());
    games.openings = Openings { start, turns: 1, count: 3, ..games.openings };
    let score = games.play_match(&|| {}, &|| false).unwrap().tally.score();
    assert!((score.mean - 0.5).abs() < 1e-9);
}

/// `save input.txt` once replaced the homework's input by the game.
#[test]
fn only_a_game_is_saved_over() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("precious.txt");
    std::fs::write(&kept, "4\n2\n0\n0 1 0 2\n3 0 0 1\n2\n5\n").unwrap();
    let typed = "save precious.txt\nsave new.game\nB2\nsave new.game\nsave none/new.game\nq\n";
    let said = played(folder.path(), &["--pits", "3", "--seeds", "2"], typed);
    assert!(
        said.contains("Not saved: precious.txt is there and is no record of a game."),
        "{said}"
    );
    assert!(said.contains("Not saved: there is no folder for none/new.game."), "{said}");
    assert_eq!(said.matches("Saved in new.game.").count(), 2, "{said}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "4\n2\n0\n0 1 0 2\n3 0 0 1\n2\n5\n");
    assert!(!folder.path().join("none").exists());
}

#[test]
fn a_review_before_the_first_turn_says_that_nothing_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let said = played(folder.path(), &["--pits", "3", "--seeds", "2"], "review\nq\n");
    assert!(said.contains("? Nothing was played.\n"), "{said}");
}
