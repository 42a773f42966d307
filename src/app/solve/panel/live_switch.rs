//! The switch of live solving.

use bevy::feathers::controls::FeathersCheckbox;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::ValueChange;

use crate::app::kit::frame::FrameSystems;
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Preference, Settings};

/// The box that is ticked while it is on.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct LiveBox;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.run_if(resource_exists_and_changed::<Settings>).in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        @FeathersCheckbox { @caption: bsn! { Text("Solve while drawing") ThemedText } }
        Node { flex_shrink: 0.0 }
        LiveBox
        template_value(Tooltip::new(
            "At every pause, in the background, for ten seconds at most: the answer stands in the bar over the boards",
            "Shift+F5",
        ))
        on(|change: On<ValueChange<bool>>, mut out: MessageWriter<Preference>| {
            out.write(Preference::Live(change.value));
        })
    }
}

fn show(
    settings: Res<Settings>,
    switch: Single<(Entity, Has<Checked>), With<LiveBox>>,
    mut commands: Commands,
) {
    let (entity, is_checked) = *switch;
    match (settings.live, is_checked) {
        (true, false) => drop(commands.entity(entity).insert(Checked)),
        (false, true) => drop(commands.entity(entity).remove::<Checked>()),
        _ => {}
    }
}
