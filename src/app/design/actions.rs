//! What can be done to the boards by a button of the toolbar or a key.

use bevy::prelude::*;

use super::brush_row::brushes;
use super::numbers::NewNumber;
use super::tools::clipboard::ClipCommand;
use super::tools::{ChooseTool, Mirrors, Tool};
use crate::app::boards::layers::ShowLayers;
use crate::app::boards::view::TileMarks;
use crate::app::boards::zoom::FitBoards;
use crate::app::document::brush::{ActiveBrush, ChooseBrush};
use crate::app::document::{Document, Edit};
use crate::app::kit::keys::{Action, actions};
use crate::app::kit::mode::Mode;
use crate::puzzle::{Brush, Direction, EditCommand, TileKind, Transform};

#[rustfmt::skip]
actions! {
    Some(Mode::Design);
    PAINT: "", "B", "Paints cells; the right button erases" => ChooseTool(Tool::Paint);
    FILL: "", "F", "Fills an area of cells that are alike" => ChooseTool(Tool::Fill);
    SELECT: "", "S", "Selects cells; dragging the selection moves it, with Ctrl a copy of it" => ChooseTool(Tool::Select);
    ERASER: "", "E", "Erases" => ChooseBrush(Brush::Eraser);
    THIN_WALLS: "", "T", "Paints thin walls" => ChooseBrush(Brush::ThinWall);
    COPY: "", "Ctrl+C", "Copies the selection" => ClipCommand::Copy;
    CUT: "", "Ctrl+X", "Cuts the selection out" => ClipCommand::Cut;
    PASTE: "", "Ctrl+V", "Puts down what was copied, where you click" => ClipCommand::Paste;
    TURN_LEFT: "", "Shift+Z", "Turns both boards to the left" => transformed(Transform::RotateLeft);
    TURN_RIGHT: "", "Z", "Turns both boards to the right" => transformed(Transform::RotateRight);
    SWAP_SIDES: "", "X", "Swaps left and right on both boards" => transformed(Transform::FlipHorizontal);
    SWAP_ENDS: "", "Y", "Swaps top and bottom on both boards" => transformed(Transform::FlipVertical);
    FIT: "", "", "Shows the whole boards again; the wheel makes them larger, dragging with Space moves them" => FitBoards;
    ONE_BOARD: "", "O", "Shows one large board with the tiles of the other as ghosts; G shows the other one" => ShowLayers::Toggle;
    OTHER_BOARD: "", "G", "Shows the other board on top" => ShowLayers::Flip;
}

/// Paints a rectangle; while a copy is placed its key turns that.
pub const RECTANGLE: Action =
    by_key("R, Shift+drag", "Paints the rectangle that is dragged", |out| {
        turn_or_take(out, Transform::RotateRight);
    });

/// Turns the copy that is placed the other way.
pub const TURN_COPY_LEFT: Action =
    by_key("Shift+R", "Turns the copy before it is placed to the left", |out| {
        turn_or_take(out, Transform::RotateLeft);
    });

/// Puts up the mirror in the middle, or takes it away.
pub const MIRROR_SIDES: Action = by_key("M", "Paints left and right alike", |out| {
    with(out, |mut mirrors: Mut<Mirrors>| mirrors.0.left_right ^= true);
});

/// The same for the other one.
pub const MIRROR_ENDS: Action = by_key("Shift+M", "Paints top and bottom alike", |out| {
    with(out, |mut mirrors: Mut<Mirrors>| mirrors.0.up_down ^= true);
});

/// Shows the next kind of signs on tiles.
pub const SIGNS: Action = by_key("L", "What is drawn on tiles", |out| {
    with(out, |mut marks: Mut<TileMarks>| *marks = marks.next());
});

