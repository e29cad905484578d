//! What may differ without being a difference.
//!
//! Left out: looking for it.

use serde::{Deserialize, Serialize};

/// What may differ without being a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leniency {
    /// Nothing: every byte counts.
    Exact,
    /// What the course's own checker forgives, which takes lines apart at blanks: line ends, blanks
    /// before, between and behind what a line holds, empty lines at the end, lines after the fourth
    /// of a state, a byte order mark, and optional rows of either sign, marked or not, with alpha and
    /// beta or not, present or not. More blanks than [`MOST_BLANKS`](super::MOST_BLANKS) are no
    /// oversight and not forgiven.
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

impl std::fmt::Display for Forgiven {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ByteOrderMark => "begins with a byte order mark",
            Self::CarriageReturns => "has carriage returns at line ends (CRLF)",
            Self::LeadingBlanks => "has blanks at the beginning of lines",
            Self::OddBlanks => "has other blanks than single ones between numbers",
            Self::TrailingBlanks => "has blanks at the end of lines",
            Self::NoFinalLineEnd => "does not end its last line",
            Self::BlankLinesAtEnd => "has blank lines at its end",
            Self::MoreLines => "goes on after its last line",
        })
    }
}
