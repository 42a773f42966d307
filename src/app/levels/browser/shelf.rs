//! The packs that the browser shows, as far as they have been read: in the background, with a
//! picture of each level.

use bevy::prelude::*;

use super::super::packs::{Pack, PackLevel, PackLevels};
use super::card::PICTURE;
use crate::app::boards::thumbnail::{Grain, Painter};
use crate::app::work::job::Job;
use crate::app::work::worker::Wake;
use crate::picture::Picture;

/// A pack and what is known of it.
pub(super) struct Shelf {
    pub(super) pack: Pack,
    pub(super) read: Option<ReadPack>,
}

/// A pack that has been read, with a picture of each level.
pub(super) struct ReadPack {
    pub(super) levels: Vec<PackLevel>,
    pub(super) pictures: Vec<Handle<Image>>,
    pub(super) notes: Vec<String>,
}

impl ReadPack {
    /// Returns how many of its levels the player has solved.
    pub(super) fn solved(&self) -> usize {
        self.levels.iter().filter(|level| level.progress.is_solved()).count()
    }
}

/// A pack read in the background: its place among the shelves, and what is in it.
pub(super) type Found = (usize, PackLevels, Vec<Picture>);

fn drawn(levels: &PackLevels, grain: Grain) -> Vec<Picture> {
    levels.levels.iter().map(|level| grain.thumbnail(&level.draft, PICTURE)).collect()
}

/// Returns the shelves, and the work that fills those of the user. What comes with the program
/// is there at once; `first` is read first.
pub(super) fn fill(
    packs: Vec<Pack>,
    first: Option<&Pack>,
    painter: &mut Painter,
    wake: Wake,
) -> (Vec<Shelf>, Job<Found>) {
    let grain = painter.grain();
    let shelf = |pack: Pack| {
        let read = matches!(pack, Pack::Builtin(_)).then(|| {
            let levels = pack.read();
            let pictures = drawn(&levels, grain);
            shown(levels, &pictures, painter)
        });
        Shelf { pack, read }
    };
    let shelves: Vec<Shelf> = packs.into_iter().map(shelf).collect();
    let unread = shelves.iter().enumerate().filter(|(_, shelf)| shelf.read.is_none());
    let mut unread: Vec<(usize, Pack)> =
        unread.map(|(nth, shelf)| (nth, shelf.pack.clone())).collect();
    unread.sort_by_key(|(_, pack)| Some(pack) != first);
    let job = Job::start(wake, move |outlet| {
        for (nth, pack) in unread {
            if outlet.is_stopped() {
                return;
            }
            let levels = pack.read();
            let pictures = drawn(&levels, grain);
            outlet.send((nth, levels, pictures));
        }
    });
    (shelves, job)
}

/// Returns a pack that has been read as it is shown.
pub(super) fn shown(levels: PackLevels, pictures: &[Picture], painter: &mut Painter) -> ReadPack {
    let pictures = pictures.iter().map(|picture| painter.image(picture)).collect();
    ReadPack { levels: levels.levels, pictures, notes: levels.notes }
}
