//! Which walls matter: the level solved without each of them. Used by `mondrian analyse` and
//! by the designer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Run, WhatIf};
use crate::puzzle::{Cell, Draft, Stroke, StrokeKind};
use crate::search::base::options::Limits;
use crate::search::base::outcome::Verdict;

/// What becomes of a level without one of its walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithoutWall {
    /// The wall.
    pub cell: Cell,
    /// What is known of the level without it; `None` when it is no level any more, because
    /// its opening cannot be played.
    pub verdict: Option<Verdict>,
}

/// What taking a wall away does to a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallEffect {
    /// Nothing: the shortest solution is as long, or there is none as before.
    None,
    /// Nothing is proved of the one or the other.
    Undecided,
    /// The shortest solution is another number of moves, or there is one only with or only
    /// without the wall, or its opening cannot be played.
    Matters,
}

impl WithoutWall {
    /// Compares with what is known of the level `with` the wall.
    pub fn effect(&self, with: &Verdict) -> WallEffect {
        let Some(verdict) = &self.verdict else { return WallEffect::Matters };
        match (with.is_settled(), verdict.is_settled()) {
            (true, true) if with.optimum() == verdict.optimum() => WallEffect::None,
            (true, true) => WallEffect::Matters,
            _ => WallEffect::Undecided,
        }
    }
}

/// Solves `draft` without each of its walls, row by row. The limits of time and memory hold for all
/// levels together, that of states for each. What has not been settled when `stop` becomes true
/// stays open.
pub fn without_each_wall(
    draft: &Draft,
    limits: Limits,
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Vec<WithoutWall> {
    let walls: Vec<Cell> = Stroke::of_kind(draft, StrokeKind::Walls)
        .into_iter()
        .filter_map(|stroke| match stroke {
            Stroke::Wall { cell, is_there: false } => Some(cell),
            _ => None,
        })
        .collect();
    let without = |&cell: &Cell| Stroke::Wall { cell, is_there: false }.apply(draft);
    let drafts: Vec<Option<Draft>> = walls.iter().map(without).collect();
    let what_if = WhatIf::new(&drafts, &Arc::default());
    what_if.run(&Run::new(limits, threads, stop));
    let found = walls.iter().enumerate();
    found.map(|(place, &cell)| WithoutWall { cell, verdict: what_if.known(place) }).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::puzzle::parse_text;

    #[test]
    fn a_wall_matters_only_where_that_is_proved() {
        let puzzle = parse_text("B.\n..\n\n.B\n..", None).unwrap().validate().unwrap();
        let solution = puzzle.verify(vec!["a1R".parse().unwrap()]).unwrap();
        let with = Verdict::Optimal { solution: solution.clone() };
        let effect = |verdict| {
            WithoutWall { cell: Cell { x: 0, y: 0 }, verdict: Some(verdict) }.effect(&with)
        };
        assert_eq!(effect(Verdict::Optimal { solution: solution.clone() }), WallEffect::None);
        assert_eq!(effect(Verdict::Unsolvable), WallEffect::Matters);
        let feasible = Verdict::Feasible { solution, lower_bound: 0 };
        assert_eq!(effect(feasible), WallEffect::Undecided);
        assert_eq!(effect(Verdict::Unknown { lower_bound: 5 }), WallEffect::Undecided);
    }

    fn costs(text: &str, threads: usize) -> Vec<(String, Option<u32>)> {
        let draft = parse_text(text, None).unwrap();
        let found = without_each_wall(&draft, Limits::NONE, threads, &Arc::default());
        let cost = |without: &WithoutWall| match without.verdict.as_ref().unwrap() {
            Verdict::Optimal { solution } => Some(solution.cost()),
            Verdict::Unsolvable => None,
            other => panic!("{other:?}"),
        };
        found.iter().map(|without| (without.cell.to_string(), cost(without))).collect()
    }

    #[test]
    fn a_wall_may_be_a_stop_a_hindrance_or_neither() {
        // c1 stops the tile on its goal, b3 is in the way of nothing.
        let text = "B.#\n...\n.#.\n\n.B#\n...\n.#.";
        let expected = vec![("c1".to_owned(), None), ("b3".to_owned(), Some(1))];
        assert_eq!(costs(text, 1), expected);
        assert_eq!(costs(text, 2), expected);
        // Without the wall it slides all the way at once.
        let text = "B#.\n...\n\n.#B\n...";
        assert_eq!(costs(text, 2), [("b1".to_owned(), Some(1))]);
    }

    #[test]
    fn what_is_stopped_stays_open() {
        let draft = crate::puzzle::builtin::find("first-puzzle").unwrap().draft();
        let over = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
        for (limits, stop) in [(Limits::NONE, true), (over, false)] {
            let stop = Arc::new(AtomicBool::new(stop));
            let found = without_each_wall(&draft, limits, 2, &stop);
            assert!(found.len() > 10);
            let is_open =
                |without: &WithoutWall| matches!(without.verdict, Some(Verdict::Unknown { .. }));
            assert!(found.iter().all(is_open));
        }
    }
}
