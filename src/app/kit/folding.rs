//! A heading that folds and unfolds what is below it. The panel writes the title and looks
//! whether it is unfolded.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::frame::FrameSystems;
use super::icons::{Icon, IconImage, icon};
use super::theme;

/// The line that is pressed.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Folding {
    /// What it says.
    pub title: String,
    /// Whether what is below is to be seen.
    pub is_unfolded: bool,
}

/// The sign before the title.
#[derive(Component, Clone, Copy, Debug, Default)]
struct FoldSign;

/// The title.
#[derive(Component, Clone, Copy, Debug, Default)]
struct FoldTitle;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.after(FrameSystems::Views));
}

/// Returns the line, folded, without a title.
pub(in crate::app) fn folding() -> impl Scene {
    bsn! {
        theme::bare_button()
        Node { height: px(theme::ROW), align_items: AlignItems::Center, column_gap: px(6) }
        Folding
        on(|activate: On<Activate>, mut lines: Query<&mut Folding>| {
            if let Ok(mut line) = lines.get_mut(activate.entity) {
                line.is_unfolded = !line.is_unfolded;
            }
        })
        Children [ ( icon(Icon::Forward) FoldSign ), ( theme::heading("") FoldTitle ) ]
    }
}

/// Says whether a line has changed.
pub(in crate::app) fn folding_changed(lines: Query<(), Changed<Folding>>) -> bool {
    !lines.is_empty()
}

fn show(
    lines: Query<(&Folding, &Children), Changed<Folding>>,
    signs: Query<&IconImage, With<FoldSign>>,
    mut titles: Query<&mut Text, With<FoldTitle>>,
    mut commands: Commands,
) {
    for (line, children) in &lines {
        for &child in children {
            if let Ok(IconImage(sign)) = signs.get(child) {
                let wanted = if line.is_unfolded { Icon::Down } else { Icon::Forward };
                if *sign != wanted {
                    commands.entity(child).insert(IconImage(wanted));
                }
            }
            if let Ok(mut title) = titles.get_mut(child) {
                title.set_if_neq(Text(line.title.clone()));
            }
        }
    }
}
