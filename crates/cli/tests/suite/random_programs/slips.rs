//! The mistakes that the random programs make.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

/// A mistake; a number says how large it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    NeverCaptures,
    EmptyOppositeIsNoCapture,
    LeavesOwnStone,
    CapturesOnBothSides,
    JudgesBeforeSowing,
    FullLapIsNoCapture,
    NoCaptureAcrossTheBoard,
    SkipsStart,
    FeedsBothStores,
    NoExtraTurn,
    ExtraTurnAfterCapture,
    AsksNextPlayerForEnd,
    AsksMoverForEnd,
    EndsWhenBothAreOut,
    NeverSweeps,
    SweepsToTheOther,
    TakesLastOfEqual,
    RightToLeft,
    UpperRowBackwards,
    NamesAsText,
    ChainCostsDepth,
    ChainStopsAtCutoff,
    ValuesForPlayerOne,
    EntersFinishedGames,
    NoEntryRow,
    OtherInfinityInChain,
    OneRowAtTheEnd,
    RowsOnChangeOnly,
    LeavesTwice,
    CutShowsNewWindow,
    NoRowOnCut,
    CutsBeyondOnly,
    WindowOneRowLate,
    FreshWindows,
    ChainForgetsWindow,
    SetsWindow,
    PrintsBound,
    ReturnsBound,
    FirstSowOnly,
    OneExtraSowOnly,
    PlaysFirstPit,
    NoExtraTurnAfterLap,
    // In no catalogue.
    LongSowLosesStone(u32),
    CapturesUpTo(u32),
    HalfCapture,
    CapturesForTheOther,
    EndsEarly(u32),
    HalfSweep,
    CountsPits(u32),
    Clips(u32),
    ForgetsLastPit(u32),
    FullestFirst,
    ChainOfAtMost(u32),
    LongestOfEqual,
    CutsEarly(u32),
    NoRowsBelow(u32),
    DepthUpTo(u32),
}

use Slip::{
    CapturesUpTo, ChainOfAtMost, Clips, CountsPits, CutsEarly, DepthUpTo, EndsEarly,
    ForgetsLastPit, LongSowLosesStone, NoRowsBelow,
};

/// Those that the catalogue of the library knows, under its names.
pub(super) const KNOWN: &[(Slip, &str)] = &[
    (Slip::NeverCaptures, "no-capture"),
    (Slip::EmptyOppositeIsNoCapture, "capture-needs-stones-opposite"),
    (Slip::LeavesOwnStone, "capture-leaves-own-stone"),
    (Slip::CapturesOnBothSides, "capture-on-either-side"),
    (Slip::JudgesBeforeSowing, "capture-judged-before-sowing"),
    (Slip::FullLapIsNoCapture, "start-pit-counted-full"),
    (Slip::NoCaptureAcrossTheBoard, "no-capture-after-going-round"),
    (Slip::SkipsStart, "lap-skips-start-pit"),
    (Slip::FeedsBothStores, "sows-into-opponents-store"),
    (Slip::NoExtraTurn, "no-extra-turn"),
    (Slip::ExtraTurnAfterCapture, "capture-gives-extra-turn"),
    (Slip::AsksNextPlayerForEnd, "end-tested-for-next-player-only"),
    (Slip::AsksMoverForEnd, "end-tested-for-mover-only"),
    (Slip::EndsWhenBothAreOut, "end-needs-both-empty"),
    (Slip::NeverSweeps, "no-final-sweep"),
    (Slip::SweepsToTheOther, "sweep-to-other-side"),
    (Slip::TakesLastOfEqual, "ties-to-last"),
    (Slip::LongestOfEqual, "ties-to-longest"),
    (Slip::FullestFirst, "fullest-first"),
    (Slip::RightToLeft, "right-to-left"),
    (Slip::UpperRowBackwards, "player-2-in-sowing-order"),
    (Slip::NamesAsText, "children-by-text"),
    (Slip::ChainCostsDepth, "extra-turn-costs-depth"),
    (Slip::ChainStopsAtCutoff, "extra-turn-at-cutoff-is-leaf"),
    (Slip::ValuesForPlayerOne, "evaluates-for-player-1"),
    (Slip::EntersFinishedGames, "game-over-is-inner"),
    (Slip::NoEntryRow, "no-entry-rows"),
    (Slip::OtherInfinityInChain, "extra-turn-wrong-sign"),
    (Slip::OneRowAtTheEnd, "no-update-rows"),
    (Slip::RowsOnChangeOnly, "update-rows-only-on-change"),
    (Slip::LeavesTwice, "leaf-twice"),
    (Slip::CutShowsNewWindow, "window-updated-on-cut"),
    (Slip::NoRowOnCut, "no-row-on-cut"),
    (Slip::CutsBeyondOnly, "strict-cut"),
    (Slip::WindowOneRowLate, "row-before-window-update"),
    (Slip::FreshWindows, "window-not-passed"),
    (Slip::ChainForgetsWindow, "window-reset-on-extra-turn"),
    (Slip::SetsWindow, "window-overwritten"),
    (Slip::PrintsBound, "fail-hard"),
    (Slip::ReturnsBound, "fail-hard-returned"),
    (Slip::FirstSowOnly, "state-after-first-sow"),
    (Slip::OneExtraSowOnly, "state-after-one-extra-sow"),
    (Slip::PlaysFirstPit, "first-pit"),
    (Slip::NoExtraTurnAfterLap, "no-extra-turn-after-going-round"),
];

