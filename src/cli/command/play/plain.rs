//! A game line by line: for screen readers, for pipes, and where there is no terminal.
//!
//! Every line says one thing, and nothing is ever written over.

use std::io::{BufRead, Write};

use super::table::{Table, hint, values};
use crate::cli::Exit;
use crate::cli::io::failure::Surroundings;
use crate::cli::io::failure::failed;
use crate::draw::{narration, text};
use crate::game::{Pit, Position};
use crate::play::session::{Command, HELP, Seat};

/// What is done after a command.
enum Next {
    Go,
    Stop,
}

pub(super) fn run(table: &mut Table) -> anyhow::Result<Exit> {
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout();
    match play(table, &mut input, &mut output) {
        Err(error) if is_broken_pipe(&error) => Ok(Exit::Success),
        outcome => outcome,
    }
}

/// Whether nobody listens any more, which is no fault.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn play(
    table: &mut Table,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> anyhow::Result<Exit> {
    say_board(table, output)?;
    loop {
        let prompt = match table.to_move() {
            Some(Seat::Computer) => {
                computer_turn(table, output)?;
                continue;
            }
            Some(Seat::Person) => table.position().mover().name(),
            None => {
                writeln!(output, "{}", table.result())?;
                if !table.session.has_people() {
                    return Ok(Exit::Success);
                }
                // A person may still take turns back or save.
                "Over"
            }
        };
        write!(output, "{prompt}? ")?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line).map_err(unreadable)? == 0 {
            writeln!(output)?;
            return Ok(Exit::Success);
        }
        if let Next::Stop = obey(table, &line, output)? {
            return Ok(Exit::Success);
        }
    }
}

fn unreadable(error: std::io::Error) -> anyhow::Error {
    failed("read", std::path::Path::new("standard input"), &error)
}

fn computer_turn(table: &mut Table, output: &mut impl Write) -> anyhow::Result<()> {
    let side = table.position().mover();
    let Some(mut player) = table.unseat() else {
        return Ok(());
    };
    let chosen = player.turn(table.position());
    table.seat(side, player);
    let steps = table
        .make_turn(chosen)
        .map_err(|failure| Surroundings(failure.to_string()))?;
    for step in &steps {
        writeln!(output, "{}", narration::of_step(step))?;
    }
    table.write_files()?;
    say_board(table, output)
}

fn obey(table: &mut Table, line: &str, output: &mut impl Write) -> anyhow::Result<Next> {
    let position = *table.position();
    match Command::parse(line, position.mover()) {
        Err(sentence) => writeln!(output, "{sentence}")?,
        Ok(Command::Sow(pits)) => sow(table, &pits, output)?,
        Ok(Command::Undo) => match table.undo() {
            0 => writeln!(output, "There is nothing to take back.")?,
            count => changed(table, "Taken back", count, output)?,
        },
        Ok(Command::Redo) => match table.session.redo() {
            0 => writeln!(output, "There is nothing to make again.")?,
            count => changed(table, "Made again", count, output)?,
        },
        Ok(Command::Hint) => writeln!(output, "{}", hint(table.adviser, &position))?,
        Ok(Command::Values) => writeln!(output, "{}", values(table.adviser, &position))?,
        Ok(Command::Board) => say_board(table, output)?,
        Ok(Command::Save(file)) => writeln!(output, "{}", table.save(file.as_deref()))?,
        Ok(Command::Help) => writeln!(output, "{HELP}")?,
        Ok(Command::Quit) => return Ok(Next::Stop),
    }
    Ok(Next::Go)
}

fn sow(table: &mut Table, pits: &[Pit], output: &mut impl Write) -> anyhow::Result<()> {
    let side = table.position().mover();
    for (place, &pit) in pits.iter().enumerate() {
        if place > 0 && (table.position().mover() != side || table.position().is_over()) {
            writeln!(output, "The turn is over; nothing more was sown.")?;
            break;
        }
        match table.sow(pit) {
            Ok(step) => writeln!(output, "{}", narration::of_step(&step))?,
            Err(illegal) => {
                writeln!(output, "Not possible: {illegal}.")?;
                break;
            }
        }
    }
    table.write_files()?;
    say_board(table, output)
}

fn changed(table: &Table, what: &str, count: usize, output: &mut impl Write) -> anyhow::Result<()> {
    let turns = if count == 1 { "turn" } else { "turns" };
    writeln!(output, "{what}: {count} {turns}.")?;
    table.write_files()?;
    say_board(table, output)
}

fn say_board(table: &Table, output: &mut impl Write) -> anyhow::Result<()> {
    write!(output, "{}", text::lines(table.position().board()))?;
    Ok(())
}
