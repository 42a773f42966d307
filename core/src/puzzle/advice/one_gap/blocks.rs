//! The blocks of a board: parts that stay in one piece whichever of their sites is taken away. Two
//! of them share one site at most, a narrow place, and they form a tree.
//!
//! ```text
//!   a a a . . b b      a and b are rich: more than a ring
//!   a a a     b b      a-. .-. .-b are bridges, two sites each
//! ```
//!
//! Reference: Hopcroft, Tarjan, *Efficient Algorithms for Graph Manipulation*, 1973.

use super::graph::{Graph, NONE};

/// What a block lets the gap do with its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Two sites: nothing.
    Bridge,
    /// It turns them around.
    Ring,
    /// It brings about every even permutation.
    Rich,
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    pub shape: Shape,
    /// Its sites; those of a ring in their order along it.
    pub sites: Vec<u16>,
}

/// The blocks of a graph.
#[derive(Clone, Debug)]
pub struct Blocks {
    pub all: Vec<Block>,
    /// By site, and by the place of a neighbour there, the block of the edge; [`NONE`] where there
    /// is none.
    of_edge: Vec<[u16; 4]>,
}

impl Blocks {
    /// Takes a graph apart.
    pub fn new(graph: &Graph<u16>) -> Self {
        let mut descent = Descent {
            graph,
            entered: vec![NONE; graph.sites()],
            low: vec![NONE; graph.sites()],
            count: 0,
            edges: Vec::new(),
            blocks: Self { all: Vec::new(), of_edge: vec![[NONE; 4]; graph.sites()] },
        };
        for site in graph.all() {
            if descent.entered[usize::from(site)] == NONE {
                descent.enter(site, NONE);
            }
        }
        descent.blocks
    }

    /// Returns the block of the edge from `site` to the neighbour in that place.
    pub fn of_edge(&self, site: u16, place: usize) -> u16 {
        self.of_edge[usize::from(site)][place]
    }
}

/// A walk through a graph in depth.
struct Descent<'a> {
    graph: &'a Graph<u16>,
    /// By site, when it was entered, and the first site that can be reached from below it.
    entered: Vec<u16>,
    low: Vec<u16>,
    count: u16,
    /// The edges gone along that are in no block yet.
    edges: Vec<(u16, usize, u16)>,
    blocks: Blocks,
}

impl Descent<'_> {
    fn enter(&mut self, site: u16, from: u16) {
        let own = usize::from(site);
        (self.entered[own], self.low[own]) = (self.count, self.count);
        self.count += 1;
        let graph = self.graph;
        for (place, next) in graph.neighbours(site).enumerate().filter(|&(_, next)| next != from) {
            let there = usize::from(next);
            if self.entered[there] == NONE {
                let first = self.edges.len();
                self.edges.push((site, place, next));
                self.enter(next, site);
                self.low[own] = self.low[own].min(self.low[there]);
                if self.low[there] >= self.entered[own] {
                    self.close(first);
                }
            } else if self.entered[there] < self.entered[own] {
                self.edges.push((site, place, next));
                self.low[own] = self.low[own].min(self.entered[there]);
            }
        }
    }

    /// Makes a block of the edges from `first` on.
    fn close(&mut self, first: usize) {
        let number = self.blocks.all.len() as u16;
        let edges = self.edges.split_off(first);
        let mut sites = Vec::new();
        for &(site, place, next) in &edges {
            self.blocks.of_edge[usize::from(site)][place] = number;
            let back = self.graph.neighbours(next).position(|other| other == site);
            self.blocks.of_edge[usize::from(next)][back.expect("edges lead both ways")] = number;
            sites.extend([site, next]);
        }
        sites.sort_unstable();
        sites.dedup();
        let shape = match edges.len() {
            1 => Shape::Bridge,
            edges if edges == sites.len() => Shape::Ring,
            _ => Shape::Rich,
        };
        if shape == Shape::Ring {
            sites = self.around(number, sites[0]);
        }
        self.blocks.all.push(Block { shape, sites });
    }

    /// Returns the sites of a ring in their order.
    fn around(&self, ring: u16, first: u16) -> Vec<u16> {
        let mut sites = vec![first];
        let (mut before, mut site) = (NONE, first);
        loop {
            let edges = self.graph.neighbours(site).enumerate();
            let own = edges.filter(|&(place, _)| self.blocks.of_edge(site, place) == ring);
            let next = { own }.map(|(_, next)| next).find(|&next| next != before);
            (before, site) = (site, next.expect("a ring goes on"));
            if site == first {
                return sites;
            }
            sites.push(site);
        }
    }
}