/// Those that no catalogue knows.
pub(super) const UNKNOWN: &[Slip] = &[
    LongSowLosesStone(15),
    LongSowLosesStone(25),
    CapturesUpTo(3),
    CapturesUpTo(5),
    Slip::HalfCapture,
    Slip::CapturesForTheOther,
    EndsEarly(1),
    EndsEarly(3),
    Slip::HalfSweep,
    CountsPits(2),
    CountsPits(4),
    Clips(3),
    Clips(8),
    ForgetsLastPit(4),
    ForgetsLastPit(6),
    ForgetsLastPit(9),
    ChainOfAtMost(2),
    ChainOfAtMost(3),
    CutsEarly(1),
    CutsEarly(2),
    NoRowsBelow(2),
    DepthUpTo(1),
    DepthUpTo(2),
];

/// Where a mistake is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    Everywhere,
    Task(u32),
    As(usize),
    MyMoves,
    TheirMoves,
    AtTheRoot,
    InChains,
}

const PLACES: &[Where] = &[
    Where::Task(1),
    Where::Task(2),
    Where::Task(3),
    Where::As(0),
    Where::As(1),
    Where::MyMoves,
    Where::TheirMoves,
    Where::AtTheRoot,
    Where::InChains,
];

pub(super) type Program = Vec<(Slip, Where)>;

fn one_of<T: Copy>(rng: &mut Pcg64, all: &[T]) -> T {
    all[(rng.next_u64() % all.len() as u64) as usize]
}

fn one_in(rng: &mut Pcg64, count: u64) -> bool {
    rng.next_u64().is_multiple_of(count)
}

fn place(rng: &mut Pcg64) -> Where {
    if one_in(rng, 3) { one_of(rng, PLACES) } else { Where::Everywhere }
}

/// A program with one to three different mistakes; two of five make one that no catalogue knows.
pub(super) fn program(rng: &mut Pcg64) -> Program {
    let mut program = Program::new();
    if !one_in(rng, 2) {
        program.push((one_of(rng, UNKNOWN), place(rng)));
    }
    let known = match (program.is_empty(), rng.next_u64() % 4) {
        (true, 0) | (false, 2) => 1,
        (true, 3) | (false, 3) => 2,
        (true, _) => 2 + usize::from(one_in(rng, 3)),
        (false, _) => 0,
    };
    while program.len()
        < known + usize::from(program.first().is_some_and(|it| name(it.0).is_none()))
    {
        let slip = one_of(rng, KNOWN).0;
        if !program.iter().any(|it| it.0 == slip) {
            program.push((slip, place(rng)));
        }
    }
    program
}

/// What the catalogue calls a mistake.
pub(super) fn name(slip: Slip) -> Option<&'static str> {
    let known = KNOWN.iter().find(|it| it.0 == slip);
    known.map(|it| it.1)
}
