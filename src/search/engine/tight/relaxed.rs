//! Whether all tiles can arrive one after the other, and each two together, however the moves
//! that there are to spare are given to them. Used by the test of tightness where the quicker one
//! ([`super::arrive`]) says nothing.
//!
//! It is reachability where nothing is ever undone (the delete relaxation: Hoffmann, Nebel,
//! *The FF Planning System*, 2001): where a tile has come once, others may stop at it for
//! ever after, and nothing stands in the way. So it is a matter of order. Two tiles that could
//! each come only after the other never do, while the quicker test lets them hold each other.
//! Where all arrive it is asked whether each two do so together ([`super::together`]).
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
//! Nothing is given at first. Then a landmark ([`super::landmark`]) that is not kept with what has
//! been given says which tiles can keep it, and with how many moves: each is given these in turn,
//! after which those before may not have as many. Where all landmarks are kept that are known, it
//! is looked whether all tiles do arrive ([`super::scene`]). If not, that is a new landmark.
//!
//! So the answer is that of looking at each way of giving moves, but few of them are looked at:
//! most states are told by landmarks that were learnt from others.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use super::detours::{Detours, MANY, MAX_TILES, all, at_most, of_slot, with};
use super::giving::Giving;
use super::landmark::{Joint, Landmark, learn};
use super::landmarks::{Bits, Landmarks, Told, WORDS};
use super::scene::{Case, Scene, Tile};
use super::steps::each_tile;
use super::together::Together;

/// Where moves have been given in so many ways it is not said that they do not arrive.
const MAX_TRIES: u32 = 3_000;

/// Tiers of landmarks that are listed before it is looked whether tiles arrive.
const FIRST_TIERS: usize = 2;

/// What it takes to ask of a state at all, to list what a landmark says of it, and to try a way of
/// giving moves, in ways of tiles that are looked at; and so many of what is listed are gone
/// through in the time of one. To learn is not counted: that is the less the longer a search takes.
const ASKING_TAKES: u64 = 20;
const LISTING_TAKES: u64 = 3;
const TRYING_TAKES: u64 = 3;
const LISTED_PER_WAY: u64 = 6;

/// The test: its working memory, and the landmarks that all copies of it share.
#[derive(Clone)]
pub struct Relaxed {
    /// By target.
    shared: Arc<[RwLock<Landmarks>]>,
    rows: Vec<u32>,
    sites: Vec<u16>,
    /// What landmarks say of the state.
    told: Vec<Told>,
    giving: Giving,
    /// What tiles may have before anything is given, and at each time.
    may_have: Detours,
    highest: Detours,
    tries: u32,
    scene: Scene,
    together: Together,
    apart: Vec<[usize; 2]>,
    effort: u64,
}

/// The landmarks, and up to where they have been listed.
struct Known<'a> {
    of: &'a RwLock<Landmarks>,
    /// Nothing while one is added.
    landmarks: Option<RwLockReadGuard<'a, Landmarks>>,
    edition: u32,
    next: usize,
    /// Those of the tier that are not kept as long as nothing is given.
    found: Bits,
}

impl<'a> Known<'a> {
    fn new(of: &'a RwLock<Landmarks>) -> Self {
        let landmarks = of.read().unwrap_or_else(PoisonError::into_inner);
        Self {
            of,
            edition: landmarks.edition,
            landmarks: Some(landmarks),
            next: 0,
            found: [0; WORDS],
        }
    }

    #[inline]
    fn get(&self) -> &Landmarks {
        self.landmarks.as_ref().expect("none is being added")
    }

    /// Adds one. Returns its number.
    fn add(&mut self, sites: usize, landmark: Landmark) -> usize {
        self.landmarks = None;
        let nth = self.of.write().unwrap_or_else(PoisonError::into_inner).add(sites, &landmark);
        let (edition, next, found) = (self.edition, self.next, self.found);
        *self = Self { edition, next, found, ..Self::new(self.of) };
        nth
    }
}

/// Lists the ways in which two tiles that have some detours arrive together if they get no more
/// than they can.
fn ways(joint: Joint, has: [u8; 2], can: [u8; 2]) -> impl Iterator<Item = [u8; 2]> {
    let mut fewest = u8::MAX;
    (has[0]..=can[0]).filter_map(move |first| {
        let least = if first < MANY { joint.second(first.into()) } else { 0 };
        let second = least.max(has[1]);
        let is_new = second < fewest && second <= can[1];
        fewest = fewest.min(second);
        is_new.then_some([first, second])
    })
}

