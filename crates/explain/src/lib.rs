//! Which mistake explains a wrong submission, and suites that no known mistake survives.
//!
//! In reading order: [`assignment`](mod@assignment) (what is asked),
//! [`reference`](mod@reference) (the homework answered a second time, with a switch for each mistake),
//! [`mistakes`] (the catalogue), [`evidence`] (what a submission wrote, normalized), `hypothesis` (which
//! programs with mistakes would have written it, by beam search), `diagnosis` (all that is known),
//! `facts` (the same as data), `words` (the same in sentences), [`explanation`] (the front door, [`find_out`]),
//! [`interview`] and `asking` (the same where the program can be asked, [`find_out_asking`]); then [`profile`]
//! (which rules a program keeps, asked one by one, without a name for any mistake), [`kill_matrix`]
//! (which case catches which mistake), [`generate`] (cases that catch them all), [`shrink`] (the smallest
//! problem on which a program goes wrong), and [`comparison`] (a log beside the search).
//!
//! It runs no program and lays out no report.

/// What a type has whose values stand in a table, each with an entry that has its key.
macro_rules! keyed {
    ($type:ident, $entry:ident, $table:ident, $field:ident) => {
        impl $type {
            /// Every one, in the order of the table.
            pub fn all() -> impl Iterator<Item = Self> {
                $table.iter().map(|entry| entry.$field)
            }

            /// The one with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::all().find(|it| it.key() == key)
            }

            /// Its name in files and reports: lower-case words joined by hyphens.
            pub fn key(self) -> &'static str {
                self.entry().key
            }

            /// What is known of it.
            pub fn entry(self) -> &'static $entry {
                &$table[self as usize]
            }
        }
    };
}

mod asking;
pub mod assignment;
pub mod comparison;
mod diagnosis;
pub mod evidence;
pub mod explanation;
mod facts;
pub mod generate;
mod hypothesis;
pub mod interview;
pub mod kill_matrix;
pub mod mistakes;
pub mod pluralize;
pub mod profile;
mod questions;
pub mod reference;
mod revealing;
pub mod rule;
pub mod shrink;
mod words;

pub use asking::find_out_asking;
pub use assignment::assignment;
pub use explanation::{Explanation, Facts, Kind, WrongCase, catalogue_version, find_out};
pub use facts::Asked;
pub use hypothesis::{Fit, Held, hold};
pub use pluralize::{pluralize, some_of};
pub use questions::FRESH;
