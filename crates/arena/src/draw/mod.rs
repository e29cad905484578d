//! A board or a whole game as text and as SVG.
//!
//! A [`Frame`] is a moment of a game with marks and a caption; [`text`] has boards in letters, [`svg`] frames drawn.
//!
//! ```
//! use arena::draw::svg::{self, Labels, Scheme, Style, View};
//! use arena::draw::{frames, text};
//! use mancala::game::{Board, Kalah, Pit, Rules, Side};
//! use arena::Game;
//!
//! let mut game = Game::new(Kalah::new(Board::opening(6, 4), Rules::USC, Side::South)?);
//! game.play(Pit::new(0))?;
//! print!("{}", text::grid(&Board::opening(6, 4)));
//!
//! let style = Style { scheme: Scheme::named("paper").ok_or("a scheme")?, view: View::Seeds };
//! let pictures: Vec<_> = frames(&game).collect();
//! let moving = svg::animated(&pictures, &Labels::titled("One sow"), style);
//! assert_eq!(pictures.len(), 2);
//! assert!(moving.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod svg;
pub mod text;

use crate::game::{Game, GameResult, PlayedSow};
use mancala::game::kalah::Hole;
use mancala::game::rules::CaptureTakes;
use mancala::game::{Board, Kalah, Pit, Position, Side};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub board: Board,
    /// Who is to move; nobody once the game is over.
    pub mover: Option<Side>,
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
    pub captured: Vec<(Side, Pit)>,
    /// The pits whose seeds were given out because the game is over.
    pub swept: Vec<(Side, Pit)>,
}

impl Marks {
    pub fn of(step: &PlayedSow) -> Self {
        let mover = step.before.mover();
        let mut marks = Self { from: Some((mover, step.pit)), ..Self::default() };
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

impl Frame {
    /// A position of which nothing is known but itself.
    pub fn still(position: &Kalah) -> Self {
        Self {
            board: *position.board(),
            mover: (!position.is_over()).then(|| position.mover()),
            marks: Marks::default(),
            caption: describe_position(position),
        }
    }

    /// The position after a sow, with its marks.
    pub fn after(step: &PlayedSow) -> Self {
        let still = Self::still(&step.after);
        let mut caption = format!("{}. {}", step.turn, describe_sow(step));
        if step.after.is_over() {
            caption += &format!(" {}", still.caption);
        }
        Self { marks: Marks::of(step), caption, ..still }
    }
}

/// The start of a game and the position after each sow, and after the players swapped sides.
pub fn frames(game: &Game) -> impl Iterator<Item = Frame> {
    let is_swapped = game.first_side(Side::South) != Side::South;
    let frames = game.steps().flat_map(move |step| {
        let is_swapped =
            is_swapped && step.turn == 1 && !step.after.continues_turn_of(&step.before);
        let caption = format!("2. {}", describe_swap(&step.after));
        let swap = is_swapped.then(|| Frame { caption, ..Frame::still(&step.after) });
        std::iter::once(Frame::after(&step)).chain(swap)
    });
    std::iter::once(Frame::still(game.start())).chain(frames)
}

/// What it means that the players swap sides where this one is to move.
pub fn describe_swap(position: &impl Position) -> String {
    let (mover, other) = (position.mover().name(), position.mover().opponent().name());
    format!("{mover} takes over {other}'s side; the former {other} is now {mover} and moves.")
}

pub fn describe_sow(step: &PlayedSow) -> String {
    step.before.describe_sow(step.pit, step.before.mover().name(), ["seed", "the store"])
}

/// "South to move.", "South wins 30-18." or "North wins 18-30.": South's store first, as in a record.
pub fn describe_position(position: &Kalah) -> String {
    let [south, north] = Side::BOTH.map(|side| position.board().store(side));
    match GameResult::of(position) {
        None => format!("{} to move.", position.mover().name()),
        Some(GameResult::Drawn) => {
            format!("Drawn, {south} seed{} each.", if south == 1 { "" } else { "s" })
        }
        Some(GameResult::Won(winner)) => format!("{} wins {south}-{north}.", winner.name()),
    }
}
