//! Zooming and moving the boards that are drawn on: the wheel zooms at the pointer,
//! a drag with Space held moves the board under it.

use bevy::input::mouse::MouseScrollUnit;
use bevy::prelude::*;

use super::editable::EditableBoard;
use super::slots::BoardRoom;
use super::view::{BoardView, Zoom};
use crate::app::document::DocumentChanged;
use crate::app::kit::frame::FrameSystems;

/// How much larger than its room a board is at most.
const MAX_FACTOR: f32 = 8.0;
/// How much larger it becomes with one notch of the wheel.
const NOTCH: f32 = 1.25;
/// What a touchpad moves for one notch, in logical pixels.
const NOTCH_PIXELS: f32 = 60.0;

/// Makes all boards fit their rooms again.
#[derive(Message, Clone, Copy, Debug)]
pub struct FitBoards;

/// Whether a drag with Space has moved a board since Space went down: then it does
/// not play the replay.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct HasPanned(pub bool);

/// What happens on the room of a board.
#[derive(Message, Clone, Copy, Debug)]
enum RoomPointer {
    /// The wheel has turned by so many notches with the pointer there, in logical
    /// pixels of the window.
    Wheel { room: Entity, notches: f32, at: Vec2 },
    /// The left button is dragged by so much, in the same.
    Drag { room: Entity, by: Vec2 },
}

fn observe_rooms(mut commands: Commands, rooms: Query<Entity, With<BoardRoom>>) {
    for room in &rooms {
        commands
            .entity(room)
            .observe(move |wheel: On<Pointer<Scroll>>, mut out: MessageWriter<RoomPointer>| {
                let notches = match wheel.unit {
                    MouseScrollUnit::Line => wheel.y,
                    MouseScrollUnit::Pixel => wheel.y / NOTCH_PIXELS,
                };
                let at = wheel.pointer_location.position;
                out.write(RoomPointer::Wheel { room, notches, at });
            })
            .observe(move |drag: On<Pointer<Drag>>, mut out: MessageWriter<RoomPointer>| {
                if drag.button == PointerButton::Primary {
                    out.write(RoomPointer::Drag { room, by: drag.delta });
                }
            });
    }
}

fn zoom(
    mut pointer: MessageReader<RoomPointer>,
    keys: Res<ButtonInput<KeyCode>>,
    ui_scale: Res<UiScale>,
    rooms: Query<(&ComputedNode, &UiGlobalTransform), With<BoardRoom>>,
    mut boards: Query<(&ChildOf, &ComputedNode, &mut Zoom), With<BoardView>>,
    mut panned: ResMut<HasPanned>,
) {
    if keys.just_pressed(KeyCode::Space) {
        panned.0 = false;
    }
    // The window knows nothing of the scale of what is drawn in it: its pixels are so
    // many of ours.
    for &message in pointer.read() {
        let (RoomPointer::Wheel { room, .. } | RoomPointer::Drag { room, .. }) = message;
        let Ok((room_node, room_place)) = rooms.get(room) else { continue };
        let scale = room_node.inverse_scale_factor();
        for (parent, board, mut zoom) in &mut boards {
            if parent.parent() != room {
                continue;
            }
            let mut next = *zoom;
            let mut grown = 1.0;
            match message {
                RoomPointer::Wheel { notches, at, .. } => {
                    next.factor = (zoom.factor * NOTCH.powf(notches)).clamp(1.0, MAX_FACTOR);
                    grown = next.factor / zoom.factor;
                    // The place under the pointer stays there. A board that is lower than its room
                    // hangs at its top.
                    let hangs = |size: Vec2| (size.y - room_node.size().y).min(0.0) * scale / 2.0;
                    let (before, after) = (hangs(board.size()), hangs(board.size() * grown));
                    let middle = zoom.offset + Vec2::new(0.0, before);
                    let at = at / ui_scale.0 - room_place.translation * scale;
                    next.offset = at + (middle - at) * grown - Vec2::new(0.0, after);
                }
                RoomPointer::Drag { by, .. } if keys.pressed(KeyCode::Space) => {
                    next.offset += by / ui_scale.0;
                    panned.0 = true;
                }
                RoomPointer::Drag { .. } => {}
            }
            let beyond = (board.size() * grown - room_node.size()) * scale / 2.0;
            let beyond = beyond.max(Vec2::ZERO);
            next.offset = next.offset.clamp(-beyond, beyond);
            zoom.set_if_neq(next);
        }
    }
}

fn fit(mut boards: Query<&mut Zoom>) {
    for mut zoom in &mut boards {
        zoom.set_if_neq(Zoom::default());
    }
}

/// Another level is seen as a whole first.
fn is_opened(mut changes: MessageReader<DocumentChanged>) -> bool {
    changes.read().any(|change| change.opened)
}

fn add_zoom(add: On<Add, EditableBoard>, mut commands: Commands) {
    commands.entity(add.entity).insert(Zoom::default());
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HasPanned>()
        .add_message::<FitBoards>()
        .add_message::<RoomPointer>()
        .add_observer(add_zoom)
        .add_systems(Startup, observe_rooms)
        .add_systems(
            Update,
            (
                zoom.in_set(FrameSystems::Input),
                fit.run_if(on_message::<FitBoards>.or_else(is_opened)).in_set(FrameSystems::Views),
            ),
        );
}
