//! Which turn is chosen, and in what order the tree is visited.
//!
//! A node is one sow. Minimax is alpha-beta that never cuts, and greedy is minimax over one
//! complete turn, so there is one function for all three.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::chosen::Chosen;
use super::ending::Game;
use super::one_board::OneBoard;
use super::rows::{Writer, name};
use super::sowing::{Board, Pit, Play};
use super::window::{Kind, Window};
use super::{Assignment, Player, Steps, Task, Unanswered, Value};
use crate::mistakes::{InCase, Mistake, Mistakes, Place};
use mancala::game::rules::Rules;
use mancala::stack::deeper;

/// The steps that it takes to remember a position, so that few enough are kept for the memory.
const REMEMBERED: u64 = 500;

/// A search under way.
pub(super) struct Search<'a> {
    rules: Rules,
    switches: &'a InCase,
    task: Task,
    me: Player,
    /// Whose nodes are max nodes.
    maximiser: Player,
    /// The mistakes that are made at the root.
    of_run: Mistakes,
    /// Whether a node learns from its parent whether it maximises, as in a program that flips it anywhere.
    kind_is_told: bool,
    cutoff: u32,
    /// Counts down.
    steps: &'a mut Steps,
    rows: Writer<'a>,
    /// What a program remembers that keeps its best turn in one place for the whole search, if it writes that.
    pub(super) kept: Option<Chosen>,
    /// The board of the last leaf, for a program that writes that.
    pub(super) last_leaf: Option<Board>,
    /// The board of a program that has one for all nodes.
    pub(super) one_board: Option<OneBoard>,
    /// Alpha and beta of a program that has one of each.
    shared_window: Window,
    /// What was found at positions that were met, for a program that remembers them.
    /// A position is a board, who moves, whether an extra turn is due, and a depth.
    met: HashMap<(Board, Player, bool, u32), Found>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        assignment: &Assignment,
        switches: &'a InCase,
        steps: &'a mut Steps,
        rows: Writer<'a>,
    ) -> Self {
        let of_run = switches.at(Place::root(assignment.player));
        let to_cutoff = of_run.has(Mistake::GreedyToCutoff);
        let me = assignment.player;
        let in_turn = |mover| {
            let maximises = mover == me;
            Place { mover, maximises, root: false, mid_turn: true, ..Place::root(me) }
        };
        let flips = |mover| switches.at(in_turn(mover)).has(Mistake::ExtraTurnFlipsKind);
        Self {
            rules: assignment.rules,
            switches,
            task: assignment.task,
            me,
            maximiser: if of_run.has(Mistake::Player1Maximises) { Player::One } else { me },
            of_run,
            kind_is_told: flips(me) || flips(me.opponent()),
            cutoff: match assignment.task {
                Task::Greedy if !to_cutoff => 1,
                Task::Greedy | Task::Minimax | Task::AlphaBeta => assignment.cutoff,
            },
            steps,
            rows,
            kept: Chosen::is_needed(of_run).then(Chosen::default),
            last_leaf: None,
            one_board: None,
            shared_window: Window::widest(of_run),
            met: HashMap::new(),
        }
    }

    /// Searches from `board`, where the player of the assignment is to move.
    pub(super) fn run(&mut self, board: &Board) -> Result<Found, Unanswered> {
        let place = Place::root(self.me);
        let mistakes = self.switches.at(place);
        let play = self.play(mistakes);
        let mut root = Node {
            pit: None,
            board: board.clone(),
            worth: Value::Seeds(0),
            place,
            mistakes,
            kind: Kind::of(self.me, self.maximiser),
            parent_kind: Kind::of(self.me, self.maximiser),
            game: play.game_at_root(board, self.me),
            depth: 0,
            sows: 0,
            parent_mid_turn: false,
            first_turn: Some(Vec::new()),
        };
        if root.game == Game::Over {
            self.sweep(&mut root.board, place, self.me.opponent());
        }
        self.one_board = OneBoard::new(&root.board, self.of_run);
        root.worth = self.worth(&root.board, place, mistakes);
        self.visit(&root, Window::widest(mistakes))
    }

    /// The rules as they hold where these mistakes are made.
    fn play(&self, mistakes: Mistakes) -> Play {
        Play { rules: self.rules, me: self.me, mistakes }
    }

    fn visit(&mut self, node: &Node, window: Window) -> Result<Found, Unanswered> {
        let has = |mistake| node.mistakes.has(mistake);
        let is_over = node.game == Game::Over && !self.is_entered(node);
        let with_row = has(Mistake::RemembersPositions);
        let of_depth = with_row || has(Mistake::RemembersWithoutRows);
        let remembers = of_depth || has(Mistake::RemembersBoards);
        if !remembers || with_row && (is_over || self.is_leaf(node)) {
            return self.visit_anew(node, window, is_over);
        }
        let (mid_turn, depth) = match of_depth {
            true => (node.place.mid_turn, node.depth),
            false => (false, 0),
        };
        let position = (node.board.clone(), node.place.mover, mid_turn, depth);
        if let Some(found) = self.met.get(&position).cloned() {
            if with_row {
                self.rows.leaf(node, found.value, window)?;
                return Ok(Found { turn: Vec::new(), ..found });
            }
            return Ok(found);
        }
        self.steps.spend(REMEMBERED)?;
        let found = self.visit_anew(node, window, is_over)?;
        self.met.insert(position, found.clone());
        Ok(found)
    }

    /// A node, whether or not the same position was met before.
    fn visit_anew(
        &mut self,
        node: &Node,
        window: Window,
        is_over: bool,
    ) -> Result<Found, Unanswered> {
        if is_over {
            self.rows.optional_entry(node, window)?;
        }
        if is_over || self.is_leaf(node) {
            if self.of_run.has(Mistake::StateOfLastLeaf) {
                self.last_leaf = Some(node.board.clone());
            }
            let (value, turn) = (node.worth, Vec::new());
            self.rows.leaf(node, value, window)?;
            return Ok(Found { value, turn });
        }
        deeper(|| self.inner(node, window))
    }

    /// Whether a node at which the game is over is entered all the same.
    fn is_entered(&self, node: &Node) -> bool {
        node.mistakes.has(Mistake::GameOverIsInner) && !self.is_leaf(node)
    }

    fn inner(&mut self, node: &Node, mut window: Window) -> Result<Found, Unanswered> {
        self.rows.entry(node, window)?;
        let has = |mistake| node.mistakes.has(mistake);
        let (kind, entered) = (node.kind, window);
        let mut value = window.first_value(kind, node.worth, node.mistakes);
        let (mut chosen, mut last) = (Chosen::default(), None);
        let mut sibling = None;
        let mut pits = self.pits(node).into_iter();
        while let Some(pit) = pits.next() {
            let after_sibling = sibling.as_ref().unwrap_or(&node.board);
            let Some(child) = self.child(node, after_sibling, pit)? else {
                if has(Mistake::StopsAtEmptyPit) {
                    break;
                }
                continue;
            };
            if self.one_board.is_some() {
                sibling = Some(child.board.clone());
            }
            let child_mid_turn = Some(child.extra_turn());
            let child_over = child.game == Game::Over;
            let child_last = pits.as_slice().iter().all(|&it| node.board.pit(it) == 0);
            let of_child = Place { child_mid_turn, child_over, child_last, ..node.place };
            let mistakes = self.switches.at(of_child);
            if child_over && child.extra_turn() && mistakes.has(Mistake::MidTurnEndSkipped) {
                continue;
            }
            let inherited = match () {
                () if !child.extra_turn() => window.for_child(mistakes),
                () if mistakes.has(Mistake::WindowOfTurnOnExtraTurn) => entered,
                () => window.for_extra_turn(mistakes),
            };
            let found = self.visit(&child, inherited)?;
            self.one_board.iter_mut().for_each(|it| it.undo(&node.board, node.place.mover));
            if mistakes.has(Mistake::WindowShared) {
                window = self.shared_window;
            }

            let is_none = value == Value::Seeds(0) && mistakes.has(Mistake::ValueOfZeroIsNone);
            let improves = is_none || kind.prefers(found.value, value);
            if let Some(first_turn) = &node.first_turn {
                let first_sow = child.worth;
                chosen.offer(value, &found, (pit, first_sow), kind, mistakes);
                if let Some(kept) = &mut self.kept {
                    let taken = improves.then_some(found.value);
                    kept.remember(first_turn, (pit, &child), taken);
                }
            }
            let before = value;
            if improves {
                value = found.value;
            }
            last = Some(found.value);

            let of = |is_child| if is_child { &child } else { node };
            let depth = of(mistakes.has(Mistake::RowDepthOfChild)).depth;
            let shown_at = (of(mistakes.has(Mistake::RowNamesChild)).pit, depth);
            let narrowed = window.narrowed(kind, value, found.value, mistakes);
            if self.task == Task::AlphaBeta && window.cuts(kind, value, mistakes) {
                let (shown, value) = window.on_cut(kind, value, mistakes);
                self.rows.cut((node, shown_at), shown, (window, narrowed), mistakes)?;
                let turn = chosen.turn;
                return Ok(Found { value, turn });
            }
            if improves || !mistakes.has(Mistake::UpdateRowsOnlyOnChange) {
                self.rows.update(
                    (node, shown_at),
                    (before, value, found.value),
                    (window, narrowed),
                    mistakes,
                )?;
            }
            // Minimax knows no bounds, so that none can be mistaken for a value there.
            if self.task == Task::AlphaBeta {
                (window, self.shared_window) = (narrowed, narrowed);
            }
        }
        self.rows.end(node, value, window)?;
        let turn = chosen.turn;
        Ok(Found { value: last.filter(|_| has(Mistake::LastChildReturned)).unwrap_or(value), turn })
    }

    /// The pits of the player to move, in the order in which they are tried: from left to right for both players.
    fn pits(&self, node: &Node) -> Vec<Pit> {
        if node.game == Game::Over {
            return Vec::new();
        }
        let owner = node.place.mover;
        let mut pits: Vec<_> =
            (0..node.board.width()).map(|column| Pit { owner, column }).collect();
        if self.lists_moves() {
            pits.retain(|&pit| node.board.pit(pit) > 0);
        }
        let has = |mistake| node.mistakes.has(mistake);
        if has(Mistake::RightToLeft) || has(Mistake::Player2InSowingOrder) && owner == Player::Two {
            pits.reverse();
        }
        if has(Mistake::FullestFirst) {
            pits.sort_by_key(|&pit| Reverse(node.board.pit(pit)));
        }
        if has(Mistake::ChildrenByText) {
            pits.sort_by_key(|&pit| name(pit));
        }
        pits
    }

    fn lists_moves(&self) -> bool {
        self.one_board.as_ref().is_some_and(OneBoard::lists_moves)
    }

    /// The node after sowing `pit`, where the board after the move before was this; `None` if it is empty.
    fn child(
        &mut self,
        node: &Node,
        sibling: &Board,
        pit: Pit,
    ) -> Result<Option<Node>, Unanswered> {
        let own = self.one_board.as_ref().map(|it| it.of_node(&node.board, sibling));
        let board = own.as_ref().unwrap_or(&node.board);
        if board.pit(pit) == 0 && !self.lists_moves() {
            return Ok(None);
        }
        self.steps.spend(board.pit(pit))?;
        let (mut board, place, game) = self.sow(board, pit, node.place);
        let mistakes = self.switches.at(place);
        let depth = self.child_depth(node, place);
        let at_cutoff = depth >= self.cutoff && !place.mid_turn;
        if game == Game::Over && !(at_cutoff && mistakes.has(Mistake::CutoffBeforeEnd)) {
            self.sweep(&mut board, place, pit.owner);
        }
        let turn = node.first_turn.as_ref().map(|sows| [&sows[..], &[pit]].concat());
        if let Some(one) = &mut self.one_board {
            if turn.is_some() {
                self.steps.spend(REMEMBERED)?;
            }
            one.take(&board, turn.clone());
        }
        let kind = match self.kind_is_told {
            true if place.mid_turn => node.kind,
            true => node.kind.other(),
            false => Kind::of(place.mover, self.maximiser),
        };
        let flips = place.mid_turn && mistakes.has(Mistake::ExtraTurnFlipsKind);
        let is_infinite = game == Game::Over && mistakes.has(Mistake::EndWorthInfinity);
        let replies = depth == 1 && self.of_run.has(Mistake::StateAfterReply)
            || self.of_run.has(Mistake::StateOfLine);
        Ok(Some(Node {
            pit: Some(pit),
            worth: match self.worth(&board, place, mistakes) {
                Value::Seeds(..0) if is_infinite => Value::MinusInfinity,
                worth if is_infinite && worth > Value::Seeds(0) => Value::Infinity,
                worth => worth,
            },
            board,
            place,
            mistakes,
            kind: match () {
                () if flips => node.kind.other(),
                () if mistakes.has(Mistake::OpponentMaximises) => Kind::Max,
                () if mistakes.has(Mistake::KindByDepth) && depth.is_multiple_of(2) => Kind::Max,
                () if mistakes.has(Mistake::KindByDepth) => Kind::Min,
                () => kind,
            },
            parent_kind: node.kind,
            game,
            depth,
            sows: node.sows + 1,
            parent_mid_turn: node.extra_turn(),
            first_turn: turn.filter(|_| place.mid_turn && place.mover == pit.owner || replies),
        }))
    }

    /// One sow: the board, not swept, the place that it leads to, and whether the game goes on.
    pub(super) fn sow(&self, board: &Board, pit: Pit, from: Place) -> (Board, Place, Game) {
        let sown = self.play(self.switches.at(from)).sow(board, pit);
        let place = Place {
            mover: sown.next,
            maximises: sown.next == self.me,
            sower: Some(pit.owner),
            root: false,
            mid_turn: sown.next == pit.owner,
            ..from
        };
        let play = self.play(self.switches.at(place));
        let place = match place.mid_turn && play.mistakes.has(Mistake::ExtraTurnPasses) {
            true => Place { mover: place.mover.opponent(), maximises: !place.maximises, ..place },
            false => place,
        };
        let tested = match play.mistakes.has(Mistake::EndTestedBeforeCapture) {
            true => &sown.before_capture,
            false => &sown.board,
        };
        let game_after = |board: &Board| {
            let is_out = |owner| self.play_in_row(owner, place).is_out(board, owner);
            play.game_after(board, (pit.owner, sown.next), &is_out)
        };
        let game = game_after(tested);
        let over = game == Game::Over;
        let over_by_capture = over && game_after(&sown.before_capture) == Game::On;
        (sown.board, Place { over, over_by_capture, ..place }, game)
    }

    /// The store of the player of the assignment less the opponent's.
    fn worth(&self, board: &Board, place: Place, mistakes: Mistakes) -> Value {
        let has = |mistake| mistakes.has(mistake);
        let me = match () {
            () if has(Mistake::EvaluatesForPlayer1) => Player::One,
            () if has(Mistake::EvaluatesForNextPlayer) => place.mover,
            () if has(Mistake::EvaluatesForOpponent) => self.me.opponent(),
            () => self.me,
        };
        let worth = |player| {
            let pits = if has(Mistake::EvaluatesAllStones) { board.row(player).sum() } else { 0 };
            (board.store(player) + pits).cast_signed()
        };
        let theirs = if has(Mistake::EvaluatesOwnStoreOnly) { 0 } else { worth(me.opponent()) };
        Value::Seeds(worth(me) - theirs)
    }

    /// The depth of the children of a node: a whole turn has one depth.
    fn child_depth(&self, node: &Node, child: Place) -> u32 {
        let has = |mistake| node.mistakes.has(mistake);
        let costs = has(Mistake::ExtraTurnCostsDepth)
            || has(Mistake::ExtraTurnCostsDepthOnly)
            || node.parent_mid_turn && has(Mistake::OneExtraTurnOfDepth);
        match () {
            () if has(Mistake::DepthGrowsAtTurnEnd) => node.depth + u32::from(!child.mid_turn),
            () if node.extra_turn() && !costs => node.depth,
            () => node.depth + 1,
        }
    }

    /// Whether the tree ends here although the game does not: never within a turn.
    fn is_leaf(&self, node: &Node) -> bool {
        let has = |mistake| node.mistakes.has(mistake);
        let is_second = node.parent_mid_turn && has(Mistake::OneExtraTurnAtCutoff);
        let within_turn = node.extra_turn()
            && !is_second
            && !has(Mistake::ExtraTurnAtCutoffIsLeaf)
            && !has(Mistake::ExtraTurnCostsDepth);
        let more = u32::from(has(Mistake::CutoffOneMore));
        let less = u32::from(has(Mistake::CutoffOneLess));
        node.depth >= (self.cutoff + more).saturating_sub(less) && !within_turn
    }

    /// The board to write after a turn from `board`: the whole turn, swept if it ends the game.
    pub(super) fn board_after(&self, board: &Board, turn: &[Pit]) -> Board {
        let mut place = Place { replayed: true, ..Place::root(self.me) };
        let written = self.switches.at(place);
        let replies = written.has(Mistake::StateAfterReply) || written.has(Mistake::StateOfLine);
        let sows = match () {
            () if written.has(Mistake::StateUnchanged) => 0,
            () if written.has(Mistake::StateAfterFirstSow) => 1,
            () if written.has(Mistake::StateAfterSecondSow) => 2,
            () if written.has(Mistake::StateWithoutLastSow) => turn.len().saturating_sub(1).max(1),
            () => turn.len(),
        };
        let mut board = board.clone();
        let mut game = self.play(written).game_at_root(&board, self.me);
        let mut last_mover = self.me.opponent();
        for &pit in turn.iter().take(sows) {
            if last_mover == self.me && !replies && (game == Game::Over || !place.mid_turn) {
                break;
            }
            (board, place, game) = self.sow(&board, pit, place);
            last_mover = pit.owner;
        }
        if game == Game::Over && !written.has(Mistake::StateNotSwept) {
            self.sweep(&mut board, place, last_mover);
        }
        board
    }

    /// The rules for a row: a mistake that is made for one player is made in the player's row.
    fn play_in_row(&self, owner: Player, place: Place) -> Play {
        let place = Place { mover: owner, maximises: owner == self.me, ..place };
        self.play(self.switches.at(place))
    }

    /// Hands out the seeds that are left.
    fn sweep(&self, board: &mut Board, place: Place, last_mover: Player) {
        let out = if board.row_is_empty(last_mover) { last_mover } else { last_mover.opponent() };
        for owner in [Player::One, Player::Two] {
            self.play_in_row(owner, place).sweep_row(board, owner, out, last_mover);
        }
    }
}

/// One position of the tree.
pub(super) struct Node {
    /// The pit that was sown last; `None` at the root.
    pub(super) pit: Option<Pit>,
    /// The board, swept if the game is over.
    pub(super) board: Board,
    /// What it is worth.
    pub(super) worth: Value,
    pub(super) place: Place,
    /// The mistakes that are made here.
    pub(super) mistakes: Mistakes,
    /// Max if the player of the assignment moves next.
    pub(super) kind: Kind,
    /// The kind of the parent; at the root its own.
    pub(super) parent_kind: Kind,
    pub(super) game: Game,
    pub(super) depth: u32,
    /// How many sows led here.
    pub(super) sows: u32,
    /// Whether the parent is in the middle of a turn.
    parent_mid_turn: bool,
    /// The sows that led here, if they belong to the turn that begins at the root and goes on.
    pub(super) first_turn: Option<Vec<Pit>>,
}

impl Node {
    /// Whether the sow that led here earned an extra turn.
    pub(super) fn extra_turn(&self) -> bool {
        self.place.mid_turn
    }
}

/// What a visit finds out.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) value: Value,
    /// The rest of the turn that begins at the root; empty in every other turn.
    pub(super) turn: Vec<Pit>,
}
