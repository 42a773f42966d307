//! Level files: any bytes end in a level or an error, and a level written and read again
//! is the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mondrian_core::puzzle::{parse_level, parse_share_code, share_code, write_level};

fuzz_target!(|text: &str| {
    let Ok(loaded) = parse_level(text) else { return };
    let draft = loaded.draft;
    let written = write_level(&draft);
    assert_eq!(parse_level(&written).expect("what was written can be read").draft, draft);
    if draft.validate().is_ok() {
        let code = share_code(&draft);
        let shared = parse_share_code(&code).expect("what was shared can be read").draft;
        assert_eq!(share_code(&shared), code);
    }
});
