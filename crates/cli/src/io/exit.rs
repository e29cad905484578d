//! Exit codes, and the one place that prints an error.

use std::process::ExitCode;

use super::diagnostic::BadInputFile;
use super::failure::Surroundings;
use super::print::{say, say_drawn};

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: all is right.
    Success,
    /// 1: the work was done and something differs.
    Different,
    /// 2: the arguments or an input file are wrong.
    BadInput,
    /// 3: the surroundings failed: a full disk, a folder that cannot be written; or the grader did,
    /// and left cases ungraded.
    Failure,
    /// 130: interrupted.
    Interrupted,
}

/// The exit codes, for the end of the help text.
pub(crate) const HELP: &str = "\
Exit codes:
  0    all right
  1    something differs from what was expected, or lost points
  2    wrong arguments or input; nothing was written for it
  3    the surroundings failed, such as a full disk, or cases could not be graded
  130  interrupted";

impl Exit {
    /// The code that the shell sees.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Different => 1,
            Self::BadInput => 2,
            Self::Failure => 3,
            Self::Interrupted => 130,
        }
    }

    /// The more serious of two ends.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        if other.code() > self.code() {
            other
        } else {
            self
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Prints an error and tells how the program should end.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    match error.downcast_ref::<BadInputFile>() {
        Some(bad) => say_drawn(bad.render()),
        None => say(format_args!("error: {error:#}")),
    }
    if error.chain().any(|cause| cause.is::<Surroundings>()) {
        Exit::Failure
    } else {
        Exit::BadInput
    }
}
