//! Choices that a program makes, each with the mistakes that are wrong values of it. A choice has one
//! value at a place, so of two mistakes of one dimension a program makes at most one there.

use super::Mistake as M;
use crate::rule::{Rule, Topic};

/// Each a dimension; the mistakes of no other can stand in each other's way.
const DIMENSIONS: [&[M]; 23] = [
    // What a capture takes.
    &[
        M::NoCapture,
        M::CaptureLeavesOwnStone,
        M::CaptureLosesOwnStone,
        M::CaptureLeavesOpposite,
        M::CaptureCopiesOpposite,
        M::CaptureLosesOpposite,
        M::CaptureDoublesOwnStone,
        M::CaptureCountsBeforeSowing,
    ],
    // When a last stone captures.
    &[M::NoCapture, M::CaptureJudgedBeforeSowing, M::StartPitCountedFull],
    &OF_END,
    // Who gets the last stones.
    &[
        M::NoFinalSweep,
        M::SweepCopies,
        M::SweepDiscards,
        M::SweepToOtherSide,
        M::SweepToMover,
        M::SweepToOtherPlayer,
        M::SweepToPlayer1,
        M::SweepToPlayer2,
    ],
    // Which of them are collected.
    &[M::NoFinalSweep, M::SweepLeavesMoversRow, M::SweepLeavesOtherRow],
    &OF_BOARD,
    // Which way a sow goes.
    &[M::SowsOpponentsRowBackwards, M::SowsClockwise, M::FirstStoneInStartPit],
    // What the opponent's mancala gets.
    &[
        M::SowsIntoOpponentsStore,
        M::OpponentsStoreSkippedOnce,
        M::ExtraTurnInEitherStore,
        M::LosesStoneAtStore,
        M::LosesLastStoneAtStore,
    ],
    // Who gets captured stones.
    &[M::CapturesForInputPlayer, M::CapturesForOpponent],
    // What a board is worth.
    &[
        M::EvaluatesForPlayer1,
        M::EvaluatesForNextPlayer,
        M::EvaluatesForLastPlayer,
        M::EvaluatesForOpponent,
    ],
    &[M::EvaluatesAllStones, M::EvaluatesOwnStoreOnly],
    // In which order children are tried.
    &[M::RightToLeft, M::Player2InSowingOrder, M::ChildrenByText, M::FullestFirst],
    // Who chooses at a node.
    &[
        M::ExtraTurnFlipsKind,
        M::ExtraTurnPasses,
        M::OpponentMaximises,
        M::KindByDepth,
        M::Player1Maximises,
    ],
    // What becomes of a position that was met before.
    &[M::RemembersPositions, M::RemembersWithoutRows, M::RemembersBoards],
    // How large infinity is.
    &[
        M::InfinityOf99,
        M::InfinityOf100,
        M::InfinityTooSmall,
        M::InfinityOf1000,
        M::InfinityFrom1000,
    ],
    // How the value of a node begins.
    &[
        M::ValueBeginsAtZero,
        M::ValueBeginsAtEvaluation,
        M::ValueBeginsAtBound,
        M::ValueBeginsUnseenAtBound,
    ],
    // Which window a child is called with.
    &[M::WindowNotPassed, M::AlphaNotPassed, M::BetaNotPassed, M::WindowNegated],
    // Which window an extra turn is called with.
    &[M::WindowResetOnExtraTurn, M::WindowNegatedOnExtraTurn, M::WindowOfTurnOnExtraTurn],
    // In which sows the depth grows.
    &[
        M::ExtraTurnCostsDepth,
        M::ExtraTurnCostsDepthOnly,
        M::DepthGrowsAtTurnEnd,
        M::ChainRowsDeeper,
        M::DepthsCountSows,
        M::OneExtraTurnOfDepth,
    ],
    // What alpha and beta take in.
    &[M::WindowNotNarrowed, M::WindowOverwritten, M::WindowSetToChild],
    // What a node that cuts shows and returns.
    &[M::FailHard, M::FailHardReturned, M::NoCut],
    // Which window a leaf shows.
    &[
        M::LeafInOwnWindow,
        M::LeafInWindowUnlessCut,
        M::LeafNarrowsItsWindow,
        M::LeafInWindowOnEntry,
    ],
    // Which turn is written.
    &[
        M::FirstPit,
        M::StateUnchanged,
        M::StateAfterFirstSow,
        M::StateAfterSecondSow,
        M::StateWithoutLastSow,
        M::StateAfterReply,
        M::StateOfLine,
        M::StateByNodeName,
        M::StateByStaleFlag,
        M::StateOfGreedyMove,
        M::StateOfLastTurn,
        M::StateOfLastImprovement,
        M::StateOfLastInChain,
        M::StateOfLastPass,
        M::StateOfMixedTurns,
        M::StateOfLastLeaf,
    ],
];

/// On which board a move is made.
pub(crate) const OF_BOARD: [M; 10] = [
    M::BoardsShared,
    M::BoardsSharedAndReplayed,
    M::BoardOfSiblings,
    M::LoopOnOneBoard,
    M::PitsShared,
    M::LowerRowShared,
    M::UpperRowShared,
    M::StoresNotRestored,
    M::OpponentsStoreNotRestored,
    M::OpponentsStoreNotRestoredInState,
];

/// When the game is over.
const OF_END: [M; 8] = [
    M::EndTestLacksLastPit,
    M::EndTestedForNextPlayerOnly,
    M::EndTestedForMoverOnly,
    M::EndTestedForOtherOnly,
    M::EndNeedsBothEmpty,
    M::EndTestedForMeOnly,
    M::EndNeverTested,
    M::EndAtMajority,
];

impl M {
    /// Whether a program that makes this mistake cannot make the other at the same place.
    pub fn excludes(self, other: Self) -> bool {
        DIMENSIONS.iter().any(|values| values.contains(&self) && values.contains(&other))
    }

    /// Whether it is made as a program asks whether the game is over.
    pub fn is_of_end(self) -> bool {
        OF_END.contains(&self)
    }

    /// Whether it is made at the leaves of the tree.
    pub fn is_of_leaf(self) -> bool {
        let rules = [Rule::Evaluation, Rule::LeafRows, Rule::WindowOfLeaf];
        // No row where the game is over is a mistake of its own.
        let is_of_leaf = rules.contains(&self.entry().rule) || self == M::LeafDepthOneLess;
        is_of_leaf && self != M::NoLeafRows
    }

    /// Whether it is made as the stones of one row are collected or looked for.
    pub fn is_of_row(self) -> bool {
        let rules = [Rule::SweepRowOfMover, Rule::SweepRowOfOpponent, Rule::SweepWholeRow];
        self == M::SweepCopies || self.is_of_end_in_row() || rules.contains(&self.entry().rule)
    }

    /// Whether it is made as stones of one row are looked for.
    pub const fn is_of_end_in_row(self) -> bool {
        matches!(self, M::EndTestLacksLastPit | M::EndTestLacksFirstPit | M::RowSumsLackLastPit)
    }

    /// Whether a program that has this rule twice, for extra turns and for other children, may break one of them.
    pub fn is_of_update(self) -> bool {
        let rule = self.entry().rule;
        let of_window = rule.entry().topic == Topic::Window && rule != Rule::WindowOfLeaf;
        // A value of 0, and the depth of a row, are also those of a child.
        let others = [M::ValueOfZeroIsNone, M::RowDepthOfChild].contains(&self);
        of_window || [Rule::UpdateRows, Rule::UpdateValues].contains(&rule) || others
    }
}
