//! The rules that a program is asked about, one by one.

/// Makes [`Rule`] and [`RULES`] of a table. An entry has the rule, its key, a few words, the rule in one
/// sentence, and the rules that its probes need.
macro_rules! rules {
    ($($topic:ident { $($rule:ident $key:literal $title:literal:
        $sentence:literal, needs [$($needed:ident),*];)* })*) => {
        /// A rule of the homework; what it says stands in its [entry](Rule::entry).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[doc = $sentence] $rule,)*)*
        }

        /// Every entry, in the order of [`Rule`].
        pub const RULES: &[RuleEntry] = &[$($(RuleEntry {
            rule: Rule::$rule,
            key: $key,
            topic: Topic::$topic,
            title: $title,
            sentence: $sentence,
            needs: &[$(Rule::$needed),*],
        },)*)*];
    };
}

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Topic {
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
pub struct RuleEntry {
    /// The rule.
    pub rule: Rule,
    /// Its name in files: lower-case words joined by hyphens.
    pub key: &'static str,
    /// What it is about.
    pub topic: Topic,
    /// A few words for a table.
    pub title: &'static str,
    /// The rule in one sentence.
    pub sentence: &'static str,
    /// Rules without which its probes cannot be passed: they say nothing where one of these fails.
    pub needs: &'static [Rule],
}

keyed!(Rule, RuleEntry, RULES, rule);

impl Rule {
    /// The rule in a sentence.
    pub fn sentence(self) -> &'static str {
        self.entry().sentence
    }

    /// Whether this rule fails, or one that its probes need.
    pub(crate) fn lacks(self, fails: &dyn Fn(Self) -> bool) -> bool {
        fails(self) || self.entry().needs.iter().any(|it| it.lacks(fails))
    }
}

