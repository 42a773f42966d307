//! A board with one empty cell, the gap, as a graph: sites, and which are next to each other. A
//! move goes along an edge: the tile at one end changes places with the gap at the other.

use std::collections::VecDeque;

use crate::search::key::Key;
use crate::search::space::Space;

/// No site, and no tile.
pub const NONE: u16 = u16::MAX;

/// Sites and edges of a board.
pub struct Graph {
    /// For each site those next to it, [`NONE`] after the last.
    neighbours: Vec<[u16; 4]>,
}

impl Graph {
    /// Returns the graph of the board of `space`, which is one without passes.
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        let of = |site| {
            let mut found = [NONE; 4];
            // Without passes there is one class.
            let sites = (0..4).filter_map(|nth| space.ray(0, site, nth).next());
            found.iter_mut().zip(sites).for_each(|(slot, site)| *slot = site);
            found
        };
        Self { neighbours: (0..space.cells.len()).map(of).collect() }
    }

    /// Returns the number of sites.
    pub const fn sites(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the sites next to `site`.
    #[inline]
    pub fn neighbours(&self, site: u16) -> impl Iterator<Item = u16> + '_ {
        self.neighbours[usize::from(site)].iter().copied().take_while(|&next| next != NONE)
    }

    /// Returns the number of edges between `from` and each site by a way whose sites, `from` aside,
    /// all pass `allowed`; [`NONE`] where there is no way.
    pub fn distances(&self, from: u16, allowed: impl Fn(u16) -> bool) -> Vec<u16> {
        let mut found = vec![NONE; self.sites()];
        found[usize::from(from)] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(site) = queue.pop_front() {
            for next in self.neighbours(site).filter(|&next| allowed(next)) {
                if found[usize::from(next)] == NONE {
                    found[usize::from(next)] = found[usize::from(site)] + 1;
                    queue.push_back(next);
                }
            }
        }
        found
    }
}

/// Where the tiles are, and the way of the gap to there.
#[derive(Clone)]
pub struct Tiles {
    /// The tile on each site, [`NONE`] where the gap is.
    pub on: Vec<u16>,
    /// The site of each tile.
    pub at: Vec<u16>,
    /// The sites that the gap has passed; the last one is where it is.
    pub path: Vec<u16>,
}

impl Tiles {
    /// Begins with the tile on each site, [`NONE`] once.
    pub fn new(on: Vec<u16>) -> Self {
        let mut at = vec![NONE; on.len() - 1];
        let mut gap = NONE;
        for (site, &tile) in (0..).zip(&on) {
            match at.get_mut(usize::from(tile)) {
                Some(at) => *at = site,
                None => gap = site,
            }
        }
        Self { on, at, path: vec![gap] }
    }

    /// Returns the site of the gap.
    pub fn gap(&self) -> u16 {
        *self.path.last().expect("it begins somewhere")
    }

    /// Moves the gap to `to`, next to it. A move that takes back the last one cancels it.
    pub fn step(&mut self, to: u16) {
        let gap = self.gap();
        let tile = std::mem::replace(&mut self.on[usize::from(to)], NONE);
        self.on[usize::from(gap)] = tile;
        self.at[usize::from(tile)] = gap;
        match self.path[..] {
            [.., before, _] if before == to => drop(self.path.pop()),
            _ => self.path.push(to),
        }
    }

    /// Moves the gap to `to` on a shortest way through sites that pass `allowed`. Returns `None`
    /// when there is none.
    pub fn go(&mut self, graph: &Graph, to: u16, allowed: impl Fn(u16) -> bool) -> Option<()> {
        let gap = self.gap();
        let distances = graph.distances(to, |site| site == gap || allowed(site));
        if distances[usize::from(gap)] == NONE {
            return None;
        }
        while self.gap() != to {
            let nearer = distances[usize::from(self.gap())] - 1;
            let next = graph.neighbours(self.gap());
            let next = { next }.find(|&next| distances[usize::from(next)] == nearer);
            self.step(next.expect("a site that is one nearer"));
        }
        Some(())
    }
}
