//! Wrong cases for the page that walks through a search: small files beside the reports, as scripts,
//! since a page from a disk may read nothing else.
//!
//! What a student gets holds visible cases only; hidden ones lie in a folder for the staff.
//!
//! Left out: the page, which the program writes beside them under the name [`PAGE`].

use serde_json::{Map, Value, json};

use super::file_name::file_name;
use crate::grade::class::{Cell, Class, Graded};
use crate::grade::result::CaseResult;
use crate::grade::scoring::Visibility;
use crate::judge::finding::OutputFile;

/// The page that shows them, beside `index.html`.
pub const PAGE: &str = "walk.html";

/// The folders of visible and of hidden cases.
const fn folder(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Visible => "feedback",
        Visibility::Hidden => "walks",
    }
}

/// Whether there is something to walk through: the search of a wrong case, of a task with a log.
fn has_walk(cell: &Cell) -> bool {
    let is_known = !cell.case.input.is_empty() && cell.result.is_some();
    cell.is_wrong() && is_known && cell.case.rows > 0
}

/// The cases of a submission, and the small inputs on which it goes wrong.
fn cells(graded: &Graded) -> impl Iterator<Item = &Cell> {
    let small = graded.counterexamples.iter().map(|it| &it.cell);
    graded.cells.iter().chain(small)
}

/// Whether any report links to the page.
#[must_use]
pub fn has_any(class: &Class) -> bool {
    class.submissions.iter().flat_map(cells).any(has_walk)
}

/// The address of the page for a case, as seen from the folder of `index.html`.
pub(super) fn link(graded: &Graded, cell: &Cell) -> Option<String> {
    let name = file_name(&graded.submission.name);
    let folder = folder(cell.visibility);
    let data = encoded(&format!("{folder}/{name}.js"));
    has_walk(cell).then(|| format!("{PAGE}#case:{data};{}", encoded(&cell.case.name)))
}

/// The cases of one visibility as a script; `None` if there is none.
pub(super) fn script(graded: &Graded, visibility: Visibility) -> Option<String> {
    let shown = cells(graded).filter(|cell| cell.visibility == visibility && has_walk(cell));
    let data = shown.map(|cell| (cell.case.name.clone(), walk(graded, cell)));
    let data: Map<String, Value> = data.collect();
    (!data.is_empty()).then(|| format!("mancalaCases({});\n", Value::Object(data)))
}

fn walk(graded: &Graded, cell: &Cell) -> Value {
    let log = cell.result.as_ref().and_then(|result| log(graded, result));
    json!({ "input": cell.case.input, "hintOnly": false, "log": log })
}

/// Where the log goes wrong, if that is what is wrong; what comes before is computed by the page.
fn log(graded: &Graded, result: &CaseResult) -> Option<Value> {
    let mut findings = result.findings.iter();
    let finding = findings.find(|it| it.file == OutputFile::TraverseLog)?;
    let (place, lines) = (finding.place?, finding.lines.as_ref()?);
    // Of the log the lines from there on are known, as far as they were quoted, and that those before
    // are right: the page's form of a difference, see its `carried`.
    let (line, found) = (place.line, &lines.found);
    let head = format!("{line} {0} {0}\n", found.len());
    let places: String = found.iter().map(|line| format!("{line}\n")).collect();
    Some(json!({
        "right": false,
        "line": line,
        "row": result.rows_right + 1,
        "message": finding.message,
        "mistakes": null,
        "base": "",
        "places": head + &places,
        "until": line + found.len() as u64,
        "told": graded.sentences(),
        "rules": [],
    }))
}

/// Text as a part of an address.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn an_address_has_no_sign_that_ends_it() {
        assert_eq!(encoded("a b/ü;(1).js"), "a%20b%2F%C3%BC%3B%281%29.js");
    }
}
