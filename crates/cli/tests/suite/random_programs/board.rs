//! What a random program does to a board: a ring of holes.

use super::engine::{Position, Run};
use super::slips::{Slip, Where};

/// No mistake has a larger number.
const LARGEST: u32 = 30;

impl Run<'_> {
    /// Whether a mistake is made where the program is.
    pub(super) fn has(&self, slip: Slip) -> bool {
        let is_here = |place: Where| match place {
            Where::Everywhere => true,
            Where::Task(task) => self.case.task == task,
            Where::As(player) => self.case.me == player,
            Where::MyMoves => self.mover == self.case.me,
            Where::TheirMoves => self.mover != self.case.me,
            Where::AtTheRoot => self.root,
            Where::InChains => self.chain > 0,
        };
        let mut made = self.program.iter();
        made.any(|&(it, place)| it == slip && is_here(place))
    }

    /// The number of a mistake that has one, if it is made here.
    pub(super) fn number(&self, slip: fn(u32) -> Slip) -> Option<i64> {
        let number = (0..=LARGEST).find(|&number| self.has(slip(number)));
        number.map(i64::from)
    }

    pub(super) fn pit(&self, player: usize, column: usize) -> usize {
        match player {
            0 => column,
            _ => 2 * self.size - column,
        }
    }

    pub(super) fn store(&self, player: usize) -> usize {
        self.size + player * (self.size + 1)
    }

    /// A player's pits, on the way of the stones.
    pub(super) fn row<'r>(&self, ring: &'r [i64], player: usize) -> &'r [i64] {
        &ring[player * (self.size + 1)..][..self.size]
    }

    pub(super) fn sow(&self, before: &[i64], player: usize, column: usize) -> Position {
        let mut ring = before.to_vec();
        let start = self.pit(player, column);
        let heap = std::mem::take(&mut ring[start]);
        let is_long = |most| heap > most;
        let mut hand = heap - i64::from(self.number(Slip::LongSowLosesStone).is_some_and(is_long));
        let mut at = start;
        while hand > 0 {
            at = (at + 1) % ring.len();
            let skips = at == self.store(1 - player) && !self.has(Slip::FeedsBothStores)
                || at == start && self.has(Slip::SkipsStart);
            if !skips {
                ring[at] += 1;
                hand -= 1;
            }
        }
        let captured = self.captures(&ring, before, (start, at), player, heap);
        if captured {
            self.capture(&mut ring, at, player);
        }
        let home = at == self.store(player);
        let most = self.number(Slip::ChainOfAtMost);
        let again = (home || captured && self.has(Slip::ExtraTurnAfterCapture))
            && !self.has(Slip::NoExtraTurn)
            && !(self.has(Slip::NoExtraTurnAfterLap) && heap > self.size as i64 + 1)
            && most.is_none_or(|most| i64::from(self.chain) < most);
        let mover = if again { player } else { 1 - player };
        let over = self.is_over(&ring, player, mover);
        if over {
            self.sweep(&mut ring);
        }
        Position { ring, mover, over }
    }

    fn captures(
        &self,
        ring: &[i64],
        before: &[i64],
        (start, last): (usize, usize),
        player: usize,
        heap: i64,
    ) -> bool {
        if last == self.store(0) || last == self.store(1) {
            return false;
        }
        let was_empty = match () {
            () if self.has(Slip::JudgesBeforeSowing) => before[last] == 0,
            () if self.has(Slip::FullLapIsNoCapture) && last == start => false,
            () => ring[last] == 1,
        };
        let is_mine = usize::from(last > self.size) == player;
        let prey = ring[2 * self.size - last];
        let most = self.number(Slip::CapturesUpTo);
        was_empty
            && (is_mine || self.has(Slip::CapturesOnBothSides))
            && !self.has(Slip::NeverCaptures)
            && !(prey == 0 && self.has(Slip::EmptyOppositeIsNoCapture))
            && most.is_none_or(|most| prey <= most)
            && !(self.has(Slip::NoCaptureAcrossTheBoard) && heap > self.size as i64)
    }

    fn capture(&self, ring: &mut [i64], last: usize, player: usize) {
        let (home, opposite) = (self.store(player), 2 * self.size - last);
        let mut prey = std::mem::take(&mut ring[opposite]);
        if self.has(Slip::HalfCapture) {
            ring[opposite] = prey / 2;
            prey -= prey / 2;
        }
        let receiver = match self.has(Slip::CapturesForTheOther) {
            true => self.store(1 - player),
            false => home,
        };
        ring[receiver] += prey;
        if !self.has(Slip::LeavesOwnStone) {
            ring[home] += std::mem::take(&mut ring[last]);
        }
    }

    fn is_over(&self, ring: &[i64], player: usize, next: usize) -> bool {
        let left = |player| self.row(ring, player).iter().sum::<i64>();
        let out = |player| left(player) == 0;
        let few = self.number(Slip::EndsEarly);
        few.is_some_and(|few| left(0) + left(1) <= few)
            || match () {
                () if self.has(Slip::AsksNextPlayerForEnd) => out(next),
                () if self.has(Slip::AsksMoverForEnd) => out(player),
                () if self.has(Slip::EndsWhenBothAreOut) => out(0) && out(1),
                () => out(0) || out(1),
            }
    }

    fn sweep(&self, ring: &mut [i64]) {
        if self.has(Slip::NeverSweeps) {
            return;
        }
        for owner in [0, 1] {
            let first = owner * (self.size + 1);
            let left: i64 = self.row(ring, owner).iter().sum();
            ring[first..first + self.size].fill(0);
            let share = if self.has(Slip::HalfSweep) { left / 2 } else { left };
            let receiver = if self.has(Slip::SweepsToTheOther) { 1 - owner } else { owner };
            ring[self.store(receiver)] += share;
        }
    }

    pub(super) fn value(&self, ring: &[i64]) -> i64 {
        let me = if self.has(Slip::ValuesForPlayerOne) { 0 } else { self.case.me };
        let mut value = ring[self.store(me)] - ring[self.store(1 - me)];
        if let Some(part) = self.number(Slip::CountsPits) {
            let pits = |player| self.row(ring, player).iter().sum::<i64>() / part;
            value += pits(me) - pits(1 - me);
        }
        let most = self.number(Slip::Clips);
        most.map_or(value, |most| value.clamp(-most, most))
    }

    /// The columns that may be sown, in order.
    pub(super) fn columns(&self, position: &Position) -> Vec<usize> {
        let heap = |column: &usize| position.ring[self.pit(position.mover, *column)];
        let mut columns: Vec<_> = (0..self.size).filter(|it| heap(it) > 0).collect();
        if self.number(Slip::ForgetsLastPit) == Some(self.size as i64) {
            columns.retain(|&it| it + 1 < self.size);
        }
        if self.has(Slip::RightToLeft) || position.mover == 1 && self.has(Slip::UpperRowBackwards) {
            columns.reverse();
        }
        if self.has(Slip::NamesAsText) {
            columns.sort_by_key(|it| (it + 2).to_string());
        }
        if self.has(Slip::FullestFirst) {
            columns.sort_by_key(|it| -heap(it));
        }
        columns
    }
}
