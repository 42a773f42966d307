//! How the prover raises its two sides for a bound, by what that is likely to cost.

use super::class::{Class, Way};
use super::side::{Side, is_within};
use crate::search::key::Key;

/// A new state takes as long as so many that are looked at again, about.
const NEW: f64 = 3.0;

/// A new state of the larger side counts so many times: what it holds grows again with each
/// bound.
const LARGER: f64 = 4.0;

/// What the side that is raised first costs counts so many times: it must be complete before
/// a solution can be met.
const FIRST: f64 = 2.0;

/// What it is likely to cost to raise a side, in states looked at again: for that alone, and
/// if it looks beyond too.
#[derive(Clone, Copy)]
struct Cost {
    raising: f64,
    probing: f64,
}

/// How both sides are raised for a bound.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The side that is raised second, and looks beyond.
    pub prober: Way,
    /// By how much the b of each side goes up.
    pub more: [u16; 2],
}

impl Plan {
    /// Divides what is lacking between the sides, and chooses which looks beyond, so that it
    /// is likely to cost least.
    ///
    /// `lacking` is by how much the b of both sides together must go up for the bound.
    pub fn new<K: Key>(sides: [&Side<K>; 2], bound: u16, lacking: u16) -> Self {
        let [forward, backward] = sides.map(|side| side.store.len());
        let is_larger = [forward > backward, backward > forward];
        let costs = [0, 1].map(|nth| costs(sides[nth], is_larger[nth], bound, lacking));
        let of = |forward: u16| {
            let more = [forward, lacking - forward];
            (more, [0, 1].map(|nth| costs[nth][usize::from(more[nth])]))
        };
        let least = |&(_, [one, two]): &([u16; 2], [Cost; 2])| {
            (one.probing + two.raising).min(one.raising + two.probing)
        };
        let all = (0..=lacking).map(of);
        let best = all.min_by(|one, other| least(one).total_cmp(&least(other)));
        let (more, [one, two]) = best.expect("there is one way at least");
        let forward = one.probing + FIRST * two.raising;
        let backward = two.probing + FIRST * one.raising;
        let prober = if forward < backward { Way::Forward } else { Way::Backward };
        Self { prober, more }
    }
}

/// Returns what it costs to raise a side to the bound, for a b that is higher by 0 to
/// `most`.
fn costs<K: Key>(side: &Side<K>, is_larger: bool, f: u16, most: u16) -> Vec<Cost> {
    let histogram = side.histogram();
    let forecast = side.forecast(&histogram);
    let weight = if is_larger { NEW * LARGER } else { NEW };
    let cost = |more| {
        let to = Class { f, b: side.most.b + more };
        let is_new = |class| is_within(class, to) && !side.holds(class);
        let is_wanted = |class: Class| class.f <= f && !side.holds(class);
        let new = weight * forecast.added(to);
        Cost {
            raising: new + side.looking(&histogram, is_new) as f64,
            probing: new + side.looking(&histogram, is_wanted) as f64,
        }
    };
    (0..=most).map(cost).collect()
}
