//! A board with one empty cell as a graph: sites, and which are next to each other. A move goes
//! along an edge: the tile at one end changes places with the empty cell at the other.

use std::collections::VecDeque;
use std::fmt::Debug;

/// The number of a site, as small as the board allows.
pub trait Site: Copy + Eq + Debug + TryFrom<usize> + Into<usize> {
    /// No site, and no tile.
    const NONE: Self;
}

/// No site, no tile and no block.
pub const NONE: u16 = u16::NONE;

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
    /// Returns the graph of so many sites, no more than `S` has numbers, each of which has those
    /// next to it that `beside` gives, four at most.
    pub fn new<N: IntoIterator<Item = usize>>(sites: usize, beside: impl Fn(usize) -> N) -> Self {
        let of = |site| {
            let mut found = [S::NONE; 4];
            found.iter_mut().zip(beside(site)).for_each(|(slot, site)| *slot = number(site));
            found
        };
        Self { neighbours: (0..sites).map(of).collect() }
    }

    /// Returns the same graph with other numbers for its sites, which must suffice.
    pub fn renumbered<T: Site>(&self) -> Graph<T> {
        let beside = |site| self.neighbours(number(site)).map(Into::into);
        Graph::new(self.sites(), beside)
    }

    /// Returns the same graph with the edges between certain sites alone.
    pub fn part(&self, sites: &[S]) -> Self {
        let beside = |site| {
            let site: S = number(site);
            let is_in = move |next: &S| sites.contains(&site) && sites.contains(next);
            self.neighbours(site).filter(is_in).map(Into::into)
        };
        Self::new(self.sites(), beside)
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
