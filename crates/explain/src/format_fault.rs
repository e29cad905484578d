//! Faults of form that can be mended without knowing the answer.
//!
//! Left out: mending them.

/// A fault of form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    #[must_use]
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
            Self::ColumnsMissing => "columns-missing",
            Self::CommasMissing => "commas-missing",
            Self::BlanksInRows => "blanks-in-rows",
            Self::LowerCaseNames => "lower-case-names",
            Self::Fractions => "fractions",
            Self::DepthFrom1 => "depth-from-1",
        }
    }

    /// A sentence for the student.
    #[must_use]
    pub const fn student(self) -> &'static str {
        match self {
            Self::StateAsList => {
                "next_state.txt shows a row as a list; write the numbers with single blanks between."
            }
            Self::StateLayout => {
                "next_state.txt is laid out in another way; it has four lines: player 2's pits, player \
                 1's pits, player 2's mancala, player 1's, with single blanks between the pits."
            }
            Self::HeaderMissing => {
                "traverse_log.txt starts with its first row; the line with the column names comes \
                 before it."
            }
            Self::HeaderOther => {
                "traverse_log.txt starts with other names of the columns; they are \
                 Node,Depth,Value and for alpha-beta Node,Depth,Value,Alpha,Beta."
            }
            Self::InfinityText | Self::InfinityTextCapital => {
                "Your log has its own way to write infinity; the words are Infinity and -Infinity."
            }
            Self::InfinityTextNumber => {
                "Your log shows a very large number; the words are Infinity and -Infinity."
            }
            Self::TextAfterColumns => {
                "Rows of your log have something behind their last column; print nothing there."
            }
            Self::ExtraLines => "Your log has lines that are no rows; print nothing between rows.",
            Self::ColumnsMissing => {
                "Rows of your log lack columns; all rows have as many as the header."
            }
            Self::CommasMissing => {
                "Rows of your log lack commas; there is one between any two columns."
            }
            Self::BlanksInRows => "Rows of your log have blanks; there is none in a row.",
            Self::LowerCaseNames => "Your log names nodes in lower case; they are A2 and B2.",
            Self::Fractions => "Your log shows whole numbers as fractions; write 4, not 4.0.",
            Self::DepthFrom1 => "Your log counts depth from 1; the root has depth 0.",
        }
    }
}
