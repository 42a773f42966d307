//! A board with one empty cell as a graph: sites, and which are next to each other. A move goes
//! along an edge: the tile at one end changes places with the empty cell at the other.

use std::collections::VecDeque;
use std::fmt::Debug;

use super::key::Key;
use super::space::Space;

/// The number of a site, as small as the board allows.
pub trait Site: Copy + Eq + Debug + TryFrom<usize> + Into<usize> {
    /// No site, and no tile.
    const NONE: Self;
}

impl Site for u8 {
    const NONE: Self = Self::MAX;
}

impl Site for u16 {
    const NONE: Self = Self::MAX;
}

/// Sites and edges of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph<S> {
    /// For each site those next to it, in the order of `Direction::ALL`, [`Site::NONE`] after the
    /// last.
    neighbours: Vec<[S; 4]>,
}

impl<S: Site> Graph<S> {
    /// Returns the graph of the board of `space`, which is one without passes and of no more sites
    /// than `S` has numbers.
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        let of = |site| {
            let mut found = [S::NONE; 4];
            // Without passes there is one class.
            let sites = (0..4).filter_map(|nth| space.ray(0, site, nth).next());
            found.iter_mut().zip(sites).for_each(|(slot, site)| *slot = number(site.into()));
            found
        };
        Self { neighbours: (0..space.cells.len()).map(of).collect() }
    }

    /// Returns the number of sites.
    pub const fn sites(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns all sites.
    pub fn all(&self) -> impl Iterator<Item = S> + use<S> {
        (0..self.sites()).map(number)
    }

    /// Returns the sites next to `site`, [`Site::NONE`] after the last.
    #[inline]
    pub fn around(&self, site: S) -> &[S; 4] {
        &self.neighbours[site.into()]
    }

    /// Returns the sites next to `site`.
    #[inline]
    pub fn neighbours(&self, site: S) -> impl Iterator<Item = S> + '_ {
        self.around(site).iter().copied().take_while(|&next| next != S::NONE)
    }

    /// Returns the number of edges between `from` and each site by a way whose sites, `from` aside,
    /// all pass `allowed`; [`Site::NONE`] where there is no way.
    pub fn distances(&self, from: S, allowed: impl Fn(S) -> bool) -> Vec<S> {
        let mut found = vec![S::NONE; self.sites()];
        found[from.into()] = number(0);
        let mut queue = VecDeque::from([from]);
        while let Some(site) = queue.pop_front() {
            for next in self.neighbours(site).filter(|&next| allowed(next)) {
                if found[next.into()] == S::NONE {
                    found[next.into()] = number(found[site.into()].into() + 1);
                    queue.push_back(next);
                }
            }
        }
        found
    }
}

/// Returns `number` as narrow as a site.
fn number<S: Site>(number: usize) -> S {
    S::try_from(number).ok().expect("no more sites than fit")
}
