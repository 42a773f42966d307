//! The top of the column at the left: the brushes, how many tiles of each colour
//! start and goal have, and what can be done to the palette.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, ScrollArea, ScrollIntoView};
use bevy::window::RequestRedraw;

use super::brush_row::{BrushRow, BrushTile, ColourCount, PassSwatch, RowLook, brush_row, brushes};
use super::colour_dialog::{EditColour, ShowColourSets};
use super::numbers::NewNumber;
use super::targets::Target;
use crate::app::boards::slots::PaletteSlot;
use crate::app::boards::view::patterns::TilePatterns;
use crate::app::boards::view::{TileMarks, mark_of};
use crate::app::document::brush::{ActiveBrush, ChooseBrush};
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, button, heading, label_dim};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::appearance::painted;
use crate::app::settings::{Settings, Theme};
use crate::picture;
use crate::puzzle::{Brush, Colour, EditCommand, Layout, Palette, TileKind};

/// The rows of the brushes.
#[derive(Component, Clone, Default)]
struct BrushList;

/// The button that opens the dialog of the chosen colour.
#[derive(Component, Clone, Default)]
struct EditButton;

/// The most of the window's height that the brushes take, in percent.
const LIST_HEIGHT: f32 = 38.0;

/// So many rows are there in any window.
const FIRST_ROWS: usize = 10;
/// Height of a row and the gap below it.
const ROW_STEP: f32 = 27.0;

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<PaletteSlot>>) {
    let rows: [Box<dyn Scene>; 3] = [
        Box::new(bsn! {
            // As high as the rows above the boards, so that the headings align.
            Node { height: px(theme::ROW), align_items: AlignItems::Center, padding: UiRect::right(px(6)) }
            template_value(Tooltip::new("What the left button paints, and how many tiles of each colour START has and GOAL asks for", ""))
            Children [
                ( Node { flex_grow: 1.0 } Children [ heading("PAINT") ] ),
                label_dim("start  goal"),
            ]
        }),
        Box::new(bsn! {
            Node {
                flex_direction: FlexDirection::Column,
                row_gap: px(1),
                // Eleven rows in the usual window: more of them scroll instead of pushing the
                // history away.
                max_height: vh(LIST_HEIGHT),
                overflow: Overflow::scroll_y(),
            }
            ScrollArea
            BrushList
        }),
        Box::new(bsn! {
            Node { column_gap: px(-1) }
            Children [
                (
                    button("Add")
                    Node { flex_grow: 1.0 }
                    template_value(Tooltip::new("Adds a colour to this level", ""))
                    on(|_: On<Activate>, mut out: MessageWriter<AddColour>| { out.write(AddColour); })
                ),
                (
                    button("Edit")
                    Node { flex_grow: 1.0 }
                    EditButton
                    template_value(Tooltip::new("Changes name, label and colour of the chosen one, or removes it", ""))
                    on(|_: On<Activate>, brush: Res<ActiveBrush>, mut out: MessageWriter<EditColour>| {
                        if let Some(colour) = brush.colour() {
                            out.write(EditColour(colour));
                        }
                    })
                ),
                (
                    button("Sets")
                    Node { flex_grow: 1.0 }
                    template_value(Tooltip::new("Recolours all by a set, such as one for colour-blind eyes", ""))
                    on(|_: On<Activate>, mut out: MessageWriter<ShowColourSets>| {
                        out.write(ShowColourSets);
                    })
                ),
            ]
        }),
    ];
    for row in rows {
        commands.spawn_scene(row).insert(ChildOf(*slot));
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
    list: Single<(Entity, &mut Node), With<BrushList>>,
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
    let (list, mut node) = list.into_inner();
    commands.entity(list).despawn_related::<Children>();
    let look = RowLook { palette, marks: *marks, ground: painted(theme::WHITE, settings.theme) };
    let brushes = brushes(palette, number.0);
    // In a low window the column scrolls: the first ten, the eraser of a new level with them, are
    // not to be looked for in a list within it.
    node.min_height = px(ROW_STEP * brushes.len().min(FIRST_ROWS) as f32);
    for brush in brushes {
        commands.spawn_scene(brush_row(brush, look)).insert(ChildOf(list));
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
    let ground = theme::rgb(painted(theme::WHITE, settings.theme));
    for (entity, &PassSwatch(colour)) in &passes {
        if colour.index() < palette.len() {
            let ink = picture::hatch(palette.swatch(colour).rgb, ground);
            commands.entity(entity).insert(patterns.hatching(theme::color(ink)));
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

fn show_chosen(
    brush: Res<ActiveBrush>,
    mut rows: Query<(&BrushRow, &mut BackgroundColor, &mut BorderColor)>,
    mut passes: Query<(&PassSwatch, &mut Outline)>,
    edit: Single<(Entity, Has<InteractionDisabled>), With<EditButton>>,
    mut commands: Commands,
) {
    for (row, mut ground, mut frame) in &mut rows {
        let (paint, line) = match (row.0, brush.0) {
            (own, chosen) if own == chosen => (theme::FIELD_HOVER, theme::BLACK),
            // The frame is around the pass.
            (Brush::Colour(own), Brush::Pass(chosen)) if own == chosen => {
                (theme::FIELD_HOVER, Color::NONE)
            }
            _ => (Color::NONE, Color::NONE),
        };
        ground.set_if_neq(BackgroundColor(paint));
        frame.set_if_neq(BorderColor::all(line));
    }
    for (pass, mut outline) in &mut passes {
        let is_chosen = Brush::Pass(pass.0) == brush.0;
        let ink = if is_chosen { theme::BLACK } else { Color::NONE };
        *outline = Outline::new(px(2), px(0), ink);
    }
    let (edit, was_disabled) = *edit;
    match (brush.colour().is_some(), was_disabled) {
        (true, true) => drop(commands.entity(edit).remove::<InteractionDisabled>()),
        (false, false) => drop(commands.entity(edit).insert(InteractionDisabled)),
        _ => {}
    }
}

/// Counts the tiles of each colour; a goal that asks for too many is red.
fn show_counts(
    document: Res<Document>,
    target: Res<Target>,
    mut counts: Query<(&ColourCount, &mut Text, &mut TextColor)>,
) {
    let draft = document.draft();
    let is_chameleon = |colour: &Colour| draft.palette.swatch(*colour).kind == TileKind::Chameleon;
    let chameleons: usize = draft
        .palette
        .colours()
        .filter(is_chameleon)
        .map(|colour| draft.count(Layout::Start, colour))
        .sum();
    for (count, mut text, mut ink) in &mut counts {
        let Brush::Colour(colour) = count.colour else { continue };
        if document.size(target.0).is_none() || colour.index() >= draft.palette.len() {
            continue;
        }
        let (has, wants) = (draft.count(Layout::Start, colour), draft.count(target.0, colour));
        let number = if count.of_target { wants } else { has };
        text.set_if_neq(Text(if number == 0 { "–".to_owned() } else { number.to_string() }));
        // A chameleon may take any colour.
        let is_plain = draft.palette.swatch(colour).kind == TileKind::Plain;
        let all = if is_plain { has + chameleons } else { has };
        let is_short = count.of_target && wants > all;
        ink.set_if_neq(TextColor(if is_short { theme::RED } else { theme::DIM }));
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

fn rows_added(rows: Query<(), Added<BrushRow>>) -> bool {
    !rows.is_empty()
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<AddColour>().add_systems(Startup, fill_slot).add_systems(
        Update,
        (
            add_colours.in_set(FrameSystems::Input),
            scroll_to_chosen.in_set(FrameSystems::Views),
            (
                show_brushes,
                (
                    show_patterns,
                    show_chosen.run_if(resource_changed::<ActiveBrush>.or_else(rows_added)),
                    show_counts.run_if(
                        on_message::<DocumentChanged>
                            .or_else(resource_changed::<Target>)
                            .or_else(rows_added),
                    ),
                ),
            )
                .chain()
                .in_set(FrameSystems::Views),
        ),
    );
}
