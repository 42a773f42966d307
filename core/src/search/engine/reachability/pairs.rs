//! Reachability of two tiles together, all others relaxed.
//!
//! Under the delete relaxation nothing is ever undone: a tile supports others forever after, and is
//! in nobody's way. Here the positions of two tiles are tracked exactly: one supports the other, or
//! is in its way, only while it stands there. All other tiles support them wherever they ever come,
//! and are in nobody's way.
//!
//! ```text
//!   1 . . 2    1 stops before 2, but not once 2 has gone down. Under the delete
//!   . . . .    relaxation 2 goes first and supports 1 all the same.
//! ```
//!
//! **Admissible.** Take a solution within the allocated extra moves and drop the moves of all other
//! tiles. Each remaining move is a move here: the other tile was not on its way, and what stopped
//! it was a wall, the other tile, or a third tile, which by the argument of the relaxation comes
//! there.
//!
//! Reference: Haslum, Geffner, *Admissible Heuristics for Optimal Planning*, 2000 (h²; here for two
//! tiles out of many).

use super::context::Context;
use super::single::{Reachability, TileReach};
use super::triples::TripleReachability;
use crate::search::engine::states::sets::{SiteSet, sites_in};
use crate::search::engine::stop_constraints::transitions::{EXTRA_COSTS, EXTRA_LEVELS};

/// Pairs to learn from at once: two explain most failures, and each costs a table.
const MAX_FAILING_PAIRS: usize = 2;

/// The check and its working memory.
#[derive(Clone, Default)]
pub struct PairReachability {
    /// By tile: a path on which it arrives if no other tile is in its way.
    paths: Vec<Path>,
    open_paths: Vec<OpenPath>,
    /// By the extra moves of both tiles, then by the site of the first.
    rows: Vec<Row>,
    /// By their extra moves: the sites of the first tile whose rows have changed.
    pending: Vec<SiteSet>,
    /// By the site of the second tile: where it may go if the first does not matter, and for which
    /// sites that is known.
    destinations: Vec<[SiteSet; EXTRA_COSTS]>,
    is_known: SiteSet,
    effort: u64,
}

#[derive(Clone, Copy, Default)]
struct Path {
    swept: SiteSet,
    /// Sites that must be occupied by others.
    needs: SiteSet,
    end: usize,
}

/// A path under construction.
#[derive(Clone, Copy)]
struct OpenPath {
    path: Path,
    extra: usize,
}

/// Where the second tile can be while the first is on one site, and where it has gone on from.
#[derive(Clone, Copy, Default)]
struct Row {
    all: SiteSet,
    done: SiteSet,
}

/// Two tiles, and where others support them.
#[derive(Clone, Copy)]
struct PairGame<'a> {
    context: Context<'a>,
    tiles: [&'a TileReach; 2],
    others: SiteSet,
}

impl PairGame<'_> {
    /// Returns where one of them may go from a site with the support of others.
    #[inline]
    fn destinations(&self, nth: usize, site: usize, cost: usize) -> SiteSet {
        self.context.destinations(self.tiles[nth].first, site, cost, !self.others)
    }

    /// Returns where it may go with the support of the other.
    #[inline]
    fn destinations_by(&self, nth: usize, site: usize, cost: usize, other: usize) -> SiteSet {
        self.context.destinations_by(self.tiles[nth].first, site, cost, other)
    }
}

impl PairReachability {
    /// Lists some pairs that cannot arrive together, at least one if there is any; all tiles arrive
    /// under the delete relaxation.
    pub fn list_failing(
        &mut self,
        context: Context<'_>,
        reachable: &Reachability,
        failing: &mut Vec<[usize; 2]>,
    ) {
        failing.clear();
        self.paths.clear();
        for tile in &reachable.tiles {
            let path = self.path(context, tile, reachable.supports_for(tile));
            self.paths.push(path);
        }
        let tiles = reachable.tiles.len();
        // Most pairs cost little, beside one search of two tiles in each other's way.
        self.effort += (2 * tiles + tiles * tiles / 16) as u64;
        for one in 0..tiles {
            for other in 0..one {
                if failing.len() < MAX_FAILING_PAIRS && self.fails(context, reachable, [one, other])
                {
                    failing.push([one, other]);
                }
            }
        }
    }

