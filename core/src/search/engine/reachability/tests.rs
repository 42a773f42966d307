//! Cases for the tests of reachability.

use super::context::Context;
use crate::search::base::heuristic::distance::Distances;
use crate::search::engine::stop_constraints::site_tables::SiteTables;
use crate::search::engine::stop_constraints::slack::Slack;
use crate::search::engine::tests::truth;

/// Calls `look` for the ways to the goal and back on all boards, with the number of colours and the
/// target.
pub fn on_all_boards(mut look: impl FnMut(Context<'_>, usize, usize)) {
    let slack = Slack::default();
    for text in truth::boards() {
        let space = truth::space(text);
        let (distances, asked) = (Distances::new(&space), truth::asked(&space));
        let tables = SiteTables::new(&space, &distances, &asked).expect("the boards are small");
        for target in 0..asked.len().min(3) {
            let context = Context { tables: &tables, slack: &slack, is_back: target == 0 };
            look(context, space.groups.len(), target);
        }
    }
}
