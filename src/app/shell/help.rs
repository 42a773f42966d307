//! The help: what to do, and all keys. F1 opens and closes it.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use self::Line::{Heading, Keys, Of, Words};
use super::actions::{
    COPY, COPY_CODE, GENERATE, LEVELS, NEW, OPEN, OPEN_CODE, PASTE, POSITIONS, PROPERTIES, QUIT,
    REDO, SAVE, SAVE_AS, SETTINGS, STEPS, UNDO,
};
use crate::app::design::actions as design;
use crate::app::kit::dialog::{Dialog, button_row, closing, dialog, open, scroll_column};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::Action;
use crate::app::kit::theme::{heading, label, primary_button};
use crate::app::play::actions as play;
use crate::app::solve::actions as solve;

/// Opens the help.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowHelp;

/// Opens the help.
pub const HELP: Action = Action::new("Help", "F1", "Tells what to do, and all keys", |out| {
    out.write_message(ShowHelp);
});

/// A line of the help.
pub enum Line {
    Heading(&'static str),
    /// A word, or what is done with the pointer or with keys that mean something elsewhere too.
    Words(&'static str, &'static str),
    /// The first keys of some actions, and what they do.
    Keys(&'static [Action], &'static str),
    /// An action with all its keys.
    Of(Action),
}

impl Line {
    /// Returns what stands in front, nothing for a heading, and what is said.
    pub fn parts(&self) -> (String, &'static str) {
        let first = |action: &Action| action.keys.split(", ").next().unwrap_or_default();
        match *self {
            Self::Heading(words) => (String::new(), words),
            Self::Words(word, does) => (word.to_owned(), does),
            Self::Keys(actions, does) => {
                (actions.iter().map(first).collect::<Vec<_>>().join(", "), does)
            }
            Self::Of(action) => (action.keys.to_owned(), action.tip),
        }
    }
}

/// What the keys and buttons do.
#[rustfmt::skip]
pub const LINES: [Line; 82] = [
    Heading("THE PUZZLE"),
    Words("Rule", "A push slides a tile until a wall, the edge or a tile stops it."),
    Words("Goal", "Each colour on GOAL must be covered by a tile of that colour."),
    Words("Pass", "A pale, hatched cell: tiles of its colour enter it, no others do."),
    Words("Thin wall", "Tiles stop at it, and a chameleon takes no colour across it."),
    Words("Chameleon", "The grey tile with a ring takes the colour of a tile that it comes to touch."),
    Words("Number", "A numbered tile must be pushed just so many times."),
    Heading("DRAWING"),
    Words("Left drag", "Paints with the brush"),
    Words("Right drag", "Erases"),
    Words("Shift+drag", "Paints a rectangle"),
    Words("Alt+click, middle click", "Takes the brush from a cell"),
    Words("1 – 9, 0 or E", "Brushes from the top, eraser"),
    Keys(&[design::PASSES, design::CHAMELEONS, design::NUMBERED, design::THIN_WALLS], "Passes of the colour, chameleons, numbered tiles, thin walls"),
    Words("+, -, wheel on the number", "The number of the numbered tiles"),
    Words("Shift+arrows", "On a board, with thin walls: one on that side of the cell"),
    Keys(&[design::PAINT, design::RECTANGLE, design::FILL, design::SELECT], "Paint, rectangle, fill, select"),
    Words("Drag the selection", "Moves what is in it; with Ctrl a copy"),
    Words("Ctrl+C, Ctrl+X, Ctrl+V", "Copies, cuts, pastes the selection; a click places it"),
    Words("Ctrl+A, Delete", "Selects the board; erases what is selected"),
    Keys(&[design::RECTANGLE, design::TURN_COPY_LEFT], "Turns the copy before it is placed"),
    Words("Tab, arrows, Enter, Delete", "On a board: goes to a cell, paints it, erases it"),
    Keys(&[design::MIRROR_SIDES, design::MIRROR_ENDS], "Paints left and right, top and bottom alike"),
    Heading("THE WHOLE DESIGN"),
    Keys(&[design::TURN_RIGHT, design::TURN_LEFT], "Turns the boards right, left"),
    Keys(&[design::SWAP_SIDES, design::SWAP_ENDS], "Swaps left and right, top and bottom"),
    Words("Ctrl+arrows", "Shifts; what leaves the board comes in at the other side"),
    Of(UNDO),
    Of(REDO),
    Heading("LOOKING"),
    Words("Wheel, Space+drag", "Zooms a board, moves it"),
    Keys(&[design::ONE_BOARD, design::OTHER_BOARD], "One large board with the other as ghosts, or both; start or goal on top"),
    Keys(&[design::SIGNS], "Signs on tiles: none, letters, patterns"),
    Heading("SOLVING AND REPLAY"),
    Words("F5, Ctrl+Enter", "Solves the level"),
    Keys(&[solve::LIVE], "Solves at every pause in drawing, or only when asked to"),
    Words("Esc", "Stops the search, or goes back from the replay to drawing"),
    Words("Space", "Plays the solution, or pauses"),
    Words("Left, Right", "One move back or forward"),
    Words("Home, End", "To the first or the last position"),
    Heading("STUDYING"),
    Of(STEPS),
    Words("Left, Right, Home, End, P", "There: one step back or on, the first, on to a solution, play"),
    Of(POSITIONS),
    Of(GENERATE),
    Words("From this level", "There: changes the level that is drawn, stroke by stroke"),
    Words("What if (Map)", "Writes on each cell the moves needed with what is in hand there"),
    Words("Next stroke", "Below it: all single strokes and the moves that they lead to"),
    Words("Compare: ≠", "Compares a solution with the one in the replay, move by move"),
    Heading("PLAY"),
    Of(play::PLAY),
    Words("Drag a tile", "Pushes it that way"),
    Words("Click, Tab", "Chooses a tile; then click where it shall go, or use the arrows"),
    Words("Arrows", "Pushes the chosen tile; with one empty cell the tile beside it"),
    Of(play::UNDO),
    Keys(&[play::REDO, play::RESTART], "Makes the move again, restarts"),
    Keys(&[play::HINT], "Hints, a little more each time"),
    Keys(&[play::SOLVE, play::STEP], "Solves from here, then plays the solution; one move of it"),
    Keys(&[play::CHOICES[0], play::CHOICES[1], play::CHOICES[2]], "Goal on the board, trails, start places"),
    Keys(&[play::NEXT], "Opens the next level of the pack that you have not solved"),
    Words("Enter, W, C", "Once it is solved: the next level, watch it again, copy my result"),
    Keys(&[play::CLASSICS, play::RACE], "Classic puzzles; methods of search side by side"),
    Words("Enter", "Where the start is played to a goal: makes this position the goal"),
    Words("Esc", "Stops what plays or searches, lets the tile go, leaves"),
    Heading("FILES"),
    Of(NEW),
    Of(OPEN),
    Of(SAVE),
    Of(SAVE_AS),
    Of(LEVELS),
    Of(PROPERTIES),
    Of(QUIT),
    Heading("SHARING"),
    Of(COPY),
    Of(PASTE),
    Of(COPY_CODE),
    Of(OPEN_CODE),
    Heading("ANYWHERE"),
    Of(HELP),
    Of(SETTINGS),
    Words("Tab, Shift+Tab", "Goes to the next or the last control; Space or Enter presses it"),
    Words("Esc", "Closes what is open"),
];

fn show(
    mut requests: MessageReader<ShowHelp>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for _ in requests.read() {
        let lines: Vec<_> = LINES.iter().map(|of| line(of.parts())).collect();
        let close = bsn_list! { ( closing(primary_button("Close")) AutoFocus ) };
        let content = bsn_list! { scroll_column(Box::new(lines)), button_row(Box::new(close)) };
        open(&mut commands, &dialogs, dialog("Help", 660.0, Box::new(content)));
    }
}

fn line((keys, does): (String, &'static str)) -> Box<dyn Scene> {
    if keys.is_empty() {
        return Box::new(bsn! {
            Node { margin: UiRect::top(px(8)), flex_shrink: 0.0 }
            Children [ heading(does) ]
        });
    }
    Box::new(bsn! {
        Node { flex_shrink: 0.0 }
        Children [
            ( Node { width: px(190), flex_shrink: 0.0 } Children [ label(keys) ] ),
            label(does),
        ]
    })
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowHelp>().add_systems(Update, show.in_set(FrameSystems::Views));
}