impl Relaxed {
    /// Prepares the test for so many targets, with landmarks that take so much memory at most.
    pub fn new(targets: usize, limit_bytes: u64) -> Self {
        let landmarks = |_| RwLock::new(Landmarks::new(limit_bytes / targets as u64));
        Self {
            shared: (0..targets).map(landmarks).collect(),
            rows: Vec::new(),
            sites: Vec::new(),
            told: Vec::new(),
            giving: Giving::default(),
            may_have: 0,
            highest: 0,
            tries: 0,
            scene: Scene::default(),
            together: Together::default(),
            apart: Vec::new(),
            effort: 0,
        }
    }

    /// Says whether all tiles may arrive, and each two of them together, if they together make so
    /// many moves more than the estimate; their rows in the tables are given with their sites.
    #[inline(never)]
    pub fn passes(
        &mut self,
        case: Case<'_>,
        target: usize,
        (rows, sites): (&[u32], &[u16]),
        more: u8,
    ) -> bool {
        if sites.len() > MAX_TILES {
            return true;
        }
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        self.sites.clear();
        self.sites.extend_from_slice(sites);
        self.giving.begin(case.spare, more);
        self.highest = all(MANY);
        self.tries = MAX_TRIES;
        self.effort += ASKING_TAKES;
        let shared = Arc::clone(&self.shared);
        let mut known = Known::new(&shared[target]);
        self.told.clear();
        self.may_have = self.giving.most(case.spare, self.sites.len(), self.highest);
        self.arrives(case, &mut known)
    }

    /// Lists what more landmarks say, as far as it is not kept with what has been given. Returns
    /// false if there are none.
    fn list(&mut self, known: &mut Known<'_>, tiers: usize) -> bool {
        let mut is_new = false;
        while !is_new && known.next < WORDS * known.get().tiers().min(tiers) {
            let (tier, word) = (known.next / WORDS, known.next % WORDS);
            if word == 0 {
                if self.list_first(known.get(), tier) {
                    return true;
                }
                known.found = known.get().find_failing(tier, &self.sites);
            }
            let (before, first) = (self.told.len(), 64 * known.next);
            let found = each_tile(known.found[word]).map(|nth| first + nth);
            known.get().append(found, &self.sites, &mut self.told);
            let told = &self.told[before..];
            self.effort += LISTING_TAKES * told.len() as u64;
            is_new = told.iter().any(|told| told.fails(self.giving.has));
            known.next += 1;
        }
        is_new
    }

    /// Lists a landmark of a tier that is not kept with whatever tiles may be given. Then nothing
    /// else is needed.
    fn list_first(&mut self, landmarks: &Landmarks, tier: usize) -> bool {
        let may_have = self.may_have;
        if !at_most(all(MANY), may_have).is_empty() {
            return false;
        }
        let levels = (0..).map(|slot| usize::from(of_slot(may_have, slot)));
        let tiles = levels.zip(self.sites.iter().map(|&site| site.into()));
        let (before, found) = (self.told.len(), landmarks.find(tier, tiles).into_iter());
        for (word, bits) in found.enumerate().filter(|&(_, bits)| bits != 0) {
            let first = 64 * (tier * WORDS + word);
            let some = each_tile(bits).map(|nth| first + nth);
            landmarks.append(some, &self.sites, &mut self.told);
            let fails = self.told[before..].iter().find(|told| told.fails(may_have)).copied();
            self.told.truncate(before);
            if fails.is_some() {
                self.told.extend(fails);
                return true;
            }
        }
        false
    }

    /// Says whether all arrive with what they have been given, or can be given.
    fn arrives(&mut self, case: Case<'_>, known: &mut Known<'_>) -> bool {
        let can = self.giving.most(case.spare, self.sites.len(), self.highest);
        let Some(told) = self.hardest(can, known) else {
            // Those of little use are looked at only where there must be one.
            let may =
                self.looks_well(case) || !self.list(known, usize::MAX) && !self.learns(case, known);
            return may || self.arrives(case, known);
        };
        known.get().note_use(told.nth as usize);
        let highest = self.highest;
        let arrives = self.is_kept(case, known, told, can);
        self.highest = highest;
        arrives
    }

