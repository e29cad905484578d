//! A walk through a search: any row of its log, with the tree around it, without the log.
//!
//! A log is computable, so it is not stored, and neither is its tree: what one node and all below it
//! write is counted, once for all nodes that are alike, and so the way down to any row is known.
//!
//! In reading order: `extent` (how large a part of a log is), [`tree`] (the nodes on the way), [`place`] (from a
//! row's number to its node, and back), `begin` (the first rows, before anything is counted), `row` (rows, nodes
//! and boards as JSON), `compare` (a submission's log beside it), `requests` (what can be asked).

mod begin;
mod compare;
mod extent;
pub mod place;
pub(crate) mod requests;
pub(crate) mod row;
pub mod tree;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use extent::{Extents, Spot, Told};
use mancala::homework::Problem;
use mancala::search::{Algorithm, Stage, Window};
use tree::{Node, Profile};

/// A search that is walked through.
pub struct Walk {
    problem: Problem,
    algorithm: Algorithm,
    root: Node,
    extents: RefCell<Extents>,
    /// The children of the nodes that were looked at last, by their first row.
    near: RefCell<HashMap<u64, Rc<[Node]>>>,
}

/// Nodes whose children are remembered: a way from the root and more.
const NEAR: usize = 256;

impl Walk {
    /// Counts the rows of the search of `problem`; `None` for a task without a log.
    pub fn new(problem: Problem) -> Option<Self> {
        Self::told(problem, Box::new(|_, _| {}))
    }

    /// The same, and `told` hears how far it is.
    fn told(problem: Problem, told: Told) -> Option<Self> {
        let algorithm = problem.task.logged_algorithm()?;
        let (start, limits) = (problem.start(), problem.limits());
        let spot = Spot { position: start, left: limits.cutoff, window: Window::FULL };
        let mut extents = Extents::new(&start, algorithm, limits, told);
        let root = Node::root(&spot, algorithm, limits);
        let root = root.with(extents.expand(&spot, |_| {}), limits);
        Some(Self {
            problem,
            algorithm,
            root,
            extents: RefCell::new(extents),
            near: RefCell::default(),
        })
    }

    /// How many rows the log has, the header not counted.
    pub fn rows(&self) -> u64 {
        self.root.rows
    }

    /// How deep the search is, over its rows.
    pub fn profile(&self) -> Profile {
        Profile::of(&self.root, |node| self.children_of(node))
    }

    /// The children of a node that the search looks at, in its order.
    pub fn children_of(&self, node: &Node) -> Rc<[Node]> {
        if node.stage != Stage::Enter {
            return Rc::default();
        }
        let mut near = self.near.borrow_mut();
        if let Some(known) = near.get(&node.first) {
            return Rc::clone(known);
        }
        let mut children = Vec::new();
        let mut first = node.first + 1;
        let mut extents = self.extents.borrow_mut();
        extents.expand(&node.spot(), |child| {
            let child = node.child(&child, first, self.problem.limits());
            // The row of the update follows.
            first = child.end() + 1;
            children.push(child);
        });
        if near.len() >= NEAR {
            near.clear();
        }
        let children: Rc<[Node]> = children.into();
        near.insert(node.first, Rc::clone(&children));
        children
    }
}
