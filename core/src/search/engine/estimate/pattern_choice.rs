//! Chooses which tiles make a pattern: those that are in each other's way most.
//!
//! That is measured on states that the search stores: by how much the distance of two tiles in
//! their relaxed game exceeds the sum of their slide distances, back to the start and on to the
//! goal. Only tiles that are alone of their colour are asked.

use std::cmp::Reverse;

use super::pattern_database::{TargetSites, distances_to};
use crate::search::base::heuristic::distance::Distances;
use crate::search::base::heuristic::rays::Rays;
use crate::search::base::key::Key;
use crate::search::base::space::Space;

/// Two tiles by slots and colours, and by how much they are in each other's way.
pub struct Pair {
    slots: [usize; 2],
    groups: [usize; 2],
    pub conflict: u64,
}

/// Returns all pairs of tiles that are alone of their colour, not measured yet.
pub fn pairs<K: Key>(space: &Space<K>) -> Vec<Pair> {
    let alone = |&group: &usize| space.groups[group].len == 1;
    let alone: Vec<usize> = (0..space.groups.len()).filter(alone).collect();
    let pair = |groups: [usize; 2]| {
        let slots = groups.map(|group| space.groups[group].slots().start);
        Pair { slots, groups, conflict: 0 }
    };
    let before = |two: usize| alone.iter().take_while(move |&&one| one < two);
    alone.iter().flat_map(|&two| before(two).map(move |&one| [one, two])).map(pair).collect()
}

impl Pair {
    /// Measures a pair on states, given as sites by slot, each with what is asked ahead.
    pub fn measure(
        &mut self,
        rays: &Rays,
        distances: &Distances,
        states: [(&[Vec<u16>], &TargetSites); 2],
    ) {
        let excess = |(states, asked)| self.excess(rays, distances, asked, states);
        self.conflict = states.into_iter().map(excess).sum();
    }

    fn excess(
        &self,
        rays: &Rays,
        distances: &Distances,
        asked: &TargetSites,
        sample: &[Vec<u16>],
    ) -> u64 {
        let Some(together) = distances_to(rays, &self.groups, asked) else { return 0 };
        let alone = self.groups.map(|group| nearest(distances, group, &asked[group]));
        let excess = |sites: &Vec<u16>| {
            let [one, two] = self.slots.map(|slot| usize::from(sites[slot]));
            let apart = alone[0][one].saturating_add(alone[1][two]);
            u64::from(u16::from(together[one * rays.sites() + two]).saturating_sub(apart))
        };
        sample.iter().map(excess).sum()
    }
}

/// Returns the distance of a tile of `group` from each site to the nearest of `targets`; 0 without
/// any.
fn nearest(distances: &Distances, group: usize, targets: &[u16]) -> Vec<u16> {
    let to =
        |site: usize| targets.iter().map(|&target| distances.of_group(group, target)[site]).min();
    (0..distances.sites()).map(|site| to(site).unwrap_or(0)).collect()
}

/// Returns disjoint pairs of colours in each other's way, those that are most so first.
pub fn disjoint(pairs: &[Pair]) -> Vec<[usize; 2]> {
    let mut order: Vec<&Pair> = pairs.iter().filter(|pair| pair.conflict > 0).collect();
    order.sort_by_key(|pair| Reverse(pair.conflict));
    let mut chosen: Vec<[usize; 2]> = Vec::new();
    for pair in order {
        let is_free = |group| !chosen.iter().flatten().any(|other| other == group);
        if pair.groups.iter().all(is_free) {
            chosen.push(pair.groups);
        }
    }
    chosen
}
