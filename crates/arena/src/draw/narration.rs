//! What happens in a game, in sentences: for captions, for the descriptions of pictures and for the
//! terminal.

use crate::GameResult;
use crate::game::PlayedSow;
use mancala::game::PitName;
use mancala::game::kalah::Hole;
use mancala::game::{Kalah, Position, Side};

/// "South sows B4: 4 seeds, the last in the store; another sow."
#[must_use]
pub fn of_step(step: &PlayedSow) -> String {
    let side = step.before.mover();
    let seeds = step.before.board().seeds(side, step.pit);
    let last = match step.sown.last {
        Hole::Store => "in the store".to_owned(),
        Hole::Pit(row, pit) => format!("in {}", PitName(row, pit)),
    };
    let sown = match seeds {
        1 => format!("1 seed, {last}"),
        _ => format!("{seeds} seeds, the last {last}"),
    };
    let mut sentence = format!("{} sows {}: {sown}", side.name(), PitName(side, step.pit));
    if step.sown.captured > 0 {
        sentence += &format!("; captures {}", step.sown.captured);
    }
    if step.after.is_over() {
        sentence += "; the game is over";
    } else if step.after.mover() == side {
        sentence += "; another sow";
    }
    sentence + "."
}

/// "South to move.", "South wins 30-18." or "North wins 18-30.": South's store first, as in a record.
#[must_use]
pub fn of_position(position: &Kalah) -> String {
    let [south, north] = Side::BOTH.map(|side| position.board().store(side));
    match GameResult::of(position) {
        None => format!("{} to move.", position.mover().name()),
        Some(GameResult::Drawn) => format!(
            "Drawn, {south} seed{} each.",
            if south == 1 { "" } else { "s" }
        ),
        Some(GameResult::Won(winner)) => format!("{} wins {south}-{north}.", winner.name()),
    }
}
