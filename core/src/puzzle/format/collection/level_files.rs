//! Level files one after the other in one text, as `mondrian generate --count 2` prints them.

use ron::Deserializer;
use serde::de::{Deserialize, IgnoredAny};

use super::{Collection, CollectionError, entry_of, one_level};
use crate::puzzle::format::GapPlace;

/// Returns each level file in `text` with the number of its first line, from 1. What is not one
/// ends with the text: whoever reads it finds what is wrong.
fn split(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut rest) = (Vec::new(), text);
    while !rest.trim_start().is_empty() {
        let begin = rest.trim_start();
        let end = Deserializer::from_str(begin).ok().and_then(|mut level| {
            IgnoredAny::deserialize(&mut level).ok()?;
            Some(begin.len() - level.remainder().len())
        });
        let level = &begin[..end.unwrap_or(begin.len())];
        let line = 1 + text[..text.len() - begin.len()].matches('\n').count();
        found.push((line, level));
        rest = &begin[level.len()..];
    }
    found
}

/// Says whether `text` is two level files or more.
pub fn are_several(text: &str) -> bool {
    let levels = split(text);
    levels.len() > 1 && levels.iter().all(|(_, level)| level.starts_with('('))
}

/// Reads them.
pub fn parse(text: &str, name: &str, gap: GapPlace) -> Collection {
    let entries = (1..).zip(split(text)).map(|(number, (line, level))| {
        let mut read = one_level(level, gap).map_or_else(
            |error| entry_of(number, line, Err(error)),
            |mut one| one.entries.swap_remove(0),
        );
        let places = read.remarks.iter_mut().chain(read.level.as_mut().err());
        places.for_each(|CollectionError { line: at, .. }| *at += line - 1);
        super::Entry { number, ..read }
    });
    Collection::new(name.to_owned(), entries.collect())
}