rules! {
    Files {
        Runs "runs" "A move is made":
            "The next state is the board after a move.",
            needs [PassingEndsTurn, SowOwnStore, OwnStores, GoesOn];
        ReadingBlanks "reading-blanks" "Spaces at the end of a line":
            "Spaces at the end of a line of the input mean nothing.",
            needs [];
        ReadingLineEnds "reading-line-ends" "Line ends of the input":
            "The lines of an input may end as on Windows, and the last line may have no end.",
            needs [];
        ReadingRows "reading-rows" "The rows of the input":
            "Line 4 of the input has player 2's pits and line 5 player 1's.",
            needs [PassingEndsTurn, PitNames];
        ReadingStores "reading-stores" "The mancalas of the input":
            "Line 6 of the input has player 2's mancala and line 7 player 1's.",
            needs [PassingEndsTurn, SowOwnStore, OwnStores, GoesOn];
        ReadingNumbers "reading-numbers" "Numbers with two digits":
            "A pit and a mancala of the input may hold ten stones or more.",
            needs [PassingEndsTurn, SowOwnStore, OwnStores, GoesOn];
        Widths "widths" "Boards of 3 to 10 pits":
            "A board has 3 to 10 pits on each side.",
            needs [Choice];
        StateForm "state-form" "The form of next_state.txt":
            "The next state has four lines: player 2's row, player 1's row, player 2's mancala, player 1's; numbers with spaces between them.",
            needs [];
        Header "header" "The header of the log":
            "The first line of the log has the names of its columns.",
            needs [];
        RowForm "row-form" "The form of a row":
            "A row of the log has its columns in their order with commas between them, and nothing else.",
            needs [];
        PitNames "pit-names" "Names of pits":
            "Player 1's pits are named B2 onwards, player 2's A2 onwards.",
            needs [];
        TwoDigitNames "two-digit-names" "Names with two digits":
            "From column 10 on, the name of a pit has two digits.",
            needs [PitNames];
        InfinityText "infinity-text" "The text of infinity":
            "Infinity is written as Infinity and -Infinity.",
            needs [PassingEndsTurn, Moves];
    }
    Sowing {
        Moves "moves" "Which pits can be sown":
            "A player may sow any pit of the own row that is not empty, and no other.",
            needs [PitNames, ReadingRows];
        SowOwnRow "sow-own-row" "Sowing along the own row":
            "A sow drops a stone in each pit of the player's own row, whether the pit is empty or not.",
            needs [Moves, Capture, CaptureOwnRowOnly, EndRowOfMover];
        SowOwnStore "sow-own-store" "Sowing past the own mancala":
            "A sow drops a stone in the own mancala and goes on in the opponent's row, counter-clockwise.",
            needs [Moves];
        SowOpponentsRow "sow-opponents-row" "Sowing through the opponent's row":
            "A sow that goes on drops a stone in every pit of the opponent's row.",
            needs [Order];
        SowPastOpponentsStore "sow-past-opponents-store" "Sowing past the opponent's mancala":
            "A sow passes over the opponent's mancala.",
            needs [Choice, SowOpponentsRow, SowOwnRow];
        SowLap "sow-lap" "Sowing round the board":
            "A long sow drops a stone in its starting pit as in any other.",
            needs [SowPastOpponentsStore, Opponent, UpdateValues];
        SowFar "sow-far" "Sowing round more than twice":
            "A sow goes on round the board until its last stone.",
            needs [SowLap];
        Capture "capture" "Captures":
            "A last stone that falls in an empty pit on the player's own side goes to the player's mancala, together with the stones opposite.",
            needs [CaptureEndsTurn, OwnStores, GoesOn];
        CaptureBig "capture-big" "Captures of many stones":
            "A capture takes all stones of the opposite pit.",
            needs [Capture];
        CaptureOwnRowOnly "capture-own-row-only" "No capture in the opponent's row":
            "Only a last stone in the mover's own row can capture.",
            needs [Opponent];
        CaptureEmptyOpposite "capture-empty-opposite" "Captures with nothing opposite":
            "A capture takes the last stone even if there is nothing opposite.",
            needs [Capture];
        CaptureNeedsEmptyPit "capture-needs-empty-pit" "No capture in a pit with stones":
            "A last stone captures only if its pit was empty just before.",
            needs [SowPastOpponentsStore, UpdateValues, OwnBoards];
        CaptureAfterGoingRound "capture-after-going-round" "Captures after going round":
            "A capture does not depend on how far the last stone has travelled.",
            needs [Capture, SowPastOpponentsStore, Opponent];
        CaptureInStartPit "capture-in-start-pit" "Captures in the starting pit":
            "A sow of one full lap ends in its starting pit, which is empty by then, and captures.",
            needs [CaptureAfterGoingRound, SowLap];
        ExtraTurn "extra-turn" "Extra turns":
            "A player whose last stone lands in their own mancala moves again.",
            needs [Depth, Order, EntryRows, GoesOn];
        ExtraTurnAfterLap "extra-turn-after-lap" "Extra turns after going round":
            "A player whose last stone lands in their own mancala moves again, after any number of laps.",
            needs [ExtraTurn, Siblings, WholeTurn, ChainChosen, SowLap, CaptureAfterGoingRound];
        PassingEndsTurn "passing-ends-turn" "No extra turn for passing the mancala":
            "A sow that goes on past the player's own mancala earns no extra turn.",
            needs [Cutoff, OwnBoards];
        CaptureEndsTurn "capture-ends-turn" "No extra turn after a capture":
            "After a capture it is the opponent's turn.",
            needs [LeafRows];
    }
    End {
        EndRowOfMover "end-row-of-mover" "The mover's row is empty":
            "The game is over as soon as the mover's row is empty.",
            needs [LeafRows, Capture, GoesOn, Moves];
        EndRowOfOpponent "end-row-of-opponent" "The opponent's row is empty":
            "The game is over as soon as the opponent's row is empty.",
            needs [Capture, LeafRows];
        EndInMidTurn "end-in-mid-turn" "The game ends in the middle of a turn":
            "A sow that earns an extra turn can end the game as well.",
            needs [Order, StateSwept, SweepWholeRow];
        GoesOn "goes-on" "The game goes on":
            "The game goes on until a row of pits is empty, whoever has won by then.",
            needs [LeafRows, Moves];
        EndAtCutoff "end-at-cutoff" "The game ends at the cutoff":
            "When the game is over at the cutoff, the last stones are collected before the board is valued.",
            needs [Evaluation, EndRowOfMover, SweepRowOfOpponent, SweepWholeRow];
        EndRow "end-row" "The row of a finished game":
            "A node at which the game is over has a row with its value, at any depth.",
            needs [EndRowOfMover, LeafRows];
        EndValue "end-value" "The value of a finished game":
            "A finished game is worth what its board is worth: the player's own mancala minus the opponent's.",
            needs [Evaluation, Capture, EndRow];
        SweepRowOfMover "sweep-row-of-mover" "The last stones of the mover":
            "The stones that are left go to the player in whose row they lie.",
            needs [EndRowOfOpponent, EndRow, EndValue, UpdateValues];
        SweepRowOfOpponent "sweep-row-of-opponent" "The last stones of the opponent":
            "The stones that are left go to the player in whose row they lie.",
            needs [EndRowOfMover, EndRow, EndValue];
        SweepWholeRow "sweep-whole-row" "The last stones of every pit":
            "The stones that are left in any pit of a row are collected.",
            needs [Opponent, SweepRowOfMover, SweepRowOfOpponent];
    }
    Search {
        Evaluation "evaluation" "The value of a board":
            "The value of a board is the player's own mancala minus the opponent's.",
            needs [PassingEndsTurn, SowOwnStore, SowOpponentsRow, GoesOn];
        LargeValues "large-values" "Large values":
            "A value may be as large as the number of stones, and infinity is larger still.",
            needs [Evaluation, GoesOn, LargeNumbers];
        LargeNumbers "large-numbers" "Large numbers of stones":
            "Pits and mancalas may hold any number of stones.",
            needs [Choice];
        Opponent "opponent" "The opponent's choice":
            "The opponent chooses the smallest value.",
            needs [Evaluation, Capture, Cutoff, OwnStores];
        Choice "choice" "The best move":
            "The move with the best value is played.",
            needs [Evaluation, OwnStores];
        TiesFirst "ties-first" "Ties":
            "Of moves of the same value the first is played.",
            needs [Order, Choice, Capture, OwnBoards];
        TiesByText "ties-by-text" "Ties with two-digit names":
            "Column 2 comes before column 10.",
            needs [TiesFirst, OrderByText, Widths];
        Order "order" "The order of the moves":
            "Moves are tried from column 2 on, for both players.",
            needs [LeafRows, Moves];
        OrderByText "order-by-text" "The order with two-digit names":
            "Column 2 is tried before column 10.",
            needs [Order];
        Depth "depth" "Depth":
            "The root has depth 0, and all sows of one turn share one depth.",
            needs [SowOwnStore, SowOpponentsRow];
        Cutoff "cutoff" "The cutoff":
            "A node at the depth that line 3 of the input gives is a leaf, unless an extra turn is due.",
            needs [];
        GreedyDepth "greedy-depth" "Greedy ignores the cutoff":
            "Greedy looks one turn ahead whatever line 3 says.",
            needs [Evaluation, Choice];
        ChainAtCutoff "chain-at-cutoff" "An extra turn at the cutoff":
            "A turn that reaches the cutoff is still played to its end.",
            needs [ExtraTurn, SowOpponentsRow, SowPastOpponentsStore];
        OpponentsChain "opponents-chain" "Extra turns of the opponent":
            "The opponent also plays extra turns.",
            needs [ExtraTurn, ChainAtCutoff, Order, Siblings, EndRowOfMover, EndRowOfOpponent, SowOwnStore];
        OwnBoards "own-boards" "A board for each move of a node":
            "Each move of a node is made on the board of the node, as it was before the others.",
            needs [Cutoff, PitNames];
        OwnStores "own-mancalas" "The mancalas for each move of a node":
            "Each move of a node begins with the mancalas of the node, as they were before the others.",
            needs [OwnBoards];
        Siblings "siblings" "One board for all moves of a node":
            "Each move of a node is played on the board of that node, not on what another move has left.",
            needs [ExtraTurn, ChainAtCutoff, Capture, SowLap, SweepRowOfMover, EndAtCutoff, OwnBoards];
        Transpositions "transpositions" "Positions that occur again":
            "A position that occurs again is searched again.",
            needs [ChainAtCutoff, OpponentsChain, Order, CaptureBig];
    }
    Log {
        EntryRows "entry-rows" "Rows on entry":
            "A node with children begins at -Infinity or Infinity, and has a row with that when it is entered.",
            needs [Cutoff, GoesOn];
        ChainSign "chain-sign" "The infinity in an extra turn":
            "After an extra turn the same player moves, so the node is of the same kind and has the same infinity.",
            needs [EntryRows, OpponentsChain];
        UpdateRows "update-rows" "Rows after each child":
            "A node has a row after each of its children, even if its value did not change.",
            needs [Cutoff];
        UpdateValues "update-values" "The value after each child":
            "The row after a child shows the best value so far, not that of the child.",
            needs [UpdateRows, EntryRows, Evaluation, Order, OwnStores];
        LeafRows "leaf-rows" "Rows of leaves":
            "A leaf has one row, with its value.",
            needs [PassingEndsTurn, Cutoff];
        LeafValues "leaf-values" "The value in the row of a leaf":
            "The row of a leaf shows what its board is worth.",
            needs [LeafRows, Evaluation];
        OneSearch "one-search" "One search":
            "The log has the rows of one search, from the board of the input.",
            needs [ChainAtCutoff, Siblings, Order];
    }
    Window {
        WindowPassed "window-passed" "The window of a child":
            "A child begins with the alpha and beta of its parent.",
            needs [WindowNarrowed, EntryRows, Order];
        WindowInChain "window-in-chain" "The window of an extra turn":
            "An extra turn inherits alpha and beta like any other move.",
            needs [WindowPassed, OpponentsChain];
        WindowNarrowed "window-narrowed" "Alpha and beta after a child":
            "After a child, alpha rises to the node's value if that is greater, or beta falls to it if that is less.",
            needs [Opponent, UpdateRows, Order];
        WindowNarrowedInChain "window-narrowed-in-chain" "Alpha and beta in an extra turn":
            "In the middle of a turn alpha and beta are updated after each child, as elsewhere.",
            needs [WindowNarrowed, WindowInChain, ChainSign, Capture];
        WindowInherited "window-inherited" "An inherited bound that is better":
            "An inherited alpha or beta stays if the value of a child is not better.",
            needs [CutRow, ValueAfterCut, ExtraTurn, Capture, CaptureOwnRowOnly];
        WindowOfLeaf "window-of-leaf" "Alpha and beta of a leaf":
            "The row of a leaf shows alpha and beta as it inherits them.",
            needs [LeafRows, Order, WindowPassed];
        CutAtBound "cut" "When a node prunes":
            "A node prunes as soon as its value reaches the bound, and not before; minimax never prunes.",
            needs [WindowNarrowed, WindowPassed, LeafRows, GoesOn, Capture, SowPastOpponentsStore];
        RowOnCut "row-on-cut" "A row at a prune":
            "A node that prunes has a row after the child that made it prune.",
            needs [CutAtBound, UpdateRows];
        CutRow "cut-row" "The row of a node that prunes":
            "A node that prunes has a row with its value, in which alpha and beta are not updated.",
            needs [RowOnCut];
        ValueAfterCut "value-after-cut" "The value of a node that prunes":
            "A node that prunes returns its value, not the bound.",
            needs [CutRow, Capture, CaptureOwnRowOnly, CaptureBig, WindowInChain, WindowNarrowedInChain, ChainSign, EndInMidTurn, SweepRowOfMover, SweepRowOfOpponent, UpdateValues];
    }
    State {
        WholeTurn "whole-turn" "The state after the whole turn":
            "The next state comes after the last sow of the turn.",
            needs [ExtraTurn, ChainSign, Choice, Capture];
        ChainChosen "chain-chosen" "The state of the best chain":
            "The next state follows the chain of sows that gave the best value.",
            needs [WholeTurn, Choice, TiesFirst, Siblings, CaptureEmptyOpposite, CaptureOwnRowOnly, SweepRowOfMover, EndAtCutoff];
        StateSwept "state-swept" "The state when the game is over":
            "If the turn ends the game, the next state has all stones in the mancalas.",
            needs [SweepRowOfMover, SweepRowOfOpponent];
        StateOfSearch "state-of-search" "The state of the search":
            "The next state follows the move that the search has chosen.",
            needs [Opponent, ChainChosen];
    }
}
