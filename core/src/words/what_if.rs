//! How the answers of what if are written: in a cell, and in a sentence.

use super::figures;
use crate::search::what_if::Known;

/// What a cell says where nothing changes.
pub const SAME: &str = "\u{b7}";

/// Returns what a cell says: `22` proved, `≥19` while it is not, `–` where it cannot be solved, a
/// dot where it is as many moves as now; nothing where nothing is known, or where it is no level.
/// A solution that is not proved the best says little: often it is many times as long.
pub fn label(known: Option<&Known>, now: Option<&Known>) -> String {
    let Some(known) = known else { return String::new() };
    let is_same = known.is_settled()
        && now.is_some_and(|now| now.is_settled() && now.optimum() == known.optimum());
    match known.optimum() {
        _ if is_same => SAME.to_owned(),
        _ if known.is_unsolvable => "–".to_owned(),
        Some(moves) => moves.to_string(),
        None if known.lower_bound > 0 => format!("≥{}", known.lower_bound),
        None => String::new(),
    }
}

/// Returns the same in words.
pub fn sentence(known: Option<&Known>) -> String {
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
        assert_eq!(label(&known(1, Some(solution))), "≥1");
        assert_eq!(label(&known(1, None)), "≥1");
        assert_eq!(label(&Known::default()), "");
        assert_eq!(label(&unsolvable), "–");
        assert_eq!(super::label(Some(&unsolvable), Some(&unsolvable)), SAME);
        assert_eq!(super::label(None, None), "");
    }
}
