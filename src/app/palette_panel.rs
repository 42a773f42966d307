//! The column at the left: the brushes, the size of the board, and how tiles are
//! drawn.

use bevy::feathers::controls::{
    FeathersCheckbox, FeathersNumberInput, NumberFormat, NumberInputValue, UpdateNumberInput,
};
use bevy::feathers::cursor::EntityCursor;
use bevy::feathers::focus::FocusIndicator;
use bevy::feathers::theme::ThemedText;
use bevy::feathers::tokens;
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::{Activate, Button as WidgetButton, ValueChange};
use bevy::window::{RequestRedraw, SystemCursorIcon};

use super::FrameSystems;
use super::document::{Document, DocumentChanged, EditCommand};
use super::editor::{Brush, ChooseBrush, ShowLetters};
use super::layout::PaletteSlot;
use super::theme::{self, button, heading, label, label_dim};
use crate::puzzle::{Colour, MAX_SIDE, Palette, Size, default_swatch};

/// The rows of the brushes.
#[derive(Component, Clone, Default)]
struct BrushList;

/// The row of one brush.
#[derive(Component, Clone, Copy, Default)]
pub struct BrushRow(pub Brush);

/// The field for the width or the height of the board.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeField {
    /// Columns.
    #[default]
    Width,
    /// Rows.
    Height,
}

/// The box that switches the letters on.
#[derive(Component, Clone, Default)]
struct LettersBox;

impl SizeField {
    const fn of(self, size: Size) -> u8 {
        match self {
            Self::Width => size.width,
            Self::Height => size.height,
        }
    }

    const fn with(self, size: Size, side: u8) -> Size {
        match self {
            Self::Width => Size { width: side, ..size },
            Self::Height => Size { height: side, ..size },
        }
    }
}

/// Makes the board wider or higher by this much, or as wide or high as this.
#[derive(Message, Clone, Copy, Debug)]
enum SizeInput {
    By(SizeField, i16),
    To(SizeField, i32),
}

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<PaletteSlot>>) {
    let rows: [Box<dyn Scene>; 8] = [
        Box::new(bsn! {
            // As high as the rows above the boards, so that the headings align.
            Node { height: px(theme::ROW), align_items: AlignItems::Center, flex_shrink: 0.0 }
            Children [ heading("PAINT") ]
        }),
        Box::new(bsn! {
            Node { flex_direction: FlexDirection::Column, row_gap: px(2) }
            BrushList
        }),
        Box::new(bsn! {
            button("Add a colour")
            on(|_: On<Activate>, mut out: MessageWriter<AddColour>| { out.write(AddColour); })
        }),
        Box::new(gap()),
        Box::new(heading("BOARD")),
        Box::new(size_row("Width", SizeField::Width)),
        Box::new(size_row("Height", SizeField::Height)),
        Box::new(bsn! {
            @FeathersCheckbox { @caption: bsn! { Text("Letters") ThemedText } }
            Node { margin: UiRect::top(px(6)) }
            LettersBox
            on(|change: On<ValueChange<bool>>, mut letters: ResMut<ShowLetters>| {
                letters.0 = change.value;
            })
        }),
    ];
    for row in rows {
        commands.spawn_scene(row).insert(ChildOf(*slot));
    }
}

fn gap() -> impl Scene {
    bsn! { Node { height: px(8), flex_shrink: 0.0 } }
}

fn size_row(caption: &'static str, field: SizeField) -> impl Scene {
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(2) }
        Children [
            ( Node { width: px(48) } Children [ label(caption) ] ),
            (
                button("–")
                Node { width: px(20), padding: UiRect::ZERO }
                on(move |_: On<Activate>, mut out: MessageWriter<SizeInput>| {
                    out.write(SizeInput::By(field, -1));
                })
            ),
            (
                @FeathersNumberInput {
                    @number_format: NumberFormat::I32,
                    // What the widget takes for the colour of its frame.
                    @sigil_color: tokens::CHECKBOX_BORDER
                }
                Node {
                    height: px(theme::ROW),
                    width: px(36),
                    flex_grow: 0.0,
                    border: UiRect::all(px(1)),
                    border_radius: BorderRadius::ZERO,
                    padding: UiRect::horizontal(px(4)),
                }
                template_value(field)
                on(move |change: On<ValueChange<i32>>, mut out: MessageWriter<SizeInput>| {
                    if change.is_final {
                        out.write(SizeInput::To(field, change.value));
                    }
                })
            ),
            (
                button("+")
                Node { width: px(20), padding: UiRect::ZERO }
                on(move |_: On<Activate>, mut out: MessageWriter<SizeInput>| {
                    out.write(SizeInput::By(field, 1));
                })
            ),
        ]
    }
}

fn resize(
    mut inputs: MessageReader<SizeInput>,
    document: Res<Document>,
    mut edits: MessageWriter<EditCommand>,
    mut fields: Commands,
    field_entities: Query<(Entity, &SizeField)>,
) {
    for &input in inputs.read() {
        let size = document.draft().start.size();
        let (field, wanted) = match input {
            SizeInput::By(field, by) => (field, i32::from(field.of(size)) + i32::from(by)),
            SizeInput::To(field, side) => (field, side),
        };
        let side = wanted.clamp(1, i32::from(MAX_SIDE)) as u8;
        edits.write(EditCommand::Resize(field.with(size, side)));
        if i32::from(side) != wanted {
            // What was typed is not what the board has.
            show_side(&mut fields, &field_entities, field, side);
        }
    }
}

