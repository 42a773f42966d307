//! How a state was reached first, and which of its children need not be looked at for that.
//!
//! Where two moves a and b do not touch each other, both orders lead from a state r to the
//! same state t. Only the order that makes the move with the lower target first is needed:
//!
//! ```text
//!        a            b, lower than a: left out
//!   r ───────▶ s ───────────────────────────────▶ t
//!     ───────▶ s' ──────────────────────────────▶
//!        b            a
//! ```
//!
//! This loses no state. Say that b is left out after s, which was first reached by a. Then s'
//! takes no more moves than s; if fewer, t takes fewer than by s too. Else t is due from s' by
//! a, whose target is higher. If a is left out after s', by however s' was first reached, t
//! is due by a move with a target that is higher still: so this ends, with a move that is not
//! left out. The same holds for what lies beyond: s' is held, or is itself a state
//! that lies beyond, one move from r. And what is held back or pruned because no solution of
//! so many moves leads through it is none of r, s' and t if a solution leads through r, s
//! and t.
//!
//! References: Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*,
//! 1996 (sleep sets); Holte, Burch, *Automatic Move Pruning for Single-Agent Search*, 2014
//! (also when this is safe beside a closed set).

use super::class::Way;
use super::slides::Step;
use crate::puzzle::{Cell, Direction};
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

/// The steps of the directions.
const STEPS: [(i8, i8); 4] = {
    let [up, down, left, right] = Direction::ALL;
    [up.offset(), down.offset(), left.offset(), right.offset()]
};

/// Column and row, perhaps beyond the board.
type Point = (i16, i16);

/// By which move a state was reached first: the slot of the tile that moved, and its
/// direction, in 8 bits; or nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival(u16);

impl Arrival {
    const DIRECTION_BITS: u32 = 2;
    const MOST_SLOTS: usize = 63;

    pub const UNKNOWN: Self = Self(0xff);

    pub const fn new(slot: usize, direction: usize) -> Self {
        if slot < Self::MOST_SLOTS {
            Self((slot << Self::DIRECTION_BITS | direction) as u16)
        } else {
            Self::UNKNOWN
        }
    }

    /// Returns what [`Arrival::bits`] describes; higher bits are ignored.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::UNKNOWN.0)
    }

    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// The move that led to a state: what other moves must not touch.
pub struct LastMove {
    way: Way,
    slot: usize,
    site: u16,
    at: Point,
    /// The cells from which the tile may have come. Backward the last is that one.
    run: Span,
    /// What stopped it, or backward stops it.
    beside: Point,
}

impl LastMove {
    /// Returns what is known of the move by which the state that is loaded was reached.
    #[inline]
    pub fn new<K: Key>(
        space: &Space<K>,
        loaded: &Scratch,
        way: Way,
        arrival: Arrival,
    ) -> Option<Self> {
        if arrival == Arrival::UNKNOWN {
            return None;
        }
        let slot = usize::from(arrival.0 >> Arrival::DIRECTION_BITS);
        let direction = usize::from(arrival.0) % STEPS.len();
        let site = loaded.sites()[slot];
        let cell = space.cells[usize::from(site)];
        let (at, back) = (point(cell), opposite(direction));
        let length = i16::from(loaded.occupancy().runs(cell)[back]);
        let beside = match way {
            Way::Forward => beyond(at, direction, 1),
            Way::Backward => beyond(at, back, length + 1),
        };
        let run = Span::new(beyond(at, back, 1), beyond(at, back, length));
        Some(Self { way, slot, site, at, run, beside })
    }

    /// Says whether a move may be left out, for what it leads to is reached without it.
    #[inline]
    pub fn makes_needless(&self, step: Step) -> bool {
        if step.to >= self.site || step.slot == self.slot {
            return false;
        }
        let from = point(step.from);
        let stop = match self.way {
            Way::Forward => i16::from(step.cells) + 1,
            Way::Backward => -1,
        };
        let to = beyond(from, step.direction, step.cells.into());
        from != self.beside
            && beyond(from, step.direction, stop) != self.at
            && !self.run.meets(&Span::new(beyond(from, step.direction, 1), to))
    }
}

