//! A solution as pushes that may change places where they do not depend on each other.

use rustc_hash::FxHashMap;

use super::board::{Board, Push, apply};
use crate::puzzle::Occupancy;

/// The farthest moves that are gathered, and the most rounds: the time grows with the square.
const FARTHEST: usize = 100;
const MOST_ROUNDS: usize = 60;

/// A solution.
#[derive(Clone)]
pub struct Plan {
    pushes: Vec<Push>,
    /// By push: the tile, as its slot in the start.
    tiles: Vec<u16>,
    /// One more than there are pushes, one after the other; a tile keeps its slot.
    states: Vec<u16>,
    width: usize,
}

impl Plan {
    /// Takes a solution.
    pub fn new(board: &Board, pushes: Vec<Push>) -> Self {
        let mut state = board.start.clone();
        let (mut states, mut tiles) = (state.clone(), Vec::with_capacity(pushes.len()));
        for &push in &pushes {
            tiles.push(apply(&mut state, push) as u16);
            states.extend_from_slice(&state);
        }
        Self { pushes, tiles, states, width: board.tiles() }
    }

    /// Returns its length in moves.
    pub fn len(&self) -> usize {
        self.pushes.len()
    }

    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Returns the state after so many moves.
    pub fn state(&self, nth: usize) -> &[u16] {
        &self.states[nth * self.width..][..self.width]
    }

    pub fn memory_held(&self) -> usize {
        size_of_val(&self.states[..]) + self.len() * (size_of::<Push>() + size_of::<u16>())
    }

    /// Returns the tile of a move.
    pub fn tile(&self, nth: usize) -> usize {
        self.tiles[nth].into()
    }

    /// Brings the moves of the tiles in `focus` as near to the move `pivot` as dependencies allow.
    pub fn gather(&mut self, board: &Board, pivot: usize, focus: &[bool]) {
        let mut occupancy = board.no_tiles();
        let first = pivot.saturating_sub(FARTHEST).max(1);
        let end = self.len().min(pivot + FARTHEST);
        let (mut is_changing, mut rounds) = (true, 0);
        while is_changing && rounds < MOST_ROUNDS {
            (is_changing, rounds) = (false, rounds + 1);
            for nth in first..pivot {
                let inwards = focus[self.tile(nth - 1)] && !focus[self.tile(nth)];
                is_changing |= inwards && self.swap(board, &mut occupancy, nth - 1);
            }
            for nth in (pivot + 1..end).rev() {
                let inwards = focus[self.tile(nth)] && !focus[self.tile(nth - 1)];
                is_changing |= inwards && self.swap(board, &mut occupancy, nth - 1);
            }
        }
    }

    /// Exchanges a move with the next one if the other order leads to the same state. Says whether
    /// it does.
    fn swap(&mut self, board: &Board, occupancy: &mut Occupancy, nth: usize) -> bool {
        let [one, two] = [self.pushes[nth], self.pushes[nth + 1]];
        if self.tiles[nth] == self.tiles[nth + 1] {
            return false;
        }
        let [first, second] = [self.tile(nth), self.tile(nth + 1)];
        board.put(occupancy, self.state(nth));
        let same = board.allows(occupancy, second, two);
        board.take(occupancy, self.state(nth));
        if !same {
            return false;
        }
        let mut between = self.state(nth).to_vec();
        between[second] = two.to;
        board.put(occupancy, &between);
        let same = board.allows(occupancy, first, one);
        board.take(occupancy, &between);
        if same {
            self.states[(nth + 1) * self.width..][..self.width].copy_from_slice(&between);
            self.pushes.swap(nth, nth + 1);
            self.tiles.swap(nth, nth + 1);
        }
        same
    }

    /// Returns the pushes with those from `first` to `last` replaced.
    pub fn with(&self, first: usize, last: usize, way: &[Push]) -> Vec<Push> {
        [&self.pushes[..first], way, &self.pushes[last..]].concat()
    }
}

/// Cuts out what lies between two visits to the same state.
pub fn without_loops(board: &Board, pushes: &[Push]) -> Vec<Push> {
    let mut state = board.start.clone();
    let mut hashes = vec![board.hash(&state)];
    for &push in pushes {
        apply(&mut state, push);
        hashes.push(board.hash(&state));
    }
    let last: FxHashMap<u64, usize> =
        hashes.iter().enumerate().map(|(nth, &hash)| (hash, nth)).collect();
    let (mut kept, mut at) = (Vec::with_capacity(pushes.len()), 0);
    loop {
        at = last[&hashes[at]];
        let Some(&push) = pushes.get(at) else { return kept };
        kept.push(push);
        at += 1;
    }
}
