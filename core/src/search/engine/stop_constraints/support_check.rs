//! Checks whether each tile can still be supported on its way within its slack.
//!
//! With slack, a tile can stand only on sites near a shortest way to its ends. A tile that needs
//! support must find one of its support sets ([`super::support_sets`]) among the sites on which
//! others can stand. If none is left, the state needs more moves. Shared slack is tried on each
//! tile that could help: the tile without support, or one that would come to a missing site.

use super::site_tables::SiteTables;
use super::slack::Slack;
use super::support_sets::MAX_SETS;
use crate::search::engine::states::sets::{MAX_TILES, SiteSet};

/// The check, with what failed last.
#[derive(Clone, Default)]
pub struct SupportCheck {
    /// The tile and the partition that failed last: the next state is likely to fail by the same.
    suspect: usize,
    by: usize,
}

/// The check for the slack of one partition.
struct Trial<'a> {
    tables: &'a SiteTables,
    rows: &'a [u32],
    levels: [u8; MAX_TILES],
    /// The most that each tile may have.
    upper_bounds: [u8; MAX_TILES],
}

/// Where at least one tile, and at least two tiles, can stand.
#[derive(Clone, Copy, Default)]
struct Standing {
    one: SiteSet,
    two: SiteSet,
}

impl Standing {
    /// Lets a tile that can stand on `before` stand on `after` too.
    #[inline]
    fn extend(&mut self, before: SiteSet, after: SiteSet) {
        self.two |= self.one & !before & after;
        self.one |= after;
    }

    /// Returns where other tiles can stand than one that can stand `within`.
    #[inline]
    const fn without(self, within: SiteSet) -> SiteSet {
        self.one & !within | self.two
    }
}

impl SupportCheck {
    /// Says whether all tiles can be supported.
    #[inline]
    pub fn passes(&mut self, tables: &SiteTables, rows: &[u32], slack: &Slack) -> bool {
        let (levels, upper_bounds) = ([0; MAX_TILES], slack.upper_bounds);
        let mut trial = Trial { tables, rows, levels, upper_bounds };
        if slack.shared.iter().take(slack.partition_count).all(|&more| more == 0) {
            let standing = trial.start(&slack.upper_bounds);
            return trial.unsupported(standing, &mut self.suspect).is_none();
        }
        let first = if self.by < slack.partition_count { self.by } else { 0 };
        let others = (0..slack.partition_count).filter(|&nth| nth != first);
        for nth in std::iter::once(first).chain(others) {
            let standing = trial.start(&slack.guaranteed[nth]);
            if !trial.all_supported(standing, slack.shared[nth], &mut self.suspect) {
                self.by = nth;
                return false;
            }
        }
        true
    }
}

impl Trial<'_> {
    /// Starts with what the tiles have by one partition. Returns where they can stand.
    #[inline]
    fn start(&mut self, own: &[u8]) -> Standing {
        let mut standing = Standing::default();
        for (nth, &row) in self.rows.iter().enumerate() {
            let level = own[nth].min(self.upper_bounds[nth]);
            self.levels[nth] = level;
            standing.extend(0, self.tables.tile(row).within[usize::from(level)]);
        }
        standing
    }

    /// Says whether all tiles are supported if up to `left` shared moves are allocated.
    fn all_supported(&mut self, standing: Standing, left: u8, suspect: &mut usize) -> bool {
        let Some(unsupported) = self.unsupported(standing, suspect) else { return true };
        if left == 0 {
            return false;
        }
        let tile = self.tables.tile(self.rows[unsupported]);
        let level = usize::from(self.levels[unsupported]);
        let others = standing.without(tile.within[level]);
        // What each support set lacks.
        let mut missing = [0; MAX_SETS];
        let sets = self.tables.sets(tile, level);
        let missing = &mut missing[..sets.len()];
        missing.iter_mut().zip(sets).for_each(|(missing, set)| *missing = set & !others);
        let useful = missing.iter().fold(0, |all, set| all | set);
        let upper_bounds = self.upper_bounds;
        let mut supported = false;
        for nth in 0..self.rows.len() {
            let level = self.levels[nth];
            if level == self.upper_bounds[nth] {
                continue;
            }
            let within = &self.tables.tile(self.rows[nth]).within;
            let (before, after) = (within[usize::from(level)], within[usize::from(level) + 1]);
            // The tile could get all that is left.
            let gained = within[usize::from((level + left).min(self.upper_bounds[nth]))] & !before;
            let helps = nth == unsupported
                || gained & useful != 0
                    && (left > 1 || missing.iter().any(|set| set & !gained == 0));
            if !helps {
                continue;
            }
            let mut more = standing;
            more.extend(before, after);
            self.levels[nth] = level + 1;
            supported = self.all_supported(more, left - 1, suspect);
            self.levels[nth] = level;
            if supported {
                break;
            }
            // All allocations that raise this tile have been tried; the order of raising does not
            // matter.
            self.upper_bounds[nth] = level;
        }
        self.upper_bounds = upper_bounds;
        supported
    }

    /// Returns a tile without support.
    #[inline]
    fn unsupported(&self, standing: Standing, suspect: &mut usize) -> Option<usize> {
        let fails = |&nth: &usize| {
            let (tile, level) = (self.tables.tile(self.rows[nth]), usize::from(self.levels[nth]));
            !self.tables.is_supported(tile, level, standing.without(tile.within[level]))
        };
        let first = Some(*suspect).filter(|&nth| nth < self.rows.len()).filter(fails);
        let unsupported = first.or_else(|| (0..self.rows.len()).find(fails));
        *suspect = unsupported.unwrap_or(*suspect);
        unsupported
    }
}
