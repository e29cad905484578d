//! Several threads against one.

use std::sync::{Arc, Mutex};

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use super::*;
use crate::game::board::Board;
use crate::game::rules::options::OPTIONS;
use crate::game::{Kalah, Pit, Rules, Side};
use crate::homework::LogWriter;

/// A number below `end`.
fn below(random: &mut Pcg32, end: u32) -> u32 {
    random.next_u32() % end
}

fn any_rules(random: &mut Pcg32) -> Rules {
    OPTIONS.iter().fold(Rules::USC, |rules, option| {
        let values: Vec<_> = option.values.iter().collect();
        values[below(random, values.len() as u32) as usize].applied_to(rules)
    })
}

fn any_position(random: &mut Pcg32) -> Kalah {
    let width = 1 + below(random, 4) as usize;
    let mut row = || -> Vec<u16> { (0..width).map(|_| below(random, 5) as u16).collect() };
    let board = Board::new([&row(), &row()], [0, 0]);
    Kalah::new(board, any_rules(random), Side::BOTH[below(random, 2) as usize]).unwrap()
}

fn alone(start: Kalah, limits: Limits, optional: OptionalRows) -> (Choice<Pit>, Log<Vec<u8>>) {
    let mut log = LogWriter::new(Vec::new(), Algorithm::Minimax, optional);
    let choice = search(start, limits, Algorithm::Minimax, &mut log).continue_value();
    (choice.unwrap(), log.finish().unwrap())
}

/// With buffers of a row, of a few, and of more than all rows.
const CAPACITIES: [usize; 3] = [0, 150, 100_000];

#[test]
fn several_threads_write_what_one_does() {
    let mut random = Pcg32::new(15, 3);
    let (mut split_logs, mut rows) = (0, 0);
    for number in 0..60 {
        let start = any_position(&mut random);
        let player = Side::BOTH[below(&mut random, 2) as usize];
        let cutoff = 2 + below(&mut random, 4);
        let limits = Limits { player, cutoff };
        let optional = [OptionalRows::Omit, OptionalRows::OwnSign, OptionalRows::Marked];
        let optional = optional[number % 3];
        let expected = alone(start, limits, optional);
        for frontier in 1..cutoff {
            let split = Split {
                frontier,
                helpers: 1 + number % 3,
                buffer: CAPACITIES[below(&mut random, 3) as usize],
            };
            let found = search_split(start, limits, split, optional, Vec::new()).unwrap();
            assert_eq!(found, expected, "{start:?} {limits:?} {split:?}");
            split_logs += 1;
        }
        rows += expected.1.rows;
    }
    assert!(split_logs > 100 && rows > 10_000, "{split_logs} logs, {rows} rows");
}

/// An output with room for so many bytes.
struct Room {
    left: usize,
    written: Arc<Mutex<Vec<u8>>>,
}

impl Write for Room {
    fn write(&mut self, rows: &[u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let rows = &rows[..self.left.min(rows.len())];
        self.left -= rows.len();
        self.written.lock().unwrap().extend_from_slice(rows);
        Ok(rows.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_error_of_the_output_ends_all_threads() {
    let start = Kalah::new(Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let limits = Limits { player: Side::South, cutoff: 5 };
    let (_, right) = alone(start, limits, OptionalRows::Omit);
    let length = right.out.len();
    for left in [0, 1, 1000, length / 2, length - 1] {
        for (helpers, buffer) in [(1, 0), (3, 150), (1, 4096), (2, 100_000)] {
            let split = Split { frontier: 2, helpers, buffer };
            let written = Arc::default();
            let out = Room { left, written: Arc::clone(&written) };
            let error = search_split(start, limits, split, OptionalRows::Omit, out).err();
            let kind = error.map(|error| error.kind());
            assert_eq!(kind, Some(io::ErrorKind::StorageFull), "{left} {split:?}");
            assert_eq!(*written.lock().unwrap(), right.out[..left], "{left} {split:?}");
        }
    }
}

/// An output that panics.
struct Broken;

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        panic!("the output is broken");
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_of_one_thread_ends_the_others() {
    let start = Kalah::new(Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let limits = Limits { player: Side::South, cutoff: 5 };
    let split = Split { frontier: 2, helpers: 2, buffer: 150 };
    let panicked = thread::spawn(move || {
        search_split(start, limits, split, OptionalRows::Omit, Broken).is_ok()
    });
    assert!(panicked.join().is_err());
}
