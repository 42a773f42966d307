//! Whether three tiles can arrive together. Used by the relaxed test ([`crate::search::engine::landmarks::search`]) where each
//! two of them do, and by landmarks ([`crate::search::engine::landmarks::explain`]) that are learnt from that.
//!
//! It is the game of [`super::pairs`] for three tiles: each of them holds the others, or is in
//! their way, only while it stands there. All other tiles hold them wherever they ever come, and
//! are in nobody's way. What it says is right by the same argument.
//!
//! Where the third tile can be is a row of bits for the sites of the first two and the detours of
//! all three, so a move of one of these two moves a whole row. With the same detours tiles only
//! come nearer to their ends. So the rows are gone through once, the farthest first.
//!
//! References: as for two tiles (Haslum, Geffner, *Admissible Heuristics for Optimal Planning*,
//! 2000, there h³).

#[cfg(test)]
mod tests;

use super::single::{Case, Tile};
use crate::search::engine::stops::allocation::Detours;
use crate::search::engine::stops::site_tables::Sites;
use crate::search::engine::stops::transitions::{DETOURS, each};

/// Detours of three tiles together are told apart up to so many, and those of each up to one more.
const MOST: usize = 3;
const WIDTH: usize = MOST + 2;

/// With more rows than so many (4 MiB) it is not looked.
const MOST_ROWS: usize = 1 << 18;

/// What it takes to look at a row, in ways looked at.
const ROW_TAKES: u64 = 4;

/// The bits with so many detours of all three together at most.
const TOGETHER: [u128; 3 * WIDTH] = {
    let mut together = [0; 3 * WIDTH];
    let mut bit = 0;
    while bit < WIDTH * WIDTH * WIDTH {
        let mut all = bit / (WIDTH * WIDTH) + bit / WIDTH % WIDTH + bit % WIDTH;
        while all < 3 * WIDTH {
            together[all] |= 1 << bit;
            all += 1;
        }
        bit += 1;
    }
    together
};

/// With which detours three tiles arrive together: a bit for each number of each, those of the
/// third next to each other. With more than [`MOST`] together they may arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trio(u128);

/// The bits where one tile makes so many detours at least and so many at most, for all those of
/// the others.
const WITHIN: [[[u128; WIDTH]; WIDTH]; 3] = {
    let mut within = [[[0; WIDTH]; WIDTH]; 3];
    let mut at = 0;
    while at < 3 * WIDTH * WIDTH * WIDTH * WIDTH * WIDTH {
        let (bit, rest) = (at % (WIDTH * WIDTH * WIDTH), at / (WIDTH * WIDTH * WIDTH));
        let (least, most, nth) = (rest % WIDTH, rest / WIDTH % WIDTH, rest / (WIDTH * WIDTH));
        let detours = [bit / (WIDTH * WIDTH), bit / WIDTH % WIDTH, bit % WIDTH][nth];
        if least <= detours && detours <= most {
            within[nth][least][most] |= 1 << bit;
        }
        at += 1;
    }
    within
};

impl Trio {
    /// Only with more than [`MOST`].
    const WITH_MORE: Self = {
        let (mut all, mut bit) = (0, 0);
        while bit < WIDTH * WIDTH * WIDTH {
            let detours = bit / (WIDTH * WIDTH) + bit / WIDTH % WIDTH + bit % WIDTH;
            all |= ((detours > MOST) as u128) << bit;
            bit += 1;
        }
        Self(all)
    };

    const fn bit([one, two, three]: [usize; 3]) -> u128 {
        1 << ((one * WIDTH + two) * WIDTH + three)
    }

    const fn may(self, detours: [usize; 3]) -> bool {
        self.0 & Self::bit(detours) != 0
    }

    /// Says whether the tiles of these slots arrive.
    #[inline]
    pub fn is_kept(self, slots: [usize; 3], has: &Detours) -> bool {
        self.may(slots.map(|slot| has[slot].into()))
    }

    /// Lists the ways in which they do if each gets no more than it can, and all together no more
    /// than so many.
    #[inline]
    pub fn ways(
        self,
        slots: [usize; 3],
        (has, can): (&Detours, &Detours),
        more: u8,
    ) -> impl Iterator<Item = [u8; 3]> + use<> {
        let most = slots.iter().fold(more, |all, &slot| all.saturating_add(has[slot]));
        let mut all = self.0 & TOGETHER[usize::from(most).min(3 * WIDTH - 1)];
        for (within, slot) in WITHIN.iter().zip(slots) {
            all &= within[usize::from(has[slot])][usize::from(can[slot]).min(WIDTH - 1)];
        }
        // With one detour less they are no new way.
        let one_more = all << (WIDTH * WIDTH)
            | (all & WITHIN[1][0][WIDTH - 2]) << WIDTH
            | (all & WITHIN[2][0][WIDTH - 2]) << 1;
        let mut fewest = all & !one_more;
        std::iter::from_fn(move || {
            let bit = fewest.trailing_zeros() as usize;
            fewest &= fewest.wrapping_sub(1);
            let detours = [bit / (WIDTH * WIDTH), bit / WIDTH % WIDTH, bit % WIDTH];
            (bit < u128::BITS as usize).then_some(detours.map(|detours| detours as u8))
        })
    }

