//! `Puzzle`: a valid level, how it is read and written, and what can be asked of it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use mondrian_core::picture::boards_png;
use mondrian_core::puzzle::{
    self as core, Draft, GapPlace, Loaded, Square, builtin, parse_any_with, share_code,
};
use pyo3::exceptions::{PyKeyError, PyOSError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict};

use crate::arrays::{array, code};
use crate::board::Board;
use crate::errors::{Issue, illegal, level_error, value_error};
use crate::make::{Levels, evolve};
use crate::moves::{AnyMoves, Move, moves};
use crate::result::Outcome;
use crate::search::Search;
use crate::study::{Analysis, WhatIf, analyse, what_if};
use crate::{pictures, svg};

/// What a puzzle is inside. The rules know no colours and no title, so the draft is kept too.
pub(crate) struct Level {
    pub(crate) draft: Draft,
    pub(crate) rules: core::Puzzle,
}

/// A valid level. Two are equal when their rules are: title, author and colours do not count.
#[pyclass(frozen, from_py_object, module = "mondrian_puzzles")]
#[derive(Clone)]
pub(crate) struct Puzzle(pub(crate) Arc<Level>);

impl Puzzle {
    pub(crate) fn of(draft: Draft) -> PyResult<Self> {
        let rules = core::Puzzle::try_from(&draft).map_err(|error| level_error("", &error))?;
        Ok(Self(Arc::new(Level { draft, rules })))
    }

    /// Reads a level; `source` is named in what is said of it.
    fn read_text(py: Python<'_>, text: &str, goal: Option<&str>, source: &str) -> PyResult<Self> {
        let said = goal.map(str::parse::<GapPlace>).transpose().map_err(value_error)?;
        let loaded = parse_any_with(text, None, said.unwrap_or_default());
        let loaded = loaded.map_err(|error| level_error(source, &error.into()))?;
        Self::of_loaded(py, loaded, said, source)
    }

    /// Warns of what was dropped, and of a goal that went without saying.
    fn of_loaded(
        py: Python<'_>,
        loaded: Loaded,
        said: Option<GapPlace>,
        source: &str,
    ) -> PyResult<Self> {
        let warn = |text: &str| {
            let text = std::ffi::CString::new(format!("{source}{text}")).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
        };
        for warning in &loaded.warnings {
            warn(&warning.to_string())?;
        }
        match (loaded.implied_goal, said) {
            (None, Some(_)) => {
                let text = "goal has no effect: it is for numbered puzzles that are written without a goal";
                return Err(value_error(format!("{source}{text}")));
            }
            (Some(gap), None) => {
                let name = gap.name();
                warn(&format!("the goal is taken to be {}; goal=\"{name}\" says so", gap.words()))?;
            }
            _ => {}
        }
        let rules = core::Puzzle::try_from(&loaded.draft);
        let rules = rules.map_err(|error| level_error(source, &error))?;
        Ok(Self(Arc::new(Level { draft: loaded.draft, rules })))
    }
}

#[pymethods]
impl Puzzle {
    /// Reads a level file, a share code or the text of a position, whichever it is. A numbered puzzle that is
    /// written without a goal has the gap of its goal last or first, as `goal` says: `gap-last`, `gap-first`.
    #[staticmethod]
    #[pyo3(signature = (text, *, goal=None))]
    fn parse(py: Python<'_>, text: &str, goal: Option<&str>) -> PyResult<Self> {
        Self::read_text(py, text, goal, "")
    }

    /// Reads a file.
    #[staticmethod]
    #[pyo3(signature = (path, *, goal=None))]
    fn read(py: Python<'_>, path: PathBuf, goal: Option<&str>) -> PyResult<Self> {
        let name = path.display();
        let text =
            core::open_file(&path).and_then(core::read_text).map_err(|error| match error {
                core::ReadError::Io(error) => match error.raw_os_error() {
                    // As Python says it itself: number, words, file.
                    Some(number) => {
                        let words = error.to_string();
                        let words = words.split(" (os error").next().unwrap_or_default().to_owned();
                        PyOSError::new_err((number, words, path.clone().into_os_string()))
                    }
                    None => PyOSError::new_err(format!("{name}: {error}")),
                },
                error => level_error(&format!("{name}: "), &core::AnyTextError::from(error).into()),
            })?;
        Self::read_text(py, &text, goal, &format!("{name}: "))
    }

