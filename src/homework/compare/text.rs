//! A file against the lines that it should have: the same, or the first difference.
//!
//! Lines are read one at a time, so that a log can be compared with its search as that runs.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead};

use super::row::is_optional_form;
use super::verdict::{Forgiven, Leniency};

/// Lines shown before and after a difference.
pub const CONTEXT: usize = 3;

/// The most blanks that are forgiven beyond as many bytes as the right file has, and the most empty
/// bytes at its end: judging should not take longer than a right file of that length would.
pub const MAX_BLANKS: u64 = 64 << 10;

/// What a comparison found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// The first difference; `None` if the file is right.
    pub difference: Option<FirstDifference>,
    /// What was forgiven up to there, in the order of [`Forgiven`].
    pub forgiven: BTreeSet<Forgiven>,
}

/// The first place where a file is not as computed.
///
/// A line keeps its line end, so that a difference there can be seen; a file that ends has no line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstDifference {
    /// The first differing line of the file, from 1.
    pub line: u64,
    /// Up to [`CONTEXT`] lines before it, which agree.
    pub before: Vec<Vec<u8>>,
    /// What was computed for that line and up to [`CONTEXT`] after it.
    pub computed: Vec<Vec<u8>>,
    /// What the file has there.
    pub found: Vec<Vec<u8>>,
    /// Whether that would be forgiven were there less of it.
    pub cause: Cause,
}

/// Why a line is not as computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// It holds something else.
    Content,
    /// It may hold what it should, but up to its end there are more blanks or empty lines than are forgiven.
    TooManyBlanks,
}

/// Compares a file with a computed text.
///
/// # Errors
/// Those of reading the file.
pub fn compare_text(
    computed: &str,
    file: impl BufRead,
    leniency: Leniency,
) -> io::Result<Compared> {
    let mut lines = Lines::new(file, leniency);
    for line in computed.as_bytes().split_inclusive(|&byte| byte == b'\n') {
        if !lines.expect(line, || None)? {
            break;
        }
    }
    lines.finish(AtEnd::Anything)
}

/// The longest line that is read whole; no right line comes near.
const LONGEST_LINE: usize = 4096;

/// What may follow the last line, if anything is forgiven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtEnd {
    /// Nothing but empty lines.
    Nothing,
    /// More lines.
    Anything,
}

/// The lines of a file, read one at a time against those that are expected.
#[derive(Debug)]
pub struct Lines<R> {
    file: R,
    leniency: Leniency,
    /// The number of lines that agreed.
    agreed: u64,
    last: VecDeque<Vec<u8>>,
    line: Vec<u8>,
    difference: Option<FirstDifference>,
    forgiven: BTreeSet<Forgiven>,
    /// How many blanks more are forgiven; nothing if there were too many.
    blanks_left: Option<u64>,
}

impl<R: BufRead> Lines<R> {
    pub fn new(file: R, leniency: Leniency) -> Self {
        Self {
            file,
            leniency,
            agreed: 0,
            last: VecDeque::with_capacity(CONTEXT + 1),
            line: Vec::new(),
            difference: None,
            forgiven: BTreeSet::new(),
            blanks_left: Some(MAX_BLANKS),
        }
    }

    pub fn leniency(&self) -> Leniency {
        self.leniency
    }

    /// Whether a line was not as expected.
    pub fn differs(&self) -> bool {
        self.difference.is_some()
    }

    /// The next line has to be `computed`, after the `optional` row in any of its forms; whether it wants
    /// another one. After a difference that is so until enough lines are known.
    pub fn expect(
        &mut self,
        computed: &[u8],
        optional: impl FnOnce() -> Option<String>,
    ) -> io::Result<bool> {
        if let Some(difference) = &mut self.difference {
            difference.computed.push(computed.to_vec());
            return Ok(difference.computed.len() <= CONTEXT);
        }
        self.blanks_left = self.blanks_left.map(|left| left + computed.len() as u64);
        if self.next_is(computed)? {
            return Ok(true);
        }
        self.read_line()?;
        if optional().is_some_and(|row| self.take_optional(&row)) {
            self.read_line()?;
        }
        if !self.take(computed) {
            self.differ(vec![computed.to_vec()])?;
        }
        Ok(true)
    }

    /// Takes the next line if it is exactly `computed` and lies in the buffer as a whole: what nearly
    /// every line of a right file does, and several times faster than reading it.
    fn next_is(&mut self, computed: &[u8]) -> io::Result<bool> {
        if !self.file.fill_buf()?.starts_with(computed) {
            return Ok(false);
        }
        self.file.consume(computed.len());
        self.line.clear();
        self.line.extend_from_slice(computed);
        self.remember();
        Ok(true)
    }

