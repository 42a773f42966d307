//! The menu of the top bar: what is done with files and levels less often than opening
//! and saving.

use bevy::feathers::controls::{
    ButtonVariant, FeathersMenu, FeathersMenuButton, FeathersMenuDivider, FeathersMenuItem,
    FeathersMenuPopup,
};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::actions::{COPY_LINK, MENU};
use crate::app::kit::bound::shown_if;
use crate::app::kit::icons::{Icon, icon};
use crate::app::kit::keys::Action;
use crate::app::kit::theme::{self, label, label_dim};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::Settings;
use crate::page;

/// An entry of the menu, by its words.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MenuEntry(pub &'static str);

/// The list of the entries.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct MoreMenu;

/// Returns the button with its menu.
pub(in crate::app) fn menu() -> impl Scene {
    let mut items: Vec<Box<dyn Scene>> = Vec::new();
    for group in MENU {
        if !items.is_empty() {
            items.push(Box::new(bsn! { @FeathersMenuDivider }));
        }
        items.extend(group.iter().map(|action| Box::new(item(action)) as Box<dyn Scene>));
    }
    bsn! {
        @FeathersMenu
        Node { height: px(theme::ROW), flex_shrink: 0.0 }
        Children [
            (
                @FeathersMenuButton {
                    @caption: bsn! { Text("More") ThemedText },
                    @corners: RoundedCorners::None,
                    @arrow: false,
                }
                Node { height: px(theme::ROW), column_gap: px(6) }
                template_value(ButtonVariant::Plain)
                template_value(Tooltip::new("Classic puzzles, sharing, pictures, study, settings", ""))
                Children [ icon(Icon::Down) ]
            ),
            (
                @FeathersMenuPopup
                MoreMenu
                Node { border_radius: BorderRadius::ZERO, width: px(310) }
                BoxShadow({Vec::new()})
                Children [ {items} ]
            ),
        ]
    }
}

fn item(action: &'static Action) -> impl Scene {
    let Action { words, keys, tip, .. } = *action;
    bsn! {
        @FeathersMenuItem {
            @caption: {Box::new(bsn_list![
                ( Node { flex_grow: 1.0 } Children [ label(words) ] ),
                label_dim(keys),
            ]) as Box<dyn SceneList>}
        }
        MenuEntry({words})
        // A link is there where the address of a player is known.
        shown_if(move |settings: Res<Settings>| {
            words != COPY_LINK.words || page::is_address(&settings.player_address)
        })
        template_value(Tooltip::new(tip, keys))
        on(move |_: On<Activate>, mut commands: Commands| action.send(&mut commands))
    }
}
