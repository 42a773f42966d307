//! A solution as a list of moves that may change places where they do not depend on each other.

use crate::puzzle::Direction;
use crate::search::key::Key;
use crate::search::space::{Push, Scratch, Space};

/// Moves are gathered from this far at most: the time grows with its square.
const FARTHEST: usize = 100;

/// One move: the tile (by its slot in the first state), its direction, and its sites.
#[derive(Clone, Copy)]
struct Moved {
    tile: u16,
    direction: Direction,
    from: u16,
    to: u16,
}

/// A solution.
pub struct Plan<K> {
    /// One more than there are moves.
    states: Vec<K>,
    moves: Vec<Moved>,
}

impl<K: Key> Plan<K> {
    /// Takes a solution as its states, each a successor of the one before.
    pub fn new(space: &Space<K>, scratch: &mut Scratch, states: Vec<K>) -> Self {
        let mut tile_at = vec![0; space.cells.len()];
        for slot in 0..space.tile_count() {
            tile_at[usize::from(space.site(&states[0], slot))] = slot as u16;
        }
        let mut moves = Vec::with_capacity(states.len() - 1);
        for pair in states.windows(2) {
            let Push { from, to, direction, .. } = space.push_between(&pair[0], &pair[1], scratch);
            let tile = tile_at[usize::from(from)];
            tile_at[usize::from(to)] = tile;
            moves.push(Moved { tile, direction, from, to });
        }
        Self { states, moves }
    }

    /// Returns its length in moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the states along it.
    pub fn states(&self) -> &[K] {
        &self.states
    }

    /// Returns the tile of a move.
    pub fn tile(&self, nth: usize) -> usize {
        self.moves[nth].tile.into()
    }

    /// Brings the moves of the tiles in `focus` as near to the move `pivot` as dependencies allow.
    pub fn gather(
        &mut self,
        space: &Space<K>,
        scratch: &mut Scratch,
        pivot: usize,
        focus: &[bool],
    ) {
        let is_in_focus = |moved: &Moved| focus[usize::from(moved.tile)];
        let first = pivot.saturating_sub(FARTHEST).max(1);
        let end = self.moves.len().min(pivot + FARTHEST);
        let mut is_changing = true;
        while is_changing {
            is_changing = false;
            for nth in first..pivot {
                let inwards = is_in_focus(&self.moves[nth - 1]) && !is_in_focus(&self.moves[nth]);
                is_changing |= inwards && self.swap(space, scratch, nth - 1);
            }
            for nth in (pivot + 1..end).rev() {
                let inwards = is_in_focus(&self.moves[nth]) && !is_in_focus(&self.moves[nth - 1]);
                is_changing |= inwards && self.swap(space, scratch, nth - 1);
            }
        }
    }

    /// Exchanges a move with the next one if the other order leads to the same state. Says whether
    /// it does.
    fn swap(&mut self, space: &Space<K>, scratch: &mut Scratch, nth: usize) -> bool {
        let (one, two) = (self.moves[nth], self.moves[nth + 1]);
        if one.tile == two.tile {
            return false;
        }
        let between = pushed(space, scratch, &self.states[nth], two)
            .filter(|between| pushed(space, scratch, between, one) == Some(self.states[nth + 2]));
        if let Some(between) = between {
            self.states[nth + 1] = between;
            self.moves.swap(nth, nth + 1);
        }
        between.is_some()
    }
}

/// Returns the state after a move, if the tile stops in the same place.
fn pushed<K: Key>(
    space: &Space<K>,
    scratch: &mut Scratch,
    key: &K,
    Moved { direction, from, to, .. }: Moved,
) -> Option<K> {
    space.load(key, scratch);
    let slot = scratch.sites().iter().position(|&site| site == from);
    let [from, stop] = [from, to].map(|site| space.cells[usize::from(site)]);
    let is_same = scratch.occupancy().slide(from, direction) == stop;
    let after =
        slot.filter(|_| is_same).map(|slot| space.with_moved(key, scratch.sites(), slot, to));
    space.unload(scratch);
    after
}