/// Takes the brush of the passes of the chosen colour, and of its tiles again.
pub const PASSES: Action = by_key("P", "Paints passes of the colour", |out| {
    take_brush(out, |chosen, document, _| {
        let palette = &document.draft().palette;
        match chosen {
            Brush::Pass(colour) => Brush::Colour(colour),
            Brush::Colour(colour) if palette.swatch(colour).kind == TileKind::Plain => {
                Brush::Pass(colour)
            }
            _ => palette.of_kind(TileKind::Plain).map_or(Brush::Wall, Brush::Pass),
        }
    });
});

/// Takes the brush of chameleons.
pub const CHAMELEONS: Action = by_key("C", "Paints chameleons", |out| {
    take_brush(out, |_, document, _| {
        let known = document.draft().palette.of_kind(TileKind::Chameleon);
        known.map_or(Brush::New(TileKind::Chameleon), Brush::Colour)
    });
});

/// Takes the brush of new numbered tiles.
pub const NUMBERED: Action = by_key("N", "Paints numbered tiles", |out| {
    take_brush(out, |chosen, document, number| {
        let all = brushes(&document.draft().palette, number);
        let is_new = |brush: &Brush| matches!(brush, Brush::New(TileKind::Numbered(_)));
        all.into_iter().find(is_new).unwrap_or(chosen)
    });
});

/// Shift the design, by the arrows.
pub const SHIFTS: [Action; 4] = [
    by_key("Ctrl+Left", "Shifts everything on both boards left", |out| shift(out, Direction::Left))
        .repeating(),
    by_key("Ctrl+Right", "Shifts everything on both boards right", |out| {
        shift(out, Direction::Right);
    })
    .repeating(),
    by_key("Ctrl+Up", "Shifts everything on both boards up", |out| shift(out, Direction::Up))
        .repeating(),
    by_key("Ctrl+Down", "Shifts everything on both boards down", |out| shift(out, Direction::Down))
        .repeating(),
];

const fn by_key(keys: &'static str, tip: &'static str, send: fn(&mut Commands)) -> Action {
    Action::new("", keys, tip, send).within(Some(Mode::Design))
}

const fn transformed(transform: Transform) -> Edit {
    Edit(EditCommand::Transform(transform))
}

fn shift(out: &mut Commands, direction: Direction) {
    out.write_message(transformed(Transform::Shift(direction)));
}

fn with<R: Resource<Mutability = bevy::ecs::component::Mutable>>(
    out: &mut Commands,
    change: fn(Mut<R>),
) {
    out.queue(move |world: &mut World| change(world.resource_mut::<R>()));
}

fn turn_or_take(out: &mut Commands, turn: Transform) {
    out.queue(move |world: &mut World| match *world.resource::<Tool>() {
        Tool::Stamp => drop(world.write_message(ClipCommand::Turn(turn))),
        _ => drop(world.write_message(ChooseTool(Tool::Rectangle))),
    });
}

/// Takes the brush that follows from the one in hand, the level and the number of new tiles.
fn take_brush(out: &mut Commands, next: fn(Brush, &Document, u8) -> Brush) {
    out.queue(move |world: &mut World| {
        let chosen = world.resource::<ActiveBrush>().0;
        let number = world.resource::<NewNumber>().0;
        let brush = next(chosen, world.resource::<Document>(), number);
        world.write_message(ChooseBrush(brush));
    });
}

/// Those with a key. What copies and pastes has others where nothing is selected.
#[rustfmt::skip]
pub(in crate::app) const ACTIONS: &[Action] = &[
    PAINT, RECTANGLE, FILL, SELECT, ERASER, THIN_WALLS, PASSES, CHAMELEONS, NUMBERED, CUT,
    TURN_COPY_LEFT, MIRROR_SIDES, MIRROR_ENDS, TURN_LEFT, TURN_RIGHT, SWAP_SIDES, SWAP_ENDS,
    SHIFTS[0], SHIFTS[1], SHIFTS[2], SHIFTS[3], ONE_BOARD, OTHER_BOARD, SIGNS,
];
