//! Static tables by target, colour and site: where a tile may stand with some extra moves, and its
//! relaxed moves.

use rustc_hash::FxHashMap;

use super::lines::Lines;
use super::transitions::{
    EXTRA_LEVELS, FreeClosure, RelaxedMove, SupportedMoves, Transitions, free_closures, transitions,
};
use crate::puzzle::Direction;
use crate::search::base::heuristic::distance::{Distances, NO_WAY};
use crate::search::base::key::Key;
use crate::search::base::space::Space;
use crate::search::engine::estimate::pattern_database::TargetSites;
use crate::search::engine::states::sets::SiteSet;

/// Rows of all tables together: some megabytes.
const MAX_TABLE_ROWS: usize = 1 << 14;

/// By extra moves: the sites on which a tile may stand on its way to the nearest end.
pub type Within = [SiteSet; EXTRA_LEVELS];

/// The tables of a level.
pub struct SiteTables {
    groups: usize,
    /// By `target * groups + group`, the row of the first site.
    first_rows: Vec<u32>,
    sites: usize,
    /// By row of the first site ÷ sites: the ends.
    ends: Vec<SiteSet>,
    /// By row.
    within: Vec<Within>,
    /// By row: slide distance to the nearest end.
    least: Vec<u16>,
    /// By row: the relaxed moves.
    transitions: Vec<Transitions>,
    closures: Vec<FreeClosure>,
    /// By row of the first site: the sites, nearest to an end first.
    nearest_first: Vec<u16>,
    /// Forward to the goal, and backward to the start: of a tile that enters every pass, so
    /// those of all colours are among them.
    supported_moves: [SupportedMoves; 2],
    /// Of the same.
    lines: Lines,
}

impl SiteTables {
    /// Computes the tables for all targets: first the start, which relaxed moves lead away from,
    /// then the placements of the goal. `None` if there are too many sites or rows.
    pub fn new<K: Key>(
        space: &Space<K>,
        distances: &Distances,
        asked: &[TargetSites],
    ) -> Option<Self> {
        let sites = distances.sites();
        if sites > SiteSet::BITS as usize {
            return None;
        }
        let of_class: Vec<_> =
            (0..=space.freest_class()).map(|class| moves_from(space, class)).collect();
        let groups = space.groups.len();
        let (first_rows, ends, within, least, transitions, closures) = Default::default();
        let nearest_first = Vec::new();
        let freest = &of_class[space.freest_class()];
        let supported_moves = [0, 1].map(|nth| SupportedMoves::new(&freest[nth]));
        let lines = Lines::new(space);
        let mut tables = Self {
            groups,
            first_rows,
            sites,
            ends,
            within,
            least,
            transitions,
            closures,
            nearest_first,
            supported_moves,
            lines,
        };
        let mut known = FxHashMap::default();
        for (target, asked) in asked.iter().enumerate() {
            let is_start = target == 0;
            for (group, ends) in asked.iter().enumerate() {
                let next = tables.within.len() as u32;
                let class = space.groups[group].class;
                let row = *known.entry((is_start, class, ends)).or_insert(next);
                tables.first_rows.push(row);
                if row == next {
                    let moves_from = &of_class[class][usize::from(is_start)];
                    tables.add_group(distances, group, ends, moves_from);
                }
            }
            if tables.within.len() > MAX_TABLE_ROWS {
                return None;
            }
        }
        tables.within.shrink_to_fit();
        tables.transitions.shrink_to_fit();
        tables.closures.shrink_to_fit();
        Some(tables)
    }

