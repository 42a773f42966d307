//! Which two or three tiles cannot arrive together: most can, on paths that do not touch.

use std::mem::take;

use super::context::Context;
use super::joint::JointReachability;
use super::single::{Reachability, TileReach};
use crate::search::engine::states::sets::{SiteSet, sites_in};
use crate::search::engine::stop_constraints::transitions::EXTRA_LEVELS;

/// Pairs to learn from at once: two explain most failures, and each costs a table.
const MAX_FAILING_PAIRS: usize = 2;

/// The orders of three, first those that leave the last one last.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]];

/// The checks and their working memory.
#[derive(Clone, Default)]
pub struct JointChecks {
    /// By tile: a path on which it arrives if no other tile is in its way.
    paths: Vec<Path>,
    open_paths: Vec<OpenPath>,
    pub pairs: JointReachability<2>,
    pub triples: JointReachability<3>,
}

#[derive(Clone, Copy, Default)]
struct Path {
    swept: SiteSet,
    /// Sites that must be occupied by others.
    needs: SiteSet,
    start: usize,
    end: usize,
}

/// A path under construction.
#[derive(Clone, Copy)]
struct OpenPath {
    path: Path,
    extra: usize,
}

impl JointChecks {
    /// Lists some pairs that cannot arrive together, at least one if there is any; all tiles arrive
    /// under the delete relaxation. Returns the effort, in moves tried.
    pub fn list_failing_pairs(
        &mut self,
        context: Context<'_>,
        reachable: &Reachability,
        failing: &mut Vec<[usize; 2]>,
    ) -> u64 {
        self.paths.clear();
        for tile in &reachable.tiles {
            let path = self.path(context, tile, reachable.supports_for(tile));
            self.paths.push(path);
        }
        let tiles = reachable.tiles.len();
        let pairs = (0..tiles).flat_map(|one| (0..one).map(move |other| [one, other]));
        let fails = |pair: &[usize; 2]| {
            let others = reachable.supports_for_all(pair);
            let tiles = pair.map(|nth| &reachable.tiles[nth]);
            !self.pass_freely(*pair, others) && !self.pairs.arrive(context, tiles, others)
        };
        failing.extend(pairs.filter(fails).take(MAX_FAILING_PAIRS));
        // A path for each tile, and a sixteenth of a move for each pair whose paths do not touch.
        (2 * tiles + tiles * tiles / 16) as u64 + take(&mut self.pairs.effort)
    }

    /// Returns three tiles that cannot arrive together although each two can; their paths are
    /// known.
    pub fn failing_triple(
        &mut self,
        context: Context<'_>,
        reachable: &Reachability,
    ) -> Option<[usize; 3]> {
        let tiles = reachable.tiles.len();
        let mut all = (0..tiles).flat_map(|one| {
            (0..one).flat_map(move |two| (0..two).map(move |last| [one, two, last]))
        });
        all.find_map(|mut some| {
            // The sites of the last tile are handled all at once, so it should have the most.
            some.sort_by_key(|&nth| reachable.tiles[nth].sites().count_ones());
            let others = reachable.supports_for_all(&some);
            let tiles = some.map(|nth| &reachable.tiles[nth]);
            let fails =
                !self.pass_freely(some, others) && !self.triples.arrive(context, tiles, others);
            fails.then_some(some)
        })
    }

    /// Says whether some tiles arrive on their known paths one after the other, with support of
    /// others on these sites.
    fn pass_freely<const N: usize>(&self, some: [usize; N], others: SiteSet) -> bool {
        let paths = some.map(|nth| &self.paths[nth]);
        let ends = paths.iter().fold(0 as SiteSet, |all, path| all | 1 << path.end);
        let goes = |order: &[usize]| {
            let mut stands = paths.iter().fold(0, |all, path| all | 1 << path.start);
            order.iter().all(|&nth| {
                let path = paths[nth];
                stands &= !(1 << path.start);
                let is_free = path.swept & stands == 0;
                stands |= 1 << path.end;
                is_free
            })
        };
        let mut orders = ORDERS.iter().filter(|order| order[N..].iter().all(|&nth| nth >= N));
        paths.iter().all(|path| path.needs & !others == 0)
            && ends.count_ones() == N as u32
            && orders.any(|order| goes(&order[..N]))
    }

    /// Returns a path on which a tile arrives with support on `held`.
    fn path(&mut self, context: Context<'_>, tile: &TileReach, held: SiteSet) -> Path {
        let tables = context.tables;
        let ends = tables.ends(tile.first);
        let mut seen = [0; EXTRA_LEVELS];
        self.open_paths.clear();
        let start = tile.site();
        let path = Path { swept: 0, needs: 0, start, end: start };
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
                        let path = Path { swept, needs: path.needs | needs, start, end };
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
        Path { swept: SiteSet::MAX, needs: SiteSet::MAX, start, end: start }
    }
}
