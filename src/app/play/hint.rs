//! Hints: a search from the position on the board, on the worker of the solver, and what
//! it has found. Each result belongs to the moves that had been made when it was asked
//! for; after other moves it is dropped and does nothing.

use std::ops::Deref;
use std::time::{Duration, Instant};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::{Game, Play, PlayCommand, REST};
use crate::app::document::Edit;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::is_playing;
use crate::app::work::search_settings::SolverSettings;
use crate::app::work::wake::{SearchMaker, wake};
use crate::app::work::worker::{End, Told, Worker};
use crate::hints::{self, Left};
use crate::puzzle::{Best, EditCommand, Move};
use crate::search::{Aim, Limits, Method, Options};

/// So long One move waits for better solutions once there is one.
const PATIENCE: Duration = Duration::from_secs(1);

/// The search for hints and what it has found.
#[derive(Resource, Default)]
pub struct Hints {
    known: hints::Hints,
    worker: Option<Worker>,
    /// How long the board has rested while the solution plays by itself.
    playing: Option<Duration>,
    /// One move was asked for, then: it is made as soon as there is one.
    step_asked: Option<Instant>,
}

/// What a search needs to be started.
#[derive(SystemParam)]
pub(super) struct SearchParts<'w> {
    settings: Res<'w, SolverSettings>,
    maker: Res<'w, SearchMaker>,
    proxy: Option<Res<'w, EventLoopProxyWrapper>>,
}

impl Deref for Hints {
    type Target = hints::Hints;

    fn deref(&self) -> &hints::Hints {
        &self.known
    }
}

impl Hints {
    /// Says whether a search runs.
    pub const fn is_searching(&self) -> bool {
        self.worker.is_some()
    }

    /// Says whether the solution plays by itself.
    pub const fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// Stops playing; says whether it did.
    pub(super) const fn interrupt(&mut self) -> bool {
        self.step_asked = None;
        self.playing.take().is_some()
    }

    /// Stops playing and searching; says whether there was something to stop.
    pub(in crate::app) fn stop(&mut self) -> bool {
        let was_searching = self.stop_search();
        self.interrupt() || was_searching
    }

    /// Dropping the worker stops its search.
    fn stop_search(&mut self) -> bool {
        self.worker = None;
        self.step_asked = None;
        self.known.stop()
    }

    /// The goal cannot be reached any more after these moves.
    pub(super) fn lose(&mut self, made: &[Move], words: impl FnOnce() -> String) {
        self.known.lose(made, words);
    }

    /// Forgets what belongs to another level.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Takes a solution of the whole level for what is to be played.
    pub(super) fn follow(&mut self, moves: Vec<Move>, proved: bool) {
        self.forget();
        self.known.follow(moves, proved);
    }

    /// Does what was asked for, and returns the move to be made if that was it. `best` is
    /// the best solution that is kept with the level.
    pub(super) fn apply(
        &mut self,
        command: PlayCommand,
        game: &Game,
        best: Option<&Best>,
        search: &SearchParts,
    ) -> Option<Move> {
        let made = game.moves();
        let next = self.rest(&made).map(|rest| rest.first().copied());
        match (command, next) {
            (_, Some(None)) => {}
            (PlayCommand::Hint, _) => self.known.tell_more(&made),
            (PlayCommand::Solve, Some(_)) => {
                self.stop_search();
                self.playing = Some(REST);
            }
            (PlayCommand::Step, Some(next)) => return next,
            (_, None) => {
                // It may have time now, or other limits.
                self.known.ask_again();
                if matches!(self.left(&made), Left::None { .. }) {
                    // It is said again.
                    self.known.tell_more(&made);
                }
            }
            _ => {}
        }
        if self.needs_search(&made) && !self.known.adopt(best, &made) {
            self.start(game, made, search);
        }
        self.step_asked = (command == PlayCommand::Step).then(Instant::now);
        None
    }

    /// Returns the move that was asked for when none was known yet. A search that goes on may
    /// find a shorter way: it is waited for, for a while.
    pub(super) fn asked_step(&self, made: &[Move]) -> Option<Move> {
        let asked = self.step_asked?;
        let is_ready = !self.is_searching() || asked.elapsed() >= PATIENCE;
        self.rest(made)?.first().copied().filter(|_| is_ready)
    }

    /// That move is made.
    pub(super) const fn end_asked_step(&mut self) {
        self.step_asked = None;
    }

    fn start(&mut self, game: &Game, made: Vec<Move>, search: &SearchParts) {
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
        match Worker::start(game.rest(), options, Told::default(), search.maker.0, wake) {
            Ok(worker) => {
                self.worker = Some(worker);
                self.known.begin(made);
            }
            Err(error) => self.known.fail(made, format!("no thread: {error}")),
        }
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
fn poll(
    play: Res<Play>,
    mut hints: ResMut<Hints>,
    mut edits: MessageWriter<Edit>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(game) = play.game() else { return };
    if hints.asked_step(&game.moves()).is_some() {
        redraw.write(RequestRedraw);
    }
    let Some(worker) = &hints.worker else { return };
    let made = game.moves();
    if hints.searched_from() != Some(&made) {
        hints.stop_search();
        return;
    }
    let Some(report) = worker.take() else { return };
    let hints = &mut *hints;
    if let Some(progress) = report.progress {
        hints.known.prove(progress.lower_bound);
    }
    if let Some(found) = report.found.last() {
        hints.known.find(found.solution.moves());
    }
    let Some(end) = report.end else { return };
    hints.worker = None;
    // A move that was asked for is made in the next frame.
    redraw.write(RequestRedraw);
    match end {
        End::Outcome(outcome) => {
            if let Some(moves) = hints.known.end(&outcome).filter(|_| game.is_at_start()) {
                let moves = [made, moves].concat();
                edits.write(Edit(EditCommand::KeepBest { moves, proved: true, in_play: true }));
            }
        }
        End::Panicked(message) => {
            hints.known.fail(made, format!("the search failed: {message}"));
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
