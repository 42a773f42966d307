//! The steps of a search that is watched as a tree: which of them made which.

use std::collections::HashMap;

use crate::search::study::best_first::TraceStep;

/// A step in the tree, and where it can be drawn.
///
/// ```text
///   depth 0    1    2        Branch { parent, depth, row }
///     #1 --- #2 --- #4       row 0: the first child goes on in the row of its parent,
///        `-- #3              row 1: each other one begins a row of its own
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The place of the step that made it, if it is among those that are shown.
    pub parent: Option<usize>,
    /// Its column, from 0.
    pub depth: u32,
    /// Its row, from 0.
    pub row: u32,
}

/// Returns the tree of `steps`, in the order in which they were taken: a branch for each of them.
/// Those whose parents are not among them begin trees of their own.
pub fn step_tree(steps: &[&TraceStep]) -> Vec<Branch> {
    let places: HashMap<u64, usize> = (0..).zip(steps).map(|(at, it)| (it.number, at)).collect();
    let least = steps.iter().map(|step| step.moves).min().unwrap_or(0);
    let mut branches: Vec<Branch> = Vec::new();
    let mut children = vec![Vec::new(); steps.len()];
    let mut roots = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let parent = step.parent.and_then(|number| places.get(&number).copied());
        // Whoever makes a position is taken before it.
        let above = parent.map(|parent| branches[parent].depth + 1);
        branches.push(Branch { parent, depth: above.unwrap_or(step.moves - least), row: 0 });
        parent.map_or(&mut roots, |parent| &mut children[parent]).push(at);
    }
    let mut rows = 0;
    for root in roots {
        let mut waiting = vec![(root, rows)];
        while let Some((at, row)) = waiting.pop() {
            // A row that was kept for it is taken by the first child of its first child and so on.
            let row = if row == u32::MAX { rows } else { row };
            rows = rows.max(row + 1);
            branches[at].row = row;
            let others = children[at].iter().skip(1).rev().map(|&child| (child, u32::MAX));
            waiting.extend(others);
            waiting.extend(children[at].first().map(|&child| (child, row)));
        }
    }
    branches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, parse_text};

    #[test]
    fn the_first_child_goes_on_in_the_row_and_the_others_below() {
        let puzzle = parse_text("B.\n..\n\n.B\n..", None).unwrap().validate().unwrap();
        let step = |number, parent, moves| TraceStep {
            number,
            parent,
            position: puzzle.start().with_moved(Cell::new(0, 0), Cell::new(0, 0)),
            push: None,
            moves,
            estimate: 0.0,
            rank: 0.0,
            ties: 0,
            made: Vec::new(),
            open: 0,
            stored: 0,
            incumbent: None,
        };
        let steps =
            [(4, Some(1), 1), (5, Some(4), 2), (6, Some(4), 2), (7, Some(5), 3), (8, Some(2), 1)];
        let steps = steps.map(|(number, parent, moves)| step(number, parent, moves));
        let tree = step_tree(&steps.each_ref());
        let drawn: Vec<_> = tree.iter().map(|it| (it.parent, it.depth, it.row)).collect();
        // 4 and 8 were made by steps that are not shown.
        assert_eq!(
            drawn,
            [(None, 0, 0), (Some(0), 1, 0), (Some(0), 1, 1), (Some(1), 2, 0), (None, 0, 2)]
        );
        assert_eq!(step_tree(&[]), []);
    }
}
