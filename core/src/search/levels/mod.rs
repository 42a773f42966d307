//! What is found out of levels by searching: their positions, what if, why not, the race of the
//! methods; and new levels.
//!
//! - `explore`: all positions. `states` in shards by hash, filled by `round`s on all threads; `explorer` goes from the
//!   start and back from the goal; `ways` counts the shortest solutions; `graph` is for drawing.
//! - `what_if`: levels that differ by a stroke, solved together. `answers`: what is known of a puzzle; `lessons`: what
//!   one level says of another; `walls`: a level against itself without each wall.
//! - `evolve` climbs over strokes; `generate` draws walls and goal by chance and looks for a start far from the goal;
//!   `shuffle` finds a start whose shortest solution has a wanted length.
//! - `reason`: why there is no solution; `intuition`: the moves of a solution that look wrong; `race`: the methods side by
//!   side.

pub mod evolve;
pub mod explore;
pub mod generate;
pub(in crate::search) mod intuition;
pub(in crate::search) mod race;
pub(in crate::search) mod reason;
pub(in crate::search) mod shuffle;
pub mod what_if;
