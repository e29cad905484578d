//! What is found out in grading, as data: the suite, a submission, a case of a submission.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use explain::profile::battery::Answer;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use explain::evidence::End;
use explain::mistakes::Switch;
use explain::{Explanation as Explained, Facts};
use journal::digest;
use mancala::homework::compare::{Finding, LogDiff, Verdict};
use mancala::homework::{Problem, parse};
use sandbox::{Backend, Limits, Outcome};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suite {
    /// In the order of their names.
    pub cases: Vec<SuiteCase>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteCase {
    pub name: String,
    /// Its task: `greedy`, `minimax`, `alpha-beta` or `competition`.
    pub task: String,
    /// Rows of the right log, the header not counted.
    pub rows: u64,
    /// The hash of its input and of what is right.
    pub digest: String,
    pub input: String,
}

/// What the input of a case asks.
pub(crate) fn problem(input: &str) -> Option<Problem> {
    parse(input.as_bytes()).ok()
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster {
    /// The folder or file in which the submissions were found.
    pub source: String,
    pub submissions: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionRecord {
    /// The submission's name, which no other has.
    pub name: String,
    /// Who handed it in, where that is known and is not the name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// The hash of its files, commands and toolchain.
    pub program: String,
    /// The language's name; empty if it was not recognised.
    pub language: String,
    /// The toolchain's version, as it says itself.
    pub toolchain: String,
    pub late_days: u32,
    /// When it was handed in, in seconds since the beginning of 1970, where the platform or its files say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<i64>,
    pub build: Build,
    /// What is odd about the files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    #[default]
    Ready,
    /// There is none, by the submission's fault: the compiler's words, or ours.
    Failed(String),
    /// There is none, by the grader's fault.
    Fault(String),
}

impl Build {
    /// Why there is no program, if there is none.
    pub fn trouble(&self) -> Option<&str> {
        match self {
            Self::Ready => None,
            Self::Failed(words) | Self::Fault(words) => Some(words),
        }
    }
}

/// What became of a case of a submission. A class has very many of them, which share their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The hash of everything the result depends on.
    pub key: String,
    pub submission: Arc<str>,
    /// The submission's [`program`](SubmissionRecord::program).
    pub program: Arc<str>,
    pub case: Arc<str>,
    /// The case's [`digest`](SuiteCase::digest).
    pub case_digest: Arc<str>,
    pub verdict: Verdict,
    /// The verdict on the state; `None` if it was not judged.
    pub state: Option<Verdict>,
    /// The verdict on the log; `None` if it was not judged, or the task has none.
    pub log: Option<Verdict>,
    /// Rows of the log that are right, up to the first that is not.
    pub rows_right: u64,
    /// The grader's trouble, where it could not be judged.
    #[serde(default, skip_serializing_if = "String::is_empty", rename = "reason")]
    pub trouble: String,
    /// How the program ended; `None` if it was not run.
    pub outcome: Option<Outcome>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// A wrong log, as its difference from the right one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<LogDiff>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", rename = "warnings")]
    pub forgiven: Vec<String>,
    /// What the program wrote to standard error, its beginning and its end; kept only where something is wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    pub backend: Backend,
    pub used: Used,
}

/// What a run used; the only part of a result that differs from run to run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    pub cpu_ms: Option<u64>,
    pub wall_ms: Option<u64>,
    pub memory_bytes: Option<u64>,
}

/// What a teacher says of a cluster of wrong programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotation {
    pub cluster: String,
    /// What is said to its members; empty if nothing any more.
    pub sentence: String,
    /// Its members when it was said, each with its [`program`](SubmissionRecord::program): of those it
    /// stays true when the suite changes.
    pub members: Vec<(String, String)>,
}

/// Scores that were filled into the column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exported {
    pub column: String,
    /// The scores as they stand there, by submission.
    pub scores: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    pub submission: String,
    /// The submission's [`program`](SubmissionRecord::program).
    pub program: String,
    #[serde(default, deserialize_with = "if_known")]
    pub basis: Option<Basis>,
    /// What does; `None` where these facts are of a form that is not known.
    #[serde(default, deserialize_with = "if_known")]
    pub facts: Option<Box<Facts>>,
    /// The same in the words of a version that had no facts.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "if_known")]
    pub explained: Option<Box<Explained>>,
}

/// What an explanation rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// The hash of the results that it explains.
    pub results: String,
    /// How much the program might be asked, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<ProbeBudget>,
}

