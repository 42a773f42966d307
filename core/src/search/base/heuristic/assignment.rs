//! Minimum-cost assignment of tiles of one colour to the goal cells of that colour;
//! spare tiles go nowhere and cost nothing.
//!
//! Reference: Kuhn, *The Hungarian Method for the Assignment Problem*, 1955, in the
//! form that adds one goal after the other along a shortest augmenting path.

use super::UNREACHABLE;

/// The dual values of an optimal assignment: no cost is less than those of its goal and its tile
/// together, and all add up to the cost of the assignment.
pub struct Duals<'a> {
    /// By goal and by tile.
    pub goals: &'a [f64],
    pub tiles: &'a [f64],
    /// By tile: its goal, from 1, or 0.
    pub goal_of: &'a [usize],
}

/// Working memory, used again and again.
#[derive(Clone, Default)]
pub struct Assignment {
    tiles: Vec<usize>,
    goal_potential: Vec<f64>,
    tile_potential: Vec<f64>,
    /// For each tile (from 1) the goal that it is assigned to (from 1), or 0.
    goal_of_tile: Vec<usize>,
    previous: Vec<usize>,
    least: Vec<f64>,
    used: Vec<bool>,
}

impl Assignment {
    /// Returns the least total cost of giving each site of `goal` a tile of its
    /// own, where `cost` is that of a goal site and the site of a tile. Infinite if
    /// there is no way.
    pub fn least_cost(
        &mut self,
        cost: &impl Fn(u16, usize) -> f64,
        goal: &[u16],
        tiles: impl Iterator<Item = usize>,
    ) -> f64 {
        self.tiles.clear();
        self.tiles.extend(tiles);
        match (goal, &self.tiles[..]) {
            ([site], tiles) => {
                tiles.iter().map(|&tile| cost(*site, tile)).fold(UNREACHABLE, f64::min)
            }
            ([a, b], [c, d]) => {
                let straight = cost(*a, *c) + cost(*b, *d);
                straight.min(cost(*a, *d) + cost(*b, *c))
            }
            _ => self.hungarian(cost, goal),
        }
    }

    /// As [`Self::least_cost`] of as many tiles as there are goals, all of which can be reached;
    /// returns dual values.
    pub fn duals(
        &mut self,
        cost: &impl Fn(u16, usize) -> f64,
        goal: &[u16],
        tiles: impl Iterator<Item = usize>,
    ) -> Duals<'_> {
        self.tiles.clear();
        self.tiles.extend(tiles);
        self.hungarian(cost, goal);
        Duals {
            goals: &self.goal_potential[1..],
            tiles: &self.tile_potential[1..],
            goal_of: &self.goal_of_tile[1..],
        }
    }

    fn hungarian(&mut self, cost: &impl Fn(u16, usize) -> f64, goal: &[u16]) -> f64 {
        let tile_count = self.tiles.len();
        reset(&mut self.goal_potential, goal.len() + 1, 0.0);
        reset(&mut self.tile_potential, tile_count + 1, 0.0);
        reset(&mut self.goal_of_tile, tile_count + 1, 0);
        for nth in 1..=goal.len() {
            if !self.add_goal(cost, goal, nth) {
                return UNREACHABLE;
            }
        }
        let assigned = (1..=tile_count).filter(|&tile| self.goal_of_tile[tile] > 0);
        assigned.map(|tile| cost(goal[self.goal_of_tile[tile] - 1], self.tiles[tile - 1])).sum()
    }

    /// Gives goal `nth` a tile, moving others along a shortest augmenting path.
    fn add_goal(&mut self, cost: &impl Fn(u16, usize) -> f64, goal: &[u16], nth: usize) -> bool {
        let tile_count = self.tiles.len();
        reset(&mut self.least, tile_count + 1, UNREACHABLE);
        reset(&mut self.previous, tile_count + 1, 0);
        reset(&mut self.used, tile_count + 1, false);
        self.goal_of_tile[0] = nth;
        let mut tile = 0;
        while self.goal_of_tile[tile] != 0 {
            self.used[tile] = true;
            let row = self.goal_of_tile[tile];
            let (mut delta, mut next) = (UNREACHABLE, 0);
            for other in (1..=tile_count).filter(|&other| !self.used[other]) {
                let own = cost(goal[row - 1], self.tiles[other - 1]);
                let reduced = own - self.goal_potential[row] - self.tile_potential[other];
                if reduced < self.least[other] {
                    self.least[other] = reduced;
                    self.previous[other] = tile;
                }
                if self.least[other] < delta {
                    (delta, next) = (self.least[other], other);
                }
            }
            if next == 0 {
                return false;
            }
            for other in 0..=tile_count {
                if self.used[other] {
                    self.goal_potential[self.goal_of_tile[other]] += delta;
                    self.tile_potential[other] -= delta;
                } else {
                    self.least[other] -= delta;
                }
            }
            tile = next;
        }
        while tile != 0 {
            let previous = self.previous[tile];
            self.goal_of_tile[tile] = self.goal_of_tile[previous];
            tile = previous;
        }
        true
    }
}

