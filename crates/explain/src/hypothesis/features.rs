//! What cases have in common: the kind that some of them share and no other has.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::assignment::{Assignment, Side, Task};
use crate::mistakes::{Mistake, Switches};
use crate::reference::{Answer, OptionalRows, RowKind, Settings, Steps, Unanswered, rows_within};

/// The most steps to find out what a case is like.
const STEPS: u64 = 1_000_000;

/// What a case is like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Features {
    task: Task,
    player: Side,
    width: usize,
    cutoff: u32,
    /// A pit goes all the way round.
    laps: bool,
    ends_in_tree: bool,
    /// The game ends at a node that would have children if it went on.
    ends_above_cutoff: bool,
    turn_ends_game: bool,
    /// A node leaves out children.
    prunes: bool,
    /// Sows of the chosen turn.
    sows: usize,
    /// Rows of the log, or of the one that greedy would have.
    size: usize,
}

impl Features {
    pub(crate) fn of(assignment: &Assignment) -> Self {
        let (answer, right) = tree(assignment, Switches::NONE);
        let (_, entered) = tree(assignment, Mistake::GameOverIsInner.into());
        let is_empty = |line: &str| line.split(' ').all(|seeds| seeds == "0");
        let turn_ends_game =
            answer.as_ref().is_ok_and(|answer| answer.next_state.lines().take(2).all(is_empty));
        let lap = 2 * assignment.lower.len() as u32 + 1;
        let mut pits = assignment.lower.iter().chain(&assignment.upper);
        Self {
            task: assignment.task,
            player: assignment.player,
            width: assignment.lower.len(),
            cutoff: assignment.cutoff,
            laps: pits.any(|&seeds| seeds >= lap),
            ends_in_tree: right.ends || turn_ends_game,
            ends_above_cutoff: right.rows != entered.rows,
            turn_ends_game,
            prunes: right.prunes,
            size: right.size,
            sows: answer.map_or(0, |answer| answer.turn.len()),
        }
    }

    /// Whether there is a log.
    fn is_searched(&self) -> bool {
        self.task != Task::Greedy
    }
}

/// What a program sees on its way through the tree.
struct Tree {
    /// A hash of the rows of its log; those of greedy too, which are not written.
    rows: u64,
    size: usize,
    /// The game ends at some node.
    ends: bool,
    /// Some node leaves out children.
    prunes: bool,
}

fn tree(assignment: &Assignment, switches: Switches) -> (Result<Answer, Unanswered>, Tree) {
    let settings = Settings { switches, optional_rows: OptionalRows::Marked, steps: STEPS };
    let searched = match assignment.task {
        // The same tree, with a log.
        Task::Greedy => &Assignment { task: Task::Minimax, cutoff: 1, ..assignment.clone() },
        _ => assignment,
    };
    let (mut hash, mut size, mut ends, mut prunes) = (DefaultHasher::new(), 0, false, false);
    let steps = &mut Steps { left: STEPS, node: 1 };
    let answer = rows_within(searched, settings, steps, &mut |row, of| {
        ends |= of.is_some_and(|it| it.0 == RowKind::Optional);
        prunes |= of.is_some_and(|it| it.0 == RowKind::Prune && !it.1.child_last);
        row.hash(&mut hash);
        size += 1;
        ControlFlow::Continue(())
    });
    let rows = hash.finish();
    (answer, Tree { rows, size, ends, prunes })
}

/// Sizes of a search that a program may not be up to.
const SIZES: [usize; 8] = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000];

/// Makes [`Kind`] and [`KINDS`] of a table, the more telling first. A kind of case has its key, its words after "where",
/// and whether a case is of it.
macro_rules! kinds {
    ($case:ident: $($kind:ident $key:literal $words:literal $is:expr;)*) => {
        /// A kind of case.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Kind {
            $($kind,)*
            Wide(usize),
            Larger(usize),
        }

        const KINDS: &[(Kind, &str, &str, fn(&Features) -> bool)] =
            &[$((Kind::$kind, $key, $words, |$case| $is),)*];
    };
}

kinds! { case:
    TurnEndsGame "when-turn-ends-game" "the chosen turn ends the game" case.turn_ends_game;
    TwoDigitNames "on-two-digit-names" "pits have names of two digits, such as B10" case.width >= 9;
    EndsAboveCutoff "when-game-ends-above-cutoff" "the game can end before the cutoff, or in the middle of a turn" case.ends_above_cutoff;
    EndsInTree "when-game-ends-in-tree" "the game can end within the search" case.ends_in_tree;
    ExtraTurn "when-turn-goes-on" "the chosen turn has an extra turn" case.sows > 1;
    SecondExtraTurn "when-turn-has-three-sows" "the chosen turn has more than one extra turn" case.sows > 2;
    Greedy "in-greedy" "the task is greedy" case.task == Task::Greedy;
    Minimax "in-minimax" "the task is minimax" case.task == Task::Minimax;
    AlphaBeta "in-alpha-beta" "the task is alpha-beta" case.task == Task::AlphaBeta;
    Prunes "when-search-prunes" "a node prunes before its last move" case.prunes;
    Searched "in-searches" "the task is minimax or alpha-beta" case.is_searched();
    PlayerOne "as-player-1" "you play as player 1" case.player == Side::South;
    PlayerTwo "as-player-2" "you play as player 2" case.player == Side::North;
    Laps "when-pits-lap" "a pit has enough stones to go all the way round" case.laps;
    Deep "at-cutoff-2-and-more" "the cutoff is 2 or more" case.cutoff > 1 && case.is_searched();
    Shallow "at-cutoff-1" "the cutoff is 1" case.cutoff == 1 && case.is_searched();
}

