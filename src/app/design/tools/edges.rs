//! The edges of the boards: dragging one makes the board larger or smaller on that
//! side. What it will be is shown meanwhile; the board changes when the button goes up.

use std::sync::Arc;

use bevy::feathers::cursor::EntityCursor;
use bevy::prelude::*;
use bevy::window::SystemCursorIcon;

use super::Preview;
use crate::app::boards::editable::EditableBoard;
use crate::app::boards::view::CellSide;
use crate::app::document::{Document, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowNotice;
use crate::puzzle::{Direction, EditCommand, MAX_SIDE, Size};

/// How far a handle reaches to both sides of its edge, in logical pixels.
const REACH: f32 = 5.0;

/// The handle along one edge of a board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeHandle(pub Direction);

/// What happens to a handle.
#[derive(Message, Clone, Copy, Debug)]
enum EdgeDrag {
    /// It has been dragged by so much since the button went down, in logical pixels of
    /// the window.
    To { edge: Direction, board: Entity, by: Vec2 },
    /// The button has gone up.
    Drop,
}

/// The drag under way: the side of a cell when it began, and what it has come to.
#[derive(Resource, Default)]
struct Dragged(Option<(f32, Resized)>);

/// A new size, and by how much what is drawn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Resized {
    size: Size,
    dx: i16,
    dy: i16,
}

impl Resized {
    /// Moves one edge of a board outwards by so many cells, or inwards.
    fn new(size: Size, edge: Direction, cells: i16) -> Self {
        let side = |side: u8| (i16::from(side) + cells).clamp(1, i16::from(MAX_SIDE)) as u8;
        let (before, after) = match edge {
            Direction::Left | Direction::Right => {
                (size.width, Size { width: side(size.width), ..size })
            }
            Direction::Up | Direction::Down => {
                (size.height, Size { height: side(size.height), ..size })
            }
        };
        let grown = |after: u8| i16::from(after) - i16::from(before);
        let (dx, dy) = match edge {
            Direction::Left => (grown(after.width), 0),
            Direction::Up => (0, grown(after.height)),
            Direction::Right | Direction::Down => (0, 0),
        };
        Self { size: after, dx, dy }
    }

    const fn command(self) -> EditCommand {
        EditCommand::Resize { size: self.size, dx: self.dx, dy: self.dy }
    }
}

fn handle_node(edge: Direction) -> (Node, SystemCursorIcon) {
    let (zero, thick, out) = (Val::ZERO, px(2.0 * REACH), px(-REACH));
    let node = Node { position_type: PositionType::Absolute, ..default() };
    let upright = Node { top: zero, bottom: zero, width: thick, ..node.clone() };
    let flat = Node { left: zero, right: zero, height: thick, ..node };
    match edge {
        Direction::Left => (Node { left: out, ..upright }, SystemCursorIcon::EwResize),
        Direction::Right => (Node { right: out, ..upright }, SystemCursorIcon::EwResize),
        Direction::Up => (Node { top: out, ..flat }, SystemCursorIcon::NsResize),
        Direction::Down => (Node { bottom: out, ..flat }, SystemCursorIcon::NsResize),
    }
}

/// Puts handles on the edges of a board. Where they lie the pointer is not on the board, so a press
/// does not paint; and it leaves the focus where it is.
fn add_handles(add: On<Add, EditableBoard>, mut commands: Commands) {
    let board = add.entity;
    for edge in Direction::ALL {
        let (node, icon) = handle_node(edge);
        commands
            .spawn((node, ZIndex(9), EntityCursor::System(icon), EdgeHandle(edge), ChildOf(board)))
            .observe(|mut press: On<Pointer<Press>>| press.propagate(false))
            .observe(move |mut drag: On<Pointer<Drag>>, mut out: MessageWriter<EdgeDrag>| {
                drag.propagate(false);
                if drag.button == PointerButton::Primary {
                    out.write(EdgeDrag::To { edge, board, by: drag.distance });
                }
            })
            .observe(|mut end: On<Pointer<DragEnd>>, mut out: MessageWriter<EdgeDrag>| {
                end.propagate(false);
                out.write(EdgeDrag::Drop);
            });
    }
}

fn drag(
    mut drags: MessageReader<EdgeDrag>,
    (boards, scale): (Query<&CellSide>, Res<UiScale>),
    document: Res<Document>,
    mut dragged: ResMut<Dragged>,
    mut preview: ResMut<Preview>,
    mut edits: MessageWriter<Edit>,
    mut notices: MessageWriter<ShowNotice>,
) {
    for drag in drags.read() {
        match *drag {
            EdgeDrag::To { edge, board, by } => {
                // The side of a cell changes as the preview grows: that of the
                // beginning counts.
                let begun = dragged.0.as_ref().map(|(side, _)| *side);
                let side = begun.or_else(|| boards.get(board).ok().map(|side| side.0));
                let Some(side) = side.filter(|&side| side > 0.0) else { continue };
                let outwards = match edge {
                    Direction::Left => -by.x,
                    Direction::Right => by.x,
                    Direction::Up => -by.y,
                    Direction::Down => by.y,
                };
                let cells = (outwards / scale.0 / side).round() as i16;
                let resized = Resized::new(document.draft().start.size(), edge, cells);
                if dragged.0.as_ref().is_some_and(|(_, before)| *before == resized) {
                    continue;
                }
                dragged.0 = Some((side, resized));
                let draft = document.draft().resized(resized.size, resized.dx, resized.dy);
                *preview = Preview { draft: Some(Arc::new(draft)), outline: None };
                notices.write(ShowNotice(resized.size.to_string()));
            }
            EdgeDrag::Drop => {
                if let Some((_, resized)) = dragged.0.take() {
                    *preview = Preview::default();
                    edits.write(Edit(resized.command()));
                }
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Dragged>()
        .add_message::<EdgeDrag>()
        .add_observer(add_handles)
        .add_systems(Update, drag.in_set(FrameSystems::Input));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edge_grows_to_its_own_side() {
        let size = Size::new(4, 3);
        let check = |edge, cells, width, height, dx, dy| {
            let expected = Resized { size: Size::new(width, height), dx, dy };
            assert_eq!(Resized::new(size, edge, cells), expected);
        };
        check(Direction::Right, 2, 6, 3, 0, 0);
        check(Direction::Left, 2, 6, 3, 2, 0);
        check(Direction::Up, -1, 4, 2, 0, -1);
        check(Direction::Down, 99, 4, MAX_SIDE, 0, 0);
        check(Direction::Left, -99, 1, 3, -3, 0);
    }
}
