//! The nodes of the tree: what a sow leads to, what a board is worth, and where the tree ends.

use std::cell::Cell;

use super::board::{Board, Pit};
use super::sowing::Play;
use super::window::{Kind, Window};
use super::{Assignment, Side, Task, Value};
use crate::mistakes::{InCase, Mistake, Mistakes, PLAYED_WHOLE, Place};
use mancala::game::rules::Rules;

/// The tree of an assignment, as a program with these mistakes has it.
pub(super) struct Tree<'a> {
    rules: Rules,
    pub(super) switches: &'a InCase,
    me: Side,
    /// The mistakes that are made at the root.
    pub(super) of_run: Mistakes,
    /// Whose nodes are max nodes.
    maximiser: Side,
    /// Whether a node learns from its parent whether it maximises, as in a program that flips it anywhere.
    kind_is_told: bool,
    cutoff: u32,
    /// What the board of the input is worth.
    worth_at_start: i64,
    /// Whether the last sow earned an extra turn, for a program that has one flag for that.
    extra_turn_flag: Cell<bool>,
    /// How often a prune has left the depth one too high, for a program that counts it in one place.
    depth_left: Cell<u32>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(assignment: &Assignment, switches: &'a InCase) -> Self {
        let me = assignment.player;
        let of_run = switches.at(Place::root(me));
        let to_cutoff = of_run.has(Mistake::GreedyToCutoff);
        let stores = [assignment.lower_store, assignment.upper_store].map(i64::from);
        Self {
            rules: assignment.rules,
            switches,
            me,
            of_run,
            maximiser: if of_run.has(Mistake::Player1Maximises) { Side::South } else { me },
            kind_is_told: switches.has(Mistake::ExtraTurnFlipsKind),
            cutoff: match assignment.task {
                Task::Greedy if !to_cutoff => 1,
                _ => assignment.cutoff,
            },
            worth_at_start: stores[me as usize] - stores[me.opponent() as usize],
            extra_turn_flag: Cell::new(false),
            depth_left: Cell::new(0),
        }
    }

    /// The root, where the player of the assignment is to move.
    pub(super) fn root(&self, board: &Board) -> Node {
        let place = Place::root(self.me);
        let kind = Kind::of(self.me, self.maximiser);
        let over = self.play(self.of_run).is_over_at_root(board, self.me);
        let mut board = board.clone();
        if over {
            self.sweep(&mut board, place, self.me.opponent());
        }
        Node {
            pit: None,
            named: None,
            worth: self.worth(&board, &board, place, self.of_run),
            board,
            place,
            mistakes: self.of_run,
            kind,
            parent_kind: kind,
            over,
            depth: 0,
            depth_left: 0,
            sows: 0,
            sows_of_turn: 0,
            parent_value: Value::Seeds(0),
            has_earned: Cell::new(false),
            row_at_start: Vec::new(),
            first_turn: Some(Vec::new()),
        }
    }

    /// The node that is reached by sowing `pit` of a node on this board.
    pub(super) fn child(&self, node: &Node, board: &Board, pit: Pit) -> Node {
        let moves_stones = board.pit(pit) > 0;
        let flag = self.extra_turn_flag.get();
        let (mut sown, place) = self.sow(board, pit, node.place);
        let place = if moves_stones { node.kept(place, pit.owner, self.me) } else { place };
        let mistakes = self.switches.at(place);
        let depth_left = self.depth_left.get();
        let depth = self.child_depth(node, place, flag) + depth_left - node.depth_left;
        let at_cutoff = depth >= self.cutoff && !place.mid_turn;
        if place.over && !(at_cutoff && mistakes.has(Mistake::CutoffBeforeEnd)) {
            self.sweep(&mut sown, place, pit.owner);
        }
        let is_infinite = place.over && mistakes.has(Mistake::EndWorthInfinity);
        let replies = depth == 1 && self.of_run.has(Mistake::StateAfterReply)
            || self.of_run.has(Mistake::StateOfLine)
            || self.of_run.has(Mistake::StateOfOwnMoves)
            || self.of_run.has(Mistake::StateByStaleFlag)
            || depth == 1 && self.of_run.has(Mistake::StateOfRunningValues);
        let goes_on = place.mid_turn && place.mover == pit.owner || replies;
        let of_start = mistakes.has(Mistake::MovesOfTurnStart)
            || mistakes.has(Mistake::MovesOfTurnStartSown)
            || mistakes.has(Mistake::MovesOfTurnStartOrWorth);
        let row_at_start = match place.mid_turn && of_start {
            true if node.row_at_start.is_empty() => node.board.row(place.mover).collect(),
            true => node.row_at_start.clone(),
            false => Vec::new(),
        };
        let of_moves = mistakes.has(Mistake::NamesCountMoves);
        let named = if of_moves { board.by_index_of_move(pit) } else { pit };
        let mut child = Node {
            pit: Some(pit),
            named: Some(named),
            worth: match self.worth(&sown, board, place, mistakes) {
                Value::Seeds(..0) if is_infinite => Value::MinusInfinity,
                worth if is_infinite && worth > Value::Seeds(0) => Value::Infinity,
                worth => worth,
            },
            board: sown,
            place,
            mistakes,
            kind: self.child_kind(node, place, depth, mistakes),
            parent_kind: node.kind,
            over: place.over,
            depth,
            depth_left,
            sows: node.sows + 1,
            sows_of_turn: if node.extra_turn() { node.sows_of_turn + 1 } else { 1 },
            parent_value: Value::Seeds(0),
            has_earned: Cell::new(false),
            row_at_start,
            first_turn: goes_on.then(|| node.turn_with(pit)).flatten(),
        };
        let of_parent = !place.over && mistakes.has(Mistake::LeafWorthOfParent);
        if of_parent && self.is_leaf(&child) {
            child.worth = node.worth;
        }
        child
    }

    fn child_kind(&self, node: &Node, place: Place, depth: u32, mistakes: Mistakes) -> Kind {
        match () {
            () if place.mid_turn && mistakes.has(Mistake::ExtraTurnFlipsKind) => node.kind.other(),
            () if mistakes.has(Mistake::OpponentMaximises) => Kind::Max,
            () if mistakes.has(Mistake::KindByDepth) && depth.is_multiple_of(2) => Kind::Max,
            () if mistakes.has(Mistake::KindByDepth) => Kind::Min,
            () if !self.kind_is_told => Kind::of(place.mover, self.maximiser),
            () if place.mid_turn => node.kind,
            () => node.kind.other(),
        }
    }

    /// Whether the last sow of all earned an extra turn.
    pub(super) const fn extra_turn_flag(&self) -> bool {
        self.extra_turn_flag.get()
    }

    /// One sow: the board, not swept, the place that it leads to, and whether the game goes on.
    pub(super) fn sow(&self, board: &Board, pit: Pit, from: Place) -> (Board, Place) {
        let sown = self.play(self.switches.at(from)).sow(board, pit);
        let keeps_turn = sown.leaves_flag && self.extra_turn_flag.get();
        let next = if keeps_turn { pit.owner } else { sown.next };
        let mid_turn = next == pit.owner;
        let always = !mid_turn && self.switches.at(from).has(Mistake::OpponentAlwaysNext);
        let next = if always { self.me.opponent() } else { next };
        self.extra_turn_flag.set(mid_turn);
        let (maximises, sower) = (next == self.me, Some(pit.owner));
        let later_in_turn = from.mid_turn;
        let mut place =
            Place { mover: next, maximises, sower, root: false, mid_turn, later_in_turn, ..from };
        let play = self.play(self.switches.at(place));
        let is_untested = place.mid_turn && play.mistakes.has(Mistake::EndUntestedAtStore);
        let is_stuck = place.mid_turn
            && (is_untested || play.mistakes.has(Mistake::StuckPlayerPasses))
            && sown.board.row_is_empty(pit.owner)
            && !sown.board.row_is_empty(pit.owner.opponent());
        if is_stuck || place.mid_turn && play.mistakes.has(Mistake::ExtraTurnPasses) {
            (place.mover, place.maximises) = (place.mover.opponent(), !place.maximises);
        }
        if is_stuck {
            (place.mid_turn, place.over, place.sow) = (false, false, sown.kind);
            return (sown.board, place);
        }
        let is_early = play.mistakes.has(Mistake::EndTestedBeforeCapture)
            || play.mistakes.has(Mistake::CaptureEndUnseen);
        let tested = if is_early { &sown.before_capture } else { &sown.board };
        let is_over_after = |board: &Board| {
            let is_out = |owner| self.play_in_row(owner, place).is_out(board, owner);
            play.is_over_after(board, (pit.owner, next), &is_out)
        };
        let is_untested = is_untested && !sown.board.row_is_empty(pit.owner);
        let over = !is_untested && is_over_after(tested);
        let over_by_capture = over && !is_over_after(&sown.before_capture);
        (sown.board, Place { over, over_by_capture, sow: sown.kind, ..place })
    }

    /// The store of the player of the assignment less the opponent's; `before` is the board before the last sow.
    fn worth(&self, board: &Board, before: &Board, place: Place, mistakes: Mistakes) -> Value {
        let has = |mistake| mistakes.has(mistake);
        let me = match () {
            () if has(Mistake::EvaluatesForPlayer1) => Side::South,
            () if has(Mistake::EvaluatesForNextPlayer) => place.mover,
            () if has(Mistake::EvaluatesForLastPlayer) => place.sower.unwrap_or(self.me),
            () if has(Mistake::EvaluatesForOpponent) => self.me.opponent(),
            () => self.me,
        };
        let worth = |board: &Board, player| {
            let pits = if has(Mistake::EvaluatesAllStones) { board.row(player).sum() } else { 0 };
            (board.store(player) + pits).cast_signed()
        };
        let lead = |board| {
            let theirs = !has(Mistake::EvaluatesOwnStoreOnly);
            worth(board, me) - if theirs { worth(board, me.opponent()) } else { 0 }
        };
        let earlier = match () {
            () if has(Mistake::EvaluatesGain) => self.worth_at_start,
            () if has(Mistake::EvaluatesLastSow) => lead(before),
            () => 0,
        };
        Value::Seeds(lead(board) - earlier)
    }

    /// The depth of the children of a node: a whole turn has one depth. `flag` is whether the sow before earned an extra
    /// turn, wherever in the tree that was.
    fn child_depth(&self, node: &Node, child: Place, flag: bool) -> u32 {
        let has = |mistake| node.mistakes.has(mistake);
        let extra_turn = if has(Mistake::DepthByStaleFlag) { flag } else { node.extra_turn() };
        let costs = has(Mistake::ExtraTurnCostsDepth)
            || has(Mistake::ExtraTurnCostsDepthOnly)
            || node.sows_of_turn > 1 && has(Mistake::OneExtraTurnOfDepth);
        match () {
            () if has(Mistake::DepthGrowsAtTurnEnd) => node.depth + u32::from(!child.mid_turn),
            () if has(Mistake::DepthGrowsAtTurnOrGameEnd) => {
                node.depth + u32::from(!child.mid_turn || child.over)
            }
            () if extra_turn && !costs => node.depth,
            () => node.depth + 1,
        }
    }

    /// Counts a prune of a node by which all later nodes are one deeper.
    pub(super) fn leave_depth(&self, node: &Node) {
        let leaves = node.mistakes.has(Mistake::DepthLeftAtCut) && !node.extra_turn();
        self.depth_left.set(self.depth_left.get() + u32::from(leaves));
    }

    /// Whether the tree ends here although the game does not: never within a turn.
    pub(super) fn is_leaf(&self, node: &Node) -> bool {
        let has = |mistake| node.mistakes.has(mistake);
        let is_second = node.sows_of_turn > 1 && has(Mistake::OneExtraTurnAtCutoff);
        let within_turn = node.extra_turn()
            && !is_second
            && !has(Mistake::ExtraTurnAtCutoffIsLeaf)
            && !has(Mistake::ExtraTurnCostsDepth);
        let more = u32::from(has(Mistake::CutoffOneMore));
        let less = u32::from(has(Mistake::CutoffOneLess));
        let is_stuck =
            || has(Mistake::CaptureEndUnseen) && node.board.row_is_empty(node.place.mover);
        node.depth >= (self.cutoff + more).saturating_sub(less) && !within_turn || is_stuck()
    }

    /// Whether the player may stop here in the middle of a turn.
    pub(super) fn may_stop(&self, node: &Node) -> bool {
        let at_cutoff = node.extra_turn() && node.depth >= self.cutoff;
        at_cutoff && node.mistakes.has(Mistake::MayStopAtCutoff)
    }

    /// The board to write after a turn from `board`: the whole turn, swept if it ends the game.
    pub(super) fn board_after(&self, board: &Board, turn: &[Pit]) -> Board {
        let mut place = Place { replayed: true, ..Place::root(self.me) };
        let written = self.switches.at(place);
        let has = |mistake| written.has(mistake);
        let plays_all = PLAYED_WHOLE.iter().any(|&it| has(it));
        let sows = match () {
            () if has(Mistake::StateUnchanged) => 0,
            () if has(Mistake::StateAfterFirstSow) => 1,
            () if has(Mistake::StateAfterSecondSow) => 2,
            () if has(Mistake::StateWithoutLastSow) => turn.len().saturating_sub(1).max(1),
            () => turn.len(),
        };
        let by_index = has(Mistake::StateByIndexOfMoves).then(|| self.by_indexes(board, turn));
        let turn = by_index.as_deref().unwrap_or(turn);
        let mut board = board.clone();
        let mut over = self.play(written).is_over_at_root(&board, self.me);
        let mut last_mover = self.me.opponent();
        let plays = |pit: &&Pit| !has(Mistake::StateOfOwnMoves) || pit.owner == self.me;
        for &pit in turn.iter().take(sows).filter(plays) {
            let is_swept = over && has(Mistake::SweepNotUndoneAndReplayed);
            if last_mover == self.me && (is_swept || !plays_all && (over || !place.mid_turn)) {
                break;
            }
            (board, place) = self.sow(&board, pit, place);
            over = place.over;
            last_mover = pit.owner;
        }
        if over && !self.switches.at(place).has(Mistake::StateNotSwept) {
            self.sweep(&mut board, place, last_mover);
        }
        board
    }

    /// The pits of a turn, each as many columns from the left as there are moves to the left of it.
    fn by_indexes(&self, board: &Board, turn: &[Pit]) -> Vec<Pit> {
        let (mut board, mut place) = (board.clone(), Place::root(self.me));
        let sown_instead = turn.iter().map(|&pit| {
            let instead = board.by_index_of_move(pit);
            (board, place) = self.sow(&board, pit, place);
            instead
        });
        sown_instead.collect()
    }

    /// The rules as they hold where these mistakes are made.
    pub(super) fn play(&self, mistakes: Mistakes) -> Play {
        Play { rules: self.rules, me: self.me, mistakes }
    }

    /// The rules for a row: a mistake that is made for one player is made in the player's row.
    fn play_in_row(&self, owner: Side, place: Place) -> Play {
        let place = Place { mover: owner, maximises: owner == self.me, ..place };
        self.play(self.switches.at(place))
    }

    /// Hands out the seeds that are left.
    fn sweep(&self, board: &mut Board, place: Place, last_mover: Side) {
        let out = if board.row_is_empty(last_mover) { last_mover } else { last_mover.opponent() };
        for owner in Side::BOTH {
            self.play_in_row(owner, place).sweep_row(board, owner, out, last_mover);
        }
    }
}

