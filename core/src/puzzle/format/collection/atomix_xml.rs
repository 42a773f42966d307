//! A level of GNOME Atomix, `NAME.atomix.xml`: three grids of one level.
//!
//! ```text
//!   <level _name="Water" formula="…">
//!     <environment n_columns="13" n_rows="12">    the walls
//!       <position row="1" col="1"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
//!     <scenario …>                                where the atoms stand at first
//!       <position row="3" col="4"><tile type="TILE_TYPE_ATOM" base="atom-h">
//!           <underlay>link-left</underlay></tile></position>
//!     <goal …>                                    the molecule
//! ```
//!
//! Up to version 3.16 the same stands in elements instead of attributes, cells in rows:
//!
//! ```text
//!     <environment><n_rows>12</n_rows><n_columns>13</n_columns>
//!       <row no="1"><col no="1"><tile><type>TILE_TYPE_WALL</type><base>wall-single</base></tile>
//! ```
//!
//! Rows and columns count from 0 in both. Atoms are alike when base and links are.
//!
//! Reference: GNOME Atomix 3.16 and 3.34, `src/level.c`, `src/playfield.c`, `src/tile.c`,
//! `src/goal.c`.

use roxmltree::{Document, Node};

use super::atoms::Atom;
use super::scene::{Scene, Spot};
use super::{Collection, CollectionError, Entry};
use crate::puzzle::rules::{Draft, MAX_SIDE};

/// Links, and the letters that KAtomic and jsatomix have for them.
const LINKS: [(&str, char); 20] = [
    ("link-top", 'a'),
    ("link-top-right", 'b'),
    ("link-right", 'c'),
    ("link-bottom-right", 'd'),
    ("link-bottom", 'e'),
    ("link-bottom-left", 'f'),
    ("link-left", 'g'),
    ("link-top-left", 'h'),
    ("link-top-double", 'A'),
    ("link-right-double", 'B'),
    ("link-bottom-double", 'C'),
    ("link-left-double", 'D'),
    ("link-top-triple", 'E'),
    ("link-right-triple", 'F'),
    ("link-bottom-triple", 'G'),
    ("link-left-triple", 'H'),
    ("link-top-right-double", '1'),
    ("link-bottom-right-double", '2'),
    ("link-bottom-left-double", '3'),
    ("link-top-left-double", '4'),
];

/// Atoms, and the letters that KAtomic has for them.
const ATOMS: [(&str, char); 9] = [
    ("atom-h", '1'),
    ("atom-c", '2'),
    ("atom-o", '3'),
    ("atom-n", '4'),
    ("atom-s", '5'),
    ("atom-f", '6'),
    ("atom-cl", '7'),
    ("atom-br", '8'),
    ("atom-p", '9'),
];

/// Reads the level of a file.
pub(super) fn parse(text: &str) -> Result<Collection, CollectionError> {
    let document = Document::parse(text).map_err(|error| {
        let at = error.pos();
        // The place is said once.
        let said = error.to_string();
        let message = said.rsplit_once(" at ").map_or(said.as_str(), |(message, _)| message);
        CollectionError::at(at.row as usize, at.col as usize, message)
    })?;
    let level = Reader { atoms: Vec::new() }.read(document.root_element());
    let entry = Entry { number: 1, level, remarks: Vec::new() };
    Ok(Collection::new(String::new(), vec![entry]))
}

fn error_at(node: Node<'_, '_>, message: impl Into<String>) -> CollectionError {
    let at = node.document().text_pos_at(node.range().start);
    CollectionError::at(at.row as usize, at.col as usize, message)
}

/// Reads the grids of a level, and collects the kinds of atoms in them.
struct Reader {
    atoms: Vec<(char, Atom)>,
}

impl Reader {
    fn read(mut self, root: Node<'_, '_>) -> Result<Draft, CollectionError> {
        let part = |name: &str| {
            let found = root.children().find(|node| node.has_tag_name(name));
            found.ok_or_else(|| error_at(root, format!("the level has no <{name}>")))
        };
        let goal = part("goal")?;
        // The kinds in the order of the molecule.
        let molecule = self.grid(goal)?;
        let mut board = self.grid(part("environment")?)?;
        let scenario = self.grid(part("scenario")?)?;
        for (y, row) in scenario.iter().enumerate() {
            for (x, &spot) in row.iter().enumerate().filter(|(_, spot)| **spot != Spot::Empty) {
                match board.get_mut(y).and_then(|row| row.get_mut(x)) {
                    Some(place @ Spot::Empty) => *place = spot,
                    _ => {
                        let message =
                            format!("row {y}, column {x} of the scenario is on a wall or outside");
                        return Err(error_at(root, message));
                    }
                }
            }
        }
        let text = |name: &str| root.attribute(name).map(plain).unwrap_or_default();
        let title = [text("_name"), text("name")].concat();
        let note = text("formula");
        let scene =
            Scene { title, author: String::new(), note, atoms: self.atoms, board, molecule };
        scene.draft().map_err(|message| error_at(root, message))
    }

