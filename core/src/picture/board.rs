//! Boards on pictures: start and goal side by side, a small one for lists, and one
//! with tiles on their way for the frames of a GIF. White ground, black walls, thin
//! grid, tiles flush in their cells, as in the designer.

use super::canvas::{
    Area, BLACK, FRAME, Inks, MIN_LETTER_CELL, Picture, WHITE, board_extent, cell_area,
};
use super::contrast::{HAIRLINE_SIDE, hairline, ink_on};
use super::lettering::{self, Place};
use super::title::Title;
use super::{CELL_RANGE, Ground, Look, terrain};
use crate::puzzle::{
    Cell, Draft, Grid, Layout, Palette, Position, Rgb, Size, Square, Swatch, Terrain, TileKind,
};

/// Parts of a hundred of ink in the ring of a chameleon that has taken a colour.
const FAINT_RING: u16 = 35;

/// Returns the space around boards, in pixels.
pub(super) fn margin(look: Look) -> u32 {
    (look.cell / 2).max(4)
}

/// Returns start and goal side by side, with their names above them where cells are
/// large enough to read anything, and on wish the title of the level above all.
pub fn boards(draft: &Draft, look: Look) -> Picture {
    let margin = margin(look);
    let headed = look.cell >= MIN_LETTER_CELL;
    let heading = if headed { look.cell * 3 / 5 } else { 0 };
    let (start, goal) = (&draft.start, &draft.goal);
    let bare = Terrain::default();
    let of_goal = if draft.shares_walls(Layout::Goal) { &draft.terrain } else { &bare };
    let (start_extent, goal_extent) =
        (board_extent(start.size(), look), board_extent(goal.size(), look));
    let width = 3 * margin + start_extent.0 + goal_extent.0;
    let title = Title::of(draft, look);
    let headings = margin + title.height();
    let top = headings + heading;
    let height = top + start_extent.1.max(goal_extent.1) + margin;
    let mut picture = Picture::new(width, height, WHITE);
    title.write(&mut picture, margin, margin / 2);
    let right = 2 * margin + start_extent.0;
    for (name, grid, terrain, left) in
        [("START", start, &draft.terrain, margin), ("GOAL", goal, of_goal, right)]
    {
        if headed {
            let size = look.cell as f32 / 2.0;
            let y = (headings + heading / 3) as f32;
            let place = Place { x: left as f32, y, size, centred: false };
            lettering::write(&mut picture, name, place, BLACK);
        }
        let board = Board { grid, terrain, palette: &draft.palette };
        draw_grid(&mut picture, (left, top), board, at_start, look);
    }
    picture
}

/// Returns the start of `draft` in a picture that is at most `side` pixels wide and
/// high, and never smaller than its smallest cells allow.
pub fn thumbnail(draft: &Draft, side: u32, ground: Ground) -> Picture {
    let size = draft.start.size();
    let look = small_look(size, side, ground);
    let (width, height) = board_extent(size, look);
    let mut picture = Picture::new(width, height, WHITE);
    draw_grid(&mut picture, (0, 0), Board::start_of(draft), at_start, look);
    picture
}

/// Returns `position` on the board of `draft` as [`thumbnail`] does the start.
pub fn position_thumbnail(
    draft: &Draft,
    position: &Position,
    side: u32,
    ground: Ground,
) -> Picture {
    let level = draft.with_start(position);
    let look = small_look(draft.start.size(), side, ground);
    let (width, height) = board_extent(draft.start.size(), look);
    let mut picture = Picture::new(width, height, WHITE);
    let left = |cell, _: &Swatch| position.left(cell);
    draw_grid(&mut picture, (0, 0), Board::start_of(&level), left, look);
    picture
}

/// Returns how a board of `size` is drawn in a picture that is `side` pixels wide and high.
fn small_look(size: Size, side: u32, ground: Ground) -> Look {
    let cells = u32::from(size.width.max(size.height));
    let room = side.saturating_sub(2 * FRAME) + 1;
    let cell = (room / cells).clamp(*CELL_RANGE.start(), *CELL_RANGE.end());
    Look { cell, ground, ..Look::default() }
}

/// What is drawn of a layout.
#[derive(Clone, Copy)]
struct Board<'a> {
    grid: &'a Grid<Square>,
    terrain: &'a Terrain,
    palette: &'a Palette,
}

impl<'a> Board<'a> {
    fn start_of(draft: &'a Draft) -> Self {
        Self { grid: &draft.start, terrain: &draft.terrain, palette: &draft.palette }
    }
}

/// Returns the pushes left of a tile before the first move.
fn at_start(_: Cell, swatch: &Swatch) -> u8 {
    swatch.kind.pushes()
}

