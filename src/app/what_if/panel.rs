//! The list of next strokes, in the solver panel under the map. Under the pointer a
//! row shows its stroke on the boards; a click makes it, as one step of undo.

use bevy::feathers::controls::{ButtonVariant, FeathersButton};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::strokes::{Next, NextStrokes, Wish};
use super::words;
use crate::app::boards::heat_map::{HeatKind, HeatMap};
use crate::app::boards::slots::NextSlot;
use crate::app::design::tools::Preview;
use crate::app::document::{Document, Edit};
use crate::app::kit::bound::{chosen_if, rows_of, sends, shown_if, text_of};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, button, heading, label, label_dim};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{Draft, EditCommand, Region, Stroke};

/// So many strokes are listed.
const MOST_ROWS: usize = 8;
/// Height of one of them, in logical pixels.
const ROW: f32 = 22.0;

/// The row of a stroke.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrokeRow(pub Stroke);

impl Default for StrokeRow {
    fn default() -> Self {
        Self(Stroke::Wall { cell: crate::puzzle::Cell::new(0, 0), is_there: true })
    }
}

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<NextSlot>>) {
    let wishes: Vec<_> = Wish::ALL.into_iter().map(wish_button).collect();
    let panel = bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0, display: Display::None }
        shown_if(|heat: Res<HeatMap>| heat.kind == HeatKind::WhatIf)
        Children [
            (
                Node { height: px(theme::ROW), flex_shrink: 0.0, align_items: AlignItems::Center }
                template_value(Tooltip::new("Every single stroke that could be made now, and how many moves the level would then need", ""))
                Children [ heading("Next stroke") ]
            ),
            ( Node { column_gap: px(-1) } Children [ {wishes} ] ),
            // They have their room before they are known: what stands below stays where it is.
            ( Node { flex_direction: FlexDirection::Column, min_height: px(MOST_ROWS as f32 * ROW) } rows_of(listed, row) ),
            ( label_dim("") Node { min_height: px(2.0 * theme::LINE) } text_of(state) ),
        ]
    };
    commands.spawn_scene(panel).insert(ChildOf(*slot));
}

fn wish_button(wish: Wish) -> impl Scene {
    let (caption, tip) = match wish {
        Wish::Longest => ("most", "The strokes after which the most moves are needed"),
        Wish::Shortest => ("fewest", "The strokes after which the fewest moves are needed"),
        Wish::Less => (
            "simpler",
            "The strokes that take something away that is not needed: as many moves without it",
        ),
        Wish::FewWays => (
            "unique",
            "The strokes after which there are the fewest shortest solutions: best is exactly one",
        ),
    };
    bsn! {
        button(caption)
        Node { flex_grow: 1.0, padding: UiRect::ZERO }
        template_value(Tooltip::new(tip, ""))
        on(move |_: On<Activate>, mut next: ResMut<NextStrokes>| { next.wish = wish; })
        chosen_if(move |next: Res<NextStrokes>| next.wish == wish)
    }
}

/// What a row says.
#[derive(Clone, PartialEq)]
struct Listed {
    stroke: Stroke,
    name: String,
    ways: String,
    moves: String,
}

impl Listed {
    fn of(next: &Next, draft: &Draft) -> Self {
        Self {
            stroke: next.stroke,
            name: words::stroke(next.stroke, draft),
            ways: match next.ways {
                None => String::new(),
                Some(1) => "1 solution".to_owned(),
                Some(ways) => format!("{ways} solutions"),
            },
            moves: next.optimum().map(|moves| moves.to_string()).unwrap_or_default(),
        }
    }
}

/// Returns what is listed while the map is there.
fn listed(next: Res<NextStrokes>, heat: Res<HeatMap>) -> Vec<Listed> {
    let Some(draft) = next.draft().filter(|_| heat.kind == HeatKind::WhatIf) else { return vec![] };
    next.best(MOST_ROWS).iter().map(|next| Listed::of(next, draft)).collect()
}

fn row(listed: &Listed) -> impl Scene + use<> {
    let Listed { stroke, name, ways, moves } = listed.clone();
    bsn! {
        @FeathersButton {
            @caption: {Box::new(bsn_list![
                ( label(name) ),
                ( Node { flex_grow: 1.0 } ),
                ( label_dim(ways) ),
                ( Node { width: px(36), justify_content: JustifyContent::End } Children [ label(moves) ] ),
            ]) as Box<dyn SceneList>},
            @variant: ButtonVariant::Plain,
            @corners: RoundedCorners::None,
        }
        Node { height: px(ROW), padding: UiRect::horizontal(px(4)), column_gap: px(4), justify_content: JustifyContent::Start }
        StrokeRow({stroke})
        template_value(Tooltip::new("Makes this stroke", ""))
        sends(Edit(EditCommand::Stroke(stroke)))
    }
}

fn state(next: Res<NextStrokes>) -> String {
    let (all, settled) = next.counts();
    let found = !next.best(1).is_empty();
    match (next.is_running(), next.wish) {
        (true, _) if all == 0 => "Waits for the map.".to_owned(),
        (true, _) => format!("{settled} of {all} solved."),
        (false, _) if all == 0 => "No single stroke makes it a level.".to_owned(),
        (false, Wish::Longest) if !found && !next.is_unsolvable() => {
            format!("No stroke makes it longer; {settled} of {all} solved.")
        }
        (false, Wish::Shortest) if !found && !next.is_unsolvable() => {
            format!("No stroke makes it shorter; {settled} of {all} solved.")
        }
        (false, Wish::Less) if !found => "Nothing can be taken away at as many moves.".to_owned(),
        (false, Wish::FewWays) if !found => "Too many positions to count solutions.".to_owned(),
        (false, _) if !found && next.is_unsolvable() => {
            "No single stroke makes it solvable.".to_owned()
        }
        (false, _) if settled < all => format!("{settled} of {all} solved; the rest takes longer."),
        (false, _) => format!("{all} strokes."),
    }
}

/// Shows the stroke of the row under the pointer on the boards, and what is drawn again when
/// the pointer leaves it.
fn preview(
    rows: Query<(&StrokeRow, &Hovered)>,
    document: Res<Document>,
    mut preview: ResMut<Preview>,
    mut shown: Local<Option<Stroke>>,
) {
    let hovered = rows.iter().find(|(_, hovered)| hovered.get()).map(|(row, _)| row.0);
    if *shown == hovered {
        return;
    }
    *shown = hovered;
    let draft = document.draft();
    let next = hovered.and_then(|stroke| Some((stroke, stroke.apply(draft)?)));
    *preview = next.map_or_else(Preview::default, |(stroke, next)| {
        let cell = stroke.cells().into_iter().next_back();
        let layout = stroke.layout(draft);
        let outline = cell.map(|cell| (layout, Region::between(cell, cell)));
        Preview { draft: Some(std::sync::Arc::new(next)), outline }
    });
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostStartup, fill_slot).add_systems(
        Update,
        preview
            .run_if(|heat: Res<HeatMap>| heat.kind == HeatKind::WhatIf)
            .after(FrameSystems::Poll)
            .before(FrameSystems::Views),
    );
}
