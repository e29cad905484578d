//! JUnit's XML: a suite for each submission, a test for each case.
//!
//! Wrong outputs are failures; a program that does not get as far is an error, and so is a case that
//! could not be graded. The time is processor time.
//!
//! Characters that XML cannot hold are shown by symbols, as all invisible characters are.

use serde_json::{Value, json};

use super::html::rendered;
use super::words::{Audience, tell};
use crate::class::{Cell, Class, Graded};
use mancala::homework::compare::Verdict;
use mancala::visible;

pub fn report(class: &Class) -> String {
    let title = match class.title.as_str() {
        "" => "mancala",
        title => title,
    };
    let suites = class.submissions.iter().map(|graded| {
        json!({
            "name": visible::line(&graded.submission.name),
            "counts": counts(&graded.cells),
            "cases": graded.cells.iter().map(|cell| case(graded, cell)).collect::<Value>(),
            "by_hand": graded.by_hand().collect::<Vec<_>>().join("\n"),
        })
    });
    let all = counts(class.submissions.iter().flat_map(|it| &it.cells));
    let suites = suites.collect::<Value>();
    rendered("junit.xml", json!({ "title": visible::line(title), "all": all, "suites": suites }))
}

/// How many tests there are, and how many of them did not pass.
fn counts<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Value {
    let all: Vec<_> = cells.into_iter().map(status).collect();
    let count = |of: &str| all.iter().filter(|it| **it == Some(of)).count();
    json!({ "tests": all.len(), "skipped": count("skipped"), "error": count("error"), "failure": count("failure") })
}

fn case(graded: &Graded, cell: &Cell) -> Value {
    let cpu = cell.result.as_ref().and_then(|it| it.used.cpu_ms);
    let status = status(cell);
    let told = status.map(|_| tell(&graded.submission, cell, Audience::Staff));
    json!({
        "name": visible::line(&cell.case.name),
        "time": cpu.map(|it| format!("{}.{:03}", it / 1000, it % 1000)),
        "status": status,
        "message": told.as_ref().map(|it| visible::line(&it.headline)),
        "type": cell.verdict.map(Verdict::code),
        "text": told.as_ref().map(ToString::to_string),
    })
}

/// The element that says how a test failed to pass; `None` for one that passed.
fn status(cell: &Cell) -> Option<&'static str> {
    use Verdict::{Accepted, NoOutput, Partly, PresentationError, Skipped, WrongAnswer};
    match cell.verdict {
        Some(Accepted) => None,
        None | Some(Skipped) => Some("skipped"),
        Some(Partly | WrongAnswer | PresentationError | NoOutput) => Some("failure"),
        Some(_) => Some("error"),
    }
}
