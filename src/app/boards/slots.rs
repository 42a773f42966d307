//! The main screen: which part stands where. The parts are empty here; each
//! feature fills its slot at start-up.
//!
//! ```text
//!   +-- TopBarSlot ---------------------------------------------------------+
//!   | Palette | ToolbarSlot                                 | SolverSlot     |
//!   | Slot    +---------------------------------------------+                |
//!   |         | VerdictSlot                                 |                |
//!   |         +----------------------+----------------------+                |
//!   |         | START  BoardTools    | GOAL  BoardTools     |                |
//!   |         |        Slot          |       Slot           |                |
//!   |         |   BoardRoom          |   BoardRoom          +----------------+
//!   |         |                      |                      | Issues, Search,|
//!   |         |                      |                      | History Slots  |
//!   +---------+---------------------------------------------+----------------+
//!   | StatusSlot                 | ReplaySlot                               |
//!   +-----------------------------------------------------------------------+
//! ```
//!
//! The boards have all that the others leave: in a window of 1280 x 800 a square board has
//! 440 pixels and more. One of them may have the room of both ([`super::layers`]).

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::layers::BoardLayers;
use super::view::coordinates::{self, with_coordinates};
use crate::app::kit::bound::shown_if;
use crate::app::kit::theme;
use crate::puzzle::Layout;

/// Width of the palette column, in logical pixels.
const PALETTE_WIDTH: f32 = 100.0;
/// The least height of the tools above the boards.
const TOOLBAR_HEIGHT: f32 = 40.0;
/// Height of the verdict above the boards.
const VERDICT_HEIGHT: f32 = 56.0;
/// Height of the bar at the top.
pub(in crate::app) const TOP_HEIGHT: f32 = 44.0;
/// The least width of the replay bar.
const REPLAY_WIDTH: f32 = 570.0;

/// The bar at the top: a row.
#[derive(Component, Clone, Default)]
pub struct TopBarSlot;

/// The column at the left: a column.
#[derive(Component, Clone, Default)]
pub struct PaletteSlot;

/// The tools above the boards: a row.
#[derive(Component, Clone, Default)]
pub struct ToolbarSlot;

/// What is known of the boards, above them: a row.
#[derive(Component, Clone, Default)]
pub struct VerdictSlot;

/// The heading of the pane of one layout; it holds its title, or what can be chosen there.
#[derive(Component, Clone)]
pub struct PaneHeading(pub Layout);

impl Default for PaneHeading {
    fn default() -> Self {
        Self(Layout::Start)
    }
}

/// The room for the board of one layout; the board is its only child.
#[derive(Component, Clone)]
pub struct BoardRoom(pub Layout);

impl Default for BoardRoom {
    fn default() -> Self {
        Self(Layout::Start)
    }
}

/// The row above the board of one layout, beside its heading.
#[derive(Component, Clone)]
pub struct BoardToolsSlot(pub Layout);

impl Default for BoardToolsSlot {
    fn default() -> Self {
        Self(Layout::Start)
    }
}

/// The column at the right: a column that scrolls.
#[derive(Component, Clone, Default)]
pub struct SolverSlot;

/// In it, below the map: what could be drawn next. A column.
#[derive(Component, Clone, Default)]
pub struct NextSlot;

/// The foot of that column, which stays where it is. Its first part is what is wrong, when
/// something is: the boards need not make room for it. A column.
#[derive(Component, Clone, Default)]
pub struct IssuesSlot;

/// The part below it, for how a search goes about it: a column.
#[derive(Component, Clone, Default)]
pub struct SearchSlot;

/// The part below it: a column.
#[derive(Component, Clone, Default)]
pub struct HistorySlot;

/// The left part of the bar at the bottom: a row.
#[derive(Component, Clone, Default)]
pub struct StatusSlot;

/// The right part of the bar at the bottom: a row.
#[derive(Component, Clone, Default)]
pub struct ReplaySlot;