impl Explanation {
    pub fn in_words(&self) -> Option<Explained> {
        let now = self.facts.as_ref().map(|it| it.in_words());
        now.or_else(|| self.explained.as_deref().cloned())
    }
}

/// What another version of this program wrote and this one cannot read is not known, and can be found out anew.
fn if_known<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(serde_json::Value::deserialize(from)?).ok())
}

/// What a wrong program answered to the battery of probes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probed {
    pub submission: String,
    /// The submission's [`program`](SubmissionRecord::program).
    pub program: String,
    pub battery: String,
    /// One for each probe, in the order of the battery.
    pub answers: Vec<Answer>,
}

/// The smallest inputs on which a submission goes wrong, as far as they were found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexamples {
    pub submission: String,
    /// The submission's [`program`](SubmissionRecord::program).
    pub program: String,
    /// That of the explanation from which the search set out.
    #[serde(default, deserialize_with = "if_known")]
    pub basis: Option<Basis>,
    /// How long the search could last at most, in milliseconds.
    pub budget_ms: u64,
    /// Whether it came to its end: without more time nothing smaller would have been found.
    pub is_complete: bool,
    /// One for each mistake that is named and for each way in which runs go wrong besides.
    pub found: Vec<Counterexample>,
}

/// A small input on which a submission goes wrong; no case of the suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The known mistake that it shows, and no other with it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "if_known")]
    pub mistake: Option<Switch>,
    /// Whether the program did the same when it was run again.
    pub is_steady: bool,
    pub case: SuiteCase,
    /// What became of it, without what the run used.
    pub result: CaseResult,
}

impl CaseResult {
    /// Why it has its verdict, where the outputs do not say it: how the program ended, or the grader's trouble.
    pub fn reason(&self) -> Cow<'_, str> {
        match (&self.outcome, end_of(self.verdict)) {
            (Some(outcome), Some(end)) if end != End::Normal => outcome.to_string().into(),
            _ => self.trouble.as_str().into(),
        }
    }

    /// What was forgiven, also how a program ended whose outputs are right: the course looked at nothing else.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.forgiven.clone();
        if let (Verdict::Accepted, Some(outcome)) = (self.verdict, &self.outcome)
            && *outcome != Outcome::Exited(0)
        {
            warnings.push(format!("the program ended with {outcome}"));
        }
        warnings
    }

    /// Whether it was not run because smaller cases of its task took too long: it is worth nothing, and counts.
    pub fn is_given_up(&self) -> bool {
        self.verdict == Verdict::Skipped && self.outcome.is_some()
    }

    /// Whether a run of the same thing would come out the same. Trouble of the grader passes, and
    /// the clock depends on what else the machine has to do.
    pub fn is_reusable(&self) -> bool {
        self.verdict != Verdict::InternalError && self.outcome != Some(Outcome::WallLimit)
    }
}

/// How a run of this verdict ended; `None` if it says nothing of the program.
pub(crate) const fn end_of(verdict: Verdict) -> Option<End> {
    match verdict {
        Verdict::InternalError | Verdict::Skipped | Verdict::CompileError => None,
        Verdict::RuntimeError => Some(End::Crashed),
        Verdict::TimeLimit => Some(End::Stopped),
        Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::Security => Some(End::OverLimit),
        Verdict::Accepted
        | Verdict::Partly
        | Verdict::WrongAnswer
        | Verdict::PresentationError
        | Verdict::NoOutput => Some(End::Normal),
    }
}

/// Whether a verdict says that what the program wrote is wrong.
pub(crate) const fn is_of_outputs(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Partly | Verdict::PresentationError | Verdict::WrongAnswer)
}

/// How much a program is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProbeBudget {
    /// So much that a suite takes hardly longer: what is found out does not depend on how fast the machine is.
    #[default]
    Auto,
    Count(usize),
    /// Everything, for so long.
    Time(Duration),
}

/// The version of the judgement: to be raised with every change that can alter a result.
const CHECKER: u32 = 2;

/// What a result depends on, as one hash: results of the same key need not be found out twice. `program` and `case`
/// are the digests of the two.
pub(crate) fn key_of(program: &str, case: &str, limits: &Limits, backend: Backend) -> String {
    let limits = format!("{limits:?}");
    let parts: [&[u8]; 5] = [
        program.as_bytes(),
        case.as_bytes(),
        &CHECKER.to_le_bytes(),
        limits.as_bytes(),
        backend.name().as_bytes(),
    ];
    digest(parts)
}
