//! `mancala solve --verify`: proves again what a certificate says.
//!
//! Nothing in it is believed. The endgame table is built anew and must have the hash; both bounds are
//! proved by a search that takes only the order of moves from what an earlier one left beside the
//! certificate; every turn of the game of best play is proved to keep the value.

use std::path::Path;
use std::time::Duration;

use super::checkpoint::{Certificate, Checkpoint, FORMAT, SearchControl};
use crate::Exit;
use crate::io::table_file::hash_of;
use crate::io::{UntilInterrupted, interrupted, listen_for_interrupt, print_line, read_file, say};
use crate::options::SolverOptions;
use explain::pluralize;
use mancala::game::{Kalah, PitName, Position, Side};
use mancala::homework::{self, Input};
use mancala::solve::endgame::{Endgame, MAX_TABLE_SEEDS};
use mancala::solve::{Engine, Interval, Resources, Trust};

pub fn run(path: &Path, options: &SolverOptions) -> anyhow::Result<Exit> {
    let certificate = read(path)?;
    let start = position(&certificate).ok_or_else(|| {
        anyhow::anyhow!("{}: its input is no position of Kalah that can be solved", path.display())
    })?;
    let resources = options.resources(&start)?;
    listen_for_interrupt();
    let found = check(path, &certificate, start, resources);
    if interrupted() {
        return Ok(Exit::Interrupted);
    }
    let nodes = match found {
        Ok(nodes) => nodes,
        Err(why) => {
            say(format_args!("{}: not verified: {why}", path.display()));
            return Ok(Exit::Different);
        }
    };
    let [lower, upper] = certificate.bounds;
    let player = start.mover().player();
    let value = if lower == upper {
        format!("a lead of {lower}")
    } else {
        format!("a lead from {lower} to {upper}")
    };
    let game = match certificate.line[..] {
        [] => String::new(),
        _ => format!(", and the game of best play ends with {lower}"),
    };
    print_line(format_args!(
        "verified: player {player}, to move, ends with {value}{game}; proved again with {}",
        pluralize(nodes, "node")
    ))?;
    Ok(Exit::Success)
}

fn read(path: &Path) -> anyhow::Result<Certificate> {
    let certificate: Certificate = serde_json::from_slice(&read_file(path)?)
        .map_err(|error| anyhow::anyhow!("{}: no certificate: {error}", path.display()))?;
    anyhow::ensure!(
        certificate.format == FORMAT,
        "{}: expected the format {FORMAT:?}, found {:?}",
        path.display(),
        certificate.format
    );
    let known = Interval::NONE;
    let is_known = |bound: &i32| (known.lower..=known.upper).contains(bound);
    anyhow::ensure!(
        certificate.bounds.iter().all(is_known),
        "{}: no game ends with such bounds",
        path.display()
    );
    Ok(certificate)
}

fn position(certificate: &Certificate) -> Option<Kalah> {
    match homework::read(certificate.input.as_bytes()) {
        Ok(Input::Kalah(problem)) => Some(problem.start()).filter(|start| {
            mancala::solve::state_of(start).is_some() && certificate.table_seeds <= MAX_TABLE_SEEDS
        }),
        _ => None,
    }
}

/// Proves the certificate, visiting so many nodes; says what is not so otherwise.
fn check(
    path: &Path,
    certificate: &Certificate,
    start: Kalah,
    resources: Resources,
) -> Result<u64, String> {
    let game = game(certificate, start)?;
    let shown = UntilInterrupted::showing(0);
    shown.say("endgame table");
    let (rules, width) = (start.rules(), start.board().width());
    let table = Endgame::build(rules, width, certificate.table_seeds, resources.threads);
    let hash = hash_of(&table);
    if hash != certificate.table_hash {
        return Err(format!(
            "the endgame table to {} has the hash {hash}",
            pluralize(certificate.table_seeds, "seed")
        ));
    }
    let mut engine = Engine::new(&start, Some(table), resources);
    let folder = path.parent().unwrap_or(Path::new(""));
    let moves = Checkpoint::new(folder, &start, Duration::ZERO).findings();
    engine.recall(moves, Trust::Moves);
    let control = SearchControl { shown: &shown, checkpoint: None };
    let [lower, upper] = certificate.bounds;
    for (least, expected) in [(lower, true), (upper.saturating_add(1), false)] {
        shown.say(&format!("whether the lead is at least {least}"));
        if engine.reaches(&start, least, &control).is_some_and(|found| found != expected) {
            let not = if expected { " not" } else { "" };
            return Err(format!("the lead is{not} at least {least}"));
        }
    }
    for (number, after) in (1..).zip(&game) {
        shown.say(&format!("turn {number} of the game of best play"));
        if keeps_value(&mut engine, &start, after, lower, &control) == Some(false) {
            return Err(format!(
                "turn {number} of the game of best play loses seeds: another one ends with a greater lead"
            ));
        }
    }
    shown.clear();
    Ok(engine.nodes())
}

/// Whether the turn that led to `after` kept what the game is worth to its mover.
///
/// One bound is enough: where every turn before it kept the value, none can gain more.
fn keeps_value(
    engine: &mut Engine,
    start: &Kalah,
    after: &After,
    value: i32,
    control: &SearchControl<'_>,
) -> Option<bool> {
    let After { position, played_by } = after;
    let is_first = *played_by == start.mover();
    let least = if is_first { value } else { -value };
    if position.is_over() {
        return Some(position.score(*played_by) >= least);
    }
    if position.mover() == *played_by {
        return engine.reaches(position, least, control);
    }
    let opponent_gains = engine.reaches(position, 1 - least, control)?;
    Some(!opponent_gains)
}

/// Where a turn of the game led to, and whose turn it was.
struct After {
    position: Kalah,
    played_by: Side,
}

/// Plays the game of best play to its end, if there is one.
fn game(certificate: &Certificate, start: Kalah) -> Result<Vec<After>, String> {
    let [lower, upper] = certificate.bounds;
    if certificate.line.is_empty() {
        return Ok(Vec::new());
    }
    if lower != upper {
        return Err(format!(
            "no single value is proved, but bounds from {lower} to {upper}: no game is known to be best play"
        ));
    }
    let mut game = Vec::new();
    let mut here = start;
    for (number, turn) in (1..).zip(&certificate.line) {
        let mover = here.mover();
        for name in turn {
            let pit = PitName::parse(name)
                .filter(|&PitName(side, _)| side == mover && here.mover() == mover)
                .and_then(|PitName(_, pit)| here.moves().find(|&it| it == pit))
                .ok_or_else(|| {
                    format!("turn {number} of the game of best play: {name} cannot be played")
                })?;
            here = here.play(pit);
        }
        game.push(After { position: here, played_by: mover });
    }
    let lead = here.score(start.mover());
    if !here.is_over() || lead != lower {
        return Err(format!(
            "the game of best play does not end with the value, but with a lead of {lead}"
        ));
    }
    Ok(game)
}
