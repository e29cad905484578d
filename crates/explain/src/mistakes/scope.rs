//! Where a mistake is made: everywhere, or only in some tasks, for one player, at some nodes.
//!
//! A program often has the same rule in several places, and only one of them is wrong: a loop for
//! each player, a function for each kind of node, a second copy for the next state.

use std::fmt;

use crate::assignment::{Assignment, Player, Task};

/// A node of the search, or the same position as the next state is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Who moves next there.
    pub mover: Player,
    /// Whether that is the player of the assignment, so that the node maximises.
    pub maximises: bool,
    /// Whether it is the root.
    pub root: bool,
    /// Whether the turn that led there goes on: an extra turn is due.
    pub mid_turn: bool,
    /// Whether the turn is played once more, for the next state.
    pub replayed: bool,
    /// While a node tries a child: whether the player who moves at the node moves there too, by an extra turn.
    pub child_mid_turn: Option<bool>,
}

impl Place {
    /// The root of a search for a player.
    pub const fn root(me: Player) -> Self {
        Self {
            mover: me,
            maximises: true,
            root: true,
            mid_turn: false,
            replayed: false,
            child_mid_turn: None,
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

/// Tasks in which a mistake is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the words below say what each is")]
pub enum Tasks {
    All,
    Greedy,
    Minimax,
    AlphaBeta,
    Searches,
}

/// Places at which a mistake is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the words below say what each is")]
pub enum At {
    Anywhere,
    Root,
    BelowRoot,
    MidTurn,
    TurnEnd,
    MaxNodes,
    MinNodes,
    PlayerOneMoves,
    PlayerTwoMoves,
    Tree,
    NextState,
    AfterExtraTurn,
    AfterTurnEnd,
    MaxAfterExtraTurn,
    MaxAfterTurnEnd,
    MinAfterExtraTurn,
    MinAfterTurnEnd,
}

impl Tasks {
    /// Every choice, all of them first.
    pub const ALL: [Self; 5] =
        [Self::All, Self::Greedy, Self::Minimax, Self::AlphaBeta, Self::Searches];

    const fn has(self, task: Task) -> bool {
        match self {
            Self::All => true,
            Self::Greedy => matches!(task, Task::Greedy),
            Self::Minimax => matches!(task, Task::Minimax),
            Self::AlphaBeta => matches!(task, Task::AlphaBeta),
            Self::Searches => !matches!(task, Task::Greedy),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Greedy => Task::Greedy.name(),
            Self::Minimax => Task::Minimax.name(),
            Self::AlphaBeta => Task::AlphaBeta.name(),
            Self::Searches => "minimax-and-alpha-beta",
        }
    }
}

impl At {
    /// Every choice, anywhere first.
    pub const ALL: [Self; 17] = [
        Self::Anywhere,
        Self::Root,
        Self::BelowRoot,
        Self::MidTurn,
        Self::TurnEnd,
        Self::MaxNodes,
        Self::MinNodes,
        Self::PlayerOneMoves,
        Self::PlayerTwoMoves,
        Self::Tree,
        Self::NextState,
        Self::AfterExtraTurn,
        Self::AfterTurnEnd,
        Self::MaxAfterExtraTurn,
        Self::MaxAfterTurnEnd,
        Self::MinAfterExtraTurn,
        Self::MinAfterTurnEnd,
    ];

    /// Whether a place is among them.
    pub const fn has(self, place: Place) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Root => place.root,
            Self::BelowRoot => !place.root,
            Self::MidTurn => place.mid_turn,
            Self::TurnEnd => !place.mid_turn,
            Self::MaxNodes => place.maximises,
            Self::MinNodes => !place.maximises,
            Self::PlayerOneMoves => matches!(place.mover, Player::One),
            Self::PlayerTwoMoves => matches!(place.mover, Player::Two),
            Self::Tree => !place.replayed,
            Self::NextState => place.replayed,
            Self::AfterExtraTurn => matches!(place.child_mid_turn, Some(true)),
            Self::AfterTurnEnd => matches!(place.child_mid_turn, Some(false)),
            Self::MaxAfterExtraTurn => Self::AfterExtraTurn.has(place) && place.maximises,
            Self::MaxAfterTurnEnd => Self::AfterTurnEnd.has(place) && place.maximises,
            Self::MinAfterExtraTurn => Self::AfterExtraTurn.has(place) && !place.maximises,
            Self::MinAfterTurnEnd => Self::AfterTurnEnd.has(place) && !place.maximises,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Anywhere => "",
            Self::Root => "root",
            Self::BelowRoot => "below-root",
            Self::MidTurn => "mid-turn",
            Self::TurnEnd => "turn-end",
            Self::MaxNodes => "max-nodes",
            Self::MinNodes => "min-nodes",
            Self::PlayerOneMoves => "player-1-moves",
            Self::PlayerTwoMoves => "player-2-moves",
            Self::Tree => "tree",
            Self::NextState => "next-state",
            Self::AfterExtraTurn => "after-extra-turn",
            Self::AfterTurnEnd => "after-turn-end",
            Self::MaxAfterExtraTurn => "max-nodes,after-extra-turn",
            Self::MaxAfterTurnEnd => "max-nodes,after-turn-end",
            Self::MinAfterExtraTurn => "min-nodes,after-extra-turn",
            Self::MinAfterTurnEnd => "min-nodes,after-turn-end",
        }
    }

    const fn sentence(self) -> &'static str {
        match self {
            Self::Anywhere => "",
            Self::Root => "at the root",
            Self::BelowRoot => "below the root",
            Self::MidTurn => "in the middle of a turn",
            Self::TurnEnd => "at the end of a turn",
            Self::MaxNodes => "at max nodes",
            Self::MinNodes => "at min nodes",
            Self::PlayerOneMoves => "where player 1 is to move",
            Self::PlayerTwoMoves => "where player 2 is to move",
            Self::Tree => "within the search, not for the next state",
            Self::NextState => "for the next state, not within the search",
            Self::AfterExtraTurn => "after a child that is an extra turn",
            Self::AfterTurnEnd => "after a child that ends the turn",
            Self::MaxAfterExtraTurn => "at max nodes after a child that is an extra turn",
            Self::MaxAfterTurnEnd => "at max nodes after a child that ends the turn",
            Self::MinAfterExtraTurn => "at min nodes after a child that is an extra turn",
            Self::MinAfterTurnEnd => "at min nodes after a child that ends the turn",
        }
    }
}

