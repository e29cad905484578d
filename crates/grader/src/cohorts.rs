//! Two classes that had the same homework, such as those of two years: which mistakes became rarer, and which cases tell
//! nobody apart any more.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::class::Class;
use crate::groups::{Kind, groups};
use crate::settings::scoring::rounded;
use mancala::homework::compare::Verdict;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cohorts {
    pub submissions: [usize; 2],
    /// What became rarer first.
    pub trends: Vec<Trend>,
    /// The cases of the newer class that all of it get right, or all of it wrong.
    pub uniform: Vec<Uniform>,
}

/// A mistake or a broken rule, with the number of submissions that have it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trend {
    pub kind: Kind,
    pub key: String,
    pub old: usize,
    pub new: usize,
    /// The difference of the shares of the two classes; below 0 where it became rarer.
    pub change: f64,
}

/// A case that tells nobody apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Uniform {
    pub case: String,
    pub is_right: bool,
    /// How many of the older class got it wrong; `None` where they did not have it.
    pub old_wrong: Option<usize>,
}

pub fn compare(old: &Class, new: &Class) -> Cohorts {
    let submissions = [old, new].map(|it| it.submissions.len());
    let mut counts: BTreeMap<_, [usize; 2]> = BTreeMap::new();
    for (at, class) in [old, new].into_iter().enumerate() {
        for (group, members) in groups(class) {
            counts.entry(group).or_default()[at] = members.len();
        }
    }
    // A cluster is called by the cases that it fails, which other classes need not have.
    counts.retain(|(kind, _), _| *kind != Kind::Cluster);
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    let trends = counts.into_iter().map(|((kind, key), [old, new])| {
        let change = share(new, submissions[1]) - share(old, submissions[0]);
        Trend { kind, key, old, new, change: rounded(change) }
    });
    let mut trends: Vec<_> = trends.collect();
    // Stable: of the same change in the order of their keys.
    trends.sort_by(|one, other| one.change.total_cmp(&other.change));
    let old = verdicts(old);
    let uniform = verdicts(new).into_iter().filter_map(|(case, right)| {
        let is_right = right.iter().all(|it| *it);
        let is_uniform = right.len() > 1 && (is_right || right.iter().all(|it| !*it));
        let old_wrong = old.get(case).map(|it| it.iter().filter(|it| !**it).count());
        is_uniform.then(|| Uniform { case: case.to_owned(), is_right, old_wrong })
    });
    Cohorts { submissions, trends, uniform: uniform.collect() }
}

/// By case, of each submission whether it gets it right, as far as that is known.
fn verdicts(class: &Class) -> BTreeMap<&str, Vec<bool>> {
    let mut verdicts: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for cell in class.submissions.iter().flat_map(|it| &it.cells).filter(|it| it.is_graded()) {
        let is_right = cell.verdict == Some(Verdict::Accepted);
        verdicts.entry(cell.case.name.as_str()).or_default().push(is_right);
    }
    verdicts
}
