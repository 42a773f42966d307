//! The board as a graph: sites, and which are next to each other. With one empty
//! cell a move goes along an edge: the tile at one end changes places with the empty
//! cell at the other.

use crate::search::key::Key;
use crate::search::space::{NO_SITE, Space};

/// No site, and no tile.
pub const NONE: u8 = u8::MAX;

/// More sites than this are not for the tables.
pub const MAX_SITES: usize = 128;

/// Sites and edges of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// For each site those next to it, in the order of `Direction::ALL`, [`NONE`]
    /// after the last.
    neighbours: Vec<[u8; 4]>,
}

/// A map of sites onto sites that keeps edges: a reflection or a turn of the board.
pub type Symmetry = Vec<u8>;

impl Graph {
    /// Returns the graph of the board of `space`, of at most [`MAX_SITES`] sites, without
    /// passes.
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        let of = |site| {
            let mut found = [NONE; 4];
            // Without passes there is one class.
            let sites = (0..4).filter_map(|nth| space.ray(0, site, nth).next());
            found.iter_mut().zip(sites).for_each(|(slot, site)| *slot = site as u8);
            found
        };
        Self { neighbours: (0..space.cells.len()).map(of).collect() }
    }

    /// Returns the number of sites.
    pub const fn sites(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the sites next to `site`, [`NONE`] after the last.
    #[inline]
    pub fn around(&self, site: u8) -> &[u8; 4] {
        &self.neighbours[usize::from(site)]
    }

    /// Returns the sites next to `site`.
    pub fn neighbours(&self, site: u8) -> impl Iterator<Item = u8> + '_ {
        self.around(site).iter().copied().take_while(|&next| next != NONE)
    }

    /// Returns the number of edges between each site and `from`, [`NONE`] where
    /// there is no way; `without` is left out.
    pub fn distances(&self, from: u8, without: Option<u8>) -> Vec<u8> {
        let mut found = vec![NONE; self.sites()];
        found[usize::from(from)] = 0;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(site) = queue.pop_front() {
            for next in self.neighbours(site).filter(|&next| Some(next) != without) {
                if found[usize::from(next)] == NONE {
                    found[usize::from(next)] = found[usize::from(site)] + 1;
                    queue.push_back(next);
                }
            }
        }
        found
    }

    /// Says whether every even permutation of the tiles can be reached: the graph
    /// stays in one piece whichever site is taken away, and is more than one ring.
    ///
    /// (Boards have no rings of odd length, and the one other exception of the
    /// theorem has.)
    ///
    /// Reference: Wilson, *Graph Puzzles, Homotopy, and the Alternating Group*, 1974.
    pub fn reaches_all_even(&self) -> bool {
        let sites = self.sites();
        let ends: usize = (0..sites as u8).map(|site| self.neighbours(site).count()).sum();
        let stays_whole = |site: u8| {
            let from = u8::from(site == 0);
            let reached = self.distances(from, Some(site));
            reached.iter().filter(|&&moves| moves != NONE).count() == sites - 1
        };
        sites > 2 && ends / 2 > sites && (0..sites as u8).all(stays_whole)
    }

    /// Returns the reflections and turns of the board that map sites onto sites and edges onto
    /// edges.
    pub fn symmetries<K: Key>(&self, space: &Space<K>) -> Vec<Symmetry> {
        let size = space.sites.size();
        let (right, bottom) = (size.width - 1, size.height - 1);
        let maps = (1..8).filter(|map| map & 4 == 0 || size.width == size.height);
        let image = |map: u8, cell: crate::puzzle::Cell| {
            let x = if map & 1 > 0 { right - cell.x } else { cell.x };
            let y = if map & 2 > 0 { bottom - cell.y } else { cell.y };
            let (x, y) = if map & 4 > 0 { (y, x) } else { (x, y) };
            let site = space.sites[crate::puzzle::Cell::new(x, y)];
            (site != NO_SITE).then_some(site as u8)
        };
        let images =
            maps.filter_map(|map| space.cells.iter().map(|&cell| image(map, cell)).collect());
        images.filter(|image| self.is_kept_by(image)).collect()
    }

    /// Says whether a map takes each edge to an edge: thin walls may have no image.
    fn is_kept_by(&self, image: &Symmetry) -> bool {
        (0..self.sites() as u8).all(|site| {
            let to = image[usize::from(site)];
            self.neighbours(site)
                .all(|next| self.neighbours(to).any(|other| other == image[usize::from(next)]))
        })
    }
}
