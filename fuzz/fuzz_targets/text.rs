//! Texts of positions, and whatever else the clipboard may hold.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mondrian_core::puzzle::{parse_any, parse_text, plain_text, write_text};

fuzz_target!(|text: &str| {
    let _ = parse_any(text, None);
    let Ok(draft) = parse_text(text, None) else { return };
    let written = write_text(&draft);
    let again = parse_text(&written, Some(&draft.palette)).expect("what was written can be read");
    assert_eq!((&again.start, &again.goal), (&draft.start, &draft.goal));
    assert_eq!((again.waypoints, again.opening), (draft.waypoints.clone(), draft.opening.clone()));
    if let Ok(puzzle) = draft.validate() {
        let shown = parse_any(&plain_text(&draft), None).expect("what was shown can be read");
        let shown = shown.draft.validate().expect("as good as before");
        assert_eq!(shown.identity(), puzzle.identity());
    }
});
