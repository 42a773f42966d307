//! Plans of planners: any text is a list of pushes or an error with its line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mondrian_core::puzzle::parse_plan;

fuzz_target!(|text: &str| {
    match parse_plan(text) {
        Ok(steps) => assert!(steps.len() <= text.lines().count()),
        Err(error) => assert!((1..=text.lines().count()).contains(&error.line)),
    }
});
