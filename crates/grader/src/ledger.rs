//! What is known of a class: a [journal](journal::Journal) in the folder of results, and what its lines say together.
//!
//! What counts is always the last line about a thing.
//!
//! Whoever reads it also looks at the clock: cases may be hidden until a day. A case that was hidden from students is
//! never shown to them because a file is missing, a group was written anew, or the case has got another name. Whoever
//! means it, publishes it, now or from a day on.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::result::{
    Annotation, CaseResult, Counterexamples, Explanation, Exported, Probed, Roster,
    SubmissionRecord, Suite, problem,
};
use crate::settings::scoring::Scoring;
use explain::profile::battery::{Answer, TEXT};
use explain::some_of;
use journal::{Journal, JournalError, Line, WaitPolicy, digest};
use mancala::homework::Problem;

/// The name of the file in the folder of the results.
pub const FILE: &str = "ledger.jsonl";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub enum Record {
    Suite(Suite),
    Scoring(Scoring),
    Roster(Roster),
    Submission(SubmissionRecord),
    Case(Box<CaseResult>),
    /// Which mistake explains the wrong results of a submission.
    Explanation(Explanation),
    /// What a teacher says of a cluster of wrong programs.
    #[serde(rename = "naming")]
    Annotation(Annotation),
    /// What a wrong program answered to the battery of probes.
    Probed(Probed),
    /// The smallest inputs on which a submission goes wrong.
    Counterexamples(Counterexamples),
    Exported(Exported),
}

impl Line for Record {
    const WHAT: &'static str = "a result of a grader";
    const USER: &'static str = "another grader";
    const REMEDY: &'static str = "; help: `mancala grade` with another --results begins a new ledger. If this line is damaged, \
                                  delete it: only what it says is lost";
}

/// The file, open for one grader alone.
#[derive(Debug)]
pub struct Ledger {
    journal: Journal<Record>,
    state: State,
}

impl Ledger {
    /// Opens the ledger of a folder of results, or begins one, as soon as no other grader has it.
    pub fn open(results: &Path, wait: WaitPolicy<'_>) -> Result<Self, JournalError> {
        let mut state = State::default();
        let journal = Journal::open(&results.join(FILE), wait, |record| _ = state.learn(record))?;
        state.scoring.open(Timestamp::now().as_second());
        Ok(Self { journal, state })
    }

    /// Opens the ledger of a folder of results that has one, if no other grader has it.
    pub fn existing(results: &Path) -> Result<Self, JournalError> {
        file_of(results)?;
        Self::open(results, WaitPolicy::NONE)
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// Adds a line, unless it says nothing new.
    pub fn append(&mut self, record: Record) -> Result<(), JournalError> {
        if self.state.learn(record.clone()) {
            self.journal.append(&record)?;
        }
        Ok(())
    }
}

/// Adds a line to a ledger that several threads write to.
pub fn append(ledger: &Mutex<Ledger>, record: Record) -> Result<(), JournalError> {
    // A ledger is whole after every call, also when a thread died holding it.
    ledger.lock().unwrap_or_else(PoisonError::into_inner).append(record)
}

/// The ledger of a folder of results, if that is one.
fn file_of(results: &Path) -> Result<PathBuf, JournalError> {
    let file = results.join(FILE);
    match file.try_exists() {
        Ok(false) => {
            let what = "a folder of results, which mancala grade makes";
            Err(JournalError::Missing { path: results.to_owned(), what })
        }
        _ => Ok(file),
    }
}

/// Reads the ledger of a folder of results without changing or holding it.
pub fn read(results: &Path) -> Result<State, JournalError> {
    let mut state = State::default();
    journal::read(&file_of(results)?, |record| _ = state.learn(record))?;
    state.scoring.open(Timestamp::now().as_second());
    Ok(state)
}

/// Writes a ledger anew, whole or not at all, while nobody else uses it.
pub fn write(results: &Path, state: &State) -> Result<(), JournalError> {
    Journal::rewrite(&results.join(FILE), state.records())
}

/// Everything that the lines say, later ones over earlier ones.
#[derive(Debug, Clone, Default)]
pub struct State {
    pub suite: Suite,
    pub scoring: Scoring,
    /// By source, who was found there last.
    pub rosters: BTreeMap<String, Vec<String>>,
    /// By name, also those that were taken away since.
    pub submissions: BTreeMap<String, SubmissionRecord>,
    /// By submission and case, the last result. Those who want one share it: a class has very many.
    results: BTreeMap<Arc<str>, BTreeMap<Arc<str>, Arc<CaseResult>>>,
    /// By submission.
    pub explanations: BTreeMap<String, Explanation>,
    /// By submission.
    pub probed: BTreeMap<String, Probed>,
    /// By submission.
    pub counterexamples: BTreeMap<String, Counterexamples>,
    /// By cluster, what a teacher says of it.
    pub annotations: BTreeMap<String, Annotation>,
    /// By a column's title and submission, the score that was exported there last.
    pub exported: BTreeMap<String, BTreeMap<String, String>>,
    /// What results are called by: each text once.
    names: BTreeSet<Arc<str>>,
}

impl State {
    /// Takes note of what a line says; whether that is anything new.
    pub fn learn(&mut self, record: Record) -> bool {
        match record {
            Record::Suite(it) => renew(&mut self.suite, it),
            Record::Scoring(it) => renew(&mut self.scoring, it),
            Record::Roster(it) => put(&mut self.rosters, it.source, it.submissions),
            Record::Submission(it) => put(&mut self.submissions, it.name.clone(), it),
            Record::Case(it) => self.learn_result(*it),
            Record::Explanation(it) => put(&mut self.explanations, it.submission.clone(), it),
            Record::Annotation(it) => put(&mut self.annotations, it.cluster.clone(), it),
            Record::Probed(it) => put(&mut self.probed, it.submission.clone(), it),
            Record::Counterexamples(it) => {
                put(&mut self.counterexamples, it.submission.clone(), it)
            }
            Record::Exported(it) => {
                let known = self.exported.entry(it.column).or_default();
                let scores = it.scores.into_iter();
                scores.fold(false, |is_new, (name, score)| put(known, name, score) || is_new)
            }
        }
    }

