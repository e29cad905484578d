//! Which mistake explains a submission's wrong outputs, from those that were kept.
//!
//! All cases of a submission are evidence together: a mistake must also explain why the right cases
//! are right.
//!
//! Left out: the mistakes themselves (the crate `explain`).

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::OnceLock;

use super::workspace::{Workspace, kept_outputs};
use crate::key;
use crate::ledger::Known;
use crate::result::{CaseResult, Explanation, SubmissionRecord};
use crate::suite::is_beyond;
use explain::evidence::{End, Evidence, Lines};
use explain::{Explanation as Explained, Kind, explain, others_are_right};
use mancala::homework::compare::finding::OutputFile;
use mancala::homework::compare::verdict::Verdict;
use mancala::homework::{OptionalRows, Problem, answer_with_log};
use sandbox::{NotAnOutput, Tree};

/// The most cases that are named one by one.
const MOST_NAMED: usize = 5;

/// Explains evidence, and says which cases gave none, `silent`: those are not right.
#[must_use]
pub fn explained(evidence: &[Evidence], silent: &[String]) -> Explained {
    let mut it = explain(evidence);
    if silent.is_empty() || it.kind == Kind::NoEvidence {
        return it;
    }
    if it.kind == Kind::Right {
        it.kind = Kind::Described;
        it.sentences = vec![others_are_right(it.cases)];
    }
    let names = silent.iter().take(MOST_NAMED).map(String::as_str);
    let names = names.collect::<Vec<_>>().join(", ");
    let more = match silent.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (some, all) = (silent.len(), it.cases + silent.len());
    let said = format!("In {some} of {all} cases there is no output to look at: {names}{more}.");
    it.sentences.insert(0, said);
    it
}

/// The lines of an output, as many as are looked at; `None` if there is none.
///
/// # Errors
/// If it is there and cannot be read.
pub fn lines_of(path: &Path) -> io::Result<Option<Lines>> {
    let file = match Tree::open_file(path, u64::MAX) {
        Ok(file) => file,
        Err(NotAnOutput::Missing) => return Ok(None),
        Err(error) => return Err(io::Error::other(error)),
    };
    let mut bytes = Vec::new();
    file.take(Workspace::KEPT_BYTES as u64)
        .read_to_end(&mut bytes)?;
    let cut = bytes.len() >= Workspace::KEPT_BYTES;
    Ok(Some(Lines::new(&bytes, cut)))
}

/// The cases of a suite with the outputs of right programs, which are made when first needed.
pub(super) struct Explainer {
    cases: Vec<(Case, OnceLock<Option<Evidence>>)>,
    /// What is said of a program all of whose cases are right.
    all_right: OnceLock<Explained>,
}

/// A case, as far as it matters here.
struct Case {
    name: String,
    problem: Problem,
}

impl Explainer {
    /// For a suite of these cases: their names, and what they ask.
    pub(super) fn new(cases: impl Iterator<Item = (String, Problem)>) -> Self {
        let within = cases.filter(|(name, _)| !is_beyond(name));
        let case = |(name, problem)| (Case { name, problem }, OnceLock::new());
        Self {
            cases: within.map(case).collect(),
            all_right: OnceLock::new(),
        }
    }

    /// The hash of the results that an explanation would rest on; `None` if there are none.
    fn basis(&self, record: &SubmissionRecord, known: &Known) -> Option<String> {
        let results = self.cases.iter();
        let results = results.filter_map(|(case, _)| result(record, case, known));
        let basis: Vec<_> = results
            .flat_map(|it| [it.key.as_bytes(), it.verdict.code().as_bytes()])
            .collect();
        (!basis.is_empty()).then(|| key::digest(basis))
    }

    /// The explanation of what the ledger knows of a submission, as a line of it; `None` if it has it
    /// already, or there is nothing to explain. What was kept lies in the folder `results`.
    pub(super) fn news(
        &self,
        record: &SubmissionRecord,
        known: &Known,
        results: &Path,
    ) -> Option<Explanation> {
        let basis = self.basis(record, known)?;
        let before = known.explanations.get(&record.name);
        if before.is_some_and(|it| it.program == record.program && it.basis == basis) {
            return None;
        }
        Some(Explanation {
            submission: record.name.clone(),
            program: record.program.clone(),
            basis,
            explained: Some(self.explain(record, known, results)),
        })
    }

    fn explain(&self, record: &SubmissionRecord, known: &Known, results: &Path) -> Explained {
        let (mut evidence, mut silent, mut right) = (Vec::new(), Vec::new(), 0);
        for (case, right_outputs) in &self.cases {
            let Some(result) = result(record, case, known) else {
                continue;
            };
            let written = match end_of(result.verdict) {
                None => None,
                Some(_) if result.verdict == Verdict::Accepted => {
                    right += 1;
                    right_outputs.get_or_init(|| right_evidence(case)).clone()
                }
                Some(end) => {
                    let folder = kept_outputs(results, &result.key);
                    written(&case.name, &case.problem, end, &folder)
                }
            };
            match written.filter(Evidence::says_something) {
                Some(written) => evidence.push(written),
                None if result.verdict == Verdict::Skipped => {}
                None => silent.push(case.name.clone()),
            }
        }
        if right == self.cases.len() {
            let explain = || explained(&evidence, &silent);
            return self.all_right.get_or_init(explain).clone();
        }
        explained(&evidence, &silent)
    }
}

/// What is known of a case of a submission's present program.
fn result<'a>(record: &SubmissionRecord, case: &Case, known: &'a Known) -> Option<&'a CaseResult> {
    let result = known.result(&record.name, &case.name)?;
    (*result.program == record.program).then_some(result)
}

/// How a run of this verdict ended; `None` if it says nothing of the program.
pub(super) fn end_of(verdict: Verdict) -> Option<End> {
    match verdict {
        Verdict::InternalError | Verdict::Skipped | Verdict::CompileError => None,
        Verdict::RuntimeError => Some(End::Crashed),
        Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::Security => {
            Some(End::Stopped)
        }
        Verdict::Accepted
        | Verdict::Partly
        | Verdict::WrongAnswer
        | Verdict::PresentationError
        | Verdict::NoOutput => Some(End::Normal),
    }
}

/// What a submission wrote, as far as it was kept in `folder`.
pub(super) fn written(name: &str, problem: &Problem, end: End, folder: &Path) -> Option<Evidence> {
    // What was kept and cannot be read is as good as not written.
    let lines = |output: OutputFile| lines_of(&folder.join(output.name())).ok().flatten();
    let log = problem.task.logged_algorithm();
    Evidence::new(
        name,
        problem,
        end,
        lines(OutputFile::NextState),
        log.and_then(|_| lines(OutputFile::TraverseLog)),
    )
}

/// What a right program writes, as far as it would be kept.
fn right_evidence(case: &Case) -> Option<Evidence> {
    let problem = &case.problem;
    let beginning = || Ok::<_, io::Error>(Beginning::default());
    let (answer, log) = answer_with_log(problem, OptionalRows::Omit, beginning).ok()?;
    Evidence::new(
        &case.name,
        problem,
        End::Normal,
        Some(Lines::new(answer.next_state().as_bytes(), false)),
        log.map(|log| Lines::new(&log.out.bytes, log.out.cut)),
    )
}

/// The beginning of what is written to it.
#[derive(Debug, Default)]
struct Beginning {
    bytes: Vec<u8>,
    cut: bool,
}

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = Workspace::KEPT_BYTES - self.bytes.len();
        self.cut |= bytes.len() > room;
        self.bytes
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
