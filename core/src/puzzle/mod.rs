//! Rules and levels: what a puzzle is, whether it is valid, how it is written
//! down. No Bevy, no clock, no printing; everything else stands on this.
//!
//! ```text
//!   level file --read--> Draft --validate--> Puzzle --verify(moves)--> Solution
//!                        |  all issues at once
//!                        anything that the mouse can draw
//! ```
//!
//! Four rooms, each of which knows those before it alone: `rules`, `edit`, `advice`, `format`.

mod advice;
pub mod edit;
mod format;
mod rules;

pub(crate) use advice::one_gap;
pub use advice::{
    Alike, CLASSIC_SIDES, Likeness, Lost, classic, heat, is_shuffled, lost, perft, shuffled,
};
pub use edit::{
    Brush, Clip, ColourSet, EditCommand, OpenedLevel, Region, Stroke, StrokeKind, Symmetry,
    Transform,
};
pub use format::{
    AnyTextError, Collection, CollectionError, Entry, Format, GapPlace, KatomicError, LevelError,
    Loaded, MAX_COLLECTION_BYTES, MAX_FILE_BYTES, ReadError, ShareError, TextError, TextKind,
    WriteError, builtin, collection_name, find_share_code, layout_text, load, load_with, open_file,
    parse_any, parse_any_with, parse_collection, parse_level, parse_share_code, parse_share_codes,
    parse_text, parse_text_with, plain_text, position_text, read_text, read_text_up_to, save,
    share_code, with_best, write_katomic, write_level, write_text,
};
#[cfg(not(target_family = "wasm"))]
pub use format::{
    Imported, Importer, LEVEL_ENDING, PddlError, PlanError, PlanStep, SameGame, level_files,
    link_target, make_folder, parse_plan, pddl, write_bytes, write_file,
};
pub use rules::{
    Anchor, Best, Board, Cell, Colour, Demand, Direction, Draft, Game, Goal, Grid, Hindrance,
    Issue, Kinds, Layout, MAX_CHANGING_TILES, MAX_COLOURS, MAX_OPENING, MAX_PUSHES, MAX_SIDE,
    MAX_TILES, MAX_WAYPOINTS, Move, Occupancy, Palette, ParseCellError, ParseMoveError,
    ParseSideError, Position, Puzzle, Random, Reach, ReplayError, Rgb, Side, Size, Solution,
    Square, Swatch, Terrain, TileKind, UnknownName, cell_names, default_swatch, format_moves, game,
    is_symbol, parse_moves, parse_moves_of,
};
pub(crate) use rules::{named, random};
