//! Where all tiles of a state come, one after the other, with the moves that they have been given:
//! what the relaxed test ([`crate::search::engine::landmarks::search`]) looks at, and landmarks ([`crate::search::engine::landmarks::explain`]) are
//! learnt from.

#[cfg(test)]
pub mod tests;

use crate::search::engine::stops::site_tables::{Sites, Tables};
use crate::search::engine::stops::slack::Spare;
use crate::search::engine::stops::transitions::{LEVELS, each};

/// What stays the same while a state is tested.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub tables: &'a Tables,
    pub spare: &'a Spare,
    /// The moves go back to the start.
    pub is_back: bool,
}

impl Case<'_> {
    /// Returns where a tile may go from a site by such a detour if others hold it wherever it
    /// likes, but not on the sites barred; the row of the first site is given.
    #[inline]
    pub fn onward(&self, first: u32, site: usize, detour: usize, barred: Sites) -> Sites {
        let (held, steps) = (self.tables.held(self.is_back), self.tables.steps(first, site));
        each(steps.needed[detour] & !barred)
            .fold(steps.free[detour], |all, needed| all | held.to(site, needed) & steps.to[detour])
    }

    /// Returns where it may go if a tile holds it on one site.
    #[inline]
    pub fn held_by(&self, first: u32, site: usize, detour: usize, holder: usize) -> Sites {
        let steps = self.tables.steps(first, site);
        if steps.needed[detour] >> holder & 1 == 0 {
            return 0;
        }
        self.tables.held(self.is_back).to(site, holder) & steps.to[detour]
    }
}

/// Where tiles come to stand.
#[derive(Clone, Default)]
pub struct Scene {
    pub tiles: Vec<Tile>,
    /// Where one can stand at least, where two can and where three can.
    one: Sites,
    two: Sites,
    three: Sites,
    /// Tiles that have not arrived, and those that can go on, a bit for each.
    pub missing: u64,
    active: u64,
}

#[derive(Clone, Copy)]
pub struct Tile {
    /// By detours up to the moves that it has been given: where it comes with so many at most.
    reached: [Sites; LEVELS],
    /// Where it comes, as far as others know.
    known: Sites,
    /// The sites that would let it go on if others held them, and those of them that have not
    /// been looked at since something changed.
    needs: Sites,
    fresh: Sites,
    /// The row of its site, and of the first site, in the tables.
    row: u32,
    pub first: u32,
    /// The moves that it has been given.
    has: u8,
}

impl Tile {
    /// A tile that has been given so many moves; its rows in the tables.
    pub fn new(tables: &Tables, (row, first): (u32, u32), has: u8) -> Self {
        let reached = [0; LEVELS];
        let mut tile = Self { reached, known: 0, needs: 0, fresh: 0, row, first, has };
        tile.enter(tables, (row - first) as usize, 0);
        tile
    }

    /// Returns where it stands.
    #[inline]
    pub const fn site(&self) -> usize {
        (self.row - self.first) as usize
    }

    /// Returns the moves that it has been given.
    #[inline]
    pub const fn has(&self) -> usize {
        self.has as usize
    }

    /// Returns where it comes to stand.
    #[inline]
    pub const fn on(&self) -> Sites {
        self.reached[self.has as usize]
    }

    /// Lets it come to a site with such a detour, and on from there as far as nothing needs to
    /// hold it.
    #[inline]
    fn enter(&mut self, tables: &Tables, site: usize, level: usize) {
        let (reach, left) = (tables.reach(self.first, site), usize::from(self.has) - level);
        for (reached, to) in self.reached[level..=level + left].iter_mut().zip(&reach.to) {
            *reached |= to;
        }
        self.needs |= reach.needed[left];
        self.fresh |= reach.needed[left];
    }

