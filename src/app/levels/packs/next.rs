//! The level that comes next: the first one behind the level under edit, in its pack, that the
//! player has not solved.

use bevy::prelude::*;

use super::LevelPlace;
use crate::app::document::Document;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowNotice;
use crate::app::levels::file::{Confirmed, FileCommand, FileSystems, OpenedFrom};
use crate::puzzle::Draft;

/// Opens the next level of the pack that has not been solved.
#[derive(Message, Clone, Copy, Debug)]
pub struct OpenNext;

/// All levels of the pack are solved: the next one is to be chosen among the others.
#[derive(Message, Clone, Copy, Debug)]
pub(in crate::app::levels) struct PackSolved;

/// Where the level under edit lies.
#[derive(bevy::ecs::system::SystemParam)]
pub(in crate::app) struct OpenPlace<'w> {
    document: Res<'w, Document>,
    from: Res<'w, OpenedFrom>,
}

impl OpenPlace<'_> {
    /// Returns where it lies, if it is in a pack.
    pub(in crate::app) fn get(&self) -> Option<LevelPlace> {
        let file = self.document.path().map(|path| LevelPlace::File(path.to_owned()));
        file.or_else(|| self.from.0.clone())
    }
}

/// Which level of which pack is open, in words.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub(in crate::app) struct PlaceWords(pub String);

fn tell_place(open: OpenPlace, mut words: ResMut<PlaceWords>, mut told: Local<Option<LevelPlace>>) {
    let place = open.get();
    if *told != place {
        let said = place.as_ref().and_then(LevelPlace::words).unwrap_or_default();
        words.set_if_neq(PlaceWords(said));
        *told = place;
    }
}

/// Says whether all that leaving the level would lose is the first solution of a file that has
/// none: in how few moves it was solved is remembered, and whoever plays through a pack is not
/// asked after each level.
fn holds_a_first_solution_more(document: &Document) -> bool {
    document.saved().is_some_and(|saved| {
        let bare = Draft { best: None, ..Draft::clone(document.draft()) };
        saved.best.is_none() && bare == **saved
    })
}

fn open_next(
    mut requests: MessageReader<OpenNext>,
    open: OpenPlace,
    mut files: MessageWriter<FileCommand>,
    mut confirmed: MessageWriter<Confirmed>,
    mut notices: MessageWriter<ShowNotice>,
    mut solved: MessageWriter<PackSolved>,
) {
    if requests.read().count() == 0 {
        return;
    }
    let Some(place) = open.get() else { return };
    let Some(pack) = place.pack() else { return };
    let levels = pack.read().levels;
    let at = levels.iter().position(|level| level.place == place).map_or(0, |at| at + 1);
    let (before, behind) = levels.split_at(at);
    let mut others = behind.iter().chain(before).filter(|level| level.place != place);
    match others.find(|level| !level.progress.is_solved()) {
        Some(level) => {
            let command = FileCommand::open(level.place.clone());
            if holds_a_first_solution_more(&open.document) {
                confirmed.write(Confirmed(command));
            } else {
                files.write(command);
            }
        }
        None if levels.iter().all(|level| level.progress.is_solved()) => {
            notices.write(ShowNotice(format!("All levels of {} are solved", pack.title())));
            solved.write(PackSolved);
        }
        None => {
            let words = format!("No other level of {} is unsolved", pack.title());
            notices.write(ShowNotice(words));
        }
    }
}

pub(in crate::app::levels) fn plugin(app: &mut App) {
    let place_changed = resource_changed::<Document>.or_else(resource_changed::<OpenedFrom>);
    app.init_resource::<PlaceWords>()
        .add_message::<OpenNext>()
        .add_message::<PackSolved>()
        .add_systems(
            Update,
            (
                open_next
                    .run_if(on_message::<OpenNext>)
                    .before(FileSystems)
                    .in_set(FrameSystems::Commands),
                tell_place.run_if(place_changed).in_set(FrameSystems::Views),
            ),
        );
}
