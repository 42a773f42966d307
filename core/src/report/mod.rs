//! What searches report, as JSON: the same objects on the command line and between a web page
//! and its core. Their fields and the order of these are part of the format (`docs/cli/json.md`).

mod search;
mod steps;

pub use search::{Effort, ErrorLine, Findings, ProgressLine, ResultLine, SolutionLine};
pub use steps::{EndObject, StateObject, StepLine, SuccessorObject};

use std::collections::BTreeMap;

use crate::puzzle::{Board, Palette, Position, TileKind, position_text};

/// Returns the rows of a position, as they stand in level files.
pub fn rows(board: &Board, position: &Position, palette: &Palette) -> Vec<String> {
    position_text(board, position, palette).lines().map(str::to_owned).collect()
}

/// Returns how many times each numbered tile must still be pushed, by its cell; `None` where there
/// is none.
pub fn pushes_left(position: &Position, palette: &Palette) -> Option<BTreeMap<String, u8>> {
    let is_numbered = |colour| matches!(palette.swatch(colour).kind, TileKind::Numbered(_));
    let numbered = position.tiles().filter(|&(_, colour)| is_numbered(colour));
    let left: BTreeMap<_, _> =
        numbered.map(|(cell, _)| (cell.to_string(), position.left(cell))).collect();
    (!left.is_empty()).then_some(left)
}
