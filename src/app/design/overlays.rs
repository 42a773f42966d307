//! What the boards that are drawn on show: the draft, or what a tool is about to make of it.

use bevy::prelude::*;

use super::targets::Target;
use super::tools::cell_cursor::CellCursor;
use super::tools::select::Selection;
use super::tools::sides::HoverSide;
use super::tools::{Mirrors, Preview};
use crate::app::boards::editable::EditableBoard;
use crate::app::boards::heat_map::{HeatKind, HeatMap};
use crate::app::boards::layers::BoardLayers;
use crate::app::boards::view::{BoardView, TileMarks, TileView};
use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::{Anchor, Cell, Draft, Issue, Layout};

/// The issue whose cells are marked; `None` marks those of all that keep the level
/// from being solved.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct FocusedIssue(pub Option<Issue>);

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
    side: Res<'w, HoverSide>,
    marks: Res<'w, TileMarks>,
    focused: Res<'w, FocusedIssue>,
    heat: Res<'w, HeatMap>,
    layers: Res<'w, BoardLayers>,
    target: Res<'w, Target>,
}

/// Returns the tiles of the other board, to be seen on this one as ghosts. A goal that floats lies
/// on no cells of the start.
fn ghosts(draft: &Draft, layout: Layout, target: Layout, marks: TileMarks) -> Vec<TileView> {
    let other = if layout == Layout::Start { target } else { Layout::Start };
    let floats = draft.anchor == Anchor::Floating && target == Layout::Goal;
    if floats || draft.layouts().all(|known| known != other) {
        return Vec::new();
    }
    BoardView::of_grid(draft.layout(other), &draft.palette, marks).tiles
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
        let mut next = BoardView::of_layout(draft, layout, *over.marks);
        next.marks = marked_cells(&document, &over.focused, layout);
        next.marks.retain(|&cell| next.size.contains(cell));
        if layout == Layout::Start {
            next.stops = marked_stops(&document, &over.focused);
            next.stops.retain(|&cell| next.size.contains(cell));
        }
        if over.layers.has_ghosts(layout) {
            next.ghosts = ghosts(draft, layout, over.target.0, *over.marks);
        }
        next.outline = outline.filter(|(own, _)| *own == layout).map(|(_, region)| region);
        next.mirrors = over.mirrors.0;
        next.ghost = over.side.0.filter(|(own, _)| *own == layout).map(|(_, side)| side);
        // What is dragged is still asked about; other previews are of other boards.
        if over.preview.draft.is_none() || over.heat.kind == HeatKind::WhatIf {
            let is_start = layout == Layout::Start;
            let cells = if is_start { &over.heat.cells } else { &over.heat.target_cells };
            next.heat.clone_from(cells);
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
        .or_else(resource_changed::<HoverSide>)
        .or_else(resource_changed::<FocusedIssue>)
        .or_else(resource_changed::<BoardLayers>)
        .or_else(resource_changed::<Target>)
        .or_else(boards_changed);
    app.init_resource::<FocusedIssue>()
        .add_systems(Update, show_draft.run_if(something_changed).in_set(FrameSystems::Views));
}