    /// Returns the landmark that can be kept in the fewest ways, of those that are not.
    fn hardest(&mut self, can: Detours, known: &mut Known<'_>) -> Option<Told> {
        let has = self.giving.has;
        loop {
            let mut hardest = None;
            let mut fewest = u32::MAX;
            for at in 0..self.told.len() {
                let told = &self.told[at];
                if !told.fails(has) {
                    continue;
                }
                let mut count = at_most(told.least(), can).count();
                if let Some((pair, joint)) = told.pair.filter(|_| count < fewest) {
                    let of = |detours| pair.map(|slot| of_slot(detours, slot.into()));
                    count += ways(joint, of(has), of(can)).count() as u32;
                }
                if count < fewest {
                    (fewest, hardest) = (count, Some(*told));
                }
                if count <= 1 {
                    // It is likely to be needed again.
                    self.told.swap(at, at / 2);
                    break;
                }
            }
            if hardest.is_some() || !self.list(known, FIRST_TIERS) {
                return hardest;
            }
        }
    }

    /// Says whether all arrive if tiles are given moves so that a landmark is kept.
    fn is_kept(
        &mut self,
        case: Case<'_>,
        known: &mut Known<'_>,
        told: Told,
        mut can: Detours,
    ) -> bool {
        for slot in at_most(told.least(), can).each() {
            let detours = of_slot(told.least(), slot);
            if detours == MANY || self.arrives_with(case, known, [(slot, detours)]) {
                return true;
            }
            // What more of them lead to has been tried, whoever else is given some.
            self.highest = with(self.highest, slot, detours - 1);
            can = with(can, slot, detours - 1);
        }
        let Some((pair, joint)) = told.pair else { return false };
        let of = |detours| pair.map(|slot| of_slot(detours, slot.into()));
        let mut ways = ways(joint, of(self.giving.has), of(can));
        ways.any(|detours| {
            let [one, other] = pair.map(usize::from);
            let given = [(one, detours[0]), (other, detours[1])];
            detours.contains(&MANY) || self.arrives_with(case, known, given)
        })
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
        self.effort += TRYING_TAKES + self.told.len() as u64 / LISTED_PER_WAY;
        let before = self.giving.now();
        let can =
            given.into_iter().all(|(slot, detours)| self.giving.give(case.spare, slot, detours));
        let arrives = can && self.arrives(case, known);
        self.giving.undo(before);
        arrives
    }

    /// Looks whether all arrive with what they have been given.
    fn looks_well(&mut self, case: Case<'_>) -> bool {
        let Self { rows, sites, giving, scene, together, apart, .. } = self;
        let tiles = rows.iter().zip(&*sites).enumerate().map(|(slot, (&row, &site))| {
            Tile::new(case.tables, (row, row - u32::from(site)), of_slot(giving.has, slot))
        });
        self.effort += scene.begin(case.tables, tiles) + scene.go(case);
        apart.clear();
        if scene.missing == 0 {
            together.list_failing(case, scene, apart);
            self.effort += together.take_effort();
        }
        self.scene.missing == 0 && self.apart.is_empty()
    }

    /// Learns why not. Returns false if nothing is known of so many detours.
    fn learns(&mut self, case: Case<'_>, known: &mut Known<'_>) -> bool {
        let Self { scene, together, apart, .. } = self;
        let learnt: Vec<_> = if scene.missing != 0 {
            let missing = scene.missing.trailing_zeros() as usize;
            vec![learn(case, scene, &[missing], together)]
        } else {
            apart.iter().map(|pair| learn(case, scene, pair, together)).collect()
        };
        together.take_effort();
        let mut tells = false;
        for landmark in learnt {
            tells |= self.add(case, known, landmark);
        }
        tells
    }

    /// Adds what has been learnt. Says whether it is not kept with what has been given.
    fn add(&mut self, case: Case<'_>, known: &mut Known<'_>, landmark: Landmark) -> bool {
        let nth = known.add(case.tables.sites(), landmark);
        // Where they have been put in order all are listed anew.
        if known.get().edition != known.edition {
            (known.edition, known.next) = (known.get().edition, 0);
            self.told.clear();
        }
        // Another thread may have had none kept but those of most use.
        if nth >= known.get().len() {
            return false;
        }
        known.get().append(std::iter::once(nth), &self.sites, &mut self.told);
        self.told.last().is_some_and(|told| told.fails(self.giving.has))
    }

    /// Returns how many ways have been looked at since this was asked last, or what took as long.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }

    /// Returns the memory of the landmarks, which copies share.
    pub fn memory_bytes(&self) -> u64 {
        let bytes = |of: &RwLock<Landmarks>| {
            of.read().unwrap_or_else(PoisonError::into_inner).memory_bytes()
        };
        self.shared.iter().map(bytes).sum()
    }
}
