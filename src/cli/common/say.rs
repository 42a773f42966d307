//! Messages to whoever runs the program, on standard error, and text of others as a terminal
//! may have it.

use std::fmt;
use std::io::{self, Write as _};
use std::path::Path;

/// Prints a message. Unlike `eprintln!` it does not panic when nobody listens: a
/// search goes on when the terminal behind it is gone. Control characters but the ends of lines
/// are escaped: a message may name anything.
pub(in crate::cli) fn say(message: impl fmt::Display) {
    let message = message.to_string();
    let lines: Vec<String> = message.split('\n').map(shown).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// Returns a text that comes from a file, or the name of one, for a terminal: in one line, and
/// with nothing in it that a terminal obeys or that turns the text around.
pub(in crate::cli) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let is_obeyed = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || is_obeyed {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// As [`shown`], of the name of a file.
pub(in crate::cli) fn shown_path(path: &Path) -> String {
    shown(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        assert_eq!(shown("Ü 1 → 2 | \\n"), "Ü 1 → 2 | \\n");
        assert_eq!(shown("a\nb\t\u{1b}[2J\u{9b}1m\u{7f}"), "a\\nb\\t\\u{1b}[2J\\u{9b}1m\\u{7f}");
        assert_eq!(shown("x\u{202e}y\u{2028}"), "x\\u{202e}y\\u{2028}");
    }
}