    /// Returns with how many detours one of them arrives if the others make none.
    pub fn alone(self, nth: usize) -> usize {
        let with = |detours| {
            let mut all = [0; 3];
            all[nth] = detours;
            all
        };
        (0..=MOST).find(|&detours| self.may(with(detours))).unwrap_or(MOST + 1)
    }
}

/// The test: its working memory.
#[derive(Clone, Default)]
pub struct Three {
    /// By the detours of all three and the places of the first two: where the third can be, until
    /// it has been gone on from there. So all are empty in the end.
    rows: Vec<Sites>,
    /// By the detours and the place of the first: the places of the second whose row is not empty.
    active: Vec<Sites>,
    /// Of the first two, the sites where they may come, the farthest from their ends first; and by
    /// site its place there.
    order: [Vec<u16>; 2],
    places: [Vec<u16>; 2],
    /// These sites as a set: what leads elsewhere is a slide over more cells than are empty.
    within: [Sites; 2],
    /// By tile and site, where it may go if the others of the three are not there, and for which
    /// sites that is known.
    onward: [Vec<[Sites; DETOURS]>; 3],
    is_known: [Sites; 3],
    effort: u64,
}

/// Three tiles, and where others hold them.
#[derive(Clone, Copy)]
struct Game<'a> {
    case: Case<'a>,
    firsts: [u32; 3],
    others: Sites,
    /// How many detours each may make, and all of them together.
    most: [usize; 3],
    all: usize,
}

impl Game<'_> {
    fn may(&self, detours: [usize; 3]) -> bool {
        (0..3).all(|nth| detours[nth] <= self.most[nth])
            && detours.iter().sum::<usize>() <= self.all
    }

    /// Lists all detours that they may make, with fewer of the first before more.
    fn each_detours(&self) -> impl Iterator<Item = [usize; 3]> + use<'_> {
        let [one, two, three] = self.most.map(|most| 0..=most);
        let all = one.flat_map(move |one| {
            let three = three.clone();
            two.clone().flat_map(move |two| three.clone().map(move |three| [one, two, three]))
        });
        all.filter(|&detours| self.may(detours))
    }

    /// Returns the number of such detours.
    const fn layer(&self, [one, two, three]: [usize; 3]) -> usize {
        (one * (self.most[1] + 1) + two) * (self.most[2] + 1) + three
    }
}

/// The detours of the three, and the sites of the first two.
#[derive(Clone, Copy)]
struct At {
    detours: [usize; 3],
    sites: [usize; 2],
}

impl At {
    const fn after(self, nth: usize, detour: usize) -> Self {
        let mut after = self;
        after.detours[nth] += detour;
        after
    }

    const fn on(self, nth: usize, site: usize, detour: usize) -> Self {
        let mut after = self.after(nth, detour);
        after.sites[nth] = site;
        after
    }
}

impl Three {
    /// Says whether three tiles arrive together, with the detours that they have been given, if
    /// others hold them on these sites; or that it would take too much memory to look.
    pub fn arrive(&mut self, case: Case<'_>, tiles: [&Tile; 3], others: Sites) -> bool {
        let (firsts, most) = (tiles.map(|tile| tile.first), tiles.map(Tile::has));
        let game = Game { case, firsts, others, most, all: usize::MAX };
        let arrive = !self.begin(game, tiles)
            || game.each_detours().any(|detours| self.go_everywhere(game, detours));
        self.end();
        arrive
    }

    /// Returns with which detours they do.
    pub fn trio(&mut self, case: Case<'_>, tiles: [&Tile; 3], others: Sites) -> Trio {
        let firsts = tiles.map(|tile| tile.first);
        let game = Game { case, firsts, others, most: [MOST; 3], all: MOST };
        let mut trio = Trio::WITH_MORE;
        if !self.begin(game, tiles) {
            return Trio(u128::MAX);
        }
        for detours in game.each_detours() {
            let with_fewer = |nth: usize| {
                let mut fewer = detours;
                fewer[nth] = fewer[nth].saturating_sub(1);
                trio.may(fewer)
            };
            if (0..3).any(with_fewer) || self.go_everywhere(game, detours) {
                trio.0 |= Trio::bit(detours);
            }
        }
        self.end();
        trio
    }

    /// Returns what it has taken since this was asked last, in ways looked at.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }

