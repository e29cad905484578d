//! What an exact solver may ask of a game.
//!
//! A solver values what is still to come: the *value* of a state is what its mover gains from now on
//! less what the opponent gains, with best play of both. What lies in the stores does not matter, so
//! games that differ in nothing else share one state.
//!
//! Left out: the search itself ([`solve`](crate::solve)).

/// The most moves that a state can have.
pub const MAX_CHOICES: usize = 10;

/// A game whose states a solver can walk.
pub trait Solvable: Sync {
    /// A position seen by its mover, without the stores.
    type State: Copy + Send + Sync;

    /// How states are numbered.
    type Packing: Copy + Send + Sync;

    /// The bound of a state's value: `-reach <= value <= reach`.
    fn reach(&self, state: &Self::State) -> i32;

    /// Whether every value has the parity of its state's reach.
    fn parity(&self) -> Parity;

    /// Where a table has the state's exact value, if one has it. Asks the processor to fetch it.
    fn place(&self, state: &Self::State) -> Option<Place>;

    /// The exact value at a place.
    fn at(&self, place: Place) -> i32;

    /// The exact value where a table has it.
    fn known(&self, state: &Self::State) -> Option<i32> {
        self.place(state).map(|place| self.at(place))
    }

    /// A guess of the value, within the reach and of its parity; used where a search must stop.
    fn estimate(&self, state: &Self::State) -> i32;

    /// What the mover can choose; nothing only when the game is over.
    fn choices(&self, state: &Self::State) -> Choices;

    /// What a choice leads to; it must be one of [`choices`](Self::choices).
    fn play(&self, state: &Self::State, choice: u8) -> Successor<Self::State>;

    /// How to make numbers below `2^bits`.
    fn packing(&self, bits: u32) -> Self::Packing;

    /// A number that no other state has under the same packing, or `None` if there is none for the
    /// state.
    fn key(&self, state: &Self::State, packing: Self::Packing) -> Option<u64>;
}

/// A place in a game's table of exact values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place(pub usize);

/// Whether all values of a state are even or all are odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parity {
    /// A value is even if and only if the reach is.
    OfReach,
    /// A value may be either.
    Free,
}

/// What comes after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next<S> {
    /// The end of the game.
    Over,
    /// Another move of the same player.
    Same(S),
    /// A move of the opponent.
    Opponent(S),
}

/// What a choice leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Successor<S> {
    /// What the mover gains by it, less what the opponent gains by it.
    pub gain: i32,
    /// What comes then.
    pub next: Next<S>,
}

/// A set of moves, each a number below 16; at most [`MAX_CHOICES`] of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choices(u16);

impl Choices {
    /// Adds a move.
    #[inline]
    pub fn add(&mut self, choice: u8) {
        self.0 |= 1 << choice;
    }

    /// The moves by falling number.
    #[inline]
    pub fn descending(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let choice = left.checked_ilog2()?;
            left ^= 1 << choice;
            Some(choice as u8)
        })
    }

    /// How many moves there are.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}
