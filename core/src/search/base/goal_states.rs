//! The states that are goals: where search from the goal begins.

use super::key::Key;
use super::space::{Space, Wanted};

/// Returns all states that fulfil one of `placements`, or `None` when they are more than
/// `most`.
pub(in crate::search) fn list<K: Key>(
    space: &Space<K>,
    placements: &[Wanted],
    most: usize,
) -> Option<Vec<K>> {
    let Some(changing) = space.changing() else {
        let lens: Vec<usize> = space.groups.iter().map(|group| group.len).collect();
        let states = sites_of(space, placements, &lens, most)?;
        return Some(states.iter().map(|sites| space.key_of_sites(sites)).collect());
    };
    let mut keys = Vec::new();
    for cast in changing.casts(most)? {
        let lens = changing.lens(&cast);
        let is_enough =
            |wanted: &&Wanted| wanted.iter().all(|(group, sites)| sites.len() <= lens[*group]);
        let placements: Vec<Wanted> = placements.iter().filter(is_enough).cloned().collect();
        let states = sites_of(space, &placements, &lens, most - keys.len())?;
        let faces = || lens.iter().enumerate().flat_map(|(face, &len)| vec![face as u8; len]);
        let of_cast = states.iter().map(|sites| {
            let mut tiles: Vec<_> =
                faces().zip(sites).map(|(face, &site)| (face, site, 0)).collect();
            space.key_of_placed(changing, &mut tiles, 0)
        });
        keys.extend(of_cast.filter(|key| !space.is_unsettled(key)));
    }
    Some(keys)
}

/// Returns the sites of the tiles, of which each group has so many, in all ways that fulfil one of
/// `placements`, or `None` when they are more than `most`.
fn sites_of<K: Key>(
    space: &Space<K>,
    placements: &[Wanted],
    lens: &[usize],
    most: usize,
) -> Option<Vec<Vec<u16>>> {
    let mut states = Vec::new();
    for wanted in placements {
        let free = vec![true; space.cells.len()];
        let mut filler = Filler { space, lens, free, states: &mut states, most };
        let mut sites: Vec<Vec<u16>> = vec![Vec::new(); lens.len()];
        for (group, wanted) in wanted {
            sites[*group].clone_from(wanted);
            wanted.iter().for_each(|&site| filler.free[usize::from(site)] = false);
        }
        if !filler.fill(&mut sites, 0, 0) {
            return None;
        }
    }
    // Two placements of a goal with spare tiles may share a state.
    let mut seen = rustc_hash::FxHashSet::default();
    states.retain(|sites| seen.insert(sites.clone()));
    Some(states)
}

/// Places spare tiles in all ways.
struct Filler<'a, K> {
    space: &'a Space<K>,
    /// Tiles of each group.
    lens: &'a [usize],
    free: Vec<bool>,
    states: &'a mut Vec<Vec<u16>>,
    most: usize,
}

impl<K: Key> Filler<'_, K> {
    /// Places the tiles that `group` and those after it still lack, each group's in
    /// rising order from `from`. Returns false when there are too many ways.
    fn fill(&mut self, sites: &mut Vec<Vec<u16>>, group: usize, from: u16) -> bool {
        let Some(&len) = self.lens.get(group) else {
            let state = sites.iter().flat_map(|group| {
                let mut sorted = group.clone();
                sorted.sort_unstable();
                sorted
            });
            self.states.push(state.collect());
            return self.states.len() <= self.most;
        };
        let lacking = len - sites[group].len();
        if lacking == 0 {
            return self.fill(sites, group + 1, 0);
        }
        let is_free =
            |free: &[bool], site: u16| free[usize::from(site)] && self.space.may_hold(group, site);
        let sites_left = from..self.free.len() as u16;
        let mut left = sites_left.filter(|&site| is_free(&self.free, site)).count();
        for site in from..self.free.len() as u16 {
            // Too few sites left for the others: no way leads on from here.
            if left < lacking {
                break;
            }
            if is_free(&self.free, site) {
                left -= 1;
                self.free[usize::from(site)] = false;
                sites[group].push(site);
                let few = self.fill(sites, group, site + 1);
                sites[group].pop();
                self.free[usize::from(site)] = true;
                if !few {
                    return false;
                }
            }
        }
        true
    }
}

/// Returns the moves from each state to the nearest of `goals`, by breadth-first search from these to
/// what comes `before` a state: the truth that tests compare with.
#[cfg(test)]
pub fn moves_to<K: Copy + Eq + std::hash::Hash>(
    goals: impl Iterator<Item = K>,
    before: &std::collections::HashMap<K, Vec<K>>,
) -> std::collections::HashMap<K, u16> {
    let mut open: std::collections::VecDeque<K> = goals.collect();
    let mut moves: std::collections::HashMap<K, u16> = open.iter().map(|&key| (key, 0)).collect();
    while let Some(key) = open.pop_front() {
        let next_moves = moves[&key] + 1;
        for &previous in before.get(&key).into_iter().flatten() {
            moves.entry(previous).or_insert_with(|| {
                open.push_back(previous);
                next_moves
            });
        }
    }
    moves
}
