//! The top of the column at the left: the brushes, how many tiles of each colour
//! start and goal have, and what can be done to the palette.

use bevy::prelude::*;
use bevy::text::LineBreak;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, ScrollArea, ScrollIntoView};
use bevy::window::RequestRedraw;

use super::colour_dialog::{EditColour, ShowColourSets};
use super::targets::Target;
use crate::app::boards::slots::PaletteSlot;
use crate::app::boards::view::patterns::TilePatterns;
use crate::app::boards::view::{TileMarks, mark_of};
use crate::app::document::brush::{Brush, ChooseBrush};
use crate::app::document::step_name::colour_name;
use crate::app::document::{Document, DocumentChanged, EditCommand};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, button, heading, label, label_dim};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{Colour, Layout, Palette, default_swatch};

/// The rows of the brushes.
#[derive(Component, Clone, Default)]
struct BrushList;

/// The row of one brush.
#[derive(Component, Clone, Copy, Default)]
pub struct BrushRow(pub Brush);

/// The little tile of a brush, with what is drawn on its tiles.
#[derive(Component, Clone, Copy, Default)]
struct BrushTile(Brush);

/// How many cells of a layout have a colour.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColourCount {
    /// The colour.
    pub colour: Brush,
    /// Of the layout at the right, not of the start.
    pub of_target: bool,
}

/// The button that opens the dialog of the chosen colour.
#[derive(Component, Clone, Default)]
struct EditButton;

/// Width of a number, in logical pixels.
const COUNT_WIDTH: f32 = 26.0;
/// The most of the window's height that the brushes take, in percent.
const LIST_HEIGHT: f32 = 30.0;

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
                row_gap: px(2),
                // Eight rows in the usual window: more of them scroll instead of pushing the
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
                    on(|_: On<Activate>, brush: Res<Brush>, mut out: MessageWriter<EditColour>| {
                        if let Brush::Colour(colour) = *brush {
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
    mut edits: MessageWriter<EditCommand>,
    mut choices: MessageWriter<ChooseBrush>,
) {
    for _ in messages.read() {
        let palette = &document.draft().palette;
        // Known letters first; the others get the colours of a list, one by one.
        let letters = "BGROYP".chars().chain('A'..='Z').chain('a'..='z').chain('0'..='9');
        let mut free = letters.filter(|&letter| palette.find(letter).is_none());
        if let Some(letter) = free.next() {
            let known = palette.swatches().iter().filter(|s| "BGROYP".contains(s.symbol)).count();
            edits.write(EditCommand::AddColour(default_swatch(letter, palette.len() - known)));
            choices.write(ChooseBrush(Brush::Colour(Colour(palette.len() as u8))));
        }
    }
}

/// Returns the brushes in the order of their keys: wall, colours, eraser.
pub fn brushes(palette: &Palette) -> impl Iterator<Item = Brush> {
    let colours = palette.colours().map(Brush::Colour);
    std::iter::once(Brush::Wall).chain(colours).chain([Brush::Eraser])
}

/// Makes the rows anew where the palette is another one.
fn show_brushes(
    document: Res<Document>,
    marks: Res<TileMarks>,
    list: Single<Entity, With<BrushList>>,
    mut shown: Local<Option<(Palette, TileMarks)>>,
    mut commands: Commands,
) {
    let palette = &document.draft().palette;
    if shown.as_ref().is_some_and(|shown| shown.0 == *palette && shown.1 == *marks) {
        return;
    }
    *shown = Some((palette.clone(), *marks));
    commands.entity(*list).despawn_related::<Children>();
    for (index, brush) in brushes(palette).enumerate() {
        let key = match brush {
            Brush::Eraser => "0".to_owned(),
            _ if index < 9 => (index + 1).to_string(),
            _ => String::new(),
        };
        let letter = match brush {
            Brush::Colour(colour) => mark_of(colour, palette, *marks).0,
            _ => String::new(),
        };
        let row = brush_row(brush, brush_name(brush, palette), key, letter, palette);
        commands.spawn_scene(row).insert(ChildOf(*list));
    }
}

fn brush_name(brush: Brush, palette: &Palette) -> String {
    match brush {
        Brush::Wall => "Wall".to_owned(),
        Brush::Eraser => "Eraser".to_owned(),
        Brush::Colour(colour) => colour_name(palette, colour),
    }
}

fn brush_row(
    brush: Brush,
    name: String,
    key: String,
    letter: String,
    palette: &Palette,
) -> impl Scene {
    let fill = match brush {
        Brush::Wall => theme::BLACK,
        Brush::Colour(colour) => theme::color(palette.swatch(colour).rgb),
        Brush::Eraser => theme::WHITE,
    };
    let ink = theme::ink_on(fill);
    let tip = Tooltip::new(&what_it_paints(brush, &name, palette), &key);
    let count = |of_target| count_text(ColourCount { colour: brush, of_target });
    bsn! {
        theme::bare_button()
        Node {
            height: px(28),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            column_gap: px(6),
            padding: UiRect::horizontal(px(4)),
            border: UiRect::all(px(2)),
        }
        // Without a ground of its own a row does not cover the focus ring of the one above.
        BackgroundColor(Color::NONE)
        BorderColor::all(Color::NONE)
        template_value(tip)
        template_value(BrushRow(brush))
        on(move |_: On<Activate>, mut out: MessageWriter<ChooseBrush>| {
            out.write(ChooseBrush(brush));
        })
        Children [
            ( Node { width: px(8), flex_shrink: 0.0 } Pickable::IGNORE Children [ label_dim(key) ] ),
            (
                Node {
                    width: px(20),
                    height: px(20),
                    flex_shrink: 0.0,
                    border: UiRect::all(px(1)),
                    align_items: AlignItems::Center,
                    justify_content: JustifyContent::Center,
                    overflow: Overflow::clip(),
                }
                BackgroundColor(fill)
                BorderColor::all(theme::BLACK)
                Pickable::IGNORE
                template_value(BrushTile(brush))
                Children [ ( label_dim(letter) TextColor(ink) ) ]
            ),
            (
                Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), overflow: Overflow::clip() }
                Pickable::IGNORE
                Children [ ( label(name) TextLayout { linebreak: LineBreak::NoWrap } ) ]
            ),
            count(false),
            count(true),
        ]
    }
}

