//! What is counted once the search is over, on a thread of its own and within small
//! limits: how many shortest solutions there are, and the first of them, or, where there is
//! none, how many positions the moves lead to.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use super::results::{Knowledge, Results, Sheet, SheetId, knowledge};
use crate::app::document::Document;
use crate::app::kit::frame::FrameSystems;
use crate::app::work::wake::wake;
use crate::app::work::worker::Wake;
use crate::puzzle::{Draft, Move, Puzzle};
use crate::search::explore::{Explore, Limits};
use crate::search::{Reason, Status};

/// What the listing may take.
const LIMITS: Limits =
    Limits { time: Some(Duration::from_secs(20)), memory_bytes: Some(256 << 20), positions: None };

/// The most shortest solutions that are kept to be looked at.
const MOST_LISTED: usize = 100;

/// How long it works between two looks at whether it is still wanted.
const SLICE: Duration = Duration::from_millis(20);

/// How often the window is told how much memory it holds.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// What is known of the number of shortest solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// They are being counted.
    Counting,
    /// So many, `u128::MAX` standing for that and more.
    Counted(u128),
    /// Listing the positions took too long or too much memory, or could not begin.
    NotCounted,
}

/// What there is to count.
enum Task {
    /// The solutions of so many moves.
    Ways(u32),
    /// The positions, after a search that has looked at so many states in vain.
    Reason(Arc<Draft>, u64),
}

/// What has come out.
enum Counted {
    Ways(Ways, Vec<Vec<Move>>),
    Reason(Reason),
}

/// The counting of the board that is drawn.
#[derive(Resource, Default)]
struct Counting(Option<(SheetId, Counter)>);

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// Memory held by the listing of positions, in bytes.
    memory_bytes: AtomicU64,
    result: Mutex<Option<Counted>>,
}

/// A thread that counts. Dropping it stops it.
struct Counter(Arc<Shared>);

impl Counter {
    fn start(puzzle: Arc<Puzzle>, task: Task, wake: Wake) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::Builder::new().name("count".into()).spawn(move || {
            if let Some(counted) = count(&puzzle, task, &theirs, &wake) {
                *theirs.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(counted);
                wake();
            }
        })?;
        Ok(Self(shared))
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// Returns what comes out, unless it is stopped.
fn count(puzzle: &Puzzle, task: Task, shared: &Shared, wake: &Wake) -> Option<Counted> {
    let is_stopped = || shared.stop.load(Ordering::Relaxed);
    match task {
        Task::Ways(cost) => {
            let (ways, listed) = count_ways(puzzle, cost, shared, wake)?;
            Some(Counted::Ways(ways, listed))
        }
        Task::Reason(draft, states) => {
            let reason = Reason::shown(&draft)
                .or_else(|| Reason::listed(puzzle, LIMITS, 1, is_stopped))
                .unwrap_or(Reason::Exhausted { states });
            (!is_stopped()).then_some(Counted::Reason(reason))
        }
    }
}

/// Returns how many solutions of `cost` moves there are, and the first of them.
fn count_ways(
    puzzle: &Puzzle,
    cost: u32,
    shared: &Shared,
    wake: &Wake,
) -> Option<(Ways, Vec<Vec<Move>>)> {
    let mut explore = Explore::from_start(puzzle, LIMITS, 1);
    let mut told = Instant::now();
    loop {
        let status = explore.step_for(SLICE);
        shared.memory_bytes.store(explore.progress().memory_bytes, Ordering::Relaxed);
        if status != Status::Running {
            break;
        }
        if shared.stop.load(Ordering::Relaxed) {
            return None;
        }
        if told.elapsed() >= TOLD_EVERY {
            told = Instant::now();
            wake();
        }
    }
    let measured = explore.measured().filter(|measured| measured.optimum == Some(cost));
    let Some(measured) = measured else { return Some((Ways::NotCounted, Vec::new())) };
    let listed = explore.shortest_solutions(MOST_LISTED);
    Some((Ways::Counted(measured.shortest_solutions), listed))
}

/// Returns what there is to count of a board.
fn task(sheet: &Sheet, known: Knowledge) -> Option<Task> {
    match known.best.filter(|_| known.proved) {
        Some(cost) => sheet.ways.is_none().then_some(Task::Ways(cost)),
        None if sheet.reason.is_none() => {
            let draft = Arc::clone(sheet.draft.as_ref()?);
            sheet.states_of_refutation().map(|states| Task::Reason(draft, states))
        }
        None => None,
    }
}

/// Begins after a proof of the board that is drawn, while nothing is searched, and ends
/// when another board is drawn.
fn follow_results(
    document: Res<Document>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut counting: ResMut<Counting>,
    mut results: ResMut<Results>,
) {
    if let Some(id) = counting.0.as_ref().map(|(id, _)| *id).filter(|&id| !results.is_shown(id)) {
        counting.0 = None;
        if let Some(sheet) = results.get_mut(id) {
            sheet.ways = sheet.ways.filter(|ways| *ways != Ways::Counting);
        }
    }
    if counting.0.is_some() || results.is_running() || document.obstacle().is_some() {
        return;
    }
    let known = knowledge(&document, &results).unwrap_or_default();
    let Some((sheet, task)) = results.shown().and_then(|sheet| Some((sheet, task(sheet, known)?)))
    else {
        return;
    };
    let is_of_ways = matches!(task, Task::Ways(_));
    let (id, states) = (sheet.id, sheet.states_of_refutation());
    let counter = Counter::start(Arc::clone(&sheet.puzzle), task, wake(proxy.as_deref()));
    let Some(sheet) = results.shown_mut() else { return };
    match counter {
        Ok(counter) => {
            counting.0 = Some((id, counter));
            sheet.ways = is_of_ways.then_some(Ways::Counting);
        }
        Err(_) if is_of_ways => sheet.ways = Some(Ways::NotCounted),
        Err(_) => sheet.reason = states.map(|states| Reason::Exhausted { states }),
    }
}

fn poll(mut counting: ResMut<Counting>, mut results: ResMut<Results>) {
    let Some((id, counter)) = &counting.0 else { return };
    let memory_bytes = counter.0.memory_bytes.load(Ordering::Relaxed);
    // Unchanged results are not touched: views follow their changes.
    if results.shown().is_some_and(|sheet| sheet.id == *id && sheet.counting_bytes < memory_bytes)
        && let Some(sheet) = results.get_mut(*id)
    {
        sheet.counting_bytes = memory_bytes;
    }
    let Some(counted) = counter.0.result.try_lock().ok().and_then(|mut result| result.take())
    else {
        return;
    };
    if let Some(sheet) = results.get_mut(*id) {
        match counted {
            Counted::Ways(ways, listed) => {
                (sheet.ways, sheet.shortest) = (Some(ways), listed);
            }
            Counted::Reason(reason) => sheet.reason = Some(reason),
        }
    }
    counting.0 = None;
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Counting>().add_systems(
        Update,
        (follow_results.run_if(resource_changed::<Results>), poll)
            .chain()
            .after(super::poll)
            .after(super::live::solve_live)
            .in_set(FrameSystems::Poll),
    );
}
