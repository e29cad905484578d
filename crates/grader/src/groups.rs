//! Submissions that one message is for: those that make a mistake, break a rule, or are alike without a name.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::class::{Class, Graded};
use crate::export::sheet::Sheet;

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
    Ok(by_name(&sheet, |_| true, address))
}

/// The value of each row by the names and numbers in it, in lower case, from the columns whose titles `is_whose` takes.
/// What is said of several values means none.
pub(crate) fn by_name<T: PartialEq>(
    sheet: &Sheet<'_>,
    is_whose: impl Fn(&str) -> bool,
    value: impl Fn(usize) -> Option<T>,
) -> BTreeMap<String, Option<T>> {
    let columns = sheet.heading().into_iter().enumerate();
    let columns: Vec<_> = columns.filter(|(_, it)| is_whose(it)).map(|(at, _)| at).collect();
    let mut found: BTreeMap<String, Option<T>> = BTreeMap::new();
    for row in sheet.rows() {
        let cells: Vec<_> = columns.iter().map(|&column| sheet.trimmed(row, column)).collect();
        // "Doe, Jane", and a first and a last name in two columns.
        let turned = cells.iter().filter_map(|it| {
            let (last, first) = it.split_once(',')?;
            Some(format!("{} {}", first.trim(), last.trim()))
        });
        let pairs = cells.windows(2).map(|two| two.join(" "));
        let both = cells.windows(2).map(|two| format!("{} {}", two[1], two[0]));
        // Moodle's number.
        let numbers = cells.iter().filter_map(|it| it.strip_prefix("Participant "));
        let numbers = numbers.map(str::to_owned);
        let names = cells.iter().cloned().chain(turned).chain(pairs).chain(both).chain(numbers);
        for name in names.map(|it| it.to_lowercase()).collect::<BTreeSet<_>>() {
            let Some(value) = value(row) else { break };
            match found.get_mut(&name) {
                Some(known) if known.as_ref() != Some(&value) => *known = None,
                Some(_) => {}
                None => _ = found.insert(name, Some(value)),
            }
        }
    }
    found
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
