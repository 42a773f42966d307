//! Whether all tiles can arrive one after the other, and each two together, however the moves
//! that there are to spare are given to them. Used by the test of tightness: before the quicker one
//! ([`crate::search::engine::stops::support_check`]) what is known is asked, and after it what is not known is looked for.
//!
//! It is reachability where nothing is ever undone (the delete relaxation: Hoffmann, Nebel,
//! *The FF Planning System*, 2001): where a tile has come once, others may stop at it for
//! ever after, and nothing stands in the way. So it is a matter of order. Two tiles that could
//! each come only after the other never do, while the quicker test lets them hold each other.
//! Where all arrive it is asked whether each two do so together ([`crate::search::engine::reachability::pairs`]), and then
//! each three ([`crate::search::engine::reachability::triples`]).
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
//! Nothing is given at first. Then a landmark ([`super::explain`]) that is not kept with what has
//! been given says which tiles can keep it, and with how many moves: each is given these in turn,
//! after which those before may not have as many. Where all landmarks are kept that are known, it
//! is looked whether all tiles do arrive ([`crate::search::engine::reachability::single`]). If not, that is a new landmark.
//!
//! Where several tiles could keep a landmark they are given the moves in turn. If the first is given
//! some in vain, and the next keeps none of the landmarks by which that was seen, whatever it is
//! given, then moves for this one are **in vain too**, and need not be tried, as long as they cost no
//! less: take away the moves of the next tile and give the first as many, and what all have been
//! given keeps these landmarks as before, at no more than it took.
//!
//! **Who is given them first.** The tile that kept the landmark when all arrived last (phase
//! saving: Pipatsrisawat, Darwiche, *A Lightweight Component Caching Scheme for Satisfiability
//! Solvers*, 2007). So what passes is seen sooner; and states that are alike pass in the same way,
//! so that a landmark learnt from why one of them does not arrive tells of the others.
//!
//! So the answer is that of looking at each way of giving moves, but few of them are looked at:
//! most states are told by landmarks that were learnt from others. To look and to learn takes long:
//! a landmark of two tiles as long as asking of some fifty states, one of three as long as of
//! hundreds. So where that would take more than a part of the time it is taken to be so that all
//! arrive, which is never wrong to say.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use super::explain::{Landmark, Several, learn};
use super::shared::Known;
use super::store::{Group, Landmarks};
use super::violated::{Failing, Hardest, Tiles};
use crate::search::engine::reachability::pairs::Together;
use crate::search::engine::reachability::single::{Case, Scene, Tile};
use crate::search::engine::reachability::triples::Three;
use crate::search::engine::stops::allocation::{Detours, Giving, MANY, MAX_TILES};

/// Where moves have been given in so many ways it is not said that they do not arrive.
const MAX_TRIES: u32 = 3_000;

/// When it has been looked so often in vain for what no landmark tells, it is looked for only in
/// one of so many states; and not at all while that, and learning, took more than this part of
/// what asking took, one in so many, after a beginning (but for the project's own tests).
const ENOUGH_WELL: u32 = if cfg!(test) { u32::MAX / 2 } else { 32 };
const LOOKED_AT_OF: u32 = 8;
const LEARNING_SHARE: u64 = 8;
const LEARNING_OF_THREE_SHARE: u64 = 24;
const FIRST_LEARNING: u64 = if cfg!(test) { u64::MAX / 2 } else { 4_000_000 };
const FIRST_LEARNING_OF_THREE: u64 = if cfg!(test) { u64::MAX / 2 } else { 0 };

/// The use of landmarks is noted at one of so many ways of giving moves: threads would wait for
/// each other if it were at all.
const USES_NOTED_OF: u32 = 8;

/// What it takes to ask of a state at all, and to try a way of giving moves, in ways of tiles that
/// are looked at; and to learn, for each site and tile, and for each two sites where it is of two
/// tiles.
const ASKING_TAKES: u64 = 20;
const TRYING_TAKES: u64 = 4;
const LEARNING_TAKES: u64 = 4;
const LEARNING_OF_TWO_TAKES: u64 = 2;

/// To look at all ways of choosing three tiles takes the third power of their number by this.
const ALL_THREE_TAKE: u64 = 24;

