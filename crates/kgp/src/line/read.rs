//! A line, read from left to right.
//!
//! Left out: how it is written.

use super::{Argument, Line, Misread};

impl Line {
    /// Reads a line; its end is no part of it.
    ///
    /// # Errors
    /// [`Misread`] at the first place that is not as it should be.
    pub fn parse(bytes: &[u8]) -> Result<Self, Misread> {
        let text = std::str::from_utf8(bytes).map_err(|error| Misread {
            column: error.valid_up_to() + 1,
            expected: "UTF-8",
        })?;
        let mut words = Words {
            text,
            rest: text.trim_start(),
        };
        let (id, reference) = words.numbers()?;
        let command = words.command()?;
        let mut arguments = Vec::new();
        while !words.rest.is_empty() {
            arguments.push(words.argument()?);
        }
        Ok(Self {
            id,
            reference,
            command,
            arguments,
        })
    }
}

/// What is read of a line, from left to right.
struct Words<'a> {
    text: &'a str,
    /// Begins with no blank.
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn misread(&self, expected: &'static str) -> Misread {
        let before = &self.text[..self.text.len() - self.rest.len()];
        Misread {
            column: before.chars().count() + 1,
            expected,
        }
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
        const EXPECTED: &str = "a number below 2^64";
        let word = self.word();
        let (own, reference) = match word.split_once('@') {
            Some((own, reference)) => (own, Some(reference)),
            None => (word, None),
        };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(own) || reference.is_some_and(|it| !is_number(it) || it.is_empty()) {
            return match reference {
                Some(_) => Err(self.misread("numbers before and after @")),
                None => Ok((None, None)),
            };
        }
        let number = |text: &str| text.parse().map_err(|_| self.misread(EXPECTED));
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
        let mut signs = inside.char_indices();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' => {
                    self.skip(1 + at + 1);
                    return Ok(Argument::Text(text));
                }
                '\\' => text.extend(signs.next().map(|(_, sign)| sign)),
                sign => text.push(sign),
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
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !unsigned.is_empty() && is_digits(unsigned) {
            let number = word.parse().map(Argument::Integer);
            return number.map_err(|_| self.misread("a number below 2^63"));
        }
        let point = unsigned.split_once('.');
        let is_real =
            |(whole, part): (&str, &str)| is_digits(whole) && is_digits(part) && !part.is_empty();
        if point.is_some_and(is_real) {
            let number = word.parse().map(Argument::Real);
            return number.map_err(|_| self.misread("a number"));
        }
        let is_word = |sign: char| !sign.is_control() && !['"', '<', '>'].contains(&sign);
        match word.chars().all(is_word) {
            true => Ok(Argument::Word(word.to_owned())),
            false => Err(self.misread("a word, a number, a board or a text in quotes")),
        }
    }
}
