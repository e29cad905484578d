//! The homework as somebody else might write it: one recursive function, and mistakes.
//!
//! It shares nothing with the library, not even the type of a board.

use super::slips::{Program, Slip};

/// What is asked.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) task: u32,
    pub(super) me: usize,
    cutoff: u32,
    /// Player 1's pits, player 1's store, player 2's pits, player 2's store: the way of the stones.
    ring: Vec<i64>,
}

impl Case {
    pub(super) fn read(text: &str) -> Self {
        let mut lines = text.lines().map(str::trim);
        let mut line = || lines.next().unwrap();
        let row = |line: &str| -> Vec<i64> {
            let words = line.split_whitespace();
            words.map(|it| it.parse().unwrap()).collect()
        };
        let (task, me, cutoff) = (line().parse().unwrap(), line(), line().parse().unwrap());
        let (mut upper, lower) = (row(line()), row(line()));
        let (two, one) = (row(line()), row(line()));
        upper.reverse();
        Self {
            task,
            me: usize::from(me == "2"),
            cutoff: if task == 1 { 1 } else { cutoff },
            ring: [lower, one, upper, two].concat(),
        }
    }

    fn start(&self) -> Position {
        Position { ring: self.ring.clone(), mover: self.me, over: false }
    }
}

/// What a program writes; `None` if it does not end.
pub(super) fn answer(case: &Case, program: &Program) -> Option<(String, Option<String>)> {
    let mut run = Run {
        case,
        program,
        size: case.ring.len() / 2 - 1,
        rows: Vec::new(),
        mover: case.me,
        root: true,
        chain: 0,
        visits: 0,
    };
    let header = match case.task {
        1 => None,
        2 => Some("Node,Depth,Value"),
        _ => Some("Node,Depth,Value,Alpha,Beta"),
    };
    let root = Node { position: case.start(), name: "root".to_owned(), depth: 0, chain: 0 };
    let (_, plan) = run.visit(&root, (-INFINITY, INFINITY))?;
    let state = run.state_after(&plan);
    let log = header.map(|header| format!("{header}\n{}\n", run.rows.join("\n")));
    Some((state, log))
}

const INFINITY: i64 = i64::MAX / 4;
const MAX_VISITS: usize = 40_000;

#[derive(Clone)]
pub(super) struct Position {
    pub(super) ring: Vec<i64>,
    /// Who moves next.
    pub(super) mover: usize,
    pub(super) over: bool,
}

struct Node {
    position: Position,
    name: String,
    depth: u32,
    /// Extra turns that led here without a turn of the other player.
    chain: u32,
}

type Window = (i64, i64);

/// A run of a program; it may make a mistake only where it is.
pub(super) struct Run<'a> {
    pub(super) case: &'a Case,
    pub(super) program: &'a Program,
    pub(super) size: usize,
    rows: Vec<String>,
    pub(super) mover: usize,
    pub(super) root: bool,
    pub(super) chain: u32,
    visits: usize,
}

