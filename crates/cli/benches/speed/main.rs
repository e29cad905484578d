//! How fast, as ratios: see `benches/README.md` for what each of them means.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod files;
mod log;
mod loops;
mod measure;
mod perft;
mod rows;
mod start_up;

type Benchmark = (&'static str, fn());

const BENCHMARKS: [Benchmark; 6] = [
    ("perft", perft::run),
    ("log", log::run),
    ("rows", rows::run),
    ("growth", log::growth),
    ("start-up", start_up::run),
    ("check", start_up::check),
];

fn main() {
    // Cargo adds `--bench`; what is left are names.
    let wanted: Vec<_> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (name, run) in BENCHMARKS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            println!("\n== {name} (load {})", measure::load());
            run();
        }
    }
}
