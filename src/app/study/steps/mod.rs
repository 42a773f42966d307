//! A search step by step: the steps taken so far, which of them is shown, and what moves
//! on. What it looks like is in `view`, with the open list in `open_list` and the tree of the last
//! steps in `tree`.

mod open_list;
mod tree;
pub(in crate::app) mod view;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::{ShowStudy, end_with_dialog, puzzle_or_message};
use crate::app::document::Document;
use crate::app::kit::dialog::{Dialog, ShowMessage};
use crate::app::kit::frame::FrameSystems;
use crate::app::work::search_settings::SolverSettings;
use crate::puzzle::Draft;
use crate::search::{Method, Options, TraceStep, Tracer, Waiting};
use crate::words;
use crate::words::figures::score;

/// The steps that are kept; the search stops there.
const MOST_STEPS: usize = 5000;
/// The cells that the boards of these steps have together: two bytes each.
const MOST_CELLS: usize = 128 << 20;
/// Memory for the open list and the closed set.
const MEMORY_BYTES: u64 = 256 << 20;
/// So many steps are shown a second while it runs.
pub(super) const SPEEDS: [u32; 4] = [1, 4, 12, 40];
/// So much of the open list is shown.
const OPEN_SHOWN: usize = 12;
/// The most seconds that one frame counts.
const LONGEST_FRAME: f32 = 0.25;
/// How long a frame looks for a solution: it is to be drawn as well.
const SLICE: Duration = Duration::from_millis(8);

/// The methods that keep an open list.
pub(super) const METHODS: [Method; 4] =
    [Method::Astar, Method::WeightedAstar, Method::Greedy, Method::Mondrian];

/// Moves through the search.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepCommand {
    /// One step on.
    Next,
    /// One step back.
    Back,
    /// To the first step.
    First,
    /// On to the step that finds a better solution, or to the end.
    Solution,
    /// To a step that has been taken, by its number.
    GoTo(u64),
    /// Runs, or pauses.
    Run,
    /// So many steps a second from now on.
    Speed(u32),
    /// From the start with another method.
    Method(Method),
}

/// How it goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    Rest,
    /// Step by step.
    Walk,
    /// As fast as it can, until the best solution is another than this one.
    Seek(Option<u32>),
}

/// The search that is watched.
#[derive(Resource)]
pub struct Steps {
    /// The level as it was when the dialog was opened.
    pub(super) draft: Arc<Draft>,
    pub(super) options: Options,
    /// In a mutex only because a tracer is not to be shared between threads.
    tracer: Mutex<Tracer>,
    steps: Vec<TraceStep>,
    /// The first of the open list after each of them.
    open: Vec<Vec<Waiting>>,
    /// The cells of all their boards.
    cells: usize,
    /// The step that is shown, by its place in `steps`.
    at: usize,
    /// Why there is no next step, once there is none.
    pub(super) end: Option<String>,
    pace: Pace,
    /// So many steps are shown a second while it runs.
    pub(super) speed: u32,
    /// Seconds until the next step is shown while it runs.
    wait: f32,
}

impl Steps {
    fn new(draft: Arc<Draft>, options: Options, speed: u32) -> Option<Self> {
        let tracer = Tracer::new(&draft.validate().ok()?, &options).ok()?;
        let mut steps = Self {
            draft,
            options,
            tracer: Mutex::new(tracer),
            steps: Vec::new(),
            open: Vec::new(),
            cells: 0,
            at: 0,
            end: None,
            pace: Pace::Rest,
            speed,
            wait: 0.0,
        };
        steps.take();
        Some(steps)
    }

    /// Returns the step that is shown; `None` when there is none, for the start already is
    /// a goal or cannot lead to one.
    pub fn shown(&self) -> Option<&TraceStep> {
        self.steps.get(self.at)
    }

    /// Returns the first of the open list after the step that is shown.
    pub fn open(&self) -> &[Waiting] {
        self.open.get(self.at).map_or(&[], Vec::as_slice)
    }

    /// Returns the steps up to the one that is shown.
    pub(super) fn taken(&self) -> &[TraceStep] {
        &self.steps[..(self.at + 1).min(self.steps.len())]
    }

    /// Returns g, h and what the open list is ordered by, under the name it has there.
    pub(super) fn figures(&self, moves: u32, estimate: f64, rank: f64) -> String {
        let number =
            |value: f64| if value.is_infinite() { "infinite".to_owned() } else { score(value) };
        let (h, rank) = (number(estimate), number(rank));
        match self.options.method {
            Method::Greedy => format!("g {moves}   h {h}"),
            Method::Mondrian => format!("g {moves}   h {h}   score {rank}"),
            _ => format!("g {moves}   h {h}   f {rank}"),
        }
    }

    /// Says whether it goes on by itself.
    pub fn is_running(&self) -> bool {
        self.pace != Pace::Rest
    }

    /// Says whether the step that is shown is the last one.
    pub(super) const fn is_at_end(&self) -> bool {
        self.end.is_some() && self.at + 1 >= self.steps.len()
    }

    /// Takes one more step; says whether there was one.
    fn take(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        if self.steps.len() == MOST_STEPS || self.cells >= MOST_CELLS {
            self.end = Some(format!("Only the first {} steps are kept.", self.steps.len()));
            return false;
        }
        let Ok(tracer) = self.tracer.get_mut() else { return false };
        if let Some(step) = tracer.step() {
            let open = tracer.waiting(OPEN_SHOWN);
            let boards = 1 + step.made.len() + open.len();
            self.cells += boards * self.draft.start.size().area();
            self.steps.push(step);
            self.open.push(open);
            return true;
        }
        self.end = Some(match tracer.solution() {
            Some(_) if self.steps.is_empty() => {
                "The start is a goal: there is nothing to search.".to_owned()
            }
            _ => format!("{}.", words::capital(&words::traced(tracer))),
        });
        false
    }

