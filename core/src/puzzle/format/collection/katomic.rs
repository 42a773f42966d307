//! Level sets of KAtomic, `NAME.dat`: a group of the set, then a group for each level.
//!
//! ```text
//!   [LevelSet]                     [Level1]
//!   Name=Original levels           Name=Water
//!   Description=…                  atom_1=1-c          element, bonds
//!   Author=…                       feld_00=..###..     the board, row by row
//!   LevelCount=83                  mole_0=123          the molecule
//! ```
//!
//! KAtomic tells atoms apart by their numbers, and is content when every atom of the board has
//! its place in the molecule.
//!
//! Reference: KAtomic, `README.levels` and `src/levelset.cpp`.

use std::collections::BTreeMap;

use super::atoms::{Atom, is_bond};
use super::scene::{Scene, Spot};
use super::{Collection, CollectionError, Entry};

/// A value and its line, from 1.
type Value<'a> = (usize, &'a str);

/// A group of the file: its line and its values by their keys.
#[derive(Default)]
struct Group<'a> {
    line: usize,
    values: BTreeMap<&'a str, Value<'a>>,
}

impl Group<'_> {
    /// Returns a value as text, its escapes taken out; empty when it is not there.
    fn text(&self, key: &str) -> String {
        self.values.get(key).map_or_else(String::new, |(_, value)| unescaped(value))
    }
}

/// Reads a level set, or the file of one level.
pub(super) fn parse(text: &str) -> Result<Collection, CollectionError> {
    let (set, levels) = groups(text)?;
    let (title, author) = (set.text("Name"), author_of(&set));
    let mut remarks = Vec::new();
    if let Some(&(line, count)) = set.values.get("LevelCount")
        && count.trim().parse() != Ok(levels.len())
    {
        let message = format!("LevelCount is {count}, and {} levels are there", levels.len());
        remarks.push(CollectionError::new(line, message));
    }
    let description = set.text("Description");
    let entries = levels.into_iter().map(|(number, group)| {
        let place =
            if title.is_empty() { String::new() } else { format!("Level {number} of {title}.") };
        let note = [place.as_str(), &description].join(" ").trim().to_owned();
        let mut remarks = Vec::new();
        let level = read_level(&group, &author, &note, &mut remarks);
        Entry { number, level, remarks }
    });
    let entries = entries.collect();
    Ok(Collection { remarks, ..Collection::new(title, entries) })
}

/// Cuts the file into the group of the set and those of the levels.
fn groups(text: &str) -> Result<(Group<'_>, BTreeMap<usize, Group<'_>>), CollectionError> {
    let mut set = Group::default();
    let mut levels: BTreeMap<usize, Group<'_>> = BTreeMap::new();
    let mut open: Option<usize> = None;
    let mut is_set_open = false;
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            is_set_open = name == "LevelSet";
            if is_set_open {
                open = None;
                set.line = number;
                continue;
            }
            let level = name
                .strip_prefix("Level")
                .map(|rest| if rest.is_empty() { Ok(1) } else { rest.parse() });
            let Some(Ok(level)) = level else {
                return Err(CollectionError::new(
                    number,
                    format!("[{name}] is neither [LevelSet] nor [Level1], [Level2], …"),
                ));
            };
            let group = Group { line: number, ..Group::default() };
            if levels.insert(level, group).is_some() {
                return Err(CollectionError::new(number, format!("[{name}] is there twice")));
            }
            open = Some(level);
            continue;
        }
        let group = match open {
            Some(level) => levels.get_mut(&level),
            None if is_set_open => Some(&mut set),
            None => None,
        };
        let (Some(group), Some((key, value))) = (group, line.split_once('=')) else {
            return Err(CollectionError::new(number, "neither a [group] nor key=value"));
        };
        let key = key.trim();
        if group.values.insert(key, (number, value.trim())).is_some() {
            return Err(CollectionError::new(number, format!("{key} is there twice in its group")));
        }
    }
    if levels.is_empty() {
        return Err(CollectionError::new(set.line.max(1), "the set has no levels"));
    }
    Ok((set, levels))
}

fn author_of(set: &Group<'_>) -> String {
    let (name, address) = (set.text("Author"), set.text("AuthorEmail"));
    match (name.as_str(), address.as_str()) {
        (_, "") => name,
        ("", _) => address,
        _ => format!("{name} <{address}>"),
    }
}

/// Takes the escapes of KDE's files out of a value.
fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match (letter == '\\').then(|| letters.next()).flatten() {
            Some('s') => text.push(' '),
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some(other) => text.push(other),
            None => text.push(letter),
        }
    }
    text
}

