//! Faults of form that can be mended without knowing the answer.

use serde::{Deserialize, Serialize};

/// Makes [`FormatFault`] of a table: each fault, its key, and a sentence for the student.
macro_rules! format_faults {
    ($($fault:ident $key:literal: $student:literal;)*) => {
        /// A fault of form.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum FormatFault {
            $(#[doc = $student] $fault,)*
        }

        impl FormatFault {
            /// A name for files and reports, as the catalogue's mistakes have one.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$fault => $key,)* }
            }

            /// A sentence for the student.
            pub const fn student(self) -> &'static str {
                match self { $(Self::$fault => $student,)* }
            }
        }
    };
}

format_faults! {
    Utf16 "utf-16":
        "Your program writes UTF-16, as > does in Windows PowerShell; write plain text (UTF-8).";
    StateAsList "state-as-list":
        "next_state.txt shows a row as a list; write only the numbers, with single spaces between them.";
    StateLayout "state-layout":
        "The layout of next_state.txt is wrong; it should have four lines: player 2's pits, player 1's pits, player 2's mancala, player 1's mancala, with single spaces between the pits and no zeros in front of a number.";
    RowsAsLists "rows-as-lists":
        "Your log shows rows as lists; write only the columns, with commas between them, and no brackets, quotes or spaces.";
    HeaderMissing "header-missing":
        "traverse_log.txt has no header; its first line should be the names of the columns.";
    HeaderOther "header-other":
        "The header of traverse_log.txt is wrong; it should be Node,Depth,Value, and for alpha-beta Node,Depth,Value,Alpha,Beta.";
    InfinityText "infinity-text":
        "Your log does not write infinity as required; write Infinity and -Infinity.";
    InfinityTextCapital "infinity-text-capital":
        "Your log does not write infinity as required; write Infinity and -Infinity.";
    InfinityTextNumber "infinity-text-number":
        "Your log writes infinity as a very large number; write Infinity and -Infinity.";
    TextAfterColumns "text-after-columns":
        "Rows of your log have text after their last column; print nothing there.";
    LogNotClosed "log-not-closed":
        "traverse_log.txt is empty or ends in the middle, after a multiple of 8192 bytes; close the file before your program ends.";
    LogLimited "log-limited":
        "traverse_log.txt ends after a round number of rows, before the search does; write every row.";
    ExtraLines "extra-lines":
        "Your log contains lines that are not rows; print nothing else to it.";
    TextBeforeRows "text-before-rows":
        "Rows of your log have text before their first column; print nothing there.";
    EmptyColumns "empty-columns":
        "Rows of your log have an empty column.";
    ColumnsMissing "columns-missing":
        "Rows of your log lack columns; every row has as many as the header.";
    CommasMissing "commas-missing":
        "Rows of your log lack commas; put one between any two columns.";
    BlanksInRows "blanks-in-rows":
        "Rows of your log contain spaces; a row has none.";
    RootName "root-name":
        "Your log has another name for the root; write root.";
    LowerCaseNames "lower-case-names":
        "Your log names nodes in lower case; write A2 and B2.";
    Fractions "fractions":
        "Your log shows whole numbers as fractions; write 4, not 4.0.";
    DepthFrom1 "depth-from-1":
        "Your log counts depth from 1; the root has depth 0.";
}
