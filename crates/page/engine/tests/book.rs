//! The opening book, held against the solver and the atlas.
//!
//! `MANCALA_BOOK=all cargo test --release -p page-engine --test book` computes all of it again, in ten minutes;
//! `MANCALA_BOOK=write` also writes it.

// A test that meets what it does not expect has failed.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use mancala::game::{Kalah, Position};
use mancala::solve::{Engine, Remaining, Resources};
use page_engine::book::{BOOKS, filled, of, opening};

/// One in so many positions is solved again, unless all are.
const SAMPLE: usize = 997;

#[test]
fn the_solver_finds_the_same() {
    let wanted = std::env::var("MANCALA_BOOK").unwrap_or_default();
    for (rules, stored) in BOOKS {
        let opening = opening(rules).unwrap();
        let memory = if wanted.is_empty() { 256 << 20 } else { 4 << 30 };
        let resources = Resources { memory, endgame: usize::MAX, threads: 2 };
        let mut engine = Engine::new(&opening, resources);
        if !wanted.is_empty() {
            // So many searches are worth a large table.
            gain(&mut engine, &opening, None);
            engine.prepare_for(&opening, 1000);
        }
        let mut values: Vec<u8> = Vec::new();
        filled(&opening, |position| {
            let known = stored.get(values.len()).or(values.last()).map(|byte| byte.cast_signed());
            let is_asked = !wanted.is_empty() || values.len() % SAMPLE == SAMPLE / 2;
            let value = if is_asked { gain(&mut engine, position, known) } else { known? };
            values.push(value.cast_unsigned());
            Some(value)
        });
        if wanted == "write" {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("book/{rules}.bin"));
            std::fs::write(file, values).unwrap();
        } else {
            assert!(values == stored, "{rules}");
        }
    }
}

fn gain(engine: &mut Engine, position: &Kalah, guess: Option<i8>) -> i8 {
    let lead = position.score(position.mover());
    let guess = guess.map(|guess| i32::from(guess) + lead);
    let found = engine.value(position, Remaining::END, guess, &());
    (found.bounds.value().unwrap() - lead).try_into().unwrap()
}

/// Of the opening and of each first sow.
#[test]
fn the_atlas_has_the_same_values() {
    for (rules, _) in BOOKS {
        let opening = opening(rules).unwrap();
        let path = format!("{}/../../../atlas/{rules}.tsv", env!("CARGO_MANIFEST_DIR"));
        let atlas = std::fs::read_to_string(path).unwrap();
        let line = atlas.lines().find(|line| line.contains("4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 / 0"));
        let columns: Vec<_> = line.unwrap().split('\t').collect();
        let resources = Resources { memory: 0, endgame: 0, threads: 1 };
        let mut engine = Engine::with_book(&opening, resources, of(&opening));
        let mut value = |position: &Kalah| {
            assert!(engine.is_in_book(position));
            let found = engine.value(position, Remaining::END, None, &());
            let value = found.bounds.value().unwrap();
            if position.mover() == opening.mover() { value } else { -value }
        };
        assert_eq!(columns[2], value(&opening).to_string());
        let sows = opening.moves().zip(1..);
        let sows =
            sows.map(|(pit, number)| format!("B{} {}", number + 1, value(&opening.play(pit))));
        assert_eq!(columns[4], sows.collect::<Vec<_>>().join(", "));
    }
}
