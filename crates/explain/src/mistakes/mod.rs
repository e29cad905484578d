//! The catalogue of mistakes that submissions make, as data.
//!
//! Each is one change to the rules of the game, to the conventions of the search, or to the way the
//! files are written. The [reference engine](super::reference) has a switch for each, at the place
//! of the rule that is broken.
//!
//! In reading order: `set` (several mistakes at once), `scope` (where one is made), `switches` (the
//! mistakes of a program), then the entries: `board_rules`, `search`, `files` (log and
//! state), `spelling` (order and format).
//!
//! Left out: how to find out which mistake a submission makes, and faults that give no answer to
//! compare, such as a crash or a file that is missing.

mod board_rules;
mod files;
mod scope;
mod search;
mod set;
mod spelling;
mod switches;

use std::fmt;

pub use scope::{At, Place, Scope, Tasks};
pub use set::Mistakes;
pub use switches::{InCase, MOST_SWITCHES, Switch, Switches};

/// A mistake; what it is stands in its [entry](Mistake::entry) of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(
    missing_docs,
    reason = "the catalogue documents each, in the same order"
)]
pub enum Mistake {
    // Rules of the board.
    CaptureNeedsStonesOpposite,
    NoCapture,
    CaptureLeavesOwnStone,
    CaptureWrongPit,
    CaptureOnEitherSide,
    CaptureJudgedBeforeSowing,
    StartPitCountedFull,
    NoCaptureAfterGoingRound,
    LapSkipsStartPit,
    SowsIntoOpponentsStore,
    NoExtraTurn,
    CaptureGivesExtraTurn,
    EndTestedForNextPlayerOnly,
    EndTestedForMoverOnly,
    EndNeedsBothEmpty,
    NoFinalSweep,
    SweepToOtherSide,
    SweepToMover,
    CaptureLeavesOpposite,
    EndTestedForMeOnly,
    EndNeverTested,
    SweepLeavesMoversRow,
    SweepLeavesOtherRow,
    SweepLeavesOwnRow,
    SweepLeavesOpponentsRow,
    NoExtraTurnAfterGoingRound,
    // The search.
    TiesToLast,
    RightToLeft,
    Player2InSowingOrder,
    ExtraTurnCostsDepth,
    ExtraTurnAtCutoffIsLeaf,
    StrictCut,
    WindowNotPassed,
    WindowResetOnExtraTurn,
    WindowOverwritten,
    WindowSetToChild,
    EvaluatesForPlayer1,
    InfinityTooSmall,
    GameOverIsInner,
    FailHard,
    FailHardReturned,
    ValueBeginsAtBound,
    WindowNotNarrowed,
    NoCut,
    ChildrenByText,
    TiesByText,
    FirstPit,
    ExtraTurnFlipsKind,
    CutoffOneMore,
    CutoffOneLess,
    GreedyToCutoff,
    TurnSowBySow,
    EvaluatesAllStones,
    EvaluatesOwnStoreOnly,
    CutoffBeforeEnd,
    RemembersPositions,
    // Rows of the log.
    ExtraTurnWrongSign,
    NoEntryRows,
    NoUpdateRows,
    UpdateRowsOnlyOnChange,
    LeafTwice,
    WindowUpdatedOnCut,
    NoRowOnCut,
    RowBeforeWindowUpdate,
    ValueShownAsBound,
    LeafInOwnWindow,
    LeafInWindowUnlessCut,
    LeafNarrowsItsWindow,
    LeafEntered,
    NoLeafRows,
    // The next state.
    StateAfterFirstSow,
    StateOfGreedyMove,
    StateNotSwept,
    StateAfterSecondSow,
    StateUnchanged,
    StateOfLastTurn,
    StateOfLastImprovement,
    StateOfLastInChain,
    StateOfMixedTurns,
    StateOfLastPass,
    // What is read and written in another order.
    RowsReadSwapped,
    StoresReadSwapped,
    StateRowsSwapped,
    StateStoresSwapped,
    // How things are spelled.
    InfinityText,
    InfinityTextCapital,
    InfinityTextNumber,
    NamesFrom1,
    OneDigitNames,
}

impl Mistake {
    /// Every mistake, in the order of the catalogue.
    pub fn all() -> impl Iterator<Item = Self> {
        CATALOGUE.iter().map(|entry| entry.mistake)
    }

    /// The mistake with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|mistake| mistake.key() == key)
    }

    /// A name for files and reports: lower-case words joined by hyphens.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.entry().key
    }

    /// What the catalogue says about it.
    #[must_use]
    pub fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }
}

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

/// One entry of the catalogue; each sentence is complete, with its full stop.
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
    /// A sentence for the student whose program makes it.
    pub student: &'static str,
    /// A sentence for the staff: what such a program does.
    pub staff: &'static str,
    /// The rule that it breaks.
    pub rule: &'static str,
}

/// Every entry, in the order of [`Mistake`].
pub const CATALOGUE: &[Entry] = &joined();

const COUNT: usize = ROOMS[0].len() + ROOMS[1].len() + ROOMS[2].len() + ROOMS[3].len();

const ROOMS: [&[Entry]; 4] = [
    board_rules::ENTRIES,
    search::ENTRIES,
    files::ENTRIES,
    spelling::ENTRIES,
];

/// The entries of all rooms, one after the other. Does not compile if their order is not that of
/// [`Mistake`], so that a mistake can be used as an index.
const fn joined() -> [Entry; COUNT] {
    let mut all = [board_rules::ENTRIES[0]; COUNT];
    let mut next = 0;
    let mut room = 0;
    while room < ROOMS.len() {
        let mut entry = 0;
        while entry < ROOMS[room].len() {
            assert!(
                ROOMS[room][entry].mistake as usize == next,
                "the order of Mistake"
            );
            all[next] = ROOMS[room][entry];
            next += 1;
            entry += 1;
        }
        room += 1;
    }
    assert!(
        Mistake::OneDigitNames as usize + 1 == COUNT,
        "every Mistake"
    );
    assert!(COUNT <= u128::BITS as usize, "a bit for each in Mistakes");
    all
}