/// The test: its working memory, and the landmarks that all copies of it share.
#[derive(Clone)]
pub struct Relaxed {
    /// By target.
    shared: Arc<[RwLock<Landmarks>]>,
    rows: Vec<u32>,
    sites: Vec<u16>,
    failing: Failing,
    giving: Giving,
    /// What tiles may have at each time.
    highest: Detours,
    tries: u32,
    /// By target and landmark: the tile that kept it in the way in which all arrived last.
    keepers: Vec<Vec<u8>>,
    /// The landmarks by which it is seen that moves were given in vain, those for what was given
    /// last at the end.
    in_vain: Vec<usize>,
    /// It is to be looked why what no landmark tells of does not arrive.
    learns: bool,
    /// How often landmarks were kept since one was learnt.
    well: u32,
    scene: Scene,
    together: Together,
    apart: Vec<[usize; 2]>,
    three: Three,
    /// Three tiles that do not arrive together, though each two of them do.
    three_apart: Option<[usize; 3]>,
    /// What asking and looking took since this was taken last.
    effort: u64,
    /// What asking took altogether, what of it has been told, and what looking and learning took, of
    /// three tiles by itself.
    asking: u64,
    told: u64,
    learning: u64,
    learning_of_three: u64,
}

/// Moves that were given to a tile in vain: so many detours more than before, and where it stands
/// by which landmarks that was seen.
struct Refuted {
    slot: usize,
    more: u8,
    by: Range<usize>,
}

impl Relaxed {
    /// Prepares the test for so many targets, with landmarks that take so much memory at most.
    pub fn new(targets: usize, limit_bytes: u64) -> Self {
        let landmarks = |_| RwLock::new(Landmarks::new(limit_bytes / targets as u64));
        Self {
            shared: (0..targets).map(landmarks).collect(),
            rows: Vec::new(),
            sites: Vec::new(),
            failing: Failing::default(),
            giving: Giving::default(),
            highest: [MANY; MAX_TILES],
            tries: 0,
            keepers: vec![Vec::new(); targets],
            in_vain: Vec::new(),
            learns: false,
            well: 0,
            scene: Scene::default(),
            together: Together::default(),
            apart: Vec::new(),
            three: Three::default(),
            three_apart: None,
            effort: 0,
            asking: 0,
            told: 0,
            learning: 0,
            learning_of_three: 0,
        }
    }

    /// Says whether all tiles may arrive, and each two of them together, if they together make so
    /// many moves more than the estimate; their rows in the tables are given with their sites. Unless
    /// it `learns`, only the landmarks that are known are asked.
    #[inline(never)]
    pub fn passes(
        &mut self,
        case: Case<'_>,
        target: usize,
        (rows, sites): (&[u32], &[u16]),
        more: u8,
        learns: bool,
    ) -> bool {
        if sites.len() > MAX_TILES {
            return true;
        }
        self.learns = learns;
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        self.sites.clear();
        self.sites.extend_from_slice(sites);
        self.asking += ASKING_TAKES;
        self.tries = MAX_TRIES;
        let shared = Arc::clone(&self.shared);
        loop {
            if !self.giving.begin(case.spare, self.sites.len(), more) {
                return true;
            }
            self.highest = [MANY; MAX_TILES];
            self.failing.begin();
            self.in_vain.clear();
            let mut known = Known::new(&shared[target], target);
            let arrives = self.arrives(case, &mut known);
            // What is listed is by numbers that have changed then.
            if !known.is_reordered() {
                return arrives;
            }
        }
    }

    /// Says whether all arrive with what they have been given, or can be given; or that landmarks
    /// have been put in order.
    fn arrives(&mut self, case: Case<'_>, known: &mut Known<'_>) -> bool {
        let can = self.giving.most(&self.highest);
        loop {
            let tiles = Tiles { sites: &self.sites, giving: &self.giving, can: &can };
            match self.failing.hardest(known.get(), tiles) {
                Some(Hardest { nth, ways }) => {
                    if self.tries.is_multiple_of(USES_NOTED_OF) {
                        known.get().note_use(nth);
                    }
                    self.in_vain.push(nth);
                    let highest = self.highest;
                    let arrives = ways > 0 && self.is_kept(case, known, nth, can);
                    self.highest = highest;
                    return arrives;
                }
                None if !self.learns || !self.can_afford_to_look() => return true,
                None if self.looks_well(case) || !self.learns_why(case, known) => return true,
                None => self.well = 0,
            }
        }
    }

