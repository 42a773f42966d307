//! The level browser: packs at the left, the levels of one or of all of them at the right, each
//! with a picture, its best known moves, whether they are proved the best, and what the player
//! has reached. A field searches, buttons sort. Files are read in the background; their cards
//! appear when they are there.
//!
//! ```text
//!   ShowLevels, ShowPack --> Browser (shelves, what is shown) --> list of packs, cards
//!                               ^  |                                   |
//!       BrowseCommand, reading -'  '-- FileCommand <-- a card ---------'
//! ```

mod card;
mod cards;
mod order;
mod pack_list;
mod shelf;
mod state;

use std::path::PathBuf;

use bevy::feathers::controls::ButtonVariant;
use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEditChange};
use bevy::ui_widgets::Activate;
use bevy::winit::EventLoopProxyWrapper;

pub use card::LevelCard;
pub(in crate::app) use card::card;
pub use pack_list::PackItem;
pub use state::ShowLevels;

use self::cards::{Cards, show_cards};
use self::order::Sort;
use self::pack_list::show_list;
use self::shelf::{fill, shown};
use self::state::{BrowseCommand, Browser};
use super::choose_file::{ChooseFile, Chosen, Purpose};
use super::file::FileCommand;
use super::packs::Pack;
use super::packs::next::PackSolved;
use crate::app::boards::thumbnail::Painter;
use crate::app::kit::dialog::{
    Dialog, button_row, close_dialogs, closing, dialog, is_entered, open, scroll_area,
};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{button, label, text_field};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Preference, Settings, SettingsSystems};
use crate::app::work::wake::wake;

/// Width of the dialog: room for the list of packs and four cards, in logical pixels.
const WIDTH: f32 = 968.0;
/// Height of the cards and the list beside them, where the window has it, in logical pixels.
const HEIGHT: f32 = 580.0;

/// Opens the browser and shows the pack that the user has added at this path.
#[derive(Message, Clone, Debug, Default)]
pub struct ShowPack(pub PathBuf);

/// The field that searches.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct SearchField;

fn show(
    (mut requests, mut solved): (MessageReader<ShowLevels>, MessageReader<PackSolved>),
    mut packs: MessageReader<ShowPack>,
    dialogs: Query<Entity, With<Dialog>>,
    (settings, proxy): (Res<Settings>, Option<Res<EventLoopProxyWrapper>>),
    mut browser: ResMut<Browser>,
    mut painter: Painter,
    mut commands: Commands,
) {
    let pack = packs.read().last().map(|ShowPack(path)| Pack::added(path.clone()));
    let is_solved = solved.read().count() > 0;
    if requests.read().count() == 0 && pack.is_none() && !is_solved {
        return;
    }
    let all = Pack::all(&settings);
    let kept = browser.pack.take().filter(|_| !is_solved);
    browser.pack = pack.or(kept).filter(|pack| all.contains(pack));
    browser.query.clear();
    let wake = wake(proxy.as_deref());
    let (shelves, reading) = fill(all, browser.pack.as_ref(), &mut painter, wake);
    (browser.shelves, browser.reading) = (shelves, Some(reading));
    let content = bsn_list! {
        head(),
        (
            Node { column_gap: px(12), min_height: px(0), height: px(HEIGHT) }
            Children [ pack_list::list(&browser.shelves), cards() ]
        ),
        button_row(Box::new(buttons())),
    };
    open(&mut commands, &dialogs, dialog("Levels", WIDTH, Box::new(content)));
}

/// What searches and sorts.
fn head() -> impl Scene {
    let sorts: Vec<_> = Sort::ALL
        .into_iter()
        .map(|sort| {
            bsn! {
                button(sort.caption())
                template_value(SortButton(sort))
                template_value(Tooltip::new(sort.explained(), ""))
                on(move |_: On<Activate>, mut out: MessageWriter<BrowseCommand>| {
                    out.write(BrowseCommand::Sort(sort));
                })
            }
        })
        .collect();
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(12), flex_shrink: 0.0 }
        Children [
            label("Search"),
            (
                text_field(SearchField, 200)
                template_value(Tooltip::new("Shows the levels whose title or author holds these words", "Enter opens the first"))
            ),
            ( Node { column_gap: px(-1), flex_shrink: 0.0 } Children [ {sorts} ] ),
        ]
    }
}

/// A button that sorts.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SortButton(Sort);

fn cards() -> impl Scene {
    scroll_area(bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(12), flex_shrink: 0.0 }
        Cards
    })
}

