//! How large a part of a log is, and what comes of it, without its rows.
//!
//! Counting runs the search once and keeps what came of its larger parts. Those below a few thousand
//! rows are counted again when somebody looks at them, which takes less than keeping them.
//!
//! What lies in the stores decides nothing about what may be sown. So the part below a node depends on
//! the seeds in the pits, on who moves, on the turns that are left and, under alpha-beta, on the window
//! as far as it lies from the score: of two nodes that agree in those the values differ by the score,
//! and nothing else does. A part that comes again is looked up; that is exact, not a guess.
//!
//! What is known takes at most [`MOST`] entries, some fifty megabytes (twice that on boards of more than 8 pits
//! or 255 seeds). When they are full, the smaller ones go: finding them again takes least.

use rustc_hash::FxHashMap;

use mancala::game::packed::{Narrow, Packed, Row, RowPair, Sowing, Wide};
use mancala::game::{Kalah, Pit, Position};
use mancala::search::{Algorithm, Limits, Value, Window};

/// Parts with fewer turns left are not looked up: there are many, and hardly two are alike.
const LOOKED_UP: u32 = 3;

/// After so many parts that were not known, a power of two, somebody is told how far it is.
const PARTS_BETWEEN: u64 = 1 << 17;

/// A node as far as its part of the log depends on it.
#[derive(Debug, Clone, Copy)]
pub struct Spot<P> {
    /// Where the seeds lie, and who moves.
    pub position: P,
    /// Turns to the cutoff; one more in the midst of a turn. None are left at a leaf.
    pub left: u32,
    /// The window that it takes over; the full one under minimax.
    pub window: Window,
}

impl<P: Position> Spot<P> {
    #[inline(always)]
    fn is_leaf(&self) -> bool {
        self.left == 0 || self.position.is_over()
    }

    #[inline(always)]
    fn child(&self, pit: P::Move, window: Window) -> Self {
        let position = self.position.play(pit);
        let goes_on = position.continues_turn_of(&self.position);
        Self { position, left: self.left - 1 + u32::from(goes_on), window }
    }
}

/// A child of a node: the move that makes it, what it takes over, and what it writes.
pub struct Child {
    pub pit: Pit,
    pub left: u32,
    pub window: Window,
    pub extent: Extent,
}

/// Hears how many rows there are so far, and the moves to where the search is.
pub type Told = Box<dyn Fn(u64, &[Pit])>;

/// All that is known of the parts of one log.
pub enum Extents {
    Narrow(Sowing<Narrow>, Known<Narrow>),
    Wide(Sowing<Wide>, Known<Wide>),
}

impl Extents {
    pub fn new(start: &Kalah, algorithm: Algorithm, limits: Limits, told: Told) -> Self {
        if Sowing::<Narrow>::fits(start) {
            Self::Narrow(Sowing::of(start), Known::new(algorithm, limits, told))
        } else {
            Self::Wide(Sowing::of(start), Known::new(algorithm, limits, told))
        }
    }

    /// What the part below a node comes to; each of its children is handed to `take`.
    pub fn expand(&mut self, spot: &Spot<Kalah>, mut take: impl FnMut(Child)) -> Extent {
        let take: &mut dyn FnMut(Child) = &mut take;
        match self {
            Self::Narrow(sowing, known) => known.expand(&packed(spot, sowing), take),
            Self::Wide(sowing, known) => known.expand(&packed(spot, sowing), take),
        }
    }
}

fn packed<'t, R: Row>(spot: &Spot<Kalah>, sowing: &'t Sowing<R>) -> Spot<Packed<'t, R>> {
    Spot { position: Packed::new(&spot.position, sowing), left: spot.left, window: spot.window }
}

/// The parts that are known, and how the log is made.
pub struct Known<R> {
    algorithm: Algorithm,
    limits: Limits,
    parts: FxHashMap<Key<R>, Extent>,
    /// Parts that were not known.
    searched: u64,
    rows: u64,
    /// The fewest turns left at a leaf so far.
    floor: u32,
    /// To the part that is being counted.
    path: Vec<Pit>,
    told: Told,
}

type Here<'t, R> = Spot<Packed<'t, R>>;

impl<R: Row> Known<R> {
    fn new(algorithm: Algorithm, limits: Limits, told: Told) -> Self {
        Self {
            algorithm,
            limits,
            parts: FxHashMap::default(),
            searched: 0,
            rows: 0,
            floor: u32::MAX,
            path: Vec::new(),
            told,
        }
    }

