//! What a key means: a command at once, a step of the cursor, or a letter of something typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use arena::session::GameCommand;
use mancala::game::Pit;

/// The most that can be typed on the line.
const MAX_LINE: usize = 60;

/// The cursor and the line that is being typed.
#[derive(Default)]
pub struct Typing {
    pub cursor: usize,
    /// What is typed so far.
    pub line: String,
    /// Whether the next `q` leaves.
    pub leaving: Leaving,
}

/// Whether leaving has been asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Leaving {
    #[default]
    No,
    /// Once; the same key again leaves.
    Asked,
}

pub enum Asked {
    Nothing,
    Sow(Pit),
    Do(GameCommand),
    /// A line that was typed to its end.
    Typed(String),
    Leave,
    /// Ctrl-C.
    Interrupt,
}

impl Typing {
    /// Takes a key on a board of `width` pits a row.
    pub fn key(&mut self, key: KeyEvent, width: usize) -> Asked {
        if key.kind == KeyEventKind::Release {
            return Asked::Nothing;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Asked::Interrupt,
                KeyCode::Char('d') if self.line.is_empty() => Asked::Leave,
                _ => Asked::Nothing,
            };
        }
        let leaving = std::mem::take(&mut self.leaving);
        match key.code {
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(width - 1),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = width - 1,
            KeyCode::Esc => self.line.clear(),
            KeyCode::Backspace => {
                self.line.pop();
            }
            KeyCode::Enter if !self.line.is_empty() => {
                return Asked::Typed(std::mem::take(&mut self.line));
            }
            KeyCode::Enter => return Asked::Sow(Pit::new(self.cursor.min(width - 1))),
            KeyCode::Char(c) if self.line.is_empty() => return self.first(c, leaving),
            KeyCode::Char(c) if self.line.len() < MAX_LINE => self.line.push(c),
            _ => {}
        }
        Asked::Nothing
    }

    /// The first letter: a command at once, or the beginning of a line.
    fn first(&mut self, c: char, leaving: Leaving) -> Asked {
        match c {
            'u' => Asked::Do(GameCommand::Undo),
            'r' => Asked::Do(GameCommand::Redo),
            'h' => Asked::Do(GameCommand::Hint),
            'v' => Asked::Do(GameCommand::Values),
            'e' => Asked::Do(GameCommand::Review),
            'R' => Asked::Do(GameCommand::Rules),
            '?' => Asked::Do(GameCommand::Help),
            'q' if leaving == Leaving::Asked => Asked::Leave,
            'q' => {
                self.leaving = Leaving::Asked;
                Asked::Nothing
            }
            // A pit, a command with something after it, or a slip of the finger: what follows belongs
            // to it, so that the Enter at its end sows nothing.
            c => {
                self.line.push(c);
                Asked::Nothing
            }
        }
    }
}
