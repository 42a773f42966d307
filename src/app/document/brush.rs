//! What the left button paints.

use bevy::prelude::*;

use super::Document;
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::{Brush, TileKind};

/// What the left button paints.
#[derive(Resource, Clone, Copy, Debug, Default, Deref, PartialEq, Eq)]
pub struct ActiveBrush(pub Brush);

/// Takes another brush.
#[derive(Message, Clone, Copy, Debug)]
pub struct ChooseBrush(pub Brush);

fn change_brush(
    mut choices: MessageReader<ChooseBrush>,
    document: Res<Document>,
    mut brush: ResMut<ActiveBrush>,
    mut kind: Local<TileKind>,
) {
    let palette = &document.draft().palette;
    for &ChooseBrush(chosen) in choices.read() {
        if chosen.fits(palette) {
            brush.set_if_neq(ActiveBrush(chosen));
        }
    }
    // Another level may have fewer colours, or none.
    let followed = brush.followed(palette, *kind);
    brush.set_if_neq(ActiveBrush(followed));
    *kind = followed.colour().map_or(TileKind::Plain, |colour| palette.swatch(colour).kind);
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveBrush>()
        .add_message::<ChooseBrush>()
        .add_systems(Update, change_brush.after(FrameSystems::Commands).before(FrameSystems::Poll));
}
