//! Which turn is chosen, and in what order the tree is visited.
//!
//! A node is one sow. Minimax is alpha-beta that never cuts, and greedy is minimax over one
//! complete turn, so there is one function for all three.
//!
//! Left out: what a sow does, and how a row of the log looks.

use super::sowing::{Board, Game, Pit, Play};
use super::writing::{Place, Writer};
use super::{Assignment, Player, Task, Unanswered, Value};

/// Below so much free stack a deeper visit continues on a new piece of it, in bytes.
const STACK_RESERVE: usize = 64 * 1024;
/// The size of a new piece, in bytes.
const STACK_PIECE: usize = 4 * 1024 * 1024;

/// Between which values the play of both sides still matters: alpha and beta.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

/// Who chooses among the children of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Max,
    Min,
}

impl Kind {
    /// The value of a node before its first child.
    fn start(self) -> Value {
        match self {
            Self::Max => Value::MinusInfinity,
            Self::Min => Value::Infinity,
        }
    }

    /// Whether `new` is strictly better than `old`.
    fn prefers(self, new: Value, old: Value) -> bool {
        match self {
            Self::Max => new > old,
            Self::Min => new < old,
        }
    }
}

/// One position of the tree.
struct Node {
    /// The pit that was sown last; `None` at the root.
    pit: Option<Pit>,
    /// The board, swept if the game is over.
    board: Board,
    next: Player,
    game: Game,
    depth: u32,
    /// Whether the sow that led here earned an extra turn.
    extra_turn: bool,
    /// Whether the turn that begins at the root goes on here.
    first_turn: bool,
}

impl Node {
    fn place(&self) -> Place {
        Place {
            pit: self.pit,
            depth: self.depth,
        }
    }
}

/// What a visit finds out.
pub(super) struct Found {
    pub(super) value: Value,
    /// The rest of the turn that begins at the root; empty in every other turn.
    pub(super) turn: Vec<Pit>,
}

/// A search under way.
pub(super) struct Search<'a> {
    play: Play,
    task: Task,
    me: Player,
    cutoff: u32,
    steps: u64,
    writer: Writer<'a>,
}

impl<'a> Search<'a> {
    pub(super) fn new(assignment: &Assignment, steps: u64, writer: Writer<'a>) -> Self {
        Self {
            play: Play {
                rules: assignment.rules,
            },
            task: assignment.task,
            me: assignment.player,
            cutoff: match assignment.task {
                Task::Greedy => 1,
                Task::Minimax | Task::AlphaBeta => assignment.cutoff,
            },
            steps,
            writer,
        }
    }

    /// Searches from `board`, where the player of the assignment is to move.
    pub(super) fn run(&mut self, board: &Board) -> Result<Found, Unanswered> {
        let game = self.play.game_at_root(board, self.me);
        let mut root = Node {
            pit: None,
            board: board.clone(),
            next: self.me,
            game,
            depth: 0,
            extra_turn: false,
            first_turn: true,
        };
        if game == Game::Over {
            self.play.sweep(&mut root.board, self.me.opponent());
        }
        let window = Window {
            alpha: Value::MinusInfinity,
            beta: Value::Infinity,
        };
        self.visit(&root, window)
    }

    /// The board after a turn from `board`, swept if the turn ends the game.
    pub(super) fn board_after(&self, board: &Board, turn: &[Pit]) -> Board {
        let mut board = board.clone();
        let mut game = self.play.game_at_root(&board, self.me);
        let mut last_mover = self.me.opponent();
        for &pit in turn {
            let sown = self.play.sow(&board, pit);
            (board, game, last_mover) = (sown.board, sown.game, pit.owner);
        }
        if game == Game::Over {
            self.play.sweep(&mut board, last_mover);
        }
        board
    }

    fn visit(&mut self, node: &Node, window: Window) -> Result<Found, Unanswered> {
        if node.game == Game::Over {
            if node.pit.is_some() {
                let entry = self.kind(node).start();
                self.writer.optional_row(node.place(), entry, window)?;
            }
            return self.leaf(node, window);
        }
        if self.is_leaf(node) {
            return self.leaf(node, window);
        }
        stacker::maybe_grow(STACK_RESERVE, STACK_PIECE, || self.inner(node, window))
    }

    fn leaf(&mut self, node: &Node, window: Window) -> Result<Found, Unanswered> {
        let value = self.evaluate(&node.board);
        self.writer.row(node.place(), value, window)?;
        Ok(Found {
            value,
            turn: Vec::new(),
        })
    }

    fn inner(&mut self, node: &Node, inherited: Window) -> Result<Found, Unanswered> {
        let kind = self.kind(node);
        let mut window = inherited;
        let mut best = Found {
            value: kind.start(),
            turn: Vec::new(),
        };
        self.writer.row(node.place(), best.value, window)?;
        for column in 0..node.board.width() {
            let pit = Pit {
                owner: node.next,
                column,
            };
            if node.board.pit(pit) == 0 {
                continue;
            }
            let child = self.child(node, pit)?;
            let found = self.visit(&child, window)?;
            if kind.prefers(found.value, best.value) {
                best.value = found.value;
                if node.first_turn {
                    best.turn = [vec![pit], found.turn].concat();
                }
            }
            if self.cuts(kind, best.value, window) {
                self.writer.row(node.place(), best.value, window)?;
                break;
            }
            narrow(&mut window, kind, best.value);
            self.writer.row(node.place(), best.value, window)?;
        }
        Ok(best)
    }

    /// The node after sowing `pit`.
    fn child(&mut self, node: &Node, pit: Pit) -> Result<Node, Unanswered> {
        self.spend(1 + node.board.pit(pit))?;
        let mut sown = self.play.sow(&node.board, pit);
        if sown.game == Game::Over {
            self.play.sweep(&mut sown.board, pit.owner);
        }
        let extra_turn = sown.next == pit.owner;
        Ok(Node {
            pit: Some(pit),
            board: sown.board,
            next: sown.next,
            game: sown.game,
            depth: if node.extra_turn {
                node.depth
            } else {
                node.depth + 1
            },
            extra_turn,
            first_turn: node.first_turn && extra_turn,
        })
    }

    fn spend(&mut self, steps: u64) -> Result<(), Unanswered> {
        self.steps = self
            .steps
            .checked_sub(steps)
            .ok_or(Unanswered::OutOfSteps)?;
        Ok(())
    }

    /// The player to move next chooses.
    fn kind(&self, node: &Node) -> Kind {
        if node.next == self.me {
            Kind::Max
        } else {
            Kind::Min
        }
    }

    /// Whether the tree ends here although the game does not: never within a turn.
    fn is_leaf(&self, node: &Node) -> bool {
        node.depth >= self.cutoff && !node.extra_turn
    }

    /// My store less my opponent's.
    fn evaluate(&self, board: &Board) -> Value {
        let mine = board.store(self.me);
        let theirs = board.store(self.me.opponent());
        Value::Seeds(mine.cast_signed() - theirs.cast_signed())
    }

    /// Whether the other children of a node of this value no longer matter.
    fn cuts(&self, kind: Kind, value: Value, window: Window) -> bool {
        self.task == Task::AlphaBeta
            && match kind {
                Kind::Max => value >= window.beta,
                Kind::Min => value <= window.alpha,
            }
    }
}

/// Narrows the window of a node to what its value leaves open.
fn narrow(window: &mut Window, kind: Kind, value: Value) {
    match kind {
        Kind::Max => window.alpha = window.alpha.max(value),
        Kind::Min => window.beta = window.beta.min(value),
    }
}
