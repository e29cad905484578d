//! `mancala regret`: the exact loss of every move of games that OpenSpiel or Kaggle has recorded.

use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::io::{
    BadInputFile, Exit, UntilInterrupted, interrupted, listen_for_interrupt, print_laid_out,
    read_file,
};
use crate::options::{Format, SolverOptions};
use arena::Game;
use arena::review::{SowLoss, losses};
use mancala::game::{Board, Kalah, Pit, PitName, Position, Rules, Side};
use mancala::homework::input::line_and_column;
use mancala::solve::Engine;

/// Compute how many points each move of recorded games lost, exactly
///
/// The games are lists of actions of OpenSpiel's game mancala, a game a line, as `state.history()`
/// gives them: "3, 2, 13"; or the file is one replay of Kaggle's open_spiel_mancala. The rules
/// are cits3001 with six pits and four seeds.
#[derive(Debug, Args)]
pub struct RegretArguments {
    /// A file of games; - for standard input
    #[arg(value_name = "GAMES")]
    games: PathBuf,
    /// How the losses are printed; json: one object per line for each game
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Pits in a row of OpenSpiel's board, and seeds in each.
const PITS: usize = 6;
const SEEDS: u16 = 4;

const TEMPLATE: (&str, &str) = ("regret.txt", include_str!("../../templates/regret.txt"));

pub fn run(arguments: &RegretArguments) -> anyhow::Result<Exit> {
    let bytes = read_file(&arguments.games)?;
    let text = String::from_utf8_lossy(&bytes);
    let start = Kalah::new(Board::opening(PITS, SEEDS), Rules::CITS3001, Side::South)?;
    let mut games = Vec::new();
    let bad = |(span, why): (Range<usize>, String)| {
        let place = line_and_column(&text, span.start);
        BadInputFile::at(&arguments.games, text.as_bytes(), why, place, span)
    };
    let lists = match text.trim_start().starts_with('{') {
        true => vec![actions_of_replay(&text).map_err(bad)?],
        false => text.split_inclusive('\n').collect(),
    };
    for list in lists {
        let at = list.as_ptr().addr() - text.as_ptr().addr();
        let game = read(start, list, at).map_err(bad)?;
        games.extend((!game.turns().is_empty()).then_some(game));
    }
    listen_for_interrupt();
    let mut engine = Engine::new(&start, SolverOptions::default().allowed());
    for (number, game) in (1..).zip(&games) {
        let shown = UntilInterrupted::showing(0);
        let lost = losses(game, &mut engine, &shown);
        shown.clear();
        if interrupted() {
            return Ok(Exit::Interrupted);
        }
        print_laid_out(arguments.format, TEMPLATE, &json_of(number, game, &lost))?;
    }
    Ok(Exit::Success)
}

/// What kaggle-environments writes of a game, as far as it matters here.
#[derive(Deserialize)]
struct Replay<'a> {
    #[serde(borrow)]
    info: ReplayInfo<'a>,
}

#[derive(Deserialize)]
struct ReplayInfo<'a> {
    /// An array of texts, each a number: `["1", "9"]`.
    #[serde(rename = "actionHistory", borrow)]
    actions: &'a RawValue,
}

/// The array of actions, as it stands in the file; else the place that is wrong, and why.
fn actions_of_replay(text: &str) -> Result<&str, (Range<usize>, String)> {
    let replay: Replay = serde_json::from_str(text).map_err(|error| {
        let before: usize =
            text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        // Columns count bytes there, and may lie within a letter.
        let at = before + error.column().saturating_sub(1);
        let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
        let told = error.to_string();
        let told = told.split_once(" at line ").map_or(&*told, |(what, _)| what);
        (at..at, format!("expected a replay of Kaggle's open_spiel_mancala: {told}"))
    })?;
    Ok(replay.info.actions.get())
}

/// The game of a list that begins at byte `at` of the file; else the place that is wrong, and why.
fn read(start: Kalah, line: &str, mut at: usize) -> Result<Game, (Range<usize>, String)> {
    let is_between = |c: char| c.is_whitespace() || ",;[]\"".contains(c);
    let mut game = Game::new(start);
    for piece in line.split_inclusive(is_between) {
        let word = piece.trim_end_matches(is_between);
        let span = at..at + word.len();
        at += piece.len();
        if word.is_empty() {
            continue;
        }
        let position = *game.position();
        let name = |pit| action(position.mover(), pit).to_string();
        let pit = position.moves().find(|&pit| name(pit) == word);
        if pit.is_none_or(|pit| game.play(pit).is_err()) {
            let legal = position.moves().map(name).collect::<Vec<_>>().join(", ");
            let why = match position.is_over() {
                true => "the game is over before this action".to_owned(),
                false => format!("expected an action of OpenSpiel that is legal here: {legal}"),
            };
            return Err((span, why));
        }
    }
    Ok(game)
}

/// OpenSpiel numbers the holes along the ring: South's pits from 1, then its store, then North's pits.
fn action(mover: Side, pit: Pit) -> usize {
    if mover == Side::South { pit.column() + 1 } else { 2 * PITS + 1 - pit.column() }
}

fn json_of(number: usize, game: &Game, lost: &[SowLoss]) -> Value {
    let moves = game.steps().zip(lost).map(|(step, it)| {
        json!({
            "action": action(it.side, step.pit),
            "player": it.side.player(),
            "pit": PitName(it.side, step.pit).to_string(),
            "value": it.value,
            "lost": it.lost,
        })
    });
    let points = |side| lost.iter().filter(|it| it.side == side).map(|it| it.lost).sum::<i32>();
    json!({
        "game": number,
        "over": game.position().is_over(),
        "lost": Side::BOTH.map(points),
        "moves": moves.collect::<Vec<_>>(),
    })
}
