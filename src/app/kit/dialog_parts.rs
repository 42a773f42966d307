//! Small scenes that the dialogs of this folder share: figures, rows.

use bevy::prelude::*;

use super::theme::{self, label, label_dim};
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
            ( Node { flex_shrink: 1.0, min_width: px(0) } Children [ label(value) ] ),
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
