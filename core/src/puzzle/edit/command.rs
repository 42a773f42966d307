//! What can be asked of a document: edits of what is drawn ([`super::edited`]), and what concerns
//! its history and its file alone.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Brush, Clip, ColourSet, Region, Stroke, Transform};
use crate::puzzle::rules::{Anchor, Cell, Colour, Draft, Issue, Layout, Move, Side, Size, Swatch};

/// Edits the document. What changes nothing is no step of the undo history.
#[derive(Clone, Debug)]
pub enum EditCommand {
    /// Begins a stroke: everything painted until its end is one undo step.
    BeginStroke,
    /// Draws with a brush on cells of one layout.
    Paint {
        /// The layout.
        layout: Layout,
        /// Its cells.
        cells: Vec<Cell>,
        /// What is painted.
        brush: Brush,
    },
    /// Puts thin walls on sides of cells, or takes them away.
    PaintSides { sides: Vec<Side>, is_there: bool },
    /// Removes all that is drawn in a region, passes and the thin walls within it too.
    EraseRegion { layout: Layout, region: Region },
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
    /// Shows another state of the history, by its place.
    JumpTo(usize),
    /// Makes the position after these moves of the start the goal: no solution is surer.
    PlayToGoal(Vec<Move>),
    /// Moves what is drawn in a region, its top left cell to `corner`, or draws it
    /// there a second time.
    MoveRegion { layout: Layout, region: Region, corner: Cell, copy: bool },
    /// Draws what has been copied, its top left cell on `corner`.
    Paste { layout: Layout, clip: Arc<Clip>, corner: Cell },
    /// Turns, mirrors or shifts the whole design.
    Transform(Transform),
    /// Changes the size of the board; what is drawn moves right by `dx` and down by
    /// `dy` cells, so that any edge can be the one that gives way.
    Resize { size: Size, dx: i16, dy: i16 },
    /// Makes the goal fixed or floating.
    SetAnchor(Anchor),
    /// Appends a colour to the palette.
    AddColour(Swatch),
    /// Gives a colour another name, label or look; its symbol stays.
    SetSwatch(Colour, Swatch),
    /// Removes a colour; its tiles become those of `heir`, or go.
    RemoveColour { colour: Colour, heir: Option<Colour> },
    /// Recolours the palette.
    UseColours(ColourSet),
    /// Appends a waypoint.
    AddWaypoint,
    /// Removes a waypoint, by its place.
    RemoveWaypoint(usize),
    /// Changes the moves that every solution must begin with.
    SetOpening(Vec<Move>),
    /// Changes title, author and note.
    SetTexts { title: String, author: String, note: String },
    /// Keeps a solution as the best one known, if it is one and is better.
    KeepBest {
        /// The solution.
        moves: Vec<Move>,
        /// A search of this program has shown that none is shorter.
        proved: bool,
        /// It was found in play: a level that no file holds and that nobody has changed stays so,
        /// for leaving it is no loss.
        in_play: bool,
    },
    /// Makes a stroke that was offered.
    Stroke(Stroke),
    /// Replaces everything drawn, as one undo step.
    Replace {
        /// What takes its place.
        draft: Box<Draft>,
        /// Where it comes from.
        source: ReplacedBy,
    },
    /// Shows another level; the undo history begins anew.
    Open(Box<OpenedLevel>),
    /// The draft has been written to this file.
    MarkSaved { path: PathBuf, draft: Arc<Draft> },
}

/// Where a draft comes from that replaces another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplacedBy {
    /// It was drawn before.
    EarlierBoard,
    /// The start was shuffled.
    Shuffle,
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
