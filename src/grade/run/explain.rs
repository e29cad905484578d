//! Which mistake explains a submission's wrong outputs, from those that were kept.
//!
//! All cases of a submission are evidence together: a mistake must also explain why the right cases
//! are right.
//!
//! Left out: the mistakes themselves ([`explain`](crate::explain)).

use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use super::prepare::Prepared;
use super::workspace::Workspace;
use crate::explain::evidence::{End, Evidence, Lines};
use crate::grade::cases::GradingCase;
use crate::grade::ledger::Known;
use crate::grade::result::Explanation;
use crate::grade::suite::is_beyond;
use crate::homework::{OptionalRows, answer_with_log};
use crate::judge::finding::OutputFile;
use crate::judge::verdict::Verdict;

/// A case with the outputs of a right program, which are made when first needed.
pub(super) struct Explainable<'a> {
    case: &'a GradingCase,
    right: OnceLock<Option<Evidence>>,
}

impl<'a> Explainable<'a> {
    pub(super) fn new(case: &'a GradingCase) -> Self {
        Self {
            case,
            right: OnceLock::new(),
        }
    }

    fn right(&self) -> Option<Evidence> {
        self.right.get_or_init(|| right(self.case)).clone()
    }
}

/// Explains what the ledger knows of a submission; `None` if there is nothing to explain.
pub(super) fn explain(
    prepared: &Prepared<'_>,
    cases: &[Explainable<'_>],
    known: &Known,
    workspace: &Workspace,
) -> Option<Explanation> {
    let record = &prepared.record;
    let mut evidence = Vec::new();
    let mut wrong = 0;
    for explainable in cases {
        let name = &explainable.case.name;
        if is_beyond(name) {
            continue;
        }
        let result = known.results.get(&(record.name.clone(), name.clone()));
        let Some(result) = result.filter(|it| it.program == record.program) else {
            continue;
        };
        match result.verdict {
            Verdict::Accepted => evidence.extend(explainable.right()),
            Verdict::Partly | Verdict::WrongAnswer | Verdict::PresentationError => {
                wrong += 1;
                let kept = workspace.kept_outputs(&result.key);
                evidence.extend(written(explainable.case, &kept));
            }
            _ => {}
        }
    }
    if wrong == 0 {
        return None;
    }
    let explanation = crate::explain::explain(&evidence);
    Some(Explanation {
        submission: record.name.clone(),
        program: record.program.clone(),
        sentences: explanation.sentences,
    })
}

/// What a submission wrote, as far as it was kept in `folder`.
fn written(case: &GradingCase, folder: &Path) -> Option<Evidence> {
    let lines = |output: OutputFile| {
        let bytes = std::fs::read(folder.join(output.name())).ok()?;
        Some(Lines::new(&bytes, bytes.len() >= Workspace::KEPT_BYTES))
    };
    let log = case.expected.problem.task.logged_algorithm();
    Evidence::new(
        &case.name,
        &case.expected.problem,
        End::Normal,
        lines(OutputFile::NextState),
        log.and_then(|_| lines(OutputFile::TraverseLog)),
    )
}

/// What a right program writes, as far as it would be kept.
fn right(case: &GradingCase) -> Option<Evidence> {
    let problem = &case.expected.problem;
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
