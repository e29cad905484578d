//! The nodes of a search's tree, as far as somebody looks at them, and how deep it is along the log.

use std::rc::Rc;

use super::extent::{Child, Extent, Spot};
use mancala::game::{Kalah, Position};
use mancala::homework::compare::Step;
use mancala::search::{Algorithm, Goal, Limits, Stage, Value, Window};

/// A node and its rows: from its first one on, its own and those of all nodes below it.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The number of its first row, from 1; the header does not count.
    pub first: u64,
    pub rows: u64,
    pub made_by: Option<Step>,
    /// In turns.
    pub depth: u32,
    pub goal: Goal,
    /// Why its first row is written.
    pub stage: Stage,
    /// Its value in the end.
    pub value: Value,
    /// The window that it took over.
    pub window: Option<Window>,
    pub deepest: u32,
    /// Where the seeds lie, and who moves.
    pub position: Kalah,
    /// Turns to the cutoff, see [`Spot::left`].
    left: u32,
}

impl Node {
    /// The root, whose rows are all.
    pub(super) fn root(spot: &Spot<Kalah>, algorithm: Algorithm, limits: Limits) -> Self {
        Self {
            first: 1,
            rows: 1,
            made_by: None,
            depth: 0,
            goal: limits.goal(spot.position.mover()),
            stage: stage(&spot.position, spot.left),
            value: Value::score(0),
            window: (algorithm == Algorithm::AlphaBeta).then_some(spot.window),
            deepest: 0,
            position: spot.position,
            left: spot.left,
        }
    }

    /// The same node, of which more is known.
    pub(super) fn with(self, extent: Extent, limits: Limits) -> Self {
        Self {
            rows: extent.rows,
            value: extent.value,
            deepest: limits.cutoff - extent.floor,
            ..self
        }
    }

    /// The child, whose rows begin with number `first`.
    pub(super) fn child(&self, child: &Child, first: u64, limits: Limits) -> Self {
        let position = self.position.play(child.pit);
        let node = Self {
            first,
            made_by: Some((self.position.mover(), child.pit)),
            depth: limits.cutoff - self.left + 1,
            goal: limits.goal(position.mover()),
            stage: stage(&position, child.left),
            window: self.window.map(|_| child.window),
            position,
            left: child.left,
            ..*self
        };
        node.with(child.extent, limits)
    }

    /// What its part of the log depends on.
    pub(super) fn spot(&self) -> Spot<Kalah> {
        let window = self.window.unwrap_or(Window::FULL);
        Spot { position: self.position, left: self.left, window }
    }

    /// The number after that of its last row.
    pub fn end(&self) -> u64 {
        self.first + self.rows
    }
}

fn stage(position: &Kalah, left: u32) -> Stage {
    if position.is_over() {
        Stage::GameOver
    } else if left == 0 {
        Stage::Leaf
    } else {
        Stage::Enter
    }
}

/// The greatest and the least depth in each of some hundred equal parts of the log.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    pub rows: u64,
    /// The greatest depth in each part.
    pub depths: Vec<u32>,
    /// The least one.
    pub tops: Vec<u32>,
}

impl Profile {
    const MOST: u64 = 1200;

    /// Of the log with `root`; `children` gives those of a node.
    pub(super) fn of(root: &Node, mut children: impl FnMut(&Node) -> Rc<[Node]>) -> Self {
        let rows = root.rows.div_ceil(Self::MOST);
        let parts = root.rows.div_ceil(rows);
        let mut profile =
            Self { rows, depths: vec![0; parts as usize], tops: vec![u32::MAX; parts as usize] };
        profile.add(root, &mut children);
        profile
    }

    fn add(&mut self, node: &Node, children: &mut impl FnMut(&Node) -> Rc<[Node]>) {
        self.reach(node.first, node.depth);
        if self.part(node.first) == self.part(node.end() - 1) {
            self.reach(node.first, node.deepest);
            return;
        }
        for child in children(node).iter() {
            self.add(child, children);
            self.reach(child.end(), node.depth);
        }
    }

    fn part(&self, row: u64) -> usize {
        ((row - 1) / self.rows) as usize
    }

    fn reach(&mut self, row: u64, depth: u32) {
        let part = self.part(row);
        self.depths[part] = self.depths[part].max(depth);
        self.tops[part] = self.tops[part].min(depth);
    }
}
