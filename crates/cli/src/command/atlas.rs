//! `mancala atlas`: the openings of Kalah that were solved, which are the files of `atlas/` at the top of the repository.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::io::print_as;
use crate::options::{Format, number};
use arena::board_text;
use explain::pluralize;
use mancala::game::rules::options::PRESETS;
use mancala::game::{Kalah, Position, Rules, Side};
use mancala::solve::{Interval, MAX_SEEDS, MAX_WIDTH};

/// List the openings of Kalah that were solved, with their values
///
/// A value is the lead at the end of the player who moves first, with best play of both. With --pits
/// and --seeds, one opening: also the value of every first move, a game of best play, and what the search took.
#[derive(Debug, Args)]
pub struct AtlasArguments {
    /// Rule set
    #[arg(long, value_name = "NAME", default_value_t = Rules::default(), value_parser = presets())]
    rules: Rules,
    /// The opening with so many pits in a row
    #[arg(long, value_name = "N", requires = "seeds", value_parser = number::<usize>(1..=MAX_WIDTH))]
    pits: Option<usize>,
    /// And so many seeds in each
    #[arg(long, value_name = "N", requires = "pits", value_parser = number::<u16>(1..=MAX_SEEDS as u16))]
    seeds: Option<u16>,
    /// Values under the pie rule: after the first turn, the second player may take over the side of the first
    #[arg(long, conflicts_with = "pits")]
    pie: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The rule sets that have an atlas.
fn presets() -> impl TypedValueParser<Value = Rules> {
    let names = PRESETS.iter().map(|it| PossibleValue::new(it.name).help(it.meaning));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Rules>())
}

pub fn run(arguments: &AtlasArguments) -> anyhow::Result<()> {
    let AtlasArguments { rules, pie, format, .. } = *arguments;
    let mut found: Vec<_> = openings(rules).collect();
    let Some(size) = arguments.pits.zip(arguments.seeds) else {
        return print_as(format, || table(rules, &found, pie), || json_of(rules, &found));
    };
    found.retain(|opening| opening.size() == size);
    let [opening] = &found[..] else {
        let (pits, seeds) = size;
        anyhow::bail!(
            "the atlas does not have this opening\n\
             help: mancala solve --rules {rules} --pits {pits} --seeds {seeds}"
        );
    };
    print_as(format, || text_of(rules, opening), || json_of(rules, &found))
}

/// A row for each number of seeds, a column for each number of pits.
fn table(rules: Rules, openings: &[Opening], pie: bool) -> String {
    let under = if pie { " and the pie rule" } else { "" };
    let head = (1..=MAX_WIDTH).map(|pits| format!("{:>8}", pluralize(pits, "pit")));
    let head = head.collect::<String>();
    let mut text =
        format!("The lead of player 1, who moves first, under {rules}{under}\n{:>8}{head}\n", "");
    for seeds in 1..=MAX_SEEDS as u16 {
        let cells = (1..=MAX_WIDTH).map(|pits| {
            let found = openings.iter().find(|it| it.size() == (pits, seeds));
            let value = found.map(|it| if pie { it.pie } else { it.value }.to_string());
            format!("{:>8}", value.unwrap_or_default())
        });
        let row = cells.collect::<String>();
        if !row.trim().is_empty() {
            text += &format!("{:>8}{}\n", pluralize(seeds, "seed"), row.trim_end());
        }
    }
    text
}

/// One opening: the value and where it is from in the first line.
pub fn text_of(rules: Rules, opening: &Opening) -> String {
    let again = opening.reproduced.as_ref().map(|date| format!(" and {date}"));
    let sows = opening.sows().into_iter().map(|(sow, value)| format!("  {sow:<12} {value:>4}\n"));
    format!(
        "{rules}, player 1 to move: {} (from the atlas)\n{}best play: {}\nunder the pie rule: {}\n\
         solved on {}{}: {}, {} s, {} of tables, version {}\n",
        outcome(1, Interval::exact(opening.value)),
        sows.collect::<String>(),
        opening.line,
        outcome(1, Interval::exact(opening.pie)),
        opening.date,
        again.unwrap_or_default(),
        pluralize(opening.nodes, "node"),
        opening.seconds,
        indicatif::HumanBytes(opening.bytes),
        opening.version,
    )
}

