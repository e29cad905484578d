//! A line: `[id][@ref] command arguments`, read and written.
//!
//! | argument | examples |
//! |---|---|
//! | integer, real | `3`, `-1`, `+0.5` |
//! | word | `info:name` |
//! | string | `"like \"this\""` |
//! | board | `<3,0,0,3,3,3,3,3,3>` |
//!
//! Words are read with any signs but blanks, quotes and angles, which is more than the specification lets one
//! write. Left out: what the commands mean ([`client`](super::client), [`host`](super::host)).

mod read;
#[cfg(test)]
mod tests;

use std::fmt;

/// The most bytes that a line may have, its end included.
pub const MOST_BYTES: usize = 16_384;

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its own number.
    pub id: Option<u64>,
    /// The number of the line that it answers.
    pub reference: Option<u64>,
    /// The command.
    pub command: String,
    /// What follows it.
    pub arguments: Vec<Argument>,
}

/// What follows a command.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A whole number.
    Integer(i64),
    /// A number with a point.
    Real(f64),
    /// A word without quotes.
    Word(String),
    /// A text in quotes.
    Text(String),
    /// Numbers in angles.
    Board(Vec<u32>),
}

impl Argument {
    /// A word or a text: clients write either.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Word(text) | Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Why something is no line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// The column, from 1.
    pub column: usize,
    /// What should have stood there.
    pub expected: &'static str,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}", self.column, self.expected)
    }
}

impl std::error::Error for Misread {}

impl Line {
    /// A line without numbers.
    #[must_use]
    pub fn new(command: &str, arguments: Vec<Argument>) -> Self {
        Self {
            id: None,
            reference: None,
            command: command.to_owned(),
            arguments,
        }
    }
}

/// Makes lines of one's own, each with the next number: a server's are even, a client's odd.
#[derive(Debug)]
pub(super) struct Numbering {
    next: u64,
}

impl Numbering {
    /// The first number is that of the first line.
    pub(super) const fn from(first: u64) -> Self {
        Self { next: first }
    }

    pub(super) fn line(
        &mut self,
        reference: Option<u64>,
        command: &str,
        arguments: Vec<Argument>,
    ) -> Line {
        let id = self.next;
        self.next += 2;
        Line {
            id: Some(id),
            reference,
            ..Line::new(command, arguments)
        }
    }
}

/// The line without its end; reading it gives the same line, but for control characters, which become
/// blanks: no line has room for them.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        if let Some(reference) = self.reference {
            write!(f, "@{reference}")?;
        }
        if self.id.is_some() || self.reference.is_some() {
            f.write_str(" ")?;
        }
        f.write_str(&self.command)?;
        self.arguments.iter().try_for_each(|it| write!(f, " {it}"))
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            // Always with a point.
            Self::Real(number) => write!(f, "{number:?}"),
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => {
                f.write_str("\"")?;
                for sign in text.chars() {
                    match sign {
                        '"' | '\\' => write!(f, "\\{sign}")?,
                        sign if sign.is_control() => f.write_str(" ")?,
                        sign => write!(f, "{sign}")?,
                    }
                }
                f.write_str("\"")
            }
            Self::Board(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
                write!(f, "<{}>", numbers.join(","))
            }
        }
    }
}

/// A peer sent more than [`MOST_BYTES`] without the end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong;

/// Bytes as they come, cut into lines.
#[derive(Debug, Default)]
pub struct Lines {
    /// The beginning of a line.
    begun: Vec<u8>,
}

impl Lines {
    /// Takes what came; returns the lines that it completes, but not empty ones.
    ///
    /// # Errors
    /// [`TooLong`]; what was remembered is forgotten.
    pub fn take(&mut self, mut bytes: &[u8]) -> Result<Vec<Vec<u8>>, TooLong> {
        let mut lines = Vec::new();
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            self.remember(&bytes[..end])?;
            let line = std::mem::take(&mut self.begun);
            if !line.trim_ascii().is_empty() {
                lines.push(line);
            }
            bytes = &bytes[end + 1..];
        }
        self.remember(bytes)?;
        Ok(lines)
    }

    fn remember(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        if self.begun.len() + bytes.len() >= MOST_BYTES {
            self.begun = Vec::new();
            return Err(TooLong);
        }
        self.begun.extend_from_slice(bytes);
        Ok(())
    }
}