    /// Shows the next step; says whether there is one.
    fn next(&mut self) -> bool {
        let more = self.at + 1 < self.steps.len() || self.take();
        self.at += usize::from(more);
        more
    }

    /// Returns the moves of the best solution after the step that is shown.
    fn incumbent(&self) -> Option<u32> {
        self.shown().and_then(|step| step.incumbent)
    }

    /// Goes on by itself for a frame, by so many steps if it walks.
    fn go_on(&mut self, due: u32) {
        match self.pace {
            Pace::Rest => {}
            Pace::Walk => {
                for _ in 0..due {
                    if !self.next() {
                        self.pace = Pace::Rest;
                    }
                }
            }
            Pace::Seek(before) => {
                let started = Instant::now();
                while self.is_running() && started.elapsed() < SLICE {
                    if !self.next() || self.incumbent() != before {
                        self.pace = Pace::Rest;
                    }
                }
            }
        }
    }

    fn obey(&mut self, command: StepCommand) {
        if let StepCommand::Speed(speed) = command {
            self.speed = speed;
            self.wait = self.wait.min(self.step_seconds());
            return;
        }
        let was_running = std::mem::replace(&mut self.pace, Pace::Rest) != Pace::Rest;
        match command {
            StepCommand::Next => drop(self.next()),
            StepCommand::Back => self.at = self.at.saturating_sub(1),
            StepCommand::First => self.at = 0,
            StepCommand::GoTo(number) => {
                let place = self.steps.iter().position(|step| step.number == number);
                self.at = place.unwrap_or(self.at);
            }
            StepCommand::Solution => self.pace = Pace::Seek(self.incumbent()),
            StepCommand::Run if was_running || self.is_at_end() => {}
            StepCommand::Run => self.pace = Pace::Walk,
            StepCommand::Method(method) => {
                let options = Options { method, ..self.options };
                let draft = Arc::clone(&self.draft);
                if let Some(other) = Self::new(draft, options, self.speed) {
                    *self = other;
                }
            }
            StepCommand::Speed(_) => {}
        }
        self.wait = self.step_seconds();
    }

    fn step_seconds(&self) -> f32 {
        1.0 / self.speed as f32
    }

    /// Lets time pass; returns how many steps are due.
    fn pass(&mut self, seconds: f32) -> u32 {
        // The first frame after an idle while is a long one.
        self.wait -= seconds.min(LONGEST_FRAME);
        let mut due = 0;
        while self.wait <= 0.0 {
            self.wait += self.step_seconds();
            due += 1;
        }
        due
    }
}

fn show(
    mut requests: MessageReader<ShowStudy>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    steps: Option<Res<Steps>>,
    dialogs: Query<Entity, With<Dialog>>,
    mut messages: MessageWriter<ShowMessage>,
    mut commands: Commands,
) {
    if !requests.read().any(|request| *request == ShowStudy::Steps)
        || puzzle_or_message(&document, &mut messages).is_none()
    {
        return;
    }
    let method = Some(settings.method).filter(|method| METHODS.contains(method));
    let mut options = Options {
        method: method.unwrap_or(Method::Astar),
        heuristic: settings.heuristic.filter(|_| method.is_some()),
        ..Options::default()
    };
    options.limits.memory_bytes = Some(MEMORY_BYTES);
    let speed = steps.map_or(SPEEDS[1], |steps| steps.speed);
    let Some(steps) = Steps::new(Arc::clone(document.draft()), options, speed) else { return };
    commands.insert_resource(steps);
    view::open_dialog(&mut commands, &dialogs);
}

fn obey(mut messages: MessageReader<StepCommand>, steps: Option<ResMut<Steps>>) {
    let Some(mut steps) = steps else { return };
    for command in messages.read() {
        steps.obey(*command);
    }
}

fn run(time: Res<Time>, steps: Option<ResMut<Steps>>) {
    let Some(mut steps) = steps else { return };
    if !steps.is_running() {
        return;
    }
    // Drawing a step takes longer than many steps.
    let quiet = steps.bypass_change_detection();
    let due = quiet.pass(time.delta_secs());
    quiet.go_on(due);
    if due > 0 || !quiet.is_running() {
        steps.set_changed();
    }
}

fn send_keys(keys: Res<ButtonInput<KeyCode>>, mut out: MessageWriter<StepCommand>) {
    let wanted = [
        (KeyCode::ArrowRight, StepCommand::Next),
        (KeyCode::ArrowLeft, StepCommand::Back),
        (KeyCode::Home, StepCommand::First),
        (KeyCode::End, StepCommand::Solution),
        (KeyCode::KeyP, StepCommand::Run),
    ];
    for (_, command) in wanted.into_iter().filter(|&(key, _)| keys.just_pressed(key)) {
        out.write(command);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<StepCommand>().add_systems(
        Update,
        (
            send_keys.run_if(resource_exists::<Steps>).in_set(FrameSystems::Input),
            (obey, run).chain().in_set(FrameSystems::Commands),
            (end_with_dialog::<Steps, view::StepBody>, show, view::show_step)
                .chain()
                .in_set(FrameSystems::Views),
        ),
    );
}
