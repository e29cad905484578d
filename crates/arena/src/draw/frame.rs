//! A moment of a game: the board, what is marked on it, and a caption.

use super::narration;
use crate::Game;
use crate::game::PlayedSow;
use mancala::game::kalah::Hole;
use mancala::game::rules::CaptureTakes;
use mancala::game::{Board, Kalah, Pit, Position, Side};

/// A board with marks and a caption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Where the seeds lie.
    pub board: Board,
    /// Who is to move; nobody once the game is over.
    pub mover: Option<Side>,
    /// What the last sow did.
    pub marks: Marks,
    /// The same in words; one line.
    pub caption: String,
}

/// What a sow did, for the eye.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// The pit that was sown from.
    pub from: Option<(Side, Pit)>,
    /// Where the last seed fell, if in a pit.
    pub last: Option<(Side, Pit)>,
    /// The store that the last seed fell in, if that earned another sow.
    pub extra: Option<Side>,
    /// The pits that were captured.
    pub captured: Vec<(Side, Pit)>,
    /// The pits whose seeds were given out because the game is over.
    pub swept: Vec<(Side, Pit)>,
}

impl Marks {
    /// The marks of a sow.
    #[must_use]
    pub fn of(step: &PlayedSow) -> Self {
        let mover = step.before.mover();
        let mut marks = Self {
            from: Some((mover, step.pit)),
            ..Self::default()
        };
        match step.sown.last {
            Hole::Store => marks.extra = (!step.after.is_over()).then_some(mover),
            Hole::Pit(row, pit) => {
                marks.last = Some((row, pit));
                if step.sown.captured > 0 {
                    marks.captured.push((row.opponent(), pit));
                    if step.before.rules().capture_takes == CaptureTakes::OppositeAndLast {
                        marks.captured.push((row, pit));
                    }
                }
            }
        }
        if step.after.is_over() {
            marks.swept = swept(step, &marks.captured);
        }
        marks
    }
}

/// The pits that still held seeds when the sow and its capture were done.
fn swept(step: &PlayedSow, captured: &[(Side, Pit)]) -> Vec<(Side, Pit)> {
    let before = step.before.board();
    let sown = (step.before.mover(), step.pit);
    let reached: Vec<_> = step.before.holes(step.pit).collect();
    let held = |side: Side, pit: Pit| {
        let lay = before.seeds(side, pit) > 0 && (side, pit) != sown;
        (lay || reached.contains(&Hole::Pit(side, pit))) && !captured.contains(&(side, pit))
    };
    let pits = |side: Side| before.columns().map(move |pit| (side, pit));
    let all = Side::BOTH.into_iter().flat_map(pits);
    all.filter(|&(side, pit)| held(side, pit)).collect()
}

fn mover(position: &Kalah) -> Option<Side> {
    (!position.is_over()).then(|| position.mover())
}

impl Frame {
    /// A position of which nothing is known but itself.
    #[must_use]
    pub fn still(position: &Kalah) -> Self {
        Self {
            board: *position.board(),
            mover: mover(position),
            marks: Marks::default(),
            caption: narration::of_position(position),
        }
    }

    /// The position after a sow, with its marks.
    #[must_use]
    pub fn after(step: &PlayedSow) -> Self {
        let mut caption = format!("{}. {}", step.turn, narration::of_step(step));
        if step.after.is_over() {
            caption += " ";
            caption += &narration::of_position(&step.after);
        }
        Self {
            board: *step.after.board(),
            mover: mover(&step.after),
            marks: Marks::of(step),
            caption,
        }
    }
}

/// The start of a game and the position after each sow.
pub fn frames(game: &Game) -> impl Iterator<Item = Frame> {
    let start = Frame::still(game.start());
    std::iter::once(start).chain(game.steps().map(|step| Frame::after(&step)))
}
