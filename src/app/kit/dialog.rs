//! What is laid over the screen: questions, messages, lists. One at a time; Escape
//! closes it and changes nothing.

use std::marker::PhantomData;

use bevy::ecs::query::{QueryData, QueryFilter};
use bevy::input_focus::{AutoFocus, InputFocus, tab_navigation::TabGroup};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use bevy::ui_widgets::{Activate, ScrollArea};
use bevy::window::RequestRedraw;

use super::frame::FrameSystems;
use super::scrollbar;
use super::theme::{self, label, primary_button};
use super::tooltip::explained;

/// Width of what is a few sentences and buttons, in logical pixels.
const WORDS_WIDTH: f32 = 480.0;

/// The ground of an open dialog, over the whole screen.
#[derive(Component, Clone, Default)]
pub struct Dialog;

/// A button that Escape stands for, where to close the dialog would not be enough.
#[derive(Component, Clone, Copy, Default)]
pub struct OnEscape;

/// Closes the dialog that is open.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct CloseDialog;

/// Shows a message in place of the dialog that is open.
#[derive(Message, Clone, Debug)]
pub struct ShowMessage {
    /// What has happened.
    pub title: String,
    /// The particulars.
    pub text: String,
}

/// Returns a dialog; spawn it with [`open`].
pub fn dialog(title: impl Into<String>, width: f32, content: Box<dyn SceneList>) -> impl Scene {
    let title = title.into();
    bsn! {
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
        }
        theme::Fill(theme::VEIL)
        GlobalZIndex(200)
        TabGroup { modal: true }
        Dialog
        Children [(
            Node {
                width: px(width),
                max_width: percent(92),
                max_height: percent(92),
                flex_direction: FlexDirection::Column,
                padding: UiRect::all(px(20)),
                row_gap: px(12),
                border: UiRect::all(px(3)),
                // Where nothing in it scrolls, or not far enough.
                overflow: Overflow::scroll_y(),
            }
            theme::Fill(theme::GROUND)
            theme::Frame(theme::INK)
            ScrollArea
            Children [ theme::title(title), {content} ]
        )]
    }
}

/// Returns a dialog that asks something; each button is an [`answer`] or [`closing`].
pub fn question(
    title: impl Into<String>,
    text: impl Into<String>,
    buttons: Box<dyn SceneList>,
) -> impl Scene {
    let content = bsn_list! { label(text), button_row(buttons) };
    dialog(title, WORDS_WIDTH, Box::new(content))
}

/// Returns `button` so that it closes the dialog and does nothing else.
pub fn closing(button: impl Scene) -> impl Scene {
    closes(explained(button, "Closes this and changes nothing more", "Esc"))
}

fn closes(button: impl Scene) -> impl Scene {
    bsn! {
        button
        on(|_: On<Activate>, mut out: MessageWriter<CloseDialog>| { out.write(CloseDialog); })
    }
}

/// Returns `button` so that it closes the dialog and sends `message`.
pub fn answer<M: Message + Clone>(button: impl Scene, message: M) -> impl Scene {
    bsn! {
        closes(button)
        on(move |_: On<Activate>, mut out: MessageWriter<M>| { out.write(message.clone()); })
    }
}

/// Returns a row for the buttons of a dialog, at its right.
pub fn button_row(buttons: Box<dyn SceneList>) -> impl Scene {
    bsn! {
        Node {
            justify_content: JustifyContent::End,
            flex_wrap: FlexWrap::Wrap,
            column_gap: px(8),
            row_gap: px(8),
            flex_shrink: 0.0,
        }
        Children [ {buttons} ]
    }
}

/// Returns a column that scrolls when its content is too long.
pub fn scroll_column(content: Box<dyn SceneList>) -> impl Scene {
    bsn! {
        Node {
            flex_direction: FlexDirection::Column,
            row_gap: px(4),
            min_height: px(0),
            padding: UiRect::right(px(scrollbar::ROOM)),
            overflow: Overflow::scroll_y(),
        }
        ScrollArea
        Children [ {content} ]
    }
}

/// Returns an area that takes the room there is beside others and scrolls. What scrolls and what
/// is exchanged are two nodes: the bar is a child of the first.
pub fn scroll_area(content: impl Scene + 'static) -> impl Scene {
    let content = vec![content];
    bsn! {
        Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: px(0),
            flex_direction: FlexDirection::Column,
            padding: UiRect::right(px(scrollbar::ROOM)),
            overflow: Overflow::scroll_y(),
        }
        ScrollArea
        Children [ {content} ]
    }
}

