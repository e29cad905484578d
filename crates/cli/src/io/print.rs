//! Standard output and standard error: the one place that writes to them, and whether in colour.
//!
//! Whoever reads may stop reading early, as `head` does. That is no fault and stops no work: files
//! are still written, and the program ends with the code that it would have had.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

use clap::{ColorChoice, ValueEnum};
use indicatif::{MultiProgress, ProgressBar};
use serde_json::{Value, json};

use super::error::{BadInputFile, EnvironmentError, Exit, failed};
use crate::options::Format;
#[cfg(feature = "full")]
use grader::report::templates::environment;
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

/// What a template of `templates/` makes of a document, without a final line end; everything is escaped if the
/// name says that it is HTML.
#[cfg(feature = "full")]
pub fn laid_out((name, template): (&str, &str), document: &Value) -> anyhow::Result<String> {
    let document = minijinja::value::Serde(document);
    Ok(environment()?.render_named_str(name, template, document)?)
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
