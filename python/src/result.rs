//! `Result`: how a search has ended. The same fields as `solve --json` and `batch` have.

use std::hash::{DefaultHasher, Hash, Hasher};

use mondrian_core::picture::solution_gif;
use mondrian_core::puzzle::{self as core, Best, format_moves, parse_moves};
use mondrian_core::search::{Options, Outcome as Ended, Progress};
use mondrian_core::words;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::value_error;
use crate::moves::{Move, moves};
use crate::puzzle::Puzzle;
use crate::{pictures, svg};

/// What a search has taken.
#[pyclass(frozen, get_all, eq, module = "mondrian_puzzles")]
#[derive(Clone, PartialEq)]
pub(crate) struct Timing {
    /// States whose moves were generated.
    pub(crate) expanded: u64,
    /// States made by that.
    pub(crate) generated: u64,
    /// The most states held at once.
    pub(crate) stored: u64,
    pub(crate) seconds: f64,
    /// The most memory that it held at once.
    pub(crate) peak_memory_bytes: u64,
}

impl Timing {
    pub(crate) const fn new(progress: &Progress) -> Self {
        Self {
            expanded: progress.expanded,
            generated: progress.generated,
            stored: progress.stored,
            seconds: progress.elapsed.as_secs_f64(),
            peak_memory_bytes: progress.peak_memory_bytes,
        }
    }

    fn write(&self, to: &Bound<'_, PyDict>) -> PyResult<()> {
        to.set_item("expanded", self.expanded)?;
        to.set_item("generated", self.generated)?;
        to.set_item("stored", self.stored)?;
        to.set_item("seconds", self.seconds)?;
        to.set_item("peak_memory_bytes", self.peak_memory_bytes)
    }
}

#[pymethods]
impl Timing {
    fn __repr__(&self) -> String {
        format!("<Timing: {:.2} s, {} states expanded>", self.seconds, self.expanded)
    }
}

/// What a search has found. Two are equal when they have found the same, whatever it took.
#[pyclass(frozen, get_all, name = "Result", module = "mondrian_puzzles")]
#[derive(Clone)]
pub(crate) struct Outcome {
    puzzle: Puzzle,
    /// `optimal`, `feasible`, `unsolvable` or `unknown`.
    verdict: String,
    /// Moves of the best solution, the opening included.
    moves: Option<u32>,
    /// No solution has fewer moves; None when there is no solution.
    lower_bound: Option<u32>,
    solution: Option<Vec<Move>>,
    /// Why the search ended: `finished`, `time`, `memory`, `states`, `cancelled`, `gave-up`.
    stop: String,
    method: String,
    heuristic: Option<String>,
    timing: Timing,
    words: String,
}

impl Outcome {
    pub(crate) fn new(
        puzzle: &Puzzle,
        ended: &Ended,
        options: &Options,
        progress: &Progress,
    ) -> Self {
        let solution = ended.verdict.solution();
        Self {
            puzzle: puzzle.clone(),
            verdict: ended.verdict.name().to_owned(),
            moves: solution.map(core::Solution::cost),
            lower_bound: ended.verdict.lower_bound(),
            solution: solution.map(|own| moves(own.moves())),
            stop: ended.stop.name().to_owned(),
            method: options.method.to_string(),
            heuristic: options.effective_heuristic().map(|heuristic| heuristic.to_string()),
            timing: Timing::new(progress),
            words: words::verdict(ended, options.limits.max_moves),
        }
    }

    fn pushes(&self) -> Option<Vec<core::Move>> {
        Some(self.solution.as_ref()?.iter().map(|push| push.0).collect())
    }

    fn solution_text(&self) -> Option<String> {
        self.pushes().map(|moves| format_moves(&moves))
    }

    /// What makes two results equal.
    fn identity(&self) -> impl PartialEq + Hash {
        (&self.verdict, self.moves, self.lower_bound, &self.solution, &self.stop, &self.method)
    }
}

