//! Everything that has been computed, each thing with the board that it belongs to. This
//! is the one place that decides what may be shown: views ask [`Results::shown`] and get
//! what is known of the board that is drawn, or nothing.
//!
//! ```text
//!   workers --by the number of the sheet--> Sheet   of a board before
//!                                           Sheet   of a board before, searched still
//!   Document --the puzzle drawn now-------> Sheet   shown: verdict, figures, plot,
//!                                                   solutions, replay, legs, counts
//! ```
//!
//! A sheet is found by the puzzle itself, not by a number that rises with each edit: when
//! an edit is taken back its results are there again.

mod knowledge;
mod sheet;
mod solutions;

use std::sync::Arc;

use bevy::prelude::*;

pub use knowledge::{Knowledge, best, knowledge};
pub use sheet::Sheet;
pub use solutions::{KnownSolution, Solutions, Sort};

use super::Run;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::edit::ReplacedBy;
use crate::puzzle::{Best, Draft, EditCommand, Puzzle};
use crate::search::Found;

/// Sheets of boards that were searched on request: the oldest go beyond so many.
const MOST_SEARCHED: usize = 12;
/// Sheets of boards that were solved while they were drawn.
const MOST_OTHERS: usize = 48;

/// Which sheet: never given to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SheetId(u64);

/// Draws the board of an earlier sheet again, which shows its results.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BringBack(pub SheetId);

/// All sheets.
#[derive(Resource, Default)]
pub struct Results {
    /// The one that was drawn last is the last.
    sheets: Vec<Sheet>,
    /// The sheet of the board that is drawn; `None` while that is no puzzle.
    shown: Option<SheetId>,
    made: u64,
    /// How solutions are ordered.
    sort: Sort,
    /// What there is to see where there is nothing.
    nothing: Solutions,
    /// The document as it was seen last.
    revision: Option<u64>,
}

impl Results {
    /// Returns what is known of the board that is drawn.
    pub fn shown(&self) -> Option<&Sheet> {
        self.get(self.shown?)
    }

    /// Returns the same to be written.
    pub fn shown_mut(&mut self) -> Option<&mut Sheet> {
        self.get_mut(self.shown?)
    }

