//! Whether what is said of rows that are wrong by the rows above them is so: in a log that is read as a tree, of all the
//! ways to read it in the one that gets furthest.

use std::collections::HashMap;
use std::rc::Rc;

use super::Output;
use super::first_rows::{Row as Place, Sow, is_there};
use mancala::game::Side;
use mancala::homework::Problem;

#[derive(Debug, Clone)]
struct Row {
    name: String,
    depth: usize,
    value: i64,
    /// Alpha and beta; none in minimax.
    window: Vec<i64>,
}

const INFINITY: i64 = i64::MAX;

impl Row {
    fn read(line: &str) -> Option<Self> {
        let cells: Vec<_> = line.split(',').collect();
        let number = |cell: &&str| match *cell {
            "Infinity" => Some(INFINITY),
            "-Infinity" => Some(-INFINITY),
            _ => cell.parse().ok(),
        };
        let numbers: Vec<i64> = cells.iter().skip(2).map_while(number).collect();
        let (depth, (value, window)) = (cells.get(1)?.parse().ok()?, numbers.split_first()?);
        let is_row = cells.len() == 2 + numbers.len() && [0, 2].contains(&window.len());
        let name = cells[0].to_owned();
        is_row.then(|| Self { name, depth, value: *value, window: window.to_vec() })
    }

    fn is_infinite(&self) -> bool {
        self.value.abs() == INFINITY
    }

    fn is_of(&self, other: &Self) -> bool {
        self.name == other.name && self.depth == other.depth
    }
}

/// A way to read a node with children, which begins at a row.
#[derive(Debug, Clone)]
struct Node {
    first: usize,
    children: Vec<Child>,
    /// The row after it.
    end: usize,
}

#[derive(Debug, Clone)]
struct Child {
    /// Its first row, and the one with its value.
    first: usize,
    last: usize,
    inner: Option<Rc<Node>>,
    /// The row of the node above that follows it; none where the log is not clear from there on.
    after: Option<usize>,
}

struct Log {
    rows: Vec<Row>,
    me: Side,
    known: HashMap<usize, Rc<Vec<Node>>>,
}

impl Log {
    fn mover(&self, node: usize) -> Side {
        if self.rows[node].value < 0 { self.me } else { self.me.opponent() }
    }

    /// Whether a row may be the first of a child of a node.
    fn is_child(&self, node: &Node, at: usize) -> bool {
        let Some(row) = self.rows.get(at) else { return false };
        let (top, letter) =
            (&self.rows[node.first], if self.mover(node.first) == Side::South { 'B' } else { 'A' });
        row.name.starts_with(letter)
            && (top.depth..=top.depth + 1).contains(&row.depth)
            && !node.children.iter().any(|it| self.rows[it.first].is_of(row))
    }

    /// All ways to read a node of which every child is whole, and the furthest in which the last is not.
    fn ways(&mut self, at: usize) -> Rc<Vec<Node>> {
        if let Some(known) = self.known.get(&at) {
            return Rc::clone(known);
        }
        let mut ways = vec![Node { first: at, children: Vec::new(), end: at + 1 }];
        let mut furthest: Option<Node> = None;
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            next += 1;
            let first = way.end;
            if !self.is_child(&way, first) {
                continue;
            }
            let is_node = |log: &Self, row: usize| {
                log.rows.get(row).is_some_and(|it| it.is_of(&log.rows[at]))
            };
            let mut found = Vec::new();
            if !self.rows[first].is_infinite() {
                found.push((Child { first, last: first, inner: None, after: None }, first + 1));
            } else {
                let is_value = |it: &Row| it.is_of(&self.rows[first]) && !it.is_infinite();
                if self.rows.get(first + 1).is_some_and(is_value) {
                    found.push((
                        Child { first, last: first + 1, inner: None, after: None },
                        first + 2,
                    ));
                }
                for inner in self.ways(first).iter() {
                    let last = inner.children.last().and_then(|it| it.after).unwrap_or(first);
                    let child =
                        Child { first, last, inner: Some(Rc::new(inner.clone())), after: None };
                    found.push((child, inner.end));
                }
            }
            for (mut child, end) in found {
                let is_whole = child
                    .inner
                    .as_ref()
                    .is_none_or(|it| it.children.iter().all(|it| it.after.is_some()));
                let mut longer = way.clone();
                if is_whole && is_node(self, end) {
                    child.after = Some(end);
                    longer.end = end + 1;
                    longer.children.push(child);
                    ways.push(longer);
                } else if furthest.as_ref().is_none_or(|it| it.end < end) {
                    longer.end = end;
                    longer.children.push(child);
                    furthest = Some(longer);
                }
            }
        }
        ways.extend(furthest);
        let ways = Rc::new(ways);
        self.known.insert(at, Rc::clone(&ways));
        ways
    }
}

