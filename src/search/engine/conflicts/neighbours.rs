//! Which neighbours of a state need too many moves for the conflicts of their tiles: told before
//! their keys are made. Used by [`crate::search::engine::pruning::Tightness`].
//!
//! A push moves one tile, so only the pairs and triples with that tile weigh something else, and
//! where tiles of its colour go elsewhere for that, those with these. The others are listed once
//! for the state that is expanded. Triples are looked at only where pairs do not tell enough.

use std::ops::Range;

use super::packing::{Edge, outweighs};
use super::pairs::{Conflicts, Pairs};
use super::partition::{Known, Packing, weigh};
use super::reduced_costs::{Memory, Options};
use crate::search::engine::stops::transitions::each_tile;

/// What is known of the state that is expanded, and working memory.
#[derive(Clone, Default)]
pub struct Children {
    /// By target; those that are not known of this state are of another.
    packings: Vec<Packing>,
    /// The target that sufficed last.
    last: usize,
    sites: Vec<u16>,
    options: Vec<Options>,
    pairs: Pairs,
}

/// A tile that is pushed.
#[derive(Clone, Copy)]
pub struct Push {
    pub slot: usize,
    pub to: u16,
}

impl Children {
    /// Must be called before another state is asked about, or a neighbour of another.
    pub fn forget(&mut self) {
        self.packings.iter_mut().for_each(|packing| packing.is_known = false);
        self.last = 0;
    }

    /// Returns what conflicts say of the state with these sites and a target, but perhaps for
    /// triples.
    pub fn packing(
        &mut self,
        known: &Conflicts,
        memory: &mut Memory,
        target: usize,
        sites: &[u16],
    ) -> &mut Packing {
        self.reach(target + 1);
        let packing = &mut self.packings[target];
        if !packing.is_known {
            packing.learn(known, memory, target, sites);
        }
        packing
    }

    fn reach(&mut self, targets: usize) {
        if self.packings.len() < targets {
            self.packings.resize_with(targets, Packing::default);
        }
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
        self.reach(targets.end);
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
        let Self { packings, sites, options, pairs, .. } = self;
        let parent = &mut packings[target];
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
        for one in each_tile(changed) {
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
        for one in each_tile(changed) {
            triples.list_edges_of(known, target, sites, options, (one, without), pairs);
            without |= 1 << one;
        }
        outweighs(&mut pairs.edges, left)
    }
}
