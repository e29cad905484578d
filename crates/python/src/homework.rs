//! The homework's problems, and their answers.

use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::border::{UntilStopped, interruptible, wrong_input};
use crate::kalah::Kalah;
use crate::nimcala::Nimcala;
use crate::rows::{self, Rows};
use crate::trace::Trace;
use mancala::homework::{
    self, HomeworkPosition, Input, NodeName, OptionalRows, answer_and_log, answer_to,
};
use mancala::search::Algorithm;

/// What an input file asks.
#[pyclass(frozen, eq, module = "mancala_lab")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem(pub Input);

/// The same expression for a problem of either game.
macro_rules! of_either {
    ($input:expr, $problem:ident => $found:expr) => {
        match $input {
            mancala::homework::Input::Kalah($problem) => $found,
            mancala::homework::Input::Nimcala($problem) => $found,
        }
    };
}
pub(crate) use of_either;

#[pymethods]
impl Problem {
    /// greedy, minimax, alpha-beta or competition.
    #[getter]
    fn task(&self) -> &'static str {
        of_either!(&self.0, problem => problem.task.name())
    }

    /// The player to move, 1 or 2.
    #[getter]
    fn player(&self) -> u8 {
        of_either!(&self.0, problem => problem.player().player())
    }

    /// The cutoff depth in turns; None for the end of the game.
    #[getter]
    fn cutoff(&self) -> Option<u32> {
        of_either!(&self.0, problem => problem.cutoff)
    }

    /// The position to begin from.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Input::Kalah(problem) => Ok(Kalah(problem.start()).into_pyobject(py)?.into_any()),
            Input::Nimcala(problem) => Ok(Nimcala(problem.start()).into_pyobject(py)?.into_any()),
        }
    }

    /// The text of the input file.
    fn __str__(&self) -> String {
        of_either!(&self.0, problem => problem.to_string())
    }

    fn __repr__(&self) -> String {
        format!("parse({:?})", self.__str__())
    }
}

impl Problem {
    /// How its log is made.
    ///
    /// # Errors
    /// ValueError for a task without a log.
    pub fn algorithm(&self) -> PyResult<Algorithm> {
        let task = of_either!(&self.0, problem => problem.task);
        task.logged_algorithm()
            .ok_or_else(|| PyValueError::new_err(format!("the task {} has no log", task.name())))
    }
}

/// What is given where a problem is wanted.
#[derive(FromPyObject)]
pub enum Asked {
    Problem(Py<Problem>),
    Text(String),
    Bytes(Vec<u8>),
}

impl Asked {
    pub fn problem(self, py: Python<'_>) -> PyResult<Problem> {
        let bytes = match self {
            Self::Problem(problem) => return Ok(problem.get().clone()),
            Self::Text(text) => text.into_bytes(),
            Self::Bytes(bytes) => bytes,
        };
        let input = homework::read(&bytes).map(Problem);
        input.map_err(|wrong| wrong_input(py, None, &bytes, &wrong))
    }
}

/// Reads the text of an input file.
#[pyfunction]
pub fn parse(py: Python<'_>, text: Asked) -> PyResult<Problem> {
    text.problem(py)
}

/// The answer to a problem.
#[pyclass(frozen, get_all, module = "mancala_lab")]
#[derive(Debug)]
pub struct Answer {
    problem: Problem,
    /// The text of next_state.txt.
    state: String,
    /// The moves of the chosen turn, by name.
    turn: Vec<String>,
    /// The value of the root for the problem's player; None where no turn is possible.
    value: Option<i32>,
    /// Nodes that the search entered.
    nodes: u64,
}

/// Answers a problem, or the text of an input file.
#[pyfunction]
pub fn answer(py: Python<'_>, problem: Asked) -> PyResult<Answer> {
    let problem = problem.problem(py)?;
    of_either!(problem.0, asked => answered(py, asked, problem))
}

fn answered<P>(py: Python<'_>, asked: homework::Problem<P>, problem: Problem) -> PyResult<Answer>
where
    P: HomeworkPosition + Sync,
    P::Board: Send + Sync,
{
    let found = interruptible(py, |stop| {
        answer_to(&asked, &mut UntilStopped(stop)).continue_value().map(|found| Answer {
            problem,
            state: found.next_state(),
            turn: found.turn.iter().map(|it| it.name(asked.player())).collect(),
            value: found.value.finite(),
            nodes: found.nodes,
        })
    })?;
    found.ok_or_else(|| PyKeyboardInterrupt::new_err(()))
}

#[pymethods]
impl Answer {
    /// The rows of the log, found when asked for: (node, depth, value) or (node, depth, value, alpha, beta).
    fn rows(&self) -> PyResult<Rows> {
        Rows::of(&self.problem)
    }

    /// The rows of the log as columns: node is a list of names, the others are arrays that NumPy takes as they are.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        rows::columns(py, &self.problem)
    }

    /// The text of traverse_log.txt; None for a task without a log.
    fn log(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let input = self.problem.0;
        let log = py.detach(|| -> std::io::Result<_> {
            of_either!(&input, problem => Ok(answer_and_log(problem, OptionalRows::Omit)?.1))
        });
        Ok(log?)
    }

    /// Rows first to last of the log, each with its reason; row 1 is the first after the header.
    #[pyo3(signature = (first=1, last=20))]
    fn trace(&self, py: Python<'_>, first: usize, last: usize) -> PyResult<Trace> {
        Trace::of(py, &self.problem, first, last)
    }

    fn __repr__(&self) -> String {
        let value = self.value.map_or("None".to_owned(), |value| value.to_string());
        format!("<Answer turn={:?} value={value} nodes={}>", self.turn, self.nodes)
    }
}
