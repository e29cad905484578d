//! What a search counts, so that one can see where its time goes.
//!
//! Left out: time itself.

/// What a search visited, and how the children of what it visited were answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// States that were visited.
    pub nodes: u64,
    /// Children at which the game is over.
    pub over: u64,
    /// Children that the number of their seeds answered: nobody can gain more.
    pub bounded: u64,
    /// Children that the endgame table answered.
    pub endgame: u64,
    /// Children that the transposition table answered.
    pub transposition: u64,
    /// Nodes at which a child that was visited reached beta.
    pub cutoffs: u64,
    /// Those at which the first one did.
    pub first_cutoffs: u64,
    /// The most sows from the root to a node.
    pub depth: u32,
}

impl Statistics {
    pub(super) fn add_all(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.over += other.over;
        self.bounded += other.bounded;
        self.endgame += other.endgame;
        self.transposition += other.transposition;
        self.cutoffs += other.cutoffs;
        self.first_cutoffs += other.first_cutoffs;
        self.depth = self.depth.max(other.depth);
    }
}
