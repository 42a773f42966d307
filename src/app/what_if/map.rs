//! The map: what each cell would do with what the hand holds, solved on threads of its own
//! while nothing else needs the machine. Cells near the pointer come first. What it finds out
//! stays known: a click on a cell has its verdict at once.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::cases::Question;
use super::words;
use crate::app::boards::heat_map::{HeatKind, HeatMap};
use crate::app::boards::view::{HeatPlace, HeatView};
use crate::app::design::targets::Target;
use crate::app::design::tools::gesture::{Active, HoverCell};
use crate::app::design::tools::select::Selection;
use crate::app::design::tools::{Mirrors, Tool};
use crate::app::document::Document;
use crate::app::document::brush::Brush;
use crate::app::kit::frame::FrameSystems;
use crate::app::solve::heat::step;
use crate::app::solve::results::Results;
use crate::app::work::answers::KnownAnswers;
use crate::app::work::claims::{ClaimSystems, Claims};
use crate::app::work::job::{Job, Outlet};
use crate::app::work::search_settings::SolverSettings;
use crate::app::work::wake::wake;
use crate::puzzle::{Cell, Layout};
use crate::search::Limits;
use crate::search::allowance::memory_bytes;
use crate::search::what_if::{Known, Run, WhatIf};

/// How long nothing changes before the work begins.
const PAUSE: Duration = Duration::from_millis(150);

/// States for one level: those that need more stay open.
const MOST_STATES: u64 = 16_000_000;

/// What the work tells.
enum News {
    /// Where the strokes are made, and whether each changes anything.
    Cases(Vec<(Layout, HeatPlace, bool)>),
    /// What is known of the level as it is, and of those after a stroke, by their place.
    Known(Option<usize>, Option<Known>),
}

/// A stroke and what is known of it.
struct Entry {
    layout: Layout,
    place: HeatPlace,
    changes: bool,
    /// `None` where it is no level.
    known: Option<Known>,
}

/// The map at work.
#[derive(Resource, Default)]
pub struct WhatIfMap {
    question: Option<Question>,
    due: Duration,
    job: Option<Job<News>>,
    /// What the level as it is needs.
    now: Option<Known>,
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
            News::Cases(cases) => {
                let entry =
                    |(layout, place, changes)| Entry { layout, place, changes, known: None };
                self.entries = cases.into_iter().map(entry).collect();
            }
            News::Known(None, known) => self.now = known,
            News::Known(Some(at), known) => self.entries[at].known = known,
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

const fn cell_of(place: HeatPlace) -> Cell {
    match place {
        HeatPlace::Cell(cell) | HeatPlace::Over(cell) => cell,
        HeatPlace::Side(side) => side.cell(),
    }
}

fn work(
    question: &Question,
    settings: Run,
    known: &KnownAnswers,
    focus: &AtomicU32,
    outlet: &Outlet<News>,
) {
    let cases = question.cases();
    outlet.send(News::Cases(
        cases.iter().map(|case| (case.layout, case.place, case.draft.is_some())).collect(),
    ));
    let places: Vec<u32> =
        cases.iter().map(|case| focus_of(case.layout, cell_of(case.place))).collect();
    // The level as it is comes last in the list and is wanted first.
    let now = cases.len();
    let mut drafts: Vec<_> = cases.into_iter().map(|case| case.draft).collect();
    drafts.push(Some(crate::puzzle::Draft::clone(&question.draft)));
    let what_if = WhatIf::new(&drafts, &known.0);
    let place = |at: usize| (at != now).then_some(at);
    for at in 0..drafts.len() {
        outlet.send(News::Known(place(at), what_if.known(at)));
    }
    what_if.run(&Run {
        order: &|at| {
            if at == now { 0 } else { 1 + distance(places[at], focus.load(Ordering::Relaxed)) }
        },
        news: &|at, known| outlet.send(News::Known(place(at), Some(known.clone()))),
        ..settings
    });
}

/// What the hand holds, and on what.
#[derive(bevy::ecs::system::SystemParam)]
struct Hand<'w> {
    document: Res<'w, Document>,
    brush: Res<'w, Brush>,
    mirrors: Res<'w, Mirrors>,
    tool: Res<'w, Tool>,
    selection: Res<'w, Selection>,
    target: Res<'w, Target>,
    active: Res<'w, Active>,
    hover: Res<'w, HoverCell>,
}

impl Hand<'_> {
    fn question(&self) -> Question {
        Question {
            draft: Arc::clone(self.document.draft()),
            brush: *self.brush,
            mirrors: self.mirrors.0,
            selection: self.selection.0.filter(|_| *self.tool == Tool::Select),
            target: self.target.0,
        }
    }
}

