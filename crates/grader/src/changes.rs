//! What changed between two results of a class: who won or lost points, by which cases, and why.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use crate::class::{Cell, Class, Graded};
use crate::report::templates::rendered;
use crate::result::CaseResult;
use crate::settings::Override;
use crate::settings::scoring::{points, rounded};

/// A submission whose points changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    pub submission: String,
    /// The score before; `None` if there was no such submission.
    pub before: Option<f64>,
    pub after: Option<f64>,
    /// Whether nothing is expected of the student any more, so that nothing was lost.
    pub is_excused: bool,
    pub parts: Vec<Part>,
}

/// What changed for one reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    pub why: Why,
    /// The points that were won; lost ones are negative.
    pub points: f64,
    /// The cases; none if it is about all of the submission.
    pub cases: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Override,
    /// There is a case more or less, or it asks something else.
    Case,
    /// Another program was handed in, or is run by another command.
    Program,
    FirstRun,
    /// The limits, the sandbox or the grader.
    Limits,
    /// The same was run again, and came out differently.
    Run,
    Points,
    Late,
    Rubric,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Override => "set by hand",
            Self::Case => "the case changed",
            Self::Program => "another program",
            Self::FirstRun => "not run before",
            Self::Limits => "other limits, another sandbox or another version of the grader",
            Self::Run => "the same program came out differently when it was run again",
            Self::Points => "other points in grade.toml",
            Self::Late => "the late penalty",
            Self::Rubric => "points by rubric",
        })
    }
}

/// The submissions whose points changed, in the order of their names.
pub fn changes(old: &Class, new: &Class) -> Vec<Change> {
    let [old, new] = [old, new].map(|class| {
        let all = class.submissions.iter().map(|it| (it.submission.name.as_str(), it));
        all.collect::<BTreeMap<_, _>>()
    });
    let names: BTreeSet<_> = old.keys().chain(new.keys()).collect();
    let changes = names.into_iter().map(|name| {
        let (old, new) = (old.get(name).copied(), new.get(name).copied());
        Change {
            submission: (*name).to_owned(),
            before: old.map(Graded::score),
            after: new.map(Graded::score),
            is_excused: new.is_some_and(Graded::is_excused),
            parts: old.zip(new).map_or(Vec::new(), |(old, new)| parts(old, new)),
        }
    });
    changes.filter(|it| it.before != it.after || !it.parts.is_empty()).collect()
}

fn parts(old: &Graded, new: &Graded) -> Vec<Part> {
    let [cells, now] = [old, new].map(|it| {
        it.cells.iter().map(|cell| (cell.case.name.as_str(), cell)).collect::<BTreeMap<_, _>>()
    });
    let mut all: BTreeMap<Why, (f64, Vec<String>)> = BTreeMap::new();
    for name in cells.keys().chain(now.keys()).collect::<BTreeSet<_>>() {
        let (before, after) = (cells.get(name), now.get(name));
        let points = |cell: Option<&&Cell>| cell.map_or(0.0, |it| it.points);
        let difference = points(after) - points(before);
        if difference != 0.0 {
            let why = match (before, after) {
                _ if decided(old, Some(name)) != decided(new, Some(name)) => Why::Override,
                (Some(before), Some(after)) => why(before, after),
                _ => Why::Case,
            };
            let part = all.entry(why).or_default();
            part.0 += difference;
            part.1.push((*name).to_owned());
        }
    }
    let [before, after]: [f64; 2] =
        [old, new].map(|it| it.rubric.iter().filter_map(|it| it.points).sum());
    if before != after {
        let is_same = old.is_excused() == new.is_excused();
        let why = if is_same { Why::Rubric } else { Why::Override };
        all.entry(why).or_default().0 += after - before;
    }
    let sum: f64 = all.values().map(|it| it.0).sum();
    let by_hand = new.points - old.points - sum;
    if decided(old, None) != decided(new, None) && by_hand.abs() > 1e-6 {
        all.entry(Why::Override).or_default().0 += by_hand;
    }
    // What a case gives is worth less to whoever is late; the rest is what lateness costs more or less than before.
    all.values_mut().for_each(|part| part.0 *= new.late_factor);
    if old.late_factor != new.late_factor {
        let days = |it: &Graded| it.decisions.iter().rev().find_map(|it| it.entry.late);
        let why = if days(old) == days(new) { Why::Late } else { Why::Override };
        all.entry(why).or_default().0 += old.points * (new.late_factor - old.late_factor);
    }
    all.retain(|_, (points, cases)| *points != 0.0 || !cases.is_empty());
    let part = |(why, (points, cases))| Part { why, points: rounded(points), cases };
    all.into_iter().map(part).collect()
}

fn why(old: &Cell, new: &Cell) -> Why {
    let (before, after) = (old.result.as_ref(), new.result.as_ref());
    // Whatever else changed, the points of the same result are others by grade.toml alone.
    let judged = |it: &Arc<CaseResult>| (it.state, it.log, it.rows_right);
    let came_out = |it: &Cell| (it.verdict, it.result.as_ref().map(judged));
    match (before, after) {
        _ if old.case.digest != new.case.digest => Why::Case,
        _ if came_out(old) == came_out(new) => Why::Points,
        (None, Some(_)) => Why::FirstRun,
        (Some(before), Some(after)) if before.program == after.program => {
            if before.key == after.key { Why::Run } else { Why::Limits }
        }
        _ => Why::Program,
    }
}

/// What was decided on a case, or on the whole.
fn decided<'a>(graded: &'a Graded, case: Option<&str>) -> Vec<&'a Override> {
    let all = graded.decisions.iter().map(|it| &it.entry);
    all.filter(|it| it.case.as_deref() == case || it.case.is_none() && it.excuse == Some(true))
        .collect()
}

impl Change {
    /// The points that were won; lost ones are negative.
    pub fn points(&self) -> f64 {
        rounded(self.after.unwrap_or(0.0) - self.before.unwrap_or(0.0))
    }
}

fn signed(amount: f64) -> String {
    format!("{}{}", if amount > 0.0 { "+" } else { "" }, points(amount))
}

/// Who won or lost points, for people: as a page, or in a few lines.
pub fn page(class: &Class, changes: &[Change]) -> String {
    rendered("changes.html", told(class, changes))
}

pub fn text(class: &Class, changes: &[Change]) -> String {
    rendered("changes.txt", told(class, changes)) + "\n"
}

fn told(class: &Class, changes: &[Change]) -> Value {
    let rows = changes.iter().map(|change| {
        let parts = change.parts.iter();
        let parts = parts.map(|it| (signed(it.points), it.why.to_string(), &it.cases));
        let score = |score: Option<f64>| score.map_or(String::new(), points);
        let (before, mut after) = (score(change.before), score(change.after));
        if change.is_excused {
            after = "excused".to_owned();
        }
        let won = signed(change.points());
        (&change.submission, before, after, won, parts.collect::<Vec<_>>())
    });
    let counted = || changes.iter().filter(|it| !it.is_excused);
    let count = |sign: f64| counted().filter(|it| it.points() * sign > 0.0).count();
    json!({
        "title": class.title,
        "rows": rows.collect::<Vec<_>>(),
        "gained": count(1.0),
        "lost": count(-1.0),
    })
}
