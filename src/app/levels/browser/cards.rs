//! The cards of the levels that are shown: of one pack all that are found, of all packs the
//! first ones of each.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::super::packs::Pack;
use super::card;
use super::shelf::Shelf;
use super::state::{BrowseCommand, Browser, ShowLevels};
use crate::app::kit::theme::{self, heading, label_dim, plain_button};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::Preference;

/// Where the cards appear.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Cards;

/// Puts the cards there, and anew whenever others are to be shown.
pub(super) fn show_cards(
    browser: Res<Browser>,
    new: Query<(), Added<Cards>>,
    places: Query<Entity, With<Cards>>,
    mut commands: Commands,
) {
    if !browser.is_changed() && new.is_empty() {
        return;
    }
    for place in &places {
        commands.entity(place).despawn_related::<Children>();
        let is_searching = !browser.query.trim().is_empty();
        let mut is_empty = true;
        for (shelf, found, hidden) in browser.sections() {
            if is_searching && found.is_empty() && shelf.read.is_some() {
                continue;
            }
            is_empty = false;
            commands.spawn_scene(section(shelf, &found, hidden)).insert(ChildOf(place));
        }
        if is_empty {
            commands.spawn_scene(label_dim("No level is called so.")).insert(ChildOf(place));
        }
    }
}

fn section(shelf: &Shelf, found: &[usize], hidden: usize) -> impl Scene + use<> {
    let mut parts: Vec<Box<dyn Scene>> = Vec::new();
    match &shelf.read {
        None => parts.push(Box::new(label_dim("Reading…"))),
        Some(read) => {
            for &nth in found {
                let picture = read.pictures[nth].clone();
                parts.push(Box::new(card::of_level(&read.levels[nth], picture)));
            }
            if !read.notes.is_empty() {
                parts.push(Box::new(label_dim(read.notes.join("\n"))));
            }
        }
    }
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(8), flex_shrink: 0.0 }
        Children [
            section_head(shelf, hidden),
            (
                Node { flex_wrap: FlexWrap::Wrap, column_gap: px(12), row_gap: px(14) }
                Children [ {parts} ]
            ),
        ]
    }
}

/// The line over the cards of a pack: what it is called, how far the player has come, and what
/// can be done with it.
fn section_head(shelf: &Shelf, hidden: usize) -> impl Scene + use<> {
    let pack = &shelf.pack;
    let words = shelf.read.as_ref().filter(|_| !matches!(pack, Pack::Recent(_)));
    let words = words.map_or_else(String::new, |read| {
        format!("{} of {} solved", read.solved(), read.levels.len())
    });
    let mut buttons: Vec<Box<dyn Scene>> = Vec::new();
    if hidden > 0 {
        let (pack, count) = (pack.clone(), shelf.read.as_ref().map_or(0, |read| read.levels.len()));
        buttons.push(Box::new(bsn! {
            plain_button(format!("Show all {count}"))
            template_value(Tooltip::new("Shows this pack alone, with all its levels", ""))
            on(move |_: On<Activate>, mut out: MessageWriter<BrowseCommand>| {
                out.write(BrowseCommand::Show(Some(pack.clone())));
            })
        }));
    }
    if let Some(path) = pack.path().map(ToOwned::to_owned) {
        buttons.push(Box::new(bsn! {
            plain_button("Remove from the list")
            template_value(Tooltip::new("Lists this pack no more; its files stay as they are", ""))
            on(move |_: On<Activate>,
                    mut out: MessageWriter<Preference>,
                    mut again: MessageWriter<ShowLevels>| {
                out.write(Preference::RemoveFolder(path.clone()));
                again.write(ShowLevels);
            })
        }));
    }
    let place = pack.path().map(|path| path.display().to_string()).unwrap_or_default();
    let place =
        if place.is_empty() { "Levels that come with the program".to_owned() } else { place };
    let title = pack.title().to_uppercase();
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(12), min_height: px(theme::ROW), flex_shrink: 0.0 }
        Children [
            (
                Node { flex_shrink: 1.0, min_width: px(0), overflow: Overflow::clip() }
                template_value(Tooltip(place.clone()))
                Children [ heading(title) ]
            ),
            ( Node { flex_shrink: 0.0 } Children [ label_dim(words) ] ),
            ( Node { flex_grow: 1.0 } ),
            {buttons},
        ]
    }
}
