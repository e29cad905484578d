//! What a result is worth: the points of the cases, partial credit, late days.
//!
//! It stands in the ledger as it was when the results were scored, so that a report needs nothing
//! but the ledger.
//!
//! Left out: applying it to a class ([`score`](super::class)), and the file it comes from
//! ([`config`](super::config)).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::result::CaseResult;
use super::suite::is_beyond;
use crate::judge::verdict::Verdict;

/// What results are worth.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Scoring {
    /// What the reports are headed with.
    pub title: String,
    /// What goes for every case.
    pub rule: Rule,
    /// What goes for some cases.
    pub groups: Vec<Group>,
    /// What lateness costs.
    pub late: Late,
    /// What could not be graded and is not to count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excused: Vec<Excuse>,
}

/// Cases that could not be graded and are not to count, as somebody decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excuse {
    /// Whose, a pattern like that of a group.
    pub submissions: String,
    /// Which, likewise.
    pub cases: String,
}

/// What goes for every case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rule {
    /// The points of a case.
    pub points: f64,
    /// When and how far a case counts.
    pub credit: Credit,
    /// The state's share of a case that has a log, 0 to 1.
    pub state_share: f64,
}

impl Default for Rule {
    /// The homework's: a point for each case of which everything is right.
    fn default() -> Self {
        Self {
            points: 1.0,
            credit: Credit::All,
            state_share: 0.5,
        }
    }
}

/// How far a case counts of which not everything is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Credit {
    /// Not at all.
    All,
    /// The state and the log have their shares.
    Files,
    /// So they do, and of a wrong log the rows before its first wrong one count.
    Rows,
}

/// What goes for the cases of some name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// A pattern: `*`, `?`, `{a,b}`, `[ab]`.
    pub cases: String,
    /// The points of each case.
    pub points: Option<f64>,
    /// A factor on the points.
    pub weight: Option<f64>,
    /// Whether students may see what the case is.
    pub visible: Option<bool>,
}

/// What lateness costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Late {
    /// The share of the score that a day costs, 0 to 1.
    pub penalty_per_day: f64,
    /// A submission that is later than that gets nothing.
    pub most_days: u32,
    /// Days by submission.
    pub days: BTreeMap<String, u32>,
}

impl Default for Late {
    fn default() -> Self {
        Self {
            penalty_per_day: 0.0,
            most_days: u32::MAX,
            days: BTreeMap::new(),
        }
    }
}

/// Whether students may see what a case is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// They may.
    Visible,
    /// They see the verdict, and neither input nor expected output.
    Hidden,
}

/// What one case is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// The points for all of it.
    pub points: f64,
    /// Whether students may see it.
    pub visibility: Visibility,
}

impl Scoring {
    /// Checks what the types allow and the meaning does not.
    ///
    /// # Errors
    /// The sentence that says so.
    pub fn validate(&self) -> Result<(), String> {
        let share = |name, value: f64| match (0.0..=1.0).contains(&value) {
            true => Ok(()),
            false => Err(format!("{name}: expected 0 to 1, found {value}")),
        };
        share("state_share", self.rule.state_share)?;
        share("penalty_per_day", self.late.penalty_per_day)?;
        let groups = self.groups.iter();
        let factors = groups
            .flat_map(|group| [group.points, group.weight])
            .flatten();
        for factor in factors.chain([self.rule.points]) {
            if !(0.0..=1e6).contains(&factor) {
                return Err(format!(
                    "points and weights: expected 0 to 1000000, found {factor}"
                ));
            }
        }
        let groups = self.groups.iter().map(|group| &group.cases);
        let excused = self
            .excused
            .iter()
            .flat_map(|it| [&it.submissions, &it.cases]);
        for pattern in groups.chain(excused) {
            glob::Pattern::new(pattern).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// What the case of this name is worth: nothing if it asks what the statement excludes or leaves
    /// open, unless a group says otherwise.
    #[must_use]
    pub fn worth(&self, case: &str) -> Worth {
        let (mut points, mut weight, mut visible) = (self.rule.points, 1.0, true);
        if is_beyond(case) {
            points = 0.0;
        }
        for group in &self.groups {
            if is_match(&group.cases, case) {
                points = group.points.unwrap_or(points);
                weight = group.weight.unwrap_or(weight);
                visible = group.visible.unwrap_or(visible);
            }
        }
        Worth {
            points: points * weight,
            visibility: if visible {
                Visibility::Visible
            } else {
                Visibility::Hidden
            },
        }
    }

    /// Whether a case that could not be graded is not to count.
    #[must_use]
    pub fn is_excused(&self, submission: &str, case: &str) -> bool {
        self.excused
            .iter()
            .any(|it| is_match(&it.submissions, submission) && is_match(&it.cases, case))
    }

    /// The share of a case's points that a result earns, 0 to 1.
    ///
    /// `rows` is the number of rows that the right log has.
    #[must_use]
    pub fn share(&self, result: &CaseResult, rows: u64) -> f64 {
        if result.verdict == Verdict::Accepted {
            return 1.0;
        }
        let (Some(state), Some(log)) = (result.state, result.log) else {
            return 0.0;
        };
        let right = |verdict| {
            if verdict == Verdict::Accepted {
                1.0
            } else {
                0.0
            }
        };
        let log = match self.rule.credit {
            Credit::All => return 0.0,
            Credit::Files => right(log),
            Credit::Rows if log == Verdict::Accepted || rows == 0 => right(log),
            Credit::Rows => result.rows_right as f64 / rows as f64,
        };
        let state_share = self.rule.state_share;
        state_share * right(state) + (1.0 - state_share) * log.min(1.0)
    }

    /// The factor on the score of a submission that is `days` late.
    #[must_use]
    pub fn late_factor(&self, days: u32) -> f64 {
        if days > self.late.most_days {
            0.0
        } else {
            (1.0 - self.late.penalty_per_day * f64::from(days)).max(0.0)
        }
    }
}

fn is_match(pattern: &str, name: &str) -> bool {
    glob::Pattern::new(pattern).is_ok_and(|pattern| pattern.matches(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_beyond_the_statement_earn_points_only_where_a_group_says_so() {
        let mut scoring = Scoring::default();
        assert_eq!(scoring.worth("usc/beyond/cutoff-zero").points, 0.0);
        assert_eq!(scoring.worth("usc/statement/beyond").points, 1.0);
        scoring.groups.push(Group {
            cases: "*cutoff*".to_owned(),
            points: Some(2.0),
            weight: None,
            visible: None,
        });
        assert_eq!(scoring.worth("usc/beyond/cutoff-zero").points, 2.0);
    }
}