impl Kind {
    fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|it| it.0).chain((3..=10).map(Self::Wide))
    }

    fn has(self, case: &Features) -> bool {
        match self {
            Self::Wide(width) => case.width == width,
            Self::Larger(size) => case.size > size,
            _ => KINDS.iter().any(|it| it.0 == self && it.3(case)),
        }
    }

    /// Its key, and its words after "where".
    fn words(self) -> (String, String) {
        match self {
            Self::Wide(width) => {
                (format!("with-{width}-pits"), format!("each row has {width} pits"))
            }
            Self::Larger(size) => {
                let words = format!("the search makes more than {size} rows");
                (format!("over-{size}-rows"), words)
            }
            _ => {
                let entries = KINDS.iter().filter(|it| it.0 == self);
                entries.map(|it| (it.1.to_owned(), it.2.to_owned())).collect()
            }
        }
    }
}

/// What some cases share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shared {
    /// One kind or two.
    pub kinds: Vec<Kind>,
    /// How many cases there are of that kind, or of both.
    pub of_kind: usize,
}

impl Shared {
    /// Whether a case is of all these kinds.
    pub(crate) fn has(&self, case: &Features) -> bool {
        self.kinds.iter().all(|kind| kind.has(case))
    }

    pub(crate) fn words(&self) -> String {
        let words: Vec<_> = self.kinds.iter().map(|kind| kind.words().1).collect();
        words.join(if words.concat().contains(',') { ", and " } else { " and " })
    }

    pub(crate) fn key(&self) -> String {
        let keys: Vec<_> = self.kinds.iter().map(|kind| kind.words().0).collect();
        keys.join("-")
    }
}

/// The kind that all runs that ended badly have and none of the others does, where size may be one.
pub(crate) fn shared_by_runs(some: &[Features], others: &[Features]) -> Option<Shared> {
    let shared = shared(some, others);
    if shared.as_ref().is_some_and(|it| it.of_kind == some.len()) || others.is_empty() {
        return shared;
    }
    let all_are = |cases: &[Features], size| cases.iter().all(|it| it.size > size);
    let larger = SIZES
        .into_iter()
        .rev()
        .find(|&size| all_are(some, size) && others.iter().all(|it| it.size <= size));
    let larger = larger.map(|it| Shared { kinds: vec![Kind::Larger(it)], of_kind: some.len() });
    larger.or(shared)
}

/// The kind that all `some` have and none of the `others` does; failing that, the one that the
/// fewest others have, if they are no more than the ones that share it.
pub(crate) fn shared(some: &[Features], others: &[Features]) -> Option<Shared> {
    if some.is_empty() || others.is_empty() {
        return None;
    }
    // Many a case is the only one of its width, or of two kinds.
    let is_one = some.len() == 1;
    let by_chance = |kind: &Kind| is_one && matches!(kind, Kind::Wide(_));
    let is_common = |kind: &Kind| some.iter().all(|case| kind.has(case)) && !by_chance(kind);
    let common: Vec<_> = Kind::all().filter(is_common).collect();
    let singles = common.iter().map(|&kind| vec![kind]);
    let paired = if is_one { &[] } else { &common[..] };
    let pairs = paired.iter().enumerate().flat_map(|(at, &one)| {
        let rest = &paired[at + 1..];
        rest.iter().map(move |&other| vec![one, other])
    });
    let elsewhere = |kinds: &[Kind]| {
        let has = |case: &&Features| kinds.iter().all(|kind| kind.has(case));
        others.iter().filter(has).count()
    };
    let all: Vec<_> = singles.chain(pairs).map(|kinds| (elsewhere(&kinds), kinds)).collect();
    let strict = all.iter().find(|(elsewhere, _)| *elsewhere == 0);
    // Two kinds only where neither of them alone comes near.
    let is_near = |(elsewhere, kinds): &&(usize, Vec<Kind>)| {
        if kinds.len() == 1 { *elsewhere <= some.len() } else { 3 * elsewhere <= some.len() }
    };
    let near = || all.iter().filter(is_near).min_by_key(|it| (it.1.len(), it.0));
    let (elsewhere, kinds) = strict.or_else(near)?;
    (*elsewhere < others.len())
        .then(|| Shared { kinds: kinds.clone(), of_kind: some.len() + elsewhere })
}

/// The fewest cases of which it says something that they are of a kind to which few others belong.
const MANY: usize = 4;

/// The kind that all of many `some` have, and that the fewest `others` have, if these are a third of them at most.
pub(crate) fn shared_in_part(some: &[Features], others: &[Features]) -> Option<Shared> {
    let common = Kind::all().filter(|kind| some.iter().all(|case| kind.has(case)));
    let elsewhere = |kind: &Kind| others.iter().filter(|case| kind.has(case)).count();
    let (elsewhere, kind) = common.map(|it| (elsewhere(&it), it)).min_by_key(|it| it.0)?;
    (some.len() >= MANY && 3 * elsewhere <= others.len())
        .then(|| Shared { kinds: vec![kind], of_kind: some.len() + elsewhere })
}
