//! The library for Python, as the module `mancala_lab`.
//!
//! Positions, problems and answers go to Python by value, and nothing is kept here between two calls. Long
//! work releases the interpreter and ends on Ctrl-C. What a user of Python reads about each name stands in
//! `mancala_lab.pyi`; the sentences here become `help()`.
//!
//! In reading order: `border` (exceptions, and work that Ctrl-C ends), `kalah` and `nimcala` (positions),
//! `homework` (problems and answers), `rows` (the log as an iterator and as columns), `trace` (the log with
//! its reasons), `solving` (searches and exact values), `explaining` (which mistake a program makes).
//!
//! Left out: grading, playing against others and the command line. The wheel has the program for these.

mod border;
mod explaining;
mod homework;
mod kalah;
mod nimcala;
mod rows;
mod solving;
mod trace;

/// The homework of game search: Kalah and Nimcala, minimax and alpha-beta with their logs, exact values, and
/// the mistakes behind wrong logs.
#[pyo3::pymodule(gil_used = false)]
mod mancala_lab {
    #[pymodule_export]
    use super::border::InputError;
    #[pymodule_export]
    use super::explaining::explain;
    #[pymodule_export]
    use super::homework::{Answer, Problem, answer, parse};
    #[pymodule_export]
    use super::kalah::Kalah;
    #[pymodule_export]
    use super::nimcala::Nimcala;
    #[pymodule_export]
    use super::rows::Rows;
    #[pymodule_export]
    use super::solving::{Choice, Solution, search, solve};
    #[pymodule_export]
    use super::trace::Trace;
}
