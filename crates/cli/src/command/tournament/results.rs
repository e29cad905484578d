//! What a round robin showed, in the terminal and as a page: the table, the cross table, and every game with its
//! record and a link that opens it in the page for playing. Both are laid out by templates.

use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

use crate::io::{Outputs, laid_out, write_file};
use arena::draw::svg;
use arena::record::GameRecord;
use arena::standings::{Encounter, Estimate, Standing, cross_table, standings};
use mancala::game::Rules;
use page::{html, in_an_address};

pub struct Results<'a> {
    pub rules: Rules,
    /// Of the players, in the order in which they entered.
    pub names: Vec<String>,
    pub absent: &'a [Trouble],
    pub encounters: &'a [Encounter],
    /// The best first.
    pub table: Vec<Standing>,
    pub cross: Vec<Vec<(f64, u32)>>,
}

impl<'a> Results<'a> {
    pub fn new(
        rules: Rules,
        names: Vec<String>,
        absent: &'a [Trouble],
        encounters: &'a [Encounter],
    ) -> Self {
        Self {
            table: standings(names.len(), encounters),
            cross: cross_table(names.len(), encounters),
            rules,
            names,
            absent,
            encounters,
        }
    }

    /// Who forfeited, the last of the table last, and who did not play at all.
    pub fn trouble(&self) -> Vec<Trouble> {
        let forfeits = self.table.iter().filter_map(|it| {
            let (forfeits, games, why) = (it.forfeits, it.games, it.first_forfeit.as_ref()?);
            Some(Trouble {
                name: self.names[it.player].clone(),
                what: format!("forfeited {forfeits} of {games} games, the first by: {why}"),
            })
        });
        forfeits.chain(self.absent.iter().cloned()).collect()
    }
}

/// Somebody whose games ended by forfeits, or did not even begin.
#[derive(Clone, Serialize)]
pub struct Trouble {
    pub name: String,
    /// In words, with the reason.
    pub what: String,
}

/// The longest name that is shown whole.
const LONGEST: usize = 28;

/// Who stands where, and the cross table.
pub fn text(results: &Results<'_>) -> anyhow::Result<String> {
    let names = results.table.iter().map(|it| shortened(&results.names[it.player]).chars().count());
    let trouble = results.trouble().into_iter();
    let trouble = trouble.map(|it| json!({ "short": shortened(&it.name), "safe": safe(&it.what) }));
    let document = json!({
        "width": names.max().unwrap_or(0),
        "players": results.table.iter().map(|it| player(results, it)).collect::<Value>(),
        "trouble": trouble.collect::<Value>(),
    });
    let template = include_str!("../../../templates/tournament.txt");
    laid_out(("tournament.txt", template), &document)
}

/// The same for other programs, the best player first.
pub fn json_of(results: &Results<'_>) -> Value {
    let name = |player: usize| results.names[player].clone();
    let players = results.table.iter().map(|it| {
        let others =
            results.table.iter().filter(|other| results.cross[it.player][other.player].1 > 0);
        let against = others
            .map(|other| (name(other.player), json!(results.cross[it.player][other.player].0)));
        let score = it.tally.score();
        json!({
            "name": name(it.player),
            "points": it.points,
            "games": it.games,
            "forfeits": it.forfeits,
            "won_by_forfeit": it.won_by_forfeit,
            "score": score.mean,
            "score_error": finite(score.error),
            "elo": score.elo().map(finite),
            "points_against": against.collect::<serde_json::Map<_, _>>(),
        })
    });
    json!({
        "rules": results.rules.to_string(),
        "players": players.collect::<Vec<_>>(),
        "trouble": results.trouble(),
    })
}

/// A number that JSON has.
pub fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn shortened(name: &str) -> String {
    svg::shortened(&safe(name), LONGEST)
}

/// What a program or its author said, safe for a terminal.
fn safe(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// "53.2 ± 1.9 %".
pub fn percent(score: Estimate) -> String {
    match score.error.is_finite() {
        // More than everything would say no more.
        true => format!("{:.1} ± {:.1} %", 100.0 * score.mean, 100.0 * score.error.min(1.0)),
        false => format!("{:.1} ± ? %", 100.0 * score.mean),
    }
}

/// "+22 (+9 to +36)"; a bound that nothing shows is left open.
pub fn elo(score: Estimate) -> String {
    if !score.error.is_finite() {
        return "?".to_owned();
    }
    let [low, mean, high] = score.elo().map(|elo| match elo.is_finite() {
        // A zero is no less than nothing.
        true => format!("{:+.0}", elo.round() + 0.0),
        false if elo > 0.0 => "∞".to_owned(),
        false => "-∞".to_owned(),
    });
    format!("{mean} ({low} to {high})")
}

/// The page for playing, which is written beside the table.
const PLAY: &str = "play.html";

pub fn write(results: &Results<'_>, folder: &Path) -> anyhow::Result<()> {
    let mut games = Vec::new();
    let finished = results
        .encounters
        .iter()
        .flat_map(|it| it.games.iter().flatten().map(move |game| (it.opening, game)));
    for ((opening, record), number) in finished.zip(1..) {
        let file = format!("games/{number:06}.game");
        // One by one: a file that is being written stays open.
        write_file(record.to_string(), &folder.join(&file))?;
        games.push(shown(record, opening, &file));
    }
    let page = json!({
        "rules": results.rules.to_string(),
        "players": results.table.iter().map(|it| player(results, it)).collect::<Value>(),
        "trouble": results.trouble(),
        "games": games,
    });
    let template = include_str!("../../../templates/tournament.html");
    let text = laid_out(("tournament.html", template), &page)?;
    let mut outputs = Outputs::default();
    outputs.add_bytes(&text, folder.join("index.html"))?;
    outputs.add_bytes(html(None), folder.join(PLAY))?;
    outputs.publish()
}

/// A row of the table; points against each player, in their order, are empty where there was no game.
fn player(results: &Results<'_>, standing: &Standing) -> Value {
    let cells =
        results.table.iter().map(|other| match results.cross[standing.player][other.player] {
            (_, 0) => String::new(),
            (points, _) => points.to_string(),
        });
    let score = standing.tally.score();
    json!({
        "name": results.names[standing.player],
        "short": shortened(&results.names[standing.player]),
        "points": standing.points.to_string(),
        "games": standing.games,
        "forfeits": standing.forfeits,
        "won_by_forfeit": standing.won_by_forfeit,
        "score": percent(score),
        "elo": elo(score),
        "cells": cells.collect::<Vec<_>>(),
    })
}

fn shown(record: &GameRecord, opening: usize, file: &str) -> Value {
    let tag = |name: &str| record.tag(name).unwrap_or_default();
    json!({
        "file": file,
        "south": tag("South"),
        "north": tag("North"),
        "opening": opening + 1,
        "turns": record.game.turns().len(),
        "result": record.result(),
        "link": format!("{PLAY}#game:{}", in_an_address(&record.to_string(), "~,:/")),
    })
}
