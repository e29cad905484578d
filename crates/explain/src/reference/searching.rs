//! In what order the tree is visited, and which turn is chosen.
//!
//! A node is one sow. Minimax is alpha-beta that never cuts, and greedy is minimax over one
//! complete turn, so there is one function for all three.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::board::{Board, Pit};
use super::chosen::{Chosen, Found};
use super::kept_turn::KeptTurn;
use super::one_board::OneBoard;
use super::rows::{Writer, entry_value, name};
use super::tree::{Node, Tree};
use super::window::{Kind, Window};
use super::{Side, Steps, Task, Unanswered, Value};
use crate::mistakes::{Mistake, Mistakes, Place};
use mancala::stack::deeper;

/// The steps that it takes to remember a position, so that few enough are kept for the memory.
const REMEMBERED: u64 = 500;

/// The most sows of one turn. A mistaken program may repeat a position by extra turns for ever, and would fill
/// the memory before its steps are used up.
const MOST_SOWS: u32 = 5000;

pub(super) struct Search<'a> {
    tree: &'a Tree<'a>,
    task: Task,
    steps: &'a mut Steps,
    rows: Writer<'a>,
    /// What a program remembers that keeps its best turn in one place for the whole search, if it writes that.
    pub(super) kept: Option<KeptTurn>,
    /// The best pit of the last max node of each name, for a program that keeps it under the name.
    best_by_name: HashMap<Option<Pit>, Pit>,
    /// The board of the last leaf, for a program that writes that.
    pub(super) last_leaf: Option<Board>,
    /// The board of a program that has one for all nodes.
    pub(super) one_board: Option<OneBoard>,
    /// Alpha and beta of a program that has one of each.
    shared_window: Window,
    /// The window of the node that has just cut, for a program that restores it at any other end.
    left_window: Option<Window>,
    /// Whether the last node that ended has cut, for a program that has one flag for that.
    has_cut: bool,
    /// What was found at positions that were met, for a program that remembers them.
    /// A position is a board, who moves, whether an extra turn is due, a depth, and perhaps alpha and beta.
    met: HashMap<(Board, Side, bool, u32, Option<Window>), Found>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        task: Task,
        tree: &'a Tree<'a>,
        steps: &'a mut Steps,
        rows: Writer<'a>,
    ) -> Self {
        Self {
            tree,
            task,
            steps,
            rows,
            kept: KeptTurn::of(tree.of_run),
            best_by_name: HashMap::new(),
            last_leaf: None,
            one_board: None,
            shared_window: Window::widest(tree.of_run),
            left_window: None,
            has_cut: false,
            met: HashMap::new(),
        }
    }

    /// Searches from `board`, where the player of the assignment is to move.
    pub(super) fn run(&mut self, board: &Board) -> Result<Found, Unanswered> {
        let root = self.tree.root(board);
        self.one_board = OneBoard::new(&root.board, self.tree.switches);
        self.visit(&root, Window::widest(root.mistakes))
    }

    /// The turn from `board` to which the best pits lead that are kept by the names of nodes.
    pub(super) fn turn_by_names(&self, board: &Board) -> Vec<Pit> {
        let (mut turn, mut board) = (Vec::new(), board.clone());
        let mut place = self.tree.root(&board).place;
        while let Some(&pit) = self.best_by_name.get(&turn.last().copied())
            && board.pit(pit) > 0
        {
            turn.push(pit);
            (board, place) = self.tree.sow(&board, pit, place);
            if place.over || !place.mid_turn {
                break;
            }
        }
        turn
    }

    fn visit(&mut self, node: &Node, window: Window) -> Result<Found, Unanswered> {
        let has = |mistake| node.mistakes.has(mistake);
        let with_row = has(Mistake::RemembersPositions);
        let of_inner = has(Mistake::RemembersInnerNodes);
        let of_depth = with_row || of_inner || has(Mistake::RemembersWithoutRows);
        let remembers = of_depth || has(Mistake::RemembersBoards);
        let is_leaf = || self.is_over(node) || self.tree.is_leaf(node);
        if !remembers || (with_row || of_inner) && is_leaf() {
            return self.visit_anew(node, window);
        }
        let (mid_turn, depth) = match of_depth {
            true => (node.place.mid_turn, node.depth),
            false => (false, 0),
        };
        let bounds = of_inner.then_some(window);
        let position = (node.board.clone(), node.place.mover, mid_turn, depth, bounds);
        if let Some(found) = self.met.get(&position).cloned() {
            if with_row {
                self.rows.leaf(node, found.value, window)?;
                return Ok(Found { turn: Vec::new(), ..found });
            }
            return Ok(found);
        }
        self.steps.spend(REMEMBERED)?;
        let found = self.visit_anew(node, window)?;
        // A node that prunes has left by then.
        if !of_inner || !window.cuts(node.kind, found.value, Mistakes::NONE) {
            self.met.insert(position, found.clone());
        }
        Ok(found)
    }

    /// A node, whether or not the same position was met before.
    fn visit_anew(&mut self, node: &Node, window: Window) -> Result<Found, Unanswered> {
        let is_over = self.is_over(node);
        self.has_cut = false;
        if is_over {
            self.rows.optional_entry(node, window)?;
        }
        if is_over || self.tree.is_leaf(node) {
            if self.tree.of_run.has(Mistake::StateOfLastLeaf) {
                self.last_leaf = Some(node.board.clone());
            }
            let (value, turn) = (node.worth, Vec::new());
            let is_infinite = is_over && node.mistakes.has(Mistake::EndRowShowsInfinity);
            let shown = match is_infinite && !self.tree.is_leaf(node) {
                true => entry_value(node, window),
                false => value,
            };
            self.rows.leaf(node, shown, window)?;
            return Ok(Found { value, turn });
        }
        let Found { mut value, turn } = deeper(|| self.inner(node, window))?;
        if node.mistakes.has(Mistake::ClippedValueReturned) {
            value = value.max(window.alpha).min(window.beta);
        }
        Ok(Found { value, turn })
    }

    /// Whether the game is over at a node, which is not entered all the same.
    fn is_over(&self, node: &Node) -> bool {
        let is_entered = || node.mistakes.has(Mistake::GameOverIsInner) && !self.tree.is_leaf(node);
        node.over && !is_entered()
    }

    fn inner(&mut self, node: &Node, mut window: Window) -> Result<Found, Unanswered> {
        self.rows.entry(node, window)?;
        self.one_board.iter_mut().for_each(|it| it.enter(node));
        let has = |mistake| node.mistakes.has(mistake);
        let (kind, entered) = (node.kind, window);
        let may_stop = self.tree.may_stop(node);
        let first_value = node.first_value(window);
        // Where a turn may stop at a node, what its children are worth is another value than its own.
        let mut best_child = may_stop.then_some(first_value);
        let mut value = if may_stop { node.worth } else { first_value };
        let (mut chosen, mut last) = (Chosen::default(), None);
        let mut sibling = None;
        let mut pits = self.pits(node).into_iter();
        while let Some(pit) = pits.next() {
            let after_sibling = sibling.as_ref().unwrap_or(&node.board);
            let Some(mut child) = self.child(node, after_sibling, pit)? else {
                if has(Mistake::StopsAtEmptyPit) {
                    break;
                }
                continue;
            };
            if self.one_board.is_some() {
                sibling = Some(child.board.clone());
            }
            let child_mid_turn = Some(child.extra_turn());
            let child_over = child.over;
            let child_last = pits.as_slice().iter().all(|&it| node.board.pit(it) == 0);
            let of_child = Place { child_mid_turn, child_over, child_last, ..node.place };
            let mistakes = self.tree.switches.at(of_child);
            let ends_mid_turn = child_over && child.extra_turn();
            let is_unlisted =
                mistakes.has(Mistake::MidTurnEndNotListed) && !self.has_turn(&child)?;
            if ends_mid_turn && mistakes.has(Mistake::MidTurnEndSkipped) || is_unlisted {
                continue;
            }
            child.parent_value = value;
            let passed = window.passing(kind, value, mistakes);
            let inherited = self.inherited(&child, passed, entered, mistakes);
            let mut found = self.visit(&child, inherited)?;
            if mistakes.has(Mistake::StateByStaleFlag) && !self.tree.extra_turn_flag() {
                found.turn.clear();
            }
            let is_negated = child.extra_turn() && mistakes.has(Mistake::ExtraTurnValueNegated);
            if ends_mid_turn && mistakes.has(Mistake::MidTurnEndNegated) || is_negated {
                found.value = found.value.negated();
            }
            if let Some(one) = &mut self.one_board {
                one.undo(node, &child, node.turn_with(pit), self.tree.play(node.mistakes));
            }
            let is_zero = found.value == Value::Seeds(0);
            if self.has_cut && mistakes.has(Mistake::CutValueLost)
                || is_zero && mistakes.has(Mistake::ChildOfZeroSkipped)
            {
                self.has_cut = false;
                continue;
            }
            let left = self.left_window.take().filter(|_| mistakes.has(Mistake::WindowLeftOnCut));
            let shared = mistakes.has(Mistake::WindowShared).then_some(self.shared_window);
            window = left.or(shared).unwrap_or(window);

            let is_none = value == Value::Seeds(0) && mistakes.has(Mistake::ValueOfZeroIsNone);
            let improves = is_none || kind.prefers(found.value, value);
            let is_unseen = child.extra_turn() && found.turn.is_empty();
            let skips = is_unseen && mistakes.has(Mistake::StateSkipsMidTurnEnd);
            if let Some(first_turn) = node.first_turn.as_ref().filter(|_| !skips) {
                let first_sow = child.worth;
                let ends = |turn: &[Pit]| self.tree.board_after(&node.board, turn).numbers();
                let is_greater = mistakes.has(Mistake::TiesByBoard)
                    && found.value == value
                    && ends(&[&[pit], &found.turn[..]].concat()) > ends(&chosen.turn);
                chosen.offer(
                    best_child.unwrap_or(value),
                    &found,
                    (pit, first_sow),
                    kind,
                    (mistakes, is_greater),
                );
                if let Some(kept) = &mut self.kept {
                    if kept.keeps_all() {
                        self.steps.spend(REMEMBERED)?;
                    }
                    kept.remember(first_turn, (pit, &child), (found.value, improves));
                }
            }
            let before = value;
            if best_child.is_some_and(|best| kind.prefers(found.value, best)) {
                best_child = Some(found.value);
            }
            if improves {
                value = found.value;
                if kind == Kind::Max && self.tree.of_run.has(Mistake::StateByNodeName) {
                    self.best_by_name.insert(node.pit, pit);
                }
            }
            last = Some(found.value);

            let shown = |by| if mistakes.has(by) { child.shown_at() } else { node.shown_at() };
            let shown_at = (shown(Mistake::RowNamesChild).0, shown(Mistake::RowDepthOfChild).1);
            let narrowed = window.narrowed(kind, value, found.value, mistakes);
            let prunes = match self.task {
                Task::AlphaBeta => true,
                Task::Greedy => mistakes.has(Mistake::WindowNegatedInGreedyToo),
                _ => mistakes.has(Mistake::MinimaxPrunes),
            };
            if prunes && window.cuts(kind, value, mistakes) {
                self.tree.leave_depth(node);
                self.one_board.iter_mut().for_each(|it| it.leave_at_prune(mistakes));
                let (shown, value) = window.on_cut(kind, value, mistakes);
                self.rows.cut((node, shown_at, of_child), shown, (window, narrowed), mistakes)?;
                (self.left_window, self.has_cut) = (Some(window), true);
                return Ok(Found { value, turn: chosen.turn });
            }
            let is_kept = |by, changes: bool| !mistakes.has(by) || changes;
            if is_kept(Mistake::UpdateRowsOnlyOnChange, improves)
                && is_kept(Mistake::UpdateRowsOnlyOnNarrowing, !prunes || narrowed != window)
            {
                self.rows.update(
                    (node, shown_at, of_child),
                    (before, value, found.value),
                    (window, narrowed),
                    mistakes,
                )?;
            }
            // Minimax knows no bounds, so that none can be mistaken for a value there.
            if prunes {
                (window, self.shared_window) = (narrowed, narrowed);
            }
            if child_over && mistakes.has(Mistake::StopsAfterEnd)
                || self.has_cut && mistakes.has(Mistake::PruneEndsParents)
            {
                break;
            }
        }
        self.rows.end(node, value, window)?;
        if last.is_none() && has(Mistake::MovesOfTurnStartOrWorth) {
            value = node.worth;
        }
        let turn = chosen.turn;
        Ok(Found { value: last.filter(|_| has(Mistake::LastChildReturned)).unwrap_or(value), turn })
    }

    /// The window of a child, where that of the node is `window`, and was `entered` as it was entered.
    fn inherited(&self, child: &Node, window: Window, entered: Window, made: Mistakes) -> Window {
        let is_leaf = || child.over || self.tree.is_leaf(child);
        match () {
            () if made.has(Mistake::LeafInWindowOnEntry) && is_leaf() => entered,
            () if !child.extra_turn() => window.for_child(made),
            () if child.over && made.has(Mistake::MidTurnEndNegated) => window.negated(),
            () if made.has(Mistake::WindowOfTurnOnExtraTurn) => entered,
            () => window.for_extra_turn(made),
        }
    }

    /// The pits of the player to move, in the order in which they are tried: from left to right for both players.
    fn pits(&self, node: &Node) -> Vec<Pit> {
        if node.over {
            return Vec::new();
        }
        let owner = node.place.mover;
        let has = |mistake| node.mistakes.has(mistake);
        let width = node.board.width() - usize::from(has(Mistake::LastPitNotTried));
        let mut pits: Vec<_> = (0..width).map(|column| Pit { owner, column }).collect();
        pits.retain(|pit| node.row_at_start.get(pit.column) != Some(&0));
        if self.lists_moves(node) {
            pits.retain(|&pit| node.board.pit(pit) > 0);
        }
        if has(Mistake::RightToLeft) || has(Mistake::Player2InSowingOrder) && owner == Side::North {
            pits.reverse();
        }
        if has(Mistake::FullestFirst) {
            pits.sort_by_key(|&pit| Reverse(node.board.pit(pit)));
        }
        if has(Mistake::ExtraTurnsFirst) {
            pits.sort_by_cached_key(|&pit| {
                node.board.pit(pit) == 0 || !self.tree.sow(&node.board, pit, node.place).1.mid_turn
            });
        }
        if has(Mistake::BestEvaluatedFirst) {
            let mut ranked = Vec::<(Value, Pit)>::new();
            for pit in pits.into_iter().filter(|&pit| node.board.pit(pit) > 0) {
                let worth = self.tree.child(node, &node.board, pit).worth;
                let worse = ranked.iter().position(|it| node.kind.prefers(worth, it.0));
                ranked.insert(worse.unwrap_or(ranked.len()), (worth, pit));
            }
            pits = ranked.into_iter().map(|it| it.1).collect();
        }
        if has(Mistake::ChildrenByText) {
            pits.sort_by_key(|&pit| name(pit));
        }
        pits
    }

    /// Whether the turn that has led to a node can end otherwise than with a sow that earns an extra turn.
    fn has_turn(&mut self, node: &Node) -> Result<bool, Unanswered> {
        if !node.extra_turn() || node.over {
            return Ok(!node.extra_turn());
        }
        for pit in self.pits(node) {
            if let Some(child) = self.child(node, &node.board, pit)?
                && deeper(|| self.has_turn(&child))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn lists_moves(&self, node: &Node) -> bool {
        self.one_board.as_ref().is_some_and(|it| it.lists_moves(node.mistakes))
    }

    /// The node after sowing `pit`, where the board after the move before was this; `None` if it is empty.
    fn child(
        &mut self,
        node: &Node,
        sibling: &Board,
        pit: Pit,
    ) -> Result<Option<Node>, Unanswered> {
        let one_board = self.one_board.as_ref().filter(|it| it.is_used_at(node));
        let own = one_board.map(|it| it.of_node(&node.board, sibling, node.mistakes));
        let board = own.as_ref().unwrap_or(&node.board);
        let opposite = Pit { owner: pit.owner.opponent(), ..pit };
        let looks_opposite = node.mistakes.has(Mistake::TestsOppositePit);
        let tested = if looks_opposite { opposite } else { pit };
        if board.pit(tested) == 0 && !self.lists_moves(node) && !node.sows_moves_of_start() {
            return Ok(None);
        }
        // The turn so far is copied as well.
        self.steps.spend(board.pit(pit) + u64::from(node.sows_of_turn))?;
        if node.sows_of_turn == MOST_SOWS {
            return Err(Unanswered::OutOfSteps);
        }
        let child = self.tree.child(node, board, pit);
        if let Some(one) = &mut self.one_board {
            let turn = node.turn_with(pit);
            if turn.is_some() {
                self.steps.spend(REMEMBERED)?;
            }
            one.take(&child.board, turn);
        }
        Ok(Some(child))
    }
}
