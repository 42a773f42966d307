//! Reachability of two or three tiles together, all others relaxed.
//!
//! Under the delete relaxation nothing is ever undone: a tile supports others forever after, and is
//! in nobody's way. Here the positions of a few tiles are tracked exactly: one supports another, or
//! is in its way, only while it stands there. All other tiles support them wherever they ever come,
//! and are in nobody's way.
//!
//! ```text
//!   1 . . 2    1 stops before 2, but not once 2 has gone down. Under the delete
//!   . . . .    relaxation 2 goes first and supports 1 all the same.
//! ```
//!
//! **Admissible.** Take a solution within the allocated extra moves and drop the moves of all other
//! tiles. Each remaining move is a move here: none of the few was on its way, and what stopped it
//! was a wall, one of the few, or another tile, which by the argument of the relaxation comes there.
//!
//! The positions of the last tile are a row of bits for the sites of the **leading** tiles, one or two,
//! and the extra moves of all, so a move of a leading tile moves a whole row. A move without extra
//! cost only brings a tile nearer to its ends, so the rows are visited once, farthest first.
//!
//! Reference: Haslum, Geffner, *Admissible Heuristics for Optimal Planning*, 2000 (h², h³; here for
//! a few tiles out of many).

#[cfg(test)]
mod tests;

use super::context::Context;
use super::single::TileReach;
use super::thresholds::{MAX_EXTRA, TripleThreshold};
use crate::search::engine::states::sets::{SiteSet, sites_in};
use crate::search::engine::stop_constraints::transitions::EXTRA_COSTS;

/// Rows of one search (4 MiB); with more the check is left out.
const MAX_JOINT_ROWS: usize = 1 << 18;

/// The check of `N` tiles, two or three, and its working memory.
#[derive(Clone)]
pub struct JointReachability<const N: usize> {
    /// By the extra moves of all and the places of the leading tiles: where the last can be, until
    /// it has gone on from there. So all are empty in the end.
    rows: Vec<SiteSet>,
    /// By the extra moves and the place of the first of three: the places of the other leading tile
    /// whose row is not empty.
    active: Vec<SiteSet>,
    /// By leading tile: its sites, farthest from its ends first, and the place of each site there.
    order: [Vec<u16>; N],
    places: [Vec<u16>; N],
    /// These sites as a set; moves that lead elsewhere are slides over more cells than are free.
    within: [SiteSet; N],
    /// By tile and site: where it may go if the others of the few do not matter, and for which
    /// sites that is known.
    destinations: [Vec<[SiteSet; EXTRA_COSTS]>; N],
    is_known: [SiteSet; N],
    /// The effort since it was taken last, in moves tried.
    pub effort: u64,
}

/// The few tiles, and where others support them.
#[derive(Clone, Copy)]
struct Game<'a, const N: usize> {
    context: Context<'a>,
    firsts: [u32; N],
    others: SiteSet,
    /// The extra moves of each, and of all together.
    most: [usize; N],
    all: usize,
}

impl<const N: usize> Game<'_, N> {
    fn may(&self, extra: [usize; N]) -> bool {
        (0..N).all(|nth| extra[nth] <= self.most[nth]) && extra.iter().sum::<usize>() <= self.all
    }

    /// Lists the combinations of extra moves, with fewer of the first before more.
    fn each_extra(&self) -> impl Iterator<Item = [usize; N]> + use<'_, N> {
        let extra = |mut layer: usize| {
            let mut extra = [0; N];
            for (extra, most) in extra.iter_mut().zip(self.most).rev() {
                (*extra, layer) = (layer % (most + 1), layer / (most + 1));
            }
            extra
        };
        (0..=self.layer(self.most)).map(extra).filter(|&extra| self.may(extra))
    }

    /// Returns the index of a combination.
    #[inline]
    fn layer(&self, extra: [usize; N]) -> usize {
        extra.iter().zip(self.most).fold(0, |layer, (extra, most)| layer * (most + 1) + extra)
    }
}

