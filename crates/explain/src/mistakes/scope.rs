//! Where a mistake is made: everywhere, or only in some tasks, for one player, at some nodes.
//!
//! A program often has the same rule in several places, and only one of them is wrong: a loop for
//! each player, a function for each kind of node, a second copy for the next state.

use serde::{Deserialize, Serialize};

use super::Mistake;
use crate::assignment::{Assignment, Side, Task};

/// A node of the search, or the same position as the next state is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Who moves next there.
    pub mover: Side,
    /// Whether that is the player of the assignment, so that the node maximises.
    pub maximises: bool,
    /// Who has sown to lead there; `None` at the root.
    pub sower: Option<Side>,
    /// Whether it is the root.
    pub root: bool,
    /// Whether the turn that led there goes on: an extra turn is due.
    pub mid_turn: bool,
    /// Whether the sow that led there was not the first of its turn.
    pub later_in_turn: bool,
    /// Whether the game is over there.
    pub over: bool,
    /// Whether it is over by a capture.
    pub over_by_capture: bool,
    /// What the sow that led there has done besides.
    pub sow: SowKind,
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
    pub const fn root(me: Side) -> Self {
        Self {
            mover: me,
            maximises: true,
            sower: None,
            root: true,
            mid_turn: false,
            later_in_turn: false,
            over: false,
            over_by_capture: false,
            sow: SowKind {
                goes_round: false,
                captured: None,
                captures_alone: false,
                captures_in_start: false,
            },
            replayed: false,
            child_mid_turn: None,
            child_over: false,
            child_last: false,
        }
    }

    /// Whether this is the player of the assignment.
    fn is_of_player(self, side: Option<Side>) -> bool {
        side.is_some_and(|it| (it == self.mover) == self.maximises)
    }
}

/// What a sow does by the way.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SowKind {
    /// Whether it goes past the opponent's row, into the mover's own again.
    pub goes_round: bool,
    /// The column in which it captures, if it does.
    pub captured: Option<usize>,
    /// Whether it captures its own last stone only.
    pub captures_alone: bool,
    /// Whether it captures in the pit that it began with.
    pub captures_in_start: bool,
}

/// The places and cases in which a mistake is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Scope {
    /// In which tasks.
    pub tasks: Tasks,
    /// For which player of the assignment; `None` for both.
    pub player: Option<Side>,
    /// At which places.
    pub at: At,
}

/// Places at which a mistake is made: at nodes of one kind, at some of them, after some children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    /// At nodes of which kind.
    pub kinds: Kinds,
    /// At which of them.
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
    /// Kinds of nodes at which a mistake is made: programs often have a function for each.
    Kinds (place: Place) {
        All "" "": true,
        Max "max-nodes" "at max nodes": place.maximises,
        Min "min-nodes" "at min nodes": !place.maximises,
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
        LaterInTurn "later-in-turn" "after a sow that is not the first of its turn": place.later_in_turn,
        Over "game-over" "where the game is over": place.over,
        OverByCapture "over-by-capture" "where a capture ends the game": place.over_by_capture,
        InGame "in-game" "where the game goes on": !place.over,
        PlayerOneMoves "player-1-moves" "where player 1 is to move": place.mover == Side::South,
        PlayerTwoMoves "player-2-moves" "where player 2 is to move": place.mover == Side::North,
        PlayerOneBelowRoot "player-1-below-root" "where player 1 moves below the root":
            !place.root && place.mover == Side::South,
        PlayerTwoBelowRoot "player-2-below-root" "where player 2 moves below the root":
            !place.root && place.mover == Side::North,
        OwnSow "own-sow" "after a sow of your own": place.is_of_player(place.sower),
        OpponentsSow "opponents-sow" "after a sow of the opponent":
            place.sower.is_some() && !place.is_of_player(place.sower),
        PlayerOneMoved "player-1-moved" "after a sow of player 1": place.sower == Some(Side::South),
        PlayerTwoMoved "player-2-moved" "after a sow of player 2": place.sower == Some(Side::North),
        WentRound "went-round" "after a sow past the opponent's row": place.sow.goes_round,
        Captured "captured" "after a capture": place.sow.captured.is_some(),
        CapturedAlone "captured-alone" "after a capture with no stones opposite":
            place.sow.captures_alone,
        CapturedInStart "captured-in-start" "after a capture in the pit that the sow began with":
            place.sow.captures_in_start,
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
    /// Whether it says what the last sow has done, not where that led: there rows go wrong, and no mistake is looked for.
    pub(crate) const fn is_of_sow(self) -> bool {
        matches!(
            self,
            Self::WentRound | Self::Captured | Self::CapturedAlone | Self::CapturedInStart
        )
    }
}

impl At {
    /// All places.
    pub const ANYWHERE: Self = Self::nodes(Nodes::All);

    /// At these nodes, of whatever kind, whatever the child.
    pub const fn nodes(nodes: Nodes) -> Self {
        Self { kinds: Kinds::All, nodes, after: After::AnyChild }
    }

