//! The pointer on the boards: which cell it is on, and what a press there begins. It makes
//! [`Gesture`]s of buttons and keys.

use bevy::ecs::system::SystemParam;
use bevy::feathers::focus::FocusIndicator;
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

use super::gesture::{
    Active, FocusGained, Gesture, GestureSystems, HoverCell, HoverPlace, Means, Phase,
    notice_focus, presses_draw,
};
use super::select::Selection;
use super::{PutAway, Tool, sides};
use crate::app::boards::editable::EditableBoard;
use crate::app::boards::slots::BoardRoom;
use crate::app::boards::view::{BoardView, cell_at, place_at};
use crate::app::document::Document;
use crate::app::document::brush::ActiveBrush;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{is_alt, is_control, is_shift};
use crate::app::kit::notice::ShowHint;
use crate::puzzle::edit::can_hold;
use crate::puzzle::{Brush, Cell, Layout};

/// The pointer on a board, its position in logical pixels of the window.
#[derive(Message, Clone, Copy, Debug)]
enum BoardPointer {
    Press { board: Entity, button: PointerButton, at: Vec2 },
    Drag { board: Entity, button: PointerButton, at: Vec2 },
    Hover { board: Entity, at: Vec2 },
    Leave,
}

fn spawn_boards(mut commands: Commands, rooms: Query<(Entity, &BoardRoom)>) {
    for (room, &BoardRoom(layout)) in &rooms {
        commands
            .spawn((
                EditableBoard(layout),
                BoardView::default(),
                TabIndex(0),
                FocusIndicator,
                ChildOf(room),
            ))
            .observe(|press: On<Pointer<Press>>, mut out: MessageWriter<BoardPointer>| {
                let at = press.pointer_location.position;
                out.write(BoardPointer::Press { board: press.entity, button: press.button, at });
            })
            .observe(|drag: On<Pointer<Drag>>, mut out: MessageWriter<BoardPointer>| {
                let at = drag.pointer_location.position;
                out.write(BoardPointer::Drag { board: drag.entity, button: drag.button, at });
            })
            .observe(|hover: On<Pointer<Move>>, mut out: MessageWriter<BoardPointer>| {
                let at = hover.pointer_location.position;
                out.write(BoardPointer::Hover { board: hover.entity, at });
            })
            .observe(|_: On<Pointer<Out>>, mut out: MessageWriter<BoardPointer>| {
                out.write(BoardPointer::Leave);
            });
    }
}

/// The boards, to find the cell under the pointer.
type Boards<'w, 's> = Query<
    'w,
    's,
    (&'static EditableBoard, &'static BoardView, &'static ComputedNode, &'static UiGlobalTransform),
>;

fn find_cell(
    (boards, scale): &(Boards, Res<UiScale>),
    board: Entity,
    at: Vec2,
) -> Option<(Layout, Cell, Vec2)> {
    let (editable, view, node, transform) = boards.get(board).ok()?;
    // The window knows nothing of the scale of what is drawn in it.
    let point = at / (node.inverse_scale_factor() * scale.0);
    let place = place_at(view, node, transform, point)?;
    Some((editable.0, cell_at(view.size, place), place))
}

/// What decides what a press means.
#[derive(SystemParam)]
struct Hand<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    tool: Res<'w, Tool>,
    brush: Res<'w, ActiveBrush>,
    selection: Res<'w, Selection>,
    document: Res<'w, Document>,
}

impl Hand<'_> {
    /// Returns what a press means; `None` when it only lays down what the hand holds.
    fn means(
        &self,
        button: PointerButton,
        layout: Layout,
        (cell, place): (Cell, Vec2),
    ) -> Option<Means> {
        let picks = button == PointerButton::Primary && is_alt(&self.keys);
        if picks || button == PointerButton::Middle {
            return Some(Means::Pick);
        }
        let erases = button == PointerButton::Secondary;
        let brush = if erases { Brush::Eraser } else { self.brush.0 };
        let draft = self.document.draft();
        // The right button takes away what the left one draws; so does the eraser on a wall.
        let on_wall = brush == Brush::Eraser && sides::wall_near(draft, layout, place).is_some();
        let draws_sides = on_wall || self.brush.0 == Brush::ThinWall;
        Some(match *self.tool {
            Tool::Stamp if erases => return None,
            Tool::Stamp => Means::Stamp,
            Tool::Select if !erases && self.selection.holds(layout, cell) => {
                Means::Move { copy: is_control(&self.keys) }
            }
            Tool::Select if !erases => Means::Select,
            Tool::Rectangle => Means::Rectangle(brush),
            _ if is_shift(&self.keys) => Means::Rectangle(brush),
            Tool::Fill if !erases => Means::Fill(brush),
            _ if draws_sides => Means::Sides { is_there: brush == Brush::ThinWall },
            _ => Means::Stroke(brush),
        })
    }

    /// Says whether a gesture can do what it means.
    fn can(&self, means: Means, layout: Layout) -> bool {
        match means {
            Means::Stroke(brush) | Means::Rectangle(brush) | Means::Fill(brush) => {
                can_hold(self.document.draft(), layout, brush)
            }
            Means::Sides { .. } => can_hold(self.document.draft(), layout, Brush::ThinWall),
            _ => true,
        }
    }
}

