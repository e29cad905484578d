//! Wrong cases for the page that walks through a search: small files beside the reports, as scripts,
//! since a page from a disk may read nothing else.
//!
//! What a student gets holds visible cases only; hidden ones lie in a folder for the staff.

use serde_json::{Map, Value, json};

use super::file_name;
use crate::class::{Cell, Class, Graded};
use crate::result::CaseResult;
use explain::comparison::WrongLog;
use mancala::homework::compare::OutputFile;
use mancala::visible;
use page::in_an_address;

/// The page that shows them, beside `index.html`.
pub const PAGE: &str = "walk.html";

/// A log of so many rows the page writes again in a second.
const MAX_WRITTEN_AGAIN: u64 = 1_000_000;

/// Whether there is something to walk through: the search of a wrong case, of a task with a log.
fn has_walk(cell: &Cell) -> bool {
    cell.is_wrong() && cell.result.is_some() && cell.case.rows > 0
}

/// The cases of a submission, and the small inputs on which it goes wrong.
fn cells(graded: &Graded) -> impl Iterator<Item = &Cell> {
    graded.cells.iter().chain(graded.counterexamples.iter().map(|it| &it.cell))
}

pub fn has_any(class: &Class) -> bool {
    class.submissions.iter().flat_map(cells).any(has_walk)
}

/// The address of the page for a case, as seen from the folder of `index.html`.
pub(super) fn link(graded: &Graded, cell: &Cell) -> Option<String> {
    let name = file_name(&graded.submission.name);
    let folder = if cell.is_hidden { "walks" } else { "feedback" };
    let data = in_an_address(&format!("{folder}/{name}.js"), "");
    has_walk(cell).then(|| format!("{PAGE}#case:{data};{}", in_an_address(&cell.case.name, "")))
}

/// The visible cases as a script, or the hidden ones; `None` if there is none.
pub(super) fn script(graded: &Graded, hidden: bool) -> Option<String> {
    let shown = cells(graded).filter(|cell| cell.is_hidden == hidden && has_walk(cell));
    let data = shown.map(|cell| (cell.case.name.clone(), walk(graded, cell)));
    let data: Map<String, Value> = data.collect();
    (!data.is_empty()).then(|| format!("mancalaCases({});\n", Value::Object(data)))
}

fn walk(graded: &Graded, cell: &Cell) -> Value {
    let result = cell.result.as_ref();
    let log = result.and_then(|result| log(graded, cell, result));
    json!({ "input": cell.case.input, "hintOnly": false, "log": log })
}

/// The log and where it goes wrong, if that is what is wrong. What it has of a log that can be computed
/// is computed by the page: of the right one, or of one with the mistakes that explain it.
fn log(graded: &Graded, cell: &Cell, result: &CaseResult) -> Option<WrongLog> {
    let finding = result.findings.iter().find(|it| it.file == OutputFile::TraverseLog)?;
    let line = finding.place?.line;
    let mistakes = graded.mistakes_that_write(&cell.case.name);
    let mistakes = mistakes.filter(|_| cell.case.rows <= MAX_WRITTEN_AGAIN);
    let (places, until) = match mistakes {
        Some(_) => (String::new(), None),
        None => result.difference.as_ref().map(|it| (it.to_string(), it.until))?,
    };
    let keys = mistakes
        .map(|switches| switches.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(" "));
    let made = mistakes.unwrap_or_default().mistakes();
    Some(WrongLog {
        right: false,
        line,
        row: result.rows_right + 1,
        message: visible::block(&finding.message).into_owned(),
        base: keys.clone().unwrap_or_default(),
        mistakes: keys,
        places: visible::block(&places).into_owned(),
        until,
        told: graded.sentences().into_iter().map(|it| visible::block(it).into_owned()).collect(),
        rules: made.map(|it| it.entry().rule.sentence()).collect(),
    })
}
