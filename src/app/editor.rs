//! The boards that are drawn on, what is painted with, and what they show: the
//! draft, or what a tool is about to make of it.

use bevy::prelude::*;

use super::FrameSystems;
use super::board_view::BoardView;
pub use super::board_view::TileMarks;
use super::document::{Document, DocumentChanged};
use super::heat::HeatMap;
use super::issues_panel::FocusedIssue;
use super::tools::cell_cursor::CellCursor;
use super::tools::select::Selection;
use super::tools::{Mirrors, Preview};
use crate::puzzle::{Cell, Colour, Issue, Layout, Square};

/// What the left button paints.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// Walls.
    Wall,
    /// Tiles of one colour.
    Colour(Colour),
    /// Nothing: it erases.
    Eraser,
}

impl Default for Brush {
    fn default() -> Self {
        Self::Colour(Colour(0))
    }
}

impl Brush {
    /// Returns what it paints.
    pub const fn square(self) -> Square {
        match self {
            Self::Wall => Square::Wall,
            Self::Colour(colour) => Square::Tile(colour),
            Self::Eraser => Square::Empty,
        }
    }

    /// Returns the one that paints `square`.
    pub const fn of(square: Square) -> Self {
        match square {
            Square::Wall => Self::Wall,
            Square::Tile(colour) => Self::Colour(colour),
            Square::Empty => Self::Eraser,
        }
    }
}

/// Takes another brush.
#[derive(Message, Clone, Copy, Debug)]
pub struct ChooseBrush(pub Brush);

/// A board that is painted on, and the layout that it shows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditableBoard(pub Layout);

fn change_brush(
    mut choices: MessageReader<ChooseBrush>,
    document: Res<Document>,
    mut brush: ResMut<Brush>,
) {
    let colours = document.draft().palette.len();
    for &ChooseBrush(chosen) in choices.read() {
        if !matches!(chosen, Brush::Colour(colour) if colour.index() >= colours) {
            brush.set_if_neq(chosen);
        }
    }
    // Another level may have fewer colours, or none.
    if matches!(*brush, Brush::Colour(colour) if colour.index() >= colours) {
        *brush = if colours > 0 { Brush::default() } else { Brush::Wall };
    }
}

/// Returns the cells that are marked on a layout: those of the issue that has been
/// clicked, or of all that keep the level from being solved.
fn marked_cells(document: &Document, focused: &FocusedIssue, layout: Layout) -> Vec<Cell> {
    let of = |issue: &Issue| {
        let cells = if issue.layout() == Some(layout) { issue.cells() } else { &[] };
        cells.to_vec()
    };
    match &focused.0 {
        Some(issue) => of(issue),
        None => {
            let forbidding = document.warnings().filter(|issue| issue.forbids_every_solution());
            document.issues().iter().chain(forbidding).flat_map(of).collect()
        }
    }
}

/// Returns the cells of the start where the tiles can stop that can never stop where the
/// goal wants them, if that is what is wrong.
fn marked_stops(document: &Document, focused: &FocusedIssue) -> Vec<Cell> {
    match &focused.0 {
        Some(issue) => issue.stops().to_vec(),
        None => document.warnings().flat_map(Issue::stops).copied().collect(),
    }
}

/// What is drawn over a design.
#[derive(bevy::ecs::system::SystemParam)]
struct Overlays<'w> {
    preview: Res<'w, Preview>,
    selection: Res<'w, Selection>,
    cursor: Res<'w, CellCursor>,
    mirrors: Res<'w, Mirrors>,
    marks: Res<'w, TileMarks>,
    focused: Res<'w, FocusedIssue>,
    heat: Res<'w, HeatMap>,
}

fn show_draft(
    document: Res<Document>,
    over: Overlays,
    mut boards: Query<(&EditableBoard, &mut BoardView)>,
) {
    let draft = over.preview.draft.as_ref().unwrap_or_else(|| document.draft());
    let outline = over.preview.outline.or_else(|| over.cursor.outline()).or(over.selection.0);
    for (&EditableBoard(layout), mut view) in &mut boards {
        if draft.layouts().all(|other| other != layout) {
            continue;
        }
        let mut next = BoardView::of_grid(draft.layout(layout), &draft.palette, *over.marks);
        next.marks = marked_cells(&document, &over.focused, layout);
        next.marks.retain(|&cell| next.size.contains(cell));
        if layout == Layout::Start {
            next.stops = marked_stops(&document, &over.focused);
            next.stops.retain(|&cell| next.size.contains(cell));
        }
        next.outline = outline.filter(|(own, _)| *own == layout).map(|(_, region)| region);
        next.mirrors = over.mirrors.0;
        if layout == Layout::Start && over.preview.draft.is_none() {
            next.heat.clone_from(&over.heat.cells);
        }
        view.set_if_neq(next);
    }
}

fn boards_changed(boards: Query<(), Changed<EditableBoard>>) -> bool {
    !boards.is_empty()
}

pub(super) fn plugin(app: &mut App) {
    let something_changed = on_message::<DocumentChanged>
        .or_else(resource_changed::<TileMarks>)
        .or_else(resource_changed::<Preview>)
        .or_else(resource_changed::<Selection>)
        .or_else(resource_changed::<CellCursor>)
        .or_else(resource_changed::<HeatMap>)
        .or_else(resource_changed::<Mirrors>)
        .or_else(resource_changed::<FocusedIssue>)
        .or_else(boards_changed);
    app.init_resource::<Brush>().add_message::<ChooseBrush>().add_systems(
        Update,
        (
            change_brush.after(FrameSystems::Commands).before(FrameSystems::Poll),
            show_draft.run_if(something_changed).in_set(FrameSystems::Views),
        ),
    );
}
