//! Is any position slow for its size? Random ones under every mixture of rules, against a plain
//! memoised search.
//!
//! Left out: how the positions of an opening are solved ([`super`]).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Instant;

use mancala::game::packed::{Narrow, Row, RowPair, Sowing};
use mancala::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Remainder};
use mancala::game::{Board, Kalah, Rules, Side};
use mancala::solve::{Control, Engine, Remaining, Resources};
use mancala::solve::{MAX_SEEDS, State, state_of};

const POSITIONS: usize = 300;
/// The most positions that the plain search may remember.
const MAX_REMEMBERED: usize = 5_000_000;
/// A search of a position may visit so many times the positions that the plain one needs.
const MAX_TIMES: u64 = 20;
/// How long a search may take where the plain one has no answer to compare with.
const SECONDS: f64 = 10.0;

/// Solves all positions, and asserts values and nodes where the plain search has an answer.
pub(super) fn report() {
    let (mut seconds, mut worst, mut slow, mut unsolved) = (Vec::new(), 0.0_f64, 0, 0);
    for start in positions() {
        let plain = plain_search(&start);
        let begin = Instant::now();
        let resources = Resources { memory: super::MEMORY, endgame: usize::MAX, threads: 1 };
        let mut engine = Engine::new(&start, resources);
        let end = match plain {
            Some(_) => f64::INFINITY,
            None => SECONDS,
        };
        let found = engine.value(&start, Remaining::END, None, &Until(begin, end));
        let took = begin.elapsed().as_secs_f64();
        let Some((value, positions)) = plain else {
            unsolved += u32::from(found.bounds.value().is_none());
            continue;
        };
        assert_eq!(found.bounds.value(), Some(value), "{start:?}");
        let nodes = engine.nodes();
        assert!(nodes <= MAX_TIMES * positions, "{nodes} nodes, {positions} plain: {start:?}");
        worst = worst.max(nodes as f64 / positions as f64);
        slow += u32::from(took > 1.0);
        seconds.push(took);
    }
    seconds.sort_by(f64::total_cmp);
    println!(
        "spread: {} of {POSITIONS} positions within {MAX_REMEMBERED} of a plain search: at most {worst:.2} \
         times its nodes, {slow} above 1 s, median {:.6} s; of the others {unsolved} not solved in \
         {SECONDS} s",
        seconds.len(),
        seconds[seconds.len() / 2],
    );
}

/// Stops a search after so many seconds.
struct Until(Instant, f64);

impl Control for Until {
    fn stop(&self) -> bool {
        self.0.elapsed().as_secs_f64() > self.1
    }
}

/// The value of a position with an empty store, and the positions that it takes; `None` if too many.
fn plain_search(start: &Kalah) -> Option<(i32, u64)> {
    let Some(state) = state_of(start) else {
        return Some((start.board().lead(Side::South), 1));
    };
    let sowing = Sowing::new(start.rules(), start.board().width(), MAX_SEEDS);
    let search = move || {
        let mut memo = Memo::default();
        let value = value(state, &sowing, &mut memo)?;
        Some((value, memo.len() as u64))
    };
    // Games are long, and so is the stack.
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    thread.spawn(search).unwrap().join().unwrap()
}

type Memo = HashMap<State, i8, BuildHasherDefault<WordHasher>>;

fn value(state: RowPair<Narrow>, sowing: &Sowing<Narrow>, memo: &mut Memo) -> Option<i32> {
    if let Some(&value) = memo.get(&state) {
        return Some(value.into());
    }
    let mut best = i32::MIN;
    let filled = state.own.filled();
    for lane in (0..sowing.width()).filter(|lane| filled >> lane & 1 == 1) {
        let after = state.sow(lane, sowing);
        let later = match after.over {
            true => 0,
            false => value(after.next(), sowing, memo)?,
        };
        best = best.max(after.gain + if after.extra_turn { later } else { -later });
    }
    memo.insert(state, best as i8);
    (memo.len() < MAX_REMEMBERED).then_some(best)
}

/// Fast enough for millions of states.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// 3 to 7 pits a row, 6 to 60 seeds anywhere, any mixture of rules; the same every time.
fn positions() -> Vec<Kalah> {
    let mut state: u64 = 0x2545_f491_4f6c_dd1d;
    let mut below = |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 11) % most as u64) as usize
    };
    let one = |_| {
        let rules = Rules {
            capture_landing: [
                CaptureLanding::Nowhere,
                CaptureLanding::OwnRow,
                CaptureLanding::EitherRow,
            ][below(3)],
            capture_takes: [CaptureTakes::Opposite, CaptureTakes::OppositeAndLast][below(2)],
            empty_opposite: [EmptyOpposite::NoCapture, EmptyOpposite::CapturesLast][below(2)],
            end_test: [EndTest::EverySow, EndTest::EveryTurn][below(2)],
            remainder: [
                Remainder::RowOwner,
                Remainder::PlayerOut,
                Remainder::OtherPlayer,
                Remainder::Nobody,
            ][below(4)],
        };
        let (width, seeds) = (3 + below(5), 6 + below(55));
        let mut rows = [vec![0; width], vec![0; width]];
        for _ in 0..seeds {
            rows[below(2)][below(width)] += 1;
        }
        Kalah::new(Board::new([&rows[0], &rows[1]], [0, 0]), rules, Side::South).unwrap()
    };
    (0..POSITIONS).map(one).collect()
}
