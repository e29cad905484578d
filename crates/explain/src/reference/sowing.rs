//! What one sow does to the board: sowing, capture, extra turn.

use super::Side;
use super::board::{Board, Hole, Pit, in_pit};
use crate::mistakes::{Mistake, Mistakes, SowKind};
use mancala::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Rules};

/// The board after one sow, not swept even if the game is over.
#[derive(Debug, Clone)]
pub(super) struct Sown {
    pub(super) board: Board,
    /// The same before the capture, if there is one.
    pub(super) before_capture: Board,
    /// Who moves next; the mover again if the sow earned an extra turn.
    pub(super) next: Side,
    /// Whether a program that has one flag for extra turns leaves it as it was.
    pub(super) leaves_flag: bool,
    pub(super) kind: SowKind,
}

/// The rules by which a board changes, and the mistakes made about them at one place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Play {
    pub(super) rules: Rules,
    /// The player of the assignment.
    pub(super) me: Side,
    pub(super) mistakes: Mistakes,
}

impl Play {
    /// Sows a pit that is not empty.
    pub(super) fn sow(self, before: &Board, start: Pit) -> Sown {
        let mover = start.owner;
        let mut board = before.clone();
        let last = self.drop_seeds(&mut board, start);
        let before_capture = board.clone();
        let captured = match last {
            Hole::Pit(last) if self.may_capture(before, start, &board, last) => {
                self.capture(&mut board, last, (mover, before))
            }
            Hole::Pit(last) if last.owner == mover && board.pit(last) > 1 => {
                let lost = u64::from(self.has(Mistake::LosesStoneOnStones));
                *board.seeds(Hole::Pit(last)) -= lost;
                0
            }
            _ => 0,
        };
        let earns = self.earns_extra_turn((before, &before_capture), start, last, captured);
        let mut next = if earns { mover } else { mover.opponent() };
        let passes = self.rules.end_test == EndTest::OwnTurn && board.row_is_empty(next);
        if passes && !board.row_is_empty(mover) {
            next = mover;
        }
        let in_other_row = matches!(last, Hole::Pit(pit) if pit.owner != mover);
        let leaves_flag = captured > 0 && self.has(Mistake::CaptureLeavesFlag)
            || in_other_row && self.has(Mistake::OpponentsRowLeavesFlag);
        let in_column = |hole| if let Hole::Pit(pit) = hole { Some(pit.column) } else { None };
        let kind = SowKind {
            goes_round: before.pit(start) > before.to_store(start) + before.width() as u64,
            captured: in_column(last).filter(|_| captured > 0),
            captures_alone: captured == 1,
            captures_in_start: captured > 0 && last == Hole::Pit(start),
        };
        Sown { board, before_capture, next, leaves_flag, kind }
    }

    /// Takes the seeds out of a pit and drops them; the hole that counts as that of the last one.
    fn drop_seeds(self, board: &mut Board, start: Pit) -> Hole {
        let (mover, width) = (start.owner, board.width());
        let mut seeds = board.empty_pit(start);
        if let Some(lap) = self.miscounted_lap(width) {
            board.add_to_pits(seeds / lap);
            board.store_seeds(mover, seeds / lap);
            seeds %= lap;
        }
        let staying = u64::from(self.has(Mistake::FirstStoneInStartPit));
        let mut last = Hole::Pit(start);
        for dropped in 0..seeds {
            let comes_round = dropped > 2 * width as u64;
            let is_last = dropped + 1 == seeds;
            let way = match () {
                () if comes_round && self.has(Mistake::OpponentsStoreSkippedOnce) => {
                    self.also(Mistake::SowsIntoOpponentsStore)
                }
                () if is_last && self.has(Mistake::LosesLastStoneAtStore)
                    || self.has(Mistake::LosesStoneOfFirstPit) =>
                {
                    self.also(Mistake::LosesStoneAtStore)
                }
                () => self,
            };
            if dropped >= staying {
                last = way.next_hole(last, mover, width);
            }
            while self.is_skipped(last, start, width) {
                last = way.next_hole(last, mover, width);
            }
            if last != Hole::Store(mover.opponent()) || !way.has(Mistake::LosesStoneAtStore) {
                let seeds = board.seeds(last);
                *seeds += 1;
                if matches!(last, Hole::Pit(_)) {
                    *seeds = in_pit(*seeds, self.mistakes);
                }
            }
        }
        if self.has(Mistake::StartPitEmptiedLast) {
            board.empty_pit(start);
        }
        match () {
            () if self.has(Mistake::LandingCountsOpponentsStore) => {
                self.hole_on_whole_way(start, seeds, width, 0)
            }
            () if self.has(Mistake::LandingCountsLaterPasses) => {
                self.hole_on_whole_way(start, seeds, width, 2 * width as u64 + 1)
            }
            () => last,
        }
    }

