//! What became of a case, and what was forgiven in its files.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What became of one case of one submission, or of one of its output files.
///
/// In the order of a summary: the good first, the grader's own trouble last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// All verdicts in order, each with its letters and in words.
    const TABLE: [(Self, &'static str, &'static str); 13] = [
        (Self::Accepted, "AC", "correct"),
        (Self::Partly, "PA", "partly correct"),
        (Self::WrongAnswer, "WA", "wrong answer"),
        (Self::PresentationError, "PE", "output cannot be read"),
        (Self::NoOutput, "NO", "output missing"),
        (Self::TimeLimit, "TLE", "too slow"),
        (Self::MemoryLimit, "MLE", "too much memory"),
        (Self::OutputLimit, "OLE", "too much output"),
        (Self::RuntimeError, "RTE", "crashed"),
        (Self::Security, "SEC", "forbidden action"),
        (Self::CompileError, "CE", "no program to run"),
        (Self::Skipped, "SK", "skipped"),
        (Self::InternalError, "IE", "could not be graded"),
    ];

    /// All verdicts, in order.
    pub const ALL: [Self; 13] = {
        let (mut all, mut at) = ([Self::Accepted; 13], 0);
        while at < all.len() {
            all[at] = Self::TABLE[at].0;
            at += 1;
        }
        all
    };

    /// The two or three letters.
    pub const fn code(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// The verdict in words, for people who do not know the letters.
    pub const fn words(self) -> &'static str {
        Self::TABLE[self as usize].2
    }

    /// Whether the verdict says something about the submission. The others are worth nothing and cost nothing.
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

/// What may differ without being a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leniency {
    /// Nothing: every byte counts.
    Exact,
    /// What the course's own checker forgives, which takes lines apart at blanks: line ends, blanks before, between and
    /// behind what a line holds, empty lines at the end, lines after the fourth of a state, a byte order mark, and
    /// optional rows of either sign, marked or not, with alpha and beta or not, present or not. More blanks than
    /// [`MAX_BLANKS`](super::MAX_BLANKS) are no oversight and not forgiven.
    Course,
}

/// What leniency forgave in a file that is otherwise as computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forgiven {
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// Lines end in carriage return and line feed.
    CarriageReturns,
    /// Lines have blanks at their beginning.
    LeadingBlanks,
    /// What a line holds is kept apart by other blanks than single ones.
    OddBlanks,
    /// Lines have blanks at their end.
    TrailingBlanks,
    /// The last line has no line end.
    NoFinalLineEnd,
    /// There are blank lines after the last line.
    BlankLinesAtEnd,
    /// There are lines after the last one.
    MoreLines,
}

impl fmt::Display for Forgiven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByteOrderMark => "begins with a byte order mark",
            Self::CarriageReturns => "has carriage returns at line ends (CRLF)",
            Self::LeadingBlanks => "has spaces at the beginning of lines",
            Self::OddBlanks => "has more than single spaces between numbers",
            Self::TrailingBlanks => "has spaces at the end of lines",
            Self::NoFinalLineEnd => "has no line end after its last line",
            Self::BlankLinesAtEnd => "has blank lines at its end",
            Self::MoreLines => "has more lines after its last one",
        })
    }
}
