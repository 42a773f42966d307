//! Methods side by side: chosen methods search this board one after the other, on the
//! worker of the solver and within limits, and a table with bars shows what each has
//! done. The rows are those of `search::Row`; `picture` draws them for a file.

mod dialog;
mod table;

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::Mode;
use crate::app::levels::choose_file::{Chosen, Purpose};
use crate::app::levels::export::ExportReport;
use crate::app::play::{Hints, Play};
use crate::app::settings::Settings;
use crate::app::work::ShowRace;
use crate::app::work::claims::{ClaimSystems, Claims};
use crate::app::work::search_settings::SolverSettings;
use crate::app::work::wake::{SearchMaker, wake};
use crate::app::work::worker::{End, Told, Worker};
use crate::picture::race_png;
use crate::puzzle::{Draft, Puzzle, Square};
use crate::search::{Aim, First, Limits, Options, Racer, Row};

/// A request to the race.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceCommand {
    /// Takes a method in, or leaves it out.
    Choose { racer: usize, chosen: bool },
    /// Chooses where each ends: at its first solution or with the proof.
    Aim(Aim),
    /// Chooses the longest time for each, in seconds.
    Seconds(u64),
    /// Begins.
    Start,
    /// Ends.
    Stop,
}

/// The times that are offered, in seconds.
pub const TIMES: [u64; 4] = [2, 10, 60, 600];

/// The memory of one method where the solver panel sets no limit.
const MEMORY_BYTES: u64 = 2 << 30;

/// Who takes part, how, and how far the race is.
#[derive(Resource)]
pub struct Race {
    chosen: [bool; Racer::ALL.len()],
    aim: Aim,
    seconds: u64,
    run: Option<RaceRun>,
}

impl Default for Race {
    fn default() -> Self {
        Self { chosen: [true; Racer::ALL.len()], aim: Aim::Prove, seconds: TIMES[1], run: None }
    }
}

/// A race from its start on.
struct RaceRun {
    /// The board, for the picture; its start is the position that is searched.
    draft: Draft,
    puzzle: Arc<Puzzle>,
    options: Options,
    /// Those that take part, by their places in [`Racer::ALL`], and what they have shown.
    rows: Vec<(usize, RaceRow)>,
    /// How many have ended.
    ended: usize,
    worker: Option<Worker>,
}

/// What one of them has shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum RaceRow {
    /// It has not begun.
    #[default]
    Waiting,
    /// It is searching, or has ended.
    Shown(Box<Row>),
    /// It has failed.
    Failed,
}

impl Race {
    /// Says whether it is under way.
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.ended < run.rows.len())
    }

    /// Says whether a method takes part.
    pub const fn is_chosen(&self, racer: usize) -> bool {
        self.chosen[racer]
    }

    /// Returns where each ends.
    pub const fn aim(&self) -> Aim {
        self.aim
    }

    /// Returns the longest time for each, in seconds.
    pub const fn seconds(&self) -> u64 {
        self.seconds
    }

    /// Returns what a method has shown; `None` when it takes no part.
    pub fn row(&self, racer: usize) -> Option<&RaceRow> {
        let rows = &self.run.as_ref()?.rows;
        rows.iter().find(|(own, _)| *own == racer).map(|(_, row)| row)
    }

    /// Ends it. Those that have not ended stay as they are.
    fn stop(&mut self) {
        if let Some(run) = &mut self.run {
            run.worker = None;
            run.ended = run.rows.len();
        }
    }

    /// Returns the most positions that any has looked at.
    fn most_expanded(&self) -> u64 {
        let rows = self.run.iter().flat_map(|run| &run.rows);
        rows.filter_map(|(_, row)| match row {
            RaceRow::Shown(row) => Some(row.progress.expanded),
            RaceRow::Waiting | RaceRow::Failed => None,
        })
        .max()
        .unwrap_or(0)
    }
}

/// What is raced on.
#[derive(bevy::ecs::system::SystemParam)]
struct Board<'w> {
    document: Res<'w, Document>,
    mode: Res<'w, Mode>,
    play: Res<'w, Play>,
}

impl Board<'_> {
    /// Returns the level, while it is played from the position on the board.
    fn level(&self) -> Option<(Draft, Arc<Puzzle>)> {
        let mut draft = (**self.document.draft()).clone();
        let puzzle = self.document.puzzle()?;
        // A solved board has nothing to show.
        let is_played = *self.mode == Mode::Play && !self.play.makes_goal();
        let game = self.play.game().filter(|game| is_played && !game.is_won());
        let Some(game) = game else { return Some((draft, Arc::clone(puzzle))) };
        let position = game.position();
        for cell in draft.start.size().cells() {
            if draft.start[cell] != Square::Wall {
                draft.start[cell] = position.tile(cell).map_or(Square::Empty, Square::Tile);
            }
        }
        Some((draft, Arc::new(game.rest())))
    }
}

