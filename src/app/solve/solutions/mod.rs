//! What is done with the solutions of the board that is drawn, which stand on its sheet
//! (`results`): they are watched, sorted, removed, copied and chosen for comparison.

pub mod compare;
pub mod words;

use bevy::prelude::*;

use super::results::{ResultSystems, Results, Sheet, Sort};
use crate::app::kit::frame::FrameSystems;
use crate::app::levels::text::TextCommand;
use crate::app::replay::{Replay, ReplayCommand, Track};
use crate::puzzle::{Move, format_moves};

/// Changes the list, or does something with one of it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionCommand {
    /// Opens one in the replay.
    Show(usize),
    /// Opens one of the shortest solutions that were counted in the replay, by its place
    /// among them, from 0.
    ShowShortest(usize),
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

/// Returns a track of one, in the colours of the board as it is drawn now.
fn track_of(sheet: &Sheet, id: usize) -> Option<Track> {
    track_along(sheet, sheet.solutions.get(id)?.solution.moves())
}

fn track_along(sheet: &Sheet, moves: &[Move]) -> Option<Track> {
    let palette = sheet.draft.as_ref()?.palette.clone();
    Track::new(&sheet.puzzle, palette, moves).ok()
}

/// Opens a track in the replay, at its beginning.
fn watch(track: Option<Track>, replays: &mut MessageWriter<ReplayCommand>) {
    if let Some(track) = track {
        replays.write(ReplayCommand::Load(Box::new(track)));
        replays.write(ReplayCommand::First);
    }
}

fn apply(
    mut commands: MessageReader<SolutionCommand>,
    replay: Res<Replay>,
    mut results: ResMut<Results>,
    mut replays: MessageWriter<ReplayCommand>,
    mut texts: MessageWriter<TextCommand>,
) {
    for command in commands.read() {
        if let SolutionCommand::Sort(sort) = *command {
            results.set_sort(sort);
            continue;
        }
        let track = replay.playhead().map(|playhead| &playhead.track);
        let Some(sheet) = results.shown_mut() else { continue };
        let shown = track.and_then(|track| sheet.solutions.shown(track)).map(|known| known.id);
        match *command {
            SolutionCommand::Show(id) => watch(track_of(sheet, id), &mut replays),
            SolutionCommand::ShowShortest(at) => {
                let moves = sheet.shortest.get(at);
                watch(moves.and_then(|moves| track_along(sheet, moves)), &mut replays);
            }
            SolutionCommand::Delete(id) => {
                if shown == Some(id) {
                    replays.write(ReplayCommand::Unload);
                }
                sheet.solutions.remove(id);
            }
            SolutionCommand::Compare(id) => {
                let compared = &mut sheet.solutions.compared;
                *compared = (*compared != Some(id)).then_some(id);
            }
            SolutionCommand::Swap(at) => {
                let other = sheet.solutions.compared.and_then(|id| track_of(sheet, id));
                let Some(other) = other else { continue };
                sheet.solutions.compared = shown;
                replays.write(ReplayCommand::Load(Box::new(other)));
                replays.write(ReplayCommand::Seek(at));
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
            SolutionCommand::Sort(_) => {}
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SolutionCommand>()
        .add_systems(Update, apply.before(ResultSystems).in_set(FrameSystems::Input));
}
