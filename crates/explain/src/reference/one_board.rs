//! A program that makes the moves of its search on one board, or on a part of one.

use std::collections::HashMap;

use super::Side;
use super::board::{Board, Pit};
use super::sowing::Play;
use super::tree::Node;
use crate::mistakes::Mistake::{
    self, BoardLeftAtPrune, BoardOfSiblings, BoardSharedInTurn, BoardsByDepth,
    BoardsSharedAndReplayed, CaptureNotUndone, LoopOnOneBoard, OpponentsStoreNotRestored,
    OpponentsStoreNotRestoredInState, StoresNotRestored, StoresShared, SweepNotUndone,
    SweepNotUndoneAndReplayed, SweptSeedsNotUndone, UpperStoreNotRestored,
};
use crate::mistakes::{InCase, Mistakes, OF_BOARD, OF_OPPONENTS_STORE, OF_SWEEP};

/// What such a program has in its memory.
pub(super) struct OneBoard {
    mistake: Mistake,
    now: Board,
    /// The boards before and after the moves that are not taken back yet, for [`CaptureNotUndone`],
    /// [`BoardLeftAtPrune`] and those of the final sweep.
    moves: Vec<[Board; 2]>,
    /// What [`BoardLeftAtPrune`] has taken back last: the boards of the move, and the one that there was then.
    undone: Option<([Board; 2], Board)>,
    /// The board of the last node of each depth that was entered.
    by_depth: HashMap<u32, Board>,
    /// The board after each sow of the turns from the root.
    after: HashMap<Vec<Pit>, Board>,
}

impl OneBoard {
    /// `None` if a program has a board for each node.
    pub(super) fn new(board: &Board, switches: &InCase) -> Option<Self> {
        let mistake = OF_BOARD.iter().copied().find(|&it| switches.has(it))?;
        let (now, moves) = (board.clone(), Vec::new());
        Some(Self {
            mistake,
            now,
            moves,
            undone: None,
            by_depth: HashMap::new(),
            after: HashMap::new(),
        })
    }

    /// Saves the board of a node that is entered.
    pub(super) fn enter(&mut self, node: &Node) {
        if self.mistake == BoardsByDepth {
            self.by_depth.insert(node.depth, node.board.clone());
        }
    }

    /// The board on which the next move of a node is made, whose own board is this, and after whose last move it was that.
    pub(super) fn of_node(&self, own: &Board, sibling: &Board, mistakes: Mistakes) -> Board {
        match self.mistake {
            Mistake::PitsShared => own.with_rows_of(&self.now, &Side::BOTH),
            Mistake::LowerRowShared => own.with_rows_of(&self.now, &[Side::South]),
            Mistake::UpperRowShared => own.with_rows_of(&self.now, &[Side::North]),
            it if [StoresNotRestored, StoresShared].contains(&it)
                || OF_OPPONENTS_STORE.contains(&it) =>
            {
                own.with_stores_of(&self.now, &Side::BOTH)
            }
            UpperStoreNotRestored => own.with_stores_of(&self.now, &[Side::North]),
            BoardOfSiblings | LoopOnOneBoard => {
                if mistakes.has(self.mistake) { sibling } else { own }.clone()
            }
            _ => self.now.clone(),
        }
    }

    /// Whether the moves of a node are made there.
    pub(super) fn is_used_at(&self, node: &Node) -> bool {
        self.mistake != BoardSharedInTurn || node.extra_turn()
    }

    /// Whether a node lists its moves before it makes the first, and makes those that are none by then.
    pub(super) fn lists_moves(&self, mistakes: Mistakes) -> bool {
        let lists = [BoardsSharedAndReplayed, BoardOfSiblings, BoardSharedInTurn];
        lists.contains(&self.mistake) && mistakes.has(self.mistake)
    }

    /// Takes the board after a sow, and the turn from the root that ends with it.
    pub(super) fn take(&mut self, board: &Board, turn: Option<Vec<Pit>>) {
        let before = std::mem::replace(&mut self.now, board.clone());
        if [CaptureNotUndone, BoardLeftAtPrune].contains(&self.mistake)
            || OF_SWEEP.contains(&self.mistake)
        {
            self.moves.push([before, board.clone()]);
        }
        self.after.extend(turn.map(|turn| (turn, board.clone())));
    }

    /// Takes the move back from a node that led to a child, as far as such a program does; `play` sows as the node does.
    pub(super) fn undo(&mut self, node: &Node, child: &Node, turn: Option<Vec<Pit>>, play: Play) {
        if self.mistake == BoardSharedInTurn {
            if !child.extra_turn() {
                self.now.clone_from(&child.board);
            }
            let after = turn.as_ref().and_then(|it| self.after.get_mut(it));
            after.into_iter().for_each(|it| it.clone_from(&self.now));
        }
        if self.mistake == BoardLeftAtPrune
            && let Some(made) = self.moves.pop()
        {
            let before = made[0].clone();
            self.undone = Some((made, std::mem::replace(&mut self.now, before)));
        } else if OF_SWEEP.contains(&self.mistake)
            && let (Some([before, _]), Some(pit)) = (self.moves.pop(), child.pit)
        {
            let sown = play.sow(&before, pit).board;
            if let (SweepNotUndone, Some(turn)) = (self.mistake, &turn) {
                self.after.insert(turn.clone(), self.now.clone());
            }
            self.now.undo(&before, &sown, None);
            if self.mistake == SweptSeedsNotUndone {
                self.now = self.now.with_rows_of(&before, &Side::BOTH);
            }
        } else if let Some([before, after]) = self.moves.pop() {
            let sow = child.place.sow;
            let opposite = |column| Pit { owner: node.place.mover.opponent(), column };
            let lost = sow.captured.filter(|_| !sow.goes_round).map(opposite);
            self.now.undo(&before, &after, lost);
        }
        if let Some(saved) = self.by_depth.get(&node.depth) {
            self.now = saved.clone();
        }
        if self.mistake == OpponentsStoreNotRestoredInState
            && let Some(after) = turn.and_then(|it| self.after.get_mut(&it))
        {
            *after = after.with_stores_of(&self.now, &Side::BOTH);
        }
        if OF_OPPONENTS_STORE.contains(&self.mistake) {
            let mover = node.place.mover;
            self.now.empty_store(mover);
            self.now.store_seeds(mover, node.board.store(mover));
        }
    }

    /// Makes the move again that was taken back last, for a program that takes none back where it prunes.
    pub(super) fn leave_at_prune(&mut self, mistakes: Mistakes) {
        if mistakes.has(BoardLeftAtPrune)
            && let Some((made, board)) = self.undone.take()
        {
            self.moves.push(made);
            self.now = board;
        }
    }

    /// The board to write after a turn; `None` if the turn is played once more.
    pub(super) fn written(&self, turn: &[Pit]) -> Option<Board> {
        match self.mistake {
            StoresNotRestored
            | OpponentsStoreNotRestored
            | BoardsSharedAndReplayed
            | CaptureNotUndone
            | SweepNotUndoneAndReplayed
            | UpperStoreNotRestored => None,
            Mistake::BoardsShared => Some(self.now.clone()),
            it if [BoardsByDepth, BoardLeftAtPrune, SweepNotUndone, SweptSeedsNotUndone]
                .contains(&it)
                || OF_OPPONENTS_STORE.contains(&it) =>
            {
                self.after.get(turn).cloned()
            }
            BoardSharedInTurn => self.after.get(&turn[..turn.len().min(1)]).cloned(),
            _ => self.after.get(turn).map(|it| self.of_node(it, it, Mistakes::NONE)),
        }
    }
}
