//! Twins of a level: other levels that cost as many moves.

use crate::puzzle::{
    Colour, Draft, Random, Square, Transform, parse_level, parse_share_code, share_code,
    write_level,
};

/// Returns twins of `draft`, each with what was done to it: turned, mirrored, with the
/// colours exchanged, written as a file and as a share code and read again.
pub fn twins(draft: &Draft, random: &mut Random) -> Vec<(&'static str, Draft)> {
    let mut twins = vec![
        ("turned left", draft.transformed(Transform::RotateLeft)),
        ("turned right", draft.transformed(Transform::RotateRight)),
        ("mirrored left to right", draft.transformed(Transform::FlipHorizontal)),
        ("mirrored top to bottom", draft.transformed(Transform::FlipVertical)),
        ("with the colours exchanged", renumbered(draft, random)),
    ];
    if let Ok(loaded) = parse_level(&write_level(draft)) {
        twins.push(("written to a file and read", loaded.draft));
    }
    if let Ok(loaded) = parse_share_code(&share_code(draft)) {
        twins.push(("written as a share code and read", loaded.draft));
    }
    twins
}

/// The number of twins that every valid level has.
pub(super) const COUNT: usize = 7;

/// Returns `draft` with each colour exchanged for another one of the palette.
fn renumbered(draft: &Draft, random: &mut Random) -> Draft {
    let mut colours: Vec<Colour> = draft.palette.colours().collect();
    random.shuffle(&mut colours);
    let mut twin = draft.clone();
    for colour in draft.palette.colours() {
        twin.palette.swatch_mut(colours[colour.index()]).kind = draft.palette.swatch(colour).kind;
    }
    twin.terrain.passes.values_mut().for_each(|own| *own = colours[own.index()]);
    for layout in draft.layouts() {
        for (cell, &square) in draft.layout(layout).iter() {
            if let Square::Tile(colour) = square {
                twin.layout_mut(layout)[cell] = Square::Tile(colours[colour.index()]);
            }
        }
    }
    twin
}
