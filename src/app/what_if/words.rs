//! What strokes are called in the list of next strokes.

use crate::puzzle::edit::colour_name;
use crate::puzzle::{Cell, Draft, Layout, Square, Stroke};

/// Returns what a stroke does, with the name of what it moves: `Blue a1 \u{2192} c4`.
pub(super) fn stroke(stroke: Stroke, draft: &Draft) -> String {
    let name = |layout: Layout, cell| {
        let square = draft.layout(layout).get(cell).copied();
        let colour = square.and_then(Square::colour);
        colour.map_or_else(String::new, |colour| colour_name(&draft.palette, colour))
    };
    let on = |layout: Layout| match layout {
        Layout::Start => "",
        Layout::Goal => "goal ",
        Layout::Waypoint(_) => "waypoint ",
    };
    let wall = stroke.wall_taken(draft).map(|cell| format!(", no wall at {cell}"));
    let words = match stroke {
        Stroke::Move { layout, from, to } => {
            format!("{} {}{from} \u{2192} {to}", name(layout, from), on(layout))
        }
        Stroke::Swap { layout, one, other } => {
            format!("{} {}{one} \u{2194} {other}", name(layout, one), on(layout))
        }
        Stroke::Take { layout, cell } => {
            format!("no {}{}", on(layout), named(&name(layout, cell), cell))
        }
        Stroke::Waypoint { cell, colour } => {
            format!("{} waypoint at {cell}", colour_name(&draft.palette, colour))
        }
        Stroke::Pass { cell, colour: Some(colour) } => {
            format!("{} pass at {cell}", colour_name(&draft.palette, colour))
        }
        Stroke::Wall { .. } | Stroke::ThinWall { .. } | Stroke::Pass { .. } => {
            let words = stroke.to_string();
            let mut letters = words.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        }
    };
    words + &wall.unwrap_or_default()
}

fn named(name: &str, cell: Cell) -> String {
    format!("{} at {cell}", name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Colour, Side, parse_text};

    #[test]
    fn strokes_name_what_they_draw() {
        let draft = parse_text("BR.\n...\n\n.BR\n...", None).unwrap();
        let cell: Cell = "c1".parse().unwrap();
        let words = |stroke| super::stroke(stroke, &draft);
        assert_eq!(words(Stroke::Pass { cell, colour: Some(Colour(1)) }), "Red pass at c1");
        assert_eq!(words(Stroke::Pass { cell, colour: None }), "No pass at c1");
        let side: Side = "a1R".parse().unwrap();
        assert_eq!(words(Stroke::ThinWall { side, is_there: true }), "Thin wall at a1R");
    }
}
