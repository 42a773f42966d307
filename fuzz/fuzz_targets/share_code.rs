//! Share codes: the text itself, and, since a random checksum is never right, what is
//! packed into one.

#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use libfuzzer_sys::fuzz_target;
use mondrian_core::puzzle::{parse_share_code, share_code};

fn with_checksum(packed: &[u8]) -> String {
    let checksum = crc32fast::hash(packed).to_be_bytes();
    format!("mondrian1:{}", URL_SAFE_NO_PAD.encode([packed, &checksum].concat()))
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = parse_share_code(text);
    }
    let Ok(loaded) = parse_share_code(&with_checksum(bytes)) else { return };
    let code = share_code(&loaded.draft);
    let again = parse_share_code(&code).expect("what was shared can be read");
    assert_eq!(share_code(&again.draft), code);
});
