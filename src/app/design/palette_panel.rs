//! The top of the column at the left: the brushes, how many tiles of each colour
//! start and goal have, and what can be done to the palette.

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, ScrollIntoView};
use bevy::window::RequestRedraw;

use super::brush_row::{BrushRow, BrushTile, PassSwatch, RowLook, brush_row, brushes};
use super::colour_dialog::{EditColour, ShowColourSets};
use super::numbers::NewNumber;
use crate::app::boards::slots::PaletteSlot;
use crate::app::boards::view::patterns::TilePatterns;
use crate::app::boards::view::{TileMarks, mark_of};
use crate::app::document::brush::{ActiveBrush, ChooseBrush};
use crate::app::document::{Document, Edit};
use crate::app::kit::bound::{enabled_if, sends};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, button, heading};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Settings, Theme};
use crate::picture;
use crate::puzzle::{Brush, Colour, EditCommand, Palette};

/// The rows of the brushes.
#[derive(Component, Clone, Default)]
struct BrushList;

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<PaletteSlot>>) {
    let rows: [Box<dyn Scene>; 3] = [
        Box::new(bsn! {
            // As high as the tools above the boards.
            Node { height: px(theme::ROW), flex_shrink: 0.0, align_items: AlignItems::Center }
            template_value(Tooltip::new("What the left button paints, and how many tiles of each colour START has and GOAL asks for", ""))
            Children [ heading("PAINT") ]
        }),
        Box::new(bsn! {
            Node { flex_direction: FlexDirection::Column, flex_shrink: 0.0, row_gap: px(1) }
            BrushList
        }),
        Box::new(bsn! {
            Node { flex_direction: FlexDirection::Column, flex_shrink: 0.0, row_gap: px(-1), margin: UiRect::top(px(theme::GAP)) }
            Children [ palette_buttons(), sets_button() ]
        }),
    ];
    for row in rows {
        commands.spawn_scene(row).insert(ChildOf(*slot));
    }
}

fn palette_buttons() -> impl Scene {
    bsn! {
        Node { column_gap: px(-1) }
        Children [
            (
                button("Add")
                Node { flex_grow: 1.0, flex_basis: px(0), padding: UiRect::ZERO }
                template_value(Tooltip::new("Adds a colour to this level", ""))
                sends(AddColour)
            ),
            (
                button("Edit")
                Node { flex_grow: 1.0, flex_basis: px(0), padding: UiRect::ZERO }
                enabled_if(|brush: Res<ActiveBrush>| brush.colour().is_some())
                template_value(Tooltip::new("Changes name, label and colour of the chosen one, or removes it", ""))
                on(|_: On<Activate>, brush: Res<ActiveBrush>, mut out: MessageWriter<EditColour>| {
                    if let Some(colour) = brush.colour() {
                        out.write(EditColour(colour));
                    }
                })
            ),
        ]
    }
}

fn sets_button() -> impl Scene {
    bsn! {
        button("Sets")
        template_value(Tooltip::new("Recolours all by a set, such as one for colour-blind eyes", ""))
        sends(ShowColourSets)
    }
}

/// Appends the next colour that the palette does not have.
#[derive(Message, Clone, Copy, Debug)]
struct AddColour;

fn add_colours(
    mut messages: MessageReader<AddColour>,
    document: Res<Document>,
    mut edits: MessageWriter<Edit>,
    mut choices: MessageWriter<ChooseBrush>,
) {
    for _ in messages.read() {
        let palette = &document.draft().palette;
        if let Some(swatch) = palette.next_swatch() {
            edits.write(Edit(EditCommand::AddColour(swatch)));
            choices.write(ChooseBrush(Brush::Colour(Colour(palette.len() as u8))));
        }
    }
}

/// What the rows were made of.
type Shown = (Palette, TileMarks, u8, Theme);

/// Makes the rows anew where they show something else.
fn show_brushes(
    document: Res<Document>,
    marks: Res<TileMarks>,
    number: Res<NewNumber>,
    settings: Res<Settings>,
    list: Single<Entity, With<BrushList>>,
    mut shown: Local<Option<Shown>>,
    mut commands: Commands,
) {
    let palette = &document.draft().palette;
    let is_shown = |shown: &Shown| {
        shown.0 == *palette && (shown.1, shown.2, shown.3) == (*marks, number.0, settings.theme)
    };
    if shown.as_ref().is_some_and(is_shown) {
        return;
    }
    *shown = Some((palette.clone(), *marks, number.0, settings.theme));
    commands.entity(*list).despawn_related::<Children>();
    let look = RowLook { palette, marks: *marks, ground: theme::GROUND.color(settings.theme) };
    for brush in brushes(palette, number.0) {
        commands.spawn_scene(brush_row(brush, look)).insert(ChildOf(*list));
    }
}

/// Puts the pattern of its tiles on the little tile of a brush, and the hatching on passes.
fn show_patterns(
    document: Res<Document>,
    (marks, settings): (Res<TileMarks>, Res<Settings>),
    patterns: Res<TilePatterns>,
    tiles: Query<(Entity, &BrushTile), Added<BrushTile>>,
    passes: Query<(Entity, &PassSwatch), Added<PassSwatch>>,
    mut commands: Commands,
) {
    let palette = &document.draft().palette;
    let ground = theme::rgb(theme::GROUND.color(settings.theme));
    for (entity, &PassSwatch(colour)) in &passes {
        if colour.index() < palette.len() {
            let ink = picture::hatch(palette.swatch(colour).rgb, ground);
            commands.entity(entity).insert(patterns.hatching(theme::color(ink), theme::ROW));
        }
    }
    for (entity, tile) in &tiles {
        if let Brush::Colour(colour) = tile.0
            && colour.index() < palette.len()
            && let (_, Some(pattern)) = mark_of(colour, palette, *marks)
        {
            let ground = theme::color(palette.swatch(colour).rgb);
            commands.entity(entity).insert(patterns.node(pattern, ground));
        }
    }
}

/// Frames until rows that have just been made have their places.
const FRAMES_TO_PLACE: u8 = 2;

/// Scrolls to the brush that has been chosen, or added.
fn scroll_to_chosen(
    brush: Res<ActiveBrush>,
    rows: Query<(Entity, Ref<BrushRow>)>,
    mut frames: Local<u8>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    if brush.is_changed() || rows.iter().any(|(_, row)| row.is_added()) {
        *frames = FRAMES_TO_PLACE + 1;
    }
    if *frames == 0 {
        return;
    }
    *frames -= 1;
    redraw.write(RequestRedraw);
    if *frames == 0
        && let Some((entity, _)) = rows.iter().find(|(_, row)| row.0 == brush.0)
    {
        commands.trigger(ScrollIntoView { entity });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<AddColour>().add_systems(Startup, fill_slot).add_systems(
        Update,
        (
            add_colours.in_set(FrameSystems::Input),
            scroll_to_chosen.in_set(FrameSystems::Views),
            (show_brushes, show_patterns).chain().in_set(FrameSystems::Views),
        ),
    );
}
