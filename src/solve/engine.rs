//! The solver at work on Kalah: picks how to hold the boards, and shares out the memory.
//!
//! Values here are leads at the end of the game: the mover's store less the other, all seeds
//! counted. Under every rule set they are exact, given enough time; see
//! [`rows`](crate::solve::rows) for why no option is in the way.
//!
//! | board | how |
//! |---|---|
//! | up to 7 pits a row and 127 seeds in pits | two rows, with endgame and transposition table |
//! | any other | plain, without tables: useful with a budget only |
//!
//! Left out: turns and whole games ([`best_play`](super::best_play)), clocks and files
//! ([`cli`](crate::cli)).

use crate::game::{Kalah, Pit, Position};
use crate::solve::endgame::{self, Endgame, MAX_TABLE_SEEDS};
use crate::solve::kalah::{KalahSolving, PlainKalah, TabledKalah};
use crate::solve::rows::Rows;
use crate::solve::{Answer, Bounds, Certainty, Control, Depth, Found, Solver};

/// Bytes of an entry of the transposition table.
const ENTRY_BYTES: usize = 8;

/// A solver for the boards of one width and rule set.
#[derive(Debug)]
pub struct Engine {
    way: Way,
}

#[derive(Debug)]
enum Way {
    Tabled(Box<Solver<TabledKalah>>),
    Plain(Solver<PlainKalah>),
}

/// What an engine may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Bytes for endgame and transposition table together.
    pub memory: usize,
    /// The most bytes for the endgame table, if at most half of the memory.
    pub endgame: usize,
    /// Threads that search, and that build tables; at least 1.
    pub threads: usize,
}

impl Resources {
    /// Up to how many seeds an endgame table fits and is worth its time. `None` if the board is too
    /// large for one.
    #[must_use]
    pub fn table_seeds(self, position: &Kalah) -> Option<usize> {
        let rows = Rows::new(position)?;
        let width = position.board().width();
        let most = worth(rows, width)
            .min(self.memory / 2)
            .min(self.endgame)
            .max(1);
        (0..=MAX_TABLE_SEEDS.min(rows.seeds() as usize))
            .rev()
            .find(|&seeds| endgame::bytes(width, seeds) <= most)
    }
}

/// How many positions an endgame table is worth, found by trial: to compute it then takes about as
/// long as the search.
fn worth(rows: Rows, width: usize) -> usize {
    let all = endgame::bytes(width, rows.seeds() as usize) as f64;
    all.powf(0.711) as usize
}

/// So many positions of the endgame table there are for each that the search keeps, or more.
const TABLED_FOR_EACH_KEPT: usize = 16;

impl Engine {
    /// An engine for positions like `position`; builds an endgame table if none is given.
    ///
    /// A `table` for another width or other rules is not used.
    #[must_use]
    pub fn new(position: &Kalah, table: Option<Endgame>, resources: Resources) -> Self {
        let Resources {
            memory, threads, ..
        } = resources;
        let (rules, width) = (position.rules(), position.board().width());
        let fits =
            |table: &Endgame| table.sowing().rules() == rules && table.sowing().width() == width;
        let way = match resources.table_seeds(position) {
            Some(seeds) => {
                let table = table
                    .filter(fits)
                    .unwrap_or_else(|| Endgame::build(rules, width, seeds, threads));
                let worth = Rows::new(position).map_or(0, |rows| worth(rows, width));
                let left = memory.saturating_sub(table.positions());
                let left = if table.positions() < worth / 4 {
                    left // much more has to be searched, and kept
                } else {
                    // A table larger than that costs the time of clearing it.
                    left.min((worth / TABLED_FOR_EACH_KEPT).saturating_mul(ENTRY_BYTES))
                };
                Way::Tabled(Box::new(Solver::new(
                    TabledKalah::new(table),
                    left,
                    threads,
                )))
            }
            None => Way::Plain(Solver::new(PlainKalah::new(rules), 0, 1)),
        };
        Self { way }
    }

    /// The endgame table, if the board has one.
    #[must_use]
    pub fn endgame(&self) -> Option<&Endgame> {
        match &self.way {
            Way::Tabled(solver) => Some(solver.game().endgame()),
            Way::Plain(_) => None,
        }
    }

    /// Bytes of all tables.
    #[must_use]
    pub fn memory(&self) -> usize {
        let endgame = self.endgame().map_or(0, Endgame::positions);
        match &self.way {
            Way::Tabled(solver) => endgame + solver.table_bytes(),
            Way::Plain(solver) => endgame + solver.table_bytes(),
        }
    }

    /// Positions that were visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        match &self.way {
            Way::Tabled(solver) => solver.nodes(),
            Way::Plain(solver) => solver.nodes(),
        }
    }

    /// The mover's lead at the end of the game: one value, unless `control` stopped the search.
    ///
    /// `guess` is where to begin; a good one saves time. Nothing is found out about a position of
    /// another width or other rules than the engine's.
    pub fn value(
        &mut self,
        position: &Kalah,
        depth: Depth,
        guess: Option<i32>,
        control: &impl Control,
    ) -> Answer {
        let lead = position.score(position.mover());
        if position.is_over() {
            return Answer::proved(Bounds::exact(lead));
        }
        let guess = guess.map_or(0, |guess| guess - lead);
        let later = match &mut self.way {
            Way::Tabled(solver) => value(solver, position, depth, guess, control),
            Way::Plain(solver) => value(solver, position, depth, guess, control),
        };
        later.map_or(Answer::proved(Bounds::NONE), |answer| Answer {
            bounds: answer.bounds.after_gain(lead),
            ..answer
        })
    }

    /// Whether sowing `pit` leaves the mover with a lead of `least` or more at the end; `None` if
    /// stopped.
    ///
    /// `depth` is that of `position`.
    pub fn keeps(
        &mut self,
        position: &Kalah,
        pit: Pit,
        least: i32,
        depth: Depth,
        control: &impl Control,
    ) -> Option<(Kept, Certainty)> {
        let (mover, next) = (position.mover(), position.play(pit));
        let lead = next.score(mover);
        let (kept, certainty) = if next.is_over() {
            (lead >= least, Certainty::Proved)
        } else if next.mover() == mover {
            let found = self.ask(&next, least - lead, depth, control)?;
            (lead + found.value >= least, found.certainty)
        } else {
            let found = self.ask(&next, lead - least + 1, depth.after_turn(), control)?;
            (lead - found.value >= least, found.certainty)
        };
        Some((if kept { Kept::Yes } else { Kept::No }, certainty))
    }

    fn ask(
        &mut self,
        position: &Kalah,
        beta: i32,
        depth: Depth,
        control: &impl Control,
    ) -> Option<Found> {
        match &mut self.way {
            Way::Tabled(solver) => {
                let state = solver.game().state(position)?;
                solver.ask(&state, beta, depth, control)
            }
            Way::Plain(solver) => {
                let state = solver.game().state(position)?;
                solver.ask(&state, beta, depth, control)
            }
        }
    }
}

/// Whether a move keeps a lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It does.
    Yes,
    /// It does not.
    No,
}

fn value<G: KalahSolving>(
    solver: &mut Solver<G>,
    position: &Kalah,
    depth: Depth,
    guess: i32,
    control: &impl Control,
) -> Option<Answer> {
    let state = solver.game().state(position)?;
    Some(solver.solve(&state, depth, guess, control))
}
