//! Reads a log as its rows nest, up to the first row of which that is not clear, and counts what its rows say.

use super::{Counts, Says};
use crate::assignment::{Side, Task};
use crate::evidence::Evidence;
use crate::mistakes::{Mistakes, Place};
use crate::reference::{Kind, Value, Window};

/// Counts what the rows of a log say, and what is wrong of that.
pub(super) fn count(case: &Evidence, counts: &mut Counts) {
    let (task, me) = (case.assignment.task, case.assignment.player);
    Reader { task, me, open: Vec::new(), child: None, counts }.read(&rows(case));
}

/// A row of a log.
#[derive(Clone, Copy)]
struct Row<'a> {
    node: (&'a str, u32),
    value: Value,
    window: Option<Window>,
}

/// The rows up to the first that is not one.
fn rows(case: &Evidence) -> Vec<Row<'_>> {
    let lines = case.traverse_log.iter().flat_map(|log| log.lines.iter().skip(1));
    let rows = lines.map_while(|line| {
        let cells: Vec<_> = line.split(',').collect();
        let (node, rest) = cells.split_first_chunk::<2>()?;
        let numbers: Vec<_> = rest.iter().map_while(|it| value(it)).collect();
        let window = match (case.assignment.task, &numbers[..]) {
            (Task::Minimax, [_]) => None,
            (Task::AlphaBeta, &[_, alpha, beta]) => Some(Window { alpha, beta }),
            _ => return None,
        };
        Some(Row { node: (node[0], node[1].parse().ok()?), value: numbers[0], window })
    });
    rows.collect()
}

fn value(cell: &str) -> Option<Value> {
    match cell {
        "-Infinity" => Some(Value::MinusInfinity),
        "Infinity" => Some(Value::Infinity),
        _ => cell.parse().ok().map(Value::Seeds),
    }
}

/// A node that is not done.
struct Open<'a> {
    place: Place,
    first: Row<'a>,
    last: Row<'a>,
    children: Vec<(&'a str, u32)>,
}

enum Is {
    Entry,
    Leaf,
    /// The value of a node at which the game is over, which has had another row.
    Finished,
    AfterLeaf,
    AfterInner,
}

/// Reads a log with the nodes from the root to where it is.
struct Reader<'a, 'c> {
    task: Task,
    me: Side,
    open: Vec<Open<'a>>,
    /// The value of the child that the last row has ended, and whether it is an extra turn.
    child: Option<(Value, bool)>,
    counts: &'c mut Counts,
}

