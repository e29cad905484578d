//! Positions of Nimcala.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::border::side_of;
use crate::kalah::style;
use arena::draw::{svg, text};
use mancala::game::Position;
use mancala::nimcala::{self, Method, Outcome, Take, TokenRow};

/// A position of Nimcala. It never changes: `play` gives another one.
#[pyclass(frozen, eq, hash, from_py_object, module = "mancala_lab")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nimcala(pub nimcala::Nimcala);

/// A pit, counted from 1, and how many tokens are taken.
type Move = (usize, u32);

fn as_move(take: Take) -> Move {
    (take.pit() + 1, take.count())
}

#[pymethods]
impl Nimcala {
    #[new]
    #[pyo3(signature = (pits=4, tokens=5, *, row=None, mover=1))]
    fn new(pits: usize, tokens: u32, row: Option<Vec<u32>>, mover: u8) -> PyResult<Self> {
        let row = match row {
            Some(row) => TokenRow::new(&row),
            // A row of more pits is refused before it is made.
            None => TokenRow::opening(pits.min(nimcala::MAX_PITS + 1), tokens),
        };
        let row = row.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self(nimcala::Nimcala::new(row, side_of(mover)?)))
    }

    /// Tokens in the pits, pit 1 first.
    #[getter]
    fn row(&self) -> Vec<u16> {
        self.0.row().tokens().to_vec()
    }

    /// The player to move, 1 or 2.
    #[getter]
    fn mover(&self) -> u8 {
        self.0.mover().player()
    }

    /// Whether all tokens are gone: then the player to move has lost.
    #[getter]
    fn over(&self) -> bool {
        self.0.is_over()
    }

    /// The legal moves as (pit, tokens); pits count from 1.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.0.moves().map(as_move).collect()
    }

    /// The position after this many tokens of this pit are sown.
    fn play(&self, pit: usize, tokens: u32) -> PyResult<Self> {
        let take = self.0.moves().find(|&take| as_move(take) == (pit, tokens));
        let take = take.ok_or_else(|| {
            PyValueError::new_err(format!("({pit}, {tokens}) is no legal move on {}", self.0.row()))
        })?;
        Ok(Self(self.0.play(take)))
    }

    /// 1 if the player has won, -1 if the player has lost, 0 before the end.
    #[pyo3(signature = (player=1))]
    fn score(&self, player: u8) -> PyResult<i32> {
        Ok(self.0.score(side_of(player)?))
    }

    /// Who wins, in how many moves, by which moves, and a game of best play.
    fn solve<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let start = self.0;
        let solution = py.detach(|| Method::Ranks.solve(start, 0));
        let solution = solution.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let moves = |all: Vec<Take>| all.into_iter().map(as_move).collect::<Vec<_>>();
        let found = PyDict::new(py);
        found.set_item("wins", solution.prospect.outcome == Outcome::Win)?;
        found.set_item("moves", solution.prospect.moves)?;
        found.set_item("winning", moves(solution.winning().collect()))?;
        found.set_item("line", solution.line.map(moves))?;
        Ok(found)
    }

    fn __str__(&self) -> String {
        text::token_row(self.0.row())
    }

    fn __repr__(&self) -> String {
        format!("Nimcala(row={:?}, mover={})", self.row(), self.mover())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(svg::token_row(&self.0, &format!("Nimcala: {}", self.0.row()), style()?))
    }
}
