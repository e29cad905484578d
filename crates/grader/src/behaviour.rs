//! What a wrong program does, as one short hash: two of the same hash do the same.
//!
//! The same cases are wrong, in the same way, from the same row on, with the same found there; as far as
//! the ledger keeps it. What a program said to standard error is left out, since it names its lines.
//!
//! Left out: which programs are looked at.

use super::key;
use mancala::homework::compare::finding::Finding;
use mancala::homework::compare::verdict::Verdict;

/// The digits of the hash, few enough to be typed.
const DIGITS: usize = 8;

/// A wrong case: its name, what became of it, and what is wrong with the outputs.
pub(super) type Wrong<'a> = (&'a str, Verdict, &'a [Finding]);

/// The hash of all wrong cases; `None` if there are none.
pub(super) fn hash<'a>(wrong: impl Iterator<Item = Wrong<'a>>) -> Option<String> {
    let texts: Vec<_> = wrong.map(text).collect();
    (!texts.is_empty()).then(|| {
        let mut hash = key::digest(texts.iter().map(String::as_bytes));
        hash.truncate(DIGITS);
        hash
    })
}

fn text((case, verdict, findings): Wrong<'_>) -> String {
    let mut text = format!("{case}\n{verdict:?}\n");
    for finding in findings {
        let found = finding.lines.as_ref().map(|lines| &lines.found);
        text += &format!("{:?} {:?} {found:?}\n", finding.file, finding.place);
    }
    text
}
