//! Which turn is chosen, and in what order the tree is visited.
//!
//! A node is one sow. Minimax is alpha-beta that never cuts, and greedy is minimax over one
//! complete turn, so there is one function for all three.
//!
//! Left out: what a sow does, and which rows are due.

use super::node::Node;
use super::rows::Rows;
use super::sowing::{Board, Game, Pit, Play};
use super::window::{Kind, Window};
use super::writing::Writer;
use super::{Assignment, Player, Settings, Task, Unanswered, Value};
use crate::explain::mistakes::{Mistake, Mistakes};
use crate::stack::deeper;

/// What a visit finds out.
pub(super) struct Found {
    pub(super) value: Value,
    /// The rest of the turn that begins at the root; empty in every other turn.
    pub(super) turn: Vec<Pit>,
}

/// A search under way.
pub(super) struct Search<'a> {
    play: Play,
    mistakes: Mistakes,
    task: Task,
    me: Player,
    cutoff: u32,
    steps: u64,
    rows: Rows<'a>,
}

impl<'a> Search<'a> {
    pub(super) fn new(assignment: &Assignment, settings: Settings, writer: Writer<'a>) -> Self {
        let mistakes = settings.mistakes;
        Self {
            play: Play {
                rules: assignment.rules,
                mistakes,
            },
            mistakes,
            task: assignment.task,
            me: assignment.player,
            cutoff: match assignment.task {
                Task::Greedy => 1,
                Task::Minimax | Task::AlphaBeta => assignment.cutoff,
            },
            steps: settings.steps,
            rows: Rows { mistakes, writer },
        }
    }

    /// Searches from `board`, where the player of the assignment is to move.
    pub(super) fn run(&mut self, board: &Board) -> Result<Found, Unanswered> {
        let mut root = Node {
            pit: None,
            board: board.clone(),
            next: self.me,
            kind: Kind::Max,
            game: self.play.game_at_root(board, self.me),
            depth: 0,
            extra_turn: false,
            first_turn: true,
        };
        if root.game == Game::Over {
            self.play.sweep(&mut root.board, self.me.opponent());
        }
        self.visit(&root, Window::widest(self.mistakes))
    }

    fn visit(&mut self, node: &Node, window: Window) -> Result<Found, Unanswered> {
        if node.game == Game::Over {
            self.rows.entry(node, window)?;
            return self.leaf(node, window);
        }
        if self.is_leaf(node) {
            return self.leaf(node, window);
        }
        deeper(|| self.inner(node, window))
    }

    fn leaf(&mut self, node: &Node, window: Window) -> Result<Found, Unanswered> {
        let value = self.evaluate(&node.board);
        self.rows.leaf(node, value, window)?;
        let turn = Vec::new();
        Ok(Found { value, turn })
    }

    fn inner(&mut self, node: &Node, mut window: Window) -> Result<Found, Unanswered> {
        self.rows.entry(node, window)?;
        let kind = node.kind;
        let mut value = kind.worst_value(self.mistakes);
        let mut turn = Vec::new();
        for nth in 0..node.board.width() {
            let pit = self.nth_pit(node, nth);
            if node.board.pit(pit) == 0 {
                continue;
            }
            let child = self.child(node, pit)?;
            let inherited = if child.extra_turn {
                window.for_extra_turn(self.mistakes)
            } else {
                window.for_child(self.mistakes)
            };
            let found = self.visit(&child, inherited)?;

            let improves = kind.prefers(found.value, value);
            let wins_tie = found.value == value && self.mistakes.has(Mistake::TiesToLast);
            if node.first_turn && (improves || wins_tie) {
                turn = [vec![pit], found.turn].concat();
            }
            if improves {
                value = found.value;
            }

            let narrowed = window.narrowed(kind, value, self.mistakes);
            if self.task == Task::AlphaBeta && window.cuts(kind, value, self.mistakes) {
                self.rows.cut(node, value, window, narrowed)?;
                return Ok(Found { value, turn });
            }
            if improves || !self.mistakes.has(Mistake::UpdateRowsOnlyOnChange) {
                self.rows.update(node, value, window, narrowed)?;
            }
            window = narrowed;
        }
        self.rows.end(node, value, window)?;
        Ok(Found { value, turn })
    }

    /// The pit that is tried as number `nth`: from left to right for both players.
    fn nth_pit(&self, node: &Node, nth: usize) -> Pit {
        let from_the_right = self.mistakes.has(Mistake::RightToLeft)
            || node.next == Player::Two && self.mistakes.has(Mistake::Player2InSowingOrder);
        Pit {
            owner: node.next,
            column: if from_the_right {
                node.board.width() - 1 - nth
            } else {
                nth
            },
        }
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
            kind: Kind::of(sown.next, self.me),
            game: sown.game,
            depth: self.child_depth(node),
            extra_turn,
            first_turn: node.first_turn && extra_turn,
        })
    }

    fn spend(&mut self, steps: u64) -> Result<(), Unanswered> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.ok_or(Unanswered::OutOfSteps)?;
        Ok(())
    }

    /// The depth of the children of a node: a whole turn has one depth.
    fn child_depth(&self, node: &Node) -> u32 {
        if node.extra_turn && !self.mistakes.has(Mistake::ExtraTurnCostsDepth) {
            node.depth
        } else {
            node.depth + 1
        }
    }

    /// Whether the tree ends here although the game does not: never within a turn.
    fn is_leaf(&self, node: &Node) -> bool {
        let within_turn = node.extra_turn
            && !self.mistakes.has(Mistake::ExtraTurnAtCutoffIsLeaf)
            && !self.mistakes.has(Mistake::ExtraTurnCostsDepth);
        node.depth >= self.cutoff && !within_turn
    }

    /// The store of the player of the assignment less the opponent's.
    fn evaluate(&self, board: &Board) -> Value {
        let me = if self.mistakes.has(Mistake::EvaluatesForPlayer1) {
            Player::One
        } else {
            self.me
        };
        let theirs = board.store(me.opponent());
        Value::Seeds(board.store(me).cast_signed() - theirs.cast_signed())
    }

    /// The board to write after a turn from `board`: the whole turn, swept if it ends the game.
    pub(super) fn board_after(&self, board: &Board, turn: &[Pit]) -> Board {
        let mut board = board.clone();
        let mut game = self.play.game_at_root(&board, self.me);
        let mut last_mover = self.me.opponent();
        for &pit in turn {
            let sown = self.play.sow(&board, pit);
            (board, game, last_mover) = (sown.board, sown.game, pit.owner);
            if self.mistakes.has(Mistake::StateAfterFirstSow) {
                break;
            }
        }
        if game == Game::Over && !self.mistakes.has(Mistake::StateNotSwept) {
            self.play.sweep(&mut board, last_mover);
        }
        board
    }
}