/// The rows that a sentence is about: how many there are, how many are wrong, and whether all say what it says.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    of: usize,
    wrong: usize,
    others: usize,
}

/// What a sentence says: of which rows, at which places, and what is in them.
struct Said<'a> {
    rows: &'a str,
    is_there: &'a dyn Fn(&Place) -> bool,
    words: &'a str,
}

impl Log {
    /// Counts the rows of a node and below it.
    fn count(&self, node: &Node, sower: Option<Side>, said: &Said<'_>, counted: &mut Counted) {
        let (is_max, mover) = (self.mover(node.first) == self.me, self.mover(node.first));
        let mut before = &self.rows[node.first];
        for child in &node.children {
            let (row, value) = (&self.rows[child.first], self.rows[child.last].value);
            let inner = child.inner.as_deref();
            let child_mover = inner.map_or(mover.opponent(), |it| self.mover(it.first));
            let place = |kind, mover, sower, child| Place {
                kind,
                me: self.me,
                is_alpha_beta: !row.window.is_empty(),
                mover,
                sower,
                mid_turn: sower == Some(mover),
                later_in_turn: false,
                sow: Sow::default(),
                child,
                is_last: false,
                own: None,
            };
            let is_leaf = inner.is_none() && child.first == child.last;
            let kind = if is_leaf { "rows of leaves" } else { "rows for entering a node" };
            let updated = |window: &[i64], value: i64| match (is_max, window) {
                (true, [alpha, beta]) => vec![value.max(*alpha), *beta],
                (false, [alpha, beta]) => vec![*alpha, value.min(*beta)],
                _ => Vec::new(),
            };
            let prunes = |window: &[i64], value: i64| match is_max {
                true => window.get(1).is_some_and(|beta| value >= *beta),
                false => window.first().is_some_and(|alpha| value <= *alpha),
            };
            if (is_leaf || inner.is_some()) && !row.window.is_empty() {
                let says = match said.words {
                    "alpha and beta are those with which the node above began" => {
                        row.window == self.rows[node.first].window
                    }
                    "alpha and beta are -Infinity and Infinity" => {
                        row.window == [-INFINITY, INFINITY]
                    }
                    "alpha or beta is updated with the value of the leaf" => {
                        row.window == updated(&before.window, value)
                    }
                    "alpha or beta is updated with the value of the leaf, unless the node above prunes" =>
                    {
                        let is_kept = prunes(&before.window, value) && row.window == before.window;
                        is_kept || row.window == updated(&before.window, value)
                    }
                    _ => false,
                };
                let place = place("", child_mover, Some(mover), None);
                self.see((kind, place), (row.window == before.window, says), said, counted);
            }
            if let Some(inner) = inner {
                self.count(inner, Some(mover), said, counted);
            }
            let Some(after) = child.after.map(|it| &self.rows[it]) else { continue };
            let is_extra_turn = inner.is_some() && child_mover == mover;
            let place = place("", mover, sower, Some((is_extra_turn, false)));
            let better = if is_max { before.value.max(value) } else { before.value.min(value) };
            let bound = before.window.get(usize::from(is_max)).copied();
            let (is_kept, is_better) = (after.window == before.window, after.value == better);
            let mut rows = Vec::new();
            match said.words {
                "the value is that of the child" => {
                    rows.push(("rows after a child", is_better, after.value == value));
                }
                "the value is what the node had before the child" => {
                    rows.push(("rows after a child", is_better, after.value == before.value));
                }
                "the value is alpha or beta" if prunes(&before.window, better) => {
                    rows.push((
                        "rows of a node that prunes",
                        is_better,
                        Some(after.value) == bound,
                    ));
                }
                _ => {}
            }
            let now = updated(&before.window, after.value);
            let mut of_value = before.window.clone();
            if let Some(it) = of_value.get_mut(usize::from(!is_max)) {
                *it = after.value;
            }
            let without = "rows after a child without a prune";
            match (said.words, prunes(&before.window, after.value)) {
                ("alpha and beta are what the node had before the child", false) => {
                    rows.push((without, after.window == now, is_kept));
                }
                (
                    "alpha or beta is the value of the node, even where the bound was better",
                    false,
                ) => {
                    rows.push((without, after.window == now, after.window == of_value));
                }
                ("alpha or beta is updated although the node prunes", true) => {
                    rows.push(("rows of a node that prunes", is_kept, after.window == now));
                }
                _ => {}
            }
            for (kind, is_right, says) in rows {
                self.see((kind, place), (is_right, says), said, counted);
            }
            before = after;
        }
    }

