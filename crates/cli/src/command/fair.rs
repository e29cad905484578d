//! `mancala fair`.

use clap::Args;

use crate::io::{Exit, UntilInterrupted, listen_for_interrupt, print};
use crate::options::SolverOptions;
use crate::options::start::KalahOpening;
use arena::fair::{self, MAX_MOVED};
use mancala::game::{Kalah, Side};
use mancala::solve::Engine;

/// List the starts of Kalah from which nobody wins with best play
///
/// A fair start is the opening with at most two seeds moved into other pits or into stores. South moves first. Each
/// line is a board as `solve --board` reads it. A list that `--openings fair` uses is printed at once.
#[derive(Debug, Args)]
pub struct FairArguments {
    #[command(flatten)]
    opening: KalahOpening,
    /// Compute the list in any case
    #[arg(long)]
    cold: bool,
    #[command(flatten)]
    solver: SolverOptions,
}

pub fn run(arguments: &FairArguments) -> anyhow::Result<Exit> {
    let opening = arguments.opening.start()?;
    if let Some(list) = fair::list(&opening).filter(|_| !arguments.cold) {
        return print(list).map(Exit::from);
    }
    listen_for_interrupt();
    let mut engine = Engine::new(&opening, arguments.solver.resources(&opening)?);
    let shown = UntilInterrupted::showing(0);
    let candidates = fair::candidates(*opening.board(), MAX_MOVED);
    let (all, mut done) = (candidates.iter().flatten().count(), 0);
    let mut found = Vec::new();
    for boards in candidates {
        let mut fair = Vec::new();
        for board in boards {
            shown.say(&format!("{done} of {all} starts, {} are fair", fair.len()));
            let start = Kalah::new(board, opening.rules(), Side::South)?;
            // The first search says how long all the others may take.
            if done == 0 {
                engine.reaches(&start, 0, &shown);
                engine.prepare_for(&start, all);
            }
            match fair::is_fair(&mut engine, &start, &shown) {
                Some(true) => fair.push(board),
                Some(false) => {}
                None => return Ok(Exit::Interrupted),
            }
            done += 1;
        }
        found.push(fair);
    }
    shown.clear();
    print(fair::text(&opening, &found)).map(Exit::from)
}
