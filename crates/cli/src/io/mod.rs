//! Between the program and the world: files, the terminal, and here standard output and standard error, which nothing
//! else writes to, and how the program ends: errors and exit codes.
//!
//! Whoever reads may stop reading early, as `head` does. That is no fault and stops no work: files
//! are still written, and the program ends with the code that it would have had.
//!
//! An error in an input file or a record is drawn with its line and a caret.

pub mod input;
pub mod output;
pub mod progress;

pub use input::{parse_input, parse_record, read_file, read_input, read_on_disk, read_piped_log};
pub use output::{
    Draft, NewFolder, Outputs, interrupted, listen_for_interrupt, write_file,
    write_file_unless_read,
};
pub use progress::{Budget, UntilInterrupted, bar, begin_part, from_now};

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use clap::{ColorChoice, ValueEnum};
use indicatif::{MultiProgress, ProgressBar};
use serde_json::{Value, json};

use crate::options::Format;
#[cfg(feature = "full")]
use grader::report::templates::environment;
use mancala::homework::input::{InputError, InputExpected};
use mancala::visible;

/// All that is shown of the work, on standard error; hidden if that is no terminal.
static SHOWN: OnceLock<MultiProgress> = OnceLock::new();

pub fn show(bar: ProgressBar) -> ProgressBar {
    SHOWN.get_or_init(MultiProgress::new).add(bar)
}

/// Does something that prints; nothing is shown meanwhile.
fn while_hidden<T>(print: impl FnOnce() -> T) -> T {
    match SHOWN.get() {
        Some(shown) => shown.suspend(print),
        None => print(),
    }
}

/// Prints a result.
///
/// # Errors
/// Standard output cannot take it, and not because nobody reads any more.
pub fn print(text: impl Display) -> anyhow::Result<()> {
    while_hidden(|| print_with(|output| write!(output, "{text}")))
}

pub fn print_line(text: impl Display) -> anyhow::Result<()> {
    print(format_args!("{text}\n"))
}

/// Prints what `write` writes, in large pieces. That nobody reads any more ends it early, and is no fault.
pub fn print_with(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    match write(&mut output).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(failed("write to", Path::new("standard output"), &error))
        }
        _ => Ok(()),
    }
}

/// The columns of the terminal that standard output is, if it is one.
pub fn terminal_width() -> Option<usize> {
    Some(terminal_size::terminal_size_of(io::stdout())?.0.0.into())
}

/// The version of all documents in JSON; within one, fields are only added.
const FORMAT_VERSION: u32 = 1;

/// A document in JSON: the version of its format, then what is in it.
pub fn versioned(document: &Value) -> Value {
    let mut all = json!({ "format_version": FORMAT_VERSION });
    if let (Some(all), Some(fields)) = (all.as_object_mut(), document.as_object()) {
        all.extend(fields.clone());
    }
    all
}

pub fn print_json(document: &Value) -> anyhow::Result<()> {
    print_line(versioned(document))
}

pub fn print_as(
    format: Format,
    text: impl FnOnce() -> String,
    document: impl FnOnce() -> Value,
) -> anyhow::Result<()> {
    match format {
        Format::Text => print(text()),
        Format::Json => print_json(&document()),
    }
}

/// What a template of `templates/` makes of a document, without a final line end; one named as HTML escapes all.
#[cfg(feature = "full")]
pub fn laid_out((name, template): (&str, &str), document: &Value) -> anyhow::Result<String> {
    let document = minijinja::value::Serde(document);
    Ok(environment()?.render_named_str(name, template, document)?)
}

/// Prints a document as such a template lays it out, or in JSON.
#[cfg(feature = "full")]
pub fn print_laid_out(
    format: Format,
    template: (&str, &str),
    document: &Value,
) -> anyhow::Result<()> {
    match format {
        Format::Text => print_line(laid_out(template, document)?),
        Format::Json => print_json(document),
    }
}

/// Says something about the run on standard error, if anybody listens. Names that others chose may stand in it.
pub fn say(text: impl Display) {
    say_drawn(visible::block(&text.to_string()));
}