/// Draws a board with its tiles; `left` says how many pushes are left of the one on a cell.
fn draw_grid(
    picture: &mut Picture,
    corner: (u32, u32),
    Board { grid, terrain, palette }: Board,
    left: impl Fn(Cell, &Swatch) -> u8,
    look: Look,
) {
    let is_wall = |(cell, square): (Cell, &Square)| (*square == Square::Wall).then_some(cell);
    draw_board(picture, corner, grid.size(), grid.iter().filter_map(is_wall), look);
    terrain::draw_passes(picture, corner, terrain, grid.size(), palette, look);
    for (cell, square) in grid.iter() {
        if let Some(colour) = square.colour() {
            let area = cell_area(corner, cell, look);
            let swatch = palette.swatch(colour);
            let tile = tile_picture(swatch, left(cell, swatch), false, look);
            picture.paste((area.left, area.top), &tile);
        }
    }
    terrain::draw_thin_walls(picture, corner, terrain, grid.size(), look);
}

/// Draws a board without tiles, its frame's corner at `corner`.
pub(super) fn draw_board(
    picture: &mut Picture,
    (left, top): (u32, u32),
    size: Size,
    walls: impl Iterator<Item = Cell>,
    look: Look,
) {
    let inks = Inks::of(look.ground);
    let (width, height) = board_extent(size, look);
    picture.fill(Area { left, top, width, height }, inks.walls);
    let (left, top) = (left + FRAME, top + FRAME);
    let inner = Area { left, top, width: width - 2 * FRAME, height: height - 2 * FRAME };
    picture.fill(inner, inks.ground);
    for x in 1..u32::from(size.width) {
        let line = Area { left: left + x * look.cell - 1, width: 1, ..inner };
        picture.fill(line, inks.lines);
    }
    for y in 1..u32::from(size.height) {
        let line = Area { top: top + y * look.cell - 1, height: 1, ..inner };
        picture.fill(line, inks.lines);
    }
    for cell in walls {
        // The lines beside it too, so that walls run together; at the edge the frame
        // is black as well.
        let area = Area {
            left: left + u32::from(cell.x) * look.cell,
            top: top + u32::from(cell.y) * look.cell,
            width: look.cell,
            height: look.cell,
        };
        picture.fill(area, inks.walls);
    }
}

/// Returns a tile by itself: nothing of it lies outside its square. A numbered one says how many
/// pushes are `left`, a chameleon has a ring; one that `has_changed` keeps a faint one.
pub(super) fn tile_picture(swatch: &Swatch, left: u8, has_changed: bool, look: Look) -> Picture {
    let side = look.cell - 1;
    let line = hairline(swatch.rgb, Inks::of(look.ground).ground);
    let line = line.filter(|_| side >= HAIRLINE_SIDE);
    let mut picture = Picture::new(side, side, line.unwrap_or(swatch.rgb));
    if line.is_some() {
        let inner = Area { left: 1, top: 1, width: side - 2, height: side - 2 };
        picture.fill(inner, swatch.rgb);
    }
    if swatch.kind == TileKind::Chameleon {
        draw_ring(&mut picture, ink_on(swatch.rgb));
    } else if has_changed {
        draw_ring(&mut picture, terrain::mixed(ink_on(swatch.rgb), swatch.rgb, FAINT_RING));
    }
    let (symbol, number) = (swatch.symbol.to_string(), left.to_string());
    let text = match &swatch.label {
        _ if matches!(swatch.kind, TileKind::Numbered(_)) => number.as_str(),
        Some(label) => label.as_str(),
        None if look.letters => &symbol,
        None => "",
    };
    if text.is_empty() || look.cell < MIN_LETTER_CELL {
        return picture;
    }
    let length = text.chars().count().max(2) as f32;
    let half = side as f32 / 2.0;
    let size = look.cell as f32 * 1.5 / length;
    let place = Place { x: half, y: half, size, centred: true };
    lettering::write(&mut picture, text, place, ink_on(swatch.rgb));
    picture
}