    /// The hole of the last seed, if the opponent's store counts as a hole for all but the first `skipping` seeds.
    fn hole_on_whole_way(self, start: Pit, seeds: u64, width: usize, skipping: u64) -> Hole {
        let whole = self.also(Mistake::SowsIntoOpponentsStore);
        let staying = u64::from(self.has(Mistake::FirstStoneInStartPit));
        (staying..seeds).fold(Hole::Pit(start), |hole, dropped| {
            let way = if dropped < skipping { self } else { whole };
            way.next_hole(hole, start.owner, width)
        })
    }

    pub(super) fn has(self, mistake: Mistake) -> bool {
        self.mistakes.has(mistake)
    }

    /// The holes of a lap, for a program that sows whole laps at once and miscounts them.
    fn miscounted_lap(self, width: usize) -> Option<u64> {
        let is_long = self.has(Mistake::LapTooLong);
        let miscounts = is_long || self.has(Mistake::LapTooShort);
        miscounts.then(|| 2 * (width as u64 + u64::from(is_long)))
    }

    /// The same with one more mistake.
    fn also(self, mistake: Mistake) -> Self {
        Self { mistakes: self.mistakes.with(mistake), ..self }
    }

    /// Whether the opponent's store is a hole of the way, whatever becomes of the seed.
    fn stops_at_opponents_store(self) -> bool {
        self.has(Mistake::SowsIntoOpponentsStore)
            || self.has(Mistake::ExtraTurnInEitherStore)
            || self.has(Mistake::LosesStoneAtStore)
    }

    /// Whether no seed is dropped in a hole that is no store.
    fn is_skipped(self, hole: Hole, start: Pit, width: usize) -> bool {
        let Hole::Pit(pit) = hole else { return false };
        // A row's first pit for its owner is in the column of the other row's last.
        let first = if start.owner == Side::South { 0 } else { width - 1 };
        let from_first = |pit: Pit| pit.column.abs_diff(first);
        if pit.owner != start.owner {
            return from_first(pit) == 0 && self.has(Mistake::SkipsLastPitOfOpponent);
        }
        pit == start && self.has(Mistake::LapSkipsStartPit)
            || from_first(pit) == 0 && self.has(Mistake::SkipsOwnFirstPit)
            || from_first(pit) == 0 && self.has(Mistake::LosesStoneOfFirstPit)
            || from_first(pit) <= from_first(start) && self.has(Mistake::LapGoesOnAfterStart)
    }

    /// The hole after `hole`: rightwards below, leftwards above, past the opponent's store. Clockwise, it is the same with
    /// left and right exchanged.
    fn next_hole(self, hole: Hole, mover: Side, width: usize) -> Hole {
        let pit = |owner, column| Hole::Pit(Pit { owner, column });
        let is_backwards = self.has(Mistake::SowsOpponentsRowBackwards);
        let is_clockwise = self.has(Mistake::SowsClockwise);
        let turned = |hole| match hole {
            Hole::Pit(it) if is_clockwise || is_backwards && it.owner != mover => {
                pit(it.owner, width - 1 - it.column)
            }
            Hole::Store(owner) if is_clockwise => Hole::Store(owner.opponent()),
            other => other,
        };
        let mover = if is_clockwise { mover.opponent() } else { mover };
        let is_mine = self.has(Mistake::SowsIntoInputPlayersStore);
        // In whose store a seed falls.
        let keeper = if is_mine { self.me } else { mover };
        turned(match turned(hole) {
            Hole::Pit(Pit { owner, column }) => match owner {
                Side::South if column + 1 < width => pit(Side::South, column + 1),
                Side::North if column > 0 => pit(Side::North, column - 1),
                _ if owner == keeper || self.stops_at_opponents_store() => Hole::Store(owner),
                // From the opponent's row into the own one.
                _ if owner != mover && self.has(Mistake::EntersOwnRowAtEnd) => {
                    pit(mover, width - 1 - column)
                }
                Side::South => pit(Side::North, width - 1),
                Side::North => pit(Side::South, 0),
            },
            Hole::Store(Side::South) => pit(Side::North, width - 1),
            Hole::Store(Side::North) => pit(Side::South, 0),
        })
    }

