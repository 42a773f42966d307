//! Expands states whose tiles change: forward by pushes that give chameleons their colours, backward
//! by all states that may have been before.
//!
//! **Commuting moves** are pruned as on other boards where neither move is that of a chameleon or
//! gives one a colour. Then the chameleons stand where they stood in either order of the moves, none
//! of them beside where the tiles come to stand, so none takes a colour in the other order.

use super::MAX_SLACK;
use super::expander::{Child, Look, Made};
use super::relaxed::Relaxed;
use crate::puzzle::TileKind;
use crate::search::base::heuristic::ChangeEstimator;
use crate::search::base::key::Key;
use crate::search::base::space::{Change, Scratch, Space};
use crate::search::engine::estimate::DEAD;
use crate::search::engine::states::bucket::{Delta, Deltas, Estimates, Way};
use crate::search::engine::states::layout::Expansion;
use crate::search::engine::states::move_pruning::CreatingMove;
use crate::search::engine::states::slides::Slide;

/// States are not checked in the page: the check has five kilobytes there, and it may have no more
/// than it has.
const IS_CHECKED: bool = !cfg!(target_arch = "wasm32");

/// The estimates, and the check of a state. Copies share their tables.
#[derive(Clone)]
pub struct ChangingStates {
    estimator: ChangeEstimator,
    relaxed: Option<Relaxed>,
}

impl ChangingStates {
    pub fn new<K: Key>(space: &Space<K>, estimator: ChangeEstimator) -> Self {
        let relaxed = if IS_CHECKED { Relaxed::new(space, &estimator) } else { None };
        Self { relaxed, estimator }
    }

    /// The same with the words of large boards.
    #[cfg(test)]
    pub fn with_wide_words<K: Key>(space: &Space<K>, estimator: ChangeEstimator) -> Self {
        Self { relaxed: Relaxed::wide(space, &estimator), estimator }
    }

    /// Returns the estimates of the state in `scratch`.
    pub fn load(&mut self, scratch: &Scratch) -> Estimates {
        let (to_goal, to_start) = self.estimator.load(scratch);
        Estimates { to_goal, to_start }
    }

    /// Calls `visit` with each child of the state in `scratch` whose change is wanted or far; see
    /// [`super::expander::Expander::children`].
    pub fn children<K: Key>(
        &mut self,
        space: &Space<K>,
        scratch: &mut Scratch,
        (way, parent): (Way, &K),
        look: Look,
        visit: &mut impl FnMut(Child<'_, K>),
    ) -> Option<Deltas> {
        let before = self.load(scratch);
        if IS_CHECKED
            && way == Way::Forward
            && let Some(slack) = look.slack.filter(|&slack| slack <= MAX_SLACK)
            && let Some(relaxed) = &mut self.relaxed
            && relaxed.refutes(scratch, before.to_goal + slack)
        {
            return None;
        }
        let last = look.expansion.footprint(space, scratch, way);
        space.list_changes(scratch, way == Way::Backward);
        let mut all = match look.expansion {
            Expansion::Expanded(deltas) => deltas,
            Expansion::Unexpanded(_) => Deltas::default(),
        };
        let scratch = &*scratch;
        for change in scratch.faces().changes() {
            let is_redundant = || {
                let last = last.as_ref().filter(|_| leaves_chameleons(space, scratch, change));
                last.is_some_and(|last| last.is_redundant(slide(space, scratch, change)))
            };
            if is_redundant() {
                continue;
            }
            let (to_goal, to_start) = self.estimator.after(space, scratch, change);
            if to_goal >= DEAD || to_start >= DEAD {
                continue;
            }
            let estimates = Estimates { to_goal, to_start };
            let delta = Delta::between(before, estimates);
            all = if delta.is_far() { Deltas::FAR } else { all.with(delta) };
            if delta.is_far() || look.wanted.contains(delta) {
                let made = Made::Change(change);
                visit(Child { estimates, delta, space, parent, scratch, made });
            }
        }
        Some(all)
    }
}

/// Returns the move, if it may be one of two that commute.
pub fn created_by<K: Key>(space: &Space<K>, scratch: &Scratch, change: &Change) -> CreatingMove {
    if leaves_chameleons(space, scratch, change) {
        CreatingMove::new(space.slot_after_change(scratch, change), change.direction)
    } else {
        CreatingMove::UNKNOWN
    }
}

/// Says whether chameleons stay where they are and what they are.
fn leaves_chameleons<K: Key>(space: &Space<K>, scratch: &Scratch, change: &Change) -> bool {
    let kind = space.changing().map(|changing| changing.kind(scratch.faces().of(change.slot)));
    !change.paints() && kind != Some(TileKind::Chameleon)
}

fn slide<K: Key>(space: &Space<K>, scratch: &Scratch, change: &Change) -> Slide {
    let &Change { slot, to, direction, cells, .. } = change;
    Slide { slot, from: space.cells[usize::from(scratch.sites()[slot])], direction, cells, to }
}
