//! A log of one's own beside the walk, as JSON.

use super::Walk;
use crate::json::{object, or_null, string, strings};
use mancala::page::comparison;

/// Holds `log` against the search.
pub(super) fn compare(walk: &Walk, log: &str) -> Result<String, String> {
    let compared = comparison::compare(&walk.problem, walk.algorithm, log)
        .map_err(|error| format!("the log cannot be read: {error}"))?;
    let Some(difference) = compared else {
        return Ok(object(&[("right", "true".to_owned())]));
    };
    let mistake = difference.mistake.map(|entry| {
        object(&[
            ("key", string(entry.key)),
            ("student", string(entry.student)),
            ("rule", string(entry.rule)),
        ])
    });
    Ok(object(&[
        ("right", "false".to_owned()),
        ("line", difference.line.to_string()),
        ("row", difference.row.min(walk.rows()).to_string()),
        ("message", string(&difference.message)),
        ("begin", difference.begin.to_string()),
        ("lines", strings(&difference.lines)),
        ("mistake", or_null(mistake)),
    ]))
}
