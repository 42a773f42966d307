//! The board of the game: its tiles as they slide, and on it what helps: goal marks,
//! trails, start places, the chosen tile with the places that it can go to, hints.

use bevy::prelude::*;

use super::overlay::{OVER, Overlay, Patch, UNDER};
use super::screen::TargetBoard;
use super::trails::{self, trails};
use super::{Game, Hints, Motion, Play};
use crate::app::boards::view::{BoardView, TileMarks, TileView, mark_of};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::is_playing;
use crate::app::kit::theme;
use crate::app::settings::{PlayChoices, Settings};
use crate::puzzle::{Cell, Colour, Direction, Grid, Move, Size, Square};

/// The board of the game.
#[derive(Component, Clone, Copy, Default)]
#[require(Overlay)]
pub struct PlayBoard;

/// How strong the ground of a goal mark is.
const PALE: f32 = 0.3;
/// How large a label is in a goal mark, in parts of its cell.
const LABEL: f32 = 0.6;

fn draw_board(
    play: Res<Play>,
    hints: Res<Hints>,
    settings: Res<Settings>,
    marks: Res<TileMarks>,
    board: Single<(&mut BoardView, &mut Overlay), With<PlayBoard>>,
    mut drawn: Local<Option<(u64, TileMarks)>>,
) {
    let Some(game) = play.game() else { return };
    let (mut view, mut overlay) = board.into_inner();
    let wanted = Some((play.serial, *marks));
    if *drawn != wanted {
        *drawn = wanted;
        // Its tiles are numbered as those of the game.
        let (puzzle, palette) = (game.puzzle(), &game.palette);
        *view = BoardView::of_position(puzzle.board(), puzzle.start(), palette, *marks);
    }
    for (tile, &cell) in game.cells().iter().enumerate() {
        let (x, y) = play.motion().drawn(tile, cell);
        let mut shown = TileView { x, y, ..view.tiles[tile].clone() };
        shown.turn(play.face(game, tile), &game.palette, *marks);
        if view.tiles[tile] != shown {
            view.tiles[tile] = shown;
        }
    }
    let ground = theme::GROUND.color(settings.theme);
    let goal_marks = settings.play.goal_marks && !play.makes_goal();
    let choices = PlayChoices { goal_marks, ..settings.play };
    let mut patches = under(game, &choices, ground);
    // Where one cell alone is empty the tiles lie over all ways.
    let is_picture = game.gap().is_none() && game.steps().len() <= trails::MOST;
    let bands = if play.shows_win() && is_picture {
        Some((trails::WON, play.motion().win_part()))
    } else {
        choices.trails.then_some((trails::PLAYING, 1.0))
    };
    if let Some(bands) = bands {
        let ink = |tile| color(game, game.colour(tile));
        for (tile, trail) in trails(game, bands, ink) {
            // Its hairline goes around the whole of it.
            let edges = trail.iter().map(|band| lined(band.clone(), ink(tile), ground));
            patches.extend(edges.filter(|edge| edge.outline.is_some()));
            patches.extend(trail);
        }
    }
    patches.extend(over(game, play.motion(), &hints, &choices, ground));
    overlay.set_if_neq(Overlay(patches));
}

fn color(game: &Game, colour: Colour) -> Color {
    theme::color(game.palette.swatch(colour).rgb)
}

const fn point(cell: Cell) -> (f32, f32) {
    (cell.x as f32, cell.y as f32)
}

/// Returns what the next target asks for, when it can be in one place only.
fn demand(game: &Game) -> &[(Cell, Colour)] {
    match game.target().placements() {
        [only] => only,
        _ => &[],
    }
}

