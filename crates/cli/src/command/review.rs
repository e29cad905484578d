//! `mancala review`: which turns of a game lost points, and why.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::io::{
    Budget, Exit, interrupted, listen_for_interrupt, parse_record, print_as, read_file,
};
use crate::options::{Format, SolverOptions, time};
use arena::review::{Lapse, Review, review};
use arena::{GameRecord, Turn};
use explain::pluralize;
use mancala::game::rules::EndTest;
use mancala::game::{PitName, Side};
use mancala::solve::{Control, Engine};

/// List the turns of a game that lost points, with a better move and the reason
///
/// A point is one of the difference between the stores at the end, if both sides play their best from
/// then on. Turns are solved from the end of the game, so that a limit leaves out the first ones.
#[derive(Debug, Args)]
pub struct ReviewArguments {
    /// A game record, as `mancala play --record GAME` writes it
    #[arg(value_name = "GAME")]
    game: PathBuf,
    /// How long to look
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    budget: Duration,
    /// How the review is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &ReviewArguments) -> anyhow::Result<Exit> {
    let record = parse_record(&arguments.game, &read_file(&arguments.game)?)?;
    listen_for_interrupt();
    let found = of(&record, &Budget::starting_now(arguments.budget))?;
    print_as(arguments.format, || text(&record, &found) + "\n", || json_of(&record, &found))?;
    Ok(if interrupted() { Exit::Interrupted } else { Exit::Success })
}

/// What is found of a game before `control` stops the search; an error if none can solve it.
pub fn of(record: &GameRecord, control: &impl Control) -> anyhow::Result<Review> {
    let start = record.game.start();
    anyhow::ensure!(
        start.rules().end_test != EndTest::OwnTurn,
        "there is no review of a game with end-test=own-turn, where a player may pass"
    );
    let mut engine = Engine::new(start, SolverOptions::default().allowed());
    Ok(review(&record.game, usize::MAX, &mut engine, control))
}

/// A line for each turn that lost points, then what all of them lost, then what is not known.
pub fn text(record: &GameRecord, review: &Review) -> String {
    let lapses = review.lapses.iter().map(|it| {
        let Lapse { number, played, .. } = it;
        format!("Turn {number}, {}: {played} {it}\n", played.side.name())
    });
    let mut text: String = lapses.collect();
    let turns = record.game.turns().len();
    let reviewed = turns - review.unsolved;
    if reviewed > 0 {
        let lost = Side::BOTH.map(|side| format!("{} lost {}", side.name(), lost(review, side)));
        text += &format!("In {}, {}.", pluralize(reviewed as u64, "turn"), lost.join(", "));
    }
    match review.unsolved {
        0 if turns == 0 => text += "Nothing was played.",
        0 => {}
        count if count == turns => text += "No turn could be solved in this time.",
        count => {
            let turns = pluralize(count as u64, "turn");
            text += &format!(" {turns} at the beginning could not be solved in this time.");
        }
    }
    text
}

fn lost(review: &Review, side: Side) -> i32 {
    review.lapses.iter().filter(|it| it.played.side == side).map(|it| it.lost).sum()
}

fn json_of(record: &GameRecord, review: &Review) -> Value {
    let names = |turn: &Turn| PitName::of_all(turn.side, &turn.pits);
    let lapses = review.lapses.iter().map(|it| {
        json!({
            "turn": it.number,
            "player": it.played.side.player(),
            "played": names(&it.played),
            "lost": it.lost,
            "better": names(&it.better),
            "value": it.keeps,
            "why": it.why(),
        })
    });
    json!({
        "rules": record.game.start().rules().to_string(),
        "players": Side::BOTH.map(|side| record.player(side)),
        "result": record.result(),
        "turns": record.game.turns().len(),
        "unsolved": review.unsolved,
        "lost": Side::BOTH.map(|side| lost(review, side)),
        "lapses": lapses.collect::<Vec<_>>(),
    })
}
