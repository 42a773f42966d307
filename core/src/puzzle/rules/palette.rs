//! The colours of a level: what each letter of its rows stands for.

use std::fmt;
use std::str::FromStr;

use super::Kinds;

/// The most colours that a palette may hold.
pub const MAX_COLOURS: usize = 255;

/// A colour: the place of its swatch in the palette, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u8);

impl Colour {
    /// Returns the place in the palette.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A colour of the screen: red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl FromStr for Rgb {
    type Err = ();

    /// Reads `#rrggbb`, in either case.
    fn from_str(text: &str) -> Result<Self, ()> {
        let digits = text.strip_prefix('#').ok_or(())?;
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(());
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| ())?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self(red, green, blue))
    }
}

/// The most pushes that a numbered tile may ask for.
pub const MAX_PUSHES: u8 = 99;

/// What the tiles of a colour are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TileKind {
    /// Coloured tiles.
    #[default]
    Plain,
    /// Tiles without a colour, which take that of the coloured tiles they touch.
    Chameleon,
    /// Tiles each of which is pushed exactly this many times in a solution, 1 to [`MAX_PUSHES`].
    Numbered(u8),
}

impl TileKind {
    /// Returns how many times each tile is pushed in a solution; 0 where that is free.
    pub const fn pushes(self) -> u8 {
        match self {
            Self::Numbered(pushes) => pushes,
            Self::Plain | Self::Chameleon => 0,
        }
    }
}

/// What chameleons are drawn in where nothing else is said.
pub(in crate::puzzle) const CHAMELEON: Rgb = Rgb(0x9a, 0x9a, 0x96);

/// One entry of a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// The character that stands for it in the rows of a level.
    pub symbol: char,
    /// The colour that is drawn.
    pub rgb: Rgb,
    /// A name such as "yellow".
    pub name: Option<String>,
    /// A text that is drawn on the tile.
    pub label: Option<String>,
    /// What its tiles are.
    pub kind: TileKind,
}

/// The colours of a level, in the order of its file. Symbols do not repeat.
///
/// ```
/// use mondrian_core::puzzle::Draft;
/// let palette = "R..\n\n..R".parse::<Draft>().unwrap().palette;
/// let red = palette.find('R').unwrap();
/// assert_eq!(palette.swatch(red).rgb.to_string(), "#e45125");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    swatches: Vec<Swatch>,
}

impl Palette {
    /// Returns the five colours of mondrianMaker.
    pub fn ancestral() -> Self {
        let mut palette = Self::default();
        for symbol in ['B', 'G', 'R', 'O', 'Y'] {
            palette.push(default_swatch(symbol, 0)).expect("five different letters");
        }
        palette
    }

    /// Appends a swatch and returns its colour; `None` when the symbol is taken or
    /// may not stand for a colour, or when the palette is full.
    pub fn push(&mut self, swatch: Swatch) -> Option<Colour> {
        let fits = self.swatches.len() < MAX_COLOURS
            && is_symbol(swatch.symbol)
            && self.find(swatch.symbol).is_none();
        fits.then(|| {
            self.swatches.push(swatch);
            Colour((self.swatches.len() - 1) as u8)
        })
    }

    /// Returns the first colour whose tiles are of `kind`.
    pub fn of_kind(&self, kind: TileKind) -> Option<Colour> {
        self.colours().find(|&colour| self.swatch(colour).kind == kind)
    }

    /// Returns a swatch for chameleons or numbered tiles that can be appended: its symbol is
    /// free, and its colour another than those of the numbered tiles that are there.
    pub fn fresh_swatch(&self, kind: TileKind) -> Option<Swatch> {
        let own = match kind {
            TileKind::Numbered(pushes) => char::from_digit(pushes.into(), 10),
            TileKind::Chameleon => Some('c'),
            TileKind::Plain => None,
        };
        let letters = own.into_iter().chain('a'..='z').chain('0'..='9').chain('A'..='Z');
        let symbol = letters.into_iter().find(|&symbol| self.find(symbol).is_none())?;
        let is_numbered = |swatch: &&Swatch| matches!(swatch.kind, TileKind::Numbered(_));
        let nth = self.swatches.iter().filter(is_numbered).count();
        let swatch =
            Swatch { kind, rgb: OTHERS[nth % OTHERS.len()], ..default_swatch(symbol, nth) };
        Some(match kind {
            TileKind::Chameleon => {
                Swatch { rgb: CHAMELEON, name: Some("chameleon".to_owned()), ..swatch }
            }
            _ => Swatch { name: None, ..swatch },
        })
    }

    /// Returns the colour that is appended next: known letters first; the others get the colours
    /// of a list, one by one. `None` when no letter is free.
    pub fn next_swatch(&self) -> Option<Swatch> {
        let is_known = |symbol| NAMED.iter().any(|&(letter, ..)| letter == symbol);
        let known = self.swatches.iter().filter(|swatch| is_known(swatch.symbol)).count();
        let first = NAMED.iter().map(|&(letter, ..)| letter);
        let mut letters = first.chain('A'..='Z').chain('a'..='z').chain('0'..='9');
        let letter = letters.find(|&letter| self.find(letter).is_none())?;
        Some(default_swatch(letter, self.len() - known))
    }

    /// Removes a swatch and returns it; the colours behind it move up by one.
    pub(in crate::puzzle) fn remove(&mut self, colour: Colour) -> Swatch {
        self.swatches.remove(colour.index())
    }