    /// Says whether all arrive if tiles are given moves so that a landmark is kept.
    fn is_kept(
        &mut self,
        case: Case<'_>,
        known: &mut Known<'_>,
        nth: usize,
        mut can: Detours,
    ) -> bool {
        let mut refuted: Option<Refuted> = None;
        for slot in self.keeper_first(known.target, nth) {
            let tiles = Tiles { sites: &self.sites, giving: &self.giving, can: &can };
            let least = known.get().least(nth, slot, tiles);
            let Some(detours) = least else { continue };
            if detours == MANY {
                return true;
            }
            let more = detours - tiles.has()[slot];
            let is_alike = refuted
                .as_ref()
                .is_some_and(|refuted| self.is_refuted_alike(refuted, known, (slot, more), &can));
            if !is_alike {
                let begin = self.in_vain.len();
                if self.arrives_with(case, known, [(slot, detours)]) {
                    self.note_keeper(known.target, nth, slot);
                    return true;
                }
                refuted = Some(Refuted { slot, more, by: begin..self.in_vain.len() });
            }
            // What more of them lead to has been tried, whoever else is given some.
            self.highest[slot] = detours - 1;
            can[slot] = detours - 1;
        }
        let has = *self.giving.has();
        match known.get().group(nth, &self.sites, None) {
            None => false,
            Some(Group::Two(slots, joint)) => joint.ways(slots, &has, &can).any(|detours| {
                let given = [(slots[0], detours[0]), (slots[1], detours[1])];
                detours.contains(&MANY) || self.arrives_with(case, known, given)
            }),
            Some(Group::Three(slots, trio)) => {
                let more = self.giving.most_together(slots);
                trio.ways(slots, (&has, &can), more).any(|detours| {
                    let given = std::array::from_fn::<_, 3, _>(|nth| (slots[nth], detours[nth]));
                    detours.contains(&MANY) || self.arrives_with(case, known, given)
                })
            }
        }
    }

    /// Goes through all tiles, the one first that kept a landmark when all arrived last.
    fn keeper_first(&self, target: usize, nth: usize) -> impl Iterator<Item = usize> + use<> {
        let tiles = self.sites.len();
        let keeper = self.keepers[target].get(nth).map_or(0, |&slot| usize::from(slot));
        std::iter::once(keeper).chain((0..tiles).filter(move |&slot| slot != keeper))
    }

    /// Notes that a tile kept a landmark in a way in which all arrive.
    fn note_keeper(&mut self, target: usize, nth: usize, slot: usize) {
        let keepers = &mut self.keepers[target];
        keepers.resize(keepers.len().max(nth + 1), 0);
        keepers[nth] = slot as u8;
    }

    /// Says whether so many detours more for a tile are in vain for the same reasons as they were
    /// for another: it costs no less, and the tile keeps none of those landmarks, whatever it is given.
    fn is_refuted_alike(
        &self,
        refuted: &Refuted,
        known: &Known<'_>,
        (slot, more): (usize, u8),
        can: &Detours,
    ) -> bool {
        refuted.more <= more
            && can[slot] < MANY
            && self.giving.costs_no_less(slot, refuted.slot)
            && self.in_vain[refuted.by.clone()]
                .iter()
                .all(|&nth| known.get().is_not_kept_by(nth, slot, self.sites[slot], can[slot]))
    }

    /// Says whether all arrive if some tiles have so many detours.
    fn arrives_with<const N: usize>(
        &mut self,
        case: Case<'_>,
        known: &mut Known<'_>,
        given: [(usize, u8); N],
    ) -> bool {
        if self.tries == 0 {
            return true;
        }
        self.tries -= 1;
        self.asking += TRYING_TAKES;
        let before = self.giving.now();
        let can = given.into_iter().all(|(slot, detours)| self.giving.give(slot, detours));
        let arrives = can && {
            self.failing.give(std::array::from_fn(|nth| given[nth.min(N - 1)].0));
            let arrives = self.arrives(case, known);
            self.failing.take_back();
            arrives
        };
        self.giving.go_back(&before);
        arrives
    }

