//! A game looked at again: which turns lost points, what would have been better, and why.
//!
//! A point is one of the lead at the end with best play of both from then on. So many are lost; the reasons are words.

use std::fmt;

use crate::game::{Game, Turn};
use mancala::game::kalah::Sown;
use mancala::game::{Kalah, Pit, PitName, Position, Side};
use mancala::solve::best_play::keeping_turn;
use mancala::solve::{Control, Engine, Remaining};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lapse {
    /// Its number in the game, from 1.
    pub number: usize,
    pub played: Turn,
    /// A turn that loses nothing.
    pub better: Turn,
    /// The player's lead at the end after the better turn.
    pub keeps: i32,
    /// By how much the lead is smaller after what was played; at least 1.
    pub lost: i32,
    /// What is worse about it at once, as in "lets A3 capture 7"; empty if that shows only later.
    pub reasons: Vec<String>,
}

/// The turns of a game that lost points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// In the order of the game.
    pub lapses: Vec<Lapse>,
    /// The number of turns at the beginning that are not reviewed, since the search was stopped.
    pub unsolved: usize,
}

/// Reviews at most so many last turns of a game, from its end: values found there quickly help to find earlier ones.
pub fn review(game: &Game, most: usize, engine: &mut Engine, control: &impl Control) -> Review {
    let (turns, positions) = (game.turns(), game.positions());
    let mut review = Review { lapses: Vec::new(), unsolved: turns.len() };
    let mut after = lead(engine, game.position(), None, control);
    while let (Some(known), Some(index)) = (after, review.unsolved.checked_sub(1)) {
        if turns.len() - index > most {
            break;
        }
        let (before, turn) = (&positions[index], &turns[index]);
        let Some(value) = lead(engine, before, Some(known), control) else { break };
        let values = [value, known].map(|lead| if turn.side == Side::South { lead } else { -lead });
        if values[0] > values[1] {
            let Some(lapse) = lapse(engine, index + 1, before, turn, values, control) else {
                break;
            };
            review.lapses.insert(0, lapse);
        }
        (after, review.unsolved) = (Some(value), index);
    }
    review
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SowLoss {
    pub side: Side,
    /// That player's lead at the end if both sides play their best from before the sow on.
    pub value: i32,
    /// By how much it is smaller after the sow; 0 if nothing is lost.
    pub lost: i32,
}

/// What each sow of a game lost; of none if `control` stopped the search.
pub fn losses(game: &Game, engine: &mut Engine, control: &impl Control) -> Vec<SowLoss> {
    let steps: Vec<_> = game.steps().collect();
    let mut losses = Vec::new();
    let mut after = lead(engine, game.position(), None, control);
    // From the end of the game, where values are found quickly and help to find those before.
    for step in steps.iter().rev() {
        let Some(known) = after else { return Vec::new() };
        after = lead(engine, &step.before, Some(known), control);
        let Some(value) = after else { return Vec::new() };
        let side = step.before.mover();
        let sign = if side == Side::South { 1 } else { -1 };
        losses.push(SowLoss { side, value: value * sign, lost: (value - known) * sign });
    }
    losses.reverse();
    losses
}

/// South's lead at the end; `guess` is where to begin.
pub fn lead(
    engine: &mut Engine,
    position: &Kalah,
    guess: Option<i32>,
    control: &impl Control,
) -> Option<i32> {
    let sign = if position.mover() == Side::South { 1 } else { -1 };
    let found = engine.value(position, Remaining::END, guess.map(|it| it * sign), control);
    found.bounds.value().map(|value| value * sign)
}

struct Effects {
    after: Kalah,
    sows: usize,
    captured: u32,
    largest: Option<(PitName, u32)>,
}

fn effects(before: &Kalah, turn: &[Pit]) -> Effects {
    let mut it = Effects { after: *before, sows: turn.len(), captured: 0, largest: None };
    for &pit in turn {
        let (after, Sown { captured, .. }) = it.after.sow(pit);
        it.captured += captured;
        if captured > it.largest.map_or(0, |(_, most)| most) {
            it.largest = Some((PitName(before.mover(), pit), captured));
        }
        it.after = after;
    }
    it
}

/// A turn after which the mover's lead, which was the first of `values`, is only the second.
fn lapse(
    engine: &mut Engine,
    number: usize,
    before: &Kalah,
    played: &Turn,
    values: [i32; 2],
    control: &impl Control,
) -> Option<Lapse> {
    let better = keeping_turn(engine, before, values[0], &played.pits, control)?;
    let turns = [effects(before, &played.pits), effects(before, &better)];
    let mut replies = Vec::new();
    for (turn, value) in turns.iter().zip([values[1], values[0]]) {
        let is_answered = !turn.after.is_over() && turn.after.mover() != before.mover();
        let reply = match is_answered {
            true => keeping_turn(engine, &turn.after, -value, &[], control)?,
            false => Vec::new(),
        };
        replies.push(effects(&turn.after, &reply));
    }
    Some(Lapse {
        number,
        played: played.clone(),
        better: Turn { side: played.side, pits: better },
        keeps: values[0],
        lost: values[0] - values[1],
        reasons: reasons(played.side, &turns, &replies),
    })
}

/// What is worse about the first of two turns, and about the first of the opponent's two replies.
fn reasons(side: Side, turns: &[Effects; 2], replies: &[Effects]) -> Vec<String> {
    let ([turn, better], [reply, other]) = (turns, replies) else { return Vec::new() };
    let ends = |it: &Effects| it.after.is_over();
    let captures =
        |one: &Effects, other: &Effects| one.largest.filter(|_| one.captured > other.captured);
    let opponent = side.opponent().name();
    let extra = match reply.sows.saturating_sub(other.sows.max(1)) {
        0 => None,
        1 => Some(format!("gives {opponent} an extra turn")),
        count => Some(format!("gives {opponent} {count} extra turns")),
    };
    let found = [
        (ends(turn) && !ends(better)).then(|| "ends the game".to_owned()),
        (!ends(turn) && ends(reply) && !ends(other))
            .then(|| format!("lets {opponent} empty a row and end the game")),
        captures(reply, other).map(|(pit, seeds)| format!("lets {pit} capture {seeds}")),
        captures(better, turn).map(|(pit, seeds)| format!("misses that {pit} captures {seeds}")),
        (turn.sows < better.sows).then(|| "gives up an extra turn".to_owned()),
        extra,
    ];
    found.into_iter().flatten().collect()
}

impl Lapse {
    /// "It lets A3 capture 7 and gives up an extra turn."
    pub fn why(&self) -> String {
        match &self.reasons[..] {
            [] => "The loss shows only later.".to_owned(),
            [one] => format!("It {one}."),
            [first, second, ..] => format!("It {first} and {second}."),
        }
    }
}

/// "lost 4; B5 keeps a lead of 8. It lets A3 capture 7."
impl fmt::Display for Lapse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lost {}; {} ", self.lost, self.better)?;
        match self.keeps {
            1.. => write!(f, "keeps a lead of {}", self.keeps)?,
            0 => f.write_str("keeps a draw")?,
            _ => write!(f, "loses by only {}", -self.keeps)?,
        }
        write!(f, ". {}", self.why())
    }
}