/// Says whether two questions have the same answers: titles and the best solution are no part
/// of what is asked.
fn is_same(one: &Question, other: &Question) -> bool {
    let bare = |question: &Question| {
        let draft = &question.draft;
        let rules = (draft.anchor, draft.opening.clone(), draft.palette.clone());
        (
            rules,
            draft.start.clone(),
            draft.goal.clone(),
            draft.terrain.clone(),
            draft.waypoints.clone(),
        )
    };
    let hand = |question: &Question| {
        (question.brush, question.mirrors, question.selection, question.target)
    };
    hand(one) == hand(other) && (Arc::ptr_eq(&one.draft, &other.draft) || bare(one) == bare(other))
}

/// What the work is made of.
#[derive(bevy::ecs::system::SystemParam)]
struct Workshop<'w> {
    settings: Res<'w, SolverSettings>,
    answers: Res<'w, KnownAnswers>,
    results: Res<'w, Results>,
    claims: Res<'w, Claims>,
    proxy: Option<Res<'w, EventLoopProxyWrapper>>,
    time: Res<'w, Time>,
    redraw: MessageWriter<'w, RequestRedraw>,
}

/// Follows the hand, waits for the pause, solves, listens.
fn solve(mut map: ResMut<WhatIfMap>, heat: Res<HeatMap>, hand: Hand, mut workshop: Workshop) {
    if heat.kind != HeatKind::WhatIf {
        if map.question.is_some() {
            *map = WhatIfMap::default();
        }
        return;
    }
    if let Some((layout, cell)) = hand.hover.0 {
        map.bypass_change_detection().focus.store(focus_of(layout, cell), Ordering::Relaxed);
    }
    let now = workshop.time.elapsed();
    // A stroke under way is asked about when it is done; what is dragged while it is dragged.
    let question = hand.question();
    if map.question.as_ref().is_none_or(|asked| !is_same(asked, &question)) {
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
    if workshop.results.is_running() || !workshop.claims.are_none() {
        // It gives way to what has been asked for, and begins anew with what it knows by then.
        if map.job.is_some() {
            map.job = None;
        }
        return;
    }
    if map.job.is_some() || map.is_done {
        return;
    }
    if now < map.due || hand.active.is_under_way() {
        workshop.redraw.write(RequestRedraw);
        return;
    }
    let Some(question) = map.question.clone() else { return };
    let (answers, focus) = (workshop.answers.clone(), Arc::clone(&map.focus));
    let chosen = workshop.settings.options_or_default().limits.memory_bytes;
    let limits = Limits {
        memory_bytes: Some(chosen.unwrap_or(u64::MAX).min(memory_bytes())),
        states: Some(MOST_STATES),
        ..Limits::default()
    };
    // The rest of the machine draws.
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.saturating_sub(1).max(1);
    map.job = Some(Job::start(wake(workshop.proxy.as_deref()), move |outlet| {
        let settings =
            Run { limits, threads, stop: outlet.stop(), order: &|_| 0, news: &|_, _| {} };
        work(&question, settings, &answers, &focus, outlet);
    }));
}

/// Writes what is known into the map that the boards show.
fn show(map: Res<WhatIfMap>, hover: Res<HoverCell>, mut heat: ResMut<HeatMap>) {
    if heat.kind != HeatKind::WhatIf {
        return;
    }
    let moves = |known: &Known| {
        let solved = known.solution.as_ref().map(crate::puzzle::Solution::cost);
        solved.filter(|_| !known.is_unsolvable)
    };
    let all = || map.entries.iter().filter(|entry| entry.changes);
    let numbers = || all().filter_map(|entry| entry.known.as_ref()).filter_map(moves);
    let ends = numbers().min().zip(numbers().max());
    let view = |entry: &Entry| {
        let label = words::label(entry.known.as_ref(), map.now.as_ref());
        // What changes nothing stands back.
        let known = entry.known.as_ref().filter(|_| label != words::SAME);
        let ground = known.and_then(moves).zip(ends);
        let step = ground.map(|(moves, (least, most))| step(moves - least, (most - least).max(1)));
        HeatView { place: entry.place, step, label }
    };
    let of = |is_start: bool| {
        let on_board = all().filter(move |entry| (entry.layout == Layout::Start) == is_start);
        on_board.map(view).filter(|view| !view.label.is_empty()).collect::<Vec<_>>()
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
                && cell_of(entry.place) == cell
        };
        let entry = map.entries.iter().find(is_there)?;
        Some(format!("{cell}: {}.", words::sentence(entry.known.as_ref())))
    });
    let wanted = || map.entries.iter().filter(|entry| entry.changes);
    let settled = || wanted().filter(|entry| entry.known.as_ref().is_none_or(Known::is_settled));
    under.unwrap_or_else(|| match (map.entries.is_empty(), map.is_done) {
        (true, _) => "Solving what each cell would do.".to_owned(),
        (false, false) => format!("{} of {} solved.", settled().count(), wanted().count()),
        (false, true) if settled().count() < wanted().count() => {
            "≤ and ≥: more states than are looked at here.".to_owned()
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
