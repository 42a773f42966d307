//! Where levels come from and go to: files, folders, texts, classic puzzles.

pub mod browser;
pub mod choose_file;
pub mod classics;
pub mod file;
pub mod properties;
pub mod text;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        file::plugin,
        choose_file::plugin,
        browser::plugin,
        properties::plugin,
        text::plugin,
        classics::plugin,
    ));
}
