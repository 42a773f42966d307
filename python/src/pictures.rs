//! PNG and GIF, as the program draws them.

use std::io::Write;

use mondrian_core::picture::{CELL_RANGE, Ground, Look, PictureError};
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

/// Returns the bytes that `draw` writes, `boards_png` or `solution_gif`.
pub(crate) fn picture<'py>(
    py: Python<'py>,
    draft: &Draft,
    cell: u32,
    theme: Theme,
    draw: fn(&Draft, Look, &mut dyn Write) -> Result<(), PictureError>,
) -> PyResult<Bound<'py, PyBytes>> {
    let look = look(cell, theme)?;
    let mut bytes = Vec::new();
    py.detach(|| draw(draft, look, &mut bytes)).map_err(value_error)?;
    Ok(PyBytes::new(py, &bytes))
}
