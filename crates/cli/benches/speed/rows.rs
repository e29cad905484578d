//! Putting the rows of logs together and throwing them away, against searching alone: what of a log is
//! neither the file's time nor a second core's.

use mancala::game::packed::{Narrow, Packed, Sowing};
use mancala::game::{Board, Kalah, Rules, Side};
use mancala::homework::{LogWriter, OptionalRows};
use mancala::search::{Algorithm, Limits, search};

use super::log::{ALPHA_BETA, Log, MINIMAX};
use super::measure::pair;

pub(super) fn run() {
    compare(&MINIMAX, Algorithm::Minimax, " (goal 250)");
    compare(&ALPHA_BETA, Algorithm::AlphaBeta, "");
}

fn compare(log: &Log, algorithm: Algorithm, goal: &str) {
    let start = Kalah::new(Board::opening(6, log.seeds), Rules::USC, Side::South).unwrap();
    let sowing = Sowing::<Narrow>::of(&start);
    let root = Packed::new(&start, &sowing);
    let limits = Limits { player: Side::South, cutoff: log.cutoff };
    let pair = pair(
        || {
            let mut rows = LogWriter::new(std::io::sink(), algorithm, OptionalRows::Omit);
            assert!(search(root, limits, algorithm, &mut rows).is_continue());
            assert_eq!(rows.finish().unwrap().rows, log.rows);
        },
        || {
            let found = search(root, limits, algorithm, &mut ());
            assert_eq!(found.continue_value().unwrap().nodes, log.nodes);
        },
    );
    let seconds = pair.ours.as_secs_f64();
    println!(
        "{}: {:.0} million rows a second on one core{goal}, {:.2} ns a row; {:.2} times as long as the search alone",
        log.name,
        log.rows as f64 / seconds / 1e6,
        seconds / log.rows as f64 * 1e9,
        pair.ratio,
    );
}
