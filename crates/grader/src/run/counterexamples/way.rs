//! What goes wrong, and in which way.
//!
//! Left out: looking for a smaller input on which it does.

use crate::cases::GradingCase;
use crate::result::CaseResult;
use crate::run::explain::end_of;
use explain::evidence::End;
use mancala::homework::compare::verdict::Verdict;

/// A case on which a submission goes wrong.
pub(super) struct Wrong<'a, 'k> {
    pub(super) case: &'a GradingCase,
    pub(super) result: &'k CaseResult,
    pub(super) way: Way,
}

/// In which way a run goes wrong. What is shrunk goes wrong in the same way all along, so that one fault
/// is not lost for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// What it writes is wrong.
    Output,
    /// It ends by itself and writes nothing.
    Silent,
    /// It crashes.
    Crash,
    /// A limit or a wall stops it.
    Stopped,
}

impl Way {
    pub(super) const ALL: [Self; 4] = [Self::Output, Self::Silent, Self::Crash, Self::Stopped];

    /// `None` if nothing is wrong, or it is not the submission's fault.
    pub(super) fn of(verdict: Verdict) -> Option<Self> {
        match (verdict, end_of(verdict)?) {
            (Verdict::Accepted, _) => None,
            (Verdict::NoOutput, _) => Some(Self::Silent),
            (_, End::Normal) => Some(Self::Output),
            (_, End::Crashed) => Some(Self::Crash),
            (_, End::Stopped) => Some(Self::Stopped),
        }
    }
}
