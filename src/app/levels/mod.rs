//! Where levels come from and go to: files, packs, collections, texts, classic puzzles.

pub mod browser;
pub mod choose_file;
pub mod classics;
pub mod file;
pub mod import;
pub mod packs;
pub mod properties;
pub mod text;

use bevy::prelude::*;

use crate::puzzle::Draft;

/// Says why a level cannot be opened here: what the boards do not show would be lost unseen.
///
/// # Errors
/// It has passes or thin walls, chameleons or numbered tiles.
fn can_be_drawn(draft: &Draft) -> Result<(), &'static str> {
    if draft.is_plain() {
        return Ok(());
    }
    Err("It has passes or thin walls, chameleons or numbered tiles, which the designer cannot \
         draw yet. The commands solve, check, show and verify know them.")
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        file::plugin,
        choose_file::plugin,
        browser::plugin,
        properties::plugin,
        text::plugin,
        classics::plugin,
        import::plugin,
        packs::next::plugin,
    ));
}
