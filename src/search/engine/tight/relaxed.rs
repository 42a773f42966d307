//! Whether all tiles can arrive one after the other, however the moves that there are to spare
//! are given to them. Used by the test of tightness where the quicker one ([`super::arrive`])
//! says nothing.
//!
//! It is reachability where nothing is ever undone (the delete relaxation: Hoffmann, Nebel,
//! *The FF Planning System*, 2001): where a tile has come once, others may stop at it for
//! ever after, and nothing stands in the way. So it is a matter of order. Two tiles that could
//! each come only after the other never do, while the quicker test lets them hold each other.
//!
//! **What it says is right.** The moves of a solution come one after the other. Give every tile
//! as many moves as it makes there beyond its slide distance. Then by induction each comes here
//! to every site that it comes to there, with the same detours: before the move it was on a
//! site that it had come to here, and the tile that stopped it too. So all arrive. Backward,
//! from a state to the start, the same holds of the moves taken back, the last first.
//!
//! **Who is given moves.** Each part of a division makes its share at least, so what its tiles
//! make beyond their slide distances is above that too (its reserve), and all that is made
//! beyond the shares adds up to what there is to spare. A tile may be given a move from the
//! reserve of its part, or if that is used up from what is to spare; in each of the divisions.
//! Nothing is given at first, and all that can go, go. If some tile does not arrive then, one
//! of a few must be given a move: itself, or a tile that could come to where it is needed, by
//! moves given to it, or by going on when another comes to where that is needed; and so on
//! (the cut). All of these are tried, unless a tile has been tried before in their place.

use super::shares::{ALL_DIVISIONS, Spare};
use super::steps::DETOURS;
use super::tables::{Sites, Tables, UNLIMITED};

/// Moves that one tile may be given are told apart, from 0. Where one would be given more it
/// is not said that it does not arrive.
const LEVELS: usize = 5;

/// Nor where moves have been given in so many ways.
const MAX_TRIES: u32 = 100;

/// The test: its working memory.
#[derive(Clone, Default)]
pub struct Relaxed {
    /// By the moves given.
    scenes: Vec<Scene>,
    /// By part, what is left of its reserve.
    reserves: Vec<i16>,
    /// By division, what is left to spare.
    slacks: [i16; ALL_DIVISIONS],
    tries: u32,
    effort: u64,
}

/// Where tiles come to stand.
#[derive(Clone, Default)]
struct Scene {
    tiles: Vec<Tile>,
    /// Where one can stand at least, and where two can.
    one: Sites,
    two: Sites,
    /// Tiles that have not arrived, and those that can go on, a bit for each.
    missing: u64,
    active: u64,
}

#[derive(Clone, Copy)]
struct Tile {
    /// By detours: where it comes with so many at most, and where it will.
    reached: [Sites; LEVELS],
    coming: [Sites; LEVELS],
    /// The sites that would let it go on if others held them.
    needs: Sites,
    /// The row of its site, and of the first site, in the tables.
    row: u32,
    first: u32,
    /// The moves that it has been given, and may be given at most.
    has: u8,
    most: u8,
}

/// What stays the same while a state is tested.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub tables: &'a Tables,
    pub spare: &'a Spare,
    /// The moves go back to the start.
    pub is_back: bool,
}

impl Relaxed {
    /// Says whether all tiles may arrive if they together make so many moves more than the
    /// estimate; their rows in the tables are given with those of the first site.
    pub fn passes(
        &mut self,
        case: Case<'_>,
        rows: impl Iterator<Item = (u32, u32)>,
        more: u8,
    ) -> bool {
        self.reserves.clone_from(&case.spare.above);
        self.slacks = case.spare.slacks.map(|slack| slack + i16::from(more));
        self.tries = MAX_TRIES;
        self.reach(0);
        let mut scene = std::mem::take(&mut self.scenes[0]);
        scene.begin(rows.enumerate().map(|(nth, (row, first))| {
            let most = self.most(case.spare, nth).clamp(0, UNLIMITED.into());
            Tile::new(row, first, most as u8)
        }));
        self.effort += scene.go(case);
        let arrived = scene.missing == 0;
        self.scenes[0] = scene;
        arrived || self.arrive(case, 0, 0)
    }

    /// Returns how many sites have been looked at since this was asked last.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }

