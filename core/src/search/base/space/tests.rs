//! Packed states against the rules: the compiled space must say what the rules say.

use super::*;
use crate::puzzle::{Draft, Layout, Size, Square};
use crate::search::base::key::{WIDEST, with_key};

/// Returns a random valid puzzle with a few colours, spare tiles and walls.
fn random_puzzle(random: &mut fastrand::Rng, size: Size) -> Puzzle {
    loop {
        let mut draft = Draft::new(size);
        for cell in size.cells() {
            let square = match random.u8(..8) {
                0 => Square::Wall,
                1 | 2 => Square::Tile(Colour(random.u8(..3))),
                _ => Square::Empty,
            };
            draft.paint(Layout::Start, cell, square);
        }
        for (_, colour) in Position::new(&draft.start).tiles().collect::<Vec<_>>() {
            let cells: Vec<Cell> = size.cells().collect();
            let cell = *random.choice(&cells).expect("a board has cells");
            if random.bool() && draft.goal[cell] == Square::Empty {
                draft.paint(Layout::Goal, cell, Square::Tile(colour));
            }
        }
        if let Ok(puzzle) = draft.validate() {
            return puzzle;
        }
    }
}

fn check_walk<K: Key>(puzzle: &Puzzle, random: &mut fastrand::Rng) {
    let space = Space::<K>::new(puzzle);
    let mut scratch = Scratch::new(&space);
    let mut position = puzzle.start().clone();
    for _ in 0..30 {
        let key = space.key_of(&position, 0);
        assert_eq!(space.position_of(&key), position);
        assert_eq!(space.is_goal(&key), puzzle.goal().is_reached(&position));
        let mut expected = Vec::new();
        for push in puzzle.moves(&position) {
            expected.push((push, puzzle.apply(&position, push).expect("a legal move")));
        }
        let mut found = Vec::new();
        space.for_each_successor(&key, &mut scratch, |push, next| {
            let cell = space.cells[usize::from(push.from)];
            found.push((Move::new(cell, push.direction), space.position_of(&next)));
        });
        found.sort_by_key(|(push, _)| *push);
        assert_eq!(found, expected);
        match random.choice(&expected) {
            Some((_, next)) => position = next.clone(),
            None => return,
        }
    }
}

#[test]
fn packed_states_follow_the_rules() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..300 {
        let size = Size::new(random.u8(1..=6), random.u8(2..=6));
        let puzzle = random_puzzle(&mut random, size);
        let (bits, fields) = fields_needed(&puzzle);
        with_key!(bits, fields, check_walk(&puzzle, &mut random));
        check_walk::<[u64; WIDEST]>(&puzzle, &mut random);
    }
    let large = random_puzzle(&mut random, Size::new(18, 18));
    let (bits, fields) = fields_needed(&large);
    with_key!(bits, fields, check_walk(&large, &mut random));
}
