//! A class's results, and the cases, in the forms of the platforms that a course already has.
//!
//! | room | for |
//! |---|---|
//! | [`gradebook`] | the table that the teacher downloaded, with one column filled in ([`sheet`](crate::sheet)), and the archive of feedback files |
//! | [`bundle`] | Gradescope's and PrairieLearn's graders: this program and the cases |
//! | [`problem`] | a problem for Kattis and DOMjudge: the cases, and a validator that names mistakes |
//! | [`questions`] | what to ask each student in an oral examination |
//! | [`similarity`] | the sources, for the tools that compare texts |
//!
//! What the platforms' graders answer is a report: [`platforms`](super::report::platforms).

pub mod bundle;
pub mod fill;
pub mod gradebook;
pub mod problem;
pub mod questions;
pub mod similarity;
