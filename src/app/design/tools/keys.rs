//! The keys of the tools. None acts while a text field has the focus or a dialog is
//! open. Letters go by what the keyboard writes, not by the place of the key.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::cell_cursor::FocusedBoard;
use super::clipboard::ClipCommand;
use super::select::{EraseSelection, Selection};
use super::{ChooseTool, Held, Mirrors, PutAway, Tool};
use crate::app::boards::editable::EditableBoard;
use crate::app::boards::layers::ShowLayers;
use crate::app::boards::view::TileMarks;
use crate::app::design::brush_row::brushes;
use crate::app::design::numbers::NewNumber;
use crate::app::document::brush::{ActiveBrush, ChooseBrush};
use crate::app::document::{Document, Edit};
use crate::app::kit::dialog::close_dialogs;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{is_alt, is_control, is_shift, keys_are_free, letter, presses};
use crate::puzzle::{Brush, Direction, EditCommand, Layout, Region, TileKind, Transform};

/// What the keys send.
#[derive(SystemParam)]
struct Outputs<'w> {
    tools: MessageWriter<'w, ChooseTool>,
    brushes: MessageWriter<'w, ChooseBrush>,
    erase: MessageWriter<'w, EraseSelection>,
    edits: MessageWriter<'w, Edit>,
    clips: MessageWriter<'w, ClipCommand>,
    layers: MessageWriter<'w, ShowLayers>,
}

/// What the keys change themselves: how the editor looks and works, not the level.
#[derive(SystemParam)]
struct Switches<'w> {
    mirrors: ResMut<'w, Mirrors>,
    marks: ResMut<'w, TileMarks>,
}

fn press(
    In(are_free): In<bool>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    hand: Hand,
    board: FocusedBoard,
    mut switches: Switches,
    mut out: Outputs,
) {
    let shift = is_shift(&keys);
    for event in presses(are_free && !is_alt(&keys), &mut input) {
        if is_control(&keys) {
            press_with_control(event, &mut out);
            continue;
        }
        // On a board with the focus they erase a cell.
        let erases = matches!(event.logical_key, Key::Delete | Key::Backspace);
        if erases && board.layout().is_none() {
            out.erase.write(EraseSelection);
        }
        let Some(letter) = letter(event).filter(|_| !event.repeat) else { continue };
        match letter {
            'b' => drop(out.tools.write(ChooseTool(Tool::Paint))),
            'r' if *hand.tool == Tool::Stamp => {
                let turn = if shift { Transform::RotateLeft } else { Transform::RotateRight };
                out.clips.write(ClipCommand::Turn(turn));
            }
            'r' => drop(out.tools.write(ChooseTool(Tool::Rectangle))),
            'f' => drop(out.tools.write(ChooseTool(Tool::Fill))),
            's' => drop(out.tools.write(ChooseTool(Tool::Select))),
            'e' => drop(out.brushes.write(ChooseBrush(Brush::Eraser))),
            't' => drop(out.brushes.write(ChooseBrush(Brush::ThinWall))),
            'p' | 'c' | 'n' => drop(out.brushes.write(ChooseBrush(special(letter, &hand)))),
            'o' => drop(out.layers.write(ShowLayers::Toggle)),
            'g' => drop(out.layers.write(ShowLayers::Flip)),
            'l' => *switches.marks = switches.marks.next(),
            'm' if shift => switches.mirrors.0.up_down ^= true,
            'm' => switches.mirrors.0.left_right ^= true,
            'x' => drop(out.edits.write(Edit(EditCommand::Transform(Transform::FlipHorizontal)))),
            'y' => drop(out.edits.write(Edit(EditCommand::Transform(Transform::FlipVertical)))),
            'z' if shift => {
                out.edits.write(Edit(EditCommand::Transform(Transform::RotateLeft)));
            }
            'z' => drop(out.edits.write(Edit(EditCommand::Transform(Transform::RotateRight)))),
            _ => {}
        }
    }
}

/// What is in the hand, and of which palette.
#[derive(SystemParam)]
struct Hand<'w> {
    tool: Res<'w, Tool>,
    brush: Res<'w, ActiveBrush>,
    number: Res<'w, NewNumber>,
    document: Res<'w, Document>,
}

/// Returns the brush of a letter: P that of the passes of the chosen colour, and of its tiles
/// again; C chameleons; N new numbered tiles.
fn special(letter: char, hand: &Hand) -> Brush {
    let palette = &hand.document.draft().palette;
    match (letter, hand.brush.0) {
        ('p', Brush::Pass(colour)) => Brush::Colour(colour),
        ('p', Brush::Colour(colour)) if palette.swatch(colour).kind == TileKind::Plain => {
            Brush::Pass(colour)
        }
        ('p', _) => palette.of_kind(TileKind::Plain).map_or(Brush::Wall, Brush::Pass),
        ('c', _) => {
            let known = palette.of_kind(TileKind::Chameleon);
            known.map_or(Brush::New(TileKind::Chameleon), Brush::Colour)
        }
        _ => brushes(palette, hand.number.0)
            .into_iter()
            .find(|brush| matches!(brush, Brush::New(TileKind::Numbered(_))))
            .unwrap_or(hand.brush.0),
    }
}

fn press_with_control(event: &KeyboardInput, out: &mut Outputs) {
    let shift = |direction| EditCommand::Transform(Transform::Shift(direction));
    match &event.logical_key {
        Key::ArrowUp => drop(out.edits.write(Edit(shift(Direction::Up)))),
        Key::ArrowDown => drop(out.edits.write(Edit(shift(Direction::Down)))),
        Key::ArrowLeft => drop(out.edits.write(Edit(shift(Direction::Left)))),
        Key::ArrowRight => drop(out.edits.write(Edit(shift(Direction::Right)))),
        _ => {}
    }
}

/// Ctrl+A selects the whole board on which the selection is, or START.
fn select_all(
    In(are_free): In<bool>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    document: Res<Document>,
    boards: Query<&EditableBoard>,
    mut selection: ResMut<Selection>,
    mut tools: MessageWriter<ChooseTool>,
) {
    for event in presses(are_free && is_control(&keys), &mut input) {
        if letter(event) != Some('a') {
            continue;
        }
        let own = selection.0.map(|(layout, _)| layout);
        let shown = own.filter(|own| boards.iter().any(|board| board.0 == *own));
        let layout = shown.unwrap_or(Layout::Start);
        let Some(size) = document.size(layout) else { continue };
        selection.0 = Some((layout, Region::whole(size)));
        tools.write(ChooseTool(Tool::Select));
    }
}

fn escape(keys: Res<ButtonInput<KeyCode>>, held: Held, mut put_away: MessageWriter<PutAway>) {
    if keys.just_pressed(KeyCode::Escape) && !held.is_nothing() {
        put_away.write(PutAway);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (keys_are_free.pipe(press), keys_are_free.pipe(select_all), escape.run_if(keys_are_free))
            .before(close_dialogs)
            .in_set(FrameSystems::Input),
    );
}