    /// Whether the last seed fell where it captures: in an empty pit, in a row that counts.
    fn may_capture(self, before: &Board, start: Pit, board: &Board, last: Pit) -> bool {
        let row_counts = match self.rules.capture_landing {
            CaptureLanding::Nowhere => false,
            CaptureLanding::OwnRow => {
                (last.owner == start.owner) != self.has(Mistake::CaptureInOtherRow)
                    || self.has(Mistake::CaptureOnEitherSide)
            }
            CaptureLanding::EitherRow => true,
        };
        let went_round = before.pit(start) > board.width() as u64;
        row_counts
            && self.was_empty(before, start, board, last)
            && !self.has(Mistake::NoCapture)
            && !(went_round && self.has(Mistake::NoCaptureAfterGoingRound))
            && !(last.column == 0 && self.has(Mistake::NoCaptureInLeftmostPit))
            && !(last.column + 1 == board.width() && self.has(Mistake::NoCaptureInRightmostPit))
    }

    /// Whether the pit of the last seed was empty just before that seed fell.
    fn was_empty(self, before: &Board, start: Pit, board: &Board, last: Pit) -> bool {
        let of_one = self.has(Mistake::CaptureJudgedBeforeSowingOfOne);
        match () {
            () if of_one || self.has(Mistake::CaptureJudgedBeforeSowing) => before.pit(last) == 0,
            () if self.has(Mistake::StartPitCountedFull) && last == start => false,
            () => board.pit(last) == 1,
        }
    }

    /// Moves the captured seeds, if any, to the mover's store, and counts them.
    fn capture(self, board: &mut Board, last: Pit, (mover, before): (Side, &Board)) -> u64 {
        let opposite = self.opposite(last, board.width());
        let takes_last = match self.rules.capture_takes {
            CaptureTakes::Opposite => false,
            CaptureTakes::OppositeAndLast => !self.has(Mistake::CaptureLeavesOwnStone),
        };
        let needs_seeds_opposite = self.rules.empty_opposite == EmptyOpposite::NoCapture
            || self.has(Mistake::CaptureNeedsStonesOpposite);
        if needs_seeds_opposite && *board.seeds(opposite) == 0 {
            return 0;
        }
        let stays = self.has(Mistake::CaptureLeavesOpposite);
        let keeps = stays || self.has(Mistake::CaptureCopiesOpposite);
        let seeds = board.seeds(opposite);
        let seeds = if keeps { *seeds } else { std::mem::take(seeds) };
        let seeds = match opposite {
            Hole::Pit(pit) if self.has(Mistake::CaptureCountsBeforeSowing) => before.pit(pit),
            _ => seeds,
        };
        let mut captured = if stays || self.has(Mistake::CaptureLosesOpposite) { 0 } else { seeds };
        if takes_last {
            let stays = self.has(Mistake::CaptureDoublesOwnStone);
            let stone = if stays { board.pit(last) } else { board.empty_pit(last) };
            let of_one = self.has(Mistake::CaptureJudgedBeforeSowingOfOne);
            let stone = if of_one { 1 } else { stone };
            captured += if self.has(Mistake::CaptureLosesOwnStone) { 0 } else { stone };
        }
        let to = match () {
            () if self.has(Mistake::CapturesForInputPlayer) => self.me,
            () if self.has(Mistake::CapturesForOpponent) => mover.opponent(),
            () => mover,
        };
        if captured > 0 && self.has(Mistake::CaptureOverwritesStore) {
            board.empty_store(to);
        }
        board.store_seeds(to, captured);
        captured
    }

    /// The pit of the other row in the same column.
    fn opposite(self, pit: Pit, width: usize) -> Hole {
        let owner = pit.owner.opponent();
        let is_mirrored = self.has(Mistake::CaptureWrongPit);
        let column = if is_mirrored { width - 1 - pit.column } else { pit.column };
        let opposite = Hole::Pit(Pit { owner, column });
        let is_next = self.has(Mistake::CaptureTakesNextHole);
        if is_next { self.next_hole(opposite, owner, width) } else { opposite }
    }

    /// Whether the mover moves again: if the last seed fell in the mover's own store.
    fn earns_extra_turn(
        self,
        (before, sown): (&Board, &Board),
        start: Pit,
        last: Hole,
        captured: u64,
    ) -> bool {
        let (mover, seeds, width) = (start.owner, before.pit(start), before.width());
        let after_lap = seeds > 2 * width as u64 && self.has(Mistake::NoExtraTurnAfterGoingRound);
        let last = match self.has(Mistake::ExtraTurnCountsOpponentsStore) {
            true => self.hole_on_whole_way(start, seeds, width, 0),
            false => last,
        };
        let in_either = self.has(Mistake::ExtraTurnInEitherStore);
        let passes = sown.store(mover) > before.store(mover);
        last == Hole::Store(mover) && !self.has(Mistake::NoExtraTurn) && !after_lap
            || last == Hole::Store(mover.opponent()) && in_either
            || passes && self.has(Mistake::ExtraTurnForPassing)
            || captured > 0 && self.has(Mistake::CaptureGivesExtraTurn)
    }
}
