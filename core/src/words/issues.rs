//! What is wrong with a level in the words of the screen: colours by their names,
//! and no names of cells where the boards mark them.

use crate::puzzle::edit::kind_name;
use crate::puzzle::{Issue, Palette, Swatch, cell_names};

/// Returns `issue` in words for whoever paints with `palette`.
pub fn issue_words(issue: &Issue, palette: &Palette) -> String {
    let named = |symbol: char| {
        let swatch = palette.find(symbol).map(|colour| palette.swatch(colour));
        swatch.map_or_else(|| format!("'{symbol}'"), swatch_name)
    };
    let (layout, symbol, wanted, available) = match issue {
        Issue::TooFewTiles { layout, symbol, wanted, available, .. } => {
            (layout, *symbol, wanted, available)
        }
        Issue::CannotStop { layout, symbol, cells, .. } => {
            let cells = cell_names(cells);
            return format!("no {} tile can ever stop on {cells} of the {layout}", named(*symbol));
        }
        Issue::PassWithoutColour { symbol, .. } => {
            return format!(
                "a pass for {} tiles, which have no colour of their own",
                named(*symbol)
            );
        }
        Issue::ChameleonTouches { .. } => {
            return "start: a chameleon stands beside a coloured tile".to_owned();
        }
        Issue::TileOnPass { layout, cells } => {
            let tiles = if cells.len() == 1 { "a tile is" } else { "tiles are" };
            return format!("{layout}: {tiles} on a pass of another colour");
        }
        Issue::PassOnWall { .. } => return "a pass lies on a wall".to_owned(),
        Issue::ThinWallOutside { .. } => {
            return "a thin wall stands on the edge of the board".to_owned();
        }
        _ => return issue.to_string(),
    };
    let colour = named(symbol);
    let asked = if *wanted == 1 { "tile is" } else { "tiles are" };
    let there = if *available == 0 { "none".to_owned() } else { available.to_string() };
    format!("{layout}: {wanted} {colour} {asked} asked for, the start has {there}")
}

/// Returns the name of a colour, or what stands for it.
pub(super) fn swatch_name(swatch: &Swatch) -> String {
    let kind = || kind_name(swatch.kind).map(|name| name.to_lowercase());
    swatch.name.clone().or_else(kind).unwrap_or_else(|| format!("'{}'", swatch.symbol))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_text;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let draft = parse_text(text, None).unwrap();
        let issues = draft.validate().unwrap_err();
        assert_eq!(issue_words(&issues[0], &draft.palette), expected);
    }

    #[test]
    fn colours_have_their_names() {
        check("B..\n\n.BB", "goal: 2 blue tiles are asked for, the start has 1");
        check("B..\n\n..R", "goal: 1 red tile is asked for, the start has none");
        check("B..\n\n...", "goal: no tile is asked for");
    }

    #[test]
    fn passes_and_thin_walls_have_words() {
        check("B..\n\n.B.\n\npasses:\nR..", "start: a tile is on a pass of another colour");
        let text = "B..\n...\n\n.B.\n...\n\nthin: a1L";
        check(text, "a thin wall stands on the edge of the board");
    }

    #[test]
    fn a_cell_where_no_tile_stops_is_named() {
        let draft = parse_text("B..\n\n.B.", None).unwrap();
        let words = issue_words(&draft.warnings()[0], &draft.palette);
        assert_eq!(words, "no blue tile can ever stop on b1 of the goal");
    }
}