    /// What the part below a node comes to; each of its children is handed to `take`.
    fn expand(&mut self, here: &Here<R>, take: &mut dyn FnMut(Child)) -> Extent {
        self.measured(|this| {
            if here.is_leaf() {
                return this.leaf(here);
            }
            this.best_of_children(here, |this, pit, child| {
                let extent = this.measured(|this| this.value(pit, &child));
                let Spot { left, window, .. } = child;
                take(Child { pit, left, window, extent });
                extent.value
            })
        })
    }

    /// The rows and the leaves that `work` goes through for a value.
    #[inline(always)]
    fn measured(&mut self, work: impl FnOnce(&mut Self) -> Value) -> Extent {
        let before = self.rows;
        let floor = std::mem::replace(&mut self.floor, u32::MAX);
        let value = work(self);
        let extent = Extent { rows: self.rows - before, value, floor: self.floor };
        self.floor = self.floor.min(floor);
        extent
    }

    /// The value of a node, made by `pit`, whose part may be known.
    fn value(&mut self, pit: Pit, here: &Here<R>) -> Value {
        if here.left < LOOKED_UP || here.is_leaf() {
            return self.value_by_search(here);
        }
        let score = here.position.score(self.limits.player);
        let ends = [here.window.alpha, here.window.beta];
        let key = Key {
            rows: here.position.rows(),
            left: here.left,
            ends: ends.map(|end| moved(end, -score)),
            maximizes: here.position.mover() == self.limits.player,
        };
        if let Some(known) = self.parts.get(&key) {
            self.rows += known.rows;
            self.floor = self.floor.min(known.floor);
            return moved(known.value, score);
        }
        self.path.push(pit);
        let extent = self.expand(here, &mut |_| {});
        self.searched += 1;
        if self.searched.is_multiple_of(PARTS_BETWEEN) {
            (self.told)(self.rows, &self.path);
        }
        self.path.pop();
        if extent.rows >= LEAST {
            let value = moved(extent.value, -score);
            self.keep(key, Extent { value, ..extent });
        }
        extent.value
    }

    fn keep(&mut self, key: Key<R>, extent: Extent) {
        if self.parts.len() >= MOST {
            let mut least = LEAST;
            while self.parts.len() > MOST / 2 {
                least *= 2;
                self.parts.retain(|_, extent| extent.rows >= least);
            }
        }
        self.parts.insert(key, extent);
    }

    #[inline(always)]
    fn value_by_search(&mut self, here: &Here<R>) -> Value {
        if here.is_leaf() {
            return self.leaf(here);
        }
        self.value_of_inner(here)
    }

    fn value_of_inner(&mut self, here: &Here<R>) -> Value {
        self.best_of_children(here, |this, _, child| this.value_by_search(&child))
    }

    #[inline(always)]
    fn leaf(&mut self, here: &Here<R>) -> Value {
        self.rows += 1;
        self.floor = self.floor.min(here.left);
        Value::score(here.position.score(self.limits.player))
    }

    /// The loop of the search over the children of an inner node, see [`search()`](mancala::search::search()).
    #[inline(always)]
    fn best_of_children<'t>(
        &mut self,
        here: &Here<'t, R>,
        mut value_of: impl FnMut(&mut Self, Pit, Here<'t, R>) -> Value,
    ) -> Value {
        let goal = self.limits.goal(here.position.mover());
        let mut window = here.window;
        let mut best = goal.start();
        self.rows += 1;
        for pit in here.position.moves() {
            let value = value_of(self, pit, here.child(pit, window));
            self.rows += 1;
            best = goal.better(value, best);
            if self.algorithm == Algorithm::AlphaBeta {
                if window.cuts(goal, best) {
                    break;
                }
                window = window.narrowed(goal, best);
            }
        }
        best
    }
}

/// Parts with fewer rows are not kept.
pub const LEAST: u64 = 1 << 12;

/// The most parts that are known at a time: what a table of 2^20 places holds.
const MOST: usize = (1 << 20) / 8 * 7;

/// The part of a log that one node and all below it write.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    pub rows: u64,
    pub value: Value,
    /// The fewest turns left at any of its leaves.
    pub floor: u32,
}

/// What decides a part of a log, the values counted from the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key<R> {
    pub rows: RowPair<R>,
    pub left: u32,
    pub ends: [Value; 2],
    pub maximizes: bool,
}

/// A value counted from elsewhere; an infinity is as far from everywhere.
#[inline]
pub fn moved(value: Value, by: i32) -> Value {
    value.finite().map_or(value, |score| Value::score(score + by))
}
