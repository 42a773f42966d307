//! The generator: its levels solved again through the rules, and the same ones from the
//! same seed.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use mondrian::puzzle::{Size, Square, Symmetry};
use mondrian::search::generate::{Generated, Recipe, RecipeError, generate};
use mondrian::trial::oracle;

use crate::slow;

fn levels(recipe: &Recipe, count: u32, threads: usize) -> Vec<Generated> {
    let found = Mutex::new(Vec::new());
    let stop = AtomicBool::new(false);
    let keep = |_, level| found.lock().unwrap().extend(level);
    generate(recipe, 0..count, threads, &stop, keep).unwrap();
    let mut found = found.into_inner().unwrap();
    found.sort_by_key(|level: &Generated| level.number);
    found
}

#[track_caller]
fn check(recipe: &Recipe, count: u32) -> Vec<Generated> {
    let found = levels(recipe, count, 1);
    assert_eq!(found.len(), count as usize);
    assert_eq!(levels(recipe, count, 2), found, "on two threads");
    for Generated { draft, rating, .. } in &found {
        let puzzle = draft.validate().unwrap();
        assert_eq!(oracle(&puzzle), Some(rating.moves));
        assert!(recipe.moves.contains(&rating.moves));
        let best = draft.best.as_ref().unwrap();
        assert!(best.proved);
        assert_eq!(puzzle.verify(best.moves.clone()).unwrap().cost(), rating.moves);
        assert_eq!(draft.start.size(), recipe.size);
        let tiles: Vec<_> = puzzle.start().tiles().collect();
        let colours: std::collections::HashSet<_> = tiles.iter().map(|&(_, c)| c).collect();
        assert_eq!((tiles.len(), colours.len()), (recipe.tiles, recipe.colours));
        let walls = draft.start.iter().filter(|(_, square)| **square == Square::Wall);
        let walls: Vec<_> = walls.map(|(cell, _)| cell).collect();
        assert_eq!(walls.len(), recipe.walls);
        let mirrored = recipe.symmetry.spread(&walls, recipe.size);
        assert_eq!(mirrored.len(), walls.len(), "symmetric");
    }
    found
}

#[test]
fn levels_are_what_was_asked_for_and_proved() {
    let small = Recipe { size: Size::new(4, 4), ..Recipe::default() };
    let found = check(&small, if slow() { 40 } else { 6 });
    assert!(found.iter().all(|level| level.rating.shortest_solutions >= Some(1)));
    assert!(found.iter().all(|level| level.rating.dead < level.rating.positions));
    let mirrors = Symmetry { left_right: true, up_down: true };
    check(&Recipe { symmetry: mirrors, tiles: 2, colours: 1, moves: 6..=40, ..small.clone() }, 3);
    check(&Recipe { floating: true, tiles: 3, colours: 2, moves: 5..=9, ..small.clone() }, 3);
    check(&Recipe { passes: 2, thin_walls: 4, ..small.clone() }, 3);
    check(
        &Recipe { size: Size::new(3, 2), tiles: 5, colours: 5, walls: 0, moves: 10..=30, ..small },
        3,
    );
}

#[test]
fn a_board_too_large_to_list_is_walked_back_and_proved() {
    let recipe = Recipe { positions: 4000, moves: 5..=9, walls: 3, ..Recipe::default() };
    let found = check(&recipe, 3);
    assert!(found.iter().any(|level| level.rating.positions.is_none()));
}

#[test]
fn other_seeds_give_other_levels() {
    let recipe = Recipe { size: Size::new(4, 4), ..Recipe::default() };
    let one = levels(&recipe, 3, 2);
    let two = levels(&Recipe { seed: 2, ..recipe }, 3, 2);
    for (one, two) in one.iter().zip(&two) {
        assert_ne!(one.draft.start, two.draft.start);
    }
    assert_ne!(one[0].draft.start, one[1].draft.start);
}

#[test]
fn what_cannot_be_made_is_refused_or_given_up() {
    let refused = |recipe: Recipe| recipe.check().unwrap_err();
    let default = Recipe::default;
    assert_eq!(refused(Recipe { size: Size::new(0, 3), ..default() }), RecipeError::Size);
    assert_eq!(refused(Recipe { tiles: 0, ..default() }), RecipeError::Tiles);
    assert_eq!(refused(Recipe { walls: 22, ..default() }), RecipeError::NoRoom { cells: 25 });
    assert_eq!(refused(Recipe { colours: 4, ..default() }), RecipeError::Colours { most: 3 });
    assert_eq!(refused(Recipe { moves: 0..=3, ..default() }), RecipeError::Moves);
    let symmetry = Symmetry { left_right: true, up_down: false };
    let odd = Recipe { size: Size::new(4, 4), walls: 3, symmetry, ..default() };
    assert_eq!(refused(odd), RecipeError::Symmetry);
    let both = Symmetry { left_right: true, up_down: true };
    let six = |size| Recipe { size, walls: 6, symmetry: both, ..default() };
    assert_eq!(refused(six(Size::new(6, 6))), RecipeError::Symmetry);
    assert_eq!(six(Size::new(5, 6)).check(), Ok(()));

    let hopeless = Recipe { moves: 500..=600, attempts: 3, ..default() };
    let given_up = Mutex::new(0);
    let stop = AtomicBool::new(false);
    let count =
        |_, level: Option<Generated>| *given_up.lock().unwrap() += u32::from(level.is_none());
    generate(&hopeless, 0..2, 1, &stop, count).unwrap();
    assert_eq!(given_up.into_inner().unwrap(), 2);
}
