//! A log of one's own beside the walk, as JSON.

use super::Walk;
use crate::json::{object, or_null, string, strings};
use crate::{Answered, line};
use mancala::page::comparison::{self, Program};

/// The most lines in one answer.
const MOST_LINES: usize = 400;

/// Holds `log` against the search.
pub(super) fn compare(walk: &Walk, log: &str) -> Answered {
    let compared = comparison::compare(&walk.problem, walk.algorithm, || Ok(log.as_bytes()))
        .map_err(|error| format!("the log cannot be read: {error}"))?;
    let Some(difference) = compared else {
        return Ok(object(&[("right", "true".to_owned())]));
    };
    let program = difference.program.as_ref();
    Ok(object(&[
        ("right", "false".to_owned()),
        ("line", difference.line.to_string()),
        ("row", difference.row.min(walk.rows()).to_string()),
        ("message", string(&difference.message)),
        ("begin", difference.begin.to_string()),
        ("lines", strings(&difference.lines)),
        (
            "mistakes",
            or_null(program.map(|program| string(&program.keys()))),
        ),
        ("told", strings(program.map_or(&[][..], |it| &it.told))),
        (
            "rules",
            strings(program.iter().flat_map(|program| program.rules())),
        ),
    ]))
}

/// Keys of mistakes, the number of a line and a count: that many lines of the log which a program with
/// these mistakes writes.
pub(super) fn wrong(walk: &Walk, arguments: &str) -> Answered {
    let (keys, rest) = line(arguments);
    let (begin, count) = line(rest);
    let number = |text: &str| text.trim().parse().map_err(|_| "expected a number");
    let (begin, count) = (number(begin)?, number(count)? as usize);
    let lines = Program::writes(&walk.problem, keys, begin, count.min(MOST_LINES))?;
    Ok(object(&[("lines", strings(&lines))]))
}