fn reset<T: Clone>(values: &mut Vec<T>, len: usize, value: T) {
    values.clear();
    values.resize(len, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every choice: the slow twin.
    fn naive(costs: &[Vec<f64>], goal: &[u16], tiles: &[usize]) -> f64 {
        let Some((&site, rest)) = goal.split_first() else { return 0.0 };
        let choose = |nth: usize| {
            let mut left = tiles.to_vec();
            let tile = left.swap_remove(nth);
            costs[usize::from(site)][tile] + naive(costs, rest, &left)
        };
        (0..tiles.len()).map(choose).fold(UNREACHABLE, f64::min)
    }

    #[test]
    fn the_cheapest_assignment_is_found() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut assignment = Assignment::default();
        for _ in 0..3_000 {
            let sites = random.usize(1..=7);
            let cost = |random: &mut fastrand::Rng| match random.u8(..8) {
                0 => UNREACHABLE,
                other => f64::from(other),
            };
            let costs: Vec<Vec<f64>> =
                (0..sites).map(|_| (0..sites).map(|_| cost(&mut random)).collect()).collect();
            let mut all: Vec<usize> = (0..sites).collect();
            random.shuffle(&mut all);
            let tiles = all[..random.usize(1..=sites)].to_vec();
            random.shuffle(&mut all);
            let goal: Vec<u16> =
                all[..random.usize(1..=tiles.len())].iter().map(|&site| site as u16).collect();
            let cost = |goal: u16, tile: usize| costs[usize::from(goal)][tile];
            let least = assignment.least_cost(&cost, &goal, tiles.iter().copied());
            assert_eq!(least, naive(&costs, &goal, &tiles), "{costs:?} {goal:?} {tiles:?}");
        }
    }

    #[test]
    fn dual_values_exceed_no_cost_and_add_up_to_the_cheapest_assignment() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut assignment = Assignment::default();
        for _ in 0..2_000 {
            let len = random.usize(1..=8);
            let mut row = || (0..len).map(|_| f64::from(random.u8(..7))).collect();
            let costs: Vec<Vec<f64>> = (0..len).map(|_| row()).collect();
            let cost = |goal: u16, tile: usize| costs[usize::from(goal)][tile];
            let goal: Vec<u16> = (0..len as u16).collect();
            let least = assignment.least_cost(&cost, &goal, 0..len);
            let duals = assignment.duals(&cost, &goal, 0..len);
            let all: f64 = duals.goals.iter().chain(duals.tiles).sum();
            assert_eq!(all, least);
            let mut given = duals.goal_of.to_vec();
            given.sort_unstable();
            assert!(given.iter().copied().eq(1..=len));
            for (tile, &goal) in duals.goal_of.iter().enumerate() {
                assert_eq!(duals.goals[goal - 1] + duals.tiles[tile], costs[goal - 1][tile]);
                for (goal, costs) in costs.iter().enumerate() {
                    assert!(duals.goals[goal] + duals.tiles[tile] <= costs[tile]);
                }
            }
        }
    }
}
