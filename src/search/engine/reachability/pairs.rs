//! Whether each two tiles can arrive together. Used by the relaxed test ([`crate::search::engine::landmarks::search`])
//! where all tiles arrive one after the other.
//!
//! There nothing is ever undone: where a tile has come once it holds others for ever after, and
//! it is in nobody's way. Here this is told exactly for two tiles: one holds the other, or is in
//! its way, only while it stands there. All other tiles still hold them wherever they ever come,
//! and are in nobody's way.
//!
//! ```text
//!   1 . . 2    1 stops before 2, but not once 2 has gone down: where nothing is undone, 2 may
//!   . . . .    go first, and holds 1 all the same.
//! ```
//!
//! **What it says is right.** Take a solution in which no tile makes more detours than it has
//! been given, and leave out the moves of all but the two. Each that is left is a move here too:
//! the other of the two was not on its way, and what stopped it was a wall, the other, or a third
//! tile, which by the argument of the relaxed test comes there.
//!
//! References: as there; that pairs of what is looked at one by one tell more is an old idea
//! (Haslum, Geffner, *Admissible Heuristics for Optimal Planning*, 2000: h²), here for two tiles
//! out of many.

use super::single::{Case, Scene, Tile};
use super::triples::Three;
use crate::puzzle::Direction;
use crate::search::engine::stops::site_tables::Sites;
use crate::search::engine::stops::transitions::{DETOURS, LEVELS, each};
use crate::search::key::Key;
use crate::search::space::{NO_SITE, Space};

/// What lies in a line with a site, for moves forward and backward alike.
pub struct Lines {
    sites: usize,
    /// By site, then by that of another tile: where a tile may come with one move.
    open: Vec<Sites>,
    /// By two sites in a line: those after the first up to the second.
    swept: Vec<Sites>,
}

impl Lines {
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        let (sites, size) = (space.cells.len(), space.sites.size());
        let (mut open, mut swept) = (Vec::new(), vec![0; sites * sites]);
        for (from, &cell) in space.cells.iter().enumerate() {
            // By the site of another tile.
            let (mut all, mut hidden) = (0, vec![0; sites]);
            for direction in Direction::ALL {
                let next = |&at: &_| size.neighbour(at, direction);
                let cells = std::iter::successors(next(&cell), next).map(|cell| space.sites[cell]);
                let run = cells.take_while(|&site| site != NO_SITE).map(usize::from);
                let run: Vec<usize> = run.collect();
                let whole = run.iter().fold(0, |all, &site| all | 1 << site);
                let mut before = 0;
                for site in run {
                    hidden[site] = whole & !before;
                    before |= 1 << site;
                    swept[from * sites + site] = before;
                }
                all |= whole;
            }
            open.extend(hidden.iter().map(|hidden| all & !hidden));
        }
        Self { sites, open, swept }
    }

    /// Returns where a tile may come from a site with one move, if another is in its way.
    #[inline]
    pub fn open(&self, from: usize, other: usize) -> Sites {
        self.open[from * self.sites + other]
    }

    /// Returns what a move leads over, with where it ends.
    #[inline]
    pub fn swept(&self, from: usize, to: usize) -> Sites {
        self.swept[from * self.sites + to]
    }

    pub const fn memory_bytes(&self) -> usize {
        (self.open.capacity() + self.swept.capacity()) * size_of::<Sites>()
    }
}

/// Pairs that are looked for at once.
const AT_ONCE: usize = 2;

/// The test: its working memory.
#[derive(Clone, Default)]
pub struct Together {
    /// By tile, a way on which it arrives when no other is in its way.
    ways: Vec<Way>,
    walks: Vec<Walk>,
    /// By the detours of two tiles, then by the site of the first.
    rows: Vec<Row>,
    /// By their detours, the sites of the first whose rows have something new.
    news: Vec<Sites>,
    /// By the site of the second, where it may go if the first is not there, and for which sites
    /// that is known.
    onward: Vec<[Sites; DETOURS]>,
    is_known: Sites,
    effort: u64,
}

#[derive(Clone, Copy, Default)]
struct Way {
    swept: Sites,
    /// Sites that must be held.
    needs: Sites,
    end: usize,
}

/// A way as far as it has been gone.
#[derive(Clone, Copy)]
struct Walk {
    way: Way,
    detours: usize,
}

/// Where the second of two tiles can be while the first stands on one site, and those of these
/// sites that have been gone on from.
#[derive(Clone, Copy, Default)]
struct Row {
    all: Sites,
    done: Sites,
}

/// Two tiles, and where others hold them.
#[derive(Clone, Copy)]
struct Two<'a> {
    case: Case<'a>,
    tiles: [&'a Tile; 2],
    others: Sites,
}

