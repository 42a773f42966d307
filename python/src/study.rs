//! What can be known of a level beside its solution: all its positions, and what single strokes would make
//! of it.

use mondrian_core::puzzle::{self as core, Draft, Stroke, StrokeKind, format_moves};
use mondrian_core::search::explore::{self, Explore};
use mondrian_core::search::what_if::{Run, WhatIf as Together};
use mondrian_core::search::{Status, Verdict};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::interrupt::interruptible;
use crate::moves::{Move, moves};
use crate::options::Asked;
use crate::puzzle::{Level, Puzzle};
use crate::search::SLICE;

/// A position that is as far away as any.
#[pyclass(frozen, get_all, module = "mondrian_puzzles")]
#[derive(Clone)]
pub(crate) struct Farthest {
    /// How far, in moves.
    moves: u32,
    /// How many positions are as far away.
    count: u64,
    /// The first of them, as what is left of the level there.
    puzzle: Puzzle,
    /// A shortest way to it from the start, or from it to the goal.
    path: Vec<Move>,
}

impl Farthest {
    fn new(puzzle: &Puzzle, found: &explore::Farthest) -> Self {
        let mut draft = puzzle.0.draft.with_start(&found.position);
        draft.waypoints.drain(..found.passed);
        let rules = puzzle.0.rules.rest(found.position.clone(), found.passed);
        let there = Puzzle(std::sync::Arc::new(Level { draft, rules }));
        Self { moves: found.moves, count: found.count, puzzle: there, path: moves(&found.path) }
    }
}

#[pymethods]
impl Farthest {
    fn __repr__(&self) -> String {
        let path: Vec<core::Move> = self.path.iter().map(|push| push.0).collect();
        format!(
            "<Farthest: {} moves, {} positions: {}>",
            self.moves,
            self.count,
            format_moves(&path)
        )
    }
}

/// All positions of a level. What is None was not known when a limit stopped the listing.
#[pyclass(frozen, get_all, module = "mondrian_puzzles")]
#[derive(Clone)]
pub(crate) struct Analysis {
    /// Why it ended: `finished`, `time`, `memory`, `states`.
    stop: String,
    /// How many positions can be reached.
    positions: Option<u64>,
    /// How many need just so many moves from the start, by the number of moves; as far as all are listed.
    by_moves: Vec<u64>,
    /// How many are just so far from the goal, by the distance.
    by_distance: Option<Vec<u64>>,
    /// From how many the goal cannot be reached any more.
    dead: Option<u64>,
    /// Moves of the shortest solution.
    moves: Option<u32>,
    /// How many solutions are as short.
    shortest_solutions: Option<u128>,
    /// So many of them as were asked for.
    solutions: Vec<Vec<Move>>,
    farthest_from_start: Option<Farthest>,
    farthest_from_goal: Option<Farthest>,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        match self.positions {
            Some(positions) => format!("<Analysis: {positions} positions>"),
            None => format!("<Analysis: stopped by {}>", self.stop),
        }
    }
}

/// Reads limits; other options have no place here.
fn limits(given: Option<&Bound<'_, PyDict>>, level: &Level) -> PyResult<Asked> {
    for key in given.iter().flat_map(|given| given.keys()) {
        let key: String = key.extract()?;
        if !["time", "memory", "states", "threads"].contains(&key.as_str()) {
            return Err(PyTypeError::new_err(format!("there is no option {key}")));
        }
    }
    Asked::new(given, &level.rules)
}

pub(crate) fn analyse(
    puzzle: &Puzzle,
    py: Python<'_>,
    solutions: usize,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Analysis> {
    let rules = &puzzle.0.rules;
    let options = limits(given, &puzzle.0)?.options;
    if !rules.kinds().are_plain() {
        let why = "the positions of levels with chameleons or numbered tiles cannot be listed";
        return Err(value_error(why));
    }
    let limits = explore::Limits {
        time: options.limits.time,
        memory_bytes: options.limits.memory_bytes,
        positions: options.limits.states,
    };
    interruptible(py, |stop| {
        let mut explore = Explore::from_start(rules, limits, options.threads);
        explore.cancel_when(std::sync::Arc::clone(stop));
        while explore.step_for(SLICE) == Status::Running {}
        let (listed, measured) = (explore.listed(), explore.measured());
        let farthest = |found: &explore::Farthest| Farthest::new(puzzle, found);
        Analysis {
            stop: explore.stop().map_or("", mondrian_core::search::Stop::name).to_owned(),
            positions: listed.map(|listed| listed.positions),
            by_moves: explore.by_moves().to_vec(),
            by_distance: measured.map(|measured| measured.by_distance.clone()),
            dead: measured.map(|measured| measured.dead),
            moves: measured.and_then(|measured| measured.optimum),
            shortest_solutions: measured.map(|measured| measured.shortest_solutions),
            solutions: explore.shortest_solutions(solutions).iter().map(|own| moves(own)).collect(),
            farthest_from_start: listed.map(|listed| farthest(&listed.farthest)),
            farthest_from_goal: measured.and_then(|own| own.farthest.as_ref()).map(farthest),
        }
    })
}

/// What a stroke would make of a level.
#[pyclass(frozen, get_all, module = "mondrian_puzzles")]
#[derive(Clone)]
pub(crate) struct WhatIf {
    /// The stroke in words, such as `wall on b2`.
    stroke: String,
    /// The cells that it changes.
    cells: Vec<String>,
    /// `optimal`, `feasible`, `unsolvable`, `unknown`, or `no-level` where the rules forbid it.
    verdict: String,
    moves: Option<u32>,
    lower_bound: Option<u32>,
    /// The level after it; None where it is no level.
    puzzle: Option<Puzzle>,
}

#[pymethods]
impl WhatIf {
    fn __repr__(&self) -> String {
        let moves = self.moves.map_or_else(String::new, |moves| format!(", {moves} moves"));
        format!("<WhatIf: {}: {}{moves}>", self.stroke, self.verdict)
    }
}

impl WhatIf {
    fn new(
        stroke: Stroke,
        before: &Draft,
        after: Option<&Draft>,
        verdict: Option<&Verdict>,
    ) -> Self {
        Self {
            stroke: stroke.words(before),
            cells: stroke.cells().iter().map(ToString::to_string).collect(),
            verdict: verdict.map_or("no-level", Verdict::name).to_owned(),
            moves: verdict.and_then(Verdict::solution).map(core::Solution::cost),
            lower_bound: verdict.and_then(Verdict::lower_bound),
            puzzle: after.and_then(|draft| Puzzle::of(draft.clone()).ok()),
        }
    }
}

pub(crate) fn what_if(
    puzzle: &Puzzle,
    py: Python<'_>,
    kind: &str,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<WhatIf>> {
    let kind: StrokeKind = kind.parse().map_err(value_error)?;
    let options = limits(given, &puzzle.0)?.options;
    let draft = &puzzle.0.draft;
    let strokes = Stroke::of_kind(draft, kind);
    let drafts: Vec<Option<Draft>> = strokes.iter().map(|stroke| stroke.apply(draft)).collect();
    let together = Together::new(&drafts, &std::sync::Arc::default());
    interruptible(py, |stop| together.run(&Run::new(options.limits, options.threads, stop)))?;
    let known = strokes.into_iter().zip(&drafts).enumerate();
    let known = known.map(|(place, (stroke, after))| {
        WhatIf::new(stroke, draft, after.as_ref(), together.known(place).as_ref())
    });
    Ok(known.collect())
}
