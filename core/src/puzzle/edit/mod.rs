//! What a designer does to a level: brushes, edits, the document with its history. Knows the rules
//! alone. Whoever shows a level to be edited sends [`EditCommand`]s and draws the [`Document`].

mod apply;
mod brush;
mod checked;
mod command;
mod document;
mod hand;
pub mod history;
mod paint;
mod recolour;
mod region;
mod step_name;
mod stroke;
mod symmetry;
mod transform;

pub use apply::{edited, is_better, is_other_puzzle, played_from_start};
pub use brush::Brush;
pub use command::{EditCommand, OpenedLevel, ReplacedBy};
pub use document::{Document, new_draft};
pub use hand::{Case, Hand, Place};
pub use paint::{can_hold, paint};
pub use recolour::ColourSet;
pub use region::{Clip, Region};
pub use step_name::{colour_name, kind_name, step_name};
pub use stroke::{Stroke, StrokeKind};
pub use symmetry::Symmetry;
pub use transform::Transform;
