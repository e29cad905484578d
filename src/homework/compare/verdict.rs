//! What became of a case, in two letters.
//!
//! Left out: what a verdict is worth (`grade`).

use std::fmt;

/// What became of one case of one submission, or of one of its output files.
///
/// In the order of a summary: the good first, the grader's own trouble last.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Verdict {
    /// All right.
    Accepted,
    /// One output is right, the other is not.
    Partly,
    /// A file parses and differs.
    WrongAnswer,
    /// A file does not parse.
    PresentationError,
    /// An output is missing.
    NoOutput,
    /// The program used too much time.
    TimeLimit,
    /// The program used too much memory.
    MemoryLimit,
    /// The program wrote too much.
    OutputLimit,
    /// The program crashed.
    RuntimeError,
    /// The program tried what only an attack tries.
    Security,
    /// There is no program: it does not compile, or cannot be recognised.
    CompileError,
    /// Not judged by intent.
    Skipped,
    /// The grader's own fault, or that of the expected data. Never a zero: the case is ungraded.
    InternalError,
}

impl Verdict {
    /// All verdicts, in order.
    pub const ALL: [Self; 13] = [
        Self::Accepted,
        Self::Partly,
        Self::WrongAnswer,
        Self::PresentationError,
        Self::NoOutput,
        Self::TimeLimit,
        Self::MemoryLimit,
        Self::OutputLimit,
        Self::RuntimeError,
        Self::Security,
        Self::CompileError,
        Self::Skipped,
        Self::InternalError,
    ];

    /// The two or three letters.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::Partly => "PA",
            Self::WrongAnswer => "WA",
            Self::PresentationError => "PE",
            Self::NoOutput => "NO",
            Self::TimeLimit => "TLE",
            Self::MemoryLimit => "MLE",
            Self::OutputLimit => "OLE",
            Self::RuntimeError => "RTE",
            Self::Security => "SEC",
            Self::CompileError => "CE",
            Self::Skipped => "SK",
            Self::InternalError => "IE",
        }
    }

    /// The verdict in words, for people who do not know the letters.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Accepted => "all right",
            Self::Partly => "partly right",
            Self::WrongAnswer => "wrong answer",
            Self::PresentationError => "output cannot be read",
            Self::NoOutput => "output missing",
            Self::TimeLimit => "too slow",
            Self::MemoryLimit => "too much memory",
            Self::OutputLimit => "too much output",
            Self::RuntimeError => "crashed",
            Self::Security => "forbidden action",
            Self::CompileError => "does not compile",
            Self::Skipped => "skipped",
            Self::InternalError => "could not be graded",
        }
    }

    /// Whether the verdict says something about the submission. The others are worth nothing and
    /// cost nothing.
    #[must_use]
    pub const fn is_graded(self) -> bool {
        !matches!(self, Self::Skipped | Self::InternalError)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl From<Verdict> for &'static str {
    fn from(verdict: Verdict) -> Self {
        verdict.code()
    }
}

impl TryFrom<String> for Verdict {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        let named = |verdict: &Self| verdict.code() == code;
        let unknown = || format!("no verdict has the code {code:?}");
        Self::ALL.into_iter().find(named).ok_or_else(unknown)
    }
}
