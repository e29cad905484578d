//! `mancala moves`: the rules of Kalah for programs of others, a position a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::io::input::read_line;
use crate::io::{BadInputFile, cannot_read, print_as};
use crate::options::{Format, rules};
use arena::board_text::{self, parse_position, position_text};
use mancala::game::{Kalah, PitName, Position, Rules, Side};

/// Print the legal moves of positions, and the position after each move
///
/// A position is a line such as "4 4 4 / 4 4 4 / 0 / 0 / 1": North's pits, South's pits, North's store, South's store,
/// and the player to move. Each line is answered at once, so that a program can ask through a pipe.
#[derive(Debug, Args)]
pub struct MovesArguments {
    /// A file of positions; - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// The rules
    #[arg(long, value_name = "RULES", default_value_t = Rules::default(), value_parser = rules::<Rules>(), hide_possible_values = true)]
    rules: Rules,
    /// How answers are printed; json: one object per line for each position
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &MovesArguments) -> anyhow::Result<()> {
    let path = &arguments.file;
    let unreadable = |error: io::Error| cannot_read(path, &error);
    let mut lines: Box<dyn BufRead> = match path.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(path).map_err(unreadable)?)),
    };
    for number in 1.. {
        let Some(text) = read_line(&mut lines).map_err(unreadable)? else { break };
        if !text.trim().is_empty() {
            let position = parse_position(text.trim(), arguments.rules).map_err(|expected| {
                BadInputFile::at(
                    path,
                    text.as_bytes(),
                    expected,
                    (number, 1),
                    0..text.trim_end().len(),
                )
            })?;
            print_as(arguments.format, || text_of(&position), || json_of(number, &position))?;
        }
    }
    Ok(())
}

/// The position after each move, with the move's name.
fn successors(position: &Kalah) -> impl Iterator<Item = (String, Kalah)> {
    let mover = position.mover();
    position.moves().map(move |pit| (PitName(mover, pit).to_string(), position.play(pit)))
}

fn text_of(position: &Kalah) -> String {
    let end = |it: &Kalah| if it.is_over() { "  game over" } else { "" };
    let mut text = format!("{}{}\n", position_text(position), end(position));
    for (pit, after) in successors(position) {
        text += &format!("  {pit:<3}  {}{}\n", position_text(&after), end(&after));
    }
    text
}

fn json_of(number: usize, position: &Kalah) -> Value {
    let with_fields = |mut document: Value, it: &Kalah| {
        document["board"] = json!(board_text::text(it.board()));
        document["mover"] = json!(it.mover().player());
        document["over"] = json!(it.is_over());
        document["score"] = json!(it.score(Side::South));
        document
    };
    let mut document = with_fields(json!({ "line": number }), position);
    let moves = successors(position).map(|(pit, after)| with_fields(json!({ "pit": pit }), &after));
    document["moves"] = moves.collect();
    document
}
