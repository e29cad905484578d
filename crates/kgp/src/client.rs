//! The client's side of the protocol: how it reacts to each line of the server.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

use super::line::{Argument, Line, Numbering};
use super::{FREEPLAY, Introduction, MAX_FAULTS, VERSION, board};
use mancala::game::{Kalah, Pit, Position, Rules};

/// The most positions of a server that may be open at once.
pub const MAX_OPEN: usize = 16;

/// The number of moves that a game's remaining time is divided among.
const MOVES_TO_COME: u32 = 30;

/// The time allowed for an answer to reach the server.
const ON_THE_WAY: Duration = Duration::from_millis(300);

/// How often a move is sent again that the server refuses.
const MAX_ERRORS_OF_A_MOVE: u32 = 3;

/// The most characters of a server's message that are shown.
const MAX_SHOWN: usize = 300;

#[derive(Debug, Default)]
pub struct Client {
    introduction: Introduction,
    rules: Rules,
    /// Whether the server has sent its version.
    greeted: bool,
    /// The server's name for the game that the next position belongs to.
    game: String,
    /// Whether the clock covers the rest of the game, and not one move.
    clock_runs_on: bool,
    /// The time that the server says is left.
    clock: Option<Duration>,
    /// The positions that still need a move, by the numbers of their lines, each with the last move sent.
    open: BTreeMap<Option<u64>, Option<LastMove>>,
    numbering: Numbering,
    faults: u32,
}

/// The last move sent for a position.
#[derive(Debug)]
struct LastMove {
    /// The number of the line with it.
    line: Option<u64>,
    /// The pit, as the server counts.
    number: i64,
    /// How many errors referred to it.
    errors: u32,
}

/// What is to be done about a line.
#[derive(Debug, Clone, PartialEq)]
pub enum Reaction {
    Say(Line),
    Think(Question),
    /// The server needs no more moves for the position of this number; without one, for any position.
    Stop(Option<u64>),
    /// The server reported an error: its text.
    Notice(String),
    /// The session ends: by a goodbye, or because the peer does not speak this version of the protocol, and why.
    End(Result<(), String>),
}

/// A position that needs a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub id: Option<u64>,
    /// The server's name for the game; empty without one.
    pub game: String,
    /// With South to move.
    pub position: Kalah,
    /// The time until the last answer has to be sent, if the server gave one.
    pub time: Option<Duration>,
}

impl Client {
    /// A client that knows `rules` and has received nothing.
    pub fn new(introduction: Introduction, rules: Rules) -> Self {
        Self { introduction, rules, numbering: Numbering::from(1), ..Self::default() }
    }

    /// What to do about a line of the server.
    pub fn receive(&mut self, line: &[u8]) -> Vec<Reaction> {
        match Line::parse(line) {
            Ok(line) if self.greeted => self.follow(&line),
            Ok(line) => self.greet(&line),
            Err(_) if !self.greeted => vec![not_kgp("it does not begin as a KGP server does")],
            Err(misread) => self.fault(None, &misread.to_string()),
        }
    }

    /// The first line: the version.
    fn greet(&mut self, line: &Line) -> Vec<Reaction> {
        let ("kgp", [Argument::Integer(major), ..]) = (&*line.command, &line.arguments[..]) else {
            return vec![not_kgp("it does not begin as a KGP server does")];
        };
        if *major != VERSION[0] {
            let error = self.numbering.error(line.id, "protocol not supported");
            let end = not_kgp(&format!("it speaks version {major} of the protocol"));
            return vec![Reaction::Say(error), end];
        }
        self.greeted = true;
        let introduction = self.introduction.clone();
        let options = [
            ("info:name", introduction.name),
            ("info:authors", introduction.authors),
            ("info:description", introduction.description),
            ("auth:token", introduction.token),
        ];
        let said = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let mut lines: Vec<_> =
            said.map(|(name, value)| self.numbering.set(name, Argument::Text(value))).collect();
        let mode = vec![Argument::Word(FREEPLAY.to_owned())];
        lines.push(self.numbering.line(None, "mode", mode));
        lines.into_iter().map(Reaction::Say).collect()
    }