fn screen() -> impl Scene {
    bsn! {
        Node {
            width: percent(100),
            height: percent(100),
            flex_direction: FlexDirection::Column,
        }
        theme::Fill(theme::GROUND)
        TabGroup
        Children [ top_bar(), middle(), bottom_bar() ]
    }
}

fn top_bar() -> impl Scene {
    bsn! {
        Node {
            height: px(TOP_HEIGHT),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            padding: UiRect::horizontal(px(theme::PADDING)),
            column_gap: px(theme::GAP),
            border: UiRect::bottom(px(theme::RULE)),
        }
        theme::Frame(theme::INK)
        TopBarSlot
    }
}

fn middle() -> impl Scene {
    bsn! {
        Node { flex_grow: 1.0, min_height: px(0) }
        Children [
            (
                side_column(PALETTE_WIDTH)
                Node { border: UiRect::right(px(theme::RULE)), padding: UiRect::axes(px(7), px(theme::PADDING)) }
                PaletteSlot
            ),
            centre(),
            (
                Node {
                    width: px(theme::SOLVER_WIDTH),
                    flex_shrink: 0.0,
                    flex_direction: FlexDirection::Column,
                    border: UiRect::left(px(theme::RULE)),
                }
                theme::Frame(theme::INK)
                Children [
                    ( side_column(theme::SOLVER_WIDTH - theme::RULE) Node { flex_grow: 1.0, flex_shrink: 1.0, flex_basis: px(0), min_height: px(0) } SolverSlot ),
                    (
                        Node {
                            flex_shrink: 0.0,
                            flex_direction: FlexDirection::Column,
                            border: UiRect::top(px(1)),
                            padding: UiRect::axes(px(theme::PADDING), px(theme::GAP)),
                        }
                        theme::Frame(theme::INK)
                        Children [
                            ( Node { flex_direction: FlexDirection::Column } IssuesSlot ),
                            ( Node { flex_direction: FlexDirection::Column } SearchSlot ),
                            ( Node { flex_direction: FlexDirection::Column } HistorySlot ),
                        ]
                    ),
                ]
            ),
        ]
    }
}

/// The boards below their tools.
fn centre() -> impl Scene {
    bsn! {
        Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            flex_direction: FlexDirection::Column,
        }
        Children [
            tools(),
            (
                Node {
                    height: px(VERDICT_HEIGHT),
                    flex_shrink: 0.0,
                    border: UiRect::bottom(px(theme::RULE)),
                }
                theme::Frame(theme::INK)
                VerdictSlot
            ),
            (
                Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(0) }
                Children [
                    board_pane(Layout::Start),
                    (
                        Node { width: px(theme::RULE), flex_shrink: 0.0 }
                        theme::Fill(theme::INK)
                        shown_if(|layers: Res<BoardLayers>| !layers.one)
                    ),
                    board_pane(Layout::Goal),
                ]
            ),
        ]
    }
}

fn tools() -> impl Scene {
    bsn! {
        Node {
            min_height: px(TOOLBAR_HEIGHT),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            align_content: AlignContent::Center,
            // Small windows need a second line.
            flex_wrap: FlexWrap::Wrap,
            column_gap: px(10),
            row_gap: px(theme::GAP),
            padding: UiRect::axes(px(theme::PADDING), px(6)),
            border: UiRect::bottom(px(theme::RULE)),
        }
        theme::Frame(theme::INK)
        ToolbarSlot
    }
}

/// Returns a column at the side of a screen, which scrolls; add the border towards the
/// middle.
pub(in crate::app) fn side_column(width: f32) -> impl Scene {
    bsn! {
        Node {
            width: px(width),
            flex_shrink: 0.0,
            flex_direction: FlexDirection::Column,
            padding: UiRect::all(px(theme::PADDING)),
            row_gap: px(theme::GAP),
            overflow: Overflow::scroll_y(),
        }
        theme::Frame(theme::INK)
        ScrollArea
    }
}

