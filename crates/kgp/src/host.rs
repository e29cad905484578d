//! The server's side of the protocol: how it reacts to each line of a client, and what it sends itself.

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::client::shown;
use super::line::{Argument, Line, Numbering};
use super::{FREEPLAY, Introduction, MAX_FAULTS, VERSION, board};
use mancala::game::Kalah;

/// The most characters of a name, or of anything else that a client says about itself.
const MAX_TEXT: usize = 64;

#[derive(Debug, Default)]
pub struct Host {
    introduction: Introduction,
    /// Whether the client has asked to play.
    plays: bool,
    asked: Option<Asked>,
    pinged: bool,
    numbering: Numbering,
    faults: u32,
}

/// A position that the client was asked about.
#[derive(Debug)]
struct Asked {
    id: u64,
    /// The number of the last pit it answered with.
    answer: Option<i64>,
    yielded: bool,
}

/// What a line of a client means for the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Joins(Introduction),
    /// A better answer has arrived, or the last one.
    Answers,
    Leaves(String),
}

impl Host {
    pub fn greeting() -> Line {
        Line::new("kgp", VERSION.map(Argument::Integer).to_vec())
    }

    /// The replies to a line of the client, and what the line means.
    pub fn receive(&mut self, line: &[u8]) -> (Vec<Line>, Option<Event>) {
        let line = match Line::parse(line) {
            Ok(line) => line,
            Err(misread) => return self.fault(None, &misread.to_string()),
        };
        self.pinged = false;
        match (line.command.as_str(), &line.arguments[..]) {
            ("mode", [mode]) if !self.plays => self.mode(&line, mode.text().unwrap_or_default()),
            ("mode", _) => self.fault(line.id, "expected one mode, once"),
            ("set", [name, value]) => {
                self.set(name.text().unwrap_or_default(), value);
                let ok = self.numbering.line(line.id, "ok", Vec::new());
                (vec![ok], None)
            }
            ("move", [Argument::Integer(number)]) => {
                (Vec::new(), self.answers(&line, |asked| asked.answer = Some(*number)))
            }
            ("move", _) => self.fault(line.id, "expected the number of a pit after move"),
            ("yield", _) => (Vec::new(), self.answers(&line, |asked| asked.yielded = true)),
            ("ping", said) => {
                let said = said.first().cloned().into_iter().collect();
                (vec![self.numbering.line(line.id, "pong", said)], None)
            }
            ("goodbye", _) => {
                let event = Event::Leaves("said goodbye".to_owned());
                (Vec::new(), Some(event))
            }
            // Answers to what was said, and what later versions may say.
            _ => (Vec::new(), None),
        }
    }

    fn mode(&mut self, line: &Line, mode: &str) -> (Vec<Line>, Option<Event>) {
        if mode != FREEPLAY {
            let event = Event::Leaves("asked for a mode that is not known".to_owned());
            return (self.dismiss(line.id, "Unsupported activity"), Some(event));
        }
        self.plays = true;
        let ok = self.numbering.line(line.id, "ok", Vec::new());
        (vec![ok], Some(Event::Joins(self.introduction.clone())))
    }

    fn set(&mut self, name: &str, value: &Argument) {
        let Some(value) = value.text() else { return };
        let value = || Some(shown(value).chars().take(MAX_TEXT).collect());
        match name {
            "info:name" => self.introduction.name = value(),
            "info:authors" => self.introduction.authors = value(),
            "info:description" => self.introduction.description = value(),
            "auth:token" => self.introduction.token = value(),
            _ => {}
        }
    }

    /// Takes a line about the last position asked, as a line without a reference is.
    fn answers(&mut self, line: &Line, take: impl FnOnce(&mut Asked)) -> Option<Event> {
        let is_meant = |it: &Asked| line.reference.is_none_or(|reference| reference == it.id);
        // One that comes too late is to be ignored without a word.
        take(self.asked.as_mut().filter(|it| !it.yielded && is_meant(it))?);
        Some(Event::Answers)
    }

    /// Asks for a move in `position` within `time`; `about` has the names of the game and of the opponent.
    pub fn ask(&mut self, position: &Kalah, about: [&str; 2], time: Duration) -> Vec<Line> {
        let options = ["game:id", "game:opponent"].into_iter().zip(about);
        let text = |text: &str| Argument::Text(text.to_owned());
        let mut lines: Vec<_> =
            options.map(|(name, value)| self.numbering.set(name, text(value))).collect();
        // In whole seconds, or not at all. Without `time:mode relative`, which is what is meant anyway: the
        // course's own client refuses the word and leaves.
        if let seconds @ 1.. = time.as_secs() {
            let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
            lines.push(self.numbering.set("time:clock", Argument::Integer(seconds)));
        }
        let numbers = Argument::Board(board::numbers(position));
        let line = self.numbering.line(None, "state", vec![numbers]);
        self.asked = line.id.map(|id| Asked { id, answer: None, yielded: false });
        lines.push(line);
        lines
    }

    /// Whether there will be no other answer.
    pub fn has_yielded(&self) -> bool {
        self.asked.as_ref().is_some_and(|it| it.yielded)
    }

    /// Ends the question: the line that says so, and the number of the pit that was answered last.
    pub fn stop(&mut self) -> (Option<Line>, Option<i64>) {
        let Some(asked) = self.asked.take() else { return (None, None) };
        let line = self.numbering.line(Some(asked.id), "stop", Vec::new());
        (Some(line), asked.answer)
    }

    /// A question that shows whether the client lives; `None` if the last one has no answer.
    pub fn ping(&mut self) -> Option<Line> {
        if std::mem::replace(&mut self.pinged, true) {
            return None;
        }
        // The published Python client answers only where there is something to say again.
        let said = vec![Argument::Integer(1)];
        Some(self.numbering.line(None, "ping", said))
    }

    pub fn goodbye(&mut self) -> Line {
        self.numbering.line(None, "goodbye", Vec::new())
    }

    /// An error, and goodbye.
    pub fn dismiss(&mut self, reference: Option<u64>, why: &str) -> Vec<Line> {
        vec![self.numbering.error(reference, why), self.goodbye()]
    }

    fn fault(&mut self, reference: Option<u64>, why: &str) -> (Vec<Line>, Option<Event>) {
        self.faults += 1;
        if self.faults <= MAX_FAULTS {
            return (vec![self.numbering.error(reference, why)], None);
        }
        let event = Event::Leaves("says too much that is none of the protocol".to_owned());
        (self.dismiss(reference, why), Some(event))
    }
}
