//! The parts of a match or a tournament: their finished games are brought together, and what all of them show
//! is shown as by the command itself.

use std::path::{Path, PathBuf};

use crate::Exit;
use crate::command::report::Destination;
use crate::command::tournament::Results;
use crate::command::{r#match, tournament};
use crate::io::contest::{Contest, Kind, read_games, write_games};
use crate::io::{failed, print_json, say, warn};
use crate::options::Format;
use arena::GameRecord;
use arena::matches::Finished;
use explain::pluralize;
use journal::keep_one;

/// A contest, and the folders that have games of it.
pub struct Found {
    contest: Contest,
    folders: Vec<PathBuf>,
}

/// The contest of these folders; `None` if they have none. What was merged before is the oldest part.
pub fn find(parts: &[PathBuf], output: &Path) -> anyhow::Result<Option<Found>> {
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
        warn(format_args!("{}: no games", folder.display()));
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
pub fn merge(found: Found, output: &Path, destination: &Destination) -> anyhow::Result<Exit> {
    let Found { contest, folders } = found;
    let mut games = Finished::new();
    for folder in &folders {
        for (key, game) in read_games(folder)? {
            add(&mut games, key, game);
        }
    }
    std::fs::create_dir_all(output).map_err(|error| failed("make", output, &error))?;
    write_games(output, &games)?;
    contest.write(output)?;
    let (missing, exit) = match contest.kind {
        Kind::Match => show_match(&contest, &games, destination.format)?,
        Kind::Tournament => show_tournament(&contest, &games, output, destination.format)?,
    };
    if missing == 0 {
        return Ok(exit);
    }
    let games = pluralize(missing as u64, "game");
    warn(format_args!("no part has {games}: is a part missing or unfinished?"));
    Ok(exit.worse(Exit::Failure))
}

/// Of two games with one key the same is kept, whichever comes first.
fn add(games: &mut Finished, key: String, game: GameRecord) {
    let game = match games.remove(&key) {
        Some(before) if before != game => {
            let tag = |name| game.tag(name).unwrap_or("?").escape_debug().to_string();
            let (south, north) = (tag("South"), tag("North"));
            warn(format_args!(
                "{south} against {north}: one game was played twice, and differently"
            ));
            keep_one(before, game, ToString::to_string).0
        }
        _ => game,
    };
    games.insert(key, game);
}

/// The number of games that are missing, and how to end.
fn show_match(
    contest: &Contest,
    games: &Finished,
    format: Format,
) -> anyhow::Result<(usize, Exit)> {
    let it = contest.to_tournament()?;
    let played = it.score(it.known(games), None);
    match format {
        Format::Text => r#match::print::text(&it, None, &played, None)?,
        Format::Json => print_json(&r#match::print::json(&it, None, &played))?,
    }
    let missing = 2 * (it.openings - played.pairs.len());
    Ok((missing, Exit::of(r#match::print::failed(&played).is_some())))
}

fn show_tournament(
    contest: &Contest,
    games: &Finished,
    output: &Path,
    format: Format,
) -> anyhow::Result<(usize, Exit)> {
    let it = contest.to_tournament()?;
    let encounters = it.known(games);
    let names = tournament::names_of(&it);
    let held = Results::new(it.start.rules(), names, &it.absent, &encounters);
    tournament::show(&held, output, format)?;
    let all = encounters.iter().flat_map(|it| &it.games);
    let missing = all.filter(|game| game.is_none()).count();
    say(format_args!("the table and every game are in {}", output.display()));
    Ok((missing, Exit::Success))
}
