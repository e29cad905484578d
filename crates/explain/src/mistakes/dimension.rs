//! Choices that a program makes, each with the mistakes that are wrong values of it. A choice has one
//! value at a place, so of two mistakes of one dimension a program makes at most one there.

use super::Mistake as M;
use crate::rule::{Rule, Topic};

/// Some mistakes by their names.
macro_rules! mistakes {
    ($($mistake:ident)*) => { &[$(M::$mistake),*] };
}

/// Each a dimension; the mistakes of no other can stand in each other's way.
const DIMENSIONS: [&[M]; 25] = [
    // What a capture takes.
    mistakes![
        NoCapture CaptureLeavesOwnStone CaptureLosesOwnStone CaptureLeavesOpposite
        CaptureCopiesOpposite CaptureLosesOpposite CaptureDoublesOwnStone CaptureCountsBeforeSowing
    ],
    // When a last stone captures.
    mistakes![
        NoCapture CaptureJudgedBeforeSowing CaptureJudgedBeforeSowingOfOne StartPitCountedFull
    ],
    OF_END,
    // On which board that is looked for.
    mistakes![EndTestedBeforeCapture CaptureEndUnseen],
    // Who gets the last stones.
    mistakes![
        NoFinalSweep SweepCopies SweepDiscards SweepToOtherSide SweepToMover SweepToOtherPlayer
        SweepToPlayer1 SweepToPlayer2 SweepGoesToBoth
    ],
    // Which of them are collected.
    mistakes![NoFinalSweep SweepLeavesMoversRow SweepLeavesOtherRow],
    OF_BOARD,
    // Which way a sow goes.
    mistakes![SowsOpponentsRowBackwards SowsClockwise FirstStoneInStartPit],
    // What the opponent's mancala gets.
    mistakes![
        SowsIntoOpponentsStore OpponentsStoreSkippedOnce ExtraTurnInEitherStore LosesStoneAtStore
        LosesLastStoneAtStore LosesStoneOfFirstPit
    ],
    // Who gets captured stones.
    mistakes![CapturesForInputPlayer CapturesForOpponent],
    // What a board is worth.
    mistakes![
        EvaluatesForPlayer1 EvaluatesForNextPlayer EvaluatesForLastPlayer EvaluatesForOpponent
    ],
    mistakes![EvaluatesAllStones EvaluatesOwnStoreOnly],
    // In which order children are tried.
    mistakes![
        RightToLeft Player2InSowingOrder ChildrenByText FullestFirst ExtraTurnsFirst
        BestEvaluatedFirst
    ],
    // Which of equal moves is taken.
    mistakes![TiesToLast TiesToGreatestName],
    // Who chooses at a node.
    mistakes![ExtraTurnFlipsKind ExtraTurnPasses OpponentMaximises KindByDepth Player1Maximises],
    // What becomes of a position that was met before.
    mistakes![RemembersPositions RemembersWithoutRows RemembersInnerNodes RemembersBoards],
    // How large infinity is.
    mistakes![InfinityOf99 InfinityOf100 InfinityTooSmall InfinityOf1000 InfinityFrom1000],
    // How the value of a node begins.
    mistakes![
        ValueBeginsAtZero ValueBeginsAtEvaluation ValueBeginsAtBound ValueBeginsUnseenAtBound
    ],
    // Which window a child is called with.
    mistakes![WindowNotPassed AlphaNotPassed BetaNotPassed WindowNegated ValuePassedAsBound],
    // Which window an extra turn is called with.
    mistakes![
        WindowResetOnExtraTurn WindowNegatedOnExtraTurn WindowNegatedInGreedyToo
        WindowOfTurnOnExtraTurn
    ],
    // In which sows the depth grows.
    mistakes![
        ExtraTurnCostsDepth ExtraTurnCostsDepthOnly DepthByStaleFlag DepthGrowsAtTurnEnd
        DepthGrowsAtTurnOrGameEnd ChainRowsDeeper DepthsCountSows OneExtraTurnOfDepth
    ],
    // What alpha and beta take in.
    mistakes![WindowNotNarrowed WindowOverwritten WindowSetToChild WindowOfOtherKind],
    // What a node that cuts shows and returns.
    mistakes![FailHard FailHardReturned ClippedValueReturned NoCut CutAtOwnBound CutValueLost],
    // Which window a leaf shows.
    mistakes![LeafInOwnWindow LeafInWindowUnlessCut LeafNarrowsItsWindow LeafInWindowOnEntry],
    // Which turn is written.
    mistakes![
        FirstPit StateUnchanged StateAfterFirstSow StateAfterSecondSow StateWithoutLastSow
        StateAfterReply StateOfLine StateOfOwnMoves StateByNodeName StateByStaleFlag
        StateOfGreedyMove StateOfLastTurn StateOfLastTurnBelowBest StateOfLastImprovement
        StateOfLastInChain StateOfLastPass StateOfMixedTurns StateOfSharedSlice StateOfLastLeaf
        StateSkipsMidTurnEnd StateOfRunningValues StateOfStalePath
    ],
];

/// On which board a move is made.
pub(crate) const OF_BOARD: &[M] = mistakes![
    BoardsShared BoardsSharedAndReplayed BoardsByDepth BoardOfSiblings LoopOnOneBoard PitsShared
    BoardSharedInTurn CaptureNotUndone BoardLeftAtPrune
    SweepNotUndone SweepNotUndoneAndReplayed SweptSeedsNotUndone
    LowerRowShared UpperRowShared StoresShared StoresNotRestored OpponentsStoreNotRestored
    OpponentsStoreNotRestoredInState OpponentsStoreNotRestoredAfterCopy UpperStoreNotRestored
];

/// Where a move that is taken back leaves what the final sweep has changed.
pub(crate) const OF_SWEEP: &[M] =
    mistakes![SweepNotUndone SweepNotUndoneAndReplayed SweptSeedsNotUndone];

/// Where a move that is taken back leaves the opponent's mancala as it is.
pub(crate) const OF_OPPONENTS_STORE: &[M] = mistakes![
    OpponentsStoreNotRestored OpponentsStoreNotRestoredInState OpponentsStoreNotRestoredAfterCopy
];

/// Where the turn that is written stands in one place for the whole search.
pub(crate) const OF_KEPT_TURN: &[M] = mistakes![
    StateOfSharedSlice StateOfLastTurn StateOfLastTurnBelowBest StateOfLastImprovement
    StateOfLastPass StateOfLastInChain StateOfMixedTurns StateOfRunningValues StateOfStalePath
];

/// Whose turn is written whole: a flag that is left says another thing then than it did within the search.
pub(crate) const PLAYED_WHOLE: &[M] = mistakes![
    CaptureLeavesFlag OpponentsRowLeavesFlag ExtraTurnKept StateAfterReply StateOfLine
    StateOfOwnMoves StateByStaleFlag StateOfStalePath CaptureNotUndone SweepNotUndoneAndReplayed
    StateByIndexOfMoves
];

/// When the game is over.
const OF_END: &[M] = mistakes![
    EndTestLacksLastPit EndTestedForNextPlayerOnly EndTestedForMoverOnly EndTestedForOtherOnly
    EndNeedsBothEmpty EndTestedForMeOnly EndNeverTested EndAtMajority
    EndAtMajorityNotSwept
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
        // A value, and the depth of a row, are also those of a child.
        of_window
            || [Rule::UpdateRows, Rule::UpdateValues].contains(&rule)
            || matches!(self, M::ValueOfZeroIsNone | M::ChildOfZeroSkipped)
            || matches!(self, M::ExtraTurnValueNegated | M::RowDepthOfChild)
    }
}
