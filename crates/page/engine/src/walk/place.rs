//! From a row's number to its node, and from a path to its row.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::Walk;
use super::tree::{Node, Tree};
use mancala::game::{Kalah, Pit, PitName, Position};
use mancala::homework::row_text::{RowBuffer, RowValue};
use mancala::judge::node::{Step, Visited};
use mancala::search::{Stage, Value, Visit, Window};

/// A row of the log.
#[derive(Debug)]
pub struct Row {
    /// Its number, from 1; the header does not count.
    pub number: u64,
    /// What it shows.
    pub visited: Visited,
}

impl Row {
    /// Its text as the log has it, without the line end.
    #[must_use]
    pub fn text(&self) -> String {
        text(&self.visited.visit)
    }

    /// Whether the row says that the remaining children are not looked at.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        is_cut(&self.visited.visit)
    }
}

pub(super) fn text(visit: &Visit<Pit>) -> String {
    let mut rows = RowBuffer::with_capacity(0);
    rows.push_row(visit, RowValue::Known(visit.value));
    String::from_utf8_lossy(rows.text().trim_ascii_end()).into_owned()
}

pub(super) fn is_cut(visit: &Visit<Pit>) -> bool {
    let cuts = |window: Window| window.cuts(visit.goal, visit.value);
    visit.stage == Stage::Update && visit.window.is_some_and(cuts)
}

/// A node above a row, or the row's own, at that moment of the search.
#[derive(Debug, Clone, Copy)]
pub struct Ancestor {
    /// The node.
    pub node: Node,
    /// Its value so far.
    pub value: Value,
    /// Its window so far.
    pub window: Option<Window>,
}

impl Walk {
    /// Hands the rows from number `from` on to `take`, until it breaks or the log ends.
    pub fn each_row<B>(&self, from: u64, mut take: impl FnMut(Row) -> ControlFlow<B>) -> Option<B> {
        let root = *self.tree.root();
        let tree = Rc::clone(&self.tree);
        match self.emit(&tree, &root, &mut Vec::new(), from, &mut take) {
            ControlFlow::Break(found) => Some(found),
            ControlFlow::Continue(()) => None,
        }
    }