    /// Reads the tiles of one part of a level.
    fn grid(&mut self, part: Node<'_, '_>) -> Result<Vec<Vec<Spot>>, CollectionError> {
        let (width, height) = (number(part, "n_columns")?, number(part, "n_rows")?);
        let most = 4 * usize::from(MAX_SIDE);
        if width > most || height > most {
            return Err(error_at(part, format!("{width}×{height} cells are too many")));
        }
        let mut rows = vec![vec![Spot::Empty; width]; height];
        for (place, x, y) in places(part)? {
            for tile in place.children().filter(|node| node.has_tag_name("tile")) {
                let spot = self.spot(tile)?;
                let Some(old) = rows.get_mut(y).and_then(|row| row.get_mut(x)) else {
                    return Err(error_at(place, format!("row {y}, column {x} is outside")));
                };
                if *old != Spot::Empty && spot != Spot::Empty {
                    return Err(error_at(place, format!("row {y}, column {x} is taken already")));
                }
                *old = spot;
            }
        }
        Ok(rows)
    }

    fn spot(&mut self, tile: Node<'_, '_>) -> Result<Spot, CollectionError> {
        match value(tile, "type") {
            Some("TILE_TYPE_WALL") => Ok(Spot::Wall),
            Some("TILE_TYPE_ATOM") => self.atom(tile),
            Some("TILE_TYPE_NONE" | "TILE_TYPE_FLOOR" | "TILE_TYPE_SHADOW") => Ok(Spot::Empty),
            other => Err(error_at(
                tile,
                format!("the type {} is not known", other.unwrap_or("is missing and")),
            )),
        }
    }

    fn atom(&mut self, tile: Node<'_, '_>) -> Result<Spot, CollectionError> {
        let letter = |table: &[(&str, char)], name: &str| {
            let found = table.iter().find(|(known, _)| *known == name);
            found
                .map(|&(_, letter)| letter)
                .ok_or_else(|| error_at(tile, format!("{name:?} is not known")))
        };
        let element = letter(&ATOMS, value(tile, "base").unwrap_or_default())?;
        let links = tile
            .children()
            .filter(|node| node.has_tag_name("underlay") || node.has_tag_name("overlay"));
        let bonds = links.map(|node| letter(&LINKS, node.text().unwrap_or_default().trim()));
        let atom = Atom::new(element, &bonds.collect::<Result<String, _>>()?);
        if let Some(kind) = self.atoms.iter().position(|(_, other)| *other == atom) {
            return Ok(Spot::Atom(kind));
        }
        let mut letters = ('1'..='9').chain('a'..='z').chain('A'..='Z');
        let symbol = letters.nth(self.atoms.len());
        let symbol = symbol.ok_or_else(|| error_at(tile, "there are too many kinds of atoms"))?;
        self.atoms.push((symbol, atom));
        Ok(Spot::Atom(self.atoms.len() - 1))
    }
}

/// Returns the elements that stand for a cell, with its column and row.
fn places<'a, 'x>(
    part: Node<'a, 'x>,
) -> Result<Vec<(Node<'a, 'x>, usize, usize)>, CollectionError> {
    let mut places = Vec::new();
    for node in part.children() {
        if node.has_tag_name("position") {
            places.push((node, number(node, "col")?, number(node, "row")?));
        } else if node.has_tag_name("row") {
            let y = number(node, "no")?;
            for cell in node.children().filter(|node| node.has_tag_name("col")) {
                places.push((cell, number(cell, "no")?, y));
            }
        }
    }
    Ok(places)
}

/// Returns the value of an attribute, or of the element of this name.
fn value<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let element = || node.children().find(|child| child.has_tag_name(name))?.text();
    node.attribute(name).or_else(element).map(str::trim)
}

fn number(node: Node<'_, '_>, name: &str) -> Result<usize, CollectionError> {
    let number = value(node, name).and_then(|value| value.parse().ok());
    number.ok_or_else(|| error_at(node, format!("{name} is not a number")))
}

/// Returns a text without its tags: `H<sub>2</sub>O` is H2O.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for letter in html.chars() {
        is_tag = letter == '<' || is_tag && letter != '>';
        if !is_tag && letter != '>' {
            text.push(letter);
        }
    }
    text
}
