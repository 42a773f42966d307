//! The dialogs of the palette: name, label and colour of one entry; what happens to
//! the tiles of one that is removed; the sets of colours.

use bevy::input_focus::{AutoFocus, FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEditChange};
use bevy::ui_widgets::Activate;

use crate::app::document::{Document, Edit};
use crate::app::kit::dialog::{
    CloseDialog, Dialog, answer, button_row, closing, dialog, is_entered, open,
};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{
    self, button, label, label_dim, primary_button, text_field, write_into,
};
use crate::app::kit::tooltip::{Tooltip, explained};
use crate::puzzle::edit::colour_name;
use crate::puzzle::{Colour, ColourSet, EditCommand, MAX_PUSHES, Palette, Rgb, Swatch, TileKind};

/// Opens the dialog of a colour.
#[derive(Message, Clone, Copy, Debug)]
pub struct EditColour(pub Colour);

/// Asks what happens to the tiles of a colour, if there are any, and removes it.
#[derive(Message, Clone, Copy, Debug)]
pub struct AskRemoveColour(pub Colour);

/// Opens the list of the sets.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowColourSets;

/// A field of the dialog.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourField {
    /// What the colour is called.
    #[default]
    Name,
    /// What is written on its tiles.
    Label,
    /// How it looks, as `#rrggbb`.
    Rgb,
    /// How many times its tiles are pushed, if they are numbered.
    Pushes,
}

/// The tile that shows how the colour looks.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Sample;

/// The words under the fields when they cannot be taken.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct ColourComplaint;

/// The colour whose dialog is open.
#[derive(Resource, Default)]
struct Edited(Option<Colour>);

/// Writes a colour into the field.
#[derive(Message, Clone, Copy, Debug)]
struct TakeRgb(Rgb);

/// Takes what is in the fields.
#[derive(Message, Clone, Copy, Debug)]
struct TakeColour;

fn show(
    mut requests: MessageReader<EditColour>,
    document: Res<Document>,
    dialogs: Query<Entity, With<Dialog>>,
    mut edited: ResMut<Edited>,
    mut commands: Commands,
) {
    let Some(&EditColour(colour)) = requests.read().last() else { return };
    let palette = &document.draft().palette;
    if colour.index() >= palette.len() {
        return;
    }
    edited.0 = Some(colour);
    let looks: Vec<_> = ColourSet::ALL
        .into_iter()
        .flat_map(ColourSet::colours)
        .map(|(name, rgb)| look(name, rgb))
        .collect();
    let fields = fields_of(palette.swatch(colour).kind);
    let color = theme::color(palette.swatch(colour).rgb);
    let buttons = bsn_list! {
        (
            button("Remove")
            template_value(Tooltip::new("Takes the colour out of the level; its tiles become another or go", ""))
            on(move |_: On<Activate>, mut out: MessageWriter<AskRemoveColour>| {
                out.write(AskRemoveColour(colour));
            })
        ),
        ( Node { flex_grow: 1.0 } ),
        closing(button("Cancel")),
        (
            primary_button("OK")
            template_value(Tooltip::new("Gives the colour this look and name", "Enter"))
            on(|_: On<Activate>, mut out: MessageWriter<TakeColour>| { out.write(TakeColour); })
        ),
    };
    let content = bsn_list! {
        (
            Node { column_gap: px(16) }
            Children [
                sample(color),
                (
                    Node { flex_grow: 1.0, flex_direction: FlexDirection::Column, row_gap: px(6) }
                    Children [ {fields} ]
                ),
            ]
        ),
        ( Node { flex_wrap: FlexWrap::Wrap, column_gap: px(4), row_gap: px(4) } Children [ {looks} ] ),
        ( label("") theme::Ink(theme::RED) ColourComplaint ),
        button_row(Box::new(buttons)),
    };
    let title = colour_name(palette, colour);
    open(&mut commands, &dialogs, dialog(title, 440.0, Box::new(content)));
}

/// Returns the fields of an entry: on numbered tiles their number stands in place of a label.
fn fields_of(kind: TileKind) -> Vec<Box<dyn Scene>> {
    let written: Box<dyn Scene> = match kind {
        TileKind::Numbered(_) => Box::new(field(
            "Pushes",
            ColourField::Pushes,
            2,
            "How many times each of its tiles must be pushed, 1 to 99",
        )),
        _ => Box::new(field(
            "Label",
            ColourField::Label,
            4,
            "What is written on its tiles, such as a number; empty for nothing",
        )),
    };
    vec![
        Box::new(field(
            "Name",
            ColourField::Name,
            40,
            "What the colour is called in lists and moves",
        )),
        written,
        Box::new(field(
            "Colour",
            ColourField::Rgb,
            7,
            "Red, green and blue as on web pages, such as #e45125",
        )),
    ]
}

/// Returns a tile of the colour, with its label on it.
fn sample(color: Color) -> impl Scene {
    bsn! {
        Node {
            width: px(84),
            height: px(84),
            flex_shrink: 0.0,
            border: UiRect::all(px(2)),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            overflow: Overflow::clip(),
        }
        BackgroundColor(color)
        theme::Frame(theme::INK)
        Sample
        Children [ theme::heading("") ]
    }
}

