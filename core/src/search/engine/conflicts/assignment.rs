//! Dual values of the assignment of equal tiles to their ends.
//!
//! Each tile and each end gets a number so that no tile's distance to an end is less than the sum
//! of their two numbers, and all numbers add up to the cost of the cheapest assignment.
//!
//! References: Kuhn, *The Hungarian Method for the Assignment Problem*, 1955; Munkres, *Algorithms
//! for the Assignment and Transportation Problems*, 1957 (the form that adds one tile after the
//! other).

/// Tiles of one colour, at most: more would not fit the 16 bits of their reduced costs.
pub const MAX_EQUAL_TILES: usize = 8;

/// The cost of each tile at each end, by tile and end.
pub type Costs = [[i16; MAX_EQUAL_TILES]; MAX_EQUAL_TILES];

/// The dual values by tile and by end, and an optimal assignment.
#[derive(Clone, Copy, Default)]
pub struct Duals {
    pub tiles: [i16; MAX_EQUAL_TILES],
    pub ends: [i16; MAX_EQUAL_TILES],
    /// By tile, its end in the assignment.
    pub end_of: [u8; MAX_EQUAL_TILES],
}

/// Solves the assignment of `len` tiles to `len` ends.
pub fn solve(len: usize, costs: &Costs) -> Duals {
    let mut all = Hungarian {
        len,
        costs,
        tiles: [0; WITH_ZERO],
        ends: [0; WITH_ZERO],
        tile_at: [0; WITH_ZERO],
    };
    (1..=len).for_each(|tile| all.augment(tile));
    let mut duals = Duals::default();
    duals.tiles[..len].copy_from_slice(&all.tiles[1..=len]);
    duals.ends[..len].copy_from_slice(&all.ends[1..=len]);
    for end in 1..=len {
        duals.end_of[all.tile_at[end] - 1] = (end - 1) as u8;
    }
    duals
}

/// Tiles and ends count from 1; end 0 holds the tile that waits to be assigned.
const WITH_ZERO: usize = MAX_EQUAL_TILES + 1;

struct Hungarian<'a> {
    len: usize,
    costs: &'a Costs,
    tiles: [i16; WITH_ZERO],
    ends: [i16; WITH_ZERO],
    /// By end; 0 for none.
    tile_at: [usize; WITH_ZERO],
}

impl Hungarian<'_> {
    /// Assigns a tile along a shortest augmenting path.
    fn augment(&mut self, tile: usize) {
        self.tile_at[0] = tile;
        let (mut least, mut before) = ([i16::MAX; WITH_ZERO], [0; WITH_ZERO]);
        let mut is_done = [false; WITH_ZERO];
        let mut end = 0;
        while self.tile_at[end] != 0 {
            is_done[end] = true;
            let tile = self.tile_at[end];
            let (mut delta, mut next) = (i16::MAX, 0);
            for other in (1..=self.len).filter(|&other| !is_done[other]) {
                let cost = self.costs[tile - 1][other - 1];
                let reduced = cost - self.tiles[tile] - self.ends[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, end);
                }
                if least[other] < delta {
                    (delta, next) = (least[other], other);
                }
            }
            for other in 0..=self.len {
                if is_done[other] {
                    self.tiles[self.tile_at[other]] += delta;
                    self.ends[other] -= delta;
                } else {
                    least[other] -= delta;
                }
            }
            end = next;
        }
        while end != 0 {
            self.tile_at[end] = self.tile_at[before[end]];
            end = before[end];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::random::Random;
    use crate::search::heuristic::Assignment;

    #[test]
    fn they_exceed_no_cost_and_add_up_to_the_cheapest_assignment() {
        let mut random = Random::new(5);
        for _ in 0..2_000 {
            let len = 1 + random.below(MAX_EQUAL_TILES);
            let mut costs = Costs::default();
            costs.iter_mut().flatten().for_each(|cost| *cost = random.below(7) as i16);
            let duals = solve(len, &costs);
            let mut given = duals.end_of[..len].to_vec();
            given.sort_unstable();
            assert!(given.iter().copied().eq(0..len as u8));
            for (tile, ends) in costs.iter().enumerate().take(len) {
                let end = usize::from(duals.end_of[tile]);
                assert_eq!(duals.tiles[tile] + duals.ends[end], ends[end]);
                for (end, &cost) in ends.iter().enumerate().take(len) {
                    assert!(duals.tiles[tile] + duals.ends[end] <= cost);
                }
            }
            let cost = |end: u16, tile: usize| f64::from(costs[tile][usize::from(end)]);
            let ends: Vec<u16> = (0..len as u16).collect();
            let least = Assignment::default().least_cost(&cost, &ends, 0..len);
            let all: i16 = duals.tiles.iter().chain(&duals.ends).sum();
            assert_eq!(f64::from(all), least);
        }
    }
}