/// Returns the place of the opposite direction in the order of all: up and down, left and right.
const fn opposite(direction: usize) -> usize {
    direction ^ 1
}

fn point(cell: Cell) -> Point {
    (cell.x.into(), cell.y.into())
}

/// Returns the place so many steps from another.
#[inline]
const fn beyond(from: Point, direction: usize, steps: i16) -> Point {
    let (x, y) = STEPS[direction];
    (from.0 + steps * x as i16, from.1 + steps * y as i16)
}

/// Cells of a row or a column.
struct Span {
    least: Point,
    most: Point,
}

impl Span {
    #[inline]
    fn new(one: Point, other: Point) -> Self {
        Self {
            least: (one.0.min(other.0), one.1.min(other.1)),
            most: (one.0.max(other.0), one.1.max(other.1)),
        }
    }

    #[inline]
    const fn meets(&self, other: &Self) -> bool {
        self.least.0 <= other.most.0
            && other.least.0 <= self.most.0
            && self.least.1 <= other.most.1
            && other.least.1 <= self.most.1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::search::engine::pruning::expander::Look;
    use crate::search::engine::states::class::Deltas;
    use crate::search::engine::states::layout::Pushes;
    use crate::search::engine::truth::{self, BOARDS, Key, from_start, to_goal};
    use crate::search::goal_states;

    /// Returns all states and their moves, by layers, in which each state is expanded as it
    /// was reached first; and how many children there were.
    fn layers(
        space: &Space<Key>,
        way: Way,
        seeds: &[Key],
        skips: bool,
    ) -> (HashMap<Key, u16>, u64) {
        let mut expander = truth::expander(space, &[]);
        let mut moves: HashMap<Key, u16> = seeds.iter().map(|&key| (key, 0)).collect();
        let mut layer: Vec<_> = seeds.iter().map(|&key| (key, Arrival::UNKNOWN)).collect();
        let mut children = 0;
        for depth in 1.. {
            let mut next = Vec::new();
            for (key, arrival) in &layer {
                let pushes = Pushes::New(if skips { *arrival } else { Arrival::UNKNOWN });
                expander.children(space, way, key, Look::at(pushes, Deltas::ALL), |child| {
                    children += 1;
                    moves.entry(child.key()).or_insert_with(|| {
                        next.push((child.key(), child.arrival()));
                        depth
                    });
                });
            }
            if next.is_empty() {
                return (moves, children);
            }
            layer = next;
        }
        unreachable!("the states come to an end")
    }

    #[test]
    fn all_states_are_reached_in_as_few_moves() {
        let (mut with, mut without) = ([0; 2], [0; 2]);
        for text in BOARDS {
            let space = truth::space(text);
            let goals = goal_states::list(&space, &space.goal.placements, 100_000).unwrap();
            let seeds = [vec![space.start], goals];
            for (nth, way) in [Way::Forward, Way::Backward].into_iter().enumerate() {
                let (all, children) = layers(&space, way, &seeds[nth], false);
                let (reached, fewer) = layers(&space, way, &seeds[nth], true);
                assert!(reached == all, "{way:?}:\n{text}");
                with[nth] += fewer;
                without[nth] += children;
            }
            // The layers themselves are those of plain searches.
            let states = from_start(&space);
            assert_eq!(layers(&space, Way::Forward, &seeds[0], true).0, states);
            let backward = layers(&space, Way::Backward, &seeds[1], true).0;
            for (key, moves) in to_goal(&space, &states) {
                assert_eq!(backward.get(&key), Some(&moves));
            }
        }
        for (with, without) in with.iter().zip(without) {
            assert!(4 * with < 3 * without, "{with} of {without}");
        }
    }

    #[test]
    fn what_is_known_of_an_arrival_is_read_again() {
        for slot in 0..Arrival::MOST_SLOTS {
            for direction in 0..STEPS.len() {
                let arrival = Arrival::new(slot, direction);
                assert_ne!(arrival, Arrival::UNKNOWN);
                assert_eq!(Arrival::from_bits(arrival.bits() | 0xff00), arrival);
            }
        }
        assert_eq!(Arrival::new(Arrival::MOST_SLOTS, 0), Arrival::UNKNOWN);
    }
}
