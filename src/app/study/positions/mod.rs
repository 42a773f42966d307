//! All positions of the level: listed on a thread of its own while the dialog is open.
//! What it looks like is in `view`.

pub(in crate::app) mod graph;
pub(in crate::app) mod view;

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use super::{ShowStudy, end_with_dialog, puzzle_or_message};
use crate::app::document::Document;
use crate::app::kit::dialog::{Dialog, ShowMessage};
use crate::app::kit::frame::FrameSystems;
use crate::app::work::job::{Job, Outlet};
use crate::app::work::wake::wake;
use crate::app::work::worker::Wake;
use crate::puzzle::{Draft, Puzzle, Solution};
use crate::search::allowance::{LIST_TIME, PROVE_TIME, WALLS_TIME, memory_bytes, threads};
use crate::search::explore::{self, Explore, ExploreProgress, Listed, Measured};
use crate::search::what_if::{WithoutWall, without_each_wall};
use crate::search::{
    CounterIntuitive, Limits, Options, Search, Status, Stop, Verdict, counter_intuitive,
};

/// How long the work goes on between two reports.
const SLICE: Duration = Duration::from_millis(100);

/// What the work finds, part by part.
enum Found {
    Progress(ExploreProgress),
    Listing {
        progress: ExploreProgress,
        stop: Stop,
        listed: Option<Box<Listed>>,
        measured: Option<Box<Measured>>,
    },
    Solved(Verdict, Vec<CounterIntuitive>),
    Walls(Vec<WithoutWall>),
}

/// What is known of the positions of a level.
#[derive(Resource)]
pub struct Positions {
    pub(super) draft: Arc<Draft>,
    job: Job<Found>,
    /// How far the listing is, or how far it went.
    pub(super) progress: Option<ExploreProgress>,
    /// Why the listing ended, once it has.
    pub stop: Option<Stop>,
    /// What is known when all are listed.
    pub listed: Option<Listed>,
    /// What is known of the distances to the goal.
    pub measured: Option<Measured>,
    /// The best solution, and which of its moves surprise.
    pub(super) solved: Option<(Verdict, Vec<CounterIntuitive>)>,
    /// The level without each of its walls.
    pub walls: Option<Vec<WithoutWall>>,
}

impl Positions {
    fn new(draft: Arc<Draft>, puzzle: Puzzle, wake: Wake) -> Self {
        let level = Arc::clone(&draft);
        let job = Job::start(wake, move |outlet| work(&puzzle, &level, outlet));
        Self {
            draft,
            job,
            progress: None,
            stop: None,
            listed: None,
            measured: None,
            solved: None,
            walls: None,
        }
    }

    /// Says whether more may come.
    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }

    /// Ends the work with what is known.
    pub(super) fn stop_work(&self) {
        self.job.stop();
    }

    fn take(&mut self, found: Found) {
        match found {
            Found::Progress(progress) => self.progress = Some(progress),
            Found::Listing { progress, stop, listed, measured } => {
                (self.progress, self.stop) = (Some(progress), Some(stop));
                self.listed = listed.map(|listed| *listed);
                self.measured = measured.map(|measured| *measured);
            }
            Found::Solved(verdict, surprises) => self.solved = Some((verdict, surprises)),
            Found::Walls(walls) => self.walls = Some(walls),
        }
    }
}

fn work(puzzle: &Puzzle, draft: &Draft, outlet: &Outlet<Found>) {
    let threads = threads();
    list(puzzle, threads, outlet);
    let mut options = Options { threads, ..Options::default() };
    options.limits.time = Some(PROVE_TIME);
    let Some(verdict) = prove(puzzle, &options, outlet) else { return };
    let surprises = |solution: &Solution| counter_intuitive(puzzle, solution);
    let surprises = verdict.solution().map(surprises).unwrap_or_default();
    outlet.send(Found::Solved(verdict, surprises));
    if !outlet.is_stopped() {
        let limits = Limits { time: Some(WALLS_TIME), ..options.limits };
        let walls = without_each_wall(draft, limits, threads, outlet.stop());
        outlet.send(Found::Walls(walls));
    }
}

/// Lists the positions. Their memory is free again when it returns.
fn list(puzzle: &Puzzle, threads: usize, outlet: &Outlet<Found>) {
    let limits = explore::Limits {
        time: Some(LIST_TIME),
        memory_bytes: Some(memory_bytes()),
        positions: None,
    };
    let mut explore = Explore::from_start(puzzle, limits, threads);
    while explore.step_for(SLICE) == Status::Running {
        outlet.send(Found::Progress(explore.progress()));
        if outlet.is_stopped() {
            explore.cancel();
        }
    }
    outlet.send(Found::Listing {
        progress: explore.progress(),
        stop: explore.stop().unwrap_or(Stop::Cancelled),
        listed: explore.listed().cloned().map(Box::new),
        measured: explore.measured().cloned().map(Box::new),
    });
}

/// Returns what a search says of the level.
fn prove(puzzle: &Puzzle, options: &Options, outlet: &Outlet<Found>) -> Option<Verdict> {
    let mut search = Search::new(puzzle, options);
    while search.step_for(SLICE) == Status::Running {
        if outlet.is_stopped() {
            search.cancel();
        }
    }
    search.outcome().map(|outcome| outcome.verdict.clone())
}

fn show(
    mut requests: MessageReader<ShowStudy>,
    document: Res<Document>,
    dialogs: Query<Entity, With<Dialog>>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut messages: MessageWriter<ShowMessage>,
    mut commands: Commands,
) {
    if !requests.read().any(|request| *request == ShowStudy::Positions) {
        return;
    }
    let Some(puzzle) = puzzle_or_message(&document, &mut messages) else { return };
    let wake = wake(proxy.as_deref());
    commands.insert_resource(Positions::new(Arc::clone(document.draft()), puzzle, wake));
    view::open_dialog(&mut commands, &dialogs);
}

fn poll(positions: Option<ResMut<Positions>>) {
    let Some(mut positions) = positions else { return };
    let was_running = positions.is_running();
    let found = positions.bypass_change_detection().job.take();
    for found in found {
        positions.take(found);
    }
    if was_running && !positions.is_running() {
        // What was still looked for does not come any more.
        positions.set_changed();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(graph::plugin).add_systems(
        Update,
        (
            poll.in_set(FrameSystems::Poll),
            (
                end_with_dialog::<Positions, view::PositionsBody>,
                show,
                view::show_positions,
                view::show_stop,
                view::allow_graph,
            )
                .chain()
                .in_set(FrameSystems::Views),
        ),
    );
}
