//! The letters of the columns above a board and the numbers of the rows at its left, so
//! that `b8` can be found. They stand beside the board, or at the edge of its room where
//! a zoomed board goes on beyond it.
//!
//! ```text
//!       a  b  c        Coordinates: leaves this room free above and at the left
//!     +---------       room: clips the board
//!   1 | #  .  .
//!   2 | .  .  .
//! ```

use bevy::feathers::constants::fonts;
use bevy::prelude::*;
use bevy::text::FontSource;

use super::{BoardView, CellSide, FRAME};
use crate::app::kit::theme;
use crate::puzzle::{Cell, Size};

/// Width of the room for the numbers, in logical pixels.
pub const LEFT: f32 = 16.0;
/// Height of the room for the letters.
pub const TOP: f32 = 15.0;
/// Their size.
const LETTERS: f32 = 12.0;
/// Height of a line of them, which their own is a little less than.
const LINE: f32 = 13.0;
/// Between them and the board.
const SPACE: f32 = 4.0;
/// Width that a letter needs, and two of them.
const NEEDED: (f32, f32) = (13.0, 19.0);

/// The letters and numbers around the room of a board, which is its only other child.
#[derive(Component, Clone, Default)]
pub struct Coordinates {
    /// Each with its text.
    labels: Vec<(Entity, Entity)>,
    drawn: Option<Place>,
}

/// A letter or a number beside a board.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoordinateLabel;

/// Where a board lies in its room, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    size: Size,
    side: f32,
    corner: Vec2,
    room: Vec2,
}

/// Returns the scene of a room with space for the coordinates around it.
pub fn with_coordinates(room: impl Scene) -> impl Scene {
    bsn! {
        Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            min_height: px(0),
            padding: UiRect { left: px(LEFT), top: px(TOP), right: px(0), bottom: px(0) },
        }
        Coordinates
        Children [ (
            room
            Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), min_height: px(0) }
        ) ]
    }
}

/// A label: its text, and where it stands in the node around the room.
type Label = (String, Rect, JustifyContent);

impl Place {
    /// Returns the labels that can be seen: in a small cell every second, fifth or tenth.
    fn labels(&self) -> Vec<Label> {
        let middle =
            |index: u8, corner: f32| (f32::from(index) + 0.5).mul_add(self.side, corner + FRAME);
        let needed = if self.size.width > 26 { NEEDED.1 } else { NEEDED.0 };
        let above = self.corner.y.max(0.0);
        let columns = every(self.size.width, self.side, needed).filter_map(|x| {
            let middle = middle(x, self.corner.x);
            let name = Cell::new(x, 0).to_string();
            let corner = Vec2::new(LEFT + middle - NEEDED.1, TOP + above - LINE - 2.0);
            let area = Rect::from_corners(corner, corner + Vec2::new(2.0 * NEEDED.1, LINE));
            let name = name.trim_end_matches('1').to_owned();
            (0.0..=self.room.x).contains(&middle).then_some((name, area, JustifyContent::Center))
        });
        let beside = self.corner.x.max(0.0);
        let rows = every(self.size.height, self.side, LINE - 1.0).filter_map(|y| {
            let middle = middle(y, self.corner.y);
            let corner = Vec2::new(beside, TOP + middle - LINE / 2.0);
            let area = Rect::from_corners(corner, corner + Vec2::new(LEFT - SPACE, LINE));
            let number = (u32::from(y) + 1).to_string();
            (0.0..=self.room.y).contains(&middle).then_some((number, area, JustifyContent::End))
        });
        columns.chain(rows).collect()
    }
}

/// Returns which of so many cells are labelled: as many as have room, the first always.
fn every(count: u8, side: f32, needed: f32) -> impl Iterator<Item = u8> {
    let steps = [1_u8, 2, 5, 10];
    let step = steps.into_iter().find(|&step| f32::from(step) * side >= needed).unwrap_or(20);
    (0..count).step_by(step.into())
}

