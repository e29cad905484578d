//! A game line by line: for screen readers, for pipes, and where there is no terminal.
//!
//! Every line says one thing, and nothing is ever written over.

use std::io::{BufRead, IsTerminal, Write};

use super::host::{Host, OVER, hint, values};
use crate::cli::Exit;
use crate::cli::command::rules::how_to_play;
use crate::cli::io::failure::Surroundings;
use crate::cli::io::failure::failed;
use crate::counted::counted;
use crate::draw::{narration, text};
use crate::game::{Pit, Position};
use crate::play::session::{GameCommand, HELP, Seat};

/// Said where somebody sits at a terminal, of which a program built without the feature uses a line.
const WHOLE_SCREEN: &str =
    "A game on the whole screen, with keys: cargo install --path . --features tui";

/// What is done after a command.
enum Next {
    Go,
    Stop,
}

pub(super) fn run(host: &mut Host) -> anyhow::Result<Exit> {
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout();
    match play(host, &mut input, &mut output) {
        Err(error) if is_broken_pipe(&error) => Ok(Exit::Success),
        outcome => outcome,
    }
}

/// Whether nobody listens any more, which is no fault.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn play(
    host: &mut Host,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> anyhow::Result<Exit> {
    if host.session.has_people() {
        let rules = host.position().rules();
        writeln!(output, "{}", host.welcome())?;
        writeln!(
            output,
            "The rules are {rules}: rules explains them, ? lists what can be typed."
        )?;
        if cfg!(not(feature = "tui")) && std::io::stdin().is_terminal() {
            writeln!(output, "{WHOLE_SCREEN}")?;
        }
    }
    say_board(host, output)?;
    loop {
        let prompt = match host.to_move() {
            Some(Seat::Computer) => {
                computer_turn(host, output)?;
                continue;
            }
            Some(Seat::Person) => host.position().mover().name(),
            None => {
                writeln!(output, "{}", host.result())?;
                if !host.session.has_people() {
                    return Ok(Exit::Success);
                }
                // A person may still take turns back or save.
                "Play again (yes, no, undo or save)"
            }
        };
        write!(output, "{prompt}? ")?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line).map_err(unreadable)? == 0 {
            writeln!(output)?;
            return Ok(Exit::Success);
        }
        if let Next::Stop = obey(host, &line, output)? {
            return Ok(Exit::Success);
        }
    }
}

fn unreadable(error: std::io::Error) -> anyhow::Error {
    failed("read", std::path::Path::new("standard input"), &error)
}

fn computer_turn(host: &mut Host, output: &mut impl Write) -> anyhow::Result<()> {
    let side = host.position().mover();
    let Some(mut player) = host.unseat() else {
        return Ok(());
    };
    let chosen = player.turn(host.position());
    host.seat(side, player);
    let steps = host
        .make_turn(chosen)
        .map_err(|failure| Surroundings(failure.to_string()))?;
    for step in &steps {
        writeln!(output, "{}", narration::of_step(step))?;
        output.flush()?;
        std::thread::sleep(host.delay);
    }
    host.write_record()?;
    say_board(host, output)
}

fn obey(host: &mut Host, line: &str, output: &mut impl Write) -> anyhow::Result<Next> {
    let position = *host.position();
    match GameCommand::parse(line, position.mover()) {
        Err(sentence) => writeln!(output, "{sentence}")?,
        Ok(GameCommand::Sow(pits)) => sow(host, &pits, output)?,
        Ok(GameCommand::Undo) => match host.undo() {
            0 => writeln!(output, "There is nothing to take back.")?,
            count => changed(host, "Taken back", count, output)?,
        },
        Ok(GameCommand::Redo) => match host.session.redo() {
            0 => writeln!(output, "There is nothing to make again.")?,
            count => changed(host, "Made again", count, output)?,
        },
        Ok(GameCommand::Hint) => writeln!(output, "{}", hint(host.adviser, &position))?,
        Ok(GameCommand::Values) => writeln!(output, "{}", values(host.adviser, &position))?,
        Ok(GameCommand::Board) => say_board(host, output)?,
        Ok(GameCommand::Rules) => writeln!(output, "{}", how_to_play(position.rules()))?,
        Ok(GameCommand::Again) => {
            host.again();
            host.write_record()?;
            say_board(host, output)?;
        }
        Ok(GameCommand::Save(file)) => writeln!(output, "{}", host.save(file.as_deref()))?,
        Ok(GameCommand::Help) => writeln!(output, "{HELP}")?,
        Ok(GameCommand::Quit) => return Ok(Next::Stop),
    }
    Ok(Next::Go)
}

fn sow(host: &mut Host, pits: &[Pit], output: &mut impl Write) -> anyhow::Result<()> {
    if host.to_move().is_none() {
        writeln!(output, "{OVER}")?;
        return Ok(());
    }
    let side = host.position().mover();
    for (place, &pit) in pits.iter().enumerate() {
        if place > 0 && (host.position().mover() != side || host.position().is_over()) {
            writeln!(output, "The turn is over; nothing more was sown.")?;
            break;
        }
        match host.sow(pit) {
            Ok(step) => writeln!(output, "{}", narration::of_step(&step))?,
            Err(illegal) => {
                writeln!(output, "Not possible: {illegal}.")?;
                break;
            }
        }
    }
    host.write_record()?;
    say_board(host, output)
}

fn changed(host: &Host, what: &str, count: usize, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(output, "{what}: {}.", counted(count, "turn"))?;
    host.write_record()?;
    say_board(host, output)
}

fn say_board(host: &Host, output: &mut impl Write) -> anyhow::Result<()> {
    write!(output, "{}", text::lines(host.position().board()))?;
    Ok(())
}
