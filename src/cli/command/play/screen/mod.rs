//! A game on the whole terminal: keys and typed moves, a board that is drawn anew.
//!
//! The computer thinks on a thread of its own, so that keys and a new size are answered meanwhile.
//!
//! In reading order: `keys` (what a key means), `view` (what is shown).
//!
//! Left out: taking the terminal and giving it back ([`terminal`](crate::cli::command::play::screen::terminal)).

mod keys;
mod view;

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

use super::table::{Table, hint, values};
use crate::cli::Exit;
use crate::cli::io::failure::Surroundings;
use crate::cli::io::terminal::Screen;
use crate::draw::frame::Marks;
use crate::draw::narration;
use crate::game::{Pit, Position, Side};
use crate::play::Player;
use crate::play::game::Step;
use crate::play::player::Failure;
use crate::play::session::{Command, HELP, Seat};
use keys::{Asked, Typing};

/// How long to wait for a key before looking whether the computer has an answer.
const TICK: Duration = Duration::from_millis(30);

/// What a thread found out.
enum Thought {
    /// A player comes back with its turn.
    Turn(Side, Box<dyn Player>, Result<Vec<Pit>, Failure>),
    /// Something for the person to read.
    Advice(String),
}

/// All that is shown beside the table.
#[derive(Default)]
struct Scene {
    typing: Typing,
    /// What happened, oldest first.
    story: Vec<String>,
    marks: Marks,
    /// What the computer is busy with.
    busy: Option<&'static str>,
}

struct Show<'t> {
    table: &'t mut Table,
    scene: Scene,
    thoughts: Option<Receiver<Thought>>,
}

pub(super) fn run(table: &mut Table) -> anyhow::Result<Exit> {
    let trouble = |error: std::io::Error| Surroundings(format!("the terminal: {error}"));
    let mut screen = Screen::take().map_err(trouble)?;
    let mut show = Show {
        table,
        scene: Scene::default(),
        thoughts: None,
    };
    let welcome = narration::of_position(show.table.position());
    show.scene.story.push(welcome);
    loop {
        show.think()?;
        screen
            .draw(|frame| view::draw(frame, show.table, &show.scene))
            .map_err(trouble)?;
        if !event::poll(TICK).map_err(trouble)? {
            continue;
        }
        // A new size is drawn by the next round, as any event is.
        let Event::Key(key) = event::read().map_err(trouble)? else {
            continue;
        };
        let width = show.table.position().board().width();
        match show.scene.typing.key(key, width) {
            Asked::Nothing => {}
            Asked::Interrupt => return Ok(Exit::Interrupted),
            Asked::Leave => return Ok(Exit::Success),
            Asked::Sow(pit) => show.obey(Command::Sow(vec![pit]))?,
            Asked::Do(command) => show.obey(command)?,
            Asked::Typed(line) => match Command::parse(&line, show.table.position().mover()) {
                Ok(Command::Quit) => return Ok(Exit::Success),
                Ok(command) => show.obey(command)?,
                Err(sentence) => show.scene.story.push(sentence),
            },
        }
    }
}

impl Show<'_> {
    /// Takes what a thread has found out, and sets the computer thinking if it is to move.
    fn think(&mut self) -> anyhow::Result<()> {
        if let Some(thoughts) = &self.thoughts {
            match thoughts.try_recv() {
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => {
                    anyhow::bail!(Surroundings("the computer's player broke down".to_owned()));
                }
                Ok(thought) => {
                    self.thoughts = None;
                    self.scene.busy = None;
                    self.take(thought)?;
                }
            }
        }
        if self.table.to_move() == Some(Seat::Computer) && self.thoughts.is_none() {
            let side = self.table.position().mover();
            let position = *self.table.position();
            if let Some(mut player) = self.table.unseat() {
                self.start("thinking", move || {
                    let chosen = player.turn(&position);
                    Thought::Turn(side, player, chosen)
                });
            }
        }
        Ok(())
    }

    fn start(&mut self, busy: &'static str, think: impl FnOnce() -> Thought + Send + 'static) {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            // Nobody waits for it any more once the game was left.
            let _ = sender.send(think());
        });
        self.thoughts = Some(receiver);
        self.scene.busy = Some(busy);
    }

    fn take(&mut self, thought: Thought) -> anyhow::Result<()> {
        match thought {
            Thought::Advice(sentence) => self.scene.story.push(sentence),
            Thought::Turn(side, player, chosen) => {
                self.table.seat(side, player);
                let steps = self
                    .table
                    .make_turn(chosen)
                    .map_err(|failure| Surroundings(failure.to_string()))?;
                for step in &steps {
                    self.tell(step);
                }
                self.changed()?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, step: &Step) {
        self.scene.story.push(narration::of_step(step));
        self.scene.marks = Marks::of(step);
    }

    fn changed(&mut self) -> anyhow::Result<()> {
        if self.table.to_move().is_none() {
            let result = self.table.result();
            self.scene.story.push(result);
        }
        self.table.write_files()
    }

    fn obey(&mut self, command: Command) -> anyhow::Result<()> {
        if self.thoughts.is_some() && !matches!(command, Command::Help | Command::Save(_)) {
            // The position is being thought about; it must not change meanwhile.
            return Ok(());
        }
        let position = *self.table.position();
        let adviser = self.table.adviser;
        match command {
            Command::Sow(pits) => return self.sow(&pits),
            Command::Undo => {
                let count = self.table.undo();
                return self.moved(count, "Taken back");
            }
            Command::Redo => {
                let count = self.table.session.redo();
                return self.moved(count, "Made again");
            }
            Command::Hint => self.start("looking for a good turn", move || {
                Thought::Advice(hint(adviser, &position))
            }),
            Command::Values => self.start("valuing the moves", move || {
                Thought::Advice(values(adviser, &position))
            }),
            Command::Save(file) => {
                let sentence = self.table.save(file.as_deref());
                self.scene.story.push(sentence);
            }
            Command::Help => self.scene.story.extend(HELP.lines().map(str::to_owned)),
            // The board is always there; quitting is for the loop.
            Command::Board | Command::Quit => {}
        }
        Ok(())
    }

    fn sow(&mut self, pits: &[Pit]) -> anyhow::Result<()> {
        let side = self.table.position().mover();
        for &pit in pits {
            if self.table.to_move() != Some(Seat::Person) || self.table.position().mover() != side {
                break;
            }
            match self.table.sow(pit) {
                Ok(step) => self.tell(&step),
                Err(illegal) => {
                    self.scene.story.push(format!("Not possible: {illegal}."));
                    return Ok(());
                }
            }
        }
        self.changed()
    }

    /// After undo and redo of `count` turns.
    fn moved(&mut self, count: usize, what: &str) -> anyhow::Result<()> {
        let turns = if count == 1 { "turn" } else { "turns" };
        self.scene.story.push(format!("{what}: {count} {turns}."));
        let last = self.table.session.game().steps().last();
        self.scene.marks = last.as_ref().map(Marks::of).unwrap_or_default();
        self.changed()
    }
}
