//! Mondrian for Python: rules, positions and the exact search, in the manner of python-chess. What is
//! plain Python lies beside, in `lib/`.
//!
//! - `puzzle`, `board`, `moves`: levels, boards in play, moves; `errors`: exceptions and issues.
//! - `search`, `options`, `result`: the search as an iterator, and how it has ended.
//! - `study`, `make`: all positions, single strokes; levels that are generated or evolve.
//! - `vector`, `arrays`: many boards at once, for learning; arrays of NumPy.
//! - `svg`, `pictures`: what notebooks show. `interrupt`: Ctrl+C.

mod arrays;
mod board;
mod errors;
mod interrupt;
mod make;
mod moves;
mod options;
mod pictures;
mod puzzle;
mod result;
mod search;
mod study;
mod svg;
mod vector;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::errors::Issue;
    #[pymodule_export]
    use super::make::{Levels, Made, generate};
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::puzzle::{Puzzle, check};
    #[pymodule_export]
    use super::result::{Outcome, Timing};
    #[pymodule_export]
    use super::search::{Found, Search};
    #[pymodule_export]
    use super::study::{Analysis, Farthest, WhatIf};
    #[pymodule_export]
    use super::vector::VectorBoard;
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
