//! Levels that differ in where their tiles stand: one listing from the goal serves them all.
//!
//! The distance from a position to the goal is a matter of the board and the goal alone. So
//! positions are listed backward from the goal once, and from each start a search goes forward
//! until it meets the list ([`crate::search::explore::Meeting`]). The list grows between the
//! rounds in which the levels are solved one by one, so that neither is waited for.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::lessons::{has_family, share_goal};
use crate::puzzle::{Colour, Puzzle, Solution};
use crate::search::base::outcome::{Status, Verdict};
use crate::search::levels::explore::{Explore, Limits, Meeting, Phase, Within};

/// Fewer levels that are open do not repay a listing.
pub(super) const FEWEST: usize = 6;

/// The most positions listed before the first round; before each further one they grow as the
/// searches do.
const FIRST_POSITIONS: u64 = 1_000_000;

/// A search forward may meet one state for so many that are listed, and so many searches go on at
/// once: together they take no more memory than the listing does.
const LISTED_PER_STATE: u64 = 8;
pub(super) const ASKING_AT_ONCE: usize = 4;

/// Levels on one board with one goal and the same tiles.
pub(super) struct SharedGoal {
    /// Their places in the list of levels.
    pub levels: Vec<usize>,
    listing: Explore,
    /// The most positions that it may have now.
    most: u64,
}

/// Returns the families of levels, which are given with their places, each with its listing, not
/// begun. The memory is divided among them.
pub(super) fn families<'a>(
    levels: impl Iterator<Item = (usize, &'a Puzzle)>,
    memory_bytes: Option<u64>,
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Vec<SharedGoal> {
    let mut families: Vec<(&Puzzle, Vec<usize>)> = Vec::new();
    for (at, puzzle) in levels.filter(|(_, puzzle)| has_family(puzzle)) {
        match families.iter_mut().find(|(first, _)| is_alike(first, puzzle)) {
            Some((_, family)) => family.push(at),
            None => families.push((puzzle, vec![at])),
        }
    }
    families.retain(|(_, family)| family.len() >= FEWEST);
    let share = memory_bytes.map(|bytes| bytes / families.len().max(1) as u64);
    let shared = families.into_iter().filter_map(|(first, levels)| {
        let limits = Limits { memory_bytes: share, ..Limits::default() };
        let listing = Explore::from_goal(first, limits, threads).ok()?;
        listing.cancel_when(Arc::clone(stop));
        Some(SharedGoal { levels, listing, most: FIRST_POSITIONS })
    });
    shared.collect()
}

fn is_alike(one: &Puzzle, other: &Puzzle) -> bool {
    let colours = |puzzle: &Puzzle| {
        let mut colours: Vec<Colour> = puzzle.start().tiles().map(|(_, colour)| colour).collect();
        colours.sort_unstable();
        colours
    };
    share_goal(one, other) && colours(one) == colours(other)
}

impl SharedGoal {
    /// Lists more layers, as far as the next one is likely to fit: one that is not complete says
    /// nothing of what is not listed. Returns whether more is known now.
    pub fn grow(&mut self, is_over: impl Fn() -> bool) -> bool {
        let layers = self.listing.progress().moves;
        while !is_over() && self.with_next_layer() <= self.most && self.list_layer(&is_over) {}
        self.most = self.most.saturating_mul(super::GROWTH);
        self.listing.progress().moves > layers || self.is_complete()
    }

    /// Estimates the positions with one more layer, which grows as the last one did.
    fn with_next_layer(&self) -> u64 {
        let layers = self.listing.by_moves();
        let listed: u64 = layers.iter().sum();
        match layers {
            [.., before, last] => listed + last.saturating_mul(*last) / before.max(&1),
            _ => listed,
        }
    }

    /// Lists one more layer. Returns whether it is complete and another one may follow.
    fn list_layer(&mut self, is_over: impl Fn() -> bool) -> bool {
        let layers = self.listing.progress().moves;
        while self.listing.progress().moves == layers && !is_over() {
            if self.listing.step_for(Duration::ZERO) != Status::Running {
                return false;
            }
        }
        self.listing.progress().moves > layers
    }

    /// Says whether every position from which the goal can be reached is listed.
    pub fn is_complete(&self) -> bool {
        self.listing.progress().phase == Phase::Done
    }

    /// Says whether it may be listed further.
    pub fn may_grow(&self) -> bool {
        self.listing.stop().is_none()
    }

    /// Returns how many states a search forward may meet.
    pub fn most(&self) -> usize {
        let most = self.listing.progress().positions / LISTED_PER_STATE;
        usize::try_from(most).unwrap_or(usize::MAX)
    }

    /// Returns what the listing says of a level of the family; of one that is not listed what a
    /// search forward finds that meets `most` states.
    pub fn known(
        &self,
        puzzle: &Puzzle,
        known: &Verdict,
        most: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Verdict {
        let within = Within { known: known.solution().map(Solution::cost), most, is_over };
        let Meeting { lower_bound, path } = self.listing.met_from(puzzle.start(), &within);
        let solution = path.map(|path| puzzle.verify(path).expect("a way to the goal"));
        Verdict::new(solution, lower_bound)
    }
}
