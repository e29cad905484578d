//! From a row's number to its node, and from a path to its row.

use std::ops::ControlFlow;

use super::Walk;
use super::tree::Node;
use mancala::game::{Pit, PitName};
use mancala::homework::compare::{LocatedVisit, Returned, Step};
use mancala::homework::row_text;
use mancala::search::{Stage, Value, Visit, Window};

#[derive(Debug)]
pub struct Row {
    /// Its number, from 1; the header does not count.
    pub number: u64,
    pub visited: LocatedVisit,
}

impl Row {
    /// Its text as the log has it, without the line end.
    pub fn text(&self) -> String {
        row_text(&self.visited.visit)
    }

    /// Whether the row says that the remaining children are not looked at.
    pub fn is_cut(&self) -> bool {
        is_cut(&self.visited.visit)
    }
}

pub(super) fn is_cut(visit: &Visit<Pit>) -> bool {
    let cuts = |window: Window| window.cuts(visit.goal, visit.value);
    visit.stage == Stage::Update && visit.window.is_some_and(cuts)
}

impl Walk {
    /// Hands the rows from number `from` on to `take`, until it breaks or the log ends.
    pub fn each_row<B>(&self, from: u64, mut take: impl FnMut(Row) -> ControlFlow<B>) -> Option<B> {
        match self.emit(&self.root, &mut Vec::new(), from, &mut take) {
            ControlFlow::Break(found) => Some(found),
            ControlFlow::Continue(()) => None,
        }
    }

    fn emit<B>(
        &self,
        node: &Node,
        path: &mut Vec<Step>,
        from: u64,
        take: &mut impl FnMut(Row) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if node.end() <= from {
            return ControlFlow::Continue(());
        }
        let mut moment = Moment::new(node);
        if node.first >= from {
            take(moment.row(path, node.first, None))?;
        }
        for child in self.children_of(node).iter() {
            path.extend(child.made_by);
            let flow = self.emit(child, path, from, take);
            path.pop();
            flow?;
            let returned = moment.follow(child);
            if child.end() >= from {
                take(moment.row(path, child.end(), returned))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The nodes from the root to that of row `number`, as they stand then; nothing for a row that is not in the log.
    pub fn ancestors(&self, number: u64) -> Vec<Moment> {
        let mut chain = Vec::new();
        let rows = 1..=self.rows();
        let mut next = Some(self.root).filter(|_| rows.contains(&number));
        while let Some(node) = next.take() {
            let mut moment = Moment::new(&node);
            for child in self.children_of(&node).iter() {
                if child.end() > number {
                    next = Some(*child).filter(|child| child.first <= number);
                    break;
                }
                moment.follow(child);
            }
            chain.push(moment);
        }
        chain
    }

    /// The first row of the node that the named pits lead to.
    ///
    /// # Errors
    /// A sentence: how far the path is in the log.
    pub fn find(&self, names: &str) -> Result<u64, String> {
        let mut node = self.root;
        let mut found = String::from("the root");
        for name in names.split([' ', ',', '-', '>']).filter(|name| !name.is_empty()) {
            let known = PitName::parse(name);
            let PitName(side, pit) = known.ok_or_else(|| format!("no pit is called {name}"))?;
            let children = self.children_of(&node);
            let child = children.iter().find(|child| child.made_by == Some((side, pit)));
            node = *child.ok_or_else(|| format!("below {found} there is no {name}"))?;
            found = name.to_owned();
        }
        Ok(node.first)
    }
}

/// The moves that lead to the last of a chain of nodes.
pub fn path_of(chain: &[Moment]) -> Vec<Pit> {
    let moves = chain.iter().filter_map(|ancestor| ancestor.node.made_by);
    moves.map(|(_, pit)| pit).collect()
}

/// A node above a row, or the row's own, at that moment of the search.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    pub node: Node,
    /// Its value so far.
    pub value: Value,
    /// Its window so far.
    pub window: Option<Window>,
}

impl Moment {
    fn new(node: &Node) -> Self {
        let value = match node.stage {
            Stage::Enter | Stage::Update => node.goal.start(),
            Stage::Leaf | Stage::GameOver => node.value,
        };
        Self { node: *node, value, window: node.window }
    }

    /// The node's row with this number; after `path`, and the child that has just returned.
    fn row(&self, path: &[Step], number: u64, returned: Option<Returned>) -> Row {
        let Self { node, value, window } = *self;
        let stage = returned.map_or(node.stage, |_| Stage::Update);
        let visit = Visit {
            made_by: node.made_by,
            ply: path.len(),
            depth: node.depth,
            goal: node.goal,
            value,
            window,
            stage,
        };
        let path = path.to_vec();
        Row { number, visited: LocatedVisit { visit, path, returned } }
    }

    /// The row of a cut shows the window as it was, as the search has it.
    fn follow(&mut self, child: &Node) -> Option<Returned> {
        let (goal, before) = (self.node.goal, (self.value, self.window));
        self.value = goal.better(child.value, self.value);
        if let Some(window) = &mut self.window
            && !window.cuts(goal, self.value)
        {
            *window = window.narrowed(goal, self.value);
        }
        child.made_by.map(|step| Returned { step, value: child.value, before })
    }
}
