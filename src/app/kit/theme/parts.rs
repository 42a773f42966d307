//! The labels, buttons and fields that every panel uses.

use bevy::app::PropagateSet;
use bevy::feathers::constants::fonts;
use bevy::feathers::controls::{
    ButtonVariant, FeathersButton, FeathersTextInput, FeathersTextInputContainer,
};
use bevy::feathers::cursor::EntityCursor;
use bevy::feathers::focus::FocusIndicator;
use bevy::feathers::font_styles::InheritableFont;
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::feathers::theme::ThemedText;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::{EditableText, FontSourceTemplate, LineBreak, TextEdit};
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::Button as WidgetButton;
use bevy::window::SystemCursorIcon;

use super::{BLUE, DIM, FAINT, FIELD, Fill, Frame, GROUND, INK, Ink, LARGE, Paint, RED, ROW, TEXT};
use crate::app::kit::bound::{Value, bound};
use crate::app::kit::frame::FrameSystems;

/// Returns a line of text.
pub fn label(text: impl Into<String>) -> impl Scene {
    text_of(text.into(), TEXT, INK, FontSourceTemplate::Handle(fonts::REGULAR.into()))
}

/// Returns a line of text of lesser weight.
pub fn label_dim(text: impl Into<String>) -> impl Scene {
    text_of(text.into(), TEXT, DIM, FontSourceTemplate::Handle(fonts::REGULAR.into()))
}

/// Returns the heading of a part of the screen.
pub fn heading(text: impl Into<String>) -> impl Scene {
    text_of(text.into(), TEXT, INK, FontSourceTemplate::Handle(fonts::BOLD.into()))
}

/// Returns the title of a dialog.
pub fn title(text: impl Into<String>) -> impl Scene {
    text_of(text.into(), LARGE, INK, FontSourceTemplate::Handle(fonts::BOLD.into()))
}

fn text_of(text: String, size: f32, ink: Paint, font: FontSourceTemplate) -> impl Scene {
    bsn! {
        Text(text)
        TextFont { font: {font}, font_size: FontSize::Px(size) }
        Ink(ink)
        Pickable::IGNORE
    }
}

/// Returns a button with a caption; add `on(…)` for [`bevy::ui_widgets::Activate`].
pub fn button(caption: impl Into<String>) -> impl Scene {
    button_of(caption.into(), ButtonVariant::Normal)
}

/// Returns the button that is the next thing to do: the only one in colour where it stands.
pub fn primary_button(caption: impl Into<String>) -> impl Scene {
    action(caption.into(), Action::Next)
}

/// Returns a button without a frame, for bars.
pub fn plain_button(caption: impl Into<String>) -> impl Scene {
    let caption = caption.into();
    bsn! {
        @FeathersButton {
            @caption: bsn! { Text(caption) ThemedText TextLayout { linebreak: LineBreak::NoWrap } Pickable::IGNORE },
            @variant: ButtonVariant::Plain,
            @corners: RoundedCorners::None
        }
        Node { height: px(ROW), flex_shrink: 0.0 }
    }
}

fn button_of(caption: String, variant: ButtonVariant) -> impl Scene {
    bsn! {
        @FeathersButton {
            @caption: bsn! { Text(caption) ThemedText TextLayout { linebreak: LineBreak::NoWrap } Pickable::IGNORE },
            @variant: {variant},
            @corners: RoundedCorners::None
        }
        Node { height: px(ROW), flex_shrink: 0.0, border: px(1) }
        Frame(INK)
    }
}

/// Returns a button without a look; add `on(…)` for [`bevy::ui_widgets::Activate`].
pub fn bare_button() -> impl Scene {
    bsn! {
        WidgetButton
        Hovered
        TabIndex(0)
        FocusIndicator
        EntityCursor::System(SystemCursorIcon::Pointer)
    }
}

/// Returns the button that ends something.
pub fn stop_button(caption: impl Into<String>) -> impl Scene {
    action(caption.into(), Action::Stop)
}