/// What the beginning of a gesture writes.
#[derive(SystemParam)]
struct Outputs<'w> {
    gestures: MessageWriter<'w, Gesture>,
    hints: MessageWriter<'w, ShowHint>,
    put_away: MessageWriter<'w, PutAway>,
}

/// Reads every press, so that none is taken for one later.
fn begin(
    In(may_draw): In<bool>,
    mut pointer: MessageReader<BoardPointer>,
    boards: (Boards, Res<UiScale>),
    hand: Hand,
    mut active: ResMut<Active>,
    mut focus: ResMut<InputFocus>,
    mut out: Outputs,
) {
    for message in pointer.read() {
        let &BoardPointer::Press { board, button, at } = message else { continue };
        let Some((layout, cell, place)) = find_cell(&boards, board, at) else { continue };
        if !may_draw || active.is_under_way() {
            continue;
        }
        // Typing into a field ends where drawing begins.
        focus.clear();
        let Some(means) = hand.means(button, layout, (cell, place)) else {
            out.put_away.write(PutAway);
            continue;
        };
        if !hand.can(means, layout) {
            out.hints
                .write(ShowHint("A floating goal has no walls and passes: paint them on START."));
            continue;
        }
        let phase = Phase::Begin;
        let way = (place, place);
        let gesture = Gesture { means, phase, layout, first: cell, last: cell, cell, way };
        out.gestures.write(gesture);
        active.0 = Some((board, button, gesture));
    }
}

fn follow(
    mut pointer: MessageReader<BoardPointer>,
    boards: (Boards, Res<UiScale>),
    mut active: ResMut<Active>,
    (mut hover, mut hover_place): (ResMut<HoverCell>, ResMut<HoverPlace>),
    mut gestures: MessageWriter<Gesture>,
) {
    for message in pointer.read() {
        match *message {
            BoardPointer::Hover { board, at } => {
                let found = find_cell(&boards, board, at);
                hover.set_if_neq(HoverCell(found.map(|(layout, cell, _)| (layout, cell))));
                hover_place.set_if_neq(HoverPlace(found.map(|(layout, _, at)| (layout, at))));
            }
            BoardPointer::Leave => {
                hover.set_if_neq(HoverCell(None));
                hover_place.set_if_neq(HoverPlace(None));
            }
            BoardPointer::Drag { board, button, at } => {
                let Some((own_board, own_button, gesture)) = &mut active.0 else { continue };
                if (*own_board, *own_button) != (board, button) {
                    continue;
                }
                let Some((_, cell, place)) = find_cell(&boards, board, at) else { continue };
                // A side is come to within a cell.
                if cell != gesture.cell || matches!(gesture.means, Means::Sides { .. }) {
                    let (last, way) = (gesture.cell, (gesture.way.1, place));
                    *gesture = Gesture { phase: Phase::Go, last, cell, way, ..*gesture };
                    gestures.write(*gesture);
                }
            }
            BoardPointer::Press { .. } => {}
        }
    }
}

/// Ends the gesture when its button is up, wherever the pointer is.
fn end(
    buttons: Res<ButtonInput<MouseButton>>,
    mut active: ResMut<Active>,
    mut gestures: MessageWriter<Gesture>,
) {
    let Some((_, button, gesture)) = active.0 else { return };
    let is_held = match button {
        PointerButton::Primary => buttons.pressed(MouseButton::Left),
        PointerButton::Secondary => buttons.pressed(MouseButton::Right),
        PointerButton::Middle => buttons.pressed(MouseButton::Middle),
    };
    if !is_held {
        active.0 = None;
        gestures.write(Gesture { phase: Phase::End, ..gesture });
    }
}

/// Gives up the gesture under way: what it has drawn stays, what it has shown goes.
fn cancel(
    mut messages: MessageReader<PutAway>,
    mut active: ResMut<Active>,
    mut gestures: MessageWriter<Gesture>,
) {
    if messages.read().count() > 0
        && let Some((_, _, gesture)) = active.0.take()
    {
        gestures.write(Gesture { phase: Phase::Cancel, ..gesture });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Active>()
        .init_resource::<HoverCell>()
        .init_resource::<HoverPlace>()
        .init_resource::<FocusGained>()
        .add_message::<BoardPointer>()
        .add_message::<Gesture>()
        .configure_sets(
            Update,
            (GestureSystems::Read, GestureSystems::Act).chain().in_set(FrameSystems::Input),
        )
        .add_systems(Startup, spawn_boards)
        .add_systems(
            Update,
            (cancel, notice_focus, presses_draw.pipe(begin), follow, end)
                .chain()
                .in_set(GestureSystems::Read),
        );
}
