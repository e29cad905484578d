//! What a submission wrote wrongly, as one hash.

use journal::digest;
use mancala::homework::compare::{Finding, Verdict};

/// The digits of the hash, few enough to be typed.
const DIGITS: usize = 8;

/// The name of a cluster whose members have these texts in common.
pub(super) fn id(texts: impl IntoIterator<Item = String>) -> String {
    let texts: Vec<_> = texts.into_iter().collect();
    let mut hash = digest(texts.iter().map(String::as_bytes));
    hash.truncate(DIGITS);
    hash
}

/// A wrong case: its name, what became of it, and what is wrong with the outputs.
pub(super) fn text(case: &str, verdict: Verdict, findings: &[Finding]) -> String {
    let mut text = format!("{case}\n{verdict:?}\n");
    for finding in findings {
        let found = finding.lines.as_ref().map(|lines| &lines.found);
        // Not by `Debug` of the place: a teacher's word on a cluster is kept under this hash.
        let place = finding.place.map_or("None".to_owned(), |place| {
            format!("Some(Place {{ line: {}, column: {:?} }})", place.line, place.column)
        });
        text += &format!("{:?} {place} {found:?}\n", finding.file);
    }
    text
}
