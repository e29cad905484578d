//! The tournament as a page: the table, the cross table, and every game with its record and a link that opens
//! it in the page for playing.
//!
//! Left out: the layout, which is in `page.html`.

use std::path::Path;

use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use super::held::{Held, Trouble};
use super::print::{elo, percent};
use crate::io::output::Outputs;
use arena::record::GameRecord;
use arena::standings::Standing;
use page::html;

/// The page for playing, which is written beside the table.
const PLAY: &str = "play.html";

#[derive(Serialize)]
struct Page {
    rules: String,
    players: Vec<Player>,
    trouble: Vec<Trouble>,
    games: Vec<Shown>,
}

#[derive(Serialize)]
struct Player {
    name: String,
    points: String,
    games: u32,
    forfeits: u32,
    score: String,
    elo: String,
    /// Points against each player, in their order; empty where there was no game.
    cells: Vec<String>,
}

#[derive(Serialize)]
struct Shown {
    file: String,
    south: String,
    north: String,
    opening: usize,
    turns: usize,
    result: String,
    link: String,
}

/// Writes the page and every record.
pub(super) fn write(results: &Path, held: &Held<'_>) -> anyhow::Result<()> {
    let mut games = Vec::new();
    let finished = held.encounters.iter().flat_map(|it| {
        it.games
            .iter()
            .flatten()
            .map(move |game| (it.opening, game))
    });
    for ((opening, record), number) in finished.zip(1..) {
        let file = format!("games/{number:06}.game");
        // One by one: a file that is being written stays open.
        let mut outputs = Outputs::default();
        outputs.add_text(&record.to_string(), results.join(&file))?;
        outputs.publish()?;
        games.push(shown(record, opening, file));
    }
    let page = Page {
        rules: held.rules.to_string(),
        players: held.table.iter().map(|it| player(held, it)).collect(),
        trouble: held.trouble(),
        games,
    };
    let mut environment = Environment::new();
    let template = ("page.html", include_str!("page.html"));
    environment.add_template(template.0, template.1)?;
    let text = environment.get_template(template.0)?.render(Serde(page))?;
    let mut outputs = Outputs::default();
    outputs.add_text(&text, results.join("index.html"))?;
    outputs.add_text(&html(None), results.join(PLAY))?;
    outputs.publish()
}

fn player(held: &Held<'_>, standing: &Standing) -> Player {
    let cells = held
        .table
        .iter()
        .map(|other| match held.cross[standing.player][other.player] {
            (_, 0) => String::new(),
            (points, _) => points.to_string(),
        });
    let score = standing.tally.score();
    Player {
        name: held.names[standing.player].clone(),
        points: standing.points.to_string(),
        games: standing.games,
        forfeits: standing.forfeits,
        score: percent(score),
        elo: elo(score),
        cells: cells.collect(),
    }
}

fn shown(record: &GameRecord, opening: usize, file: String) -> Shown {
    let tag = |name: &str| record.tag(name).unwrap_or_default().to_owned();
    Shown {
        file,
        south: tag("South"),
        north: tag("North"),
        opening: opening + 1,
        turns: record.game.turns().len(),
        result: record.result(),
        link: format!("{PLAY}#game:{}", in_an_address(&record.to_string())),
    }
}

/// `text` as a part of an address.
fn in_an_address(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~,:/".contains(&byte);
    let signs = text.bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    signs.collect()
}
