//! Positions of Kalah.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::border::{rules_named, side_of};
use crate::homework::Problem;
use arena::draw::svg::{self, Labels, Scheme, Style, View};
use arena::draw::{Frame, describe_position, text};
use mancala::game::board::MAX_WIDTH;
use mancala::game::{self, Board, PitName, Position, Side};
use mancala::homework::{self, Input, MAX_CUTOFF, Task};

/// A position of Kalah. It never changes: `play` gives another one.
#[pyclass(frozen, eq, hash, from_py_object, module = "mancala_lab")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kalah(pub game::Kalah);

/// How notebooks draw.
pub fn style() -> PyResult<Style> {
    let scheme = Scheme::named("paper").ok_or_else(|| PyValueError::new_err("no scheme"))?;
    Ok(Style { scheme, view: View::Seeds })
}

impl Kalah {
    fn sow(self, name: &str) -> PyResult<Self> {
        let mover = self.0.mover();
        let named = PitName::parse(name);
        let pit = self.0.moves().find(|&pit| named == Some(PitName(mover, pit)));
        let pit = pit.ok_or_else(|| {
            let why = match self.0.is_over() {
                true => "the game is over".to_owned(),
                false => format!("expected {}", self.moves().join(", ")),
            };
            PyValueError::new_err(format!("{name} is no legal move: {why}"))
        })?;
        Ok(Self(self.0.play(pit)))
    }
}

#[pymethods]
impl Kalah {
    #[new]
    #[pyo3(signature = (rules="usc", pits=6, seeds=4, *, south=None, north=None, stores=(0, 0), mover=1))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        rules: &str,
        pits: usize,
        seeds: u16,
        south: Option<Vec<u16>>,
        north: Option<Vec<u16>>,
        stores: (u32, u32),
        mover: u8,
    ) -> PyResult<Self> {
        let rules = rules_named(py, rules)?;
        let given = south.as_ref().or(north.as_ref()).map_or(pits, Vec::len);
        if !(1..=MAX_WIDTH).contains(&given) {
            let message = format!("a row has 1 to {MAX_WIDTH} pits, not {given}");
            return Err(PyValueError::new_err(message));
        }
        let [south, north] = [south, north].map(|row| row.unwrap_or_else(|| vec![seeds; given]));
        if south.len() != north.len() {
            return Err(PyValueError::new_err("the rows differ in length"));
        }
        let board = Board::new([&south, &north], [stores.0, stores.1]);
        let position = game::Kalah::new(board, rules, side_of(mover)?);
        position.map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The name of the rules, such as "usc" or "uw,capture=home".
    #[getter]
    fn rules(&self) -> String {
        self.0.rules().to_string()
    }

    /// Pits in a row.
    #[getter]
    fn pits(&self) -> usize {
        self.0.board().width()
    }

    /// Player 1's pits B2, B3, .., leftmost first.
    #[getter]
    fn south(&self) -> Vec<u16> {
        self.0.board().row(Side::South).to_vec()
    }

    /// Player 2's pits A2, A3, .., leftmost first.
    #[getter]
    fn north(&self) -> Vec<u16> {
        self.0.board().row(Side::North).to_vec()
    }

    /// Seeds in the stores, player 1's first.
    #[getter]
    fn stores(&self) -> (u32, u32) {
        (self.0.board().store(Side::South), self.0.board().store(Side::North))
    }

    /// The player to move, 1 or 2; of no meaning once the game is over.
    #[getter]
    fn mover(&self) -> u8 {
        self.0.mover().player()
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.0.is_over()
    }

    /// The legal moves by the names of their pits, leftmost first.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let pits: Vec<_> = self.0.moves().collect();
        PitName::of_all(self.0.mover(), &pits)
    }

    /// The position after these sows, one after the other.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: Vec<String>) -> PyResult<Self> {
        moves.iter().try_fold(*self, |here, name| here.sow(name))
    }

    /// The player's store minus the other store.
    #[pyo3(signature = (player=1))]
    fn score(&self, player: u8) -> PyResult<i32> {
        Ok(self.0.score(side_of(player)?))
    }

    /// The homework's question about this position: `task` is greedy, minimax or alpha-beta.
    #[pyo3(signature = (task="alpha-beta", cutoff=4))]
    fn problem(&self, task: &str, cutoff: u32) -> PyResult<Problem> {
        let found = Task::ALL.into_iter().find(|it| it.name() == task);
        let known = found.filter(|&it| it != Task::Competition && cutoff <= MAX_CUTOFF);
        let task = known.ok_or_else(|| {
            PyValueError::new_err(format!(
                "expected the task greedy, minimax or alpha-beta and a cutoff from 0 to {MAX_CUTOFF}"
            ))
        })?;
        Ok(Problem(Input::Kalah(homework::Problem::new(self.0, task, Some(cutoff)))))
    }

    fn __str__(&self) -> String {
        text::grid(self.0.board()) + &describe_position(&self.0)
    }

    fn __repr__(&self) -> String {
        let (rules, mover) = (self.rules(), self.mover());
        let (south, north, stores) = (self.south(), self.north(), self.stores());
        format!(
            "Kalah({rules:?}, south={south:?}, north={north:?}, stores={stores:?}, mover={mover})"
        )
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let title = describe_position(&self.0);
        Ok(svg::still(&Frame::still(&self.0), &Labels::titled(&title), style()?))
    }
}
