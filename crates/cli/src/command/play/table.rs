//! A game line by line: for screen readers, for pipes, and on a terminal. Every line says one thing, and nothing is
//! ever written over. The record follows the game.

use std::fmt::Display;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::PlayArguments;
use super::told::{Told, over};
use crate::io::input::read_line;
use crate::io::{EnvironmentError, failed, print, read_on_disk, terminal_width, write_file};
use arena::GameRecord;
use arena::draw::describe_swap;
use arena::draw::text::wrapped;
use arena::matches::make_turn;
use arena::player::{Failure, Player, Spec};
use arena::record::{Forfeit, Tag};
use arena::session::{GameCommand, Seat, Session};
use explain::pluralize;
use mancala::game::{Position, Side};
use mancala::solve::Engine;

/// Between two sows of the computer, where somebody watches.
const USUAL_DELAY: Duration = Duration::from_millis(600);

/// A game, who plays it, and somebody at a terminal.
pub struct Table<'a, P: Position> {
    session: Session<P>,
    /// Those who began as South and as North; `None` for a person.
    players: [Option<Box<dyn Player<P>>>; 2],
    specs: [Spec; 2],
    tags: Vec<Tag>,
    forfeit: Option<Forfeit>,
    arguments: &'a PlayArguments,
    /// How many games were begun.
    games: usize,
    /// Made for the first turn; keeps what it learns for the later ones.
    engine: Option<Engine>,
    /// Of a terminal, on which lines are no longer than it.
    width: Option<usize>,
}

impl<'a, P: Told> Table<'a, P> {
    /// Fails if a player does not know the game, or the record cannot be written.
    pub fn new(
        record: GameRecord<P>,
        specs: [Spec; 2],
        arguments: &'a PlayArguments,
    ) -> anyhow::Result<Self> {
        let programs = arguments.sandbox.programs(&specs)?;
        let seats = specs.each_ref().map(|spec| match spec {
            Spec::Human => Seat::Person,
            _ => Seat::Computer,
        });
        let [south, north] = Side::BOTH.map(|side| {
            let seed = arguments.seed.wrapping_add(side as u64);
            P::player(&specs[side.index()], seed, &programs).map_err(anyhow::Error::msg)
        });
        let table = Self {
            session: Session::new(record.game, seats),
            players: [south?, north?],
            specs,
            tags: record.tags,
            forfeit: None,
            arguments,
            games: 1,
            engine: None,
            width: terminal_width(),
        };
        table.write_record()?;
        Ok(table)
    }

    /// Plays the game. That nobody listens any more is no fault.
    pub fn run(mut self) -> anyhow::Result<()> {
        self.play(&mut io::stdin().lock())
    }

    fn play(&mut self, input: &mut impl BufRead) -> anyhow::Result<()> {
        if self.session.has_people() {
            self.say(P::welcome(&self.session))?;
        }
        self.say_board()?;
        loop {
            let prompt = match self.to_move() {
                Some(Seat::Computer) => {
                    self.computer_turn()?;
                    continue;
                }
                Some(Seat::Person) => {
                    let swap =
                        if self.session.game().may_swap() { " (a move or swap)" } else { "" };
                    P::name(self.position().mover()) + swap
                }
                None => {
                    self.say(P::result(&self.record()))?;
                    if !self.session.has_people() {
                        return Ok(());
                    }
                    // A person may still take turns back or save.
                    format!("Play again ({})", P::AFTER_THE_END)
                }
            };
            self.ask(format_args!("{prompt}? "))?;
            let unreadable = |error| failed("read", Path::new("standard input"), &error);
            let Some(line) = read_line(input).map_err(unreadable)? else { return self.say("") };
            if self.obey(&line)?.is_break() {
                return Ok(());
            }
        }
    }

    fn delay(&self) -> Duration {
        let usual = if self.width.is_some() { USUAL_DELAY } else { Duration::ZERO };
        self.arguments.delay.unwrap_or(usual)
    }

    /// Who moves next; `None` once the game is over or given up.
    fn to_move(&self) -> Option<Seat> {
        self.session.to_move().filter(|_| self.forfeit.is_none())
    }

    fn position(&self) -> &P {
        self.session.game().position()
    }

    /// Lets the computer make its turn, or gives the game up for it.
    fn computer_turn(&mut self) -> anyhow::Result<()> {
        let position = *self.position();
        let by = position.mover();
        let seat = self.session.game().first_side(by).index();
        let Some(player) = &mut self.players[seat] else { return Ok(()) };
        match self.session.play(|game| make_turn(game, &mut **player)) {
            Ok(moves) => self.say_turn(position, &moves, self.delay())?,
            Err(Failure::OwnFault(reason)) => self.forfeit = Some(Forfeit { by, reason }),
            Err(environment) => return Err(EnvironmentError(environment.to_string()).into()),
        }
        self.show()
    }

