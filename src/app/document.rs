//! The level under edit: the draft, its undo history, where it is stored and what
//! is wrong with it. One system writes it, `apply_commands`; everybody else sends
//! an [`EditCommand`] and hears a [`DocumentChanged`].

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::FrameSystems;
use super::edit;
use crate::puzzle::{Anchor, Cell, Draft, Issue, Layout, Move, Puzzle, Size, Square, Swatch};

/// Edits that can be taken back: the oldest are forgotten beyond this.
const UNDO_STEPS: usize = 4096;

/// The board of a new level.
const NEW_SIZE: Size = Size::new(8, 8);

/// Edits the document. What changes nothing is no step of the undo history.
#[derive(Message, Clone, Debug)]
pub enum EditCommand {
    /// Begins a stroke: everything painted until its end is one undo step.
    BeginStroke,
    /// Draws `square` on cells of one layout.
    Paint { layout: Layout, cells: Vec<Cell>, square: Square },
    /// Ends the stroke.
    EndStroke,
    /// Takes the last edit back.
    Undo,
    /// Does the edit again that was taken back last.
    Redo,
    /// Removes all walls and tiles, the opening and the waypoints.
    Clear,
    /// Makes the goal ask for what the start shows.
    CopyStartToGoal,
    /// Changes the size of the board; the top left corner stays.
    Resize(Size),
    /// Makes the goal fixed or floating.
    SetAnchor(Anchor),
    /// Appends a colour to the palette.
    AddColour(Swatch),
    /// Changes title, author and note.
    SetTexts { title: String, author: String, note: String },
    /// Keeps a solution as the best one known, if it is one and is better.
    KeepBest { moves: Vec<Move>, proved: bool },
    /// Replaces everything drawn, as one undo step.
    ReplaceDraft(Box<Draft>),
    /// Shows another level; the undo history begins anew.
    Open(Box<OpenedLevel>),
    /// The draft has been written to this file.
    MarkSaved { path: PathBuf, draft: Arc<Draft> },
}

/// A level that takes the place of the one under edit.
#[derive(Clone, Debug)]
pub struct OpenedLevel {
    /// The level.
    pub draft: Draft,
    /// Its file; `None` for a new, a built-in or a recovered level.
    pub path: Option<PathBuf>,
    /// What was dropped while reading.
    pub warnings: Vec<Issue>,
    /// It differs from what any file holds.
    pub unsaved: bool,
}

/// The document has changed. Sent once a frame in which it did.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentChanged {
    /// The puzzle is another one: results for the one before are stale.
    pub puzzle: bool,
    /// Another level has been opened.
    pub opened: bool,
}

/// The level under edit.
#[derive(Resource)]
pub struct Document {
    draft: Arc<Draft>,
    undo: VecDeque<Arc<Draft>>,
    redo: Vec<Arc<Draft>>,
    /// The draft as it was when the stroke began.
    stroke: Option<Arc<Draft>>,
    /// The draft as the file holds it; `None` when no file holds it.
    saved: Option<Arc<Draft>>,
    path: Option<PathBuf>,
    warnings: Vec<Issue>,
    validated: Result<Arc<Puzzle>, Vec<Issue>>,
    revision: u64,
    puzzle_revision: u64,
}

impl Default for Document {
    fn default() -> Self {
        let draft = Arc::new(new_draft());
        Self {
            validated: validate(&draft),
            saved: Some(draft.clone()),
            draft,
            undo: VecDeque::new(),
            redo: Vec::new(),
            stroke: None,
            path: None,
            warnings: Vec::new(),
            revision: 0,
            puzzle_revision: 0,
        }
    }
}

/// Returns the draft of a new level: an empty board with the ancestor's palette.
pub fn new_draft() -> Draft {
    Draft::new(NEW_SIZE)
}

fn validate(draft: &Draft) -> Result<Arc<Puzzle>, Vec<Issue>> {
    draft.validate().map(Arc::new)
}

