//! Which mistake a program makes, by what it wrote.

use std::collections::BTreeMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::border::{interruptible, wrong_input};
use ::explain::evidence::{End, Evidence, Lines};
use ::explain::find_out;
use mancala::homework::{Input, read};

/// The texts of the state and of the log, where there are any.
type Output = (Option<String>, Option<String>);

/// Names the mistake that explains outputs: a dictionary as `mancala explain --format json` prints it.
#[pyfunction]
pub fn explain<'py>(
    py: Python<'py>,
    outputs: BTreeMap<String, Output>,
    cases: BTreeMap<String, String>,
) -> PyResult<Bound<'py, PyAny>> {
    let (mut evidence, mut has_outputs) = (Vec::new(), false);
    for (name, text) in cases {
        let wrong = |wrong| wrong_input(py, Some(&name), text.as_bytes(), &wrong);
        // The mistakes are those of programs that play Kalah.
        let Input::Kalah(problem) = read(text.as_bytes()).map_err(wrong)? else { continue };
        let lines = |text: &String| Lines::new(text.as_bytes(), false);
        let (state, log) = outputs.get(&name).map_or((None, None), |(state, log)| {
            (state.as_ref().map(lines), log.as_ref().map(lines))
        });
        has_outputs |= state.is_some() || log.is_some();
        evidence.extend(Evidence::new(&name, &problem, End::Normal, state, log));
    }
    if !has_outputs {
        return Err(PyValueError::new_err("no output belongs to any of the cases"));
    }
    let found = interruptible(py, |_| find_out(&evidence).in_words())?;
    let json = serde_json::to_string(&found);
    let json = json.map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (json,))
}
