//! What a sow does under the rules of one game, in tables: what it drops where, what its last seed captures, and what it
//! gains at the last ply of a search.
//!
//! There is a line for each lane and number of seeds. A sow of more seeds than there are lines for is a number of whole
//! laps and a line.

use std::cmp::Ordering;

use super::super::board::{Pit, Side};
use super::super::kalah::{Kalah, place_on_ring};
use super::super::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, Rules};
use super::row::{Narrow, Row};

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
    pub takes: CaptureTakes,
    /// Whether it captures where it faces an empty pit.
    alone: bool,
}

impl Captures {
    pub fn under(rules: &Rules) -> Self {
        let takes = rules.capture_takes;
        let alone = takes == CaptureTakes::OppositeAndLast
            && rules.empty_opposite == EmptyOpposite::CapturesLast;
        Self { takes, alone }
    }

    /// How many seeds are captured by a last seed that faces so many; `None` if it captures nothing.
    #[inline]
    pub fn taken(self, facing: u32) -> Option<u32> {
        (facing > 0 || self.alone)
            .then_some(facing + u32::from(self.takes == CaptureTakes::OppositeAndLast))
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

/// What each sow of a position gains, without the position that it makes: what a search asks at its last ply.
///
/// While no sow can end the game, a sow gains what falls into the store and what the last seed
/// captures; and of the pits, only the one where the last seed falls and the one that it faces need be
/// looked at, as they were. For this the rows lie as they do on the page, both from left to right.
#[derive(Debug, Clone)]
pub struct LeafDeltas {
    width: usize,
    /// By the side that sows.
    lines: [Box<Lines>; 2],
    /// What a capture takes, by the seeds of the pit that the last seed faces.
    taken: Box<[u8; SEEDS]>,
}

/// By seeds and column.
type Lines = [[Line; COLUMNS]; SEEDS];

/// Any number of seeds of a pit that has a line.
const SEEDS: usize = u8::MAX as usize + 1;
const COLUMNS: usize = Narrow::LANES;
/// Without a pit, and so without a seed.
const EMPTY_LANE: usize = COLUMNS - 1;

/// What one sow does, as far as it can be known without the board.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(8))]
struct Line {
    /// Seeds that fall into the store.
    store: u8,
    /// Where in the own row the last seed captures if nothing lay there before the sow, in bits.
    landing: u8,
    /// Where in the other row it faces a pit, in bits.
    facing: u8,
    more: u8,
    extra_turn: bool,
}

/// A position whose sows are looked at: the pit of each column, in both rows, at the same bits.
#[derive(Debug)]
pub struct Columns<'t> {
    own: Narrow,
    other: Narrow,
    lines: &'t Lines,
    taken: &'t [u8; SEEDS],
}

impl LeafDeltas {
    /// Prepares boards of `width` pits a row and up to `most` seeds in all pits; `None` if the rules
    /// capture in both rows, or there are too many pits or seeds.
    pub fn new(rules: &Rules, width: usize, most: usize) -> Option<Self> {
        if rules.capture_landing == CaptureLanding::EitherRow || width > EMPTY_LANE || most >= SEEDS
        {
            return None;
        }
        let lines = Side::BOTH.map(|side| {
            let mut lines: Box<Lines> = by_seeds(|_| [Line::default(); COLUMNS]);
            for (seeds, lines) in lines.iter_mut().enumerate().take(most + 1) {
                for (column, line) in lines.iter_mut().enumerate().take(width) {
                    *line = Line::new(rules, width, side, Pit::new(column), seeds);
                }
            }
            lines
        });
        let captures = Captures::under(rules);
        Some(Self {
            width,
            lines,
            // No more are ever taken than there are.
            taken: by_seeds(|facing| {
                let taken = captures.taken(facing as u32).unwrap_or(0);
                taken.min(u8::MAX.into()) as u8
            }),
        })
    }

    /// The sows of `mover` from the row `own`; `None` if one of them may end the game.
    #[inline(always)]
    pub fn at(&self, own: Narrow, other: Narrow, mover: Side) -> Option<Columns<'_>> {
        // These rules capture in the own row only: of each row, one pit is sown or captured.
        if own.one_pit_at_most() || other.one_pit_at_most() {
            return None;
        }
        let (own, other) = match mover {
            Side::South => (own, other.backwards(self.width)),
            Side::North => (own.backwards(self.width), other),
        };
        Some(Columns { own, other, lines: &self.lines[mover.index()], taken: &self.taken })
    }
}

impl Columns<'_> {
    /// The columns of the mover's pits that hold seeds.
    #[inline]
    pub fn filled(&self) -> u32 {
        self.own.filled()
    }

    /// What a sow of `pit` gains the sower, and whether the sower moves again.
    // Whether there is a capture cannot be predicted, so let there be no branch.
    #[inline(always)]
    pub fn delta(&self, pit: Pit) -> (i32, bool) {
        let column = pit.column() % COLUMNS;
        let line = &self.lines[usize::from(self.own.seeds(column))][column];
        let facing = (self.other.0 >> line.facing) as u8;
        let taken = self.taken[usize::from(facing.wrapping_add(line.more))];
        let captured = if (self.own.0 >> line.landing) as u8 == 0 { taken } else { 0 };
        (i32::from(line.store) + i32::from(captured), line.extra_turn)
    }
}

impl Line {
    /// What `seeds` from `pit` do.
    fn new(rules: &Rules, width: usize, side: Side, pit: Pit, seeds: usize) -> Self {
        let ring = 2 * width + 1;
        let start = place_on_ring(width, side, pit);
        // How many seeds fall into the hole at this place of the ring.
        let drops = |hole| (seeds + ring - 1 - (hole + ring - 1 - start) % ring) / ring;
        let last = (start + seeds) % ring;
        let line = Self {
            store: drops(width) as u8,
            extra_turn: seeds > 0 && last == width,
            // The pit that is sown holds seeds, so there is no capture.
            landing: bits_before(pit.column()),
            ..Self::default()
        };
        if rules.capture_landing != CaptureLanding::OwnRow || last >= width {
            return line;
        }
        let column = place_on_ring(width, side, Pit::new(last));
        Self {
            landing: match seeds.cmp(&ring) {
                Ordering::Less => bits_before(column),
                // The last seed falls where all were taken.
                Ordering::Equal => bits_before(EMPTY_LANE),
                // The last seed is not the first to fall there.
                Ordering::Greater => line.landing,
            },
            facing: bits_before(column),
            more: drops(2 * width - last) as u8,
            ..line
        }
    }
}

/// A table by the seeds of a pit, filled where it stays: a table on the stack would be copied.
fn by_seeds<T>(entry: impl FnMut(usize) -> T) -> Box<[T; SEEDS]> {
    let table: Box<[T]> = (0..SEEDS).map(entry).collect();
    table.try_into().unwrap_or_else(|_| unreachable!("there are SEEDS entries"))
}

const fn bits_before(lane: usize) -> u8 {
    8 * lane as u8
}
