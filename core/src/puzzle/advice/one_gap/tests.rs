//! Decisions against the listing of all positions: by moves of the gap on every small board, by the
//! rules of the puzzle on random ones.

use rustc_hash::FxHashSet;

use super::{Decision, OneGap, Shape};
use crate::puzzle::random::Random;
use crate::puzzle::{Colour, Demand, Draft, Issue, Position, Puzzle, parse_text};

fn draft(text: &str) -> Draft {
    parse_text(text, None).unwrap()
}

fn one_gap(draft: &Draft) -> OneGap {
    OneGap::new(&draft.board(), |cell| draft.start[cell].colour()).expect("one gap")
}

/// Returns all connected sets of so many cells, each once for all its turns and reflections.
fn connected_sets(cells: usize) -> FxHashSet<Vec<(i8, i8)>> {
    if cells == 1 {
        return FxHashSet::from_iter([vec![(0, 0)]]);
    }
    let mut all = FxHashSet::default();
    for set in connected_sets(cells - 1) {
        for &(x, y) in &set {
            for cell in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if !set.contains(&cell) {
                    let mut set = set.clone();
                    set.push(cell);
                    all.insert(first_image(&set));
                }
            }
        }
    }
    all
}

fn first_image(set: &[(i8, i8)]) -> Vec<(i8, i8)> {
    let image = |map: u8| {
        let mut image: Vec<(i8, i8)> = set
            .iter()
            .map(|&(x, y)| {
                let (x, y) = if map & 4 > 0 { (y, x) } else { (x, y) };
                (if map & 1 > 0 { -x } else { x }, if map & 2 > 0 { -y } else { y })
            })
            .collect();
        let left = image.iter().map(|&(x, _)| x).min().unwrap_or(0);
        let top = image.iter().map(|&(_, y)| y).min().unwrap_or(0);
        image.iter_mut().for_each(|(x, y)| (*x, *y) = (*x - left, *y - top));
        image.sort_unstable();
        image
    };
    (0..8).map(image).min().expect("eight images")
}

/// Returns rows with walls around a set of cells and a tile of its own letter on each but the last.
fn rows_of(set: &[(i8, i8)]) -> String {
    let (right, bottom) = set.iter().fold((0, 0), |(x, y), cell| (x.max(cell.0), y.max(cell.1)));
    let mut letters = 'a'..;
    let mut left = set.len();
    let mut text = String::new();
    for y in 0..=bottom {
        for x in 0..=right {
            text.push(match set.contains(&(x, y)) {
                false => '#',
                true if left == 1 => '.',
                true => {
                    left -= 1;
                    letters.next().expect("enough letters")
                }
            });
        }
        text.push('\n');
    }
    text
}

/// Returns all arrangements that moves of the gap lead to.
fn reached(one_gap: &OneGap) -> FxHashSet<Vec<u16>> {
    let start = (one_gap.gap, one_gap.start.clone());
    let mut found = FxHashSet::from_iter([start.1.clone()]);
    let mut queue = vec![start];
    while let Some((gap, on)) = queue.pop() {
        for next in one_gap.net().graph.neighbours(gap) {
            let mut after = on.clone();
            after.swap(usize::from(gap), usize::from(next));
            if found.insert(after.clone()) {
                queue.push((next, after));
            }
        }
    }
    found
}

fn demand(one_gap: &OneGap, on: &[u16]) -> Demand {
    let tiles = one_gap.cells.iter().zip(on);
    tiles
        .filter_map(|(&cell, &tile)| Some((cell, *one_gap.colours.get(usize::from(tile))?)))
        .collect()
}

fn is_solvable(one_gap: &OneGap, wanted: &Demand) -> bool {
    match one_gap.decide(&one_gap.start, one_gap.gap, wanted) {
        Decision::Solvable(_) => true,
        Decision::Unsolvable(_) => false,
        Decision::Open => panic!("without passes all is decided"),
    }
}

