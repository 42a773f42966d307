//! One side of the prover's search: what it has stored, from where, how far.

use super::policy::Growth;
use crate::search::arena::Full;
use crate::search::engine::pruning::counters::Done;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::pruning::meter::Tests;
use crate::search::engine::states::class::{Class, Wanted, WantedPushes, Way, Wish};
use crate::search::engine::states::layout::{Info, Turn};
use crate::search::engine::states::store::{Memory, Store};
use crate::search::key::Key;
use crate::search::space::Space;

/// How a side grows from bound to bound and by a b that is higher by 1, about, as long as it
/// cannot be told, and within what limits.
const BY_BOUND: f64 = 5.0;
const BY_B: f64 = 3.0;
const LEAST_BY_B: f64 = 1.1;
const MOST_BY_B: f64 = 10.0;

/// From fewer states it cannot.
const ENOUGH: u64 = 20;

/// One side of the search.
pub struct Side<K> {
    pub way: Way,
    pub store: Store,
    /// The states that it begins at, with the estimate ahead.
    seeds: Vec<(K, u16)>,
    /// Of which states it is tested whether they have too few moves to spare.
    pub tests: Tests,
    /// What has been done since it was raised last.
    done: Done,
    /// The pushes of a state, on the average.
    pub pushes: f64,
    /// Whether there is another side: without, all classes have b = 0.
    pub two_sided: bool,
    /// The least class of its seeds.
    least: Class,
    /// It holds all its states up to this f and this b, but for those held back, once it
    /// has begun.
    pub most: Class,
    has_begun: bool,
    /// States when it was raised last.
    len_before: u64,
    /// The turn of that raise.
    turn: Turn,
    /// What it was raised to, by bound, and the states that it held then.
    raised: Vec<(Class, u64)>,
}

/// What is to be done to raise a side.
pub struct Due {
    /// The pushes wanted from states expanded before.
    from_old: Wanted,
    /// The same for states that are open.
    from_new: Wanted,
    /// What it held before.
    pub held: Option<Class>,
    /// Open states of this turn have been looked at, or wait for it as fresh ones.
    pub turn: Turn,
}

impl Due {
    /// Returns the pushes wanted from a state of `class`.
    #[inline]
    pub fn pushes(&self, class: Class, is_open: bool) -> WantedPushes {
        if is_open { self.from_new.from(class) } else { self.from_old.from(class) }
    }

    /// Says whether states of `class` were due before.
    #[inline]
    pub fn was_due(&self, class: Class) -> bool {
        self.held.is_some_and(|held| is_within(class, held))
    }
}

impl<K: Key> Side<K> {
    /// Prepares a side that begins at `seeds`.
    pub fn new(
        space: &Space<K>,
        way: Way,
        seeds: Vec<(K, u16)>,
        two_sided: bool,
        tests: Tests,
    ) -> Self {
        let nearest = seeds.iter().map(|&(_, ahead)| ahead).min().unwrap_or(0);
        let least = seed_class(nearest, two_sided);
        let store = Store::new(space, least);
        Self {
            way,
            store,
            seeds,
            tests,
            done: Done::default(),
            pushes: 0.0,
            two_sided,
            least,
            most: least,
            has_begun: false,
            len_before: 0,
            turn: Turn::default(),
            raised: Vec::new(),
        }
    }

    /// Says whether it holds its states up to `f`.
    pub const fn reaches(&self, f: u16) -> bool {
        self.has_begun && self.most.f >= f
    }

    /// Returns what is due to hold all states up to `to`, and to find those beyond if it
    /// `probes`; and the seeds that lie there with their classes, which it adds.
    pub fn begin_raise(
        &mut self,
        to: Class,
        probes: bool,
        memory: &Memory,
    ) -> Result<(Due, Vec<(K, Class)>), Full> {
        self.len_before = self.store.len();
        self.turn = self.turn.next();
        self.store.make_hold(to, memory)?;
        let mut seeds = Vec::new();
        for nth in 0..self.seeds.len() {
            let (key, ahead) = self.seeds[nth];
            let class = seed_class(ahead, self.two_sided);
            if is_within(class, to) && !self.holds(class) {
                let info = Info::seed(class, self.turn);
                self.store.insert(&key, info, memory)?;
                seeds.push((key, class));
            }
        }
        let due = Due {
            from_old: self.wanted(to, probes, |class| !self.holds(class)),
            from_new: self.wanted(to, probes, |_| true),
            held: self.has_begun.then_some(self.most),
            turn: self.turn,
        };
        Ok((due, seeds))
    }

