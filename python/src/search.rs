//! `Search`: a search under way, an iterator over better and better solutions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mondrian_core::search::{self as engine, Status};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::moves::{Move, moves};
use crate::options::Asked;
use crate::puzzle::Puzzle;
use crate::result::{Outcome, Timing};

/// How often Python's signals are looked at.
pub(crate) const SLICE: Duration = Duration::from_millis(20);

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A better solution, as a search finds it.
#[pyclass(frozen, get_all, eq, module = "mondrian_puzzles")]
#[derive(Clone, PartialEq)]
pub(crate) struct Found {
    /// Its moves, the opening included.
    moves: u32,
    /// No solution has fewer moves, as was proved by then.
    lower_bound: u32,
    solution: Vec<Move>,
    /// Time spent searching by then.
    seconds: f64,
    /// States expanded by then.
    expanded: u64,
}

#[pymethods]
impl Found {
    fn __repr__(&self) -> String {
        format!(
            "<Found: {} moves, at least {}, {:.2} s>",
            self.moves, self.lower_bound, self.seconds
        )
    }
}

/// What one thread at a time works on.
struct Work {
    search: engine::Search,
    /// Solutions handed out.
    told: usize,
}

/// A search under way.
#[pyclass(frozen, module = "mondrian_puzzles")]
pub(crate) struct Search {
    puzzle: Puzzle,
    work: Mutex<Work>,
    /// A snapshot, which is there while another thread searches.
    progress: Mutex<engine::Progress>,
    stop: Arc<AtomicBool>,
}

impl Search {
    pub(crate) fn new(puzzle: &Puzzle, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let level = &puzzle.0;
        let asked = Asked::new(options, &level.rules)?;
        let known = asked.known(level)?;
        let mut search = engine::Search::new(&level.rules, &asked.options);
        let stop = Arc::new(AtomicBool::new(false));
        search.cancel_when(Arc::clone(&stop));
        if let Some(moves) = known {
            search.tell(moves).expect("it has been replayed");
        }
        let progress = Mutex::new(search.progress());
        Ok(Self {
            puzzle: puzzle.clone(),
            work: Mutex::new(Work { search, told: 0 }),
            progress,
            stop,
        })
    }

    /// Searches until there is another solution; `None` at the end. Ctrl+C leaves the search as it is: it
    /// can be gone on with.
    fn go_on(&self, py: Python<'_>) -> PyResult<Option<Found>> {
        loop {
            let (found, has_ended) = py.detach(|| self.advance());
            py.check_signals()?;
            if found.is_some() || has_ended {
                return Ok(found);
            }
        }
    }

    fn advance(&self) -> (Option<Found>, bool) {
        let mut work = lock(&self.work);
        let Work { search, told } = &mut *work;
        if search.found().len() == *told && search.status() == Status::Running {
            search.step_for(SLICE);
        }
        *lock(&self.progress) = search.progress();
        let found = search.found().get(*told).map(|found| Found {
            moves: found.solution.cost(),
            lower_bound: found.lower_bound,
            solution: moves(found.solution.moves()),
            seconds: found.elapsed.as_secs_f64(),
            expanded: found.expanded,
        });
        *told += usize::from(found.is_some());
        let has_ended = search.status() == Status::Finished;
        (found, has_ended)
    }

    /// Searches to the end.
    pub(crate) fn run(&self, py: Python<'_>) -> PyResult<Outcome> {
        while self.go_on(py)?.is_some() {}
        Ok(self.result().expect("it has ended"))
    }
}

#[pymethods]
impl Search {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Found>> {
        self.go_on(py)
    }

    /// Ends the search with what is known by now, from whichever thread.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The moves that every solution needs, as is proved by now.
    #[getter]
    fn lower_bound(&self) -> u32 {
        lock(&self.progress).lower_bound
    }

    /// Figures of the search, while another thread searches too.
    #[getter]
    fn timing(&self) -> Timing {
        Timing::new(&lock(&self.progress))
    }

    /// What has been found, once the search has ended; None before.
    #[getter]
    fn result(&self) -> Option<Outcome> {
        let work = lock(&self.work);
        let outcome = work.search.outcome()?;
        Some(Outcome::new(&self.puzzle, outcome, work.search.options(), &work.search.progress()))
    }
}
