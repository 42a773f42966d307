//! Hints: a search from the position on the board, on the worker of the solver, and what
//! it has found. Each result belongs to the moves that had been made when it was asked
//! for; after other moves it is dropped and does nothing.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use super::{Game, Play, PlayCommand};
use crate::app::document::Edit;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::is_playing;
use crate::app::work::search_settings::SolverSettings;
use crate::app::work::wake::{SearchMaker, wake};
use crate::app::work::worker::{End, Worker};
use crate::puzzle::game::Plan;
use crate::puzzle::{Best, EditCommand, Move};
use crate::search::{Aim, Limits, Method, Options, Progress, Verdict};
use crate::words;

/// Between two moves of a solution that plays by itself.
const REST: Duration = Duration::from_millis(140);

/// The first grade that says which tile is to be moved: what follows is no longer the player's
/// own idea.
pub(super) const NAMES_TILE: u8 = 2;

/// The last grade of a hint.
pub(super) const WHOLE: u8 = 4;

/// The running search.
struct Job {
    worker: Worker,
    /// The moves that had been made when it began.
    at: Vec<Move>,
    progress: Progress,
}

/// A search that has ended without a solution.
struct Failed {
    /// The moves that had been made when it began.
    at: Vec<Move>,
    /// What it said.
    words: String,
    /// Another one can say nothing else.
    is_proved: bool,
}

/// What is known about the position on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Left {
    /// Nothing has been asked.
    Unasked,
    /// A search is running and has found nothing yet; so many moves are needed at least.
    Searching { at_least: u32 },
    /// So many moves are enough. `proved` says that there is no shorter way; `running`,
    /// while a search may find one yet, how many are needed at least.
    Moves { count: u32, proved: bool, running: Option<u32> },
    /// The search has ended without a solution, and this is what it says.
    None(String),
}

/// The search for hints and what it has found.
#[derive(Resource, Default)]
pub struct Hints {
    job: Option<Job>,
    plan: Option<Plan>,
    failed: Option<Failed>,
    /// How much has been told, 0 to 4, and after which moves.
    told: (u8, Vec<Move>),
    /// How long the board has rested while the solution plays by itself.
    playing: Option<Duration>,
}

/// What a search needs to be started.
#[derive(SystemParam)]
pub(super) struct SearchParts<'w> {
    settings: Res<'w, SolverSettings>,
    maker: Res<'w, SearchMaker>,
    proxy: Option<Res<'w, EventLoopProxyWrapper>>,
}

impl Hints {
    /// Says whether a search runs.
    pub const fn is_searching(&self) -> bool {
        self.job.is_some()
    }

    /// Says whether the solution plays by itself.
    pub const fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// Returns the moves that lead from here to the goal, after `made` moves.
    pub fn rest(&self, made: &[Move]) -> Option<&[Move]> {
        self.plan.as_ref()?.rest(made)
    }

    /// Returns what is known after `made` moves.
    pub fn left(&self, made: &[Move]) -> Left {
        let running = self.job.as_ref().filter(|job| job.at == made);
        if let (Some(plan), Some(rest)) = (&self.plan, self.rest(made)) {
            let (count, proved) = (rest.len() as u32, plan.proved);
            let running = running.map(|job| job.progress.lower_bound);
            return Left::Moves { count, proved, running };
        }
        if let Some(job) = running {
            return Left::Searching { at_least: job.progress.lower_bound };
        }
        match &self.failed {
            Some(failed) if failed.at == made => Left::None(failed.words.clone()),
            _ => Left::Unasked,
        }
    }

    /// Returns how much is to be told after `made` moves: 0 nothing, 1 how many moves
    /// are left, 2 which tile, 3 the move, 4 the rest.
    pub fn grade(&self, made: &[Move]) -> u8 {
        let (grade, at) = &self.told;
        if at == made {
            *grade
        } else if self.rest(made).is_some() {
            // Whoever follows the hints wants to know how many moves are left.
            (*grade).min(1)
        } else {
            0
        }
    }

    /// Stops playing; says whether it did.
    pub(super) const fn interrupt(&mut self) -> bool {
        self.playing.take().is_some()
    }

    /// Stops playing and searching; says whether there was something to stop.
    pub(in crate::app) fn stop(&mut self) -> bool {
        let was_searching = self.job.take().is_some();
        self.interrupt() || was_searching
    }

    /// Forgets what belongs to another level.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Takes a solution of the whole level for what is to be played.
    pub(super) fn follow(&mut self, moves: Vec<Move>, proved: bool) {
        *self = Self { plan: Some(Plan { base: Vec::new(), moves, proved }), ..Self::default() };
    }

    /// Takes the best solution known, if `made` moves are on its way. Says whether nothing
    /// is left to be searched for.
    fn adopt(&mut self, known: Option<&Best>, made: &[Move]) -> bool {
        let Some(best) = known.filter(|best| best.moves.starts_with(made)) else { return false };
        self.plan = Some(Plan { base: Vec::new(), moves: best.moves.clone(), proved: best.proved });
        best.proved
    }

