//! What a designer does to a draft. Knows the rules alone.

mod recolour;
mod region;
mod stroke;
mod symmetry;
mod transform;

pub use recolour::ColourSet;
pub use region::{Clip, Region};
pub use stroke::{Stroke, StrokeKind};
pub use symmetry::Symmetry;
pub use transform::Transform;