impl Document {
    /// Returns the draft.
    pub const fn draft(&self) -> &Arc<Draft> {
        &self.draft
    }

    /// Returns the puzzle that the draft describes, if it is valid.
    pub fn puzzle(&self) -> Option<&Arc<Puzzle>> {
        self.validated.as_ref().ok()
    }

    /// Returns everything that is wrong with the draft.
    pub fn issues(&self) -> &[Issue] {
        self.validated.as_ref().err().map_or(&[], Vec::as_slice)
    }

    /// Returns what was dropped when the level was opened.
    pub fn warnings(&self) -> &[Issue] {
        &self.warnings
    }

    /// Returns the file of the level.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Says whether the draft differs from what its file holds.
    pub fn is_dirty(&self) -> bool {
        self.saved.as_ref().is_none_or(|saved| *saved != self.draft)
    }

    /// Returns a number that rises with every change.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns a number that rises when the puzzle becomes another one: a new title
    /// or a better solution leaves it as it is.
    pub const fn puzzle_revision(&self) -> u64 {
        self.puzzle_revision
    }

    /// Says whether there is an edit to take back: the stroke under way is one as
    /// soon as it has painted something.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty() || self.stroke.as_ref().is_some_and(|before| *before != self.draft)
    }

    /// Says whether there is an edit to do again.
    pub const fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Returns what the level is called on the screen.
    pub fn display_name(&self) -> String {
        let file = self.path.as_deref().and_then(Path::file_name);
        if !self.draft.title.trim().is_empty() {
            self.draft.title.trim().to_owned()
        } else if let Some(file) = file {
            file.to_string_lossy().trim_end_matches(".mondrian.ron").to_owned()
        } else {
            "Untitled".to_owned()
        }
    }

    fn apply(&mut self, command: &EditCommand) {
        match command {
            EditCommand::BeginStroke => self.stroke = Some(self.draft.clone()),
            EditCommand::EndStroke => self.end_stroke(),
            EditCommand::Undo => self.undo(),
            EditCommand::Redo => self.redo(),
            EditCommand::Open(level) => self.open(level),
            EditCommand::MarkSaved { path, draft } => {
                self.path = Some(path.clone());
                self.saved = Some(draft.clone());
                self.revision += 1;
            }
            EditCommand::KeepBest { moves, proved } => {
                let puzzle = self.puzzle().cloned();
                if let Some(draft) = edit::with_best(&self.draft, puzzle.as_deref(), moves, *proved)
                {
                    // No undo step: whoever takes an edit back means what was drawn.
                    self.show(Arc::new(draft));
                }
            }
            _ => {
                if let Some(mut draft) = edit::edited(&self.draft, command) {
                    if edit::is_other_puzzle(&draft, &self.draft) && !replaces_all(command) {
                        // It speaks of another puzzle now.
                        draft.best = None;
                    }
                    self.commit(draft);
                }
            }
        }
    }

    /// Makes `draft` the current one and remembers the one before.
    fn commit(&mut self, draft: Draft) {
        if draft == *self.draft {
            return;
        }
        let before = self.draft.clone();
        self.show(Arc::new(draft));
        self.redo.clear();
        // Within a stroke its beginning is what undo goes back to.
        if self.stroke.is_none() {
            self.remember(before);
        }
    }

    fn remember(&mut self, draft: Arc<Draft>) {
        if self.undo.len() == UNDO_STEPS {
            self.undo.pop_front();
        }
        self.undo.push_back(draft);
    }

    fn end_stroke(&mut self) {
        if let Some(before) = self.stroke.take()
            && before != self.draft
        {
            self.remember(before);
        }
    }

    fn undo(&mut self) {
        self.end_stroke();
        if let Some(before) = self.undo.pop_back() {
            self.redo.push(self.draft.clone());
            self.show(before);
        }
    }

    fn redo(&mut self) {
        self.end_stroke();
        if let Some(after) = self.redo.pop() {
            self.undo.push_back(self.draft.clone());
            self.show(after);
        }
    }

    fn open(&mut self, level: &OpenedLevel) {
        let draft = Arc::new(level.draft.clone());
        let (revision, puzzle_revision) = (self.revision + 1, self.puzzle_revision + 1);
        *self = Self {
            validated: validate(&draft),
            saved: (!level.unsaved).then(|| draft.clone()),
            draft,
            path: level.path.clone(),
            warnings: level.warnings.clone(),
            revision,
            puzzle_revision,
            ..Self::default()
        };
    }

    fn show(&mut self, draft: Arc<Draft>) {
        if edit::is_other_puzzle(&draft, &self.draft) {
            self.puzzle_revision += 1;
            self.warnings.clear();
        }
        self.validated = validate(&draft);
        self.draft = draft;
        self.revision += 1;
    }
}

