//! Endgame tables on disk: read if whole, built and written if not.
//!
//! ```text
//! usc-6-18.endgame    a line: mancala endgame 2 usc 6 18
//!                     the values, a byte for each position, and a hash; see hashed_file
//! ```
//!
//! Left out: what the values mean ([`endgame`](mancala::solve::endgame)).

use std::path::Path;

use super::hashed_file::{self, Held};
use super::print::say;
use mancala::game::Rules;
use mancala::solve::endgame::Endgame;

/// The table for these rules, from `folder` if it has a whole one, which it has afterwards.
pub(crate) fn load_or_build(
    folder: &Path,
    rules: Rules,
    width: usize,
    seeds: usize,
    threads: usize,
) -> anyhow::Result<Endgame> {
    let path = folder.join(format!("{rules}-{width}-{seeds}.endgame"));
    let title = title(rules, width, seeds);
    match hashed_file::read(&path, &title) {
        Held::Nothing => {}
        Held::Whole(bytes, values) => {
            if let Some(table) = Endgame::from_values(rules, width, seeds, &bytes[values]) {
                return Ok(table);
            }
        }
        Held::Damaged => say(format_args!(
            "warning: {} is damaged; building it anew",
            path.display()
        )),
        Held::Unreadable(error) => say(format_args!(
            "warning: cannot read {} ({error}); building the table anew",
            path.display()
        )),
    }
    let table = Endgame::build(rules, width, seeds, threads);
    hashed_file::write(&path, &title, std::iter::once(table.values()))?;
    Ok(table)
}

fn title(rules: Rules, width: usize, seeds: usize) -> String {
    format!("mancala endgame 2 {rules} {width} {seeds}\n")
}

/// The hash of a table, as its file has it.
pub(crate) fn hash_of(table: &Endgame) -> String {
    let sowing = table.sowing();
    let title = title(*sowing.rules(), sowing.width(), table.seeds());
    hashed_file::hash_of(&title, table.values())
        .to_hex()
        .to_string()
}
