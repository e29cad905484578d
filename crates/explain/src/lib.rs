//! Which mistake explains a wrong submission, and suites that no known mistake survives.
//!
//! In reading order: [`assignment`](mod@assignment) (what is asked),
//! [`reference`](mod@reference) (the homework answered a second time, with a switch for each mistake),
//! [`mistakes`] (the catalogue), [`evidence`] (what a submission wrote; `lines`, `format_fault`, `mend_state`
//! and `mend_log`: with its faults of form mended), [`hold`] (would a program with these mistakes
//! have written it?), `trials` (many hypotheses against all cases), `scoping` (where a mistake is made),
//! `combine` (which mistakes together would have written it), `strength` (whether that is enough for a
//! name), `facts` (what cases share), `run_fault` (runs that
//! ended badly), `partly` (what is sure where not all is), `parts` (what is sure of one task, one player
//! or the logs), `reach` (how far the nearest program goes), `first_difference` (what
//! begins to be wrong, where nothing explains all of it), `diagnosis` (all that is known), `description` (a wrong
//! case in words), `wording` (all of it in words), [`explanation`] (the front door, [`explain`]); then
//! [`kill_matrix`] (which case catches which mistake), [`generate`] (cases that catch them all) and
//! [`shrink`] (the smallest problem on which a program goes wrong), [`profile`] (which rules a program
//! keeps, asked one by one, without a name for any mistake), [`comparison`] (a log beside the search),
//! and [`counted`] (plurals).
//!
//! Left out: running submissions, scores, and the layout of reports.

pub mod assignment;
mod combine;
pub mod comparison;
pub mod counted;
mod description;
mod diagnosis;
pub mod evidence;
pub mod explanation;
mod facts;
mod first_difference;
pub mod format_fault;
pub mod generate;
mod hypothesis;
pub mod kill_matrix;
mod lines;
mod mend_log;
mod mend_state;
pub mod mistakes;
mod partly;
mod parts;
pub mod profile;
mod reach;
pub mod reference;
mod run_fault;
mod scoping;
pub mod shrink;
mod strength;
mod trials;
mod wording;

pub use assignment::assignment;
pub use explanation::{Explanation, Kind, WrongCase, explain, explain_among};
pub use hypothesis::{Fit, Held, hold};
pub use wording::others_are_right;