impl Scope {
    /// Everywhere.
    pub const EVERYWHERE: Self = Self { tasks: Tasks::All, player: None, at: At::Anywhere };

    /// Whether the case is one in which the mistake may be made.
    pub fn has_case(self, assignment: &Assignment) -> bool {
        let has_player = self.player.is_none_or(|player| player == assignment.player);
        has_player && self.tasks.has(assignment.task)
    }

    /// How many things it says: 0 for everywhere.
    pub fn conditions(self) -> usize {
        usize::from(self.tasks != Tasks::All)
            + usize::from(self.player.is_some())
            + self.at.words().split(',').filter(|word| !word.is_empty()).count()
    }

    /// The scope as the key of a switch has it: words joined by commas; empty for everywhere.
    pub fn key(self) -> String {
        let player = match self.player {
            None => "",
            Some(Player::One) => "player-1",
            Some(Player::Two) => "player-2",
        };
        let words = [self.tasks.words(), player, self.at.words()];
        let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
        words.join(",")
    }

    /// The scope that a key names.
    pub fn from_key(key: &str) -> Option<Self> {
        let mut scope = Self::EVERYWHERE;
        let mut places = Vec::new();
        for word in key.split(',').filter(|word| !word.is_empty()) {
            match word {
                "player-1" => scope.player = Some(Player::One),
                "player-2" => scope.player = Some(Player::Two),
                _ => match Tasks::ALL.into_iter().find(|it| it.words() == word) {
                    Some(tasks) => scope.tasks = tasks,
                    None => places.push(word),
                },
            }
        }
        let places = places.join(",");
        scope.at = At::ALL.into_iter().find(|it| it.words() == places)?;
        Some(scope)
    }
}

impl fmt::Display for Scope {
    /// "only in greedy for player 2 at the root"; nothing for everywhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tasks = match self.tasks {
            Tasks::All => "",
            Tasks::Greedy => "in greedy",
            Tasks::Minimax => "in minimax",
            Tasks::AlphaBeta => "in alpha-beta",
            Tasks::Searches => "in minimax and alpha-beta",
        };
        let player = match self.player {
            None => "",
            Some(Player::One) => "when playing as player 1",
            Some(Player::Two) => "when playing as player 2",
        };
        let words = [tasks, player, self.at.sentence()];
        let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
        match words.is_empty() {
            true => Ok(()),
            false => write!(f, "only {}", words.join(" ")),
        }
    }
}
