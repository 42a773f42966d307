//! How the two sides are raised for a bound: which of them gets how much of b.

use super::side::Side;
use crate::search::engine::states::bucket::Way;
use crate::search::key::Key;

/// The cost of looking a state up on the other side, relative to storing and examining a new one.
const PROBE_COST: f64 = 0.2;

/// Which sides get the b of a higher bound. The best policy differs from level to level
/// ([`super::portfolio`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// One side gets all; the other stays at its seeds.
    OneSided(Way),
    /// Divided so that both together are expected to store the fewest states.
    Balanced,
}

/// How both sides are raised for a bound.
#[derive(Clone, Copy)]
pub struct RaisePlan {
    /// The side that is raised second, and looks beyond.
    pub prober: Way,
    /// By how much the b of each side goes up.
    pub more: [u16; 2],
}

impl RaisePlan {
    /// Divides `lacking`, by which the b of both sides together must go up, and chooses the side
    /// that looks beyond.
    pub fn new<K: Key>(policy: Policy, sides: [&Side<K>; 2], lacking: u16) -> Self {
        match policy {
            Policy::OneSided(prober) => {
                let mut more = [0; 2];
                more[prober as usize] = lacking;
                Self { prober, more }
            }
            Policy::Balanced => Self::both(sides, lacking),
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
        let probing = [0, 1].map(|nth| PROBE_COST * sides[nth].pushes * states[nth]);
        // The other side must be complete before a solution can be met.
        let is_forward = probing[0] + states[1] < probing[1] + states[0];
        let prober = if is_forward { Way::Forward } else { Way::Backward };
        Self { prober, more: [forward, lacking - forward] }
    }
}

/// How a side has grown.
#[derive(Clone, Copy)]
pub struct Growth {
    /// The states it stores.
    pub states: f64,
    /// The growth factor for a bound and a b that are higher by 1, and for a b higher by 1 alone.
    pub by_bound: f64,
    pub by_b: f64,
}

impl Growth {
    /// Returns the states expected at the next bound with a b higher by `more_b`.
    fn expected(&self, more_b: u16) -> f64 {
        self.states * self.by_bound * self.by_b.powi(i32::from(more_b) - 1)
    }
}
