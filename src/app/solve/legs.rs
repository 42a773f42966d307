//! A level with waypoints solved leg by leg: the best way to the first waypoint, from
//! there the best way to the next, and so on. Then the level is searched again without
//! its waypoints, so that both totals can be compared.
//!
//! ```text
//!   start --leg 1--> waypoint 1 --leg 2--> … --last leg--> goal      12 + 10 + 9 = 31
//!   start ------------------ without waypoints ----------> goal      22, proved
//! ```
//!
//! Each leg is the best from where the one before has ended; all together need not be
//! the best way past the waypoints, which Solve searches.

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use super::ready;
use super::results::{ResultSystems, Results, Sheet};
use crate::app::document::Document;
use crate::app::kit::frame::FrameSystems;
use crate::app::work::search_settings::SolverSettings;
use crate::app::work::wake::{SearchMaker, wake};
use crate::app::work::worker::{End, Told, Worker};
use crate::puzzle::{Move, Position, Puzzle};
use crate::search::{Limits, Options, Verdict};

/// Asks for a search leg by leg, or for its end.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegsCommand {
    /// Begins.
    Start,
    /// Ends with what is known by now.
    Stop,
}

/// What one of the searches has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Moves of its solution; `None` without one.
    pub moves: Option<u32>,
    /// It is proved the best, or that there is none.
    pub proved: bool,
}

/// The legs and the level without its waypoints.
pub struct LegsRun {
    /// What is searched, with its waypoints.
    pub puzzle: Puzzle,
    options: Options,
    /// The legs that have ended; the moves of an opening count with the first.
    pub legs: Vec<Leg>,
    /// The search without waypoints, once it has ended.
    pub without: Option<Leg>,
    /// It has been stopped.
    pub stopped: bool,
    /// How many waypoints have been passed, and where the leg under way begins.
    passed: usize,
    position: Position,
    moves: Vec<Move>,
    /// What is searched now.
    searched: Puzzle,
    /// That is the level without its waypoints.
    is_last: bool,
    worker: Option<Worker>,
}

impl LegsRun {
    /// Makes ready to search `puzzle`.
    fn new(puzzle: Puzzle, options: Options) -> Option<Self> {
        let moves = puzzle.opening().to_vec();
        let positions = puzzle.replay(&moves).ok()?;
        let passed = positions.iter().fold(0, |passed, at| puzzle.waypoints_passed(passed, at));
        let position = positions.into_iter().last()?;
        let searched = puzzle.leg(position.clone(), passed);
        Some(Self {
            puzzle,
            options: Options { limits: Limits { max_moves: None, ..options.limits }, ..options },
            legs: Vec::new(),
            without: None,
            stopped: false,
            passed,
            position,
            moves,
            searched,
            is_last: false,
            worker: None,
        })
    }

    /// Says whether a search is under way.
    pub const fn is_running(&self) -> bool {
        self.worker.is_some()
    }

    /// Says whether the goal has been reached leg by leg.
    pub fn has_arrived(&self) -> bool {
        self.passed == self.puzzle.waypoints().len()
            && self.puzzle.goal().is_reached(&self.position)
    }

    /// Returns the number of moves of all legs together once the goal has been reached.
    pub fn total(&self) -> Option<u32> {
        self.solution().map(|moves| moves.len() as u32)
    }

    /// Returns the moves of all legs together once the goal has been reached.
    pub fn solution(&self) -> Option<&[Move]> {
        self.has_arrived().then_some(self.moves.as_slice())
    }

    /// Ends it with what is known by now.
    fn stop(&mut self) {
        self.worker = None;
        self.stopped = true;
    }

