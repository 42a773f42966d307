//! Passes and thin walls on random boards: slides against a slow twin, whatever is written read
//! back, turns and mirrors; with chameleons and numbered tiles, the counts of another program.

use std::process::Command;

use mondrian::puzzle::{
    Cell, Direction, Draft, Likeness, Move, Position, Puzzle, Random, Square, Terrain, Transform,
    parse_level, parse_share_code, parse_text, perft, plain_text, share_code, write_level,
    write_text,
};
use mondrian::trial::{random_draft, with_changes, with_terrain};

use crate::support::repository;

/// Returns the run by walking cell by cell: the slow twin.
fn naive_run(draft: &Draft, position: &Position, from: Cell, direction: Direction) -> u8 {
    let colour = position.tile(from).unwrap();
    let mut at = from;
    let mut run = 0;
    loop {
        let Some(next) = draft.start.size().neighbour(at, direction) else { return run };
        let named = |cell: Cell, side: Direction| -> bool {
            let text = format!("{cell}{}", side.letter());
            draft.terrain.thin_walls.contains(&text.parse().unwrap())
        };
        let is_shut = named(at, direction) || named(next, direction.opposite());
        let is_foreign = draft.terrain.passes.get(&next).is_some_and(|own| *own != colour);
        let is_wall = draft.start[next] == Square::Wall;
        if is_shut || is_foreign || is_wall || position.tile(next).is_some() {
            return run;
        }
        at = next;
        run += 1;
    }
}

#[test]
fn runs_and_predecessors_equal_their_naive_twins() {
    let mut random = Random::new(11);
    let (mut shut, mut made) = (0, 0);
    for _ in 0..400 {
        let draft = with_terrain(&random_draft(&mut random, 6), &mut random);
        let puzzle = draft.validate().unwrap();
        let plain = Draft { terrain: Terrain::default(), opening: Vec::new(), ..draft.clone() };
        let plain = plain.validate().unwrap();
        let mut position = puzzle.start().clone();
        for _ in 0..8 {
            for (from, _) in position.tiles() {
                for direction in Direction::ALL {
                    let push = Move::new(from, direction);
                    let run = naive_run(&draft, &position, from, direction);
                    let to = puzzle.landing(&position, push);
                    let length = to.map_or(0, |to| to.x.abs_diff(from.x) + to.y.abs_diff(from.y));
                    assert_eq!(length, run, "{}{push}", write_text(&draft));
                    shut += usize::from(to != plain.landing(&position, push));
                }
            }
            for (push, before) in puzzle.predecessors(&position) {
                assert_eq!(puzzle.apply(&before, push).as_ref(), Some(&position));
            }
            let moves = puzzle.moves(&position);
            let Some(&push) = random.choice(&moves) else { break };
            let next = puzzle.apply(&position, push).unwrap();
            let before = puzzle.predecessors(&next);
            assert!(before.contains(&(push, position)), "{}{push}", write_text(&draft));
            position = next;
            made += 1;
        }
    }
    assert!(shut > 500 && made > 500, "{shut} {made}");
}

#[test]
fn texts_files_and_codes_bring_everything_back() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let plain = random_draft(&mut random, 5);
        let draft = with_terrain(&plain, &mut random);
        assert!(!draft.terrain.is_plain());
        let file = write_level(&draft);
        assert!(file.starts_with("(\n    version: 2,"), "{file}");
        assert_eq!(parse_level(&file).unwrap().draft, draft);
        let code = share_code(&draft);
        assert!(code.starts_with("mondrian2:"));
        assert_eq!(parse_share_code(&code).unwrap().draft, draft);
        let text = write_text(&draft);
        let read = parse_text(&text, Some(&draft.palette)).unwrap();
        assert_eq!(
            (read.start, read.goal, read.terrain),
            (draft.start.clone(), draft.goal.clone(), draft.terrain.clone())
        );
        let read = parse_text(&plain_text(&draft), None).unwrap();
        assert_eq!(read.validate().unwrap().identity(), draft.validate().unwrap().identity());
    }
}

#[test]
fn turned_levels_are_alike() {
    let mut random = Random::new(8);
    for _ in 0..100 {
        let plain = random_draft(&mut random, 5);
        let level = with_terrain(&plain, &mut random);
        let likeness = Likeness::of(&level).unwrap();
        for transform in [Transform::RotateLeft, Transform::FlipVertical] {
            let turned = level.transformed(transform);
            assert_eq!(Likeness::of(&turned).unwrap().key(), likeness.key());
            let (one, other) = (level.validate().unwrap(), turned.validate().unwrap());
            let count = |puzzle: &Puzzle| perft::layers(puzzle, 3);
            assert_eq!(count(&one), count(&other));
        }
    }
}

#[test]
fn another_program_counts_the_same() {
    let rules = repository("tests/independent/rules.py");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.mondrian.ron");
    let mut random = Random::new(4);
    for _ in 0..80 {
        let draft = with_terrain(&random_draft(&mut random, 5), &mut random);
        let draft = if random.bool() { with_changes(&draft, &mut random) } else { draft };
        std::fs::write(&path, write_level(&draft)).unwrap();
        let output = Command::new("python3").arg(&rules).arg("perft").arg(&path).arg("4").output();
        let Ok(output) = output else {
            assert!(std::env::var_os("CI").is_none(), "CI has python3");
            eprintln!("skipped: no python3");
            return;
        };
        let counts = String::from_utf8(output.stdout).unwrap();
        let puzzle = draft.validate().unwrap();
        let layers = perft::layers(&puzzle, 4);
        let own = (0..=4).map(|depth| {
            format!("{depth} {} {}\n", perft::sequences(&puzzle, depth), layers[depth as usize])
        });
        assert_eq!(counts, own.collect::<String>(), "{}", write_text(&draft));
    }
}