/// Says whether Enter has been pressed in one of these fields: on a button it means that.
/// To be asked before fields that have just appeared are filled and one gets the focus.
pub fn is_entered<D: QueryData, F: QueryFilter>(
    keys: &ButtonInput<KeyCode>,
    focus: &InputFocus,
    fields: &Query<D, F>,
) -> bool {
    keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter])
        && focus.get().is_some_and(|entity| fields.contains(entity))
}

/// Frames in which a dialog is not seen yet: its fields and lists are filled meanwhile.
const UNSEEN_FRAMES: u8 = 2;

/// A dialog that is not seen yet, for so many frames.
#[derive(Component)]
struct Unseen(u8);

/// Opens a dialog in place of the one that is open.
pub fn open(commands: &mut Commands, open: &Query<Entity, With<Dialog>>, scene: impl Scene) {
    for old in open {
        commands.entity(old).despawn();
    }
    let mut dialog = commands.spawn_scene(scene);
    // What takes the place of another is seen at once: nothing at all would flash.
    if open.is_empty() {
        dialog.insert((Unseen(UNSEEN_FRAMES), Visibility::Hidden));
    }
}

fn reveal(
    mut dialogs: Query<(Entity, &mut Unseen, &mut Visibility)>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    for (dialog, mut unseen, mut visibility) in &mut dialogs {
        unseen.0 -= 1;
        if unseen.0 == 0 {
            *visibility = Visibility::Inherited;
            commands.entity(dialog).remove::<Unseen>();
        }
        redraw.write(RequestRedraw);
    }
}

fn show_messages(
    mut messages: MessageReader<ShowMessage>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for message in messages.read() {
        let content = bsn_list! {
            scroll_column(Box::new(bsn_list! { label(message.text.clone()) })),
            button_row(Box::new(bsn_list! { ( closing(primary_button("OK")) AutoFocus ) })),
        };
        let scene = dialog(message.title.clone(), WORDS_WIDTH, Box::new(content));
        open(&mut commands, &dialogs, scene);
    }
}

fn close_on_escape(
    keys: Res<ButtonInput<KeyCode>>,
    dialogs: Query<(), With<Dialog>>,
    buttons: Query<Entity, With<OnEscape>>,
    mut out: MessageWriter<CloseDialog>,
    mut commands: Commands,
) {
    if !keys.just_pressed(KeyCode::Escape) || dialogs.is_empty() {
        return;
    }
    match buttons.iter().next() {
        Some(entity) => commands.trigger(Activate { entity }),
        None => drop(out.write(CloseDialog)),
    }
}

/// What the field of a dialog, with the marker `M`, begins with once it has been spawned.
#[derive(Resource)]
pub struct FieldText<M> {
    text: String,
    is_selected: bool,
    of: PhantomData<fn() -> M>,
}

impl<M> FieldText<M> {
    /// Returns a text that is gone on with.
    pub const fn new(text: String) -> Self {
        Self { text, is_selected: false, of: PhantomData }
    }

    /// Returns one in whose place something else may be typed.
    pub const fn selected(text: String) -> Self {
        Self { text, is_selected: true, of: PhantomData }
    }
}

/// Writes it into the field, which then has the focus.
pub fn fill_field<M: Component>(
    text: Option<Res<FieldText<M>>>,
    mut fields: Query<(Entity, &mut EditableText), With<M>>,
    mut commands: Commands,
) {
    if let Some(text) = text
        && let Ok((entity, mut field)) = fields.single_mut()
    {
        theme::write_into(&mut field, &text.text);
        if text.is_selected {
            field.queue_edit(TextEdit::SelectAll);
        }
        commands.entity(entity).insert(AutoFocus);
        commands.remove_resource::<FieldText<M>>();
    }
}

pub(in crate::app) fn close_dialogs(
    mut messages: MessageReader<CloseDialog>,
    dialogs: Query<Entity, With<Dialog>>,
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    if messages.read().count() > 0 {
        // The focus may be on a part of the dialog.
        focus.clear();
        for dialog in &dialogs {
            commands.entity(dialog).despawn();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CloseDialog>().add_message::<ShowMessage>().add_systems(
        Update,
        (
            reveal.in_set(FrameSystems::Input),
            (close_on_escape, close_dialogs).chain().in_set(FrameSystems::Input),
            show_messages.in_set(FrameSystems::Views),
        ),
    );
}