/// As many arrangements are reached as the theory has, and of a few hundred at random it is said
/// right whether they are.
#[test]
fn every_board_of_up_to_nine_cells_is_decided_as_listing_does() {
    let most = if std::env::var_os("SLOW_TESTS").is_some() { 9 } else { 8 };
    let mut random = Random::new(1);
    let (mut boards, mut solvable, mut unsolvable) = (0, 0, 0);
    for set in (2..=most).flat_map(connected_sets) {
        let draft = draft(&format!("{0}\n{0}", rows_of(&set)));
        let one_gap = one_gap(&draft);
        let reached = reached(&one_gap);
        let of_block = |block: &super::Block| match (block.shape, block.sites.len() - 1) {
            (Shape::Bridge, _) => 1,
            (Shape::Ring, tiles) => tiles,
            (Shape::Rich, tiles) => (1..=tiles).product::<usize>() / 2,
        };
        let expected = set.len() * one_gap.net().blocks.all.iter().map(of_block).product::<usize>();
        assert_eq!(reached.len(), expected, "{}", rows_of(&set));
        let mut some: Vec<Vec<u16>> =
            reached.iter().step_by(1 + reached.len() / 50).cloned().collect();
        for nth in 0..some.len() {
            // Far from what is reached, and near it.
            let mut one = some[nth].clone();
            match nth % 2 {
                0 => random.shuffle(&mut one),
                _ => one.swap(random.usize(..set.len()), random.usize(..set.len())),
            }
            some.push(one);
        }
        for on in some {
            let is_reached = reached.contains(&on);
            assert_eq!(
                is_solvable(&one_gap, &demand(&one_gap, &on)),
                is_reached,
                "{}{on:?}",
                rows_of(&set)
            );
            *(if is_reached { &mut solvable } else { &mut unsolvable }) += 1;
        }
        boards += 1;
    }
    // The free polyominoes of two to eight cells, and 1,285 of nine.
    assert_eq!(boards, if most == 9 { 1817 } else { 532 });
    assert!(solvable > 5_000 && unsolvable > 5_000, "{solvable}, {unsolvable}");
}

/// Returns a board of up to twelve cells with one gap: walls, thin walls, equal tiles, passes; and
/// a goal that asks for some of the tiles, shuffled a little or a lot.
fn random_text(random: &mut Random) -> String {
    let (width, height) =
        *random.choice(&[(3, 3), (4, 3), (6, 2), (5, 3), (4, 4), (7, 2)]).unwrap();
    let count: usize = width * height;
    let walls = count.saturating_sub(12) + random.usize(..3);
    let colours = random.usize(1..=7);
    let mut start: Vec<char> = (0..count - walls - 1)
        .map(|nth| {
            char::from(
                b'a' + (if random.usize(..4) == 0 { nth % colours } else { nth.min(colours - 1) })
                    as u8,
            )
        })
        .chain(['.'])
        .collect();
    random.shuffle(&mut start);
    let mut goal = start.clone();
    if random.bool() {
        random.shuffle(&mut goal);
    } else {
        let (one, other) = (random.usize(..goal.len()), random.usize(..goal.len()));
        goal.swap(one, other);
    }
    let spare = random.usize(..4);
    goal.iter_mut().for_each(|tile| {
        if random.usize(..8) < spare {
            *tile = '.';
        }
    });
    for _ in 0..walls {
        let at = random.usize(..=start.len());
        start.insert(at, '#');
        goal.insert(at, '#');
    }
    let rows = |cells: &[char]| {
        let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
        rows.join("\n")
    };
    let mut text = format!("{}\n\n{}", rows(&start), rows(&goal));
    let cell = |at: usize| format!("{}{}", char::from(b'a' + (at % width) as u8), at / width + 1);
    let thin = random.usize(..4);
    if thin > 0 {
        text += "\n\nthin:";
        for _ in 0..thin {
            let side = if random.bool() { 'R' } else { 'D' };
            text += &format!(" {}{side}", cell(random.usize(..count)));
        }
    }
    text
}

/// Puts passes under some tiles.
fn with_passes(mut draft: Draft, random: &mut Random) -> Draft {
    let cells: Vec<_> = draft.start.iter().map(|(cell, _)| cell).collect();
    for _ in 0..random.usize(1..3) {
        let cell = *random.choice(&cells).unwrap();
        draft.paint_pass(cell, draft.start[cell].colour().or(Some(Colour(0))));
    }
    draft
}

/// Lists what the moves of the rules lead to; `None` when that is much.
fn listed(puzzle: &Puzzle) -> Option<FxHashSet<Vec<(crate::puzzle::Cell, Colour)>>> {
    let tiles = |position: &Position| position.tiles().collect::<Vec<_>>();
    let mut found = FxHashSet::from_iter([tiles(puzzle.start())]);
    let mut queue = vec![puzzle.start().clone()];
    while let Some(position) = queue.pop() {
        for push in puzzle.moves(&position) {
            let next = puzzle.apply(&position, push).unwrap();
            if found.insert(tiles(&next)) {
                queue.push(next);
            }
        }
        if found.len() > 4_000 {
            return None;
        }
    }
    Some(found)
}