/// The same for a text that holds colours, and nothing of others that is not made visible already.
pub fn say_drawn(text: impl Display) {
    let _ = while_hidden(|| writeln!(io::stderr().lock(), "{text}"));
}

/// Says on standard error what may be wrong and stops nothing, in JSON where results are asked for in JSON.
pub fn warn(text: impl Display) {
    match tells_json() {
        true => say_drawn(versioned(&json!({ "warning": text.to_string() }))),
        false => say(format_args!("warning: {text}")),
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
        Some(bad) => say_drawn(bad.render(is_coloured())),
        None => say(format_args!("error: {error:#}")),
    }
    exit
}

/// Says an error in JSON: what happened, what to type instead, and the place if it is one in a file.
pub fn say_json(sentence: &str, place: Option<Value>, exit: Exit) {
    let parts = sentence.split_once("\nhelp: ");
    let (sentence, help) = (parts.map_or(sentence, |it| it.0), parts.map(|it| it.1));
    say_drawn(versioned(&json!({
        "error": sentence, "help": help, "place": place, "exit_code": exit.code(),
    })));
}

static CHOICE: OnceLock<(ColorChoice, Format)> = OnceLock::new();

/// Takes what `--color` and `--format` say among the arguments of a process, which is not parsed yet: the help
/// has colours, and a mistake in the arguments is told in this format too.
pub fn choose(arguments: &[OsString]) -> ColorChoice {
    CHOICE.get_or_init(|| (asked_for(arguments, "--color"), asked_for(arguments, "--format"))).0
}

/// Whether errors are told in JSON: where results are asked for in JSON.
pub fn tells_json() -> bool {
    CHOICE.get().is_some_and(|(_, format)| *format == Format::Json)
}

fn asked_for<T: ValueEnum + Default>(arguments: &[OsString], name: &str) -> T {
    option(arguments, name).and_then(|it| T::from_str(it, false).ok()).unwrap_or_default()
}

/// What follows this option, in the same word or in the next.
fn option<'a>(arguments: &'a [OsString], name: &str) -> Option<&'a str> {
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        match word.strip_prefix(name) {
            Some("") => return words.next(),
            Some(rest) if rest.starts_with('=') => return Some(&rest[1..]),
            _ => {}
        }
    }
    None
}

/// Whether what is said on standard error is coloured.
fn is_coloured() -> bool {
    match CHOICE.get().map(|(color, _)| color) {
        Some(ColorChoice::Always) => true,
        Some(ColorChoice::Never) => false,
        _ => {
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !unwanted && std::io::stderr().is_terminal()
        }
    }
}

/// The codes that the program ends with, the more serious one the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    Success = 0,
    /// The work was done and something differs.
    Different = 1,
    /// The arguments or an input file are wrong.
    BadInput = 2,
    /// The environment failed, such as a full disk; or the grader did, and left cases ungraded.
    Failure = 3,
    Interrupted = 130,
}

pub const EXIT_CODES: &str = "\
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

/// An error that ends the program with [`Exit::Failure`]; every other error is [`Exit::BadInput`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct EnvironmentError(pub String);

/// "cannot write out/next_state.txt: No space left on device".
pub fn failed(what: &str, path: &Path, error: &io::Error) -> anyhow::Error {
    // Where the cause has a path too, it is a temporary one.
    let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    EnvironmentError(format!("cannot {what} {}: {why}", path.display())).into()
}

/// "cannot read input.txt: No such file or directory", of a file that the user named.
pub fn cannot_read(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow::anyhow!("cannot read {}: {error}", path.display())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_as_asked_for() {
        for (line, choice) in [
            ("mancala run", ColorChoice::Auto),
            ("mancala run --color never", ColorChoice::Never),
            ("mancala --color=always check", ColorChoice::Always),
            ("mancala --color", ColorChoice::Auto),
        ] {
            let words: Vec<_> = line.split(' ').map(OsString::from).collect();
            assert_eq!(asked_for::<ColorChoice>(&words, "--color"), choice, "{line}");
        }
    }
}
