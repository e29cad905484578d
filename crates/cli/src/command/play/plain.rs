//! A game line by line: for screen readers, for pipes, and where there is no terminal.
//!
//! Every line says one thing, and nothing is ever written over.

use std::io::{BufRead, IsTerminal, Write};

use super::host::{Host, Told, over};
use crate::Exit;
use crate::io::failure::Surroundings;
use crate::io::failure::failed;
use arena::session::{GameCommand, Seat};
use explain::counted::counted;

/// Said where somebody sits at a terminal, of which a program built without the feature uses a line.
const WHOLE_SCREEN: &str =
    "A game on the whole screen, with keys: cargo install --path crates/cli --features tui";

/// What is done after a command.
enum Next {
    Go,
    Stop,
}

pub(super) fn run<P: Told>(host: &mut Host<P>) -> anyhow::Result<Exit> {
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout();
    match play(host, &mut input, &mut output) {
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

fn play<P: Told>(
    host: &mut Host<P>,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> anyhow::Result<Exit> {
    if host.session.has_people() {
        writeln!(output, "{}", P::welcome(host))?;
        let has_screen = P::COUNTS_SEEDS && std::io::stdin().is_terminal();
        if cfg!(not(feature = "tui")) && has_screen {
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
            Some(Seat::Person) => P::name(host.position().mover()),
            None => {
                writeln!(output, "{}", host.result())?;
                if !host.session.has_people() {
                    return Ok(Exit::Success);
                }
                // A person may still take turns back or save.
                format!("Play again ({})", P::AFTER_THE_END)
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

fn computer_turn<P: Told>(host: &mut Host<P>, output: &mut impl Write) -> anyhow::Result<()> {
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
        writeln!(output, "{step}")?;
        output.flush()?;
        std::thread::sleep(host.delay);
    }
    host.write_record()?;
    say_board(host, output)
}

fn obey<P: Told>(host: &mut Host<P>, line: &str, output: &mut impl Write) -> anyhow::Result<Next> {
    let position = *host.position();
    match GameCommand::parse_or(line, |line| position.parse(line)) {
        Err(sentence) => writeln!(output, "{sentence}")?,
        Ok(GameCommand::Sow(moves)) => make(host, &moves, output)?,
        Ok(GameCommand::Undo) => match host.undo() {
            0 => writeln!(output, "There is nothing to take back.")?,
            count => changed(host, "Taken back", count, output)?,
        },
        Ok(GameCommand::Redo) => match host.session.redo() {
            0 => writeln!(output, "There is nothing to make again.")?,
            count => changed(host, "Made again", count, output)?,
        },
        Ok(GameCommand::Hint) => writeln!(output, "{}", position.hint(host.adviser))?,
        Ok(GameCommand::Values) => writeln!(output, "{}", position.values(host.adviser))?,
        Ok(GameCommand::Board) => say_board(host, output)?,
        Ok(GameCommand::Rules) => writeln!(output, "{}", position.how_to_play())?,
        Ok(GameCommand::Again) => {
            host.again();
            host.write_record()?;
            say_board(host, output)?;
        }
        Ok(GameCommand::Save(file)) => writeln!(output, "{}", host.save(file.as_deref()))?,
        Ok(GameCommand::Help) => writeln!(output, "{}", P::HELP)?,
        Ok(GameCommand::Quit) => return Ok(Next::Stop),
    }
    Ok(Next::Go)
}

fn make<P: Told>(
    host: &mut Host<P>,
    moves: &[P::Move],
    output: &mut impl Write,
) -> anyhow::Result<()> {
    if host.to_move().is_none() {
        writeln!(output, "{}", over::<P>())?;
        return Ok(());
    }
    let side = host.position().mover();
    for (place, &choice) in moves.iter().enumerate() {
        let before = *host.position();
        if place > 0 && (before.mover() != side || before.is_over()) {
            writeln!(output, "The turn is over; nothing more was sown.")?;
            break;
        }
        match host.session.play(choice) {
            Ok(()) => writeln!(output, "{}", before.step(choice))?,
            Err(illegal) => {
                writeln!(output, "Not possible: {illegal}.")?;
                break;
            }
        }
    }
    host.write_record()?;
    say_board(host, output)
}

fn changed<P: Told>(
    host: &Host<P>,
    what: &str,
    count: usize,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(output, "{what}: {}.", counted(count, P::TURN))?;
    host.write_record()?;
    say_board(host, output)
}

fn say_board<P: Told>(host: &Host<P>, output: &mut impl Write) -> anyhow::Result<()> {
    write!(output, "{}", host.position().shown())?;
    Ok(())
}
