//! Command lines, an argument a line.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let arguments = std::iter::once("mondrian").chain(text.lines());
    let _ = mondrian::cli::command().try_get_matches_from(arguments);
});
