//! What is drawn on a board beside its tiles: goal marks below them, frames around them.
//! A component on the entity of a board; its rectangles are given in cells.

use bevy::feathers::constants::fonts;
use bevy::prelude::*;
use bevy::text::FontSource;
use bevy::ui::UiSystems;

use crate::app::boards::view::{BoardSystems, CellSide};
use crate::app::kit::theme::{self, Around, Fill, Frame, Ink, Paint};

/// Below the tiles, which stand at 2.
pub(super) const UNDER: i32 = 1;
/// Above the tiles and the thin walls, which stand at 3.
pub(super) const OVER: i32 = 4;

/// A rectangle on a board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Patch {
    /// Column and row of its upper left corner, in cells.
    pub corner: (f32, f32),
    /// Width and height, in cells.
    pub extent: (f32, f32),
    /// Its ground.
    pub fill: Paint,
    /// Colour and width of its frame, in logical pixels.
    pub frame: Option<(Paint, f32)>,
    /// A second frame around it.
    pub outline: Option<(Paint, f32)>,
    /// What is written in it, and in which colour.
    pub text: Option<(String, Paint)>,
    /// [`UNDER`] or [`OVER`] the tiles.
    pub z: i32,
}

impl Patch {
    /// Returns a rectangle without frame.
    pub(super) fn new(
        corner: (f32, f32),
        extent: (f32, f32),
        fill: impl Into<Paint>,
        z: i32,
    ) -> Self {
        let fill = fill.into();
        Self { corner, extent, fill, frame: None, outline: None, text: None, z }
    }

    /// Returns a frame around the cell at `corner`, `inset` cells within it.
    pub(super) fn ring(
        corner: (f32, f32),
        inset: f32,
        ink: impl Into<Paint>,
        width: f32,
        z: i32,
    ) -> Self {
        let side = 1.0 - 2.0 * inset;
        let corner = (corner.0 + inset, corner.1 + inset);
        Self { frame: Some((ink.into(), width)), ..Self::new(corner, (side, side), theme::NONE, z) }
    }
}

/// The rectangles on a board; those that are later lie above.
#[derive(Component, Clone, Debug, Default, PartialEq)]
#[require(Pool)]
pub(super) struct Overlay(pub Vec<Patch>);

/// The nodes, reused from one picture to the next.
#[derive(Component, Default)]
struct Pool {
    nodes: Vec<Entity>,
    drawn: Vec<Patch>,
    side: f32,
}

/// There is something else to be drawn, or the same in another size.
type OverlayChanged = Or<(Changed<Overlay>, Changed<CellSide>)>;

fn draw(
    mut boards: Query<(Entity, &Overlay, &CellSide, &mut Pool), OverlayChanged>,
    assets: Res<AssetServer>,
    mut commands: Commands,
) {
    for (board, overlay, side, mut pool) in &mut boards {
        if side.0 <= 0.0 {
            continue;
        }
        for (index, patch) in overlay.0.iter().enumerate() {
            if pool.side == side.0 && pool.drawn.get(index) == Some(patch) {
                continue;
            }
            if index == pool.nodes.len() {
                let node = commands.spawn((Pickable::IGNORE, ChildOf(board))).id();
                pool.nodes.push(node);
            }
            let node = pool.nodes[index];
            commands.entity(node).insert(look(patch, side.0)).despawn_children();
            if let Some((text, ink)) = &patch.text {
                commands.spawn((letters(text, *ink, patch, side.0, &assets), ChildOf(node)));
            }
        }
        let used = overlay.0.len().min(pool.nodes.len());
        for &spare in &pool.nodes[used..] {
            commands.entity(spare).insert(Node { display: Display::None, ..default() });
        }
        pool.side = side.0;
        pool.drawn.clone_from(&overlay.0);
    }
}

fn look(patch: &Patch, side: f32) -> impl Bundle {
    let (frame, width) = patch.frame.unwrap_or((theme::NONE, 0.0));
    let (outline, around) = patch.outline.unwrap_or((theme::NONE, 0.0));
    let node = Node {
        position_type: PositionType::Absolute,
        left: px((patch.corner.0 * side).round()),
        top: px((patch.corner.1 * side).round()),
        // The line between two cells is left free.
        width: px((patch.extent.0 * side).round() - 1.0),
        height: px((patch.extent.1 * side).round() - 1.0),
        border: UiRect::all(px(width)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    (
        node,
        Fill(patch.fill),
        Frame(frame),
        Outline::new(px(around), px(0), Color::NONE),
        Around(outline),
        ZIndex(patch.z),
    )
}

fn letters(text: &str, ink: Paint, patch: &Patch, side: f32, assets: &AssetServer) -> impl Bundle {
    let length = text.chars().count().max(2) as f32;
    (
        Text::new(text),
        Ink(ink),
        TextFont {
            font: FontSource::Handle(assets.load(fonts::BOLD)),
            font_size: FontSize::Px((side * patch.extent.1 * 1.1 / length).floor().max(1.0)),
            ..default()
        },
        Pickable::IGNORE,
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, draw.after(BoardSystems).before(UiSystems::Prepare));
}