/// Returns what lies below the tiles.
fn under(game: &Game, choices: &PlayChoices, ground: Color) -> Vec<Patch> {
    let mut patches = Vec::new();
    if choices.goal_marks {
        for &(cell, colour) in demand(game) {
            let ink = color(game, colour);
            let pale = ink.with_alpha(PALE);
            patches.push(Patch::new(point(cell), (1.0, 1.0), pale, UNDER));
            patches.push(lined(Patch::ring(point(cell), 0.06, ink, 2.0, UNDER), ink, ground));
            let (label, _) = mark_of(colour, &game.palette, TileMarks::None);
            if !label.is_empty() {
                let inset = (1.0 - LABEL) / 2.0;
                let (x, y) = point(cell);
                let corner = (x + inset, y + inset);
                let mark = Patch::new(corner, (LABEL, LABEL), theme::NONE, UNDER);
                patches.push(Patch { text: Some((label, theme::DIM)), ..mark });
            }
        }
    }
    if choices.start_places {
        for (tile, &cell) in game.start().iter().enumerate() {
            let ink = color(game, game.first_colour(tile));
            patches.push(lined(Patch::ring(point(cell), 0.3, ink, 3.0, UNDER), ink, ground));
        }
    }
    patches
}

/// Returns what has the colour `ink` of a tile with a hairline around it, where it would be
/// lost on the ground of the board.
fn lined(patch: Patch, ink: Color, ground: Color) -> Patch {
    Patch { outline: theme::hairline(ink, ground).map(|line| (line.into(), 1.0)), ..patch }
}

/// Returns what lies above the tiles.
fn over(
    game: &Game,
    motion: &Motion,
    hints: &Hints,
    choices: &PlayChoices,
    ground: Color,
) -> Vec<Patch> {
    let mut patches = Vec::new();
    if choices.goal_marks {
        patches.extend(covered_marks(game));
    }
    if let Some(tile) = game.selected {
        let ink = color(game, game.colour(tile));
        for direction in Direction::ALL {
            if let Some(to) = game.landing(tile, direction) {
                patches.push(lined(Patch::ring(point(to), 0.12, ink, 4.0, OVER), ink, ground));
            }
        }
        patches.push(frame(motion.drawn(tile, game.cells()[tile]), theme::BLUE));
    }
    let made = game.moves();
    let next = hints.rest(&made).and_then(|rest| rest.first().copied());
    if let Some(push) = next
        && !hints.is_playing()
    {
        patches.extend(hint(game, motion, push, hints.grade(&made)));
    }
    if let Some(tile) = motion.blocked() {
        patches.push(frame(motion.drawn(tile, game.cells()[tile]), theme::RED));
    }
    patches
}

/// Returns a small mark on each tile that stands where another colour is wanted.
fn covered_marks(game: &Game) -> impl Iterator<Item = Patch> + '_ {
    demand(game).iter().filter_map(|&(cell, wanted)| {
        let tile = game.tile_at(cell)?;
        let has_label = game.palette.swatch(wanted).label.is_some();
        // Labels tell their places by themselves.
        if game.colour(tile) == wanted || has_label {
            return None;
        }
        let (x, y) = point(cell);
        let ink = color(game, wanted);
        let mark = Patch::new((x + 0.68, y + 0.68), (0.26, 0.26), ink, OVER);
        let frame = theme::hairline(ink, Color::WHITE).map(|line| (line.into(), 1.0));
        Some(Patch { frame, outline: Some((Color::WHITE.into(), 2.0)), ..mark })
    })
}

/// Returns a frame around a tile, to be seen on any colour.
fn frame(corner: (f32, f32), ink: theme::Paint) -> Patch {
    Patch { outline: Some((ink, 4.0)), ..Patch::ring(corner, 0.0, theme::GROUND, 2.0, OVER) }
}

/// Returns what a hint shows: from its second grade the tile, from its third the way.
fn hint(game: &Game, motion: &Motion, push: Move, grade: u8) -> Vec<Patch> {
    let Some(tile) = game.tile_at(push.from).filter(|_| grade >= 2) else { return Vec::new() };
    let ring = Patch {
        outline: Some((theme::ON_YELLOW, 4.0)),
        ..Patch::ring(motion.drawn(tile, push.from), 0.0, theme::YELLOW, 6.0, OVER)
    };
    let way = game.landing(tile, push.direction).filter(|_| grade >= 3);
    let place = way.map(|to| Patch {
        fill: theme::YELLOW.with_alpha(0.6),
        text: Some((arrow(push.direction).to_owned(), theme::ON_YELLOW)),
        ..Patch::ring(point(to), 0.2, theme::ON_YELLOW, 2.0, OVER)
    });
    std::iter::once(ring).chain(place).collect()
}

