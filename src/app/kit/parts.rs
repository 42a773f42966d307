//! Small scenes that panels and dialogs share: figures with their names, lines of widgets.

use bevy::prelude::*;

use super::theme::{self, label_dim};
use super::tooltip::Tooltip;

/// The name of a figure, and what it means in a sentence.
pub(in crate::app) type FigureName = (&'static str, &'static str);

/// Returns a figure with its name.
pub(in crate::app) fn figure(
    (name, about): FigureName,
    value: impl Into<String>,
) -> Box<dyn Scene> {
    let value = value.into();
    Box::new(bsn! {
        Node { flex_shrink: 0.0, column_gap: px(8) }
        template_value(Tooltip::new(about, ""))
        Children [
            ( Node { width: px(140), flex_shrink: 0.0 } Children [ label_dim(name) ] ),
            ( Node { flex_shrink: 1.0, min_width: px(0) } Children [ theme::label(value) ] ),
        ]
    })
}

/// Returns a row of controls.
pub(in crate::app) fn row(controls: Box<dyn SceneList>) -> impl Scene {
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(theme::GAP), flex_shrink: 0.0 }
        Children [ {controls} ]
    }
}

/// A line of widgets.
pub(in crate::app) fn line() -> impl Scene {
    bsn! { Node { align_items: AlignItems::Center, column_gap: px(theme::GAP) } }
}

/// The word before a widget, as wide as all such words, and what the widget is for.
pub(in crate::app) fn label(text: &'static str, tip: &'static str) -> impl Scene {
    bsn! {
        Node { width: px(56), flex_shrink: 0.0 }
        template_value(Tooltip::new(tip, ""))
        Children [ theme::label(text) ]
    }
}