impl<'a> Reader<'a, '_> {
    /// Reads rows as far as it is clear what each of them is.
    fn read(mut self, rows: &[Row<'a>]) {
        for (at, &row) in rows.iter().enumerate() {
            let read = self.is(&rows[at..]).and_then(|is| match is {
                Is::Entry => self.enter(row),
                Is::Leaf => self.leaf(row),
                Is::Finished => self.end_inner(row.value, false),
                Is::AfterLeaf => self.after_child(row),
                Is::AfterInner => {
                    let node = self.open.last()?;
                    self.end_inner(node.last.value, node.place.mid_turn)?;
                    self.after_child(row)
                }
            });
            if read.is_none() {
                return;
            }
        }
    }

    /// What the first of these rows is.
    fn is(&self, rows: &[Row<'_>]) -> Option<Is> {
        let (row, after) = (rows.first()?, rows.get(1));
        let Some((top, above)) = self.open.split_last() else {
            return (row.node == ("root", 0)).then_some(Is::Entry);
        };
        let node = top.first.node;
        if self.child.is_some() {
            return (row.node == node).then_some(Is::AfterLeaf);
        }
        let is_infinite = matches!(row.value, Value::MinusInfinity | Value::Infinity);
        // After a leaf there is a row of the node.
        let goes_on = after.is_some_and(|after| after.node == node);
        if row.node == node && top.children.is_empty() && !is_infinite && !goes_on {
            return Some(Is::Finished);
        }
        let may_be_child = (node.1..=node.1 + 1).contains(&row.node.1)
            && !top.children.contains(&row.node)
            && (is_infinite || goes_on);
        let new = if is_infinite { Is::Entry } else { Is::Leaf };
        let mut above = above.iter().rev();
        let parent =
            above.next().filter(|it| it.first.node == row.node && !top.children.is_empty());
        match parent {
            Some(_) if !may_be_child => Some(Is::AfterInner),
            // What goes on may be a node above that has the same name. Then the values tell, or else the row after that.
            Some(parent)
                if above.next().is_some_and(|it| it.first.node == node) && !is_infinite =>
            {
                let is_leaf = after?.value == top.better(row.value);
                let is_after = row.value == parent.better(top.last.value);
                let then = rows.get(2).map(|it| it.node);
                match (is_leaf, is_after) {
                    (true, false) => Some(new),
                    (false, true) => Some(Is::AfterInner),
                    _ if then == Some(row.node) => Some(new),
                    _ if then? == above.next()?.first.node => Some(Is::AfterInner),
                    _ => None,
                }
            }
            _ => may_be_child.then_some(new),
        }
    }

    fn enter(&mut self, row: Row<'a>) -> Option<()> {
        let maximises = row.value == Value::MinusInfinity;
        let mover = if maximises { self.me } else { self.me.opponent() };
        let mut place = Place { mover, maximises, ..Place::root(self.me) };
        if let Some(top) = self.open.last_mut() {
            let sower = top.add(row)?;
            let windows = (row.window, top.first.window, top.last.window);
            place = Place { sower: Some(sower), root: false, mid_turn: sower == mover, ..place };
            if let (Some(written), Some(first), Some(last)) = windows {
                let widest = Window::widest(Mistakes::NONE);
                let says = [(Says::AsEntered, first), (Says::Widest, widest)];
                self.see(place, (written, last), &says);
            }
        }
        self.open.push(Open { place, first: row, last: row, children: Vec::new() });
        Some(())
    }

    fn leaf(&mut self, row: Row<'a>) -> Option<()> {
        let top = self.open.last_mut()?;
        let sower = top.add(row)?;
        let (kind, windows) = (top.kind(), (row.window, top.first.window, top.last.window));
        if let (Some(written), Some(first), Some(last)) = windows {
            let updated = last.narrowed(kind, row.value, row.value, Mistakes::NONE);
            let prunes = last.cuts(kind, row.value, Mistakes::NONE);
            let says = [
                (Says::LeafAsEntered, first),
                (Says::LeafWidest, Window::widest(Mistakes::NONE)),
                (Says::LeafUpdated, updated),
                (Says::LeafUpdatedUnlessPruned, if prunes { last } else { updated }),
            ];
            // Who moves next is not known.
            let place = Place { sower: Some(sower), root: false, ..Place::root(self.me) };
            self.see(place, (written, last), &says);
        }
        self.child = Some((row.value, false));
        Some(())
    }

    /// The last node has no more rows.
    fn end_inner(&mut self, value: Value, is_extra_turn: bool) -> Option<()> {
        self.open.pop()?;
        self.child = Some((value, is_extra_turn));
        Some(())
    }

    fn after_child(&mut self, row: Row<'a>) -> Option<()> {
        let (child, is_extra_turn) = self.child.take()?;
        let top = self.open.last_mut()?;
        let (better, kind) = (top.better(child), top.kind());
        let before = std::mem::replace(&mut top.last, row);
        let place = Place { child_mid_turn: Some(is_extra_turn), ..top.place };
        let says = [(Says::ValueOfChild, child), (Says::ValueKept, before.value)];
        self.see(place, (row.value, better), &says);
        let (Some(written), Some(before)) = (row.window, before.window) else { return Some(()) };
        if before.cuts(kind, better, Mistakes::NONE) {
            let says = [(Says::ValueIsBound, before.bound(kind))];
            self.see(place, (row.value, better), &says);
        }
        let updated = before.narrowed(kind, row.value, child, Mistakes::NONE);
        if before.cuts(kind, row.value, Mistakes::NONE) {
            self.see(place, (written, before), &[(Says::UpdatedAtPrune, updated)]);
        } else {
            let of_value = before.with_bound(kind, row.value);
            let says = [(Says::WindowKept, before), (Says::WindowOfValue, of_value)];
            self.see(place, (written, updated), &says);
        }
        Some(())
    }

    /// Counts a row, what is right there, and what it may say instead.
    fn see<T: PartialEq>(&mut self, place: Place, (written, right): (T, T), says: &[(Says, T)]) {
        for (says, it) in says {
            let count = self.counts.entry((*says, self.task, self.me, place)).or_default();
            count.of += 1;
            count.wrong += usize::from(written != right);
            count.others += usize::from(written != *it);
        }
    }
}

impl<'a> Open<'a> {
    fn kind(&self) -> Kind {
        if self.place.maximises { Kind::Max } else { Kind::Min }
    }

    /// Its value after a child.
    fn better(&self, child: Value) -> Value {
        let value = self.last.value;
        if self.kind().prefers(child, value) { child } else { value }
    }

    /// Who has sown to lead to a child; `None` if it is no child of this node.
    fn add(&mut self, child: Row<'a>) -> Option<Side> {
        let letter = if self.place.mover == Side::South { 'B' } else { 'A' };
        self.children.push(child.node);
        child.node.0.starts_with(letter).then_some(self.place.mover)
    }
}
