//! A line of the list of moves.

use bevy::feathers::cursor::EntityCursor;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::Button as WidgetButton;
use bevy::window::SystemCursorIcon;

use crate::app::kit::theme;

/// The row of a move, from 0.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveRow(pub usize);

/// Height of a row, in logical pixels.
const ROW: f32 = 19.0;

/// A line that goes somewhere when it is clicked. Not reached by Tab: the arrows step
/// through the moves already.
pub(super) fn line(at: usize) -> impl Scene {
    bsn! {
        Node { height: px(ROW), flex_shrink: 0.0, align_items: AlignItems::Center, column_gap: px(4), padding: UiRect::horizontal(px(2)) }
        theme::Fill(theme::NONE)
        WidgetButton
        Hovered
        EntityCursor::System(SystemCursorIcon::Pointer)
        MoveRow({at})
    }
}
