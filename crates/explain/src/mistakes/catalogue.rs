//! The catalogue of mistakes: one entry each, by what it is about.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Makes [`Mistake`] and [`CATALOGUE`] of a table. An entry has the mistake, its key, where it is known
/// from, a sentence for the student, one for the staff, and the rule that it breaks.
macro_rules! catalogue {
    ($($group:ident { $($mistake:ident $key:literal $known:ident:
        $student:literal, $staff:literal, $rule:literal;)* })*) => {
        /// A mistake; what it is stands in its [entry](Mistake::entry) of the catalogue.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(try_from = "String", into = "&'static str")]
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
            staff: $staff,
            rule: $rule,
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

impl TryFrom<String> for Mistake {
    type Error = String;

    fn try_from(key: String) -> Result<Self, String> {
        Self::from_key(&key).ok_or_else(|| format!("no such mistake: {key}"))
    }
}

impl From<Mistake> for &'static str {
    fn from(mistake: Mistake) -> Self {
        mistake.key()
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

// A set of them is a number with a bit for each.
const _: () = assert!(CATALOGUE.len() <= u128::BITS as usize);

catalogue! {
    BoardRules {
        CaptureNeedsStonesOpposite "capture-needs-stones-opposite" Conceived:
            "Your program does not capture its last stone when there is nothing opposite.",
            "Captures only if the opposite pit holds stones.",
            "A capture takes the last stone even if there is nothing opposite to go with it.";
        NoCapture "no-capture" Conceived:
            "Your program never captures.",
            "Has no captures at all.",
            "A last stone that falls in an empty pit on the player's own side goes to the player's mancala, together with the stones opposite.";
        CaptureLeavesOwnStone "capture-leaves-own-stone" Conceived:
            "Your program captures the stones opposite but leaves its last stone in the pit.",
            "Takes the opposite stones only; the capturing stone stays on the board.",
            "The capturing stone leaves the board together with the captured ones.";
        CaptureWrongPit "capture-wrong-pit" Conceived:
            "Your program captures from a pit that is not the one opposite.",
            "Mirrors the column: captures from the pit as far from the other end of the row.",
            "The opposite pit is the one drawn straight above or below.";
        CaptureOnEitherSide "capture-on-either-side" Conceived:
            "Your program also captures when its last stone falls on the opponent's side.",
            "Captures in an empty pit of either row.",
            "Only a last stone in the mover's own row can capture.";
        CaptureJudgedBeforeSowing "capture-judged-before-sowing" Conceived:
            "Your program looks for an empty pit before it sows, not as the last stone falls.",
            "Tests the landing pit on the board before the sow; differs only on long laps.",
            "The landing pit must be empty at the moment at which the last stone arrives.";
        StartPitCountedFull "start-pit-counted-full" Seen:
            "Your program does not capture when a full lap ends in the pit it began with.",
            "A sow of exactly 2N+1 stones captures nothing.",
            "The starting pit is emptied first, so a lap that ends in it captures.";
        NoCaptureAfterGoingRound "no-capture-after-going-round" Seen:
            "Your program does not capture when the stones have gone round past the opponent's row.",
            "A sow that comes back to the mover's own row captures nothing.",
            "A capture does not depend on how far the last stone has travelled.";
        LapSkipsStartPit "lap-skips-start-pit" Conceived:
            "Your program skips the pit it is sowing from when it comes round again.",
            "A lap passes over its starting pit, and so has 2N holes instead of 2N+1.",
            "A long sow drops a stone in its starting pit as in any other.";
        SowsIntoOpponentsStore "sows-into-opponents-store" Seen:
            "Your program drops stones in the opponent's mancala.",
            "Does not skip the opponent's mancala; a lap has 2N+2 holes.",
            "A player never sows into the opponent's mancala.";
        NoExtraTurn "no-extra-turn" Conceived:
            "Your program does not move again when its last stone lands in its own mancala.",
            "Has no extra turns.",
            "A player whose last stone lands in their own mancala must move again.";
        CaptureGivesExtraTurn "capture-gives-extra-turn" Conceived:
            "Your program moves again after a capture.",
            "Grants an extra turn for each capture.",
            "After a capture it is the opponent's turn.";
        EndTestedForNextPlayerOnly "end-tested-for-next-player-only" Conceived:
            "Your program plays on when the player who does not move next has no stones left.",
            "Ends the game only when the player to move has no move, as the handout's words say.",
            "The game ends as soon as either row is empty.";
        EndTestedForMoverOnly "end-tested-for-mover-only" Conceived:
            "Your program does not notice that a move has emptied the opponent's row.",
            "Looks only at the row of the player who just moved.",
            "An empty row ends the game no matter whose it is.";
        EndNeedsBothEmpty "end-needs-both-empty" Conceived:
            "Your program ends the game only when both rows are empty.",
            "Tests for the end with `and` instead of `or`.",
            "One empty row is enough to end the game.";
        NoFinalSweep "no-final-sweep" Conceived:
            "Your program does not collect the stones that are left when the game is over.",
            "Leaves the remaining stones in their pits, in values and in the state.",
            "When the game is over, the remaining stones go to a mancala and count.";
        SweepToOtherSide "sweep-to-other-side" Conceived:
            "Your program gives the stones that are left at the end to the wrong player.",
            "Hands the remaining stones to the player whose row ran out.",
            "Stones left at the end belong to the player in whose row they lie.";
        SweepToMover "sweep-to-mover" Conceived:
            "Your program gives the stones that are left to whoever made the last move.",
            "Hands the remaining stones to the player who moved last.",
            "Who gets the stones that are left does not depend on who moved last.";
        CaptureLeavesOpposite "capture-leaves-stones-opposite" Conceived:
            "Your program takes its capturing stone but leaves the stones opposite where they are.",
            "Only the last stone goes to the mancala.",
            "A capture takes the stones opposite and the stone that captures them.";
        CaptureLosesOwnStone "capture-loses-own-stone" Conceived:
            "Your program takes its capturing stone off the board but does not add it to the mancala.",
            "Adds the opposite stones only and empties both pits; a stone is lost.",
            "The capturing stone goes to the mancala together with the captured ones.";
        SweepToOtherPlayer "sweep-to-other-player" Conceived:
            "Your program gives all stones that are left to the player who did not make the last move.",
            "Hands the remaining stones to the opponent of whoever moved last.",
            "Stones left at the end belong to the player in whose row they lie.";
        EndTestedForMeOnly "end-tested-for-own-row-only" Conceived:
            "Your program ends the game only when the player it plays for has no stones left.",
            "Looks only at the row of the player of line 2.",
            "An empty row ends the game no matter whose it is.";
        EndNeverTested "end-never-tested" Conceived:
            "Your program never notices that the game is over.",
            "Goes on to the cutoff; a player without a move is an inner node without children.",
            "The game ends as soon as either row is empty.";
        SweepLeavesMoversRow "sweep-leaves-movers-row" Seen:
            "When a move ends the game, your program leaves the stones of the player who made it in their pits.",
            "Sweeps only the row of the player who did not move last.",
            "The stones left in either row are collected.";
        SweepLeavesOtherRow "sweep-leaves-other-row" Conceived:
            "When a move ends the game, your program leaves the stones of the player who did not make it in their pits.",
            "Sweeps only the row of the player who moved last.",
            "The stones left in either row are collected.";
        SweepLeavesOwnRow "sweep-leaves-own-row" Conceived:
            "At the end your program collects the opponent's stones only.",
            "Leaves the row of the player of line 2.",
            "The stones left in either row are collected.";
        SweepLeavesOpponentsRow "sweep-leaves-opponents-row" Conceived:
            "At the end your program collects its own stones only.",
            "Leaves the row of the opponent of the player of line 2.",
            "The stones left in either row are collected.";
        NoExtraTurnAfterGoingRound "no-extra-turn-after-going-round" Conceived:
            "Your program gives no extra turn when the last stone lands in its own mancala after a full lap.",
            "Compares the stones with the distance to the mancala, without taking full laps off.",
            "A player whose last stone lands in their own mancala must move again, after any number of laps.";
        CaptureOverwritesStore "capture-overwrites-store" Seen:
            "Your program forgets what was in the mancala when it captures: the captured stones replace it.",
            "Writes = where += is due, in a capture.",
            "Captured stones are added to the mancala.";
        SweepOverwritesStore "sweep-overwrites-store" Seen:
            "When the game is over, your program forgets what was in the mancala that gets the last stones.",
            "Writes = where += is due, in the final sweep.",
            "The stones that are left are added to the mancala.";
        EndTestedBeforeCapture "end-tested-before-capture" Seen:
            "Your program tests for the end of the game before it captures, so a capture that empties a row does not end the game.",
            "Looks for an empty row on the board after the sow and before its capture.",
            "The game is over as soon as a row is empty, even if a capture emptied it.";
        SweepDiscards "sweep-discards" Seen:
            "When the game is over, your program takes the last stones off the board and gives them to nobody.",
            "Empties the pits in the final sweep, and adds nothing to a mancala.",
            "The stones that are left are added to the mancala.";
        CaptureCopiesOpposite "capture-copies-stones-opposite" Conceived:
            "Your program counts the captured stones but leaves them in the opposite pit as well.",
            "Adds the opposite stones to the mancala and does not empty their pit.",
            "Captured stones leave the pit that they were in.";
        NoCaptureInLeftmostPit "no-capture-in-leftmost-pit" Conceived:
            "Your program does not capture when its last stone falls in the leftmost pit of its row.",
            "Tests the landing pit against a range that is one pit short at the left: no capture in A2 or B2.",
            "A last stone captures in any empty pit of the player's own row.";
        NoCaptureInRightmostPit "no-capture-in-rightmost-pit" Conceived:
            "Your program does not capture when its last stone falls in the rightmost pit of its row.",
            "Tests the landing pit against a range that is one pit short at the right: no capture in the last column.",
            "A last stone captures in any empty pit of the player's own row.";
        SweepToPlayer1 "sweep-to-player-1" Conceived:
            "At the end your program gives all stones that are left to player 1.",
            "Hands the remaining stones of both rows to player 1, as a copied line does.",
            "Stones left at the end belong to the player in whose row they lie.";
        SweepToPlayer2 "sweep-to-player-2" Conceived:
            "At the end your program gives all stones that are left to player 2.",
            "Hands the remaining stones of both rows to player 2, as a copied line does.",
            "Stones left at the end belong to the player in whose row they lie.";
    }
    Search {
        TiesToLast "ties-to-last" Seen:
            "Of several moves of the same value your program takes the last, not the first.",
            "Compares with `>=`: the log is right, the move is not.",
            "Among equal moves the leftmost wins.";
        RightToLeft "right-to-left" Conceived:
            "Your program tries the pits from right to left.",
            "Visits children from the highest column down, for both players.",
            "Pits are tried from the left end of the row to the right.";
        Player2InSowingOrder "player-2-in-sowing-order" Conceived:
            "Your program tries player 2's pits in the direction of sowing, not from A2 on.",
            "Visits player 2's children from A(N+1) down to A2; player 1's are in order.",
            "Pits are tried from left to right as the board is drawn, for player 2 as well.";
        FullestFirst "fullest-first" Conceived:
            "Your program tries the pits with the most stones first.",
            "Sorts the children of a node by the stones in the pits.",
            "Pits are tried from left to right, whatever is in them.";
        DepthGrowsAtTurnEnd "depth-grows-at-turn-end" Conceived:
            "Your program gives a sow that earns an extra turn the depth of its parent, and the sow that ends the turn one more.",
            "Depth grows when the turn passes to the opponent, not with the first sow of a turn.",
            "The root has depth 0, and all sows of one turn share one depth, which is one more than that of the turn before.";
        ExtraTurnCostsDepth "extra-turn-costs-depth" Conceived:
            "Your program counts each sow of an extra turn as one more level of depth.",
            "Depth counts sows instead of turns, so chains are cut short.",
            "All sows of one turn share one depth.";
        ExtraTurnAtCutoffIsLeaf "extra-turn-at-cutoff-is-leaf" Conceived:
            "Your program stops at the cutoff although the player has earned another move.",
            "Evaluates a node at the cutoff depth in the middle of a turn.",
            "A turn that reaches the cutoff is still played to its end.";
        BoundOfZeroIsNone "bound-of-zero-is-none" Conceived:
            "Your program does not prune at an alpha or beta of 0, as if there were none.",
            "Tests a bound for its truth (`if beta and v >= beta`), so that 0 counts as no bound.",
            "A node prunes as soon as its value reaches the bound, whatever the bound.";
        StrictCut "strict-cut" Conceived:
            "Your program does not prune when a node's value equals the bound (it tests < where <= is needed).",
            "Prunes on strict inequality: extra children wherever a value meets the bound.",
            "A value equal to the bound is enough to prune.";
        WindowNotPassed "window-not-passed" Conceived:
            "Your program starts every node with fresh alpha and beta.",
            "Calls each child with (-Infinity, Infinity), so nothing is ever pruned.",
            "A child begins with the alpha and beta of its parent.";
        AlphaNotPassed "alpha-not-passed" Conceived:
            "Your program starts every node with a fresh alpha.",
            "Calls each child with (-Infinity, beta).",
            "A child begins with the alpha and beta of its parent.";
        BetaNotPassed "beta-not-passed" Conceived:
            "Your program starts every node with a fresh beta.",
            "Calls each child with (alpha, Infinity).",
            "A child begins with the alpha and beta of its parent.";
        WindowNegated "window-negated" Conceived:
            "Your program does not swap and negate alpha and beta for the other player, as negamax must.",
            "Calls a child of the other player with alpha and beta as they are, though values change their sign.",
            "A child begins with the alpha and beta of its parent.";
        WindowResetOnExtraTurn "window-reset-on-extra-turn" Conceived:
            "Your program forgets alpha and beta when a move earns an extra turn.",
            "Calls a child that earned an extra turn with (-Infinity, Infinity).",
            "An extra turn inherits alpha and beta like any other move.";
        WindowOverwritten "window-overwritten" Seen:
            "Your program replaces alpha or beta even with a value that is worse.",
            "Assigns alpha = v and beta = v; alpha can go down and beta up.",
            "Alpha only ever rises within a node, and beta only ever falls.";
        WindowSetToChild "window-set-to-child" Conceived:
            "Your program sets alpha or beta to the value of the child just searched.",
            "Assigns alpha or beta what the last child returned, better than the node's value or not.",
            "Alpha only ever rises within a node, and beta only ever falls.";
        EvaluatesForPlayer1 "evaluates-for-player-1" Conceived:
            "Your program counts for player 1 even when it plays as player 2.",
            "Evaluates player 1 minus player 2 whoever is asked for.",
            "A position is valued for the player named in the input.";
        InfinityTooSmall "infinity-too-small" Seen:
            "Your program's infinity is too small, so real values reach it; use a number larger than any possible total.",
            "Uses 999 for infinity: larger values are written, and searched, as Infinity.",
            "Infinity is beyond any number of stones.";
        MidTurnEndSkipped "mid-turn-end-skipped" Seen:
            "Your program never considers a move that ends the game in the middle of a turn.",
            "A sow that earns an extra turn and ends the game is left out of the choice, and of the log.",
            "A move that ends the game is a move like any other.";
        GameOverIsInner "game-over-is-inner" Seen:
            "Your program enters a node at which the game is over as if it had children, so its value stays infinite.",
            "A game-over node above the cutoff gets an entry row, no value row, and returns its infinity.",
            "A node at which the game is over is a leaf at any depth.";
        BestBeginsAtZero "best-begins-at-zero" Seen:
            "Your program never chooses a move whose value is 0 or less, so where there is no other it makes none.",
            "The best total begins at 0, not at -infinity; the log is right.",
            "The best move is played, however small its value.";
        FailHard "fail-hard" Seen:
            "When your program prunes, it uses the bound as the node's value.",
            "Fail-hard: a cutting node prints and returns alpha or beta.",
            "A node that prunes keeps the value that made it prune.";
        FailHardReturned "fail-hard-returned" Seen:
            "When your program prunes, it returns the bound instead of the value that it has printed.",
            "Fail-hard in what is returned; the row of the cut shows the value.",
            "A node that prunes returns the value that made it prune.";
        ValueBeginsAtBound "value-begins-at-bound" Conceived:
            "Your program starts the value of a node at alpha or beta, not at an infinity.",
            "Max nodes begin at alpha, min nodes at beta.",
            "A max node begins at -Infinity, a min node at Infinity.";
        ValueBeginsUnseenAtBound "value-begins-unseen-at-bound" Seen:
            "Your program starts the value of a node at alpha or beta, though its first row shows an infinity.",
            "As value-begins-at-bound, but the entry row is a constant text.",
            "A max node begins at -Infinity, a min node at Infinity.";
        WindowNotNarrowed "window-not-narrowed" Seen:
            "Your program never raises alpha or lowers beta.",
            "The window stays as it was inherited.",
            "After each child that does not prune, alpha or beta is updated with the new value.";
        NoCut "no-cut" Conceived:
            "Your program never prunes: it goes on with a node whose value is already beyond the bound.",
            "Keeps the window but never prunes.",
            "A node whose value reaches the bound returns at once.";
        ChildrenByText "children-by-text" Seen:
            "Your program tries the pits in the order of their names as text: B10 before B2.",
            "Sorts the names of the pits as strings; seen on boards of 9 pits and more.",
            "The pits are tried from left to right: B2 first, and B10 after B9.";
        TiesByText "ties-by-text" Seen:
            "Of several moves of the same value your program takes the one whose last pit comes first by its name as text.",
            "Breaks ties by the string of the last pit of the turn.",
            "Among equal moves the one that was tried first wins.";
        FirstPit "first-pit" Seen:
            "Your program always plays the first pit that has stones.",
            "The state is that of the leftmost legal turn; the log is right.",
            "The move with the best value is played.";
        ExtraTurnFlipsKind "extra-turn-flips-kind" Conceived:
            "Your program switches between max and min after every sow, even when the same player moves again.",
            "A child that earned an extra turn is of the other kind.",
            "A node is a max node if the player to move is the one of line 2, else a min node.";
        KindByDepth "kind-by-depth" Conceived:
            "Your program lets the player of the input move at even depths and the opponent at odd ones, also in an extra turn.",
            "Max nodes are those of even depth, whoever moves there.",
            "A node is a max node if the player of the input moves there.";
        CutoffOneMore "cutoff-one-more" Conceived:
            "Your program searches one turn deeper than the cutoff.",
            "Compares depth > cutoff.",
            "A node at the cutoff depth is a leaf, unless the player has earned another move.";
        CutoffOneLess "cutoff-one-less" Conceived:
            "Your program searches one turn less than the cutoff.",
            "Stops at depth cutoff - 1.",
            "A node is a leaf at the cutoff depth, not before.";
        GreedyToCutoff "greedy-to-cutoff" Conceived:
            "Your greedy search looks as deep as the cutoff says.",
            "Task 1 is minimax to the cutoff of line 3.",
            "Greedy looks at one turn of its own and ignores the cutoff.";
        TurnSowBySow "turn-sow-by-sow" Conceived:
            "Your program chooses each sow of a turn by the stones it wins at once, not the turn as a whole.",
            "Greedy with a cutoff of one sow, again after each extra turn.",
            "The moves that are compared are whole turns, to the end of their extra turns.";
        EvaluatesAllStones "evaluates-all-stones" Conceived:
            "Your program counts the stones in the pits as well.",
            "Evaluates row plus mancala of each side.",
            "The value of a position is the difference of the mancalas; stones in pits do not count.";
        EvaluatesOwnStoreOnly "evaluates-own-store-only" Conceived:
            "Your program counts its own mancala only.",
            "Does not subtract the opponent's mancala.",
            "The value of a position is your own mancala minus the opponent's.";
        EvaluatesForNextPlayer "evaluates-for-next-player" Conceived:
            "Your program values a board for the player who moves next there.",
            "Evaluates the store of the player to move minus the other's.",
            "A position is valued for the player named in the input.";
        OpponentMaximises "opponent-maximises" Conceived:
            "Your program takes the largest value at the opponent's moves too.",
            "Every node is a max node.",
            "The opponent chooses the smallest value.";
        InfinityOf100 "infinity-of-100" Conceived:
            "Your program's infinity is 100, so real values reach it; use a number larger than any possible total.",
            "Uses 100 for infinity: larger values are written, and searched, as Infinity.",
            "Infinity is beyond any number of stones.";
        ValueOfZeroIsNone "value-of-zero-is-none" Conceived:
            "Your program replaces a node's value of 0 by that of the next child, as if it had none yet.",
            "Tests the best value for its truth (`if not best or v > best`), so that 0 counts as no value.",
            "A child replaces the value of a node only if its own is better.";
        ValueBeginsAtZero "value-begins-at-zero" Conceived:
            "Your program starts the value of a node at 0.",
            "Max and min nodes begin at 0, in the log as well.",
            "A max node begins at -Infinity, a min node at Infinity.";
        ValueBeginsAtEvaluation "value-begins-at-evaluation" Seen:
            "Your program starts the value of a node at what its board is worth.",
            "Max and min nodes begin at their own evaluation, in the log as well.",
            "A max node begins at -Infinity, a min node at Infinity.";
        CutoffBeforeEnd "cutoff-before-end" Conceived:
            "At the cutoff your program values a finished game without collecting the stones that are left.",
            "Tests the cutoff before the end of the game: a leaf at the cutoff is not swept.",
            "When the game is over, the remaining stones go to a mancala and count.";
        RemembersPositions "remembers-positions" Conceived:
            "Your program does not search again a position that it has met before, so its log lacks rows.",
            "Keeps the values of positions in a table: one that returns at the same depth gets a single row.",
            "Every node is searched, whether or not the same position was met before.";
        RemembersWithoutRows "remembers-without-rows" Conceived:
            "When a position occurs again at the same depth, your program takes the value that it has found before and writes no rows.",
            "Returns the value of a table at once for a board, a player and a depth that were met before.",
            "Every position is searched and logged, even if it was met before.";
        RemembersBoards "remembers-boards" Conceived:
            "When a board occurs again, even at another depth, your program takes the value that it has found before and writes no rows.",
            "The same with a table that does not know the depth.",
            "Every position is searched and logged, even if it was met before.";
        ExtraTurnCostsDepthOnly "extra-turn-costs-depth-only" Conceived:
            "Your program counts each sow of an extra turn as one more level of depth, though it plays a turn at the cutoff to its end.",
            "Depth grows with each sow; the cutoff is not tested within a turn.",
            "The root has depth 0, and all sows of one turn share one depth, which is one more than that of the turn before.";
        WindowOfTurnOnExtraTurn "window-of-turn-on-extra-turn" Conceived:
            "Your program passes to an extra turn the alpha and beta with which the turn began, not the current ones.",
            "An extra turn gets the window that its turn was entered with, without what its other children have changed.",
            "An extra turn inherits alpha and beta as they are after the children before it.";
    }
    Log {
        ExtraTurnWrongSign "extra-turn-wrong-sign" Seen:
            "Your log shows the wrong infinity when a node after an extra turn is entered.",
            "The entry row of an extra-turn node has the sign of the opponent's node.",
            "The starting infinity depends on who moves, and after an extra turn that is the same player.";
        NoEntryRows "no-entry-rows" Conceived:
            "Your log has no row for entering a node that has children.",
            "Writes a node with children only after each child, never on entry.",
            "A node with children gets a row with its starting infinity when it is entered.";
        NoUpdateRows "no-update-rows" Conceived:
            "Your log shows the value of a node once at its end, not after every child.",
            "One row per node after its last child, none after the others.",
            "Every return from a child writes a row of the parent.";
        UpdateRowsOnlyOnChange "update-rows-only-on-change" Conceived:
            "Your log leaves out the row after a child that does not change the value.",
            "Writes the parent only if the child improved it.",
            "There is a row after every child, whether or not the value changed.";
        LeafTwice "leaf-twice" Conceived:
            "Your log has two rows for each leaf.",
            "Writes a leaf on entry and again on return.",
            "A leaf has one row.";
        WindowUpdatedOnCut "window-updated-on-cut" Conceived:
            "Your log shows the new alpha or beta in the row where a node prunes; it should show the old one.",
            "Updates the window before the cut is tested, or before its row is written.",
            "A node that prunes returns without changing alpha or beta.";
        NoRowOnCut "no-row-on-cut" Conceived:
            "Your log lacks the last row of a node that prunes.",
            "Returns from a cut before the row is written.",
            "A row follows every child, including the one that makes its parent prune.";
        RowBeforeValueUpdate "row-before-value-update" Conceived:
            "Your program writes the row after a child before it updates the node's value.",
            "The row after a child shows the value of before that child.",
            "The row after a child shows the updated value.";
        RowBeforeWindowUpdate "row-before-window-update" Conceived:
            "Your log shows alpha and beta as they were before the child, one row late.",
            "Writes the row after a child first and updates the window afterwards.",
            "A row after a child shows alpha and beta updated by that child, unless the node prunes.";
        ValueShownAsBound "value-shown-as-bound" Seen:
            "Your log shows the value of a node as its alpha or beta even where the bound was better.",
            "The row after a child shows alpha = v or beta = v; the search goes on with the right window.",
            "Alpha is the largest value so far and beta the smallest, inherited ones included.";
        LeafInOwnWindow "leaf-in-own-window" Seen:
            "Your log shows a leaf with the alpha and beta of its parent after the leaf's value has updated them.",
            "The row of a leaf has the parent's window already narrowed by it.",
            "The row of a leaf shows alpha and beta as it inherits them.";
        LeafInWindowUnlessCut "leaf-in-own-window-unless-cut" Seen:
            "Your log shows a leaf with the alpha and beta of its parent after the leaf's value has updated them, unless the parent prunes.",
            "The row of a leaf has the parent's window as the parent's own row will show it.",
            "The row of a leaf shows alpha and beta as it inherits them.";
        LeafNarrowsItsWindow "leaf-narrows-its-window" Conceived:
            "Your log shows a leaf as if it were an inner node that had raised alpha or lowered beta itself.",
            "A leaf narrows the window by its value as a max or min node would, before its row.",
            "The row of a leaf shows alpha and beta as it inherits them.";
        LeafEntered "leaf-has-entry-row" Conceived:
            "Your log has a row for entering a leaf at the cutoff.",
            "Every node gets an entry row with its infinity, leaves too.",
            "A leaf at the cutoff has one row, with its value.";
        NoLeafRows "no-leaf-rows" Conceived:
            "Your log has no rows for leaves.",
            "Only inner nodes are written.",
            "A leaf has one row.";
        NoRowAtEnd "no-row-at-end" Seen:
            "Your log has no row with the value of a node at which the game is over.",
            "A game-over node returns its value and prints nothing.",
            "A node at which the game is over has a row with its value, at any depth.";
    }
    State {
        StateAfterFirstSow "state-after-first-sow" Conceived:
            "Your next state is the board before the extra turns of your move are played.",
            "Writes the board after the first sow of the chosen turn.",
            "The next state comes after the last sow of the turn.";
        StateOfGreedyMove "state-of-greedy-move" Seen:
            "Your next state follows the greedy move, not the one that the search finds.",
            "Tasks 2 and 3 write the state that task 1 would.",
            "The next state follows the move that the search to the cutoff has chosen.";
        StateNotSwept "state-not-swept" Seen:
            "Your move ends the game, but your next state still has the last stones in their pits.",
            "Evaluates the swept board but writes the one before the sweep.",
            "If the turn ends the game, the next state has all stones in the mancalas.";
        StateAfterSecondSow "state-after-one-extra-sow" Seen:
            "Your next state plays at most one extra sow, although the turn continues.",
            "Plays one extra turn with `if` where `while` is meant.",
            "The next state comes after the last sow of the turn.";
        StateWithoutLastSow "state-without-last-sow" Seen:
            "Your next state lacks the last sow of a move with extra turns.",
            "Writes the board before the last sow of a chain.",
            "The next state comes after the last sow of the turn.";
        StateAfterReply "state-after-reply" Seen:
            "Your next state is the board after the opponent's reply.",
            "Writes the board after the second turn of the best line.",
            "The next state comes after one turn.";
        StateUnchanged "state-unchanged" Conceived:
            "Your next state is the board of the input.",
            "Writes the board before the move.",
            "The next state is the board after the move.";
        StateOfLastTurn "state-of-last-turn" Conceived:
            "Your next state follows the last move examined, not the best one.",
            "Writes the board that the search has left behind.",
            "The next state follows the best move.";
        StateOfLastImprovement "state-of-last-improvement" Seen:
            "Your program stores its best move in one shared variable, so a later chain of extra turns that is no better overwrites it.",
            "The best state is global, but each chain starts its own comparison.",
            "A chain of extra turns counts only if its value is the best of all.";
        StateOfLastInChain "state-of-last-in-chain" Seen:
            "Your program stores the rest of a chain of extra turns in one shared variable, so a later end of the chain that is no better overwrites it.",
            "The root compares values, but takes the state that its child's chain improved last.",
            "The next state follows the chain that gave the best value.";
        StateOfMixedTurns "state-of-mixed-turns" Seen:
            "Your program stores the sows of its best move in shared variables, so a later chain of extra turns that is no better overwrites some of them.",
            "The best pit of each sow is global; the state mixes two turns.",
            "A chain of extra turns counts only if its value is the best of all.";
        StateOfLastPass "state-of-last-pass" Conceived:
            "Your program stores its best board in one shared variable, and only when the turn passes to the opponent, so a later chain of extra turns that is no better overwrites it.",
            "As state-of-last-improvement, but a turn that ends the game on an extra turn is not kept.",
            "A chain of extra turns counts only if its value is the best of all.";
        StateOfLastLeaf "state-of-last-leaf" Conceived:
            "Your next state is the board of the last leaf of the search.",
            "Keeps the board to write in one object that every leaf overwrites.",
            "The next state is the board after the chosen move.";
    }
    Input {
        RowsReadSwapped "rows-read-swapped" Conceived:
            "Your program swaps the two rows of pits when it reads them.",
            "Takes line 4 for player 1 and line 5 for player 2.",
            "Line 4 holds player 2's pits, line 5 player 1's.";
        StoresReadSwapped "stores-read-swapped" Conceived:
            "Your program swaps the two mancalas when it reads them.",
            "Takes line 6 for player 1 and line 7 for player 2.",
            "Line 6 holds player 2's mancala, line 7 player 1's.";
    }
    State {
        StateRowsSwapped "state-rows-swapped" Conceived:
            "Your next state has the two rows of pits swapped.",
            "Writes player 1's row first.",
            "Player 2's row comes first.";
        StateByText "state-by-text" Conceived:
            "Your next state has the pits in the order of their names as text: B10 before B2.",
            "Sorts the names of the pits as strings for the state; it shows on boards of 9 pits and more.",
            "The pits of a row are written in the order of the page, B2 first and B10 after B9.";
        StateStoresSwapped "state-stores-swapped" Conceived:
            "Your next state has the two mancalas swapped.",
            "Writes player 1's mancala first.",
            "Player 2's mancala comes before player 1's.";
    }
    Format {
        InfinityText "infinity-text" Conceived:
            "Your log writes inf and -inf; write Infinity and -Infinity.",
            "Writes `inf` and `-inf`, as C++ and Python do by themselves.",
            "The infinities are spelled Infinity and -Infinity.";
        InfinityTextCapital "infinity-text-capital" Conceived:
            "Your log writes Inf and -Inf; write Infinity and -Infinity.",
            "Writes `Inf` and `-Inf`, as R, Julia and MATLAB do by themselves.",
            "The infinities are spelled Infinity and -Infinity.";
        InfinityTextNumber "infinity-text-number" Conceived:
            "Your log writes infinity as a very large number; write Infinity and -Infinity.",
            "Writes 2147483647 and -2147483648, the limits of a 32-bit integer.",
            "The infinities are spelled Infinity and -Infinity.";
        WindowColumnsSwapped "window-columns-swapped" Conceived:
            "Your log has alpha and beta in each other's column.",
            "Writes beta before alpha.",
            "The last two columns are alpha, then beta.";
        NamesFrom1 "names-from-1" Conceived:
            "Your log counts the pits from 1; the leftmost are A2 and B2.",
            "Names the pits A1 to AN and B1 to BN.",
            "Column 1 is the left mancala, so the numbers of the pits start at 2.";
        OneDigitNames "one-digit-names" Seen:
            "Your log truncates pit names to one digit: A10 becomes A1.",
            "Writes the first digit only of a number of two.",
            "Pit names keep all their digits.";
    }
}
