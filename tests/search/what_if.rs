//! Maps of what strokes would do: on random boards, fixed and floating goals, with passes, thin
//! walls, chameleons and numbered tiles, every number is that of the level solved from nothing
//! by breadth-first search through the plain rules.

use std::sync::Arc;

use mondrian::puzzle::{Draft, Random, Stroke, StrokeKind};
use mondrian::search::what_if::{Run, WhatIf};
use mondrian::search::{Limits, Verdict};
use mondrian::trial::{oracle, random_draft, with_changes, with_terrain};

use crate::slow;

/// So many strokes of a map are compared.
const COMPARED: usize = 40;

#[test]
fn every_number_of_a_map_is_that_of_the_level() {
    let mut random = Random::new(31);
    let (mut solvable, mut unsolvable) = (0, 0);
    for nth in 0..if slow() { 1_000 } else { 40 } {
        let mut draft = Draft { best: None, ..random_draft(&mut random, 4) };
        if nth % 3 == 1 {
            draft = with_terrain(&draft, &mut random);
        } else if nth % 6 == 2 {
            draft = with_changes(&draft, &mut random);
        }
        let mut strokes: Vec<Stroke> =
            StrokeKind::ALL.iter().flat_map(|&kind| Stroke::of_kind(&draft, kind)).collect();
        random.shuffle(&mut strokes);
        // All strokes of one kind more: they share their goal, and a listing from it.
        strokes.truncate(COMPARED / 2);
        let mut tiles = Stroke::of_kind(&draft, StrokeKind::Tiles);
        random.shuffle(&mut tiles);
        strokes.extend(tiles.into_iter().take(COMPARED / 2));
        let drafts: Vec<Option<Draft>> =
            strokes.iter().map(|stroke| stroke.apply(&draft)).collect();
        let what_if = WhatIf::new(&drafts, &Arc::default());
        what_if.run(&Run::new(Limits::NONE, 1 + nth % 2, &Arc::default()));
        for (place, stroke) in strokes.iter().enumerate() {
            let known = what_if.known(place);
            let Ok(puzzle) = drafts[place].as_ref().unwrap().validate() else {
                assert_eq!(known, None, "{nth}: {stroke}");
                continue;
            };
            let (known, expected) = (known.unwrap(), oracle(&puzzle));
            assert_eq!(known.optimum(), expected, "{nth}: {stroke}");
            assert_eq!(known == Verdict::Unsolvable, expected.is_none(), "{nth}: {stroke}");
            if let Some(solution) = known.solution() {
                puzzle.verify(solution.moves().to_vec()).unwrap();
            }
            solvable += usize::from(expected.is_some());
            unsolvable += usize::from(expected.is_none());
        }
    }
    assert!(solvable > 300 && unsolvable > 100, "{solvable} solvable, {unsolvable} not");
}
