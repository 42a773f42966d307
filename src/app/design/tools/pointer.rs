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

fn spawn_boards(mut commands: Commands, rooms: Query<(Entity, &BoardRoom)>) {
    for (room, &BoardRoom(layout)) in &rooms {
        commands.spawn((
            EditableBoard(layout),
            BoardView::default(),
            TabIndex(0),
            FocusIndicator,
            ChildOf(room),
        ));
    }
}

/// The boards, to find the cell under the pointer.
type Boards<'w, 's> = Query<
    'w,
    's,
    (&'static EditableBoard, &'static BoardView, &'static ComputedNode, &'static UiGlobalTransform),
>;

fn find_cell<E: std::fmt::Debug + Clone + Reflect>(
    (boards, scale): &(Boards, Res<UiScale>),
    event: &Pointer<E>,
) -> Option<(Layout, Cell, Vec2)> {
    let (editable, view, node, transform) = boards.get(event.entity).ok()?;
    let place = place_at(view, node, transform, scale, event.pointer_location.position)?;
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
        Some(match (*self.tool, erases) {
            (Tool::Stamp, true) => return None,
            (Tool::Stamp, false) => Means::Stamp,
            (Tool::Select, false) if self.selection.holds(layout, cell) => {
                Means::Move { copy: is_control(&self.keys) }
            }
            (Tool::Select, false) => Means::Select,
            (Tool::Rectangle, _) => Means::Rectangle(brush),
            (Tool::Paint | Tool::Fill | Tool::Select, _) if is_shift(&self.keys) => {
                Means::Rectangle(brush)
            }
            (Tool::Fill, false) => Means::Fill(brush),
            (Tool::Paint | Tool::Fill | Tool::Select, _) if draws_sides => {
                Means::Sides { is_there: brush == Brush::ThinWall }
            }
            (Tool::Paint | Tool::Fill | Tool::Select, _) => Means::Stroke(brush),
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
    mut presses: MessageReader<Pointer<Press>>,
    boards: (Boards, Res<UiScale>),
    hand: Hand,
    mut active: ResMut<Active>,
    mut focus: ResMut<InputFocus>,
    mut out: Outputs,
) {
    for press in presses.read() {
        let Some((layout, cell, place)) = find_cell(&boards, press) else { continue };
        if !may_draw || active.is_under_way() {
            continue;
        }
        // Typing into a field ends where drawing begins.
        focus.clear();
        let Some(means) = hand.means(press.button, layout, (cell, place)) else {
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
        active.0 = Some((press.entity, press.button, gesture));
    }
}

fn follow(
    mut drags: MessageReader<Pointer<Drag>>,
    boards: (Boards, Res<UiScale>),
    mut active: ResMut<Active>,
    mut gestures: MessageWriter<Gesture>,
) {
    for drag in drags.read() {
        let Some((board, button, gesture)) = &mut active.0 else {
            continue;
        };
        if (*board, *button) != (drag.entity, drag.button) {
            continue;
        }
        let Some((_, cell, place)) = find_cell(&boards, drag) else { continue };
        // A side is come to within a cell.
        if cell != gesture.cell || matches!(gesture.means, Means::Sides { .. }) {
            let (last, way) = (gesture.cell, (gesture.way.1, place));
            *gesture = Gesture { phase: Phase::Go, last, cell, way, ..*gesture };
            gestures.write(*gesture);
        }
    }
}

/// Notes what is under the pointer. The boards are left before others are come to.
fn hover(
    mut outs: MessageReader<Pointer<Out>>,
    mut moves: MessageReader<Pointer<Move>>,
    boards: (Boards, Res<UiScale>),
    (mut hover, mut hover_place): (ResMut<HoverCell>, ResMut<HoverPlace>),
) {
    let left = outs.read().filter(|out| boards.0.contains(out.entity)).map(|_| None);
    let over = moves.read().filter(|to| boards.0.contains(to.entity));
    if let Some(found) = left.chain(over.map(|to| find_cell(&boards, to))).last() {
        hover.set_if_neq(HoverCell(found.map(|(layout, cell, _)| (layout, cell))));
        hover_place.set_if_neq(HoverPlace(found.map(|(layout, _, at)| (layout, at))));
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
        .add_message::<Gesture>()
        .configure_sets(
            Update,
            (GestureSystems::Read, GestureSystems::Act).chain().in_set(FrameSystems::Input),
        )
        .add_systems(Startup, spawn_boards)
        .add_systems(
            Update,
            (cancel, notice_focus, presses_draw.pipe(begin), follow, hover, end)
                .chain()
                .in_set(GestureSystems::Read),
        );
}
