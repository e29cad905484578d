//! `mancala solve --verify`: proves again what a certificate says.
//!
//! Nothing in it is believed. The endgame table is built anew and must have the hash; both bounds are
//! proved by a search that takes only the order of moves from what an earlier one left beside the
//! certificate; the game of best play is played and must end between the bounds.
//!
//! Left out: writing a certificate ([`checkpoint`](super::checkpoint)).

use std::path::Path;
use std::time::Duration;

use super::checkpoint::{Certificate, Checkpoint, FORMAT, Watched};
use crate::cli::Exit;
use crate::cli::io::endgame_file;
use crate::cli::io::output::{interrupted, listen_for_interrupt};
use crate::cli::io::print::{print_line, say};
use crate::cli::io::stopping::UntilInterrupted;
use crate::counted::counted;
use crate::game::{Kalah, PitName, Position};
use crate::homework::{self, Input};
use crate::solve::endgame::{Endgame, MAX_TABLE_SEEDS};
use crate::solve::{Engine, Resources, Trust};

/// Checks the certificate at `path`.
pub(super) fn run(path: &Path, resources: Resources) -> anyhow::Result<Exit> {
    let certificate = read(path)?;
    let start = position(&certificate).ok_or_else(|| {
        anyhow::anyhow!(
            "{}: its input is no position of Kalah that can be solved",
            path.display()
        )
    })?;
    listen_for_interrupt();
    let found = check(path, &certificate, start, resources);
    if interrupted() {
        return Ok(Exit::Interrupted);
    }
    let Verified { nodes, lead } = match found {
        Ok(verified) => verified,
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
    let game = lead.map_or_else(String::new, |lead| {
        format!(", and the game of best play ends with {lead}")
    });
    print_line(format_args!(
        "verified: player {player}, to move, ends with {value}{game}; proved again with {}",
        counted(nodes, "node")
    ))?;
    Ok(Exit::Success)
}

/// What was found while a certificate was checked.
struct Verified {
    nodes: u64,
    /// At the end of the game of best play, if there is one.
    lead: Option<i32>,
}

fn read(path: &Path) -> anyhow::Result<Certificate> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))?;
    let certificate: Certificate = serde_json::from_str(&text)
        .map_err(|error| anyhow::anyhow!("{}: no certificate: {error}", path.display()))?;
    anyhow::ensure!(
        certificate.format == FORMAT,
        "{}: expected the format {FORMAT:?}, found {:?}",
        path.display(),
        certificate.format
    );
    Ok(certificate)
}

fn position(certificate: &Certificate) -> Option<Kalah> {
    match homework::read(certificate.input.as_bytes()) {
        Ok(Input::Kalah(problem)) => Some(problem.start()).filter(|start| {
            crate::solve::state::state_of(start).is_some()
                && certificate.table_seeds <= MAX_TABLE_SEEDS
        }),
        _ => None,
    }
}

/// Proves the certificate; says what is not so otherwise.
fn check(
    path: &Path,
    certificate: &Certificate,
    start: Kalah,
    resources: Resources,
) -> Result<Verified, String> {
    let lead = play(certificate, start)?;
    let shown = UntilInterrupted::showing(0);
    shown.say("endgame table");
    let (rules, width) = (start.rules(), start.board().width());
    let table = Endgame::build(rules, width, certificate.table_seeds, resources.threads);
    let hash = endgame_file::hash_of(&table);
    if hash != certificate.table_hash {
        return Err(format!(
            "the endgame table to {} has the hash {hash}",
            counted(certificate.table_seeds, "seed")
        ));
    }
    let mut engine = Engine::new(&start, Some(table), resources);
    let folder = path.parent().unwrap_or(Path::new(""));
    let moves = Checkpoint::new(folder, &start, Duration::ZERO).findings();
    engine.recall(moves, Trust::Moves);
    let control = Watched {
        shown: &shown,
        checkpoint: None,
    };
    let [lower, upper] = certificate.bounds;
    for (least, expected) in [(lower, true), (upper.saturating_add(1), false)] {
        shown.say(&format!("whether the lead is at least {least}"));
        if engine
            .reaches(&start, least, &control)
            .is_some_and(|found| found != expected)
        {
            let not = if expected { " not" } else { "" };
            return Err(format!("the lead is{not} at least {least}"));
        }
    }
    shown.clear();
    Ok(Verified {
        nodes: engine.nodes(),
        lead,
    })
}

/// Plays the game of best play, if there is one; gives the lead at its end.
fn play(certificate: &Certificate, start: Kalah) -> Result<Option<i32>, String> {
    if certificate.line.is_empty() {
        return Ok(None);
    }
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
    }
    let lead = here.score(start.mover());
    let [lower, upper] = certificate.bounds;
    if !here.is_over() || lead < lower || lead > upper {
        return Err(format!(
            "the game of best play does not end between the bounds, but with a lead of {lead}"
        ));
    }
    Ok(Some(lead))
}
