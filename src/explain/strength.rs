//! How much a submission's wrong outputs say: whether they are enough for a name.
//!
//! A program with mistakes chosen at will reproduces one wrong move by chance, so a name has to be
//! paid for: each mistake and each condition of its scope costs, and each wrong output that is
//! reproduced pays as much as it is hard to meet by chance. All in bits, roughly.
//!
//! Left out: finding the mistakes.

use std::ops::ControlFlow;

use super::combine::Judged;
use super::hypothesis::{Fit, hold};
use super::mistakes::Switches;
use super::reference::turns::first_turn;
use super::reference::{OptionalRows, Settings, stream};

/// What a mistake costs, each condition of where it is made, and each other mistake of the program.
const MISTAKE: usize = 4;
const CONDITION: usize = 4;
const OTHER: usize = 2;
/// What a wrong row pays, and how many of a log count.
const ROW: usize = 3;
const MOST_ROWS: usize = 6;
/// What a state pays that is the board after no turn.
const STRANGE_STATE: usize = 6;
/// The most boards of a first turn that are looked at.
const MOST_BOARDS: usize = 3_000;

/// Whether the wrong cases say enough to name a program that reproduces them: each of its mistakes is
/// paid for by the cases that would not be reproduced without it.
pub(super) fn is_enough<'a, 'b: 'a>(
    cases: impl IntoIterator<Item = &'a Judged<'b>>,
    switches: Switches,
) -> bool {
    let wrong: Vec<_> = cases.into_iter().filter(|it| !it.is_right()).collect();
    let worth: Vec<_> = wrong
        .iter()
        .map(|case| wrong_rows(case) * ROW + wrong_state(case))
        .collect();
    switches.iter().all(|switch| {
        let without: Switches = switches.iter().filter(|&it| it != switch).collect();
        let others = switches.len() - 1;
        let price = MISTAKE + CONDITION * switch.scope.conditions() + OTHER * others;
        let mut paid = 0;
        wrong.iter().zip(&worth).any(|(case, worth)| {
            let needs_it = others == 0
                || hold(case.case, without, &mut u64::MAX.clone()).fit != Fit::Reproduced;
            paid += if needs_it { *worth } else { 0 };
            paid >= price
        })
    })
}

/// Rows of the log that are not those of a right program, as far as they count.
fn wrong_rows(judged: &Judged<'_>) -> usize {
    let Some(log) = &judged.case.traverse_log else {
        return 0;
    };
    let settings = Settings {
        switches: Switches::NONE,
        optional_rows: OptionalRows::Omit,
        ..Settings::default()
    };
    let mut written = log.lines.iter();
    let mut wrong = 0;
    // Whatever ends the search, the rows up to there are compared.
    let _ = stream(&judged.case.assignment, settings, &mut |row| {
        let differs = written.next().is_some_and(|line| line != row);
        wrong += usize::from(differs);
        match wrong < MOST_ROWS && written.len() > 0 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    (wrong + written.len()).min(MOST_ROWS)
}

/// What the state pays: little if it is the board after another turn.
fn wrong_state(judged: &Judged<'_>) -> usize {
    let Some(written) = &judged.case.next_state else {
        return 0;
    };
    let written = written.lines.join("\n") + "\n";
    if judged.right.state.as_ref() == Some(&written) {
        return 0;
    }
    let turns = first_turn(&judged.case.assignment, MOST_BOARDS);
    let mut boards: Vec<_> = turns
        .iter()
        .filter(|it| it.is_whole)
        .map(|it| it.swept.as_ref().unwrap_or(&it.state))
        .collect();
    boards.sort();
    boards.dedup();
    match boards.contains(&&written) {
        true => boards.len().max(2).ilog2() as usize,
        false => STRANGE_STATE,
    }
}