    /// Returns a sheet, shown or not, by its number.
    pub fn get(&self, id: SheetId) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.id == id)
    }

    /// Returns the same to be written.
    pub fn get_mut(&mut self, id: SheetId) -> Option<&mut Sheet> {
        self.sheets.iter_mut().find(|sheet| sheet.id == id)
    }

    /// Returns the search of the board that is drawn: the running one or the last one.
    pub fn run(&self) -> Option<&Run> {
        self.shown()?.run.as_ref()
    }

    /// Returns what it has found, each solution better than the one before.
    pub fn found(&self) -> &[Found] {
        self.run().map_or(&[], |run| &run.found)
    }

    /// Returns all solutions listed of the board that is drawn.
    pub fn solutions(&self) -> &Solutions {
        self.shown().map_or(&self.nothing, |sheet| &sheet.solutions)
    }

    /// Returns the order of the list.
    pub const fn sort(&self) -> Sort {
        self.sort
    }

    /// Orders the list.
    pub(in crate::app) const fn set_sort(&mut self, sort: Sort) {
        self.sort = sort;
    }

    /// Returns the sheet that is searched on request, be it shown or not.
    pub fn searched(&self) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.is_searched())
    }

    /// Says whether any board is searched on request.
    pub fn is_running(&self) -> bool {
        self.searched().is_some()
    }

    /// Says whether the board that is drawn is searched on request.
    pub fn is_shown_running(&self) -> bool {
        self.shown().is_some_and(Sheet::is_searched)
    }

    /// Returns the sheets of other boards that were searched on request, the newest first.
    pub fn earlier(&self) -> impl Iterator<Item = &Sheet> {
        let is_earlier = |sheet: &&Sheet| Some(sheet.id) != self.shown && sheet.was_asked_for();
        self.sheets.iter().rev().filter(is_earlier)
    }

    /// Returns all sheets to be written.
    pub(in crate::app) fn all_mut(&mut self) -> impl Iterator<Item = &mut Sheet> {
        self.sheets.iter_mut()
    }

    /// Says whether `wanted` holds for a sheet that is not shown.
    pub(in crate::app) fn any_hidden(&self, wanted: impl Fn(&Sheet) -> bool) -> bool {
        self.sheets.iter().any(|sheet| Some(sheet.id) != self.shown && wanted(sheet))
    }

    /// Says whether a sheet is the shown one.
    pub fn is_shown(&self, id: SheetId) -> bool {
        self.shown == Some(id)
    }

    /// Shows the sheet of `puzzle`, a new one if there is none.
    fn show(&mut self, puzzle: Option<&Arc<Puzzle>>, draft: &Arc<Draft>) {
        let known =
            puzzle.and_then(|puzzle| self.sheets.iter().position(|sheet| sheet.puzzle == *puzzle));
        let sheet = match (puzzle, known) {
            (None, _) => None,
            (Some(_), Some(at)) => Some(self.sheets.remove(at)),
            (Some(puzzle), None) => {
                self.made += 1;
                Some(Sheet::new(SheetId(self.made), Arc::clone(puzzle)))
            }
        };
        let next = sheet.as_ref().map(|sheet| sheet.id);
        if next != self.shown {
            self.sheets.retain(|sheet| !sheet.is_empty());
            self.shown = next;
        }
        if let Some(mut sheet) = sheet {
            sheet.draft = Some(Arc::clone(draft));
            self.sheets.push(sheet);
        }
        self.forget_oldest(MOST_SEARCHED, Sheet::was_asked_for);
        self.forget_oldest(MOST_OTHERS, |sheet| !sheet.was_asked_for());
    }

    fn forget_oldest(&mut self, most: usize, is_of_kind: impl Fn(&Sheet) -> bool) {
        let mut count = self.sheets.iter().filter(|sheet| is_of_kind(sheet)).count();
        let shown = self.shown;
        self.sheets.retain(|sheet| {
            let goes = count > most
                && is_of_kind(sheet)
                && !sheet.is_searched()
                && Some(sheet.id) != shown;
            count -= usize::from(goes);
            !goes
        });
    }

    /// Forgets everything: another level has been opened.
    fn clear(&mut self) {
        let Self { made, sort, .. } = *self;
        *self = Self { made, sort, ..Self::default() };
    }
}

/// Shows the sheet of what is drawn. Runs as soon as the document has been written, so
/// that nothing of another board is seen by anybody, not for one frame.
fn follow_document(
    mut changes: MessageReader<DocumentChanged>,
    document: Res<Document>,
    mut results: ResMut<Results>,
) {
    let opened = changes.read().any(|change| change.opened);
    if results.revision == Some(document.revision()) && !opened {
        return;
    }
    if opened {
        results.clear();
    }
    results.revision = Some(document.revision());
    results.show(document.puzzle(), document.draft());
}

/// Draws earlier boards again, each as a step that can be taken back. Title, author and
/// note are not of the board.
fn bring_back(
    mut requests: MessageReader<BringBack>,
    document: Res<Document>,
    results: Res<Results>,
    mut edits: MessageWriter<Edit>,
) {
    for &BringBack(id) in requests.read() {
        let Some(sheet) = results.get(id) else { continue };
        let Some(board) = &sheet.draft else { continue };
        let now = document.draft();
        let best = sheet.best().map(|(moves, proved)| Best::found(moves, proved));
        let draft = Draft {
            title: now.title.clone(),
            author: now.author.clone(),
            note: now.note.clone(),
            best: best.or_else(|| board.best.clone()),
            ..Draft::clone(board)
        };
        edits.write(Edit(EditCommand::Replace {
            draft: Box::new(draft),
            source: ReplacedBy::EarlierBoard,
        }));
    }
}

/// The results follow the document.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResultSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Results>().add_message::<BringBack>().add_systems(
        Update,
        (
            bring_back.in_set(FrameSystems::Input),
            follow_document
                .in_set(ResultSystems)
                .after(crate::app::document::apply_commands)
                .in_set(FrameSystems::Commands),
        ),
    );
}
