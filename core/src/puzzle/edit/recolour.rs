//! Changes of the palette of a draft, and what happens to its tiles: a colour
//! removed, and the sets of colours that are offered. Used by the designer.

use crate::puzzle::rules::{Colour, Draft, Layout, Palette, Rgb, Square, TileKind};

/// A set of colours that a palette can take on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourSet {
    /// The colours of mondrianMaker.
    #[default]
    Ancestral,
    /// Eight colours, the black of walls among them, that people with any kind of
    /// colour blindness tell apart.
    ///
    /// # References
    /// M. Okabe, K. Ito: Color Universal Design, 2008.
    OkabeIto,
}

/// The set of Okabe and Ito in the order of their paper, without black, each with
/// the letter that it serves best.
const OKABE_ITO: [(char, &str, Rgb); 7] = [
    ('O', "orange", Rgb(0xe6, 0x9f, 0x00)),
    ('S', "sky blue", Rgb(0x56, 0xb4, 0xe9)),
    ('G', "green", Rgb(0x00, 0x9e, 0x73)),
    ('Y', "yellow", Rgb(0xf0, 0xe4, 0x42)),
    ('B', "blue", Rgb(0x00, 0x72, 0xb2)),
    ('R', "vermilion", Rgb(0xd5, 0x5e, 0x00)),
    ('P', "purple", Rgb(0xcc, 0x79, 0xa7)),
];

impl ColourSet {
    /// All sets, the default first.
    pub const ALL: [Self; 2] = [Self::Ancestral, Self::OkabeIto];

    /// Returns the name on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ancestral => "mondrianMaker",
            Self::OkabeIto => "Okabe–Ito",
        }
    }

    /// Returns its colours with their names.
    pub fn colours(self) -> Vec<(&'static str, Rgb)> {
        match self {
            Self::Ancestral => Palette::named().map(|(_, name, rgb)| (name, rgb)).collect(),
            Self::OkabeIto => OKABE_ITO.iter().map(|&(_, name, rgb)| (name, rgb)).collect(),
        }
    }

    /// Returns name and colour for the letter that is known to it.
    fn of_letter(self, symbol: char) -> Option<(&'static str, Rgb)> {
        match self {
            Self::Ancestral => Palette::named()
                .find(|&(letter, ..)| letter == symbol)
                .map(|(_, name, rgb)| (name, rgb)),
            Self::OkabeIto => OKABE_ITO
                .iter()
                .find(|&&(letter, ..)| letter == symbol)
                .map(|&(_, name, rgb)| (name, rgb)),
        }
    }
}

impl Palette {
    /// Returns the palette with the colours of a set: those with a letter that the
    /// set knows get its colour, the others what is left of it. Beyond its last
    /// colour a palette keeps what it has.
    #[must_use]
    pub fn recoloured(&self, set: ColourSet) -> Self {
        let known = self.swatches().iter().filter_map(|s| set.of_letter(s.symbol));
        let taken: Vec<Rgb> = known.map(|(_, rgb)| rgb).collect();
        let mut free = set.colours().into_iter().filter(|(_, rgb)| !taken.contains(rgb));
        let mut palette = self.clone();
        for colour in self.colours() {
            let swatch = palette.swatch_mut(colour);
            if swatch.kind == TileKind::Chameleon {
                continue;
            }
            if let Some((name, rgb)) = set.of_letter(swatch.symbol).or_else(|| free.next()) {
                (swatch.name, swatch.rgb) = (Some(name.to_owned()), rgb);
            }
        }
        palette
    }
}

impl Draft {
    /// Returns how many cells of `layout` hold `colour`.
    pub fn count(&self, layout: Layout, colour: Colour) -> usize {
        let squares = self.layout(layout).iter();
        squares.filter(|(_, square)| square.colour() == Some(colour)).count()
    }

    /// Returns how many cells of all layouts hold `colour`, and how many passes are for it.
    pub fn uses(&self, colour: Colour) -> usize {
        let passes = self.terrain.passes.values().filter(|&&own| own == colour).count();
        self.layouts().map(|layout| self.count(layout, colour)).sum::<usize>() + passes
    }

    /// Returns the draft without `colour`: its tiles and passes become those of `heir`, or
    /// go when there is none. The best solution stays when nothing had the colour.
    #[must_use]
    pub fn without_colour(&self, colour: Colour, heir: Option<Colour>) -> Self {
        let mut draft = self.clone();
        let after = |other: Colour| Colour(other.0 - u8::from(other > colour));
        let heir = heir.filter(|&heir| heir != colour);
        for layout in self.layouts() {
            for (cell, &square) in self.layout(layout).iter() {
                draft.layout_mut(layout)[cell] = match square {
                    Square::Tile(one) if one == colour => {
                        heir.map_or(Square::Empty, |heir| Square::Tile(after(heir)))
                    }
                    Square::Tile(other) => Square::Tile(after(other)),
                    Square::Empty | Square::Wall => square,
                };
            }
        }
        draft.terrain.passes.clear();
        for (&cell, &own) in &self.terrain.passes {
            let own = if own == colour { heir } else { Some(own) };
            draft.terrain.passes.extend(own.map(|own| (cell, after(own))));
        }
        draft.palette.remove(colour);
        if self.uses(colour) > 0 {
            draft.best = None;
        }
        draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_text, write_text};

    #[test]
    fn tiles_of_a_removed_colour_go_or_are_inherited() {
        let draft = parse_text("RGB\n...\n\n...\n.BR", None).unwrap();
        let colour = |symbol| draft.palette.find(symbol).unwrap();
        assert_eq!(draft.uses(colour('R')), 2);
        let erased = draft.without_colour(colour('R'), None);
        assert_eq!(write_text(&erased), ".GB\n...\n\n...\n.B.\n");
        let painted = draft.without_colour(colour('R'), Some(colour('B')));
        assert_eq!(write_text(&painted), "BGB\n...\n\n...\n.BB\n");
        assert_eq!(painted.palette.find('R'), None);
        let last = draft.without_colour(colour('B'), Some(colour('R')));
        assert_eq!(write_text(&last), "RGR\n...\n\n...\n.RR\n");
    }

    #[test]
    fn okabe_and_ito_give_each_letter_its_colour() {
        let palette = Palette::ancestral().recoloured(ColourSet::OkabeIto);
        let shown: Vec<_> = palette.swatches().iter().map(|s| s.rgb.to_string()).collect();
        assert_eq!(shown, ["#0072b2", "#009e73", "#d55e00", "#e69f00", "#f0e442"]);
        assert_eq!(palette.recoloured(ColourSet::Ancestral), Palette::ancestral());
    }

    #[test]
    fn other_letters_get_what_is_left_and_keep_what_they_have_beyond() {
        let draft = parse_text("abcdefghij\n\na.........", None).unwrap();
        let palette = draft.palette.recoloured(ColourSet::OkabeIto);
        let first: Vec<_> = palette.swatches()[..7].iter().map(|s| s.rgb).collect();
        let wanted: Vec<_> = ColourSet::OkabeIto.colours().iter().map(|&(_, rgb)| rgb).collect();
        assert_eq!(first, wanted);
        assert_eq!(palette.swatches()[7..], draft.palette.swatches()[7..]);
    }
}
