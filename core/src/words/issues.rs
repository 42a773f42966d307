//! What is wrong with a level in the words of the screen: colours by their names,
//! and no names of cells where the boards mark them.

use crate::puzzle::edit::kind_name;
use crate::puzzle::{Issue, Palette, Swatch, cell_names};

/// Returns `issue` in words for whoever paints with `palette`.
pub fn issue_words(issue: &Issue, palette: &Palette) -> String {
    let named = |symbol: char| {
        let swatch = palette.find(symbol).map(|colour| palette.swatch(colour));
        let kind = |swatch: &Swatch| kind_name(swatch.kind).map(|name| name.to_lowercase());
        let named = swatch.and_then(|swatch| swatch.name.clone().or_else(|| kind(swatch)));
        named.unwrap_or_else(|| format!("'{symbol}'"))
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
