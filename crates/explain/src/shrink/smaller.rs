//! What a problem can become in one step: a simpler task, a lower cutoff, a pit less, fewer seeds.
//!
//! The steps are in passes, those first that take most away.

use mancala::game::{Board, Rules, Side};
use mancala::homework::input::MIN_PITS;
use mancala::homework::{Problem, Task};

/// What a pass makes of a problem.
pub(super) type Pass = fn(&Parts) -> Vec<Parts>;

/// The passes, in their order.
pub(super) const PASSES: [Pass; 7] =
    [tasks, cutoffs, columns, stores, all_pits, single_pits, players];

/// A problem in pieces that can be changed one by one.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    rules: Rules,
    task: Task,
    player: Side,
    cutoff: u32,
    /// South's, then North's; from left to right.
    rows: [Vec<u16>; 2],
    stores: [u32; 2],
}

impl Parts {
    pub(super) fn of(problem: &Problem) -> Self {
        let board = problem.board();
        Self {
            rules: problem.rules(),
            task: problem.task,
            player: problem.player(),
            cutoff: problem.cutoff.unwrap_or(u32::MAX),
            rows: Side::BOTH.map(|side| board.row(side).to_vec()),
            stores: Side::BOTH.map(|side| board.store(side)),
        }
    }

    /// The problem, if the homework's statement covers it.
    pub(super) fn problem(&self) -> Option<Problem> {
        let has_seeds = |row: &Vec<u16>| row.iter().any(|&seeds| seeds > 0);
        if self.cutoff == 0 || self.rows[0].len() < MIN_PITS || !self.rows.iter().all(has_seeds) {
            return None;
        }
        let board = Board::new([&self.rows[0], &self.rows[1]], self.stores);
        Problem::on_board(board, self.rules, self.player, self.task, self.cutoff).ok()
    }

    fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }
}

/// Greedy ignores the cutoff, which is then as low as can be.
fn tasks(it: &Parts) -> Vec<Parts> {
    let simpler = Task::ALL.into_iter().take_while(|&task| task != it.task);
    simpler
        .map(|task| {
            it.with(|it| {
                it.task = task;
                if task == Task::Greedy {
                    it.cutoff = 1;
                }
            })
        })
        .collect()
}

fn cutoffs(it: &Parts) -> Vec<Parts> {
    lower(it.cutoff).map(|cutoff| it.with(|it| it.cutoff = cutoff)).collect()
}

/// A column less, and with it a pit of each player.
fn columns(it: &Parts) -> Vec<Parts> {
    let without = |column: usize| {
        it.with(|it| {
            for row in &mut it.rows {
                row.remove(column);
            }
        })
    };
    (0..it.rows[0].len()).map(without).collect()
}

fn stores(it: &Parts) -> Vec<Parts> {
    let both = it.with(|it| it.stores = [0, 0]);
    let each = (0..2).flat_map(|store| {
        lower(it.stores[store]).map(move |seeds| it.with(|it| it.stores[store] = seeds))
    });
    std::iter::once(both).chain(each).collect()
}

/// Half the seeds of every pit; one seed less in every pit.
fn all_pits(it: &Parts) -> Vec<Parts> {
    let every = |change: fn(u16) -> u16| {
        it.with(|it| {
            for seeds in it.rows.iter_mut().flatten() {
                *seeds = change(*seeds);
            }
        })
    };
    vec![every(|seeds| seeds / 2), every(|seeds| seeds.saturating_sub(1))]
}

fn single_pits(it: &Parts) -> Vec<Parts> {
    let places = (0..2).flat_map(|row| (0..it.rows[row].len()).map(move |column| (row, column)));
    places
        .flat_map(|(row, column)| {
            let fewer = lower(u32::from(it.rows[row][column]));
            fewer.map(move |seeds| it.with(|it| it.rows[row][column] = seeds as u16))
        })
        .collect()
}

/// The board seen from the other side, so that player 1 moves.
fn players(it: &Parts) -> Vec<Parts> {
    let turned = it.with(|it| {
        it.player = it.player.opponent();
        it.stores.swap(0, 1);
        it.rows.swap(0, 1);
        for row in &mut it.rows {
            row.reverse();
        }
    });
    vec![turned]
}

/// Lower numbers: the least, half of it, one less.
fn lower(number: u32) -> impl Iterator<Item = u32> {
    let mut lower = vec![0, 1, number / 2, number.saturating_sub(1)];
    lower.retain(|&it| it < number);
    lower.dedup();
    lower.into_iter()
}
