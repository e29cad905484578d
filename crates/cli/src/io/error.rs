//! How the program ends: errors and exit codes.
//!
//! An error in an input file or a record is drawn with its line and a caret.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use mancala::homework::input::{InputError, InputExpected};
use mancala::visible;

/// The codes that the program ends with, the more serious one the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is right.
    Success = 0,
    /// The work was done and something differs.
    Different = 1,
    /// The arguments or an input file are wrong.
    BadInput = 2,
    /// The environment failed: a full disk, a folder that cannot be written; or the grader did,
    /// and left cases ungraded.
    Failure = 3,
    Interrupted = 130,
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
        self as u8
    }

    /// The end of work that was done, where something may differ.
    pub const fn of(is_different: bool) -> Self {
        if is_different { Self::Different } else { Self::Success }
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
    pub path: PathBuf,
    text: String,
    pub expected: String,
    /// From 1, as `column`.
    pub line: usize,
    pub column: usize,
    /// Bytes of the file.
    span: Range<usize>,
}

impl BadInputFile {
    pub fn new(path: &Path, bytes: &[u8], error: InputError) -> Self {
        let decoded = (error.expected == InputExpected::NotUtf16).then(|| from_utf16(bytes));
        let bytes = decoded.as_ref().map_or(bytes, |text| text.as_bytes());
        Self::at(path, bytes, error.expected.to_string(), (error.line, error.column), error.span)
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
    pub fn render(&self, is_coloured: bool) -> String {
        let (line, span) = self.line_around();
        let path = self.path.display().to_string();
        let path = visible::line(&path);
        let snippet = Snippet::source(line)
            .line_start(self.line)
            .path(path)
            .annotation(AnnotationKind::Primary.span(span));
        let group = Level::ERROR.primary_title(&self.expected).element(snippet);
        let renderer = if is_coloured { Renderer::styled() } else { Renderer::plain() };
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
    let unit = if big_endian { u16::from_be_bytes } else { u16::from_le_bytes };
    let units: Vec<_> = bytes.as_chunks().0.iter().map(|two| unit(*two)).collect();
    String::from_utf16_lossy(&units).trim_start_matches('\u{feff}').to_owned()
}
