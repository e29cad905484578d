//! What a result is worth: the points of the cases, partial credit, and points as a person writes them.
//!
//! It stands in the ledger as it was when the results were scored, so that a report needs nothing but the ledger.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::late::Late;
use super::{Override, Settings, value};
use crate::result::{CaseResult, problem};
use case_files::is_beyond;
use mancala::homework::compare::Verdict;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Scoring {
    pub title: String,
    /// What goes for every case.
    pub rule: Rule,
    /// What goes for some cases.
    pub groups: Vec<Group>,
    /// Boxed, since every record of a ledger would be as large.
    pub late: Box<Late>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<Override>,
    /// What no case sees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rubric: Vec<Rubric>,
    /// Cases that were hidden once and that nobody published since, and the text of their inputs: they
    /// stay hidden, whatever the groups say.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hidden: BTreeMap<String, String>,
    /// The files that it comes from.
    pub settings: Settings,
}

/// What goes for every case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rule {
    #[serde(deserialize_with = "value::points")]
    pub points: f64,
    /// When and how far a case counts.
    pub credit: Credit,
    /// The state's share of a case that has a log, 0 to 1.
    #[serde(deserialize_with = "value::share")]
    pub state_share: f64,
    /// Which submission counts where a team or a person has several.
    pub several: Several,
}

impl Default for Rule {
    /// The homework's: a point for each case of which everything is right.
    fn default() -> Self {
        Self { points: 1.0, credit: Credit::All, state_share: 0.5, several: Several::Best }
    }
}

/// Which submission of several counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Several {
    /// The one with the highest score.
    Best,
    /// The one that was handed in last.
    Latest,
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
    /// A pattern: `*`, `?`, `[ab]`, `[!ab]`; `*` stands for folders too, and case matters.
    #[serde(deserialize_with = "value::pattern")]
    pub cases: String,
    #[serde(default, deserialize_with = "value::points_if_any")]
    pub points: Option<f64>,
    #[serde(default, deserialize_with = "value::points_if_any")]
    pub weight: Option<f64>,
    /// The points that these cases give together, each its part of them by its own.
    #[serde(default, deserialize_with = "value::points_if_any")]
    pub share: Option<f64>,
    /// What students are told of a hidden case that fails: what it tests.
    pub hint: Option<String>,
    /// Whether students may see what the case is.
    pub visible: Option<bool>,
    /// They may from then on: a day and a time. What stands in `visible` follows from it and the clock.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "value::time")]
    pub visible_after: Option<String>,
}

/// Something that no case sees, such as style.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    pub name: String,
    #[serde(deserialize_with = "value::points")]
    pub out_of: f64,
}

/// Points by rubric.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mark {
    pub name: String,
    pub out_of: f64,
    /// `None` until somebody decides.
    pub points: Option<f64>,
    pub comment: String,
}

impl Mark {
    /// One that nobody has given yet.
    pub(crate) fn open(rubric: &Rubric) -> Self {
        let Rubric { name, out_of } = rubric.clone();
        Self { name, out_of, points: None, comment: String::new() }
    }

    pub fn text(&self) -> String {
        let Self { name, out_of, points: given, comment } = self;
        let text = match given {
            Some(given) => format!("{name}: {} of {} points.", points(*given), points(*out_of)),
            None => format!("{name}: not graded yet."),
        };
        format!("{text} {comment}").trim_end().to_owned()
    }
}

/// The heading of the column with the comments on a rubric.
pub fn comment_on(rubric: &str) -> String {
    format!("{rubric}: comment")
}

#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    /// The points for all of it.
    pub points: f64,
    /// Whether students see its verdict alone, and neither input nor expected output.
    pub is_hidden: bool,
    /// What they are told of it if they may not, in sentences.
    pub hint: Option<Arc<str>>,
}

impl Scoring {
    /// Shows the cases whose day has come `now`, in seconds since the beginning of 1970, and hides those whose day is
    /// still to come.
    pub fn open(&mut self, now: i64) {
        for group in &mut self.groups {
            if let Some(day) = &group.visible_after {
                group.visible = Some(self.late.instant(day).is_some_and(|it| it <= now));
            }
        }
        let groups = &self.groups;
        let is_open = |case: &str| {
            let decides = |it: &&Group| it.visible.is_some() && is_match(&it.cases, case);
            let last = groups.iter().rfind(decides);
            last.is_some_and(|it| it.visible == Some(true) && it.visible_after.is_some())
        };
        let opened = self.hidden.iter().filter(|(case, _)| is_open(case));
        let opened: Vec<_> = opened.filter_map(|(_, input)| problem(input)).collect();
        // What asks the same is known from now on; a group may hide it all the same.
        let is_known = |input: &str| {
            problem(input).is_some_and(|asks| opened.iter().any(|it| it.asks_the_same(&asks)))
        };
        self.hidden.retain(|case, input| !is_open(case) && !is_known(input));
    }