    /// No more lines are expected.
    pub fn finish(mut self, at_end: AtEnd) -> io::Result<Compared> {
        if self.difference.is_none() {
            self.blanks_left = self.blanks_left.map(|left| left.min(MAX_BLANKS));
            self.read_line()?;
            while self.leniency == Leniency::Course && self.is_blank() && self.blanks_left.is_some()
            {
                self.forgiven.insert(Forgiven::BlankLinesAtEnd);
                self.spend(self.line.len());
                self.remember();
                self.read_line()?;
            }
            match (self.leniency, at_end) {
                _ if self.line.is_empty() => {}
                (Leniency::Course, AtEnd::Anything) => {
                    self.forgiven.insert(Forgiven::MoreLines);
                }
                _ => self.differ(Vec::new())?,
            }
        }
        Ok(Compared { difference: self.difference, forgiven: self.forgiven })
    }

    /// Takes the line if it is the optional `row` in one of its forms, which have no blank but before the mark.
    fn take_optional(&mut self, row: &str) -> bool {
        let words: Vec<_> = fields(&self.line).collect();
        let line = words.join(&b'\t');
        str::from_utf8(&line).is_ok_and(|line| is_optional_form(line, row)) && self.take(&line)
    }

    /// Takes the line if it is `computed`, or that but for what is forgiven.
    fn take(&mut self, computed: &[u8]) -> bool {
        let is_it = match self.leniency {
            Leniency::Exact => self.line == computed,
            Leniency::Course => fields(&self.line).eq(fields(computed)) && !self.is_blank(),
        };
        if is_it {
            self.spend(self.line.len().saturating_sub(computed.len()));
        }
        let taken = is_it && self.blanks_left.is_some();
        if taken {
            self.forgive(computed);
            self.remember();
        }
        taken
    }

    /// Notes in what the line differs from `computed`.
    fn forgive(&mut self, computed: &[u8]) {
        if self.line.first().is_some_and(u8::is_ascii_whitespace) {
            self.forgiven.insert(Forgiven::LeadingBlanks);
        }
        if self.line.trim_ascii() != computed.trim_ascii() {
            self.forgiven.insert(Forgiven::OddBlanks);
        }
        let end = &self.line[self.line.trim_ascii_end().len()..];
        let Some(blanks) = end.strip_suffix(b"\n") else {
            self.forgiven.insert(Forgiven::NoFinalLineEnd);
            return;
        };
        let without_return = blanks.strip_suffix(b"\r");
        if without_return.is_some() {
            self.forgiven.insert(Forgiven::CarriageReturns);
        }
        if !without_return.unwrap_or(blanks).is_empty() {
            self.forgiven.insert(Forgiven::TrailingBlanks);
        }
    }

    /// The number of further blanks to ignore, if as many are left.
    fn spend(&mut self, blanks: usize) {
        self.blanks_left = self.blanks_left.and_then(|left| left.checked_sub(blanks as u64));
    }

    /// Whether the line is there and holds nothing.
    fn is_blank(&self) -> bool {
        !self.line.is_empty() && fields(&self.line).next().is_none()
    }

    fn remember(&mut self) {
        self.agreed += 1;
        let spare = if self.last.len() == CONTEXT { self.last.pop_front() } else { None };
        self.last.push_back(std::mem::replace(&mut self.line, spare.unwrap_or_default()));
    }

    fn differ(&mut self, computed: Vec<Vec<u8>>) -> io::Result<()> {
        let cause = match self.blanks_left {
            Some(_) => Cause::Content,
            None => Cause::TooManyBlanks,
        };
        let mut found = Vec::new();
        while !self.line.is_empty() && found.len() <= CONTEXT {
            if !self.line.ends_with(b"\n") {
                let (mut rest, most) = (Vec::new(), 16 * LONGEST_LINE as u64);
                io::Read::take(&mut self.file, most).read_until(b'\n', &mut rest)?;
                self.line.extend(rest.last().filter(|&&byte| byte == b'\n'));
            }
            found.push(std::mem::take(&mut self.line));
            self.read_line()?;
        }
        self.difference = Some(FirstDifference {
            line: self.agreed + 1,
            before: std::mem::take(&mut self.last).into(),
            computed,
            found,
            cause,
        });
        Ok(())
    }

    /// Reads the next line with its end, or [`LONGEST_LINE`] bytes of it; nothing at the end.
    fn read_line(&mut self) -> io::Result<()> {
        self.line.clear();
        loop {
            let room = LONGEST_LINE - self.line.len();
            let mut limited = io::Read::take(&mut self.file, room as u64);
            limited.read_until(b'\n', &mut self.line)?;
            let is_whole = self.line.len() < LONGEST_LINE || self.line.ends_with(b"\n");
            if is_whole || self.leniency == Leniency::Exact {
                break;
            }
            // One of several blanks in a row is left.
            let are_blanks = |next: &mut u8, before: &mut u8| {
                next.is_ascii_whitespace() && before.is_ascii_whitespace()
            };
            self.line.dedup_by(are_blanks);
            self.spend(LONGEST_LINE - self.line.len());
            // What is still long holds more than blanks.
            if self.line.len() > LONGEST_LINE / 2 || self.blanks_left.is_none() {
                break;
            }
        }
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        if self.agreed == 0
            && self.leniency == Leniency::Course
            && self.line.starts_with(BYTE_ORDER_MARK)
        {
            self.line.drain(..BYTE_ORDER_MARK.len());
            self.forgiven.insert(Forgiven::ByteOrderMark);
        }
        Ok(())
    }
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty())
}
