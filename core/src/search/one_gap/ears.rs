//! An ear decomposition: a block of the board, that is a part which stays in one piece whichever
//! site is taken away, built up from a small one by paths whose two ends lie on what is there
//! already.
//!
//! ```text
//!   2 2 2      0 the base: a ring of four and the first ear
//!   0 0 1      1, 2 the ears after it; taken away in the opposite order they leave
//!   0 0 1      a block each time
//!   0 0 1
//! ```
//!
//! Reference: Whitney, *Non-separable and Planar Graphs*, 1932.

use std::collections::VecDeque;

use super::board::{Graph, NONE};

/// A path of new sites between two that were there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ear {
    /// The new sites, in the order of the path, at least one.
    pub sites: Vec<u16>,
    /// The site next to the first of them.
    pub first: u16,
    /// The site next to the last, another one.
    pub last: u16,
}

/// A block of the board.
pub struct Block {
    /// A ring and an ear on it: the smallest block that is no ring.
    pub base: Vec<u16>,
    /// What makes the block of it, in order.
    pub ears: Vec<Ear>,
}

impl Block {
    /// Returns the base with the shortest ring through `site`, or `None` where there is none or the
    /// ring is all.
    pub fn base(graph: &Graph, site: u16) -> Option<Vec<u16>> {
        let mut base = ring(graph, site)?;
        base.append(&mut next_ear(graph, &base)?.sites);
        Some(base)
    }

    /// Returns the block around a base.
    pub fn around(graph: &Graph, base: Vec<u16>) -> Self {
        let (mut sites, mut ears) = (base.clone(), Vec::new());
        while let Some(ear) = next_ear(graph, &sites) {
            sites.extend(&ear.sites);
            ears.push(ear);
        }
        Self { base, ears }
    }

    /// Returns all sites.
    pub fn sites(&self) -> impl Iterator<Item = u16> + '_ {
        self.base.iter().chain(self.ears.iter().flat_map(|ear| &ear.sites)).copied()
    }

    /// Says of each site of the board, which has `count`, whether it is in the block.
    pub fn inside(&self, count: usize) -> Vec<bool> {
        let mut inside = vec![false; count];
        self.sites().for_each(|site| inside[usize::from(site)] = true);
        inside
    }
}

/// What a search in breadth has met: whence, and how.
struct Wave {
    root: Vec<u16>,
    before: Vec<u16>,
    queue: VecDeque<u16>,
}

impl Wave {
    fn new(graph: &Graph) -> Self {
        let none = vec![NONE; graph.sites()];
        Self { root: none.clone(), before: none, queue: VecDeque::new() }
    }

    fn meet(&mut self, site: u16, root: u16, before: u16) {
        self.root[usize::from(site)] = root;
        self.before[usize::from(site)] = before;
        self.queue.push_back(site);
    }

    /// Returns the sites from `site` back to where the wave began.
    fn back(&self, site: u16) -> Vec<u16> {
        let before = |&site: &u16| Some(self.before[usize::from(site)]);
        std::iter::successors(Some(site), |site| before(site).filter(|&site| site != NONE))
            .collect()
    }

    /// Goes on until two parts of the wave with different roots meet; returns the way from the
    /// root of one to that of the other. `is_closed` sites are not entered.
    fn run(&mut self, graph: &Graph, is_closed: impl Fn(u16) -> bool) -> Option<Vec<u16>> {
        while let Some(site) = self.queue.pop_front() {
            let root = self.root[usize::from(site)];
            for next in graph.neighbours(site).filter(|&next| !is_closed(next)) {
                match self.root[usize::from(next)] {
                    NONE => self.meet(next, root, site),
                    other if other != root => {
                        let mut way = self.back(site);
                        way.reverse();
                        way.append(&mut self.back(next));
                        return Some(way);
                    }
                    _ => {}
                }
            }
        }
        None
    }
}

/// Returns a shortest ring through `site`.
fn ring(graph: &Graph, site: u16) -> Option<Vec<u16>> {
    let mut wave = Wave::new(graph);
    for next in graph.neighbours(site) {
        wave.meet(next, next, NONE);
    }
    let mut way = wave.run(graph, |next| next == site)?;
    way.push(site);
    Some(way)
}

/// Returns a short ear on `sites`, near the first of them.
fn next_ear(graph: &Graph, sites: &[u16]) -> Option<Ear> {
    let is_there = |site: u16| sites.contains(&site);
    let mut wave = Wave::new(graph);
    for &site in sites {
        for next in graph.neighbours(site).filter(|&next| !is_there(next)) {
            match wave.root[usize::from(next)] {
                NONE => wave.meet(next, site, NONE),
                first if first != site => {
                    return Some(Ear { sites: vec![next], first, last: site });
                }
                _ => {}
            }
        }
    }
    let sites = wave.run(graph, is_there)?;
    let root = |site: Option<&u16>| wave.root[usize::from(*site.expect("two at least"))];
    let (first, last) = (root(sites.first()), root(sites.last()));
    Some(Ear { sites, first, last })
}
