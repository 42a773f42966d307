//! What searches tell, as JSON: the same objects on the command line and between a web page
//! and its core. Their fields and the order of these are part of the format (README, "JSON").

mod search;
mod steps;

pub use search::{Effort, ErrorLine, Findings, ProgressLine, ResultLine, SolutionLine};
pub use steps::{EndObject, StateObject, StepLine, SuccessorObject};

use crate::puzzle::{Board, Palette, Position, position_text};

/// Returns the rows of a position, as they stand in level files.
pub fn rows(board: &Board, position: &Position, palette: &Palette) -> Vec<String> {
    position_text(board, position, palette).lines().map(str::to_owned).collect()
}

/// Writes a number of moves: `1 move`, `22 moves`.
pub fn format_moves_count(moves: u32) -> String {
    format!("{moves} move{}", if moves == 1 { "" } else { "s" })
}
