//! The rules that a program is asked about, one by one.
//!
//! Left out: the questions ([`battery`](super::battery)), and what a program answers.

use std::fmt;

use crate::mistakes::Mistake as M;

/// A rule of the homework; what it says stands in its [entry](Rule::entry).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the table documents each, in the same order")]
pub enum Rule {
    // Reading and writing.
    Runs,
    ReadingBlanks,
    ReadingLineEnds,
    ReadingRows,
    ReadingStores,
    Widths,
    StateForm,
    Header,
    RowForm,
    PitNames,
    TwoDigitNames,
    InfinityText,
    // A sow.
    SowOwnStore,
    SowPastOpponentsStore,
    SowLap,
    SowFar,
    Capture,
    CaptureBig,
    CaptureOwnRowOnly,
    CaptureEmptyOpposite,
    CaptureNeedsEmptyPit,
    CaptureAfterGoingRound,
    CaptureInStartPit,
    ExtraTurn,
    ExtraTurnAfterLap,
    CaptureEndsTurn,
    // The end of the game.
    EndRowOfMover,
    EndRowOfOpponent,
    EndInMidTurn,
    EndAtCutoff,
    EndRow,
    SweepRowOfMover,
    SweepRowOfOpponent,
    // The search.
    Evaluation,
    LargeValues,
    Opponent,
    Choice,
    TiesFirst,
    TiesByText,
    Order,
    OrderByText,
    Depth,
    Cutoff,
    GreedyDepth,
    ChainAtCutoff,
    OpponentsChain,
    Transpositions,
    // The log.
    EntryRows,
    ChainSign,
    UpdateRows,
    LeafRows,
    // Alpha and beta.
    WindowPassed,
    WindowInChain,
    WindowNarrowed,
    WindowInherited,
    WindowOfLeaf,
    CutAtBound,
    CutRow,
    ValueAfterCut,
    // The next state.
    WholeTurn,
    ChainChosen,
    StateSwept,
    StateOfSearch,
}

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Group {
    Files,
    Sowing,
    End,
    Search,
    Log,
    Window,
    State,
}

/// What is known of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The rule.
    pub rule: Rule,
    /// Its name in files: lower-case words joined by hyphens.
    pub key: &'static str,
    /// What it is about.
    pub group: Group,
    /// A few words for a table.
    pub title: &'static str,
    /// The rule in one sentence.
    pub sentence: &'static str,
    /// Rules without which its probes cannot be passed: they say nothing where one of these fails.
    pub needs: &'static [Rule],
    /// The mistakes of the catalogue that break it.
    pub broken_by: &'static [M],
}

impl Rule {
    /// Every rule, in the order in which a table shows them.
    pub fn all() -> impl Iterator<Item = Self> {
        RULES.iter().map(|entry| entry.rule)
    }

