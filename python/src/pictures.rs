//! PNG and GIF, as the program draws them.

use mondrian_core::picture::{CELL_RANGE, Ground, Look, PictureError, boards_png, solution_gif};
use mondrian_core::puzzle::Draft;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::value_error;
use crate::svg::Theme;

fn look(cell: u32, theme: Theme) -> PyResult<Look> {
    if !CELL_RANGE.contains(&cell) {
        let (least, most) = CELL_RANGE.into_inner();
        return Err(value_error(format_args!("a cell has {least} to {most} pixels")));
    }
    let ground = match theme {
        Theme::Light => Ground::White,
        Theme::Dark => Ground::Dark,
        Theme::Auto => return Err(value_error("a picture of pixels is light or dark")),
    };
    Ok(Look { cell, ground, ..Look::default() })
}

fn bytes<'py>(
    py: Python<'py>,
    draw: impl FnOnce(&mut Vec<u8>) -> Result<(), PictureError> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut bytes = Vec::new();
    py.detach(|| draw(&mut bytes)).map_err(value_error)?;
    Ok(PyBytes::new(py, &bytes))
}

pub(crate) fn png<'py>(
    py: Python<'py>,
    draft: &Draft,
    cell: u32,
    theme: Theme,
) -> PyResult<Bound<'py, PyBytes>> {
    let look = look(cell, theme)?;
    bytes(py, |out| boards_png(draft, look, out))
}

pub(crate) fn gif<'py>(
    py: Python<'py>,
    draft: &Draft,
    cell: u32,
    theme: Theme,
) -> PyResult<Bound<'py, PyBytes>> {
    let look = look(cell, theme)?;
    bytes(py, |out| solution_gif(draft, look, out))
}