impl Two<'_> {
    /// Returns where one of them may go from a site by such a detour, as others hold it.
    #[inline]
    fn onward(&self, nth: usize, site: usize, detour: usize) -> Sites {
        self.case.onward(self.tiles[nth].first, site, detour, !self.others)
    }

    /// Returns where it may go as the other holds it.
    #[inline]
    fn held_by(&self, nth: usize, site: usize, detour: usize, other: usize) -> Sites {
        self.case.held_by(self.tiles[nth].first, site, detour, other)
    }
}

impl Together {
    /// Lists pairs of tiles that do not arrive together, one at least if there are any, where all
    /// arrive one after the other and have gone everywhere.
    pub fn list_failing(&mut self, case: Case<'_>, scene: &Scene, failing: &mut Vec<[usize; 2]>) {
        failing.clear();
        self.ways.clear();
        for tile in &scene.tiles {
            let way = self.way(case, tile, scene.without(tile));
            self.ways.push(way);
        }
        let tiles = scene.tiles.len();
        // Most pairs take little beside a step of two that are in each other's way.
        self.effort += (2 * tiles + tiles * tiles / 16) as u64;
        for one in 0..tiles {
            for other in 0..one {
                if failing.len() < AT_ONCE && self.fails(case, scene, [one, other]) {
                    failing.push([one, other]);
                }
            }
        }
    }

    /// Returns three tiles that do not arrive together, if there are any, where each two do: their
    /// ways are known.
    pub fn three_failing(
        &self,
        case: Case<'_>,
        scene: &Scene,
        three: &mut Three,
    ) -> Option<[usize; 3]> {
        let tiles = scene.tiles.len();
        let all = (0..tiles).flat_map(|one| {
            (0..one).flat_map(move |two| (0..two).map(move |last| [one, two, last]))
        });
        all.into_iter().find_map(|mut some| {
            // Where the last can be is looked at for all of its sites at once.
            some.sort_by_key(|&nth| scene.tiles[nth].on().count_ones());
            let held = scene.without_three(some);
            let fails = !self.go_freely(scene, some, held)
                && !three.arrive(case, some.map(|nth| &scene.tiles[nth]), held);
            fails.then_some(some)
        })
    }