    fn learn_result(&mut self, mut result: CaseResult) -> bool {
        for name in
            [&mut result.submission, &mut result.program, &mut result.case, &mut result.case_digest]
        {
            match self.names.get(name) {
                Some(known) => *name = Arc::clone(known),
                None => _ = self.names.insert(Arc::clone(name)),
            }
        }
        let of_submission = self.results.entry(Arc::clone(&result.submission)).or_default();
        put(of_submission, Arc::clone(&result.case), Arc::new(result))
    }

    /// The last result of every case of every submission, in the order of their names.
    pub fn results(&self) -> impl Iterator<Item = &Arc<CaseResult>> {
        self.results.values().flat_map(BTreeMap::values)
    }

    /// All of it as lines, in an order of its own.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        let first = [Record::Suite(self.suite.clone()), Record::Scoring(self.scoring.clone())];
        let rosters = self.rosters.iter().map(|(source, submissions)| {
            Record::Roster(Roster { source: source.clone(), submissions: submissions.clone() })
        });
        let exported = self.exported.iter().map(|(column, scores)| {
            Record::Exported(Exported { column: column.clone(), scores: scores.clone() })
        });
        first
            .into_iter()
            .chain(rosters)
            .chain(self.submissions.values().cloned().map(Record::Submission))
            .chain(self.results().map(|it| Record::Case(Box::new((**it).clone()))))
            .chain(self.explanations.values().cloned().map(Record::Explanation))
            .chain(self.annotations.values().cloned().map(Record::Annotation))
            .chain(self.probed.values().cloned().map(Record::Probed))
            .chain(self.counterexamples.values().cloned().map(Record::Counterexamples))
            .chain(exported)
    }

    /// What a teacher says of a submission in this cluster, or once in one with the program that it still has.
    pub fn sentence(&self, cluster: &str, submission: &SubmissionRecord) -> Option<&str> {
        let of_this = |(name, program): &(String, String)| {
            (name, program) == (&submission.name, &submission.program)
        };
        let is_member = |annotation: &&Annotation| annotation.members.iter().any(of_this);
        let annotation = self.annotations.get(cluster);
        let annotation = annotation.or_else(|| self.annotations.values().find(is_member))?;
        (!annotation.sentence.is_empty()).then_some(&annotation.sentence)
    }

    /// The last result of a case of a submission.
    pub fn result(&self, submission: &str, case: &str) -> Option<&Arc<CaseResult>> {
        self.results.get(submission)?.get(case)
    }

    /// The same of the program that a submission has now.
    pub fn present_result(&self, of: &SubmissionRecord, case: &str) -> Option<&Arc<CaseResult>> {
        self.result(&of.name, case).filter(|it| *it.program == of.program)
    }

    /// What explains the program that a submission has now.
    pub fn present_explanation(&self, of: &SubmissionRecord) -> Option<&Explanation> {
        self.explanations.get(&of.name).filter(|it| it.program == of.program)
    }

