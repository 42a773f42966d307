//! The solutions known of one board: those of all its searches, each once.

use std::time::Duration;

use crate::app::replay::Track;
use crate::puzzle::Solution;
use crate::search::{Found, Method};

/// A solution with how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownSolution {
    /// Its number, from 0 in the order of finding; never given to another.
    pub id: usize,
    /// The moves.
    pub solution: Solution,
    /// The lower bound proved by then, in moves.
    pub lower_bound: u32,
    /// States expanded by then.
    pub expanded: u64,
    /// Time searched by then.
    pub elapsed: Duration,
    /// What found it.
    pub method: Method,
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The fewest moves first.
    #[default]
    Moves,
    /// The quickest found first.
    Time,
}

/// The list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solutions {
    known: Vec<KnownSolution>,
    pub(in crate::app::solve) compared: Option<usize>,
    next_id: usize,
}

impl Solutions {
    /// Returns them in this order.
    pub fn sorted(&self, sort: Sort) -> Vec<&KnownSolution> {
        let mut all: Vec<&KnownSolution> = self.known.iter().collect();
        match sort {
            Sort::Moves => all.sort_by_key(|known| (known.solution.cost(), known.id)),
            Sort::Time => all.sort_by_key(|known| (known.elapsed, known.id)),
        }
        all
    }

    /// Returns all of them in the order of finding.
    pub fn all(&self) -> &[KnownSolution] {
        &self.known
    }

    /// Returns the fewest moves of any.
    pub fn best(&self) -> Option<u32> {
        self.known.iter().map(|known| known.solution.cost()).min()
    }

    /// Returns one by its number.
    pub fn get(&self, id: usize) -> Option<&KnownSolution> {
        self.known.iter().find(|known| known.id == id)
    }

    /// Returns the one whose moves a track shows.
    pub fn shown(&self, track: &Track) -> Option<&KnownSolution> {
        self.known.iter().find(|known| *known.solution.moves() == track.moves)
    }

    /// Returns the one to be compared with.
    pub fn compared(&self) -> Option<&KnownSolution> {
        self.get(self.compared?)
    }

    /// Adds what a search has found.
    pub fn add_all(&mut self, found: &[Found], method: Method) {
        for found in found {
            self.add(found, method);
        }
    }

    fn add(&mut self, found: &Found, method: Method) {
        if self.known.iter().any(|known| known.solution == found.solution) {
            return;
        }
        self.known.push(KnownSolution {
            id: self.next_id,
            solution: found.solution.clone(),
            lower_bound: found.lower_bound,
            expanded: found.expanded,
            elapsed: found.elapsed,
            method,
        });
        self.next_id += 1;
    }

    pub(in crate::app::solve) fn remove(&mut self, id: usize) {
        self.known.retain(|known| known.id != id);
        if self.compared == Some(id) {
            self.compared = None;
        }
    }
}
