//! A game on the whole terminal: keys and typed moves, a board that is drawn anew.
//!
//! The computer thinks on a thread of its own, so that keys and a new size are answered meanwhile.
//!
//! In reading order: `keys` (what a key means), `view` (what is shown).

mod keys;
mod view;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event};

use super::host::{Host, Told};
use crate::Exit;
use crate::io::EnvironmentError;
use crate::io::terminal::Screen;
use arena::Player;
use arena::draw::{Marks, describe_position, describe_sow};
use arena::player::Failure;
use arena::session::{GameCommand, HELP, Seat};
use explain::pluralize;
use keys::{Asked, Typing};
use mancala::game::{Kalah, Pit, Position, Side};

/// How long to wait for a key before looking whether the computer has an answer.
const TICK: Duration = Duration::from_millis(30);

/// What a thread found out.
enum Thought {
    /// A player comes back with its turn.
    Turn(Side, Box<dyn Player>, Result<Vec<Pit>, Failure>),
    /// Something for the person to read.
    Advice(String),
}

/// What is shown around the board.
#[derive(Default)]
struct Scene {
    typing: Typing,
    /// What happened, oldest first.
    story: Vec<String>,
    marks: Marks,
    /// What the computer is busy with.
    busy: Option<&'static str>,
}

struct App<'t> {
    host: &'t mut Host,
    scene: Scene,
    thoughts: Option<Receiver<Thought>>,
    /// What the computer has still to sow of its turn, and when.
    pending: VecDeque<Pit>,
    due: Instant,
}

pub fn run(host: &mut Host) -> anyhow::Result<Exit> {
    let trouble = |error: std::io::Error| EnvironmentError(format!("the terminal: {error}"));
    let mut screen = Screen::take().map_err(trouble)?;
    let mut app = App {
        host,
        scene: Scene::default(),
        thoughts: None,
        pending: VecDeque::new(),
        due: Instant::now(),
    };
    app.scene.story.push(app.host.welcome());
    let now = describe_position(app.host.position());
    app.scene.story.push(now);
    loop {
        app.think()?;
        screen.draw(|frame| view::draw(frame, app.host, &app.scene)).map_err(trouble)?;
        if !event::poll(TICK).map_err(trouble)? {
            continue;
        }
        // A new size is drawn by the next round, as any event is.
        let Event::Key(key) = event::read().map_err(trouble)? else {
            continue;
        };
        let width = app.host.position().board().width();
        match app.scene.typing.key(key, width) {
            Asked::Nothing => {}
            Asked::Interrupt => return Ok(Exit::Interrupted),
            Asked::Leave => return Ok(Exit::Success),
            Asked::Sow(pit) => app.obey(GameCommand::Sow(vec![pit]))?,
            Asked::Do(command) => app.obey(command)?,
            Asked::Typed(line) => match GameCommand::parse(&line, app.host.position().mover()) {
                Ok(GameCommand::Quit) => return Ok(Exit::Success),
                Ok(command) => app.obey(command)?,
                Err(sentence) => app.scene.story.push(sentence),
            },
        }
    }
}

