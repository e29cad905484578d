//! An error in an input file or a record, drawn with the line and a caret.

use std::ops::Range;
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::color;
use arena::record::RecordError;
use mancala::homework::input::{InputError, InputExpected};
use mancala::visible;

/// An input file that does not parse, with what is needed to draw the place.
#[derive(Debug)]
pub(crate) struct BadInputFile {
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
    pub(crate) fn new(path: &Path, bytes: &[u8], error: InputError) -> Self {
        let expected = error.expected.to_string();
        let place = (error.line, error.column);
        if error.expected == InputExpected::NotUtf16 {
            let text = from_utf16(bytes);
            return Self::at(path, text.as_bytes(), expected, place, error.span);
        }
        Self::at(path, bytes, expected, place, error.span)
    }

    pub(crate) fn of_record(path: &Path, bytes: &[u8], error: RecordError) -> Self {
        let expected = error.fault.to_string();
        Self::at(
            path,
            bytes,
            expected,
            (error.line, error.column),
            error.span,
        )
    }

    fn at(
        path: &Path,
        bytes: &[u8],
        expected: String,
        (line, column): (usize, usize),
        span: Range<usize>,
    ) -> Self {
        // The place is in text that decodes: rubbish begins where the error is, if anywhere.
        let text = String::from_utf8_lossy(bytes).into_owned();
        Self {
            path: path.to_owned(),
            text,
            expected,
            line,
            column,
            span,
        }
    }

    /// The sentence, the line and a caret, without a final line end.
    pub(crate) fn render(&self) -> String {
        let (line, span) = self.line_around();
        let path = self.path.display().to_string();
        let path = visible::line(&path);
        let snippet = Snippet::source(line)
            .line_start(self.line)
            .path(path)
            .annotation(AnnotationKind::Primary.span(span));
        let group = Level::ERROR.primary_title(&self.expected).element(snippet);
        renderer().render(&[group])
    }

    /// The line of the error, shortened around the place, and the place in it.
    fn line_around(&self) -> (String, std::ops::Range<usize>) {
        const MOST: usize = 100;
        let start = self.span.start.min(self.text.len());
        let end = self.span.end.clamp(start, self.text.len());
        let line_start = self.text[..start]
            .rfind(['\n', '\r'])
            .map_or(0, |at| at + 1);
        let line_end = self.text[start..]
            .find(['\n', '\r'])
            .map_or(self.text.len(), |at| start + at);
        let before = visible::block(self.text[line_start..start].trim_start_matches('\u{feff}'));
        let place: String = visible::block(&self.text[start..end])
            .chars()
            .take(MOST)
            .collect();
        let after: String = visible::block(&self.text[end..line_end])
            .chars()
            .take(MOST)
            .collect();
        let span = before.len()..before.len() + place.len();
        (format!("{before}{place}{after}"), span)
    }
}

impl std::fmt::Display for BadInputFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}: line {}, column {}: {}",
            self.path.display(),
            self.line,
            self.column,
            self.expected
        )
    }
}

impl std::error::Error for BadInputFile {}

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

fn renderer() -> Renderer {
    if color::on_standard_error() {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}
