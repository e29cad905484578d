//! A class with its results and points: what the reports show.
//!
//! It is a pure function of the ledger. Only results of the current program on the current case
//! count; what has none yet is pending. A case that could not be graded costs nothing and gains
//! nothing: its points stay among those that could be had, open until a person decides.
//!
//! `assembled` puts it together from what the ledger knows; [`cluster`] has wrong programs that nothing known explains.

mod assembled;
pub mod cluster;

use std::sync::Arc;

use serde::Serialize;

use super::result::{Build, CaseResult, SubmissionRecord, SuiteCase};
use super::settings::scoring::{Mark, points, points_in_words, rounded};
use super::settings::{Override, place};
use case_files::is_beyond;
use explain::mistakes::{Switch, Switches};
use explain::profile::words::TableRow;
use explain::{Explanation, Kind, pluralize};
use mancala::homework::compare::Verdict;

#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// What the reports are headed with; may be empty.
    pub title: String,
    /// In the order of their names.
    pub submissions: Vec<Graded>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Graded {
    pub submission: SubmissionRecord,
    /// Rule by rule what the program answered to the battery of probes, if it was asked.
    pub profile: Vec<TableRow>,
    /// The topics whose rules it keeps, as far as it was asked.
    pub kept: Vec<String>,
    /// What explains the results, if that was found out.
    pub explanation: Option<Explanation>,
    /// The mistakes with which a program writes all that the submission wrote, to the byte.
    pub written_by: Option<Switches>,
    /// The cluster of unexplained programs that it belongs to.
    pub cluster: Option<String>,
    pub decisions: Vec<Decision>,
    pub rubric: Vec<Mark>,
    /// The submission of the same team or person that counts in its place.
    pub counts_instead: Option<String>,
    /// Who gets its score without being known for having handed it in.
    pub team: Vec<String>,
    /// What is to be said of points by rubric and of the team, in sentences.
    pub notes: Vec<String>,
    /// What a teacher says of it.
    pub named: Option<String>,
    /// Every case of the suite, in the order of their names.
    pub cells: Vec<Cell>,
    /// The smallest inputs on which it goes wrong, if they were looked for.
    pub counterexamples: Vec<Counterexample>,
    pub points: f64,
    /// The points that the graded cases could give, and those that could not be graded: by whose
    /// fault is for a person to decide, and until then nothing is gained by it.
    pub out_of: f64,
    pub late_factor: f64,
    pub hours_late: u32,
}

/// A small input on which a submission goes wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Counterexample {
    /// The known mistake that it shows alone.
    pub mistake: Option<Switch>,
    /// Whether the program did the same when it was run again.
    pub is_steady: bool,
    /// Whether the search for it came to its end.
    pub is_smallest: bool,
    /// The board of its input, drawn.
    pub board: String,
    /// What became of it: a case that gives no points. Hidden if a hidden case asks the same.
    pub cell: Cell,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    pub case: Arc<SuiteCase>,
    pub is_hidden: bool,
    /// What became of it; `None` if it is still to be run.
    pub verdict: Option<Verdict>,
    pub is_decided: bool,
    pub points: f64,
    /// The points that it could give, also if it was not graded.
    pub out_of: f64,
    /// What students are told of it if it is hidden and they fail it.
    pub hint: Option<Arc<str>>,
    /// The result; `None` if there is no program to run, or it was not run yet.
    pub result: Option<Arc<CaseResult>>,
}

/// An override, and what the cases give now.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    #[serde(flatten)]
    pub entry: Override,
    /// The points without it.
    pub automatic: f64,
    pub text: String,
    /// What is to be looked at again, in words.
    pub conflict: Option<String>,
}

impl Graded {
    pub(crate) fn add_up(&mut self) {
        let count = |cell: &&Cell| cell.is_graded() || cell.is_open();
        let cells = self.cells.iter().filter(count).map(|cell| cell.out_of);
        let marks = self.rubric.iter().filter_map(|it| Some((it.points?, it.out_of)));
        self.out_of = rounded(cells.chain(marks.clone().map(|it| it.1)).sum());
        let cells = self.cells.iter().map(|cell| cell.points);
        self.points = rounded(cells.chain(marks.map(|it| it.0)).sum());
    }

