//! Light or dark: the theme that is chosen is shown.

use bevy::prelude::*;

use super::Settings;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::Shown;

fn show(settings: Res<Settings>, mut shown: ResMut<Shown>) {
    shown.set_if_neq(Shown(settings.theme));
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(resource_changed::<Settings>).in_set(FrameSystems::Views));
}