fn buttons() -> impl SceneList {
    bsn_list! {
        (
            button("Import…")
            template_value(Tooltip::new("Makes level files of a collection of KAtomic, GNOME Atomix, jsatomix, or of numbered puzzles", ""))
            on(|_: On<Activate>, mut out: MessageWriter<ChooseFile>| {
                out.write(ChooseFile(Purpose::Import));
            })
        ),
        (
            button("Add a folder…")
            template_value(Tooltip::new("Lists the levels in a folder of yours here", ""))
            on(|_: On<Activate>, mut out: MessageWriter<ChooseFile>| {
                out.write(ChooseFile(Purpose::Folder));
            })
        ),
        ( Node { flex_grow: 1.0 } ),
        closing(button("Close")),
    }
}

/// Puts the focus into the field when it has been spawned: else Tab would go through what is
/// behind the list.
fn focus_field(fields: Query<Entity, Added<SearchField>>, mut commands: Commands) {
    for field in &fields {
        commands.entity(field).insert(AutoFocus);
    }
}

/// Lists the pack that has been chosen, and shows it.
fn add_chosen(
    mut chosen: MessageReader<Chosen>,
    mut preferences: MessageWriter<Preference>,
    mut packs: MessageWriter<ShowPack>,
) {
    for Chosen(_, path) in chosen.read().filter(|Chosen(purpose, _)| *purpose == Purpose::Folder) {
        preferences.write(Preference::AddFolder(path.clone()));
        packs.write(ShowPack(path.clone()));
    }
}

fn obey(mut messages: MessageReader<BrowseCommand>, mut browser: ResMut<Browser>) {
    for message in messages.read() {
        match message.clone() {
            BrowseCommand::Show(pack) => browser.pack = pack,
            BrowseCommand::Sort(sort) => browser.sort = sort,
        }
    }
}

fn search_on_text_edit(
    edit: On<TextEditChange>,
    fields: Query<&EditableText, With<SearchField>>,
    mut browser: ResMut<Browser>,
) {
    let Ok(field) = fields.get(edit.event_target()) else { return };
    let query = field.value().to_string();
    if browser.query != query {
        browser.query = query;
    }
}

/// Puts packs on their shelves as they are read.
fn poll(mut browser: ResMut<Browser>, cards: Query<(), With<Cards>>, mut painter: Painter) {
    let browser_now = browser.bypass_change_detection();
    let Some(job) = &mut browser_now.reading else { return };
    let found = job.take();
    // The list may have been closed; dropping the work ends it. It appears in the next frame.
    if !job.is_running() || cards.is_empty() && !found.is_empty() {
        browser_now.reading = None;
    }
    for (nth, levels, pictures) in found {
        let read = shown(levels, &pictures, &mut painter);
        if let Some(shelf) = browser.shelves.get_mut(nth) {
            shelf.read = Some(read);
        }
    }
}

fn show_sort(browser: Res<Browser>, mut buttons: Query<(&SortButton, &mut ButtonVariant)>) {
    for (button, mut variant) in &mut buttons {
        let is_chosen = button.0 == browser.sort;
        variant.set_if_neq(if is_chosen { ButtonVariant::Primary } else { ButtonVariant::Normal });
    }
}

/// Enter opens the first level that is shown.
fn open_first(
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(), With<SearchField>>,
    browser: Res<Browser>,
    mut out: MessageWriter<FileCommand>,
) {
    if is_entered(&keys, &focus, &fields)
        && let Some(place) = browser.first_place()
    {
        out.write(FileCommand::open(place));
    }
}

/// Pictures are held only while they are shown. A dialog in place of the browser may be another
/// one of it.
fn forget_when_closed(
    mut removed: RemovedComponents<Cards>,
    dialogs: Query<(), With<Dialog>>,
    mut browser: ResMut<Browser>,
) {
    if removed.read().count() > 0 && dialogs.is_empty() {
        browser.reading = None;
        browser.shelves.clear();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Browser>()
        .add_message::<ShowLevels>()
        .add_message::<ShowPack>()
        .add_message::<BrowseCommand>()
        .add_observer(search_on_text_edit)
        .add_systems(
            Update,
            (
                open_first.before(close_dialogs).in_set(FrameSystems::Input),
                (obey, add_chosen.before(SettingsSystems::Apply)).in_set(FrameSystems::Commands),
                (forget_when_closed, poll).chain().in_set(FrameSystems::Poll),
                // What is opened anew takes the old cards away.
                (show, (show_cards, show_list, focus_field, show_sort))
                    .chain()
                    .after(SettingsSystems::Apply)
                    .in_set(FrameSystems::Views),
            ),
        );
}
