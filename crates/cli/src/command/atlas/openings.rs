//! Openings that were solved before: the files of `atlas/` at the top of the repository.

use serde::Deserialize;

use arena::board_text;
use mancala::game::{Kalah, Position, Rules, Side};

const FILES: [(Rules, &str); 3] = [
    (Rules::CITS3001, include_str!("../../../../../atlas/cits3001.tsv")),
    (Rules::USC, include_str!("../../../../../atlas/usc.tsv")),
    (Rules::UW, include_str!("../../../../../atlas/uw.tsv")),
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
