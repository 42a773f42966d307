//! Mondrian.
fn main() {}
