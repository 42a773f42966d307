//! The next stroke: all single strokes that could be made now, solved in the background once the
//! map is done, and put in the order that is wished for.

use std::sync::Arc;

use bevy::prelude::*;

use super::map::{self, WhatIfMap};
use super::workshop::Workshop;
use crate::app::boards::heat_map::{HeatKind, HeatMap};
use crate::app::document::Document;
use crate::app::kit::frame::FrameSystems;
use crate::app::work::answers::KnownAnswers;
use crate::app::work::job::{Job, Outlet};
use crate::puzzle::{Draft, Puzzle, Stroke, StrokeKind};
use crate::search::explore::{self, Explore};
use crate::search::what_if::{Run, WhatIf};
use crate::search::{Status, Verdict};

/// States for one level: of those that need more nothing is said.
const MOST_STATES: u64 = 256_000;

/// Positions listed to count the shortest solutions of one level.
const MOST_POSITIONS: u64 = 200_000;

/// What the strokes are to do: their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wish {
    /// The most moves first.
    #[default]
    Longest,
    /// The fewest moves first.
    Shortest,
    /// As many moves as now with less on the boards.
    Less,
    /// The fewest shortest solutions first.
    FewWays,
}

impl Wish {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Longest, Self::Shortest, Self::Less, Self::FewWays];
}

/// A stroke and what is known of the level after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Next {
    /// The stroke.
    pub stroke: Stroke,
    /// What is known; `None` where it is no level.
    pub known: Option<Verdict>,
    /// How many shortest solutions there are, when they have been counted.
    pub ways: Option<u128>,
}

impl Next {
    /// Returns the moves of the level after it, once they are proved.
    pub fn optimum(&self) -> Option<u32> {
        self.known.as_ref()?.optimum()
    }
}

enum News {
    /// The strokes with what is known of them, and what is known of the level as it is.
    Begun(Vec<Next>, Verdict),
    /// More of one of them, by its place; the last place is that of the level as it is.
    Known(usize, Verdict),
    /// How many shortest solutions there are after one of them.
    Ways(usize, u128),
}

/// The strokes at work.
#[derive(Resource, Default)]
pub struct NextStrokes {
    /// The order that is wished for.
    pub wish: Wish,
    draft: Option<Arc<Draft>>,
    /// That of the document when it had this draft.
    puzzle_revision: u64,
    /// It was asked for the ways too.
    counts: bool,
    job: Option<Job<News>>,
    is_done: bool,
    strokes: Vec<Next>,
    now: Verdict,
}

impl NextStrokes {
    /// Says whether more may come.
    pub const fn is_running(&self) -> bool {
        self.draft.is_some() && !self.is_done
    }

    /// Returns how many levels the strokes lead to, and of how many all is known.
    pub fn counts(&self) -> (usize, usize) {
        let levels = || self.strokes.iter().filter_map(|next| next.known.as_ref());
        (levels().count(), levels().filter(|known| known.is_settled()).count())
    }

    /// Says whether the level cannot be solved as it is.
    pub const fn is_unsolvable(&self) -> bool {
        matches!(self.now, Verdict::Unsolvable)
    }

    /// Returns the draft that the strokes are made on.
    pub const fn draft(&self) -> Option<&Arc<Draft>> {
        self.draft.as_ref()
    }

    /// Returns the first strokes in the order that is wished for, `most` at most.
    pub fn best(&self, most: usize) -> Vec<Next> {
        let mut solved: Vec<(u32, &Next)> =
            self.strokes.iter().filter_map(|next| Some((next.optimum()?, next))).collect();
        let now = self.now.optimum();
        match self.wish {
            Wish::Longest => {
                solved.retain(|&(moves, _)| now.is_none_or(|now| moves > now));
                solved.sort_by_key(|&(moves, _)| std::cmp::Reverse(moves));
            }
            Wish::Shortest => {
                solved.retain(|&(moves, _)| now.is_none_or(|now| moves < now));
                solved.sort_by_key(|&(moves, _)| moves);
            }
            Wish::Less => {
                solved.retain(|&(moves, next)| takes(next.stroke) && Some(moves) == now);
            }
            Wish::FewWays => {
                solved.retain(|(_, next)| next.ways.is_some());
                solved.sort_by_key(|&(moves, next)| (next.ways, std::cmp::Reverse(moves)));
            }
        }
        solved.into_iter().take(most).map(|(_, next)| next.clone()).collect()
    }

    fn take(&mut self, news: News) {
        match news {
            News::Begun(strokes, now) => (self.strokes, self.now) = (strokes, now),
            News::Known(at, known) => match self.strokes.get_mut(at) {
                Some(next) => next.known = Some(known),
                None => self.now = known,
            },
            News::Ways(at, ways) => self.strokes[at].ways = Some(ways),
        }
    }
}

/// Says whether there is less on the boards after a stroke.
const fn takes(stroke: Stroke) -> bool {
    matches!(
        stroke,
        Stroke::Take { .. }
            | Stroke::Wall { is_there: false, .. }
            | Stroke::ThinWall { is_there: false, .. }
            | Stroke::Pass { colour: None, .. }
    )
}

