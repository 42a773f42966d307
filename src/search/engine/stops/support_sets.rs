//! Which sites must hold other tiles so that one tile arrives in so many moves: all ways
//! that it can go, put together.

use super::site_tables::Sites;

/// A site from which the way goes on, and what must be held for that.
#[derive(Clone, Copy)]
pub struct Link {
    pub to: u16,
    pub needed: Sites,
}

/// Sets that are kept of one site, at most. Of more, two are replaced by what they have in
/// common: then a tile is said to arrive that does not, but never the other way round.
pub const MAX_SETS: usize = 12;

/// The sets of sites, one of which must be held altogether, for each site and each number of
/// moves.
pub struct Needs<'a> {
    least: &'a [u16],
    links: &'a [Vec<Link>],
    /// By moves, then by site, once they have been asked for.
    known: Vec<Vec<Option<Vec<Sites>>>>,
}

impl<'a> Needs<'a> {
    /// Prepares for ways along the `links` to sites with `least` 0.
    pub const fn new(least: &'a [u16], links: &'a [Vec<Link>]) -> Self {
        Self { least, links, known: Vec::new() }
    }

    /// Returns the sets for at most so many moves; nothing if nothing is needed. There must
    /// be a way.
    pub fn of(&mut self, site: u16, moves: u16) -> &[Sites] {
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
            let links = self.links;
            for &Link { to, needed } in &links[usize::from(site)] {
                if self.least[usize::from(to)] < moves {
                    self.find(to, moves - 1);
                    let after = self.known[nth - 1][usize::from(to)].iter().flatten();
                    after.for_each(|&set| add(&mut sets, set | needed));
                }
            }
        }
        self.known[nth][usize::from(site)] = Some(sets);
    }
}

/// Adds a set, unless one of them is part of it, and removes those that it is part of.
fn add(sets: &mut Vec<Sites>, mut set: Sites) {
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
