//! The turn that a search chooses: the best chain of moves so far, kept while the tree is walked.
//!
//! Left out: which chain is better ([`textbook`](super::textbook)).

/// The best chain of moves found so far from each node of the root's turn.
///
/// Entry `ply` belongs to the node of that ply on the path of the search. Only nodes of the first
/// turn ever [`prefer`](FirstTurn::prefer), so the entry below another node is empty.
pub(super) struct FirstTurn<M>(Vec<Vec<M>>);

impl<M> Default for FirstTurn<M> {
    fn default() -> Self {
        Self(vec![Vec::new()])
    }
}

impl<M: Copy> FirstTurn<M> {
    /// Forgets the chain of the node at `ply`, before another node takes its place.
    pub(super) fn leave(&mut self, ply: usize) {
        if let Some(chain) = self.0.get_mut(ply) {
            chain.clear();
        }
    }

    /// The best chain from the node at `ply` is now `choice` and then its child's best chain.
    pub(super) fn prefer(&mut self, ply: usize, choice: M) {
        while self.0.len() < ply + 2 {
            self.0.push(Vec::new());
        }
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let chain = &mut upper[ply];
        chain.clear();
        chain.push(choice);
        chain.extend_from_slice(&lower[0]);
    }

    pub(super) fn into_moves(mut self) -> Vec<M> {
        std::mem::take(&mut self.0[0])
    }
}
