//! What the steps of the undo history are called on the screen.

use super::{Brush, EditCommand, ReplacedBy, Transform};
use crate::puzzle::rules::{Anchor, Cell, Colour, Direction, Draft, Layout, Palette, TileKind};

/// Returns a name for the step that `command` has made; of a stroke it is the first.
pub fn step_name(command: &EditCommand, before: &Draft, after: &Draft) -> String {
    match command {
        EditCommand::Paint { layout, brush, .. } => {
            format!("{} × {}", brush_name(*brush, &after.palette), changes(before, after, *layout))
        }
        EditCommand::PaintSides { is_there, .. } => {
            let what = if *is_there { Brush::ThinWall } else { Brush::Eraser };
            let count = changes(before, after, Layout::Start);
            format!("{} × {count}", brush_name(what, &after.palette))
        }
        EditCommand::EraseRegion { layout, .. } => {
            format!("Erase × {}", changes(before, after, *layout))
        }
        EditCommand::MoveRegion { copy: true, .. } => "Copy region".to_owned(),
        EditCommand::MoveRegion { .. } => "Move region".to_owned(),
        EditCommand::Paste { .. } => "Paste".to_owned(),
        EditCommand::Clear => "Clear both".to_owned(),
        EditCommand::CopyStartToGoal => "Copy to goal".to_owned(),
        EditCommand::PlayToGoal(_) => "Play to the goal".to_owned(),
        EditCommand::Resize { size, .. } => format!("Size {size}"),
        EditCommand::Transform(transform) => transform_name(*transform).to_owned(),
        EditCommand::SetAnchor(Anchor::Fixed) => "Fixed goal".to_owned(),
        EditCommand::SetAnchor(Anchor::Floating) => "Floating goal".to_owned(),
        EditCommand::AddColour(_) => "Add a colour".to_owned(),
        EditCommand::SetSwatch(colour, swatch)
            if before.palette.swatch(*colour).kind != swatch.kind =>
        {
            format!("Number {}", swatch.kind.pushes())
        }
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
        EditCommand::Stroke(stroke) => {
            let words = stroke.words(before);
            format!("{}{}", words[..1].to_uppercase(), &words[1..])
        }
        EditCommand::Replace { source, .. } => match source {
            ReplacedBy::EarlierBoard => "Earlier board".to_owned(),
            ReplacedBy::Shuffle => "Shuffle".to_owned(),
        },
        _ => "Replace".to_owned(),
    }
}

/// Returns the name of a step that a brush has made.
fn brush_name(brush: Brush, palette: &Palette) -> String {
    match brush {
        Brush::Wall => "Wall".to_owned(),
        Brush::ThinWall => "Thin wall".to_owned(),
        Brush::Colour(colour) => colour_name(palette, colour),
        Brush::Pass(colour) => format!("{} pass", colour_name(palette, colour)),
        Brush::New(kind) => kind_name(kind).unwrap_or_default(),
        Brush::Eraser => "Erase".to_owned(),
    }
}

/// Returns how many cells of a layout differ, in what is drawn there or in their pass, and
/// how many thin walls.
fn changes(before: &Draft, after: &Draft, layout: Layout) -> usize {
    let (old, new) = (before.layout(layout), after.layout(layout));
    let is_other = |cell: Cell| {
        new.get(cell) != old.get(cell) || before.terrain.pass(cell) != after.terrain.pass(cell)
    };
    let cells = new.iter().filter(|(cell, _)| is_other(*cell)).count();
    let walls = |draft: &Draft| draft.terrain.thin_walls.clone();
    cells + walls(before).symmetric_difference(&walls(after)).count()
}

/// Returns what chameleons and numbered tiles are called that have no name.
pub fn kind_name(kind: TileKind) -> Option<String> {
    match kind {
        TileKind::Plain => None,
        TileKind::Chameleon => Some("Chameleon".to_owned()),
        TileKind::Numbered(pushes) => Some(format!("Number {pushes}")),
    }
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

/// Returns what a colour is called: its name with a capital, or what its tiles are, or its
/// letter.
pub fn colour_name(palette: &Palette, colour: Colour) -> String {
    let swatch = palette.swatch(colour);
    let mut letters = swatch.name.as_deref().unwrap_or_default().chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => kind_name(swatch.kind).unwrap_or_else(|| swatch.symbol.to_string()),
    }
}
