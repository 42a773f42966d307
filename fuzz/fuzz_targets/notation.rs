//! Moves and cells as words, and a replay of them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mondrian_core::puzzle::{format_moves, parse_moves, parse_moves_of, parse_text};

fuzz_target!(|text: &str| {
    let eight = parse_text("1 2 3\n4 5 6\n7 0 8", None).expect("a level");
    let eight = eight.validate().expect("a valid one");
    if let Ok(moves) = parse_moves_of(text, &eight) {
        let again = parse_moves_of(&format_moves(&moves), &eight);
        assert_eq!(again, Ok(moves));
    }
    let Ok(moves) = parse_moves(text) else { return };
    let again = parse_moves(&format_moves(&moves)).expect("what was written can be read");
    assert_eq!(again, moves);
    let draft = parse_text("R..#\n..G.\nB...\n\n..R#\nG...\n...B", None).expect("a level");
    let puzzle = draft.validate().expect("a valid one");
    let _ = puzzle.verify(moves);
});