/// Labels the boards that have got another place.
pub(super) fn draw_coordinates(
    mut around: Query<&mut Coordinates>,
    boards: Query<(&BoardView, &CellSide, &Node, &ChildOf)>,
    rooms: Query<(&ComputedNode, &ChildOf)>,
    assets: Res<AssetServer>,
    mut commands: Commands,
) {
    for (view, side, node, parent) in &boards {
        let Ok((room, outer)) = rooms.get(parent.parent()) else { continue };
        let Ok(mut coordinates) = around.get_mut(outer.parent()) else { continue };
        let (Val::Px(left), Val::Px(top)) = (node.left, node.top) else { continue };
        let place = Place {
            size: view.size,
            side: side.0,
            corner: Vec2::new(left, top),
            room: room.size() * room.inverse_scale_factor(),
        };
        if side.0 <= 0.0 || coordinates.drawn == Some(place) {
            continue;
        }
        let labels = place.labels();
        for (index, (text, area, justify)) in labels.iter().enumerate() {
            if index == coordinates.labels.len() {
                coordinates.labels.push(spawn_label(&mut commands, outer.parent(), &assets));
            }
            let node = Node {
                position_type: PositionType::Absolute,
                left: px(area.min.x),
                top: px(area.min.y),
                width: px(area.width()),
                height: px(area.height()),
                justify_content: *justify,
                align_items: AlignItems::Center,
                ..default()
            };
            let (label, letters) = coordinates.labels[index];
            commands.entity(label).insert(node);
            commands.entity(letters).insert(Text(text.clone()));
        }
        for &(spare, _) in coordinates.labels.iter().skip(labels.len()) {
            commands.entity(spare).insert(Node { display: Display::None, ..default() });
        }
        coordinates.drawn = Some(place);
    }
}

/// Returns a new label and the text in it.
fn spawn_label(commands: &mut Commands, around: Entity, assets: &AssetServer) -> (Entity, Entity) {
    let label = commands.spawn((CoordinateLabel, Pickable::IGNORE, ChildOf(around))).id();
    let letters = (
        theme::Ink(theme::FAINT),
        TextFont {
            font: FontSource::Handle(assets.load(fonts::REGULAR)),
            font_size: FontSize::Px(LETTERS),
            ..default()
        },
        Pickable::IGNORE,
        ChildOf(label),
    );
    (label, commands.spawn(letters).id())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(size: Size, side: f32, corner: Vec2, room: Vec2) -> Vec<String> {
        Place { size, side, corner, room }.labels().into_iter().map(|(text, ..)| text).collect()
    }

    #[test]
    fn every_column_and_row_has_its_name() {
        let found = labels(Size::new(3, 2), 40.0, Vec2::splat(10.0), Vec2::splat(200.0));
        assert_eq!(found, ["a", "b", "c", "1", "2"]);
    }

    #[test]
    fn small_cells_leave_some_out() {
        let found = labels(Size::new(32, 32), 11.0, Vec2::ZERO, Vec2::splat(360.0));
        let columns: Vec<&str> = found.iter().map(String::as_str).take(16).collect();
        assert_eq!(columns[..3], ["a", "c", "e"]);
        assert_eq!(columns[13..], ["aa", "ac", "ae"]);
        assert_eq!(found[16..19], ["1", "3", "5"]);
        let tiny = labels(Size::new(32, 32), 4.0, Vec2::ZERO, Vec2::splat(360.0));
        assert_eq!(tiny[..4], ["a", "f", "k", "p"]);
    }

    #[test]
    fn only_what_can_be_seen_of_a_zoomed_board_is_named() {
        let place = Place {
            size: Size::new(8, 8),
            side: 100.0,
            corner: Vec2::new(-280.0, 20.0),
            room: Vec2::new(300.0, 400.0),
        };
        let labels = place.labels();
        let names: Vec<&str> = labels.iter().map(|(text, ..)| text.as_str()).collect();
        assert_eq!(names, ["d", "e", "f", "1", "2", "3", "4"]);
        // At the edge of the room where the board goes on, else beside the board.
        assert_eq!(labels[3].1.min.x, 0.0);
        assert_eq!(labels[0].1.max.y, TOP + 20.0 - 2.0);
    }
}
