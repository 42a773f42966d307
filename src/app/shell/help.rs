//! The help: what to do, and all keys. F1 opens and closes it.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use super::actions::{
    COPY, COPY_CODE, GENERATE, HELP, LEVELS, NEW, OPEN, OPEN_CODE, PASTE, POSITIONS, PROPERTIES,
    QUIT, REDO, SAVE, SAVE_AS, SETTINGS, STEPS, UNDO,
};
use crate::app::kit::dialog::{Dialog, button_row, closing, dialog, open, scroll_column};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{heading, label, primary_button};

/// Opens the help.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowHelp;

/// What the keys and buttons do; an empty first part is a heading.
pub const LINES: [(&str, &str); 81] = [
    ("", "THE PUZZLE"),
    ("Rule", "A push slides a tile until a wall, the edge or a tile stops it."),
    ("Goal", "Each colour on GOAL must be covered by a tile of that colour."),
    ("Pass", "A pale, hatched cell: tiles of its colour enter it, no others do."),
    ("Thin wall", "Tiles stop at it, and a chameleon takes no colour across it."),
    ("Chameleon", "The grey tile with a ring takes the colour of a tile that it comes to touch."),
    ("Number", "A numbered tile must be pushed just so many times."),
    ("", "DRAWING"),
    ("Left drag", "Paints with the brush"),
    ("Right drag", "Erases"),
    ("Shift+drag", "Paints a rectangle"),
    ("Alt+click, middle click", "Takes the brush from a cell"),
    ("1 – 9, 0 or E", "Brushes from the top, eraser"),
    ("P, C, N, T", "Passes of the colour, chameleons, numbered tiles, thin walls"),
    ("+, -, wheel on the number", "The number of the numbered tiles"),
    ("Shift+arrows", "On a board, with thin walls: one on that side of the cell"),
    ("B, R, F, S", "Paint, rectangle, fill, select"),
    ("Drag the selection", "Moves what is in it; with Ctrl a copy"),
    ("Ctrl+C, Ctrl+X, Ctrl+V", "Copies, cuts, pastes the selection; a click places it"),
    ("Ctrl+A, Delete", "Selects the board; erases what is selected"),
    ("R, Shift+R", "Turns the copy before it is placed"),
    ("Tab, arrows, Enter, Delete", "On a board: goes to a cell, paints it, erases it"),
    ("M, Shift+M", "Paints left and right, top and bottom alike"),
    ("", "THE WHOLE DESIGN"),
    ("Z, Shift+Z", "Turns the boards right, left"),
    ("X, Y", "Swaps left and right, top and bottom"),
    ("Ctrl+arrows", "Shifts; what leaves the board comes in at the other side"),
    UNDO.line(),
    REDO.line(),
    ("", "LOOKING"),
    ("Wheel, Space+drag", "Zooms a board, moves it"),
    ("O, G", "One large board with the other as ghosts, or both; start or goal on top"),
    ("L", "Signs on tiles: none, letters, patterns"),
    ("", "SOLVING AND REPLAY"),
    ("F5, Ctrl+Enter", "Solves the level"),
    ("Shift+F5", "Solves at every pause in drawing, or only when asked to"),
    ("Esc", "Stops the search, or goes back from the replay to drawing"),
    ("Space", "Plays the solution, or pauses"),
    ("Left, Right", "One move back or forward"),
    ("Home, End", "To the first or the last position"),
    ("", "STUDYING"),
    STEPS.line(),
    ("Left, Right, Home, End, P", "There: one step back or on, the first, on to a solution, play"),
    POSITIONS.line(),
    GENERATE.line(),
    ("From this level", "There: changes the level that is drawn, stroke by stroke"),
    ("What if (Map)", "Writes on each cell the moves needed with what is in hand there"),
    ("Next stroke", "Below it: all single strokes and the moves that they lead to"),
    ("Compare: ≠", "Compares a solution with the one in the replay, move by move"),
    ("", "PLAY"),
    ("Ctrl+P", "Plays the level, or goes back to drawing it"),
    ("Drag a tile", "Pushes it that way"),
    ("Click, Tab", "Chooses a tile; then click where it shall go, or use the arrows"),
    ("Arrows", "Pushes the chosen tile; with one empty cell the tile beside it"),
    ("Ctrl+Z, Ctrl+Y, R", "Takes a move back, makes it again, restarts"),
    ("H", "Hints, a little more each time"),
    ("S, N", "Solves from here, then plays the solution; one move of it"),
    ("G, T, O", "Goal on the board, trails, start places"),
    ("U", "Opens the next level of the pack that you have not solved"),
    ("Enter, W, C", "Once it is solved: the next level, watch it again, copy my result"),
    ("K, M", "Classic puzzles; methods of search side by side"),
    ("Enter", "Where the start is played to a goal: makes this position the goal"),
    ("Esc", "Stops what plays or searches, lets the tile go, leaves"),
    ("", "FILES"),
    NEW.line(),
    OPEN.line(),
    SAVE.line(),
    SAVE_AS.line(),
    LEVELS.line(),
    PROPERTIES.line(),
    QUIT.line(),
    ("", "SHARING"),
    COPY.line(),
    PASTE.line(),
    COPY_CODE.line(),
    OPEN_CODE.line(),
    ("", "ANYWHERE"),
    HELP.line(),
    SETTINGS.line(),
    ("Tab, Shift+Tab", "Goes to the next or the last control; Space or Enter presses it"),
    ("Esc", "Closes what is open"),
];

fn show(
    mut requests: MessageReader<ShowHelp>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for _ in requests.read() {
        let lines: Vec<_> = LINES.iter().map(|(keys, does)| line(keys, does)).collect();
        let close = bsn_list! { ( closing(primary_button("Close")) AutoFocus ) };
        let content = bsn_list! { scroll_column(Box::new(lines)), button_row(Box::new(close)) };
        open(&mut commands, &dialogs, dialog("Help", 660.0, Box::new(content)));
    }
}

fn line(keys: &'static str, does: &'static str) -> Box<dyn Scene> {
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