    /// Says whether all arrive if more moves are given, none to the tiles barred.
    fn arrive(&mut self, case: Case<'_>, given: usize, mut barred: u64) -> bool {
        let tiles = 0..self.scenes[given].tiles.len();
        let can = |nth: &usize| barred >> nth & 1 == 0 && self.most(case.spare, *nth) > 0;
        let can = tiles.filter(can).fold(0, |all, nth| all | 1 << nth);
        if can == 0 {
            return false;
        }
        self.reach(given + 1);
        for nth in each_tile(self.scenes[given].cut(case.tables, can)) {
            let [scene, next] =
                self.scenes.get_disjoint_mut([given, given + 1]).expect("it was made");
            if self.tries == 0 || usize::from(scene.tiles[nth].has) + 1 == LEVELS {
                return true;
            }
            self.tries -= 1;
            next.copy(scene);
            next.give(case, nth);
            self.effort += next.go(case);
            if next.missing == 0 {
                return true;
            }
            let slacks = self.slacks;
            let reserves = self.take(case.spare, nth);
            let arrive = self.arrive(case, given + 1, barred);
            self.slacks = slacks;
            for (&part, reserve) in case.spare.parts_of(nth).iter().zip(reserves) {
                self.reserves[usize::from(part)] = reserve;
            }
            if arrive {
                return true;
            }
            // What more moves for it lead to has been tried, whoever else is given some.
            barred |= 1 << nth;
        }
        false
    }

    fn reach(&mut self, given: usize) {
        if self.scenes.len() <= given {
            self.scenes.push(Scene::default());
        }
    }

    /// Returns how many moves a tile may be given.
    #[inline]
    fn most(&self, spare: &Spare, nth: usize) -> i16 {
        let parts = spare.parts_of(nth).iter().zip(&self.slacks);
        parts.map(|(&part, slack)| slack + self.reserves[usize::from(part)]).min().unwrap_or(0)
    }

    /// Takes a move for a tile. Returns what the reserves of its parts were.
    fn take(&mut self, spare: &Spare, nth: usize) -> [i16; ALL_DIVISIONS] {
        let mut before = [0; ALL_DIVISIONS];
        let parts = spare.parts_of(nth);
        for (before, &part) in before.iter_mut().zip(parts) {
            *before = self.reserves[usize::from(part)];
        }
        // Outside the patterns a part belongs to all divisions.
        for ((&part, &before), slack) in parts.iter().zip(&before).zip(&mut self.slacks) {
            if before > 0 {
                self.reserves[usize::from(part)] = before - 1;
            } else {
                *slack -= 1;
            }
        }
        before
    }
}

impl Tile {
    fn new(row: u32, first: u32, most: u8) -> Self {
        let mut coming = [0; LEVELS];
        coming[0] = 1 << (row - first);
        Self { reached: [0; LEVELS], coming, needs: 0, row, first, has: 0, most }
    }

    /// Returns where it comes to stand.
    #[inline]
    const fn on(&self) -> Sites {
        self.reached[self.has as usize]
    }

    /// Lets it come to where it could go on if others held these sites; says whether it does.
    fn go_on(&mut self, case: Case<'_>, held: Sites) -> bool {
        let (tables, mut comes) = (case.tables, false);
        for needed in each(held) {
            let from = tables.steps(self.first, needed).from;
            for (detour, from) in from.into_iter().enumerate().take(usize::from(self.has) + 1) {
                let last = usize::from(self.has) - detour;
                for site in each(from & self.reached[last]) {
                    let level = (0..last).find(|&level| self.reached[level] >> site & 1 == 1);
                    let after = level.unwrap_or(last) + detour;
                    let to = tables.held(case.is_back).to(site, needed);
                    let to = to & tables.steps(self.first, site).to[detour];
                    let to = to & !self.reached[after];
                    self.coming[after] |= to;
                    comes |= to != 0;
                }
            }
        }
        comes
    }

    /// Lets it come to where it can go from a site by such a detour, which brings it to
    /// `after`, if others hold these sites.
    #[inline]
    fn spread(&mut self, case: Case<'_>, site: usize, detour: usize, after: usize, held: Sites) {
        let steps = case.tables.steps(self.first, site);
        let mut to = steps.free[detour];
        self.needs |= steps.needed[detour];
        for needed in each(steps.needed[detour] & held) {
            to |= case.tables.held(case.is_back).to(site, needed) & steps.to[detour];
        }
        self.coming[after] |= to & !self.reached[after];
    }
}

impl Scene {
    fn begin(&mut self, tiles: impl Iterator<Item = Tile>) {
        self.tiles.clear();
        self.tiles.extend(tiles);
        (self.one, self.two) = (0, 0);
        self.missing = u64::MAX >> (64 - self.tiles.len());
        self.active = self.missing;
    }

    /// Becomes like another, without new memory.
    fn copy(&mut self, other: &Self) {
        self.tiles.clone_from(&other.tiles);
        (self.one, self.two) = (other.one, other.two);
        (self.missing, self.active) = (other.missing, other.active);
    }