    /// Returns a level that comes with the program, by its name in full or without its pack.
    #[staticmethod]
    fn builtin(name: &str) -> PyResult<Self> {
        let level = builtin::find(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        Self::of(level.draft())
    }

    /// Returns the names of the levels that come with the program.
    #[staticmethod]
    fn builtins() -> Vec<&'static str> {
        builtin::levels().iter().map(|level| level.name).collect()
    }

    /// Reads a share code.
    #[staticmethod]
    fn from_code(py: Python<'_>, code: &str) -> PyResult<Self> {
        let loaded = core::parse_share_code(code);
        let loaded =
            loaded.map_err(|error| level_error("", &core::AnyTextError::from(error).into()))?;
        Self::of_loaded(py, loaded, None, "")
    }

    /// Makes the 15-puzzle or one of another size, 2 to 15 cells each way, shuffled.
    #[staticmethod]
    #[pyo3(signature = (width=4, height=4, *, seed=0))]
    fn classic(width: u8, height: u8, seed: u64) -> PyResult<Self> {
        let solved = core::classic(core::Size::new(width, height));
        let mut random = core::Random::new(seed);
        let draft = solved.and_then(|draft| core::shuffled(&draft, &mut random));
        Self::of(draft.ok_or_else(|| value_error("a classic puzzle has 2 to 15 cells each way"))?)
    }

    #[getter]
    fn title(&self) -> &str {
        &self.0.draft.title
    }

    #[getter]
    fn author(&self) -> &str {
        &self.0.draft.author
    }

    #[getter]
    fn note(&self) -> &str {
        &self.0.draft.note
    }

    #[getter]
    pub(crate) fn width(&self) -> u8 {
        self.0.rules.size().width
    }

    #[getter]
    fn height(&self) -> u8 {
        self.0.rules.size().height
    }

    /// Rows and columns, as NumPy has them.
    #[getter]
    fn shape(&self) -> (u8, u8) {
        (self.height(), self.width())
    }

    /// The letters of the palette: the k-th, from 0, has the code k + 2.
    #[getter]
    fn symbols(&self) -> String {
        self.0.draft.palette.swatches().iter().map(|swatch| swatch.symbol).collect()
    }

    /// The colours of the palette as `#rrggbb`, by their letters.
    #[getter]
    fn colours(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let colours = PyDict::new(py);
        for swatch in self.0.draft.palette.swatches() {
            colours.set_item(swatch.symbol, swatch.rgb.to_string())?;
        }
        Ok(colours.unbind())
    }

    /// The moves that every solution must begin with.
    #[getter]
    fn opening(&self) -> Vec<Move> {
        moves(self.0.rules.opening())
    }

    /// The best solution that the level holds; whoever wrote it may be wrong that it is the best.
    #[getter]
    fn best(&self) -> Option<Vec<Move>> {
        Some(moves(&self.0.draft.best.as_ref()?.moves))
    }

    /// Whether the goal may be reached anywhere on the board.
    #[getter]
    fn is_floating(&self) -> bool {
        self.0.draft.anchor == core::Anchor::Floating
    }

    /// How many waypoints must be passed before the goal.
    #[getter]
    fn waypoints(&self) -> usize {
        self.0.rules.waypoints().len()
    }

    /// Whether there are tiles that change in play: chameleons or numbered ones.
    #[getter]
    fn has_changing_tiles(&self) -> bool {
        self.0.rules.has_changing_tiles()
    }

    /// What is odd about the level, or decides it without a search.
    #[getter]
    fn warnings(&self) -> Vec<Issue> {
        Issue::all_of(&self.0.draft)
    }

