//! Small scenes that the parts of the solver panel share.

use bevy::feathers::constants::fonts;
use bevy::prelude::*;
use bevy::text::FontSourceTemplate;

use super::theme;
use super::tooltip::Tooltip;

/// A line of widgets.
pub fn row() -> impl Scene {
    bsn! { Node { align_items: AlignItems::Center, column_gap: px(theme::GAP) } }
}

/// The word before a widget, as wide as all such words, and what the widget is for.
pub fn label(text: &'static str, tip: &'static str) -> impl Scene {
    bsn! {
        Node { width: px(56), flex_shrink: 0.0 }
        template_value(Tooltip::new(tip, ""))
        Children [ theme::label(text) ]
    }
}

/// A sign such as an arrow, which only the font of equal widths has.
pub fn sign(sign: &'static str) -> impl Scene {
    bsn! {
        Text({sign})
        TextFont {
            font: FontSourceTemplate::Handle(fonts::MONO),
            font_size: FontSize::Px(theme::SMALL),
        }
        TextColor(theme::BLACK)
        Pickable::IGNORE
    }
}
