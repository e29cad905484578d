//! The packages: for Kattis the problem package format 2025-09 or its draft of 2023-07, in one folder of its own name, with a `submissions.yaml`
//! that demands that the validator names the mistake of each wrong submission; for DOMjudge the format legacy-icpc with
//! DOMjudge's own `domjudge-problem.ini`.
//!
//! DOMjudge makes the problem's short name of the archive's. Old judgehosts call a Python validator without
//! its arguments; a script `build` makes a program of it that is called with them.

use std::io;

use super::{Problem, STATEMENT};
use crate::export::bundle::Archive;

/// Whether a package may have this name: lower-case letters and digits.
pub fn is_name(name: &str) -> bool {
    let may_be = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    !name.is_empty() && name.bytes().all(may_be)
}

impl Problem {
    /// The package of this name, in this version of the format: of what the package has, both say the same.
    pub fn kattis(&self, name: &str, version: &str) -> io::Result<Vec<u8>> {
        let mut archive = Archive::new();
        let mut add =
            |path: &str, text: &str| archive.add(&format!("{name}/{path}"), text.as_bytes());
        let yaml = format!(
            "problem_format_version: {version}\n\
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

    pub fn domjudge(&self) -> io::Result<Vec<u8>> {
        let mut archive = Archive::new();
        let mut add = |path: &str, text: &str| archive.add(path, text.as_bytes());
        add("domjudge-problem.ini", &format!("timelimit = {TIME_LIMIT}\n"))?;
        let yaml = format!(
            "problem_format_version: legacy-icpc\n{}validation: custom\nlimits:\n  output: {}\n",
            self.metadata(),
            self.output_limit()
        );
        add("problem.yaml", &yaml)?;
        // What DOMjudge shows, and what the format wants.
        add("problem.txt", STATEMENT)?;
        let tex = format!(
            "\\problemname{{Mancala}}\n\\begin{{verbatim}}\n{STATEMENT}\\end{{verbatim}}\n"
        );
        add("problem_statement/problem.en.tex", &tex)?;
        add("output_validators/mancala/validator.py", &self.validator())?;
        for (path, text) in self.files() {
            add(&path, &text)?;
        }
        archive.add_program("output_validators/mancala/build", BUILD.as_bytes())?;
        archive.finish()
    }
}

/// Seconds for a case: what is asked for is a right program, not a fast one.
const TIME_LIMIT: u32 = 10;

const BUILD: &str = "#!/bin/sh\ncp validator.py run && chmod +x run\n";
