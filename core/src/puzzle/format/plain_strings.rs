//! Strings of RON as plainly as they can be read back. The writer escapes whatever Rust
//! would, also `'` and marks that combine with the letter before them; those stand for
//! themselves here.

/// Returns a text of RON whose strings have no more escapes than they need.
pub(super) fn with_plain_strings(ron: &str) -> String {
    let mut plain = String::with_capacity(ron.len());
    let mut rest = ron;
    let mut inside = false;
    while let Some(next) = rest.chars().next() {
        let (taken, text) = match next {
            '\\' if inside => escape(rest),
            // A character outside of a string may be a quotation mark.
            '\'' if !inside => character(rest),
            _ => (next.len_utf8(), None),
        };
        inside ^= next == '"';
        let (head, tail) = rest.split_at(taken);
        match text {
            Some(character) => plain.push(character),
            None => plain.push_str(head),
        }
        rest = tail;
    }
    plain
}

/// Returns the length of the escape with which `text` begins, and the character for which
/// it need not stand.
fn escape(text: &str) -> (usize, Option<char>) {
    if text.starts_with("\\'") {
        return (2, Some('\''));
    }
    if let Some(digits) = text.strip_prefix("\\u{")
        && let Some((digits, _)) = digits.split_once('}')
    {
        let number = u32::from_str_radix(digits, 16).ok();
        let found = number.and_then(char::from_u32).filter(|&found| combines(found));
        return (digits.len() + "\\u{}".len(), found);
    }
    let second = text[1..].chars().next().map_or(0, char::len_utf8);
    (1 + second, None)
}

/// Returns the length of the character literal with which `text` begins.
fn character(text: &str) -> (usize, Option<char>) {
    let escaped = text[1..].starts_with('\\');
    let end = text.char_indices().skip(if escaped { 3 } else { 2 }).find(|&(_, c)| c == '\'');
    (end.map_or(text.len(), |(at, _)| at + 1), None)
}

/// Says whether this is escaped only because nothing stands before it: behind a letter it
/// is printed.
fn combines(character: char) -> bool {
    let word = format!("a{character}");
    word.escape_debug().to_string() == word
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is written for a value, and checks that it is read back.
    #[track_caller]
    fn written(key: char, text: &str) -> String {
        let value = std::collections::BTreeMap::from([(key, text.to_owned())]);
        let plain = with_plain_strings(&ron::to_string(&value).unwrap());
        assert_eq!(ron::from_str::<std::collections::BTreeMap<char, String>>(&plain), Ok(value));
        plain
    }

    #[test]
    fn what_can_be_read_stands_for_itself() {
        assert_eq!(written('B', "Jef's \"first\""), r#"{'B':"Jef's \"first\""}"#);
        assert_eq!(
            written('B', "Cafe\u{301}, \u{915}\u{94d}"),
            "{'B':\"Cafe\u{301}, \u{915}\u{94d}\"}"
        );
        assert_eq!(written('B', "a\nb\u{202e}\u{7}"), r#"{'B':"a\nb\u{202e}\u{7}"}"#);
    }

    #[test]
    fn nothing_is_taken_for_something_else() {
        for key in ['\'', '"', '\\', 'u', 'é'] {
            for text in ["", "'", "\\'", "\\\\'", "\"'\"", "\\u{301}", "'\u{301}", "\u{301}", "\\"]
            {
                written(key, text);
            }
        }
    }
}