    fn emit<B>(
        &self,
        tree: &Rc<Tree>,
        node: &Node,
        path: &mut Vec<Step>,
        from: u64,
        take: &mut impl FnMut(Row) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if node.first + node.rows <= from {
            return ControlFlow::Continue(());
        }
        if node.first >= from {
            take(row(
                node,
                path,
                node.first,
                node.value_at_first(),
                node.window,
                None,
            ))?;
        }
        let (tree, node) = self.below(tree, node, &pits(path));
        let mut moment = Moment::new(&node);
        for child in tree.children(&node) {
            path.extend(child.made_by);
            let flow = self.emit(&tree, child, path, from, take);
            path.pop();
            flow?;
            moment.follow(child);
            let number = child.first + child.rows;
            if number >= from {
                let Moment { value, window, .. } = moment;
                take(row(&node, path, number, value, window, child.made_by))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The nodes from the root to that of row `number`, as they stand then; nothing for a row that is
    /// not in the log.
    #[must_use]
    pub fn ancestors(&self, number: u64) -> Vec<Ancestor> {
        let mut chain = Vec::new();
        if !(1..=self.rows()).contains(&number) {
            return chain;
        }
        let (mut tree, mut node) = (Rc::clone(&self.tree), *self.tree.root());
        let mut path = Vec::new();
        loop {
            (tree, node) = self.below(&tree, &node, &path);
            let mut moment = Moment::new(&node);
            let mut next = None;
            for child in tree.children(&node) {
                if (child.first..child.first + child.rows).contains(&number) {
                    next = Some(*child);
                    break;
                }
                if child.first > number {
                    break;
                }
                moment.follow(child);
            }
            chain.push(Ancestor {
                node,
                value: if node.stage == Stage::Enter {
                    moment.value
                } else {
                    node.value
                },
                window: moment.window,
            });
            match next {
                Some(child) => {
                    path.extend(child.made_by.map(|(_, pit)| pit));
                    node = child;
                }
                None => return chain,
            }
        }
    }

    /// The children of the node to which row `number` belongs.
    #[must_use]
    pub fn children(&self, number: u64) -> Vec<Node> {
        let chain = self.ancestors(number);
        let Some(last) = chain.last() else {
            return Vec::new();
        };
        let (mut tree, mut node) = (Rc::clone(&self.tree), *self.tree.root());
        let path = path_of(&chain);
        for (ply, below) in chain.iter().enumerate().skip(1) {
            (tree, node) = self.below(&tree, &node, &path[..ply - 1]);
            let here = tree.children(&node).iter();
            node = here
                .copied()
                .find(|child| child.first == below.node.first)
                .unwrap_or(node);
        }
        let (tree, node) = self.below(&tree, &node, &path);
        debug_assert_eq!(node.first, last.node.first);
        tree.children(&node).to_vec()
    }

    /// The position at the end of `path`.
    #[must_use]
    pub fn position(&self, path: &[Pit]) -> Kalah {
        path.iter()
            .fold(self.problem.start(), |position, &pit| position.play(pit))
    }

    /// The first row of the node that the named pits lead to.
    ///
    /// # Errors
    /// A sentence: how far the path is in the log.
    pub fn find(&self, names: &str) -> Result<u64, String> {
        let mut row = 1;
        let mut found = String::from("the root");
        for name in names
            .split([' ', ',', '-', '>'])
            .filter(|name| !name.is_empty())
        {
            let wanted = PitName::parse(name).ok_or_else(|| format!("no pit is called {name}"))?;
            let children = self.children(row).into_iter();
            let is_wanted = |child: &Node| {
                child
                    .made_by
                    .is_some_and(|(side, pit)| PitName(side, pit) == wanted)
            };
            let child = children.into_iter().find(is_wanted);
            let child = child.ok_or_else(|| format!("below {found} there is no {name}"))?;
            row = child.first;
            found = name.to_owned();
        }
        Ok(row)
    }
}

/// The moves that lead to the last of a chain of nodes.
#[must_use]
pub fn path_of(chain: &[Ancestor]) -> Vec<Pit> {
    let moves = chain.iter().filter_map(|ancestor| ancestor.node.made_by);
    moves.map(|(_, pit)| pit).collect()
}

fn pits(path: &[Step]) -> Vec<Pit> {
    path.iter().map(|&(_, pit)| pit).collect()
}

fn row(
    node: &Node,
    path: &[Step],
    number: u64,
    value: Value,
    window: Option<Window>,
    child: Option<Step>,
) -> Row {
    Row {
        number,
        visited: Visited {
            visit: Visit {
                made_by: node.made_by,
                ply: path.len(),
                depth: node.depth,
                goal: node.goal,
                value,
                window,
                stage: if child.is_some() {
                    Stage::Update
                } else {
                    node.stage
                },
            },
            path: path.to_vec(),
            child,
        },
    }
}

impl Node {
    /// The value in the node's first row.
    #[must_use]
    pub fn value_at_first(&self) -> Value {
        match self.stage {
            Stage::Enter | Stage::Update => self.goal.start(),
            Stage::Leaf | Stage::GameOver => self.value,
        }
    }
}

/// Value and window of an inner node while its children return.
struct Moment {
    node: Node,
    value: Value,
    window: Option<Window>,
}

impl Moment {
    fn new(node: &Node) -> Self {
        Self {
            node: *node,
            value: node.goal.start(),
            window: node.window,
        }
    }

    /// The row of a cut shows the window as it was, as the search has it.
    fn follow(&mut self, child: &Node) {
        let goal = self.node.goal;
        self.value = goal.better(child.value, self.value);
        if let Some(window) = &mut self.window
            && !window.cuts(goal, self.value)
        {
            *window = window.narrowed(goal, self.value);
        }
    }
}