/// Returns a sign for a direction.
pub(super) const fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "\u{2191}",
        Direction::Down => "\u{2193}",
        Direction::Left => "\u{2190}",
        Direction::Right => "\u{2192}",
    }
}

/// Draws the next target, small.
fn draw_target(
    play: Res<Play>,
    marks: Res<TileMarks>,
    mut board: Single<&mut BoardView, With<TargetBoard>>,
) {
    let Some(game) = play.game() else { return };
    let mut view = if play.makes_goal() {
        // The goal as it would be now.
        let board = game.puzzle().board();
        BoardView::of_position(board, &game.position(), &game.palette, *marks)
    } else {
        BoardView::of_grid(&target_grid(game), &game.palette, *marks)
    };
    // By itself it has no passes either.
    if game.target().placements().len() == 1 {
        view.show_terrain(game.puzzle().board().terrain(), &game.palette, *marks);
    }
    board.set_if_neq(view);
}

/// Returns what is to be reached next: on the board, or by itself where it may be
/// anywhere.
fn target_grid(game: &Game) -> Grid<Square> {
    let placements = game.target().placements();
    let demand = placements.first().map_or(&[][..], Vec::as_slice);
    let columns = || demand.iter().map(|(cell, _)| cell.x);
    let rows = || demand.iter().map(|(cell, _)| cell.y);
    let (mut size, mut corner) = (game.puzzle().size(), Cell::new(0, 0));
    let bounds = (columns().min(), columns().max(), rows().min(), rows().max());
    if let (Some(left), Some(right), Some(top), Some(bottom)) = bounds
        && placements.len() > 1
    {
        corner = Cell::new(left, top);
        size = Size::new(right - left + 1, bottom - top + 1);
    }
    let mut grid = Grid::new(size, Square::Empty);
    if placements.len() == 1 {
        for cell in size.cells().filter(|&cell| game.puzzle().board().is_wall(cell)) {
            grid[cell] = Square::Wall;
        }
    }
    for &(cell, colour) in demand {
        grid[Cell::new(cell.x - corner.x, cell.y - corner.y)] = Square::Tile(colour);
    }
    grid
}

pub(super) fn plugin(app: &mut App) {
    let something_changed = resource_changed::<Play>
        .or_else(resource_changed::<Hints>)
        .or_else(resource_changed::<Settings>)
        .or_else(resource_changed::<TileMarks>)
        .or_else(resource_changed::<crate::app::kit::mode::Mode>);
    app.add_systems(
        Update,
        (draw_board, draw_target)
            .run_if(is_playing.and_then(something_changed))
            .in_set(FrameSystems::Views),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_text;

    #[test]
    fn goal_marks_of_labelled_tiles_look_like_all_others() {
        let marks = |text: &str| {
            let draft = parse_text(text, None).unwrap();
            let game = Game::new(draft.validate().unwrap(), draft.palette);
            let choices = PlayChoices { goal_marks: true, ..default() };
            under(&game, &choices, Color::WHITE)
        };
        let plain = marks("RB\nG.\n\nRB\nG.");
        let labelled = marks("12\n3.\n\n12\n3.");
        let rings = |marks: &[Patch]| marks.iter().filter(|mark| mark.frame.is_some()).count();
        assert_eq!((rings(&plain), rings(&labelled)), (3, 3));
        let words: Vec<_> = labelled.iter().filter_map(|mark| mark.text.as_ref()).collect();
        assert_eq!(words.len(), 3, "{words:?}");
    }
}
