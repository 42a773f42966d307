//! What a search is asked to do: the keywords of `Puzzle.solve` and their likes.

use std::str::FromStr;
use std::time::Duration;

use mondrian_core::puzzle::{self as core, UnknownName};
use mondrian_core::search::{MAX_LOOK_AHEAD, Options};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{illegal, value_error};
use crate::moves::AnyMoves;

/// The options of a search, and the solution that it begins with.
pub(crate) struct Asked {
    pub(crate) options: Options,
    pub(crate) hint: Option<Vec<core::Move>>,
    /// The best solution of the level is left out of account.
    pub(crate) fresh: bool,
}

impl Asked {
    /// Reads the keywords; what is None is as if it were not said.
    pub(crate) fn new(given: Option<&Bound<'_, PyDict>>, rules: &core::Puzzle) -> PyResult<Self> {
        let mut asked = Self { options: Options::default(), hint: None, fresh: false };
        let Some(given) = given else { return Ok(asked) };
        let said: Vec<(String, Bound<'_, PyAny>)> = given
            .iter()
            .filter(|(_, value)| !value.is_none())
            .map(|(key, value)| Ok((key.extract()?, value)))
            .collect::<PyResult<_>>()?;
        for (key, value) in &said {
            asked.take(key, value, rules)?;
        }
        let method = asked.options.method;
        if let Some((key, _)) = said.iter().find(|(key, _)| !method.uses(key)) {
            return Err(value_error(format_args!("the method {method} takes no {key}")));
        }
        Ok(asked)
    }

    fn take(&mut self, key: &str, value: &Bound<'_, PyAny>, rules: &core::Puzzle) -> PyResult<()> {
        let options = &mut self.options;
        match key {
            "time" => options.limits.time = Some(duration(value)?),
            "memory" => options.limits.memory_bytes = Some(value.extract()?),
            "states" => options.limits.states = Some(value.extract()?),
            "max_moves" => options.limits.max_moves = Some(value.extract()?),
            "threads" => options.threads = positive(key, value.extract()?)?,
            "aim" => options.aim = named(value)?,
            "method" => options.method = named(value)?,
            "heuristic" => options.heuristic = Some(named(value)?),
            "tie_break" => options.tie_break = named(value)?,
            "weight" => options.weight = number_from(1.0, key, value.extract()?)?,
            "move_penalty" => options.move_penalty = number_from(0.0, key, value.extract()?)?,
            "look_ahead" => {
                options.look_ahead = value.extract()?;
                if options.look_ahead > MAX_LOOK_AHEAD {
                    return Err(value_error(format_args!("{key} is {MAX_LOOK_AHEAD} at most")));
                }
            }
            "hint" => self.hint = Some(value.extract::<AnyMoves>()?.get(rules)?),
            "fresh" => self.fresh = value.extract()?,
            _ => return Err(PyTypeError::new_err(format!("there is no option {key}"))),
        }
        Ok(())
    }

    /// Returns the moves that the search is told of.
    ///
    /// # Errors
    /// The hint solves nothing.
    pub(crate) fn known(&self, level: &crate::puzzle::Level) -> PyResult<Option<Vec<core::Move>>> {
        if let Some(hint) = &self.hint {
            level
                .rules
                .verify(hint.clone())
                .map_err(|error| illegal(format_args!("hint: {error}")))?;
            return Ok(self.hint.clone());
        }
        let best = level.draft.best.as_ref().filter(|_| !self.fresh);
        Ok(best.filter(|_| self.options.begins_with_known()).map(|best| best.moves.clone()))
    }
}

/// Reads the name of a choice.
pub(crate) fn named<T: FromStr<Err = UnknownName>>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    value.extract::<String>()?.parse().map_err(value_error)
}

/// Reads a number of seconds or a `timedelta`.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds = match value.getattr("total_seconds") {
        Ok(total) => total.call0()?.extract::<f64>()?,
        Err(_) => value.extract::<f64>()?,
    };
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| value_error(format_args!("time: {seconds} seconds")))
}

fn positive(key: &str, number: usize) -> PyResult<usize> {
    if number == 0 { Err(value_error(format_args!("{key} is at least 1"))) } else { Ok(number) }
}

fn number_from(least: f64, key: &str, number: f64) -> PyResult<f64> {
    if number.is_finite() && number >= least {
        Ok(number)
    } else {
        Err(value_error(format_args!("{key} is a number from {least}")))
    }
}