    /// Returns three tiles that cannot arrive together although each two can; their paths are
    /// known.
    pub fn failing_triple(
        &self,
        context: Context<'_>,
        reachable: &Reachability,
        three: &mut TripleReachability,
    ) -> Option<[usize; 3]> {
        let tiles = reachable.tiles.len();
        let all = (0..tiles).flat_map(|one| {
            (0..one).flat_map(move |two| (0..two).map(move |last| [one, two, last]))
        });
        all.into_iter().find_map(|mut some| {
            // The sites of the last tile are handled all at once, so it should have the most.
            some.sort_by_key(|&nth| reachable.tiles[nth].sites().count_ones());
            let held = reachable.supports_for_three(some);
            let fails = !self.pass_freely(reachable, some, held)
                && !three.arrive(context, some.map(|nth| &reachable.tiles[nth]), held);
            fails.then_some(some)
        })
    }

    /// Says whether three tiles arrive on their known paths one after the other, with support on
    /// `held`.
    fn pass_freely(&self, reachable: &Reachability, some: [usize; 3], held: SiteSet) -> bool {
        let paths = some.map(|nth| &self.paths[nth]);
        let stands = some.map(|nth| reachable.tiles[nth].site());
        let goes = |order: [usize; 3]| {
            (0..3).all(|time| {
                let path = paths[order[time]];
                (0..3).all(|other| {
                    let site = match other.cmp(&time) {
                        std::cmp::Ordering::Less => paths[order[other]].end,
                        std::cmp::Ordering::Equal => return true,
                        std::cmp::Ordering::Greater => stands[order[other]],
                    };
                    path.swept >> site & 1 == 0
                })
            })
        };
        let [one, two, three] = paths.map(|path| path.end);
        (paths[0].needs | paths[1].needs | paths[2].needs) & !held == 0
            && one != two
            && two != three
            && one != three
            && [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                .into_iter()
                .any(goes)
    }

    /// Returns the effort since the last call, in moves tried.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }

    /// Returns a path on which a tile arrives with support on `held`.
    fn path(&mut self, context: Context<'_>, tile: &TileReach, held: SiteSet) -> Path {
        let tables = context.tables;
        let ends = tables.ends(tile.first);
        let mut seen = [0; EXTRA_LEVELS];
        self.open_paths.clear();
        let path = Path { swept: 0, needs: 0, end: tile.site() };
        self.open_paths.push(OpenPath { path, extra: 0 });
        while let Some(OpenPath { path, extra }) = self.open_paths.pop() {
            if ends >> path.end & 1 != 0 {
                return path;
            }
            let transitions = tables.transitions(tile.first, path.end);
            for cost in (0..transitions.to.len().min(tile.extra() + 1 - extra)).rev() {
                let after = extra + cost;
                let mut go = |to: SiteSet, needs: SiteSet| {
                    for end in sites_in(to & !seen[after]) {
                        seen[after] |= 1 << end;
                        let swept = path.swept | tables.lines().swept(path.end, end);
                        let path = Path { swept, needs: path.needs | needs, end };
                        self.open_paths.push(OpenPath { path, extra: after });
                    }
                };
                for blocker in sites_in(transitions.blockers[cost] & held) {
                    let to = tables.supported_moves(context.is_back).to(path.end, blocker);
                    go(to & transitions.to[cost], 1 << blocker);
                }
                go(transitions.free[cost], 0);
            }
        }
        // Unreachable since all tiles arrive; harmless otherwise.
        Path { swept: SiteSet::MAX, needs: SiteSet::MAX, end: tile.site() }
    }

    /// Says whether two tiles cannot arrive together. Mostly they have paths that do not touch.
    fn fails(&mut self, context: Context<'_>, reachable: &Reachability, pair: [usize; 2]) -> bool {
        let tiles = pair.map(|nth| &reachable.tiles[nth]);
        let others = reachable.supports_for_two(tiles);
        let [one, other] = pair.map(|nth| &self.paths[nth]);
        let [site, other_site] = tiles.map(TileReach::site);
        let goes_first = |first: &Path, stands: usize, then: &Path| {
            first.swept >> stands & 1 == 0 && then.swept >> first.end & 1 == 0
        };
        let is_free = (one.needs | other.needs) & !others == 0
            && one.end != other.end
            && (goes_first(one, other_site, other) || goes_first(other, site, one));
        !is_free && !self.arrive(context, tiles, others)
    }

    /// Says whether two tiles arrive together with the support of others on these sites.
    pub fn arrive(
        &mut self,
        context: Context<'_>,
        tiles: [&TileReach; 2],
        others: SiteSet,
    ) -> bool {
        let game = PairGame { context, tiles, others };
        let (sites, width) = (context.tables.sites(), tiles[1].extra() + 1);
        let layers = (tiles[0].extra() + 1) * width;
        self.rows.clear();
        self.rows.resize(layers * sites, Row::default());
        self.pending.clear();
        self.pending.resize(layers, 0);
        self.destinations.resize(sites, [0; EXTRA_COSTS]);
        self.is_known = 0;
        let [site, other] = tiles.map(TileReach::site);
        self.add(0, site, 1 << other, sites);
        let ends = tiles.map(|tile| context.tables.ends(tile.first));
        for layer in 0..layers {
            while self.pending[layer] != 0 {
                let site = self.pending[layer].trailing_zeros() as usize;
                self.pending[layer] &= self.pending[layer] - 1;
                let new = self.advance_second(game, layer, site);
                self.effort += u64::from(3 + new.count_ones());
                if ends[0] >> site & 1 != 0 && new & ends[1] != 0 {
                    return true;
                }
                self.advance_first(game, layer, site, new);
            }
        }
        false
    }

    /// Lets the second tile go on while the first stands still. Returns its new sites.
    #[inline]
    fn advance_second(&mut self, game: PairGame<'_>, layer: usize, site: usize) -> SiteSet {
        let sites = game.context.tables.sites();
        let Row { all, done } = self.rows[layer * sites + site];
        let (mut left, mut new) = (all & !done, all & !done);
        let most = game.tiles[1].extra() - layer % (game.tiles[1].extra() + 1);
        while left != 0 {
            let from = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.is_known >> from & 1 == 0 {
                self.is_known |= 1 << from;
                self.destinations[from] =
                    std::array::from_fn(|cost| game.destinations(1, from, cost));
            }
            let open = game.context.tables.lines().open(from, site);
            for cost in 0..EXTRA_COSTS.min(most + 1) {
                let to = self.destinations[from][cost] | game.destinations_by(1, from, cost, site);
                if cost > 0 {
                    self.add(layer + cost, site, to & open, sites);
                } else {
                    left |= to & open & !(done | new);
                    new |= to & open & !done;
                }
            }
        }
        self.rows[layer * sites + site] = Row { all: done | new, done: done | new };
        new
    }

    /// Lets the first tile go on while the second stands still, on each of some sites.
    #[inline]
    fn advance_first(&mut self, game: PairGame<'_>, layer: usize, site: usize, others: SiteSet) {
        let (tables, width) = (game.context.tables, game.tiles[1].extra() + 1);
        let (sites, most) = (tables.sites(), game.tiles[0].extra() - layer / width);
        for cost in 0..EXTRA_COSTS.min(most + 1) {
            let layer = layer + cost * width;
            for to in sites_in(game.destinations(0, site, cost)) {
                self.add(layer, to, others & !tables.lines().swept(site, to), sites);
            }
            for other in sites_in(
                tables.transitions(game.tiles[0].first, site).blockers[cost]
                    & others
                    & !game.others,
            ) {
                for to in sites_in(game.destinations_by(0, site, cost, other)) {
                    // The supporter stands beyond the end of the move, so not in the way.
                    self.add(layer, to, 1 << other, sites);
                }
            }
        }
    }

    /// Enters sites of the second tile while the first is on one site.
    #[inline]
    fn add(&mut self, layer: usize, site: usize, others: SiteSet, sites: usize) {
        let row = &mut self.rows[layer * sites + site];
        row.all |= others;
        self.pending[layer] |= SiteSet::from(row.all & !row.done != 0) << site;
    }
}
