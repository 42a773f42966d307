//! What the boards are like, beside the tools: their size and which part of them stays when that
//! changes, what is drawn on tiles. And the field for the opening, which the solver panel has.

use bevy::feathers::controls::{
    FeathersNumberInput, NumberFormat, NumberInputValue, UpdateNumberInput,
};
use bevy::feathers::tokens;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEditChange};
use bevy::ui_widgets::{Activate, ValueChange};
use bevy::window::RequestRedraw;

use super::toolbar;
use crate::app::boards::slots::ToolbarSlot;
use crate::app::boards::view::TileMarks;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::bound::{caption_of, chosen_if, ground_of, sends};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowHint;
use crate::app::kit::theme::{self, Ink, button, label};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{EditCommand, MAX_SIDE, Size, format_moves, parse_moves};

/// The field for the width or the height of the board.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeField {
    /// Columns.
    #[default]
    Width,
    /// Rows.
    Height,
}

/// Which part of the board stays where it is when its size changes: its left, its
/// middle or its right (0, 1, 2), and its top, its middle or its bottom.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptPart {
    /// Left, middle, right.
    pub x: u8,
    /// Top, middle, bottom.
    pub y: u8,
}

impl KeptPart {
    /// Returns by how much the drawing moves.
    fn shift(self, before: Size, after: Size) -> (i16, i16) {
        let along = |part: u8, before: u8, after: u8| {
            let grown = i16::from(after) - i16::from(before);
            match part {
                0 => 0,
                1 => grown.div_euclid(2),
                _ => grown,
            }
        };
        (along(self.x, before.width, after.width), along(self.y, before.height, after.height))
    }
}

/// The field with the moves that every solution must begin with.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct OpeningField;

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

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<ToolbarSlot>>) {
    let parts: Vec<_> = (0..3)
        .map(|y| {
            let row: Vec<_> = (0..3).map(|x| kept_part_button(KeptPart { x, y })).collect();
            bsn! { Node { column_gap: px(-1) } Children [ {row} ] }
        })
        .collect();
    let groups: [Box<dyn Scene>; 3] = [
        Box::new(bsn! {
            Node { align_items: AlignItems::Center, column_gap: px(4), margin: UiRect::left(auto()) }
            Children [
                size_row(SizeField::Width, ["How many columns the boards have, 1 to 32", "One column less", "One column more"]),
                label("\u{d7}"),
                size_row(SizeField::Height, ["How many rows the boards have, 1 to 32", "One row less", "One row more"]),
            ]
        }),
        Box::new(bsn! {
            Node { flex_direction: FlexDirection::Column, row_gap: px(-1) }
            Children [ {parts} ]
        }),
        Box::new(next_marks_button()),
    ];
    for group in groups {
        commands.spawn_scene(group).insert(ChildOf(*slot));
    }
}

/// Returns the field with the moves that every solution must begin with.
pub(in crate::app) fn opening_row() -> impl Scene {
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(4), flex_shrink: 0.0 }
        template_value(Tooltip::new("Moves that every solution must begin with, such as d1L c2U", ""))
        Children [
            ( Node { width: px(76), flex_shrink: 0.0 } Children [ label("Begins with") ] ),
            ( theme::text_field(OpeningField, 600) Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0) } ),
        ]
    }
}

/// The button that shows what is drawn on tiles, and draws the next.
fn next_marks_button() -> impl Scene {
    bsn! {
        button("")
        Node { width: px(68), padding: UiRect::ZERO }
        template_value(Tooltip::new("What is drawn on tiles: nothing, the letters of their colours, or patterns", "L"))
        on(|_: On<Activate>, mut shown: ResMut<TileMarks>| { *shown = shown.next(); })
        caption_of(|shown: Res<TileMarks>| shown.label().to_owned())
        #TileMarks
    }
}

fn kept_part_button(part: KeptPart) -> impl Scene {
    let across = ["left", "middle", "right"][usize::from(part.x)];
    let down = ["top", "middle", "bottom"][usize::from(part.y)];
    let name = match (part.x, part.y) {
        (1, 1) => "middle".to_owned(),
        _ => format!("{down} {across}"),
    };
    bsn! {
        theme::bare_button()
        Node { width: px(12), height: px(12), border: UiRect::all(px(1)) }
        ground_of(move |kept: Res<KeptPart>| if *kept == part { theme::INK } else { theme::GROUND })
        theme::Frame(theme::INK)
        template_value(Tooltip(format!("Resizing keeps the {name}; the other edges move")))
        on(move |_: On<Activate>, mut kept: ResMut<KeptPart>| { *kept = part; })
    }
}

/// Returns the button for what is drawn on tiles.
pub(in crate::app) fn marks_button(marks: TileMarks) -> impl Scene {
    let tip = match marks {
        TileMarks::None => "Tiles without signs, but for their labels",
        TileMarks::Letters => "The letter of each colour on its tiles",
        TileMarks::Patterns => "A pattern for each colour on its tiles",
    };
    bsn! {
        button(marks.label())
        Node { flex_grow: 1.0, padding: UiRect::horizontal(px(5)) }
        template_value(Tooltip::new(tip, "L"))
        on(move |_: On<Activate>, mut shown: ResMut<TileMarks>| { *shown = marks; })
        chosen_if(move |shown: Res<TileMarks>| *shown == marks)
    }
}

