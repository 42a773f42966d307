//! Where all tiles of a state come, one after the other, with the moves that they have been given:
//! what the relaxed test ([`super::relaxed`]) looks at, and gives moves to some of them in.

use super::shares::Spare;
use super::steps::{LEVELS, each, each_tile};
use super::tables::{Sites, Tables, UNLIMITED};

/// What stays the same while a state is tested.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub tables: &'a Tables,
    pub spare: &'a Spare,
    /// The moves go back to the start.
    pub is_back: bool,
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
    /// Pairs that do not arrive together, some at least, if all arrive.
    pub apart: Vec<[usize; 2]>,
}

#[derive(Clone, Copy)]
pub struct Tile {
    /// By detours up to the moves that it has been given: where it comes with so many at most.
    reached: [Sites; LEVELS],
    /// Those of these sites where it was first, or where others held it.
    entered: [Sites; LEVELS],
    /// Where it comes, as far as others know.
    known: Sites,
    /// The sites that would let it go on if others held them, and those of them that have not
    /// been looked at since something changed.
    needs: Sites,
    fresh: Sites,
    /// The row of its site, and of the first site, in the tables.
    row: u32,
    pub first: u32,
    /// The moves that it has been given, and may be given at most.
    has: u8,
    most: u8,
}

impl Tile {
    pub fn new(tables: &Tables, row: u32, first: u32) -> Self {
        let (reached, entered) = ([0; LEVELS], [0; LEVELS]);
        let mut tile =
            Self { reached, entered, known: 0, needs: 0, fresh: 0, row, first, has: 0, most: 0 };
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

    /// Says how many moves it may be given beside those that it has.
    pub fn allow(&mut self, more: i16) {
        self.most = (i16::from(self.has) + more.max(0)).clamp(0, UNLIMITED.into()) as u8;
    }

    /// Returns where it comes to stand.
    #[inline]
    const fn on(&self) -> Sites {
        self.reached[self.has as usize]
    }

    /// Lets it come to a site with such a detour, and on from there as far as nothing needs to
    /// hold it.
    #[inline]
    fn enter(&mut self, tables: &Tables, site: usize, level: usize) {
        self.entered[level] |= 1 << site;
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

    /// Gives it a move.
    fn give(&mut self, tables: &Tables) {
        let before = usize::from(self.has);
        self.has += 1;
        let mut on = self.reached[before];
        for (level, entered) in self.entered.into_iter().enumerate().take(before + 1) {
            for site in each(entered) {
                let reach = tables.reach(self.first, site);
                on |= reach.to[before + 1 - level];
                self.needs |= reach.needed[before + 1 - level];
            }
        }
        self.reached[before + 1] = on;
        self.fresh = self.needs;
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

    /// Becomes like another, without new memory.
    pub fn copy(&mut self, other: &Self) {
        self.tiles.clone_from(&other.tiles);
        (self.one, self.two, self.three) = (other.one, other.two, other.three);
        (self.missing, self.active) = (other.missing, other.active);
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

    /// Lets all tiles go wherever they can, or until all have arrived. Returns how many ways were
    /// looked at.
    pub fn go(&mut self, case: Case<'_>, everywhere: bool) -> u64 {
        let mut looked_at = 0;
        while self.active != 0 && (everywhere || self.missing != 0) {
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

    /// Gives a tile a move.
    pub fn give(&mut self, case: Case<'_>, nth: usize) {
        self.tiles[nth].give(case.tables);
        self.active |= 1 << nth;
    }

    /// Returns as few as are found of the tiles that can be given moves, of which one must be
    /// before all arrive, and those that all wait for: if one move alone can be given it must be
    /// to one of these.
    pub fn cut(&self, tables: &Tables, can: u64) -> (u64, u64) {
        let missing = each_tile(self.missing).map(|nth| self.cut_for(tables, nth));
        let apart = self.apart.iter().map(|&pair| self.cut_for_both(tables, pair));
        let (mut fewest, mut common) = (can, can);
        for cut in missing.chain(apart) {
            let cut = cut & can;
            common &= cut;
            if cut.count_ones() < fewest.count_ones() {
                fewest = cut;
            }
            if fewest.count_ones() <= 1 {
                break;
            }
        }
        (fewest, common)
    }

    /// Returns tiles of which one must be given a move before this one arrives.
    fn cut_for(&self, tables: &Tables, nth: usize) -> u64 {
        let tile = &self.tiles[nth];
        self.cut_by(tables, 1 << nth, tile.needs & !self.without(tile))
    }

    /// Returns tiles of which one must be given a move before these two arrive together.
    ///
    /// Take a solution in which they make no more detours than they have been given, and in it
    /// the first move of one of the two for which there is none here. It is held by a third tile
    /// on a site that is among what one of the two needs, and to which that third tile does not
    /// come here: because it was given more moves, or because it waits for others, and so on.
    /// Both count as waited for, since what they need is looked at with the other left out.
    fn cut_for_both(&self, tables: &Tables, pair: [usize; 2]) -> u64 {
        let tiles = pair.map(|nth| &self.tiles[nth]);
        let needs = (tiles[0].needs | tiles[1].needs) & !self.others(tiles);
        self.cut_by(tables, 1 << pair[0] | 1 << pair[1], needs)
    }

    /// Returns tiles of which one must be given a move before some arrive, which need that others
    /// come to one of these sites.
    fn cut_by(&self, tables: &Tables, tiles: u64, mut needs: Sites) -> u64 {
        // Those that would come to where they are needed if they could go on.
        let (mut all, mut waiting, mut waited) = (tiles, 0_u64, tiles);
        loop {
            for (other, tile) in self.tiles.iter().enumerate() {
                let within = &tables.tile(tile.row).within;
                // With what it may still be given, and with what it has if others hold it.
                all |= u64::from(within[usize::from(tile.most)] & needs != 0) << other;
                if waited >> other & 1 == 0 && within[usize::from(tile.has)] & needs != 0 {
                    waiting |= 1 << other;
                    waited |= 1 << other;
                }
            }
            if waiting == 0 {
                return all;
            }
            let tile = &self.tiles[waiting.trailing_zeros() as usize];
            waiting &= waiting - 1;
            needs = tile.needs & !self.without(tile);
        }
    }
}
