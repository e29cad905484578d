//! Kattis: the problem package format 2025-09.
//!
//! The archive holds one folder of its own name. `submissions.yaml` demands that the validator names
//! the mistake of each wrong submission.

use std::io;

use super::{Problem, STATEMENT};
use crate::export::archive::Archive;

/// Whether a package may have this name: lower-case letters and digits.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let may_be = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    !name.is_empty() && name.bytes().all(may_be)
}

impl Problem {
    /// The package of this name.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn kattis(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut archive = Archive::new();
        let mut add =
            |path: &str, text: &str| archive.add(&format!("{name}/{path}"), text.as_bytes());
        let yaml = format!(
            "problem_format_version: 2025-09\n\
             type: pass-fail\n\
             {}\
             limits:\n  \
               # The time limit follows from the program in submissions/accepted, which is in Python.\n  \
               time_multipliers:\n    ac_to_time_limit: 5\n  \
               output: {}\n",
            self.metadata(),
            self.output_limit()
        );
        add("problem.yaml", &yaml)?;
        add("statement/problem.en.md", STATEMENT)?;
        add("output_validator/validator.py", &self.validator())?;
        let named: String = self
            .mutants()
            .iter()
            .map(|mistake| format!("wrong_answer/{mistake}.py:\n  message: \"{mistake}:\"\n"))
            .collect();
        add("submissions/submissions.yaml", &named)?;
        for (path, text) in self.files() {
            add(&path, &text)?;
        }
        archive.finish()
    }
}
