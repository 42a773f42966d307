//! The brush: draws along the way, erases, and takes the brush from a cell. One drag
//! is one undo step, and draws every cell along the line between two samples of the
//! pointer.

use bevy::prelude::*;

use super::Mirrors;
use super::gesture::{Gesture, GestureSystems, Means, Phase};
use crate::app::document::brush::{Brush, ChooseBrush};
use crate::app::document::{Document, EditCommand};
use crate::puzzle::Cell;

fn stroke(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mirrors: Res<Mirrors>,
    mut edits: MessageWriter<EditCommand>,
) {
    for gesture in gestures.read() {
        let Means::Stroke(square) = gesture.means else { continue };
        match gesture.phase {
            Phase::Begin => drop(edits.write(EditCommand::BeginStroke)),
            Phase::Go => {}
            Phase::End | Phase::Cancel => {
                edits.write(EditCommand::EndStroke);
                continue;
            }
        }
        let layout = gesture.layout;
        let Some(size) = document.size(layout) else { continue };
        let cells = mirrors.0.spread(&cells_between(gesture.last, gesture.cell), size);
        edits.write(EditCommand::Paint { layout, cells, square });
    }
}

fn pick(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mut choices: MessageWriter<ChooseBrush>,
) {
    for gesture in gestures.read() {
        if gesture.means == Means::Pick && gesture.phase == Phase::Begin {
            let square = document.draft().layout(gesture.layout).get(gesture.cell).copied();
            choices.write(ChooseBrush(Brush::of(square.unwrap_or_default())));
        }
    }
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
