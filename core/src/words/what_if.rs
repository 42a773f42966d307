//! How the answers of what if are written: in a cell, and in a sentence.

use super::figures;
use crate::puzzle::Solution;
use crate::search::Verdict;

/// What a cell says where nothing changes.
pub const SAME: &str = "\u{b7}";

/// Returns what a cell says: `22` proved, `≥19` while it is not, `–` where it cannot be solved, a
/// dot where it is as many moves as now; nothing where nothing is known, or where it is no level.
/// A solution that is not proved the best says little: often it is many times as long.
pub fn label(known: Option<&Verdict>, now: Option<&Verdict>) -> String {
    let Some(known) = known else { return String::new() };
    let is_same = known.is_settled()
        && now.is_some_and(|now| now.is_settled() && now.optimum() == known.optimum());
    match (known.optimum(), known.lower_bound()) {
        _ if is_same => SAME.to_owned(),
        (_, None) => "–".to_owned(),
        (Some(moves), _) => moves.to_string(),
        (None, Some(0)) => String::new(),
        (None, Some(bound)) => format!("≥{bound}"),
    }
}

/// Returns the same in words.
pub fn sentence(known: Option<&Verdict>) -> String {
    let Some(known) = known else { return "no level: the rules forbid it".to_owned() };
    let moves = known.solution().map(Solution::cost);
    match (moves, known.lower_bound()) {
        (_, None) => "cannot be solved".to_owned(),
        (Some(moves), _) if known.is_settled() => format!("{}, proved", figures::moves(moves)),
        (Some(moves), Some(bound)) => format!("{bound} to {}", figures::moves(moves)),
        (None, Some(0)) => "not known yet".to_owned(),
        (None, Some(bound)) => format!("at least {}", figures::moves(bound)),
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
        let known = |lower_bound, solution| Verdict::new(solution, Some(lower_bound));
        let proved = known(2, Some(solution.clone()));
        let unsolvable = Verdict::Unsolvable;
        let label = |known: &Verdict| label(Some(known), Some(&proved));
        assert_eq!(label(&proved), SAME);
        assert_eq!(super::label(Some(&proved), Some(&unsolvable)), "2");
        assert_eq!(label(&known(1, Some(solution))), "≥1");
        assert_eq!(label(&known(1, None)), "≥1");
        assert_eq!(label(&Verdict::default()), "");
        assert_eq!(label(&unsolvable), "–");
        assert_eq!(super::label(Some(&unsolvable), Some(&unsolvable)), SAME);
        assert_eq!(super::label(None, None), "");
    }
}
