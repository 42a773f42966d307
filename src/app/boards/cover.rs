//! What covers a part of the screen is seen from the second frame on: boards are fitted into the rooms
//! of the last layout, so in the first its boards would be bare.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::app::kit::frame::FrameSystems;

/// A node over others that is taken out of the layout while it is not wanted.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Cover;

fn show(
    mut covers: Query<(&Node, &ComputedNode, &mut Visibility), With<Cover>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for (node, laid_out, mut visibility) in &mut covers {
        let is_new = laid_out.size().min_element() <= 0.0;
        if is_new && node.display != Display::None {
            redraw.write(RequestRedraw);
        }
        visibility.set_if_neq(if is_new { Visibility::Hidden } else { Visibility::Inherited });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.after(FrameSystems::Bound));
}
