//! What `mancala solve` prints of Kalah: as text each thing as soon as it is known, as JSON all at the end.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::io::{UntilInterrupted, print, print_json, print_line};
use crate::options::Format;
use explain::pluralize;
use mancala::game::{Kalah, Pit, PitName, Position};
use mancala::solve::best_play::PlayedTurn;
use mancala::solve::endgame::Endgame;
use mancala::solve::{Engine, Interval};

pub struct Report<'a> {
    start: Kalah,
    format: Format,
    shown: &'a UntilInterrupted,
    begin: Instant,
    bounds: Interval,
    time_of_value: Duration,
    values: Vec<(Vec<Pit>, Interval)>,
    value_with_pie_rule: Option<i32>,
}

impl<'a> Report<'a> {
    pub fn new(start: Kalah, format: Format, shown: &'a UntilInterrupted) -> Self {
        Self {
            start,
            format,
            shown,
            begin: Instant::now(),
            bounds: Interval::NONE,
            time_of_value: Duration::ZERO,
            values: Vec::new(),
            value_with_pie_rule: None,
        }
    }

    pub fn shown(&self) -> &'a UntilInterrupted {
        self.shown
    }

    pub fn value(&mut self, bounds: Interval) -> anyhow::Result<()> {
        self.bounds = bounds;
        self.time_of_value = self.begin.elapsed();
        let (rules, player) = (self.start.rules(), self.start.mover().player());
        self.tell(format!("{rules}, player {player} to move: {}\n", outcome(player, bounds)))
    }

    /// What the values of all turns, once they are told, are worth under the pie rule.
    pub fn pie_rule(&mut self) -> anyhow::Result<()> {
        let values: Option<Vec<_>> = self.values.iter().map(|(_, it)| it.value()).collect();
        // Whatever the first turn leads to, the other player takes the better side.
        self.value_with_pie_rule =
            values.and_then(|values| values.into_iter().map(|value| -value.abs()).max());
        let Some(value) = self.value_with_pie_rule else { return Ok(()) };
        let outcome = outcome(self.start.mover().player(), Interval::exact(value));
        self.tell(format!("under the pie rule: {outcome}\n"))
    }

    pub fn move_value(&mut self, sequence: Vec<Pit>, bounds: Interval) -> anyhow::Result<()> {
        let names = PitName::of_all(self.start.mover(), &sequence).join(" ");
        self.values.push((sequence, bounds));
        let value = match bounds.value() {
            Some(value) => value.to_string(),
            None => format!("{}..{}", bounds.lower, bounds.upper),
        };
        self.tell(format!("  {names:<12} {value:>4}\n"))
    }

    /// A game of best play, and what all took.
    pub fn end(&self, line: &[PlayedTurn], engine: &Engine) -> anyhow::Result<()> {
        let time = self.begin.elapsed();
        self.shown.clear();
        if self.format == Format::Json {
            return print_json(&self.json(line, engine, time));
        }
        if !line.is_empty() {
            let turns = line.iter().map(|(side, turn)| PitName::of_all(*side, turn).join(" "));
            let turns: Vec<_> = turns.collect();
            print_line(format_args!("best play: {}", turns.join(", ")))?;
        }
        print_line(format_args!(
            "{}, endgame table to {}, {} of tables; value after {:.2?}, all after {time:.2?}",
            pluralize(engine.nodes(), "node"),
            pluralize(engine.endgame().map_or(0, Endgame::seeds), "seed"),
            indicatif::HumanBytes(engine.memory() as u64),
            self.time_of_value,
        ))
    }

    fn tell(&self, text: String) -> anyhow::Result<()> {
        match self.format {
            Format::Text => print(text),
            Format::Json => Ok(()),
        }
    }

    fn json(&self, line: &[PlayedTurn], engine: &Engine, time: Duration) -> serde_json::Value {
        let mover = self.start.mover();
        let values = self.values.iter().map(|(sequence, bounds)| {
            json!({
                "turn": PitName::of_all(mover, sequence),
                "value": bounds.value(),
                "bounds": [bounds.lower, bounds.upper],
            })
        });
        let line = line.iter().map(
            |(side, turn)| json!({ "player": side.player(), "turn": PitName::of_all(*side, turn) }),
        );
        json!({
            "rules": self.start.rules().to_string(),
            "player": mover.player(),
            "value": self.bounds.value(),
            "bounds": [self.bounds.lower, self.bounds.upper],
            "values": values.collect::<Vec<_>>(),
            "value_with_pie_rule": self.value_with_pie_rule,
            "line": line.collect::<Vec<_>>(),
            "nodes": engine.nodes(),
            "table_seeds": engine.endgame().map(Endgame::seeds),
            "table_bytes": engine.memory(),
            "seconds_to_value": self.time_of_value.as_secs_f64(),
            "seconds": time.as_secs_f64(),
        })
    }
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
