//! When the game is over, and who gets the seeds that are left.

use super::Side;
use super::board::{Board, Pit};
use super::sowing::Play;
use crate::mistakes::Mistake;
use mancala::game::rules::{EndTest, Remainder};

impl Play {
    /// Whether the game is over after a sow; `is_out` says whether a player has no seeds, as the program counts them.
    pub(super) fn is_over_after(
        self,
        board: &Board,
        (mover, next): (Side, Side),
        is_out: &dyn Fn(Side) -> bool,
    ) -> bool {
        let (mover_is_out, opponent_is_out) = (is_out(mover), is_out(mover.opponent()));
        let over = match self.rules.end_test {
            EndTest::OwnTurn => mover_is_out,
            EndTest::EveryTurn if next == mover => mover_is_out,
            EndTest::EverySow | EndTest::EveryTurn => mover_is_out || opponent_is_out,
        };
        self.mistaken_end(board, (mover, next), is_out).unwrap_or(over)
    }

    /// Whether a player has no seeds, as the program counts them.
    pub(super) fn is_out(self, board: &Board, player: Side) -> bool {
        let last = self.has(Mistake::RowSumsLackLastPit) || self.has(Mistake::EndTestLacksLastPit);
        let row = board.row(player).take(board.width() - usize::from(last));
        row.skip(self.has(Mistake::EndTestLacksFirstPit).into()).all(|seeds| seeds == 0)
    }

    fn mistaken_end(
        self,
        board: &Board,
        (mover, next): (Side, Side),
        is_out: &dyn Fn(Side) -> bool,
    ) -> Option<bool> {
        match () {
            () if self.has(Mistake::EndNeverTested) => Some(false),
            () if self.has(Mistake::EndNeedsBothEmpty) => {
                Some(is_out(mover) && is_out(mover.opponent()))
            }
            () if self.has(Mistake::EndTestedForNextPlayerOnly) => Some(is_out(next)),
            () if self.has(Mistake::EndTestedForMoverOnly) => Some(is_out(mover)),
            () if self.has(Mistake::EndTestedForOtherOnly) => Some(is_out(mover.opponent())),
            () if self.has(Mistake::EndTestedForMeOnly) => Some(is_out(self.me)),
            () if self.has(Mistake::EndAtMajority) && board.has_majority() => Some(true),
            () if self.ends_unswept(board) => Some(true),
            () => None,
        }
    }

    /// Whether the game is over before the first sow: only if there is no move to make.
    pub(super) fn is_over_at_root(self, board: &Board, to_move: Side) -> bool {
        self.is_out(board, to_move) || self.ends_unswept(board)
    }

    fn ends_unswept(self, board: &Board) -> bool {
        self.has(Mistake::EndAtMajorityNotSwept) && board.has_majority()
    }

    /// Hands out the seeds that are left in a row when the game is over, because `player_out` has none.
    pub(super) fn sweep_row(
        self,
        board: &mut Board,
        owner: Side,
        player_out: Side,
        last_mover: Side,
    ) {
        let is_decided = self.ends_unswept(board) && !board.row_is_empty(player_out);
        if is_decided || self.has(Mistake::NoFinalSweep) || self.leaves_row(owner, last_mover) {
            return;
        }
        let receiver = self.receiver(owner, player_out, last_mover);
        let sets = self.has(Mistake::SweepOverwritesStore) && !board.row_is_empty(owner);
        if let (true, Some(receiver)) = (sets || self.has(Mistake::SweepSetsStores), receiver) {
            board.empty_store(receiver);
        }
        for column in 0..board.width() {
            let is_last = column + 1 == board.width();
            if column == 0 && self.has(Mistake::SweepLeavesLeftmost)
                || is_last && self.has(Mistake::SweepLeavesRightmost)
            {
                continue;
            }
            let pit = Pit { owner, column };
            let stay = self.has(Mistake::SweepCopies);
            let seeds = if stay { board.pit(pit) } else { board.empty_pit(pit) };
            let loses_last =
                self.has(Mistake::RowSumsLackLastPit) || self.has(Mistake::SweepLosesRightmost);
            if is_last && loses_last || column == 0 && self.has(Mistake::SweepLosesLeftmost) {
                continue;
            }
            if let Some(receiver) = receiver {
                board.store_seeds(receiver, seeds);
                let goes_to_both = self.has(Mistake::SweepGoesToBoth);
                board.store_seeds(receiver.opponent(), if goes_to_both { seeds } else { 0 });
            }
        }
    }

    /// Whether the sweep forgets the row of `owner`.
    fn leaves_row(self, owner: Side, last_mover: Side) -> bool {
        self.has(Mistake::SweepLeavesMoversRow) && owner == last_mover
            || self.has(Mistake::SweepLeavesOtherRow) && owner != last_mover
    }

    /// Who gets what is left in the row of `owner`.
    fn receiver(self, owner: Side, player_out: Side, last_mover: Side) -> Option<Side> {
        let receiver = match self.rules.remainder {
            Remainder::RowOwner => owner,
            Remainder::PlayerOut => player_out,
            Remainder::OtherPlayer => player_out.opponent(),
            Remainder::Nobody => return None,
        };
        match () {
            () if self.has(Mistake::SweepDiscards) => None,
            () if self.has(Mistake::SweepToPlayer1) => Some(Side::South),
            () if self.has(Mistake::SweepToPlayer2) => Some(Side::North),
            () if self.has(Mistake::SweepToMover) => Some(last_mover),
            () if self.has(Mistake::SweepToOtherPlayer) => Some(last_mover.opponent()),
            () if self.has(Mistake::SweepToOtherSide) => Some(receiver.opponent()),
            () => Some(receiver),
        }
    }
}
