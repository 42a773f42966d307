//! The look, De Stijl: white ground, black rules, primaries used sparingly. The
//! colours and sizes, and the labels, buttons and fields that every panel uses.

use bevy::feathers::constants::fonts;
use bevy::feathers::controls::{
    ButtonVariant, FeathersButton, FeathersTextInput, FeathersTextInputContainer,
};
use bevy::feathers::cursor::EntityCursor;
use bevy::feathers::dark_theme::create_dark_theme;
use bevy::feathers::focus::FocusIndicator;
use bevy::feathers::font_styles::InheritableFont;
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::feathers::theme::{ThemeToken, ThemedText, UiTheme};
use bevy::feathers::tokens;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::{EditableText, FontSourceTemplate, FontWeight, LineBreak, TextEdit};
use bevy::ui_widgets::Button as WidgetButton;
use bevy::window::SystemCursorIcon;

use crate::puzzle::Rgb;

/// The ground. As all colours here it is none that a palette can hold, by a hair that
/// nobody sees: `appearance` knows them by it and puts those of the dark theme in
/// their places.
pub const WHITE: Color = Color::srgb(0.9999, 0.9999, 0.9999);
/// Rules, walls and text.
pub const BLACK: Color = Color::srgb(0.0001, 0.0001, 0.0001);
/// Text of lesser weight; dark enough to read on white.
pub const DIM: Color = Color::srgb(0.38, 0.38, 0.38);
/// The ground of buttons and fields.
pub const FIELD: Color = Color::srgb(0.955, 0.955, 0.945);
/// The same under the pointer.
pub const FIELD_HOVER: Color = Color::srgb(0.90, 0.90, 0.885);
/// The same while pressed, and the lines between cells.
pub const FIELD_PRESSED: Color = Color::srgb(0.82, 0.82, 0.80);
/// The lines between cells.
pub const GRID: Color = Color::srgb(0.86, 0.86, 0.85);
/// What is proved. What is chosen is black.
pub const BLUE: Color = Color::srgb(0.0, 0.341, 0.627);
/// What is wrong.
pub const RED: Color = Color::srgb(0.85, 0.16, 0.11);
/// What is known and not proved.
pub const YELLOW: Color = Color::srgb(0.965, 0.863, 0.353);
/// Text on a ground of `YELLOW`.
pub const ON_YELLOW: Color = Color::srgb(0.0002, 0.0002, 0.0002);
/// What dims the screen behind a dialog.
pub const VEIL: Color = Color::srgba(0.9999, 0.9999, 0.9999, 0.7);
/// What cannot be used now.
pub const FAINT: Color = Color::srgb(0.581, 0.581, 0.581);
/// Behind chosen text.
pub const SELECTION: Color = Color::srgb(0.701, 0.821, 0.931);

/// Width of the rules between the parts of the screen, in logical pixels.
pub const RULE: f32 = 2.0;
/// Space around the content of a part of the screen.
pub const PADDING: f32 = 12.0;
/// Space between things that belong together.
pub const GAP: f32 = 6.0;
/// Height of buttons and fields.
pub const ROW: f32 = 26.0;
/// Size of ordinary text.
pub const TEXT: f32 = 14.0;
/// Size of small text.
pub const SMALL: f32 = 12.0;

/// Returns the colour of the screen for a colour of a palette.
pub const fn color(rgb: Rgb) -> Color {
    Color::srgb_u8(rgb.0, rgb.1, rgb.2)
}

/// Returns black or white, whichever is easier to read on `ground`, which is the
/// colour of a palette: both themes show those alike.
pub fn ink_on(ground: Color) -> Color {
    if ground.luminance() > 0.3 { Color::BLACK } else { Color::WHITE }
}

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

