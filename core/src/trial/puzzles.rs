//! Random valid levels, of the kinds that a search is most likely to get wrong.

use crate::puzzle::{
    Anchor, Cell, Colour, Direction, Draft, Grid, Layout, Position, Puzzle, Random, Side, Size,
    Square, TileKind, parse_text,
};

/// Returns a random valid level of any kind: small ones of all sorts, equal tiles with
/// spare ones, floating goals, one empty cell, large boards with few free cells.
pub fn any_draft(random: &mut Random) -> Draft {
    const SHARED: [&[usize]; 5] = [&[2, 1, 1], &[3, 1], &[4], &[2, 2], &[1, 1, 1, 1]];
    let size = |random: &mut Random, sides: std::ops::RangeInclusive<u8>| {
        Size::new(random.u8(sides.clone()), random.u8(sides))
    };
    match random.u8(..10) {
        0..=3 => random_draft(random, 6),
        4 | 5 => {
            let size = size(random, 3..=4);
            let tiles = *random.choice(&SHARED).expect("there are some");
            let floating = random.bool().then(|| Size::new(random.u8(1..=3), random.u8(1..=3)));
            let wanted: Vec<usize> = tiles.iter().map(|&most| random.usize(..=most)).collect();
            let wanted = if wanted.iter().sum::<usize>() > 0 { &wanted[..] } else { tiles };
            Kind { size, walls: random.usize(..4), tiles, wanted, floating }.draft(random)
        }
        6 | 7 => one_empty_cell(random),
        8 => {
            let size = size(random, 5..=9);
            Kind { size, walls: 3, tiles: &[1, 1], wanted: &[1, 1], floating: None }.draft(random)
        }
        _ => mostly_walls(random),
    }
}

/// Returns a random valid level of up to `side` cells each way: fixed or floating goal,
/// one to three colours, spare tiles, now and then an opening or a waypoint.
pub fn random_draft(random: &mut Random, side: u8) -> Draft {
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
        return draft;
    }
}

/// Returns `draft` with some passes and thin walls, at least one of them; an opening that they
/// forbid is left out.
///
/// # Panics
/// When `draft` has issues, or a board of one cell alone.
pub fn with_terrain(draft: &Draft, random: &mut Random) -> Draft {
    let size = draft.start.size();
    let colours: Vec<Colour> =
        draft.palette.colours().filter(|&colour| draft.uses(colour) > 0).collect();
    for attempt in 0.. {
        let mut with = draft.clone();
        let (passes, thin_walls) = (random.u8(..5), random.u8(..5));
        for cell in size.cells().filter(|&cell| draft.start[cell] != Square::Wall) {
            if random.u8(..16) < passes {
                with.paint_pass(cell, random.choice(&colours).copied());
            }
            for direction in [Direction::Right, Direction::Down] {
                if random.u8(..16) < thin_walls {
                    with.paint_thin_wall(Side::new(cell, direction), true);
                }
            }
        }
        if attempt > 50 {
            with.terrain.passes.clear();
        }
        if attempt > 100 {
            // A board without a side within it, or one cell wide and walled: a pass for all.
            let on = Position::new(&draft.start).tiles().next().expect("a tile");
            with.terrain.passes = [on].into();
        }
        if with.validate().is_err() {
            with.opening.clear();
        }
        if !with.terrain.is_plain() && with.validate().is_ok() {
            return with;
        }
    }
    unreachable!("a pass under a tile of its colour is allowed")
}

/// Returns `draft` with one or two of its colours made chameleons or numbered tiles; goals may
/// ask chameleons for colours. An opening that cannot be played so is left out.
///
/// # Panics
/// When `draft` has issues.
pub fn with_changes(draft: &Draft, random: &mut Random) -> Draft {
    let used = |layout| -> Vec<Colour> {
        draft.palette.colours().filter(|&colour| draft.count(layout, colour) > 0).collect()
    };
    for attempt in 0.. {
        let mut with = draft.clone();
        let (colours, all) = (used(Layout::Start), draft.palette.colours().collect::<Vec<_>>());
        for _ in 0..random.u8(1..=2) {
            let colour = *random.choice(&colours).expect("a tile");
            // A number is always possible where chameleons touch coloured tiles.
            let is_number = attempt > 20 || random.bool();
            let kind =
                if is_number { TileKind::Numbered(random.u8(1..=4)) } else { TileKind::Chameleon };
            with.palette.swatch_mut(colour).kind = kind;
            with.terrain.passes.retain(|_, own| *own != colour);
            for layout in draft.layouts().filter(|&layout| layout != Layout::Start) {
                for (cell, _) in
                    draft.layout(layout).iter().filter(|(_, s)| s.colour() == Some(colour))
                {
                    if !is_number && random.u8(..3) > 0 {
                        let asked = *random.choice(&all).expect("a palette has colours");
                        with.layout_mut(layout)[cell] = Square::Tile(asked);
                    }
                }
            }
        }
        if with.validate().is_err() {
            with.opening.clear();
        }
        if with.validate().is_ok() {
            return with;
        }
    }
    unreachable!("a number makes no level invalid")
}