/// The extra moves of all, and the sites of the leading tiles.
#[derive(Clone, Copy)]
struct Position<const N: usize> {
    extra: [usize; N],
    /// That of the last tile means nothing.
    sites: [usize; N],
}

impl<const N: usize> Position<N> {
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

impl<const N: usize> Default for JointReachability<N> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            active: Vec::new(),
            order: [const { Vec::new() }; N],
            places: [const { Vec::new() }; N],
            within: [0; N],
            destinations: [const { Vec::new() }; N],
            is_known: [0; N],
            effort: 0,
        }
    }
}

impl<const N: usize> JointReachability<N> {
    const LAST: usize = N - 1;
    /// The leading tile whose places are bits.
    const SECOND_LAST: usize = N - 2;

    /// Says whether the tiles arrive together with the extra moves allocated to them and the support
    /// of others on these sites; also if the check would take too much memory.
    pub fn arrive(
        &mut self,
        context: Context<'_>,
        tiles: [&TileReach; N],
        others: SiteSet,
    ) -> bool {
        let (firsts, most) = (tiles.map(|tile| tile.first), tiles.map(TileReach::extra));
        let game = Game { context, firsts, others, most, all: usize::MAX };
        let arrive = !self.begin(game, tiles)
            || game.each_extra().any(|extra| self.go_everywhere(game, extra));
        self.end();
        arrive
    }

    /// Returns the memory held, about.
    pub const fn memory_bytes(&self) -> u64 {
        ((self.rows.capacity() + self.active.capacity()) * size_of::<SiteSet>()) as u64
    }