/// Takes what is typed as soon as it is a list of moves.
fn opening_on_edit(
    edit: On<TextEditChange>,
    mut fields: Query<(&EditableText, &mut Ink), With<OpeningField>>,
    focus: Res<InputFocus>,
    document: Res<Document>,
    mut edits: MessageWriter<Edit>,
    mut hints: MessageWriter<ShowHint>,
) {
    let entity = edit.event_target();
    let Ok((text, mut ink)) = fields.get_mut(entity) else { return };
    // It is also sent when the field is spawned and when it is filled.
    if focus.get() != Some(entity) {
        return;
    }
    match parse_moves(&text.value().to_string()) {
        Ok(moves) => {
            ink.0 = theme::INK;
            if moves != document.draft().opening {
                edits.write(Edit(EditCommand::SetOpening(moves)));
            }
        }
        Err(_) => {
            ink.0 = theme::RED;
            hints.write(ShowHint("An opening is moves such as d1L c2U: a cell and U, D, L or R."));
        }
    }
}

/// Shows the opening of the level in a field that says something else, unless it is
/// being typed.
fn show_opening(
    document: Res<Document>,
    focus: Res<InputFocus>,
    mut fields: Query<(Entity, &mut EditableText, &mut Ink), With<OpeningField>>,
) {
    let opening = &document.draft().opening;
    for (entity, mut text, mut ink) in &mut fields {
        let typed = parse_moves(&text.value().to_string());
        if focus.get() != Some(entity) && typed.as_ref() != Ok(opening) {
            theme::write_into(&mut text, &format_moves(opening));
            ink.0 = theme::INK;
        }
    }
}

fn size_row(field: SizeField, tips: [&'static str; 3]) -> impl Scene {
    let [about, less, more] = tips.map(|tip| Tooltip::new(tip, ""));
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(-1) }
        template_value(about)
        Children [
            (
                button("–")
                Node { width: px(18), padding: UiRect::ZERO }
                template_value(less)
                sends(SizeInput::By(field, -1))
            ),
            (
                @FeathersNumberInput {
                    @number_format: NumberFormat::I32,
                    // What the widget takes for the colour of its frame.
                    @sigil_color: tokens::CHECKBOX_BORDER
                }
                Node {
                    height: px(theme::ROW),
                    width: px(30),
                    flex_grow: 0.0,
                    border: UiRect::all(px(1)),
                    border_radius: BorderRadius::ZERO,
                    padding: UiRect::horizontal(px(3)),
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
                Node { width: px(18), padding: UiRect::ZERO }
                template_value(more)
                sends(SizeInput::By(field, 1))
            ),
        ]
    }
}

fn resize(
    mut inputs: MessageReader<SizeInput>,
    document: Res<Document>,
    keep: Res<KeptPart>,
    dropped: Res<SizeDropped>,
    mut edits: MessageWriter<Edit>,
    mut fields: Commands,
    field_entities: Query<(Entity, &SizeField)>,
) {
    for &input in inputs.read() {
        if matches!(input, SizeInput::To(..)) && dropped.0 > 0 {
            continue;
        }
        let size = document.draft().start.size();
        let (field, wanted) = match input {
            SizeInput::By(field, by) => (field, i32::from(field.of(size)) + i32::from(by)),
            SizeInput::To(field, side) => (field, side),
        };
        let side = wanted.clamp(1, i32::from(MAX_SIDE)) as u8;
        let size_after = field.with(size, side);
        let (dx, dy) = keep.shift(size, size_after);
        edits.write(Edit(EditCommand::Resize { size: size_after, dx, dy }));
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

/// For so many frames what comes from the fields of the size is not taken.
#[derive(Resource, Default)]
struct SizeDropped(u8);

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

/// Escape leaves the board as large as it is, whatever was typed.
fn drop_on_escape(keys: Res<ButtonInput<KeyCode>>, mut dropped: ResMut<SizeDropped>) {
    if keys.just_pressed(KeyCode::Escape) {
        dropped.0 = FRAMES_TO_TAKE;
    } else if dropped.0 > 0 {
        dropped.0 -= 1;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeptPart>()
        .init_resource::<SizeDropped>()
        .add_message::<SizeInput>()
        .add_observer(opening_on_edit)
        .add_systems(Startup, fill_slot.after(toolbar::fill_slot))
        .add_systems(
            Update,
            (
                (drop_on_escape, resize).chain().in_set(FrameSystems::Input),
                (
                    show_size.run_if(on_message::<DocumentChanged>.or_else(run_once)),
                    show_size_when_left,
                    show_opening.run_if(
                        on_message::<DocumentChanged>.or_else(resource_changed::<InputFocus>),
                    ),
                )
                    .in_set(FrameSystems::Views),
            ),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_part_can_be_the_one_that_stays() {
        let (small, large) = (Size::new(4, 4), Size::new(7, 5));
        let shift = |x, y| KeptPart { x, y }.shift(small, large);
        assert_eq!(shift(0, 0), (0, 0));
        assert_eq!(shift(1, 1), (1, 0));
        assert_eq!(shift(2, 2), (3, 1));
        assert_eq!(KeptPart { x: 1, y: 2 }.shift(large, small), (-2, -1));
    }
}
