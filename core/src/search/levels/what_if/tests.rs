//! Levels that are solved together are as those that are solved one by one.

use super::lessons::Ways;
use super::*;
use crate::puzzle::{Stroke, StrokeKind, parse_text};

/// Returns the strokes of all kinds with what is known of each in the end.
fn answered(draft: &Draft, states: Option<u64>, threads: usize) -> Vec<(Stroke, Option<Verdict>)> {
    let strokes: Vec<Stroke> =
        StrokeKind::ALL.iter().flat_map(|&kind| Stroke::of_kind(draft, kind)).collect();
    let drafts: Vec<Option<Draft>> = strokes.iter().map(|stroke| stroke.apply(draft)).collect();
    let what_if = WhatIf::new(&drafts, &Arc::default());
    let heard = Mutex::new(vec![None; drafts.len()]);
    what_if.run(&Run {
        news: &|case, known| heard.lock().unwrap()[case] = Some(known.clone()),
        ..Run::new(Limits { states, ..Limits::NONE }, threads, &Arc::default())
    });
    let heard = heard.into_inner().unwrap();
    let known = |case: usize| {
        let known = what_if.known(case);
        assert!(heard[case].is_none() || heard[case] == known, "the last news is what is known");
        known
    };
    strokes.iter().copied().enumerate().map(|(case, stroke)| (stroke, known(case))).collect()
}

#[test]
fn every_number_is_that_of_the_level_solved_from_nothing() {
    for text in ["BR.\n.#.\n\n.BR\n.#.", "B.R\n...\n#..\n\nfloating\nBR", "BB.\n..#\n\n.#B\n..#"] {
        let draft = parse_text(text, None).unwrap();
        for (stroke, known) in answered(&draft, None, 2) {
            let Ok(puzzle) = stroke.apply(&draft).unwrap().validate() else {
                assert_eq!(known, None, "{stroke}");
                continue;
            };
            let mut search = Search::new(&puzzle, &Options::sequential());
            while search.step(100_000) == Status::Running {}
            let expected = &search.outcome().unwrap().verdict;
            let known = known.unwrap();
            assert!(known.is_settled(), "{stroke}");
            assert_eq!(known.optimum(), expected.optimum(), "{stroke}");
            assert_eq!(known.name(), expected.name(), "{stroke}");
        }
    }
}

#[test]
fn answers_do_not_depend_on_steps() {
    let draft = crate::puzzle::builtin::find("four-across").unwrap().draft();
    let strokes = Stroke::of_kind(&draft, StrokeKind::Walls).into_iter().take(6);
    let drafts: Vec<Option<Draft>> = strokes.map(|stroke| stroke.apply(&draft)).collect();
    let answers = |slice| {
        let what_if = WhatIf::new(&drafts, &Arc::default());
        let limits = Limits { states: Some(20_000), ..Limits::NONE };
        let stop = Arc::default();
        let run = Run { lists: false, ..Run::new(limits, 1, &stop) };
        let (mut rounds, mut steps) = (what_if.begin(&run), 1);
        while what_if.step_for(slice, &mut rounds, &run) == Status::Running {
            steps += 1;
        }
        let known: Vec<_> = (0..drafts.len()).map(|case| what_if.known(case)).collect();
        (known, steps)
    };
    let (whole, stepped) = (answers(Duration::MAX), answers(Duration::ZERO));
    assert_eq!(whole.0, stepped.0);
    assert!(whole.1 == 1 && stepped.1 > drafts.len(), "{} steps", stepped.1);
}

#[test]
fn answers_do_not_depend_on_threads() {
    let draft = crate::puzzle::builtin::find("four-across").unwrap().draft();
    let strokes: Vec<Stroke> =
        Stroke::of_kind(&draft, StrokeKind::Walls).into_iter().take(8).collect();
    let drafts: Vec<Option<Draft>> = strokes.iter().map(|stroke| stroke.apply(&draft)).collect();
    let run = |threads| {
        let what_if = WhatIf::new(&drafts, &Arc::default());
        let limits = Limits { states: Some(20_000), ..Limits::NONE };
        what_if.run(&Run::new(limits, threads, &Arc::default()));
        (0..drafts.len()).map(|case| what_if.known(case)).collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn what_has_been_answered_is_known_at_once() {
    let draft = parse_text("BR.\n...\n\n.BR\n...", None).unwrap();
    let answers = Arc::default();
    let drafts = [Some(draft)];
    let first = WhatIf::new(&drafts, &answers);
    assert_eq!(first.known(0), Some(Verdict::default()));
    first.run(&Run::new(Limits::NONE, 1, &Arc::default()));
    assert_eq!(WhatIf::new(&drafts, &answers).known(0).unwrap().optimum(), Some(2));
}

#[test]
fn a_solution_is_borrowed_only_where_it_replays() {
    let level = |text| parse_text(text, None).unwrap().validate().unwrap();
    let known = level("B...\n....\n\n....\n...B");
    let solution = known.verify(crate::puzzle::parse_moves("a1R d1D").unwrap()).unwrap();
    let ways = Ways::new([(&known, solution)].into_iter());
    let borrowed =
        |puzzle: &Puzzle, most| ways.borrowed(puzzle, most).map(|solution| solution.cost());
    assert_eq!(borrowed(&known, 3), Some(2));
    assert_eq!(borrowed(&known, 2), None, "it is no shorter");
    // The tile stands elsewhere in its row, or on the way.
    assert_eq!(borrowed(&level(".B..\n....\n\n....\n...B"), 9), Some(2));
    assert_eq!(borrowed(&level("...B\n....\n\n....\n...B"), 9), Some(1));
    // A wall that changes nothing, and one that is in the way.
    assert_eq!(borrowed(&level("B...\n.#..\n\n....\n.#.B"), 9), Some(2));
    assert_eq!(borrowed(&level("B.#.\n....\n\n..#.\n...B"), 9), None);
}

#[test]
fn what_contradicts_nothing_is_learnt() {
    let unknown = |lower_bound| Verdict::Unknown { lower_bound };
    let mut known = unknown(3);
    assert!(!known.learn(&unknown(2)));
    assert!(known.learn(&unknown(4)));
    assert_eq!(known, unknown(4));
    assert!(known.learn(&Verdict::Unsolvable) && known.is_settled());
    assert!(!known.learn(&unknown(5)));
    // A solution that replays is believed, whatever else is said.
    let puzzle = parse_text("B..\n\n..B", None).unwrap().validate().unwrap();
    let solution = puzzle.verify(crate::puzzle::parse_moves("a1R").unwrap()).unwrap();
    assert!(known.learn(&Verdict::Feasible { solution, lower_bound: 0 }));
    assert!(known.solution().is_some() && !known.is_settled());
}
