//! The screen of play mode: it covers everything below the top bar.
//!
//! ```text
//!   +----------+------------------------------------------+----------+
//!   | GOAL     |                                          | GAME     |
//!   | thumb    |              the board                   | HINTS    |
//!   | MOVES    |                                          | SHOW     |
//!   | 12 / 22  +------------------------------------------+ MORE     |
//!   |  note    | the line                                 |          |
//!   +----------+------------------------------------------+----------+
//! ```
//!
//! When the level is solved the column at the right is another: see `win`.

use bevy::prelude::*;

use super::status_line::{LineGround, PlayLine, take_back};
use super::{PADDING, PlayBoard};
use crate::app::boards::cover::Cover;
use crate::app::boards::slots::{TOP_HEIGHT, TopBarSlot, side_column};
use crate::app::boards::view::coordinates::with_coordinates;
use crate::app::boards::view::{BoardView, MaxSide};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::Mode;
use crate::app::kit::theme;

/// What covers the screen of design mode.
#[derive(Component, Clone, Copy, Default)]
pub struct PlayScreen;

/// The small board that shows what is to be reached.
#[derive(Component, Clone, Copy, Default)]
pub struct TargetBoard;

/// The column at the left.
#[derive(Component, Clone, Copy, Default)]
pub(super) struct LeftSlot;

/// The column at the right.
#[derive(Component, Clone, Copy, Default)]
pub(super) struct RightSlot;

/// Width of the columns beside the board: alike, so that it stands in the middle.
const SIDE: f32 = 216.0;
/// Height of the line under the board.
const LINE: f32 = 52.0;
/// The largest side of a cell.
const LARGE: f32 = 190.0;

fn spawn(bar: Single<&ChildOf, With<TopBarSlot>>, mut commands: Commands) {
    let screen = bar.parent();
    commands.spawn_scene(scene()).insert(ChildOf(screen));
}

fn scene() -> impl Scene {
    bsn! {
        Node {
            display: Display::None,
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(TOP_HEIGHT),
            right: px(0),
            bottom: px(0),
        }
        theme::Fill(theme::GROUND)
        ZIndex(20)
        PlayScreen
        Cover
        Children [
            ( side_column(SIDE) Node { border: UiRect::right(px(theme::RULE)), padding: px(PADDING) } LeftSlot ),
            (
                Node {
                    flex_grow: 1.0,
                    flex_basis: px(0),
                    min_width: px(0),
                    flex_direction: FlexDirection::Column,
                }
                Children [
                    (
                        with_coordinates(bsn! {
                            Node { overflow: Overflow::visible() }
                            Children [ ( BoardView PlayBoard template_value(MaxSide(LARGE)) ) ]
                        })
                        Node { margin: UiRect { left: px(8), top: px(6), right: px(20), bottom: px(16) } }
                    ),
                    (
                        Node {
                            height: px(LINE),
                            flex_shrink: 0.0,
                            align_items: AlignItems::Center,
                            justify_content: JustifyContent::Center,
                            column_gap: px(theme::PADDING),
                            padding: UiRect::horizontal(px(theme::PADDING)),
                            border: UiRect::top(px(theme::RULE)),
                        }
                        theme::Frame(theme::INK)
                        theme::Fill(theme::NONE)
                        LineGround
                        Children [
                            ( theme::label("") TextFont { font_size: FontSize::Px(theme::MEDIUM) } TextLayout { justify: Justify::Center } PlayLine ),
                            ( take_back() ),
                        ]
                    ),
                ]
            ),
            ( side_column(SIDE) Node { border: UiRect::left(px(theme::RULE)), padding: px(0) } RightSlot ),
        ]
    }
}

fn show(mode: Res<Mode>, mut screen: Single<&mut Node, With<PlayScreen>>) {
    let display = if *mode == Mode::Play { Display::Flex } else { Display::None };
    if screen.display != display {
        screen.display = display;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, spawn.after(crate::app::boards::slots::ScreenSystems))
        .add_systems(Update, show.run_if(resource_changed::<Mode>).in_set(FrameSystems::Views));
}
