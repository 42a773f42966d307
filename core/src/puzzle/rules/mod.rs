//! The rules: boards, tiles, moves, and drafts with their issues. The lowest of the four rooms.
//!
//! - `cell`, `grid`, `palette`, `draft`: the basic vocabulary; `validate`, `issue`: what is wrong with a draft.
//! - `terrain`: passes and thin walls. `limits`: where they, walls and edges end slides, by colour; the one place
//!   that walks a board cell by cell. `board`: slides by bit operations, up to those limits.
//! - `position`: where the tiles stand; `chameleons`: what they become; `puzzle`: moves, predecessors, goals, replay.
//! - `notation`: moves as text; `game`: a game on a level (moves, undo), for the designer and the web page.
//! - `random`: numbers that a seed brings back, in every version.

mod board;
mod cell;
mod chameleons;
mod draft;
pub mod game;
mod grid;
mod issue;
mod limits;
mod notation;
pub(in crate::puzzle) mod palette;
mod position;
mod puzzle;
pub(crate) mod random;
pub(in crate::puzzle) mod terrain;
mod validate;

pub use board::{Board, Occupancy};
pub use cell::{Cell, Direction, MAX_SIDE, ParseCellError};
pub use chameleons::Kinds;
pub use draft::{Anchor, Best, Draft, Layout, Square};
pub use game::Game;
pub use grid::{Grid, Size};
pub use issue::{
    Hindrance, Issue, MAX_CHANGING_TILES, MAX_OPENING, MAX_TILES, MAX_WAYPOINTS, cell_names,
};
pub use limits::Reach;
pub(crate) use notation::named;
pub use notation::{Move, ParseMoveError, UnknownName, format_moves, parse_moves, parse_moves_of};
pub use palette::{
    Colour, MAX_COLOURS, MAX_PUSHES, Palette, Rgb, Swatch, TileKind, default_swatch, is_symbol,
};
pub use position::Position;
pub use puzzle::{Demand, Goal, Puzzle, ReplayError, Solution};
pub use random::Random;
pub use terrain::{ParseSideError, Side, Terrain};
