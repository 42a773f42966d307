//! The designer, tested without a window by simulated input.

#![cfg(feature = "app")]

mod harness;
mod replay;
mod solver;
