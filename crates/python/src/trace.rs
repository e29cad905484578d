//! Rows of a log, each with its reason, as text and for a notebook.

use std::fmt::Write;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::homework::Problem;
use mancala::game::Pit;
use mancala::homework::compare::{SearchPath, describe};
use mancala::homework::{self, Input, answer_to, log_header, row_text};
use mancala::search::{FnObserver, Visit};

/// Rows of a log, each with its reason.
#[pyclass(frozen, module = "mancala_lab")]
#[derive(Debug)]
pub struct Trace {
    /// The number of the row, the row, and its reason.
    #[pyo3(get)]
    rows: Vec<(usize, String, String)>,
    header: &'static str,
    problem: homework::Problem,
}

impl Trace {
    pub fn of(py: Python<'_>, problem: &Problem, first: usize, last: usize) -> PyResult<Self> {
        let header = log_header(problem.algorithm()?);
        let Input::Kalah(problem) = problem.0 else {
            return Err(PyValueError::new_err("a trace is of a game of Kalah"));
        };
        if first == 0 || last < first {
            let message = format!("expected rows from 1 on, first to last, not {first} to {last}");
            return Err(PyValueError::new_err(message));
        }
        let rows = py.detach(|| {
            let (mut rows, mut row, mut path) = (Vec::new(), 0, SearchPath::default());
            let mut take = |visit: &Visit<Pit>| {
                row += 1;
                if row >= first {
                    let meaning = describe(&path.visited(visit), &problem).meaning;
                    rows.push((row, row_text(visit), meaning));
                }
                path.follow(visit);
                row < last
            };
            // It ends where the last row that is wanted has been seen, or with the search.
            let _ = answer_to(&problem, &mut FnObserver(&mut take));
            rows
        });
        Ok(Self { rows, header, problem })
    }
}

#[pymethods]
impl Trace {
    /// The whole search as a page for a browser: HTML to be written to a file.
    fn page(&self) -> String {
        let walk = serde_json::json!({
            "input": self.problem.to_string(),
            "hintOnly": false,
            "log": null,
        });
        page::html(Some(&walk))
    }

    fn __str__(&self) -> String {
        let rows =
            self.rows.iter().map(|(row, text, why)| format!("{row:>8}  {text}\n          {why}\n"));
        rows.collect()
    }

    fn _repr_html_(&self) -> String {
        let cells = |tag: &str, row: &str| {
            row.split(',').map(|cell| format!("<{tag}>{cell}</{tag}>")).collect::<String>()
        };
        let mut html = format!(
            "<table><thead><tr><th></th>{}<th>Reason</th></tr></thead><tbody>",
            cells("th", self.header)
        );
        for (row, text, why) in &self.rows {
            // Writing to a string cannot fail.
            let _ = write!(
                html,
                "<tr><td>{row}</td>{}<td style=\"text-align:left\">{}</td></tr>",
                cells("td", text),
                escaped(why)
            );
        }
        html + "</tbody></table>"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
