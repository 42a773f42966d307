//! `Board`: a board in play, in the manner of python-chess.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use mondrian_core::puzzle::{self as core, Layout, TileKind, layout_text};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict};

use crate::arrays::{array, write_codes};
use crate::errors::{illegal, value_error};
use crate::moves::{AnyMove, Move, action_of, move_of, moves};
use crate::puzzle::{Level, Puzzle};
use crate::result::Outcome;
use crate::search::Search;
use crate::svg;

/// A position, and how many waypoints are behind it.
type At = (core::Position, usize);

/// A board in play: `legal_moves`, `push`, `pop`.
#[pyclass(module = "mondrian_puzzles")]
#[derive(Clone)]
pub(crate) struct Board {
    puzzle: Puzzle,
    now: At,
    before: Vec<(core::Move, At)>,
}

impl Board {
    pub(crate) fn at_start(puzzle: &Puzzle) -> Self {
        let mut board =
            Self { puzzle: puzzle.clone(), now: start(&puzzle.0.rules), before: Vec::new() };
        for &push in puzzle.0.rules.opening() {
            board.make(push).expect("the opening has been replayed");
        }
        board
    }

    fn rules(&self) -> &core::Puzzle {
        &self.puzzle.0.rules
    }

    fn after(&self, push: core::Move) -> PyResult<At> {
        let next = after(self.rules(), &self.now, push);
        next.ok_or_else(|| illegal(format_args!("{push} is not legal here")))
    }

    fn make(&mut self, push: core::Move) -> PyResult<()> {
        let after = self.after(push)?;
        self.before.push((push, std::mem::replace(&mut self.now, after)));
        Ok(())
    }

    /// Returns what is left of the level. Its draft is there to be drawn: that numbered tiles have been
    /// pushed cannot be written down.
    fn rest(&self) -> Puzzle {
        let mut draft = self.puzzle.0.draft.with_start(&self.now.0);
        draft.waypoints.drain(..self.now.1);
        let rules = self.rules().rest(self.now.0.clone(), self.now.1);
        Puzzle(Arc::new(Level { draft, rules }))
    }

    fn move_of_action(&self, action: usize) -> PyResult<core::Move> {
        let found = move_of(action, self.rules().size());
        found.ok_or_else(|| PyIndexError::new_err(format!("there is no action {action}")))
    }
}

/// Returns where a level begins.
pub(crate) fn start(rules: &core::Puzzle) -> At {
    let position = rules.start().clone();
    let passed = rules.waypoints_passed(0, &position);
    (position, passed)
}

/// Returns where a move leads; `None` when it is not legal.
pub(crate) fn after(rules: &core::Puzzle, at: &At, push: core::Move) -> Option<At> {
    let next = rules.apply(&at.0, push)?;
    let passed = rules.waypoints_passed(at.1, &next);
    Some((next, passed))
}

/// Says whether the goal is reached there, and all waypoints are passed.
pub(crate) fn is_goal(rules: &core::Puzzle, at: &At) -> bool {
    at.1 == rules.waypoints().len() && rules.goal().is_reached(&at.0)
}

