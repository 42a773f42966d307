//! Another best solution in the text of a level file, and every other byte as it was:
//! comments, the order of the fields, line ends.
//!
//! The text has been read as a level before, so the scanner here only has to know where
//! fields and their values begin and end: it skips strings, raw strings, characters and
//! comments, which may hold any bracket or comma. What it has made is read again.

use std::ops::Range;

use super::parse_level;
use crate::puzzle::rules::{Best, Draft, format_moves};

/// Returns `text`, which is that of a level file, with `best` as its best solution. `None`
/// when that would not be the same level with this solution.
pub fn with_best(text: &str, best: &Best) -> Option<String> {
    let old = parse_level(text).ok()?.draft;
    let edits = edits(text, best)?;
    let mut new = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for (range, replacement) in edits {
        new += text.get(at..range.start)?;
        new += &replacement;
        at = range.end;
    }
    new += text.get(at..)?;
    let said = Best::read(best.moves.clone(), best.is_said_to_be_best());
    let wanted = Draft { best: Some(said), ..old };
    (parse_level(&new).ok()?.draft == wanted).then_some(new)
}

type Edit = (Range<usize>, String);

/// Returns what is to be replaced by what, from the front to the back.
fn edits(text: &str, best: &Best) -> Option<Vec<Edit>> {
    let moves = format!("\"{}\"", format_moves(&best.moves));
    let proved = best.is_said_to_be_best().to_string();
    let whole = format!("(moves: {moves}, proved: {proved})");
    let mut scanner = Scanner { text, at: 0 };
    let level = scanner.level()?;
    let Some(field) = level.field(text, "best") else {
        return Some(level.insertion(text, "best", &whole));
    };
    let replaced = vec![(field.value.clone(), whole)];
    // Comments within it stay too, where it is written plainly.
    let mut inner = Scanner { text, at: field.value.start };
    if inner.word() == Some("Some") {
        return Some(replaced);
    }
    let Some(solution) = inner.body() else { return Some(replaced) };
    let Some(known) = solution.field(text, "moves") else { return Some(replaced) };
    let mut edits = vec![(known.value.clone(), moves)];
    match solution.field(text, "proved") {
        Some(known) => edits.push((known.value.clone(), proved)),
        None => edits.extend(solution.insertion(text, "proved", &proved)),
    }
    edits.sort_by_key(|(range, _)| range.start);
    Some(edits)
}

/// A field: where its name and its value stand.
struct Field {
    name: Range<usize>,
    value: Range<usize>,
}

/// What stands between the brackets of a struct.
struct Body {
    fields: Vec<Field>,
    /// Whether a comma follows the last value, and where either ends.
    comma: bool,
    end: usize,
    /// Where the bracket is that closes it.
    close: usize,
}

impl Body {
    fn field(&self, text: &str, name: &str) -> Option<&Field> {
        let plain = |field: &Field| {
            let found = &text[field.name.clone()];
            found.strip_prefix("r#").unwrap_or(found) == name
        };
        self.fields.iter().find(|field| plain(field))
    }

    /// Returns what puts one more field behind the last: on a line by itself where the
    /// bracket stands on one.
    fn insertion(&self, text: &str, name: &str, value: &str) -> Vec<Edit> {
        let mut edits = Vec::new();
        if !self.comma {
            edits.push((self.end..self.end, ",".to_owned()));
        }
        let tail = &text[self.end..self.close];
        // Behind the comments that follow the last value.
        let at = self.end + tail.trim_end().len();
        let field = if tail.contains('\n') {
            let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
            format!("{newline}{}{name}: {value},", self.indent(text))
        } else {
            format!(" {name}: {value}")
        };
        edits.push((at..at, field));
        edits
    }

    /// Returns the white space before the last field that begins a line.
    fn indent<'a>(&self, text: &'a str) -> &'a str {
        let space = |field: &Field| {
            let before = &text[..field.name.start];
            let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
            (line.trim().is_empty() && !line.is_empty()).then_some(line)
        };
        self.fields.iter().rev().find_map(space).unwrap_or("    ")
    }
}

