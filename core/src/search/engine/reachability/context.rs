//! What all reachability checks of a state share, and the relaxed moves of a tile in it.

use crate::search::engine::states::sets::{SiteSet, sites_in};
use crate::search::engine::stop_constraints::site_tables::SiteTables;
use crate::search::engine::stop_constraints::slack::Slack;

/// What does not change while a state is checked.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub tables: &'a SiteTables,
    pub slack: &'a Slack,
    /// The moves lead back to the start.
    pub is_back: bool,
}

impl Context<'_> {
    /// Returns where a move of such a cost may lead if other tiles may stand anywhere but on
    /// `barred`; `first` is the row of the first site.
    #[inline]
    pub fn destinations(&self, first: u32, site: usize, cost: usize, barred: SiteSet) -> SiteSet {
        let (held, transitions) =
            (self.tables.supported_moves(self.is_back), self.tables.transitions(first, site));
        sites_in(transitions.blockers[cost] & !barred)
            .fold(transitions.free[cost], |all, blocker| {
                all | held.to(site, blocker) & transitions.to[cost]
            })
    }

    /// Returns where it may lead with a supporter on one site.
    #[inline]
    pub fn destinations_by(
        &self,
        first: u32,
        site: usize,
        cost: usize,
        supporter: usize,
    ) -> SiteSet {
        let transitions = self.tables.transitions(first, site);
        if transitions.blockers[cost] >> supporter & 1 == 0 {
            return 0;
        }
        self.tables.supported_moves(self.is_back).to(site, supporter) & transitions.to[cost]
    }
}
