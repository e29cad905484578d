//! A round robin that was played, with its tables.
//!
//! Left out: laying them out.

use crate::game::Rules;
use crate::play::standings::{Standing, cross_table, standings};
use crate::play::tournament::Encounter;

/// What a round robin showed.
pub(super) struct Held<'a> {
    pub(super) rules: Rules,
    /// Of the players, in the order in which they entered.
    pub(super) names: Vec<String>,
    pub(super) encounters: &'a [Encounter],
    /// The best first.
    pub(super) table: Vec<Standing>,
    pub(super) cross: Vec<Vec<(f64, u32)>>,
}

impl<'a> Held<'a> {
    pub(super) fn new(rules: Rules, names: Vec<String>, encounters: &'a [Encounter]) -> Self {
        Self {
            table: standings(names.len(), encounters),
            cross: cross_table(names.len(), encounters),
            rules,
            names,
            encounters,
        }
    }
}