    fn wanted(&self, to: Class, probes: bool, is_due: impl Fn(Class) -> bool) -> Wanted {
        let wish = |class: Class| Wish {
            keep: is_within(class, to) && is_due(class),
            probe: probes && class.f <= to.f && class.b > to.b,
        };
        Wanted::new(self.way, self.two_sided, self.least, to, wish)
    }

    /// Tells that all states up to `to` are held.
    pub fn end_raise(&mut self, to: Class) {
        if self.raised.last().is_some_and(|(most, _)| most.f == to.f) {
            self.raised.pop();
        }
        self.raised.push((to, self.store.len()));
        self.most = to;
        self.has_begun = true;
        let done = std::mem::take(&mut self.done);
        let states = done.looked_at - done.held_back();
        if states > 0 {
            self.pushes = done.pushes as f64 / states as f64;
        }
        let added = (self.store.len() - self.len_before) as f64;
        let kept = (done.generated - done.left_out).max(1) as f64;
        self.tests.choose(&done.levels, added / kept);
    }

    /// Tells what has been done in a round.
    pub fn note(&mut self, done: &Done) {
        self.done += *done;
        self.tests.judge(&self.done.levels);
    }

    /// Returns how it has grown, as far as that can be told.
    pub fn growth(&self) -> Growth {
        let infos = self.store.shards.iter().flat_map(|shard| shard.infos(&self.store.shape));
        let top = infos.filter(|info| info.class.b == self.most.b).count() as f64;
        let states = self.store.len() as f64;
        let by_b = if top < states { states / (states - top) } else { BY_B };
        let by_b = by_b.clamp(LEAST_BY_B, MOST_BY_B);
        let by_bound = match self.raised[..] {
            [.., (before, then), _] if then > ENOUGH => {
                let more_b = self.most.b - before.b;
                states / then as f64 * by_b.powi(1 - i32::from(more_b))
            }
            _ => BY_BOUND,
        };
        Growth { states, by_bound: by_bound.max(1.0), by_b }
    }

    /// Says whether it holds all states that it can reach: none is held back or left out, and no
    /// push from a stored state leads outside. Looked at only when raising has added nothing.
    pub fn is_exhausted(&self) -> bool {
        let held = |&(_, ahead): &(K, u16)| self.holds(seed_class(ahead, self.two_sided));
        self.len_before == self.store.len() && self.seeds.iter().all(held) && self.is_closed()
    }

    fn is_closed(&self) -> bool {
        let outside = |class| Wish { keep: !self.holds(class), probe: false };
        let outside = Wanted::new(self.way, self.two_sided, self.least, self.most, outside);
        let leads_out =
            |info: Info| info.is_open() || info.deltas().intersects(outside.from(info.class).keep);
        let mut infos = self.store.shards.iter().flat_map(|shard| shard.infos(&self.store.shape));
        !infos.any(leads_out)
    }

    /// Says whether all states of `class` are held, but for those only reached by such that
    /// are held back.
    pub const fn holds(&self, class: Class) -> bool {
        self.has_begun && is_within(class, self.most)
    }

    /// Returns the states from `key`, which lies at most `moves` from where this side
    /// began, to there, without `key`.
    pub fn chain(&self, space: &Space<K>, expander: &mut Expander, key: &K, moves: u16) -> Vec<K> {
        let mut chain = Vec::new();
        let mut at = *key;
        let mut left = moves;
        while left > 0 {
            let mut back = None;
            expander.expand(space, self.way.other(), &at, |next, estimates| {
                if back.is_none()
                    && let Some(info) = self.store.find(&next)
                    && info.class.f < left + estimates.ahead(self.way)
                {
                    back = Some((next, info.class.f - estimates.ahead(self.way)));
                }
            });
            (at, left) = back.expect("a stored state was reached from one a move nearer");
            chain.push(at);
        }
        chain
    }
}

/// Says whether a class is held where all are up to `most`.
pub const fn is_within(class: Class, most: Class) -> bool {
    class.f <= most.f && class.b <= most.b
}

/// Returns the class of a state that a side begins at, no move from its own end.
const fn seed_class(ahead: u16, two_sided: bool) -> Class {
    Class { f: ahead, b: if two_sided { ahead } else { 0 } }
}