#[pymethods]
impl Board {
    #[new]
    fn new(puzzle: &Bound<'_, Puzzle>) -> Self {
        Self::at_start(puzzle.get())
    }

    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// The legal moves: tile by tile, row by row, each up, down, left, right.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        moves(&self.rules().moves(&self.now.0))
    }

    /// The legal moves as actions: (row × width + column) × 4 + direction.
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        let width = self.puzzle.width();
        let legal = self.rules().moves(&self.now.0);
        legal.into_iter().map(|push| action_of(push, width)).collect()
    }

    /// Returns the action of a move, legal or not.
    fn action_of(&self, push: AnyMove) -> PyResult<usize> {
        let push = push.get()?;
        if !self.rules().size().contains(push.from) {
            return Err(PyIndexError::new_err(format!("{} lies outside the board", push.from)));
        }
        Ok(action_of(push, self.puzzle.width()))
    }

    /// Returns the move of an action, legal or not.
    fn move_of(&self, action: usize) -> PyResult<Move> {
        self.move_of_action(action).map(Move)
    }

    fn is_legal(&self, push: AnyMove) -> PyResult<bool> {
        Ok(self.rules().landing(&self.now.0, push.get()?).is_some())
    }

    /// Makes a move. Raises `IllegalMove` when it moves nothing.
    fn push(&mut self, push: AnyMove) -> PyResult<()> {
        self.make(push.get()?)
    }

    /// Makes the move of an action.
    fn push_action(&mut self, action: usize) -> PyResult<()> {
        self.make(self.move_of_action(action)?)
    }

    /// Takes the last move back and returns it; the opening stays.
    fn pop(&mut self) -> PyResult<Move> {
        if self.before.len() <= self.rules().opening().len() {
            return Err(PyIndexError::new_err("there is no move to take back"));
        }
        let (push, before) = self.before.pop().expect("there is one");
        self.now = before;
        Ok(Move(push))
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The moves made, the opening included.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.before.iter().map(|&(push, _)| Move(push)).collect()
    }

    /// Whether the goal is reached, after all waypoints.
    #[getter]
    fn is_goal(&self) -> bool {
        is_goal(self.rules(), &self.now)
    }

    #[getter]
    const fn waypoints_passed(&self) -> usize {
        self.now.1
    }

    /// How often numbered tiles must still be pushed, by their cells.
    #[getter]
    fn pushes_left(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let left = PyDict::new(py);
        for (cell, colour) in self.now.0.tiles() {
            if matches!(self.rules().kinds().of(colour), TileKind::Numbered(_)) {
                left.set_item(cell.to_string(), self.now.0.left(cell))?;
            }
        }
        Ok(left.unbind())
    }

    /// The cells as an array of rows × columns: 0 empty, 1 wall, k + 2 the k-th colour of `puzzle.symbols`.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.now.0.size();
        let codes = PyByteArray::new_with(py, size.area(), |codes| {
            write_codes(self.rules().board(), &self.now.0, codes);
            Ok(())
        })?;
        array(py, codes.as_any(), "uint8", &[size.height.into(), size.width.into()])
    }

    /// One plane of 0 and 1 for each code that a cell may have: codes × rows × columns.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (size, codes) = (self.now.0.size(), self.puzzle.0.draft.palette.len() + 2);
        let mut cells = vec![0; size.area()];
        write_codes(self.rules().board(), &self.now.0, &mut cells);
        let mut planes = vec![0_u8; codes * size.area()];
        for (place, &code) in cells.iter().enumerate() {
            planes[usize::from(code) * size.area() + place] = 1;
        }
        let shape = [codes, size.height.into(), size.width.into()];
        array(py, PyByteArray::new(py, &planes).as_any(), "uint8", &shape)
    }

    /// The codes of the cells, row by row.
    fn tobytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, self.now.0.size().area(), |codes| {
            write_codes(self.rules().board(), &self.now.0, codes);
            Ok(())
        })
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(value_error("a board is always copied into an array"));
        }
        let cells = self.cells(py)?;
        dtype.map_or_else(|| Ok(cells.clone()), |dtype| cells.call_method1("astype", (dtype,)))
    }

    /// Returns what is left of the level from here, as a level of its own.
    fn to_puzzle(&self) -> PyResult<Puzzle> {
        let rest = self.rest();
        let same = core::Puzzle::try_from(&rest.0.draft).is_ok_and(|read| read == rest.0.rules);
        let has_pushed = "numbered tiles have been pushed, which no level can say";
        if same { Ok(rest) } else { Err(value_error(has_pushed)) }
    }

    /// Solves what is left from here; see `Puzzle.solve`.
    #[pyo3(signature = (**options))]
    fn solve(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Outcome> {
        Search::new(&self.rest(), options)?.run(py)
    }

    /// The board as a picture; see `Puzzle.to_svg`.
    #[pyo3(signature = (cell=28, theme="auto"))]
    fn to_svg(&self, cell: u32, theme: &str) -> PyResult<String> {
        svg::board(&self.puzzle.0.draft, &self.now.0, cell, theme.parse()?)
    }

    fn _repr_html_(&self) -> PyResult<String> {
        self.to_svg(28, "auto")
    }

    fn __str__(&self) -> String {
        layout_text(&self.puzzle.0.draft.with_start(&self.now.0), Layout::Start)
    }

    fn __repr__(&self) -> String {
        format!("<Board after {} moves\n{}>", self.before.len(), self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let is_same = |other: &Self| {
            let (one, other_level) = (&self.puzzle.0, &other.puzzle.0);
            other.now == self.now
                && (Arc::ptr_eq(one, other_level) || one.rules == other_level.rules)
        };
        other.cast::<Self>().is_ok_and(|other| is_same(&other.borrow()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.now.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let replay = py.get_type::<Self>().getattr("_replay")?;
        let own = (self.puzzle.clone(), self.move_stack());
        Ok((replay, own).into_pyobject(py)?.into_any().unbind())
    }

    #[staticmethod]
    fn _replay(puzzle: &Bound<'_, Puzzle>, moves: Vec<Move>) -> PyResult<Self> {
        let mut board = Self::at_start(puzzle.get());
        let opening = board.before.len();
        moves.iter().skip(opening).try_for_each(|push| board.make(push.0))?;
        Ok(board)
    }
}
