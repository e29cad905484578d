//! Best play with an [`Engine`]: the turn to choose, the value of every turn, a whole game.
//!
//! Among equals a line takes the turn whose first pit stands leftmost, and so on along the turn. The
//! strongest turn is only then the leftmost if no search of fewer turns chose another one that
//! is as good: to refute a move takes far longer than to confirm one.
//!
//! On boards that no table can hold, the textbook's alpha-beta looks a few turns ahead; a value is proved
//! there only if the whole game was seen.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::bounds::{Assessment, Certainty, Interval, Remaining};
use super::control::Control;
use super::engine::Engine;
use crate::game::packed::{Packed, Sowing, Wide};
use crate::game::{Kalah, Pit, Position, Side};
use crate::search::{Algorithm, Choice, FnObserver, Limits, Stage, Visit, search};

/// The turn to play, and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// One pit for each sow; empty if the game is over.
    pub turn: Vec<Pit>,
    /// The mover's lead at the end, as far as is known.
    pub assessment: Assessment,
    /// Turns that were looked ahead; `None` if the search saw the end everywhere, or nothing at all.
    pub turns: Option<u8>,
    /// Positions that were visited.
    pub nodes: u64,
}

/// Who plays a whole turn, and its pits.
pub type PlayedTurn = (Side, Vec<Pit>);

impl Advice {
    /// Some turn, of which nothing is known.
    fn unknown(position: &Kalah) -> Self {
        Self {
            turn: any_turn(*position),
            assessment: Assessment { bounds: Interval::NONE, certainty: Certainty::Estimated },
            turns: None,
            nodes: 0,
        }
    }
}

/// The strongest turn that is found before `control` stops the search: looks one turn ahead, then
/// two, and so on, and is done when a value is proved.
pub fn strongest_turn(engine: &mut Engine, position: &Kalah, control: &impl Control) -> Advice {
    if !engine.can_solve(position) {
        return strongest_turn_without_tables(position, control);
    }
    let mut advice = Advice::unknown(position);
    if engine.is_in_book(position) {
        let no_search = Effort::new(control, 0);
        if let Some(found) = advise(engine, position, Remaining::END, &advice, &no_search) {
            return found;
        }
    }
    let begin = engine.nodes();
    for turns in 1..=Remaining::MAX_TURNS {
        let remaining = Remaining::turns(turns);
        if let Some(found) = advise(engine, position, remaining, &advice, control) {
            let is_estimate = found.assessment.certainty == Certainty::Estimated;
            control.better(&found.turn);
            advice = Advice { turns: is_estimate.then_some(turns), ..found };
        }
        if advice.assessment.certainty == Certainty::Proved || control.stop() {
            break;
        }
        // The end of the game is tried with as many nodes as were spent so far: at most half of the
        // effort is lost, and what is within reach is solved without a search of every number of turns.
        let effort = Effort::new(control, engine.nodes() - begin);
        if let Some(found) = advise(engine, position, Remaining::END, &advice, &effort) {
            control.better(&found.turn);
            advice = found;
            break;
        }
    }
    advice.nodes = engine.nodes() - begin;
    advice
}

/// The same on a board that is too large for the engine.
fn strongest_turn_without_tables(position: &Kalah, control: &impl Control) -> Advice {
    let mut advice = Advice::unknown(position);
    for turns in 1..=Remaining::MAX_TURNS {
        let Some((choice, assessment)) = look_ahead(position, turns, control) else { break };
        let is_estimate = assessment.certainty == Certainty::Estimated;
        let found = Advice {
            turn: choice.turn,
            assessment,
            turns: is_estimate.then_some(turns),
            nodes: advice.nodes + choice.nodes,
        };
        control.better(&found.turn);
        advice = found;
        if !is_estimate {
            break;
        }
    }
    advice
}

/// The value and a turn that keeps it; `None` if stopped, or if it is an estimate that no turn keeps,
/// since what is asked later may be looked at deeper.
fn advise(
    engine: &mut Engine,
    position: &Kalah,
    remaining: Remaining,
    earlier: &Advice,
    control: &impl Control,
) -> Option<Advice> {
    let guess = earlier.assessment.bounds.value();
    let assessment = engine.value(position, remaining, guess, control);
    let goal = Goal {
        value: assessment.bounds.value()?,
        certainty: assessment.certainty,
        remaining,
        first: &earlier.turn,
    };
    let turn = turn_that_keeps(engine, position, &goal, control)?;
    Some(Advice { turn, assessment, turns: None, nodes: 0 })
}

/// A turn that keeps a lead at the end that is proved to be `value`: as many sows of `first` as keep it,
/// then the leftmost that do. `None` if stopped.
pub fn keeping_turn(
    engine: &mut Engine,
    position: &Kalah,
    value: i32,
    first: &[Pit],
    control: &impl Control,
) -> Option<Vec<Pit>> {
    let goal = Goal { value, certainty: Certainty::Proved, remaining: Remaining::END, first };
    turn_that_keeps(engine, position, &goal, control)
}

/// What a turn is to keep.
struct Goal<'a> {
    /// The mover's lead at the end.
    value: i32,
    /// At least as certain as this.
    certainty: Certainty,
    remaining: Remaining,
    /// The turn to try first.
    first: &'a [Pit],
}