    /// The goal as codes; that of a floating one stands in the upper left corner.
    #[getter]
    fn goal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (grid, size) = (&self.0.draft.goal, self.0.rules.size());
        let codes: Vec<u8> = size
            .cells()
            .map(|cell| code(grid.get(cell).copied().unwrap_or(Square::Empty)))
            .collect();
        let codes = PyByteArray::new(py, &codes);
        array(py, codes.as_any(), "uint8", &[size.height.into(), size.width.into()])
    }

    /// Returns the board at the start, the opening played.
    pub(crate) fn board(&self) -> Board {
        Board::at_start(self)
    }

    /// Returns the number of moves if they solve the level.
    ///
    /// Raises `IllegalMove` if they do not, and says why.
    fn verify(&self, moves: AnyMoves) -> PyResult<u32> {
        let solution = self.0.rules.verify(moves.get(&self.0.rules)?);
        Ok(solution.map_err(illegal)?.cost())
    }

    /// Solves the level. Other threads run meanwhile; Ctrl+C ends it.
    #[pyo3(signature = (**options))]
    fn solve(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Outcome> {
        Search::new(self, options)?.run(py)
    }

    /// Returns an iterator over better and better solutions; `result` is there at its end.
    #[pyo3(signature = (**options))]
    fn search(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Search> {
        Search::new(self, options)
    }

    /// Lists all positions, and finds out how far they are from start and goal. `states` limits how many
    /// are listed; so many shortest `solutions` are listed, too.
    #[pyo3(signature = (*, solutions=0, **limits))]
    fn analyse(
        &self,
        py: Python<'_>,
        solutions: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        analyse(self, py, solutions, limits)
    }

    /// Returns what single strokes of a kind would make of the level: `walls`, `tiles`, `goals`, `thin-walls`,
    /// `passes`, `takes`, `waypoints`.
    #[pyo3(signature = (kind="walls", **limits))]
    fn what_if(
        &self,
        py: Python<'_>,
        kind: &str,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<WhatIf>> {
        what_if(self, py, kind, limits)
    }

    /// Returns an iterator over levels made of this one by single strokes, whose shortest solutions have from
    /// `least` to `most` moves. The same seed makes the same levels.
    #[pyo3(signature = (least, most, *, seed=1, strokes=None, keep=None, change=None, states=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn evolve(
        &self,
        least: u32,
        most: u32,
        seed: u64,
        strokes: Option<u64>,
        keep: Option<Vec<String>>,
        change: Option<Vec<String>>,
        states: Option<u64>,
        threads: Option<usize>,
    ) -> PyResult<Levels> {
        evolve(
            self,
            least..=most,
            seed,
            (strokes, states, threads),
            &keep.unwrap_or_default(),
            change,
        )
    }

    /// The boards as text, as they are read; a level that says more than boards can is not told in full.
    fn to_text(&self) -> String {
        core::write_text(&self.0.draft)
    }

    /// The text of a level file.
    fn to_ron(&self) -> String {
        core::write_level(&self.0.draft)
    }

    /// One line of letters that holds the level: a share code.
    pub(crate) fn to_code(&self) -> String {
        share_code(&self.0.draft)
    }

    /// Domain and problem for planners.
    fn to_pddl(&self) -> PyResult<(String, String)> {
        core::pddl(&self.0.draft).map_err(value_error)
    }

    /// Start and goal as a picture: `theme` is `light`, `dark` or `auto`, which follows the notebook.
    #[pyo3(signature = (cell=28, theme="auto"))]
    fn to_svg(&self, cell: u32, theme: &str) -> PyResult<String> {
        svg::level(&self.0.draft, &self.0.rules, cell, theme.parse()?)
    }

    /// Start and goal as a PNG, with cells of so many pixels.
    #[pyo3(signature = (cell=40, theme="light"))]
    fn to_png<'py>(
        &self,
        py: Python<'py>,
        cell: u32,
        theme: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        pictures::picture(py, &self.0.draft, cell, theme.parse()?, boards_png)
    }

    fn _repr_html_(&self) -> PyResult<String> {
        self.to_svg(28, "auto")
    }

    fn __str__(&self) -> String {
        self.to_text()
    }

    fn __repr__(&self) -> String {
        format!("Puzzle.from_code('{}')", self.to_code())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.rules == self.0.rules)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.rules.identity().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let parse = py.get_type::<Self>().getattr("_unpickle")?;
        let own = (self.to_ron(), self.0.draft.best.as_ref().is_some_and(|best| best.proved));
        Ok((parse, own).into_pyobject(py)?.into_any().unbind())
    }

    /// What this program has proved stays proved.
    #[staticmethod]
    fn _unpickle(text: &str, proved: bool) -> PyResult<Self> {
        let mut draft: Draft =
            text.parse().map_err(|error: core::AnyTextError| level_error("", &error.into()))?;
        if let Some(best) = draft.best.as_mut().filter(|_| proved) {
            best.confirm();
        }
        Self::of(draft)
    }
}

/// Returns all issues and warnings of a text that may be a level; none of one that is without fault.
///
/// Raises `LevelError` for a text that cannot be read at all.
#[pyfunction]
pub(crate) fn check(text: &str) -> PyResult<Vec<Issue>> {
    let loaded = core::parse_any(text, None).map_err(|error| level_error("", &error.into()))?;
    let mut issues: Vec<Issue> = loaded.warnings.iter().map(Issue::of).collect();
    issues.extend(Issue::all_of(&loaded.draft));
    Ok(issues)
}
