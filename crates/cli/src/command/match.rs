//! `mancala match`.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use super::tournament::{elo, finite, percent};
use crate::io::{
    EnvironmentError, Exit, bar, interrupted, laid_out, listen_for_interrupt, print_json,
    print_line, say,
};
use crate::options::sandboxed::computer;
use crate::options::start::{OpeningKind, OpeningOptions, Start, fewest_turns, refuse};
use crate::options::{Format, SandboxOptions, number};
use arena::GameRecord;
use arena::matches::Openings;
use arena::player::{HasPlayers, Spec};
use arena::standings::Played;
use arena::tournament::Tournament;
use explain::pluralize;
use mancala::game::Side;
use mancala::game::rules::names::GameName;

/// Play many games between two players to find out which is stronger
///
/// Players: random[:SEED], greedy, minimax:D[:EVALUATION], alphabeta:D[:EVALUATION] (D turns deep),
/// best:TIME, perfect, exec:COMMAND.
///
/// Evaluations: store, uw or positional.
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// The first player
    #[arg(value_parser = computer)]
    first: Spec,
    /// The second player
    #[arg(value_parser = computer)]
    second: Spec,
    #[command(flatten)]
    start: Start,
    /// Games, two from each opening
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(2..=10_000_000))]
    games: u32,
    #[command(flatten)]
    openings: OpeningOptions,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &MatchArguments) -> anyhow::Result<Exit> {
    let MatchArguments { start, games, openings, .. } = arguments;
    match start.rules {
        GameName::Kalah(rules) => play(arguments, openings.of(start.kalah(rules)?, *games)?),
        GameName::Nimcala => {
            let is_fair = openings.openings == OpeningKind::Fair;
            let others = [("--seeds", start.seeds.seeds.is_some()), ("--openings fair", is_fair)];
            refuse(&others, "Nimcala")?;
            play(arguments, openings.random(start.nimcala()?, *games))
        }
    }
}

fn play<P: HasPlayers>(arguments: &MatchArguments, openings: Openings<P>) -> anyhow::Result<Exit> {
    let players = [arguments.first.clone(), arguments.second.clone()];
    let programs = arguments.sandbox.programs(&players)?;
    for spec in &players {
        P::player(spec, 0, &programs).map_err(anyhow::Error::msg)?;
    }
    let turns = fewest_turns(&openings);
    let games = Tournament::of_two(players, openings, programs);
    listen_for_interrupt();
    let progress = bar(games.encounters(), "openings");
    let begin = Instant::now();
    let played = games.play_match(&|| progress.inc(1), &interrupted);
    let played = played.map_err(|failure| EnvironmentError(failure.to_string()))?;
    let time = begin.elapsed();
    drop(progress);
    let document = json_of(&games, &played, turns);
    match arguments.format {
        Format::Text => print_text(&games, &played, document, time)?,
        Format::Json => print_json(&document)?,
    }
    Ok(if interrupted() { Exit::Interrupted } else { Exit::of(failed(&played).is_some()) })
}

/// A score that neither player is better by.
const EVEN: f64 = 0.5;

const PLACES: [&str; 2] = ["first", "second"];

const MAX_FORFEITS: usize = 10;

const TEMPLATE: (&str, &str) = ("match.txt", include_str!("../../templates/match.txt"));

/// Prints the result, which `document` says to programs, and how long it took.
fn print_text<P: HasPlayers>(
    games: &Tournament<P>,
    played: &Played<P>,
    mut document: Value,
    time: Duration,
) -> anyhow::Result<()> {
    let (score, lead, openings) = (played.tally.score(), played.tally.lead(), played.pairs.len());
    let from = match games.openings.fair[..] {
        [] => {
            let turns = document["opening_turns"].as_u64().unwrap_or_default();
            let turns = pluralize(turns, &format!("random {}", P::TURN));
            format!("{} of {turns}", pluralize(openings, "opening"))
        }
        _ => pluralize(openings, "fair start"),
    };
    let error = finite(lead.error).map_or("?".to_owned(), |error| format!("{error:.2}"));
    let forfeits: Vec<_> = forfeits(played).collect();
    document["told"] = json!({
        "from": from,
        "counts_seeds": P::COUNTS_SEEDS,
        "score": percent(score),
        "elo": elo(score),
        "lead": format!("{:+.2} ± {error}", lead.mean),
        "verdict": verdict(games, played),
        "forfeits": forfeits[..forfeits.len().min(MAX_FORFEITS)],
        "more": match forfeits.len().saturating_sub(MAX_FORFEITS) {
            0 => String::new(),
            more => pluralize(more, "more forfeit"),
        },
    });
    print_line(laid_out(TEMPLATE, &document)?)?;
    if openings == 0 {
        return Ok(());
    }
    if interrupted() {
        say("Interrupted. Results so far:");
    }
    let each = time / (2 * openings as u32);
    say(format_args!("{time:.1?}, {each:.1?} a game"));
    Ok(())
}