#[test]
fn random_boards_are_decided_as_the_rules_say() {
    let boards = if std::env::var_os("SLOW_TESTS").is_some() { 40_000 } else { 4_000 };
    let mut random = Random::new(2);
    let (mut solvable, mut unsolvable, mut open) = (0, 0, 0);
    for nth in 0..boards {
        let text = random_text(&mut random);
        let mut draft = draft(&text);
        if nth % 3 == 0 {
            draft = with_passes(draft, &mut random);
        }
        let Ok(puzzle) = draft.validate() else { continue };
        let Some(one_gap) = OneGap::new(puzzle.board(), |cell| draft.start[cell].colour()) else {
            continue;
        };
        let Some(listed) = listed(&puzzle) else { continue };
        let [wanted] = puzzle.goal().placements() else { panic!("a fixed goal") };
        let is_met = |tiles: &Vec<_>| wanted.iter().all(|one| tiles.contains(one));
        let expected = listed.iter().any(is_met);
        let passes = draft.terrain.passes.clone();
        match one_gap.decide(&one_gap.start, one_gap.gap, wanted) {
            Decision::Solvable(settled) => {
                assert!(expected, "{text}\n{passes:?}");
                solvable += 1;
                let goal = settled.goal(&one_gap.net().blocks, &one_gap.colours, |_, _| 0);
                let goal = demand(&one_gap, &goal);
                assert!(listed.contains(&goal), "{text}\n{passes:?}\n{goal:?}");
                assert!(is_met(&goal), "{text}\n{passes:?}\n{goal:?}");
            }
            Decision::Unsolvable(_) => {
                assert!(!expected, "{text}\n{passes:?}");
                let shown = draft.warnings().iter().any(Issue::forbids_every_solution);
                assert!(shown, "the reason is shown\n{text}");
                unsolvable += 1;
            }
            Decision::Open => {
                assert!(!passes.is_empty(), "{text}");
                open += 1;
            }
        }
    }
    assert!(solvable > boards / 5 && unsolvable > boards / 5, "{solvable}, {unsolvable}, {open}");
    assert!(0 < open && open < boards / 10, "{solvable}, {unsolvable}, {open}");
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let warnings: Vec<String> = draft(text).warnings().iter().map(ToString::to_string).collect();
    let warnings: Vec<&String> =
        warnings.iter().filter(|text| text.contains("unsolvable")).collect();
    match expected {
        "" => assert!(warnings.is_empty(), "{text}\n{warnings:?}"),
        _ => assert_eq!(warnings, [expected], "{text}"),
    }
}

const PARITY: &str = "goal: unsolvable, by parity: two tiles would have to change places";

#[test]
fn one_exchange_is_forbidden_and_two_are_not() {
    check("123\n456\n87.\n\n123\n456\n78.", PARITY);
    check("123\n456\n8.7\n\n123\n456\n78.", PARITY);
    check("213\n456\n87.\n\n123\n456\n78.", "");
    check("152\n483\n7.6\n\n123\n456\n78.", "");
}

#[test]
fn what_may_stand_either_way_is_not_forbidden() {
    check("113\n456\n87.\n\n113\n456\n78.", "");
    check("123\n456\n87.\n\n123\n456\n...", "");
    // The 8 may change places with the gap, which turns the parity, but for a step of the gap,
    // which turns it back.
    check("123\n456\n87.\n\n123\n456\n7..", PARITY);
    check("123\n45.\n876\n\n123\n456\n.7.", "");
    check("12.\n...\n\n21.\n...", "");
}

#[test]
fn each_reason_names_its_cells() {
    check(
        "12#\n34.\n\n21#\n34.",
        "goal, a1 b1 a2: unsolvable, the tiles of a ring only go around, in one order",
    );
    check("12#\n34.\n\n31#\n24.", "");
    check("BR.\n\nRB.", "goal, a1 b1: unsolvable, tiles cannot pass one another in a narrow place");
    check(
        "1234\n567#\n89.#\n\n1234\n567#\n98.#",
        "goal, a1 b1 c1 a2 b2 c2 a3 b3: unsolvable, by parity: two tiles would have to change places",
    );
    check(
        "12#AB\n3.#CD\n\n31#BA\n2.#CD",
        "goal, d1 e1: unsolvable, the one empty cell never comes there",
    );
}
