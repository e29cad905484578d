//! The table of a tournament in the terminal.

use super::held::{Held, Trouble};
use crate::io::print::print_line;
use arena::tally::Estimate;

/// The longest name that is shown whole.
const LONGEST: usize = 28;

/// Prints who stands where, and the cross table.
pub(super) fn table(held: &Held<'_>) -> anyhow::Result<()> {
    let (table, cross) = (&held.table, &held.cross);
    let names = table.iter().map(|it| shortened(&held.names[it.player]));
    let names: Vec<String> = names.collect();
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    print_line(format_args!(
        "    {:width$}  points   games  forfeits   score           Elo above the field (95 %)",
        "player"
    ))?;
    for ((place, standing), name) in (1..).zip(table).zip(&names) {
        let score = standing.tally.score();
        print_line(format_args!(
            "{place:3} {name:width$}  {:6}  {:6}  {:8}   {:15} {}",
            standing.points,
            standing.games,
            standing.forfeits,
            percent(score),
            elo(score)
        ))?;
    }
    print_line("")?;
    let numbers: String = (1..=table.len())
        .map(|place| format!("{place:>7}"))
        .collect();
    print_line(format_args!("    {:width$}{numbers}", ""))?;
    for ((place, row), name) in (1..).zip(table).zip(&names) {
        let cells = table
            .iter()
            .map(|column| match cross[row.player][column.player] {
                _ if row.player == column.player => format!("{:>7}", "-"),
                (_, 0) => format!("{:>7}", "."),
                (points, _) => format!("{points:7}"),
            });
        let cells: String = cells.collect();
        print_line(format_args!("{place:3} {name:width$}{cells}"))?;
    }
    trouble(held)
}

/// Prints who forfeited games or did not play at all, and why.
fn trouble(held: &Held<'_>) -> anyhow::Result<()> {
    let trouble = held.trouble();
    if !trouble.is_empty() {
        print_line("")?;
    }
    trouble.iter().try_for_each(|Trouble { name, what }| {
        print_line(format_args!("{} {}", shortened(name), safe(what)))
    })
}

/// A player's name, shortened if need be.
fn shortened(name: &str) -> String {
    let safe = safe(name);
    match name.chars().count() > LONGEST {
        true => safe.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => safe,
    }
}

/// What a program or its author said, safe for a terminal.
fn safe(text: &str) -> String {
    let signs = text.chars().map(|c| if c.is_control() { '?' } else { c });
    signs.collect()
}

/// "53.2 ± 1.9 %".
pub(super) fn percent(score: Estimate) -> String {
    match score.error.is_finite() {
        // More than everything would say no more.
        true => format!(
            "{:.1} ± {:.1} %",
            100.0 * score.mean,
            100.0 * score.error.min(1.0)
        ),
        false => "?".to_owned(),
    }
}

/// "+22 (+9 to +36)"; a bound that nothing shows is left open.
pub(super) fn elo(score: Estimate) -> String {
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