    /// Says what each move of a turn does; none of them swap sides.
    fn say_turn(&self, mut here: P, moves: &[P::Move], delay: Duration) -> anyhow::Result<()> {
        if moves.is_empty() {
            self.say(describe_swap(&here))?;
        }
        for &choice in moves {
            self.say(here.step(choice))?;
            std::thread::sleep(delay);
            here = here.play(choice);
        }
        Ok(())
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<ControlFlow<()>> {
        let position = *self.position();
        match GameCommand::parse(line, |line| position.parse(line)) {
            Err(sentence) => self.say(sentence)?,
            Ok(GameCommand::Sow(moves)) => self.make(&moves)?,
            Ok(GameCommand::Undo) => {
                let count = self.session.undo();
                // What was given up goes on.
                self.forfeit = self.forfeit.take().filter(|_| count == 0);
                self.changed("Took back", count, "There is no turn to take back.")?;
            }
            Ok(GameCommand::Redo) => {
                let count = self.session.redo();
                self.changed("Replayed", count, "There is no turn to make again.")?;
            }
            Ok(GameCommand::Hint) => self.say(P::hint(self.session.game()))?,
            Ok(GameCommand::Values) => self.say(position.values())?,
            Ok(GameCommand::Board) => self.say_board()?,
            Ok(GameCommand::Rules) => self.say(position.how_to_play())?,
            Ok(GameCommand::Review) => self.say(P::review(&self.record()))?,
            Ok(GameCommand::Again) => {
                self.forfeit = None;
                self.session.again();
                self.games += 1;
                self.show()?;
            }
            Ok(GameCommand::Save(file)) => self.say(self.save(file.as_deref()))?,
            Ok(GameCommand::Help) => self.say(P::HELP)?,
            Ok(GameCommand::Quit) => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Makes the moves that somebody typed, all or none; says what each does, and what the turn has lost.
    fn make(&mut self, moves: &[P::Move]) -> anyhow::Result<()> {
        if self.to_move().is_none() {
            return self.say(over::<P>());
        }
        let here = *self.position();
        if let Err((place, illegal)) = self.session.play(|game| game.play_all(moves)) {
            let number = place + 1;
            return self.say(match moves.len() {
                0 | 1 => format!("Not possible: {illegal}."),
                _ => format!("Nothing was played: move {number} is not possible, {illegal}."),
            });
        }
        self.say_turn(here, moves, Duration::ZERO)?;
        let game = self.session.game();
        // Under the pie rule a first turn is to be fair.
        if game.unfinished_turn().is_none()
            && !game.may_swap()
            && let Some(comment) = P::comment(game, &mut self.engine)
        {
            self.say(comment)?;
        }
        self.show()
    }

    /// Says that so many turns were changed, or that there is none.
    fn changed(&self, what: &str, count: usize, none: &str) -> anyhow::Result<()> {
        if count == 0 {
            return self.say(none);
        }
        self.say(format_args!("{what} {}.", pluralize(count, P::TURN)))?;
        self.show()
    }

    fn record(&self) -> GameRecord<P> {
        let game = self.session.game().clone();
        let [south, north] = self.specs.each_ref().map(ToString::to_string);
        let (tags, forfeit) = (self.tags.clone(), self.forfeit.clone());
        GameRecord { tags, game, forfeit }.named([&south, &north])
    }

    fn write_record(&self) -> anyhow::Result<()> {
        match (self.record_file(), P::text(&self.record())) {
            (Some(file), Some(text)) => write_file(&text, &file),
            _ => Ok(()),
        }
    }

    /// Where this game is kept: `a.game`, a second one `a-2.game`.
    fn record_file(&self) -> Option<PathBuf> {
        let file = self.arguments.record.as_deref()?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let ending = file.extension().map_or(String::new(), |it| format!(".{}", it.display()));
        Some(match self.games {
            1 => file.to_owned(),
            number => file.with_file_name(format!("{stem}-{number}{ending}")),
        })
    }

    /// Keeps the game in `file` or in the usual one; a sentence for the person.
    fn save(&self, file: Option<&str>) -> String {
        let Some(text) = P::text(&self.record()) else {
            return "This game has no record.".to_owned();
        };
        let record = self.record_file();
        let usual = record.as_deref().or(self.arguments.resume.as_deref());
        let Some(file) = file.map(Path::new).or(usual) else {
            return "Type save and the name of a file.".to_owned();
        };
        if !file.with_file_name(".").is_dir() {
            return format!("Not saved: there is no folder for {}.", file.display());
        }
        let is_game = |bytes: Vec<u8>| arena::record::parse(&bytes).is_ok();
        if file.is_file() && !read_on_disk(file).is_ok_and(is_game) {
            return format!("Not saved: {} is there and is no record of a game.", file.display());
        }
        match write_file(&text, file) {
            Ok(()) => format!("Saved in {}.", file.display()),
            Err(error) => error.to_string(),
        }
    }

    /// The record and the board after a change of the game.
    fn show(&self) -> anyhow::Result<()> {
        self.write_record()?;
        self.say_board()
    }

    fn say_board(&self) -> anyhow::Result<()> {
        let drawn = self.position().shown(true);
        let fits = drawn.lines().map(str::len).max() <= self.width;
        let is_drawn = self.width.is_some() && !self.arguments.plain && fits;
        self.ask(if is_drawn { drawn } else { self.position().shown(false) })
    }

    fn say(&self, text: impl Display) -> anyhow::Result<()> {
        self.ask(format_args!("{text}\n"))
    }

    fn ask(&self, text: impl Display) -> anyhow::Result<()> {
        let text = text.to_string();
        print(self.width.map_or(text.clone(), |width| wrapped(&text, width)))
    }
}
