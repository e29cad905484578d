//! Submissions that have something in common: those that one message is for, since they make a mistake, break a rule or
//! are alike without a name; clusters; and what two classes have in common that had the same homework.
//!
//! A cluster is of wrong programs that no known mistake explains, grouped by what they wrote: the same cases are wrong,
//! in the same way, from the same row on, with the same found there. A teacher looks at one of them, and what is said of
//! it, an [`Annotation`](super::result::Annotation) in the ledger, is true of all. What a program said to standard error
//! is left out, since it names its lines.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::class::{Cell, Class, Graded};
use crate::export::sheet::Sheet;
use crate::report::templates::rendered;
use journal::digest;
use mancala::homework::compare::{Finding, Verdict};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A known mistake, or why there is none to count.
    Mistake,
    /// Wrong answers to questions on one rule.
    Rule,
    /// The same unexplained behaviour.
    Cluster,
}

/// The members by what they have in common, each group by its key.
pub fn groups(class: &Class) -> BTreeMap<(Kind, String), Vec<&Graded>> {
    let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for graded in &class.submissions {
        let mistakes = graded.mistakes().into_iter().map(|key| (Kind::Mistake, key));
        let broken = graded.profile.iter().filter(|it| it.passed < it.asked);
        let rules = broken.filter_map(|it| Some((Kind::Rule, it.rule?.to_owned())));
        let cluster = graded.cluster.iter().map(|id| (Kind::Cluster, id.clone()));
        for key in mistakes.chain(rules).chain(cluster).collect::<BTreeSet<_>>() {
            groups.entry(key).or_default().push(graded);
        }
    }
    groups
}

/// The addresses of people by their names and numbers, in lower case, from any table that has one in each row.
/// What is said of several addresses means none.
///
/// # Errors
/// It is no table.
pub fn addresses(table: &[u8]) -> Result<BTreeMap<String, Option<String>>, String> {
    let sheet = Sheet::parse(table)?;
    let columns = 0..sheet.heading().len();
    let is_address = |cell: &String| cell.contains('@') && !cell.contains(' ');
    let address = |row| columns.clone().map(|at| sheet.trimmed(row, at)).find(is_address);
    Ok(sheet.by_name(|_| true, address))
}

/// The addresses of those who handed a submission in, and the names of which none is known.
pub fn to<'a>(
    graded: &'a Graded,
    addresses: &'a BTreeMap<String, Option<String>>,
) -> (BTreeSet<&'a str>, Vec<&'a str>) {
    let submission = &graded.submission;
    let name = submission.name.as_str();
    let own = [name, name.rsplit_once('_').map_or(name, |(_, number)| number)];
    let find = |name: &str| addresses.get(&name.to_lowercase())?.as_deref();
    let (mut known, mut unknown) = (BTreeSet::new(), Vec::new());
    for person in &submission.people {
        match find(person) {
            Some(address) => _ = known.insert(address),
            None => unknown.push(person.as_str()),
        }
    }
    // A number belongs to one person, and so does a name of which nothing else is known.
    if submission.people.len() < 2 && known.is_empty() {
        match own.into_iter().find_map(find) {
            Some(address) => return (BTreeSet::from([address]), Vec::new()),
            None if unknown.is_empty() => unknown.push(name),
            None => {}
        }
    }
    (known, unknown)
}

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

/// The digits of the hash, few enough to be typed.
const DIGITS: usize = 8;

/// A wrong case: its name, what became of it, and what is wrong with the outputs.
pub(super) type WrongCase<'a> = (&'a str, Verdict, &'a [Finding]);

/// The hash of all wrong cases; `None` if there are none.
pub(super) fn fingerprint<'a>(wrong: impl Iterator<Item = WrongCase<'a>>) -> Option<String> {
    let texts: Vec<_> = wrong.map(what_is_wrong).collect();
    (!texts.is_empty()).then(|| cluster_id(texts))
}

/// The name of a cluster whose members have these texts in common.
pub(super) fn cluster_id(texts: impl IntoIterator<Item = String>) -> String {
    let texts: Vec<_> = texts.into_iter().collect();
    let mut hash = digest(texts.iter().map(String::as_bytes));
    hash.truncate(DIGITS);
    hash
}

fn what_is_wrong((case, verdict, findings): WrongCase<'_>) -> String {
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
        Trend { kind, key, old, new, change: crate::class::rounded(change) }
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
    let cells = class.submissions.iter().flat_map(|it| &it.cells);
    for cell in cells.filter(|it| it.is_graded()) {
        let is_right = cell.verdict == Some(Verdict::Accepted);
        verdicts.entry(cell.case.name.as_str()).or_default().push(is_right);
    }
    verdicts
}

pub fn comparison(cohorts: &Cohorts) -> String {
    rendered("cohorts.txt", cohorts) + "\n"
}
