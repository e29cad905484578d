//! Rules of the search that a program's logs break by their own rows: whatever its boards are, the value, alpha and beta
//! of a row follow from the rows above it.
//!
//! A log is read as the rows nest, up to the first row of which that is not clear.

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::first_rows::scopes_of;
use crate::assignment::{Player, Task};
use crate::evidence::Evidence;
use crate::hypothesis::cache::Judged;
use crate::mistakes::{After, Mistakes, Nodes, Place, Scope};
use crate::reference::{Kind, Value, Window};
use crate::rule::Rule;

/// The most rules that are told of one program.
const MOST: usize = 3;
/// The fewest wrong rows that show something, by the number of conditions under which they are all alike.
const FEWEST: [usize; 3] = [3, 6, 12];

/// All rows of one kind say the same, which is wrong in many of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnRows {
    pub says: Says,
    pub scope: Scope,
    pub wrong: usize,
    pub of: usize,
}

/// Makes an enum of a table: what rows say, of which column and rows, the rule for these, and the words for both.
macro_rules! says {
    ($($says:ident $about:ident $rule:ident $rows:literal $words:literal;)*) => {
        /// What rows say that should say something else.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Says {
            $($says,)*
        }

        impl Says {
            const ALL: &[Self] = &[$(Self::$says,)*];

            fn about(self) -> About {
                match self { $(Self::$says => About::$about,)* }
            }

            /// The rule that such rows break.
            pub fn rule(self) -> Rule {
                match self { $(Self::$says => Rule::$rule,)* }
            }

            /// The rows, and what they say.
            pub fn words(self) -> (&'static str, &'static str) {
                match self { $(Self::$says => ($rows, $words),)* }
            }
        }
    };
}

says! {
    AsEntered EntryWindow WindowPassed "rows for entering a node"
        "alpha and beta are those with which the node above began";
    Widest EntryWindow WindowPassed "rows for entering a node"
        "alpha and beta are -Infinity and Infinity";
    LeafAsEntered LeafWindow WindowPassed "rows of leaves"
        "alpha and beta are those with which the node above began";
    LeafWidest LeafWindow WindowPassed "rows of leaves" "alpha and beta are -Infinity and Infinity";
    LeafUpdated LeafWindow WindowOfLeaf "rows of leaves"
        "alpha or beta is updated with the value of the leaf";
    LeafUpdatedUnlessPruned LeafWindow WindowOfLeaf "rows of leaves"
        "alpha or beta is updated with the value of the leaf, unless the node above prunes";
    ValueOfChild ValueAfter UpdateValues "rows after a child" "the value is that of the child";
    ValueKept ValueAfter UpdateValues "rows after a child"
        "the value is what the node had before the child";
    ValueIsBound PruneValue ValueAfterCut "rows of a node that prunes"
        "the value is alpha or beta";
    WindowKept WindowAfter WindowNarrowed "rows after a child without a prune"
        "alpha and beta are what the node had before the child";
    WindowOfValue WindowAfter WindowInherited "rows after a child without a prune"
        "alpha or beta is the value of the node, even where the bound was better";
    UpdatedAtPrune PruneWindow CutRow "rows of a node that prunes"
        "alpha or beta is updated although the node prunes";
}

/// A column of rows of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    EntryWindow,
    LeafWindow,
    ValueAfter,
    PruneValue,
    WindowAfter,
    PruneWindow,
}

/// The rows of one kind, at places of one kind.
#[derive(Default, Clone, Copy)]
struct Count {
    of: usize,
    wrong: usize,
    /// Those that do not say it.
    others: usize,
}

type Counts = HashMap<(Says, Task, Player, Place), Count>;

/// What rows say that is wrong by the rows above them, the most frequent first.
pub(crate) fn own_rows(cases: &[Judged<'_>]) -> Vec<OwnRows> {
    let mut counts = Counts::new();
    for judged in cases {
        let rows = rows(judged.case);
        Reader::of(judged.case, &mut counts).read(&rows);
    }
    let mut found: Vec<OwnRows> = Vec::new();
    while let Some(most) = widest(&counts) {
        let is_told = |it: &(Says, Task, Player, Place)| {
            it.0.about() == most.says.about() && has(most.scope, it)
        };
        counts.retain(|it, _| !is_told(it));
        found.push(most);
    }
    found.sort_by_key(|it| Reverse(it.wrong));
    found.truncate(MOST);
    found
}

/// What holds under the fewest conditions, and there in the most rows.
fn widest(counts: &Counts) -> Option<OwnRows> {
    let all = Says::ALL.iter().flat_map(|&says| scopes().map(move |scope| (says, scope)));
    let held = all.filter_map(|(says, scope)| {
        let such = counts.iter().filter(|(it, _)| it.0 == says && has(scope, it));
        let sum = such.fold(Count::default(), |sum, (_, it)| Count {
            of: sum.of + it.of,
            wrong: sum.wrong + it.wrong,
            others: sum.others + it.others,
        });
        let Count { of, wrong, others } = sum;
        let fewest = FEWEST[scope.conditions()];
        (others == 0 && wrong >= fewest).then_some(OwnRows { says, scope, wrong, of })
    });
    held.min_by_key(|it| (it.scope.conditions(), Reverse(it.wrong)))
}

fn has(scope: Scope, (_, task, player, place): &(Says, Task, Player, Place)) -> bool {
    scope.has_run(*task, *player) && scope.at.has(*place)
}

fn scopes() -> impl Iterator<Item = Scope> {
    use Nodes::{All, BelowRoot, MidTurn, Root, TurnEnd};
    let nodes = [All, Root, BelowRoot, MidTurn, TurnEnd].into_iter();
    let after = [After::AnyChild, After::ExtraTurn, After::TurnEnd].into_iter();
    scopes_of(nodes, after, FEWEST.len() - 1)
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

/// What a row is.
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
    me: Player,
    open: Vec<Open<'a>>,
    /// The value of the child that the last row has ended, and whether it is an extra turn.
    child: Option<(Value, bool)>,
    counts: &'c mut Counts,
}

impl<'a, 'c> Reader<'a, 'c> {
    fn of(case: &Evidence, counts: &'c mut Counts) -> Self {
        let (task, me) = (case.assignment.task, case.assignment.player);
        Self { task, me, open: Vec::new(), child: None, counts }
    }

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
        let (Some(written), Some(before)) = (row.window, before.window) else {
            return Some(());
        };
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
    fn add(&mut self, child: Row<'a>) -> Option<Player> {
        let letter = if self.place.mover == Player::One { 'B' } else { 'A' };
        self.children.push(child.node);
        child.node.0.starts_with(letter).then_some(self.place.mover)
    }
}
