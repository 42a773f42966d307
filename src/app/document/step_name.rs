//! What the steps of the undo history are called on the screen.

use super::EditCommand;
use crate::puzzle::{Anchor, Colour, Direction, Draft, Grid, Layout, Palette, Square, Transform};

/// Returns a name for the step that `command` has made; of a stroke it is the first.
pub(in crate::app) fn step_name(command: &EditCommand, before: &Draft, after: &Draft) -> String {
    match command {
        EditCommand::Paint { layout, square, .. } => {
            let what = match square {
                Square::Empty => "Erase".to_owned(),
                Square::Wall => "Wall".to_owned(),
                Square::Tile(colour) => colour_name(&after.palette, *colour),
            };
            format!("{what} × {}", changes(before, after, *layout))
        }
        EditCommand::MoveRegion { copy: true, .. } => "Copy region".to_owned(),
        EditCommand::MoveRegion { .. } => "Move region".to_owned(),
        EditCommand::Paste { .. } => "Paste".to_owned(),
        EditCommand::Clear => "Clear both".to_owned(),
        EditCommand::CopyStartToGoal => "Copy to goal".to_owned(),
        EditCommand::Resize { size, .. } => format!("Size {size}"),
        EditCommand::Transform(transform) => transform_name(*transform).to_owned(),
        EditCommand::SetAnchor(Anchor::Fixed) => "Fixed goal".to_owned(),
        EditCommand::SetAnchor(Anchor::Floating) => "Floating goal".to_owned(),
        EditCommand::AddColour(_) => "Add a colour".to_owned(),
        EditCommand::SetSwatch(colour, _) => {
            format!("Edit {}", colour_name(&after.palette, *colour).to_lowercase())
        }
        EditCommand::RemoveColour { colour, .. } => {
            format!("Remove {}", colour_name(&before.palette, *colour).to_lowercase())
        }
        EditCommand::UseColours(set) => format!("Colours {}", set.name()),
        EditCommand::AddWaypoint => "Add a waypoint".to_owned(),
        EditCommand::RemoveWaypoint(_) => "Remove a waypoint".to_owned(),
        EditCommand::SetOpening(_) => "Opening".to_owned(),
        EditCommand::SetTexts { .. } => "About the level".to_owned(),
        EditCommand::Shuffle(_) => "Shuffle".to_owned(),
        EditCommand::BringBack(_) => "Earlier board".to_owned(),
        EditCommand::ReplaceDraft(_) => "Paste a level".to_owned(),
        _ => "Replace".to_owned(),
    }
}

/// Returns how many cells of a layout differ; where the walls are shared and none
/// does, how many of the start.
fn changes(before: &Draft, after: &Draft, layout: Layout) -> usize {
    let differing = |one: &Grid<Square>, other: &Grid<Square>| {
        one.iter().filter(|&(cell, square)| other.get(cell) != Some(square)).count()
    };
    differing(after.layout(layout), before.layout(layout))
}

const fn transform_name(transform: Transform) -> &'static str {
    match transform {
        Transform::RotateLeft => "Rotate left",
        Transform::RotateRight => "Rotate right",
        Transform::FlipHorizontal => "Flip left-right",
        Transform::FlipVertical => "Flip up-down",
        Transform::Shift(Direction::Up) => "Shift up",
        Transform::Shift(Direction::Down) => "Shift down",
        Transform::Shift(Direction::Left) => "Shift left",
        Transform::Shift(Direction::Right) => "Shift right",
    }
}

/// Returns what a colour is called: its name with a capital, or its letter.
pub fn colour_name(palette: &Palette, colour: Colour) -> String {
    let swatch = palette.swatch(colour);
    let mut letters = swatch.name.as_deref().unwrap_or_default().chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => swatch.symbol.to_string(),
    }
}
