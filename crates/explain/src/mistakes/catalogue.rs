//! The catalogue of mistakes: one entry each, by what it is about.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rule::Rule;

/// Makes [`Mistake`] and [`CATALOGUE`] of a table. An entry has the mistake, its key, where it is known
/// from, the rule that is told, all that it breaks if these are others, a sentence for the student, and one for the staff.
macro_rules! catalogue {
    ($($group:ident { $($mistake:ident $key:literal $known:ident
        $rule:ident $(breaks [$($broken:ident),*])?: $student:literal, $staff:literal;)* })*) => {
        /// A mistake; what it is stands in its [entry](Mistake::entry) of the catalogue.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(try_from = "String", into = "String")]
        pub enum Mistake {
            $($(#[doc = $staff] $mistake,)*)*
        }

        /// Every entry, in the order of [`Mistake`].
        pub const CATALOGUE: &[Entry] = &[$($(Entry {
            mistake: Mistake::$mistake,
            key: $key,
            group: Group::$group,
            known: Known::$known,
            student: $student,
            staff: if cfg!(target_family = "wasm") { "" } else { $staff },
            rule: Rule::$rule,
            others: 0 $($(| 1 << Rule::$broken as u128)*)?,
        },)*)*];
    };
}

impl Mistake {
    /// Every mistake, in the order of the catalogue.
    pub fn all() -> impl Iterator<Item = Self> {
        CATALOGUE.iter().map(|entry| entry.mistake)
    }

    /// The mistake with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|mistake| mistake.key() == key)
    }

    /// A name for files and reports: lower-case words joined by hyphens.
    pub fn key(self) -> &'static str {
        self.entry().key
    }

    /// What the catalogue says about it.
    pub fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }
}

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
    /// A sentence for the staff: what such a program does. Empty in WebAssembly: the page has no words for the staff, and is
    /// to be small.
    pub staff: &'static str,
    /// The rule that is told with it.
    pub rule: Rule,
    /// The rules that it breaks, a bit for each, if these are others. A list would have to be relocated at every start.
    others: u128,
}

impl Entry {
    /// Whether such a program breaks this rule, and not only those that its probes need.
    pub fn breaks(&self, rule: Rule) -> bool {
        if self.others == 0 { rule == self.rule } else { self.others >> rule as u128 & 1 == 1 }
    }
}

