//! What the first wrong rows of a program's logs have in common that none of its right rows has: where it goes
//! wrong, whether or not anything known explains why.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::assignment::{Player, Task};
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
    pub count: usize,
    /// All logs with a wrong row.
    pub of: usize,
}

/// What is wrong with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wrong {
    Missing,
    /// A row stands before it that should not be there.
    Preceded,
    Depth,
    Value,
    Window,
}

/// A row that should be in a log, and the task and the player of that.
type Row = (RowOf, Task, Player);

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
        let told = |row: &(Row, Option<Wrong>)| has(&it, &row.0);
        let faults: Vec<_> = wrong.iter().filter(|row| told(row)).filter_map(|row| row.1).collect();
        let as_many = |fault| faults.iter().filter(|it| **it == fault).count();
        let most = faults.iter().map(|&it| (it, as_many(it))).find(|it| 2 * it.1 > count);
        found.push(FirstRows { kind: it.0, scope: it.1, wrong: most, count, of });
        wrong.retain(|row| !told(row));
    }
    found
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
        };
        scopes().filter(may_be).map(move |it| (kind, it))
    };
    use RowKind::{AfterChild, Entry, Leaf, Over, Prune};
    [Entry, Leaf, Over, AfterChild, Prune].into_iter().flat_map(of_kind)
}

fn scopes() -> impl Iterator<Item = Scope> {
    let places = Kinds::all().flat_map(|kinds| {
        let nodes = Nodes::all().filter(|it| !matches!(it, Nodes::Tree | Nodes::NextState));
        nodes.flat_map(move |nodes| After::all().map(move |after| At { kinds, nodes, after }))
    });
    let cases = [Tasks::All, Tasks::Minimax, Tasks::AlphaBeta].into_iter().flat_map(|tasks| {
        [None, Some(Player::One), Some(Player::Two)].into_iter().map(move |player| (tasks, player))
    });
    let all = cases
        .flat_map(move |(tasks, player)| places.clone().map(move |at| Scope { tasks, player, at }));
    all.filter(|it| it.conditions() <= CONDITIONS)
}

/// Goes through a log to its first wrong row, and takes the right ones before it.
fn read(case: &Evidence, right: &mut HashSet<Row>) -> Option<(Row, Option<Wrong>)> {
    let log = case.traverse_log.as_ref()?;
    let (task, player) = (case.assignment.task, case.assignment.player);
    let mut reader = Reader::new(Some(log));
    let mut wrong: Option<(RowOf, String)> = None;
    let mut following = None;
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
        match (is_read && reader.expect(row, false).is_continue(), of) {
            (true, Some(of)) => {
                right.insert((of, task, player));
            }
            (true, None) => {}
            (false, Some(of)) if is_read => wrong = Some((of, row.to_owned())),
            (false, _) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    });
    let (of, expected) = wrong?;
    let lines = &log.lines[reader.next..];
    let (written, next) = (lines.first()?, lines.get(1));
    let fault = match () {
        () if following.as_ref() == Some(written) => Some(Wrong::Missing),
        () if next == Some(&expected) => Some(Wrong::Preceded),
        () => wrong_column(&expected, written),
    };
    Some(((of, task, player), fault))
}

/// The first column that is wrong in a row of the same node.
fn wrong_column(expected: &str, written: &str) -> Option<Wrong> {
    let mut columns = expected.split(',').zip(written.split(','));
    let first = columns.position(|(expected, written)| expected != written)?;
    let has_all = expected.split(',').count() == written.split(',').count();
    match first {
        1 if has_all => Some(Wrong::Depth),
        2 if has_all => Some(Wrong::Value),
        3 | 4 if has_all => Some(Wrong::Window),
        _ => None,
    }
}
