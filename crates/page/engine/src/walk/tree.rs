//! The nodes that one run of a search keeps: who they are and which rows are theirs.

use std::convert::Infallible;
use std::ops::ControlFlow;

use mancala::game::Pit;
use mancala::judge::node::Step;
use mancala::search::Goal;
use mancala::search::{Observer, Stage, Value, Visit, Window};

/// A node and its rows: from its first one on, its own and those of all nodes below it.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The number of its first row, from 1; the header does not count.
    pub first: u64,
    /// How many rows.
    pub rows: u64,
    /// The move that made it.
    pub made_by: Option<Step>,
    /// In turns.
    pub depth: u32,
    /// Whether its mover maximizes.
    pub goal: Goal,
    /// Why its first row is written.
    pub stage: Stage,
    /// Its value in the end.
    pub value: Value,
    /// The window that it took over.
    pub window: Option<Window>,
    /// Where its children stand; none for a leaf.
    children: (u32, u32),
}

impl Node {
    /// Whether it has children that the run did not keep.
    #[must_use]
    pub fn is_folded(&self) -> bool {
        self.stage == Stage::Enter && self.children.1 == 0
    }
}

/// The nodes of a run.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    profile: Profile,
}

impl Tree {
    /// The node at which the run began.
    #[must_use]
    pub fn root(&self) -> &Node {
        // A run visits its root, and a tree is made of a run.
        &self.nodes[self.nodes.len() - 1]
    }

    /// The children of a node of this tree, in the order of the search.
    #[must_use]
    pub fn children(&self, node: &Node) -> &[Node] {
        let (begin, count) = node.children;
        &self.nodes[begin as usize..(begin + count) as usize]
    }

    /// How deep the search was, over its rows.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }
}

/// The greatest depth in each of a few hundred equal parts of the log.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Rows in a part.
    pub rows: u64,
    /// The parts.
    pub depths: Vec<u32>,
    /// The greatest depth so far in the part that has begun, and the rows that it still takes.
    deepest: u32,
    left: u64,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            rows: 1,
            depths: Vec::new(),
            deepest: 0,
            left: 1,
        }
    }
}

impl Profile {
    const MOST: usize = 1200;

    #[inline]
    fn add(&mut self, depth: u32) {
        self.deepest = self.deepest.max(depth);
        self.left -= 1;
        if self.left == 0 {
            self.end_part();
        }
    }

    #[cold]
    fn end_part(&mut self) {
        self.depths.push(std::mem::take(&mut self.deepest));
        if self.depths.len() == Self::MOST {
            // Twice as many rows in each part.
            let pairs = self.depths.chunks(2);
            self.depths = pairs.map(|pair| *pair.iter().max().unwrap_or(&0)).collect();
            self.rows *= 2;
        }
        self.left = self.rows;
    }

    /// Takes note of a part that the log does not fill.
    fn finish(&mut self) {
        if self.left < self.rows {
            self.end_part();
        }
    }
}

/// Hears how many rows there are so far, and the moves to where the run is.
pub(super) type Told<'a> = &'a dyn Fn(u64, &[Pit]);

/// So many rows, a power of two, are between two things told.
const ROWS_BETWEEN: u64 = 1 << 22;

/// Listens to a run.
pub(super) struct Builder<'a> {
    large: u64,
    /// The number of the next row.
    next: u64,
    /// The nodes that are open and, after each, its finished children.
    pending: Vec<Node>,
    /// Where the open ones stand in there, by their distance from the first one.
    open: Vec<usize>,
    /// The ply of the first one.
    ply: Option<usize>,
    tree: Tree,
    told: Told<'a>,
}

impl<'a> Builder<'a> {
    /// For a run whose first row has the number `first`, which keeps the children of nodes with at
    /// least `large` rows.
    pub(super) fn new(first: u64, large: u64, told: Told<'a>) -> Self {
        Self {
            large,
            next: first,
            pending: Vec::new(),
            open: Vec::new(),
            ply: None,
            tree: Tree::default(),
            told,
        }
    }

    /// The tree, once the run has ended.
    pub(super) fn finish(mut self) -> Tree {
        self.close(0);
        self.tree.nodes.extend(self.pending.first());
        self.tree.profile.finish();
        self.tree
    }

    /// Ends the node at `level`; its children are kept if it is large.
    #[inline]
    fn close(&mut self, level: usize) {
        let Some(&at) = self.open.get(level) else {
            return;
        };
        let (begin, end) = (at + 1, self.pending.len());
        if begin == end {
            return; // a leaf
        }
        let node = &mut self.pending[at];
        node.rows = self.next - node.first;
        if node.rows >= self.large {
            node.children = (self.tree.nodes.len() as u32, (end - begin) as u32);
            self.tree.nodes.extend_from_slice(&self.pending[begin..]);
        }
        self.pending.truncate(begin);
    }

    #[cold]
    fn tell(&self) {
        let made_by = self.open.iter().filter_map(|&at| self.pending[at].made_by);
        let path: Vec<_> = made_by.map(|(_, pit)| pit).collect();
        (self.told)(self.next, &path);
    }
}

impl Observer<Pit> for Builder<'_> {
    type Stop = Infallible;

    #[inline]
    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<Infallible> {
        let level = visit.ply - *self.ply.get_or_insert(visit.ply);
        self.tree.profile.add(visit.depth);
        if visit.stage == Stage::Update {
            self.close(level + 1);
            self.open.truncate(level + 1);
            let at = self.open[level];
            self.pending[at].value = visit.value;
        } else {
            self.open.truncate(level);
            self.open.push(self.pending.len());
            self.pending.push(Node {
                first: self.next,
                rows: 1,
                made_by: visit.made_by,
                depth: visit.depth,
                goal: visit.goal,
                stage: visit.stage,
                value: visit.value,
                window: visit.window,
                children: (0, 0),
            });
        }
        self.next += 1;
        if self.next.is_multiple_of(ROWS_BETWEEN) {
            self.tell();
        }
        ControlFlow::Continue(())
    }
}
