//! Tests of the search by its public face: every method against plain
//! breadth-first search through the rules, limits, interruptions.

mod agreement;
mod boards;
mod corners;
mod explore;
mod generate;
mod known;
mod limits;
mod one_empty;
mod tracer;