fn what_it_paints(brush: Brush, name: &str, palette: &Palette) -> String {
    match brush {
        Brush::Colour(colour) => {
            format!("Paints {name}, '{}' in the file", palette.swatch(colour).symbol)
        }
        Brush::Wall => "Paints walls, where no tile can be, on both boards".into(),
        Brush::Eraser => "Empties cells, as the right button does with any brush".into(),
    }
}

fn count_text(count: ColourCount) -> impl Scene {
    bsn! {
        Node { width: px(COUNT_WIDTH), flex_shrink: 0.0, justify_content: JustifyContent::End }
        Pickable::IGNORE
        Children [ ( label_dim("") template_value(count) ) ]
    }
}

/// Puts the pattern of its tiles on the little tile of a brush.
fn show_patterns(
    document: Res<Document>,
    marks: Res<TileMarks>,
    patterns: Res<TilePatterns>,
    tiles: Query<(Entity, &BrushTile), Added<BrushTile>>,
    mut commands: Commands,
) {
    let palette = &document.draft().palette;
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
    brush: Res<Brush>,
    mut rows: Query<(&BrushRow, &mut BackgroundColor, &mut BorderColor)>,
    edit: Single<(Entity, Has<InteractionDisabled>), With<EditButton>>,
    mut commands: Commands,
) {
    for (row, mut ground, mut frame) in &mut rows {
        let (paint, line) = if row.0 == *brush {
            (theme::FIELD_HOVER, theme::BLACK)
        } else {
            (Color::NONE, Color::NONE)
        };
        ground.set_if_neq(BackgroundColor(paint));
        frame.set_if_neq(BorderColor::all(line));
    }
    let (edit, was_disabled) = *edit;
    match (matches!(*brush, Brush::Colour(_)), was_disabled) {
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
    for (count, mut text, mut ink) in &mut counts {
        let Brush::Colour(colour) = count.colour else { continue };
        if document.size(target.0).is_none() || colour.index() >= draft.palette.len() {
            continue;
        }
        let (has, wants) = (draft.count(Layout::Start, colour), draft.count(target.0, colour));
        let number = if count.of_target { wants } else { has };
        text.set_if_neq(Text(if number == 0 { "–".to_owned() } else { number.to_string() }));
        let is_short = count.of_target && wants > has;
        ink.set_if_neq(TextColor(if is_short { theme::RED } else { theme::DIM }));
    }
}

/// Frames until rows that have just been made have their places.
const FRAMES_TO_PLACE: u8 = 2;

/// Scrolls to the brush that has been chosen, or added.
fn scroll_to_chosen(
    brush: Res<Brush>,
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
        && let Some((entity, _)) = rows.iter().find(|(_, row)| row.0 == *brush)
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
                    show_chosen.run_if(resource_changed::<Brush>.or_else(rows_added)),
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
