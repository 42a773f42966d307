//! Reachability of three tiles together, all others relaxed.
//!
//! The game of [`super::pairs`] with three tiles, and admissible by the same argument. The
//! positions of the third tile are a row of bits for the sites of the first two and the extra moves
//! of all three, so a move of one of the first two moves a whole row. A move without extra cost
//! only brings a tile nearer to its ends, so the rows are visited once, farthest first.
//!
//! Reference: Haslum, Geffner, *Admissible Heuristics for Optimal Planning*, 2000 (h³).

#[cfg(test)]
mod tests;

use super::context::Context;
use super::single::TileReach;
use super::thresholds::{MAX_EXTRA, TripleThreshold};
use crate::search::engine::states::sets::{SiteSet, sites_in};
use crate::search::engine::stop_constraints::transitions::EXTRA_COSTS;

/// Rows of one search (4 MiB); with more the check is left out.
const MAX_ROWS: usize = 1 << 18;

/// The effort of a row, in moves tried.
const ROW_TAKES: u64 = 4;

/// The check and its working memory.
#[derive(Clone, Default)]
pub struct TripleReachability {
    /// By the extra moves of all three and the places of the first two: where the third can be,
    /// until it has gone on from there. So all are empty in the end.
    rows: Vec<SiteSet>,
    /// By the extra moves and the place of the first: the places of the second whose row is not
    /// empty.
    active: Vec<SiteSet>,
    /// The sites of the first two tiles, farthest from their ends first, and the place of each site
    /// there.
    order: [Vec<u16>; 2],
    places: [Vec<u16>; 2],
    /// These sites as a set; moves that lead elsewhere are slides over more cells than are free.
    within: [SiteSet; 2],
    /// By tile and site: where it may go if the other two do not matter, and for which sites that
    /// is known.
    destinations: [Vec<[SiteSet; EXTRA_COSTS]>; 3],
    is_known: [SiteSet; 3],
    effort: u64,
}

/// Three tiles, and where others support them.
#[derive(Clone, Copy)]
struct TripleGame<'a> {
    context: Context<'a>,
    firsts: [u32; 3],
    others: SiteSet,
    /// The extra moves of each, and of all together.
    most: [usize; 3],
    all: usize,
}

impl TripleGame<'_> {
    fn may(&self, extra: [usize; 3]) -> bool {
        (0..3).all(|nth| extra[nth] <= self.most[nth]) && extra.iter().sum::<usize>() <= self.all
    }

    /// Lists the combinations of extra moves, with fewer of the first before more.
    fn each_extra(&self) -> impl Iterator<Item = [usize; 3]> + use<'_> {
        let [one, two, three] = self.most.map(|most| 0..=most);
        let all = one.flat_map(move |one| {
            let three = three.clone();
            two.clone().flat_map(move |two| three.clone().map(move |three| [one, two, three]))
        });
        all.filter(|&extra| self.may(extra))
    }

    /// Returns the index of a combination.
    const fn layer(&self, [one, two, three]: [usize; 3]) -> usize {
        (one * (self.most[1] + 1) + two) * (self.most[2] + 1) + three
    }
}

/// The extra moves of all three, and the sites of the first two.
#[derive(Clone, Copy)]
struct Position {
    extra: [usize; 3],
    sites: [usize; 2],
}

impl Position {
    const fn after(self, nth: usize, cost: usize) -> Self {
        let mut after = self;
        after.extra[nth] += cost;
        after
    }

    const fn on(self, nth: usize, site: usize, cost: usize) -> Self {
        let mut after = self.after(nth, cost);
        after.sites[nth] = site;
        after
    }
}

impl TripleReachability {
    /// Says whether three tiles arrive together with the extra moves allocated to them and the
    /// support of others on these sites; also if the check would take too much memory.
    pub fn arrive(
        &mut self,
        context: Context<'_>,
        tiles: [&TileReach; 3],
        others: SiteSet,
    ) -> bool {
        let (firsts, most) = (tiles.map(|tile| tile.first), tiles.map(TileReach::extra));
        let game = TripleGame { context, firsts, others, most, all: usize::MAX };
        let arrive = !self.begin(game, tiles)
            || game.each_extra().any(|extra| self.go_everywhere(game, extra));
        self.end();
        arrive
    }

    /// Returns with which extra moves they do.
    pub fn threshold(
        &mut self,
        context: Context<'_>,
        tiles: [&TileReach; 3],
        others: SiteSet,
    ) -> TripleThreshold {
        let firsts = tiles.map(|tile| tile.first);
        let game = TripleGame { context, firsts, others, most: [MAX_EXTRA; 3], all: MAX_EXTRA };
        let mut threshold = TripleThreshold::WITH_MORE;
        if !self.begin(game, tiles) {
            return TripleThreshold::ALL;
        }
        for extra in game.each_extra() {
            let with_fewer = |nth: usize| {
                let mut fewer = extra;
                fewer[nth] = fewer[nth].saturating_sub(1);
                threshold.may(fewer)
            };
            if (0..3).any(with_fewer) || self.go_everywhere(game, extra) {
                threshold.insert(extra);
            }
        }
        self.end();
        threshold
    }

    /// Returns the effort since the last call, in moves tried.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }

