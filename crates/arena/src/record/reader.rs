//! What a record is made of, and where it stands: words, signs and quoted texts, with blanks, line ends and comments
//! between them.

use std::ops::Range;

use super::read::RecordError;

/// A record, and how far it has been read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a> {
    /// The whole file.
    text: &'a str,
    at: usize,
}

/// Something that is written, and where.
pub(super) type Placed<T> = (Range<usize>, T);

impl<'a> Reader<'a> {
    /// The beginning of `text`, of which a byte order mark is no part.
    pub(super) fn of(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut reader = Self { text, at };
        reader.skip_space();
        reader
    }

    pub(super) fn error(&self, place: &Range<usize>, sentence: impl Into<String>) -> RecordError {
        RecordError::new(self.text, place.clone(), sentence)
    }

    /// The place of the word that stands here is wrong.
    pub(super) fn expected(&self, what: &str) -> RecordError {
        let rest = self.rest();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.error(&(self.at..self.at + length), what)
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The letters and digits that stand here, or none.
    pub(super) fn word(&mut self) -> Option<Placed<&'a str>> {
        self.run(|c| c.is_ascii_alphanumeric())
    }

    pub(super) fn digits(&mut self) -> Option<Placed<&'a str>> {
        self.run(|c| c.is_ascii_digit())
    }

    fn run(&mut self, is_part: fn(char) -> bool) -> Option<Placed<&'a str>> {
        let rest = self.rest();
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        (length > 0).then(|| self.take(length))
    }

    /// This sign or word, if it stands here.
    pub(super) fn sign(&mut self, sign: &str) -> Option<Range<usize>> {
        self.rest().starts_with(sign).then(|| self.take(sign.len()).0)
    }

    /// The rest of the line, up to its last word.
    pub(super) fn line(&mut self) -> Placed<&'a str> {
        let line = self.rest().split(['\n', '\r', '#']).next().unwrap_or_default();
        self.take(line.trim_end().len())
    }

    /// A text in double quotes; a control character must be escaped.
    pub(super) fn quoted(&mut self) -> Result<Placed<String>, RecordError> {
        let unclosed = self.expected("expected a value in double quotes on one line");
        let Some(mut rest) = self.rest().strip_prefix('"') else {
            return Err(unclosed);
        };
        let mut value = String::new();
        loop {
            let mut characters = rest.chars();
            match characters.next() {
                Some('"') => {
                    let (place, _) = self.take(self.rest().len() - characters.as_str().len());
                    return Ok((place, value));
                }
                Some('\\') => {
                    let Some((c, after)) = escape(characters.as_str()) else {
                        let at = self.text.len() - rest.len();
                        let what = r#"expected \", \\ or \u{..} with a character's number"#;
                        return Err(self.error(&(at..at + 1), what));
                    };
                    value.push(c);
                    rest = after;
                }
                Some(c) if !c.is_control() => {
                    value.push(c);
                    rest = characters.as_str();
                }
                _ => return Err(unclosed),
            }
        }
    }

    /// Takes so many bytes and the space behind them.
    fn take(&mut self, length: usize) -> Placed<&'a str> {
        let place = self.at..self.at + length;
        self.at = place.end;
        self.skip_space();
        (place.clone(), &self.text[place])
    }

    fn skip_space(&mut self) {
        let mut rest = self.rest().trim_start_matches([' ', '\t', '\n', '\r']);
        while rest.starts_with('#') {
            rest = rest.trim_start_matches(|c| !matches!(c, '\n' | '\r'));
            rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        }
        self.at = self.text.len() - rest.len();
    }
}

/// The character that an escape means, by what follows its backslash, and what follows it.
fn escape(text: &str) -> Option<(char, &str)> {
    if let Some(number) = text.strip_prefix("u{") {
        let (digits, rest) = number.split_once('}')?;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_plain)?;
        return Some((char::from_u32(number)?, rest));
    }
    let c = text.chars().next().filter(|c| matches!(c, '"' | '\\'))?;
    Some((c, &text[1..]))
}
