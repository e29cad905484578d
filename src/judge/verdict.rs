//! What became of a case, in two letters.
//!
//! Left out: what a verdict is worth ([`score`](super::score)).

use std::fmt;

use serde::{Deserialize, Serialize};

/// What became of one case of one submission, or of one of its output files.
///
/// In the order of a summary: the good first, the grader's own trouble last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// All right.
    #[serde(rename = "AC")]
    Accepted,
    /// One output is right, the other is not.
    #[serde(rename = "PA")]
    Partly,
    /// A file parses and differs.
    #[serde(rename = "WA")]
    WrongAnswer,
    /// A file does not parse.
    #[serde(rename = "PE")]
    PresentationError,
    /// An output is missing.
    #[serde(rename = "NO")]
    NoOutput,
    /// The program used too much time.
    #[serde(rename = "TLE")]
    TimeLimit,
    /// The program used too much memory.
    #[serde(rename = "MLE")]
    MemoryLimit,
    /// The program wrote too much.
    #[serde(rename = "OLE")]
    OutputLimit,
    /// The program crashed.
    #[serde(rename = "RTE")]
    RuntimeError,
    /// The program tried what only an attack tries.
    #[serde(rename = "SEC")]
    Security,
    /// There is no program: it does not compile, or cannot be recognised.
    #[serde(rename = "CE")]
    CompileError,
    /// Not judged by intent.
    #[serde(rename = "SK")]
    Skipped,
    /// The grader's own fault, or that of the expected data. Never a zero: the case is ungraded.
    #[serde(rename = "IE")]
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