fn field(
    caption: &'static str,
    field: ColourField,
    longest: usize,
    tip: &'static str,
) -> impl Scene {
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(8) }
        template_value(Tooltip::new(tip, ""))
        Children [
            ( Node { width: px(56), flex_shrink: 0.0 } Children [ label(caption) ] ),
            ( text_field(field, longest) Node { flex_grow: 1.0 } ),
        ]
    }
}

/// A colour to choose from.
fn look(name: &'static str, rgb: Rgb) -> impl Scene {
    bsn! {
        theme::bare_button()
        Node { width: px(26), height: px(26), border: UiRect::all(px(1)) }
        BackgroundColor({theme::color(rgb)})
        theme::Frame(theme::INK)
        template_value(Tooltip(format!("{name}, {rgb}")))
        on(move |_: On<Activate>, mut out: MessageWriter<TakeRgb>| { out.write(TakeRgb(rgb)); })
    }
}

/// Shows what the colour has in fields that have just appeared.
fn fill_fields(
    mut fields: Query<(Entity, &ColourField, &mut EditableText), Added<ColourField>>,
    document: Res<Document>,
    edited: Res<Edited>,
    mut commands: Commands,
) {
    let palette = &document.draft().palette;
    let Some(colour) = edited.0.filter(|colour| colour.index() < palette.len()) else { return };
    let swatch = palette.swatch(colour);
    for (entity, field, mut text) in &mut fields {
        let value = match field {
            ColourField::Name => swatch.name.clone().unwrap_or_default(),
            ColourField::Label => swatch.label.clone().unwrap_or_default(),
            ColourField::Rgb => swatch.rgb.to_string(),
            ColourField::Pushes => swatch.kind.pushes().to_string(),
        };
        write_into(&mut text, &value);
        if *field == ColourField::Name {
            commands.entity(entity).insert(AutoFocus);
        }
    }
}

fn take_rgb(
    mut requests: MessageReader<TakeRgb>,
    mut fields: Query<(Entity, &ColourField, &mut EditableText)>,
    visible: Res<InputFocusVisible>,
    mut focus: ResMut<InputFocus>,
) {
    for &TakeRgb(rgb) in requests.read() {
        for (entity, field, mut text) in &mut fields {
            if *field == ColourField::Rgb {
                write_into(&mut text, &rgb.to_string());
                // After a click Enter takes it; who goes by the keyboard stays there.
                if !visible.0 {
                    focus.set(entity, FocusCause::Pressed);
                }
            }
        }
    }
}