/// One position of the tree.
pub(super) struct Node {
    /// The pit that was sown last; `None` at the root.
    pub(super) pit: Option<Pit>,
    /// The same as its name has it.
    pub(super) named: Option<Pit>,
    /// The board, swept if the game is over.
    pub(super) board: Board,
    pub(super) worth: Value,
    pub(super) place: Place,
    /// The mistakes that are made here.
    pub(super) mistakes: Mistakes,
    /// Max if the player of the assignment moves next.
    pub(super) kind: Kind,
    /// The kind of the parent; at the root its own.
    pub(super) parent_kind: Kind,
    /// Whether the game is over; of the root its place does not say so.
    pub(super) over: bool,
    pub(super) depth: u32,
    /// What a program had left of the depths of nodes that had pruned before.
    depth_left: u32,
    /// How many sows led here.
    pub(super) sows: u32,
    /// How many of them belong to the turn of the last one.
    pub(super) sows_of_turn: u32,
    /// The value that the parent has as the node is visited.
    pub(super) parent_value: Value,
    /// Whether a move of it has earned an extra turn.
    has_earned: Cell<bool>,
    /// The mover's row as the turn began, for a program that tries only what could be sown then.
    pub(super) row_at_start: Vec<u64>,
    /// The sows that led here, if they belong to the turn that begins at the root and goes on.
    pub(super) first_turn: Option<Vec<Pit>>,
}

