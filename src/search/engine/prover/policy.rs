//! How the prover raises its two sides for a bound.

use super::side::Side;
use crate::search::engine::states::class::Way;
use crate::search::key::Key;

/// Looking for what a push leads to on the other side takes so long, where to store a new
/// state and to look at it takes 1, about.
const PROBE: f64 = 0.2;

/// Which sides get the b that a higher bound needs. It makes much of a difference, and which
/// is best differs from level to level ([`super::portfolio`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// All to one: the other stays at what it begins with.
    Only(Way),
    /// Divided, so that together they hold as few states as can be.
    Both,
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
    /// Divides what is lacking between the sides, and chooses which looks beyond.
    ///
    /// `lacking` is by how much the b of both sides together must go up for the bound.
    pub fn new<K: Key>(policy: Policy, sides: [&Side<K>; 2], lacking: u16) -> Self {
        match policy {
            Policy::Only(prober) => {
                let mut more = [0; 2];
                more[prober as usize] = lacking;
                Self { prober, more }
            }
            Policy::Both => Self::both(sides, lacking),
        }
    }

    fn both<K: Key>(sides: [&Side<K>; 2], lacking: u16) -> Self {
        let growths = sides.map(Side::growth);
        let expected = |forward: u16| {
            let more = [forward, lacking - forward];
            [0, 1].map(|nth| growths[nth].expected(more[nth]))
        };
        let all = |forward: &u16| expected(*forward).iter().sum::<f64>();
        let forward = (0..=lacking).min_by(|one, other| all(one).total_cmp(&all(other)));
        let forward = forward.expect("there is one way at least");
        let states = expected(forward);
        let probing = [0, 1].map(|nth| PROBE * sides[nth].pushes * states[nth]);
        // The other must be complete before a solution can be met.
        let is_forward = probing[0] + states[1] < probing[1] + states[0];
        let prober = if is_forward { Way::Forward } else { Way::Backward };
        Self { prober, more: [forward, lacking - forward] }
    }
}

/// How a side has grown.
#[derive(Clone, Copy)]
pub struct Growth {
    /// What it holds.
    pub states: f64,
    /// How many times as many it holds for a bound that is higher by 1 with a b that is higher
    /// by 1, and how many times as many for a b higher by 1 alone.
    pub by_bound: f64,
    pub by_b: f64,
}

impl Growth {
    /// Returns how many states the side is expected to hold for the next bound with a b that
    /// is higher by so much.
    fn expected(&self, more_b: u16) -> f64 {
        self.states * self.by_bound * self.by_b.powi(i32::from(more_b) - 1)
    }
}
