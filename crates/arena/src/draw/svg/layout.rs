//! Where the holes of a board of any width lie on the picture, in pixels.

use mancala::game::{Pit, Side};

pub(super) const PIT_RADIUS: f64 = 43.0;
/// From the middle of a pit to the next one's.
const SPACING: f64 = 104.0;
/// From the middle of the board to that of a row.
const ROW: f64 = 70.0;
/// From the edge of the picture to the board.
const MARGIN: f64 = 14.0;
/// What lies above the board, for a caption of up to three lines.
const CAPTION: f64 = 72.0;
/// What lies below it, for a legend of up to two lines.
const LEGEND: f64 = 52.0;
const BOARD_HEIGHT: f64 = 356.0;
const STORE_WIDTH: f64 = 88.0;
const STORE_HEIGHT: f64 = 236.0;
/// From the edge of the board to a store.
const STORE_EDGE: f64 = 24.0;
/// The narrowest picture that a caption fits on.
const MIN_WIDTH: f64 = 560.0;

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

    /// The same with its edges moved inwards.
    pub(super) fn inset(&self, by: f64) -> Self {
        Self {
            x: self.x + by,
            y: self.y + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }
}

impl Layout {
    pub(super) fn of(width: usize) -> Self {
        Self { width }
    }

    pub(super) fn size(&self) -> (f64, f64) {
        let board = self.board();
        let width = (board.width + 2.0 * MARGIN).max(MIN_WIDTH);
        (width, CAPTION + board.height + LEGEND)
    }

    pub(super) fn board(&self) -> Area {
        let width = 2.0 * (STORE_WIDTH + STORE_EDGE + 12.0) + self.width as f64 * SPACING;
        let x = ((MIN_WIDTH - width) / 2.0).max(MARGIN).round();
        Area { x, y: CAPTION, width, height: BOARD_HEIGHT }
    }

    pub(super) fn pit(&self, side: Side, pit: Pit) -> (f64, f64) {
        let board = self.board();
        let middle = board.middle();
        let column = pit.column() as f64 - (self.width as f64 - 1.0) / 2.0;
        (middle.0 + column * SPACING, middle.1 + outward(side) * ROW)
    }

    pub(super) fn store(&self, side: Side) -> Area {
        let board = self.board();
        let x = match side {
            Side::North => board.x + STORE_EDGE,
            Side::South => board.x + board.width - STORE_EDGE - STORE_WIDTH,
        };
        let y = board.y + (BOARD_HEIGHT - STORE_HEIGHT) / 2.0;
        Area { x, y, width: STORE_WIDTH, height: STORE_HEIGHT }
    }

    /// The arrow on the rim of a row, in the direction in which its player sows: from, to.
    pub(super) fn arrow(&self, side: Side) -> [(f64, f64); 2] {
        let board = self.board();
        let reach = self.width as f64 * SPACING / 2.0 - 24.0;
        let ((x, y), outward) = (board.middle(), outward(side));
        let rim = y + outward * (board.height / 2.0 - 19.0);
        [-1.0, 1.0].map(|forward| (x + forward * outward * reach, rim))
    }
}

/// From the middle of the board to a side's row: up to North's, down to South's.
pub(super) fn outward(side: Side) -> f64 {
    if side == Side::North { -1.0 } else { 1.0 }
}
