//! Where a mistake is made: everywhere, or only in some tasks, for one player, at some nodes.
//!
//! A program often has the same rule in several places, and only one of them is wrong: a loop for
//! each player, a function for each kind of node, a second copy for the next state.

use super::Mistake;
use crate::assignment::{Assignment, Player, Task};

/// A node of the search, or the same position as the next state is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Who moves next there.
    pub mover: Player,
    /// Whether that is the player of the assignment, so that the node maximises.
    pub maximises: bool,
    /// Who has sown to lead there; `None` at the root.
    pub sower: Option<Player>,
    /// Whether it is the root.
    pub root: bool,
    /// Whether the turn that led there goes on: an extra turn is due.
    pub mid_turn: bool,
    /// Whether the game is over there.
    pub over: bool,
    /// Whether it is over by a capture.
    pub over_by_capture: bool,
    /// Whether the turn is played once more, for the next state.
    pub replayed: bool,
    /// While a node tries a child: whether the player who moves at the node moves there too, by an extra turn.
    pub child_mid_turn: Option<bool>,
    /// Whether that child ends the game.
    pub child_over: bool,
    /// Whether no other child is tried after it.
    pub child_last: bool,
}

impl Place {
    /// The root of a search for a player.
    pub const fn root(me: Player) -> Self {
        Self {
            mover: me,
            maximises: true,
            sower: None,
            root: true,
            mid_turn: false,
            over: false,
            over_by_capture: false,
            replayed: false,
            child_mid_turn: None,
            child_over: false,
            child_last: false,
        }
    }
}

/// The places and cases in which a mistake is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scope {
    /// In which tasks.
    pub tasks: Tasks,
    /// For which player of the assignment; `None` for both.
    pub player: Option<Player>,
    /// At which places.
    pub at: At,
}

/// Places at which a mistake is made: at some nodes, after some children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    /// At which nodes.
    pub nodes: Nodes,
    /// While which child is tried, for what a node makes of a child.
    pub after: After,
}

/// Makes an enum of a table. A choice has its word in a key, its words in a sentence, and when it holds;
/// the first is the widest and has no words.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident ($of:ident: $type:ty) {
        $($choice:ident $word:literal $text:literal: $holds:expr,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the words say what each is")]
        pub enum $name {
            $($choice,)*
        }

        impl $name {
            /// Every choice, in the order of the enum.
            const ALL: &[Words<Self>] = &[$((Self::$choice, $word, $text),)*];

            /// Every choice, the widest first.
            pub fn all() -> impl Iterator<Item = Self> + Clone {
                Self::ALL.iter().map(|it| it.0)
            }

            pub(crate) fn has(self, $of: $type) -> bool {
                match self {
                    $(Self::$choice => $holds,)*
                }
            }
        }
    };
}

/// A choice, its word in a key, and its words in a sentence; nothing for the widest.
type Words<T> = (T, &'static str, &'static str);

choices! {
    /// Tasks in which a mistake is made.
    Tasks (task: Task) {
        All "" "": true,
        Greedy "greedy" "in greedy": task == Task::Greedy,
        Minimax "minimax" "in minimax": task == Task::Minimax,
        AlphaBeta "alpha-beta" "in alpha-beta": task == Task::AlphaBeta,
        Searches "minimax-and-alpha-beta" "in minimax and alpha-beta": task != Task::Greedy,
        WithoutCuts "greedy-and-minimax" "in greedy and minimax": task != Task::AlphaBeta,
    }
}

choices! {
    /// Nodes at which a mistake is made.
    Nodes (place: Place) {
        All "" "": true,
        Root "root" "at the root": place.root,
        BelowRoot "below-root" "below the root": !place.root,
        MidTurn "mid-turn" "in the middle of a turn": place.mid_turn,
        TurnEnd "turn-end" "at the end of a turn": !place.mid_turn,
        Over "game-over" "where the game is over": place.over,
        OverByCapture "over-by-capture" "where a capture ends the game": place.over_by_capture,
        InGame "in-game" "where the game goes on": !place.over,
        Max "max-nodes" "at max nodes": place.maximises,
        Min "min-nodes" "at min nodes": !place.maximises,
        PlayerOneMoves "player-1-moves" "where player 1 is to move": place.mover == Player::One,
        PlayerTwoMoves "player-2-moves" "where player 2 is to move": place.mover == Player::Two,
        PlayerOneBelowRoot "player-1-below-root" "where player 1 moves below the root":
            !place.root && place.mover == Player::One,
        PlayerTwoBelowRoot "player-2-below-root" "where player 2 moves below the root":
            !place.root && place.mover == Player::Two,
        PlayerOneMoved "player-1-moved" "after a sow of player 1": place.sower == Some(Player::One),
        PlayerTwoMoved "player-2-moved" "after a sow of player 2": place.sower == Some(Player::Two),
        Tree "tree" "within the search, not for the next state": !place.replayed,
        NextState "next-state" "for the next state, not within the search": place.replayed,
    }
}

