//! What the first wrong rows of a program's logs have in common that none of its right rows has: where it goes
//! wrong, whether or not anything known explains why.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::assignment::{Side, Task};
use crate::evidence::Evidence;
use crate::hypothesis::Reader;
use crate::hypothesis::cache::Judged;
use crate::mistakes::{After, At, Kinds, Nodes, Scope, Tasks};
use crate::reference::{OptionalRows, RowKind, RowOf, Settings, Steps, rows_within};

/// The most sentences on one program.
const MOST: usize = 3;
/// The fewest rows that show something, where they are not all.
const FEWEST: usize = 3;
/// The most conditions of a kind of row.
const CONDITIONS: usize = 3;
/// The most steps to go through a log.
const STEPS: u64 = 3_000_000;

/// First wrong rows of one kind, of which no row is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FirstRows {
    pub kind: RowKind,
    pub scope: Scope,
    /// What is wrong with most of them, and with how many.
    pub wrong: Option<(Wrong, usize)>,
    /// What most of these say instead, and how many.
    pub instead: Option<(Instead, usize)>,
    pub count: usize,
    /// All logs with a wrong row.
    pub of: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wrong {
    Missing,
    /// A row stands before it that should not be there.
    Preceded,
    /// Another row of the node before it stands there.
    Repeated,
    Depth,
    Value,
    Window,
}

/// What a row says instead of the number that is right: another number that the program has there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Instead {
    /// What the row of the node before the child says.
    NotUpdated,
    /// The value of the child.
    OfChild,
    /// The alpha of the row, instead of its value.
    Alpha,
    /// The beta of the row, instead of its value.
    Beta,
    /// The value of the row, instead of its alpha or beta.
    Value,
    /// The right number with the other sign.
    Negated,
    /// Alpha and beta in each other's place.
    Swapped,
    Infinite,
}

/// What is wrong with a row, and what it says instead.
type Fault = (Wrong, Vec<Instead>);

/// A row that should be in a log, and the task and the player of that.
type Row = (RowOf, Task, Side);

