//! Random puzzles and the oracle: breadth-first search written on the rules alone,
//! without any of the code of the search.

use std::collections::HashSet;

use mondrian::puzzle::{Anchor, Cell, Colour, Draft, Grid, Layout, Position, Puzzle, Size, Square};

/// Returns a random valid puzzle of up to `side` cells each way: fixed or floating
/// goal, one to three colours, spare tiles, now and then an opening or a waypoint.
pub fn random_puzzle(random: &mut fastrand::Rng, side: u8) -> Puzzle {
    loop {
        let size = Size::new(random.u8(1..=side), random.u8(1..=side));
        let mut draft = Draft::new(size);
        let walls = random.u8(..5);
        let tiles = random.usize(1..=4);
        let colours = random.u8(1..=3);
        for cell in size.cells().filter(|_| random.u8(..16) < walls) {
            draft.paint(Layout::Start, cell, Square::Wall);
        }
        let cells: Vec<Cell> = size.cells().collect();
        for _ in 0..tiles {
            let cell = *random.choice(&cells).expect("a board has cells");
            draft.paint(Layout::Start, cell, Square::Tile(Colour(random.u8(..colours))));
        }
        if random.u8(..4) == 0 {
            let extent =
                Size::new(random.u8(1..=size.width.min(3)), random.u8(1..=size.height.min(3)));
            draft.anchor = Anchor::Floating;
            draft.goal = Grid::new(extent, Square::Empty);
        }
        draw_demand(random, &mut draft, Layout::Goal);
        if random.u8(..8) == 0 {
            let blank = draft.start.clone();
            draft.waypoints.push(blank);
            for cell in size.cells().filter(|&cell| draft.start[cell] != Square::Wall) {
                draft.waypoints[0][cell] = Square::Empty;
            }
            draw_demand(random, &mut draft, Layout::Waypoint(0));
        }
        let Ok(puzzle) = draft.validate() else { continue };
        if random.u8(..8) == 0 {
            draft.opening.extend(random.choice(puzzle.moves(puzzle.start())));
        }
        return draft.validate().expect("a legal move is a legal opening");
    }
}

fn draw_demand(random: &mut fastrand::Rng, draft: &mut Draft, layout: Layout) {
    let cells: Vec<Cell> = draft.layout(layout).size().cells().collect();
    for (_, colour) in Position::new(&draft.start).tiles().collect::<Vec<_>>() {
        let cell = *random.choice(&cells).expect("a grid has cells");
        if random.u8(..3) > 0 && draft.layout(layout)[cell] == Square::Empty {
            draft.paint(layout, cell, Square::Tile(colour));
        }
    }
}

/// Returns the fewest moves of a solution, or `None` when there is none.
pub fn oracle(puzzle: &Puzzle) -> Option<u32> {
    let opened = puzzle.replay(puzzle.opening()).expect("a legal opening");
    let stage = opened.iter().fold(0, |stage, position| puzzle.waypoints_passed(stage, position));
    let start = (stage, opened.last().expect("the start at least").clone());
    let is_goal = |(stage, position): &(usize, Position)| {
        *stage == puzzle.waypoints().len() && puzzle.goal().is_reached(position)
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    let mut moves = puzzle.opening().len() as u32;
    while !layer.is_empty() {
        if layer.iter().any(is_goal) {
            return Some(moves);
        }
        let mut next_layer = Vec::new();
        for (stage, position) in &layer {
            for push in puzzle.moves(position) {
                let next = puzzle.apply(position, push).expect("a legal move");
                let next = (puzzle.waypoints_passed(*stage, &next), next);
                if seen.insert(next.clone()) {
                    next_layer.push(next);
                }
            }
        }
        layer = next_layer;
        moves += 1;
    }
    None
}

/// Returns whether the slow tier is asked for.
pub fn slow() -> bool {
    std::env::var_os("SLOW_TESTS").is_some()
}