    /// Lets it come to where it can go if others hold these sites. Returns how many ways there
    /// were to do so.
    fn go_on(&mut self, case: Case<'_>, held: Sites) -> u64 {
        let (tables, mut ways) = (case.tables, 0);
        for needed in each(held) {
            let from = tables.steps(self.first, needed).from;
            for (detour, from) in from.into_iter().enumerate().take(usize::from(self.has) + 1) {
                let last = usize::from(self.has) - detour;
                for site in each(from & self.reached[last]) {
                    ways += 1;
                    let level = (0..last).find(|&level| self.reached[level] >> site & 1 == 1);
                    let after = level.unwrap_or(last) + detour;
                    let to = tables.held(case.is_back).to(site, needed);
                    let to = to & tables.steps(self.first, site).to[detour];
                    for to in each(to & !self.reached[after]) {
                        self.enter(tables, to, after);
                    }
                }
            }
        }
        ways
    }

    /// Returns the sites that would let it go on if others held them.
    #[inline]
    pub const fn needs(&self) -> Sites {
        self.needs
    }

    /// Returns the row of its site in the tables.
    #[inline]
    pub const fn row(&self) -> u32 {
        self.row
    }
}

impl Scene {
    /// Begins with tiles that go wherever nothing needs to hold them. Returns how many there are.
    pub fn begin(&mut self, tables: &Tables, tiles: impl Iterator<Item = Tile>) -> u64 {
        self.tiles.clear();
        self.tiles.extend(tiles);
        (self.one, self.two, self.three) = (0, 0, 0);
        self.missing = u64::MAX >> (64 - self.tiles.len());
        self.active = 0;
        for nth in 0..self.tiles.len() {
            self.publish(tables, nth);
        }
        for (nth, tile) in self.tiles.iter().enumerate() {
            self.active |= u64::from(tile.needs & self.without(tile) != 0) << nth;
        }
        self.tiles.len() as u64
    }

    /// Returns where others than a tile may stand.
    #[inline]
    pub const fn without(&self, tile: &Tile) -> Sites {
        self.one & !tile.known | self.two
    }

    /// Returns where others than two tiles may stand, once all have gone everywhere.
    #[inline]
    pub const fn others(&self, [one, other]: [&Tile; 2]) -> Sites {
        let (any, both) = (one.known | other.known, one.known & other.known);
        self.one & !any | self.two & !both | self.three
    }

    /// Returns where others than three tiles may stand, once all have gone everywhere.
    pub fn without_three(&self, three: [usize; 3]) -> Sites {
        let tiles = self.tiles.iter().enumerate().filter(|(nth, _)| !three.contains(nth));
        tiles.fold(0, |all, (_, tile)| all | tile.known)
    }

    /// Lets all tiles go wherever they can. Returns how many ways were looked at.
    pub fn go(&mut self, case: Case<'_>) -> u64 {
        let mut looked_at = 0;
        while self.active != 0 {
            let nth = self.active.trailing_zeros() as usize;
            self.active &= self.active - 1;
            let held = self.without(&self.tiles[nth]);
            let tile = &mut self.tiles[nth];
            while held & tile.fresh != 0 {
                let held = held & std::mem::take(&mut tile.fresh);
                looked_at += tile.go_on(case, held);
            }
            looked_at += 1;
            let news = self.publish(case.tables, nth);
            if news != 0 {
                self.tell(news);
            }
        }
        looked_at
    }

    /// Lets others know where a tile comes. Returns where one more can stand than before, up to
    /// two.
    #[inline]
    fn publish(&mut self, tables: &Tables, nth: usize) -> Sites {
        let tile = &mut self.tiles[nth];
        let new = tile.on() & !tile.known;
        tile.known |= new;
        if new & tables.ends(tile.first) != 0 {
            self.missing &= !(1 << nth);
        }
        let news = new & !self.two;
        self.three |= self.two & new;
        self.two |= self.one & new;
        self.one |= new;
        news
    }

    /// Wakes the tiles that may go on now that others hold these sites.
    fn tell(&mut self, news: Sites) {
        for (nth, tile) in self.tiles.iter_mut().enumerate() {
            // Where two can stand, one of them is another.
            let held = tile.needs & news & (!tile.known | self.two);
            tile.fresh |= held;
            self.active |= u64::from(held != 0) << nth;
        }
    }
}
