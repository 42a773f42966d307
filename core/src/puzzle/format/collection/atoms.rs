//! Atoms as the tiles of molecules: an element and its bonds, in the letters of KAtomic, and
//! the colours that stand for them on our boards.
//!
//! Reference: KAtomic, `README.levels` (elements, bonds).

use crate::puzzle::rules::{Palette, Rgb, Swatch, TileKind};

/// An atom: tiles of one molecule are alike when element and bonds are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    /// The letter of the element in KAtomic's files.
    pub element: char,
    /// The letters of its bonds, sorted.
    pub bonds: String,
}

impl Atom {
    /// Returns the atom with these letters.
    pub fn new(element: char, bonds: &str) -> Self {
        let mut bonds: Vec<char> = bonds.chars().collect();
        bonds.sort_unstable();
        Self { element, bonds: bonds.into_iter().collect() }
    }

    /// Reads the name that [`palette`] gives to a colour: `hydrogen 1-c`.
    pub fn from_name(name: &str) -> Option<Self> {
        let code = name.rsplit(' ').next()?;
        let (element, bonds) = code.split_once('-')?;
        let mut letters = element.chars();
        let element = letters.next().filter(|c| c.is_ascii_alphanumeric())?;
        let is_atom = letters.next().is_none() && bonds.chars().all(is_bond);
        is_atom.then(|| Self::new(element, bonds))
    }

    /// Returns the atom as KAtomic writes it: `2-cgA`.
    pub fn code(&self) -> String {
        format!("{}-{}", self.element, self.bonds)
    }
}

/// Says whether `letter` is a bond: a to h single, A to H double and triple; jsatomix adds 1 to 4,
/// double ones to the corners.
pub(super) const fn is_bond(letter: char) -> bool {
    matches!(letter, 'a'..='h' | 'A'..='H' | '1'..='4')
}

/// An element: its letter in KAtomic's files, its name, its symbol and the colour of its tiles.
type Element = (char, &'static str, &'static str, Rgb);

/// The elements and what else stands on the boards of KAtomic. The colours are those by which
/// chemists know the atoms, as far as tiles of them can be told apart.
const ELEMENTS: [Element; 14] = [
    ('1', "hydrogen", "H", Rgb(0xa9, 0xc7, 0xe0)),
    ('2', "carbon", "C", Rgb(0x5f, 0x6f, 0x7c)),
    ('3', "oxygen", "O", Rgb(0xe4, 0x51, 0x25)),
    ('4', "nitrogen", "N", Rgb(0x2f, 0x6f, 0xc4)),
    ('5', "sulphur", "S", Rgb(0xf0, 0xd0, 0x40)),
    ('6', "fluorine", "F", Rgb(0x9a, 0xb8, 0x3c)),
    ('7', "chlorine", "Cl", Rgb(0x28, 0x94, 0x49)),
    ('8', "bromine", "Br", Rgb(0x9c, 0x4a, 0x3a)),
    ('9', "phosphorus", "P", Rgb(0xea, 0x8c, 0x26)),
    ('o', "crystal", "*", Rgb(0x7b, 0x4b, 0x94)),
    ('A', "horizontal", "-", Rgb(0xd9, 0xc2, 0xa6)),
    ('B', "slash", "/", Rgb(0xd9, 0xc2, 0xa6)),
    ('C', "vertical", "|", Rgb(0xd9, 0xc2, 0xa6)),
    ('D', "backslash", "\\", Rgb(0xd9, 0xc2, 0xa6)),
];

/// Returns what is known of an element; of any other letter that it is one.
fn element(letter: char) -> Element {
    let known = ELEMENTS.iter().find(|(other, ..)| *other == letter);
    known.copied().unwrap_or((letter, "flask", "", Rgb(0xcc, 0x79, 0xa7)))
}

/// The elements that stand for colours which are no atoms.
pub(super) const PLAIN_ELEMENTS: [char; 10] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'o'];

/// Returns a palette in which these letters stand for these atoms. Atoms of one element have
/// shades of one colour and are counted on their labels: `H1`, `H2`.
///
/// # Errors
/// Names a letter that cannot stand for a colour, or that does so twice.
pub(super) fn palette(atoms: &[(char, Atom)]) -> Result<Palette, char> {
    let mut palette = Palette::default();
    for (index, (symbol, atom)) in atoms.iter().enumerate() {
        let is_alike = |(_, other): &&(char, Atom)| other.element == atom.element;
        let of_kind = atoms.iter().filter(is_alike).count();
        let nth = atoms[..index].iter().filter(is_alike).count();
        let (letter, name, sign, rgb) = element(atom.element);
        let sign = if sign.is_empty() { letter.to_string() } else { sign.to_owned() };
        let label = if of_kind > 1 { format!("{sign}{}", nth + 1) } else { sign };
        let swatch = Swatch {
            symbol: *symbol,
            rgb: shade(rgb, nth, of_kind),
            name: Some(format!("{name} {}", atom.code())),
            label: Some(label),
            kind: TileKind::Plain,
        };
        palette.push(swatch).ok_or(*symbol)?;
    }
    Ok(palette)
}

/// Returns the shade of `rgb` for the `nth` of `count` kinds: the first is the colour itself,
/// the others go by turns towards white and black.
fn shade(rgb: Rgb, nth: usize, count: usize) -> Rgb {
    let steps = count.div_ceil(2).max(1) as u32;
    let amount = (nth as u32).div_ceil(2) * 60 / steps;
    let towards = if nth % 2 == 1 { 0xff } else { 0x00 };
    let mix = |part: u8| ((u32::from(part) * (100 - amount) + towards * amount) / 100) as u8;
    Rgb(mix(rgb.0), mix(rgb.1), mix(rgb.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_the_atom() {
        let atom = Atom::new('2', "gAc");
        assert_eq!(atom.code(), "2-Acg");
        let palette = palette(&[('x', atom.clone())]).unwrap();
        let swatch = &palette.swatches()[0];
        assert_eq!(
            (swatch.name.as_deref(), swatch.label.as_deref()),
            (Some("carbon 2-Acg"), Some("C"))
        );
        assert_eq!(Atom::from_name("carbon 2-Acg"), Some(atom));
        assert_eq!(Atom::from_name("slash B-"), Some(Atom::new('B', "")));
        for name in ["red", "light-blue", "1-x", "", "ab-c"] {
            assert_eq!(Atom::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn many_kinds_of_one_element_can_be_told_apart() {
        let letters = ('a'..='z').chain('A'..='Z');
        let atoms: Vec<_> = letters.map(|symbol| (symbol, Atom::new('1', "a"))).take(35).collect();
        let palette = palette(&atoms).unwrap();
        let mut colours: Vec<_> = palette.swatches().iter().map(|s| s.rgb.to_string()).collect();
        colours.sort();
        colours.dedup();
        assert_eq!(colours.len(), 35);
        assert_eq!(palette.swatches()[34].label.as_deref(), Some("H35"));
        assert_eq!(
            super::palette(&[('a', Atom::new('1', "")), ('a', Atom::new('2', ""))]),
            Err('a')
        );
    }
}
