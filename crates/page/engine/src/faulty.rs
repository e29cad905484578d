//! Programs with a mistake of the catalogue, for who wants to find it.

use std::ops::ControlFlow;

use crate::games::problem;
use crate::json::{list, object, or_null, string, strings};
use crate::{Answered, lines};
use explain::assignment;
use explain::mistakes::{CATALOGUE, Entry, Switch, Switches};
use explain::reference::{Settings, stream};
use explain::shrink::smallest_showing;
use mancala::game::Rules;

/// The most rows of a log in one answer.
const MAX_ROWS: usize = 400;
/// The most steps of a program: a part of a second.
const STEPS: u64 = 3_000_000;

/// Every mistake: its key, what it is about, what such a program does wrong, and the rule.
pub fn mistakes() -> String {
    let entry = |entry: &Entry| {
        object(&[
            ("key", string(entry.key)),
            ("group", string(&format!("{:?}", entry.group))),
            ("told", string(entry.student())),
            ("rule", string(entry.rule.sentence())),
        ])
    };
    object(&[("mistakes", list(CATALOGUE.iter().map(entry)))])
}

/// A mistake's key (nothing for none) and an `input.txt`: what such a program writes, `null` for the
/// files of one that never ends, and the first rows of its log.
pub fn answer(arguments: &str) -> Answered {
    let [key, input] = lines(arguments);
    let problem = problem(input)?;
    let assignment = assignment(&problem).ok_or("choose task 1, 2 or 3")?;
    let switches = key.split_whitespace().map(str::parse::<Switch>).collect::<Result<_, _>>()?;
    let settings = Settings { switches, steps: STEPS, ..Settings::default() };
    let (mut rows, mut count) = (Vec::new(), 0_u64);
    let answer = stream(&assignment, settings, &mut |row| {
        count += 1;
        if rows.len() < MAX_ROWS {
            rows.push(row.to_owned());
        }
        ControlFlow::Continue(())
    });
    Ok(object(&[
        ("state", or_null(answer.ok().map(|it| string(&it.next_state)))),
        ("rows", strings(rows)),
        ("count", count.to_string()),
    ]))
}

/// A mistake's key: the smallest `input.txt` on which it is seen; `null` if no small board shows it.
pub fn smallest(arguments: &str) -> Answered {
    let switch: Switch = arguments.trim().parse()?;
    let all = Switches::NONE.with(switch);
    let found = smallest_showing(switch, all, Rules::USC, &[], &|_| true);
    Ok(object(&[("input", or_null(found.map(|problem| string(&problem.to_string()))))]))
}