catalogue! {
    BoardRules {
        CaptureNeedsStonesOpposite "capture-needs-stones-opposite" Conceived CaptureEmptyOpposite:
            "Your program does not capture its last stone when there is nothing opposite.",
            "Captures only if the opposite pit holds stones.";
        NoCapture "no-capture" Conceived Capture:
            "Your program never captures.",
            "Has no captures at all.";
        CaptureLeavesOwnStone "capture-leaves-own-stone" Conceived Capture:
            "Your program captures the stones opposite but leaves its last stone in the pit.",
            "Takes the opposite stones only; the capturing stone stays on the board.";
        CaptureWrongPit "capture-wrong-pit" Conceived Capture:
            "Your program captures from a pit that is not the one opposite.",
            "Mirrors the column: captures from the pit as far from the other end of the row.";
        CaptureCountsBeforeSowing "capture-counts-before-sowing" Conceived CaptureAfterGoingRound breaks [CaptureAfterGoingRound, CaptureInStartPit]:
            "When your program captures, it counts the stones that lay opposite before the sow, without the one that the sow has dropped there.",
            "Reads the opposite pit on the board before the sow, and empties it.";
        CaptureOnEitherSide "capture-on-either-side" Conceived CaptureOwnRowOnly:
            "Your program also captures when its last stone falls on the opponent's side.",
            "Captures in an empty pit of either row.";
        CaptureInOtherRow "capture-in-other-row" Conceived CaptureOwnRowOnly breaks [CaptureOwnRowOnly, Capture]:
            "Your program captures when the last stone falls on the opponent's side, and not when it falls on the mover's own.",
            "Tests the wrong row for the last stone, such as that of the player of line 2.";
        CaptureJudgedBeforeSowing "capture-judged-before-sowing" Conceived CaptureNeedsEmptyPit breaks [CaptureNeedsEmptyPit, CaptureInStartPit]:
            "Your program looks for an empty pit before it sows, not as the last stone falls.",
            "Tests the landing pit on the board before the sow; differs only on long laps.";
        StartPitCountedFull "start-pit-counted-full" Seen CaptureInStartPit:
            "Your program does not capture when a full lap ends in the pit it began with.",
            "A sow of exactly 2N+1 stones captures nothing.";
        NoCaptureAfterGoingRound "no-capture-after-going-round" Seen CaptureAfterGoingRound:
            "Your program does not capture when the stones have gone round past the opponent's row.",
            "A sow that comes back to the mover's own row captures nothing.";
        LapSkipsStartPit "lap-skips-start-pit" Conceived SowLap:
            "Your program skips the pit it is sowing from when it comes round again.",
            "A lap passes over its starting pit, and so has 2N holes instead of 2N+1.";
        StartPitEmptiedLast "start-pit-emptied-last" Conceived SowLap:
            "Your program empties the starting pit after sowing, so a stone that came round to it is lost.",
            "Sets the starting pit to 0 after the loop, not before.";
        LapGoesOnAfterStart "lap-goes-on-after-start-pit" Conceived SowLap breaks [SowLap, SowPastOpponentsStore]:
            "When a sow comes round to the player's own row again, your program goes on behind the pit it began with.",
            "A lap passes over the starting pit and the pits of the row before it.";
        LapTooShort "lap-too-short" Conceived SowLap breaks [SowLap, SowOpponentsRow, SowPastOpponentsStore]:
            "Your program sows whole laps at once, and counts one hole too few in a lap.",
            "Divides the stones by 2N for the laps and sows the rest; each of the 2N+1 holes gets one a lap.";
        LapTooLong "lap-too-long" Conceived SowLap:
            "Your program sows whole laps at once, and counts one hole too many in a lap.",
            "Divides the stones by 2N+2 for the laps and sows the rest; each of the 2N+1 holes gets one a lap.";
        SkipsLastPitOfOpponent "skips-last-pit-of-opponent" Conceived SowOpponentsRow:
            "Your program drops no stone in the opponent's last pit, the one before the opponent's mancala.",
            "A loop over the opponent's row ends one pit early.";
        EntersOwnRowAtEnd "enters-own-row-at-its-end" Conceived SowPastOpponentsStore:
            "When a sow comes round to the player's own row, your program goes on in its last pit, not in its first.",
            "Enters the row where a sow from there would leave it: for one player, a copied line.";
        LandingCountsOpponentsStore "landing-counts-opponents-mancala" Conceived SowPastOpponentsStore:
            "Your program takes the wrong hole for the one of the last stone when a sow passes the opponent's mancala.",
            "Computes where a sow ends as (start + stones) mod (2N+2), though no stone falls in the opponent's mancala.";
        SkipsOwnFirstPit "skips-own-first-pit" Conceived SowPastOpponentsStore:
            "After the opponent's mancala your program drops no stone in the first pit of the player's own row.",
            "Passes over one hole too many at the opponent's mancala.";
        SowsOpponentsRowBackwards "sows-opponents-row-backwards" Conceived SowOwnStore:
            "Your program sows the opponent's row in the wrong direction.",
            "Goes through both rows in the same direction on the page: the opponent's from its far end on.";
        SowsClockwise "sows-clockwise" Conceived SowOwnStore:
            "Your program sows clockwise.",
            "Goes from each hole to the one before it; the opponent's mancala is passed over all the same.";
        FirstStoneInStartPit "first-stone-in-start-pit" Conceived SowOwnStore:
            "Your program drops the first stone of a sow in the pit that it sows from.",
            "A sow begins in its starting pit, and so ends one hole early.";
        SowsIntoOpponentsStore "sows-into-opponents-store" Seen SowPastOpponentsStore:
            "Your program drops stones in the opponent's mancala.",
            "Does not skip the opponent's mancala; a lap has 2N+2 holes.";
        SowsIntoInputPlayersStore "sows-into-input-players-mancala" Conceived SowPastOpponentsStore breaks [SowPastOpponentsStore, SowOwnStore]:
            "In a sow of the opponent your program drops stones in your mancala and passes over the opponent's.",
            "Passes over the mancala of the other player than that of line 2, whoever sows.";
        OpponentsStoreSkippedOnce "opponents-store-skipped-once" Conceived SowFar:
            "When a sow passes the opponent's mancala the second time, your program drops a stone in it.",
            "Skips the opponent's mancala on the first lap of a sow only.";
        NoExtraTurn "no-extra-turn" Conceived ExtraTurn breaks [ExtraTurn, OpponentsChain]:
            "Your program does not move again when its last stone lands in its own mancala.",
            "Has no extra turns.";
        ExtraTurnForPassing "extra-turn-for-passing" Conceived PassingEndsTurn:
            "Your program moves again after every sow that drops a stone in its own mancala, also if more stones follow.",
            "Grants an extra turn if the mancala has grown by the sow.";
        ExtraTurnCountsOpponentsStore "extra-turn-counts-opponents-mancala" Conceived ExtraTurnAfterLap:
            "Your program counts the opponent's mancala when it works out whether a long sow ends in its own.",
            "Takes the stones modulo 2N+2 to see whether the last one lands in the own mancala; sows as it should.";
        LosesLastStoneAtStore "loses-last-stone-at-opponents-mancala" Conceived SowPastOpponentsStore:
            "Your program loses the last stone of a sow where it comes to the opponent's mancala.",
            "Skips the opponent's mancala, but ends the sow there if one stone is left, which it drops nowhere.";
        LosesStoneAtStore "loses-stone-at-opponents-mancala" Conceived SowPastOpponentsStore:
            "Your program drops no stone in the opponent's mancala, but a stone is lost there each time.",
            "Passes the opponent's mancala and counts it as a hole: one stone leaves the board.";
        LosesStoneOfFirstPit "loses-stone-of-first-pit" Conceived SowPastOpponentsStore:
            "Where a sow passes the opponent's mancala, your program loses the stone that belongs in the player's first pit.",
            "Steps over the opponent's mancala to a place outside of the board; the next stone falls in the second pit.";
        ExtraTurnInEitherStore "extra-turn-in-either-mancala" Conceived SowPastOpponentsStore:
            "Your program drops stones in the opponent's mancala, and a last stone there earns an extra turn.",
            "Treats both mancalas as the mover's own when it sows.";
        CaptureGivesExtraTurn "capture-gives-extra-turn" Conceived CaptureEndsTurn:
            "Your program moves again after a capture.",
            "Grants an extra turn for each capture.";
        ExtraTurnKept "extra-turn-for-later-moves" Conceived Siblings breaks [Siblings, ExtraTurn]:
            "After a move that earns an extra turn, your program gives one for the node's later moves too.",
            "Sets a flag for the extra turn before its loop over the moves and does not reset it in the loop.";
        MoverKept "player-kept-for-later-moves" Conceived Siblings breaks [Siblings, Depth]:
            "After a move that earns an extra turn, your program lets the same player go on after the node's later moves too.",
            "Sets who moves next before its loop over the moves, and an extra turn changes it for the moves that follow.";
        CaptureLeavesFlag "capture-leaves-extra-turn-flag" Conceived Siblings:
            "Your program has one flag for extra turns and does not reset it after a capture, so what the sow before it had earned still counts.",
            "A capture leaves the flag of the last sow that was made anywhere in the search.";
        OpponentsRowLeavesFlag "opponents-row-leaves-extra-turn-flag" Conceived Siblings:
            "Your program has one flag for extra turns and does not reset it after a sow that ends in the opponent's row, so what the sow before it had earned still counts.",
            "A last stone in the opponent's row leaves the flag of the last sow that was made anywhere in the search.";
        CaptureTakesNextHole "capture-takes-next-hole" Conceived Capture:
            "Your program captures from the hole after the opposite pit; at the end of the row that is the opponent's mancala.",
            "The index of the opposite pit is one too large in an array that holds both rows and both mancalas.";
        CapturesForInputPlayer "captures-for-input-player" Conceived Capture:
            "Your program gives all captured stones to the player of line 2, also when the opponent captures.",
            "Adds every capture to the mancala of the player of line 2.";
        CapturesForOpponent "captures-for-opponent" Conceived Capture:
            "Your program gives the captured stones to the opponent of the player who captures.",
            "Adds a capture to the other player's mancala; for one player, as a copied line does.";
        EndTestedForNextPlayerOnly "end-tested-for-next-player-only" Conceived EndRowOfMover breaks [EndRowOfMover, EndInMidTurn]:
            "Your program plays on when the player who does not move next has no stones left.",
            "Ends the game only when the player to move has no move, as the handout's words say.";
        EndTestedForMoverOnly "end-tested-for-mover-only" Conceived EndRowOfOpponent breaks [EndRowOfOpponent, EndInMidTurn]:
            "Your program does not notice that a move has emptied the opponent's row.",
            "Looks only at the row of the player who just moved.";
        EndTestedForOtherOnly "end-tested-for-other-only" Conceived EndRowOfMover:
            "Your program does not notice that a move has emptied the mover's own row.",
            "Looks only at the row of the player who did not just move.";
        EndNeedsBothEmpty "end-needs-both-empty" Conceived EndRowOfMover breaks [EndRowOfMover, EndRowOfOpponent, EndInMidTurn]:
            "Your program ends the game only when both rows are empty.",
            "Tests for the end with `and` instead of `or`.";
        NoFinalSweep "no-final-sweep" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent]:
            "Your program does not collect the stones that are left when the game is over.",
            "Leaves the remaining stones in their pits, in values and in the state.";
        SweepToOtherSide "sweep-to-other-side" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent]:
            "Your program gives the stones that are left at the end to the wrong player.",
            "Hands the remaining stones to the player whose row ran out.";
        SweepToMover "sweep-to-mover" Conceived SweepRowOfOpponent:
            "Your program gives the stones that are left to whoever made the last move.",
            "Hands the remaining stones to the player who moved last.";
        CaptureLeavesOpposite "capture-leaves-stones-opposite" Conceived Capture:
            "Your program takes its capturing stone but leaves the stones opposite where they are.",
            "Only the last stone goes to the mancala.";
        CaptureLosesOwnStone "capture-loses-own-stone" Conceived Capture:
            "Your program takes its capturing stone off the board but does not add it to the mancala.",
            "Adds the opposite stones only and empties both pits; a stone is lost.";
        SweepToOtherPlayer "sweep-to-other-player" Conceived SweepRowOfMover:
            "Your program gives all stones that are left to the player who did not make the last move.",
            "Hands the remaining stones to the opponent of whoever moved last.";
        EndTestedForMeOnly "end-tested-for-own-row-only" Conceived EndRowOfOpponent breaks [EndRowOfOpponent, EndRowOfMover, EndInMidTurn]:
            "Your program ends the game only when the player it plays for has no stones left.",
            "Looks only at the row of the player of line 2.";
        EndNeverTested "end-never-tested" Conceived EndRowOfMover breaks [EndRowOfMover, EndRowOfOpponent, EndInMidTurn]:
            "Your program never notices that the game is over.",
            "Goes on to the cutoff; a player without a move is an inner node without children.";
        SweepLeavesMoversRow "sweep-leaves-movers-row" Seen SweepRowOfMover:
            "When a move ends the game, your program leaves the stones of the player who made it in their pits.",
            "Sweeps only the row of the player who did not move last.";
        SweepLeavesOtherRow "sweep-leaves-other-row" Conceived SweepRowOfOpponent:
            "When a move ends the game, your program leaves the stones of the player who did not make it in their pits.",
            "Sweeps only the row of the player who moved last.";
        NoExtraTurnAfterGoingRound "no-extra-turn-after-going-round" Conceived ExtraTurnAfterLap:
            "Your program gives no extra turn when the last stone lands in its own mancala after a full lap.",
            "Compares the stones with the distance to the mancala, without taking full laps off.";
        CaptureOverwritesStore "capture-overwrites-store" Seen Capture:
            "Your program forgets what was in the mancala when it captures: the captured stones replace it.",
            "Writes = where += is due, in a capture.";
        SweepOverwritesStore "sweep-overwrites-store" Seen SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent]:
            "When the game is over, your program forgets what was in the mancala that gets the last stones.",
            "Writes = where += is due, in the final sweep.";
        EndTestedBeforeCapture "end-tested-before-capture" Seen EndRowOfOpponent breaks [EndRowOfOpponent, EndRowOfMover]:
            "Your program tests for the end of the game before it captures, so a capture that empties a row does not end the game.",
            "Looks for an empty row on the board after the sow and before its capture.";
        CaptureEndUnseen "capture-end-unseen" Conceived EndRowOfOpponent breaks [EndRowOfOpponent, EndRowOfMover, EndAtCutoff, SweepRowOfMover, SweepWholeRow]:
            "Your program does not end the game where a capture empties a row: it stops there without collecting the last stones.",
            "Tests for the end before the capture; a node whose player has no move is a leaf of the board as it stands.";
        EndAtMajority "end-at-majority" Conceived GoesOn:
            "Your program ends the game when one mancala has more than half of the stones.",
            "Takes a game as over once it is decided.";
        EndAtMajorityNotSwept "end-at-majority-not-swept" Conceived GoesOn breaks [GoesOn]:
            "Your program ends the game when one mancala has more than half of the stones, and leaves the others in their pits.",
            "Takes a game as over once it is decided, before the first move too, and collects no stones then.";
        MidTurnEndNegated "mid-turn-end-negated" Conceived EndInMidTurn breaks [EndInMidTurn]:
            "When a move that earns an extra turn ends the game, your program takes its value with the wrong sign.",
            "Negamax that changes sides for that leaf, but not the sign of what it returns.";
        StuckPlayerPasses "stuck-player-passes" Conceived EndInMidTurn breaks [EndInMidTurn, EndRowOfMover, ExtraTurn, Depth]:
            "When a player earns an extra turn but has no stones left, your program lets the opponent move instead of ending the game.",
            "A player who has to move again and cannot passes.";
        SweepLeavesLeftmost "sweep-leaves-leftmost-pit" Conceived SweepWholeRow:
            "At the end your program does not collect the stones in the leftmost pit of a row.",
            "A loop over a row leaves out column 2, which keeps its stones at the end.";
        SweepLeavesRightmost "sweep-leaves-rightmost-pit" Conceived SweepWholeRow:
            "At the end your program does not collect the stones in the rightmost pit of a row.",
            "A loop over a row leaves out the last column, which keeps its stones at the end.";
        SweepLosesLeftmost "sweep-loses-leftmost-pit" Conceived SweepWholeRow:
            "At the end your program empties the leftmost pit of a row without counting its stones.",
            "Empties a whole row, but adds it up without column 2.";
        SweepLosesRightmost "sweep-loses-rightmost-pit" Conceived SweepWholeRow:
            "At the end your program empties the rightmost pit of a row without counting its stones.",
            "Empties a whole row, but adds it up without its last column.";
        SweepDiscards "sweep-discards" Seen SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent]:
            "When the game is over, your program takes the last stones off the board and gives them to nobody.",
            "Empties the pits in the final sweep, and adds nothing to a mancala.";
        SweepCopies "sweep-copies-stones" Conceived StateSwept:
            "When the game is over, your program counts the stones that are left but does not take them out of their pits.",
            "The final sweep adds to the mancalas and does not empty the pits.";
        RowSumsLackLastPit "row-sums-lack-last-pit" Conceived GoesOn breaks [GoesOn, EndRowOfMover, EndRowOfOpponent, EndInMidTurn, SweepWholeRow]:
            "Your program leaves out the last column when it adds up a row: stones there neither keep the game going nor are counted at the end.",
            "A loop over a row ends one pit early, for the end of the game and for the final sweep.";
        EndTestLacksLastPit "end-test-lacks-last-pit" Conceived GoesOn breaks [GoesOn, EndRowOfMover, EndRowOfOpponent, EndInMidTurn]:
            "Your program ends the game although the rightmost pit of a row has stones, if all others of the row are empty.",
            "A loop over a row ends one pit early as it looks for the end of the game.";
        EndTestLacksFirstPit "end-test-lacks-first-pit" Conceived GoesOn breaks [GoesOn, EndInMidTurn]:
            "Your program ends the game although the leftmost pit of a row has stones, if all others of the row are empty.",
            "A loop over a row begins one pit late as it looks for the end of the game.";
        CaptureCopiesOpposite "capture-copies-stones-opposite" Conceived Capture:
            "Your program counts the captured stones but leaves them in the opposite pit as well.",
            "Adds the opposite stones to the mancala and does not empty their pit.";
        CaptureLosesOpposite "capture-loses-stones-opposite" Conceived Capture:
            "In a capture the stones opposite vanish: only the last stone reaches the mancala.",
            "Empties the opposite pit before it adds its stones.";
        CaptureDoublesOwnStone "capture-doubles-own-stone" Conceived Capture:
            "When your program captures, its last stone is counted and also stays in its pit.",
            "Adds the opposite stones and 1 to the mancala, and does not empty the pit of the last stone.";
        NoCaptureInLeftmostPit "no-capture-in-leftmost-pit" Conceived Capture:
            "Your program does not capture when its last stone falls in the leftmost pit of its row.",
            "Tests the landing pit against a range that is one pit short at the left: no capture in A2 or B2.";
        NoCaptureInRightmostPit "no-capture-in-rightmost-pit" Conceived Capture:
            "Your program does not capture when its last stone falls in the rightmost pit of its row.",
            "Tests the landing pit against a range that is one pit short at the right: no capture in the last column.";
        SweepToPlayer1 "sweep-to-player-1" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent]:
            "At the end your program gives all stones that are left to player 1.",
            "Hands the remaining stones of both rows to player 1, as a copied line does.";
        SweepToPlayer2 "sweep-to-player-2" Conceived SweepRowOfMover breaks [SweepRowOfMover, SweepRowOfOpponent]:
            "At the end your program gives all stones that are left to player 2.",
            "Hands the remaining stones of both rows to player 2, as a copied line does.";
    }
    Search {
        TiesToLast "ties-to-last" Seen TiesFirst:
            "Of several moves of the same value your program takes the last, not the first.",
            "Compares with `>=`: the log is right, the move is not.";
        RightToLeft "right-to-left" Conceived Order:
            "Your program tries the pits from right to left.",
            "Visits children from the highest column down, for both players.";
        Player2InSowingOrder "player-2-in-sowing-order" Conceived Order:
            "Your program tries player 2's pits in the direction of sowing, not from A2 on.",
            "Visits player 2's children from A(N+1) down to A2; player 1's are in order.";
        FullestFirst "fullest-first" Conceived Order:
            "Your program tries the pits with the most stones first.",
            "Sorts the children of a node by the stones in the pits.";
        DepthGrowsAtTurnEnd "depth-grows-at-turn-end" Conceived Depth:
            "Your program gives a sow that earns an extra turn the depth of its parent, and the sow that ends the turn one more.",
            "Depth grows when the turn passes to the opponent, not with the first sow of a turn.";
        DepthGrowsAtTurnOrGameEnd "depth-grows-at-turn-or-game-end" Conceived Depth:
            "Your program gives a sow that earns an extra turn the depth of its parent, and the sow that ends the turn or the game one more.",
            "Depth grows when the turn passes to the opponent, which the end of the game counts as.";
        ExtraTurnCostsDepth "extra-turn-costs-depth" Conceived Depth:
            "Your program counts each sow of an extra turn as one more level of depth.",
            "Depth counts sows instead of turns, so chains are cut short.";
        ExtraTurnAtCutoffIsLeaf "extra-turn-at-cutoff-is-leaf" Conceived ChainAtCutoff breaks [ChainAtCutoff, OpponentsChain]:
            "Your program stops at the cutoff although the player has earned another move.",
            "Evaluates a node at the cutoff depth in the middle of a turn.";
        OneExtraTurnOfDepth "one-extra-turn-of-depth" Conceived Depth breaks [Depth, Cutoff, ChainAtCutoff]:
            "Your program counts the second extra turn of a turn as one deeper.",
            "Only the first extra turn of a turn has the depth of its parent; the others cost a depth, and so may meet the cutoff.";
        OneExtraTurnAtCutoff "one-extra-turn-at-cutoff" Conceived ChainAtCutoff:
            "At the cutoff your program plays one extra turn and stops after it, although the player has earned another.",
            "Evaluates a node at the cutoff depth in the middle of a turn if its parent is in the middle of that turn too.";
        BoundOfZeroIsNone "bound-of-zero-is-none" Conceived CutAtBound:
            "Your program does not prune at an alpha or beta of 0, as if there were none.",
            "Tests a bound for its truth (`if beta and v >= beta`), so that 0 counts as no bound.";
        StrictCut "strict-cut" Conceived CutAtBound:
            "Your program does not prune when a node's value equals the bound: it needs >= at max nodes and <= at min nodes.",
            "Prunes on strict inequality: extra children wherever a value meets the bound.";
        CutAtOwnBound "cut-at-own-bound" Conceived CutAtBound breaks [CutAtBound, Siblings, OrderByText, WindowNarrowed, WindowNarrowedInChain]:
            "Your program prunes at the wrong bound: a max node has to look at beta, a min node at alpha.",
            "Prunes a max node when its value reaches alpha, or a min node when it reaches beta.";
        WindowNotPassed "window-not-passed" Conceived WindowPassed:
            "Your program starts every node with fresh alpha and beta.",
            "Calls each child with (-Infinity, Infinity), so nothing is ever pruned.";
        AlphaNotPassed "alpha-not-passed" Conceived WindowPassed:
            "Your program starts every node with a fresh alpha.",
            "Calls each child with (-Infinity, beta).";
        BetaNotPassed "beta-not-passed" Conceived WindowPassed breaks [WindowInherited, WindowOfLeaf, CutAtBound]:
            "Your program starts every node with a fresh beta.",
            "Calls each child with (alpha, Infinity).";
        WindowShared "window-shared" Conceived WindowPassed breaks [WindowPassed, WindowNarrowed]:
            "Your program has one alpha and one beta for the whole search, so what one node sets stays for all others.",
            "Alpha and beta are global variables.";
        WindowLeftOnCut "window-left-on-cut" Conceived WindowInherited breaks [WindowInherited, WindowPassed, WindowNarrowed]:
            "When a node prunes, your program does not give its parent back the alpha and beta that the parent had.",
            "Alpha and beta are global variables, restored at the end of a node but not where it returns early.";
        WindowNegated "window-negated" Conceived WindowPassed:
            "Your program does not swap and negate alpha and beta for the other player, as negamax must.",
            "Calls a child of the other player with alpha and beta as they are, though values change their sign.";
        WindowResetOnExtraTurn "window-reset-on-extra-turn" Conceived WindowInChain:
            "Your program forgets alpha and beta when a move earns an extra turn.",
            "Calls a child that earned an extra turn with (-Infinity, Infinity).";
        WindowOverwritten "window-overwritten" Seen WindowInherited:
            "Your program replaces alpha or beta even with a value that is worse.",
            "Assigns alpha = v and beta = v; alpha can go down and beta up.";
        WindowSetToChild "window-set-to-child" Conceived WindowNarrowed:
            "Your program sets alpha or beta to the value of the child just searched.",
            "Assigns alpha or beta what the last child returned, better than the node's value or not.";
        EvaluatesForPlayer1 "evaluates-for-player-1" Conceived Evaluation:
            "Your program counts for player 1 even when it plays as player 2.",
            "Evaluates player 1 minus player 2 whoever is asked for.";
        InfinityTooSmall "infinity-too-small" Seen LargeValues:
            "Your program's infinity is too small, so real values reach it; use a number larger than any possible total.",
            "Uses 999 for infinity: larger values are written, and searched, as Infinity.";
        MidTurnEndSkipped "mid-turn-end-skipped" Seen EndInMidTurn breaks [EndInMidTurn, ExtraTurn, EndRow]:
            "Your program never considers a move that ends the game in the middle of a turn.",
            "A sow that earns an extra turn and ends the game is left out of the choice, and of the log.";
        GameOverIsInner "game-over-is-inner" Seen EndRow breaks [EndRow, EndRowOfOpponent, EndInMidTurn]:
            "Your program enters a node at which the game is over as if it had children, so its value stays infinite.",
            "A game-over node above the cutoff gets an entry row, no value row, and returns its infinity.";
        BestBeginsAtZero "best-begins-at-zero" Seen Choice breaks [Choice, Runs]:
            "Your program never chooses a move whose value is 0 or less, so where there is no other it makes none.",
            "The best total begins at 0, not at -infinity; the log is right.";
        BestOfZeroIsNone "best-of-zero-is-none" Conceived Choice:
            "Your program replaces a best move of value 0 by the next move, as if it had none yet; the log is right.",
            "Tests the best total for its truth as it chooses the move, so that 0 counts as none; the search does not.";
        FailHard "fail-hard" Seen ValueAfterCut:
            "When your program prunes, it uses the bound as the node's value.",
            "Fail-hard: a cutting node prints and returns alpha or beta.";
        FailHardReturned "fail-hard-returned" Seen ValueAfterCut:
            "When your program prunes, it returns the bound instead of the value that it has printed.",
            "Fail-hard in what is returned; the row of the cut shows the value.";
        ValueBeginsAtBound "value-begins-at-bound" Conceived EntryRows breaks [EntryRows, ValueAfterCut]:
            "Your program starts the value of a node at alpha or beta, not at an infinity.",
            "Max nodes begin at alpha, min nodes at beta.";
        ValueBeginsAtParents "value-begins-at-parents" Conceived ChainSign:
            "In an extra turn your program goes on with the value of the node before it, not with an infinity.",
            "A node that is an extra turn begins at the value that its parent has so far.";
        ValueBeginsUnseenAtBound "value-begins-unseen-at-bound" Seen EntryRows breaks [ValueAfterCut]:
            "Your program starts the value of a node at alpha or beta, though its first row shows an infinity.",
            "As value-begins-at-bound, but the entry row is a constant text.";
        WindowNotNarrowed "window-not-narrowed" Seen WindowNarrowed:
            "Your program never raises alpha or lowers beta.",
            "The window stays as it was inherited.";
        NoCut "no-cut" Conceived CutAtBound:
            "Your program never prunes: it goes on with a node whose value is already beyond the bound.",
            "Keeps the window but never prunes.";
        ChildrenByText "children-by-text" Seen OrderByText:
            "Your program tries the pits in the order of their names as text: B10 before B2.",
            "Sorts the names of the pits as strings; seen on boards of 9 pits and more.";
        TiesByText "ties-by-text" Seen TiesByText:
            "Of several moves of the same value your program takes the one whose last pit comes first by its name as text.",
            "Breaks ties by the string of the last pit of the turn.";
        TiesToLongest "ties-to-longest" Conceived TiesFirst breaks [TiesFirst, ChainChosen]:
            "Of several moves of the same value your program takes the one with the most sows.",
            "Prefers more extra turns where values are equal; of equally long turns it takes the first.";
        BestEvaluatedFirst "best-evaluated-first" Conceived Order:
            "Your program tries the moves of a node in the order of their evaluation, not from left to right.",
            "Sorts the children by the value of their boards, the best for the player to move first.";
        TiesToExtraTurn "ties-to-extra-turn" Conceived TiesFirst breaks [TiesFirst, ChainChosen]:
            "Of several moves of the same value your program takes one that earns an extra turn.",
            "Prefers a sow with an extra turn where values are equal, if the best one so far has none.";
        FirstPit "first-pit" Seen Choice:
            "Your program always plays the first pit that has stones.",
            "The state is that of the leftmost legal turn; the log is right.";
        ExtraTurnFlipsKind "extra-turn-flips-kind" Conceived ChainSign breaks [ChainSign, ChainChosen]:
            "Your program switches between max and min after every sow, even when the same player moves again.",
            "A child that earned an extra turn is of the other kind.";
        StopsAtEmptyPit "stops-at-empty-pit" Conceived Moves:
            "Your program tries no pit that comes after an empty one.",
            "A loop over the pits ends at the first empty one: `break` where `continue` is meant.";
        LastPitNotTried "last-pit-not-tried" Conceived Moves:
            "Your program never tries the pit of the last column.",
            "A loop over the moves ends one pit early.";
        TestsOppositePit "tests-opposite-pit" Conceived Moves:
            "Your program looks at the pit opposite to see whether a pit can be sown.",
            "Tests the other player's pit of the same column; sowing an empty pit changes nothing and passes the turn.";
        MovesOfTurnStart "moves-of-turn-start" Conceived Moves breaks [Moves, ExtraTurn]:
            "After an extra turn your program tries only pits that had stones as the turn began.",
            "Lists the pits that can be sown once a turn, and hands the list on to its extra turns.";
        StopsAfterEnd "stops-after-end" Conceived Moves breaks [Moves, EndRowOfOpponent]:
            "A node of your program tries no other move after one that ends the game.",
            "Leaves the loop over the moves behind a child at which the game is over.";
        PruneEndsParents "prune-ends-parents" Conceived CutAtBound:
            "When a node of your program prunes, the nodes above it stop trying moves as well.",
            "The flag that says that a node prunes is one for all nodes and is reset only as the next node is entered.";
        LastChildReturned "last-child-returned" Conceived Opponent:
            "A node of your program returns the value of its last child, not the best, though its rows show the best.",
            "Returns the variable of the child's value in place of the node's.";
        ExtraTurnPasses "extra-turn-passes" Conceived ExtraTurn breaks [ExtraTurn, Depth, OpponentsChain]:
            "Your program lets the other player move when an extra turn is due, at the depth of that turn.",
            "Knows an extra turn for the depth and at the cutoff, but goes on with the other player.";
        Player1Maximises "player-1-maximises" Conceived Opponent breaks [Opponent, Choice, EntryRows]:
            "Your program lets player 1 take the largest value and player 2 the smallest, also when it plays as player 2.",
            "Player 1's nodes are max nodes, whoever stands in line 2.";
        BoardsShared "boards-shared" Conceived OwnBoards:
            "Your program makes all moves on one board, so each move begins with what the moves before it have left.",
            "The board is neither copied nor restored; the state is what the whole search has left.";
        BoardsSharedAndReplayed "boards-shared-and-replayed" Conceived OwnBoards:
            "Your program makes all moves on one board, and at the end plays its best turn on what the search has left there.",
            "A shallow copy of the whole board; each node lists its moves before it makes the first.";
        BoardOfSiblings "board-of-siblings" Conceived OwnBoards:
            "Your program copies the board once for all moves of a node, so each move begins with what the one before it has left.",
            "The copy stands before the loop over the moves, not in it.";
        LoopOnOneBoard "loop-on-one-board" Conceived OwnBoards:
            "Your program makes all moves of a node on one copy of its board, one after the other, and a pit that one of them has emptied is no move any more.",
            "The copy stands before the loop over the moves; whether a pit can be sown is asked in the loop.";
        LowerRowShared "lower-row-shared" Conceived OwnBoards:
            "Your program copies the board for each move but not player 1's row, so each move begins with what the moves before it have left there.",
            "The copy of a board refers to the same list of player 1's pits.";
        UpperRowShared "upper-row-shared" Conceived OwnBoards:
            "Your program copies the board for each move but not player 2's row, so each move begins with what the moves before it have left there.",
            "The copy of a board refers to the same list of player 2's pits.";
        PitsShared "pits-shared" Conceived OwnBoards:
            "Your program copies the mancalas for each move but not the pits, so each move begins with the pits that the moves before it have left.",
            "A shallow copy: numbers are copied, the lists of pits are shared.";
        StoresNotRestored "mancalas-not-restored" Conceived OwnStores:
            "Your program takes a move back without restoring the mancalas, so they keep what the moves before have won.",
            "Undoes the pits only; the state has the mancalas that the whole search has left.";
        OpponentsStoreNotRestored "opponents-mancala-not-restored" Conceived OwnStores breaks [OwnStores, Siblings]:
            "When your program takes a move back, it does not restore the opponent's mancala, which the end of the game may have changed.",
            "Undoes both rows and the mover's mancala only: stones swept to the opponent stay for the rest of the search.";
        OpponentsStoreNotRestoredInState "opponents-mancala-not-restored-in-state" Conceived OwnStores breaks [OwnStores, Siblings]:
            "When your program takes a move back, it does not restore the opponent's mancala, and its next state is the board as the search had it.",
            "As opponents-mancala-not-restored, but the board of the best turn is kept and not played again.";
        OpponentsStoreNotRestoredAfterCopy "opponents-mancala-not-restored-after-copy" Conceived OwnStores breaks [OwnStores, Siblings]:
            "Your program takes a move back without restoring the opponent's mancala; the state is copied before that.",
            "Restores the pits and the mover's mancala only; each move's board is copied as it is made, for the state.";
        UpperStoreNotRestored "player-2s-mancala-not-restored" Conceived OwnStores breaks [OwnStores, Siblings]:
            "Your program takes a move back without restoring player 2's mancala, so it keeps what the moves before have won.",
            "What is kept of a board lacks its last number, player 2's mancala.";
        KindByDepth "kind-by-depth" Conceived ChainSign breaks [ChainSign, ChainChosen]:
            "Your program takes the maximum at even depths and the minimum at odd ones, also in an extra turn.",
            "Max nodes are those of even depth, whoever moves there.";
        CutoffOneMore "cutoff-one-more" Conceived Cutoff:
            "Your program searches one turn deeper than the cutoff.",
            "Compares depth > cutoff.";
        CutoffOneLess "cutoff-one-less" Conceived Cutoff:
            "Your program searches one turn less than the cutoff.",
            "Stops at depth cutoff - 1.";
        GreedyToCutoff "greedy-to-cutoff" Conceived GreedyDepth:
            "Your greedy search looks as deep as the cutoff says.",
            "Task 1 is minimax to the cutoff of line 3.";
        TurnSowBySow "turn-sow-by-sow" Conceived ChainChosen:
            "Your program chooses each sow of a turn by the stones it wins at once, not the turn as a whole.",
            "Greedy with a cutoff of one sow, again after each extra turn.";
        EvaluatesAllStones "evaluates-all-stones" Conceived Evaluation:
            "Your program counts the stones in the pits as well.",
            "Evaluates row plus mancala of each side.";
        EvaluatesForOpponent "evaluates-for-opponent" Conceived Evaluation:
            "Your program subtracts its own mancala from the opponent's.",
            "The evaluation has the wrong sign for either player.";
        EvaluatesOwnStoreOnly "evaluates-own-store-only" Conceived Evaluation:
            "Your program counts its own mancala only.",
            "Does not subtract the opponent's mancala.";
        EvaluatesForNextPlayer "evaluates-for-next-player" Conceived Evaluation:
            "Your program values a board for the player who moves next there.",
            "Evaluates the store of the player to move minus the other's.";
        EvaluatesForLastPlayer "evaluates-for-last-player" Conceived Evaluation:
            "Your program values a board for the player who has just moved.",
            "Evaluates the store of the player who has sown minus the other's.";
        EvaluatesGain "evaluates-gain" Conceived Evaluation:
            "Your program values a board by what it has won since the start, not by what is in the mancalas.",
            "Takes the difference of the mancalas in the input off each value.";
        LeafWorthOfParent "leaf-worth-of-parent" Conceived LeafValues breaks [LeafValues, Evaluation]:
            "A leaf of your program is worth what the board before its move is worth.",
            "Evaluates the board of the parent at the cutoff; where the game is over it is the right board.";
        OpponentMaximises "opponent-maximises" Conceived Opponent breaks [Opponent, EntryRows]:
            "Your program takes the largest value at the opponent's moves too.",
            "Every node is a max node.";
        InfinityOf99 "infinity-of-99" Conceived LargeValues:
            "Your program's infinity is 99, so real values reach it; use a number larger than any possible total.",
            "Uses 99 for infinity: only 99 is written as Infinity, larger values as they are.";
        InfinityOf100 "infinity-of-100" Conceived LargeValues:
            "Your program's infinity is 100, so real values reach it; use a number larger than any possible total.",
            "Uses 100 for infinity: larger values are written, and searched, as Infinity.";
        InfinityOf1000 "infinity-of-1000" Conceived LargeValues:
            "Your program's infinity is 1000, so real values reach it; use a number larger than any possible total.",
            "Uses 1000 for infinity: only 1000 is written as Infinity, larger values as they are.";
        InfinityFrom1000 "infinity-from-1000" Seen LargeValues:
            "Your program's infinity is 1000, so real values reach it; use a number larger than any possible total.",
            "Uses 1000 for infinity: larger values are written as Infinity, and never chosen.";
        ValueOfZeroIsNone "value-of-zero-is-none" Conceived Choice breaks [Choice, Opponent]:
            "Your program replaces a node's value of 0 by that of the next child, as if it had none yet.",
            "Tests the best value for its truth (`if not best or v > best`), so that 0 counts as no value.";
        ValueBeginsAtZero "value-begins-at-zero" Conceived EntryRows breaks [EntryRows, Runs, Evaluation, Opponent, UpdateRows]:
            "Your program starts the value of a node at 0.",
            "Max and min nodes begin at 0, in the log as well.";
        ValueBeginsAtEvaluation "value-begins-at-evaluation" Seen EntryRows breaks [EntryRows, Runs, Opponent, UpdateRows]:
            "Your program starts the value of a node at what its board is worth.",
            "Max and min nodes begin at their own evaluation, in the log as well.";
        CutoffBeforeEnd "cutoff-before-end" Conceived EndAtCutoff:
            "At the cutoff your program values a finished game without collecting the stones that are left.",
            "Tests the cutoff before the end of the game: a leaf at the cutoff is not swept.";
        EndWorthInfinity "end-worth-infinity" Conceived EndValue:
            "Your program values a finished game as Infinity, -Infinity or 0, not by its stones.",
            "A game that is over is worth Infinity if it is won, -Infinity if it is lost and 0 if it is drawn.";
        RemembersPositions "remembers-positions" Conceived Transpositions:
            "Your program does not search again a position that it has met before, so its log lacks rows.",
            "Keeps the values of positions in a table: one that returns at the same depth gets a single row.";
        RemembersWithoutRows "remembers-without-rows" Conceived Transpositions:
            "When a position occurs again at the same depth, your program takes the value that it has found before and writes no rows.",
            "Returns the value of a table at once for a board, a player and a depth that were met before.";
        RemembersBoards "remembers-boards" Conceived Transpositions:
            "When a board occurs again, even at another depth, your program takes the value that it has found before and writes no rows.",
            "The same with a table that does not know the depth.";
        ExtraTurnCostsDepthOnly "extra-turn-costs-depth-only" Conceived Depth breaks [Depth, Cutoff]:
            "Your program counts each sow of an extra turn as one more level of depth, though it plays a turn at the cutoff to its end.",
            "Depth grows with each sow; the cutoff is not tested within a turn.";
        WindowNegatedOnExtraTurn "window-negated-on-extra-turn" Conceived WindowInChain:
            "Your program negates and swaps alpha and beta for an extra turn, as negamax does between the players.",
            "An extra turn gets -beta and -alpha; other children the right window.";
        WindowOfTurnOnExtraTurn "window-of-turn-on-extra-turn" Conceived WindowInChain:
            "Your program passes to an extra turn the alpha and beta with which the turn began, not the current ones.",
            "An extra turn gets the window that its turn was entered with, without what its other children have changed.";
    }
    Log {
        ExtraTurnWrongSign "extra-turn-wrong-sign" Seen ChainSign:
            "Your log shows the wrong infinity when a node after an extra turn is entered.",
            "The entry row of an extra-turn node has the sign of the opponent's node.";
        NoEntryRows "no-entry-rows" Conceived EntryRows:
            "Your log has no row for entering a node that has children.",
            "Writes a node with children only after each child, never on entry.";
        NoUpdateRows "no-update-rows" Conceived UpdateRows:
            "Your log leaves out rows that a node should have after its children.",
            "Writes no row after a child; if that is so after every child, one row after the last.";
        UpdateRowTwice "update-row-twice" Conceived UpdateRows:
            "Your log has a row twice after a child has returned.",
            "Writes the row after a child in two places.";
        UpdateRowsOnlyOnChange "update-rows-only-on-change" Conceived UpdateRows:
            "Your log leaves out the row after a child that does not change the value.",
            "Writes the parent only if the child improved it.";
        LeafTwice "leaf-twice" Conceived LeafRows:
            "Your log has two rows for each leaf.",
            "Writes a leaf on entry and again on return.";
        WindowUpdatedOnCut "window-updated-on-cut" Conceived CutRow:
            "Your log shows the new alpha or beta in the row where a node prunes; it should show the old one.",
            "Updates the window before the cut is tested, or before its row is written.";
        NoRowOnCut "no-row-on-cut" Conceived RowOnCut:
            "Your log lacks the last row of a node that prunes.",
            "Returns from a cut before the row is written.";
        RowBeforeValueUpdate "row-before-value-update" Conceived UpdateValues breaks [UpdateValues, EntryRows, UpdateRows]:
            "Your program writes the row after a child before it updates the node's value.",
            "The row after a child shows the value of before that child.";
        RowShowsChild "row-shows-child" Conceived UpdateValues:
            "After each child your program writes the value of that child, not the best so far.",
            "The row after a child shows what the child returned; what is returned is right.";
        RowDepthOfChild "row-depth-of-child" Conceived Depth:
            "Your log shows the depth of the child in the row of a node after that child.",
            "Changes the node's own depth before the loop over its children.";
        LeafDepthOneLess "leaf-depth-one-less" Seen Depth:
            "Your log shows a leaf one depth higher in the tree than it is.",
            "Writes the depth of the parent in the row of a leaf.";
        ChainRowsDeeper "chain-rows-deeper" Conceived Depth breaks [Depth, Cutoff]:
            "Your log shows a node after an extra turn one deeper than it is.",
            "The depth in the log grows with an extra turn; the search is right.";
        DepthsCountSows "depths-count-sows" Conceived Depth breaks [Depth, Cutoff]:
            "Your log shows how many sows led to a node, not how many turns.",
            "The depth in the log counts sows; the search is right.";
        RowNamesChild "row-names-child" Conceived UpdateRows breaks [UpdateRows, PitNames]:
            "Your log names the child in the row of a node after that child, not the node.",
            "The row after a child shows the pit that was sown there.";
        RowBeforeWindowUpdate "row-before-window-update" Conceived WindowNarrowed:
            "Your log shows alpha and beta as they were before the child, one row late.",
            "Writes the row after a child first and updates the window afterwards.";
        ValueShownAsBound "value-shown-as-bound" Seen WindowInherited:
            "Your log shows the value of a node as its alpha or beta even where the bound was better.",
            "The row after a child shows alpha = v or beta = v; the search goes on with the right window.";
        LeafInOwnWindow "leaf-in-own-window" Seen WindowOfLeaf:
            "Your log shows a leaf with the alpha and beta of its parent after the leaf's value has updated them.",
            "The row of a leaf has the parent's window already narrowed by it.";
        LeafInWindowUnlessCut "leaf-in-own-window-unless-cut" Seen WindowOfLeaf:
            "Your log shows a leaf with the alpha and beta of its parent after the leaf's value has updated them, unless the parent prunes.",
            "The row of a leaf has the parent's window as the parent's own row will show it.";
        LeafNarrowsItsWindow "leaf-narrows-its-window" Conceived WindowOfLeaf:
            "Your log shows a leaf as if it were an inner node that had raised alpha or lowered beta itself.",
            "A leaf narrows the window by its value as a max or min node would, before its row.";
        LeafInWindowOnEntry "leaf-in-window-on-entry" Conceived WindowOfLeaf:
            "The row of a leaf of your program shows alpha and beta as they were when its parent was entered.",
            "Hands a leaf the window that its parent has inherited, not the one that it has by then.";
        LeafEntered "leaf-has-entry-row" Conceived LeafRows:
            "Your log has a row for entering a leaf at the cutoff.",
            "Every node gets an entry row with its infinity, leaves too.";
        NoLeafRows "no-leaf-rows" Conceived LeafRows:
            "Your log has no rows for leaves.",
            "Only inner nodes are written.";
        NoRowAtEnd "no-row-at-end" Seen EndRow breaks [EndRow, LeafRows]:
            "Your log has no row with the value of a node at which the game is over.",
            "A game-over node returns its value and prints nothing.";
    }
    State {
        StateAfterFirstSow "state-after-first-sow" Conceived WholeTurn:
            "Your next state is the board before the extra turns of your move are played.",
            "Writes the board after the first sow of the chosen turn.";
        StateOfGreedyMove "state-of-greedy-move" Seen StateOfSearch:
            "Your next state follows the greedy move, not the one that the search finds.",
            "Tasks 2 and 3 write the state that task 1 would.";
        StateNotSwept "state-not-swept" Seen StateSwept:
            "Your move ends the game, but your next state still has the last stones in their pits.",
            "Evaluates the swept board but writes the one before the sweep.";
        StateAfterSecondSow "state-after-one-extra-sow" Seen WholeTurn:
            "Your next state plays at most one extra sow, although the turn continues.",
            "Plays one extra turn with `if` where `while` is meant.";
        StateWithoutLastSow "state-without-last-sow" Seen WholeTurn:
            "Your next state lacks the last sow of a move with extra turns.",
            "Writes the board before the last sow of a chain.";
        StateAfterReply "state-after-reply" Seen WholeTurn breaks [Runs, StateOfSearch]:
            "Your next state is the board after the opponent's reply.",
            "Writes the board after the second turn of the best line.";
        StateOfLine "state-of-line" Conceived WholeTurn:
            "Your next state is the board at the end of the best line, not after your turn.",
            "Plays all the best moves down to the cutoff, not the first turn only.";
        StateUnchanged "state-unchanged" Conceived Runs:
            "Your next state is the board of the input.",
            "Writes the board before the move.";
        StateStoresOfStart "state-mancalas-of-start" Conceived Runs:
            "Your next state has the mancalas as they were before the turn.",
            "Keeps the board of the best turn but not its mancalas, which the search changes back.";
        StateOfLastTurn "state-of-last-turn" Conceived Choice:
            "Your next state follows the last move examined, not the best one.",
            "Writes the board that the search has left behind.";
        StateOfLastImprovement "state-of-last-improvement" Seen ChainChosen:
            "Your program stores its best move in one shared variable, so a later chain of extra turns that is no better overwrites it.",
            "The best state is global, but each chain starts its own comparison.";
        StateOfLastInChain "state-of-last-in-chain" Seen ChainChosen:
            "Your program stores the rest of a chain of extra turns in one shared variable, so a later end of the chain that is no better overwrites it.",
            "The root compares values, but takes the state that its child's chain improved last.";
        StateOfMixedTurns "state-of-mixed-turns" Seen ChainChosen:
            "Your program stores the sows of its best move in shared variables, so a later chain of extra turns that is no better overwrites some of them.",
            "The best pit of each sow is global; the state mixes two turns.";
        StateByNodeName "state-by-node-name" Conceived ChainChosen:
            "Your program keeps the best move of each node under the node's name, so another node of the same name overwrites it.",
            "One dictionary of best moves, by node name; the state follows it from the root.";
        StateByStaleFlag "state-by-stale-flag" Conceived ChainChosen breaks [ChainChosen, StateOfSearch, WholeTurn, Runs]:
            "Whether your next state goes on after a sow depends on the last sow of the search below it, not on the sow itself.",
            "The extra-turn flag is global, and read after the recursion.";
        StateOfLastPass "state-of-last-pass" Conceived ChainChosen breaks [ChainChosen, EndInMidTurn]:
            "Your program stores its best board in one shared variable, and only when the turn passes to the opponent, so a later chain of extra turns that is no better overwrites it.",
            "As state-of-last-improvement, but a turn that ends the game on an extra turn is not kept.";
        StateSkipsMidTurnEnd "state-skips-mid-turn-end" Conceived ChainChosen breaks [ChainChosen, EndInMidTurn]:
            "Your program keeps no board when a move that earns an extra turn ends the game, so it writes that of an earlier move.",
            "Values are right; where the best turn ends the game on an extra turn, the board before is kept.";
        StateOfLastLeaf "state-of-last-leaf" Conceived Choice:
            "Your next state is the board of the last leaf of the search.",
            "Keeps the board to write in one object that every leaf overwrites.";
    }
    Input {
        RowsReadSwapped "rows-read-swapped" Conceived ReadingRows breaks [ReadingRows, Runs]:
            "Your program swaps the two rows of pits when it reads them.",
            "Takes line 4 for player 1 and line 5 for player 2.";
        UpperRowReadReversed "upper-row-read-reversed" Conceived ReadingRows breaks [ReadingRows, Runs]:
            "Your program reads player 2's row of pits from right to left.",
            "Takes line 4 in the direction of sowing; writes it as it should.";
        StoresNotRead "mancalas-not-read" Conceived ReadingStores breaks [ReadingStores, Evaluation]:
            "Your program does not read the mancalas of the input and begins with empty ones.",
            "Ignores lines 6 and 7.";
        StoresReadSwapped "stores-read-swapped" Conceived ReadingStores breaks [ReadingStores, Evaluation]:
            "Your program swaps the two mancalas when it reads them.",
            "Takes line 6 for player 1 and line 7 for player 2.";
    }
    State {
        StateRowsSwapped "state-rows-swapped" Conceived StateForm breaks [Runs]:
            "Your next state has the two rows of pits swapped.",
            "Writes player 1's row first.";
        StateByText "state-by-text" Conceived TiesByText breaks [Widths]:
            "Your next state has the pits in the order of their names as text: B10 before B2.",
            "Sorts the names of the pits as strings for the state; it shows on boards of 9 pits and more.";
        StateUpperRowReversed "state-upper-row-reversed" Conceived StateForm breaks [StateForm, Runs]:
            "Your next state has player 2's pits from right to left.",
            "Writes player 2's row in the direction of sowing.";
        StateStoresSwapped "state-stores-swapped" Conceived StateForm breaks [ReadingStores]:
            "Your next state has the two mancalas swapped.",
            "Writes player 1's mancala first.";
        StateTurned "state-turned" Conceived StateForm breaks [StateForm, Runs, ReadingStores]:
            "As player 2, your program writes the next state as player 2 sees it: turned round, with player 2's row below.",
            "Keeps the board from the player's own side and does not turn it back for the state.";
    }
    Format {
        InfinityText "infinity-text" Conceived InfinityText:
            "Your log writes inf and -inf; write Infinity and -Infinity.",
            "Writes `inf` and `-inf`, as C++ and Python do by themselves.";
        InfinityTextCapital "infinity-text-capital" Conceived InfinityText:
            "Your log writes Inf and -Inf; write Infinity and -Infinity.",
            "Writes `Inf` and `-Inf`, as R, Julia and MATLAB do by themselves.";
        InfinityTextNumber "infinity-text-number" Conceived InfinityText:
            "Your log writes infinity as a very large number; write Infinity and -Infinity.",
            "Writes 2147483647 and -2147483648, the limits of a 32-bit integer.";
        WindowColumnsSwapped "window-columns-swapped" Conceived RowForm breaks [WindowNarrowed, WindowOfLeaf]:
            "Your log has alpha and beta in each other's column.",
            "Writes beta before alpha.";
        NamesFrom1 "names-from-1" Conceived PitNames:
            "Your log counts the pits from 1; the leftmost are A2 and B2.",
            "Names the pits A1 to AN and B1 to BN.";
        NamesJoinedAsText "names-joined-as-text" Conceived PitNames:
            "Your log has the number 2 as text behind each column, such as B02 and B12 for B2 and B3: add first, with brackets.",
            "Writes 'B' + column + 2, which joins texts from left to right.";
        Player2NamesReversed "player-2-names-reversed" Conceived PitNames:
            "Your log numbers player 2's pits from right to left; A2 is the leftmost.",
            "Names player 2's pits in the direction of sowing.";
        OneDigitNames "one-digit-names" Seen TwoDigitNames:
            "Your log truncates pit names to one digit: A10 becomes A1.",
            "Writes the first digit only of a number of two.";
        NamesByCharacter "names-by-character" Conceived TwoDigitNames breaks [TwoDigitNames, OrderByText]:
            "Your log writes each column as a single character, so B10 becomes B: and B11 becomes B;.",
            "Adds the column to the character '0' or '2'.";
        LettersSwapped "letters-swapped" Conceived PitNames:
            "Your log calls player 1's pits A and player 2's pits B.",
            "The letters of the two rows are swapped.";
    }
}
