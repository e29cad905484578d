//! A round robin that was played, with its tables.
//!
//! Left out: laying them out.

use serde::Serialize;

use arena::standings::{Standing, cross_table, standings};
use arena::tournament::{Absent, Encounter};
use mancala::game::Rules;

/// What a round robin showed.
pub(in crate::command) struct Held<'a> {
    pub(super) rules: Rules,
    /// Of the players, in the order in which they entered.
    pub(super) names: Vec<String>,
    pub(super) absent: &'a [Absent],
    pub(super) encounters: &'a [Encounter],
    /// The best first.
    pub(super) table: Vec<Standing>,
    pub(super) cross: Vec<Vec<(f64, u32)>>,
}

impl<'a> Held<'a> {
    pub(in crate::command) fn new(
        rules: Rules,
        names: Vec<String>,
        absent: &'a [Absent],
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
    pub(super) fn trouble(&self) -> Vec<Trouble> {
        let forfeits = self.table.iter().filter_map(|it| {
            let (forfeits, games, why) = (it.forfeits, it.games, it.first_forfeit.as_ref()?);
            Some(Trouble {
                name: self.names[it.player].clone(),
                what: format!("forfeited {forfeits} of {games} games, the first by: {why}"),
            })
        });
        let absent = self.absent.iter().map(|it| Trouble {
            name: it.name.clone(),
            what: format!("does not play: {}", it.why),
        });
        forfeits.chain(absent).collect()
    }
}

/// Somebody whose games ended by forfeits, or did not even begin.
#[derive(Serialize)]
pub(super) struct Trouble {
    pub(super) name: String,
    /// In words, with the reason.
    pub(super) what: String,
}
