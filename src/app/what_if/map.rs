//! The map: what each cell would do with what the hand holds, solved on threads of its own
//! while nothing else needs the machine. Cells near the pointer come first. What it finds out
//! stays known: a click on a cell has its verdict at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::workshop::Workshop;
use crate::app::boards::heat_map::{HeatKind, HeatMap};
use crate::app::boards::view::{HeatPlace, HeatView};
use crate::app::design::targets::Target;
use crate::app::design::tools::gesture::{Active, HoverCell};
use crate::app::design::tools::select::Selection;
use crate::app::design::tools::{Mirrors, Tool};
use crate::app::document::Document;
use crate::app::document::brush::ActiveBrush;
use crate::app::kit::frame::FrameSystems;
use crate::app::solve::heat::step;
use crate::app::work::answers::KnownAnswers;
use crate::app::work::claims::ClaimSystems;
use crate::app::work::job::{Job, Outlet};
use crate::puzzle::edit::{Case, Hand};
use crate::puzzle::{Cell, Draft, Layout};
use crate::search::Verdict;
use crate::search::what_if::{Run, WhatIf};
use crate::words::what_if as words;

/// How long nothing changes before the work begins.
const PAUSE: Duration = Duration::from_millis(150);

/// States for one level: those that need more stay open.
const MOST_STATES: u64 = 16_000_000;

/// What is asked: the level that is drawn and what the hand holds.
#[derive(Clone, Debug)]
struct Question {
    draft: Arc<Draft>,
    /// That of the document: it rises when the level becomes another puzzle.
    puzzle_revision: u64,
    hand: Hand,
}

impl Question {
    /// Says whether another question has the same answers: titles and the best solution are no
    /// part of what is asked.
    fn is_same(&self, other: &Self) -> bool {
        self.hand == other.hand
            && self.puzzle_revision == other.puzzle_revision
            && self.draft.palette == other.draft.palette
    }
}

/// What the work tells.
enum News {
    /// The strokes with what is known of them, and what is known of the level as it is.
    Begun(Vec<Entry>, Option<Verdict>),
    /// More of one of them, by its place; the last place is that of the level as it is.
    Known(usize, Verdict),
}

/// A stroke and what is known of it.
struct Entry {
    layout: Layout,
    place: HeatPlace,
    changes: bool,
    /// `None` where it is no level.
    known: Option<Verdict>,
}

/// The map at work.
#[derive(Resource, Default)]
pub struct WhatIfMap {
    question: Option<Question>,
    due: Duration,
    job: Option<Job<News>>,
    /// What the level as it is needs.
    now: Option<Verdict>,
    entries: Vec<Entry>,
    /// The cell under the pointer, for the work: see [`focus_of`].
    focus: Arc<AtomicU32>,
    /// It has come to its end.
    is_done: bool,
}

impl WhatIfMap {
    /// Says whether more may come.
    pub const fn is_running(&self) -> bool {
        self.question.is_some() && !self.is_done
    }

    fn take(&mut self, news: News) {
        match news {
            News::Begun(entries, now) => (self.entries, self.now) = (entries, now),
            News::Known(at, known) => match self.entries.get_mut(at) {
                Some(entry) => entry.known = Some(known),
                None => self.now = Some(known),
            },
        }
    }
}

/// Returns a cell of a layout as a number: 5 bits for the column, 5 for the row, then whether
/// it is on START.
const fn focus_of(layout: Layout, cell: Cell) -> u32 {
    let is_start = matches!(layout, Layout::Start) as u32;
    cell.x as u32 | (cell.y as u32) << 5 | is_start << 10
}

/// Returns how far two of these numbers are from each other: those on the other board come after
/// all on this one.
fn distance(one: u32, other: u32) -> u32 {
    let across = (one & 31).abs_diff(other & 31);
    let down = (one >> 5 & 31).abs_diff(other >> 5 & 31);
    across.max(down) + if one >> 10 == other >> 10 { 0 } else { 64 }
}

