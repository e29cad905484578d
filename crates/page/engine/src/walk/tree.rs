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
    in_last: u64,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            rows: 1,
            depths: Vec::new(),
            in_last: 1,
        }
    }
}

impl Profile {
    const MOST: usize = 1200;

    fn add(&mut self, depth: u32) {
        if self.in_last < self.rows {
            self.in_last += 1;
            if let Some(last) = self.depths.last_mut() {
                *last = depth.max(*last);
            }
            return;
        }
        if self.depths.len() == Self::MOST {
            // Twice as many rows in each part.
            let pairs = self.depths.chunks(2);
            self.depths = pairs.map(|pair| *pair.iter().max().unwrap_or(&0)).collect();
            self.rows *= 2;
        }
        self.depths.push(depth);
        self.in_last = 1;
    }
}

/// Listens to a run.
#[derive(Debug)]
pub(super) struct Builder {
    large: u64,
    /// The number of the next row.
    next: u64,
    /// The nodes that are open, by their distance from the first one, and their finished children.
    open: Vec<(Node, Vec<Node>)>,
    /// The ply of the first one.
    ply: Option<usize>,
    tree: Tree,
}

impl Builder {
    /// For a run whose first row has the number `first`, which keeps the children of nodes with at
    /// least `large` rows.
    pub(super) fn new(first: u64, large: u64) -> Self {
        Self {
            large,
            next: first,
            open: Vec::new(),
            ply: None,
            tree: Tree::default(),
        }
    }

    /// The tree, once the run has ended.
    pub(super) fn finish(mut self) -> Tree {
        if let Some(root) = self.close(0) {
            self.tree.nodes.push(root);
        }
        self.tree
    }

    /// The finished node at `level`, with its children kept if it is large.
    fn close(&mut self, level: usize) -> Option<Node> {
        let (node, children) = self.open.get_mut(level)?;
        node.rows = self.next - node.first;
        if node.rows >= self.large && !children.is_empty() {
            node.children = (self.tree.nodes.len() as u32, children.len() as u32);
            self.tree.nodes.extend_from_slice(children);
        }
        Some(*node)
    }
}

impl Observer<Pit> for Builder {
    type Stop = Infallible;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<Infallible> {
        let level = visit.ply - *self.ply.get_or_insert(visit.ply);
        self.tree.profile.add(visit.depth);
        if visit.stage == Stage::Update {
            let child = self.close(level + 1);
            let (node, children) = &mut self.open[level];
            node.value = visit.value;
            children.extend(child);
        } else {
            let node = Node {
                first: self.next,
                rows: 1,
                made_by: visit.made_by,
                depth: visit.depth,
                goal: visit.goal,
                stage: visit.stage,
                value: visit.value,
                window: visit.window,
                children: (0, 0),
            };
            match self.open.get_mut(level) {
                Some((open, children)) => {
                    *open = node;
                    children.clear();
                }
                None => self.open.push((node, Vec::new())),
            }
        }
        self.next += 1;
        ControlFlow::Continue(())
    }
}
