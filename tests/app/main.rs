//! The designer under simulated input: the real layout, picking and widgets,
//! without a window and without a graphics card.

mod boards;
mod classics;
mod contrast;
mod edges;
mod explained;
mod fields;
mod files;
mod focus;
mod harness;
mod history;
mod issues;
mod keys;
mod layout;
mod live;
mod packs;
mod painting;
mod palette;
mod play;
mod play_hints;
mod playing;
mod race;
mod recovery;
mod replay;
mod results;
mod screens;
mod settings;
mod sharing;
mod small_screens;
mod solutions;
mod solver;
mod solving;
mod study;
mod terrain;
mod tools;
mod waypoints;