    /// Says of the next state that keeps the landmarks whether it is to be looked if all arrive: if
    /// that has shown often that they do, or takes long, it is taken to be so.
    pub const fn is_to_look(&mut self) -> bool {
        self.well += 1;
        self.can_afford_to_look()
            && (self.well <= ENOUGH_WELL || self.well.is_multiple_of(LOOKED_AT_OF))
    }

    const fn can_afford_to_look(&self) -> bool {
        self.learning <= FIRST_LEARNING + self.asking / LEARNING_SHARE
    }

    const fn can_afford_three(&self) -> bool {
        self.learning_of_three <= FIRST_LEARNING_OF_THREE + self.asking / LEARNING_OF_THREE_SHARE
    }

    /// Looks whether all arrive with what they have been given.
    fn looks_well(&mut self, case: Case<'_>) -> bool {
        let can_afford_three = self.can_afford_three();
        let Self { rows, sites, giving, scene, together, apart, three, three_apart, .. } = self;
        let tiles = rows.iter().zip(&*sites).enumerate().map(|(slot, (&row, &site))| {
            Tile::new(case.tables, (row, row - u32::from(site)), giving.has()[slot])
        });
        let mut looked_at = scene.begin(case.tables, tiles) + scene.go(case);
        apart.clear();
        if scene.missing == 0 {
            together.list_failing(case, scene, apart);
            looked_at += together.take_effort();
        }
        *three_apart = None;
        if scene.missing == 0 && apart.is_empty() && can_afford_three {
            *three_apart = together.three_failing(case, scene, three);
            let tiles = sites.len() as u64;
            self.learning_of_three += tiles.pow(3) / ALL_THREE_TAKE + three.take_effort();
        }
        self.effort += looked_at;
        self.learning += looked_at;
        self.scene.missing == 0 && self.apart.is_empty() && self.three_apart.is_none()
    }

    /// Learns why not. Returns false if nothing is known of so many detours.
    fn learns_why(&mut self, case: Case<'_>, known: &mut Known<'_>) -> bool {
        let Self { scene, together, apart, three, three_apart, .. } = self;
        let memory = (&mut *together, &mut *three);
        let learnt: Vec<_> = if scene.missing != 0 {
            let missing = scene.missing.trailing_zeros() as usize;
            vec![learn(case, scene, &[missing], memory)]
        } else if let Some(some) = three_apart {
            vec![learn(case, scene, some, memory)]
        } else {
            let (together, three) = memory;
            apart.iter().map(|pair| learn(case, scene, pair, (together, three))).collect()
        };
        together.take_effort();
        self.learning_of_three += three.take_effort();
        let (sites, tiles) = (case.tables.sites() as u64, self.sites.len() as u64);
        let mut tells = false;
        for landmark in learnt {
            let of_two = match landmark.several {
                Several::Two(_) => LEARNING_OF_TWO_TAKES * sites,
                _ => 0,
            };
            self.learning += sites * (LEARNING_TAKES * tiles + of_two);
            tells |= self.add(case, known, landmark);
        }
        tells && !known.is_reordered()
    }

    /// Adds what has been learnt. Says whether it is not kept with what has been given.
    fn add(&mut self, case: Case<'_>, known: &mut Known<'_>, landmark: Landmark) -> bool {
        let nth = known.add(case.tables.sites(), landmark);
        // Where they have been put in order that number is of no use.
        let tells = !known.is_reordered() && known.get().fails(nth, &self.sites, self.giving.has());
        if tells {
            self.failing.note(nth);
        }
        tells
    }

    /// Returns how many ways have been looked at since this was asked last, or what took as long.
    /// What learning took is left out: it is the less the longer a search takes.
    pub const fn take_effort(&mut self) -> u64 {
        self.asking += self.failing.take_effort();
        let asking = self.asking - self.told;
        self.told = self.asking;
        std::mem::replace(&mut self.effort, 0) + asking
    }

    /// Returns the memory of the landmarks, which copies share.
    pub fn memory_bytes(&self) -> u64 {
        let bytes = |of: &RwLock<Landmarks>| {
            of.read().unwrap_or_else(PoisonError::into_inner).memory_bytes()
        };
        self.shared.iter().map(bytes).sum()
    }
}
