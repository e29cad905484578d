//! Faults of form that can be mended without knowing the answer.

use serde::{Deserialize, Serialize};

/// A fault of form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatFault {
    /// The state is printed as a list, with brackets or commas.
    StateAsList,
    /// The numbers of the state stand on other lines or with other blanks between.
    StateLayout,
    /// The log does not begin with its header.
    HeaderMissing,
    /// The header is another one.
    HeaderOther,
    /// An infinity is spelled `inf`, or in a way of its own.
    InfinityText,
    /// An infinity is spelled `Inf`.
    InfinityTextCapital,
    /// An infinity is the limit of an integer of 32 bits.
    InfinityTextNumber,
    /// Something follows the last column of a row.
    TextAfterColumns,
    /// There are lines between the rows that are no rows.
    ExtraLines,
    /// Something stands before a row, in the same line.
    TextBeforeRows,
    /// A column is there and empty.
    EmptyColumns,
    /// Rows have too few columns.
    ColumnsMissing,
    /// Cells are not separated by commas.
    CommasMissing,
    /// There are blanks around the cells of a row.
    BlanksInRows,
    /// Nodes have names in lower case.
    LowerCaseNames,
    /// Whole numbers are written as fractions.
    Fractions,
    /// The root has depth 1.
    DepthFrom1,
}

impl FormatFault {
    /// A name for files and reports, as the catalogue's mistakes have one.
    pub const fn key(self) -> &'static str {
        match self {
            Self::StateAsList => "state-as-list",
            Self::StateLayout => "state-layout",
            Self::HeaderMissing => "header-missing",
            Self::HeaderOther => "header-other",
            Self::InfinityText => "infinity-text",
            Self::InfinityTextCapital => "infinity-text-capital",
            Self::InfinityTextNumber => "infinity-text-number",
            Self::TextAfterColumns => "text-after-columns",
            Self::ExtraLines => "extra-lines",
            Self::TextBeforeRows => "text-before-rows",
            Self::EmptyColumns => "empty-columns",
            Self::ColumnsMissing => "columns-missing",
            Self::CommasMissing => "commas-missing",
            Self::BlanksInRows => "blanks-in-rows",
            Self::LowerCaseNames => "lower-case-names",
            Self::Fractions => "fractions",
            Self::DepthFrom1 => "depth-from-1",
        }
    }

    /// A sentence for the student.
    pub const fn student(self) -> &'static str {
        match self {
            Self::StateAsList => {
                "next_state.txt shows a row as a list; write only the numbers, with single spaces between them."
            }
            Self::StateLayout => {
                "The layout of next_state.txt is wrong; it should have four lines: player 2's pits, \
                 player 1's pits, player 2's mancala, player 1's mancala, with single spaces between \
                 the pits."
            }
            Self::HeaderMissing => {
                "traverse_log.txt has no header; its first line should be the names of the columns."
            }
            Self::HeaderOther => {
                "The header of traverse_log.txt is wrong; it should be Node,Depth,Value, and for \
                 alpha-beta Node,Depth,Value,Alpha,Beta."
            }
            Self::InfinityText | Self::InfinityTextCapital => {
                "Your log does not write infinity as required; write Infinity and -Infinity."
            }
            Self::InfinityTextNumber => {
                "Your log writes infinity as a very large number; write Infinity and -Infinity."
            }
            Self::TextAfterColumns => {
                "Rows of your log have text after their last column; print nothing there."
            }
            Self::ExtraLines => {
                "Your log contains lines that are not rows; print nothing else to it."
            }
            Self::TextBeforeRows => {
                "Rows of your log have text before their first column; print nothing there."
            }
            Self::EmptyColumns => "Rows of your log have an empty column.",
            Self::ColumnsMissing => {
                "Rows of your log lack columns; every row has as many as the header."
            }
            Self::CommasMissing => "Rows of your log lack commas; put one between any two columns.",
            Self::BlanksInRows => "Rows of your log contain spaces; a row has none.",
            Self::LowerCaseNames => "Your log names nodes in lower case; write A2 and B2.",
            Self::Fractions => "Your log shows whole numbers as fractions; write 4, not 4.0.",
            Self::DepthFrom1 => "Your log counts depth from 1; the root has depth 0.",
        }
    }
}