/// Returns the theme of the widgets; `paint` gives each colour as it is to be shown.
pub(super) fn widget_theme(paint: impl Fn(Color) -> Color) -> UiTheme {
    const CLEAR: Color = Color::NONE;
    let groups: [(Color, &[ThemeToken]); 10] = [
        (
            WHITE,
            &[
                tokens::WINDOW_BG,
                tokens::MENU_BG,
                tokens::PANE_BODY_BG,
                tokens::SUBPANE_BODY_BG,
                tokens::GROUP_BODY_BG,
                tokens::BUTTON_PRIMARY_TEXT,
                tokens::CHECKBOX_MARK,
                tokens::TEXT_INPUT_BG,
                tokens::SWITCH_SLIDE_BG,
                tokens::SWITCH_SLIDE_BG_HOVER,
                tokens::SWITCH_SLIDE_BG_PRESSED,
                tokens::SWITCH_SLIDE_BG_CHECKED,
                tokens::SWITCH_SLIDE_BG_CHECKED_HOVER,
                tokens::SWITCH_SLIDE_BG_CHECKED_PRESSED,
                tokens::CHECKBOX_BG,
                tokens::CHECKBOX_BG_DISABLED,
            ],
        ),
        (
            BLACK,
            &[
                tokens::TEXT_MAIN,
                tokens::BUTTON_TEXT,
                tokens::SLIDER_TEXT,
                tokens::CHECKBOX_TEXT,
                tokens::RADIO_TEXT,
                tokens::MENUITEM_TEXT,
                tokens::TEXT_INPUT_TEXT,
                tokens::LISTROW_TEXT,
                tokens::CHECKBOX_BORDER,
                tokens::CHECKBOX_BORDER_HOVER,
                tokens::CHECKBOX_BORDER_PRESSED,
                tokens::RADIO_BORDER,
                tokens::RADIO_BORDER_HOVER,
                tokens::RADIO_BORDER_PRESSED,
                tokens::SWITCH_BORDER,
                tokens::SWITCH_BORDER_HOVER,
                tokens::SWITCH_BORDER_PRESSED,
                tokens::SWITCH_SLIDE_BORDER,
                tokens::SWITCH_SLIDE_BORDER_HOVER,
                tokens::SWITCH_SLIDE_BORDER_PRESSED,
                tokens::MENU_BORDER,
                tokens::TEXT_INPUT_CURSOR,
                tokens::PANE_HEADER_TEXT,
                tokens::PANE_HEADER_BORDER,
                tokens::SUBPANE_HEADER_TEXT,
                tokens::SUBPANE_HEADER_BORDER,
                tokens::GROUP_HEADER_TEXT,
                tokens::GROUP_HEADER_BORDER,
            ],
        ),
        (
            FIELD,
            &[
                tokens::BUTTON_BG,
                tokens::BUTTON_BG_DISABLED,
                tokens::BUTTON_PRIMARY_BG_DISABLED,
                tokens::SLIDER_BG_DISABLED,
                tokens::CHECKBOX_BG_HOVER,
                tokens::SCROLLBAR_BG,
                tokens::TEXT_INPUT_LABEL_BG,
                tokens::PANE_HEADER_BG,
                tokens::SUBPANE_HEADER_BG,
                tokens::GROUP_HEADER_BG,
                tokens::COLOR_PLANE_BG,
                tokens::SWITCH_BG_DISABLED,
                tokens::SWITCH_BG_CHECKED_DISABLED,
            ],
        ),
        (
            FIELD_HOVER,
            &[
                tokens::BUTTON_BG_HOVER,
                tokens::BUTTON_PLAIN_BG_HOVER,
                tokens::MENUITEM_BG_HOVER,
                tokens::MENUITEM_BG_FOCUSED,
                tokens::LISTROW_BG_HOVER,
                tokens::SLIDER_BG,
                tokens::SLIDER_BG_HOVER,
                tokens::SLIDER_BG_PRESSED,
                tokens::PANE_HEADER_DIVIDER,
                tokens::SUBPANE_BODY_BORDER,
                tokens::GROUP_BODY_BORDER,
                tokens::SWITCH_BG,
                tokens::SWITCH_BG_HOVER,
                tokens::SWITCH_BG_PRESSED,
            ],
        ),
        (
            FIELD_PRESSED,
            &[
                tokens::BUTTON_BG_PRESSED,
                tokens::BUTTON_PLAIN_BG_PRESSED,
                tokens::MENUITEM_BG_PRESSED,
                tokens::CHECKBOX_BG_PRESSED,
                tokens::LISTROW_BG_SELECTED,
                tokens::SCROLLBAR_THUMB,
                tokens::TEXT_INPUT_SELECTION_UNFOCUSED,
                tokens::SLIDER_BAR_DISABLED,
            ],
        ),
        (BLUE, &[tokens::FOCUS_RING]),
        (
            BLACK,
            &[
                tokens::BUTTON_PRIMARY_BG,
                tokens::SLIDER_BAR,
                tokens::CHECKBOX_BG_CHECKED,
                tokens::CHECKBOX_BORDER_CHECKED,
                tokens::RADIO_BORDER_CHECKED,
                tokens::RADIO_MARK,
                tokens::SWITCH_BG_CHECKED,
                tokens::SWITCH_BORDER_CHECKED,
                tokens::SWITCH_SLIDE_BORDER_CHECKED,
            ],
        ),
        (
            DIM,
            &[
                tokens::BUTTON_PRIMARY_BG_HOVER,
                tokens::BUTTON_PRIMARY_BG_PRESSED,
                tokens::SLIDER_BAR_HOVER,
                tokens::SLIDER_BAR_PRESSED,
                tokens::CHECKBOX_BG_CHECKED_HOVER,
                tokens::CHECKBOX_BG_CHECKED_PRESSED,
                tokens::CHECKBOX_BORDER_CHECKED_HOVER,
                tokens::CHECKBOX_BORDER_CHECKED_PRESSED,
                tokens::RADIO_BORDER_CHECKED_HOVER,
                tokens::RADIO_BORDER_CHECKED_PRESSED,
                tokens::RADIO_MARK_HOVER,
                tokens::RADIO_MARK_PRESSED,
                tokens::SWITCH_BG_CHECKED_HOVER,
                tokens::SWITCH_BG_CHECKED_PRESSED,
                tokens::SWITCH_BORDER_CHECKED_HOVER,
                tokens::SWITCH_BORDER_CHECKED_PRESSED,
                tokens::SWITCH_SLIDE_BORDER_CHECKED_HOVER,
                tokens::SWITCH_SLIDE_BORDER_CHECKED_PRESSED,
                tokens::SCROLLBAR_THUMB_HOVER,
            ],
        ),
        (
            FAINT,
            &[
                tokens::BUTTON_TEXT_DISABLED,
                tokens::BUTTON_PRIMARY_TEXT_DISABLED,
                tokens::SLIDER_TEXT_DISABLED,
                tokens::CHECKBOX_TEXT_DISABLED,
                tokens::CHECKBOX_BORDER_DISABLED,
                tokens::CHECKBOX_BORDER_CHECKED_DISABLED,
                tokens::CHECKBOX_BG_CHECKED_DISABLED,
                tokens::CHECKBOX_MARK_DISABLED,
                tokens::RADIO_TEXT_DISABLED,
                tokens::RADIO_BORDER_DISABLED,
                tokens::RADIO_BORDER_CHECKED_DISABLED,
                tokens::RADIO_MARK_DISABLED,
                tokens::SWITCH_BORDER_DISABLED,
                tokens::SWITCH_BORDER_CHECKED_DISABLED,
                tokens::SWITCH_SLIDE_BG_DISABLED,
                tokens::SWITCH_SLIDE_BG_CHECKED_DISABLED,
                tokens::SWITCH_SLIDE_BORDER_DISABLED,
                tokens::SWITCH_SLIDE_BORDER_CHECKED_DISABLED,
                tokens::MENUITEM_TEXT_DISABLED,
                tokens::TEXT_INPUT_TEXT_DISABLED,
                tokens::LISTROW_TEXT_DISABLED,
            ],
        ),
        (CLEAR, &[tokens::BUTTON_PLAIN_BG, tokens::BUTTON_PLAIN_BG_DISABLED, tokens::LISTROW_BG]),
    ];
    let mut props = create_dark_theme();
    for (color, group) in groups {
        props.color.extend(group.iter().map(|token| (token.clone(), paint(color))));
    }
    props.color.insert(tokens::TEXT_DIM, paint(DIM));
    props.color.insert(tokens::TEXT_INPUT_SELECTION, paint(SELECTION));
    UiTheme(props)
}

/// The text of a field does not take the colour of the theme by itself, and white
/// on white cannot be read.
fn ink_field_on_add(add: On<Add, EditableText>, mut commands: Commands) {
    commands.entity(add.entity).insert(TextColor(BLACK));
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(widget_theme(|color| color))
        .insert_resource(ClearColor(WHITE))
        .add_observer(ink_field_on_add);
}
