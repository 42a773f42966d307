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
use super::steps::{LEVELS, each, each_tile};
use super::tables::{Sites, Tables, UNLIMITED};

/// Where a tile would be given as many moves as [`LEVELS`] it is not said that it does not
/// arrive, nor where moves have been given in so many ways.
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
        let tiles = rows.enumerate().map(|(nth, (row, first))| {
            let most = self.most(case.spare, nth).clamp(0, UNLIMITED.into());
            Tile::new(case.tables, row, first, most as u8)
        });
        self.effort += scene.begin(case.tables, tiles);
        self.effort += scene.go(case);
        let arrived = scene.missing == 0;
        self.scenes[0] = scene;
        arrived || self.arrive(case, 0, 0)
    }

    /// Returns how many ways have been looked at since this was asked last.
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
    fn new(tables: &Tables, row: u32, first: u32, most: u8) -> Self {
        let (reached, entered) = ([0; LEVELS], [0; LEVELS]);
        let mut tile =
            Self { reached, entered, known: 0, needs: 0, fresh: 0, row, first, has: 0, most };
        tile.enter(tables, (row - first) as usize, 0);
        tile
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
    fn begin(&mut self, tables: &Tables, tiles: impl Iterator<Item = Tile>) -> u64 {
        self.tiles.clear();
        self.tiles.extend(tiles);
        (self.one, self.two) = (0, 0);
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
    fn copy(&mut self, other: &Self) {
        self.tiles.clone_from(&other.tiles);
        (self.one, self.two) = (other.one, other.two);
        (self.missing, self.active) = (other.missing, other.active);
    }

    /// Returns where others than a tile may stand.
    #[inline]
    const fn without(&self, tile: &Tile) -> Sites {
        self.one & !tile.known | self.two
    }

    /// Lets all tiles go wherever they can, until all have arrived. Returns how many ways were
    /// looked at.
    fn go(&mut self, case: Case<'_>) -> u64 {
        let mut looked_at = 0;
        while self.active != 0 && self.missing != 0 {
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
    fn give(&mut self, case: Case<'_>, nth: usize) {
        self.tiles[nth].give(case.tables);
        self.active |= 1 << nth;
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
