//! Where levels come from and go to: files, packs, collections, texts, classic puzzles.

pub mod browser;
pub mod choose_file;
pub mod classics;
pub(in crate::app) mod export;
pub mod file;
pub mod import;
pub mod packs;
pub mod properties;
pub mod text;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        file::plugin,
        choose_file::plugin,
        export::plugin,
        browser::plugin,
        properties::plugin,
        text::plugin,
        classics::plugin,
        import::plugin,
        packs::next::plugin,
    ));
}
