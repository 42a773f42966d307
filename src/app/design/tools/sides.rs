//! Thin walls: painted and erased on the sides of cells that the pointer goes along. The side
//! that a click would mean is shown before it.
//!
//! ```text
//!   +-----+-----+     a side means the middle half of it, so that a turn at a corner
//!   |     :     |     paints neither of the other two
//!   |     :     |
//!   +- -- + -- -+
//! ```

use bevy::prelude::*;

use super::gesture::{Gesture, GestureSystems, HoverPlace, Means, Phase};
use super::{Mirrors, Tool};
use crate::app::document::brush::ActiveBrush;
use crate::app::document::{Document, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::edit::can_hold;
use crate::puzzle::{Brush, Cell, Direction, Draft, EditCommand, Layout, Side, Size, Symmetry};

/// How near a side, and its middle along it, the pointer must be to mean it on its way, in cells.
const NEAR: f32 = 0.25;
/// How near a thin wall the eraser must be to mean it and not the cell, in cells.
const ON_WALL: f32 = 0.12;
/// Steps in which the way between two places is followed, in cells.
const STEP: f32 = 0.1;

/// The side where the next click puts a thin wall.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HoverSide(pub Option<(Layout, Side)>);

/// The side on which a press near a corner has begun: a click means it, a drag that leaves the
/// corner may mean another of the four that meet there.
#[derive(Resource, Default)]
struct AtCorner(Option<(Vec2, Side)>);

/// Returns the side that is nearest to a place of a board, how far it is, and how far its
/// middle, along it; an edge of the board only if `edges` count.
fn nearest(place: Vec2, size: Size, edges: bool) -> Option<(Side, f32, f32)> {
    let extent = Vec2::new(size.width.into(), size.height.into());
    let inside = place.clamp(Vec2::ZERO, extent - 0.001);
    let cell = Cell::new(inside.x as u8, inside.y as u8);
    let within = place - inside.floor();
    let sides = Direction::ALL.into_iter().map(|direction| {
        let (away, along) = match direction {
            Direction::Up => (within.y, within.x),
            Direction::Down => (1.0 - within.y, within.x),
            Direction::Left => (within.x, within.y),
            Direction::Right => (1.0 - within.x, within.y),
        };
        (Side::new(cell, direction), away.abs(), (along - 0.5).abs())
    });
    let counts = |(side, ..): &(Side, f32, f32)| edges || side.between(size).is_some();
    sides.filter(counts).min_by(|one, other| one.1.total_cmp(&other.1))
}

/// Returns the thin wall of a layout that a place lies on.
pub(super) fn wall_near(draft: &Draft, layout: Layout, place: Vec2) -> Option<Side> {
    let size = draft.start.size();
    let (side, away, _) = nearest(place, size, true)?;
    let is_there = draft.shares_walls(layout) && draft.terrain.thin_walls.contains(&side);
    (is_there && away <= ON_WALL).then_some(side)
}

/// Returns the sides that the pointer means on its way from one place to another.
fn sides_between((from, to): (Vec2, Vec2), size: Size, edges: bool) -> Vec<Side> {
    let steps = (from.distance(to) / STEP).ceil().max(1.0);
    let places = (0..=steps as u32).map(|step| from.lerp(to, step as f32 / steps));
    let found = places.filter_map(|place| nearest(place, size, edges));
    found
        .filter(|&(_, away, from_middle)| away <= NEAR && from_middle <= NEAR)
        .map(|(side, ..)| side)
        .collect()
}

/// Returns the sides on which `cells` border on others.
fn contour(cells: &[Cell], size: Size) -> Vec<Side> {
    let around = |&cell: &Cell| Direction::ALL.map(|direction| (cell, direction));
    let borders = |&(cell, direction): &(Cell, Direction)| {
        size.neighbour(cell, direction).is_some_and(|next| !cells.contains(&next))
    };
    let sides = cells.iter().flat_map(around).filter(borders);
    sides.map(|(cell, direction)| Side::new(cell, direction)).collect()
}

/// Returns what draws with `brush` on cells: thin walls go around them.
pub(super) fn drawn_on(layout: Layout, cells: Vec<Cell>, brush: Brush, size: Size) -> EditCommand {
    if brush == Brush::ThinWall {
        return EditCommand::PaintSides { sides: contour(&cells, size), is_there: true };
    }
    EditCommand::Paint { layout, cells, brush }
}

/// Returns what puts a thin wall on a side, or takes it away where there is one.
pub(super) fn toggled(draft: &Draft, side: Side, mirrors: Symmetry) -> EditCommand {
    let is_there = !draft.terrain.thin_walls.contains(&side);
    EditCommand::PaintSides { sides: mirrors.spread_sides(&[side], draft.start.size()), is_there }
}

fn stroke(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mirrors: Res<Mirrors>,
    mut at_corner: ResMut<AtCorner>,
    mut edits: MessageWriter<Edit>,
) {
    for gesture in gestures.read() {
        let Means::Sides { is_there } = gesture.means else { continue };
        let size = document.draft().start.size();
        let place = gesture.way.1;
        let sides = match gesture.phase {
            Phase::Begin => {
                edits.write(Edit(EditCommand::BeginStroke));
                // A click means a side wherever it is in the cell.
                let nearest = nearest(place, size, !is_there);
                let corner = nearest.filter(|&(_, away, along)| away <= NEAR && along > NEAR);
                at_corner.0 = corner.map(|(side, ..)| (place, side));
                nearest.filter(|_| corner.is_none()).map(|(side, ..)| side).into_iter().collect()
            }
            Phase::Go => {
                at_corner.0 = at_corner.0.filter(|(begun, _)| begun.distance(place) <= NEAR);
                sides_between(gesture.way, size, !is_there)
            }
            Phase::End => at_corner.0.take().map(|(_, side)| side).into_iter().collect(),
            Phase::Cancel => Vec::new(),
        };
        if !sides.is_empty() {
            let sides = mirrors.0.spread_sides(&sides, size);
            edits.write(Edit(EditCommand::PaintSides { sides, is_there }));
        }
        if matches!(gesture.phase, Phase::End | Phase::Cancel) {
            edits.write(Edit(EditCommand::EndStroke));
        }
    }
}

/// Shows the side that a click would mean.
fn follow(
    place: Res<HoverPlace>,
    brush: Res<ActiveBrush>,
    tool: Res<Tool>,
    document: Res<Document>,
    mut hover: ResMut<HoverSide>,
) {
    let is_drawing = brush.0 == Brush::ThinWall && *tool == Tool::Paint;
    let side = place.0.filter(|_| is_drawing).and_then(|(layout, place)| {
        let draft = document.draft();
        let (side, ..) = nearest(place, draft.start.size(), false)?;
        can_hold(draft, layout, Brush::ThinWall).then_some((layout, side))
    });
    hover.set_if_neq(HoverSide(side));
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HoverSide>()
        .init_resource::<AtCorner>()
        .add_systems(Update, stroke.in_set(GestureSystems::Act))
        .add_systems(
            Update,
            follow
                .run_if(
                    resource_changed::<HoverPlace>
                        .or_else(resource_changed::<ActiveBrush>)
                        .or_else(resource_changed::<Tool>),
                )
                .after(FrameSystems::Poll)
                .before(FrameSystems::Views),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(4, 3);

    fn way(from: (f32, f32), to: (f32, f32)) -> Vec<String> {
        let mut sides = sides_between((from.into(), to.into()), SIZE, false);
        sides.dedup();
        sides.iter().map(Side::to_string).collect()
    }

    #[test]
    fn a_drag_along_a_line_means_its_sides_and_no_others() {
        assert_eq!(way((1.05, 0.5), (0.9, 2.5)), ["a1R", "a2R", "a3R"]);
        assert_eq!(way((0.3, 1.1), (2.6, 0.95)), ["a1D", "b1D", "c1D"]);
        assert_eq!(way((0.5, 0.5), (1.5, 0.5)), ["a1R"], "across a side it is meant too");
    }

    #[test]
    fn edges_are_meant_only_where_they_count() {
        let place = Vec2::new(0.02, 0.5);
        assert_eq!(nearest(place, SIZE, true).unwrap().0.to_string(), "a1L");
        assert_ne!(nearest(place, SIZE, false).unwrap().0.to_string(), "a1L");
        assert!(nearest(place, Size::new(1, 1), false).is_none());
    }

    #[test]
    fn thin_walls_go_around_cells() {
        let cells: Vec<Cell> = ["a1", "b1"].iter().map(|name| name.parse().unwrap()).collect();
        let names: Vec<_> = contour(&cells, SIZE).iter().map(Side::to_string).collect();
        assert_eq!(names, ["a1D", "b1D", "b1R"]);
    }
}
