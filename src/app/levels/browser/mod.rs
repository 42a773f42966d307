//! The level browser: recent files, the user's folders and the levels that come with
//! the program, each with a picture, its best known moves and whether they are proved
//! the best. Files are read in the background; their cards appear when they are there.

mod card;
mod shelf;

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use bevy::ui_widgets::{Activate, ScrollArea};
use bevy::window::RequestRedraw;

pub(in crate::app) use card::card;
pub use card::{FileCard, LevelCard};

use super::choose_file::{ChooseFile, Purpose};
use crate::app::boards::thumbnail::Painter;
use crate::app::kit::dialog::{Dialog, button_row, closing, dialog, open};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::scrollbar;
use crate::app::kit::theme::{self, button, heading, label_dim, plain_button};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Preference, Settings};
use crate::puzzle::builtin;
use shelf::{Shelf, ShelfKind};

/// Opens the browser.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowLevels;

/// Where the cards of a shelf of files appear, by its place in the list.
#[derive(Component, Clone, Copy, Debug, Default)]
struct ShelfCards(usize);

/// The files while they are read.
#[derive(Resource)]
struct Reading(Task<Vec<Shelf>>);

fn show(
    mut requests: MessageReader<ShowLevels>,
    dialogs: Query<Entity, With<Dialog>>,
    settings: Res<Settings>,
    mut painter: Painter,
    mut commands: Commands,
) {
    if requests.read().count() == 0 {
        return;
    }
    let wanted = shelf::wanted(&settings);
    let mut sections: Vec<Box<dyn Scene>> = wanted
        .iter()
        .enumerate()
        .map(|(index, kind)| Box::new(section_of_files(index, kind)) as Box<dyn Scene>)
        .collect();
    let mut pack = "";
    for (index, level) in builtin::levels().iter().enumerate() {
        if level.pack != pack {
            pack = level.pack;
            sections.push(Box::new(section_heading(pack.to_uppercase())));
        }
        let draft = level.draft();
        let picture = painter.level(&draft, card::PICTURE);
        sections.push(Box::new(card::of_builtin(index, &draft, picture)));
    }
    let grain = painter.grain();
    let task = AsyncComputeTaskPool::get()
        .spawn(async move { wanted.into_iter().map(|kind| shelf::read(kind, grain)).collect() });
    commands.insert_resource(Reading(task));
    let buttons = bsn_list! {
        (
            button("Add a folder…")
            template_value(Tooltip::new("Lists the levels in a folder of yours here", ""))
            on(|_: On<Activate>, mut out: MessageWriter<ChooseFile>| {
                out.write(ChooseFile(Purpose::Folder));
            })
        ),
        ( Node { flex_grow: 1.0 } ),
        // Else Tab would go through what is behind the list.
        ( closing(button("Close")) AutoFocus )
    };
    let content = bsn_list! {
        (
            Node {
                flex_wrap: FlexWrap::Wrap,
                column_gap: px(12),
                row_gap: px(12),
                min_height: px(0),
                padding: UiRect::right(px(scrollbar::ROOM)),
                overflow: Overflow::scroll_y(),
            }
            ScrollArea
            Children [ {sections} ]
        ),
        button_row(Box::new(buttons)),
    };
    open(&mut commands, &dialogs, dialog("LEVELS", 812.0, Box::new(content)));
}

/// A line of its own among the cards.
fn section_heading(title: String) -> impl Scene {
    bsn! {
        Node { width: percent(100), min_height: px(theme::ROW), align_items: AlignItems::End }
        Children [ heading(title) ]
    }
}

fn section_of_files(index: usize, kind: &ShelfKind) -> impl Scene + use<> {
    let title = kind.title();
    let remove: Vec<_> = kind
        .folder()
        .map(|folder| {
            let folder = folder.to_owned();
            bsn! {
                plain_button("Remove from the list")
                template_value(Tooltip::new("Lists this folder no more; its files stay as they are", ""))
                on(move |_: On<Activate>,
                        mut out: MessageWriter<Preference>,
                        mut again: MessageWriter<ShowLevels>| {
                    out.write(Preference::RemoveFolder(folder.clone()));
                    again.write(ShowLevels);
                })
            }
        })
        .into_iter()
        .collect();
    bsn! {
        Node { width: percent(100), flex_direction: FlexDirection::Column, row_gap: px(8) }
        Children [
            (
                Node { justify_content: JustifyContent::SpaceBetween, align_items: AlignItems::Center, min_height: px(theme::ROW) }
                Children [ heading(title), {remove} ]
            ),
            (
                Node { flex_wrap: FlexWrap::Wrap, column_gap: px(12), row_gap: px(12) }
                ShelfCards({index})
                Children [ label_dim("Reading…") ]
            ),
        ]
    }
}

/// Puts the cards there when the files have been read.
fn fill_shelves(
    reading: Option<ResMut<Reading>>,
    places: Query<(Entity, &ShelfCards)>,
    mut painter: Painter,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let Some(mut reading) = reading else { return };
    redraw.write(RequestRedraw);
    if places.is_empty() {
        // The list has been closed, or has no files; dropping the task ends it.
        commands.remove_resource::<Reading>();
        return;
    }
    let Some(shelves) = check_ready(&mut reading.0) else { return };
    commands.remove_resource::<Reading>();
    for (index, shelf) in shelves.into_iter().enumerate() {
        let Some((place, _)) = places.iter().find(|(_, place)| place.0 == index) else { continue };
        commands.entity(place).despawn_related::<Children>();
        for found in shelf.found {
            let image = painter.image(&found.picture);
            commands.spawn_scene(card::of_file(&found, image)).insert(ChildOf(place));
        }
        if let Some(note) = shelf.note {
            commands.spawn_scene(label_dim(note)).insert(ChildOf(place));
        }
    }
}

/// Shows the list again with the folder that has just been added.
fn show_added_folder(
    mut preferences: MessageReader<Preference>,
    mut out: MessageWriter<ShowLevels>,
) {
    if preferences.read().any(|preference| matches!(preference, Preference::AddFolder(_))) {
        out.write(ShowLevels);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowLevels>().add_systems(
        Update,
        (show_added_folder, show, fill_shelves).chain().in_set(FrameSystems::Views),
    );
}