impl Run<'_> {
    fn enter(&mut self, node: &Node) {
        (self.mover, self.root) = (node.position.mover, node.depth == 0);
        self.chain = node.chain;
    }

    /// The value of a position and the rest of the turn; `None` if it takes too long.
    fn visit(&mut self, node: &Node, mut window: Window) -> Option<(i64, Vec<usize>)> {
        self.visits += 1;
        if self.visits > MAX_VISITS || self.rows.len() > MAX_VISITS {
            return None;
        }
        self.enter(node);
        if self.is_leaf(node) {
            let value = self.value(&node.position.ring);
            for _ in 0..1 + usize::from(self.has(Slip::LeavesTwice)) {
                self.write(node, value, window);
            }
            return Some((value, Vec::new()));
        }
        let sign = if self.mover == self.case.me { 1 } else { -1 };
        let mut value = -INFINITY * sign;
        if !self.has(Slip::NoEntryRow) {
            let other = node.chain > 0 && self.has(Slip::OtherInfinityInChain);
            self.write(node, if other { -value } else { value }, window);
        }
        let mut plan = Vec::new();
        for column in self.columns(&node.position) {
            let child = self.child(node, column);
            let inherited = self.inherited(&child, window);
            let (found, rest) = self.visit(&child, inherited)?;
            self.enter(node);
            let gain = (found - value) * sign;
            let rest = if child.chain > 0 { rest } else { Vec::new() };
            if self.takes(gain, &rest, &plan) {
                plan = [&[column], &rest[..]].concat();
            }
            value = if gain > 0 { found } else { value };
            let old = window;
            if self.case.task == 3 {
                window = self.narrowed(old, value, sign);
                if let Some(value) = self.cut(node, value, sign, old, window) {
                    return Some((value, plan));
                }
            }
            self.update(node, value, gain, old, window);
        }
        if self.has(Slip::OneRowAtTheEnd) {
            self.write(node, value, window);
        }
        Some((value, plan))
    }

    fn is_leaf(&self, node: &Node) -> bool {
        let stops = self.has(Slip::ChainStopsAtCutoff) || self.has(Slip::ChainCostsDepth);
        node.depth >= self.case.cutoff && (node.chain == 0 || stops)
            || node.position.over && !self.has(Slip::EntersFinishedGames)
    }

    fn child(&self, node: &Node, column: usize) -> Node {
        let mover = node.position.mover;
        let position = self.sow(&node.position.ring, mover, column);
        Node {
            name: format!("{}{}", ["B", "A"][mover], column + 2),
            depth: node.depth + u32::from(node.chain == 0 || self.has(Slip::ChainCostsDepth)),
            chain: if position.mover == mover { node.chain + 1 } else { 0 },
            position,
        }
    }

    fn inherited(&self, child: &Node, window: Window) -> Window {
        let forgets = child.chain > 0 && self.has(Slip::ChainForgetsWindow);
        if forgets || self.has(Slip::FreshWindows) { (-INFINITY, INFINITY) } else { window }
    }

    fn takes(&self, gain: i64, rest: &[usize], plan: &[usize]) -> bool {
        match self.has(Slip::PlaysFirstPit) {
            true => plan.is_empty(),
            false => {
                gain > 0
                    || gain == 0 && self.has(Slip::TakesLastOfEqual)
                    || gain == 0 && self.has(Slip::LongestOfEqual) && rest.len() >= plan.len()
            }
        }
    }

    fn narrowed(&self, (mut alpha, mut beta): Window, value: i64, sign: i64) -> Window {
        let mark = if sign > 0 { &mut alpha } else { &mut beta };
        if (value - *mark) * sign > 0 || self.has(Slip::SetsWindow) {
            *mark = value;
        }
        (alpha, beta)
    }

    /// What a node returns at once if it cuts.
    fn cut(&mut self, node: &Node, value: i64, sign: i64, old: Window, new: Window) -> Option<i64> {
        let bound = if sign > 0 { old.1 } else { old.0 };
        let beyond = (value - bound) * sign + self.number(Slip::CutsEarly).unwrap_or(0);
        if beyond < 0 || beyond == 0 && self.has(Slip::CutsBeyondOnly) {
            return None;
        }
        let prints_bound = self.has(Slip::PrintsBound);
        if !self.has(Slip::NoRowOnCut) {
            let window = if self.has(Slip::CutShowsNewWindow) { new } else { old };
            self.write(node, if prints_bound { bound } else { value }, window);
        }
        let returns_bound = prints_bound || self.has(Slip::ReturnsBound);
        Some(if returns_bound { bound } else { value })
    }

    fn update(&mut self, node: &Node, value: i64, gain: i64, old: Window, new: Window) {
        let deepest = self.number(Slip::NoRowsBelow);
        let left_out = self.has(Slip::OneRowAtTheEnd)
            || self.has(Slip::RowsOnChangeOnly) && gain <= 0
            || deepest.is_some_and(|deepest| i64::from(node.depth) >= deepest);
        let window = if self.has(Slip::WindowOneRowLate) { old } else { new };
        if !left_out {
            self.write(node, value, window);
        }
    }

    fn write(&mut self, node: &Node, value: i64, (alpha, beta): Window) {
        if self.case.task == 1 {
            return;
        }
        let number = |value: i64| match value {
            INFINITY => "Infinity".to_owned(),
            _ if value == -INFINITY => "-Infinity".to_owned(),
            _ => value.to_string(),
        };
        let depth = i64::from(node.depth);
        let most = self.number(Slip::DepthUpTo).unwrap_or(depth);
        let mut row = format!("{},{},{}", node.name, depth.min(most), number(value));
        if self.case.task == 3 {
            row += &format!(",{},{}", number(alpha), number(beta));
        }
        self.rows.push(row);
    }

    fn state_after(&mut self, plan: &[usize]) -> String {
        (self.mover, self.root, self.chain) = (self.case.me, true, 0);
        let sows = match () {
            () if self.has(Slip::FirstSowOnly) => 1,
            () if self.has(Slip::OneExtraSowOnly) => 2,
            () => plan.len(),
        };
        let mut ring = self.case.ring.clone();
        for (&column, chain) in plan.iter().take(sows).zip(0..) {
            (self.root, self.chain) = (chain == 0, chain);
            ring = self.sow(&ring, self.case.me, column).ring;
        }
        let words = |row: Vec<i64>| {
            let words: Vec<_> = row.iter().map(i64::to_string).collect();
            words.join(" ")
        };
        let lower = words(self.row(&ring, 0).to_vec());
        let upper = words(self.row(&ring, 1).iter().rev().copied().collect());
        let (one, two) = (ring[self.store(0)], ring[self.store(1)]);
        format!("{upper}\n{lower}\n{two}\n{one}\n")
    }
}