/// Returns [`random_draft`] as a puzzle.
pub fn random_puzzle(random: &mut Random, side: u8) -> Puzzle {
    random_draft(random, side).validate().expect("a legal move is a legal opening")
}

fn draw_demand(random: &mut Random, draft: &mut Draft, layout: Layout) {
    let cells: Vec<Cell> = draft.layout(layout).size().cells().collect();
    for (_, colour) in Position::new(&draft.start).tiles().collect::<Vec<_>>() {
        let cell = *random.choice(&cells).expect("a grid has cells");
        if random.u8(..3) > 0 && draft.layout(layout)[cell] == Square::Empty {
            draft.paint(layout, cell, Square::Tile(colour));
        }
    }
}

/// Returns a board with one empty cell and walls anywhere: rooms, corridors, tiles that are shut in.
pub(super) fn walled_one_empty_cell(random: &mut Random) -> Draft {
    const TILES: [&[usize]; 6] =
        [&[1; 5], &[2, 1, 1, 1, 1], &[2, 2, 1, 1, 1], &[2, 2, 3], &[1, 1, 2, 4], &[3, 5]];
    let tiles = *random.choice(&TILES).expect("there are some");
    let cells = tiles.iter().sum::<usize>() + 1;
    let size = loop {
        let size = Size::new(random.u8(2..=6), random.u8(2..=4));
        if (cells + 1..=cells + 6).contains(&size.area()) {
            break size;
        }
    };
    let mut wanted = tiles.to_vec();
    if random.u8(..4) == 0 {
        wanted[0] -= 1;
    }
    Kind { size, walls: size.area() - cells, tiles, wanted: &wanted, floating: None }.draft(random)
}

/// Returns a level with one empty cell, half of them with the tiles anywhere.
fn one_empty_cell(random: &mut Random) -> Draft {
    const GOALS: [&str; 8] = [
        "abc\nde.",
        "abcd\nefg.",
        "#ab\ncde\nfg.",
        "aab\nbc.",
        "aabb\ncdd.",
        "#aa\nbbb\ncd.",
        "abc\nd#e\nfg.",
        "ab#\n#cd\n#e.",
    ];
    let goal = *random.choice(&GOALS).expect("there are some");
    let mut tiles: Vec<char> = goal.chars().filter(|letter| !"#\n".contains(*letter)).collect();
    random.shuffle(&mut tiles);
    let mut tiles = tiles.into_iter();
    let place = |letter| match letter {
        '#' | '\n' => letter,
        _ => tiles.next().expect("a letter for each cell"),
    };
    let start: String = goal.chars().map(place).collect();
    let asked = if random.u8(..4) == 0 { goal.replacen('c', ".", 1) } else { goal.to_owned() };
    parse_text(&format!("{start}\n\n{asked}"), None).expect("two grids of one size")
}

/// Returns a board of up to 32 × 32 cells of which few are free: positions with many
/// bits to a tile, and long ways.
fn mostly_walls(random: &mut Random) -> Draft {
    let size = Size::new(random.u8(10..=32), random.u8(10..=32));
    loop {
        let mut free = vec![Cell::new(random.u8(..size.width), random.u8(..size.height))];
        // A walk that seldom turns.
        let (mut dx, mut dy) = (1, 0);
        for _ in 0..60 {
            if random.u8(..4) == 0 {
                (dx, dy) = if random.bool() { (dy, -dx) } else { (-dy, dx) };
            }
            let last = free[free.len() - 1];
            let next = (last.x.wrapping_add_signed(dx), last.y.wrapping_add_signed(dy));
            let next = Cell::new(next.0, next.1);
            if size.contains(next) {
                free.push(next);
            } else {
                (dx, dy) = (-dx, -dy);
            }
        }
        let mut draft = Draft::new(size);
        for cell in size.cells().filter(|cell| !free.contains(cell)) {
            draft.paint(Layout::Start, cell, Square::Wall);
        }
        for nth in 0..random.u8(1..=3) {
            let cell = *random.choice(&free).expect("the first at least");
            draft.paint(Layout::Start, cell, Square::Tile(Colour(nth)));
        }
        let end = wander(random, &draft, 60);
        for (cell, colour) in end.tiles().collect::<Vec<_>>() {
            draft.paint(Layout::Goal, cell, Square::Tile(colour));
        }
        if draft.validate().is_ok() {
            return draft;
        }
    }
}

