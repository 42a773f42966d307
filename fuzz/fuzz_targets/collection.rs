//! Files of other programs: any text ends in levels, or in what is wrong and where. What a
//! KAtomic set can say of them is read back as the same levels.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mondrian_core::puzzle::{Draft, GapPlace, parse_collection, write_katomic};

fn tiles(draft: &Draft) -> usize {
    draft.start.iter().filter(|(_, square)| square.colour().is_some()).count()
}

fuzz_target!(|text: &str| {
    let Ok(collection) = parse_collection(text, "fuzz", GapPlace::Last) else { return };
    let levels: Vec<_> =
        collection.entries.into_iter().filter_map(|entry| entry.level.ok()).collect();
    if levels.is_empty() {
        return;
    }
    let Ok(written) = write_katomic("fuzz", &levels) else { return };
    let again = parse_collection(&written, "again", GapPlace::Last).expect("a set");
    assert_eq!(again.entries.len(), levels.len());
    for (entry, level) in again.entries.iter().zip(&levels) {
        let read = entry.level.as_ref().expect("what was written can be read");
        // The board may have got a frame of walls, so its size says nothing.
        assert_eq!(tiles(read), tiles(level));
    }
});
