//! Disjoint pairs of tiles that weigh as much as can be.

/// Two tiles, a bit each, and what they weigh together.
#[derive(Clone, Copy)]
pub struct Edge {
    pub ends: u64,
    pub weight: i16,
}

/// Choices that are tried before it gives up: with so few tiles it hardly ever does.
const MOST_CHOICES: u32 = 300;

/// Says whether some of the pairs, no two of which share a tile, weigh more than `most`
/// together. May say no wrongly, but never yes.
pub fn outweighs(edges: &mut [Edge], most: i16) -> bool {
    // The heaviest first: so the first choices are greedy, and mostly enough.
    edges.sort_unstable_by_key(|edge| -edge.weight);
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

/// Returns what the edges outside `used` weigh at most: each tile counts half of the heaviest.
fn at_most(edges: &[Edge], used: u64) -> i16 {
    let (mut tiles, mut twice) = (used, 0);
    for edge in edges.iter().filter(|edge| edge.ends & used == 0) {
        twice += edge.weight * (edge.ends & !tiles).count_ones() as i16;
        tiles |= edge.ends;
    }
    twice / 2
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
                }
            }
            let most = heaviest(&edges, 0);
            assert!(!outweighs(&mut edges, most));
            assert!(outweighs(&mut edges, most - 1));
        }
    }
}