    /// Returns where others than a tile may stand.
    #[inline]
    const fn without(&self, tile: &Tile) -> Sites {
        self.one & !tile.on() | self.two
    }

    /// Lets all tiles go wherever they can, until all have arrived. Returns how many sites
    /// were looked at.
    fn go(&mut self, case: Case<'_>) -> u64 {
        let mut looked_at = 0;
        while self.active != 0 && self.missing != 0 {
            let nth = self.active.trailing_zeros() as usize;
            self.active &= self.active - 1;
            let before = self.tiles[nth].on();
            looked_at += self.move_tile(case, nth);
            let tile = &self.tiles[nth];
            let new = tile.on() & !before;
            if each(new).any(|site| case.tables.least(tile.first + site as u32) == 0) {
                self.missing &= !(1 << nth);
            }
            let news = new & !self.two;
            self.two |= self.one & new;
            self.one |= new;
            if news != 0 {
                self.tell(case, news);
            }
        }
        looked_at
    }

    /// Lets a tile go wherever it can.
    fn move_tile(&mut self, case: Case<'_>, nth: usize) -> u64 {
        let held = self.without(&self.tiles[nth]);
        let tile = &mut self.tiles[nth];
        let has = usize::from(tile.has);
        let mut looked_at = 0;
        for level in 0..=has {
            loop {
                let new = std::mem::take(&mut tile.coming[level]) & !tile.reached[level];
                if new == 0 {
                    break;
                }
                tile.reached[level..].iter_mut().for_each(|reached| *reached |= new);
                for site in each(new) {
                    looked_at += 1;
                    for detour in 0..DETOURS.min(has + 1 - level) {
                        tile.spread(case, site, detour, level + detour, held);
                    }
                }
            }
        }
        looked_at
    }

    /// Wakes the tiles that can go on now that others hold these sites.
    fn tell(&mut self, case: Case<'_>, news: Sites) {
        let two = self.two;
        for (nth, tile) in self.tiles.iter_mut().enumerate() {
            // Where two can stand, one of them is another.
            let held = tile.needs & news & (!tile.on() | two);
            if held != 0 && tile.go_on(case, held) {
                self.active |= 1 << nth;
            }
        }
    }

    /// Gives a tile a move.
    fn give(&mut self, case: Case<'_>, nth: usize) {
        let held = self.without(&self.tiles[nth]);
        let tile = &mut self.tiles[nth];
        tile.has += 1;
        let has = usize::from(tile.has);
        let mut nearer = 0;
        for level in 0..has {
            let reached = tile.reached[level] & !nearer;
            nearer |= reached;
            if has - level < DETOURS {
                each(reached).for_each(|site| tile.spread(case, site, has - level, has, held));
            }
        }
        self.active |= u64::from(tile.coming[has] & !tile.reached[has] != 0) << nth;
    }

    /// Returns as few as are found of the tiles that can be given moves, of which one must be
    /// before all arrive.
    fn cut(&self, tables: &Tables, can: u64) -> u64 {
        let mut fewest = can;
        for nth in each_tile(self.missing) {
            let cut = self.cut_for(tables, nth) & can;
            if cut.count_ones() < fewest.count_ones() {
                fewest = cut;
            }
            if fewest.count_ones() <= 1 {
                break;
            }
        }
        fewest
    }

    /// Returns tiles of which one must be given a move before this one arrives.
    fn cut_for(&self, tables: &Tables, nth: usize) -> u64 {
        let mut all = 1_u64 << nth;
        // Those that would arrive, or come to where they are needed, if they could go on.
        let (mut waiting, mut waited) = (all, all);
        while waiting != 0 {
            let tile = &self.tiles[waiting.trailing_zeros() as usize];
            waiting &= waiting - 1;
            let needs = tile.needs & !self.without(tile);
            if needs == 0 {
                continue;
            }
            for (other, tile) in self.tiles.iter().enumerate() {
                let within = &tables.tile(tile.row).within;
                all |= u64::from(within[usize::from(tile.most)] & needs != 0) << other;
                if waited >> other & 1 == 0 && within[usize::from(tile.has)] & needs != 0 {
                    waiting |= 1 << other;
                    waited |= 1 << other;
                }
            }
        }
        all
    }
}

/// Goes through the sites of a set.
#[inline]
fn each(mut sites: Sites) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let site = sites.trailing_zeros();
        sites &= sites.wrapping_sub(1);
        (site < Sites::BITS).then_some(site as usize)
    })
}

/// Goes through the tiles of a set.
#[inline]
fn each_tile(mut tiles: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let nth = tiles.trailing_zeros();
        tiles &= tiles.wrapping_sub(1);
        (nth < u64::BITS).then_some(nth as usize)
    })
}
