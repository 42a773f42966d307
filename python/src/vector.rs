//! `VectorBoard`: many boards of one level, moved together.

use std::sync::Mutex;

use mondrian_core::puzzle::Random;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::arrays::{array, numbers, write_codes};
use crate::board::{after, is_goal, start};
use crate::errors::value_error;
use crate::moves::{action_of, move_of};
use crate::puzzle::Puzzle;
use crate::search::lock;

/// Many boards of one level, each at its start at first. Actions are numbers as those of `Board`.
#[pyclass(frozen, module = "mondrian_puzzles")]
pub(crate) struct VectorBoard {
    puzzle: Puzzle,
    /// The board with the opening played.
    start: At,
    boards: Mutex<Vec<At>>,
    count: usize,
}

type At = (mondrian_core::puzzle::Position, usize);

impl VectorBoard {
    fn cells_of_one(&self) -> usize {
        self.puzzle.0.rules.size().area()
    }

    /// Returns an array with `each` entries for each board, written by `write`.
    fn arrays<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        shape: &[usize],
        write: impl Fn(&At, &mut [u8]) + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let each: usize = shape.iter().product();
        let bytes = PyByteArray::new_with(py, self.count * each, |bytes| {
            let boards = lock(&self.boards);
            boards
                .iter()
                .zip(bytes.chunks_exact_mut(each))
                .for_each(|(board, own)| write(board, own));
            Ok(())
        })?;
        array(py, bytes.as_any(), kind, &[&[self.count], shape].concat())
    }
}

#[pymethods]
impl VectorBoard {
    #[new]
    fn new(puzzle: &Bound<'_, Puzzle>, count: usize) -> PyResult<Self> {
        if count == 0 {
            return Err(value_error("there is at least one board"));
        }
        let puzzle = puzzle.get().clone();
        let rules = &puzzle.0.rules;
        let opening = rules.opening().iter();
        let start = opening
            .fold(start(rules), |at, &push| after(rules, &at, push).expect("it was replayed"));
        let boards = Mutex::new(vec![start.clone(); count]);
        Ok(Self { puzzle, start, boards, count })
    }

    fn __len__(&self) -> usize {
        self.count
    }

    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// Puts boards back to the start: all, or those where `which`, an array with an entry for each, is true.
    #[pyo3(signature = (which=None))]
    fn reset(&self, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let which = which.map(|which| numbers(which, self.count)).transpose()?;
        let mut boards = lock(&self.boards);
        for (place, board) in boards.iter_mut().enumerate() {
            if which.as_ref().is_none_or(|which| which[place] != 0) {
                board.clone_from(&self.start);
            }
        }
        Ok(())
    }

    /// Makes an action on each board: an array of whole numbers with one for each, of which -1 does nothing.
    /// Returns two arrays: which boards have moved, an action that is not legal moves nothing; and which have
    /// reached the goal. Other threads run meanwhile.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let actions = numbers(actions, self.count)?;
        let rules = &self.puzzle.0.rules;
        let size = rules.size();
        let most = 4 * size.area() as i64;
        if let Some(action) = actions.iter().find(|&&action| action >= most || action < -1) {
            return Err(PyIndexError::new_err(format!("there is no action {action}")));
        }
        let (mut moved, mut goals) = (vec![0_u8; self.count], vec![0_u8; self.count]);
        py.detach(|| {
            let mut boards = lock(&self.boards);
            for (place, board) in boards.iter_mut().enumerate() {
                let push =
                    usize::try_from(actions[place]).ok().and_then(|action| move_of(action, size));
                if let Some(next) = push.and_then(|push| after(rules, board, push)) {
                    *board = next;
                    moved[place] = 1;
                }
                goals[place] = u8::from(is_goal(rules, board));
            }
        });
        let flags =
            |flags: &[u8]| array(py, PyByteArray::new(py, flags).as_any(), "bool", &[self.count]);
        Ok((flags(&moved)?, flags(&goals)?))
    }

    /// The cells of all boards: boards × rows × columns, codes as in `Board.cells`.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (rules, size) = (&self.puzzle.0.rules, self.puzzle.0.rules.size());
        let shape = [size.height.into(), size.width.into()];
        self.arrays(py, "uint8", &shape, |at, codes| write_codes(rules.board(), &at.0, codes))
    }

    /// How often numbered tiles must still be pushed: boards × rows × columns, 0 for all others.
    #[getter]
    fn pushes_left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.puzzle.0.rules.size();
        let shape = [size.height.into(), size.width.into()];
        self.arrays(py, "uint8", &shape, |at, left| {
            left.iter_mut().zip(size.cells()).for_each(|(left, cell)| *left = at.0.left(cell));
        })
    }

    /// How many waypoints are behind each board.
    #[getter]
    fn waypoints_passed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrays(py, "uint8", &[1], |at, passed| passed[0] = at.1 as u8)?.call_method0("ravel")
    }

    /// Which actions are legal: boards × actions, 0 or 1.
    #[getter]
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = &self.puzzle.0.rules;
        self.arrays(py, "int8", &[4 * self.cells_of_one()], |at, mask| {
            mask.fill(0);
            for push in rules.moves(&at.0) {
                mask[action_of(push, rules.size().width)] = 1;
            }
        })
    }

    /// Returns a legal action for each board, at random; -1 where there is none.
    fn sample<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let rules = &self.puzzle.0.rules;
        let mut random = Random::new(seed);
        let mut bytes = Vec::with_capacity(8 * self.count);
        for at in lock(&self.boards).iter() {
            let legal = rules.moves(&at.0);
            let action = random
                .choice(&legal)
                .map_or(-1, |&push| action_of(push, rules.size().width) as i64);
            bytes.extend_from_slice(&action.to_ne_bytes());
        }
        array(py, PyBytes::new(py, &bytes).as_any(), "int64", &[self.count])?.call_method0("copy")
    }
}
