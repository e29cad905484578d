//! The catalogue of mistakes: one entry each, by what it is about.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rule::Rule;

/// Makes [`Mistake`] and [`CATALOGUE`] of a table. An entry has the mistake, its key, where it is known
/// from, the rule that is told, and all that it breaks if these are others.
macro_rules! catalogue {
    ($($group:ident { $($mistake:ident $key:literal $known:ident
        $rule:ident $(breaks [$($broken:ident),*])?;)* })*) => {
        /// A mistake; what it is stands in its [entry](Mistake::entry) of the catalogue.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(try_from = "String", into = "String")]
        #[allow(missing_docs, reason = "sentences.txt says what each is")]
        pub enum Mistake {
            $($($mistake,)*)*
        }

        /// Every entry, in the order of [`Mistake`].
        pub const CATALOGUE: &[Entry] = &[$($(Entry {
            mistake: Mistake::$mistake,
            key: $key,
            group: Group::$group,
            known: Known::$known,
            rule: Rule::$rule,
            others: 0 $($(| 1 << Rule::$broken as u128)*)?,
        },)*)*];
    };
}

keyed!(Mistake, Entry, CATALOGUE, mistake);

stored_as_text!(Mistake, Mistake::key, |key| {
    Mistake::from_key(key).ok_or_else(|| format!("no such mistake: {key}"))
});

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// What a mistake is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// What a move does to the board.
    BoardRules,
    /// What is visited, and what is chosen.
    Search,
    /// Which rows the log has, and what they hold.
    Log,
    /// Which board is written as the next state.
    State,
    /// What is read from the input.
    Input,
    /// How infinities and pits are spelled.
    Format,
}

/// Where a mistake is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Known {
    /// From a public student program.
    Seen,
    /// From reading the handout as a student might.
    Conceived,
}

/// The sentences of the catalogue: a key, and below it one for the student and one for the staff.
const SENTENCES: &str = include_str!("sentences.txt");

/// One entry of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The mistake.
    pub mistake: Mistake,
    /// Its name in files and reports.
    pub key: &'static str,
    /// What it is about.
    pub group: Group,
    /// Where it is known from.
    pub known: Known,
    /// The rule that is told with it.
    pub rule: Rule,
    /// The rules that it breaks, a bit for each, if these are others. A list would have to be relocated at every start.
    others: u128,
}

impl Entry {
    /// A sentence for the student whose program makes it.
    pub fn student(&self) -> &'static str {
        self.sentence(1)
    }

    /// A sentence for the staff: what such a program does.
    pub fn staff(&self) -> &'static str {
        self.sentence(2)
    }

    fn sentence(&self, below: usize) -> &'static str {
        let mut lines = SENTENCES.lines().skip_while(|line| *line != self.key);
        lines.nth(below).unwrap_or_default().trim_start()
    }

    /// Whether such a program breaks this rule, and not only those that its probes need.
    pub fn breaks(&self, rule: Rule) -> bool {
        if self.others == 0 { rule == self.rule } else { self.others >> rule as u128 & 1 == 1 }
    }
}

