//! The rows of a log: one after the other while the search runs, or all as columns.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};
use std::vec::IntoIter;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::homework::{Problem, of_either};
use mancala::homework::{NodeName, answer_to};
use mancala::search::{FnObserver, Value, Visit, Window};

fn number(value: Value) -> f64 {
    match value.finite() {
        Some(score) => score.into(),
        None if value == Value::INFINITY => f64::INFINITY,
        None => f64::NEG_INFINITY,
    }
}

/// One row of a log.
#[derive(Debug)]
struct Row {
    node: String,
    depth: u32,
    value: Value,
    window: Option<Window>,
}

impl Row {
    fn of<M: NodeName>(visit: &Visit<M>) -> Self {
        let Visit { made_by, depth, value, window, .. } = *visit;
        let node = made_by.map_or_else(|| "root".to_owned(), |(side, choice)| choice.name(side));
        Self { node, depth, value, window }
    }

    fn as_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let node = self.node.as_str().into_pyobject(py)?.into_any();
        let mut cells = vec![node, self.depth.into_pyobject(py)?.into_any(), cell(py, self.value)?];
        if let Some(window) = self.window {
            cells.extend([cell(py, window.alpha)?, cell(py, window.beta)?]);
        }
        PyTuple::new(py, cells)
    }
}

/// A whole number, or an infinity of floating point.
fn cell(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value.finite() {
        Some(score) => score.into_pyobject(py)?.into_any(),
        None => number(value).into_pyobject(py)?.into_any(),
    })
}

/// An iterator over the rows of a log. The search runs beside it, never far ahead.
#[pyclass(module = "mancala_lab")]
#[derive(Debug)]
pub struct Rows {
    chunk: IntoIter<Row>,
    chunks: Mutex<Receiver<Vec<Row>>>,
}

/// So many rows go from the search to the iterator at once.
const CHUNK: usize = 4096;

impl Rows {
    pub fn of(problem: &Problem) -> PyResult<Self> {
        problem.algorithm()?;
        let (send, chunks) = sync_channel(1);
        let input = problem.0;
        let search = move || {
            let mut chunk = Vec::new();
            of_either!(&input, problem => {
                let mut take = |visit: &Visit<_>| {
                    chunk.push(Row::of(visit));
                    chunk.len() < CHUNK || send.send(std::mem::take(&mut chunk)).is_ok()
                };
                if answer_to(problem, &mut FnObserver(&mut take)).is_continue() {
                    // Nobody may be there any more.
                    drop(send.send(chunk));
                }
            });
        };
        std::thread::Builder::new().spawn(search)?;
        Ok(Self { chunk: Vec::new().into_iter(), chunks: Mutex::new(chunks) })
    }

    /// `None` after the last one.
    fn next_chunk(&self, py: Python<'_>) -> Option<Vec<Row>> {
        py.detach(|| self.chunks.lock().ok()?.recv().ok())
    }
}

#[pymethods]
impl Rows {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if self.chunk.len() == 0 {
            self.chunk = self.next_chunk(py).unwrap_or_default().into_iter();
        }
        self.chunk.next().map(|row| row.as_tuple(py)).transpose()
    }
}

/// The columns of a problem's log by their names in the header, in small letters.
pub fn columns<'py>(py: Python<'py>, problem: &Problem) -> PyResult<Bound<'py, PyDict>> {
    let rows = Rows::of(problem)?;
    let (nodes, mut depths) = (PyList::empty(py), Vec::new());
    let mut numbers: [Vec<f64>; 3] = Default::default();
    while let Some(chunk) = rows.next_chunk(py) {
        py.check_signals()?;
        for Row { node, depth, value, window } in chunk {
            // Equal names are one object.
            nodes.append(PyString::intern(py, &node))?;
            depths.push(depth);
            let ends = window.map(|window| [window.alpha, window.beta]);
            let values = [value].into_iter().chain(ends.into_iter().flatten());
            numbers.iter_mut().zip(values).for_each(|(column, value)| column.push(number(value)));
        }
    }
    let columns = PyDict::new(py);
    columns.set_item("node", nodes)?;
    columns.set_item("depth", array(py, "I", depths.iter().flat_map(|it| it.to_ne_bytes()))?)?;
    let named = ["value", "alpha", "beta"].iter().zip(&numbers);
    for (name, column) in named.filter(|(_, column)| !column.is_empty()) {
        columns.set_item(name, array(py, "d", column.iter().flat_map(|it| it.to_ne_bytes()))?)?;
    }
    Ok(columns)
}

/// An `array.array` of this type: NumPy takes its memory as it is.
fn array<'py>(
    py: Python<'py>,
    code: &str,
    bytes: impl Iterator<Item = u8>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = bytes.collect();
    py.import("array")?.getattr("array")?.call1((code, PyBytes::new(py, &bytes)))
}
