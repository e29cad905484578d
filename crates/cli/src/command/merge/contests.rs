//! The parts of a match or a tournament: their finished games are brought together, and what all of them show
//! is shown as by the command itself.
//!
//! Left out: playing what is missing.

use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use crate::Exit;
use crate::command::tournament::Held;
use crate::command::{r#match, tournament};
use crate::io::contest::{Contest, Kind};
use crate::io::failure::failed;
use crate::io::kept;
use crate::io::print::say;
use arena::GameRecord;
use arena::finished::Finished;
use explain::counted::counted;

/// A contest, and the folders that have games of it.
pub(super) struct Found {
    contest: Contest,
    folders: Vec<PathBuf>,
}

/// The contest of these folders; `None` if they have none. What was merged before is the oldest part.
pub(super) fn find(parts: &[PathBuf], output: &Path) -> anyhow::Result<Option<Found>> {
    let mut found: Option<Found> = None;
    let mut without = Vec::new();
    for folder in parts {
        let Some(contest) = Contest::read(folder)? else {
            without.push(folder);
            continue;
        };
        match &mut found {
            None => {
                let folders = vec![folder.clone()];
                found = Some(Found { contest, folders });
            }
            Some(found) if found.contest.has_games_of(&contest) => {
                found.folders.push(folder.clone())
            }
            Some(found) => anyhow::bail!(
                "{} and {} are of different contests: other players, programs or settings",
                found.folders[0].display(),
                folder.display()
            ),
        }
    }
    let Some(mut found) = found else {
        return Ok(None);
    };
    for folder in without {
        say(format_args!("warning: {}: no games", folder.display()));
    }
    // Another contest's games there would be lost.
    match Contest::read(output)? {
        Some(earlier) if !earlier.has_games_of(&found.contest) => anyhow::bail!(
            "{} has the games of another contest: choose another folder with -o",
            output.display()
        ),
        Some(_) => found.folders.push(output.to_owned()),
        None => {}
    }
    Ok(Some(found))
}

/// Merges the games into `output` and shows what they show.
pub(super) fn merge(found: Found, output: &Path) -> anyhow::Result<Exit> {
    let Found { contest, folders } = found;
    let mut games = Finished::new();
    for folder in &folders {
        for (key, game) in kept::read(folder)? {
            add(&mut games, key, game);
        }
    }
    std::fs::create_dir_all(output).map_err(|error| failed("make", output, &error))?;
    kept::write(output, &games)?;
    contest.write(output)?;
    let (missing, exit) = match contest.kind {
        Kind::Match => show_match(&contest, &games)?,
        Kind::Tournament => show_tournament(&contest, &games, output)?,
    };
    if missing == 0 {
        return Ok(exit);
    }
    let games = counted(missing as u64, "game");
    say(format_args!(
        "warning: without {games} that no part has: is one missing, or not played to its end?"
    ));
    Ok(exit.worse(Exit::Failure))
}

/// Of two games with one key the same is kept, whichever comes first.
fn add(games: &mut Finished, key: String, game: GameRecord) {
    match games.entry(key) {
        Entry::Vacant(place) => _ = place.insert(game),
        Entry::Occupied(place) if *place.get() == game => {}
        Entry::Occupied(mut place) => {
            let tag = |name| game.tag(name).unwrap_or("?").escape_debug().to_string();
            let (south, north) = (tag("South"), tag("North"));
            say(format_args!(
                "warning: {south} against {north}: one game was played twice, and differently"
            ));
            if game.to_string() < place.get().to_string() {
                place.insert(game);
            }
        }
    }
}

/// The number of games that are missing, and how to end.
fn show_match(contest: &Contest, games: &Finished) -> anyhow::Result<(usize, Exit)> {
    let it = contest.to_tournament()?;
    let played = it.score(it.known(games), None);
    r#match::print::text(&it, None, &played, None)?;
    let missing = 2 * (it.openings - played.pairs.len());
    let exit = match r#match::print::failed(&played) {
        Some(_) => Exit::Different,
        None => Exit::Success,
    };
    Ok((missing, exit))
}

fn show_tournament(
    contest: &Contest,
    games: &Finished,
    output: &Path,
) -> anyhow::Result<(usize, Exit)> {
    let it = contest.to_tournament()?;
    let encounters = it.known(games);
    let names = tournament::names_of(&it);
    let held = Held::new(it.start.rules(), names, &it.absent, &encounters);
    tournament::show(&held, output)?;
    let all = encounters.iter().flat_map(|it| &it.games);
    let missing = all.filter(|game| game.is_none()).count();
    say(format_args!(
        "the table and every game are in {}",
        output.display()
    ));
    Ok((missing, Exit::Success))
}
