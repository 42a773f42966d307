//! Levels as a level set of KAtomic, as far as its format can hold them: 15 by 15 cells, 35
//! kinds of atoms, a floating goal that has a place for every tile.

use super::atoms::{Atom, PLAIN_ELEMENTS};
use crate::puzzle::advice::likeness::{is_near, reached};
use crate::puzzle::rules::{Anchor, Cell, Colour, Draft, Grid, Square, Terrain};

/// Cells of KAtomic's board, and of its molecules, each way.
const SIDE: usize = 15;
/// The letters of atoms.
const LETTERS: &[u8; 35] = b"123456789abcdefghijklmnopqrstuvwxyz";

/// What keeps a level from being one of KAtomic's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KatomicError {
    /// The level has issues.
    #[error("{0}")]
    Invalid(String),
    /// The goal stands where it is drawn.
    #[error("the goal is fixed; KAtomic knows floating ones alone")]
    FixedGoal,
    /// The level has waypoints, an opening, or something of version 2 of the rules.
    #[error("KAtomic has no {0}")]
    Extra(&'static str),
    /// A colour has tiles that the goal does not ask for.
    #[error(
        "the goal does not ask for all tiles of {0:?}; in KAtomic every atom is a part of the molecule"
    )]
    SpareTiles(char),
    /// The board is too large.
    #[error("the board and the walls around it take {0}×{1} cells; KAtomic has {SIDE}×{SIDE}")]
    TooLarge(usize, usize),
    /// There are too many colours.
    #[error("{0} colours are too many; KAtomic has letters for {count}", count = LETTERS.len())]
    TooManyColours(usize),
}

/// Returns `levels` as a level set.
///
/// # Errors
/// Names the first level, by its place from 0, that the format cannot hold.
pub fn write_katomic(title: &str, levels: &[Draft]) -> Result<String, (usize, KatomicError)> {
    let author = levels.first().map_or("", |level| level.author.as_str());
    let author = if levels.iter().all(|level| level.author == author) { author } else { "" };
    let mut text = format!("[LevelSet]\nName={}\n", escaped(title));
    if let Some((name, address)) = author.strip_suffix('>').and_then(|a| a.split_once(" <")) {
        text += &format!("Author={}\nAuthorEmail={}\n", escaped(name), escaped(address));
    } else if !author.is_empty() {
        text += &format!("Author={}\n", escaped(author));
    }
    text += &format!("LevelCount={}\n", levels.len());
    for (index, level) in levels.iter().enumerate() {
        let group = group(level).map_err(|error| (index, error))?;
        text += &format!("\n[Level{}]\n{group}", index + 1);
    }
    Ok(text)
}

/// Returns a value as KDE's files have it.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t");
    match text.strip_prefix(' ') {
        Some(rest) => format!("\\s{rest}"),
        None => text,
    }
}

fn group(draft: &Draft) -> Result<String, KatomicError> {
    if let Err(issues) = draft.validate() {
        let issues: Vec<String> = issues.iter().map(ToString::to_string).collect();
        return Err(KatomicError::Invalid(issues.join("; ")));
    }
    if draft.anchor == Anchor::Fixed {
        return Err(KatomicError::FixedGoal);
    }
    if !draft.waypoints.is_empty() {
        return Err(KatomicError::Extra("waypoints"));
    }
    if !draft.is_plain() {
        return Err(KatomicError::Extra("passes, thin walls, chameleons and numbered tiles"));
    }
    if !draft.opening.is_empty() {
        return Err(KatomicError::Extra("opening"));
    }
    let colours = colours_of(draft)?;
    let atoms = atoms(draft, &colours);
    let letter = |colour: Colour| {
        let place = colours.iter().position(|&other| other == colour);
        char::from(LETTERS[place.expect("a colour of the start")])
    };
    let mut text = format!("Name={}\n", escaped(&draft.title));
    for (letter, atom) in LETTERS.iter().zip(&atoms) {
        text += &format!("atom_{}={}\n", char::from(*letter), atom.code());
    }
    for (index, row) in field(&draft.start, letter)?.iter().enumerate() {
        text += &format!("feld_{index:02}={row}\n");
    }
    for (index, row) in molecule(&draft.goal, letter)?.iter().enumerate() {
        text += &format!("mole_{index}={row}\n");
    }
    Ok(text)
}

