//! A search step by step: the steps taken so far, which of them is shown, and what moves
//! on. What it looks like is in `steps_view`.

use std::sync::{Arc, Mutex};

use bevy::prelude::*;

use super::steps_view;
use super::{ShowStudy, end_with_dialog, puzzle_or_message};
use crate::app::FrameSystems;
use crate::app::dialog::{Dialog, ShowMessage};
use crate::app::document::Document;
use crate::app::solver::SolverSettings;
use crate::puzzle::Draft;
use crate::search::{Method, Options, TraceStep, Tracer};

/// The steps that are kept; the search stops there.
const MOST_STEPS: usize = 5000;
/// Memory for the open list and the closed set.
const MEMORY_BYTES: u64 = 256 << 20;
/// Seconds between two steps while it runs.
const STEP_SECONDS: f32 = 0.25;

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
    /// Runs, or pauses.
    Run,
    /// From the start with another method.
    Method(Method),
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
    /// The step that is shown, by its place in `steps`.
    at: usize,
    /// Why there is no next step, once there is none.
    pub(super) end: Option<String>,
    pub(super) is_running: bool,
    /// Seconds until the next step while it runs.
    wait: f32,
}

impl Steps {
    fn new(draft: Arc<Draft>, options: Options) -> Option<Self> {
        let tracer = Tracer::new(&draft.validate().ok()?, &options).ok()?;
        let mut steps = Self {
            draft,
            options,
            tracer: Mutex::new(tracer),
            steps: Vec::new(),
            at: 0,
            end: None,
            is_running: false,
            wait: 0.0,
        };
        steps.take();
        Some(steps)
    }

    /// Returns the step that is shown; `None` when the start already is a goal.
    pub fn shown(&self) -> Option<&TraceStep> {
        self.steps.get(self.at)
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
        if self.steps.len() == MOST_STEPS {
            self.end = Some(format!("Only the first {MOST_STEPS} steps are kept."));
            return false;
        }
        let Ok(tracer) = self.tracer.get_mut() else { return false };
        if let Some(step) = tracer.step() {
            self.steps.push(step);
            return true;
        }
        self.end = Some(match tracer.solution() {
            _ if tracer.is_full() => "The memory for this search is full.".to_owned(),
            Some(solution) => {
                let moves = crate::app::solver::wording::moves(solution.cost());
                format!("Nothing better is open: {moves}, proved the best.")
            }
            None => "Nothing is open: no solution exists, proved.".to_owned(),
        });
        false
    }

    /// Shows the next step; says whether there is one.
    fn next(&mut self) -> bool {
        let more = self.at + 1 < self.steps.len() || self.take();
        self.at += usize::from(more);
        more
    }

    fn obey(&mut self, command: StepCommand) {
        self.is_running &= command == StepCommand::Run;
        match command {
            StepCommand::Next => drop(self.next()),
            StepCommand::Back => self.at = self.at.saturating_sub(1),
            StepCommand::First => self.at = 0,
            StepCommand::Solution => {
                let best = |steps: &Self| steps.shown().and_then(|step| step.incumbent);
                let before = best(self);
                while self.next() && best(self) == before {}
            }
            StepCommand::Run => self.is_running = !self.is_running && !self.is_at_end(),
            StepCommand::Method(method) => {
                let options = Options { method, ..self.options };
                if let Some(other) = Self::new(Arc::clone(&self.draft), options) {
                    *self = other;
                }
            }
        }
        self.wait = STEP_SECONDS;
    }
}

fn show(
    mut requests: MessageReader<ShowStudy>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
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
    let Some(steps) = Steps::new(Arc::clone(document.draft()), options) else { return };
    commands.insert_resource(steps);
    steps_view::open_dialog(&mut commands, &dialogs);
}

fn obey(mut messages: MessageReader<StepCommand>, steps: Option<ResMut<Steps>>) {
    let Some(mut steps) = steps else { return };
    for command in messages.read() {
        steps.obey(*command);
    }
}

fn run(time: Res<Time>, steps: Option<ResMut<Steps>>) {
    let Some(mut steps) = steps else { return };
    if !steps.is_running {
        return;
    }
    let wait = steps.wait - time.delta_secs();
    steps.bypass_change_detection().wait = wait;
    if wait <= 0.0 {
        steps.wait = STEP_SECONDS;
        steps.is_running = steps.next();
    }
}

fn send_keys(keys: Res<ButtonInput<KeyCode>>, mut out: MessageWriter<StepCommand>) {
    let wanted = [
        (KeyCode::ArrowRight, StepCommand::Next),
        (KeyCode::ArrowLeft, StepCommand::Back),
        (KeyCode::Home, StepCommand::First),
        (KeyCode::End, StepCommand::Solution),
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
            (end_with_dialog::<Steps, steps_view::StepBody>, show, steps_view::show_step)
                .chain()
                .in_set(FrameSystems::Views),
        ),
    );
}
