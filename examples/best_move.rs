//! Finds the strongest turn of an opening, with its value: the lead at the end of the game.
//!
//! `cargo run --release --example best_move -- 5 3` for 5 pits a side and 3 seeds in each.

use std::error::Error;
use std::time::{Duration, Instant};

use mancala::game::{Board, Kalah, PitName, Rules, Side};
use mancala::solve::best_play::strongest_turn;
use mancala::solve::{Certainty, Control, Engine, Resources};

/// Stops a search when its time is over.
struct Deadline(Instant);

impl Control for Deadline {
    fn stop(&self) -> bool {
        Instant::now() >= self.0
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1);
    let pits = numbers.next().map_or(Ok(4), |pits| pits.parse::<u8>())?;
    let seeds = numbers.next().map_or(Ok(3), |seeds| seeds.parse::<u8>())?;
    if !(1..=10).contains(&pits) {
        return Err("a row has 1 to 10 pits".into());
    }
    println!("{}", advice(pits, seeds)?);
    Ok(())
}

/// The turn with which South begins, and what comes of it, in words.
fn advice(pits: u8, seeds: u8) -> Result<String, Box<dyn Error>> {
    let board = Board::opening(pits.into(), seeds.into());
    let start = Kalah::new(board, Rules::CITS3001, Side::South)?;
    let resources = Resources { memory: 64 << 20, endgame: 16 << 20, threads: 2 };
    let mut engine = Engine::new(&start, resources);
    let deadline = Deadline(Instant::now() + Duration::from_secs(10));
    let advice = strongest_turn(&mut engine, &start, &deadline);

    let name = |&pit| PitName(Side::South, pit).to_string();
    let turn: Vec<_> = advice.turn.iter().map(name).collect();
    let turn = turn.join(" ");
    Ok(match (advice.assessment.bounds.value(), advice.assessment.certainty) {
        (Some(lead), Certainty::Proved) => format!("{turn}: a lead of {lead}, proved"),
        (Some(lead), Certainty::Estimated) => format!("{turn}: perhaps a lead of {lead}"),
        (None, _) => format!("{turn}: there was no time to look"),
    })
}

#[test]
fn a_small_opening_is_proved() {
    let advice = advice(3, 1).unwrap_or_default();
    assert!(advice.ends_with(", proved"), "{advice}");
}