fn work(
    question: &Question,
    focus: &AtomicU32,
    run: Run,
    known: &KnownAnswers,
    outlet: &Outlet<News>,
) {
    let (mut entries, mut drafts): (Vec<Entry>, Vec<_>) = question
        .hand
        .cases(&question.draft)
        .into_iter()
        .map(|Case { layout, place, draft }| {
            (Entry { layout, place, changes: draft.is_some(), known: None }, draft)
        })
        .unzip();
    let places: Vec<u32> =
        entries.iter().map(|entry| focus_of(entry.layout, entry.place.cell())).collect();
    drafts.push(Some(Draft::clone(&question.draft)));
    let what_if = WhatIf::new(&drafts, &known.0);
    entries.iter_mut().enumerate().for_each(|(at, entry)| entry.known = what_if.known(at));
    outlet.send(News::Begun(entries, what_if.known(places.len())));
    what_if.run(&Run {
        // The level as it is comes last in the list and is wanted first.
        order: &|at| {
            let place = places.get(at);
            place.map_or(0, |&place| 1 + distance(place, focus.load(Ordering::Relaxed)))
        },
        news: &|at, known| outlet.send(News::Known(at, known.clone())),
        ..run
    });
}

/// What the hand holds, and on what.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct InHand<'w> {
    document: Res<'w, Document>,
    brush: Res<'w, ActiveBrush>,
    mirrors: Res<'w, Mirrors>,
    tool: Res<'w, Tool>,
    selection: Res<'w, Selection>,
    target: Res<'w, Target>,
    active: Res<'w, Active>,
    hover: Res<'w, HoverCell>,
}

impl InHand<'_> {
    fn question(&self) -> Question {
        Question {
            draft: Arc::clone(self.document.draft()),
            puzzle_revision: self.document.puzzle_revision(),
            hand: Hand {
                brush: self.brush.0,
                mirrors: self.mirrors.0,
                selection: self.selection.0.filter(|_| *self.tool == Tool::Select),
                target: self.target.0,
            },
        }
    }
}

/// Follows the hand, waits for the pause, solves, listens.
pub(super) fn solve(
    mut map: ResMut<WhatIfMap>,
    heat: Res<HeatMap>,
    hand: InHand,
    workshop: Workshop,
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if heat.kind != HeatKind::WhatIf {
        if map.question.is_some() {
            *map = WhatIfMap::default();
        }
        return;
    }
    if let Some((layout, cell)) = hand.hover.0 {
        map.bypass_change_detection().focus.store(focus_of(layout, cell), Ordering::Relaxed);
    }
    let now = time.elapsed();
    // A stroke under way is asked about when it is done; what is dragged while it is dragged.
    let question = hand.question();
    if map.question.as_ref().is_none_or(|asked| !asked.is_same(&question)) {
        let focus = Arc::clone(&map.focus);
        let question = Some(question);
        *map = WhatIfMap { question, due: now + PAUSE, focus, ..WhatIfMap::default() };
    }
    let job = &mut map.bypass_change_detection().job;
    let news = job.as_mut().map(Job::take).unwrap_or_default();
    let is_over = job.as_ref().is_some_and(|job| !job.is_running());
    if is_over {
        map.job = None;
        map.is_done = true;
    }
    news.into_iter().for_each(|news| map.take(news));
    if workshop.gives_way() {
        // It begins anew with what it knows by then.
        if map.job.is_some() {
            map.job = None;
        }
        return;
    }
    if map.job.is_some() || map.is_done {
        return;
    }
    if now < map.due || hand.active.is_under_way() {
        redraw.write(RequestRedraw);
        return;
    }
    let Some(question) = map.question.clone() else { return };
    let focus = Arc::clone(&map.focus);
    map.job = Some(workshop.start(MOST_STATES, move |run, answers, outlet| {
        work(&question, &focus, run, answers, outlet);
    }));
}

