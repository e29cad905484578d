//! Fresh cases that catch every mistake of the catalogue, with as few and as small logs as possible.
//!
//! A pool of random problems of every kind is held against every mistake; then the cases are chosen
//! one by one, each time the one that adds most for its length. What is wanted, in this order: every
//! mistake is caught by [`WANTED_KILLS`] cases, and any two mistakes are told apart by one.
//!
//! The same seed gives the same suite on every machine.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::kill_matrix::{Column, KillMatrix};
use crate::assignment;
use crate::mistakes::Mistake;
use mancala::game::kalah::Unplayable;
use mancala::game::{Board, Rules, Side};
use mancala::homework::{Problem, Task};

/// How many cases should catch each mistake.
pub const WANTED_KILLS: usize = 3;

/// How many random problems are drawn for each case that is wanted, and at the least.
const POOL_PER_CASE: usize = 12;
const SMALLEST_POOL: usize = 480;

/// A longer log is no small case.
const MAX_ROWS: usize = 400;

/// A suite and what it catches.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The cases, in the order of the matrix's columns.
    pub problems: Vec<Problem>,
    /// What they catch.
    pub matrix: KillMatrix,
}

/// Chooses `count` cases under `rules`; `progress` is told how many of how many boards were looked at.
pub fn generate(rules: Rules, count: usize, seed: u64, progress: &dyn Fn(usize, usize)) -> Suite {
    let mut pool = pool(rules, SMALLEST_POOL.max(POOL_PER_CASE * count), seed, progress);
    let mut wanted = Wanted::everything();
    let mut suite = Suite { problems: Vec::new(), matrix: KillMatrix::default() };
    while suite.problems.len() < count && !pool.is_empty() {
        let best = wanted.best(&pool);
        let (problem, mut column) = pool.swap_remove(best);
        wanted.strike(&column);
        column.name = format!("case-{:02}", suite.problems.len() + 1);
        suite.problems.push(problem);
        suite.matrix.columns.push(column);
    }
    suite
}

fn pool(
    rules: Rules,
    size: usize,
    seed: u64,
    progress: &dyn Fn(usize, usize),
) -> Vec<(Problem, Column)> {
    let mut random = Random(Pcg32::seed_from_u64(seed));
    let mut pool = Vec::with_capacity(size);
    // Nearly every draw is kept; the bound is for rules under which few are.
    for _ in 0..20 * size {
        let Ok(problem) = random.problem(rules) else { continue };
        let column = assignment(&problem).map(|assignment| Column::new("", &assignment));
        if let Some(Ok(column)) = column
            && column.rows <= MAX_ROWS
        {
            pool.push((problem, column));
            progress(pool.len(), size);
        }
        if pool.len() == size {
            break;
        }
    }
    pool
}

/// Problems of every kind, the same for the same seed.
pub(crate) fn problems(rules: Rules, seed: u64) -> impl Iterator<Item = Problem> {
    let mut random = Random(Pcg32::seed_from_u64(seed));
    std::iter::repeat_with(move || random.problem(rules)).filter_map(Result::ok)
}

/// What a suite still lacks.
struct Wanted {
    /// Kills still wanted, by mistake.
    kills: Vec<usize>,
    /// Pairs of mistakes that no case tells apart yet.
    pairs: Vec<(Mistake, Mistake)>,
    /// How often each mistake was caught, for when nothing is lacking.
    caught: Vec<usize>,
}

impl Wanted {
    fn everything() -> Self {
        let all: Vec<_> = Mistake::all().collect();
        Self {
            kills: vec![WANTED_KILLS; all.len()],
            caught: vec![0; all.len()],
            pairs: KillMatrix::default().inseparable(),
        }
    }

    /// The place in `pool` of the case that adds most for its length.
    fn best(&self, pool: &[(Problem, Column)]) -> usize {
        let worth = |column: &Column| {
            // A log of a few rows is as good as none; then length costs in proportion.
            self.gain(column) / (30.0 + column.rows as f64)
        };
        let better = |best: usize, at: usize| {
            if worth(&pool[at].1) > worth(&pool[best].1) { at } else { best }
        };
        (1..pool.len()).fold(0, better)
    }