/// A button in colour.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Action {
    #[default]
    Next,
    Stop,
    /// It can be done, and nothing asks for it.
    Spare,
}

/// Takes the colour from a button while it is not the next thing to do.
pub(in crate::app) fn spare_if<M: 'static, F: Value<bool, M>>(is_spare: F) -> impl Scene {
    bound(is_spare, |mut it, is_spare| {
        let action = if is_spare { Action::Spare } else { Action::Next };
        if it.get::<Action>() != Some(&action) {
            it.insert(action);
        }
    })
}

fn action(caption: String, action: Action) -> impl Scene {
    bsn! {
        bare_button()
        Node {
            height: px(ROW),
            flex_shrink: 0.0,
            border: px(1),
            padding: UiRect::horizontal(px(8)),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
        }
        Fill(FIELD)
        Frame(INK)
        template_value(action)
        Children [ ( heading(caption) TextLayout { linebreak: LineBreak::NoWrap } ) ]
    }
}

/// What decides how an action looks.
type Actions<'w, 's> = Query<
    'w,
    's,
    (
        &'static Action,
        &'static Hovered,
        Has<Pressed>,
        Has<InteractionDisabled>,
        &'static Children,
        &'static mut Fill,
        &'static mut Frame,
    ),
>;

/// In colour while it can be used, black under the pointer.
fn show_actions(mut actions: Actions, mut inks: Query<&mut Ink>) {
    for (action, hovered, pressed, disabled, children, mut fill, mut frame) in &mut actions {
        let (color, on_color) = match action {
            Action::Next => (BLUE, GROUND),
            Action::Stop => (RED, GROUND),
            Action::Spare => (FIELD, INK),
        };
        let (ground, ink, rule) = match (disabled, hovered.get() || pressed) {
            (true, _) => (FIELD, FAINT, FAINT),
            (_, true) => (INK, GROUND, INK),
            _ => (color, on_color, INK),
        };
        fill.set_if_neq(Fill(ground));
        frame.set_if_neq(Frame(rule));
        for &child in children {
            if let Ok(mut text) = inks.get_mut(child) {
                text.set_if_neq(Ink(ink));
            }
        }
    }
}

/// Widgets of Feathers come with text of a size of their own.
fn set_size(
    fonts: Query<(Entity, &InheritableFont), Added<InheritableFont>>,
    mut commands: Commands,
) {
    for (entity, font) in &fonts {
        let font_size = FontSize::Px(TEXT);
        commands.entity(entity).insert(InheritableFont { font_size, ..font.clone() });
    }
}

pub(super) fn plugin(app: &mut App) {
    // A handful of actions at most.
    app.add_systems(Update, show_actions.after(FrameSystems::Bound))
        .add_systems(PostUpdate, set_size.before(PropagateSet::<TextFont>::default()));
}

/// Returns a framed text field; `marker` is put on the entity that holds the
/// [`bevy::text::EditableText`].
pub fn text_field<M: Component + Clone + Default + Unpin>(
    marker: M,
    max_characters: usize,
) -> impl Scene {
    bsn! {
        @FeathersTextInputContainer
        Node {
            height: px(ROW),
            border: px(1),
            border_radius: BorderRadius::ZERO,
            padding: UiRect::horizontal(px(6)),
        }
        Frame(INK)
        Children [(
            @FeathersTextInput { @max_characters: max_characters }
            Ink(INK)
            template_value(marker)
        )]
    }
}

/// Writes `value` into a field in place of what it says. A text of a file may be longer
/// than what can be typed; the widget would refuse all of it.
pub fn write_into(field: &mut EditableText, value: &str) {
    if let Some(most) = &mut field.max_characters {
        *most = (*most).max(value.chars().count());
    }
    field.queue_edit(TextEdit::SelectAll);
    field.queue_edit(TextEdit::Insert(value.into()));
}