    /// Puts the tiles on their sites. Returns false if that would take too much memory.
    fn begin(&mut self, game: TripleGame<'_>, tiles: [&TileReach; 3]) -> bool {
        let tables = game.context.tables;
        self.is_known = [0; 3];
        self.destinations
            .iter_mut()
            .for_each(|destinations| destinations.resize(tables.sites(), [0; EXTRA_COSTS]));
        for (nth, tile) in tiles.iter().enumerate().take(2) {
            let within = tables.within(tile.row())[game.most[nth]];
            self.within[nth] = within;
            let (order, places) = (&mut self.order[nth], &mut self.places[nth]);
            order.clear();
            let farthest_first = tables.nearest_first(game.firsts[nth]).iter().rev();
            order.extend(farthest_first.filter(|&&site| within >> site & 1 != 0));
            places.resize(tables.sites(), 0);
            for (place, &site) in order.iter().enumerate() {
                places[usize::from(site)] = place as u16;
            }
        }
        self.active.clear();
        self.active.resize((game.layer(game.most) + 1) * self.order[0].len(), 0);
        let rows = self.active.len() * self.order[1].len();
        if rows > MAX_ROWS {
            return false;
        }
        self.rows.resize(rows.max(self.rows.len()), 0);
        let [one, two, three] = tiles.map(TileReach::site);
        self.add(game, Position { extra: [0; 3], sites: [one, two] }, 1 << three);
        true
    }

    /// Clears what has not been visited.
    fn end(&mut self) {
        for (nth, &active) in self.active.iter().enumerate() {
            for two in sites_in(active) {
                self.rows[nth * self.order[1].len() + two] = 0;
            }
        }
    }

    /// Enters sites of the third tile while the first two are on theirs.
    #[inline]
    fn add(&mut self, game: TripleGame<'_>, Position { extra, sites }: Position, thirds: SiteSet) {
        let [one, two] = [0, 1].map(|nth| usize::from(self.places[nth][sites[nth]]));
        let nth = game.layer(extra) * self.order[0].len() + one;
        self.active[nth] |= SiteSet::from(thirds != 0) << two;
        self.rows[nth * self.order[1].len() + two] |= thirds;
    }

    /// Visits all rows with these extra moves, when those with fewer have been visited. Says
    /// whether the tiles arrive, and stops there.
    ///
    /// A move without extra cost leads a tile nearer to its ends. So when the first two have been
    /// visited on all farther sites, the sites of the third are complete.
    fn go_everywhere(&mut self, game: TripleGame<'_>, extra: [usize; 3]) -> bool {
        let ends = game.firsts.map(|first| game.context.tables.ends(first));
        for one in 0..self.order[0].len() {
            let nth = game.layer(extra) * self.order[0].len() + one;
            while self.active[nth] != 0 {
                let two = self.active[nth].trailing_zeros() as usize;
                self.active[nth] &= self.active[nth] - 1;
                let sites = [self.order[0][one], self.order[1][two]].map(usize::from);
                let at = Position { extra, sites };
                self.effort += ROW_TAKES;
                let thirds = std::mem::take(&mut self.rows[nth * self.order[1].len() + two]);
                let thirds = self.advance_third(game, at, thirds);
                if ends[0] >> sites[0] & 1 != 0
                    && ends[1] >> sites[1] & 1 != 0
                    && thirds & ends[2] != 0
                {
                    return true;
                }
                self.advance_leading(game, at, 0, thirds);
                self.advance_leading(game, at, 1, thirds);
            }
        }
        false
    }

    /// Lets the third tile go on while the others stand still. Returns all its sites.
    fn advance_third(&mut self, game: TripleGame<'_>, at: Position, mut all: SiteSet) -> SiteSet {
        let (mut left, context, [one, two]) = (all, game.context, at.sites);
        let lines = context.tables.lines();
        while left != 0 {
            let from = left.trailing_zeros() as usize;
            left &= left - 1;
            let destinations = self.destinations(game, 2, from);
            let open = lines.open(from, one) & lines.open(from, two);
            for (cost, destinations) in destinations.into_iter().enumerate() {
                if !game.may(at.after(2, cost).extra) {
                    break;
                }
                let held = context.destinations_by(game.firsts[2], from, cost, one)
                    | context.destinations_by(game.firsts[2], from, cost, two);
                let to = (destinations | held) & open;
                if cost > 0 {
                    self.add(game, at.after(2, cost), to);
                } else {
                    left |= to & !all;
                    all |= to;
                }
            }
        }
        all
    }

    /// Lets one of the first two go on while the other and the third stand still, the third on each
    /// of some sites.
    fn advance_leading(&mut self, game: TripleGame<'_>, at: Position, nth: usize, thirds: SiteSet) {
        let (site, mate) = (at.sites[nth], at.sites[1 - nth]);
        let (context, first) = (game.context, game.firsts[nth]);
        let lines = context.tables.lines();
        let (destinations, open) =
            (self.destinations(game, nth, site), lines.open(site, mate) & self.within[nth]);
        for (cost, destinations) in destinations.into_iter().enumerate() {
            if !game.may(at.after(nth, cost).extra) {
                break;
            }
            for to in
                sites_in((destinations | context.destinations_by(first, site, cost, mate)) & open)
            {
                self.add(game, at.on(nth, to, cost), thirds & !lines.swept(site, to));
            }
            let blocker = context.tables.transitions(first, site).blockers[cost];
            for third in sites_in(blocker & thirds & !game.others) {
                // The supporter stands beyond the end of the move, so not in the way.
                for to in sites_in(context.destinations_by(first, site, cost, third) & open) {
                    self.add(game, at.on(nth, to, cost), 1 << third);
                }
            }
        }
    }

    #[inline]
    fn destinations(
        &mut self,
        game: TripleGame<'_>,
        nth: usize,
        site: usize,
    ) -> [SiteSet; EXTRA_COSTS] {
        if self.is_known[nth] >> site & 1 == 0 {
            self.is_known[nth] |= 1 << site;
            let first = game.firsts[nth];
            self.destinations[nth][site] = std::array::from_fn(|cost| {
                game.context.destinations(first, site, cost, !game.others)
            });
        }
        self.destinations[nth][site]
    }
}
