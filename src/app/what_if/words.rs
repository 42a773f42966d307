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
