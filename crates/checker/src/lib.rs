//! Proves values of Kalah that a solver has found, with nothing but the standard library and no code of the solver.

#![allow(missing_docs, reason = "no sentence repeats a name that says it all")]

pub mod game;
pub mod search;

use game::{Game, Position, Sown};

/// One line of an atlas.
pub struct Entry {
    game: Game,
    pub board: String,
    pub value: i32,
    position: Position,
    /// South's store minus North's before the first move.
    lead: i32,
    line: String,
}

/// The entries of an atlas, by its columns `rules`, `board`, `value` and `line`; otherwise what is wrong with a line.
pub fn read(text: &str) -> Result<Vec<Entry>, String> {
    let mut lines = text.lines();
    let columns = lines.next().unwrap_or_default().split('\t');
    let entry = |line: &str| {
        let cell = |name: &str| {
            let found = columns.clone().zip(line.split('\t')).find(|(column, _)| *column == name);
            found.map(|(_, cell)| cell).ok_or_else(|| format!("expected a column {name}"))
        };
        let parsed = game::parse_board(cell("board")?);
        let (position, width, lead) = parsed.ok_or("expected a board on which South has a move")?;
        Ok(Entry {
            game: Game::parse(cell("rules")?, width)?,
            board: cell("board")?.to_owned(),
            value: cell("value")?.parse().map_err(|_| "expected a whole number as value")?,
            position,
            lead,
            line: cell("line")?.to_owned(),
        })
    };
    let entries = lines.zip(2..).map(|(line, at)| (entry(line), at));
    entries.map(|(it, at)| it.map_err(|it: String| format!("line {at}: {it}"))).collect()
}

impl Entry {
    /// Proves both bounds of the value and that each sow of the line keeps it; `None` if that takes more positions.
    pub fn check(&self, most_nodes: u64) -> Option<Result<(), String>> {
        let seeds = self.game.rows(&self.position).iter().sum::<i32>() as usize;
        let mut search = search::Search::new(self.game, seeds, most_nodes);
        let start = Sown { next: self.position, gain: 0, again: true };
        let least = self.value.saturating_sub(self.lead);
        if !search.reaches(&start, least)? {
            return Some(Err("the value is less".to_owned()));
        }
        if search.reaches(&start, least.saturating_add(1))? {
            return Some(Err("the value is greater".to_owned()));
        }
        let (mut position, mut lead, mut south) = (self.position, self.lead, true);
        for turn in self.line.split(',').filter(|turn| !turn.is_empty()) {
            let mover = south;
            for name in turn.split_whitespace() {
                let pit = game::pit_named(name, south, self.game.width);
                let Some(pit) = pit.filter(|&pit| mover == south && position[pit] > 0) else {
                    return Some(Err(format!("{name} of the line cannot be played")));
                };
                let sown = self.game.sow(&position, pit);
                let sign = if south { 1 } else { -1 };
                // What the mover has to gain from here on to lose nothing.
                if !search.reaches(&sown, sign * (self.value - lead))? {
                    return Some(Err(format!("{name} of the line loses seeds")));
                }
                (position, lead) = (sown.next, lead + sign * sown.gain);
                south ^= !sown.again;
            }
        }
        let is_whole = self.line.is_empty() || position == Position::default();
        Some(if is_whole { Ok(()) } else { Err("the line ends before the game".to_owned()) })
    }
}
