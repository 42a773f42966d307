//! How many shortest solutions there are: counted after a proof, on a thread of its own,
//! where all positions can be listed within small limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use super::worker::Wake;
use super::{SolverFinished, SolverState, wake};
use crate::app::FrameSystems;
use crate::puzzle::Puzzle;
use crate::search::explore::{Explore, Limits};
use crate::search::{Status, Verdict};

/// What the listing may take.
const LIMITS: Limits =
    Limits { time: Some(Duration::from_secs(20)), memory_bytes: Some(256 << 20), positions: None };

/// How long it works between two looks at whether it is still wanted.
const SLICE: Duration = Duration::from_millis(20);

/// What is known of the number of shortest solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// They are being counted.
    Counting,
    /// So many, `u128::MAX` standing for that and more.
    Counted(u128),
    /// There are too many positions to list.
    TooMany,
}

/// The counting of the last search that ended in a proof.
#[derive(Resource, Default)]
pub struct WayCount {
    /// Which search, by [`super::Run::serial`], and what is known.
    known: Option<(u64, Ways)>,
    counter: Option<Counter>,
}

impl WayCount {
    /// Returns what is known of the solutions that a search has proved the best.
    pub fn of(&self, serial: u64) -> Option<Ways> {
        self.known.filter(|(own, _)| *own == serial).map(|(_, ways)| ways)
    }
}

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    result: Mutex<Option<Ways>>,
}

/// A thread that counts. Dropping it stops it.
struct Counter(Arc<Shared>);

impl Counter {
    fn start(puzzle: Puzzle, cost: u32, wake: Wake) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::Builder::new().name("count".into()).spawn(move || {
            if let Some(ways) = count(&puzzle, cost, &theirs.stop) {
                *theirs.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(ways);
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

/// Returns the number, unless it is stopped.
fn count(puzzle: &Puzzle, cost: u32, stop: &AtomicBool) -> Option<Ways> {
    let mut explore = Explore::from_start(puzzle, LIMITS, 1);
    while explore.step_for(SLICE) == Status::Running {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    let measured = explore.measured().filter(|measured| measured.optimum == Some(cost));
    Some(measured.map_or(Ways::TooMany, |measured| Ways::Counted(measured.shortest_solutions)))
}

/// Begins after a proof, and ends with the search that it belongs to.
fn follow_search(
    mut finished: MessageReader<SolverFinished>,
    solver: Res<SolverState>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut ways: ResMut<WayCount>,
) {
    let serial = solver.run.as_ref().map(|run| run.serial);
    if ways.known.is_some_and(|(own, _)| Some(own) != serial) {
        *ways = WayCount::default();
    }
    if finished.read().count() == 0 {
        return;
    }
    let Some(run) = &solver.run else { return };
    let Some(Verdict::Optimal { solution }) = run.outcome().map(|outcome| &outcome.verdict) else {
        return;
    };
    let counter = Counter::start(run.puzzle.clone(), solution.cost(), wake(proxy.as_deref()));
    *ways = match counter {
        Ok(counter) => {
            WayCount { known: Some((run.serial, Ways::Counting)), counter: Some(counter) }
        }
        Err(_) => WayCount { known: Some((run.serial, Ways::TooMany)), counter: None },
    };
}

fn poll(mut ways: ResMut<WayCount>) {
    let Some(counter) = &ways.counter else { return };
    let Some(result) = counter.0.result.try_lock().ok().and_then(|mut result| result.take()) else {
        return;
    };
    ways.counter = None;
    if let Some((_, known)) = &mut ways.known {
        *known = result;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WayCount>().add_systems(
        Update,
        (follow_search, poll).chain().after(super::poll).in_set(FrameSystems::Poll),
    );
}
