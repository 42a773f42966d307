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
    let mut states = Vec::new();
    for wanted in placements {
        let free = vec![true; space.cells.len()];
        let mut filler = Filler { space, free, states: &mut states, most };
        let mut sites: Vec<Vec<u16>> = vec![Vec::new(); space.groups.len()];
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
    Some(states.iter().map(|sites| space.key_of_sites(sites)).collect())
}

/// Places spare tiles in all ways.
struct Filler<'a, K> {
    space: &'a Space<K>,
    free: Vec<bool>,
    states: &'a mut Vec<Vec<u16>>,
    most: usize,
}

impl<K: Key> Filler<'_, K> {
    /// Places the tiles that `group` and those after it still lack, each group's in
    /// rising order from `from`. Returns false when there are too many ways.
    fn fill(&mut self, sites: &mut Vec<Vec<u16>>, group: usize, from: u16) -> bool {
        let Some(wanted) = self.space.groups.get(group) else {
            let state = sites.iter().flat_map(|group| {
                let mut sorted = group.clone();
                sorted.sort_unstable();
                sorted
            });
            self.states.push(state.collect());
            return self.states.len() <= self.most;
        };
        let lacking = wanted.len - sites[group].len();
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