choices! {
    /// Children after which a mistake is made.
    After (place: Place) {
        AnyChild "" "": true,
        ExtraTurn "after-extra-turn" "after a child that is an extra turn":
            place.child_mid_turn == Some(true),
        TurnEnd "after-turn-end" "after a child that ends the turn":
            place.child_mid_turn == Some(false),
        ExtraTurnInGame "after-extra-turn-in-game"
            "after a child that is an extra turn and does not end the game":
            Self::ExtraTurn.has(place) && !place.child_over,
        EndsGame "after-game-over" "after a child that ends the game": place.child_over,
        LastChild "after-last-child" "after a node's last child": place.child_last,
    }
}

impl Nodes {
    /// The words for a mistake that is made in a row: there the player who moves is the one whose row it is.
    const fn of_row(self) -> Option<&'static str> {
        match self {
            Self::Max => Some("in the program's own row"),
            Self::Min => Some("in the opponent's row"),
            Self::PlayerOneMoves | Self::PlayerOneBelowRoot => Some("in player 1's row"),
            Self::PlayerTwoMoves | Self::PlayerTwoBelowRoot => Some("in player 2's row"),
            _ => None,
        }
    }
}

impl At {
    /// All places.
    pub const ANYWHERE: Self = Self::nodes(Nodes::All);

    /// At these nodes, whatever the child.
    pub const fn nodes(nodes: Nodes) -> Self {
        Self { nodes, after: After::AnyChild }
    }

    /// Every choice that a mistake is looked for in, anywhere first: by the child only at all nodes of a kind.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_all = Nodes::all().map(Self::nodes);
        let by_child = [Nodes::All, Nodes::Max, Nodes::Min]
            .into_iter()
            .flat_map(|nodes| After::all().skip(1).map(move |after| Self { nodes, after }));
        of_all.chain(by_child)
    }

    /// Whether a place is among them.
    pub fn has(self, place: Place) -> bool {
        self.nodes.has(place) && self.after.has(place)
    }
}

impl Scope {
    /// Everywhere.
    pub const EVERYWHERE: Self = Self { tasks: Tasks::All, player: None, at: At::ANYWHERE };

    /// Whether the case is one in which the mistake may be made.
    pub fn has_case(self, assignment: &Assignment) -> bool {
        let has_player = self.player.is_none_or(|player| player == assignment.player);
        has_player && self.tasks.has(assignment.task)
    }

    /// How many things it says: 0 for everywhere.
    pub fn conditions(self) -> usize {
        self.words(false).count()
    }

    /// The scope as the key of a switch has it: words joined by commas; empty for everywhere.
    pub fn key(self) -> String {
        let words: Vec<_> = self.words(false).map(|it| it.0).collect();
        words.join(",")
    }

    /// What it says, as the words of its key and of a sentence, which may be about a row.
    fn words(self, of_row: bool) -> impl Iterator<Item = (&'static str, &'static str)> {
        let tasks = Tasks::ALL[self.tasks as usize];
        let player = match self.player {
            None => ("", ""),
            Some(Player::One) => ("player-1", "when playing as player 1"),
            Some(Player::Two) => ("player-2", "when playing as player 2"),
        };
        let (_, nodes, at_nodes) = Nodes::ALL[self.at.nodes as usize];
        let at_nodes = self.at.nodes.of_row().filter(|_| of_row).unwrap_or(at_nodes);
        let after = After::ALL[self.at.after as usize];
        let words = [(tasks.1, tasks.2), player, (nodes, at_nodes), (after.1, after.2)];
        words.into_iter().filter(|it| !it.0.is_empty())
    }

    /// Where a mistake is made, such as "only in greedy at the root"; nothing for everywhere.
    pub fn text(self, mistake: Mistake) -> String {
        let words: Vec<_> = self.words(mistake.is_of_row()).map(|it| it.1).collect();
        let only = if words.is_empty() { "" } else { "only " };
        format!("{only}{}", words.join(" "))
    }

    /// The scope that a key names.
    pub fn from_key(key: &str) -> Option<Self> {
        fn named<T: Copy>(all: &[Words<T>], word: &str) -> Option<T> {
            all.iter().find(|it| it.1 == word).map(|it| it.0)
        }
        let mut scope = Self::EVERYWHERE;
        for word in key.split(',').filter(|word| !word.is_empty()) {
            match word {
                "player-1" => scope.player = Some(Player::One),
                "player-2" => scope.player = Some(Player::Two),
                _ => match (named(Tasks::ALL, word), named(Nodes::ALL, word)) {
                    (Some(tasks), _) => scope.tasks = tasks,
                    (None, Some(nodes)) => scope.at.nodes = nodes,
                    (None, None) => scope.at.after = named(After::ALL, word)?,
                },
            }
        }
        Some(scope)
    }

    /// The words of which a key is made, besides the players'.
    pub fn known_words() -> [Vec<&'static str>; 2] {
        fn words<T>(all: &[Words<T>]) -> impl Iterator<Item = &'static str> {
            all[1..].iter().map(|it| it.1)
        }
        [words(Tasks::ALL).collect(), words(Nodes::ALL).chain(words(After::ALL)).collect()]
    }
}