    /// Says whether three tiles arrive on the ways that are known, one after the other, if others
    /// hold them on these sites.
    fn go_freely(&self, scene: &Scene, some: [usize; 3], held: Sites) -> bool {
        let ways = some.map(|nth| &self.ways[nth]);
        let stands = some.map(|nth| scene.tiles[nth].site());
        let goes = |order: [usize; 3]| {
            (0..3).all(|time| {
                let way = ways[order[time]];
                (0..3).all(|other| {
                    let site = match other.cmp(&time) {
                        std::cmp::Ordering::Less => ways[order[other]].end,
                        std::cmp::Ordering::Equal => return true,
                        std::cmp::Ordering::Greater => stands[order[other]],
                    };
                    way.swept >> site & 1 == 0
                })
            })
        };
        let [one, two, three] = ways.map(|way| way.end);
        (ways[0].needs | ways[1].needs | ways[2].needs) & !held == 0
            && one != two
            && two != three
            && one != three
            && [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                .into_iter()
                .any(goes)
    }

    /// Returns what it has taken since this was asked last, in ways looked at.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }

    /// Returns a way on which a tile arrives if these sites are held.
    fn way(&mut self, case: Case<'_>, tile: &Tile, held: Sites) -> Way {
        let tables = case.tables;
        let ends = tables.ends(tile.first);
        let mut seen = [0; LEVELS];
        self.walks.clear();
        let way = Way { swept: 0, needs: 0, end: tile.site() };
        self.walks.push(Walk { way, detours: 0 });
        while let Some(Walk { way, detours }) = self.walks.pop() {
            if ends >> way.end & 1 != 0 {
                return way;
            }
            let steps = tables.steps(tile.first, way.end);
            for detour in (0..steps.to.len().min(tile.has() + 1 - detours)).rev() {
                let after = detours + detour;
                let mut go = |to: Sites, needs: Sites| {
                    for end in each(to & !seen[after]) {
                        seen[after] |= 1 << end;
                        let swept = way.swept | tables.lines().swept(way.end, end);
                        let way = Way { swept, needs: way.needs | needs, end };
                        self.walks.push(Walk { way, detours: after });
                    }
                };
                for needed in each(steps.needed[detour] & held) {
                    let to = tables.held(case.is_back).to(way.end, needed);
                    go(to & steps.to[detour], 1 << needed);
                }
                go(steps.free[detour], 0);
            }
        }
        // This cannot happen, for all arrive; but it would be right.
        Way { swept: Sites::MAX, needs: Sites::MAX, end: tile.site() }
    }

    /// Says whether two tiles do not arrive together. Mostly they have ways that do not touch.
    fn fails(&mut self, case: Case<'_>, scene: &Scene, pair: [usize; 2]) -> bool {
        let tiles = pair.map(|nth| &scene.tiles[nth]);
        let others = scene.others(tiles);
        let [one, other] = pair.map(|nth| &self.ways[nth]);
        let [site, other_site] = tiles.map(Tile::site);
        let goes_first = |first: &Way, stands: usize, then: &Way| {
            first.swept >> stands & 1 == 0 && then.swept >> first.end & 1 == 0
        };
        let is_free = (one.needs | other.needs) & !others == 0
            && one.end != other.end
            && (goes_first(one, other_site, other) || goes_first(other, site, one));
        !is_free && !self.arrive(case, tiles, others)
    }

    /// Says whether two tiles arrive together if others hold them on these sites.
    pub fn arrive(&mut self, case: Case<'_>, tiles: [&Tile; 2], others: Sites) -> bool {
        let two = Two { case, tiles, others };
        let (sites, width) = (case.tables.sites(), tiles[1].has() + 1);
        let layers = (tiles[0].has() + 1) * width;
        self.rows.clear();
        self.rows.resize(layers * sites, Row::default());
        self.news.clear();
        self.news.resize(layers, 0);
        self.onward.resize(sites, [0; DETOURS]);
        self.is_known = 0;
        let [site, other] = tiles.map(Tile::site);
        self.add(0, site, 1 << other, sites);
        let ends = tiles.map(|tile| case.tables.ends(tile.first));
        for layer in 0..layers {
            while self.news[layer] != 0 {
                let site = self.news[layer].trailing_zeros() as usize;
                self.news[layer] &= self.news[layer] - 1;
                let new = self.close(two, layer, site);
                self.effort += u64::from(3 + new.count_ones());
                if ends[0] >> site & 1 != 0 && new & ends[1] != 0 {
                    return true;
                }
                self.go_on(two, layer, site, new);
            }
        }
        false
    }

    /// Lets the second of two tiles go on while the first stands still. Returns where it is that
    /// it was not before.
    #[inline]
    fn close(&mut self, two: Two<'_>, layer: usize, site: usize) -> Sites {
        let sites = two.case.tables.sites();
        let Row { all, done } = self.rows[layer * sites + site];
        let (mut left, mut new) = (all & !done, all & !done);
        let most = two.tiles[1].has() - layer % (two.tiles[1].has() + 1);
        while left != 0 {
            let from = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.is_known >> from & 1 == 0 {
                self.is_known |= 1 << from;
                self.onward[from] = std::array::from_fn(|detour| two.onward(1, from, detour));
            }
            let open = two.case.tables.lines().open(from, site);
            for detour in 0..DETOURS.min(most + 1) {
                let to = self.onward[from][detour] | two.held_by(1, from, detour, site);
                if detour > 0 {
                    self.add(layer + detour, site, to & open, sites);
                } else {
                    left |= to & open & !(done | new);
                    new |= to & open & !done;
                }
            }
        }
        self.rows[layer * sites + site] = Row { all: done | new, done: done | new };
        new
    }

    /// Lets the first of two tiles go on while the second stands still, on each of some sites.
    #[inline]
    fn go_on(&mut self, two: Two<'_>, layer: usize, site: usize, others: Sites) {
        let (tables, width) = (two.case.tables, two.tiles[1].has() + 1);
        let (sites, most) = (tables.sites(), two.tiles[0].has() - layer / width);
        for detour in 0..DETOURS.min(most + 1) {
            let layer = layer + detour * width;
            for to in each(two.onward(0, site, detour)) {
                self.add(layer, to, others & !tables.lines().swept(site, to), sites);
            }
            for other in
                each(tables.steps(two.tiles[0].first, site).needed[detour] & others & !two.others)
            {
                for to in each(two.held_by(0, site, detour, other)) {
                    // It stands beyond where that ends, so not in the way.
                    self.add(layer, to, 1 << other, sites);
                }
            }
        }
    }

    /// Notes that the second tile can be on these sites while the first is on one.
    #[inline]
    fn add(&mut self, layer: usize, site: usize, others: Sites, sites: usize) {
        let row = &mut self.rows[layer * sites + site];
        row.all |= others;
        self.news[layer] |= Sites::from(row.all & !row.done != 0) << site;
    }
}
