//! The labels, buttons and fields that every panel uses.

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
use bevy::text::{EditableText, FontSourceTemplate, FontWeight, LineBreak, TextEdit};
use bevy::ui_widgets::Button as WidgetButton;
use bevy::window::SystemCursorIcon;

use super::{BLACK, DIM, ROW, SMALL, TEXT, WHITE};

/// Returns a line of text.
pub fn label(text: impl Into<String>) -> impl Scene {
    text_of(text.into(), TEXT, BLACK, FontSourceTemplate::Handle(fonts::REGULAR.into()))
}

/// Returns a line of text of lesser weight.
pub fn label_dim(text: impl Into<String>) -> impl Scene {
    text_of(text.into(), SMALL, DIM, FontSourceTemplate::Handle(fonts::REGULAR.into()))
}

/// Returns the heading of a part of the screen.
pub fn heading(text: impl Into<String>) -> impl Scene {
    text_of(text.into(), TEXT, BLACK, FontSourceTemplate::Handle(fonts::BOLD.into()))
}

fn text_of(text: String, size: f32, ink: Color, font: FontSourceTemplate) -> impl Scene {
    bsn! {
        Text(text)
        TextFont { font: {font}, font_size: FontSize::Px(size) }
        TextColor(ink)
        Pickable::IGNORE
    }
}

/// Returns a button with a caption; add `on(…)` for [`bevy::ui_widgets::Activate`].
pub fn button(caption: impl Into<String>) -> impl Scene {
    button_of(caption.into(), ButtonVariant::Normal)
}

/// Returns the button that matters most where it stands.
pub fn primary_button(caption: impl Into<String>) -> impl Scene {
    button_of(caption.into(), ButtonVariant::Primary)
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
        BorderColor::all(BLACK)
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
    let caption = caption.into();
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
        BackgroundColor(BLACK)
        BorderColor::all(BLACK)
        InheritableFont {
            font: fonts::REGULAR,
            font_size: FontSize::Px(TEXT),
            weight: FontWeight::NORMAL,
        }
        Children [( Text(caption) ThemedText TextColor(WHITE) Pickable::IGNORE )]
    }
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
        BorderColor::all(BLACK)
        Children [(
            @FeathersTextInput { @max_characters: max_characters }
            TextColor(BLACK)
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
