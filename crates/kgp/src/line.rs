//! A line: `[id][@ref] command arguments`, read and written.
//!
//! | argument | examples |
//! |---|---|
//! | integer | `3`, `-1` |
//! | word, also a number with a point | `info:name`, `+0.5` |
//! | string | `"like \"this\""` |
//! | board | `<3,0,0,3,3,3,3,3,3>` |
//!
//! Words are read with any characters but spaces, quotes and angle brackets, which is more than the specification lets one
//! write.

#[cfg(test)]
mod tests;

use std::fmt;

/// The most bytes that a line may have, its end included.
pub const MAX_BYTES: usize = 16_384;

#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub id: Option<u64>,
    pub reference: Option<u64>,
    pub command: String,
    /// What follows it.
    pub arguments: Vec<Argument>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    Integer(i64),
    Word(String),
    Text(String),
    Board(Vec<u32>),
}

impl Argument {
    /// A word or a text: clients write either.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Word(text) | Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Why something is no line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}")]
pub struct Misread {
    pub column: usize,
    pub expected: &'static str,
}

/// Makes lines of one's own, each with the next number: a server's are even, a client's odd.
#[derive(Debug)]
pub struct Numbering {
    next: u64,
}

impl Default for Numbering {
    fn default() -> Self {
        Self::from(2)
    }
}

impl Numbering {
    /// The first number is that of the first line.
    pub const fn from(first: u64) -> Self {
        Self { next: first }
    }

    /// The next line, which answers the one of number `reference`.
    pub fn line(
        &mut self,
        reference: Option<u64>,
        command: &str,
        arguments: Vec<Argument>,
    ) -> Line {
        let id = self.next;
        self.next += 2;
        Line { id: Some(id), reference, ..Line::new(command, arguments) }
    }

    /// The next line, which says what is wrong with the one of number `reference`.
    pub fn error(&mut self, reference: Option<u64>, why: &str) -> Line {
        self.line(reference, "error", vec![Argument::Text(why.to_owned())])
    }

    /// The next line, which sets an option.
    pub fn set(&mut self, name: &str, value: Argument) -> Line {
        self.line(None, "set", vec![Argument::Word(name.to_owned()), value])
    }
}

/// The line without its end; read, it is the same, but for control characters, which become blanks.
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
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => {
                f.write_str("\"")?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(f, "\\{c}")?,
                        c if c.is_control() => f.write_str(" ")?,
                        c => write!(f, "{c}")?,
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

impl Line {
    /// A line without numbers.
    pub fn new(command: &str, arguments: Vec<Argument>) -> Self {
        Self { id: None, reference: None, command: command.to_owned(), arguments }
    }

    /// Reads a line; its end is no part of it.
    ///
    /// # Errors
    /// [`Misread`] at the first place that is not as it should be.
    pub fn parse(bytes: &[u8]) -> Result<Self, Misread> {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| Misread { column: error.valid_up_to() + 1, expected: "UTF-8" })?;
        let mut words = Words { text, rest: text.trim_start() };
        let (id, reference) = words.numbers()?;
        let command = words.command()?;
        let mut arguments = Vec::new();
        while !words.rest.is_empty() {
            arguments.push(words.argument()?);
        }
        Ok(Self { id, reference, command, arguments })
    }
}

/// What is read of a line, from left to right.
struct Words<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn misread(&self, expected: &'static str) -> Misread {
        let before = &self.text[..self.text.len() - self.rest.len()];
        Misread { column: before.chars().count() + 1, expected }
    }

    /// Goes on behind so many bytes and the blanks after them.
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default().trim_start();
    }

    /// What stands before the next blank, which is not taken.
    fn word(&self) -> &'a str {
        let end = self.rest.find(char::is_whitespace);
        &self.rest[..end.unwrap_or(self.rest.len())]
    }

    /// The line's own number and the one it refers to. A command may begin with a digit too, so a number
    /// is one only if nothing but an `@` follows it.
    fn numbers(&mut self) -> Result<(Option<u64>, Option<u64>), Misread> {
        let word = self.word();
        let parts = word.split_once('@');
        let (own, reference) = parts.map_or((word, None), |(own, it)| (own, Some(it)));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(own) || reference.is_some_and(|it| !is_number(it) || it.is_empty()) {
            return match reference {
                Some(_) => Err(self.misread("numbers before and after @")),
                None => Ok((None, None)),
            };
        }
        let number = |text: &str| text.parse().map_err(|_| self.misread("a number below 2^64"));
        let own = (!own.is_empty()).then(|| number(own)).transpose()?;
        let reference = reference.map(number).transpose()?;
        self.skip(word.len());
        Ok((own, reference))
    }

    fn command(&mut self) -> Result<String, Misread> {
        let word = self.word();
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(self.misread("a command of letters and digits"));
        }
        self.skip(word.len());
        Ok(word.to_owned())
    }

    fn argument(&mut self) -> Result<Argument, Misread> {
        if let Some(inside) = self.rest.strip_prefix('"') {
            return self.quoted(inside);
        }
        let word = self.word();
        let argument = match word.strip_prefix('<') {
            Some(inside) => self.board(inside)?,
            None => self.plain(word)?,
        };
        self.skip(word.len());
        Ok(argument)
    }

    /// The text up to the next quote without a backslash.
    fn quoted(&mut self, inside: &str) -> Result<Argument, Misread> {
        let mut text = String::new();
        let mut chars = inside.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.skip(1 + at + 1);
                    return Ok(Argument::Text(text));
                }
                '\\' => text.extend(chars.next().map(|(_, c)| c)),
                c => text.push(c),
            }
        }
        Err(self.misread("a closing quote"))
    }

    fn board(&self, inside: &str) -> Result<Argument, Misread> {
        let misread = || self.misread("a board such as <3,0,0,3,3,3,3,3,3>");
        let numbers = inside.strip_suffix('>').ok_or_else(misread)?;
        let numbers = numbers.split(',').map(|number| {
            let plain = number.bytes().all(|byte| byte.is_ascii_digit());
            number.parse().ok().filter(|_| plain).ok_or_else(misread)
        });
        Ok(Argument::Board(numbers.collect::<Result<_, _>>()?))
    }

    fn plain(&self, word: &str) -> Result<Argument, Misread> {
        let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
        if !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = word.parse().map(Argument::Integer);
            return number.map_err(|_| self.misread("a number below 2^63"));
        }
        let is_word = |c: char| !c.is_control() && !['"', '<', '>'].contains(&c);
        match word.chars().all(is_word) {
            true => Ok(Argument::Word(word.to_owned())),
            false => Err(self.misread("a word, a number, a board or a text in quotes")),
        }
    }
}