    fn follow(&mut self, line: &Line) -> Vec<Reaction> {
        match (line.command.as_str(), &line.arguments[..]) {
            ("state", [Argument::Board(numbers)]) => self.state(line.id, numbers),
            ("state", _) => self.fault(line.id, "expected a board after state"),
            ("stop", _) => {
                self.open.retain(|id, _| line.reference.is_some() && *id != line.reference);
                vec![Reaction::Stop(line.reference)]
            }
            ("ping", arguments) => {
                // Some servers expect the same argument back.
                let said = arguments.first().cloned().into_iter().collect();
                vec![Reaction::Say(self.numbering.line(line.id, "pong", said))]
            }
            ("set", [name, value]) => {
                self.set(name.text().unwrap_or_default(), value);
                Vec::new()
            }
            ("error", arguments) => {
                let said = arguments.iter().find_map(Argument::text);
                let said = said.unwrap_or("an error, without a word about it");
                let again = line.reference.and_then(|it| self.move_again(it));
                vec![again.map_or_else(|| Reaction::Notice(shown(said)), Reaction::Say)]
            }
            ("goodbye", _) => vec![Reaction::End(Ok(()))],
            // Confirmations, hints, and what later versions may say.
            _ => Vec::new(),
        }
    }

    fn set(&mut self, name: &str, value: &Argument) {
        match (name, value) {
            ("game:id", Argument::Word(text) | Argument::Text(text)) => self.game.clone_from(text),
            ("game:id", other) => self.game = other.to_string(),
            ("time:mode", mode) => {
                self.clock_runs_on = mode.text() == Some("absolute");
                // Not tracked, or to be said anew.
                self.clock = None;
            }
            ("time:clock", Argument::Integer(seconds)) => {
                let seconds = u64::try_from(*seconds).unwrap_or_default();
                self.clock = Some(Duration::from_secs(seconds));
            }
            _ => {}
        }
    }

    /// What may be spent on a position.
    fn time(&self) -> Option<Duration> {
        let left = self.clock?;
        Some(match self.clock_runs_on {
            true => left / MOVES_TO_COME,
            false => left.saturating_sub(ON_THE_WAY).max(left / 2),
        })
    }

    fn state(&mut self, id: Option<u64>, numbers: &[u32]) -> Vec<Reaction> {
        let position = match board::position(numbers, self.rules) {
            Ok(position) => position,
            Err(why) => return self.fault(id, &why),
        };
        // A number that is there already means the same question.
        if self.open.contains_key(&id) {
            return Vec::new();
        }
        if self.open.len() >= MAX_OPEN {
            return self.fault(id, "too many positions at once");
        }
        self.open.insert(id, None);
        if position.is_over() {
            return self.yields(id).map(Reaction::Say).into_iter().collect();
        }
        let game = self.game.clone();
        let time = self.time();
        vec![Reaction::Think(Question { id, game, position, time })]
    }

    /// The line with a move for a question; `None` once the server needs no more.
    pub fn moves(&mut self, question: &Question, pit: Pit) -> Option<Line> {
        let number = board::number_of(&question.position, pit);
        let last = self.open.get_mut(&question.id)?;
        let line = self.numbering.line(question.id, "move", vec![Argument::Integer(number)]);
        *last = Some(LastMove { line: line.id, number, errors: 0 });
        Some(line)
    }

    /// The same move again, if an error is about its line: a published server sends a position before it expects one.
    fn move_again(&mut self, refused: u64) -> Option<Line> {
        let (question, last) = self.open.iter_mut().find_map(|(&question, last)| {
            let last = last.as_mut().filter(|it| it.line == Some(refused))?;
            Some((question, last))
        })?;
        last.errors += 1;
        if last.errors > MAX_ERRORS_OF_A_MOVE {
            return None;
        }
        let number = Argument::Integer(last.number);
        let line = self.numbering.line(question, "move", vec![number]);
        last.line = line.id;
        Some(line)
    }

    /// The line that says that there will be no better move.
    pub fn yields(&mut self, question: Option<u64>) -> Option<Line> {
        let was_open = self.open.remove(&question).is_some();
        was_open.then(|| self.numbering.line(question, "yield", Vec::new()))
    }

    pub fn goodbye(&mut self) -> Line {
        self.numbering.line(None, "goodbye", Vec::new())
    }

    fn fault(&mut self, reference: Option<u64>, why: &str) -> Vec<Reaction> {
        self.faults += 1;
        if self.faults > MAX_FAULTS {
            return vec![not_kgp(why)];
        }
        vec![Reaction::Say(self.numbering.error(reference, why))]
    }
}

fn not_kgp(why: &str) -> Reaction {
    Reaction::End(Err(why.to_owned()))
}

/// A peer's text, safe for a terminal.
pub(super) fn shown(said: &str) -> String {
    let safe = said.chars().take(MAX_SHOWN);
    safe.map(|c| if c.is_control() { '?' } else { c }).collect()
}
