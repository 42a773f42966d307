//! Tests of the rules, the level files and the command line from outside, and of
//! the order in the code itself. `SLOW_TESTS=1` enlarges their bounds.

mod bad_files;
mod batch;
mod classics;
mod cli;
mod docs;
mod faults;
mod importing;
mod independent;
mod look;
mod output;
mod packages;
mod perft;
mod predecessors;
mod proofs;
mod reading;
mod round_trip;
mod saving;
mod sharing;
mod study;
mod support;
mod terrain;
mod tidy;
mod verify;
mod year;
