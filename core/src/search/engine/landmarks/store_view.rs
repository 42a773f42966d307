//! One thread's view of the shared landmarks of a target while it evaluates a state.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use super::landmark::Landmark;
use super::store::LandmarkStore;

/// The store, and how often it had been reordered at first.
pub struct StoreView<'a> {
    of: &'a RwLock<LandmarkStore>,
    /// `None` while others may add some.
    landmarks: Option<RwLockReadGuard<'a, LandmarkStore>>,
    edition: u32,
}

impl<'a> StoreView<'a> {
    /// Starts to evaluate a state.
    pub fn new(of: &'a RwLock<LandmarkStore>) -> Self {
        let landmarks = of.read().unwrap_or_else(PoisonError::into_inner);
        Self { of, edition: landmarks.edition, landmarks: Some(landmarks) }
    }

    #[inline]
    pub fn store(&self) -> &LandmarkStore {
        self.landmarks.as_ref().expect("it is held but in `without`")
    }

    /// Says whether landmarks have been reordered since then, so that their numbers have changed.
    pub fn was_reordered(&self) -> bool {
        self.store().edition != self.edition
    }

    /// Does something that takes long without holding the store: others may add to it meanwhile.
    pub fn without<T>(&mut self, does: impl FnOnce() -> T) -> T {
        self.landmarks = None;
        let done = does();
        *self = Self { edition: self.edition, ..Self::new(self.of) };
        done
    }

    /// Adds a landmark. Returns its number.
    pub fn add(&mut self, sites: usize, landmark: Landmark) -> usize {
        let of = self.of;
        self.without(|| of.write().unwrap_or_else(PoisonError::into_inner).add(sites, &landmark))
    }
}