/// What a random level is to look like.
#[derive(Clone, Copy, Debug)]
pub struct Kind<'a> {
    /// Cells of the board.
    pub size: Size,
    /// Walls among them.
    pub walls: usize,
    /// Tiles of each colour.
    pub tiles: &'a [usize],
    /// Of each colour so many tiles at most are asked for.
    pub wanted: &'a [usize],
    /// The extent of a floating goal.
    pub floating: Option<Size>,
}

impl Kind<'_> {
    /// Returns a random level; three in four have a goal that random moves lead to.
    ///
    /// # Panics
    /// When the tiles and walls do not fit on the board.
    pub fn draft(self, random: &mut Random) -> Draft {
        for attempt in 0.. {
            let mut draft = self.start(random);
            self.draw_goal(random, &mut draft);
            if let Ok(puzzle) = draft.validate()
                && (attempt > 20 || !puzzle.goal().is_reached(puzzle.start()))
            {
                return draft;
            }
        }
        unreachable!("some goal can be drawn")
    }

    fn start(self, random: &mut Random) -> Draft {
        let mut draft = Draft::new(self.size);
        let mut cells: Vec<Cell> = self.size.cells().collect();
        random.shuffle(&mut cells);
        for cell in cells.drain(..self.walls) {
            draft.paint(Layout::Start, cell, Square::Wall);
        }
        for (nth, &count) in self.tiles.iter().enumerate() {
            for cell in cells.drain(..count) {
                draft.paint(Layout::Start, cell, Square::Tile(Colour(nth as u8)));
            }
        }
        draft
    }

    fn draw_goal(self, random: &mut Random, draft: &mut Draft) {
        let source = match random.u8(..4) {
            0 => anywhere(random, draft),
            _ => wander(random, draft, 40),
        };
        let extent = self.floating.unwrap_or(self.size);
        if self.floating.is_some() {
            draft.anchor = Anchor::Floating;
            draft.goal = Grid::new(extent, Square::Empty);
        }
        let (dx, dy) = (self.size.width - extent.width, self.size.height - extent.height);
        let (dx, dy) = (random.u8(..=dx), random.u8(..=dy));
        let mut wanted = self.wanted.to_vec();
        let mut tiles: Vec<_> = source.tiles().collect();
        random.shuffle(&mut tiles);
        for (cell, colour) in tiles {
            let (x, y) = (cell.x.wrapping_sub(dx), cell.y.wrapping_sub(dy));
            if wanted[colour.index()] > 0 && x < extent.width && y < extent.height {
                wanted[colour.index()] -= 1;
                draft.paint(Layout::Goal, Cell::new(x, y), Square::Tile(colour));
            }
        }
    }
}

/// Returns a position with the tiles of the start anywhere.
fn anywhere(random: &mut Random, draft: &Draft) -> Position {
    let start = Position::new(&draft.start);
    let mut cells: Vec<Cell> = draft.start.size().cells().collect();
    cells.retain(|&cell| draft.start[cell] != Square::Wall);
    random.shuffle(&mut cells);
    let tiles = start.tiles().zip(cells).map(|((_, colour), cell)| (cell, colour));
    Position::from_tiles(start.size(), tiles)
}

/// Returns the position after fewer than `most` random moves from the start.
fn wander(random: &mut Random, draft: &Draft, most: u8) -> Position {
    let start = Position::new(&draft.start);
    let mut draft = draft.clone();
    let (any, colour) = start.tiles().next().expect("a tile");
    draft.paint(Layout::Goal, any, Square::Tile(colour));
    let puzzle = draft.validate().expect("a tile where one stands");
    let mut position = start;
    for _ in 0..random.u8(1..most) {
        let Some(push) = random.choice(puzzle.moves(&position)) else { break };
        position = puzzle.apply(&position, push).expect("a legal move");
    }
    position
}
