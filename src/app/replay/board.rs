//! The board of the replay: laid over the start board while a solution is watched,
//! with a frame and a caption that nobody takes for the level under edit.

use bevy::prelude::*;

use super::{Replay, ReplayCommand};
use crate::app::boards::cover::Cover;
use crate::app::boards::heat_map::{HeatKind, HeatMap};
use crate::app::boards::layers::BoardLayers;
use crate::app::boards::slots::{BoardRoom, PaneHeading, room};
use crate::app::boards::view::coordinates::{self, with_coordinates};
use crate::app::boards::view::{BoardView, TileMarks, TileView, Zoom};
use crate::app::kit::bound::{sends, shown_if, text_of};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::Layout;

/// The board with its sliding tiles.
#[derive(Component, Clone, Copy, Default)]
pub struct ReplayBoard;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, cover_start_board).add_systems(
        Update,
        show_layer.run_if(resource_changed::<Replay>).in_set(FrameSystems::Views),
    );
    app.add_systems(
        Update,
        draw_board
            .run_if(
                resource_changed::<Replay>
                    .or_else(resource_changed::<TileMarks>)
                    .or_else(resource_changed::<HeatMap>),
            )
            .in_set(FrameSystems::Views),
    );
}

/// Covers the start board and its heading, each by itself: so the board that is watched has the
/// room of the one that is drawn, however high the heading is.
fn cover_start_board(
    rooms: Query<(&BoardRoom, &ChildOf)>,
    headings: Query<(&PaneHeading, &ChildOf)>,
    mut commands: Commands,
) {
    // The room has its coordinates around it.
    for (_, around) in rooms.iter().filter(|(room, _)| room.0 == Layout::Start) {
        commands.spawn_scene(board()).insert(around.clone());
    }
    for (_, row) in headings.iter().filter(|(heading, _)| heading.0 == Layout::Start) {
        commands.spawn_scene(heading()).insert(row.clone());
    }
}

/// What covers a node as long as the replay is open.
fn cover() -> impl Scene {
    bsn! {
        Node {
            display: Display::None,
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(0),
            right: px(0),
            bottom: px(0),
        }
        theme::Fill(theme::GROUND)
        ZIndex(10)
        Cover
        shown_if(|replay: Res<Replay>| replay.is_open())
    }
}

fn board() -> impl Scene {
    bsn! {
        cover()
        #ReplayCover
        Children [
            with_coordinates(bsn! { room() Children [ ( BoardView ReplayBoard Zoom ) ] }),
        ]
    }
}

fn heading() -> impl Scene {
    bsn! {
        cover()
        Node {
            align_items: AlignItems::FlexStart,
            justify_content: JustifyContent::SpaceBetween,
            padding: UiRect::left(px(coordinates::LEFT)),
        }
        Children [
            (
                Node {
                    height: px(theme::ROW),
                    align_items: AlignItems::Center,
                    padding: UiRect::horizontal(px(8)),
                }
                theme::Fill(theme::INK)
                Children [ ( theme::heading("REPLAY") #ReplayCaption theme::Ink(theme::GROUND) text_of(caption) ) ]
            ),
            (
                theme::button("Back to editing")
                template_value(Tooltip::new("Close the replay", "Esc"))
                sends(ReplayCommand::Close)
            ),
        ]
    }
}

/// Where one board is seen, it is this one while it is watched.
fn show_layer(replay: Res<Replay>, mut layers: ResMut<BoardLayers>) {
    layers.set_if_neq(BoardLayers { is_watched: replay.is_open(), ..*layers });
}

/// `REPLAY 7 / 22`.
fn caption(replay: Res<Replay>) -> String {
    replay.playhead().map_or_else(String::new, |playhead| {
        format!("REPLAY {} / {}", playhead.at(), playhead.track.move_count())
    })
}

fn draw_board(
    replay: Res<Replay>,
    marks: Res<TileMarks>,
    heat: Res<HeatMap>,
    mut board: Single<&mut BoardView, With<ReplayBoard>>,
    mut drawn: Local<Option<(u64, TileMarks)>>,
) {
    let Some(playhead) = replay.playhead() else { return };
    let wanted = Some((replay.serial, *marks));
    if *drawn != wanted {
        *drawn = wanted;
        // Its tiles are numbered as those of the track.
        let track = &playhead.track;
        **board = BoardView::of_position(&track.board, track.start(), &track.palette, *marks);
    }
    // What a stroke would do is no matter of a replay.
    let cells: &[_] = if heat.kind == HeatKind::WhatIf { &[] } else { &heat.cells };
    if board.heat != cells {
        board.heat = cells.to_vec();
    }
    for index in 0..board.tiles.len() {
        let (x, y) = playhead.drawn(index);
        let mut tile = TileView { x, y, ..board.tiles[index].clone() };
        tile.turn(playhead.face(index), &playhead.track.palette, *marks);
        if board.tiles[index] != tile {
            board.tiles[index] = tile;
        }
    }
}
