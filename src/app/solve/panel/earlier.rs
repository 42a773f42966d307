//! The boards that were searched before this one, folded: their results are of another
//! board, so a click draws that board again and shows them with it.

use bevy::prelude::*;

use crate::app::boards::view::{BoardView, MaxSide, TileMarks};
use crate::app::kit::bound::{sends, shown_if};
use crate::app::kit::folding::{Folding, folding, folding_changed};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::solve::results::{BringBack, Results, Sheet, SheetId};
use crate::puzzle::Layout;

/// Side of the picture of a board, in logical pixels.
const SIDE: f32 = 44.0;

/// The line that folds and unfolds the boards.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct EarlierTitle;

/// What the rows hang in.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Rows;

/// The row of a board.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EarlierRow(pub SheetId);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        list_boards
            .run_if(
                resource_changed::<Results>
                    .or_else(folding_changed)
                    .or_else(resource_changed::<TileMarks>),
            )
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0, display: Display::None }
        shown_if(|results: Res<Results>| results.earlier().next().is_some())
        Children [
            (
                folding()
                EarlierTitle
                template_value(Tooltip::new("Boards that were searched before this one, with what is known of them", ""))
            ),
            ( Node { flex_direction: FlexDirection::Column, row_gap: px(4) } Rows ),
        ]
    }
}

/// Returns what is known of a board, and what kind of board it is.
fn words(sheet: &Sheet) -> (String, String) {
    let known = sheet.own_knowledge().in_words();
    let known = if sheet.is_searched() { format!("searching: {known}") } else { known };
    let tiles = sheet.puzzle.start().tiles().count();
    let tiles = if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") };
    let mut board = format!("{}, {tiles}", sheet.puzzle.size());
    match sheet.puzzle.waypoints().len() {
        0 => {}
        1 => board += ", 1 waypoint",
        count => board += &format!(", {count} waypoints"),
    }
    (known, board)
}

/// What is listed: each board with its words.
type Listed = Vec<(SheetId, (String, String))>;

fn list_boards(
    results: Res<Results>,
    marks: Res<TileMarks>,
    mut line: Single<&mut Folding, With<EarlierTitle>>,
    rows: Single<Entity, With<Rows>>,
    mut listed: Local<Option<(Listed, TileMarks)>>,
    mut commands: Commands,
) {
    let boards: Listed = results.earlier().map(|sheet| (sheet.id, words(sheet))).collect();
    let title = format!("Earlier boards: {}", boards.len());
    let is_unfolded = line.is_unfolded;
    line.set_if_neq(Folding { title, is_unfolded });
    let wanted = (if is_unfolded { boards } else { Vec::new() }, *marks);
    if listed.as_ref() == Some(&wanted) {
        return;
    }
    commands.entity(*rows).despawn_children();
    for (id, words) in &wanted.0 {
        let Some(sheet) = results.get(*id) else { continue };
        commands.spawn_scene(row(sheet, words.clone(), *marks)).insert(ChildOf(*rows));
    }
    *listed = Some(wanted);
}

fn row(sheet: &Sheet, (known, board): (String, String), marks: TileMarks) -> impl Scene + use<> {
    let id = sheet.id;
    let picture = sheet
        .draft
        .as_ref()
        .map_or_else(BoardView::default, |draft| BoardView::of_layout(draft, Layout::Start, marks));
    bsn! {
        theme::bare_button()
        Node { align_items: AlignItems::Center, column_gap: px(10), padding: UiRect::all(px(3)), border: UiRect::all(px(1)) }
        theme::Frame(theme::FIELD_PRESSED)
        EarlierRow({id})
        template_value(Tooltip::new("Draw this board again, with its results; it can be taken back", ""))
        sends(BringBack(id))
        Children [
            (
                Node { width: px(SIDE), height: px(SIDE), flex_shrink: 0.0, align_items: AlignItems::Center, justify_content: JustifyContent::Center }
                Pickable::IGNORE
                Children [ ( template_value(picture) template_value(MaxSide(SIDE)) Pickable::IGNORE ) ]
            ),
            (
                Node { flex_direction: FlexDirection::Column, flex_grow: 1.0, flex_basis: px(0) }
                Pickable::IGNORE
                Children [ theme::label(known), theme::label_dim(board) ]
            ),
        ]
    }
}