fn board_pane(layout: Layout) -> impl Scene {
    bsn! {
        Node {
            // Both panes share the room equally, whatever is in them.
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            flex_direction: FlexDirection::Column,
            // At the left the board has its numbers.
            padding: UiRect { left: px(2), right: px(4), top: px(theme::GAP), bottom: px(6) },
            row_gap: px(2),
        }
        shown_if(move |layers: Res<BoardLayers>| layers.shows(layout))
        Children [
            (
                Node {
                    flex_shrink: 0.0,
                    padding: UiRect::left(px(coordinates::LEFT)),
                    align_items: AlignItems::Center,
                    justify_content: JustifyContent::SpaceBetween,
                    // Many waypoints need a line of their own in a small window.
                    flex_wrap: FlexWrap::Wrap,
                    column_gap: px(theme::GAP),
                    row_gap: px(2),
                }
                Children [
                    (
                        // As high with the button for waypoints as without.
                        Node {
                            min_height: px(theme::ROW),
                            column_gap: px(theme::GAP),
                            align_items: AlignItems::Center,
                        }
                        template_value(PaneHeading(layout))
                    ),
                    (
                        Node {
                            min_height: px(theme::ROW),
                            // Large letters: one button below the other.
                            max_width: percent(100),
                            flex_wrap: FlexWrap::Wrap,
                            align_items: AlignItems::Center,
                            column_gap: px(theme::GAP),
                            row_gap: px(2),
                        }
                        template_value(BoardToolsSlot(layout))
                    ),
                ]
            ),
            with_coordinates(bsn! { room() template_value(BoardRoom(layout)) }),
        ]
    }
}

/// Returns the room of a board, which clips it when it is zoomed. The board hangs at its top,
/// under its heading.
pub(in crate::app) fn room() -> impl Scene {
    bsn! {
        Node {
            align_items: AlignItems::FlexStart,
            justify_content: JustifyContent::Center,
            overflow: Overflow::clip(),
        }
    }
}

/// Its rule stands under that between the boards: both parts begin with the widths
/// of the columns above them, and share what is left as the boards do, unless the replay
/// would have no room for its slider.
fn bottom_bar() -> impl Scene {
    bsn! {
        Node {
            height: px(theme::BOTTOM_HEIGHT),
            flex_shrink: 0.0,
            border: UiRect::top(px(theme::RULE)),
        }
        theme::Frame(theme::INK)
        Children [
            (
                Node {
                    flex_grow: 1.0,
                    flex_shrink: 1.0,
                    flex_basis: px(PALETTE_WIDTH),
                    min_width: px(0),
                    align_items: AlignItems::Center,
                    padding: UiRect::horizontal(px(theme::PADDING)),
                    column_gap: px(theme::GAP),
                    overflow: Overflow::clip(),
                }
                StatusSlot
            ),
            (
                Node {
                    flex_grow: 1.0,
                    flex_shrink: 0.0,
                    flex_basis: px(theme::RULE + theme::SOLVER_WIDTH),
                    min_width: px(REPLAY_WIDTH),
                    align_items: AlignItems::Center,
                    padding: UiRect::horizontal(px(theme::PADDING)),
                    column_gap: px(theme::GAP),
                    border: UiRect::left(px(theme::RULE)),
                }
                theme::Frame(theme::INK)
                ReplaySlot
            ),
        ]
    }
}

fn spawn_camera(mut commands: Commands) {
    // Four samples a pixel would cost half the frame and smooth nothing: all edges
    // lie on whole pixels.
    commands.spawn((Camera2d, Msaa::Off));
}

/// The screen is spawned.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct ScreenSystems;

pub(super) fn plugin(app: &mut App) {
    // Before `Startup`, where the features fill the slots.
    app.add_systems(PreStartup, (spawn_camera, screen.spawn()).in_set(ScreenSystems));
}