impl App<'_> {
    /// Takes what a thread has found out, and sets the computer thinking if it is to move.
    fn think(&mut self) -> anyhow::Result<()> {
        if !self.pending.is_empty() {
            return self.sow_pending();
        }
        if let Some(thoughts) = &self.thoughts {
            match thoughts.try_recv() {
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => {
                    anyhow::bail!(EnvironmentError("the computer's player broke down".to_owned()));
                }
                Ok(thought) => {
                    self.thoughts = None;
                    self.scene.busy = None;
                    self.take(thought)?;
                    // What it has still to sow comes before it thinks again.
                    if !self.pending.is_empty() {
                        return self.sow_pending();
                    }
                }
            }
        }
        if self.host.to_move() == Some(Seat::Computer) && self.thoughts.is_none() {
            let side = self.host.position().mover();
            let position = *self.host.position();
            if let Some(mut player) = self.host.unseat() {
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
            Thought::Advice(text) => self.scene.story.extend(text.lines().map(str::to_owned)),
            Thought::Turn(side, player, chosen) => {
                self.host.seat(side, player);
                match chosen {
                    Ok(pits) => {
                        self.pending = pits.into();
                        self.due = Instant::now();
                    }
                    Err(failure) => self.give_up(failure)?,
                }
            }
        }
        Ok(())
    }

    /// Makes the next sow of the computer's turn, once it is time.
    fn sow_pending(&mut self) -> anyhow::Result<()> {
        if Instant::now() < self.due {
            return Ok(());
        }
        let Some(pit) = self.pending.pop_front() else {
            return Ok(());
        };
        match self.host.session.play(pit) {
            Ok(()) => {
                let last = self.host.session.game().steps().last();
                self.scene.story.extend(last.as_ref().map(describe_sow));
                self.mark_last();
            }
            Err(illegal) => {
                self.pending.clear();
                return self.give_up(Failure::OwnFault(illegal.to_string()));
            }
        }
        self.due = Instant::now() + self.host.delay;
        self.changed()
    }

    /// The computer's player has no turn.
    fn give_up(&mut self, failure: Failure) -> anyhow::Result<()> {
        let given_up = self.host.make_turn(Err(failure));
        given_up.map_err(|failure| EnvironmentError(failure.to_string()))?;
        self.changed()
    }

    fn changed(&mut self) -> anyhow::Result<()> {
        if self.host.to_move().is_none() {
            let result = self.host.result();
            self.scene.story.push(result);
            let ask = "Play again? Type again; e reviews, u takes back, q leaves.";
            self.scene.story.push(ask.to_owned());
        }
        self.host.write_record()
    }

    fn obey(&mut self, command: GameCommand) -> anyhow::Result<()> {
        let busy = self.thoughts.is_some() || !self.pending.is_empty();
        if busy && !matches!(command, GameCommand::Help | GameCommand::Save(_)) {
            // The position is being thought about; it must not change meanwhile.
            return Ok(());
        }
        let position = *self.host.position();
        let adviser = self.host.adviser;
        match command {
            GameCommand::Sow(pits) => return self.sow(&pits),
            GameCommand::Undo => {
                let count = self.host.undo();
                return self.moved(count, "Took back");
            }
            GameCommand::Redo => {
                let count = self.host.session.redo();
                return self.moved(count, "Replayed");
            }
            GameCommand::Hint => self
                .start("looking for a good turn", move || Thought::Advice(position.hint(adviser))),
            GameCommand::Values => {
                self.start("valuing the moves", move || Thought::Advice(position.values(adviser)))
            }
            GameCommand::Save(file) => {
                let sentence = self.host.save(file.as_deref());
                self.scene.story.push(sentence);
            }
            GameCommand::Help => self.scene.story.extend(HELP.lines().map(str::to_owned)),
            GameCommand::Rules => {
                let rules = position.how_to_play();
                self.scene.story.extend(rules.lines().map(str::to_owned));
            }
            GameCommand::Review => {
                let record = self.host.record();
                self.start("reviewing the game", move || Thought::Advice(Kalah::review(&record)));
            }
            GameCommand::Again => {
                self.host.again();
                self.scene.marks = Marks::default();
                self.scene.story.push("A new game.".to_owned());
                return self.changed();
            }
            // The board is always there; quitting is for the loop.
            GameCommand::Board | GameCommand::Quit => {}
        }
        Ok(())
    }

    fn sow(&mut self, pits: &[Pit]) -> anyhow::Result<()> {
        match self.host.make_moves(pits) {
            Err(sentence) => {
                self.scene.story.push(sentence);
                Ok(())
            }
            Ok(steps) => {
                self.scene.story.extend(steps);
                self.mark_last();
                self.changed()
            }
        }
    }

    fn mark_last(&mut self) {
        let last = self.host.session.game().steps().last();
        self.scene.marks = last.as_ref().map(Marks::of).unwrap_or_default();
    }

    /// After undo and redo of `count` turns.
    fn moved(&mut self, count: usize, what: &str) -> anyhow::Result<()> {
        let told = format!("{what} {}.", pluralize(count, "turn"));
        self.scene.story.push(told);
        self.mark_last();
        self.changed()
    }
}