/// Goes through the text of a level file.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Skips to behind `word`.
    fn skip_past(&mut self, word: &str) -> Option<()> {
        self.at += self.rest().find(word)? + word.len();
        Some(())
    }

    /// Skips white space and comments.
    fn blank(&mut self) -> Option<()> {
        loop {
            // What Unicode's Pattern_White_Space holds, as for the reader, and no more.
            let is_white = |c: char| c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}');
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(is_white).len();
            if self.eat("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.eat("/*") {
                let mut depth = 1;
                while depth > 0 {
                    if self.eat("/*") {
                        depth += 1;
                    } else if self.eat("*/") {
                        depth -= 1;
                    } else {
                        self.at += self.peek()?.len_utf8();
                    }
                }
            } else {
                return Some(());
            }
        }
    }

    /// Skips a name or a number, and returns it when there is one.
    fn word(&mut self) -> Option<&'a str> {
        let start = self.at;
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
        if self.rest().strip_prefix("r#").is_some_and(|rest| rest.starts_with(is_part)) {
            self.at += 2;
        }
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_part).len();
        (self.at > start).then(|| &self.text[start..self.at])
    }

    /// Skips what belongs together: a literal, or brackets with all that is in them.
    fn token(&mut self) -> Option<()> {
        let mut depth = 0_u32;
        loop {
            self.blank()?;
            let word = self.word().unwrap_or_default();
            match self.peek()? {
                '"' | '#' if word.ends_with('r') => {
                    let rest = self.rest();
                    let hashes = rest.len() - rest.trim_start_matches('#').len();
                    self.at += hashes + 1;
                    self.skip_past(&format!("\"{}", "#".repeat(hashes)))?;
                }
                '"' => {
                    self.at += 1;
                    while !self.eat("\"") {
                        self.character()?;
                    }
                }
                '\'' => {
                    self.at += 1;
                    let escaped = self.rest().starts_with('\\');
                    self.character()?;
                    // A code point may be written out: `'\u{1f600}'`.
                    if escaped {
                        self.skip_past("'")?;
                    } else if !self.eat("'") {
                        return None;
                    }
                }
                // It ends with the word.
                _ if depth == 0 && !word.is_empty() => {}
                '(' | '[' | '{' => {
                    depth += 1;
                    self.at += 1;
                }
                ')' | ']' | '}' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                ',' | ':' if depth > 0 => self.at += 1,
                _ if depth > 0 && !word.is_empty() => {}
                _ => return None,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Skips one character of a string or between quotes, with the bar before it.
    fn character(&mut self) -> Option<()> {
        self.eat("\\");
        self.at += self.peek()?.len_utf8();
        Some(())
    }

    /// Skips to behind the level and returns what is in it.
    fn level(&mut self) -> Option<Body> {
        self.eat("\u{feff}");
        self.blank()?;
        // `#![enable(implicit_some)]`
        while self.eat("#") {
            self.blank()?;
            self.eat("!");
            self.token()?;
            self.blank()?;
        }
        self.word();
        self.body()
    }

    /// Skips a struct, its name already read, and returns what is in it.
    fn body(&mut self) -> Option<Body> {
        self.blank()?;
        if !self.eat("(") {
            return None;
        }
        let mut body = Body { fields: Vec::new(), comma: false, end: self.at, close: self.at };
        loop {
            self.blank()?;
            body.close = self.at;
            if self.eat(")") {
                return Some(body);
            }
            let start = self.at;
            self.word()?;
            let name = start..self.at;
            self.blank()?;
            if !self.eat(":") {
                return None;
            }
            self.blank()?;
            let start = self.at;
            let mut end = start;
            while !matches!(self.peek()?, ',' | ')') {
                self.token()?;
                end = self.at;
                self.blank()?;
            }
            body.fields.push(Field { name, value: start..end });
            (body.comma, body.end) = (false, end);
            if self.eat(",") {
                (body.comma, body.end) = (true, self.at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_moves;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let best = Best::found(parse_moves("a1R").unwrap(), true);
        assert_eq!(with_best(text, &best).as_deref(), Some(expected));
        assert_eq!(with_best(expected, &best).as_deref(), Some(expected), "nothing is added twice");
    }

    #[test]
    fn a_field_is_put_behind_the_last_one() {
        let (head, best) = ("(version: 1, title: \"\",", "best: (moves: \"a1R\", proved: true)");
        let rows = "start: [\"R.\"], goal: [\".R\"]";
        check(&format!("{head}{rows})"), &format!("{head}{rows}, {best})"));
        check(&format!("{head}{rows},)"), &format!("{head}{rows}, {best})"));
        check(
            &format!("{head}\n\t{rows} /* , ) */ // the last\n)\n"),
            &format!("{head}\n\t{rows}, /* , ) */ // the last\n\t{best},\n)\n"),
        );
        check(
            &format!("\u{feff}{head}\r\n    {rows},\r\n\r\n)"),
            &format!("\u{feff}{head}\r\n    {rows},\r\n    {best},\r\n\r\n)"),
        );
    }

    #[test]
    fn a_value_is_replaced_and_what_stands_about_it_stays() {
        let (head, tail) =
            ("(best: ", ", version: 1, title: r#\"best: (\"#, start: [\"R.\"], goal: [\".R\"])");
        let check = |old: &str, new: &str| {
            check(&format!("{head}{old}{tail}"), &format!("{head}{new}{tail}"));
        };
        check("(moves: \"\")", "(moves: \"a1R\", proved: true)");
        check(
            "( proved: false /* ) */, moves : r\"a1D a1R\" )",
            "( proved: true /* ) */, moves : \"a1R\" )",
        );
        check("(moves: \"a1D\",\n  // why\n)", "(moves: \"a1R\",\n  // why\n    proved: true,\n)");
        check("None", "(moves: \"a1R\", proved: true)");
        check("Some((moves: \"a1D\"))", "(moves: \"a1R\", proved: true)");
    }

    #[test]
    fn what_does_not_solve_the_level_is_not_written() {
        let text = "(version: 1, title: \"\", start: [\"R.\"], goal: [\".R\"])";
        let best = Best::found(parse_moves("a1D").unwrap(), false);
        assert_eq!(with_best(text, &best), None);
        assert_eq!(with_best("no level", &best), None);
    }
}
