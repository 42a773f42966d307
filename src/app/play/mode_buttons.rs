//! `Design | Play` in the top bar, and what must not happen while the level is played:
//! a control of the screen below must not have the focus.

use bevy::feathers::controls::ButtonVariant;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, MenuItem, MenuPopup};

use super::PlayCommand;
use crate::app::kit::dialog::Dialog;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::{Mode, is_playing};
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;

/// One of the two buttons.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModeButton(pub Mode);

/// Returns the two buttons.
pub(in crate::app) fn buttons() -> impl Scene {
    bsn! {
        Node { column_gap: px(-1), flex_shrink: 0.0 }
        Children [
            button("Design", Mode::Design, Tooltip::new("Shows the boards on which the level is drawn", "Ctrl+P")),
            button("Play", Mode::Play, Tooltip::new("Shows the board on which the level is played", "Ctrl+P")),
        ]
    }
}

fn button(caption: &'static str, mode: Mode, tooltip: Tooltip) -> impl Scene {
    bsn! {
        theme::button(caption)
        ModeButton({mode})
        template_value(tooltip)
        on(move |_: On<Activate>, mut out: MessageWriter<PlayCommand>| {
            out.write(match mode {
                Mode::Design => PlayCommand::Leave,
                Mode::Play => PlayCommand::Enter,
            });
        })
    }
}

fn show_mode(mode: Res<Mode>, mut buttons: Query<(&ModeButton, &mut ButtonVariant)>) {
    for (button, mut variant) in &mut buttons {
        let chosen = button.0 == *mode;
        variant.set_if_neq(if chosen { ButtonVariant::Primary } else { ButtonVariant::Normal });
    }
}

/// Widgets that need the focus while a menu is open.
type OfMenu = Or<(With<MenuItem>, With<MenuPopup>)>;

/// Tab chooses tiles here, and what it would go to is out of sight.
fn let_go_of_focus(
    mut focus: ResMut<InputFocus>,
    dialogs: Query<(), With<Dialog>>,
    menus: Query<(), OfMenu>,
) {
    if dialogs.is_empty() && focus.get().is_some_and(|entity| !menus.contains(entity)) {
        focus.clear();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            let_go_of_focus
                .run_if(is_playing)
                .before(super::keys::PlayKeySystems)
                .in_set(FrameSystems::Input),
            show_mode.in_set(FrameSystems::Views),
        ),
    );
}
