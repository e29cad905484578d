//! A walk through a search: any row of its log, with the tree around it, without the log.
//!
//! A log is computable, so it is not stored. One run of the search keeps the larger nodes only; the
//! rows of a smaller one come from running that part of the search again, which takes a moment.
//!
//! In reading order: [`tree`] (the nodes that a run keeps), [`place`] (from a row's number to its
//! node, and back), `begin` (the first rows, before that run), `picture` (the board at
//! a node), `compare` (a submission's log beside
//! it), `requests` (all of it as JSON).
//!
//! Left out: the search, and what a row means in words; the library has both.

mod begin;
mod compare;
mod picture;
pub mod place;
pub(crate) mod requests;
pub mod tree;

use std::cell::RefCell;
use std::rc::Rc;

use mancala::game::Pit;
use mancala::homework::{Problem, answer_to};
use mancala::search::{Algorithm, Window, search_below};
use tree::{Builder, Node, Told, Tree};

/// Nodes with so many rows are kept; smaller ones are searched again when they are looked at.
const LARGE: u64 = 1 << 14;

/// A search that is walked through.
#[derive(Debug)]
pub struct Walk {
    problem: Problem,
    algorithm: Algorithm,
    tree: Rc<Tree>,
    /// All nodes of the small part that was looked at last.
    near: RefCell<Option<Rc<Tree>>>,
}

impl Walk {
    /// Runs the search of `problem` once; `None` for a task without a log.
    #[must_use]
    pub fn new(problem: Problem) -> Option<Self> {
        Self::told(problem, &|_, _| {})
    }

    /// The same, and `told` hears where the run is.
    fn told(problem: Problem, told: Told<'_>) -> Option<Self> {
        let mut walk = Self {
            problem,
            algorithm: problem.task.logged_algorithm()?,
            tree: Rc::default(),
            near: RefCell::default(),
        };
        // The whole search by the means that are quickest; later parts of it are small.
        let mut builder = Builder::new(1, LARGE, told);
        let _ = answer_to(&problem, &mut builder);
        walk.tree = Rc::new(builder.finish());
        Some(walk)
    }

    /// How many rows the log has, the header not counted.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.tree.root().rows
    }

    fn run(&self, path: &[Pit], window: Window, mut builder: Builder<'_>) -> Tree {
        let root = (self.problem.start(), path);
        let limits = self.problem.limits();
        let _ = search_below(root, limits, self.algorithm, window, &mut builder);
        builder.finish()
    }

    /// The children of `node` of `tree`, and the tree that has theirs. `path` leads to the node.
    fn below(&self, tree: &Rc<Tree>, node: &Node, path: &[Pit]) -> (Rc<Tree>, Node) {
        if !node.is_folded() {
            return (Rc::clone(tree), *node);
        }
        let mut near = self.near.borrow_mut();
        let known = near.as_ref().filter(|near| near.root().first == node.first);
        let near = match known {
            Some(near) => Rc::clone(near),
            None => {
                let window = node.window.unwrap_or(Window::FULL);
                let tree = Rc::new(self.run(path, window, Builder::new(node.first, 0, &|_, _| {})));
                *near = Some(Rc::clone(&tree));
                tree
            }
        };
        let root = *near.root();
        (near, root)
    }
}
