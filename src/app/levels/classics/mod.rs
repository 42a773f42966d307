//! The classic puzzles: a dialog that makes one of any size, shuffled at random or to a
//! number of moves that is proved. The proof runs in the background; a dialog that is
//! closed ends it, and then nothing happens.

mod dialog;
mod shuffle_job;

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

pub use dialog::{ClassicField, ClassicStatus};

use super::file::FileCommand;
use crate::app::document::{Document, Edit};
use crate::app::kit::dialog::{CloseDialog, close_dialogs};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowNotice;
use crate::app::work::search_settings::SolverSettings;
use crate::app::work::wake::wake;
use crate::puzzle::edit::ReplacedBy;
use crate::puzzle::{
    CLASSIC_SIDES, Draft, EditCommand, Random, Size, classic, is_shuffled, shuffled,
};
use crate::words::figures;
use shuffle_job::Shuffling;

/// Opens the dialog.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowClassics;

/// Makes what the fields of the dialog say.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct MakeClassic {
    /// What to shuffle.
    pub what: What,
    /// Moves of the shortest solution, or `None` for any.
    pub moves: Option<u32>,
    /// The seed, or `None` for another each time.
    pub seed: Option<u64>,
}

/// What is shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A new puzzle of this size.
    New(Size),
    /// The level under edit, as one step of its history.
    This,
}

/// The shuffling under way and what is said of it.
#[derive(Resource, Default)]
pub struct Classics {
    job: Option<(What, u32, Shuffling)>,
    status: Option<Result<String, String>>,
}

impl Classics {
    /// Says whether a start is looked for.
    pub const fn is_busy(&self) -> bool {
        self.job.is_some()
    }
}

fn make(
    mut requests: MessageReader<MakeClassic>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut classics: ResMut<Classics>,
    mut out: Outputs,
) {
    for &MakeClassic { what, moves, seed } in requests.read() {
        let draft = match what {
            What::New(size) => classic(size),
            What::This => Some((**document.draft()).clone()),
        };
        let Some(draft) = draft else {
            let (least, most) = (CLASSIC_SIDES.start(), CLASSIC_SIDES.end());
            classics.status = Some(Err(format!("Sides are {least} to {most} cells.")));
            continue;
        };
        let seed = seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
        if let Some(wanted) = moves {
            let threads = settings.options_or_default().threads;
            let job = Shuffling::start(&draft, wanted, seed, threads, wake(proxy.as_deref()));
            classics.status = None;
            classics.job = job.map(|job| (what, wanted, job));
        } else if let Some(mut draft) = shuffled(&draft, &mut Random::new(seed)) {
            put_note(&mut draft, format!("Shuffled at random, seed {seed}."));
            out.take(what, draft);
        }
    }
}

/// Where a puzzle goes that has been made.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w> {
    files: MessageWriter<'w, FileCommand>,
    edits: MessageWriter<'w, Edit>,
    close: MessageWriter<'w, CloseDialog>,
    notices: MessageWriter<'w, ShowNotice>,
}

impl Outputs<'_> {
    fn take(&mut self, what: What, draft: Draft) {
        match what {
            // It closes the dialog itself, or puts a question in its place.
            What::New(_) => drop(self.files.write(FileCommand::OpenClassic(Box::new(draft)))),
            What::This => {
                self.close.write(CloseDialog);
                self.edits.write(Edit(EditCommand::Replace {
                    draft: Box::new(draft),
                    source: ReplacedBy::Shuffle,
                }));
            }
        }
    }
}

/// Notes how a level was shuffled, unless its note says something else.
fn put_note(draft: &mut Draft, how: String) {
    const OURS: [&str; 3] = ["Shuffled at random, seed ", "Shuffled to ", "Shuffled as far as "];
    if draft.note.is_empty() || OURS.iter().any(|begin| draft.note.starts_with(begin)) {
        draft.note = how;
    }
}

/// Takes the start that has been found.
fn poll(mut classics: ResMut<Classics>, dialogs: Query<(), With<ClassicStatus>>, mut out: Outputs) {
    let Some((what, wanted, job)) = &mut classics.job else { return };
    if dialogs.is_empty() {
        // Dropping it ends it.
        classics.job = None;
        return;
    }
    let (what, wanted) = (*what, *wanted);
    if let Some(found) = job.take() {
        classics.job = None;
        match found.draft {
            Some(mut draft) => {
                let moves = draft.best.as_ref().map_or(0, |best| best.moves.len()) as u32;
                let found = figures::moves(moves);
                let how = if moves == wanted {
                    format!("Shuffled to {found}, proved.")
                } else {
                    let wanted = figures::moves(wanted);
                    let how = format!("Shuffled as far as {found}, proved; {wanted} were wanted.");
                    out.notices.write(ShowNotice(how.clone()));
                    how
                };
                put_note(&mut draft, how);
                out.take(what, draft);
            }
            None => {
                let why = match found.most.filter(|&most| most < wanted) {
                    Some(most) => {
                        let (wanted, most) = (figures::moves(wanted), figures::moves(most));
                        format!("No start is {wanted} from the goal: the farthest is {most} away.")
                    }
                    None => "No start of that kind was found.".to_owned(),
                };
                classics.status = Some(Err(why));
            }
        }
        return;
    }
    let words = match job.moves() {
        0 => format!("Looking for a start {} away …", figures::moves(wanted)),
        moves => format!("Looking for a start {} away … {moves} so far", figures::moves(wanted)),
    };
    if classics.status.as_ref() != Some(&Ok(words.clone())) {
        classics.status = Some(Ok(words));
    }
}

/// Says whether the level under edit can be shuffled.
fn can_shuffle(document: &Document) -> bool {
    is_shuffled(document.draft())
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Classics>()
        .add_message::<ShowClassics>()
        .add_message::<MakeClassic>()
        .add_systems(
            Update,
            (
                make.after(close_dialogs).in_set(FrameSystems::Input),
                poll.run_if(|classics: Res<Classics>| classics.is_busy())
                    .in_set(FrameSystems::Poll),
            ),
        )
        .add_plugins(dialog::plugin);
}
