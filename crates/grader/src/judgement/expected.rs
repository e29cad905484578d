//! What is right for one case: computed once, by our own search.
//!
//! Left out: any submission.

use std::io;
use std::path::Path;

use crate::check::{WrongFile, check};
use mancala::homework::NEXT_STATE;
use mancala::homework::compare::files::Leniency;
use mancala::homework::{Answer, OptionalRows, Problem, answer, answer_with_log};

/// What is right for one case.
#[derive(Debug, Clone)]
pub struct Expected {
    /// What is asked.
    pub problem: Problem,
    /// Its answer.
    pub answer: Answer,
    /// Rows of its log, the header not counted; 0 for a task without one.
    pub rows: u64,
    /// The hash of both outputs, in hexadecimal digits.
    pub digest: String,
    /// Why the case cannot be graded: expected files beside the input contradict the answer.
    pub contradiction: Option<String>,
}

impl Expected {
    /// Answers `problem` and hashes the outputs, without keeping the log.
    #[must_use]
    pub fn compute(problem: Problem) -> Self {
        let hasher = || Ok::<_, io::Error>(blake3::Hasher::new());
        // Hashing cannot fail; were it to, the answer alone would still be right.
        let (answer, log) = answer_with_log(&problem, OptionalRows::Omit, hasher)
            .unwrap_or_else(|_| (answer(&problem), None));
        let (mut hasher, rows) = log.map_or_else(Default::default, |log| (log.out, log.rows));
        hasher.update(answer.next_state().as_bytes());
        Self {
            problem,
            answer,
            rows,
            digest: hasher.finalize().to_hex().to_string(),
            contradiction: None,
        }
    }

    /// Checks the expected files in `folder`, if there are any.
    #[must_use]
    pub fn checked_against(mut self, folder: &Path) -> Self {
        if folder.join(NEXT_STATE).exists() {
            let wrong = check(&self.problem, folder, Leniency::Course);
            if let Some(WrongFile { file, .. }) = wrong.first() {
                self.contradiction = Some(format!(
                    "{} beside the input contradicts the answer; `mancala check` shows where",
                    file
                ));
            }
        }
        self
    }
}