    /// Takes the end of a search; returns whether another is to follow.
    fn take(&mut self, end: &End) -> bool {
        let verdict = match end {
            End::Outcome(outcome) => Some(&outcome.verdict),
            End::Panicked(_) => None,
        };
        let solution = verdict.and_then(Verdict::solution);
        let proved = verdict.is_some_and(|verdict| {
            matches!(verdict, Verdict::Optimal { .. } | Verdict::Unsolvable)
        });
        if self.is_last {
            self.without = Some(Leg { moves: solution.map(|found| found.cost()), proved });
            return false;
        }
        let opening = if self.legs.is_empty() { self.puzzle.opening().len() as u32 } else { 0 };
        self.legs.push(Leg { moves: solution.map(|found| found.cost() + opening), proved });
        let Some(solution) = solution else {
            // There is no way on from here; the level without waypoints is still searched.
            self.is_last = true;
            self.searched = self.puzzle.without_waypoints();
            return true;
        };
        let positions = self.searched.replay(solution.moves()).unwrap_or_default();
        self.moves.extend(solution.moves());
        let before = self.passed;
        self.passed = positions
            .iter()
            .fold(before, |passed, position| self.puzzle.waypoints_passed(passed, position));
        if let Some(last) = positions.into_iter().last() {
            self.position = last;
        }
        self.is_last = self.has_arrived();
        self.searched = if self.is_last {
            self.puzzle.without_waypoints()
        } else {
            self.puzzle.leg(self.position.clone(), self.passed)
        };
        true
    }

    /// Says whether a leg has ended without a solution.
    pub fn gave_up(&self) -> bool {
        self.legs.last().is_some_and(|leg| leg.moves.is_none())
    }
}

/// What the searches are made of.
#[derive(bevy::ecs::system::SystemParam)]
struct Workshop<'w> {
    maker: Res<'w, SearchMaker>,
    proxy: Option<Res<'w, EventLoopProxyWrapper>>,
}

impl Workshop<'_> {
    fn start(&self, run: &mut LegsRun) {
        let wake = wake(self.proxy.as_deref());
        let worker =
            Worker::start(run.searched.clone(), run.options, Told::default(), self.maker.0, wake);
        run.stopped |= worker.is_err();
        run.worker = worker.ok();
    }
}

fn apply_commands(
    mut commands: MessageReader<LegsCommand>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    workshop: Workshop,
    mut results: ResMut<Results>,
) {
    for command in commands.read() {
        let is_running = results.is_running();
        let Some(sheet) = results.shown_mut() else { continue };
        match command {
            LegsCommand::Start if !is_running => {
                let Ok((puzzle, options)) = ready(&document, &settings) else { continue };
                if puzzle.waypoints().is_empty() {
                    continue;
                }
                sheet.legs = LegsRun::new(puzzle, options);
                if let Some(run) = &mut sheet.legs {
                    workshop.start(run);
                }
            }
            LegsCommand::Start => {}
            LegsCommand::Stop => {
                if let Some(run) = sheet.legs.as_mut().filter(|run| run.is_running()) {
                    run.stop();
                }
            }
        }
    }
}

/// It gives way to Solve, and does not search what nobody sees any more.
fn give_way(mut results: ResMut<Results>) {
    let runs = |sheet: &Sheet| sheet.legs.as_ref().is_some_and(LegsRun::is_running);
    let is_running = results.is_running();
    let must_end = results.any_hidden(runs) || is_running && results.shown().is_some_and(runs);
    if !must_end {
        return;
    }
    let shown = results.shown().map(|sheet| sheet.id);
    for sheet in results.all_mut() {
        if (is_running || Some(sheet.id) != shown)
            && let Some(run) = sheet.legs.as_mut().filter(|run| run.is_running())
        {
            run.stop();
        }
    }
}

fn poll(workshop: Workshop, mut results: ResMut<Results>) {
    let worker = results.shown().and_then(|sheet| sheet.legs.as_ref()?.worker.as_ref());
    let Some(end) = worker.and_then(Worker::take).and_then(|report| report.end) else { return };
    let Some(run) = results.shown_mut().and_then(|sheet| sheet.legs.as_mut()) else { return };
    run.worker = None;
    if run.take(&end) {
        workshop.start(run);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<LegsCommand>().add_systems(
        Update,
        (
            apply_commands.after(ResultSystems).in_set(FrameSystems::Commands),
            // Before a search that has been started in this frame may end in it.
            give_way.before(super::poll).in_set(FrameSystems::Poll),
            poll.after(give_way).after(super::poll).in_set(FrameSystems::Poll),
        ),
    );
}