    /// Known mistakes by key, or in a word why there are none to count; none of a right program.
    pub fn mistakes(&self) -> Vec<String> {
        if self.submission.build != Build::Ready {
            return vec!["no program".to_owned()];
        }
        let Some(explanation) = &self.explanation else { return Vec::new() };
        match explanation.kind {
            Kind::NoEvidence | Kind::Right => Vec::new(),
            Kind::Named | Kind::Partly => {
                // Where several fit, no case tells them apart.
                let named = explanation.named.first().into_iter().flatten();
                let faults = explanation.faults.iter().chain(&explanation.run_faults);
                named.chain(faults).cloned().collect()
            }
            Kind::Described => vec!["not explained".to_owned()],
        }
    }

    /// The points with what lateness costs.
    pub fn score(&self) -> f64 {
        rounded(self.points * self.late_factor)
    }

    /// The mistakes with which all that the submission has written can be written again, this case's outputs too.
    pub fn mistakes_that_write(&self, case: &str) -> Option<Switches> {
        let explained = self.explanation.as_ref()?;
        self.written_by.filter(|_| explained.wrong_cases.iter().any(|it| it.name == case))
    }

    pub fn cell(&self, case: &str) -> Option<&Cell> {
        self.cells.iter().find(|it| it.case.name == case)
    }

    /// Decisions that give more points than there are, each in words: some are a bonus, most a slip.
    pub fn above_maximum(&self) -> impl Iterator<Item = String> {
        self.decisions.iter().filter_map(|it| {
            let (given, case) = (it.entry.points?, it.entry.case.as_deref());
            let most = case.map_or(Some(self.out_of), |case| Some(self.cell(case)?.out_of))?;
            let case = case.map_or(String::new(), |case| format!(", {case}"));
            let given = (given > most).then(|| points_in_words(given))?;
            Some(format!(
                "{}{case}: {given} set by hand, of {} at most",
                it.entry.submission,
                points(most)
            ))
        })
    }

    /// Whether the submission does not count, as somebody decided.
    pub fn is_excused(&self) -> bool {
        self.decisions.iter().any(|it| it.entry.case.is_none() && it.entry.excuse == Some(true))
    }

    pub fn by_hand(&self) -> impl Iterator<Item = &str> {
        let decided = self.decisions.iter().map(|it| it.text.as_str());
        decided.chain(self.notes.iter().map(String::as_str))
    }

    /// What was decided by hand in sentences, then what is wrong, a teacher's first; none if nothing is, or nothing
    /// was found out.
    pub fn sentences(&self) -> Vec<&str> {
        let found_out = self.explanation.iter();
        let found_out = found_out.filter(|it| !matches!(it.kind, Kind::Right | Kind::NoEvidence));
        let found_out = found_out.flat_map(|it| &it.sentences).map(String::as_str);
        self.by_hand().chain(self.named.as_deref()).chain(found_out).collect()
    }

    pub fn count(&self, verdict: Verdict) -> usize {
        self.cells.iter().filter_map(|cell| cell.verdict).filter(|&it| it == verdict).count()
    }

    /// The cases that say nothing of the submission: still to be run, skipped, or not gradable.
    pub fn ungraded(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.is_graded()).count()
    }

    /// Whether every case was graded that is not skipped, so that a format that cannot say otherwise tells the truth.
    pub fn has_all_cases(&self) -> bool {
        let is_done = |cell: &Cell| cell.is_graded() || cell.verdict == Some(Verdict::Skipped);
        self.cells.iter().all(is_done)
    }

    /// The same, and whether the points by rubric are given.
    pub fn is_complete(&self) -> bool {
        self.has_all_cases() && (!self.has_open_rubric() || self.has_points_by_hand())
    }

    /// Whether somebody has still to give points by a rubric.
    pub fn has_open_rubric(&self) -> bool {
        self.rubric.iter().any(|it| it.points.is_none())
    }

    fn has_points_by_hand(&self) -> bool {
        self.decisions.iter().any(|it| it.entry.case.is_none() && it.entry.points.is_some())
    }

    pub fn lost_points(&self) -> bool {
        let mut graded = self.cells.iter().filter(|cell| cell.is_graded());
        match self.has_points_by_hand() {
            true => self.score() < self.out_of,
            false => graded.any(|cell| cell.points < cell.out_of) || self.late_factor < 1.0,
        }
    }
}

