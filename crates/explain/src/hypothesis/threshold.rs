//! How much a submission's wrong outputs say: whether they are enough for a name.
//!
//! A program with mistakes chosen at will reproduces one wrong move by chance, so a name has to be
//! paid for: each mistake and each condition of its scope costs, and each wrong output that is
//! reproduced pays as much as it is hard to meet by chance. All in bits, roughly.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::hypothesis::Fit;
use crate::hypothesis::cache::{Cache, Hypothesis, Judged};
use crate::mistakes::{Group, Mistake, Switch, Switches};
use crate::reference::turns::first_turn;
use crate::reference::{Settings, stream};
use crate::rule::Rule;

/// What a mistake costs, each condition of where it is made, and each other mistake of the program.
const MISTAKE: usize = 4;
const CONDITION: usize = 4;
const OTHER: usize = 3;
/// What a wrong row pays, and how many of a log count.
const ROW: usize = 3;
const MAX_ROWS: usize = 6;
/// What a state pays that is the board after no turn.
const STRANGE_STATE: usize = 6;
/// The most boards of a first turn that are looked at.
const MAX_BOARDS: usize = 3_000;

/// Whether the wrong cases that a program reproduces say enough to name its mistakes.
pub(crate) fn is_enough(cache: &Cache<'_>, it: &Hypothesis) -> bool {
    paid(cache, it) == it.switches
}

/// Those of a program's mistakes that are paid for by the cases that would not be reproduced without them.
pub(crate) fn paid(cache: &Cache<'_>, it: &Hypothesis) -> Switches {
    let is_reproduced = |at: &usize| it.held[*at].fit == Fit::Reproduced;
    let wrong: Vec<_> = (0..cache.lead.len())
        .filter(|&at| !cache.lead[at].is_right())
        .filter(is_reproduced)
        .collect();
    let others = it.switches.len() - 1;
    let is_paid = |switch: &Switch| {
        let without = cache.reviewed(it.switches.without(*switch));
        let price = MISTAKE + CONDITION * switch.scope.conditions() + OTHER * others;
        let pay = |at: usize| {
            let judged = cache.lead[at];
            match without.held[at].fit {
                Fit::Reproduced => 0,
                Fit::Differs { agreed } if agreed < judged.case.rows() => wrong_rows(judged) * ROW,
                Fit::Differs { .. } if others == 0 => wrong_state(judged),
                Fit::Differs { .. } => match chooses(switch.mistake) {
                    true => choice(judged),
                    false => wrong_state(judged),
                },
            }
        };
        let mut paid = 0;
        wrong.iter().any(|&at| {
            paid += pay(at);
            paid >= price
        })
    };
    it.switches.iter().filter(is_paid).collect()
}

/// Whether a mistake makes another turn be played, but nothing that is strange in itself.
fn chooses(mistake: Mistake) -> bool {
    let entry = mistake.entry();
    match entry.group {
        Group::Search => true,
        Group::State => {
            matches!(entry.rule, Rule::Choice | Rule::ChainChosen | Rule::StateOfSearch)
        }
        _ => false,
    }
}

/// Rows of the log that are not those of a right program, as far as they count.
fn wrong_rows(judged: &Judged<'_>) -> usize {
    let Some(log) = &judged.case.traverse_log else { return 0 };
    let mut written = log.lines.iter();
    let mut wrong = 0;
    // Whatever ends the search, the rows up to there are compared.
    let _ = stream(&judged.case.assignment, Settings::default(), &mut |row| {
        let differs = written.next().is_some_and(|line| line != row);
        wrong += usize::from(differs);
        match wrong < MAX_ROWS && written.len() > 0 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    (wrong + written.len()).min(MAX_ROWS)
}

/// What the state pays: little if it is the board after another turn.
fn wrong_state(judged: &Judged<'_>) -> usize {
    let Some(written) = &judged.case.next_state else { return 0 };
    let written = written.lines.join("\n") + "\n";
    if judged.right.state.as_ref() == Some(&written) {
        return 0;
    }
    if boards(judged).contains(&written) { choice(judged) } else { STRANGE_STATE }
}

/// What a choice among the turns pays.
fn choice(judged: &Judged<'_>) -> usize {
    boards(judged).len().max(2).ilog2() as usize
}

/// The boards after the turns that are possible.
fn boards(judged: &Judged<'_>) -> BTreeSet<String> {
    let turns = first_turn(&judged.case.assignment, MAX_BOARDS);
    let whole = turns.into_iter().filter(|it| it.is_whole);
    whole.map(|it| it.swept.unwrap_or(it.state)).collect()
}
