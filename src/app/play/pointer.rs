//! The pointer on the board of the game: a drag pushes a tile the way that it is pulled,
//! a click chooses it or says where it shall go.

use bevy::prelude::*;

use super::{Play, PlayBoard, PlayCommand};
use crate::app::boards::view::{BoardView, CellSide, cell_at, place_at};
use crate::app::design::tools::gesture::presses_draw;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::{Mode, is_playing};
use crate::puzzle::{Cell, Direction};

/// How far a tile is pulled before it goes, in cells.
const PULL: f32 = 0.22;

/// The pointer on the board, its position in logical pixels of the window.
#[derive(Message, Clone, Copy, Debug)]
enum BoardPointer {
    Press(Vec2),
    Drag(Vec2),
}

/// The press under way: where, on which cell, and whether it has pushed a tile.
#[derive(Resource, Default)]
struct Hand(Option<(Vec2, Cell, bool)>);

fn observe(board: Single<Entity, With<PlayBoard>>, mut commands: Commands) {
    commands
        .entity(*board)
        .observe(|press: On<Pointer<Press>>, mut out: MessageWriter<BoardPointer>| {
            if press.button == PointerButton::Primary {
                out.write(BoardPointer::Press(press.pointer_location.position));
            }
        })
        .observe(|drag: On<Pointer<Drag>>, mut out: MessageWriter<BoardPointer>| {
            if drag.button == PointerButton::Primary {
                out.write(BoardPointer::Drag(drag.pointer_location.position));
            }
        });
}

type Board<'a> = (&'a BoardView, &'a CellSide, &'a ComputedNode, &'a UiGlobalTransform);

fn follow(
    In(may_play): In<bool>,
    mut pointer: MessageReader<BoardPointer>,
    board: Single<Board, With<PlayBoard>>,
    (scale, play): (Res<UiScale>, Res<Play>),
    buttons: Res<ButtonInput<MouseButton>>,
    mut hand: ResMut<Hand>,
    mut out: MessageWriter<PlayCommand>,
) {
    if !may_play {
        hand.0 = None;
    }
    let (view, side, node, transform) = *board;
    for message in pointer.read() {
        match (*message, &mut hand.0) {
            (BoardPointer::Press(at), _) if may_play => {
                // The window knows nothing of the scale of what is drawn in it.
                let point = at / (node.inverse_scale_factor() * scale.0);
                let place = place_at(view, node, transform, point);
                hand.0 = place.map(|place| (at, cell_at(view.size, place), false));
            }
            (BoardPointer::Drag(at), Some((from, cell, pushed @ false))) => {
                let tile = play.game().and_then(|game| game.tile_at(*cell));
                let pulled = (at - *from) / (side.0 * scale.0);
                if let (Some(tile), Some(direction)) = (tile, direction_of(pulled)) {
                    *pushed = true;
                    out.write(PlayCommand::Drag { tile, direction });
                }
            }
            _ => {}
        }
    }
    if !buttons.pressed(MouseButton::Left)
        && let Some((_, cell, pushed)) = hand.0.take()
        && !pushed
    {
        out.write(PlayCommand::Click(cell));
    }
}

/// What is pressed is let go with the board.
fn let_go(mut hand: ResMut<Hand>) {
    hand.0 = None;
}

/// Returns where a pull goes, in cells, when it goes far enough.
fn direction_of(pulled: Vec2) -> Option<Direction> {
    if pulled.abs().max_element() < PULL {
        return None;
    }
    Some(match (pulled.x.abs() > pulled.y.abs(), pulled.x > 0.0, pulled.y > 0.0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) => Direction::Up,
    })
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hand>()
        .add_message::<BoardPointer>()
        .add_systems(PostStartup, observe)
        .add_systems(
            Update,
            (let_go.run_if(resource_changed::<Mode>), presses_draw.pipe(follow).run_if(is_playing))
                .chain()
                .in_set(FrameSystems::Input),
        );
}
