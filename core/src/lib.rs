//! The core of Mondrian: rules, level files and search of sliding-tile puzzles. No Bevy, no
//! command line. The package `mondrian-puzzles` shows it to the world under its own name.
//!
//! - [`puzzle`]: rules, drafts and their issues, level files, texts, share codes.
//! - [`search`]: the engine, the methods to study, limits, progress, verdicts.
//! - [`words`]: what people read: numbers, verdicts, issues.
//! - [`hints`]: what is known of a position that is played.
//! - [`report`]: what searches tell, as JSON.
//! - [`proofs`]: what has been proved before.
//! - [`progress`]: what the player has solved.
//! - [`records`]: the files of both.
//! - [`picture`]: boards as PNG and solutions as GIF.
//! - [`page`]: levels as a web page.
//! - [`trial`]: random levels, and breadth-first search on the rules to compare with.

pub mod hints;
#[cfg(not(target_family = "wasm"))]
pub mod page;
#[cfg(not(target_family = "wasm"))]
pub mod picture;
#[cfg(not(target_family = "wasm"))]
pub mod progress;
#[cfg(not(target_family = "wasm"))]
pub mod proofs;
pub mod puzzle;
#[cfg(not(target_family = "wasm"))]
pub mod records;
pub mod report;
pub mod search;
#[cfg(not(target_family = "wasm"))]
pub mod trial;
pub mod words;
