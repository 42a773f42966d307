//! Disjoint pairs and triples of tiles that weigh as much as can be.

/// Two or three tiles, a bit each, and what they weigh together.
#[derive(Clone, Copy)]
pub struct Edge {
    pub ends: u64,
    pub weight: i16,
}

/// Choices that are tried before it gives up: with so few tiles it hardly ever does.
const MOST_CHOICES: u32 = 300;

impl Edge {
    /// Returns what each of its tiles counts, in sixths.
    #[inline]
    const fn by_tile(self) -> i16 {
        let is_pair = (self.ends & (self.ends - 1)).is_power_of_two();
        self.weight * if is_pair { 3 } else { 2 }
    }
}

/// Puts them in the order in which they are chosen: first those that weigh most for each tile.
/// So the first choices are greedy, and mostly enough.
pub fn sort(edges: &mut [Edge]) {
    edges.sort_unstable_by_key(|edge| -edge.by_tile());
}

/// Says whether some of the edges, no two of which share a tile, weigh more than `most`
/// together. May say no wrongly, but never yes.
pub fn outweighs(edges: &mut [Edge], most: i16) -> bool {
    sort(edges);
    choose(edges, 0, most, &mut MOST_CHOICES.clone())
}

fn choose(edges: &[Edge], used: u64, most: i16, choices: &mut u32) -> bool {
    if most < 0 {
        return true;
    }
    let Some(first) = edges.iter().position(|edge| edge.ends & used == 0) else { return false };
    if *choices == 0 || at_most(&edges[first..], used) <= most {
        return false;
    }
    *choices -= 1;
    let (Edge { ends, weight }, rest) = (edges[first], &edges[first + 1..]);
    choose(rest, used | ends, most - weight, choices) || choose(rest, used, most, choices)
}

/// Returns what the edges outside `used` weigh at most: each tile counts its part of the
/// heaviest.
fn at_most(edges: &[Edge], used: u64) -> i16 {
    let (mut tiles, mut sixths) = (used, 0);
    for edge in edges.iter().filter(|edge| edge.ends & used == 0) {
        sixths += edge.by_tile() * (edge.ends & !tiles).count_ones() as i16;
        tiles |= edge.ends;
    }
    sixths / 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::random::Random;

    fn heaviest(edges: &[Edge], used: u64) -> i16 {
        let Some((edge, rest)) = edges.split_first() else { return 0 };
        let without = heaviest(rest, used);
        if edge.ends & used == 0 {
            without.max(edge.weight + heaviest(rest, used | edge.ends))
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
                        edges.push(Edge { ends: 1 << one | 1 << two, weight });
                    }
                    let three = random.below(tiles);
                    if three != one && three != two {
                        edges.push(Edge { ends: 1 << one | 1 << two | 1 << three, weight: 2 });
                    }
                }
            }
            let most = heaviest(&edges, 0);
            assert!(!outweighs(&mut edges, most));
            assert!(outweighs(&mut edges, most - 1));
        }
    }
}