fn show_side(
    commands: &mut Commands,
    fields: &Query<(Entity, &SizeField)>,
    field: SizeField,
    side: u8,
) {
    for (entity, _) in fields.iter().filter(|(_, other)| **other == field) {
        let value = NumberInputValue::I32(side.into());
        commands.trigger(UpdateNumberInput { entity, value });
    }
}

fn show_size(document: Res<Document>, fields: Query<(Entity, &SizeField)>, mut commands: Commands) {
    let size = document.draft().start.size();
    for field in [SizeField::Width, SizeField::Height] {
        show_side(&mut commands, &fields, field, field.of(size));
    }
}

/// Frames from a change of the focus until what was typed has come to the board.
const FRAMES_TO_TAKE: u8 = 3;

/// Shows the size of the board in a field that was left with something else in it:
/// nothing, letters, too large a number.
fn show_size_when_left(
    document: Res<Document>,
    focus: Res<InputFocus>,
    fields: Query<(Entity, &SizeField)>,
    mut left: Local<u8>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if focus.is_changed() {
        *left = FRAMES_TO_TAKE;
    }
    if *left == 0 {
        return;
    }
    redraw.write(RequestRedraw);
    *left -= 1;
    if *left == 0 {
        let size = document.draft().start.size();
        for field in [SizeField::Width, SizeField::Height] {
            show_side(&mut commands, &fields, field, field.of(size));
        }
    }
}

/// Enter takes what was typed, and the keys mean the editor again.
fn leave_on_enter(
    keys: Res<ButtonInput<KeyCode>>,
    fields: Query<&Children, With<SizeField>>,
    mut focus: ResMut<InputFocus>,
) {
    let is_in_field = |entity| fields.iter().any(|children| children.contains(&entity));
    if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter])
        && focus.get().is_some_and(is_in_field)
    {
        focus.clear();
    }
}

fn show_letters_box(
    letters: Res<ShowLetters>,
    boxes: Query<Entity, With<LettersBox>>,
    mut commands: Commands,
) {
    for entity in &boxes {
        if letters.0 {
            commands.entity(entity).insert(Checked);
        } else {
            commands.entity(entity).remove::<Checked>();
        }
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

fn show_brushes(
    document: Res<Document>,
    brush: Res<Brush>,
    list: Single<Entity, With<BrushList>>,
    mut shown: Local<Option<(Palette, Brush)>>,
    mut commands: Commands,
) {
    let palette = &document.draft().palette;
    if shown.as_ref().is_some_and(|shown| shown.0 == *palette && shown.1 == *brush) {
        return;
    }
    *shown = Some((palette.clone(), *brush));
    commands.entity(*list).despawn_related::<Children>();
    for (index, each) in brushes(palette).enumerate() {
        let key = match each {
            Brush::Eraser => "0".to_owned(),
            _ if index < 9 => (index + 1).to_string(),
            _ => String::new(),
        };
        let row = brush_row(each, each == *brush, brush_name(each, palette), key, palette);
        commands.spawn_scene(row).insert(ChildOf(*list));
    }
}

fn brush_name(brush: Brush, palette: &Palette) -> String {
    match brush {
        Brush::Wall => "Wall".to_owned(),
        Brush::Eraser => "Eraser".to_owned(),
        Brush::Colour(colour) => {
            let swatch = palette.swatch(colour);
            let name = swatch.name.as_deref().unwrap_or_default();
            let mut letters = name.chars();
            match letters.next() {
                Some(first) => first.to_uppercase().chain(letters).collect(),
                None => swatch.symbol.to_string(),
            }
        }
    }
}

fn brush_row(
    brush: Brush,
    chosen: bool,
    name: String,
    key: String,
    palette: &Palette,
) -> impl Scene {
    let (ground, frame) =
        if chosen { (theme::FIELD_HOVER, theme::BLACK) } else { (theme::WHITE, theme::WHITE) };
    let fill = match brush {
        Brush::Wall => theme::BLACK,
        Brush::Colour(colour) => theme::color(palette.swatch(colour).rgb),
        Brush::Eraser => theme::WHITE,
    };
    bsn! {
        Node {
            height: px(28),
            align_items: AlignItems::Center,
            column_gap: px(8),
            padding: UiRect::horizontal(px(4)),
            border: UiRect::all(px(2)),
        }
        BackgroundColor(ground)
        BorderColor::all(frame)
        WidgetButton
        Hovered
        TabIndex(0)
        FocusIndicator
        EntityCursor::System(SystemCursorIcon::Pointer)
        template_value(BrushRow(brush))
        on(move |_: On<Activate>, mut out: MessageWriter<ChooseBrush>| {
            out.write(ChooseBrush(brush));
        })
        Children [
            (
                Node { width: px(18), height: px(18), border: UiRect::all(px(1)) }
                BackgroundColor(fill)
                BorderColor::all(theme::BLACK)
                Pickable::IGNORE
            ),
            ( Node { flex_grow: 1.0 } Pickable::IGNORE Children [ label(name) ] ),
            label_dim(key),
        ]
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SizeInput>()
        .add_message::<AddColour>()
        .add_systems(Startup, fill_slot)
        .add_systems(
            Update,
            (
                (resize, add_colours, leave_on_enter).in_set(FrameSystems::Input),
                (
                    show_brushes,
                    show_size.run_if(on_message::<DocumentChanged>.or_else(run_once)),
                    show_size_when_left,
                    show_letters_box.run_if(resource_changed::<ShowLetters>),
                )
                    .in_set(FrameSystems::Views),
            ),
        );
}
