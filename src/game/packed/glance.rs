//! What each sow of a position gains, without the position that it makes: what a search asks at its
//! last ply, where most sows of a tree are.
//!
//! While no sow can end the game, a sow gains what falls into the store and what the last seed
//! captures; and of the pits, only the one where the last seed falls and the one that it faces need be
//! looked at, as they were.
//!
//! Left out: rules that capture in both rows, and positions that a sow may end. There is no glance at
//! these: they are for [`pair`](super::pair).

use std::cmp::Ordering;

use super::super::rules::{CaptureLanding, Rules};
use super::captures::Captures;
use super::row::Row;

/// What sows gain under one game's rules.
#[derive(Debug, Clone)]
pub(super) struct Glances {
    /// By seeds and lane.
    lines: Vec<Line>,
    /// What a capture takes, by the seeds of the pit that the last seed faces.
    taken: [u8; FACING],
}

/// Any number of seeds of a pit that has a line.
const FACING: usize = u8::MAX as usize + 1;

/// What one sow does, as far as it can be known without the board.
#[derive(Debug, Clone, Copy)]
#[repr(align(8))]
struct Line {
    /// Seeds that fall into the store.
    store: u8,
    /// The lane of the own row where the last seed captures if nothing lay there before the sow.
    landing: u8,
    /// The lane of the other row that it faces.
    facing: u8,
    /// Seeds that fall there.
    more: u8,
    extra_turn: bool,
}

/// What a sow gains the sower, and whether the sower moves again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glance {
    pub(super) gain: i32,
    pub(super) extra_turn: bool,
}

impl Glances {
    /// Prepares boards of `width` pits a row and up to `most` seeds in all pits; `None` if the rules
    /// capture in both rows, or numbers are too large.
    pub(super) fn new<R: Row>(rules: &Rules, width: usize, most: usize) -> Option<Self> {
        if rules.capture_landing == CaptureLanding::EitherRow || most >= FACING {
            return None;
        }
        let captures = Captures::under(rules);
        let lanes = R::SPARE + 1;
        let line = |at| Line::new::<R>(rules, width, at % lanes, at / lanes);
        Some(Self {
            lines: (0..(most + 1) * lanes).map(line).collect(),
            // No more are ever taken than there are.
            taken: std::array::from_fn(|facing| {
                let taken = captures.taken(facing as u32).unwrap_or(0);
                taken.min(u8::MAX.into()) as u8
            }),
        })
    }

    /// What a sow of the pit of row `own` in `lane` gains, where it [cannot end](cannot_end) the game.
    // Whether there is a capture cannot be predicted, so let there be no branch.
    #[inline(always)]
    pub(super) fn of<R: Row>(&self, own: R, other: R, lane: usize) -> Glance {
        let line = &self.lines[usize::from(own.seeds(lane)) * (R::SPARE + 1) + lane];
        let facing = other.seeds(line.facing.into()) as u8;
        let taken = self.taken[usize::from(facing.wrapping_add(line.more))];
        let captured = if own.seeds(line.landing.into()) == 0 {
            taken
        } else {
            0
        };
        Glance {
            gain: i32::from(line.store) + i32::from(captured),
            extra_turn: line.extra_turn,
        }
    }
}

/// Whether no sow can empty a row under rules that capture in the own row only: of each row, one pit
/// is sown or captured.
#[inline]
pub(super) fn cannot_end<R: Row>(own: R, other: R) -> bool {
    let several = |row: R| {
        let filled = row.filled();
        filled & filled.wrapping_sub(1) != 0
    };
    several(own) && several(other)
}

impl Line {
    /// What `seeds` from `lane` do.
    fn new<R: Row>(rules: &Rules, width: usize, lane: usize, seeds: usize) -> Self {
        let ring = 2 * width + 1;
        // How many seeds fall into the hole at this place of the ring.
        let drops = |hole| (seeds + ring - 1 - (hole + ring - 1 - lane % ring) % ring) / ring;
        let last = (lane + seeds) % ring;
        let captures = rules.capture_landing == CaptureLanding::OwnRow && last < width;
        Self {
            store: drops(width) as u8,
            landing: match seeds.cmp(&ring) {
                // The pit that is sown holds seeds, so there is no capture; and where the last seed
                // is the second to fall there is none either.
                _ if !captures => lane as u8,
                Ordering::Greater => lane as u8,
                Ordering::Less => last as u8,
                // The last seed falls where all were taken.
                Ordering::Equal => R::SPARE as u8,
            },
            facing: (width - 1).saturating_sub(last) as u8,
            more: drops(2 * width - last.min(width)) as u8,
            extra_turn: seeds > 0 && last == width,
        }
    }
}
