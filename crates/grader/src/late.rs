//! What lateness costs, and whose days the settings give.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// What lateness costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Late {
    /// The share of the score that a day costs, 0 to 1.
    pub penalty_per_day: f64,
    /// A submission that is later than that gets nothing.
    pub most_days: u32,
    /// Days by submission, or by a person who handed one in.
    pub days: BTreeMap<String, u32>,
}

impl Default for Late {
    fn default() -> Self {
        Self { penalty_per_day: 0.0, most_days: u32::MAX, days: BTreeMap::new() }
    }
}

impl Late {
    /// The factor on the score of a submission that is `days` late.
    pub fn factor(&self, days: u32) -> f64 {
        if days > self.most_days {
            0.0
        } else {
            (1.0 - self.penalty_per_day * f64::from(days)).max(0.0)
        }
    }
}

/// Which submissions go by which name: their own, or that of a person who handed one in.
#[derive(Debug, Default)]
pub struct Called<'a>(BTreeMap<&'a str, BTreeSet<&'a str>>);

impl<'a> Called<'a> {
    /// The names of these submissions, each given with its own name and its people.
    pub fn of(submissions: impl IntoIterator<Item = (&'a str, &'a [String])>) -> Self {
        let mut called: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut own = Vec::new();
        for (name, people) in submissions {
            own.push(name);
            for person in people {
                called.entry(person).or_default().insert(name);
            }
        }
        // A submission's own name is nobody else's.
        called.extend(own.into_iter().map(|name| (name, BTreeSet::from([name]))));
        Self(called)
    }

    /// The submissions that are meant by a name; more than one where it cannot be told which.
    pub fn meant(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.0.get(name).into_iter().flatten().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.0.keys().copied()
    }

    /// The days of each submission that the settings mean, and no other with it. What is said under
    /// its own name counts before what is said under a person's, and of several people's the most.
    pub fn days(&self, late: &Late) -> BTreeMap<&'a str, u32> {
        let mut days: BTreeMap<&str, (bool, u32)> = BTreeMap::new();
        for (name, &given) in &late.days {
            let mut meant = self.meant(name);
            if let (Some(submission), None) = (meant.next(), meant.next()) {
                let new = (submission == name, given);
                let known = days.entry(submission).or_insert(new);
                *known = new.max(*known);
            }
        }
        days.into_iter().map(|(name, (_, days))| (name, days)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Called, Late};

    #[test]
    fn days_are_given_by_submission_or_by_person_and_never_to_two() {
        let people =
            |names: &[&str]| -> Vec<String> { names.iter().map(|it| (*it).to_owned()).collect() };
        let (jane, team, other) =
            (people(&["Jane Doe"]), people(&["Kim", "Lee"]), people(&["Kim", "s1"]));
        let class = [("s1", &jane[..]), ("s2", &team[..]), ("s3", &other[..])];
        let called = Called::of(class);
        let days = |given: &[(&str, u32)]| {
            let days = given.iter().map(|(name, days)| ((*name).to_owned(), *days));
            let late = Late { days: days.collect(), ..Late::default() };
            called.days(&late).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(days(&[("Jane Doe", 2)]), [("s1", 2)]);
        assert_eq!(days(&[("Jane Doe", 2), ("s1", 1)]), [("s1", 1)]);
        assert_eq!(days(&[("Lee", 3)]), [("s2", 3)]);
        assert_eq!(days(&[("Kim", 3), ("nobody", 1)]), []);
    }
}
