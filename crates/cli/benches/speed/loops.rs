//! The plain engine to measure against: an array of holes and a loop that drops one seed at a time.
//!
//! Every other program of this homework is of this kind. It knows the rules of `usc` only. Holes lie
//! as the mover sows: own pits from 0, own store, the opponent's pits, the opponent's store.

use mancala::game::perft::Sows;

/// What a hole holds: bytes for small boards, 16 bits for any.
pub(super) trait Seeds: Copy + Default + Into<u32> + TryFrom<u32> {}

impl Seeds for u8 {}
impl Seeds for u16 {}

#[derive(Clone, Copy)]
pub(super) struct Holes<S, const WIDTH: usize>([S; 22]);

fn seeds<S: Seeds>(number: u32) -> S {
    S::try_from(number).unwrap_or_default()
}

impl<S: Seeds, const WIDTH: usize> Holes<S, WIDTH> {
    pub(super) fn opening(number: u32) -> Self {
        let mut holes = [S::default(); 22];
        holes[..WIDTH].fill(seeds(number));
        holes[WIDTH + 1..2 * WIDTH + 1].fill(seeds(number));
        Self(holes)
    }

    fn get(&self, hole: usize) -> u32 {
        self.0[hole].into()
    }

    fn set(&mut self, hole: usize, number: u32) {
        self.0[hole] = seeds(number);
    }

    fn is_empty(&self, first: usize) -> bool {
        (first..first + WIDTH).all(|hole| self.get(hole) == 0)
    }

    /// Adds the sequences of 1, 2, .. `counts.len()` sows.
    pub(super) fn count(&self, counts: &mut [Sows]) {
        let Some((here, deeper)) = counts.split_first_mut() else {
            return;
        };
        for pit in 0..WIDTH {
            if self.get(pit) == 0 {
                continue;
            }
            let mut next = *self;
            let last = next.sow(pit);
            let captured = next.capture(last);
            let over = next.is_empty(0) || next.is_empty(WIDTH + 1);
            here.nodes += 1;
            here.extra_turns += u64::from(last == WIDTH);
            here.captures += u64::from(captured);
            here.game_overs += u64::from(over);
            if !over && !deeper.is_empty() {
                if last != WIDTH {
                    next.pass();
                }
                next.count(deeper);
            }
        }
    }

    fn sow(&mut self, pit: usize) -> usize {
        let mut hole = pit;
        let number = self.get(pit);
        self.set(pit, 0);
        for _ in 0..number {
            hole = if hole == 2 * WIDTH { 0 } else { hole + 1 };
            self.set(hole, self.get(hole) + 1);
        }
        hole
    }

    fn capture(&mut self, last: usize) -> bool {
        let captures = last < WIDTH && self.get(last) == 1;
        if captures {
            let opposite = 2 * WIDTH - last;
            self.set(WIDTH, self.get(WIDTH) + self.get(opposite) + 1);
            self.set(last, 0);
            self.set(opposite, 0);
        }
        captures
    }

    fn pass(&mut self) {
        let (own, other) = self.0[..2 * WIDTH + 2].split_at_mut(WIDTH + 1);
        own.swap_with_slice(other);
    }
}