/// Shows the colour and the label that are in the fields.
fn sample_on_edit(
    edit: On<TextEditChange>,
    fields: Query<(&ColourField, &EditableText)>,
    sample: Option<Single<(&mut BackgroundColor, &Children), With<Sample>>>,
    mut labels: Query<(&mut Text, &mut TextColor)>,
) {
    let (Ok((field, text)), Some(sample)) = (fields.get(edit.event_target()), sample) else {
        return;
    };
    let (mut ground, children) = sample.into_inner();
    let text = text.value().to_string();
    if *field == ColourField::Rgb
        && let Ok(rgb) = text.trim().parse::<Rgb>()
    {
        ground.0 = theme::color(rgb);
    }
    for &child in children {
        if let Ok((mut label, mut ink)) = labels.get_mut(child) {
            if matches!(field, ColourField::Label | ColourField::Pushes) {
                label.0 = text.trim().to_owned();
            }
            ink.0 = theme::ink_on(ground.0);
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "a system names all that it reads and writes")]
fn take(
    mut requests: MessageReader<TakeColour>,
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(&ColourField, &EditableText)>,
    document: Res<Document>,
    edited: Res<Edited>,
    complaint: Option<Single<&mut Text, With<ColourComplaint>>>,
    mut edits: MessageWriter<Edit>,
    mut close: MessageWriter<CloseDialog>,
) {
    let asked = requests.read().count() > 0 || is_entered(&keys, &focus, &fields);
    let palette = &document.draft().palette;
    let colour = edited.0.filter(|colour| colour.index() < palette.len());
    let (true, false, Some(colour)) = (asked, fields.is_empty(), colour) else { return };
    let mut swatch: Swatch = palette.swatch(colour).clone();
    let mut problem = None;
    for (field, text) in &fields {
        let text = text.value().to_string().trim().to_owned();
        let some = (!text.is_empty()).then(|| text.clone());
        match field {
            ColourField::Name => swatch.name = some,
            ColourField::Label => swatch.label = some,
            ColourField::Rgb => match text.parse() {
                Ok(rgb) => swatch.rgb = rgb,
                Err(()) => problem = Some(format!("'{text}' is not a colour such as #e45125")),
            },
            ColourField::Pushes => match text.parse() {
                Ok(pushes) if (1..=MAX_PUSHES).contains(&pushes) => {
                    swatch.kind = TileKind::Numbered(pushes);
                }
                _ => problem = Some(format!("'{text}' is not a number from 1 to {MAX_PUSHES}")),
            },
        }
    }
    if let Some(problem) = problem {
        if let Some(mut complaint) = complaint {
            complaint.0 = problem;
        }
        return;
    }
    edits.write(Edit(EditCommand::SetSwatch(colour, swatch)));
    close.write(CloseDialog);
}

fn ask_remove(
    mut requests: MessageReader<AskRemoveColour>,
    document: Res<Document>,
    dialogs: Query<Entity, With<Dialog>>,
    mut edits: MessageWriter<Edit>,
    mut close: MessageWriter<CloseDialog>,
    mut commands: Commands,
) {
    let Some(&AskRemoveColour(colour)) = requests.read().last() else { return };
    let draft = document.draft();
    if colour.index() >= draft.palette.len() {
        return;
    }
    let uses = draft.uses(colour);
    if uses == 0 {
        edits.write(Edit(EditCommand::RemoveColour { colour, heir: None }));
        close.write(CloseDialog);
        return;
    }
    let name = colour_name(&draft.palette, colour).to_lowercase();
    let cells = if uses == 1 { "1 cell is".to_owned() } else { format!("{uses} cells are") };
    let heirs = draft.palette.colours().filter(|&other| other != colour);
    let heirs: Vec<_> = heirs.map(|heir| heir_button(colour, heir, &draft.palette)).collect();
    let has_heirs = if heirs.is_empty() { Display::None } else { Display::Flex };
    let buttons = bsn_list! {
        ( closing(button("Cancel")) AutoFocus ),
        answer(explained(primary_button("Erase them"), "Takes these tiles off the boards with their colour", ""), Edit(EditCommand::RemoveColour { colour, heir: None })),
    };
    let content = bsn_list! {
        label(format!("{cells} {name} on the boards of this level.")),
        (
            Node { display: {has_heirs}, flex_direction: FlexDirection::Column, row_gap: px(6) }
            Children [
                label_dim("Make them"),
                ( Node { flex_wrap: FlexWrap::Wrap, column_gap: px(6), row_gap: px(6) } Children [ {heirs} ] ),
            ]
        ),
        button_row(Box::new(buttons)),
    };
    let title = format!("Remove {name}?");
    open(&mut commands, &dialogs, dialog(title, 440.0, Box::new(content)));
}

fn heir_button(colour: Colour, heir: Colour, palette: &Palette) -> impl Scene + use<> {
    let color = theme::color(palette.swatch(heir).rgb);
    let remove = Edit(EditCommand::RemoveColour { colour, heir: Some(heir) });
    let name = colour_name(palette, heir);
    let tip = format!("Makes these tiles {}", name.to_lowercase());
    bsn! {
        answer(explained(button(name), &tip, ""), remove)
        Node { column_gap: px(6), padding: UiRect::new(px(0), px(8), px(0), px(0)) }
        Children [ ( Node { width: px(14), height: percent(100) } BackgroundColor(color) Pickable::IGNORE ) ]
    }
}

fn show_sets(
    mut requests: MessageReader<ShowColourSets>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    if requests.read().count() == 0 {
        return;
    }
    let sets: Vec<_> = ColourSet::ALL.into_iter().map(set_row).collect();
    let close = bsn_list! { ( closing(button("Close")) AutoFocus ) };
    let content = bsn_list! {
        label("Recolours this level. Tiles and letters stay."),
        ( Node { flex_direction: FlexDirection::Column, row_gap: px(12) } Children [ {sets} ] ),
        button_row(Box::new(close)),
    };
    open(&mut commands, &dialogs, dialog("Sets of colours", 440.0, Box::new(content)));
}

fn set_row(set: ColourSet) -> impl Scene {
    let about = match set {
        ColourSet::Ancestral => "the colours of the first mondrianMaker",
        ColourSet::OkabeIto => "told apart by colour-blind eyes as well",
    };
    let samples: Vec<_> = set
        .colours()
        .into_iter()
        .map(|(_, rgb)| {
            bsn! {
                Node { width: px(20), height: px(20) }
                BackgroundColor({theme::color(rgb)})
            }
        })
        .collect();
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(12) }
        Children [
            (
                answer(explained(button(set.name()), "Gives the colours of this level the looks of this set", ""), Edit(EditCommand::UseColours(set)))
                Node { width: px(130) }
            ),
            (
                Node { flex_direction: FlexDirection::Column, row_gap: px(4) }
                Children [ ( Node Children [ {samples} ] ), label_dim(about) ]
            ),
        ]
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Edited>()
        .add_message::<EditColour>()
        .add_message::<AskRemoveColour>()
        .add_message::<ShowColourSets>()
        .add_message::<TakeRgb>()
        .add_message::<TakeColour>()
        .add_observer(sample_on_edit)
        .add_systems(
            Update,
            (
                (take, fill_fields, take_rgb)
                    .chain()
                    .before(crate::app::kit::dialog::close_dialogs)
                    .in_set(FrameSystems::Input),
                (show, ask_remove, show_sets).in_set(FrameSystems::Views),
            ),
        );
}