/// The first turn that keeps what is asked; `None` if stopped, or if there is none.
fn turn_that_keeps(
    engine: &mut Engine,
    position: &Kalah,
    goal: &Goal<'_>,
    control: &impl Control,
) -> Option<Vec<Pit>> {
    let mut turn = Vec::new();
    let mut here = *position;
    while !here.is_over() && here.mover() == position.mover() {
        let first = match goal.first.split_at_checked(turn.len()) {
            Some((begun, [next, ..])) if begun == turn => Some(*next),
            _ => None,
        };
        let mut pits = first.into_iter().chain(here.moves());
        let pit = pits.find_map(|pit| {
            match engine.keeps(&here, pit, goal.value, goal.remaining, control) {
                None => Some(None),
                Some((true, found)) if found >= goal.certainty => Some(Some(pit)),
                Some(_) => None,
            }
        })??;
        turn.push(pit);
        here = here.play(pit);
    }
    Some(turn)
}

/// A whole game of best play from `position`, whose mover's lead at the end is proved to be
/// `value`; shorter if `control` stops the search.
pub fn line(
    engine: &mut Engine,
    position: &Kalah,
    value: i32,
    control: &impl Control,
) -> Vec<PlayedTurn> {
    let mut line = Vec::new();
    let (mut here, first) = (*position, position.mover());
    while !here.is_over() {
        let mover = here.mover();
        let value = if mover == first { value } else { -value };
        let Some(turn) = keeping_turn(engine, &here, value, &[], control) else { break };
        here = turn.iter().fold(here, |here, &pit| here.play(pit));
        line.push((mover, turn));
    }
    line
}

/// The single sows of `position`, in order.
pub fn sows(position: &Kalah) -> Vec<Vec<Pit>> {
    position.moves().map(|pit| vec![pit]).collect()
}

/// The whole turns of `position`, in order.
pub fn turns(position: &Kalah) -> Vec<Vec<Pit>> {
    let mut turns = Vec::new();
    add_turns(position, &mut Vec::new(), &mut turns);
    turns
}

fn add_turns(position: &Kalah, begun: &mut Vec<Pit>, turns: &mut Vec<Vec<Pit>>) {
    for pit in position.moves() {
        let next = position.play(pit);
        begun.push(pit);
        if next.continues_turn_of(position) {
            add_turns(&next, begun, turns);
        } else {
            turns.push(begun.clone());
        }
        begun.pop();
    }
}

/// The mover's lead at the end after each of `sequences` of sows, as it is found.
pub fn values<'a, C: Control>(
    engine: &'a mut Engine,
    position: &'a Kalah,
    sequences: Vec<Vec<Pit>>,
    guess: Option<i32>,
    control: &'a C,
) -> impl Iterator<Item = (Vec<Pit>, Assessment)> + 'a {
    if !control.stop() {
        engine.prepare_for(position, sequences.len());
    }
    sequences.into_iter().map(move |sequence| {
        let next = sequence.iter().fold(*position, |here, &pit| here.play(pit));
        let assessment = if next.mover() == position.mover() {
            engine.value(&next, Remaining::END, guess, control)
        } else {
            let guess = guess.map(|guess| -guess);
            let found = engine.value(&next, Remaining::END, guess, control);
            Assessment { bounds: found.bounds.negated(), ..found }
        };
        (sequence, assessment)
    })
}

/// The turn of a player who always takes the leftmost pit.
fn any_turn(mut here: Kalah) -> Vec<Pit> {
    let mut turn = Vec::new();
    while let Some(pit) = here.moves().next() {
        turn.push(pit);
        let next = here.play(pit);
        if !next.continues_turn_of(&here) {
            break;
        }
        here = next;
    }
    turn
}

/// A control that stops after about so many nodes, or when another does.
#[derive(Debug)]
pub struct Effort<'a, C> {
    control: &'a C,
    /// How often the search may still ask.
    questions: AtomicU64,
}

impl<'a, C: Control> Effort<'a, C> {
    /// Stops after `nodes` from now on.
    pub fn new(control: &'a C, nodes: u64) -> Self {
        /// A search asks about once in so many nodes.
        const NODES_PER_QUESTION: u64 = 1024;
        Self { control, questions: AtomicU64::new(nodes / NODES_PER_QUESTION) }
    }
}

impl<C: Control> Control for Effort<'_, C> {
    fn stop(&self) -> bool {
        let spent = |left: u64| left.checked_sub(1);
        self.control.stop() || self.questions.fetch_update(Relaxed, Relaxed, spent).is_err()
    }
}

/// A turn for `position` after a look `turns` turns ahead, and its nodes; `None` if stopped.
pub(super) fn look_ahead(
    position: &Kalah,
    turns: u8,
    control: &impl Control,
) -> Option<(Choice<Pit>, Assessment)> {
    let sowing = Sowing::<Wide>::of(position);
    let limits = Limits { player: position.mover(), cutoff: turns.into() };
    let (mut visits, mut certainty) = (0_u64, Certainty::Proved);
    let mut watch = |visit: &Visit<Pit>| {
        if visit.stage == Stage::Leaf {
            certainty = Certainty::Estimated;
        }
        visits += 1;
        !(visits.is_multiple_of(1024) && control.stop())
    };
    let start = Packed::new(position, &sowing);
    let found = search(start, limits, Algorithm::AlphaBeta, &mut FnObserver(&mut watch));
    let choice = found.continue_value()?;
    let bounds = Interval::exact(choice.value.finite()?);
    Some((choice, Assessment { bounds, certainty }))
}
