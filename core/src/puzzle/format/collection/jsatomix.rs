//! Level sets of jsatomix: JSON, or the JavaScript module whose value it is.
//!
//! ```text
//!   module.exports = {
//!     "name": "draknek", "credits": "<a href='…'>…</a>", "license": "…",
//!     "levels": [{ "id": "1", "name": "Water", "atoms": { "1": ["1", "c"], … },
//!                  "arena": ["####", …], "molecule": ["123"] }, …]
//!   }
//! ```
//!
//! Reference: kp-atomix, `docs/atomix-json-format.txt`.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::atoms::{Atom, is_bond};
use super::scene::{Scene, Spot};
use super::{Collection, CollectionError, Entry};
use crate::puzzle::rules::Draft;

/// The set; levels are kept as texts, for their places and so that one cannot spoil the rest.
#[derive(Deserialize)]
struct SetFile<'a> {
    #[serde(default)]
    name: String,
    #[serde(default)]
    credits: String,
    #[serde(default)]
    license: String,
    #[serde(borrow)]
    levels: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct LevelFile<'a> {
    #[serde(default)]
    id: String,
    #[serde(default)]
    name: String,
    atoms: IndexMap<String, (String, String)>,
    #[serde(borrow)]
    arena: Vec<&'a RawValue>,
    #[serde(borrow)]
    molecule: Vec<&'a RawValue>,
}

/// Says whether `text` is such a set: an object, whatever stands before it, with levels that
/// have an arena.
pub(super) fn is_level_set(text: &str) -> bool {
    let Some(begin) = text.find('{') else { return false };
    let head = text[..begin].trim();
    let is_module =
        head.is_empty() || head.ends_with('=') || head.ends_with('(') || head.ends_with("default");
    let has = |key: &str| text.contains(&format!("\"{key}\""));
    is_module && has("levels") && has("arena") && has("molecule")
}

/// Reads a level set.
pub(super) fn parse(text: &str) -> Result<Collection, CollectionError> {
    let from_brace = text.find('{').map_or(text, |begin| &text[begin..]);
    let json = from_brace.rfind('}').map_or(from_brace, |end| &from_brace[..=end]);
    let set: SetFile<'_> =
        serde_json::from_str(json).map_err(|error| error_at(text, json, &error))?;
    let (author, link) = linked(&set.credits);
    let (licence, _) = linked(&set.license);
    let entries = (1..).zip(&set.levels).map(|(number, raw)| {
        let level = serde_json::from_str::<LevelFile<'_>>(raw.get());
        let level = level.map_err(|error| error_at(text, raw.get(), &error));
        let level = level.and_then(|level| {
            let mut note = format!("Level {} of {}.", level.id, set.name);
            for (what, value) in [("By", link.as_str()), ("Licence:", &licence)] {
                if !value.is_empty() {
                    note += &format!(" {what} {value}.");
                }
            }
            draft(text, raw, &level, &author, note)
        });
        Entry { number, level, remarks: Vec::new() }
    });
    Ok(Collection::new(set.name.clone(), entries.collect()))
}

/// Returns line and column, from 1, of `part`, which is a part of `text`.
fn place(text: &str, part: &str) -> (usize, usize) {
    let before = &text[..part.as_ptr() as usize - text.as_ptr() as usize];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (line, column)
}

/// Returns the error in `part` with its place in `text`.
fn error_at(text: &str, part: &str, error: &serde_json::Error) -> CollectionError {
    let (line, column) = place(text, part);
    let said = error.to_string();
    let message = said.split(" at line ").next().unwrap_or(&said);
    // What is in the first line of the part begins where the part does.
    let column = if error.line() <= 1 { column + error.column() } else { error.column() };
    CollectionError::at(line + error.line().saturating_sub(1), column.max(1), message)
}

/// Takes a link out of its HTML: what it says, and where it leads.
fn linked(html: &str) -> (String, String) {
    let mut text = String::new();
    let mut is_tag = false;
    for letter in html.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => text.push(letter),
            _ => {}
        }
    }
    let address = html.split("href=").nth(1).and_then(|rest| {
        let quote = rest.chars().next().filter(|c| "'\"".contains(*c))?;
        rest[1..].split(quote).next()
    });
    (text.trim().to_owned(), address.unwrap_or_default().to_owned())
}

fn draft(
    text: &str,
    raw: &RawValue,
    level: &LevelFile<'_>,
    author: &str,
    note: String,
) -> Result<Draft, CollectionError> {
    let (line, column) = place(text, raw.get());
    let error = |message: String| CollectionError::at(line, column, message);
    let mut atoms = Vec::new();
    for (name, (element, bonds)) in &level.atoms {
        let one = |text: &str| {
            let mut letters = text.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        match (one(name), one(element), bonds.chars().all(is_bond)) {
            (Some(symbol), Some(element), true) => atoms.push((symbol, Atom::new(element, bonds))),
            _ => {
                return Err(error(format!(
                    "the atom {name} is not a letter with an element and bonds"
                )));
            }
        }
    }
    let board = rows(text, &level.arena, &atoms)?;
    let molecule = rows(text, &level.molecule, &atoms)?;
    let (title, author) = (level.name.clone(), author.to_owned());
    let scene = Scene { title, author, note, atoms, board, molecule };
    if let Some(uneven) = scene.uneven() {
        return Err(error(uneven));
    }
    scene.draft().map_err(error)
}

fn rows(
    text: &str,
    rows: &[&RawValue],
    atoms: &[(char, Atom)],
) -> Result<Vec<Vec<Spot>>, CollectionError> {
    let mut read: Vec<Vec<Spot>> = Vec::new();
    for raw in rows {
        let (line, column) = place(text, raw.get());
        let row: String =
            serde_json::from_str(raw.get()).map_err(|error| error_at(text, raw.get(), &error))?;
        let spots = row.chars().enumerate().map(|(index, letter)| match letter {
            '.' => Ok(Spot::Empty),
            '#' => Ok(Spot::Wall),
            _ => atoms.iter().position(|(symbol, _)| *symbol == letter).map(Spot::Atom).ok_or_else(
                || {
                    let message = format!("{letter:?} is no atom of this level");
                    CollectionError::at(line, column + index + 1, message)
                },
            ),
        });
        read.push(spots.collect::<Result<_, _>>()?);
        let (found, expected) = (read[read.len() - 1].len(), read[0].len());
        if found != expected {
            let message = format!("the row has {found} cells, the first {expected}");
            return Err(CollectionError::at(line, column, message));
        }
    }
    Ok(read)
}
