//! Mondrian: design and solve sliding-tile puzzles in the manner of Mondrian2.
//!
//! Coloured tiles stand on a board with walls. A move pushes one tile in one of four
//! directions; it slides until something stops it. The goal asks for a colour on some
//! cells. This library holds the rules, the level files and the search; the program
//! `mondrian` adds a command line and, with the feature `app`, a designer. Without
//! default features there is no Bevy in it.
//!
//! ```
//! use mondrian::puzzle::{format_moves, parse_text};
//! use mondrian::search::{Options, Search, Status, Verdict};
//!
//! // Start, a blank line, goal.
//! let draft = parse_text("R..\n..#\nB..\n\nB..\n..#\n..R", None).expect("two boards");
//! let puzzle = draft.validate().expect("no issues");
//!
//! // A search is stepped by whoever owns it and never waits for anything.
//! let mut search = Search::new(&puzzle, &Options::default());
//! while search.step(10_000) == Status::Running {
//!     println!("at least {} moves", search.progress().lower_bound);
//! }
//! let Verdict::Optimal { solution } = &search.outcome().expect("it has finished").verdict
//! else {
//!     panic!("without limits the best is proved");
//! };
//! println!("{} moves, proved the best: {}", solution.cost(), format_moves(solution.moves()));
//! # assert_eq!(solution.cost(), 5);
//!
//! // Every solution has been replayed through the rules.
//! assert!(puzzle.verify(solution.moves().to_vec()).is_ok());
//! ```
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
//! - [`cli`]: the command line.

/// The example in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "app")]
pub mod app;
pub mod cli;

pub use mondrian_core::{
    hints, page, picture, progress, proofs, puzzle, records, report, search, trial, words,
};
