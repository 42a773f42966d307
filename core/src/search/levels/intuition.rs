//! Which moves of a solution look wrong when they are made: those that take it farther
//! from the goal by the eye's measures, and are right all the same. Used by
//! `mondrian analyse`, by the generator and by the designer; the more there are, the more
//! a solution surprises.
//!
//! Two measures, both of [`crate::search::Heuristic`]: the slide distance (how many slides are left
//! if a tile could stop anywhere) rises, or a tile leaves its goal: the number of goal
//! cells without their colour rises. Of a floating goal it is the best placement that
//! counts. A move that passes a waypoint is not looked at: what lies ahead is another goal.

use crate::puzzle::{Puzzle, Solution};
use crate::search::base::heuristic::Evaluator;
use crate::search::base::key::{Key, WIDEST, with_key};
use crate::search::base::options::Heuristic;
use crate::search::base::space::{Space, fields_needed};

/// A move of a solution that looks wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterIntuitive {
    /// Its place in the solution, from 0.
    pub index: usize,
    /// The slide distance before it and after it, when it rises.
    pub rises: Option<(u32, u32)>,
    /// A tile leaves its goal and goes to no other of its colour.
    pub leaves_goal: bool,
}

/// Returns the moves of `solution`, which solves `puzzle`, that look wrong. Those of the
/// opening are not looked at: they are not chosen.
///
/// ```
/// use mondrian_core::puzzle::{builtin, Puzzle};
/// use mondrian_core::search::counter_intuitive;
/// let draft = builtin::find("first-puzzle").unwrap().draft();
/// let puzzle = Puzzle::try_from(&draft).unwrap();
/// let best = puzzle.verify(draft.best.unwrap().moves).unwrap();
/// assert!(counter_intuitive(&puzzle, &best).len() < best.moves().len());
/// ```
pub fn counter_intuitive(puzzle: &Puzzle, solution: &Solution) -> Vec<CounterIntuitive> {
    let (bits, fields) = fields_needed(puzzle);
    with_key!(bits, fields, with_width(puzzle, solution))
}

fn with_width<K: Key>(puzzle: &Puzzle, solution: &Solution) -> Vec<CounterIntuitive> {
    let space = Space::<K>::new(puzzle);
    let measures = [Heuristic::SlideDistance, Heuristic::Misplaced];
    let mut measures = measures.map(|heuristic| Evaluator::new(&space, heuristic));
    let positions = puzzle.replay(solution.moves()).expect("a solution has been replayed");
    let mut passed = 0;
    let mut before: Option<(usize, [f64; 2])> = None;
    let mut found = Vec::new();
    for (number, position) in positions.iter().enumerate() {
        passed = puzzle.waypoints_passed(passed, position);
        let key = space.key_of(position, passed);
        let [slides, misplaced] = &mut measures;
        let now = [slides.estimate(&space, &key), misplaced.estimate(&space, &key)];
        if let Some((passed_before, was)) = before
            && passed_before == passed
            && number > puzzle.opening().len()
        {
            let rises = (now[0] > was[0]).then_some((was[0] as u32, now[0] as u32));
            let leaves_goal = now[1] > was[1];
            if rises.is_some() || leaves_goal {
                found.push(CounterIntuitive { index: number - 1, rises, leaves_goal });
            }
        }
        before = Some((passed, now));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};

    #[track_caller]
    fn check(text: &str, moves: &str, expected: &[(usize, (u32, u32), bool)]) {
        let puzzle = parse_text(text, None).unwrap().validate().unwrap();
        let solution = puzzle.verify(parse_moves(moves).unwrap()).unwrap();
        let found = counter_intuitive(&puzzle, &solution);
        let found: Vec<_> =
            found.iter().map(|m| (m.index, m.rises.unwrap(), m.leaves_goal)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_tile_that_leaves_its_goal_looks_wrong() {
        check("B..\n...\n\n..B\n...", "a1R c1D c2U", &[(1, (0, 1), true)]);
        // Red has nothing to do, so what it does is not looked at.
        check("B.R\n...\n\nB..\n...", "c1D c2L", &[]);
    }

    #[test]
    fn a_direct_way_surprises_nobody() {
        check("B...\n....\n\n....\n...B", "a1R d1D", &[]);
        // A floating goal may move along: it is reached anywhere.
        check("B...\nR...\n\nfloating\nB\nR", "a1R a2R", &[(0, (0, 1), true)]);
    }
}