    /// Puts the tiles on their sites. Returns false if that would take too much memory.
    fn begin(&mut self, game: Game<'_, N>, tiles: [&TileReach; N]) -> bool {
        let tables = game.context.tables;
        self.is_known = [0; N];
        self.destinations
            .iter_mut()
            .for_each(|destinations| destinations.resize(tables.sites(), [0; EXTRA_COSTS]));
        for (nth, tile) in tiles.iter().enumerate().take(Self::LAST) {
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
        self.active.resize((game.layer(game.most) + 1) * self.groups_of_rows(), 0);
        let rows = self.active.len() * self.order[Self::SECOND_LAST].len();
        if rows > MAX_JOINT_ROWS {
            return false;
        }
        self.rows.resize(rows.max(self.rows.len()), 0);
        let sites = tiles.map(TileReach::site);
        self.add(game, Position { extra: [0; N], sites }, 1 << sites[Self::LAST]);
        true
    }

    /// Returns the number of places of the first of three.
    #[inline]
    fn groups_of_rows(&self) -> usize {
        if Self::SECOND_LAST == 0 { 1 } else { self.order[0].len() }
    }

    /// Clears what has not been visited.
    fn end(&mut self) {
        let places = self.order[Self::SECOND_LAST].len();
        for (nth, &active) in self.active.iter().enumerate() {
            for place in sites_in(active) {
                self.rows[nth * places + place] = 0;
            }
        }
    }

    /// Enters sites of the last tile while the leading ones are on theirs.
    #[inline]
    fn add(&mut self, game: Game<'_, N>, Position { extra, sites }: Position<N>, lasts: SiteSet) {
        let place = |nth: usize| usize::from(self.places[nth][sites[nth]]);
        let first = if Self::SECOND_LAST == 0 { 0 } else { place(0) };
        let nth = game.layer(extra) * self.groups_of_rows() + first;
        let place = place(Self::SECOND_LAST);
        self.active[nth] |= SiteSet::from(lasts != 0) << place;
        self.rows[nth * self.order[Self::SECOND_LAST].len() + place] |= lasts;
    }

    /// Visits all rows with these extra moves, when those with fewer have been visited. Says
    /// whether the tiles arrive, and stops there.
    ///
    /// A move without extra cost leads a tile nearer to its ends. So when the leading tiles have
    /// been visited on all farther sites, the sites of the last are complete.
    fn go_everywhere(&mut self, game: Game<'_, N>, extra: [usize; N]) -> bool {
        let ends = game.firsts.map(|first| game.context.tables.ends(first));
        for first in 0..self.groups_of_rows() {
            let nth = game.layer(extra) * self.groups_of_rows() + first;
            while self.active[nth] != 0 {
                let place = self.active[nth].trailing_zeros() as usize;
                self.active[nth] &= self.active[nth] - 1;
                let mut at = Position { extra, sites: [0; N] };
                at.sites[0] = self.order[0].get(first).copied().unwrap_or(0).into();
                at.sites[Self::SECOND_LAST] = self.order[Self::SECOND_LAST][place].into();
                let places = self.order[Self::SECOND_LAST].len();
                let lasts = std::mem::take(&mut self.rows[nth * places + place]);
                let lasts = self.advance_last(game, at, lasts);
                self.effort += 1 + u64::from(lasts.count_ones());
                let leading = 0..Self::LAST;
                if lasts & ends[Self::LAST] != 0
                    && leading.clone().all(|nth| ends[nth] >> at.sites[nth] & 1 != 0)
                {
                    return true;
                }
                leading.for_each(|nth| self.advance_leading(game, at, nth, lasts));
            }
        }
        false
    }

    /// Lets the last tile go on while the others stand still. Returns all its sites.
    fn advance_last(&mut self, game: Game<'_, N>, at: Position<N>, mut all: SiteSet) -> SiteSet {
        let (mut left, context) = (all, game.context);
        let leading = &at.sites[..Self::LAST];
        let (lines, first) = (context.tables.lines(), game.firsts[Self::LAST]);
        while left != 0 {
            let from = left.trailing_zeros() as usize;
            left &= left - 1;
            let destinations = self.destinations(game, Self::LAST, from);
            let open = leading.iter().fold(SiteSet::MAX, |all, &site| all & lines.open(from, site));
            for (cost, destinations) in destinations.into_iter().enumerate() {
                let after = at.after(Self::LAST, cost);
                if !game.may(after.extra) {
                    break;
                }
                let to = leading.iter().fold(destinations, |to, &site| {
                    to | context.destinations_by(first, from, cost, site)
                });
                if cost > 0 {
                    self.add(game, after, to & open);
                } else {
                    left |= to & open & !all;
                    all |= to & open;
                }
            }
        }
        all
    }

    /// Lets a leading tile go on while the others stand still, the last on each of some sites.
    fn advance_leading(&mut self, game: Game<'_, N>, at: Position<N>, nth: usize, lasts: SiteSet) {
        let (site, context, first) = (at.sites[nth], game.context, game.firsts[nth]);
        // The other leading tile of three.
        let mate = (N > 2).then(|| at.sites[Self::SECOND_LAST - nth]);
        let lines = context.tables.lines();
        let open = self.within[nth] & mate.map_or(SiteSet::MAX, |mate| lines.open(site, mate));
        let destinations = self.destinations(game, nth, site);
        for (cost, destinations) in destinations.into_iter().enumerate() {
            if !game.may(at.after(nth, cost).extra) {
                break;
            }
            let by = |supporter| context.destinations_by(first, site, cost, supporter);
            for to in sites_in((destinations | mate.map_or(0, by)) & open) {
                self.add(game, at.on(nth, to, cost), lasts & !lines.swept(site, to));
            }
            let blocker = context.tables.transitions(first, site).blockers[cost];
            for last in sites_in(blocker & lasts & !game.others) {
                // The supporter stands beyond the end of the move, so not in the way.
                for to in sites_in(by(last) & open) {
                    self.add(game, at.on(nth, to, cost), 1 << last);
                }
            }
        }
    }

    #[inline]
    fn destinations(
        &mut self,
        game: Game<'_, N>,
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

impl JointReachability<3> {
    /// Returns with which extra moves three tiles arrive together.
    pub fn threshold(
        &mut self,
        context: Context<'_>,
        tiles: [&TileReach; 3],
        others: SiteSet,
    ) -> TripleThreshold {
        let firsts = tiles.map(|tile| tile.first);
        let game = Game { context, firsts, others, most: [MAX_EXTRA; 3], all: MAX_EXTRA };
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
}
