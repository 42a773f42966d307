//! Which colour each part of a widget has: the tokens of Feathers in the colours of the
//! theme.

use bevy::feathers::dark_theme::create_dark_theme;
use bevy::feathers::theme::{ThemeToken, UiTheme};
use bevy::feathers::tokens;

use super::{
    BLUE, DIM, FAINT, FIELD, FIELD_HOVER, FIELD_PRESSED, GROUND, INK, NONE, SELECTION, Theme,
};

/// Parts of widgets that have one colour.
type Tokens = &'static [ThemeToken];

/// Grounds, and what stands on a strong colour.
const IN_GROUND: Tokens = &[
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
];
/// Texts and frames.
const IN_INK: Tokens = &[
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
];
/// Grounds at rest.
const IN_FIELD: Tokens = &[
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
];
/// Grounds under the pointer.
const IN_FIELD_HOVER: Tokens = &[
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
];
/// Grounds while pressed.
const IN_FIELD_PRESSED: Tokens = &[
    tokens::BUTTON_BG_PRESSED,
    tokens::BUTTON_PLAIN_BG_PRESSED,
    tokens::MENUITEM_BG_PRESSED,
    tokens::CHECKBOX_BG_PRESSED,
    tokens::LISTROW_BG_SELECTED,
    tokens::SCROLLBAR_THUMB,
    tokens::TEXT_INPUT_SELECTION_UNFOCUSED,
    tokens::SLIDER_BAR_DISABLED,
];
/// What is on.
const IN_INK_ON: Tokens = &[
    tokens::BUTTON_PRIMARY_BG,
    tokens::SLIDER_BAR,
    tokens::CHECKBOX_BG_CHECKED,
    tokens::CHECKBOX_BORDER_CHECKED,
    tokens::RADIO_BORDER_CHECKED,
    tokens::RADIO_MARK,
    tokens::SWITCH_BG_CHECKED,
    tokens::SWITCH_BORDER_CHECKED,
    tokens::SWITCH_SLIDE_BORDER_CHECKED,
];
/// The same under the pointer.
const IN_DIM_ON: Tokens = &[
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
];
/// What cannot be used now.
const IN_FAINT: Tokens = &[
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
];
/// What has no ground of its own.
const CLEAR: Tokens =
    &[tokens::BUTTON_PLAIN_BG, tokens::BUTTON_PLAIN_BG_DISABLED, tokens::LISTROW_BG];

/// Returns the colours of the widgets.
pub(super) fn widget_theme(theme: Theme) -> UiTheme {
    let groups = [
        (GROUND, IN_GROUND),
        (INK, IN_INK),
        (FIELD, IN_FIELD),
        (FIELD_HOVER, IN_FIELD_HOVER),
        (FIELD_PRESSED, IN_FIELD_PRESSED),
        (BLUE, &[tokens::FOCUS_RING]),
        (INK, IN_INK_ON),
        (DIM, IN_DIM_ON),
        (FAINT, IN_FAINT),
        (NONE, CLEAR),
        (DIM, &[tokens::TEXT_DIM]),
        (SELECTION, &[tokens::TEXT_INPUT_SELECTION]),
    ];
    let mut props = create_dark_theme();
    for (paint, group) in groups {
        let color = paint.color(theme);
        props.color.extend(group.iter().map(|token| (token.clone(), color)));
    }
    UiTheme(props)
}
