//! Chooses which tiles make a pattern: those that are in each other's way most.
//!
//! That is measured on states that the search stores: by how much the distance of two tiles in
//! their relaxed game exceeds the sum of their slide distances, back to the start and on to the
//! goal. Tiles of one colour stay together.

use super::pattern_database::TargetSites;
use crate::search::heuristic::distance::Distances;
use crate::search::heuristic::rays::Rays;
use crate::search::key::Key;
use crate::search::space::Space;

/// Two tiles by slots and colours, and by how much they are in each other's way.
pub struct Pair {
    slots: [usize; 2],
    groups: [usize; 2],
    pub conflict: u64,
}

/// Returns all pairs of tiles, not measured yet.
pub fn pairs<K: Key>(space: &Space<K>) -> Vec<Pair> {
    let tiles = space.tile_count();
    let pair = |slots: [usize; 2]| {
        let groups = slots.map(|slot| space.group_of(slot));
        Pair { slots, groups, conflict: 0 }
    };
    (1..tiles).flat_map(|two| (0..two).map(move |one| [one, two])).map(pair).collect()
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
        // Each may go to any site asked of its colour.
        let [one, two] = self.groups.map(|group| asked[group].as_slice());
        let all: Vec<u16> = (0..rays.sites() as u16).collect();
        let or_all = |of: &[u16]| if of.is_empty() { all.clone() } else { of.to_vec() };
        let (all_one, all_two) = (or_all(one), or_all(two));
        let both = all_one.iter().flat_map(|&one| all_two.iter().map(move |&two| [one, two]));
        let both: Vec<u16> = both.filter(|[one, two]| one != two).flatten().collect();
        let Some(together) = rays.distances(&self.groups, both.chunks(2)) else { return 0 };
        let alone = [(0, one), (1, two)].map(|(nth, of)| nearest(distances, self.groups[nth], of));
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

/// Partitions the colours into patterns by local search for the most conflict within them. `fits`
/// says which colours may make a pattern; others stay alone.
pub fn partition(
    groups: usize,
    pairs: &[Pair],
    fits: impl Fn(&[usize]) -> bool,
) -> Vec<Vec<usize>> {
    let mut weights = vec![vec![0; groups]; groups];
    for pair in pairs {
        let [one, two] = pair.groups;
        weights[one][two] += pair.conflict;
        if one != two {
            weights[two][one] += pair.conflict;
        }
    }
    let mut partition = Partition { weights, parts: Vec::new() };
    (0..groups).for_each(|group| partition.place(group, &fits));
    while partition.improve(groups, &fits) {}
    partition.parts.iter_mut().for_each(|part| part.sort_unstable());
    partition.parts.sort_unstable();
    partition.parts
}

struct Partition {
    weights: Vec<Vec<u64>>,
    parts: Vec<Vec<usize>>,
}

impl Partition {
    fn within(&self, part: &[usize]) -> u64 {
        let pairs = (0..part.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
        pairs.map(|(one, two)| self.weights[part[one]][part[two]]).sum()
    }

    /// Puts a colour where it adds most, or alone.
    fn place(&mut self, group: usize, fits: &impl Fn(&[usize]) -> bool) {
        let gain = |part: &Vec<usize>| -> u64 {
            part.iter().map(|&other| self.weights[group][other]).sum()
        };
        let with = |part: &Vec<usize>| fits(&[part.as_slice(), &[group]].concat());
        let fitting = (0..self.parts.len()).filter(|&nth| with(&self.parts[nth]));
        match fitting.max_by_key(|&nth| gain(&self.parts[nth])) {
            Some(nth) => self.parts[nth].push(group),
            None => self.parts.push(vec![group]),
        }
    }

    /// Exchanges two colours if that is an improvement; says whether it did.
    fn improve(&mut self, groups: usize, fits: &impl Fn(&[usize]) -> bool) -> bool {
        let pairs = (1..groups).flat_map(|two| (0..two).map(move |one| (one, two)));
        for (one, two) in pairs {
            let exchanged = |group: usize| match group {
                group if group == one => two,
                group if group == two => one,
                group => group,
            };
            let changed =
                self.parts.iter().filter(|part| part.contains(&one) != part.contains(&two));
            let changed: Vec<&Vec<usize>> = changed.collect();
            let after = |part: &&Vec<usize>| part.iter().map(|&group| exchanged(group)).collect();
            let new: Vec<Vec<usize>> = changed.iter().map(after).collect();
            let before: u64 = changed.iter().map(|part| self.within(part)).sum();
            let after: u64 = new.iter().map(|part| self.within(part)).sum();
            if after > before && new.iter().all(|part| part.len() == 1 || fits(part)) {
                for group in self.parts.iter_mut().flatten() {
                    *group = exchanged(*group);
                }
                return true;
            }
        }
        false
    }
}
