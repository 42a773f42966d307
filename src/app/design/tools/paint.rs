//! The brush: draws along the way, erases, and takes the brush from a cell. One drag
//! is one undo step, and draws every cell along the line between two samples of the
//! pointer.

use bevy::prelude::*;

use super::gesture::{Gesture, GestureSystems, Means, Phase};
use super::{Mirrors, sides};
use crate::app::document::brush::ChooseBrush;
use crate::app::document::{Document, Edit};
use crate::puzzle::{Brush, Cell, Direction, EditCommand, Side, Square};

fn stroke(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mirrors: Res<Mirrors>,
    mut edits: MessageWriter<Edit>,
) {
    for gesture in gestures.read() {
        let Means::Stroke(brush) = gesture.means else { continue };
        match gesture.phase {
            Phase::Begin => drop(edits.write(Edit(EditCommand::BeginStroke))),
            Phase::Go => {}
            Phase::End | Phase::Cancel => {
                edits.write(Edit(EditCommand::EndStroke));
                continue;
            }
        }
        let layout = gesture.layout;
        let Some(size) = document.size(layout) else { continue };
        let way = cells_between(gesture.last, gesture.cell);
        let cells = mirrors.0.spread(&way, size);
        edits.write(Edit(EditCommand::Paint { layout, cells, brush }));
        if brush == Brush::Eraser && document.draft().shares_walls(layout) {
            // What the eraser goes over goes, thin walls between two cells too.
            let crossed: Vec<Side> =
                way.windows(2).filter_map(|two| between(two[0], two[1])).collect();
            let sides = mirrors.0.spread_sides(&crossed, size);
            edits.write(Edit(EditCommand::PaintSides { sides, is_there: false }));
        }
    }
}

fn pick(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mut choices: MessageWriter<ChooseBrush>,
) {
    for gesture in gestures.read() {
        if gesture.means == Means::Pick && gesture.phase == Phase::Begin {
            let draft = document.draft();
            let square = draft.layout(gesture.layout).get(gesture.cell).copied();
            let pass = draft.terrain.pass(gesture.cell);
            let pass = pass.filter(|_| draft.shares_walls(gesture.layout)).map(Brush::Pass);
            let wall = sides::wall_near(draft, gesture.layout, gesture.way.1);
            choices.write(ChooseBrush(match (square.unwrap_or_default(), wall, pass) {
                (_, Some(_), _) => Brush::ThinWall,
                (Square::Empty, None, Some(pass)) => pass,
                (square, ..) => Brush::of(square),
            }));
        }
    }
}

/// Returns the side that two cells share, if they do.
fn between(one: Cell, other: Cell) -> Option<Side> {
    let direction = Direction::ALL.into_iter().find(|&d| one.step(d) == Some(other))?;
    Some(Side::new(one, direction))
}

/// Returns the cells on the line between two cells, both included (Bresenham).
fn cells_between(from: Cell, to: Cell) -> Vec<Cell> {
    let (mut x, mut y) = (i32::from(from.x), i32::from(from.y));
    let (end_x, end_y) = (i32::from(to.x), i32::from(to.y));
    let (dx, dy) = ((end_x - x).abs(), -(end_y - y).abs());
    let mut error = dx + dy;
    let mut cells = vec![from];
    while (x, y) != (end_x, end_y) {
        let doubled = 2 * error;
        if doubled >= dy {
            error += dy;
            x += (end_x - x).signum();
        }
        if doubled <= dx {
            error += dx;
            y += (end_y - y).signum();
        }
        cells.push(Cell::new(x as u8, y as u8));
    }
    cells
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (stroke, pick).in_set(GestureSystems::Act));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_gaps_and_both_ends() {
        for (x, y) in [(0, 0), (5, 0), (0, 5), (7, 3), (2, 9)] {
            let (from, to) = (Cell::new(4, 4), Cell::new(x, y));
            let cells = cells_between(from, to);
            assert_eq!((cells[0], *cells.last().unwrap()), (from, to));
            let is_near = |pair: &[Cell]| {
                pair[0].x.abs_diff(pair[1].x) <= 1 && pair[0].y.abs_diff(pair[1].y) <= 1
            };
            assert!(cells.windows(2).all(is_near), "{cells:?}");
        }
    }
}
