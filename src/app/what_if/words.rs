//! How an answer is written: in a cell, and in a sentence.

use crate::puzzle::edit::colour_name;
use crate::puzzle::{Cell, Draft, Layout, Square, Stroke};
use crate::search::what_if::Known;
use crate::words::figures;

/// What a cell says where nothing changes.
pub(super) const SAME: &str = "\u{b7}";

/// Returns what a cell says: `22` proved, `≤24` and `≥19` while not, `–` where it cannot be
/// solved, a dot where it is as many moves as now; nothing where nothing is known, or where it
/// is no level.
pub(super) fn label(known: Option<&Known>, now: Option<&Known>) -> String {
    let Some(known) = known else { return String::new() };
    let is_same = known.is_settled()
        && now.is_some_and(|now| now.is_settled() && now.optimum() == known.optimum());
    match (known.optimum(), &known.solution) {
        _ if is_same => SAME.to_owned(),
        _ if known.is_unsolvable => "–".to_owned(),
        (Some(moves), _) => moves.to_string(),
        (None, Some(solution)) => format!("≤{}", solution.cost()),
        (None, None) if known.lower_bound > 0 => format!("≥{}", known.lower_bound),
        (None, None) => String::new(),
    }
}

/// Returns the same in words.
pub(super) fn sentence(known: Option<&Known>) -> String {
    let Some(known) = known else { return "no level: something would be missing".to_owned() };
    match (known.optimum(), &known.solution, known.lower_bound) {
        _ if known.is_unsolvable => "cannot be solved".to_owned(),
        (Some(moves), ..) => format!("{}, proved", figures::moves(moves)),
        (None, Some(solution), bound) => {
            format!("{bound} to {}", figures::moves(solution.cost()))
        }
        (None, None, bound) if bound > 0 => format!("at least {}", figures::moves(bound)),
        (None, None, _) => "not known yet".to_owned(),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_text;

    #[test]
    fn a_cell_says_what_is_known() {
        let puzzle = parse_text("B..\n...\n\n...\n..B", None).unwrap().validate().unwrap();
        let solution = puzzle.verify(crate::puzzle::parse_moves("a1D a2R").unwrap()).unwrap();
        let known = |lower_bound, solution| Known { lower_bound, solution, is_unsolvable: false };
        let proved = known(2, Some(solution.clone()));
        let unsolvable = Known { is_unsolvable: true, ..Known::default() };
        let label = |known: &Known| label(Some(known), Some(&proved));
        assert_eq!(label(&proved), SAME);
        assert_eq!(super::label(Some(&proved), Some(&unsolvable)), "2");
        assert_eq!(label(&known(1, Some(solution))), "≤2");
        assert_eq!(label(&known(1, None)), "≥1");
        assert_eq!(label(&Known::default()), "");
        assert_eq!(label(&unsolvable), "–");
        assert_eq!(super::label(Some(&unsolvable), Some(&unsolvable)), SAME);
        assert_eq!(super::label(None, None), "");
    }
}
