//! What the browser shows, and what is asked of it.

use bevy::prelude::*;

use super::super::packs::{LevelPlace, Pack};
use super::order::{Sort, found};
use super::shelf::{Found, Shelf};
use crate::app::work::job::Job;

/// Cards of a pack among all packs: two lines at most screens.
const FIRST: usize = 8;

/// Opens the browser.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowLevels;

/// Does something in the browser.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(super) enum BrowseCommand {
    /// Shows one pack, or something of each.
    Show(Option<Pack>),
    Sort(Sort),
}

/// What is shown, and what there is.
#[derive(Resource, Default)]
pub(super) struct Browser {
    pub(super) shelves: Vec<Shelf>,
    pub(super) reading: Option<Job<Found>>,
    /// The pack that is shown; none for something of each. It is kept while the program runs.
    pub(super) pack: Option<Pack>,
    pub(super) query: String,
    pub(super) sort: Sort,
}

impl Browser {
    /// Returns the shelves that are shown, with the places of the levels that are found there,
    /// and how many of these have no room.
    pub(super) fn sections(&self) -> impl Iterator<Item = (&Shelf, Vec<usize>, usize)> {
        let is_shown = |shelf: &&Shelf| self.pack.as_ref().is_none_or(|pack| shelf.pack == *pack);
        self.shelves.iter().filter(is_shown).map(|shelf| {
            let levels = shelf.read.as_ref().map_or(&[][..], |read| &read.levels);
            let mut places = found(levels, &self.query, self.sort);
            let count = places.len();
            if self.pack.is_none() && self.query.is_empty() {
                places.truncate(FIRST);
            }
            let hidden = count - places.len();
            (shelf, places, hidden)
        })
    }

    /// Returns where the first level lies that is shown.
    pub(super) fn first_place(&self) -> Option<LevelPlace> {
        self.sections().find_map(|(shelf, places, _)| {
            let level = &shelf.read.as_ref()?.levels[*places.first()?];
            Some(level.place.clone())
        })
    }
}
