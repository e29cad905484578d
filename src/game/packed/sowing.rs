//! What a sow drops where, one line for each lane and number of seeds; and what its last seed captures.
//!
//! A sow of more seeds than there are lines for is a number of whole laps and a line.

use super::super::kalah::Kalah;
use super::super::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, Rules};
use super::leaf_deltas::LeafDeltas;
use super::row::Row;

/// Rules and a width, prepared for sowing up to a number of seeds.
#[derive(Debug, Clone)]
pub struct Sowing<R> {
    rules: Rules,
    width: usize,
    /// There are lines for 0 to so many seeds.
    most: usize,
    /// By seeds and lane.
    lines: Vec<Drops<R>>,
    /// One seed in each pit.
    lap: R,
    captures: Captures,
    leaf_deltas: Option<LeafDeltas>,
}

/// What one sow drops.
#[derive(Debug, Clone, Copy)]
pub struct Drops<R> {
    /// Into the mover's row.
    pub own: R,
    /// Into the opponent's row.
    pub other: R,
    /// Into the mover's store.
    pub store: u16,
    /// Whether the last seed captures if it falls into an empty pit.
    pub may_capture: bool,
    /// The lane of the pit that it would fall into.
    pub landing: u8,
    /// The row of that lane.
    pub landing_row: LandingRow,
    /// The lane of the other row that it faces.
    pub facing: u8,
    /// Whether the last seed falls in the mover's store.
    pub extra_turn: bool,
}

/// A row, from the mover's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LandingRow {
    Own,
    Other,
}

/// What a last seed that falls into an empty pit captures, where it may.
#[derive(Debug, Clone, Copy)]
pub struct Captures {
    pub last: LastSeed,
    /// Whether it captures where it faces an empty pit.
    alone: bool,
}

/// What becomes of the last seed in a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastSeed {
    Stays,
    IsTaken,
}

impl Captures {
    pub fn under(rules: &Rules) -> Self {
        let last = match rules.capture_takes {
            CaptureTakes::Opposite => LastSeed::Stays,
            CaptureTakes::OppositeAndLast => LastSeed::IsTaken,
        };
        let alone =
            last == LastSeed::IsTaken && rules.empty_opposite == EmptyOpposite::CapturesLast;
        Self { last, alone }
    }

    /// How many seeds are captured by a last seed that faces so many; `None` if it captures nothing.
    #[inline]
    pub fn taken(self, facing: u32) -> Option<u32> {
        (facing > 0 || self.alone).then_some(facing + u32::from(self.last == LastSeed::IsTaken))
    }
}

/// A board of so many seeds or fewer has a line for every sow.
const MAX_LINES: u32 = 255;

impl<R: Row> Sowing<R> {
    /// Whether rows of this kind can hold every position of a game from `start`.
    pub fn fits(start: &Kalah) -> bool {
        let board = start.board();
        board.width() <= R::LANES && board.seeds_in_pits() <= R::MOST
    }

    /// Prepares a game from `start`.
    ///
    /// # Panics
    /// If the game does not [fit](Sowing::fits).
    pub fn of(start: &Kalah) -> Self {
        let board = start.board();
        Self::new(start.rules(), board.width(), board.seeds_in_pits())
    }

    /// Prepares boards of `width` pits a row and up to `seeds` seeds in all pits.
    ///
    /// # Panics
    /// If there is no pit, or more of either than rows of this kind hold.
    pub fn new(rules: Rules, width: usize, seeds: u32) -> Self {
        assert!(
            (1..=R::LANES).contains(&width) && seeds <= R::MOST,
            "too many pits or seeds for these rows"
        );
        let ring = 2 * width + 1;
        let most = if seeds <= MAX_LINES { seeds as usize } else { ring };
        let mut sowing = Self {
            rules,
            width,
            most,
            lines: vec![Drops::NOTHING; (most + 1) * R::LANES],
            lap: (0..width).fold(R::EMPTY, |row, lane| row.with_more(lane, 1)),
            captures: Captures::under(&rules),
            leaf_deltas: Self::LEAF_DELTAS
                .then(|| LeafDeltas::new(&rules, width, seeds as usize))
                .flatten(),
        };
        for lane in 0..width {
            let mut drops = Drops::NOTHING;
            for seeds in 1..=most {
                drops.drop_seed((lane + seeds) % ring, width, rules);
                sowing.lines[Self::index(seeds, lane)] = drops;
            }
        }
        sowing
    }

    /// The rules of the game.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Pits in a row.
    #[inline]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// What sows gain, where that is prepared: on narrow rows, under most rules.
    #[inline]
    pub(super) const fn leaf_deltas(&self) -> Option<&LeafDeltas> {
        if Self::LEAF_DELTAS { self.leaf_deltas.as_ref() } else { None }
    }

    /// Whether anybody may ask what sows gain. A page has no room for a second loop of every search.
    const LEAF_DELTAS: bool = R::MOST <= MAX_LINES && !cfg!(target_family = "wasm");

    /// What a last seed captures.
    #[inline]
    pub(crate) const fn captures(&self) -> Captures {
        self.captures
    }

    /// What a sow of `seeds` from `lane` drops.
    #[inline]
    pub(crate) fn drops(&self, lane: usize, seeds: u16) -> Drops<R> {
        if R::MOST <= MAX_LINES || usize::from(seeds) <= self.most {
            return self.lines[Self::index(seeds.into(), lane)];
        }
        // Whole laps, and 1 to `ring` seeds. Every hole gets a seed of the laps, so the last pit
        // holds more than one: it is no matter that the line still says where a capture might be.
        // Dividing 16 bits takes a fraction of dividing 64.
        let ring = 2 * self.width as u16 + 1;
        let laps = (seeds - 1) / ring;
        let drops = self.lines[Self::index((seeds - laps * ring).into(), lane)];
        let lap = self.lap.times(laps);
        Drops {
            own: drops.own.plus(lap),
            other: drops.other.plus(lap),
            store: drops.store + laps,
            ..drops
        }
    }

    #[inline]
    fn index(seeds: usize, lane: usize) -> usize {
        seeds * R::LANES + lane
    }
}

impl<R: Row> Drops<R> {
    const NOTHING: Self = Self {
        own: R::EMPTY,
        other: R::EMPTY,
        store: 0,
        may_capture: false,
        landing: 0,
        landing_row: LandingRow::Own,
        facing: 0,
        extra_turn: false,
    };

    /// One seed more, which is the last for now, falls into a hole of the mover's ring: the own
    /// `width` pits, the store, the other row's pits.
    fn drop_seed(&mut self, hole: usize, width: usize, rules: Rules) {
        let mut next =
            Self { own: self.own, other: self.other, store: self.store, ..Self::NOTHING };
        if hole == width {
            next.store += 1;
            next.extra_turn = true;
        } else if hole < width {
            next.own = next.own.with_more(hole, 1);
            if rules.capture_landing != CaptureLanding::Nowhere {
                next.may_capture = true;
                next.landing = hole as u8;
                next.facing = (width - 1 - hole) as u8;
            }
        } else {
            let lane = hole - width - 1;
            next.other = next.other.with_more(lane, 1);
            if rules.capture_landing == CaptureLanding::EitherRow {
                next.may_capture = true;
                next.landing = lane as u8;
                next.facing = (width - 1 - lane) as u8;
                next.landing_row = LandingRow::Other;
            }
        }
        *self = next;
    }
}