    fn see(
        &self,
        (kind, place): (&str, Place),
        (is_right, says): (bool, bool),
        said: &Said<'_>,
        counted: &mut Counted,
    ) {
        let is_such = kind == said.rows || kind.replace(" after a child", "") == said.rows;
        if is_such && (said.is_there)(&place) {
            counted.of += 1;
            counted.wrong += usize::from(!is_right);
            counted.others += usize::from(!says);
        }
    }
}

/// Whether a sentence on such rows is so.
pub(super) fn is_true<'a>(
    sentence: &str,
    all: impl Iterator<Item = (&'a Problem, &'a Output)>,
) -> bool {
    let (what, wrong) = sentence.split_once("; by the rows above them, that is wrong in ").unwrap();
    let (of, what) = what.strip_prefix("In all ").unwrap().split_once(' ').unwrap();
    let (rows, words) = what.split_once(", ").unwrap();
    let of: usize = of.parse().unwrap();
    let wrong = wrong.split_once(". The rule: ").unwrap().0.parse().unwrap_or(of);
    // The shortest name of rows is also the beginning of others.
    let kinds = [
        "rows of a node that prunes",
        "rows after a child without a prune",
        "rows without a prune",
        "rows for entering a node",
        "rows after a child",
        "rows of leaves",
        "rows",
    ];
    let kind = kinds.into_iter().find(|it| rows.starts_with(it)).unwrap();
    let is_there = is_there(rows[kind.len()..].trim_start());
    let said = Said { rows: kind, is_there: &is_there, words };
    let mut sum = Counted::default();
    for (problem, output) in all {
        let Some((_, Some(log))) = output else { continue };
        let rows: Vec<_> = log.lines().skip(1).map_while(Row::read).collect();
        if rows.first().is_none_or(|it| it.name != "root" || it.depth != 0) {
            continue;
        }
        let mut log = Log { rows, me: problem.player(), known: HashMap::new() };
        let ways = log.ways(0);
        let furthest = ways.iter().map(|it| it.end).max().unwrap();
        let counted = ways.iter().filter(|it| it.end == furthest).map(|way| {
            let mut counted = Counted::default();
            log.count(way, None, &said, &mut counted);
            counted
        });
        let counted = counted.min_by_key(|it| it.others).unwrap();
        sum.of += counted.of;
        sum.wrong += counted.wrong;
        sum.others += counted.others;
    }
    sum.others == 0 && of <= sum.of && wrong <= sum.wrong
}