fn work(draft: &Draft, counts: bool, run: Run, known: &KnownAnswers, outlet: &Outlet<News>) {
    let strokes: Vec<Stroke> =
        StrokeKind::ALL.iter().flat_map(|&kind| Stroke::of_kind(draft, kind)).collect();
    let mut drafts: Vec<_> = strokes.iter().map(|stroke| stroke.apply(draft)).collect();
    drafts.push(Some(draft.clone()));
    let what_if = WhatIf::new(&drafts, &known.0);
    let next = |(at, &stroke)| Next { stroke, known: what_if.known(at), ways: None };
    let all = strokes.iter().enumerate().map(next).collect();
    outlet.send(News::Begun(all, what_if.known(strokes.len()).unwrap_or_default()));
    what_if.run(&Run { news: &|at, known| outlet.send(News::Known(at, known.clone())), ..run });
    if !counts {
        return;
    }
    for at in 0..strokes.len() {
        if outlet.is_stopped() {
            return;
        }
        let solved = what_if.known(at).is_some_and(|known| known.optimum().is_some());
        let ways = what_if.puzzle(at).filter(|_| solved).and_then(ways_of);
        if let Some(ways) = ways {
            outlet.send(News::Ways(at, ways));
        }
    }
}

/// Returns the number of shortest solutions, where the positions are few enough to be listed.
fn ways_of(puzzle: &Puzzle) -> Option<u128> {
    let limits = explore::Limits { positions: Some(MOST_POSITIONS), ..explore::Limits::default() };
    let mut explore = Explore::from_start(puzzle, limits, 1);
    while explore.step_for(std::time::Duration::MAX) == Status::Running {}
    explore.measured().map(|measured| measured.shortest_solutions)
}

/// Follows the level, solves once the map is done, listens.
fn solve(
    mut next: ResMut<NextStrokes>,
    heat: Res<HeatMap>,
    cells: Res<WhatIfMap>,
    document: Res<Document>,
    workshop: Workshop,
) {
    if heat.kind != HeatKind::WhatIf {
        if next.draft.is_some() {
            *next = NextStrokes { wish: next.wish, ..NextStrokes::default() };
        }
        return;
    }
    let (draft, puzzle_revision) = (document.draft(), document.puzzle_revision());
    let counts = next.wish == Wish::FewWays;
    let is_same = |known: &Arc<Draft>| {
        next.puzzle_revision == puzzle_revision && known.palette == draft.palette
    };
    if !next.draft.as_ref().is_some_and(is_same) || counts && !next.counts {
        let (wish, draft) = (next.wish, Some(Arc::clone(draft)));
        *next = NextStrokes { wish, draft, puzzle_revision, counts, ..NextStrokes::default() };
    }
    let job = &mut next.bypass_change_detection().job;
    let news = job.as_mut().map(Job::take).unwrap_or_default();
    if job.as_ref().is_some_and(|job| !job.is_running()) {
        next.job = None;
        next.is_done = true;
    }
    news.into_iter().for_each(|news| next.take(news));
    if workshop.gives_way() || cells.is_running() {
        if next.job.is_some() {
            next.job = None;
        }
        return;
    }
    if next.job.is_some() || next.is_done {
        return;
    }
    let draft = Arc::clone(draft);
    next.job = Some(workshop.start(MOST_STATES, move |run, answers, outlet| {
        work(&draft, counts, run, answers, outlet);
    }));
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextStrokes>()
        .add_systems(Update, solve.after(map::solve).in_set(FrameSystems::Poll));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, parse_moves, parse_text};

    #[test]
    fn strokes_come_in_the_order_that_is_wished_for() {
        let puzzle = parse_text("B..\n...\n\n...\n..B", None).unwrap().validate().unwrap();
        let solved = |moves: &str| {
            let solution = puzzle.verify(parse_moves(moves).unwrap()).unwrap();
            Verdict::Optimal { solution }
        };
        let (short, long) = (solved("a1D a2R"), solved("a1R c1L a1D a2R"));
        let wall = |x, is_there| Stroke::Wall { cell: Cell::new(x, 0), is_there };
        let next =
            |stroke, known: &Verdict, ways| Next { stroke, known: Some(known.clone()), ways };
        let strokes = vec![
            next(wall(0, true), &short, Some(2)),
            next(wall(1, true), &long, Some(1)),
            next(wall(2, false), &short, None),
            next(wall(3, true), &Verdict::default(), None),
            Next { stroke: wall(4, true), known: None, ways: None },
        ];
        let mut all = NextStrokes { strokes, now: short.clone(), ..NextStrokes::default() };
        assert_eq!(all.counts(), (4, 3), "one is no level, one is not known yet");
        let mut order = |wish| -> Vec<u8> {
            all.wish = wish;
            let cell = |next: Next| next.stroke.cells()[0].x;
            all.best(9).into_iter().map(cell).collect()
        };
        assert_eq!(order(Wish::Longest), [1], "those that change nothing are not listed");
        assert!(order(Wish::Shortest).is_empty());
        assert_eq!(order(Wish::Less), [2]);
        assert_eq!(order(Wish::FewWays), [1, 0]);
        all.wish = Wish::Longest;
        all.now = Verdict::Unsolvable;
        assert_eq!(all.best(9).len(), 3, "all that make it solvable");
    }
}