    /// Lets them stand where they do. Returns false where it would take too much memory.
    fn begin(&mut self, game: Game<'_>, tiles: [&Tile; 3]) -> bool {
        let tables = game.case.tables;
        self.is_known = [0; 3];
        self.onward.iter_mut().for_each(|onward| onward.resize(tables.sites(), [0; DETOURS]));
        for (nth, tile) in tiles.iter().enumerate().take(2) {
            let within = tables.tile(tile.row()).within[game.most[nth]];
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
        if rows > MOST_ROWS {
            return false;
        }
        self.rows.resize(rows.max(self.rows.len()), 0);
        let [one, two, three] = tiles.map(Tile::site);
        self.add(game, At { detours: [0; 3], sites: [one, two] }, 1 << three);
        true
    }

    /// Empties what has not been gone on from.
    fn end(&mut self) {
        for (nth, &active) in self.active.iter().enumerate() {
            for two in each(active) {
                self.rows[nth * self.order[1].len() + two] = 0;
            }
        }
    }

    /// Notes that the third tile can be on these sites while the first two are there.
    #[inline]
    fn add(&mut self, game: Game<'_>, At { detours, sites }: At, thirds: Sites) {
        let [one, two] = [0, 1].map(|nth| usize::from(self.places[nth][sites[nth]]));
        let nth = game.layer(detours) * self.order[0].len() + one;
        self.active[nth] |= Sites::from(thirds != 0) << two;
        self.rows[nth * self.order[1].len() + two] |= thirds;
    }

    /// Lets the three go wherever they can from where they have made so many detours, when it is
    /// known where they can with fewer. Says whether they arrive so; the rest is left out then.
    ///
    /// A move that is no detour leads a tile nearer to its ends: so when the first two have been
    /// looked at on all sites that are farther, it is known where the third can be.
    fn go_everywhere(&mut self, game: Game<'_>, detours: [usize; 3]) -> bool {
        let ends = game.firsts.map(|first| game.case.tables.ends(first));
        for one in 0..self.order[0].len() {
            let nth = game.layer(detours) * self.order[0].len() + one;
            while self.active[nth] != 0 {
                let two = self.active[nth].trailing_zeros() as usize;
                self.active[nth] &= self.active[nth] - 1;
                let sites = [self.order[0][one], self.order[1][two]].map(usize::from);
                let at = At { detours, sites };
                self.effort += ROW_TAKES;
                let thirds = std::mem::take(&mut self.rows[nth * self.order[1].len() + two]);
                let thirds = self.close(game, at, thirds);
                if ends[0] >> sites[0] & 1 != 0
                    && ends[1] >> sites[1] & 1 != 0
                    && thirds & ends[2] != 0
                {
                    return true;
                }
                self.go_on(game, at, 0, thirds);
                self.go_on(game, at, 1, thirds);
            }
        }
        false
    }

    /// Lets the third tile go on from some sites while the others stand still. Returns where it is
    /// then.
    fn close(&mut self, game: Game<'_>, at: At, mut all: Sites) -> Sites {
        let (mut left, case, [one, two]) = (all, game.case, at.sites);
        let lines = case.tables.lines();
        while left != 0 {
            let from = left.trailing_zeros() as usize;
            left &= left - 1;
            let onward = self.onward(game, 2, from);
            let open = lines.open(from, one) & lines.open(from, two);
            for (detour, onward) in onward.into_iter().enumerate() {
                if !game.may(at.after(2, detour).detours) {
                    break;
                }
                let held = case.held_by(game.firsts[2], from, detour, one)
                    | case.held_by(game.firsts[2], from, detour, two);
                let to = (onward | held) & open;
                if detour > 0 {
                    self.add(game, at.after(2, detour), to);
                } else {
                    left |= to & !all;
                    all |= to;
                }
            }
        }
        all
    }

    /// Lets one of the first two go on while the other and the third stand still, this on each of
    /// some sites.
    fn go_on(&mut self, game: Game<'_>, at: At, nth: usize, thirds: Sites) {
        let (site, mate) = (at.sites[nth], at.sites[1 - nth]);
        let (case, first) = (game.case, game.firsts[nth]);
        let lines = case.tables.lines();
        let (onward, open) =
            (self.onward(game, nth, site), lines.open(site, mate) & self.within[nth]);
        for (detour, onward) in onward.into_iter().enumerate() {
            if !game.may(at.after(nth, detour).detours) {
                break;
            }
            for to in each((onward | case.held_by(first, site, detour, mate)) & open) {
                self.add(game, at.on(nth, to, detour), thirds & !lines.swept(site, to));
            }
            let needed = case.tables.steps(first, site).needed[detour];
            for third in each(needed & thirds & !game.others) {
                // It stands beyond where that ends, so not in the way.
                for to in each(case.held_by(first, site, detour, third) & open) {
                    self.add(game, at.on(nth, to, detour), 1 << third);
                }
            }
        }
    }

    #[inline]
    fn onward(&mut self, game: Game<'_>, nth: usize, site: usize) -> [Sites; DETOURS] {
        if self.is_known[nth] >> site & 1 == 0 {
            self.is_known[nth] |= 1 << site;
            let first = game.firsts[nth];
            self.onward[nth][site] =
                std::array::from_fn(|detour| game.case.onward(first, site, detour, !game.others));
        }
        self.onward[nth][site]
    }
}
