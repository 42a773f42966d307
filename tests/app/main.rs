//! The designer under simulated input: the real layout, picking and widgets,
//! without a window and without a graphics card.

mod boards;
mod files;
mod harness;
mod history;
mod issues;
mod keys;
mod layout;
mod painting;
mod palette;
mod recovery;
mod replay;
mod settings;
mod sharing;
mod solver;
mod solving;
mod study;
mod tools;
