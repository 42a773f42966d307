//! Cases to look at scenes in: for the tests of what is looked at there.

use super::Case;
use crate::search::engine::stops::site_tables::Tables;
use crate::search::engine::stops::slack::Spare;
use crate::search::engine::truth::{self, BOARDS};
use crate::search::heuristic::distance::Distances;

/// Calls `look` with the ways to the goal and back on all boards, the number of groups of tiles and
/// the target.
pub fn on_all_boards(mut look: impl FnMut(Case<'_>, usize, usize)) {
    let spare = Spare::default();
    for text in BOARDS {
        let space = truth::space(text);
        let (distances, asked) = (Distances::new(&space), truth::asked(&space));
        let tables = Tables::new(&space, &distances, &asked).expect("the boards are small");
        for target in 0..asked.len().min(3) {
            let case = Case { tables: &tables, spare: &spare, is_back: target == 0 };
            look(case, space.groups.len(), target);
        }
    }
}
