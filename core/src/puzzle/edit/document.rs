//! A level under edit: the draft, its undo history, where it is stored and what is wrong with it.
//! [`EditCommand`]s change it, and nothing else.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::checked::Checked;
use super::history::History;
use super::step_name::step_name;
use super::{EditCommand, OpenedLevel, apply};
use crate::puzzle::rules::{Draft, Issue, Layout, Puzzle, Size};

/// The board of a new level.
const NEW_SIZE: Size = Size::new(8, 8);

/// A level under edit.
pub struct Document {
    draft: Arc<Draft>,
    history: History,
    /// The stroke under way: the history shows the draft as it was when it began.
    stroke: Option<StrokeUnderWay>,
    /// The draft as the file holds it; `None` when no file holds it.
    saved: Option<Arc<Draft>>,
    path: Option<PathBuf>,
    /// What was dropped while reading.
    dropped: Vec<Issue>,
    checked: Checked,
    revision: u64,
    puzzle_revision: u64,
}

/// The first edit of a stroke, which gives it its name.
#[derive(Default)]
struct StrokeUnderWay(Option<EditCommand>);

impl Default for Document {
    fn default() -> Self {
        let draft = Arc::new(new_draft());
        Self {
            checked: Checked::new(&draft),
            saved: Some(draft.clone()),
            history: History::new(draft.clone(), "New level"),
            draft,
            stroke: None,
            path: None,
            dropped: Vec::new(),
            revision: 0,
            puzzle_revision: 0,
        }
    }
}

/// Returns the draft of a new level: an empty board with the ancestor's palette.
pub fn new_draft() -> Draft {
    Draft::new(NEW_SIZE)
}

impl Document {
    /// Returns the draft.
    pub const fn draft(&self) -> &Arc<Draft> {
        &self.draft
    }

    /// Says whether nothing is drawn yet but walls.
    pub fn is_blank(&self) -> bool {
        let mut layouts = self.draft.layouts();
        layouts.all(|layout| {
            self.draft.layout(layout).iter().all(|(_, square)| square.colour().is_none())
        })
    }

    /// Returns the size of a layout; `None` for a waypoint that does not exist.
    pub fn size(&self, layout: Layout) -> Option<Size> {
        let exists = self.draft.layouts().any(|other| other == layout);
        exists.then(|| self.draft.layout(layout).size())
    }

    /// Returns the puzzle that the draft describes, if it is valid.
    pub const fn puzzle(&self) -> Option<&Arc<Puzzle>> {
        self.checked.puzzle.as_ref()
    }

    /// Returns everything that is wrong with the draft.
    pub fn issues(&self) -> &[Issue] {
        &self.checked.issues
    }

    /// Returns what is most likely not meant, and what was dropped when the level
    /// was opened.
    pub fn warnings(&self) -> impl Iterator<Item = &Issue> + Clone {
        self.checked.warnings.iter().chain(&self.dropped)
    }

    /// Returns why there is nothing to search for, if that is so: what is wrong
    /// first, then what would be found at once.
    pub fn obstacle(&self) -> Option<&Issue> {
        let spares = self.checked.warnings.iter().find(|issue| issue.spares_the_search());
        self.checked.issues.first().or(spares)
    }

    /// Returns the undo history.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns the file of the level.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the draft as its file held it when it was opened or saved; `None` when no
    /// file holds it.
    pub const fn saved(&self) -> Option<&Arc<Draft>> {
        self.saved.as_ref()
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
        self.history.can_undo() || *self.history.draft() != self.draft
    }

