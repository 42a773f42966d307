//! Tests of the search by its public face: every method against plain
//! breadth-first search through the rules, limits, interruptions.

mod agreement;
mod changing;
mod corners;
mod explore;
mod generate;
mod greedy_walk;
mod known;
mod limits;
mod one_empty;
mod terrain;
mod told;
mod tracer;
mod what_if;

/// Returns whether the slow tier is asked for.
fn slow() -> bool {
    std::env::var_os("SLOW_TESTS").is_some()
}
