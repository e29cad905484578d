//! Grading: answers held against expected files, and other people's programs found, built, run, scored and reported.
//!
//! In reading order:
//! - the front door: a [`Grading`](grading), and [`grade()`];
//! - what goes in: [`cases`] (those of [`case_files`], read and answered), [`submission`] (finding, recognising and building
//!   programs), and [`settings`]: `grade.toml`, and what it says with the tables beside it, each a [`sheet`];
//! - many machines: a part of the work ([`journal::Shard`]), [`merge`] (the parts together);
//! - what is done: [`judgement`] (what was written for a case), [`run`] (a class against a suite);
//! - what is known: [`result`](mod@result), [`ledger`] (also what students must not see);
//! - what it is worth: [`class`], [`changes`] (between two results), [`cohorts`] (between two classes), [`groups`] (for one message), [`report`], [`export`].

#![allow(missing_docs, reason = "no sentence repeats a name that says it all")]

pub mod cases;
pub mod changes;
pub mod class;
pub mod cohorts;
pub mod export;
mod grade;
pub mod grading;
pub mod groups;
pub mod judgement;
pub mod ledger;
pub mod merge;
pub mod report;
pub mod result;
pub mod run;
pub mod settings;
pub mod sheet;
pub mod submission;

pub use grade::{grade, plan};
pub use grading::{Event, GradeError, Grading, Rerun, Summary};
pub use result::ProbeBudget;
