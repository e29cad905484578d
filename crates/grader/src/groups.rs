//! Submissions that one message is for: those that make a mistake, break a rule, or are alike without a name.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::class::{Class, Graded};
use crate::sheet::Sheet;
use crate::submission::exported::platform_number;

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
        let broken = graded.profile.iter().filter(|it| it.is_broken);
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
    let own = [name, platform_number(name).map_or(name, |(_, number)| number)];
    let find = |name: &str| addresses.get(&name.to_lowercase())?.as_deref();
    let people = submission.people.iter().map(String::as_str);
    let known: BTreeSet<_> = people.clone().filter_map(find).collect();
    let mut unknown: Vec<_> = people.filter(|it| find(it).is_none()).collect();
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