/// How a game ends for a player whose lead is in this range.
pub fn outcome(player: u8, bounds: Interval) -> String {
    match bounds {
        Interval { lower, upper } if lower < upper => {
            format!("stopped; player {player} ends with a lead from {lower} to {upper}")
        }
        Interval { lower: 0, .. } => "a draw".to_owned(),
        Interval { lower, .. } if lower > 0 => format!("player {player} wins by {lower}"),
        Interval { lower, .. } => format!("player {player} loses by {}", -lower),
    }
}

fn json_of(rules: Rules, openings: &[Opening]) -> Value {
    let openings = openings.iter().map(|opening| {
        let (pits, seeds) = opening.size();
        let moves =
            opening.sows().into_iter().map(|(pit, value)| json!({ "pit": pit, "value": value }));
        json!({
            "pits": pits,
            "seeds": seeds,
            "value": opening.value,
            "value_with_pie_rule": opening.pie,
            "moves": moves.collect::<Vec<_>>(),
            "line": opening.line.split(", ").collect::<Vec<_>>(),
            "nodes": opening.nodes,
            "seconds": opening.seconds,
            "table_bytes": opening.bytes,
            "version": opening.version,
            "date": opening.date,
            "reproduced": opening.reproduced,
        })
    });
    json!({ "rules": rules.to_string(), "openings": openings.collect::<Vec<_>>() })
}

const FILES: [(Rules, &str); 3] = [
    (Rules::CITS3001, include_str!("../../../../atlas/cits3001.tsv")),
    (Rules::USC, include_str!("../../../../atlas/usc.tsv")),
    (Rules::UW, include_str!("../../../../atlas/uw.tsv")),
];

/// A line of an atlas, with the columns that `atlas/README.md` explains.
#[derive(Debug, Deserialize)]
pub struct Opening {
    pub board: String,
    /// The lead of South, who moves first, at the end.
    pub value: i32,
    /// The same under the pie rule.
    pub pie: i32,
    moves: String,
    /// A game of best play, a comma after each turn.
    pub line: String,
    pub nodes: u64,
    pub seconds: f64,
    pub bytes: u64,
    pub version: String,
    pub date: String,
    /// When another search found the same values, if one did.
    pub reproduced: Option<String>,
}

impl Opening {
    /// Pits in a row, and seeds in each.
    pub fn size(&self) -> (usize, u16) {
        let board = board_text::parse(&self.board);
        board.map_or((0, 0), |board| (board.width(), board.row(Side::South)[0]))
    }

    /// The first sows with their values, the first of the line first.
    pub fn sows(&self) -> Vec<(&str, i32)> {
        let sows = self.moves.split(", ").filter_map(|sow| sow.split_once(' '));
        let mut sows: Vec<_> =
            sows.filter_map(|(pit, value)| Some((pit, value.parse().ok()?))).collect();
        sows.sort_by_key(|(pit, _)| !self.line.starts_with(pit));
        sows
    }
}

/// All of a rule set; none if it has no atlas.
pub fn openings(rules: Rules) -> impl Iterator<Item = Opening> {
    let text = FILES.iter().find(|(known, _)| *known == rules).map_or("", |(_, text)| text);
    let mut lines = csv::ReaderBuilder::new();
    lines.delimiter(b'\t').from_reader(text.as_bytes()).into_deserialize().filter_map(Result::ok)
}

/// What the atlas says of a position; `None` if it does not have it.
pub fn look_up(start: &Kalah) -> Option<Opening> {
    let board = board_text::text(start.board());
    // South is to move in all of them.
    openings(start.rules()).find(|it| it.board == board && start.mover() == Side::South)
}
