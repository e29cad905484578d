//! How fast an opening is solved from nothing: `cargo bench --bench solve`, and `-- 6x4` for the
//! standard board; `-- 6x5` and `-- 6x6` for the next ones; `-- told` for what `mancala solve` tells
//! of the standard board; `-- spread` for random positions. See `benches/README.md`.
//!
//! Each measurement is a process of its own, this program once more, so that memory is cold and its
//! peak is that of one search.

// A benchmark that cannot run has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod spread;
mod told;

use std::process::Command;
use std::time::Instant;

use mancala::game::{Board, Kalah, Rules, Side};
use mancala::solve::Remaining;
use mancala::solve::endgame::Endgame;
use mancala::solve::{Engine, Resources};

/// How often each thing is measured.
const TIMES: usize = 3;
/// For all tables.
const MEMORY: usize = 1 << 30;
/// For those of 6x5.
const LARGE_MEMORY: usize = 8 << 30;
/// For those of 6x6.
const LARGEST_MEMORY: usize = 12 << 30;

/// Pits, seeds, and the value of the opening under `usc` and `cits3001`.
const BOARDS: [(usize, u16, [i32; 2]); 4] =
    [(4, 4, [2, 2]), (5, 4, [12, 10]), (6, 3, [2, 2]), (6, 4, [10, 8])];

fn main() {
    // Cargo adds `--bench`.
    let arguments: Vec<_> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => report(&BOARDS[..3]),
        ["6x4"] => report(&BOARDS[3..]),
        ["6x5"] => report_large(5, [12, 10]),
        ["6x6"] => report_large(6, [2, 4]),
        ["told"] => told::report(),
        ["spread"] => spread::report(),
        ["told", rules] => println!("{}", told::measure(rules.parse().unwrap())),
        ["once", rules, pits, seeds, threads] => {
            let opening = Board::opening(pits.parse().unwrap(), seeds.parse().unwrap());
            let start = Kalah::new(opening, rules.parse().unwrap(), Side::South).unwrap();
            let memory = match [pits, seeds] {
                ["6", "5"] => LARGE_MEMORY,
                ["6", "6"] => LARGEST_MEMORY,
                _ => MEMORY,
            };
            let measured = Measured::by_solving(&start, memory, threads.parse().unwrap());
            println!("{}", measured.line());
        }
        _ => panic!("expected nothing, 6x4, 6x5, 6x6, told or spread"),
    }
}

/// What one search took.
#[derive(Clone, Copy)]
struct Measured {
    value: i32,
    /// Seconds for the endgame table, in all, and of all processors together.
    build: f64,
    clock: f64,
    processors: f64,
    nodes: f64,
    /// In the endgame table.
    positions: f64,
    /// The most resident memory, in MB.
    memory: f64,
}

impl Measured {
    fn by_solving(start: &Kalah, memory: usize, threads: usize) -> Self {
        let resources = Resources { memory, endgame: usize::MAX, threads };
        let begin = Instant::now();
        let mut engine = Engine::new(start, resources);
        let build = begin.elapsed().as_secs_f64();
        let positions = engine.endgame().map_or(0, Endgame::positions) as f64;
        let answer = engine.value(start, Remaining::END, None, &());
        Self {
            value: answer.bounds.value().expect("nothing stops the search"),
            build,
            clock: begin.elapsed().as_secs_f64(),
            processors: processor_seconds(),
            nodes: engine.nodes() as f64,
            positions,
            memory: most_memory(),
        }
    }

    fn figures(self) -> [f64; 6] {
        [self.build, self.clock, self.processors, self.nodes, self.positions, self.memory]
    }

    fn line(self) -> String {
        let figures = self.figures().map(|figure| figure.to_string());
        format!("{} {}", self.value, figures.join(" "))
    }

    fn parse(line: &str) -> Self {
        let (value, figures) = line.trim().split_once(' ').unwrap();
        let figures: Vec<f64> = figures.split(' ').map(|word| word.parse().unwrap()).collect();
        Self::new(value.parse().unwrap(), figures.try_into().unwrap())
    }

    fn new(value: i32, [build, clock, processors, nodes, positions, memory]: [f64; 6]) -> Self {
        Self { value, build, clock, processors, nodes, positions, memory }
    }

    /// The middle of each figure.
    fn median(all: &[Self; TIMES]) -> Self {
        let figures = std::array::from_fn(|figure| {
            let mut figures = all.map(|one| one.figures()[figure]);
            figures.sort_by(f64::total_cmp);
            figures[TIMES / 2]
        });
        Self::new(all[0].value, figures)
    }
}

fn report(boards: &[(usize, u16, [i32; 2])]) {
    let threads = all_threads();
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("medians of {TIMES}, {threads} threads, load {}", load.trim());
    for &(pits, seeds, values) in boards {
        for (rules, value) in [Rules::USC, Rules::CITS3001].into_iter().zip(values) {
            let measure = |threads: usize| {
                let all = std::array::from_fn(|_| in_own_process(rules, pits, seeds, threads));
                for one in &all {
                    assert_eq!(one.value, value, "{rules} {pits}x{seeds}");
                }
                Measured::median(&all)
            };
            let (all, one) = (measure(threads), measure(1));
            println!(
                "{rules} {pits}x{seeds}: {:.3} s, {:.3} s of processors, {:.0} nodes, {:.0} MB; table \
                 {:.1} million positions, {:.0} million a second; alone {:.3} s, {:.2} times as long",
                all.clock,
                all.processors,
                all.nodes,
                all.memory,
                all.positions / 1e6,
                all.positions / 1e6 / all.build,
                one.clock,
                one.clock / all.clock,
            );
        }
    }
}

/// A larger board with all threads, each rule set once; the values are published, but for that of
/// `cits3001` 6x6, of which is: at least 4.
fn report_large(seeds: u16, values: [i32; 2]) {
    let threads = all_threads();
    for (rules, value) in [Rules::USC, Rules::CITS3001].into_iter().zip(values) {
        let one = in_own_process(rules, 6, seeds, threads);
        assert_eq!(one.value, value, "{rules} 6x{seeds}");
        println!(
            "{rules} 6x{seeds}: {:.1} s, {:.1} s of processors, {:.0} nodes, {:.0} MB; table {:.1} million \
             positions in {:.1} s",
            one.clock,
            one.processors,
            one.nodes,
            one.memory,
            one.positions / 1e6,
            one.build,
        );
    }
}

fn in_own_process(rules: Rules, pits: usize, seeds: u16, threads: usize) -> Measured {
    let numbers = [pits, seeds.into(), threads].map(|number| number.to_string());
    let [pits, seeds, threads] = numbers.each_ref().map(String::as_str);
    Measured::parse(&this_program(&["once", &rules.to_string(), pits, seeds, threads]))
}

/// What this program prints when it is started once more.
fn this_program(arguments: &[&str]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What all threads of this process took so far, where the system tells it.
#[cfg(target_os = "linux")]
fn processor_seconds() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_SELF).unwrap();
    [usage.user_time(), usage.system_time()]
        .map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6)
        .iter()
        .sum()
}

#[cfg(not(target_os = "linux"))]
fn processor_seconds() -> f64 {
    f64::NAN
}

/// As Linux says it, in MB; elsewhere not a number.
fn most_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kilobytes.map_or(f64::NAN, |kilobytes| kilobytes * 1024.0 / 1e6)
}
