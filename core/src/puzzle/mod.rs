//! Rules and levels: what a puzzle is, whether it is valid, how it is written
//! down. No Bevy, no clock, no printing; everything else stands on this.
//!
//! ```text
//!   level file --read--> Draft --validate--> Puzzle --verify(moves)--> Solution
//!                        |  all issues at once
//!                        anything that the mouse can draw
//! ```

mod any_text;
mod best_edit;
mod board;
pub mod builtin;
mod cell;
mod chameleons;
mod classic;
mod collection;
mod draft;
pub mod game;
mod grid;
pub mod heat;
mod identity;
#[cfg(not(target_family = "wasm"))]
mod import;
mod issue;
mod level_file;
mod likeness;
mod limits;
mod notation;
mod palette;
mod parity;
#[cfg(not(target_family = "wasm"))]
mod pddl;
pub mod perft;
mod plain_strings;
mod position;
pub(crate) mod random;
mod recolour;
mod region;
mod rules;
mod share;
mod stops;
mod stroke;
mod symmetry;
mod terrain;
mod text;
mod transform;
mod validate;
mod warnings;
#[cfg_attr(target_family = "wasm", path = "no_files.rs")]
mod write_file;

pub use any_text::{
    AnyTextError, TextKind, load, load_with, open_file, parse_any, parse_any_with, read_text,
    read_text_up_to,
};
pub use best_edit::with_best;
pub use board::{Board, Occupancy};
pub use cell::{Cell, Direction, MAX_SIDE, ParseCellError};
pub use chameleons::Kinds;
pub use classic::{CLASSIC_SIDES, classic, is_shuffled, shuffled};
pub use collection::{
    Collection, CollectionError, Entry, Format, KatomicError, MAX_COLLECTION_BYTES,
    collection_name, parse_collection, write_katomic,
};
pub use draft::{Anchor, Best, Draft, Layout, Square};
pub use game::Game;
pub use grid::{Grid, Size};
#[cfg(not(target_family = "wasm"))]
pub use import::{Imported, Importer, LEVEL_ENDING, SameGame, level_files};
pub use issue::{Issue, MAX_CHANGING_TILES, MAX_OPENING, MAX_TILES, MAX_WAYPOINTS, cell_names};
pub use level_file::{
    Loaded, MAX_FILE_BYTES, ReadError, WriteError, parse_level, save, write_level,
};
pub use likeness::{Alike, Likeness};
pub use limits::Reach;
pub use notation::{Move, ParseMoveError, format_moves, parse_moves};
pub use palette::{
    Colour, MAX_COLOURS, MAX_PUSHES, Palette, Rgb, Swatch, TileKind, default_swatch, is_symbol,
};
pub(crate) use parity::cycles;
#[cfg(not(target_family = "wasm"))]
pub use pddl::{PddlError, PlanError, PlanStep, parse_plan, pddl};
pub use position::Position;
pub use random::Random;
pub use recolour::ColourSet;
pub use region::{Clip, Region};
pub use rules::{Demand, Goal, Puzzle, ReplayError, Solution};
pub use share::{ShareError, find_share_code, parse_share_code, parse_share_codes, share_code};
pub use stroke::{Stroke, StrokeKind};
pub use symmetry::Symmetry;
pub use terrain::{ParseSideError, Side, Terrain};
pub use text::{
    GapPlace, TextError, layout_text, parse_text, parse_text_with, plain_text, position_text,
    write_text,
};
pub use transform::Transform;
#[cfg(not(target_family = "wasm"))]
pub use write_file::{link_target, write_bytes, write_file};