fn apply_commands(
    mut commands: MessageReader<RaceCommand>,
    board: Board,
    settings: Res<SolverSettings>,
    mut hints: ResMut<Hints>,
    mut race: ResMut<Race>,
) {
    for &command in commands.read() {
        match command {
            RaceCommand::Choose { racer, chosen } => race.chosen[racer] = chosen,
            RaceCommand::Aim(aim) => race.aim = aim,
            RaceCommand::Seconds(seconds) => race.seconds = seconds,
            RaceCommand::Start if race.is_running() => {}
            RaceCommand::Start => {
                let Some((draft, puzzle)) = board.level() else { continue };
                // Each is to have the machine for itself.
                hints.stop();
                let chosen = settings.options_or_default();
                let limits = Limits {
                    time: Some(Duration::from_secs(race.seconds)),
                    memory_bytes: Some(chosen.limits.memory_bytes.unwrap_or(MEMORY_BYTES)),
                    ..Limits::default()
                };
                let threads = chosen.threads;
                let options = Options { aim: race.aim, limits, threads, ..Options::default() };
                let part = (0..Racer::ALL.len()).filter(|&racer| race.chosen[racer]);
                let rows = part.map(|racer| (racer, RaceRow::Waiting)).collect();
                let run = RaceRun { draft, puzzle, options, rows, ended: 0, worker: None };
                race.run = Some(run);
            }
            RaceCommand::Stop => race.stop(),
        }
    }
}

/// Lets the next one begin when nobody is searching.
fn begin_next(
    mut race: ResMut<Race>,
    maker: Res<SearchMaker>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    let Some(run) = &race.run else { return };
    if run.worker.is_some() || !race.is_running() {
        return;
    }
    let Some(run) = &mut race.run else { return };
    let (racer, row) = &mut run.rows[run.ended];
    let options = Racer::ALL[*racer].options(&run.options);
    match Worker::start(
        (*run.puzzle).clone(),
        options,
        Told::default(),
        maker.0,
        wake(proxy.as_deref()),
    ) {
        Ok(worker) => {
            *row = RaceRow::Shown(Box::default());
            run.worker = Some(worker);
        }
        Err(_) => {
            *row = RaceRow::Failed;
            run.ended += 1;
        }
    }
}

/// Takes over what the one that searches has reported.
pub(in crate::app) fn poll(mut race: ResMut<Race>) {
    let report = race.run.as_ref().and_then(|run| run.worker.as_ref()).and_then(Worker::take);
    // Without a report nothing is to be drawn anew.
    let Some(report) = report else { return };
    let Some(run) = &mut race.run else { return };
    let entry = &mut run.rows[run.ended].1;
    if let RaceRow::Shown(row) = entry {
        if let Some(progress) = report.progress {
            row.progress = progress;
        }
        if let (None, Some(found)) = (row.first, report.found.first()) {
            row.first = Some(First::of(found));
        }
    }
    if let Some(end) = report.end {
        match (end, &mut *entry) {
            (End::Outcome(outcome), RaceRow::Shown(row)) => row.outcome = Some(outcome),
            _ => *entry = RaceRow::Failed,
        }
        run.worker = None;
        run.ended += 1;
    }
}

/// Ends with the board that it is of. What has been shown stays, for the edit may be taken
/// back: until then nobody sees it.
fn follow_document(mut changes: MessageReader<DocumentChanged>, mut race: ResMut<Race>) {
    let (opened, puzzle) = changes.read().fold((false, false), |(opened, puzzle), change| {
        (opened || change.opened, puzzle || change.puzzle)
    });
    if opened {
        race.run = None;
    } else if puzzle && race.is_running() {
        race.stop();
    }
}

/// Shows nothing of another board, nor of the position before the moves that have been
/// made since.
fn follow_board(mut requests: MessageReader<ShowRace>, board: Board, mut race: ResMut<Race>) {
    if requests.read().count() == 0 {
        return;
    }
    let now = board.level().map(|(_, puzzle)| puzzle);
    if race.run.as_ref().is_some_and(|run| Some(&run.puzzle) != now.as_ref()) {
        race.run = None;
    }
}

/// Writes the table as a picture.
fn export(
    mut chosen: MessageReader<Chosen>,
    race: Res<Race>,
    settings: Res<Settings>,
    mut report: ExportReport,
) {
    for Chosen(_, path) in chosen.read().filter(|Chosen(purpose, _)| *purpose == Purpose::Race) {
        let Some(run) = &race.run else { continue };
        let rows = table::chart_rows(&race);
        let titled = settings.titles;
        report.write(path, |file| race_png(&run.draft, &rows, titled, file));
    }
}

/// Says whether a race needs the machine.
fn claim(race: Res<Race>, mut claims: ResMut<Claims>) {
    claims.set("race", race.is_running());
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Race>()
        .add_message::<RaceCommand>()
        .add_systems(
            Update,
            (
                (apply_commands, export)
                    .after(crate::app::document::apply_commands)
                    .in_set(FrameSystems::Commands),
                (follow_document, follow_board, poll, begin_next, claim)
                    .chain()
                    .in_set(ClaimSystems)
                    .in_set(FrameSystems::Poll),
            ),
        )
        .add_plugins(dialog::plugin);
}
