//! A game line by line: for screen readers, for pipes, and where there is no terminal.
//!
//! Every line says one thing, and nothing is ever written over.

use std::fmt::Display;
use std::io::{BufRead, Write};

use super::host::{Host, Told};
use crate::Exit;
use crate::io::{EnvironmentError, failed, terminal_width, wrapped};
use arena::session::{GameCommand, Seat};
use explain::pluralize;

/// What is done after a command.
enum Next {
    Go,
    Stop,
}

/// Says sentences on standard output: on a terminal in lines no longer than it, and with boards that are drawn.
struct Teller {
    /// Of a terminal.
    width: Option<usize>,
    draws: bool,
}

impl Teller {
    fn say(&self, text: impl Display) -> std::io::Result<()> {
        self.ask(format_args!("{text}\n"))
    }

    fn ask(&self, text: impl Display) -> std::io::Result<()> {
        let text = text.to_string();
        let mut output = std::io::stdout();
        write!(output, "{}", self.width.map_or(text.clone(), |width| wrapped(&text, width)))?;
        output.flush()
    }
}

/// Plays the game; to a screen reader boards are not drawn but read.
pub fn run<P: Told>(host: &mut Host<P>, is_read: bool) -> anyhow::Result<Exit> {
    let mut input = std::io::stdin().lock();
    let width = terminal_width();
    let output = Teller { width, draws: width.is_some() && !is_read };
    match play(host, &mut input, &output) {
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
    output: &Teller,
) -> anyhow::Result<Exit> {
    if host.session.has_people() {
        output.say(P::welcome(host))?;
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
                output.say(host.result())?;
                if !host.session.has_people() {
                    return Ok(Exit::Success);
                }
                // A person may still take turns back or save.
                format!("Play again ({})", P::AFTER_THE_END)
            }
        };
        output.ask(format_args!("{prompt}? "))?;
        let mut line = String::new();
        if input.read_line(&mut line).map_err(unreadable)? == 0 {
            output.say("")?;
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

fn computer_turn<P: Told>(host: &mut Host<P>, output: &Teller) -> anyhow::Result<()> {
    let steps = host.computer_turn().map_err(|failure| EnvironmentError(failure.to_string()))?;
    for step in &steps {
        output.say(step)?;
        std::thread::sleep(host.delay);
    }
    host.write_record()?;
    say_board(host, output)
}

fn obey<P: Told>(host: &mut Host<P>, line: &str, output: &Teller) -> anyhow::Result<Next> {
    let position = *host.position();
    match GameCommand::parse_or(line, |line| position.parse(line)) {
        Err(sentence) => output.say(sentence)?,
        Ok(GameCommand::Sow(moves)) => make(host, &moves, output)?,
        Ok(GameCommand::Undo) => match host.undo() {
            0 => output.say("There is no turn to take back.")?,
            count => changed(host, "Took back", count, output)?,
        },
        Ok(GameCommand::Redo) => match host.session.redo() {
            0 => output.say("There is no turn to make again.")?,
            count => changed(host, "Replayed", count, output)?,
        },
        Ok(GameCommand::Hint) => output.say(position.hint(host.adviser))?,
        Ok(GameCommand::Values) => output.say(position.values(host.adviser))?,
        Ok(GameCommand::Board) => say_board(host, output)?,
        Ok(GameCommand::Rules) => output.say(position.how_to_play())?,
        Ok(GameCommand::Review) => output.say(P::review(&host.record()))?,
        Ok(GameCommand::Again) => {
            host.again();
            host.write_record()?;
            say_board(host, output)?;
        }
        Ok(GameCommand::Save(file)) => output.say(host.save(file.as_deref()))?,
        Ok(GameCommand::Help) => output.say(P::HELP)?,
        Ok(GameCommand::Quit) => return Ok(Next::Stop),
    }
    Ok(Next::Go)
}

fn make<P: Told>(host: &mut Host<P>, moves: &[P::Move], output: &Teller) -> anyhow::Result<()> {
    match host.make_moves(moves) {
        Ok(steps) => steps.iter().try_for_each(|step| output.say(step))?,
        Err(sentence) => return Ok(output.say(sentence)?),
    }
    host.write_record()?;
    say_board(host, output)
}

fn changed<P: Told>(
    host: &Host<P>,
    what: &str,
    count: usize,
    output: &Teller,
) -> anyhow::Result<()> {
    output.say(format_args!("{what} {}.", pluralize(count, P::TURN)))?;
    host.write_record()?;
    say_board(host, output)
}

fn say_board<P: Told>(host: &Host<P>, output: &Teller) -> anyhow::Result<()> {
    let drawn = host.position().shown(true);
    let fits = drawn.lines().map(str::len).max() <= output.width;
    Ok(output.ask(if output.draws && fits { drawn } else { host.position().shown(false) })?)
}
