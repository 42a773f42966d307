//! Passes and thin walls: whatever claims a proof agrees with breadth-first search through the
//! rules.

use mondrian::puzzle::{Draft, Random, Size, Terrain, perft, write_text};
use mondrian::search::explore::{Explore, Limits};
use mondrian::search::{Options, Status};
use mondrian::trial::{Kind, oracle, random_draft, with_terrain};

use crate::agreement::{assert_all_prove, prove};
use crate::slow;

/// Returns a random board, with a fixed or a floating goal, with passes and thin walls.
fn board(random: &mut Random) -> Draft {
    let plain = match random.u8(..3) {
        0 => {
            let is_larger = slow() && random.u8(..20) == 0;
            random_draft(random, if is_larger { 6 } else { 4 })
        }
        1 => {
            let size = Size::new(4, random.u8(3..=4));
            let (tiles, wanted) = (&[2, 1], &[2, 1]);
            Kind { size, walls: 2, tiles, wanted, floating: None }.draft(random)
        }
        _ => {
            let floating = Some(Size::new(2, 2));
            let (tiles, wanted) = (&[1, 1, 1], &[1, 1, 0]);
            Kind { size: Size::new(4, 3), walls: 1, tiles, wanted, floating }.draft(random)
        }
    };
    with_terrain(&plain, random)
}

#[test]
fn every_method_agrees_with_breadth_first_search() {
    let mut random = Random::new(39);
    let (mut solved, mut unsolvable, mut changed) = (0, 0, 0);
    for nth in 0..if slow() { 20_000 } else { 500 } {
        let draft = board(&mut random);
        let puzzle = draft.validate().unwrap();
        let expected = oracle(&puzzle);
        *(if expected.is_some() { &mut solved } else { &mut unsolvable }) += 1;
        assert_all_prove(&puzzle, expected, || format!("board {nth}:\n{}", write_text(&draft)));
        let two = Options { threads: 2, ..Options::sequential() };
        assert_eq!(prove(&puzzle, &two), expected, "board {nth}:\n{}", write_text(&draft));
        let bare = Draft { terrain: Terrain::default(), opening: Vec::new(), ..draft };
        changed += usize::from(oracle(&bare.validate().unwrap()) != expected);
    }
    assert!(solved > 100 && unsolvable > 50, "{solved} solved, {unsolvable} unsolvable");
    assert!(changed > 100, "without passes and thin walls {changed} would be others");
}

#[test]
fn all_positions_are_listed_forward_and_backward() {
    let mut random = Random::new(40);
    let mut measured = 0;
    for _ in 0..80 {
        let draft = with_terrain(&random_draft(&mut random, 4), &mut random);
        let draft = Draft { opening: Vec::new(), waypoints: Vec::new(), ..draft };
        let puzzle = draft.validate().unwrap();
        let mut layers = perft::layers(&puzzle, 60);
        while layers.last() == Some(&0) {
            layers.pop();
        }
        let mut explore = Explore::from_start(&puzzle, Limits::default(), 1);
        while explore.step_for(std::time::Duration::MAX) == Status::Running {}
        assert_eq!(explore.by_moves(), layers, "{}", write_text(&draft));
        let optimum = explore.measured().and_then(|measured| measured.optimum);
        assert_eq!(optimum, oracle(&puzzle), "{}", write_text(&draft));
        measured += usize::from(optimum.is_some());
    }
    assert!(measured > 10, "{measured}");
}