/// Draws a ring in the middle of a tile.
fn draw_ring(picture: &mut Picture, ink: Rgb) {
    let pixels = picture.width();
    let side = pixels as f32;
    let (radius, width) = (side * 0.32, (side / 12.0).max(1.0));
    for (x, y) in (0..pixels).flat_map(|x| (0..pixels).map(move |y| (x, y))) {
        let from_centre = |at: u32| at as f32 + 0.5 - side / 2.0;
        let distance = from_centre(x).hypot(from_centre(y));
        if (distance - radius).abs() <= width / 2.0 {
            picture.fill(Area { left: x, top: y, width: 1, height: 1 }, ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::canvas::{BLUE, GRID_LINE};
    use crate::puzzle::{builtin, parse_level, parse_moves, parse_text};

    #[test]
    fn start_and_goal_stand_side_by_side() {
        let draft = parse_text("B#\n..\n\n.#\n.B", None).unwrap();
        let look = Look { cell: 20, ..Look::default() };
        let picture = boards(&draft, look);
        // Margin 10, heading 12, board 2 · 20 - 1 + 4 = 43.
        assert_eq!((picture.width(), picture.height()), (116, 75));
        let centre = |board: u32, x: u32, y: u32| {
            picture.pixel(10 + board * 53 + 2 + x * 20 + 10, 22 + 2 + y * 20 + 10)
        };
        assert_eq!([centre(0, 0, 0), centre(0, 1, 0), centre(0, 1, 1)], [BLUE, BLACK, WHITE]);
        assert_eq!([centre(1, 0, 0), centre(1, 1, 0), centre(1, 1, 1)], [WHITE, BLACK, BLUE]);
        assert_eq!(picture.pixel(10 + 2 + 19, 22 + 2 + 30), GRID_LINE);
        assert_eq!(picture.pixel(0, 0), WHITE);
    }

    #[test]
    fn a_yellow_tile_has_a_hairline_within_its_edge() {
        let draft = parse_text("Y.\n\n.Y", None).unwrap();
        let corner = |cell: u32| {
            let picture = boards(&draft, Look { cell, ..Look::default() });
            let (left, top) = (margin(Look { cell, ..Look::default() }) + FRAME, picture.height());
            let top = top - left - (cell - 1);
            [0, 1, 2].map(|inset| picture.pixel(left + inset, top + inset))
        };
        let yellow = draft.palette.swatches()[0].rgb;
        let line = hairline(yellow, WHITE).unwrap();
        assert_eq!(corner(40), [line, yellow, yellow]);
        assert_eq!(corner(6), [yellow; 3], "in a small cell nothing but the line would be left");
    }

    #[test]
    fn labels_are_written_and_letters_if_asked_for() {
        let fifteen = builtin::find("fifteen").unwrap().draft();
        let plain = boards(&parse_text("B\n\nB", None).unwrap(), Look::default());
        let lettered =
            boards(&parse_text("B\n\nB", None).unwrap(), Look { letters: true, ..Look::default() });
        assert_ne!(plain, lettered);
        let colours = |picture: &Picture| {
            picture
                .rgb_bytes()
                .chunks(3)
                .map(<[u8]>::to_vec)
                .collect::<std::collections::HashSet<_>>()
        };
        assert!(colours(&lettered).contains(&vec![255, 255, 255]));
        assert!(colours(&boards(&fifteen, Look::default())).len() > 4);
    }

    #[test]
    fn chameleons_have_a_ring_and_numbered_tiles_their_number() {
        let text = r##"(version: 2, title: "", palette: {
            'R': (color: "#e45125"), 'c': (kind: chameleon), '3': (color: "#0057a0", moves: 3),
        }, start: ["R.c", "3.."], goal: ["..R", "..3"])"##;
        let draft = parse_level(text).unwrap().draft;
        let [red, chameleon, three] = [0, 1, 2].map(|nth| {
            let swatch = &draft.palette.swatches()[nth];
            tile_picture(swatch, swatch.kind.pushes(), false, Look::default())
        });
        let inks = |picture: &Picture| {
            let pixels = picture.rgb_bytes();
            pixels.chunks(3).map(<[u8]>::to_vec).collect::<std::collections::HashSet<_>>().len()
        };
        assert_eq!(inks(&red), 1);
        assert!(inks(&three) > 2);
        let two = tile_picture(&draft.palette.swatches()[2], 2, false, Look::default());
        assert_ne!(two, three);
        let side = chameleon.width();
        let ring = side / 2 - (side as f32 * 0.32) as u32;
        assert_eq!(chameleon.pixel(ring, side / 2), ink_on(draft.palette.swatches()[1].rgb));
        let changed = tile_picture(&draft.palette.swatches()[0], 0, true, Look::default());
        assert_eq!(inks(&changed), 2, "the ring stays, faint");
    }

    #[test]
    fn a_position_shows_the_numbers_that_are_left() {
        let text = r##"(version: 2, title: "", palette: {'3': (color: "#0057a0", moves: 3)},
            start: ["3.."], goal: ["..3"])"##;
        let draft = parse_level(text).unwrap().draft;
        let puzzle = draft.validate().unwrap();
        let shown = |at: &Position| position_thumbnail(&draft, at, 130, Ground::White);
        assert_eq!(shown(puzzle.start()), thumbnail(&draft, 130, Ground::White));
        let there_and_back = puzzle.replay(&parse_moves("a1R c1L").unwrap()).unwrap();
        assert_ne!(shown(there_and_back.last().unwrap()), shown(puzzle.start()));
    }

    #[test]
    fn small_pictures_fit_their_room() {
        for level in builtin::levels() {
            let picture = thumbnail(&level.draft(), 112, Ground::White);
            assert!(picture.width() <= 112 && picture.height() <= 112, "{}", level.name);
            assert!(picture.width().max(picture.height()) > 90, "{}", level.name);
        }
        let wide = thumbnail(&Draft::new(Size::new(32, 1)), 10, Ground::White);
        assert_eq!((wide.width(), wide.height()), (131, 7));
    }

    #[test]
    fn the_dark_ground_leaves_nothing_white() {
        let draft = parse_text("B#\n..\n\n.#\n.B", None).unwrap();
        let dark = thumbnail(&draft, 40, Ground::Dark);
        assert!(!dark.rgb_bytes().chunks(3).any(|pixel| pixel == [255, 255, 255]));
        let white = thumbnail(&draft, 40, Ground::White);
        assert!(white.rgb_bytes().chunks(3).any(|pixel| pixel == [255, 255, 255]));
        let tile = |picture: &Picture| picture.pixel(picture.width() / 4, picture.height() / 4);
        assert_eq!(tile(&dark), tile(&white), "tiles keep their colours");
    }
}
