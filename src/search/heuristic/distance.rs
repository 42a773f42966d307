//! Slide distance: the fewest moves that bring one tile from a site to a goal site
//! if it may stop anywhere on its way and no other tile is in the way.
//!
//! Never too high: whatever the other tiles do, each move of the tile is a straight
//! run between walls, so it is a move here too. A tile passes only empty cells, so
//! no run is longer than the number of empty cells; with one empty cell this is
//! Manhattan distance around the walls. Consistent: one move of one tile lowers its
//! distance by at most 1, and so the cheapest assignment of equal tiles.
//!
//! Reference: Hüffner, Edelkamp, Fernau, Niedermeier, *Finding Optimal Solutions to
//! Atomix*, KI 2001 ("generalised moves").

use super::UNREACHABLE;
use super::rays::Rays;
use crate::search::key::Key;
use crate::search::space::Space;

/// No number of moves suffices.
pub const FAR: u16 = u16::MAX;

/// Slide distances between all pairs of sites of a space, in moves.
#[derive(Clone)]
pub struct Distances {
    sites: usize,
    /// By `goal site * sites + site`.
    moves: Vec<u16>,
}

impl Distances {
    /// Computes all distances: one breadth-first search from each site. A run can
    /// be made in both directions, so distances are the same both ways.
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        let rays = Rays::new(space);
        let sites = rays.sites();
        let mut moves = vec![FAR; sites * sites];
        for (goal, row) in moves.chunks_mut(sites).enumerate() {
            row[goal] = 0;
            let mut queue = std::collections::VecDeque::from([goal]);
            while let Some(site) = queue.pop_front() {
                for &next in rays.from(site).flatten() {
                    if row[usize::from(next)] == FAR {
                        row[usize::from(next)] = row[site] + 1;
                        queue.push_back(usize::from(next));
                    }
                }
            }
        }
        Self { sites, moves }
    }

    /// Returns the number of sites.
    pub const fn sites(&self) -> usize {
        self.sites
    }

    /// Returns the distances to `goal`, by site; [`FAR`] where it cannot be reached.
    pub fn to(&self, goal: u16) -> &[u16] {
        &self.moves[usize::from(goal) * self.sites..][..self.sites]
    }

    /// Returns the longest distance that can be gone.
    pub fn longest(&self) -> u16 {
        self.moves.iter().copied().filter(|&moves| moves != FAR).max().unwrap_or(0)
    }

    pub(super) fn to_costs(&self) -> Vec<Vec<f64>> {
        let cost = |&moves: &u16| if moves == FAR { UNREACHABLE } else { f64::from(moves) };
        self.moves.chunks(self.sites).map(|row| row.iter().map(cost).collect()).collect()
    }
}
