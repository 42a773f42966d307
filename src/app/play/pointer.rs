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

/// The press under way: where, on which cell, and whether it has pushed a tile.
#[derive(Resource, Default)]
struct Hand(Option<(Vec2, Cell, bool)>);

type Board<'a> = (Entity, &'a BoardView, &'a CellSide, &'a ComputedNode, &'a UiGlobalTransform);

fn follow(
    In(may_play): In<bool>,
    (mut presses, mut drags): (MessageReader<Pointer<Press>>, MessageReader<Pointer<Drag>>),
    board: Single<Board, With<PlayBoard>>,
    (scale, play): (Res<UiScale>, Res<Play>),
    buttons: Res<ButtonInput<MouseButton>>,
    mut hand: ResMut<Hand>,
    mut out: MessageWriter<PlayCommand>,
) {
    if !may_play {
        hand.0 = None;
    }
    let (board, view, side, node, transform) = *board;
    let is_ours = |entity, button| entity == board && button == PointerButton::Primary;
    for press in presses.read().filter(|it| may_play && is_ours(it.entity, it.button)) {
        let at = press.pointer_location.position;
        let place = place_at(view, node, transform, &scale, at);
        hand.0 = place.map(|place| (at, cell_at(view.size, place), false));
    }
    for drag in drags.read().filter(|it| is_ours(it.entity, it.button)) {
        let Some((from, cell, pushed @ false)) = &mut hand.0 else { continue };
        let tile = play.game().and_then(|game| game.tile_at(*cell));
        let pulled = (drag.pointer_location.position - *from) / (side.0 * scale.0);
        if let (Some(tile), Some(direction)) = (tile, direction_of(pulled)) {
            *pushed = true;
            out.write(PlayCommand::Drag { tile, direction });
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
    app.init_resource::<Hand>().add_systems(
        Update,
        (let_go.run_if(resource_changed::<Mode>), presses_draw.pipe(follow).run_if(is_playing))
            .chain()
            .in_set(FrameSystems::Input),
    );
}
