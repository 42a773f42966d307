//! Small scenes that the dialogs of this folder share: figures, rows.

use bevy::prelude::*;

use crate::app::theme::{self, label, label_dim};

/// Returns a figure with its name.
pub(super) fn figure(name: &'static str, value: impl Into<String>) -> Box<dyn Scene> {
    let value = value.into();
    Box::new(bsn! {
        Node { flex_shrink: 0.0, column_gap: px(8) }
        Children [
            ( Node { width: px(140), flex_shrink: 0.0 } Children [ label_dim(name) ] ),
            ( Node { flex_shrink: 1.0, min_width: px(0) } Children [ label(value) ] ),
        ]
    })
}

/// Returns a row of controls.
pub(super) fn row(controls: Box<dyn SceneList>) -> impl Scene {
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(theme::GAP), flex_shrink: 0.0 }
        Children [ {controls} ]
    }
}