    /// Adds the rows of all sites for one colour and one target.
    fn add_group(
        &mut self,
        distances: &Distances,
        group: usize,
        ends: &[u16],
        moves_from: &[Vec<RelaxedMove>],
    ) {
        let to = |end: u16| distances.of_group(group, end);
        let nearest = |site: usize| ends.iter().map(|&end| to(end)[site]).min();
        let least: Vec<u16> =
            (0..distances.sites()).map(|site| nearest(site).unwrap_or(0)).collect();
        let transitions = transitions(&least, moves_from);
        self.closures.extend(free_closures(&least, &transitions));
        let mut nearest_first: Vec<u16> = (0..least.len() as u16).collect();
        nearest_first.sort_by_key(|&site| least[usize::from(site)]);
        self.nearest_first.extend(nearest_first);
        // A tile with no end to reach has arrived anywhere.
        let all = ends.iter().fold(0, |all, &end| all | 1 << end);
        self.ends.push(if ends.is_empty() { SiteSet::MAX } else { all });
        self.transitions.extend(transitions);
        for site in 0..least.len() as u16 {
            let own = least[usize::from(site)];
            let mut within = [SiteSet::MAX; EXTRA_LEVELS];
            let levels = if own == NO_WAY { 0 } else { EXTRA_LEVELS };
            for (extra, within) in within.iter_mut().enumerate().take(levels) {
                let to = to(site).iter().zip(&least).enumerate();
                let near = to.filter(|&(_, (&to, &left))| {
                    to != NO_WAY && left != NO_WAY && to + left <= own + extra as u16
                });
                *within = near.fold(0, |sites, (site, _)| sites | 1 << site);
            }
            self.within.push(within);
            self.least.push(own);
        }
    }

    /// Returns the row of the first site for a target and a colour.
    #[inline]
    pub fn first_row(&self, target: usize, group: usize) -> u32 {
        self.first_rows[target * self.groups + group]
    }

    /// Returns the ends of a tile, by the row of the first site.
    #[inline]
    pub fn ends(&self, first_row: u32) -> SiteSet {
        self.ends[first_row as usize / self.sites]
    }

    /// Returns where a tile may stand.
    #[inline]
    pub fn within(&self, row: u32) -> &Within {
        &self.within[row as usize]
    }

    /// Returns the slide distance to the nearest end.
    #[inline]
    pub fn least(&self, row: u32) -> u16 {
        self.least[row as usize]
    }

    /// Returns the relaxed moves from a site, by the row of the first site.
    #[inline]
    pub fn transitions(&self, first_row: u32, site: usize) -> &Transitions {
        &self.transitions[first_row as usize + site]
    }

    /// Returns the sites, nearest to an end first, by the row of the first site.
    #[inline]
    pub fn nearest_first(&self, first_row: u32) -> &[u16] {
        &self.nearest_first[first_row as usize..][..self.sites]
    }

    /// Returns what a tile reaches from a site without support, by the row of the first site.
    #[inline]
    pub fn closure(&self, first_row: u32, site: usize) -> &FreeClosure {
        &self.closures[first_row as usize + site]
    }

    /// Returns the moves that depend on a blocker, towards the goal or back to the start.
    #[inline]
    pub const fn supported_moves(&self, is_back: bool) -> &SupportedMoves {
        &self.supported_moves[is_back as usize]
    }

    #[inline]
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Returns the number of sites.
    #[inline]
    pub const fn sites(&self) -> usize {
        self.sites
    }

    pub fn memory_bytes(&self) -> u64 {
        let row = size_of::<Within>()
            + size_of::<u16>()
            + size_of::<Transitions>()
            + size_of::<FreeClosure>();
        let supported_moves: usize =
            self.supported_moves.iter().map(SupportedMoves::memory_bytes).sum();
        (self.within.capacity() * row + supported_moves + self.lines.memory_bytes()) as u64
    }
}

/// Returns the relaxed moves of a class that lead from each site, and those that lead to it.
fn moves_from<K: Key>(space: &Space<K>, class: usize) -> [Vec<Vec<RelaxedMove>>; 2] {
    let mut moves_from = [vec![Vec::new(); space.cells.len()], vec![Vec::new(); space.cells.len()]];
    for from in 0..space.cells.len() {
        for nth in 0..Direction::ALL.len() {
            let mut run = space.ray(class, from, nth).peekable();
            while let Some(to) = run.next() {
                let blocker = run.peek().map_or(0, |&behind| 1 << behind);
                moves_from[0][from].push(RelaxedMove { to, blocker });
                moves_from[1][usize::from(to)].push(RelaxedMove { to: from as u16, blocker });
            }
        }
    }
    moves_from
}