#[pymethods]
impl Outcome {
    /// Whether nothing is left to find out: no solution is shorter, or there is none.
    #[getter]
    fn is_proved(&self) -> bool {
        matches!(self.verdict.as_str(), "optimal" | "unsolvable")
    }

    /// `result` and `timing` as `mondrian batch` writes them: numbers, texts and None.
    fn to_dict(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let (own, result, timing) = (PyDict::new(py), PyDict::new(py), PyDict::new(py));
        result.set_item("verdict", &self.verdict)?;
        result.set_item("moves", self.moves)?;
        result.set_item("lower_bound", self.lower_bound)?;
        result.set_item("solution", self.solution_text())?;
        result.set_item("stop", &self.stop)?;
        result.set_item("method", &self.method)?;
        result.set_item("heuristic", self.heuristic.as_ref())?;
        self.timing.write(&timing)?;
        own.set_item("result", result)?;
        own.set_item("timing", timing)?;
        Ok(own.unbind())
    }

    /// The solution as an animated picture: `theme` is `light`, `dark` or `auto`.
    #[pyo3(signature = (cell=28, theme="auto"))]
    fn to_svg(&self, cell: u32, theme: &str) -> PyResult<String> {
        let moves = self.pushes().ok_or_else(|| value_error("no solution is known"))?;
        svg::film(&self.puzzle.0.draft, &self.puzzle.0.rules, &moves, cell, theme.parse()?)
    }

    /// The solution as an animated GIF, with cells of so many pixels.
    #[pyo3(signature = (cell=24, theme="light"))]
    fn to_gif<'py>(
        &self,
        py: Python<'py>,
        cell: u32,
        theme: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut draft = self.puzzle.0.draft.clone();
        draft.best = self.pushes().map(|moves| Best::found(moves, self.verdict == "optimal"));
        pictures::picture(py, &draft, cell, theme.parse()?, solution_gif)
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let picture =
            if self.solution.is_some() { self.to_svg(28, "auto")? } else { String::new() };
        Ok(format!("<div>{picture}<p>{}</p></div>", self.words))
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<Result: {}, {:.2} s>", self.words, self.timing.seconds)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let is_same = |other: &Self| {
            other.identity() == self.identity() && other.puzzle.0.rules == self.puzzle.0.rules
        };
        other.cast::<Self>().is_ok_and(|other| is_same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = py.get_type::<Self>().getattr("_unpickle")?;
        let own = (self.puzzle.clone(), self.to_dict(py)?, self.words.clone());
        Ok((make, own).into_pyobject(py)?.into_any().unbind())
    }

    #[staticmethod]
    fn _unpickle(puzzle: Puzzle, own: &Bound<'_, PyDict>, words: String) -> PyResult<Self> {
        let part = |name: &str| -> PyResult<Bound<'_, PyAny>> {
            own.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
        };
        let (result, timing) = (part("result")?, part("timing")?);
        let solution: Option<String> = result.get_item("solution")?.extract()?;
        let solution = solution.map(|text| parse_moves(&text)).transpose().map_err(value_error)?;
        Ok(Self {
            puzzle,
            verdict: result.get_item("verdict")?.extract()?,
            moves: result.get_item("moves")?.extract()?,
            lower_bound: result.get_item("lower_bound")?.extract()?,
            solution: solution.map(|own| moves(&own)),
            stop: result.get_item("stop")?.extract()?,
            method: result.get_item("method")?.extract()?,
            heuristic: result.get_item("heuristic")?.extract()?,
            timing: Timing {
                expanded: timing.get_item("expanded")?.extract()?,
                generated: timing.get_item("generated")?.extract()?,
                stored: timing.get_item("stored")?.extract()?,
                seconds: timing.get_item("seconds")?.extract()?,
                peak_memory_bytes: timing.get_item("peak_memory_bytes")?.extract()?,
            },
            words,
        })
    }
}