impl Cell {
    /// Whether something is wrong with it, by whosever fault.
    pub fn is_wrong(&self) -> bool {
        let is_right = |verdict| matches!(verdict, Verdict::Accepted | Verdict::Skipped);
        self.verdict.is_some_and(|verdict| !is_right(verdict)) || self.is_given_up()
    }

    fn is_given_up(&self) -> bool {
        let result = self.result.as_ref();
        self.verdict == Some(Verdict::Skipped) && result.is_some_and(|it| it.is_given_up())
    }

    /// Whether it is wrong and may be explained: cases of what the homework leaves open are not.
    pub fn is_telling(&self) -> bool {
        self.is_wrong() && !is_beyond(&self.case.name)
    }

    /// Whether the case could not be graded and a person has to decide what becomes of it.
    pub fn is_open(&self) -> bool {
        self.verdict == Some(Verdict::InternalError) && !self.is_decided
    }

    /// Whether the case says something of the submission.
    pub fn is_graded(&self) -> bool {
        self.verdict.is_some_and(Verdict::is_graded) || self.is_given_up() || self.is_decided
    }
}

impl Class {
    /// The class with a part of the suite: the cases whose names `takes` takes.
    pub fn part(&self, takes: impl Fn(&str) -> bool) -> Self {
        let submissions = self.submissions.iter().map(|graded| {
            let cells = graded.cells.iter().filter(|cell| takes(&cell.case.name));
            let mut part = graded.clone();
            part.cells = cells.cloned().collect();
            // The points of the whole are no part's.
            part.decisions.retain(|it| it.entry.case.as_deref().is_some_and(&takes));
            part.rubric.clear();
            part.add_up();
            part
        });
        Self { title: self.title.clone(), submissions: submissions.collect() }
    }
}

impl Override {
    /// In words, where the cases give `automatic` points.
    fn text(&self, automatic: f64) -> String {
        let points = self
            .points
            .map(|it| format!("{} instead of {}", points_in_words(it), points(automatic)));
        let excuse = (self.excuse == Some(true)).then(|| "does not count".to_owned());
        let late = self.late.map(|days| format!("{} late", pluralize(days as usize, "day")));
        let parts = [points, excuse, late, self.comment.clone()].into_iter().flatten();
        let mut text = "Set by hand".to_owned();
        if let Some((file, line)) = self.line.as_deref().and_then(place) {
            text = format!("On {file}, line {line}");
        }
        for what in [&self.case, &self.source].into_iter().flatten() {
            text += &format!(", {what}");
        }
        text += &format!(": {}", ended(&parts.collect::<Vec<_>>().join("; ")));
        if let Some(reason) = &self.reason {
            text += &format!(" Reason: {}", ended(reason));
        }
        let by: Vec<_> = [&self.by, &self.when].into_iter().flatten().map(String::as_str).collect();
        if by.is_empty() { text } else { format!("{text} ({})", by.join(", ")) }
    }

    fn decision(&self, automatic: f64) -> Decision {
        let counts = self.points.is_some() || self.excuse == Some(true);
        let was = self.was.filter(|was| counts && *was != automatic);
        let conflict = was.map(|was| {
            let case = self.case.as_ref().map_or(String::new(), |case| format!("{case}: "));
            format!(
                "{case}decided by hand when the result was {}; now it is {}, and the decision still counts",
                points_in_words(was),
                points(automatic)
            )
        });
        Decision { entry: self.clone(), automatic, text: self.text(automatic), conflict }
    }
}

/// A sentence with its full stop, unless it ends otherwise.
fn ended(sentence: &str) -> String {
    let sentence = sentence.trim();
    let stop = if sentence.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{sentence}{stop}")
}