    /// Does what was asked for, and returns the move to be made if that was it. `known` is
    /// the best solution that is kept with the level.
    pub(super) fn apply(
        &mut self,
        command: PlayCommand,
        game: &Game,
        known: Option<&Best>,
        search: &SearchParts,
    ) -> Option<Move> {
        let made = game.moves();
        let next = self.rest(&made).map(|rest| rest.first().copied());
        match (command, next) {
            (_, Some(None)) => {}
            (PlayCommand::Hint, _) => {
                let grade = (self.grade(&made) + 1).min(WHOLE);
                // There is no more to tell before something has been found.
                let grade = if next.is_some() { grade } else { 1 };
                self.told = (grade, made.clone());
            }
            (PlayCommand::Solve, Some(_)) => {
                self.job = None;
                self.playing = Some(REST);
            }
            // It may have time now, or other limits.
            (PlayCommand::Solve, None) => {
                self.failed = self.failed.take().filter(|failed| failed.is_proved);
            }
            (PlayCommand::Step, Some(next)) => return next,
            _ => {}
        }
        let is_answered = matches!(self.left(&made), Left::None(_));
        if next.is_none() && self.job.is_none() && !is_answered && !self.adopt(known, &made) {
            self.start(game, made, search);
        }
        None
    }

    fn start(&mut self, game: &Game, at: Vec<Move>, search: &SearchParts) {
        let chosen = search.settings.options_or_default();
        let limits = Limits { max_moves: None, ..chosen.limits };
        let options = Options {
            aim: Aim::Prove,
            method: Method::Engine,
            heuristic: None,
            limits,
            threads: chosen.threads,
            ..Options::default()
        };
        let wake = wake(search.proxy.as_deref());
        match Worker::start(game.rest(), options, None, search.maker.0, wake) {
            Ok(worker) => self.job = Some(Job { worker, at, progress: Progress::default() }),
            Err(error) => self.fail(at, format!("no thread: {error}"), false),
        }
    }

    fn fail(&mut self, at: Vec<Move>, words: String, is_proved: bool) {
        self.failed = Some(Failed { at, words, is_proved });
    }

    /// Returns the next move of the solution that plays by itself, when it is time.
    pub(super) fn next_to_play(&mut self, made: &[Move], time: Duration) -> Option<Move> {
        let rested = self.playing? + time;
        let next = self.rest(made).and_then(|rest| rest.first().copied());
        self.playing = next.map(|_| rested);
        if rested < REST {
            return None;
        }
        if next.is_some() {
            self.playing = Some(Duration::ZERO);
        }
        next
    }
}

/// Takes over what the worker has reported, unless other moves have been made since.
fn poll(play: Res<Play>, mut hints: ResMut<Hints>, mut edits: MessageWriter<Edit>) {
    let Some(game) = play.game() else { return };
    let Some(job) = &hints.job else { return };
    let made = game.moves();
    if job.at != made {
        // Dropping the worker stops its search.
        hints.job = None;
        return;
    }
    let Some(report) = job.worker.take() else { return };
    let hints = &mut *hints;
    if let (Some(job), Some(progress)) = (&mut hints.job, report.progress) {
        job.progress = progress;
    }
    let known = hints.rest(&made).map_or(usize::MAX, <[Move]>::len);
    if let Some(found) = report.found.last().filter(|found| found.solution.moves().len() < known) {
        let moves = found.solution.moves().to_vec();
        hints.plan = Some(Plan { base: made.clone(), moves, proved: false });
    }
    let Some(end) = report.end else { return };
    hints.job = None;
    match end {
        End::Outcome(outcome) => match (&outcome.verdict, &mut hints.plan) {
            (Verdict::Optimal { solution }, plan) => {
                let moves = solution.moves().to_vec();
                if game.is_at_start() {
                    let moves = [made.clone(), moves.clone()].concat();
                    edits.write(Edit(EditCommand::KeepBest { moves, proved: true, in_play: true }));
                }
                *plan = Some(Plan { base: made, moves, proved: true });
            }
            (Verdict::Feasible { .. }, _) => {}
            (Verdict::Unsolvable, _) => {
                let mut words = words::verdict(&outcome, None);
                if !game.is_at_start() {
                    words += ". Ctrl+Z takes moves back";
                }
                hints.fail(made, words, true);
            }
            (Verdict::Unknown { .. }, _) => {
                hints.fail(made, words::verdict(&outcome, None), false);
            }
        },
        End::Panicked(message) => {
            hints.fail(made, format!("the search failed: {message}"), false);
        }
    }
}

/// The search for hints is looked at.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HintSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hints>().add_systems(
        Update,
        poll.run_if(is_playing).in_set(HintSystems).in_set(FrameSystems::Poll),
    );
}