impl Node {
    /// Whether the sow that led here earned an extra turn.
    pub(super) fn extra_turn(&self) -> bool {
        self.place.mid_turn
    }

    /// Whether it sows what could be sown as the turn began, whatever is left of that.
    pub(super) fn sows_moves_of_start(&self) -> bool {
        !self.row_at_start.is_empty() && self.mistakes.has(Mistake::MovesOfTurnStartSown)
    }

    /// The place of a child, for a program that forgets in its loop that not every move earns an extra turn.
    fn kept(&self, child: Place, mover: Side, me: Side) -> Place {
        let has_earned = self.has_earned.replace(self.has_earned.get() || child.mid_turn);
        let keeps_turn = self.mistakes.has(Mistake::ExtraTurnKept);
        let keeps_mover = keeps_turn || self.mistakes.has(Mistake::MoverKept);
        match has_earned && keeps_mover && !child.mid_turn {
            true => Place { mover, maximises: mover == me, mid_turn: keeps_turn, ..child },
            false => child,
        }
    }

    /// Its value before its first child.
    pub(super) fn first_value(&self, window: Window) -> Value {
        match self.extra_turn() && self.mistakes.has(Mistake::ValueBeginsAtParents) {
            true => self.parent_value,
            false => window.first_value(self.kind, self.worth, self.mistakes),
        }
    }

    /// The turn from the root that sows this pit next, if the node is in that turn.
    pub(super) fn turn_with(&self, pit: Pit) -> Option<Vec<Pit>> {
        self.first_turn.as_ref().map(|sows| [&sows[..], &[pit]].concat())
    }
}
