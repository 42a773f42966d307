//! The list of packs at the left of the browser, with how many of their levels are solved.

use bevy::feathers::controls::{ButtonVariant, FeathersButton};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::text::LineBreak;
use bevy::ui_widgets::{Activate, ScrollArea};

use super::super::packs::Pack;
use super::shelf::Shelf;
use super::state::{BrowseCommand, Browser};
use crate::app::kit::scrollbar;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;

/// Width of the list, in logical pixels.
const WIDTH: f32 = 170.0;

/// The entry of a pack, by its place among the shelves; none for all packs.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackItem(pub Option<usize>);

/// How many levels of a pack are solved.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct PackCount(usize);

/// Returns the list.
pub(super) fn list(shelves: &[Shelf]) -> impl Scene + use<> {
    let all = item(
        PackItem(None),
        None,
        "All packs".to_owned(),
        "Shows the first levels of each".to_owned(),
    );
    let mut items: Vec<Box<dyn Scene>> = vec![Box::new(all)];
    for (nth, Shelf { pack, .. }) in shelves.iter().enumerate() {
        let tip = match pack.path() {
            Some(path) => format!("Shows the levels of {}", path.display()),
            None => "Shows these levels alone".to_owned(),
        };
        items.push(Box::new(item(PackItem(Some(nth)), Some(pack.clone()), pack.title(), tip)));
    }
    bsn! {
        Node {
            width: px(WIDTH),
            flex_shrink: 0.0,
            min_height: px(0),
            flex_direction: FlexDirection::Column,
            padding: UiRect::right(px(scrollbar::ROOM)),
            overflow: Overflow::scroll_y(),
        }
        ScrollArea
        Children [ {items} ]
    }
}

fn item(which: PackItem, pack: Option<Pack>, title: String, tip: String) -> impl Scene {
    let nth = which.0.unwrap_or(usize::MAX);
    bsn! {
        @FeathersButton {
            @caption: {Box::new(bsn_list![
                // A text does not clip itself; what is around it hands font and colour on.
                (
                    Node { flex_grow: 1.0, flex_shrink: 1.0, flex_basis: px(0), min_width: px(0), overflow: Overflow::clip() }
                    ThemedText
                    Pickable::IGNORE
                    Children [( Text(title) ThemedText TextLayout { linebreak: LineBreak::NoWrap } Pickable::IGNORE )]
                ),
                ( Text("") ThemedText template_value(PackCount(nth)) Node { flex_shrink: 0.0, margin: UiRect::left(px(6)) } Pickable::IGNORE ),
            ]) as Box<dyn SceneList>},
            @variant: ButtonVariant::Plain,
            @corners: RoundedCorners::None
        }
        Node { height: px(theme::ROW), flex_shrink: 0.0, padding: UiRect::horizontal(px(8)) }
        template_value(which)
        template_value(Tooltip(tip.clone()))
        on(move |_: On<Activate>, mut out: MessageWriter<BrowseCommand>| {
            out.write(BrowseCommand::Show(pack.clone()));
        })
    }
}

pub(super) fn show_list(
    browser: Res<Browser>,
    new: Query<(), Added<PackItem>>,
    mut items: Query<(&PackItem, &mut ButtonVariant)>,
    mut counts: Query<(&PackCount, &mut Text)>,
) {
    if !browser.is_changed() && new.is_empty() {
        return;
    }
    for (item, mut variant) in &mut items {
        let pack = item.0.and_then(|nth| Some(&browser.shelves.get(nth)?.pack));
        let is_chosen = pack == browser.pack.as_ref();
        variant.set_if_neq(if is_chosen { ButtonVariant::Primary } else { ButtonVariant::Plain });
    }
    for (count, mut text) in &mut counts {
        let shelf = browser.shelves.get(count.0);
        let read = shelf.and_then(|shelf| shelf.read.as_ref());
        let words = read.map(|read| format!("{}/{}", read.solved(), read.levels.len()));
        text.set_if_neq(Text(words.unwrap_or_default()));
    }
}