    /// What each of all cases is worth: where groups give them a share, in proportion to what it would be without.
    pub fn worths<'a>(&self, cases: impl Iterator<Item = &'a str>) -> Vec<Worth> {
        let mut worths: Vec<_> = cases.map(|case| (case, self.worth(case))).collect();
        for (at, group) in self.groups.iter().enumerate() {
            let Some(share) = group.share else { continue };
            let later = &self.groups[at + 1..];
            let is_of = |group: &Group, case| group.share.is_some() && is_match(&group.cases, case);
            let is_last = |case| is_of(group, case) && !later.iter().any(|it| is_of(it, case));
            let theirs = worths.iter_mut().filter(|it| is_last(it.0));
            let theirs: Vec<_> = theirs.map(|it| &mut it.1.points).collect();
            let sum: f64 = theirs.iter().map(|it| **it).sum();
            theirs.into_iter().filter(|_| sum > 0.0).for_each(|it| *it *= share / sum);
        }
        worths.into_iter().map(|it| it.1).collect()
    }

    /// What the case of this name is worth: nothing if the statement leaves it open, unless a group says otherwise.
    pub fn worth(&self, case: &str) -> Worth {
        let mut points = if is_beyond(case) { 0.0 } else { self.rule.points };
        let (mut weight, mut visible) = (1.0, true);
        let (mut hint, mut after) = (None, None);
        for group in &self.groups {
            if is_match(&group.cases, case) {
                points = group.points.unwrap_or(points);
                weight = group.weight.unwrap_or(weight);
                hint = group.hint.as_deref().or(hint);
                if let Some(is_visible) = group.visible {
                    (visible, after) = (is_visible, group.visible_after.as_deref());
                }
            }
        }
        let hint = hint.map(|it| format!("It tests: {it}"));
        let after = after.map(|it| format!("It is shown after {it} ({}).", self.late.time_zone));
        let told: Vec<_> = hint.into_iter().chain(after).collect();
        Worth {
            points: points * weight,
            is_hidden: !visible || self.hidden.contains_key(case),
            hint: (!told.is_empty()).then(|| told.join(" ").into()),
        }
    }

    /// The share of a case's points that a result earns, 0 to 1.
    ///
    /// `rows` is the number of rows that the right log has.
    pub fn share(&self, result: &CaseResult, rows: u64) -> f64 {
        if result.verdict == Verdict::Accepted {
            return 1.0;
        }
        let (Some(state), Some(log)) = (result.state, result.log) else { return 0.0 };
        let right = |verdict| f64::from(verdict == Verdict::Accepted);
        let log = match self.rule.credit {
            Credit::All => return 0.0,
            Credit::Files => right(log),
            Credit::Rows if log == Verdict::Accepted || rows == 0 => right(log),
            Credit::Rows => result.rows_right as f64 / rows as f64,
        };
        let state_share = self.rule.state_share;
        state_share * right(state) + (1.0 - state_share) * log.min(1.0)
    }
}

pub(super) fn is_match(pattern: &str, name: &str) -> bool {
    glob::Pattern::new(pattern).is_ok_and(|pattern| pattern.matches(name))
}

/// To a ten-thousandth of a point, so that sums of shares do not show how computers add.
pub(crate) fn rounded(points: f64) -> f64 {
    // A sum of nothing is -0 to a computer.
    (points * 1e4).round() / 1e4 + 0.0
}

/// Points as a person writes them: no more digits than it takes.
pub fn points(points: f64) -> String {
    // Display gives the shortest form.
    format!("{}", rounded(points))
}

pub(crate) fn points_in_words(amount: f64) -> String {
    format!("{} point{}", points(amount), if amount == 1.0 { "" } else { "s" })
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
            share: None,
            hint: None,
            visible: None,
            visible_after: None,
        });
        assert_eq!(scoring.worth("usc/beyond/cutoff-zero").points, 2.0);
    }
}