    /// Says whether there is an edit to do again.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo() && *self.history.draft() == self.draft
    }

    /// Says whether a stroke is under way.
    pub const fn is_in_stroke(&self) -> bool {
        self.stroke.is_some()
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

    /// Does what `command` asks for.
    pub fn apply(&mut self, command: &EditCommand) {
        match command {
            EditCommand::BeginStroke => {
                self.end_stroke();
                self.stroke = Some(StrokeUnderWay::default());
            }
            EditCommand::EndStroke => self.end_stroke(),
            EditCommand::Undo => {
                self.end_stroke();
                if let Some(before) = self.history.at().checked_sub(1) {
                    self.jump_to(before);
                }
            }
            EditCommand::Redo => {
                self.end_stroke();
                self.jump_to(self.history.at() + 1);
            }
            EditCommand::JumpTo(at) => {
                self.end_stroke();
                self.jump_to(*at);
            }
            EditCommand::Open(level) => self.open(level),
            EditCommand::MarkSaved { path, draft } => {
                self.path = Some(path.clone());
                self.saved = Some(draft.clone());
                self.revision += 1;
            }
            EditCommand::KeepBest { moves, proved, in_play } => {
                let is_clean = !self.is_dirty();
                let was_clean = is_clean && self.path.is_none();
                let claimed = self.draft.best.as_ref().filter(|best| best.claimed);
                // What a file claims, once it is proved, leaves the file as it is.
                let same_file =
                    is_clean && claimed.is_some_and(|best| best.moves.len() == moves.len());
                let puzzle = self.puzzle().cloned();
                if let Some(draft) =
                    apply::with_best(&self.draft, puzzle.as_deref(), moves, *proved)
                {
                    // No undo step: whoever takes an edit back means what was drawn.
                    self.show(Arc::new(draft));
                    // Nor a reason to lose it: a stroke may end without having painted.
                    if !matches!(self.stroke, Some(StrokeUnderWay(Some(_)))) {
                        self.history.replace(self.draft.clone());
                    }
                    if same_file || was_clean && *in_play {
                        self.saved = Some(self.draft.clone());
                    }
                }
            }
            _ => self.edit(command),
        }
    }

    /// Changes what is drawn and remembers the step. What is no painting ends the stroke:
    /// it would bear its name, and may take away the layout that it is on.
    fn edit(&mut self, command: &EditCommand) {
        if !matches!(command, EditCommand::Paint { .. } | EditCommand::PaintSides { .. }) {
            self.end_stroke();
        }
        let before = self.history.draft();
        let Some(mut draft) = apply::edited(&self.draft, before, command) else { return };
        if apply::is_other_puzzle(&draft, &self.draft) && !apply::keeps_best(command) {
            // It speaks of another puzzle now.
            draft.best = apply::best_with_opening(&self.draft, &draft, command);
        }
        if draft == *self.draft {
            return;
        }
        self.show(Arc::new(draft));
        match &mut self.stroke {
            // Within a stroke its beginning is what undo goes back to.
            Some(stroke) => drop(stroke.0.get_or_insert_with(|| command.clone())),
            None => self.remember(command),
        }
    }

    /// Makes what is shown a step of the history.
    fn remember(&mut self, command: &EditCommand) {
        let name = step_name(command, self.history.draft(), &self.draft);
        self.history.push(self.draft.clone(), name);
    }

    fn end_stroke(&mut self) {
        if let Some(StrokeUnderWay(Some(command))) = self.stroke.take()
            && *self.history.draft() != self.draft
        {
            self.remember(&command);
        }
    }

    fn jump_to(&mut self, at: usize) {
        if at != self.history.at() && self.history.go_to(at) {
            self.show(self.history.draft().clone());
        }
    }

    fn open(&mut self, level: &OpenedLevel) {
        let draft = Arc::new(level.draft.clone());
        let (revision, puzzle_revision) = (self.revision + 1, self.puzzle_revision + 1);
        *self = Self {
            checked: Checked::new(&draft),
            saved: (!level.unsaved).then(|| draft.clone()),
            history: History::new(draft.clone(), "Opened"),
            draft,
            path: level.path.clone(),
            dropped: level.warnings.clone(),
            revision,
            puzzle_revision,
            ..Self::default()
        };
    }

    fn show(&mut self, draft: Arc<Draft>) {
        if apply::is_other_puzzle(&draft, &self.draft) {
            self.puzzle_revision += 1;
            self.dropped.clear();
        }
        self.checked = Checked::new(&draft);
        self.draft = draft;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Brush, Cell, ColourSet, Square, Transform};

    fn paint(x: u8, y: u8) -> EditCommand {
        let cells = vec![Cell::new(x, y)];
        EditCommand::Paint { layout: Layout::Start, cells, brush: Brush::Wall }
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
        document.apply(&EditCommand::Resize { size: NEW_SIZE, dx: 0, dy: 0 });
        assert!(!document.can_undo());
        assert_eq!(document.revision(), 0);
    }

    #[test]
    fn a_thousand_steps_across_resizes_go_back_and_forth() {
        let mut document = Document::default();
        let mut seen = vec![document.draft.clone()];
        for step in 0..1_500_u32 {
            let brush = if step % 2 == 0 { Brush::Wall } else { Brush::Eraser };
            if step % 100 == 99 {
                let side = 4 + (step / 100) as u8;
                let size = Size::new(side, side);
                document.apply(&EditCommand::Resize { size, dx: 1, dy: 0 });
            } else {
                let cells = vec![Cell::new((step / 2 % 4) as u8, 0)];
                document.apply(&EditCommand::Paint { layout: Layout::Goal, cells, brush });
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
        for at in [700, 3, 1_000, 0] {
            document.apply(&EditCommand::JumpTo(at));
            assert_eq!(document.draft, seen[at]);
        }
    }

    #[test]
    fn steps_have_names() {
        let mut document = Document::default();
        document.apply(&EditCommand::BeginStroke);
        document.apply(&paint(0, 0));
        document.apply(&paint(1, 0));
        document.apply(&EditCommand::EndStroke);
        document.apply(&EditCommand::Transform(Transform::FlipVertical));
        document.apply(&EditCommand::UseColours(ColourSet::OkabeIto));
        let names: Vec<_> = document.history.steps().iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["New level", "Wall × 2", "Flip up-down", "Colours Okabe–Ito"]);
    }

    #[test]
    fn a_better_solution_is_no_step_and_stays_through_turns() {
        let text = "B..\n...\n\n...\n..B";
        let draft = crate::puzzle::parse_text(text, None).unwrap();
        let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
        let mut document = Document::default();
        document.apply(&EditCommand::Open(Box::new(level)));
        let moves = crate::puzzle::parse_moves("a1D a2R").unwrap();
        document.apply(&EditCommand::KeepBest { moves, proved: true, in_play: false });
        assert!(!document.can_undo());
        document.apply(&EditCommand::Transform(Transform::RotateRight));
        let best = document.draft.best.clone().unwrap();
        document.puzzle().unwrap().verify(best.moves).unwrap();
        document.apply(&EditCommand::Undo);
        assert!(document.draft.best.is_some());
        document.apply(&paint(1, 1));
        assert!(document.draft.best.is_none());
    }

    #[test]
    fn a_layout_that_is_gone_takes_no_paint() {
        let mut document = Document::default();
        let layout = Layout::Waypoint(0);
        let cells = vec![Cell::new(0, 0)];
        document.apply(&EditCommand::Paint { layout, cells, brush: Brush::Wall });
        document.apply(&EditCommand::RemoveWaypoint(0));
        assert!(!document.can_undo());
        document.apply(&EditCommand::AddWaypoint);
        assert_eq!(document.draft.waypoints.len(), 1);
        assert_eq!(document.issues().len(), 2, "neither goal asks for anything");
    }
}
