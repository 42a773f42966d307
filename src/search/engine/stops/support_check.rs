//! Whether all tiles can arrive with the moves that they have to spare.

use super::site_tables::{MAX_SETS, Sites, Tables};
use super::slack::{MAX_TILES, Spare};

/// The test.
#[derive(Clone, Default)]
pub struct Test {
    /// The tile and the division that failed last: the next state is likely to fail by the
    /// same.
    suspect: usize,
    by: usize,
}

/// The test with what the tiles have to spare by one division.
struct Given<'a> {
    tables: &'a Tables,
    rows: &'a [u32],
    levels: [u8; MAX_TILES],
    /// The most that each may have.
    highest: [u8; MAX_TILES],
}

/// Where tiles can stand: one at least, and two at least.
#[derive(Clone, Copy, Default)]
struct Standing {
    one: Sites,
    two: Sites,
}

impl Standing {
    /// Lets a tile that can stand on sites `before` stand on those `after` too.
    #[inline]
    fn extend(&mut self, before: Sites, after: Sites) {
        self.two |= self.one & !before & after;
        self.one |= after;
    }

    /// Returns where others can stand than the tile that can stand `within`.
    #[inline]
    const fn without(self, within: Sites) -> Sites {
        self.one & !within | self.two
    }
}

impl Test {
    /// Says whether all tiles may arrive with what they have to spare.
    #[inline]
    pub fn passes(&mut self, tables: &Tables, rows: &[u32], spare: &Spare) -> bool {
        let (levels, highest) = ([0; MAX_TILES], spare.highest);
        let mut given = Given { tables, rows, levels, highest };
        if spare.more.iter().take(spare.divisions).all(|&more| more == 0) {
            let standing = given.set(&spare.highest);
            return given.failing(standing, &mut self.suspect).is_none();
        }
        let first = if self.by < spare.divisions { self.by } else { 0 };
        let others = (0..spare.divisions).filter(|&nth| nth != first);
        for nth in std::iter::once(first).chain(others) {
            let standing = given.set(&spare.by_division[nth]);
            if !given.arrive(standing, spare.more[nth], &mut self.suspect) {
                self.by = nth;
                return false;
            }
        }
        true
    }
}

impl Given<'_> {
    /// Gives the tiles what they have by one division. Returns where they can stand.
    #[inline]
    fn set(&mut self, own: &[u8]) -> Standing {
        let mut standing = Standing::default();
        for (nth, &row) in self.rows.iter().enumerate() {
            let level = own[nth].min(self.highest[nth]);
            self.levels[nth] = level;
            standing.extend(0, self.tables.tile(row).within[usize::from(level)]);
        }
        standing
    }

    /// Says whether all tiles arrive if `left` moves more are given to some of them.
    fn arrive(&mut self, standing: Standing, left: u8, suspect: &mut usize) -> bool {
        let Some(failing) = self.failing(standing, suspect) else { return true };
        if left == 0 {
            return false;
        }
        let tile = self.tables.tile(self.rows[failing]);
        let level = usize::from(self.levels[failing]);
        let others = standing.without(tile.within[level]);
        // What is missing on each of its ways.
        let mut missing = [0; MAX_SETS];
        let sets = self.tables.sets(tile, level);
        let missing = &mut missing[..sets.len()];
        missing.iter_mut().zip(sets).for_each(|(missing, set)| *missing = set & !others);
        let useful = missing.iter().fold(0, |all, set| all | set);
        let highest = self.highest;
        let mut arrives = false;
        for nth in 0..self.rows.len() {
            let level = self.levels[nth];
            if level == self.highest[nth] {
                continue;
            }
            let within = &self.tables.tile(self.rows[nth]).within;
            let (before, after) = (within[usize::from(level)], within[usize::from(level) + 1]);
            // It may be given all that is left.
            let gained = within[usize::from((level + left).min(self.highest[nth]))] & !before;
            let helps = nth == failing
                || gained & useful != 0
                    && (left > 1 || missing.iter().any(|set| set & !gained == 0));
            if !helps {
                continue;
            }
            let mut more = standing;
            more.extend(before, after);
            self.levels[nth] = level + 1;
            arrives = self.arrive(more, left - 1, suspect);
            self.levels[nth] = level;
            if arrives {
                break;
            }
            // All ways on which it has more have been tried: the order of giving is no matter.
            self.highest[nth] = level;
        }
        self.highest = highest;
        arrives
    }

    /// Returns a tile that does not arrive.
    #[inline]
    fn failing(&self, standing: Standing, suspect: &mut usize) -> Option<usize> {
        let fails = |&nth: &usize| {
            let (tile, level) = (self.tables.tile(self.rows[nth]), usize::from(self.levels[nth]));
            !self.tables.arrives(tile, level, standing.without(tile.within[level]))
        };
        let first = Some(*suspect).filter(|&nth| nth < self.rows.len()).filter(fails);
        let failing = first.or_else(|| (0..self.rows.len()).find(fails));
        *suspect = failing.unwrap_or(*suspect);
        failing
    }
}
