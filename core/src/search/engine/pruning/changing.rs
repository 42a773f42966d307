//! Expands states whose tiles change: forward by pushes that give chameleons their colours, backward
//! by all states that may have been before.
//!
//! **Commuting moves** are pruned as on other boards where neither move is that of a chameleon or
//! gives one a colour. Then the chameleons stand where they stood in either order of the moves, none
//! of them beside where the tiles come to stand, so none takes a colour in the other order.

use super::expander::{Child, Look, Made};
use crate::puzzle::TileKind;
use crate::search::base::heuristic::ChangeEstimator;
use crate::search::base::key::Key;
use crate::search::base::space::{Change, Scratch, Space};
use crate::search::engine::estimate::DEAD;
use crate::search::engine::states::bucket::{Delta, Deltas, Estimates, Way};
use crate::search::engine::states::layout::Expansion;
use crate::search::engine::states::move_pruning::CreatingMove;
use crate::search::engine::states::slides::Slide;

/// Returns the estimates of the state in `scratch`.
pub fn load(estimator: &mut ChangeEstimator, scratch: &Scratch) -> Estimates {
    let (to_goal, to_start) = estimator.load(scratch);
    Estimates { to_goal, to_start }
}

/// Calls `visit` with each child of the state in `scratch` whose change is wanted or far; see
/// [`super::expander::Expander::children`].
pub fn children<K: Key>(
    estimator: &mut ChangeEstimator,
    space: &Space<K>,
    scratch: &mut Scratch,
    (way, parent): (Way, &K),
    look: Look,
    visit: &mut impl FnMut(Child<'_, K>),
) -> Deltas {
    let before = load(estimator, scratch);
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
        let (to_goal, to_start) = estimator.after(space, scratch, change);
        if to_goal >= DEAD || to_start >= DEAD {
            continue;
        }
        let estimates = Estimates { to_goal, to_start };
        let delta = Delta::between(before, estimates);
        all = if delta.is_far() { Deltas::FAR } else { all.with(delta) };
        if delta.is_far() || look.wanted.contains(delta) {
            visit(Child { estimates, delta, space, parent, scratch, made: Made::Change(change) });
        }
    }
    all
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
