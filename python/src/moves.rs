//! Moves, and what may be given for one or for a list of them.

use mondrian_core::puzzle::{self as core, Puzzle as Rules, parse_moves_of};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::errors::value_error;

/// A push of the tile on a cell: `Move("d1L")`. Wherever a move is taken, its text will do.
#[pyclass(frozen, eq, ord, hash, from_py_object, module = "mondrian_puzzles")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Move(pub(crate) core::Move);

#[pymethods]
impl Move {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(value_error)
    }

    /// The cell, such as `d1`.
    #[getter]
    fn cell(&self) -> String {
        self.0.from.to_string()
    }

    /// `U`, `D`, `L` or `R`.
    #[getter]
    const fn direction(&self) -> char {
        self.0.direction.letter()
    }

    /// The row of the cell, from 0.
    #[getter]
    const fn row(&self) -> u8 {
        self.0.from.y
    }

    /// The column of the cell, from 0.
    #[getter]
    const fn column(&self) -> u8 {
        self.0.from.x
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok((py.get_type::<Self>(), (self.0.to_string(),)).into_pyobject(py)?.into_any().unbind())
    }
}

/// A move or the text of one.
#[derive(FromPyObject)]
pub(crate) enum AnyMove {
    Move(Move),
    Text(PyBackedStr),
}

impl AnyMove {
    pub(crate) fn get(&self) -> PyResult<core::Move> {
        match self {
            Self::Move(push) => Ok(push.0),
            Self::Text(text) => text.parse().map_err(value_error),
        }
    }
}

/// A list of moves, or a text with spaces between them.
#[derive(FromPyObject)]
pub(crate) enum AnyMoves {
    Text(PyBackedStr),
    List(Vec<AnyMove>),
}

impl AnyMoves {
    /// Returns the moves; letters alone are moves of the only empty cell of `rules`.
    pub(crate) fn get(&self, rules: &Rules) -> PyResult<Vec<core::Move>> {
        match self {
            Self::Text(text) => parse_moves_of(text, rules).map_err(value_error),
            Self::List(moves) => moves.iter().map(AnyMove::get).collect(),
        }
    }
}

/// Returns moves as objects of Python.
pub(crate) fn moves(moves: &[core::Move]) -> Vec<Move> {
    moves.iter().copied().map(Move).collect()
}

/// Returns the number of a move as an action: (row × width + column) × 4 + direction, directions
/// being U, D, L, R.
pub(crate) fn action_of(push: core::Move, width: u8) -> usize {
    let cell = usize::from(push.from.y) * usize::from(width) + usize::from(push.from.x);
    cell * 4 + push.direction as usize
}

/// Returns the move of an action; `None` when there is no such action.
pub(crate) fn move_of(action: usize, size: core::Size) -> Option<core::Move> {
    let (cell, direction) = (action / 4, core::Direction::ALL[action % 4]);
    let width = usize::from(size.width);
    let from = core::Cell::new(u8::try_from(cell % width).ok()?, u8::try_from(cell / width).ok()?);
    size.contains(from).then(|| core::Move::new(from, direction))
}
