//! Levels that are made: generated from a recipe, or out of another one by single strokes. They are made
//! on other threads and handed out one after the other.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use mondrian_core::puzzle::{Cell, Draft, Size, StrokeKind, Symmetry};
use mondrian_core::search::allowance;
use mondrian_core::search::evolve::{Aims, Event};
use mondrian_core::search::generate::{Generated, Recipe};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::puzzle::Puzzle;
use crate::search::{SLICE, lock};

/// Levels made ahead of those that are asked for.
const AHEAD: usize = 16;

/// A level that was made, and proved to have so many moves.
#[pyclass(frozen, get_all, module = "mondrian_puzzles")]
#[derive(Clone)]
pub(crate) struct Made {
    /// The level, with its best solution.
    puzzle: Puzzle,
    /// Moves of it, proved.
    moves: u32,
    /// Its place in the series of the seed, from 1; None of one that evolved.
    number: Option<u32>,
    /// Boards or strokes that were tried until it came.
    tried: u64,
    /// How many solutions are as short; None where it was not counted.
    shortest_solutions: Option<u128>,
    /// Counter-intuitive moves of the solution; None where they were not counted.
    counter_intuitive: Option<usize>,
    /// Positions that can be reached; None where they were not counted.
    positions: Option<u64>,
    /// Of these, positions from which the goal cannot be reached any more.
    dead: Option<u64>,
}

#[pymethods]
impl Made {
    fn __repr__(&self) -> String {
        format!("<Made: {} moves, {}>", self.moves, self.puzzle.to_code())
    }
}

impl Made {
    fn evolved(draft: Draft, moves: u32, tried: u64) -> PyResult<Self> {
        let (number, shortest_solutions, counter_intuitive) = (None, None, None);
        let (positions, dead, puzzle) = (None, None, Puzzle::of(draft)?);
        Ok(Self {
            puzzle,
            moves,
            number,
            tried,
            shortest_solutions,
            counter_intuitive,
            positions,
            dead,
        })
    }

    fn generated(level: Generated) -> PyResult<Self> {
        let rating = level.rating;
        Ok(Self {
            puzzle: Puzzle::of(level.draft)?,
            moves: rating.moves,
            number: Some(level.number + 1),
            tried: level.attempts.into(),
            shortest_solutions: rating.shortest_solutions,
            counter_intuitive: Some(rating.counter_intuitive),
            positions: rating.positions,
            dead: rating.dead,
        })
    }
}

/// An iterator over levels that are being made. What is no longer wanted is no longer made.
#[pyclass(frozen, module = "mondrian_puzzles")]
pub(crate) struct Levels {
    made: Mutex<Receiver<PyResult<Made>>>,
    stop: Arc<AtomicBool>,
}

impl Levels {
    /// Makes levels on a thread: `make` hands them to the sender until the flag is true.
    fn new(
        make: impl FnOnce(&SyncSender<PyResult<Made>>, &Arc<AtomicBool>) + Send + 'static,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, made) = sync_channel(AHEAD);
        let watched = Arc::clone(&stop);
        std::thread::spawn(move || make(&sender, &watched));
        Self { made: Mutex::new(made), stop }
    }
}

impl Drop for Levels {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Levels {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Made>> {
        loop {
            match py.detach(|| lock(&self.made).recv_timeout(SLICE)) {
                Ok(made) => return made.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// Makes no more levels; those that are made already still come.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

pub(crate) fn evolve(
    puzzle: &Puzzle,
    moves: RangeInclusive<u32>,
    seed: u64,
    (strokes, states, threads): (Option<u64>, Option<u64>, Option<usize>),
    keep: &[String],
    change: Option<Vec<String>>,
) -> PyResult<Levels> {
    if moves.is_empty() {
        return Err(value_error("the most moves are fewer than the least"));
    }
    let mut aims = Aims::new(moves, seed);
    aims.strokes = strokes;
    aims.states = states.unwrap_or(aims.states);
    aims.pinned = keep
        .iter()
        .map(|cell| cell.parse::<Cell>())
        .collect::<Result<_, _>>()
        .map_err(value_error)?;
    if let Some(kinds) = change {
        let kinds = kinds.iter().map(|kind| kind.parse::<StrokeKind>());
        aims.kinds = kinds.collect::<Result<_, _>>().map_err(value_error)?;
    }
    let threads = threads.unwrap_or_else(allowance::threads).max(1);
    let draft = puzzle.0.draft.clone();
    Ok(Levels::new(move |sender, stop| {
        mondrian_core::search::evolve::evolve(&draft, &aims, None, threads, stop, |event| {
            if let Event::Kept(level) = event
                && sender.send(Made::evolved(level.draft, level.moves, level.strokes)).is_err()
            {
                stop.store(true, Ordering::Relaxed);
            }
        });
    }))
}

/// Returns an iterator over `count` levels of a wanted size and difficulty, solvable and rated, from the
/// `first` of the endless list of their seed. One that no board offers is left out.
#[pyfunction]
#[pyo3(signature = (count=1, *, first=1, width=5, height=5, tiles=3, colours=None, walls=4, passes=0, thin_walls=0,
    mirrored=(false, false), floating=false, moves=(8, 12), seed=1, attempts=200, positions=1_000_000,
    threads=None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn generate(
    count: u32,
    first: u32,
    width: u8,
    height: u8,
    tiles: usize,
    colours: Option<usize>,
    walls: usize,
    passes: usize,
    thin_walls: usize,
    mirrored: (bool, bool),
    floating: bool,
    moves: (u32, u32),
    seed: u64,
    attempts: u32,
    positions: u64,
    threads: Option<usize>,
) -> PyResult<Levels> {
    let recipe = Recipe {
        size: Size::new(width, height),
        tiles,
        colours: colours.unwrap_or(tiles),
        walls,
        passes,
        thin_walls,
        symmetry: Symmetry { left_right: mirrored.0, up_down: mirrored.1 },
        floating,
        moves: moves.0..=moves.1,
        seed,
        attempts,
        positions,
    };
    recipe.check().map_err(value_error)?;
    let first =
        first.checked_sub(1).ok_or_else(|| value_error("the first level has the number 1"))?;
    let end =
        first.checked_add(count).ok_or_else(|| value_error("there are no so high numbers"))?;
    let threads = threads.unwrap_or_else(allowance::threads).max(1);
    Ok(Levels::new(move |sender, stop| {
        // They are ready in any order, and handed out in that of their numbers.
        let waiting = Mutex::new((first, BTreeMap::new()));
        let made = |number, level: Option<Generated>| {
            let (next, levels) = &mut *lock(&waiting);
            levels.insert(number, level);
            while let Some(level) = levels.remove(next) {
                *next += 1;
                if level.is_some_and(|level| sender.send(Made::generated(level)).is_err()) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        let done =
            mondrian_core::search::generate::generate(&recipe, first..end, threads, stop, made);
        done.expect("the recipe has been checked");
    }))
}