/// What the first wrong rows have in common; nothing where that is too little to say.
pub(crate) fn first_rows(cases: &[Judged<'_>]) -> Vec<FirstRows> {
    let mut right = HashSet::new();
    let mut wrong = Vec::new();
    for judged in cases {
        let first = read(judged.case, &mut right);
        wrong.extend(first.filter(|_| judged.case.is_case));
    }
    let of = wrong.len();
    let kinds: Vec<_> = kinds().filter(|it| !right.iter().any(|row| has(it, row))).collect();
    let mut found = Vec::new();
    while found.len() < MOST {
        let of_kind = |it: &(RowKind, Scope)| wrong.iter().filter(|row| has(it, &row.0)).count();
        let is_shown = |count: usize| count >= FEWEST || count > 1 && count == of;
        let best = kinds.iter().map(|it| (of_kind(it), *it)).filter(|it| is_shown(it.0));
        let Some((count, it)) = best.min_by_key(|(count, it)| (Reverse(*count), it.1.conditions()))
        else {
            break;
        };
        let told = |row: &(Row, Option<Fault>)| has(&it, &row.0);
        let faults: Vec<_> =
            wrong.iter().filter(|row| told(row)).filter_map(|row| row.1.as_ref()).collect();
        let most = most(faults.iter().map(|it| it.0), count);
        let instead = most.and_then(|(wrong, as_many)| {
            let such = faults.iter().filter(|it| it.0 == wrong);
            self::most(such.flat_map(|it| it.1.iter().copied()), as_many)
        });
        found.push(FirstRows { kind: it.0, scope: it.1, wrong: most, instead, count, of });
        wrong.retain(|row| !told(row));
    }
    found
}

/// What is so in the most rows and in more than half of them, and in how many.
fn most<T: PartialEq + Copy>(
    all: impl Iterator<Item = T> + Clone,
    rows: usize,
) -> Option<(T, usize)> {
    let as_many = |one: T| all.clone().filter(|it| *it == one).count();
    let counted = all.clone().map(|it| (it, as_many(it)));
    // The first of those with the same count.
    counted.min_by_key(|it| Reverse(it.1)).filter(|it| 2 * it.1 > rows)
}

fn has((kind, scope): &(RowKind, Scope), ((of, place), task, player): &Row) -> bool {
    kind == of && scope.has_run(*task, *player) && scope.at.has(*place)
}

/// The kinds of rows that can be told.
fn kinds() -> impl Iterator<Item = (RowKind, Scope)> {
    let of_kind = |kind| {
        // A node that prunes may have other children.
        let may_be = move |it: &Scope| match it.at.after {
            After::AnyChild => true,
            After::LastChild => kind == RowKind::AfterChild,
            _ => matches!(kind, RowKind::AfterChild | RowKind::Prune),
        } && (!it.at.nodes.is_of_sow() || matches!(kind, RowKind::Leaf | RowKind::Over));
        scopes().filter(may_be).map(move |it| (kind, it))
    };
    use RowKind::{AfterChild, Entry, Leaf, Over, Prune};
    [Entry, Leaf, Over, AfterChild, Prune].into_iter().flat_map(of_kind)
}

fn scopes() -> impl Iterator<Item = Scope> {
    let nodes = Nodes::all().filter(|it| !matches!(it, Nodes::Tree | Nodes::NextState));
    scopes_of(nodes, After::all(), CONDITIONS)
}

/// Places of these kinds, in the tasks that have a log, under so many conditions at most.
pub(super) fn scopes_of(
    nodes: impl Iterator<Item = Nodes> + Clone,
    after: impl Iterator<Item = After> + Clone,
    conditions: usize,
) -> impl Iterator<Item = Scope> {
    let places = Kinds::all().flat_map(move |kinds| {
        let after = after.clone();
        nodes
            .clone()
            .flat_map(move |nodes| after.clone().map(move |after| At { kinds, nodes, after }))
    });
    let cases = [Tasks::All, Tasks::Minimax, Tasks::AlphaBeta].into_iter().flat_map(|tasks| {
        [None, Some(Side::South), Some(Side::North)].into_iter().map(move |player| (tasks, player))
    });
    let all = cases
        .flat_map(move |(tasks, player)| places.clone().map(move |at| Scope { tasks, player, at }));
    all.filter(move |it| it.conditions() <= conditions)
}

/// Goes through a log to its first wrong row, and takes the right ones before it.
fn read(case: &Evidence, right: &mut HashSet<Row>) -> Option<(Row, Option<Fault>)> {
    let log = case.traverse_log.as_ref()?;
    let (task, player) = (case.assignment.task, case.assignment.player);
    let mut reader = Reader::new(Some(log));
    let mut wrong: Option<(RowOf, String)> = None;
    let mut following = None;
    let mut open = OpenNodes::default();
    let settings = Settings { optional_rows: OptionalRows::Marked, ..Settings::default() };
    let steps = &mut Steps { left: STEPS, node: 1 };
    // How the search ends does not matter: it is over as soon as enough was seen.
    _ = rows_within(&case.assignment, settings, steps, &mut |row, of| {
        let of = of.filter(|it| it.0 != RowKind::Optional);
        if wrong.is_some() {
            following = of.map(|_| row.to_owned());
            return if of.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        // A log that ends early has no wrong row, and a wrong header is a fault of form.
        let is_read = !reader.is_at_end();
        if let Some((kind, _)) = of {
            open.reach(kind);
        }
        match (is_read && reader.expect(row, false).is_continue(), of) {
            (true, Some(of)) => {
                open.write(of.0, reader.next - 1);
                right.insert((of, task, player));
            }
            (true, None) => {}
            (false, Some(of)) if is_read => wrong = Some((of, row.to_owned())),
            (false, _) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    });
    let (of, expected) = wrong?;
    let line = |at: usize| log.lines.get(at).map(String::as_str);
    let (written, next) = (line(reader.next)?, line(reader.next + 1));
    let before = line(reader.next - 1).unwrap_or_default();
    let own = match of.0 {
        RowKind::AfterChild | RowKind::Prune => open.rows.last().and_then(|it| line(*it)),
        _ => None,
    };
    let fault = match wrong_column(&expected, written) {
        _ if following.as_deref() == Some(written) => Some((Wrong::Missing, Vec::new())),
        _ if next == Some(&expected) => Some((Wrong::Preceded, Vec::new())),
        Some(wrong) => Some((wrong, instead(wrong, [&expected, written, before], own))),
        None if written.split(',').take(2).eq(before.split(',').take(2)) => {
            Some((Wrong::Repeated, Vec::new()))
        }
        None => None,
    };
    Some(((of, task, player), fault))
}

/// The nodes from the root to where a log is read, each by its last line.
#[derive(Default)]
struct OpenNodes {
    rows: Vec<usize>,
    /// The kind of the last row.
    last: Option<RowKind>,
}

impl OpenNodes {
    /// The next row is of this kind: after a child, that is done.
    fn reach(&mut self, kind: RowKind) {
        let is_after = |it| matches!(it, RowKind::AfterChild | RowKind::Prune);
        if is_after(kind) && self.last.is_some_and(is_after) {
            self.rows.pop();
        }
    }

    /// The row is this line.
    fn write(&mut self, kind: RowKind, line: usize) {
        match (kind, self.rows.last_mut()) {
            (RowKind::Entry, _) => self.rows.push(line),
            (RowKind::AfterChild | RowKind::Prune, Some(last)) => *last = line,
            _ => {}
        }
        self.last = Some(kind);
    }
}

/// The first column that is wrong in a row of the same node.
fn wrong_column(expected: &str, written: &str) -> Option<Wrong> {
    let mut columns = expected.split(',').zip(written.split(','));
    let first = columns.position(|(expected, written)| expected != written)?;
    let has_all = expected.split(',').count() == written.split(',').count();
    match first {
        _ if !has_all => None,
        1 => Some(Wrong::Depth),
        2 => Some(Wrong::Value),
        3 | 4 => Some(Wrong::Window),
        _ => None,
    }
}

/// What the wrong number of a row may be, from the right row, the written one, the one before it, and, after a child,
/// the last one of the node.
fn instead(wrong: Wrong, [right, written, before]: [&str; 3], own: Option<&str>) -> Vec<Instead> {
    let of_node = |column| own.and_then(|it| cell(it, column));
    let [value, alpha, beta] = [2, 3, 4].map(|column| cell(written, column));
    let is = |one: Option<&str>, other: Option<&str>| one.is_some() && one == other;
    let is_infinite = |it: Option<&str>| matches!(it, Some("-Infinity" | "Infinity"));
    let is_negated = || {
        let number = |row| cell(row, 2)?.parse::<i64>().ok();
        number(written).is_some_and(|it| number(right) == Some(-it))
    };
    // Of the bounds that are wrong.
    let all_bounds = |is: &dyn Fn(usize, Option<&str>) -> bool| {
        let mut wrong = [(3, alpha), (4, beta)].into_iter().filter(|it| it.1 != cell(right, it.0));
        wrong.all(|(column, bound)| is(column, bound))
    };
    let all = match wrong {
        Wrong::Value => vec![
            (Instead::NotUpdated, is(value, of_node(2))),
            (Instead::OfChild, own.is_some() && is(value, cell(before, 2))),
            (Instead::Alpha, is(value, alpha)),
            (Instead::Beta, is(value, beta)),
            (Instead::Negated, is_negated()),
            (Instead::Infinite, is_infinite(value)),
        ],
        Wrong::Window => vec![
            (Instead::Swapped, is(alpha, cell(right, 4)) && is(beta, cell(right, 3))),
            (Instead::NotUpdated, all_bounds(&|column, it| is(it, of_node(column)))),
            (Instead::Value, all_bounds(&|_, it| is(it, value))),
            (Instead::Infinite, all_bounds(&|_, it| is_infinite(it))),
        ],
        Wrong::Missing | Wrong::Preceded | Wrong::Repeated | Wrong::Depth => Vec::new(),
    };
    all.into_iter().filter(|it| it.1).map(|it| it.0).collect()
}

fn cell(row: &str, column: usize) -> Option<&str> {
    row.split(',').nth(column)
}
