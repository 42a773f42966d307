//! How levels are read and written: level files, texts, share codes, collections, planning problems.
//! The uppermost of the four rooms.
//!
//! `any_text` is the one reader that tells them apart; `from_text` is `FromStr` of drafts and puzzles. `identity` is a canonical encoding of a puzzle. `write_file`
//! writes files, `best_edit` changes the best solution alone, `builtin` embeds `levels/`.

mod any_text;
mod best_edit;
pub mod builtin;
mod collection;
mod from_text;
mod identity;
#[cfg(not(target_family = "wasm"))]
mod import;
mod level_file;
#[cfg(not(target_family = "wasm"))]
mod pddl;
mod plain_strings;
mod share;
mod text;
#[cfg_attr(target_family = "wasm", path = "no_files.rs")]
mod write_file;

pub use any_text::{
    AnyTextError, TextKind, load, load_with, open_file, parse_any, parse_any_with, read_text,
    read_text_up_to,
};
pub use best_edit::with_best;
pub use collection::{
    Collection, CollectionError, Entry, Format, KatomicError, MAX_COLLECTION_BYTES,
    collection_name, parse_collection, write_katomic,
};
pub use from_text::LevelError;
#[cfg(not(target_family = "wasm"))]
pub use import::{Imported, Importer, LEVEL_ENDING, SameGame, level_files};
pub use level_file::{
    Loaded, MAX_FILE_BYTES, ReadError, WriteError, parse_level, save, write_level,
};
#[cfg(not(target_family = "wasm"))]
pub use pddl::{PddlError, PlanError, PlanStep, parse_plan, pddl};
pub use share::{ShareError, find_share_code, parse_share_code, parse_share_codes, share_code};
pub use text::{
    GapPlace, TextError, layout_text, parse_text, parse_text_with, plain_text, position_text,
    write_text,
};
#[cfg(not(target_family = "wasm"))]
pub use write_file::{NewFiles, link_target, make_folder, write_bytes, write_file};
