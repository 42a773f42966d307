//! Support sets: which sites must be occupied by other tiles so that a tile can reach an end within
//! a number of moves.

use crate::search::engine::states::sets::SiteSet;

/// A relaxed move to a site, and the blocker: the site that must be occupied for it to stop there.
#[derive(Clone, Copy)]
pub struct RelaxedMove {
    pub to: u16,
    pub blocker: SiteSet,
}

/// Sets kept for one site: few enough to be tested quickly. Beyond that two sets are replaced by
/// their intersection, which can only weaken the test.
pub const MAX_SETS: usize = 12;

/// The minimal support sets by site and number of moves. One of them must be occupied as a whole.
pub struct SupportSets<'a> {
    least: &'a [u16],
    moves_from: &'a [Vec<RelaxedMove>],
    /// By moves, then by site, computed on demand.
    known: Vec<Vec<Option<Vec<SiteSet>>>>,
}

impl<'a> SupportSets<'a> {
    /// Prepares for the relaxed moves `moves_from` each site, towards sites with `least` 0.
    pub const fn new(least: &'a [u16], moves_from: &'a [Vec<RelaxedMove>]) -> Self {
        Self { least, moves_from, known: Vec::new() }
    }

    /// Returns the sets for at most so many moves, or nothing if none is needed. The end must be
    /// reachable.
    pub fn of(&mut self, site: u16, moves: u16) -> &[SiteSet] {
        self.find(site, moves);
        let sets = self.known[usize::from(moves)][usize::from(site)].as_deref();
        match sets.expect("it was found") {
            [0] => &[],
            sets => sets,
        }
    }

    fn find(&mut self, site: u16, moves: u16) {
        let nth = usize::from(moves);
        while self.known.len() <= nth {
            self.known.push(vec![None; self.least.len()]);
        }
        if self.known[nth][usize::from(site)].is_some() {
            return;
        }
        let mut sets = Vec::new();
        if self.least[usize::from(site)] == 0 {
            sets.push(0);
        } else if moves > 0 {
            let moves_from = self.moves_from;
            for &RelaxedMove { to, blocker } in &moves_from[usize::from(site)] {
                if self.least[usize::from(to)] < moves {
                    self.find(to, moves - 1);
                    let after = self.known[nth - 1][usize::from(to)].iter().flatten();
                    after.for_each(|&set| add(&mut sets, set | blocker));
                }
            }
        }
        self.known[nth][usize::from(site)] = Some(sets);
    }
}

/// Adds a set unless a subset of it is there, and removes its supersets.
fn add(sets: &mut Vec<SiteSet>, mut set: SiteSet) {
    loop {
        if sets.iter().any(|other| other & !set == 0) {
            return;
        }
        sets.retain(|other| set & !other != 0);
        if sets.len() < MAX_SETS {
            break;
        }
        let common = |nth: &usize| (sets[*nth] & set).count_ones();
        let nearest = (0..sets.len()).max_by_key(common).expect("there are some");
        set &= sets.swap_remove(nearest);
    }
    let at = sets.partition_point(|other| other.count_ones() <= set.count_ones());
    sets.insert(at, set);
}
