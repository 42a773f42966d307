//! Which side is raised for a bound.

use super::side::Side;
use crate::search::base::key::Key;
use crate::search::engine::states::bucket::Way;

/// Which side gets the b of a higher bound, and looks beyond: the **prober**. The best policy differs
/// from level to level ([`super::portfolio`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Always the same side; the other stays at its seeds.
    OneSided(Way),
    /// The side that stores fewer states (cardinality criterion: Pohl, *Bi-directional Search*, 1971).
    Smaller,
}

impl Policy {
    /// Returns the prober for the next bound.
    pub fn prober<K: Key>(self, forward: &Side<K>, backward: &Side<K>) -> Way {
        match self {
            Self::OneSided(way) => way,
            Self::Smaller if backward.store.len() < forward.store.len() => Way::Backward,
            Self::Smaller => Way::Forward,
        }
    }
}
