//! Judging: answers against expected files, and other people's programs.
//!
//! In reading order:
//! - [`suite`] (which input belongs to which expected files), [`compare`] (a file against the search
//!   as it runs), [`check`] (one case), [`explain`] (which mistake it is);
//! - [`submission`] (finding, recognising and building programs), [`sandbox`] (running them),
//!   [`judge`] (what they wrote), [`verdict`], [`ledger`] and [`key`] (what is known, and what it
//!   depends on), [`run`] (a class against a suite);
//! - [`config`] (`grade.toml`), [`scoring`] and [`score`] (what results are worth), [`report`].

pub mod check;
pub mod config;
pub mod judgement;
pub mod key;
pub mod ledger;
pub mod report;
pub mod run;
pub mod run_faults;
pub mod score;
pub mod scoring;
pub mod submission;
pub mod suite;
