//! Exceptions and issues. The exceptions are classes of Python (`errors.py`), so that their attributes
//! are declared there.

use std::fmt::Display;

use mondrian_core::puzzle::{self as core, Draft};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::import_exception!(mondrian_puzzles.errors, IllegalMove);
pyo3::import_exception!(mondrian_puzzles.errors, LevelError);

/// Returns a `ValueError` that says so.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns an `IllegalMove` that says so.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// Returns a `LevelError` with the place of what is wrong, after `prefix`.
pub(crate) fn level_error(prefix: &str, error: &core::LevelError) -> PyErr {
    let issues: Vec<Issue> = match error {
        core::LevelError::Issues(issues) => issues.iter().map(Issue::of).collect(),
        _ => Vec::new(),
    };
    let (line, column) = error.place().unzip();
    let lines = error.to_string();
    let message: Vec<String> = lines.lines().map(|line| format!("{prefix}{line}")).collect();
    LevelError::new_err((message.join("\n"), issues, line, column))
}

/// What is wrong with a level, or odd about it.
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "mondrian_puzzles")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Issue {
    /// What it is, as a sentence without a full stop.
    message: String,
    /// `start`, `goal`, `waypoint 1` or None.
    layout: Option<String>,
    /// The cells that are concerned, such as `a1`.
    cells: Vec<String>,
    /// The level can be solved in spite of it.
    is_warning: bool,
}

impl Issue {
    pub(crate) fn of(issue: &core::Issue) -> Self {
        Self {
            message: issue.to_string(),
            layout: issue.layout().map(|layout| layout.to_string()),
            cells: issue.cells().iter().map(ToString::to_string).collect(),
            is_warning: issue.is_warning(),
        }
    }

    /// Returns all that can be said of a draft.
    pub(crate) fn all_of(draft: &Draft) -> Vec<Self> {
        let issues = draft.validate().err().unwrap_or_else(|| draft.warnings());
        issues.iter().map(Self::of).collect()
    }
}

#[pymethods]
impl Issue {
    #[new]
    fn new(message: String, layout: Option<String>, cells: Vec<String>, is_warning: bool) -> Self {
        Self { message, layout, cells, is_warning }
    }

    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        format!("<Issue: {}>", self.message)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let own = (self.message.clone(), self.layout.clone(), self.cells.clone(), self.is_warning);
        Ok((py.get_type::<Self>(), own).into_pyobject(py)?.into_any().unbind())
    }
}
