//! Whether what is said of the first wrong rows of logs is so: as the search of the homework visits its nodes,
//! not as the reference writes its rows.

use std::ops::ControlFlow;

use explain::assignment;
use mancala::game::{Pit, PitName, Side};
use mancala::homework::{Problem, answer_to};
use mancala::search::{Goal, Stage, Visit};

use super::Output;

/// A row of a log, and what its node is like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) kind: &'static str,
    pub(super) me: Side,
    pub(super) is_alpha_beta: bool,
    pub(super) mover: Side,
    pub(super) sower: Option<Side>,
    pub(super) mid_turn: bool,
    pub(super) later_in_turn: bool,
    pub(super) sow: Sow,
    /// Of the child before it: whether it is an extra turn, and whether it ends the game.
    pub(super) child: Option<(bool, bool)>,
    /// Whether no child comes after that.
    pub(super) is_last: bool,
    /// After a child, the row of the node before that.
    pub(super) own: Option<usize>,
}

/// What the sow before a node has done.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Sow {
    ends_by_capture: bool,
    goes_round: bool,
    /// The stones that are captured with the last one, and whether that lies where the sow began.
    captured: Option<(u32, bool)>,
}

/// The words of a sentence for where a row is, and whether it is there.
type Spot = (&'static str, fn(&Row) -> bool);

const PLACES: [Spot; 31] = [
    ("in minimax", |it| !it.is_alpha_beta),
    ("in alpha-beta", |it| it.is_alpha_beta),
    ("when playing as player 1", |it| it.me == Side::South),
    ("when playing as player 2", |it| it.me == Side::North),
    ("at max nodes", |it| it.mover == it.me),
    ("at min nodes", |it| it.mover != it.me),
    ("at the root", |it| it.sower.is_none()),
    ("below the root", |it| it.sower.is_some()),
    ("in the middle of a turn", |it| it.mid_turn),
    ("at the end of a turn", |it| !it.mid_turn),
    ("after a sow that is not the first of its turn", |it| it.later_in_turn),
    ("after a sow past the opponent's row", |it| it.sow.goes_round),
    ("after a capture with no stones opposite", |it| it.sow.captured.is_some_and(|it| it.0 == 0)),
    ("after a capture in the pit that the sow began with", |it| {
        it.sow.captured.is_some_and(|it| it.1)
    }),
    ("after a capture", |it| it.sow.captured.is_some()),
    ("where the game is over", |it| it.kind == OVER),
    ("where a capture ends the game", |it| it.sow.ends_by_capture),
    ("where the game goes on", |it| it.kind != OVER),
    ("where player 1 is to move", |it| it.mover == Side::South),
    ("where player 2 is to move", |it| it.mover == Side::North),
    ("where player 1 moves below the root", |it| it.mover == Side::South && it.sower.is_some()),
    ("where player 2 moves below the root", |it| it.mover == Side::North && it.sower.is_some()),
    ("after a sow of your own", |it| it.sower == Some(it.me)),
    ("after a sow of the opponent", |it| it.sower == Some(it.me.opponent())),
    ("after a sow of player 1", |it| it.sower == Some(Side::South)),
    ("after a sow of player 2", |it| it.sower == Some(Side::North)),
    ("after a child that is an extra turn and does not end the game", |it| {
        it.child == Some((true, false))
    }),
    ("after a child that is an extra turn", |it| it.child.is_some_and(|it| it.0)),
    ("after a child that ends the turn", |it| it.child.is_some_and(|it| !it.0)),
    ("after a child that ends the game", |it| it.child.is_some_and(|it| it.1)),
    ("after a node's last child", |it| it.child.is_some() && it.is_last),
];

const ENTRY: &str = "the row for entering a node";
const LEAF: &str = "the row of a leaf at the cutoff";
const OVER: &str = "the row of a node at which the game is over";
const AFTER_CHILD: &str = "a row after a child";
const PRUNE: &str = "the row of a node that prunes";

/// The rows of a right log, without the header.
fn rows(problem: &Problem) -> Vec<Row> {
    let mut visits: Vec<Visit<Pit>> = Vec::new();
    let mut observer = mancala::search::FnObserver(&mut |visit: &Visit<Pit>| {
        visits.push(*visit);
        true
    });
    let _: ControlFlow<_, _> = answer_to(problem, &mut observer);
    let me = problem.player();
    let mover = |it: &Visit<Pit>| if it.goal == Goal::Max { me } else { me.opponent() };
    let mid_turn = |it: &Visit<Pit>| it.made_by.is_some_and(|by| by.0 == mover(it));
    // The last visit at each ply.
    let mut path: Vec<Visit<Pit>> = Vec::new();
    let mut boards = vec![Ring::of(problem)];
    let mut last_rows: Vec<usize> = Vec::new();
    let mut rows = Vec::new();
    for (at, it) in visits.iter().enumerate() {
        let child = (it.stage == Stage::Update).then(|| path[it.ply + 1]);
        path.truncate(it.ply);
        let own = child.map(|_| last_rows[it.ply]);
        last_rows.truncate(it.ply);
        last_rows.push(at);
        let later_in_turn = path.last().is_some_and(mid_turn);
        path.push(*it);
        let mut sow = Sow::default();
        if let Some(child) = child {
            path.push(child);
        } else if let Some((side, pit)) = it.made_by {
            boards.truncate(it.ply);
            let mut board = boards[it.ply - 1].clone();
            sow = board.sow(side, &PitName(side, pit).to_string());
            boards.push(board);
        }
        let prunes = it.stage == Stage::Update
            && it.window.is_some_and(|window| match it.goal {
                Goal::Max => it.value >= window.beta,
                Goal::Min => it.value <= window.alpha,
            });
        let after = visits[at + 1..].iter().take_while(|later| later.ply > it.ply);
        rows.push(Row {
            kind: match it.stage {
                Stage::Enter => ENTRY,
                Stage::Leaf => LEAF,
                Stage::GameOver => OVER,
                Stage::Update if prunes => PRUNE,
                Stage::Update => AFTER_CHILD,
            },
            me,
            is_alpha_beta: it.window.is_some(),
            mover: mover(it),
            sower: it.made_by.map(|by| by.0),
            mid_turn: mid_turn(it),
            later_in_turn,
            sow,
            child: child.map(|it| (mid_turn(&it), it.stage == Stage::GameOver)),
            is_last: after.count() == 0,
            own,
        });
    }
    rows
}

/// A board as the way of the stones: player 1's pits and mancala, then player 2's.
#[derive(Debug, Clone)]
struct Ring(Vec<u32>);

impl Ring {
    fn of(problem: &Problem) -> Self {
        let it = assignment(problem).unwrap();
        let upper = it.upper.iter().rev().copied();
        let lower = it.lower.iter().copied().chain([it.lower_store]);
        Self(lower.chain(upper).chain([it.upper_store]).collect())
    }

    /// Sows a pit by its name.
    fn sow(&mut self, side: Side, name: &str) -> Sow {
        let size = self.0.len() / 2 - 1;
        let column = name[1..].parse::<usize>().unwrap() - 2;
        let (start, own, skipped) = match side {
            Side::South => (column, 0..size, 2 * size + 1),
            Side::North => (2 * size - column, size + 1..2 * size + 1, size),
        };
        let mut at = start;
        let stones = std::mem::take(&mut self.0[start]);
        for _ in 0..stones {
            at = (at + 1) % self.0.len();
            if at == skipped {
                at = (at + 1) % self.0.len();
            }
            self.0[at] += 1;
        }
        let is_over = |ring: &[u32]| {
            let is_empty = |row: &[u32]| row.iter().all(|&it| it == 0);
            is_empty(&ring[..size]) || is_empty(&ring[size + 1..2 * size + 1])
        };
        let was_over = is_over(&self.0);
        let mut captured = None;
        if own.contains(&at) && self.0[at] == 1 {
            self.0[at] = 0;
            captured = Some((std::mem::take(&mut self.0[2 * size - at]), at == start));
        }
        let ends_by_capture = !was_over && is_over(&self.0);
        // To the own mancala, and the opponent's row.
        let goes_round = stones as usize > own.end - start + size;
        Sow { ends_by_capture, goes_round, captured }
    }
}

/// Where the first wrong row of a log is among the right ones, the row that is written, and what is wrong with it; `None`
/// if none is wrong or the log ends. Before the row of a node at which the game is over, its infinity may stand.
fn first_wrong<'a>(
    rows: &[Row],
    right: &[&str],
    written: &[&'a str],
) -> Option<(usize, &'a str, &'static str)> {
    let mut written = written.iter().peekable();
    let node = |row: &str| row.split(',').take(2).collect::<Vec<_>>().join(",");
    let is_optional = |at: usize, line: &str| {
        rows[at].kind == OVER
            && node(line) == node(right[at])
            && line.split(',').nth(2).is_some_and(|it| it.ends_with("Infinity"))
    };
    let at = (0..right.len()).find(|&at| {
        written.next_if(|it| is_optional(at, it));
        written.next_if(|it| **it == right[at]).is_none()
    })?;
    let written: Vec<_> = written.collect();
    let (row, next) = (*written.first()?, written.get(1));
    let columns: Vec<_> = right[at].split(',').zip(row.split(',')).collect();
    let wrong = match columns.iter().position(|(one, other)| one != other) {
        _ if right.get(at + 1) == Some(row) => "it is missing",
        _ if next == Some(&&right[at]) => "a row stands before it that should not be there",
        Some(0) if at > 0 && node(row) == node(right[at - 1]) => {
            "another row of the node before it stands there"
        }
        _ if right[at].split(',').count() != row.split(',').count() => "",
        Some(1) => "its depth is wrong",
        Some(2) => "its value is wrong",
        Some(3..) => "its alpha or beta is wrong",
        _ => "",
    };
    Some((at, row, wrong))
}

/// Whether a wrong row says this instead of its right value or its right alpha and beta.
fn is_instead(what: &str, at: usize, rows: &[Row], right: &[&str], written: &str) -> bool {
    let cells = |row: &str| row.split(',').map(str::to_owned).collect::<Vec<_>>();
    let (is, should) = (cells(written), cells(right[at]));
    let own = rows[at].own.map(|it| cells(right[it]));
    let wrong: Vec<_> = (2..is.len()).filter(|&column| is[column] != should[column]).collect();
    // Where the value is wrong, no more is said of alpha and beta.
    let wrong = if wrong[0] == 2 { &wrong[..1] } else { &wrong[..] };
    wrong.iter().all(|&column| match what {
        "what the node had before the child" => own.as_ref().unwrap()[column] == is[column],
        "the value of the child" => column == 2 && cells(right[at - 1])[2] == is[2],
        "the alpha of the row" => column == 2 && is[3] == is[2],
        "the beta of the row" => column == 2 && is[4] == is[2],
        "the value of the row" => column > 2 && is[2] == is[column],
        "the right one with the other sign" => {
            is[2].parse() == should[2].parse::<i32>().map(|it| -it)
        }
        "the other one of the two" => is[column] == should[7 - column],
        "infinite" => is[column].ends_with("Infinity"),
        _ => panic!("{what}"),
    })
}

/// Whether a row is where the words of a sentence say.
pub(super) fn is_there(mut words: &str) -> impl Fn(&Row) -> bool + use<> {
    let mut places = Vec::new();
    while !words.is_empty() {
        let found = PLACES.iter().find(|it| words.starts_with(it.0)).unwrap();
        places.push(found.1);
        words = words[found.0.len()..].trim_start();
    }
    move |row| places.iter().all(|is| is(row))
}

/// Whether a sentence on the first wrong rows is so.
pub(super) fn is_true(
    sentence: &str,
    numbers: &[usize],
    all: impl Iterator<Item = (Problem, Output, Output)>,
) -> bool {
    let (what, _) =
        sentence.split_once(". No log has a right row of this kind before that.").unwrap();
    let (_, what) = what.split_once(", the first wrong row is ").unwrap();
    let (what, wrong) = what.split_once("; ").unwrap_or((what, ""));
    let (wrong, instead) = wrong.split_once(": it is ").unwrap_or((wrong, ""));
    let (kind, place) = what.split_once(", ").unwrap_or((what, ""));
    let is_there = is_there(place);
    let is_such = |row: &Row| {
        let is_of_kind = row.kind == kind || kind == "a row" && row.kind == AFTER_CHILD;
        is_of_kind && is_there(row)
    };
    let (mut of, mut count, mut faults, mut such) = (0, 0, 0, 0);
    for (problem, written, right) in all {
        let log = |it: &Output| it.as_ref().and_then(|it| it.1.clone());
        let (Some(written), Some(right)) = (log(&written), log(&right)) else { continue };
        let (right, written): (Vec<_>, Vec<_>) =
            (right.lines().skip(1).collect(), written.lines().skip(1).collect());
        let rows = rows(&problem);
        assert_eq!(rows.len(), right.len(), "{problem:?}");
        let wrong_row = first_wrong(&rows, &right, &written);
        let until = wrong_row.map_or(right.len().min(written.len()), |it| it.0);
        if rows[..until].iter().any(is_such) {
            return false;
        }
        if let Some((at, row, fault)) = wrong_row {
            of += 1;
            count += usize::from(is_such(&rows[at]));
            if is_such(&rows[at]) && !fault.is_empty() && wrong.starts_with(fault) {
                faults += 1;
                let (what, _) = instead.split_once(" in ").unwrap_or((instead, ""));
                such += usize::from(!what.is_empty() && is_instead(what, at, &rows, &right, row));
            }
        }
    }
    // A number of them, or all.
    let as_many = |text: &str, of: usize| match text.rsplit_once(" in ") {
        _ if text.is_empty() => 0,
        Some((_, some)) => some.split(' ').next().unwrap().parse().unwrap_or(of),
        None => of,
    };
    let told = as_many(wrong, numbers[0]);
    // What was told before is not counted again.
    numbers[0] <= count && numbers[1] == of && told <= faults && as_many(instead, told) <= such
}
