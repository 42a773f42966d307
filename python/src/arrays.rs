//! Arrays of NumPy, which is imported where one is asked for. They go over as bytes: the stable interface of
//! CPython 3.10 has no other way.

use mondrian_core::puzzle::{Board, Position, Square};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyTuple};

use crate::errors::value_error;

/// Codes of cells: 0 empty, 1 wall, 2 the first colour of the palette and so on.
pub(crate) fn code(square: Square) -> u8 {
    match square {
        Square::Empty => 0,
        Square::Wall => 1,
        Square::Tile(colour) => colour.0.saturating_add(2),
    }
}

/// Writes the codes of a position, row by row.
pub(crate) fn write_codes(board: &Board, position: &Position, codes: &mut [u8]) {
    for (cell, code) in position.size().cells().zip(codes) {
        *code = match position.tile(cell) {
            Some(colour) => colour.0.saturating_add(2),
            None => u8::from(board.is_wall(cell)),
        };
    }
}

/// Returns an array over `bytes`, which nobody else holds.
pub(crate) fn array<'py>(
    py: Python<'py>,
    bytes: &Bound<'py, PyAny>,
    kind: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let flat = py.import("numpy")?.call_method1("frombuffer", (bytes, kind))?;
    flat.call_method1("reshape", (PyTuple::new(py, shape)?,))
}

/// Reads an array of `count` whole numbers or truth values.
pub(crate) fn numbers(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    let numpy = given.py().import("numpy")?;
    let given = numpy.call_method1("asarray", (given,))?;
    // A fraction is no action.
    let casting = [("casting", "same_kind"), ("order", "C")].into_py_dict(given.py())?;
    let given = given.call_method("astype", ("int64",), Some(&casting))?;
    let shape: Vec<usize> = given.getattr("shape")?.extract()?;
    if shape != [count] {
        return Err(value_error(format_args!("{count} numbers are expected, one for each board")));
    }
    let bytes = given.call_method0("tobytes")?;
    let (wide, _) = bytes.cast::<PyBytes>()?.as_bytes().as_chunks::<8>();
    Ok(wide.iter().map(|&bytes| i64::from_ne_bytes(bytes)).collect())
}