/// The place, 0 or 1, of the player who gave up every game of the match.
fn failed<P: HasPlayers>(played: &Played<P>) -> Option<usize> {
    let mut losers = played.pairs.iter().flat_map(|pair| {
        // The first player is South in the first game and North in the second.
        Side::BOTH.into_iter().zip(pair).map(|(first, record)| {
            let by = record.forfeit.as_ref().map(|forfeit| forfeit.by)?;
            Some(usize::from(by != first))
        })
    });
    let loser = losers.next()??;
    losers.all(|it| it == Some(loser)).then_some(loser)
}

fn verdict<P: HasPlayers>(games: &Tournament<P>, played: &Played<P>) -> String {
    if let Some(loser) = failed(played) {
        let mut text = format!("the {} failed: it gave up every game", PLACES[loser]);
        let rules = games.openings.start.rules_name();
        if matches!(games.entrants[loser].spec, Spec::Program(_)) && rules != "usc" {
            text += &format!(
                "\nits input began with the line \"rules {rules}\", which programs of the homework do not \
                 know; there is none with --rules usc"
            );
        }
        return text;
    }
    let score = played.tally.score();
    let pairs = &played.pairs;
    let game = |it: &GameRecord<P>| format!("{:?} {:?}", it.game.start(), it.game.turns());
    let different: HashSet<_> = pairs.iter().map(|pair| pair.each_ref().map(game)).collect();
    if different.len() < pairs.len() {
        let (some, all) = (pluralize(different.len(), "different pair"), pairs.len());
        return format!("Games repeat: {all} pairs, {some}. So the error is larger than this.");
    }
    let verdict = if score.mean - score.error > EVEN {
        "The first player is stronger (95 %)."
    } else if score.mean + score.error < EVEN {
        "The second player is stronger (95 %)."
    } else {
        "No significant difference yet; play more games."
    };
    verdict.to_owned()
}

/// The games that a player gave up, numbered from 1, with the reason.
fn forfeits<P: HasPlayers>(played: &Played<P>) -> impl Iterator<Item = (usize, String)> {
    let numbered = (1..).zip(played.pairs.iter().flatten());
    numbered.filter_map(|(number, record)| Some((number, record.forfeit.as_ref()?.to_string())))
}

fn json_of<P: HasPlayers>(games: &Tournament<P>, played: &Played<P>, turns: usize) -> Value {
    let tally = &played.tally;
    let (score, lead) = (tally.score(), tally.lead());
    json!({
        "rules": games.openings.start.rules_name(),
        "board": games.openings.start.board_text(),
        "first": games.entrants[0].name,
        "second": games.entrants[1].name,
        "games": 2 * played.pairs.len(),
        "openings": played.pairs.len(),
        "opening_turns": turns,
        "fair": !games.openings.fair.is_empty(),
        "seed": games.openings.seed,
        "wins": tally.count.wins,
        "draws": tally.count.draws,
        "losses": tally.count.losses,
        "pairs": tally.pairs,
        "forfeits": forfeits(played).count(),
        "failed": failed(played).map(|loser| PLACES[loser]),
        "score": score.mean,
        "score_error": finite(score.error),
        "elo": score.elo().map(finite),
        "lead": lead.mean,
        "lead_error": finite(lead.error),
        "interrupted": interrupted(),
    })
}