    /// The rule with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|rule| rule.key() == key)
    }

    /// Its name in files.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.entry().key
    }

    /// What is known of it.
    #[must_use]
    pub fn entry(self) -> &'static Entry {
        &RULES[self as usize]
    }

    /// Whether this rule is among those that fail, or one that its probes need.
    pub(super) fn lacks(self, failing: &[Self]) -> bool {
        failing.contains(&self) || self.entry().needs.iter().any(|it| it.lacks(failing))
    }

    /// Whether a program with this mistake may fail the rule's probes: it breaks the rule, or one
    /// that they need.
    #[must_use]
    pub fn may_fail_by(self, mistake: M) -> bool {
        let Entry {
            needs, broken_by, ..
        } = self.entry();
        broken_by.contains(&mistake) || needs.iter().any(|rule| rule.may_fail_by(mistake))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

const fn entry(
    (rule, key, group): (Rule, &'static str, Group),
    title: &'static str,
    sentence: &'static str,
    needs: &'static [Rule],
    broken_by: &'static [M],
) -> Entry {
    Entry {
        rule,
        key,
        group,
        title,
        sentence,
        needs,
        broken_by,
    }
}

use Group::{End, Files, Log, Search, Sowing, State, Window};
use Rule as R;

/// Every entry, in the order of [`Rule`].
#[rustfmt::skip]
pub const RULES: &[Entry] = &[
    entry((R::Runs, "runs", Files), "A move is made",
        "The next state is the board after a move.", &[], &[M::StateUnchanged, M::RowsReadSwapped, M::StateRowsSwapped]),
    entry((R::ReadingBlanks, "reading-blanks", Files), "Blanks at the end of a line",
        "Blanks at the end of a line of the input mean nothing.", &[], &[]),
    entry((R::ReadingLineEnds, "reading-line-ends", Files), "Line ends of the input",
        "The lines of an input may end as on Windows, and the last line may have no end.", &[], &[]),
    entry((R::ReadingRows, "reading-rows", Files), "The rows of the input",
        "Line 4 of the input has player 2's pits and line 5 player 1's.", &[], &[M::RowsReadSwapped, M::StateRowsSwapped]),
    entry((R::ReadingStores, "reading-stores", Files), "The mancalas of the input",
        "Line 6 of the input has player 2's mancala and line 7 player 1's.", &[], &[M::StoresReadSwapped, M::StateStoresSwapped]),
    entry((R::Widths, "widths", Files), "Boards of 3 to 10 pits",
        "A board has 3 to 10 pits on each side.", &[], &[]),
    entry((R::StateForm, "state-form", Files), "The form of next_state.txt",
        "The next state has four lines: two rows and two mancalas, numbers with blanks between them.", &[], &[]),
    entry((R::Header, "header", Files), "The header of the log",
        "The first line of the log has the names of its columns.", &[], &[]),
    entry((R::RowForm, "row-form", Files), "The form of a row",
        "A row of the log has its columns, commas between them, and nothing else.", &[], &[]),
    entry((R::PitNames, "pit-names", Files), "Names of pits",
        "The pits are named A2 and B2 onwards.", &[], &[M::NamesFrom1]),
    entry((R::TwoDigitNames, "two-digit-names", Files), "Names with two digits",
        "The name of a pit has two digits from column 10 on.", &[R::PitNames], &[M::OneDigitNames]),
    entry((R::InfinityText, "infinity-text", Files), "The text of infinity",
        "Infinity is written as Infinity and -Infinity.", &[], &[M::InfinityText, M::InfinityTextCapital, M::InfinityTextNumber]),

    entry((R::SowOwnStore, "sow-own-store", Sowing), "Sowing past the own mancala",
        "A sow drops a stone in the own mancala and goes on in the opponent's row.", &[], &[]),
    entry((R::SowPastOpponentsStore, "sow-past-opponents-store", Sowing), "Sowing past the opponent's mancala",
        "A sow passes over the opponent's mancala.", &[R::Choice], &[M::SowsIntoOpponentsStore]),
    entry((R::SowLap, "sow-lap", Sowing), "Sowing round the board",
        "A long sow drops a stone in its starting pit as in any other.", &[R::SowPastOpponentsStore], &[M::LapSkipsStartPit]),
    entry((R::SowFar, "sow-far", Sowing), "Sowing round more than twice",
        "A sow goes round as often as its stones last.", &[R::SowLap], &[]),
    entry((R::Capture, "capture", Sowing), "Captures",
        "A last stone alone in one's own pit goes to one's mancala with those opposite.", &[R::CaptureEndsTurn],
        &[M::NoCapture, M::CaptureLeavesOwnStone, M::CaptureWrongPit, M::CaptureLeavesOpposite]),
    entry((R::CaptureBig, "capture-big", Sowing), "Captures of many stones",
        "A capture takes all stones of the opposite pit.", &[R::Capture], &[]),
    entry((R::CaptureOwnRowOnly, "capture-own-row-only", Sowing), "No capture in the opponent's row",
        "Only a last stone in the mover's own row can capture.", &[], &[M::CaptureOnEitherSide]),
    entry((R::CaptureEmptyOpposite, "capture-empty-opposite", Sowing), "Captures with nothing opposite",
        "A capture takes the last stone even if there is nothing opposite.", &[R::Capture], &[M::CaptureNeedsStonesOpposite]),
    entry((R::CaptureNeedsEmptyPit, "capture-needs-empty-pit", Sowing), "No capture in a pit with stones",
        "A last stone captures only if its pit was empty just before.", &[R::SowPastOpponentsStore], &[M::CaptureJudgedBeforeSowing]),
    entry((R::CaptureAfterGoingRound, "capture-after-going-round", Sowing), "Captures after going round",
        "It does not matter to a capture how far the last stone has come.", &[R::Capture, R::SowPastOpponentsStore], &[M::NoCaptureAfterGoingRound]),
    entry((R::CaptureInStartPit, "capture-in-start-pit", Sowing), "Captures in the starting pit",
        "A sow of one full lap ends in its starting pit, which is empty by then, and captures.",
        &[R::CaptureAfterGoingRound, R::SowLap], &[M::StartPitCountedFull, M::CaptureJudgedBeforeSowing]),
    entry((R::ExtraTurn, "extra-turn", Sowing), "Extra turns",
        "Whoever ends in the own mancala moves once more.", &[R::Depth, R::Order, R::EntryRows], &[M::NoExtraTurn]),
    entry((R::ExtraTurnAfterLap, "extra-turn-after-lap", Sowing), "Extra turns after going round",
        "Whoever ends in the own mancala moves once more, after any number of laps.",
        &[R::ExtraTurn, R::WholeTurn, R::SowLap], &[M::NoExtraTurnAfterGoingRound]),
    entry((R::CaptureEndsTurn, "capture-ends-turn", Sowing), "No extra turn after a capture",
        "After a capture it is the opponent's turn.", &[R::LeafRows], &[M::CaptureGivesExtraTurn]),

    entry((R::EndRowOfMover, "end-row-of-mover", End), "The mover's row is empty",
        "The game is over as soon as the mover's row is empty.", &[R::LeafRows],
        &[M::EndTestedForNextPlayerOnly, M::EndNeedsBothEmpty, M::EndNeverTested, M::EndTestedForMeOnly]),
    entry((R::EndRowOfOpponent, "end-row-of-opponent", End), "The opponent's row is empty",
        "The game is over as soon as the opponent's row is empty.", &[R::Capture, R::LeafRows],
        &[M::EndTestedForMoverOnly, M::EndNeedsBothEmpty, M::EndNeverTested, M::EndTestedForMeOnly, M::GameOverIsInner]),
    entry((R::EndInMidTurn, "end-in-mid-turn", End), "The game ends in the middle of a turn",
        "A sow that earns an extra turn can end the game as well.", &[R::Order, R::SweepRowOfOpponent],
        &[M::EndTestedForNextPlayerOnly, M::EndTestedForMoverOnly, M::EndNeedsBothEmpty, M::EndNeverTested, M::EndTestedForMeOnly, M::GameOverIsInner, M::StateOfLastPass]),
    entry((R::EndAtCutoff, "end-at-cutoff", End), "The game ends at the cutoff",
        "A leaf at the cutoff at which the game is over is swept before it is valued.", &[R::Evaluation, R::EndRowOfMover, R::SweepRowOfOpponent],
        &[M::CutoffBeforeEnd]),
    entry((R::EndRow, "end-row", End), "The row of a finished game",
        "A node at which the game is over has a row with its value, at any depth.", &[R::EndRowOfMover, R::LeafRows], &[M::GameOverIsInner]),
    entry((R::SweepRowOfMover, "sweep-row-of-mover", End), "The last stones of the mover",
        "The stones that are left go to the player in whose row they lie.", &[R::EndRowOfOpponent, R::EndRow],
        &[M::NoFinalSweep, M::SweepToOtherSide, M::SweepLeavesMoversRow, M::SweepLeavesOwnRow]),
    entry((R::SweepRowOfOpponent, "sweep-row-of-opponent", End), "The last stones of the opponent",
        "The stones that are left go to the player in whose row they lie.", &[R::EndRowOfMover, R::EndRow],
        &[M::NoFinalSweep, M::SweepToOtherSide, M::SweepToMover, M::SweepLeavesOtherRow, M::SweepLeavesOpponentsRow]),

    entry((R::Evaluation, "evaluation", Search), "The value of a board",
        "A board is worth the player's own mancala less the opponent's.", &[],
        &[M::EvaluatesForPlayer1, M::EvaluatesAllStones, M::EvaluatesOwnStoreOnly, M::StoresReadSwapped]),
    entry((R::LargeValues, "large-values", Search), "Large values",
        "Infinity is beyond any number of stones.", &[R::Evaluation], &[M::InfinityTooSmall]),
    entry((R::Opponent, "opponent", Search), "The opponent's choice",
        "The opponent chooses the least value.", &[R::Evaluation, R::Cutoff], &[]),
    entry((R::Choice, "choice", Search), "The best move",
        "The move with the best value is played.", &[R::Evaluation], &[M::FirstPit, M::StateOfLastTurn]),
    entry((R::TiesFirst, "ties-first", Search), "Ties",
        "Of moves of the same value the first is played.", &[R::Order, R::Choice], &[M::TiesToLast]),
    entry((R::TiesByText, "ties-by-text", Search), "Ties with two-digit names",
        "Column 2 comes before column 10.", &[R::TiesFirst, R::OrderByText], &[M::TiesByText]),
    entry((R::Order, "order", Search), "The order of the moves",
        "Moves are tried from column 2 on, for both players.", &[R::LeafRows], &[M::RightToLeft, M::Player2InSowingOrder]),
    entry((R::OrderByText, "order-by-text", Search), "The order with two-digit names",
        "Column 2 is tried before column 10.", &[R::Order], &[M::ChildrenByText]),
    entry((R::Depth, "depth", Search), "Depth",
        "The root has depth 0, and all sows of one turn share one depth.", &[], &[M::ExtraTurnCostsDepth]),
    entry((R::Cutoff, "cutoff", Search), "The cutoff",
        "The tree is as deep as line 3 of the input says.", &[], &[M::CutoffOneMore, M::CutoffOneLess]),
    entry((R::GreedyDepth, "greedy-depth", Search), "Greedy ignores the cutoff",
        "Greedy looks one turn ahead whatever line 3 says.", &[R::Evaluation, R::Choice], &[M::GreedyToCutoff]),
    entry((R::ChainAtCutoff, "chain-at-cutoff", Search), "An extra turn at the cutoff",
        "A turn that has reached the cutoff is first played to its end.", &[R::ExtraTurn], &[M::ExtraTurnAtCutoffIsLeaf]),
    entry((R::OpponentsChain, "opponents-chain", Search), "Extra turns of the opponent",
        "The opponent plays extra turns too.", &[R::ExtraTurn, R::ChainAtCutoff, R::Order], &[M::NoExtraTurn, M::ExtraTurnAtCutoffIsLeaf]),
    entry((R::Transpositions, "transpositions", Search), "Positions that return",
        "A position that returns is searched again.", &[R::ChainAtCutoff, R::Order], &[M::RemembersPositions]),

    entry((R::EntryRows, "entry-rows", Log), "Rows on entry",
        "A node with children has a row with its infinity when it is entered.", &[R::Cutoff], &[M::NoEntryRows, M::ValueBeginsAtBound]),
    entry((R::ChainSign, "chain-sign", Log), "The infinity in an extra turn",
        "A node that earned an extra turn has the infinity of the player who moves again.", &[R::EntryRows, R::OpponentsChain],
        &[M::ExtraTurnWrongSign, M::ExtraTurnFlipsKind]),
    entry((R::UpdateRows, "update-rows", Log), "Rows after each child",
        "A node has a row after each of its children, even if its value did not change.", &[R::Cutoff],
        &[M::NoUpdateRows, M::UpdateRowsOnlyOnChange]),
    entry((R::LeafRows, "leaf-rows", Log), "Rows of leaves",
        "A leaf has one row, with its value.", &[R::Cutoff], &[M::LeafTwice, M::LeafEntered, M::NoLeafRows]),

    entry((R::WindowPassed, "window-passed", Window), "The window of a child",
        "A child begins with the alpha and beta of its parent.", &[R::WindowNarrowed, R::EntryRows, R::Order], &[M::WindowNotPassed]),
    entry((R::WindowInChain, "window-in-chain", Window), "The window of an extra turn",
        "An extra turn inherits alpha and beta like any other move.", &[R::WindowPassed, R::OpponentsChain], &[M::WindowResetOnExtraTurn]),
    entry((R::WindowNarrowed, "window-narrowed", Window), "Alpha and beta after a child",
        "After a child alpha is raised to the value if that is more, or beta lowered if that is less.", &[R::Evaluation, R::UpdateRows, R::Order],
        &[M::WindowNotNarrowed, M::WindowSetToChild, M::RowBeforeWindowUpdate]),
    entry((R::WindowInherited, "window-inherited", Window), "An inherited bound that is better",
        "An inherited alpha or beta stays if the value of a child is not better.", &[R::CutRow, R::ValueAfterCut, R::ExtraTurn, R::Capture, R::CaptureOwnRowOnly, R::WindowInChain],
        &[M::WindowOverwritten, M::ValueShownAsBound]),
    entry((R::WindowOfLeaf, "window-of-leaf", Window), "Alpha and beta of a leaf",
        "The row of a leaf shows alpha and beta as it inherits them.", &[R::LeafRows, R::Order],
        &[M::LeafInOwnWindow, M::LeafInWindowUnlessCut, M::LeafNarrowsItsWindow]),
    entry((R::CutAtBound, "cut", Window), "When a node cuts",
        "A node cuts as soon as its value meets the bound, and not before.", &[R::WindowNarrowed, R::WindowPassed, R::LeafRows],
        &[M::StrictCut, M::NoCut]),
    entry((R::CutRow, "cut-row", Window), "The row of a cut",
        "A node that cuts has a row with its value, and with alpha and beta not updated.", &[R::CutAtBound, R::UpdateRows],
        &[M::WindowUpdatedOnCut, M::NoRowOnCut]),
    entry((R::ValueAfterCut, "value-after-cut", Window), "The value of a node that cut",
        "A node that cuts returns its value, not the bound.", &[R::CutRow, R::ExtraTurn, R::Capture, R::CaptureOwnRowOnly, R::CaptureBig, R::ChainSign, R::SweepRowOfMover, R::SweepRowOfOpponent], &[M::FailHard, M::FailHardReturned, M::ValueBeginsAtBound]),

    entry((R::WholeTurn, "whole-turn", State), "The state after the whole turn",
        "The next state comes after the last sow of the turn.", &[R::ExtraTurn, R::ChainSign, R::Choice, R::Capture],
        &[M::StateAfterFirstSow, M::StateAfterSecondSow]),
    entry((R::ChainChosen, "chain-chosen", State), "The state of the best chain",
        "The next state follows the chain of sows that gave the best value.", &[R::WholeTurn, R::Choice, R::TiesFirst, R::CaptureEmptyOpposite, R::SweepRowOfMover, R::SweepRowOfOpponent],
        &[M::StateOfLastImprovement, M::StateOfLastInChain, M::StateOfLastPass, M::StateOfMixedTurns, M::TurnSowBySow, M::ExtraTurnFlipsKind]),
    entry((R::StateSwept, "state-swept", State), "The state when the game is over",
        "If the turn ends the game, the next state has all stones in the mancalas.", &[R::SweepRowOfMover, R::SweepRowOfOpponent], &[M::StateNotSwept]),
    entry((R::StateOfSearch, "state-of-search", State), "The state of the search",
        "The next state follows the move that the search has chosen.", &[R::Opponent, R::ChainChosen],
        &[M::StateOfGreedyMove]),
];

const _: () = {
    let mut at = 0;
    while at < RULES.len() {
        assert!(RULES[at].rule as usize == at, "the order of Rule");
        at += 1;
    }
    assert!(R::StateOfSearch as usize + 1 == RULES.len(), "every Rule");
};
