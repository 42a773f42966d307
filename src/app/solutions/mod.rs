//! The solutions known of the level that has been searched: those of all its searches,
//! each once, until another level is searched. The solver panel lists them; this is
//! where they are sorted, removed and chosen for comparison.

pub mod compare;
pub mod words;

use std::time::Duration;

use bevy::prelude::*;

use super::FrameSystems;
use super::level_text::TextCommand;
use super::replay::{Replay, ReplayCommand, Track};
use super::solver::SolverState;
use crate::puzzle::{Palette, Puzzle, Solution, format_moves};
use crate::search::{Found, Method};

/// A solution with how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its number, from 0 in the order of finding; never given to another.
    pub id: usize,
    /// The moves.
    pub solution: Solution,
    /// The lower bound proved by then, in moves.
    pub lower_bound: u32,
    /// States expanded by then.
    pub expanded: u64,
    /// Time searched by then.
    pub elapsed: Duration,
    /// What found it.
    pub method: Method,
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The fewest moves first.
    #[default]
    Moves,
    /// The quickest found first.
    Time,
}

/// Changes the list, or does something with one of it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionCommand {
    /// Opens one in the replay.
    Show(usize),
    /// Removes one from the list. What the level keeps as its best it keeps.
    Delete(usize),
    /// Chooses the one that is compared with the one in the replay, or none when it is
    /// chosen already.
    Compare(usize),
    /// Opens the compared one in the replay after so many moves; the two change places.
    Swap(usize),
    /// Orders the list.
    Sort(Sort),
    /// Copies the one in the replay as notation.
    CopyNotation,
    /// Copies the one in the replay in words, a line a move.
    CopyWords,
}

/// The list.
#[derive(Resource, Default)]
pub struct Solutions {
    known: Vec<Known>,
    /// What they solve.
    puzzle: Option<(Puzzle, Palette)>,
    sort: Sort,
    compared: Option<usize>,
    next_id: usize,
    /// Rises with every change of the list.
    epoch: u64,
    /// The run that was read last, and how many of its solutions.
    read: (u64, usize),
}

impl Solutions {
    /// Returns them in the order of the list.
    pub fn sorted(&self) -> Vec<&Known> {
        let mut all: Vec<&Known> = self.known.iter().collect();
        match self.sort {
            Sort::Moves => all.sort_by_key(|known| (known.solution.cost(), known.id)),
            Sort::Time => all.sort_by_key(|known| (known.elapsed, known.id)),
        }
        all
    }

    /// Returns all of them in the order of finding.
    pub fn all(&self) -> &[Known] {
        &self.known
    }

    /// Returns a number that rises with every change of the list.
    pub const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Returns how they are ordered.
    pub const fn sort(&self) -> Sort {
        self.sort
    }

    /// Returns the puzzle that they solve, with its colours.
    pub const fn puzzle(&self) -> Option<&(Puzzle, Palette)> {
        self.puzzle.as_ref()
    }

    /// Returns the fewest moves of any.
    pub fn best(&self) -> Option<u32> {
        self.known.iter().map(|known| known.solution.cost()).min()
    }

    /// Returns one by its number.
    pub fn get(&self, id: usize) -> Option<&Known> {
        self.known.iter().find(|known| known.id == id)
    }

    /// Returns the one whose moves a track shows.
    pub fn shown(&self, track: &Track) -> Option<&Known> {
        self.known.iter().find(|known| *known.solution.moves() == track.moves)
    }

    /// Returns the one to be compared with.
    pub fn compared(&self) -> Option<&Known> {
        self.get(self.compared?)
    }

    /// Returns a track of one.
    fn track(&self, id: usize) -> Option<Track> {
        let (puzzle, palette) = self.puzzle.as_ref()?;
        Track::new(puzzle, palette.clone(), self.get(id)?.solution.moves()).ok()
    }

    fn clear(&mut self) {
        let (sort, epoch, next_id) = (self.sort, self.epoch + 1, self.next_id);
        *self = Self { sort, epoch, next_id, ..Self::default() };
    }

    fn add(&mut self, found: &Found, method: Method) {
        if self.known.iter().any(|known| known.solution == found.solution) {
            return;
        }
        self.known.push(Known {
            id: self.next_id,
            solution: found.solution.clone(),
            lower_bound: found.lower_bound,
            expanded: found.expanded,
            elapsed: found.elapsed,
            method,
        });
        self.next_id += 1;
        self.epoch += 1;
    }
}

/// Takes over what the searches have found.
fn collect(solver: Res<SolverState>, mut solutions: ResMut<Solutions>) {
    let Some(run) = &solver.run else {
        if solutions.puzzle.is_some() {
            solutions.clear();
        }
        return;
    };
    let mut read = solutions.read;
    if read.0 != run.serial {
        if solutions.puzzle.as_ref().is_none_or(|(puzzle, _)| *puzzle != run.puzzle) {
            solutions.clear();
        }
        // Its colours may look otherwise by now.
        solutions.puzzle = Some((run.puzzle.clone(), run.palette.clone()));
        read = (run.serial, 0);
        solutions.read = read;
    }
    if read.1 < run.found.len() {
        for found in &run.found[read.1..] {
            solutions.add(found, run.options.method);
        }
        solutions.read.1 = run.found.len();
    }
}

fn apply(
    mut commands: MessageReader<SolutionCommand>,
    replay: Res<Replay>,
    mut solutions: ResMut<Solutions>,
    mut replays: MessageWriter<ReplayCommand>,
    mut texts: MessageWriter<TextCommand>,
) {
    for command in commands.read() {
        let track = replay.playhead().map(|playhead| &playhead.track);
        let shown = track.and_then(|track| solutions.shown(track)).map(|known| known.id);
        match *command {
            SolutionCommand::Show(id) => {
                if let Some(track) = solutions.track(id) {
                    replays.write(ReplayCommand::Load(Box::new(track)));
                    replays.write(ReplayCommand::First);
                }
            }
            SolutionCommand::Delete(id) => {
                if shown == Some(id) {
                    replays.write(ReplayCommand::Unload);
                }
                solutions.known.retain(|known| known.id != id);
                solutions.epoch += 1;
                if solutions.compared == Some(id) {
                    solutions.compared = None;
                }
            }
            SolutionCommand::Compare(id) => {
                solutions.compared = (solutions.compared != Some(id)).then_some(id);
            }
            SolutionCommand::Swap(at) => {
                let Some(track) = solutions.compared.and_then(|id| solutions.track(id)) else {
                    continue;
                };
                solutions.compared = shown;
                replays.write(ReplayCommand::Load(Box::new(track)));
                replays.write(ReplayCommand::Seek(at));
            }
            SolutionCommand::Sort(sort) => {
                solutions.sort = sort;
                solutions.epoch += 1;
            }
            SolutionCommand::CopyNotation => {
                let Some(track) = track else { continue };
                let text = format_moves(&track.moves);
                texts.write(TextCommand::CopyText { text, what: "Moves" });
            }
            SolutionCommand::CopyWords => {
                let Some(track) = track else { continue };
                let text = words::lines(track);
                texts.write(TextCommand::CopyText { text, what: "Moves in words" });
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Solutions>().add_message::<SolutionCommand>().add_systems(
        Update,
        (
            apply.in_set(FrameSystems::Input),
            collect
                .run_if(resource_exists_and_changed::<SolverState>)
                .after(FrameSystems::Poll)
                .before(FrameSystems::Views),
        ),
    );
}
