//! What goes wrong becomes an exception, and what takes long can be ended.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use mancala::game::{Rules, Side};
use mancala::homework::input::{InputError as Wrong, line_and_column};
use mancala::search::{Observer, Visit};
use mancala::solve::Control;

create_exception!(
    mancala_lab,
    InputError,
    PyValueError,
    "A text that is no input or no name of rules; `line` and `column` count from 1."
);

/// The exception for `text` of a case or of no name, which is wrong at the bytes `span`.
fn input_error(
    py: Python<'_>,
    case: Option<&str>,
    text: &str,
    span: Range<usize>,
    why: &str,
) -> PyErr {
    let (line, column) = line_and_column(text, span.start);
    let begin = text[..span.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let shown = text[begin..].split(['\n', '\r']).next().unwrap_or_default();
    let caret = " ".repeat(column - 1) + &"^".repeat(text[span].chars().count().max(1));
    let case = case.map_or_else(String::new, |case| format!("{case}: "));
    let message = format!("{case}line {line}, column {column}: {why}\n  {shown}\n  {caret}");
    let error = InputError::new_err(message);
    let value = error.value(py);
    let placed = value.setattr("line", line).and_then(|()| value.setattr("column", column));
    placed.err().unwrap_or(error)
}

/// What is wrong with an input file.
pub fn wrong_input(py: Python<'_>, case: Option<&str>, bytes: &[u8], wrong: &Wrong) -> PyErr {
    let why = wrong.expected.to_string();
    match std::str::from_utf8(bytes) {
        Ok(text) => input_error(py, case, text, wrong.span.clone(), &why),
        Err(_) => {
            let good = String::from_utf8_lossy(&bytes[..wrong.span.start.min(bytes.len())]);
            input_error(py, case, &good, good.len()..good.len(), &why)
        }
    }
}

/// The rules of Kalah that have this name.
pub fn rules_named(py: Python<'_>, name: &str) -> PyResult<Rules> {
    name.parse::<Rules>()
        .map_err(|wrong| input_error(py, None, name, wrong.span.clone(), &wrong.to_string()))
}

/// The side of player 1 or 2.
pub fn side_of(player: u8) -> PyResult<Side> {
    let side = Side::BOTH.into_iter().find(|side| side.player() == player);
    side.ok_or_else(|| PyValueError::new_err(format!("expected player 1 or 2, not {player}")))
}

/// Does `work` in a thread of its own with the interpreter released. Ctrl-C sets the flag that `work` is
/// given, and is raised when it has ended.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    const LOOK: Duration = Duration::from_millis(50);
    let stop = AtomicBool::new(false);
    py.detach(|| {
        std::thread::scope(|scope| {
            let (tell, told) = mpsc::channel();
            let stop = &stop;
            // Nobody is told where the wait has ended by Ctrl-C.
            let work = move || drop(tell.send(work(stop)));
            std::thread::Builder::new().spawn_scoped(scope, work)?;
            loop {
                match told.recv_timeout(LOOK) {
                    Ok(found) => return Ok(found),
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())
                        .inspect_err(|_| stop.store(true, Relaxed))?,
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the search came to no end"));
                    }
                }
            }
        })
    })
}

/// Ends a search whose flag is set.
pub struct UntilStopped<'a>(pub &'a AtomicBool);

impl Control for UntilStopped<'_> {
    fn stop(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl<M> Observer<M> for UntilStopped<'_> {
    type Stop = ();

    #[inline(always)]
    fn visit(&mut self, _: &Visit<M>) -> ControlFlow<()> {
        if self.0.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
