//! Standard output and standard error: the one place that writes to them.
//!
//! Whoever reads may stop reading early, as `head` does. That is no fault and stops no work: files
//! are still written, and the program ends with the code that it would have had.
//!
//! Left out: output files ([`output`](super::output)), and games, which talk with a person.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use super::failure::failed;
use mancala::visible;

/// Prints a result.
///
/// # Errors
/// Standard output cannot take it, and not because nobody reads any more.
pub(crate) fn print(text: impl Display) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    match write!(output, "{text}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(failed("write to", Path::new("standard output"), &error))
        }
        _ => Ok(()),
    }
}

/// Prints a result and ends the line.
///
/// # Errors
/// As for [`print()`].
pub(crate) fn print_line(text: impl Display) -> anyhow::Result<()> {
    print(format_args!("{text}\n"))
}

/// Prints what `write` writes, in large pieces. That nobody reads any more ends it early, and is no
/// fault.
///
/// # Errors
/// As for [`print()`].
pub(crate) fn print_with(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    match write(&mut output).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(failed("write to", Path::new("standard output"), &error))
        }
        _ => Ok(()),
    }
}

/// Says something about the run on standard error, if anybody listens. Names of strangers may stand in it.
pub(crate) fn say(text: impl Display) {
    say_drawn(visible::block(&text.to_string()));
}

/// The same for a text that holds colours, and nothing of strangers that is not shown already.
pub(crate) fn say_drawn(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