    fn gain(&self, column: &Column) -> f64 {
        let killed = Mistake::all().filter(|&mistake| column.kills(mistake));
        let kills: f64 = killed
            .map(|mistake| {
                let at = mistake as usize;
                // A mistake counts for more the less it is caught, and for a little even when it is often enough.
                if self.kills[at] > 0 {
                    10.0 * self.kills[at] as f64
                } else {
                    0.1 / (1.0 + self.caught[at] as f64)
                }
            })
            .sum();
        let separated =
            self.pairs.iter().filter(|&&(one, other)| column.separates(one, other)).count();
        kills + separated as f64
    }

    fn strike(&mut self, column: &Column) {
        for mistake in Mistake::all().filter(|&mistake| column.kills(mistake)) {
            let at = mistake as usize;
            self.kills[at] = self.kills[at].saturating_sub(1);
            self.caught[at] += 1;
        }
        self.pairs.retain(|&(one, other)| !column.separates(one, other));
    }
}

struct Random(Pcg32);

impl Random {
    /// A number in `0..bound`. The small bias of the remainder does not matter here.
    fn below(&mut self, bound: u32) -> u32 {
        self.0.next_u32() % bound
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    fn problem(&mut self, rules: Rules) -> Result<Problem, Unplayable> {
        let (kind, least, most) = self.one_of(&Kind::ALL);
        let board = self.board(kind);
        let task = self.one_of(&[Task::Greedy, Task::Minimax, Task::AlphaBeta, Task::AlphaBeta]);
        let player = self.one_of(&Side::BOTH);
        let cutoff = least + self.below(most + 1 - least);
        Problem::on_board(board, rules, player, task, cutoff)
    }

    fn board(&mut self, kind: Kind) -> Board {
        let width = match kind {
            Kind::Wide => 9 + self.below(2),
            Kind::Middle => 5 + self.below(4),
            _ => 3 + self.below(2),
        };
        let mut half = |side: Side| -> (Vec<u16>, u32) {
            // South sows away from the left, North away from the right.
            let from_store = |at: u32| {
                if side == Side::South { width - at } else { at + 1 }
            };
            let row = (0..width).map(|at| self.seeds(kind, width, from_store(at)) as u16).collect();
            let store = match kind {
                // A thousand is what many take for infinity.
                Kind::Rich => match self.below(4) {
                    0 => 0,
                    1 => 996 + self.below(8),
                    _ => self.below(2500),
                },
                _ => self.below(4),
            };
            (row, store)
        };
        let (south, south_store) = half(Side::South);
        let (north, north_store) = half(Side::North);
        Board::new([&south, &north], [south_store, north_store])
    }

    /// The seeds of a pit, whose last one falls in the store if there are `from_store` of them.
    fn seeds(&mut self, kind: Kind, width: u32, from_store: u32) -> u32 {
        match kind {
            Kind::Chains => [from_store, 1, 0][self.below(3) as usize],
            Kind::Usual | Kind::Rich => self.below(6),
            Kind::Sparse => self.below(3) * self.below(2),
            Kind::Lapping => match self.below(2) * (2 * width - 1 + self.below(2 * width + 4)) {
                // Now and then more than a byte can hold.
                seeds if seeds == 2 * width => 256 + seeds,
                seeds => seeds,
            },
            Kind::Wide => self.below(3),
            Kind::Middle => self.below(4) * self.below(2),
            Kind::Ones => self.below(3).min(1),
        }
    }
}

/// What a board is like.
#[derive(Clone, Copy)]
enum Kind {
    /// Some seeds in most pits.
    Usual,
    /// Near the end of the game.
    Sparse,
    /// Pits that go round the board, about once, and a few of them often.
    Lapping,
    /// Large stores, so that values need many digits.
    Rich,
    Wide,
    /// Between those: 5 to 8 pits.
    Middle,
    /// Extra turns that follow one another.
    Chains,
    /// One seed at most in a pit, so that moves in another order lead to the same position.
    Ones,
}

impl Kind {
    /// Every kind, with the least and the largest cutoff.
    const ALL: [(Self, u32, u32); 8] = [
        (Self::Usual, 1, 3),
        (Self::Sparse, 1, 6),
        (Self::Lapping, 1, 3),
        (Self::Rich, 1, 3),
        (Self::Wide, 1, 1),
        (Self::Middle, 1, 2),
        (Self::Chains, 1, 2),
        (Self::Ones, 3, 4),
    ];
}
