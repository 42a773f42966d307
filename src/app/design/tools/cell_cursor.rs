//! Drawing by the keyboard: while a board has the focus, the arrows move a frame from
//! cell to cell, Enter and Space draw there, Delete erases. With the brush of thin walls Shift and
//! an arrow put one on that side of the cell, or take it away.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;

use super::{Mirrors, sides};
use crate::app::boards::editable::EditableBoard;
use crate::app::document::brush::ActiveBrush;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::dialog::Dialog;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{has_modifier, is_shift};
use crate::puzzle::edit::can_hold;
use crate::puzzle::{Brush, Cell, Direction, EditCommand, Layout, Region, Side};

/// The cell that the keyboard draws on, while a board has the focus.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellCursor {
    /// Where it is.
    pub at: Option<(Layout, Cell)>,
    /// Column and row where it was last, on whichever board.
    last: (u8, u8),
}

impl CellCursor {
    /// Returns the region to be framed.
    pub fn outline(&self) -> Option<(Layout, Region)> {
        self.at.map(|(layout, cell)| (layout, Region::between(cell, cell)))
    }
}

/// The board that has been brought to the focus by the keyboard.
#[derive(SystemParam)]
pub struct FocusedBoard<'w, 's> {
    focus: Res<'w, InputFocus>,
    visible: Res<'w, InputFocusVisible>,
    boards: Query<'w, 's, &'static EditableBoard>,
    dialogs: Query<'w, 's, (), With<Dialog>>,
}

impl FocusedBoard<'_, '_> {
    /// Returns what it shows.
    pub fn layout(&self) -> Option<Layout> {
        let focused = self.focus.get().filter(|_| self.visible.0 && self.dialogs.is_empty())?;
        self.boards.get(focused).ok().map(|board| board.0)
    }
}

const ARROWS: [(KeyCode, Direction); 4] = [
    (KeyCode::ArrowUp, Direction::Up),
    (KeyCode::ArrowDown, Direction::Down),
    (KeyCode::ArrowLeft, Direction::Left),
    (KeyCode::ArrowRight, Direction::Right),
];

/// Keeps the cursor on the board that has the focus, in its first cell at first.
fn follow_focus(board: FocusedBoard, document: Res<Document>, mut cursor: ResMut<CellCursor>) {
    let (x, y) = cursor.at.map_or(cursor.last, |(_, cell)| (cell.x, cell.y));
    let wanted = board.layout().and_then(|layout| {
        let size = document.size(layout)?;
        let cell = Cell::new(x.min(size.width - 1), y.min(size.height - 1));
        Some((layout, cell))
    });
    cursor.set_if_neq(CellCursor { at: wanted, last: (x, y) });
}

fn press(
    keys: Res<ButtonInput<KeyCode>>,
    brush: Res<ActiveBrush>,
    mirrors: Res<Mirrors>,
    document: Res<Document>,
    mut cursor: ResMut<CellCursor>,
    mut edits: MessageWriter<Edit>,
) {
    let Some((layout, mut cell)) = cursor.at else { return };
    let Some(size) = document.size(layout) else { return };
    if has_modifier(&keys) {
        return;
    }
    for (key, direction) in ARROWS {
        if keys.just_pressed(key) && is_shift(&keys) && brush.0 == Brush::ThinWall {
            edits.write(Edit(sides::toggled(
                document.draft(),
                Side::new(cell, direction),
                mirrors.0,
            )));
        } else if keys.just_pressed(key) {
            cell = size.neighbour(cell, direction).unwrap_or(cell);
        }
    }
    let last = (cell.x, cell.y);
    cursor.set_if_neq(CellCursor { at: Some((layout, cell)), last });
    let draws = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space]);
    let erases = keys.any_just_pressed([KeyCode::Delete, KeyCode::Backspace]);
    let brush = if draws { brush.0 } else { Brush::Eraser };
    if (draws || erases) && can_hold(document.draft(), layout, brush) {
        let cells = mirrors.0.spread(&[cell], size);
        edits.write(Edit(EditCommand::Paint { layout, cells, brush }));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CellCursor>().add_systems(
        Update,
        (
            (follow_focus, press).chain().in_set(FrameSystems::Input),
            follow_focus
                .run_if(on_message::<DocumentChanged>)
                .after(FrameSystems::Commands)
                .before(FrameSystems::Poll),
        ),
    );
}