fn read_level(
    group: &Group<'_>,
    author: &str,
    note: &str,
    remarks: &mut Vec<CollectionError>,
) -> Result<crate::puzzle::rules::Draft, CollectionError> {
    let mut atoms = Vec::new();
    for (key, &(line, value)) in &group.values {
        if let Some(name) = key.strip_prefix("atom_") {
            atoms.push(
                read_atom(name, value).map_err(|message| CollectionError::new(line, message))?,
            );
        } else if !is_known(key) {
            remarks.push(CollectionError::new(
                line,
                format!("{key} means nothing in a level, and is left out"),
            ));
        }
    }
    let alike = atoms.iter().enumerate().find_map(|(index, (symbol, atom))| {
        let (other, _) = atoms[..index].iter().find(|(_, other)| other == atom)?;
        Some(format!("the atoms {other} and {symbol} look alike, and are two kinds all the same"))
    });
    remarks.extend(alike.map(|message| CollectionError::new(group.line, message)));
    let board = rows(group, "feld_", 2, &atoms, false)?;
    let molecule = rows(group, "mole_", 1, &atoms, true)?;
    let (title, author, note) = (group.text("Name"), author.to_owned(), note.to_owned());
    let scene = Scene { title, author, note, atoms, board, molecule };
    if let Some(uneven) = scene.uneven() {
        return Err(CollectionError::new(group.line, uneven));
    }
    scene.draft().map_err(|message| CollectionError::new(group.line, message))
}

/// Says whether a key belongs to a level; names may be there in many languages.
fn is_known(key: &str) -> bool {
    ["feld_", "mole_", "Name[", "Hint["].iter().any(|known| key.starts_with(known))
        || ["Name", "Hint"].contains(&key)
}

/// Reads `1-c`, the atom that is called `name` on the board.
fn read_atom(name: &str, value: &str) -> Result<(char, Atom), String> {
    let mut letters = name.chars();
    let symbol = letters.next().filter(char::is_ascii_alphanumeric);
    let (Some(symbol), None) = (symbol, letters.next()) else {
        return Err(format!("atom_{name} is not atom_ and one letter or digit"));
    };
    let (element, bonds) = value.split_once('-').unwrap_or((value, ""));
    let mut letters = element.chars();
    match (letters.next(), letters.next(), bonds.chars().all(is_bond)) {
        (Some(element), None, true) => Ok((symbol, Atom::new(element, bonds))),
        _ => Err(format!("{value} is not an element, a dash, and bonds of a to h, A to H, 1 to 4")),
    }
}

/// Returns the rows `prefix0`, `prefix1`, … up to the last.
fn rows(
    group: &Group<'_>,
    prefix: &str,
    digits: usize,
    atoms: &[(char, Atom)],
    ragged: bool,
) -> Result<Vec<Vec<Spot>>, CollectionError> {
    let mut rows: Vec<Vec<Spot>> = Vec::new();
    while let Some(&(line, value)) =
        group.values.get(format!("{prefix}{:0digits$}", rows.len()).as_str())
    {
        let spots = value.chars().enumerate().map(|(index, letter)| match letter {
            '.' => Ok(Spot::Empty),
            '#' if !ragged => Ok(Spot::Wall),
            _ => atoms.iter().position(|(symbol, _)| *symbol == letter).map(Spot::Atom).ok_or_else(
                || {
                    let column = prefix.len() + digits + 2 + index;
                    CollectionError::at(
                        line,
                        column,
                        format!("{letter:?} is no atom of this level"),
                    )
                },
            ),
        });
        rows.push(spots.collect::<Result<_, _>>()?);
        let (found, expected) = (rows[rows.len() - 1].len(), rows[0].len());
        if found != expected && !ragged {
            let message = format!("the row has {found} cells, the first {expected}");
            return Err(CollectionError::new(line, message));
        }
    }
    let stray = group.values.iter().filter(|(key, _)| key.starts_with(prefix)).nth(rows.len());
    if let Some((key, &(line, _))) = stray {
        return Err(CollectionError::new(
            line,
            format!("{key} does not follow the rows before it"),
        ));
    }
    if rows.is_empty() {
        return Err(CollectionError::new(
            group.line,
            format!("there are no rows {prefix}{:0digits$} …", 0),
        ));
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    rows.iter_mut().for_each(|row| row.resize(width, Spot::Empty));
    Ok(rows)
}