    /// Returns the letters that have a colour and a name by themselves.
    pub(in crate::puzzle) fn named() -> impl Iterator<Item = (char, &'static str, Rgb)> {
        NAMED.into_iter()
    }

    /// Returns the colour that `symbol` stands for.
    pub fn find(&self, symbol: char) -> Option<Colour> {
        let index = self.swatches.iter().position(|s| s.symbol == symbol)?;
        Some(Colour(index as u8))
    }

    /// Returns the swatch of `colour`, which must be one of this palette.
    pub fn swatch(&self, colour: Colour) -> &Swatch {
        &self.swatches[colour.index()]
    }

    /// Returns the swatch of `colour` for changing; its symbol must stay unique.
    pub fn swatch_mut(&mut self, colour: Colour) -> &mut Swatch {
        &mut self.swatches[colour.index()]
    }

    /// Returns all swatches in order; the place of each is its [`Colour`].
    pub fn swatches(&self) -> &[Swatch] {
        &self.swatches
    }

    /// Returns what the tiles of each colour are.
    pub fn kinds(&self) -> Kinds {
        Kinds(self.swatches.iter().map(|swatch| swatch.kind).collect())
    }

    /// Says whether there are coloured tiles alone: neither chameleons nor numbered tiles.
    pub fn is_plain(&self) -> bool {
        self.swatches.iter().all(|swatch| swatch.kind == TileKind::Plain)
    }

    /// Returns all colours in order.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        (0..self.swatches.len()).map(|index| Colour(index as u8))
    }

    /// Returns the number of colours.
    pub fn len(&self) -> usize {
        self.swatches.len()
    }

    /// Says whether there is no colour.
    pub fn is_empty(&self) -> bool {
        self.swatches.is_empty()
    }
}

/// Says whether `symbol` may stand for a colour: anything but `.` (empty), `#`
/// (wall), white space and control characters.
pub fn is_symbol(symbol: char) -> bool {
    !(symbol == '.' || symbol == '#' || symbol.is_whitespace() || symbol.is_control())
}

/// The colours of mondrianMaker and a few more for the letters that people use.
const NAMED: [(char, &str, Rgb); 6] = [
    ('B', "blue", Rgb(0x00, 0x57, 0xa0)),
    ('G', "green", Rgb(0x28, 0x94, 0x49)),
    ('R', "red", Rgb(0xe4, 0x51, 0x25)),
    ('O', "orange", Rgb(0xea, 0x8c, 0x26)),
    ('Y', "yellow", Rgb(0xf6, 0xdc, 0x5a)),
    ('P', "purple", Rgb(0x7b, 0x4b, 0x94)),
];

/// What colours without a known letter get, one after the other.
const OTHERS: [Rgb; 8] = [
    Rgb(0x56, 0xb4, 0xe9),
    Rgb(0xcc, 0x79, 0xa7),
    Rgb(0x00, 0x9e, 0x73),
    Rgb(0x8c, 0x6d, 0x46),
    Rgb(0x9a, 0xb8, 0x3c),
    Rgb(0xb0, 0x3a, 0x5b),
    Rgb(0x5f, 0x6f, 0x8c),
    Rgb(0xd9, 0xc2, 0xa6),
];

/// Returns the swatch that `symbol` gets where no palette says otherwise; `nth`
/// counts such swatches and picks the colour of those without a known letter.
pub fn default_swatch(symbol: char, nth: usize) -> Swatch {
    let known = NAMED.iter().find(|(letter, ..)| *letter == symbol);
    Swatch {
        symbol,
        rgb: known.map_or(OTHERS[nth % OTHERS.len()], |&(_, _, rgb)| rgb),
        name: known.map(|&(_, name, _)| name.to_owned()),
        label: None,
        kind: TileKind::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rgb_round_trips_and_refuses_the_rest() {
        assert_eq!("#F6dc5a".parse(), Ok(Rgb(0xf6, 0xdc, 0x5a)));
        assert_eq!(Rgb(0, 0x57, 0xa0).to_string(), "#0057a0");
        for text in ["", "f6dc5a", "#f6dc5", "#f6dc5aa", "#+6dc5a", "#é6dc5", "red"] {
            assert!(text.parse::<Rgb>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn symbols_do_not_repeat() {
        let mut palette = Palette::ancestral();
        assert_eq!(palette.push(default_swatch('B', 0)), None);
        assert_eq!(palette.push(default_swatch('#', 0)), None);
        assert_eq!(palette.push(default_swatch('7', 0)), Some(Colour(5)));
        assert_eq!(palette.find('R'), Some(Colour(2)));
    }

    #[test]
    fn a_fresh_swatch_has_a_free_symbol() {
        let mut palette = Palette::ancestral();
        for (kind, symbol) in [
            (TileKind::Chameleon, 'c'),
            (TileKind::Numbered(3), '3'),
            (TileKind::Numbered(12), 'a'),
            (TileKind::Numbered(3), 'b'),
        ] {
            let swatch = palette.fresh_swatch(kind).unwrap();
            assert_eq!((swatch.kind, swatch.symbol), (kind, symbol));
            palette.push(swatch).unwrap();
        }
        assert_eq!(palette.of_kind(TileKind::Numbered(12)), Some(Colour(7)));
        assert_ne!(palette.swatch(Colour(6)).rgb, palette.swatch(Colour(7)).rgb);
    }
}
