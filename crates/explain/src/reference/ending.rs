//! When the game is over, and who gets the seeds that are left.

use super::Player;
use super::sowing::{Board, Pit, Play};
use crate::mistakes::Mistake;
use mancala::game::rules::{EndTest, Remainder};

/// Whether the game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Game {
    On,
    Over,
}

impl Play {
    /// Whether the game is over after a sow.
    pub(super) fn game_after(self, board: &Board, mover: Player, next: Player) -> Game {
        let mover_is_out = board.row_is_empty(mover);
        let opponent_is_out = board.row_is_empty(mover.opponent());
        let over = match self.rules.end_test {
            EndTest::OwnTurn => mover_is_out,
            EndTest::EveryTurn if next == mover => mover_is_out,
            EndTest::EverySow | EndTest::EveryTurn => mover_is_out || opponent_is_out,
        };
        match self.mistaken_end(board, mover, next).unwrap_or(over) {
            true => Game::Over,
            false => Game::On,
        }
    }

    fn mistaken_end(self, board: &Board, mover: Player, next: Player) -> Option<bool> {
        let has = |mistake| self.mistakes.has(mistake);
        let is_out = |player| board.row_is_empty(player);
        if has(Mistake::EndNeverTested) {
            Some(false)
        } else if has(Mistake::EndNeedsBothEmpty) {
            Some(is_out(Player::One) && is_out(Player::Two))
        } else if has(Mistake::EndTestedForNextPlayerOnly) {
            Some(is_out(next))
        } else if has(Mistake::EndTestedForMoverOnly) {
            Some(is_out(mover))
        } else if has(Mistake::EndTestedForMeOnly) {
            Some(is_out(self.me))
        } else if has(Mistake::EndAtMajority) && board.has_majority() {
            Some(true)
        } else {
            None
        }
    }

    /// Whether the game is over before the first sow: only if there is no move to make.
    pub(super) fn game_at_root(self, board: &Board, to_move: Player) -> Game {
        if board.row_is_empty(to_move) { Game::Over } else { Game::On }
    }

    /// Hands out the seeds that are left when the game is over.
    pub(super) fn sweep(self, board: &mut Board, last_mover: Player) {
        if self.mistakes.has(Mistake::NoFinalSweep) {
            return;
        }
        let player_out =
            if board.row_is_empty(last_mover) { last_mover } else { last_mover.opponent() };
        for owner in [Player::One, Player::Two] {
            if self.leaves_row(owner, last_mover) {
                continue;
            }
            let receiver = self.receiver(owner, player_out, last_mover);
            let mut replaced = false;
            for column in 0..board.width() {
                let is_a2 = owner == Player::Two && column == 0;
                if is_a2 && self.mistakes.has(Mistake::SweepLeavesA2) {
                    continue;
                }
                let seeds = board.empty_pit(Pit { owner, column });
                if let Some(receiver) = receiver {
                    if seeds > 0 && !replaced && self.mistakes.has(Mistake::SweepOverwritesStore) {
                        board.empty_store(receiver);
                        replaced = true;
                    }
                    board.store_seeds(receiver, seeds);
                }
            }
        }
    }

    /// Whether the sweep forgets the row of `owner`.
    fn leaves_row(self, owner: Player, last_mover: Player) -> bool {
        let has = |mistake| self.mistakes.has(mistake);
        has(Mistake::SweepLeavesMoversRow) && owner == last_mover
            || has(Mistake::SweepLeavesOtherRow) && owner != last_mover
            || has(Mistake::SweepLeavesOwnRow) && owner == self.me
            || has(Mistake::SweepLeavesOpponentsRow) && owner != self.me
    }

    /// Who gets what is left in the row of `owner`.
    fn receiver(self, owner: Player, player_out: Player, last_mover: Player) -> Option<Player> {
        let receiver = match self.rules.remainder {
            Remainder::RowOwner => owner,
            Remainder::PlayerOut => player_out,
            Remainder::OtherPlayer => player_out.opponent(),
            Remainder::Nobody => return None,
        };
        if self.mistakes.has(Mistake::SweepDiscards) {
            None
        } else if self.mistakes.has(Mistake::SweepToPlayer1) {
            Some(Player::One)
        } else if self.mistakes.has(Mistake::SweepToPlayer2) {
            Some(Player::Two)
        } else if self.mistakes.has(Mistake::SweepToMover) {
            Some(last_mover)
        } else if self.mistakes.has(Mistake::SweepToOtherPlayer) {
            Some(last_mover.opponent())
        } else if self.mistakes.has(Mistake::SweepToOtherSide) {
            Some(receiver.opponent())
        } else {
            Some(receiver)
        }
    }
}
