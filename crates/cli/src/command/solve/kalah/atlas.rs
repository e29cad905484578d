//! Openings that were solved before: the atlas at the top of the repository.

use arena::board_text;
use mancala::game::{Kalah, Position, Rules, Side};

const FILES: [(Rules, &str); 3] = [
    (Rules::CITS3001, include_str!("../../../../../../atlas/cits3001.tsv")),
    (Rules::USC, include_str!("../../../../../../atlas/usc.tsv")),
    (Rules::UW, include_str!("../../../../../../atlas/uw.tsv")),
];

#[derive(Debug)]
pub struct Opening {
    /// The lead of the player to move at the end.
    pub value: i32,
    /// The first sows with their values, the first of the line first.
    pub sows: Vec<(&'static str, &'static str)>,
    /// A game of best play.
    pub line: &'static str,
    pub date: &'static str,
}

/// What the atlas says of a position; `None` if it does not have it.
pub fn look_up(start: &Kalah) -> Option<Opening> {
    let (_, text) = FILES.iter().find(|(rules, _)| *rules == start.rules())?;
    let mut lines = text.lines();
    let columns: Vec<_> = lines.next()?.split('\t').collect();
    let column = |line: &'static str, name| {
        line.split('\t').nth(columns.iter().position(|column| *column == name)?)
    };
    let board = board_text::text(start.board());
    let found = lines.find(|line| column(line, "board") == Some(&board))?;
    // South is to move in all of them.
    let line = column(found, "line").filter(|_| start.mover() == Side::South)?;
    let sows = column(found, "moves")?.split(", ");
    let mut sows: Vec<_> = sows.filter_map(|sow| sow.split_once(' ')).collect();
    sows.sort_by_key(|(pit, _)| !line.starts_with(pit));
    let value = column(found, "value")?.parse().ok()?;
    Some(Opening { value, sows, line, date: column(found, "date")? })
}
