//! Wrong programs that no known mistake explains, grouped by what they wrote: the same cases are wrong, in the same way,
//! from the same row on, with the same found there. A teacher looks at one of them, and what is said of it, an
//! [`Annotation`](crate::result::Annotation) in the ledger, is true of all. What a program said to standard error is left out, since
//! it names its lines.

use super::{Cell, Class, Graded};
use crate::result::{Build, is_of_outputs};
use explain::Kind;
use journal::digest;
use mancala::homework::compare::{Finding, Verdict};

/// A cluster that is larger than this share of the class is no longer rare.
const RARE: f64 = 0.05;

/// Submissions that wrote the same wrong things.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster<'a> {
    pub id: String,
    /// Its members, in the order of the class.
    pub members: Vec<&'a Graded>,
}

impl Cluster<'_> {
    pub fn sentence(&self) -> Option<&str> {
        self.members.iter().find_map(|graded| graded.named.as_deref())
    }

    pub fn first_wrong(&self) -> Option<&Cell> {
        self.members.first()?.cells.iter().find(|cell| cell.is_telling())
    }

    /// Whether few share something that nothing known explains.
    pub fn is_rare_and_shared(&self, class: &Class) -> bool {
        let few = (class.submissions.len() as f64 * RARE).max(2.0);
        (2.0..=few).contains(&(self.members.len() as f64)) && self.sentence().is_none()
    }
}

/// The clusters of a class, the largest first.
pub fn clusters(class: &Class) -> Vec<Cluster<'_>> {
    let mut clusters: Vec<Cluster<'_>> = Vec::new();
    for graded in &class.submissions {
        let Some(id) = &graded.cluster else { continue };
        match clusters.iter_mut().find(|it| it.id == *id) {
            Some(cluster) => cluster.members.push(graded),
            None => clusters.push(Cluster { id: id.clone(), members: vec![graded] }),
        }
    }
    // Stable: of the same size in the order of the class.
    clusters.sort_by_key(|cluster| std::cmp::Reverse(cluster.members.len()));
    clusters
}

impl Graded {
    /// The hash of what is wrong in the cases; `None` if a known mistake explains it, or nothing is wrong with what the
    /// program wrote: those that crash or never end need not have anything in common.
    pub fn behaviour(&self) -> Option<String> {
        let kind = self.explanation.as_ref().map(|it| it.kind);
        if matches!(kind, Some(Kind::Named | Kind::Partly)) || self.submission.build != Build::Ready
        {
            return None;
        }
        let is_wrong = |cell: &&Cell| cell.is_telling() && !cell.is_open();
        let wrong = self.cells.iter().filter(is_wrong);
        if !wrong.clone().any(|it| it.verdict.is_some_and(is_of_outputs)) {
            return None;
        }
        Some(id(wrong.filter_map(|cell| {
            let findings = cell.result.as_ref().map(|it| it.findings.as_slice());
            Some(text(&cell.case.name, cell.verdict?, findings.unwrap_or_default()))
        })))
    }
}

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
fn text(case: &str, verdict: Verdict, findings: &[Finding]) -> String {
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
