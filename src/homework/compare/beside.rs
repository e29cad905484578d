//! A log as its difference from that of the right program.
//!
//! Left out: what is wrong with it ([`log`](super::log)).

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use super::carried::Carried;
use super::difference::Differ;
use crate::game::Pit;
use crate::homework::row_text::{RowBuffer, RowValue};
use crate::homework::traverse_log::header;
use crate::homework::{Problem, answer_to};
use crate::search::{Algorithm, Observer, Visit};

/// The difference of `log` from that of the search of `problem`, of which at most about `most` bytes are
/// carried.
///
/// # Errors
/// Those of reading the log.
pub fn difference(
    problem: &Problem,
    algorithm: Algorithm,
    log: impl BufRead,
    most: usize,
) -> io::Result<Carried> {
    let mut differ = Differ::new(log);
    differ.carry_at_most(most);
    let mut text = RowBuffer::with_capacity(0);
    if differ.take(header(algorithm)) {
        let mut take = |visit: &Visit<Pit>| {
            text.clear();
            text.push_row(visit, RowValue::Known(visit.value));
            differ.take(str::from_utf8(text.text().trim_ascii_end()).unwrap_or_default())
        };
        let _ = answer_to(problem, &mut Hearer(&mut take));
    }
    differ.finish()
}

/// Hands the visits of a search on until there have been enough. One search is built for all who hear so,
/// since the page has to be small.
pub struct Hearer<'a>(pub &'a mut dyn FnMut(&Visit<Pit>) -> bool);

impl Observer<Pit> for Hearer<'_> {
    type Stop = ();

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<()> {
        match (self.0)(visit) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}
