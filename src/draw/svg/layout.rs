//! Where the holes of a board of any width lie on the picture, in pixels.

use crate::game::{Pit, Side};

/// The radius of a pit.
pub(super) const PIT_RADIUS: f64 = 36.0;
/// From the middle of a pit to the next one's.
const SPACING: f64 = 88.0;
/// From the edge of the picture to the board.
const MARGIN: f64 = 16.0;
/// What lies above the board, for the caption.
const CAPTION: f64 = 44.0;
/// What lies below it, for the legend.
const LEGEND: f64 = 40.0;
const BOARD_HEIGHT: f64 = 248.0;
const STORE_WIDTH: f64 = 84.0;
const STORE_HEIGHT: f64 = 200.0;
/// The narrowest board on which a caption has room.
const MIN_WIDTH: f64 = 620.0;

/// The geometry of a board.
pub(super) struct Layout {
    width: usize,
}

/// A rectangle by its upper left corner.
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    pub(super) fn middle(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

impl Layout {
    /// A board of `width` pits a row.
    pub(super) fn of(width: usize) -> Self {
        Self { width }
    }

    /// The whole picture.
    pub(super) fn size(&self) -> (f64, f64) {
        let board = self.board();
        let width = (board.width + 2.0 * MARGIN).max(MIN_WIDTH);
        (width, CAPTION + board.height + LEGEND)
    }

    pub(super) fn board(&self) -> Area {
        let width = 2.0 * (STORE_WIDTH + 24.0) + self.width as f64 * SPACING;
        Area {
            x: ((MIN_WIDTH - width) / 2.0).max(MARGIN),
            y: CAPTION,
            width,
            height: BOARD_HEIGHT,
        }
    }

    /// The middle of a pit.
    pub(super) fn pit(&self, side: Side, pit: Pit) -> (f64, f64) {
        let board = self.board();
        let middle = board.middle();
        let column = pit.column() as f64 - (self.width as f64 - 1.0) / 2.0;
        let y = match side {
            Side::North => middle.1 - 52.0,
            Side::South => middle.1 + 52.0,
        };
        (middle.0 + column * SPACING, y)
    }

    pub(super) fn store(&self, side: Side) -> Area {
        let board = self.board();
        let x = match side {
            Side::North => board.x + 14.0,
            Side::South => board.x + board.width - 14.0 - STORE_WIDTH,
        };
        Area {
            x,
            y: board.y + (BOARD_HEIGHT - STORE_HEIGHT) / 2.0,
            width: STORE_WIDTH,
            height: STORE_HEIGHT,
        }
    }
}