/// Returns the colours of the tiles, in the order of the palette.
fn colours_of(draft: &Draft) -> Result<Vec<Colour>, KatomicError> {
    let count = |grid: &Grid<Square>, colour| {
        grid.iter().filter(|(_, s)| s.colour() == Some(colour)).count()
    };
    let is_there = |&colour: &Colour| count(&draft.start, colour) > 0;
    let colours: Vec<Colour> = draft.palette.colours().filter(is_there).collect();
    let spare =
        colours.iter().find(|&&colour| count(&draft.start, colour) != count(&draft.goal, colour));
    if let Some(&colour) = spare {
        return Err(KatomicError::SpareTiles(draft.palette.swatch(colour).symbol));
    }
    if colours.len() > LETTERS.len() {
        return Err(KatomicError::TooManyColours(colours.len()));
    }
    Ok(colours)
}

/// Returns the atoms of these colours: those that their names tell, and others that are not
/// taken yet.
fn atoms(draft: &Draft, colours: &[Colour]) -> Vec<Atom> {
    let named =
        |colour: &Colour| draft.palette.swatch(*colour).name.as_deref().and_then(Atom::from_name);
    let mut taken: Vec<Atom> = colours.iter().filter_map(named).collect();
    let bonds = ["", "a", "c", "e", "g", "ac", "ae", "ag"];
    let mut free =
        bonds.into_iter().flat_map(|b| PLAIN_ELEMENTS.map(|element| Atom::new(element, b)));
    let atom_of = |colour: &Colour| {
        named(colour).unwrap_or_else(|| {
            let atom = free.find(|atom| !taken.contains(atom)).expect("80 for 35 colours");
            taken.push(atom.clone());
            atom
        })
    };
    colours.iter().map(atom_of).collect()
}

/// Returns the board in the middle of KAtomic's, with walls wherever its edge stops tiles.
fn field(
    start: &Grid<Square>,
    letter: impl Fn(Colour) -> char,
) -> Result<Vec<String>, KatomicError> {
    let size = start.size();
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let reached = reached(start, &Terrain::default());
    let is_open = |x: usize, y: usize| reached[Cell::new(x as u8, y as u8)];
    let open_row = |y: usize| (0..width).any(|x| is_open(x, y));
    let open_column = |x: usize| (0..height).any(|y| is_open(x, y));
    let (left, right) = (usize::from(open_column(0)), usize::from(open_column(width - 1)));
    let (top, bottom) = (usize::from(open_row(0)), usize::from(open_row(height - 1)));
    let (full_width, full_height) = (left + width + right, top + height + bottom);
    if full_width > SIDE || full_height > SIDE {
        return Err(KatomicError::TooLarge(full_width, full_height));
    }
    let (dx, dy) = (left + (SIDE - full_width) / 2, top + (SIDE - full_height) / 2);
    let mut rows = vec![['.'; SIDE]; SIDE];
    for (cell, square) in start.iter() {
        let (x, y) = (usize::from(cell.x) + dx, usize::from(cell.y) + dy);
        rows[y][x] = match *square {
            Square::Empty => '.',
            Square::Wall if is_near(&reached, cell) => '#',
            // Beyond the walls.
            Square::Wall => '.',
            Square::Tile(colour) => letter(colour),
        };
        if !reached[cell] {
            continue;
        }
        let edges = [
            (cell.x == 0, (x.wrapping_sub(1), y)),
            (usize::from(cell.x) == width - 1, (x + 1, y)),
            (cell.y == 0, (x, y.wrapping_sub(1))),
            (usize::from(cell.y) == height - 1, (x, y + 1)),
        ];
        for (_, (x, y)) in edges.into_iter().filter(|(is_edge, _)| *is_edge) {
            rows[y][x] = '#';
        }
    }
    Ok(rows.into_iter().map(|row| row.into_iter().collect()).collect())
}

/// Returns the rows of the molecule, which begins in the top left corner.
fn molecule(
    goal: &Grid<Square>,
    letter: impl Fn(Colour) -> char,
) -> Result<Vec<String>, KatomicError> {
    let tiles = || goal.iter().filter_map(|(cell, square)| Some((cell, square.colour()?)));
    let left = tiles().map(|(cell, _)| cell.x).min().unwrap_or(0);
    let top = tiles().map(|(cell, _)| cell.y).min().unwrap_or(0);
    let width = tiles().map(|(cell, _)| cell.x - left + 1).max().unwrap_or(0);
    let height = tiles().map(|(cell, _)| cell.y - top + 1).max().unwrap_or(0);
    if usize::from(width) > SIDE || usize::from(height) > SIDE {
        return Err(KatomicError::TooLarge(width.into(), height.into()));
    }
    let row = |y: u8| {
        let square = |x: u8| goal[Cell::new(left + x, top + y)].colour();
        (0..width).map(|x| square(x).map_or('.', &letter)).collect()
    };
    Ok((0..height).map(row).collect())
}
