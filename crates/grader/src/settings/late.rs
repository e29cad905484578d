//! When a submission is late, what that costs, and whose days the settings give.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::value;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Late {
    /// When it was due: "2026-11-23 23:59".
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "value::time")]
    pub deadline: Option<String>,
    /// Where: "America/Los_Angeles". Times without an offset from UTC are of this zone.
    #[serde(deserialize_with = "value::time_zone")]
    pub time_zone: String,
    /// Nothing is late that comes so soon after the deadline; what comes later is late since the deadline.
    pub grace_minutes: u32,
    /// Another deadline, by submission or by a person who handed one in.
    #[serde(deserialize_with = "value::times")]
    pub extensions: BTreeMap<String, String>,
    /// Whether the newest of a submission's files says when it was handed in, where nothing else does.
    pub file_times: bool,
    /// The share of the score that a day costs, 0 to 1.
    #[serde(deserialize_with = "value::share")]
    pub penalty_per_day: f64,
    /// The share of the score that an hour costs, 0 to 1.
    #[serde(deserialize_with = "value::share")]
    pub penalty_per_hour: f64,
    /// A submission that is later than that gets nothing.
    pub most_days: u32,
}

impl Default for Late {
    fn default() -> Self {
        Self {
            deadline: None,
            time_zone: "UTC".to_owned(),
            grace_minutes: 0,
            extensions: BTreeMap::new(),
            file_times: false,
            penalty_per_day: 0.0,
            penalty_per_hour: 0.0,
            most_days: u32::MAX,
        }
    }
}

impl Late {
    /// The factor on the score of a submission that is so many hours late.
    pub fn factor(&self, hours: u32) -> f64 {
        let days = hours.div_ceil(24);
        if days > self.most_days {
            return 0.0;
        }
        let costs =
            self.penalty_per_day * f64::from(days) + self.penalty_per_hour * f64::from(hours);
        (1.0 - costs).max(0.0)
    }

    /// The hours, a part of one as a whole, that lie between a deadline and what was handed in after it.
    pub fn hours(&self, submitted: i64, deadline: i64) -> u32 {
        let seconds = submitted.saturating_sub(deadline);
        let is_late = seconds > i64::from(self.grace_minutes) * 60;
        if is_late { u32::try_from((seconds + 3599) / 3600).unwrap_or(u32::MAX) } else { 0 }
    }

    /// The second since the beginning of 1970 that a text means, as platforms and people write it.
    pub fn instant(&self, text: &str) -> Option<i64> {
        /// Moodle's, by the clocks of two continents.
        const OTHERS: [&str; 4] = [
            "%A, %d %B %Y, %I:%M %p",
            "%A, %d %B %Y, %H:%M",
            "%A, %B %d, %Y, %I:%M %p",
            "%d %B %Y, %I:%M %p",
        ];
        // Gradescope has a blank before the offset.
        let close = text.trim().replace(" UTC", "Z").replace(" Z", "Z");
        let close = close.replace(" +", "+").replace(" -", "-");
        if let Ok(instant) = close.parse::<Timestamp>() {
            return Some(instant.as_second());
        }
        let others =
            OTHERS.iter().find_map(|it| strtime::parse(it, text.trim()).ok()?.to_datetime().ok());
        let here =
            others.or_else(|| close.parse::<DateTime>().ok().filter(|_| close.contains(':')))?;
        Some(TimeZone::get(&self.time_zone).ok()?.to_timestamp(here).ok()?.as_second())
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

    /// What is given to each submission, and to no other by the same name. What is said under its own name counts
    /// before what is said under a person's, and of several people's the most.
    pub fn given<T: Ord + Clone>(&self, by_name: &BTreeMap<String, T>) -> BTreeMap<&'a str, T> {
        let mut all: BTreeMap<&str, (bool, T)> = BTreeMap::new();
        for (name, given) in by_name {
            let mut meant = self.meant(name);
            if let (Some(submission), None) = (meant.next(), meant.next()) {
                let new = (submission == name, given.clone());
                let known = all.remove(submission);
                all.insert(submission, known.map_or(new.clone(), |known| known.max(new)));
            }
        }
        all.into_iter().map(|(name, (_, given))| (name, given)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Called, Late};

    #[test]
    fn extensions_are_given_by_submission_or_by_person_and_never_to_two() {
        let people =
            |names: &[&str]| -> Vec<String> { names.iter().map(|it| (*it).to_owned()).collect() };
        let (jane, team, other) =
            (people(&["Jane Doe"]), people(&["Kim", "Lee"]), people(&["Kim", "s1"]));
        let class = [("s1", &jane[..]), ("s2", &team[..]), ("s3", &other[..])];
        let called = Called::of(class);
        let days = |given: &[(&str, u32)]| {
            let days = given.iter().map(|(name, days)| ((*name).to_owned(), *days));
            called.given(&days.collect()).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(days(&[("Jane Doe", 2)]), [("s1", 2)]);
        assert_eq!(days(&[("Jane Doe", 2), ("s1", 1)]), [("s1", 1)]);
        assert_eq!(days(&[("Lee", 3)]), [("s2", 3)]);
        assert_eq!(days(&[("Kim", 3), ("nobody", 1)]), []);
    }

    #[test]
    fn times_are_read_as_platforms_write_them() {
        let zone = "America/Los_Angeles".to_owned();
        let late = Late { time_zone: zone, grace_minutes: 15, ..Late::default() };
        let hours = |submitted, deadline| late.hours(submitted, late.instant(deadline).unwrap());
        // Half an hour after a deadline in winter.
        for text in [
            "2026-11-24 00:29",
            "2026-11-24T08:29:00Z",
            "2026-11-24 00:29:00 -0800",
            "2026-11-24 08:29:00.391757000 Z",
            "2026-11-24 08:29:00 UTC",
            "Tuesday, 24 November 2026, 12:29 AM",
            "Tuesday, 24 November 2026, 00:29",
            "Tuesday, November 24, 2026, 12:29 AM",
        ] {
            let submitted = late.instant(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(hours(submitted, "2026-11-23 23:59"), 1, "{text}");
            assert_eq!(hours(submitted, "2026-11-24 00:14"), 0, "{text}");
            assert_eq!(hours(submitted, "2026-11-22 23:59"), 25, "{text}");
        }
        for text in ["", "-", "2026-11-24", "next Tuesday", "2026-11-31 10:00"] {
            assert_eq!(late.instant(text), None, "{text}");
        }
        // Clocks went back in the night before.
        let submitted = late.instant("2026-11-01 12:00").unwrap();
        assert_eq!(hours(submitted, "2026-10-31 12:00"), 25);
    }

    #[test]
    fn days_and_hours_cost_their_shares_and_too_late_is_too_late() {
        let late = Late { penalty_per_day: 0.25, most_days: 2, ..Late::default() };
        assert_eq!(
            [0, 1, 24, 25, 48, 49].map(|it| late.factor(it)),
            [1.0, 0.75, 0.75, 0.5, 0.5, 0.0]
        );
        let late = Late { penalty_per_hour: 0.25, ..Late::default() };
        assert_eq!([0, 1, 3, 5].map(|it| late.factor(it)), [1.0, 0.75, 0.25, 0.0]);
    }
}
