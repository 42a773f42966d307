//! Which neighbours of a state need too many moves for the conflicts of their tiles: told before
//! their keys are made. Used by [`super::Tightness`].
//!
//! A push moves one tile, so only the pairs and triples with that tile weigh something else, and
//! where tiles of its colour go elsewhere for that, those with these. The others are listed once
//! for the state that is expanded. Triples are looked at only where pairs do not tell enough.

use std::ops::Range;

use super::conflicts::{Conflicts, Pairs};
use super::matching::{Edge, outweighs, sort};
use super::options::{Memory, Options};
use super::triples::Triples;

/// What is known of the state that is expanded, and working memory.
#[derive(Clone, Default)]
pub struct Children {
    /// By target; those that are not known of this state are of another.
    parents: Vec<Parent>,
    /// The target that sufficed last.
    last: usize,
    sites: Vec<u16>,
    options: Vec<Options>,
    pairs: Pairs,
}

/// The pairs of the state that is expanded, for one target.
#[derive(Clone, Default)]
struct Parent {
    is_known: bool,
    /// What all tiles go at least, and those of each colour.
    all: i16,
    of_groups: Vec<i16>,
    options: Vec<Options>,
    pairs: Pairs,
    /// Triples, once they are asked for.
    has_triples: bool,
    triples: Vec<Edge>,
    /// Disjoint ones that weigh much together.
    heaviest: Vec<Edge>,
}

/// What is known of pairs, and of triples.
pub type Known<'a> = (&'a Conflicts, Option<&'a Triples>);

/// A tile that is pushed.
#[derive(Clone, Copy)]
pub struct Push {
    pub slot: usize,
    pub to: u16,
}

impl Children {
    /// Must be called before the first neighbour of another state.
    pub fn forget(&mut self) {
        self.parents.iter_mut().for_each(|parent| parent.is_known = false);
    }

    /// Says whether the state with these sites needs more than `most` moves to all of the
    /// targets after a push.
    pub fn exceed(
        &mut self,
        (known, triples): Known<'_>,
        memory: &mut Memory,
        targets: Range<usize>,
        sites: &[u16],
        push: Push,
        most: u16,
    ) -> bool {
        if self.parents.len() < targets.end {
            self.parents.resize_with(targets.end, Parent::default);
        }
        self.sites.clear();
        self.sites.extend_from_slice(sites);
        self.sites[push.slot] = push.to;
        let last = self.last;
        let is_first = targets.contains(&last);
        if is_first && !self.exceeds((known, triples), memory, last, sites, push, most) {
            return false;
        }
        for target in targets {
            let is_asked = is_first && target == last;
            if !is_asked && !self.exceeds((known, triples), memory, target, sites, push, most) {
                self.last = target;
                return false;
            }
        }
        true
    }

    fn exceeds(
        &mut self,
        (known, triples): Known<'_>,
        memory: &mut Memory,
        target: usize,
        before: &[u16],
        push: Push,
        most: u16,
    ) -> bool {
        let Self { parents, sites, options, pairs, .. } = self;
        let parent = &mut parents[target];
        if !parent.is_known {
            parent.learn(known, memory, target, before);
        }
        // A push brings a tile one move nearer at most.
        if parent.all > most as i16 + 1 {
            return true;
        }
        let (slot, last) = (push.slot, sites.len());
        let nth = known.groups().partition_point(|group| group.end <= slot);
        let group = &known.groups()[nth];
        options.clear();
        options.extend_from_slice(&parent.options[..group.start]);
        let now = known.append_options(target, group, sites, memory, options);
        options.extend_from_slice(&parent.options[group.end..]);
        let change = now - parent.of_groups[nth];
        let differs = |&other: &usize| options[other] != parent.options[other];
        let changed = group.clone().filter(differs).fold(1 << slot, |all: u64, one| all | 1 << one);
        let left = most as i16 - parent.all - change;
        if left < 0 {
            return true;
        }
        let stay = |edge: &&Edge| edge.ends & changed == 0;
        if weigh(parent.heaviest.iter().filter(stay)) > left {
            return true;
        }
        pairs.take_without(&parent.pairs, changed);
        for one in bits(changed) {
            let others =
                (0..last).filter(|&two| two != one && (changed >> two & 1 == 0 || two > one));
            known.list_pairs_of(target, sites, options, one, others, pairs);
        }
        if outweighs(&mut pairs.edges, left) {
            return true;
        }
        let Some(triples) = triples else { return false };
        if !parent.has_triples {
            parent.learn_triples(known, triples, target, before);
            if weigh(parent.heaviest.iter().filter(stay)) > left {
                return true;
            }
        }
        pairs.edges.extend(parent.triples.iter().filter(stay));
        let mut without = 0;
        for one in bits(changed) {
            triples.list_edges_of(known, target, sites, options, (one, without), pairs);
            without |= 1 << one;
        }
        outweighs(&mut pairs.edges, left)
    }
}

impl Parent {
    fn learn(&mut self, known: &Conflicts, memory: &mut Memory, target: usize, sites: &[u16]) {
        let Self { all, of_groups, options, pairs, .. } = self;
        options.clear();
        of_groups.clear();
        for group in known.groups() {
            of_groups.push(known.append_options(target, group, sites, memory, options));
        }
        *all = of_groups.iter().sum();
        pairs.clear(sites.len());
        known.list_pairs(target, sites, options, pairs);
        self.triples.clear();
        self.choose();
        (self.is_known, self.has_triples) = (true, false);
    }

    fn learn_triples(&mut self, known: &Conflicts, more: &Triples, target: usize, sites: &[u16]) {
        let Self { options, pairs, triples, .. } = self;
        let count = pairs.edges.len();
        more.list_edges(known, target, sites, options, pairs);
        triples.extend(pairs.edges.drain(count..));
        self.choose();
        self.has_triples = true;
    }

    /// Chooses the heaviest.
    fn choose(&mut self) {
        let Self { pairs, triples, heaviest, .. } = self;
        heaviest.clear();
        heaviest.extend(pairs.edges.iter().chain(&*triples));
        sort(heaviest);
        let mut used = 0;
        heaviest.retain(|edge| {
            let is_free = edge.ends & used == 0;
            used |= if is_free { edge.ends } else { 0 };
            is_free
        });
    }
}

fn weigh<'a>(edges: impl Iterator<Item = &'a Edge>) -> i16 {
    edges.map(|edge| edge.weight).sum()
}

/// Returns the numbers of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < u64::BITS as usize).then_some(bit)
    })
}