/// Writes what is known into the map that the boards show.
fn show(map: Res<WhatIfMap>, hover: Res<HoverCell>, mut heat: ResMut<HeatMap>) {
    if heat.kind != HeatKind::WhatIf {
        return;
    }
    let all = || map.entries.iter().filter(|entry| entry.changes);
    let numbers = || all().filter_map(|entry| entry.known.as_ref()).filter_map(Verdict::optimum);
    let ends = numbers().min().zip(numbers().max());
    let view = |entry: &Entry| {
        let label = words::label(entry.known.as_ref(), map.now.as_ref());
        // What changes nothing stands back.
        let known = entry.known.as_ref().filter(|_| label != words::SAME);
        let ground = known.and_then(Verdict::optimum).zip(ends);
        let step = ground.map(|(moves, (least, most))| step(moves - least, (most - least).max(1)));
        let is_open = known.is_some_and(|known| !known.is_settled());
        HeatView { place: entry.place, step, is_open, label }
    };
    let of = |is_start: bool| {
        let on_board = all().filter(move |entry| (entry.layout == Layout::Start) == is_start);
        // A dot beside every second side would hide what stands there.
        let says = |view: &HeatView| match view.place {
            HeatPlace::Side(_) => !matches!(view.label.as_str(), "" | words::SAME),
            _ => !view.label.is_empty(),
        };
        on_board.map(view).filter(says).collect::<Vec<_>>()
    };
    let next = HeatMap {
        kind: HeatKind::WhatIf,
        cells: of(true),
        target_cells: of(false),
        words: sentence(&map, &hover),
        scale: ends.map(|(least, most)| (least.to_string(), most.to_string())),
    };
    heat.set_if_neq(next);
}

/// Returns what is said below: of the cell under the pointer, or how far the map is.
fn sentence(map: &WhatIfMap, hover: &HoverCell) -> String {
    let under = hover.0.and_then(|(layout, cell)| {
        let is_there = |entry: &&Entry| {
            entry.layout == layout
                && entry.changes
                && !matches!(entry.place, HeatPlace::Side(_))
                && entry.place.cell() == cell
        };
        let entry = map.entries.iter().find(is_there)?;
        Some(format!("{cell}: {}.", words::sentence(entry.known.as_ref())))
    });
    let wanted = || map.entries.iter().filter(|entry| entry.changes);
    let settled = || wanted().filter(|entry| entry.known.as_ref().is_none_or(Verdict::is_settled));
    under.unwrap_or_else(|| match (map.entries.is_empty(), map.is_done) {
        (true, _) => "Solving what each cell would do.".to_owned(),
        (false, false) => format!("{} of {} solved.", settled().count(), wanted().count()),
        (false, true) if settled().count() < wanted().count() => {
            "≥: more states than are looked at here.".to_owned()
        }
        (false, true) => match map.now.as_ref() {
            Some(now) if now.is_settled() => format!("Now: {}.", words::sentence(Some(now))),
            _ => "Every cell says how many moves it would then be.".to_owned(),
        },
    })
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WhatIfMap>().add_systems(
        Update,
        (
            solve.after(ClaimSystems).in_set(FrameSystems::Poll),
            show.run_if(
                resource_changed::<WhatIfMap>
                    .or_else(resource_changed::<HoverCell>)
                    .or_else(resource_changed::<HeatMap>),
            )
            .after(FrameSystems::Poll)
            .before(FrameSystems::Views),
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_the_pointer_comes_first() {
        let at = |layout, x, y| focus_of(layout, Cell::new(x, y));
        let pointer = at(Layout::Start, 3, 3);
        assert_eq!(distance(pointer, pointer), 0);
        assert_eq!(distance(pointer, at(Layout::Start, 5, 2)), 2);
        let other = distance(pointer, at(Layout::Goal, 3, 3));
        assert!(other > distance(pointer, at(Layout::Start, 31, 31)));
    }
}