    /// What the program that a submission has now answered to the present battery.
    pub fn present_answers(&self, of: &SubmissionRecord) -> Option<&[Answer]> {
        let probed = self.probed.get(&of.name)?;
        let is_present = probed.program == of.program && probed.battery == battery_digest();
        is_present.then_some(&probed.answers)
    }

    /// The submissions that belong to the class, sorted by name: all, where nobody says which.
    pub fn class(&self) -> impl Iterator<Item = &SubmissionRecord> {
        let belongs = |it: &&SubmissionRecord| {
            self.rosters.is_empty() || self.rosters.values().any(|names| names.contains(&it.name))
        };
        self.submissions.values().filter(belongs)
    }

    /// The results, the explanation and the counterexamples of one submission.
    pub fn of_submission(&self, name: &str) -> Self {
        Self {
            results: only(&self.results, name),
            explanations: only(&self.explanations, name),
            probed: only(&self.probed, name),
            counterexamples: only(&self.counterexamples, name),
            ..Self::default()
        }
    }
}

/// What the battery is called by: answers to another one say nothing of this one.
pub(crate) fn battery_digest() -> String {
    digest([TEXT.as_bytes()])
}

/// Puts a new value in the place of another; whether they differ.
fn renew<T: PartialEq>(place: &mut T, new: T) -> bool {
    std::mem::replace(place, new) != *place
}

/// Puts a value into a table; whether it had another one there, or none.
fn put<K: Ord, V: PartialEq>(all: &mut BTreeMap<K, V>, name: K, new: V) -> bool {
    let is_new = all.get(&name) != Some(&new);
    all.insert(name, new);
    is_new
}

/// What a table has of one name.
fn only<K: Clone + Ord + Borrow<str>, V: Clone>(
    all: &BTreeMap<K, V>,
    name: &str,
) -> BTreeMap<K, V> {
    let found = all.get_key_value(name);
    found.map(|(name, it)| (name.clone(), it.clone())).into_iter().collect()
}

const MAX_NAMED: usize = 5;

/// Students would see cases that were hidden from them.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error(
    "students would see what was hidden from them: {}. Nothing was changed. Hide it in a grade.toml (visible = \
     false), or show it with --publish-hidden",
    some_of(.0, MAX_NAMED)
)]
pub struct WouldShow(Vec<String>);

/// The scoring as it may come into force for the cases of `suite`: what one of the ledgers hides from students stays
/// hidden, unless it is published.
///
/// # Errors
/// [`WouldShow`].
pub fn keep_hidden<'a>(
    ledgers: impl IntoIterator<Item = &'a State>,
    suite: &Suite,
    scoring: Scoring,
    publish: bool,
) -> Result<Scoring, WouldShow> {
    // Hidden cases by name, with their inputs; visible ones by name, with their digests.
    let (mut hidden, mut visible) = (BTreeMap::new(), BTreeSet::new());
    for known in ledgers {
        hidden.extend(known.scoring.hidden.clone());
        for case in &known.suite.cases {
            match known.scoring.worth(&case.name).is_hidden {
                true => _ = hidden.insert(case.name.clone(), case.input.clone()),
                false => _ = visible.insert((&case.name, &case.digest)),
            }
        }
    }
    let was_hidden =
        hidden.iter().filter_map(|(name, input)| Some((name.clone(), problem(input)?)));
    let was_hidden: Vec<(String, Problem)> = was_hidden.collect();
    let (mut shown, mut asked) = (Vec::new(), Vec::new());
    for case in &suite.cases {
        if scoring.worth(&case.name).is_hidden {
            hidden.insert(case.name.clone(), case.input.clone());
            continue;
        }
        let was_visible = visible.contains(&(&case.name, &case.digest));
        let asks = problem(&case.input).filter(|_| !was_visible);
        let same =
            asks.map(|asks| was_hidden.iter().filter(move |(_, it)| it.asks_the_same(&asks)));
        let same: Vec<_> = same.into_iter().flatten().map(|(name, _)| name).collect();
        if hidden.contains_key(&case.name) || !same.is_empty() {
            shown.push(case.name.clone());
            asked.extend(same.into_iter().cloned());
        }
    }
    if !publish && !shown.is_empty() {
        return Err(WouldShow(shown));
    }
    for name in shown.iter().chain(&asked) {
        // A case that is still hidden is so by the settings.
        hidden.remove(name);
    }
    Ok(Scoring { hidden, ..scoring })
}
