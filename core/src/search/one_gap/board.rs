//! The tiles of a board with one empty cell, the gap, and the way of the gap.

use crate::puzzle::one_gap;
pub(super) use crate::puzzle::one_gap::NONE;

/// Sites and edges of a board.
pub type Graph = one_gap::Graph<u16>;

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

    /// Brings the gap to the nearest of some sites.
    pub fn enter(&mut self, graph: &Graph, is_one: impl Fn(u16) -> bool) -> Option<()> {
        let away = graph.distances(self.gap(), |_| true);
        let sites = graph.all().filter(|&site| is_one(site) && away[usize::from(site)] != NONE);
        let nearest = sites.min_by_key(|&site| away[usize::from(site)])?;
        self.go(graph, nearest, |_| true)
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
