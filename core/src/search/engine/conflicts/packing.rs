//! Maximum-weight packing of disjoint pairs and triples of tiles, by branch and bound.

/// Two or three tiles, a bit each, and their weight.
#[derive(Clone, Copy)]
pub struct Edge {
    pub tiles: u64,
    pub weight: i16,
}

/// Branches before it gives up, which hardly ever happens with so few tiles.
const MAX_BRANCHES: u32 = 300;

impl Edge {
    /// Returns the weight per tile, in sixths.
    #[inline]
    const fn sixths_per_tile(self) -> i16 {
        let is_pair = (self.tiles & (self.tiles - 1)).is_power_of_two();
        self.weight * if is_pair { 3 } else { 2 }
    }
}

/// Sorts by weight per tile, heaviest first. The first branch is then greedy, and mostly enough.
pub fn sort_greedily(edges: &mut [Edge]) {
    edges.sort_unstable_by_key(|edge| -edge.sixths_per_tile());
}

/// Says whether some disjoint edges weigh more than `most` together. A "no" may be wrong, a "yes"
/// never.
pub fn outweigh(edges: &mut [Edge], most: i16) -> bool {
    sort_greedily(edges);
    choose(edges, 0, most, &mut MAX_BRANCHES.clone())
}

fn choose(edges: &[Edge], used: u64, most: i16, branches: &mut u32) -> bool {
    if most < 0 {
        return true;
    }
    let Some(first) = edges.iter().position(|edge| edge.tiles & used == 0) else { return false };
    if *branches == 0 || upper_bound(&edges[first..], used) <= most {
        return false;
    }
    *branches -= 1;
    let (Edge { tiles, weight }, rest) = (edges[first], &edges[first + 1..]);
    choose(rest, used | tiles, most - weight, branches) || choose(rest, used, most, branches)
}

/// Returns an upper bound for the edges outside `used`: each tile counts its share of the heaviest.
fn upper_bound(edges: &[Edge], used: u64) -> i16 {
    let (mut tiles, mut sixths) = (used, 0);
    for edge in edges.iter().filter(|edge| edge.tiles & used == 0) {
        sixths += edge.sixths_per_tile() * (edge.tiles & !tiles).count_ones() as i16;
        tiles |= edge.tiles;
    }
    sixths / 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::random::Random;

    fn heaviest(edges: &[Edge], used: u64) -> i16 {
        let Some((edge, rest)) = edges.split_first() else { return 0 };
        let without = heaviest(rest, used);
        if edge.tiles & used == 0 {
            without.max(edge.weight + heaviest(rest, used | edge.tiles))
        } else {
            without
        }
    }

    #[test]
    fn it_tells_what_the_heaviest_choice_weighs() {
        let mut random = Random::new(3);
        for _ in 0..2_000 {
            let tiles = 2 + random.below(6);
            let mut edges = Vec::new();
            for two in 1..tiles {
                for one in 0..two {
                    let weight = random.below(4) as i16;
                    if weight > 0 {
                        edges.push(Edge { tiles: 1 << one | 1 << two, weight });
                    }
                    let three = random.below(tiles);
                    if three != one && three != two {
                        edges.push(Edge { tiles: 1 << one | 1 << two | 1 << three, weight: 2 });
                    }
                }
            }
            let most = heaviest(&edges, 0);
            assert!(!outweigh(&mut edges, most));
            assert!(outweigh(&mut edges, most - 1));
        }
    }
}