const fn replaces_all(command: &EditCommand) -> bool {
    matches!(command, EditCommand::ReplaceDraft(_))
}

pub(super) fn apply_commands(
    mut commands: MessageReader<EditCommand>,
    mut document: ResMut<Document>,
    mut changed: MessageWriter<DocumentChanged>,
) {
    if commands.is_empty() {
        return;
    }
    let (revision, puzzle_revision) = (document.revision, document.puzzle_revision);
    let mut opened = false;
    for command in commands.read() {
        document.apply(command);
        opened |= matches!(command, EditCommand::Open(_));
    }
    if document.revision != revision {
        let puzzle = document.puzzle_revision != puzzle_revision;
        changed.write(DocumentChanged { puzzle, opened });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Document>()
        .add_message::<EditCommand>()
        .add_message::<DocumentChanged>()
        .add_systems(Update, apply_commands.in_set(FrameSystems::Commands));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paint(x: u8, y: u8) -> EditCommand {
        let cells = vec![Cell::new(x, y)];
        EditCommand::Paint { layout: Layout::Start, cells, square: Square::Wall }
    }

    #[test]
    fn a_stroke_is_one_step() {
        let mut document = Document::default();
        document.apply(&EditCommand::BeginStroke);
        document.apply(&paint(0, 0));
        document.apply(&paint(1, 0));
        document.apply(&EditCommand::EndStroke);
        assert!(document.is_dirty());
        document.apply(&EditCommand::Undo);
        assert_eq!(*document.draft, new_draft());
        assert!(!document.can_undo() && !document.is_dirty());
        document.apply(&EditCommand::Redo);
        assert_eq!(document.draft.start[Cell::new(1, 0)], Square::Wall);
    }

    #[test]
    fn what_changes_nothing_is_no_step() {
        let mut document = Document::default();
        document.apply(&EditCommand::Clear);
        document.apply(&EditCommand::Resize(NEW_SIZE));
        assert!(!document.can_undo());
        assert_eq!(document.revision(), 0);
    }

    #[test]
    fn a_thousand_steps_across_resizes_go_back_and_forth() {
        let mut document = Document::default();
        let mut seen = vec![document.draft.clone()];
        for step in 0..1_500_u32 {
            let square = if step % 2 == 0 { Square::Wall } else { Square::Empty };
            if step % 100 == 99 {
                let side = 4 + (step / 100) as u8;
                document.apply(&EditCommand::Resize(Size::new(side, side)));
            } else {
                let cells = vec![Cell::new((step / 2 % 4) as u8, 0)];
                document.apply(&EditCommand::Paint { layout: Layout::Goal, cells, square });
            }
            if **seen.last().unwrap() != *document.draft {
                seen.push(document.draft.clone());
            }
        }
        assert!(seen.len() > 1_000);
        for expected in seen.iter().rev().skip(1) {
            document.apply(&EditCommand::Undo);
            assert_eq!(document.draft, *expected);
        }
        assert!(!document.can_undo());
        for expected in seen.iter().skip(1) {
            document.apply(&EditCommand::Redo);
            assert_eq!(document.draft, *expected);
        }
    }
}