    /// Every choice that a mistake is looked for in, anywhere first.
    pub fn all() -> impl Iterator<Item = Self> {
        use Nodes::{BelowRoot, InGame, MidTurn, Over, TurnEnd};
        let of_kind = |nodes| {
            let of_all = Self::nodes(nodes);
            Kinds::all().skip(1).map(move |kinds| Self { kinds, ..of_all })
        };
        let nodes = Nodes::all().skip(1).filter(|it| !it.is_of_sow()).map(Self::nodes);
        // All min nodes are below the root.
        let below_root = [Self { kinds: Kinds::Max, ..Self::nodes(BelowRoot) }];
        let of_two = below_root
            .into_iter()
            .chain([MidTurn, TurnEnd, Over, InGame].into_iter().flat_map(of_kind));
        let wide = std::iter::once(Self::ANYWHERE).chain(of_kind(Nodes::All));
        let after =
            wide.clone().flat_map(|at| After::all().skip(1).map(move |after| Self { after, ..at }));
        wide.chain(nodes).chain(after).chain(of_two)
    }

    /// Whether a place is among them.
    pub fn has(self, place: Place) -> bool {
        self.kinds.has(place) && self.nodes.has(place) && self.after.has(place)
    }

    /// The words for a mistake that is made in a row: there the player who moves is the one whose row it is.
    const fn of_row(self) -> Option<&'static str> {
        match (self.kinds, self.nodes) {
            (Kinds::Max, Nodes::All) => Some("in the program's own row"),
            (Kinds::Min, Nodes::All) => Some("in the opponent's row"),
            (Kinds::All, Nodes::PlayerOneMoves | Nodes::PlayerOneBelowRoot) => {
                Some("in player 1's row")
            }
            (Kinds::All, Nodes::PlayerTwoMoves | Nodes::PlayerTwoBelowRoot) => {
                Some("in player 2's row")
            }
            _ => None,
        }
    }
}

impl Scope {
    /// Everywhere.
    pub const EVERYWHERE: Self = Self { tasks: Tasks::All, player: None, at: At::ANYWHERE };

    /// Whether the case is one in which the mistake may be made.
    pub fn has_case(self, assignment: &Assignment) -> bool {
        self.has_run(assignment.task, assignment.player)
    }

    /// Whether it may be made in this task for this player.
    pub(crate) fn has_run(self, task: Task, player: Side) -> bool {
        self.player.is_none_or(|chosen| chosen == player) && self.tasks.has(task)
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
            Some(Side::South) => ("player-1", "when playing as player 1"),
            Some(Side::North) => ("player-2", "when playing as player 2"),
        };
        let kinds = Kinds::ALL[self.at.kinds as usize];
        let nodes = Nodes::ALL[self.at.nodes as usize];
        let after = After::ALL[self.at.after as usize];
        let in_row = self.at.of_row().filter(|_| of_row);
        let words = [
            (tasks.1, tasks.2),
            player,
            (kinds.1, in_row.unwrap_or(kinds.2)),
            (nodes.1, in_row.unwrap_or(nodes.2)),
            (after.1, after.2),
        ];
        words.into_iter().filter(|it| !it.0.is_empty())
    }

    /// What it says, such as "in greedy at the root", perhaps of a row; nothing for everywhere.
    pub(crate) fn in_words(self, of_row: bool) -> String {
        let words: Vec<_> = self.words(of_row).map(|it| it.1).collect();
        words.join(" ")
    }

    /// Where a mistake is made, such as "only in greedy at the root"; nothing for everywhere.
    pub fn text(self, mistake: Mistake) -> String {
        // A row stands after a child, but not all that goes wrong there.
        let words = self.in_words(mistake.is_of_row());
        let words = words.replace("after a child that", "where the child");
        if words.is_empty() { words } else { format!("only {words}") }
    }

    /// The scope that a key names.
    pub fn from_key(key: &str) -> Option<Self> {
        fn named<T: Copy>(all: &[Words<T>], word: &str) -> Option<T> {
            all.iter().find(|it| it.1 == word).map(|it| it.0)
        }
        let mut scope = Self::EVERYWHERE;
        for word in key.split(',') {
            match word {
                "player-1" => scope.player = Some(Side::South),
                "player-2" => scope.player = Some(Side::North),
                _ => {
                    if let Some(tasks) = named(Tasks::ALL, word) {
                        scope.tasks = tasks;
                    } else if let Some(kinds) = named(Kinds::ALL, word) {
                        scope.at.kinds = kinds;
                    } else if let Some(nodes) = named(Nodes::ALL, word) {
                        scope.at.nodes = nodes;
                    } else {
                        scope.at.after = named(After::ALL, word)?;
                    }
                }
            }
        }
        // Of two words about the same thing, the first would be lost.
        (scope.key().split(',').count() == key.split(',').count()).then_some(scope)
    }

    /// The words of which a key is made, besides the players'.
    pub fn known_words() -> [Vec<&'static str>; 2] {
        fn words<T>(all: &[Words<T>]) -> impl Iterator<Item = &'static str> {
            all[1..].iter().map(|it| it.1)
        }
        let places = words(Kinds::ALL).chain(words(Nodes::ALL)).chain(words(After::ALL));
        [words(Tasks::ALL).collect(), places.collect()]
    }
}

stored_as_text!(Scope, Scope::key, |key| {
    Scope::from_key(key).ok_or_else(|| format!("{key} is no scope"))
});
