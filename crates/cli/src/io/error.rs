//! How the program ends: errors, exit codes, and the one place that prints an error.
//!
//! An error in an input file or a record is drawn with its line and a caret.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde_json::{Value, json};

use super::print::{is_coloured, say, say_drawn, tells_json, versioned};
use mancala::homework::input::{InputError, InputExpected};
use mancala::visible;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: all is right.
    Success,
    /// 1: the work was done and something differs.
    Different,
    /// 2: the arguments or an input file are wrong.
    BadInput,
    /// 3: the environment failed: a full disk, a folder that cannot be written; or the grader did,
    /// and left cases ungraded.
    Failure,
    /// 130: interrupted.
    Interrupted,
}

/// The exit codes, for the end of the help text.
pub const HELP: &str = "\
Exit codes:
  0    success
  1    something differs from what was expected, or lost points
  2    invalid arguments or input; nothing was written for it
  3    something outside failed, such as a full disk, or cases could not be graded
  130  interrupted";

impl Exit {
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Different => 1,
            Self::BadInput => 2,
            Self::Failure => 3,
            Self::Interrupted => 130,
        }
    }

    /// The end of work that was done, where something may differ.
    pub const fn of(is_different: bool) -> Self {
        if is_different { Self::Different } else { Self::Success }
    }

    /// The more serious of two ends.
    pub fn worse(self, other: Self) -> Self {
        if other.code() > self.code() { other } else { self }
    }
}

/// What has no other end than its own.
impl From<()> for Exit {
    fn from((): ()) -> Self {
        Self::Success
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Prints an error and tells how the program should end.
pub fn report(error: &anyhow::Error) -> Exit {
    let exit = match error.chain().any(|cause| cause.is::<EnvironmentError>()) {
        true => Exit::Failure,
        false => Exit::BadInput,
    };
    match error.downcast_ref::<BadInputFile>() {
        bad if tells_json() => {
            let place =
                bad.map(|it| json!({ "file": it.path, "line": it.line, "column": it.column }));
            let sentence = bad.map_or_else(|| format!("{error:#}"), |it| it.expected.clone());
            say_json(&sentence, place, exit);
        }
        Some(bad) => say_drawn(bad.render()),
        None => say(format_args!("error: {error:#}")),
    }
    exit
}

/// Says an error in JSON: what happened, what to type instead, and the place if it is one in a file.
pub fn say_json(sentence: &str, place: Option<Value>, exit: Exit) {
    let (sentence, help) = match sentence.split_once("\nhelp: ") {
        Some((sentence, help)) => (sentence, Some(help)),
        None => (sentence, None),
    };
    say_drawn(versioned(&json!({
        "error": sentence, "help": help, "place": place, "exit_code": exit.code(),
    })));
}

/// An error that ends the program with [`Exit::Failure`]; every other error is
/// [`Exit::BadInput`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct EnvironmentError(pub String);

/// "cannot write out/next_state.txt: No space left on device".
pub fn failed(what: &str, path: &Path, error: &io::Error) -> anyhow::Error {
    EnvironmentError(format!("cannot {what} {}: {error}", path.display())).into()
}

/// An input file that does not parse, with what is needed to draw the place.
#[derive(Debug, thiserror::Error)]
#[error("{}: line {line}, column {column}: {expected}", path.display())]
pub struct BadInputFile {
    path: PathBuf,
    text: String,
    expected: String,
    /// From 1, as `column`.
    line: usize,
    column: usize,
    /// Bytes of the file.
    span: Range<usize>,
}

impl BadInputFile {
    pub fn new(path: &Path, bytes: &[u8], error: InputError) -> Self {
        let expected = error.expected.to_string();
        let place = (error.line, error.column);
        if error.expected == InputExpected::NotUtf16 {
            let text = from_utf16(bytes);
            return Self::at(path, text.as_bytes(), expected, place, error.span);
        }
        Self::at(path, bytes, expected, place, error.span)
    }

    /// `bytes` are the file, or the line of it that `span` lies in.
    pub fn at(
        path: &Path,
        bytes: &[u8],
        expected: String,
        (line, column): (usize, usize),
        span: Range<usize>,
    ) -> Self {
        // The place is in text that decodes: rubbish begins where the error is, if anywhere.
        let text = String::from_utf8_lossy(bytes).into_owned();
        Self { path: path.to_owned(), text, expected, line, column, span }
    }

    /// The sentence, the line and a caret, without a final line end.
    pub fn render(&self) -> String {
        let (line, span) = self.line_around();
        let path = self.path.display().to_string();
        let path = visible::line(&path);
        let snippet = Snippet::source(line)
            .line_start(self.line)
            .path(path)
            .annotation(AnnotationKind::Primary.span(span));
        let group = Level::ERROR.primary_title(&self.expected).element(snippet);
        let renderer = if is_coloured() { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// The line of the error, shortened around the place, and the place in it.
    fn line_around(&self) -> (String, Range<usize>) {
        const MOST: usize = 100;
        let start = self.span.start.min(self.text.len());
        let end = self.span.end.clamp(start, self.text.len());
        let line_start = self.text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line_end =
            self.text[start..].find(['\n', '\r']).map_or(self.text.len(), |at| start + at);
        let before = visible::block(self.text[line_start..start].trim_start_matches('\u{feff}'));
        let place: String = visible::block(&self.text[start..end]).chars().take(MOST).collect();
        let after: String = visible::block(&self.text[end..line_end]).chars().take(MOST).collect();
        let span = before.len()..before.len() + place.len();
        (format!("{before}{place}{after}"), span)
    }
}

/// A text in UTF-16, of either order of bytes, so that it can be shown.
fn from_utf16(bytes: &[u8]) -> String {
    let big_endian = bytes.starts_with(&[0xfe, 0xff]) || bytes.first() == Some(&0);
    let units = bytes.chunks_exact(2).map(|two| match big_endian {
        true => u16::from_be_bytes([two[0], two[1]]),
        false => u16::from_le_bytes([two[0], two[1]]),
    });
    char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .skip_while(|&c| c == '\u{feff}')
        .collect()
}
