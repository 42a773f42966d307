//! The designer under simulated input: the real layout, picking and widgets,
//! without a window and without a graphics card.

mod files;
mod harness;
mod keys;
mod layout;
mod painting;
mod recovery;
mod replay;
mod settings;
mod sharing;
mod solver;
mod solving;