catalogue! {
    BoardRules {
        CaptureNeedsStonesOpposite "capture-needs-stones-opposite" Conceived CaptureEmptyOpposite;
        NoCapture "no-capture" Conceived Capture;
        CaptureLeavesOwnStone "capture-leaves-own-stone" Conceived Capture;
        CaptureWrongPit "capture-wrong-pit" Conceived Capture;
        CaptureCountsBeforeSowing "capture-counts-before-sowing" Conceived CaptureAfterGoingRound breaks [CaptureAfterGoingRound, CaptureInStartPit];
        CaptureOnEitherSide "capture-on-either-side" Conceived CaptureOwnRowOnly;
        CaptureInOtherRow "capture-in-other-row" Conceived CaptureOwnRowOnly breaks [CaptureOwnRowOnly, Capture];
        CaptureJudgedBeforeSowing "capture-judged-before-sowing" Conceived CaptureNeedsEmptyPit breaks [CaptureNeedsEmptyPit, CaptureInStartPit];
        CaptureJudgedBeforeSowingOfOne "capture-judged-before-sowing-of-one" Conceived CaptureNeedsEmptyPit breaks [CaptureNeedsEmptyPit, CaptureInStartPit];
        StartPitCountedFull "start-pit-counted-full" Seen CaptureInStartPit;
        NoCaptureAfterGoingRound "no-capture-after-going-round" Seen CaptureAfterGoingRound;
        LapSkipsStartPit "lap-skips-start-pit" Conceived SowLap;
        StartPitEmptiedLast "start-pit-emptied-last" Conceived SowLap;
        LapGoesOnAfterStart "lap-goes-on-after-start-pit" Conceived SowLap breaks [SowLap, SowPastOpponentsStore];
        LapTooShort "lap-too-short" Conceived SowLap breaks [SowLap, SowOpponentsRow, SowPastOpponentsStore];
        LapTooLong "lap-too-long" Conceived SowLap;
        SkipsLastPitOfOpponent "skips-last-pit-of-opponent" Conceived SowOpponentsRow;
        EntersOwnRowAtEnd "enters-own-row-at-its-end" Conceived SowPastOpponentsStore;
        LandingCountsOpponentsStore "landing-counts-opponents-mancala" Conceived SowPastOpponentsStore;
        LandingCountsLaterPasses "landing-counts-later-passes" Conceived SowFar;
        SkipsOwnFirstPit "skips-own-first-pit" Conceived SowPastOpponentsStore;
        SowsOpponentsRowBackwards "sows-opponents-row-backwards" Conceived SowOwnStore;
        SowsClockwise "sows-clockwise" Conceived SowOwnStore;
        FirstStoneInStartPit "first-stone-in-start-pit" Conceived SowOwnStore;
        SowsIntoOpponentsStore "sows-into-opponents-store" Seen SowPastOpponentsStore;
        SowsIntoInputPlayersStore "sows-into-input-players-mancala" Conceived SowPastOpponentsStore breaks [SowPastOpponentsStore, SowOwnStore];
        OpponentsStoreSkippedOnce "opponents-store-skipped-once" Conceived SowFar;
        NoExtraTurn "no-extra-turn" Conceived ExtraTurn breaks [ExtraTurn, OpponentsChain];
        ExtraTurnForPassing "extra-turn-for-passing" Conceived PassingEndsTurn;
        ExtraTurnCountsOpponentsStore "extra-turn-counts-opponents-mancala" Conceived ExtraTurnAfterLap;
        LosesLastStoneAtStore "loses-last-stone-at-opponents-mancala" Conceived SowPastOpponentsStore;
        LosesStoneAtStore "loses-stone-at-opponents-mancala" Conceived SowPastOpponentsStore;
        LosesStoneOfFirstPit "loses-stone-of-first-pit" Conceived SowPastOpponentsStore;
        LosesStoneOnStones "loses-stone-on-stones" Seen SowOwnRow;
        ExtraTurnInEitherStore "extra-turn-in-either-mancala" Conceived SowPastOpponentsStore;
        CaptureGivesExtraTurn "capture-gives-extra-turn" Conceived CaptureEndsTurn;
        ExtraTurnKept "extra-turn-for-later-moves" Conceived Siblings breaks [Siblings, ExtraTurn];
        OpponentAlwaysNext "opponent-always-next" Conceived Depth breaks [Depth, Transpositions, CutAtBound];
        MoverKept "player-kept-for-later-moves" Conceived Siblings breaks [Siblings, Depth];
        CaptureLeavesFlag "capture-leaves-extra-turn-flag" Conceived Siblings;
        OpponentsRowLeavesFlag "opponents-row-leaves-extra-turn-flag" Conceived Siblings;
        CaptureTakesNextHole "capture-takes-next-hole" Conceived Capture;
        CapturesForInputPlayer "captures-for-input-player" Conceived Capture;
        CapturesForOpponent "captures-for-opponent" Conceived Capture;
        EndTestedForNextPlayerOnly "end-tested-for-next-player-only" Conceived EndRowOfMover breaks [EndRowOfMover, EndInMidTurn];
        EndTestedForMoverOnly "end-tested-for-mover-only" Conceived EndRowOfOpponent breaks [EndRowOfOpponent, EndInMidTurn];
        EndTestedForOtherOnly "end-tested-for-other-only" Conceived EndRowOfMover;
        EndNeedsBothEmpty "end-needs-both-empty" Conceived EndRowOfMover breaks [EndRowOfMover, EndRowOfOpponent, EndInMidTurn];
        NoFinalSweep "no-final-sweep" Seen SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent];
        SweepToOtherSide "sweep-to-other-side" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent];
        SweepToMover "sweep-to-mover" Conceived SweepRowOfOpponent;
        CaptureLeavesOpposite "capture-leaves-stones-opposite" Conceived Capture;
        CaptureLosesOwnStone "capture-loses-own-stone" Conceived Capture;
        SweepToOtherPlayer "sweep-to-other-player" Conceived SweepRowOfMover;
        EndTestedForMeOnly "end-tested-for-own-row-only" Conceived EndRowOfOpponent breaks [EndRowOfOpponent, EndRowOfMover, EndInMidTurn];
        EndNeverTested "end-never-tested" Conceived EndRowOfMover breaks [EndRowOfMover, EndRowOfOpponent, EndInMidTurn];
        SweepLeavesMoversRow "sweep-leaves-movers-row" Seen SweepRowOfMover;
        SweepLeavesOtherRow "sweep-leaves-other-row" Conceived SweepRowOfOpponent;
        NoExtraTurnAfterGoingRound "no-extra-turn-after-going-round" Conceived ExtraTurnAfterLap;
        CaptureOverwritesStore "capture-overwrites-store" Seen Capture;
        SweepOverwritesStore "sweep-overwrites-store" Seen SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent];
        EndTestedBeforeCapture "end-tested-before-capture" Seen EndRowOfOpponent breaks [EndRowOfOpponent, EndRowOfMover];
        CaptureEndUnseen "capture-end-unseen" Conceived EndRowOfOpponent breaks [EndRowOfOpponent, EndRowOfMover, EndAtCutoff, SweepRowOfMover, SweepWholeRow];
        EndAtMajority "end-at-majority" Conceived GoesOn;
        EndAtMajorityNotSwept "end-at-majority-not-swept" Conceived GoesOn breaks [GoesOn];
        MidTurnEndNegated "mid-turn-end-negated" Conceived EndInMidTurn breaks [EndInMidTurn];
        EndUntestedAtStore "end-untested-at-mancala" Conceived EndInMidTurn breaks [EndInMidTurn, EndRowOfMover, EndRowOfOpponent, ExtraTurn, Depth];
        StuckPlayerPasses "stuck-player-passes" Conceived EndInMidTurn breaks [EndInMidTurn, EndRowOfMover, ExtraTurn, Depth];
        SweepSetsStores "sweep-sets-mancalas" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent, SweepWholeRow, CaptureBig, EndInMidTurn, EndAtCutoff, EndValue];
        SweepLeavesLeftmost "sweep-leaves-leftmost-pit" Conceived SweepWholeRow;
        SweepLeavesRightmost "sweep-leaves-rightmost-pit" Conceived SweepWholeRow;
        SweepLosesLeftmost "sweep-loses-leftmost-pit" Conceived SweepWholeRow;
        SweepLosesRightmost "sweep-loses-rightmost-pit" Conceived SweepWholeRow;
        SweepDiscards "sweep-discards" Seen SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent];
        SweepGoesToBoth "sweep-goes-to-both" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent];
        SweepCopies "sweep-copies-stones" Conceived StateSwept;
        RowSumsLackLastPit "row-sums-lack-last-pit" Conceived GoesOn breaks [GoesOn, EndRowOfMover, EndRowOfOpponent, EndInMidTurn, SweepWholeRow];
        EndTestLacksLastPit "end-test-lacks-last-pit" Conceived GoesOn breaks [GoesOn, EndRowOfMover, EndRowOfOpponent, EndInMidTurn];
        EndTestLacksFirstPit "end-test-lacks-first-pit" Conceived GoesOn breaks [GoesOn, EndInMidTurn];
        CaptureCopiesOpposite "capture-copies-stones-opposite" Conceived Capture;
        CaptureLosesOpposite "capture-loses-stones-opposite" Conceived Capture;
        CaptureDoublesOwnStone "capture-doubles-own-stone" Conceived Capture;
        NoCaptureInLeftmostPit "no-capture-in-leftmost-pit" Conceived Capture;
        NoCaptureInRightmostPit "no-capture-in-rightmost-pit" Conceived Capture;
        SweepToPlayer1 "sweep-to-player-1" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent];
        SweepToPlayer2 "sweep-to-player-2" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent];
    }
    Search {
        TiesToLast "ties-to-last" Seen TiesFirst;
        RightToLeft "right-to-left" Conceived Order;
        Player2InSowingOrder "player-2-in-sowing-order" Conceived Order;
        FullestFirst "fullest-first" Conceived Order;
        DepthGrowsAtTurnEnd "depth-grows-at-turn-end" Conceived Depth;
        DepthGrowsAtTurnOrGameEnd "depth-grows-at-turn-or-game-end" Conceived Depth;
        DepthByStaleFlag "depth-by-stale-flag" Conceived Depth breaks [Depth, Siblings];
        ExtraTurnCostsDepth "extra-turn-costs-depth" Conceived Depth;
        ExtraTurnAtCutoffIsLeaf "extra-turn-at-cutoff-is-leaf" Conceived ChainAtCutoff breaks [ChainAtCutoff, OpponentsChain];
        OneExtraTurnOfDepth "one-extra-turn-of-depth" Conceived Depth breaks [Depth, Cutoff, ChainAtCutoff];
        OneExtraTurnAtCutoff "one-extra-turn-at-cutoff" Conceived ChainAtCutoff;
        BoundOfZeroIsNone "bound-of-zero-is-none" Conceived CutAtBound;
        StrictCut "strict-cut" Conceived CutAtBound;
        CutAtOwnBound "cut-at-own-bound" Conceived CutAtBound breaks [CutAtBound, Siblings, OrderByText, WindowNarrowed, WindowNarrowedInChain, UpdateRows];
        WindowNotPassed "window-not-passed" Conceived WindowPassed;
        AlphaNotPassed "alpha-not-passed" Conceived WindowPassed;
        BetaNotPassed "beta-not-passed" Conceived WindowPassed breaks [WindowInherited, WindowOfLeaf, CutAtBound];
        WindowShared "window-shared" Conceived WindowPassed breaks [WindowPassed, WindowNarrowed];
        WindowLeftOnCut "window-left-on-cut" Conceived WindowInherited breaks [WindowInherited, WindowPassed, WindowNarrowed];
        WindowNegated "window-negated" Conceived WindowPassed;
        WindowResetOnExtraTurn "window-reset-on-extra-turn" Conceived WindowInChain;
        WindowOverwritten "window-overwritten" Seen WindowInherited;
        WindowSetToChild "window-set-to-child" Conceived WindowNarrowed;
        WindowOfOtherKind "window-of-other-kind" Conceived WindowNarrowed;
        EvaluatesForPlayer1 "evaluates-for-player-1" Conceived Evaluation;
        InfinityTooSmall "infinity-too-small" Seen LargeValues;
        MidTurnEndSkipped "mid-turn-end-skipped" Seen EndInMidTurn breaks [EndInMidTurn, ExtraTurn, EndRow];
        MidTurnEndNotListed "mid-turn-end-not-listed" Conceived EndInMidTurn breaks [EndInMidTurn, ExtraTurn, EndRow];
        GameOverIsInner "game-over-is-inner" Seen EndRow breaks [EndRow, EndRowOfOpponent, EndInMidTurn];
        BestBeginsAtZero "best-begins-at-zero" Seen Choice breaks [Choice, Runs];
        BestBeginsAtZeroAndFirst "best-begins-at-zero-and-first" Seen Choice breaks [Choice, Runs];
        BestOfZeroIsNone "best-of-zero-is-none" Conceived Choice;
        FailHard "fail-hard" Seen ValueAfterCut;
        FailHardReturned "fail-hard-returned" Seen ValueAfterCut;
        ClippedValueReturned "clipped-value-returned" Conceived ValueAfterCut;
        ValueBeginsAtBound "value-begins-at-bound" Conceived EntryRows breaks [EntryRows, ValueAfterCut];
        ValueBeginsAtParents "value-begins-at-parents" Conceived ChainSign;
        ValueBeginsUnseenAtBound "value-begins-unseen-at-bound" Seen EntryRows breaks [ValueAfterCut];
        WindowNotNarrowed "window-not-narrowed" Seen WindowNarrowed;
        InfinityOverflows "infinity-overflows" Conceived EntryRows breaks [EntryRows, CutAtBound];
        NoCut "no-cut" Conceived CutAtBound;
        MinimaxPrunes "minimax-prunes" Conceived CutAtBound breaks [CutAtBound, SowOwnRow, ChainAtCutoff, Siblings, Transpositions];
        ChildrenByText "children-by-text" Seen OrderByText;
        TiesByText "ties-by-text" Seen TiesByText;
        TiesToGreatestName "ties-to-greatest-name" Conceived TiesFirst breaks [TiesFirst, ChainChosen];
        TiesToLongest "ties-to-longest" Conceived TiesFirst breaks [TiesFirst, ChainChosen];
        ExtraTurnsFirst "extra-turns-first" Conceived Order;
        BestEvaluatedFirst "best-evaluated-first" Conceived Order;
        TiesByBoard "ties-by-board" Conceived TiesFirst;
        TiesToFewestSows "ties-to-fewest-sows" Conceived TiesFirst breaks [TiesFirst, ChainChosen];
        TiesToExtraTurn "ties-to-extra-turn" Conceived TiesFirst breaks [TiesFirst, ChainChosen];
        LargeValueNotFound "large-value-not-found" Conceived LargeValues;
        LargeValueLeavesState "large-value-leaves-state" Conceived LargeValues;
        FirstPit "first-pit" Seen Choice;
        ExtraTurnValueNegated "extra-turn-value-negated" Conceived ChainSign breaks [ChainSign, ChainChosen, EndInMidTurn, Siblings, CutAtBound];
        ExtraTurnFlipsKind "extra-turn-flips-kind" Conceived ChainSign breaks [ChainSign, ChainChosen];
        StopsAtEmptyPit "stops-at-empty-pit" Conceived Moves;
        LastPitNotTried "last-pit-not-tried" Conceived Moves;
        TestsOppositePit "tests-opposite-pit" Conceived Moves;
        MovesOfTurnStartOrWorth "moves-of-turn-start-or-value" Conceived Moves breaks [Moves, ExtraTurn];
        MovesOfTurnStart "moves-of-turn-start" Conceived Moves breaks [Moves, ExtraTurn];
        MovesOfTurnStartSown "moves-of-turn-start-sown" Conceived Moves breaks [Moves, ExtraTurn];
        StopsAfterEnd "stops-after-end" Conceived Moves breaks [Moves, EndRowOfOpponent];
        CutValueLost "value-lost-at-prune" Conceived RowOnCut breaks [RowOnCut, CutAtBound];
        DepthLeftAtCut "depth-left-at-prune" Conceived CutAtBound breaks [CutAtBound, CutRow, Depth];
        PruneEndsParents "prune-ends-parents" Conceived CutAtBound;
        LastChildReturned "last-child-returned" Conceived Opponent;
        ExtraTurnPasses "extra-turn-passes" Conceived ExtraTurn breaks [ExtraTurn, Depth, OpponentsChain];
        Player1Maximises "player-1-maximises" Conceived Opponent breaks [Opponent, Choice, EntryRows];
        BoardsShared "boards-shared" Conceived OwnBoards;
        BoardsSharedAndReplayed "boards-shared-and-replayed" Conceived OwnBoards;
        BoardsByDepth "boards-saved-by-depth" Conceived ChainAtCutoff breaks [ChainAtCutoff, WindowInherited, ChainChosen];
        BoardOfSiblings "board-of-siblings" Conceived OwnBoards;
        LoopOnOneBoard "loop-on-one-board" Conceived OwnBoards;
        BoardLeftAtPrune "board-left-at-prune" Conceived OwnBoards breaks [OwnBoards, CutAtBound, WholeTurn];
        BoardSharedInTurn "board-shared-in-turn" Conceived OwnBoards breaks [OwnBoards, Siblings];
        CaptureNotUndone "capture-not-undone" Conceived OwnBoards breaks [OwnBoards, Siblings];
        SweepNotUndone "sweep-not-undone" Conceived OwnBoards breaks [OwnBoards, Siblings];
        SweepNotUndoneAndReplayed "sweep-not-undone-and-replayed" Conceived OwnBoards breaks [OwnBoards, Siblings];
        SweptSeedsNotUndone "swept-stones-not-undone" Conceived OwnStores breaks [OwnStores, Siblings];
        LowerRowShared "lower-row-shared" Conceived OwnBoards;
        UpperRowShared "upper-row-shared" Conceived OwnBoards;
        PitsShared "pits-shared" Conceived OwnBoards;
        StoresShared "mancalas-shared" Conceived OwnStores;
        StoresNotRestored "mancalas-not-restored" Conceived OwnStores;
        OpponentsStoreNotRestored "opponents-mancala-not-restored" Conceived OwnStores breaks [OwnStores, Siblings];
        OpponentsStoreNotRestoredInState "opponents-mancala-not-restored-in-state" Conceived OwnStores breaks [OwnStores, Siblings];
        OpponentsStoreNotRestoredAfterCopy "opponents-mancala-not-restored-after-copy" Conceived OwnStores breaks [OwnStores, Siblings];
        UpperStoreNotRestored "player-2s-mancala-not-restored" Conceived OwnStores breaks [OwnStores, Siblings];
        KindByDepth "kind-by-depth" Conceived ChainSign breaks [ChainSign, ChainChosen];
        CutoffOneMore "cutoff-one-more" Conceived Cutoff;
        CutoffOneLess "cutoff-one-less" Conceived Cutoff;
        GreedyToCutoff "greedy-to-cutoff" Conceived GreedyDepth;
        TurnSowBySow "turn-sow-by-sow" Conceived ChainChosen;
        EvaluatesAllStones "evaluates-all-stones" Conceived Evaluation;
        EvaluatesForOpponent "evaluates-for-opponent" Conceived Evaluation;
        EvaluatesOwnStoreOnly "evaluates-own-store-only" Conceived Evaluation;
        EvaluatesForNextPlayer "evaluates-for-next-player" Conceived Evaluation;
        EvaluatesForLastPlayer "evaluates-for-last-player" Conceived Evaluation;
        EvaluatesGain "evaluates-gain" Conceived Evaluation;
        EvaluatesLastSow "evaluates-last-sow" Conceived Evaluation;
        LeafWorthOfParent "leaf-worth-of-parent" Conceived LeafValues breaks [LeafValues, Evaluation];
        OpponentMaximises "opponent-maximises" Conceived Opponent breaks [Opponent, EntryRows];
        InfinityOf99 "infinity-of-99" Conceived LargeValues;
        InfinityOf100 "infinity-of-100" Conceived LargeValues;
        InfinityOf1000 "infinity-of-1000" Conceived LargeValues;
        InfinityFrom1000 "infinity-from-1000" Seen LargeValues;
        ChildOfZeroSkipped "child-of-zero-skipped" Conceived Choice breaks [Choice, EntryRows, UpdateRows, Runs];
        ValueOfZeroIsNone "value-of-zero-is-none" Conceived Choice breaks [Choice, Opponent];
        ValueBeginsAtZero "value-begins-at-zero" Conceived EntryRows breaks [EntryRows, Runs, Evaluation, Opponent, UpdateRows];
        MayStopAtCutoff "may-stop-at-cutoff" Seen ChainAtCutoff breaks [ChainAtCutoff, ValueAfterCut];
        ValueBeginsAtEvaluation "value-begins-at-evaluation" Seen EntryRows breaks [EntryRows, Runs, Opponent, UpdateRows];
        CutoffBeforeEnd "cutoff-before-end" Conceived EndAtCutoff;
        EndWorthInfinity "end-worth-infinity" Conceived EndValue;
        RemembersPositions "remembers-positions" Conceived Transpositions;
        RemembersWithoutRows "remembers-without-rows" Conceived Transpositions;
        RemembersInnerNodes "remembers-inner-nodes" Conceived Transpositions;
        RemembersBoards "remembers-boards" Conceived Transpositions;
        ExtraTurnCostsDepthOnly "extra-turn-costs-depth-only" Conceived Depth breaks [Depth, Cutoff];
        WindowNegatedInGreedyToo "window-negated-in-greedy-too" Conceived WindowInChain breaks [WindowInChain, ChainChosen, TiesFirst];
        WindowNegatedOnExtraTurn "window-negated-on-extra-turn" Conceived WindowInChain;
        WindowOfTurnOnExtraTurn "window-of-turn-on-extra-turn" Conceived WindowInChain;
        ValuePassedAsBound "value-passed-as-bound" Conceived WindowInherited;
    }
    Log {
        ExtraTurnWrongSign "extra-turn-wrong-sign" Seen ChainSign;
        NoEntryRows "no-entry-rows" Conceived EntryRows;
        NoUpdateRows "no-update-rows" Conceived UpdateRows;
        UpdateRowTwice "update-row-twice" Conceived UpdateRows;
        UpdateRowsOnlyOnChange "update-rows-only-on-change" Conceived UpdateRows;
        UpdateRowsOnlyOnNarrowing "update-rows-only-on-narrowing" Conceived UpdateRows;
        LeafTwice "leaf-twice" Conceived LeafRows;
        WindowUpdatedOnCut "window-updated-on-cut" Conceived CutRow;
        NoRowOnCut "no-row-on-cut" Conceived RowOnCut;
        CutRowTwice "cut-row-twice" Conceived RowOnCut;
        RowBeforeValueUpdate "row-before-value-update" Conceived UpdateValues breaks [UpdateValues, EntryRows, UpdateRows];
        RowShowsChild "row-shows-child" Conceived UpdateValues;
        RowDepthOfChild "row-depth-of-child" Conceived Depth;
        LeafDepthOneLess "leaf-depth-one-less" Seen Depth;
        ChainRowsDeeper "chain-rows-deeper" Conceived Depth breaks [Depth, Cutoff];
        DepthsCountSows "depths-count-sows" Conceived Depth breaks [Depth, Cutoff];
        RowNamesChild "row-names-child" Conceived UpdateRows breaks [UpdateRows, PitNames];
        RowBeforeWindowUpdate "row-before-window-update" Conceived WindowNarrowed;
        ValueShownAsBound "value-shown-as-bound" Seen WindowInherited;
        LeafInOwnWindow "leaf-in-own-window" Seen WindowOfLeaf;
        LeafInWindowUnlessCut "leaf-in-own-window-unless-cut" Seen WindowOfLeaf;
        LeafNarrowsItsWindow "leaf-narrows-its-window" Conceived WindowOfLeaf;
        LeafInWindowOnEntry "leaf-in-window-on-entry" Conceived WindowOfLeaf;
        LeafEntered "leaf-has-entry-row" Conceived LeafRows;
        NoLeafRows "no-leaf-rows" Conceived LeafRows;
        SearchesAgainInTurn "searches-again-in-turn" Conceived OneSearch breaks [OneSearch, ChainAtCutoff, Siblings, ChainSign];
        EndRowShowsInfinity "end-row-shows-infinity" Conceived EndRow;
        NoRowAtEnd "no-row-at-end" Seen EndRow breaks [EndRow, LeafRows];
    }
    State {
        StateAfterFirstSow "state-after-first-sow" Conceived WholeTurn;
        StateOfGreedyMove "state-of-greedy-move" Seen StateOfSearch;
        StateNotSwept "state-not-swept" Seen StateSwept;
        StateAfterSecondSow "state-after-one-extra-sow" Seen WholeTurn;
        StateWithoutLastSow "state-without-last-sow" Seen WholeTurn;
        StateAfterReply "state-after-reply" Seen WholeTurn breaks [Runs, StateOfSearch];
        StateOfOwnMoves "state-of-own-moves" Conceived WholeTurn breaks [WholeTurn, StateOfSearch];
        StateOfLine "state-of-line" Conceived WholeTurn;
        StateByIndexOfMoves "state-by-index-of-moves" Conceived StateOfSearch breaks [StateOfSearch, Runs];
        StateUnchanged "state-unchanged" Conceived Runs;
        StateStoresOfStart "state-mancalas-of-start" Conceived Runs;
        StateOfLastTurn "state-of-last-turn" Conceived Choice;
        StateOfLastTurnBelowBest "state-of-last-turn-below-best" Conceived ChainChosen breaks [ChainChosen, ExtraTurnAfterLap];
        StateOfLastImprovement "state-of-last-improvement" Seen ChainChosen;
        StateOfLastInChain "state-of-last-in-chain" Seen ChainChosen;
        StateOfMixedTurns "state-of-mixed-turns" Seen ChainChosen;
        StateOfSharedSlice "state-of-shared-slice" Conceived ChainChosen;
        StateByNodeName "state-by-node-name" Conceived ChainChosen;
        StateByStaleFlag "state-by-stale-flag" Conceived ChainChosen breaks [ChainChosen, StateOfSearch, WholeTurn, Runs];
        StateOfLastPass "state-of-last-pass" Conceived ChainChosen breaks [ChainChosen, EndInMidTurn];
        StateOfRunningValues "state-of-running-values" Seen StateOfSearch;
        StateOfStalePath "state-of-stale-path" Conceived ChainChosen breaks [ChainChosen, Siblings];
        StateSkipsMidTurnEnd "state-skips-mid-turn-end" Conceived ChainChosen breaks [ChainChosen, EndInMidTurn];
        StateOfLastLeaf "state-of-last-leaf" Conceived Choice;
    }
    Input {
        RowsReadSwapped "rows-read-swapped" Conceived ReadingRows breaks [ReadingRows, Runs];
        UpperRowReadReversed "upper-row-read-reversed" Conceived ReadingRows breaks [ReadingRows, Runs];
        StoresNotRead "mancalas-not-read" Conceived ReadingStores breaks [ReadingStores, Evaluation];
        StoresByFirstDigit "mancalas-by-first-digit" Conceived ReadingNumbers breaks [ReadingNumbers, LargeNumbers, LargeValues];
        PitsByDigit "pits-by-digit" Conceived ReadingNumbers breaks [ReadingNumbers, Widths];
        PitsInAByte "pits-in-a-byte" Conceived LargeNumbers;
        StoresReadSwapped "stores-read-swapped" Conceived ReadingStores breaks [ReadingStores, Evaluation];
    }
    State {
        StateRowsSwapped "state-rows-swapped" Conceived StateForm breaks [Runs];
        StateByText "state-by-text" Conceived TiesByText breaks [Widths];
        StateRowsReversed "state-rows-reversed" Conceived StateForm breaks [StateForm, Runs];
        StateUpperRowReversed "state-upper-row-reversed" Conceived StateForm breaks [StateForm, Runs];
        StateStoresSwapped "state-stores-swapped" Conceived StateForm breaks [ReadingStores];
        StateSidesSwapped "state-sides-swapped" Conceived StateForm breaks [StateForm, Runs, ReadingStores];
        StateTurned "state-turned" Conceived StateForm breaks [StateForm, Runs, ReadingStores];
    }
    Format {
        InfinityText "infinity-text" Conceived InfinityText;
        InfinityTextCapital "infinity-text-capital" Conceived InfinityText;
        InfinityTextNumber "infinity-text-number" Conceived InfinityText;
        WindowColumnsSwapped "window-columns-swapped" Conceived RowForm breaks [WindowNarrowed, WindowOfLeaf];
        NamesFrom1 "names-from-1" Conceived PitNames;
        NamesJoinedAsText "names-joined-as-text" Conceived PitNames;
        Player2NamesReversed "player-2-names-reversed" Conceived PitNames;
        NamesCountMoves "names-count-moves" Conceived PitNames;
        OneDigitNames "one-digit-names" Seen TwoDigitNames;
        NamesByCharacter "names-by-character" Conceived TwoDigitNames breaks [TwoDigitNames, OrderByText];
        LettersSwapped "letters-swapped" Conceived PitNames;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentences_are_of_the_entries_in_their_order() {
        let keys = SENTENCES.lines().filter(|line| !line.starts_with(' '));
        assert!(keys.eq(CATALOGUE.iter().map(|entry| entry.key)));
        assert_eq!(SENTENCES.lines().count(), 3 * CATALOGUE.len());
    }
}
