//! What is right for one case: computed once, by our own search.
//!
//! Left out: any submission.

use std::convert::Infallible;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use crate::game::Kalah;
use crate::grade::check::{WrongFile, check};
use crate::homework::NEXT_STATE;
use crate::homework::next_state::next_state;
use crate::homework::{Answer, LogWriter, OptionalRows, Problem, answer};
use crate::judge::compare::Leniency;

/// What is right for one case.
#[derive(Debug, Clone)]
pub struct Expected {
    /// What is asked.
    pub problem: Problem,
    /// The problem's position.
    pub start: Kalah,
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
    pub fn compute(problem: Problem, start: Kalah) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut rows = 0;
        let answer = match problem.task.logged_algorithm() {
            None => unheard(&problem, start),
            Some(algorithm) => {
                let mut log = LogWriter::new(hasher.clone(), algorithm, OptionalRows::Omit);
                let answered = answer(&problem, start, &mut log);
                if let Ok(logged) = log.finish() {
                    (hasher, rows) = logged;
                }
                match answered {
                    ControlFlow::Continue(answer) => answer,
                    // Hashing cannot fail; were it to, the answer alone would still be right.
                    ControlFlow::Break(_) => unheard(&problem, start),
                }
            }
        };
        // Nor can this write.
        let _ = hasher.write_all(next_state(&answer.board).as_bytes());
        Self {
            problem,
            start,
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
            let wrong = check(&self.problem, self.start, folder, Leniency::Course);
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

fn unheard(problem: &Problem, start: Kalah) -> Answer {
    let answered: ControlFlow<Infallible, _> = answer(problem, start, &mut ());
    match answered {
        ControlFlow::Continue(answer) => answer,
        ControlFlow::Break(never) => match never {},
    }
}
