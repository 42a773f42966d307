//! The landmarks of a target as one thread sees them while it asks of a state. Used by the test of
//! what arrives ([`super`]).

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use super::explain::Landmark;
use super::store::Landmarks;

/// The landmarks, and how often they had been put in order.
pub struct Known<'a> {
    of: &'a RwLock<Landmarks>,
    pub target: usize,
    /// Nothing while one is added.
    landmarks: Option<RwLockReadGuard<'a, Landmarks>>,
    edition: u32,
}

impl<'a> Known<'a> {
    /// Begins to ask of a state.
    pub fn new(of: &'a RwLock<Landmarks>, target: usize) -> Self {
        let landmarks = of.read().unwrap_or_else(PoisonError::into_inner);
        Self { of, target, edition: landmarks.edition, landmarks: Some(landmarks) }
    }

    #[inline]
    pub fn get(&self) -> &Landmarks {
        self.landmarks.as_ref().expect("none is being added")
    }

    /// Says whether they have been put in order since it was begun.
    pub fn is_reordered(&self) -> bool {
        self.get().edition != self.edition
    }

    /// Adds one. Returns its number.
    pub fn add(&mut self, sites: usize, landmark: Landmark) -> usize {
        self.landmarks = None;
        let nth = self.of.write().unwrap_or_else(PoisonError::into_inner).add(sites, &landmark);
        *self = Self { edition: self.edition, ..Self::new(self.of, self.target) };
        nth
    }
}
