//! The help: what to do, and all keys. F1 opens and closes it.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use crate::app::kit::dialog::{Dialog, button_row, closing, dialog, open, scroll_column};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{heading, label, primary_button};

/// Opens the help.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowHelp;

/// What the keys and buttons do; an empty first part is a heading.
const LINES: [(&str, &str); 76] = [
    ("", "THE PUZZLE"),
    ("Rule", "A push slides a tile until a wall, the edge or a tile stops it."),
    ("Goal", "Each colour on GOAL must be covered by a tile of that colour."),
    ("Pass", "A pale, hatched cell: tiles of its colour enter it, no others do."),
    ("Thin wall", "Tiles stop at it, and a chameleon takes no colour across it."),
    ("Chameleon", "The grey tile with a ring takes the colour of a tile that it comes to touch."),
    ("Number", "A numbered tile must be pushed just so many times."),
    ("", "DRAWING"),
    ("Left drag", "paint with the brush"),
    ("Right drag", "erase"),
    ("Shift+drag", "a rectangle"),
    ("Alt+click, middle click", "take the brush from a cell"),
    ("1 – 9, 0 or E", "brushes from the top, eraser"),
    ("P, C, N, T", "passes of the colour, chameleons, numbered tiles, thin walls"),
    ("+, -, wheel on the number", "the number of the numbered tiles"),
    ("Shift+arrows", "on a board, with thin walls: one on that side of the cell"),
    ("B, R, F, S", "paint, rectangle, fill, select"),
    ("Drag the selection", "move what is in it; with Ctrl a copy"),
    ("Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut, paste the selection; click to place it"),
    ("Ctrl+A, Delete", "select the board; erase what is selected"),
    ("R, Shift+R", "turn the copy before it is placed"),
    ("Tab, arrows, Enter, Delete", "on a board: go to a cell, paint it, erase it"),
    ("M, Shift+M", "paint left and right, top and bottom alike"),
    ("", "THE WHOLE DESIGN"),
    ("Z, Shift+Z", "rotate right, left"),
    ("X, Y", "flip left-right, up-down"),
    ("Ctrl+arrows", "shift; what leaves the board comes in at the other side"),
    ("Ctrl+Z", "undo"),
    ("Ctrl+Y, Ctrl+Shift+Z", "redo"),
    ("", "LOOKING"),
    ("Wheel, Space+drag", "zoom a board, move it"),
    ("O, G", "one large board with the other as ghosts, or both; start or goal on top"),
    ("L", "signs on tiles: none, letters, patterns"),
    ("", "SOLVING AND REPLAY"),
    ("F5, Ctrl+Enter", "solve"),
    ("Shift+F5", "solve at every pause in drawing, or only when asked to"),
    ("Esc", "stop the search, or go back from the replay to editing"),
    ("Space", "play the solution, or pause"),
    ("Left, Right", "one move back or forward"),
    ("Home, End", "to the first or the last position"),
    ("", "STUDYING"),
    ("F7", "a search step by step: what is taken, why, and its successors"),
    ("Left, Right, Home, End", "there: one step back or on, the first, on to a solution"),
    ("F8", "all positions: how many, the farthest, their graph, which walls matter"),
    ("F9", "generate levels of a wanted size and difficulty"),
    ("", "PLAY"),
    ("Ctrl+P", "play the level, or go back to drawing it"),
    ("Drag a tile", "push it that way"),
    ("Click, Tab", "choose a tile; then click where it shall go, or use the arrows"),
    ("Arrows", "push the chosen tile; with one empty cell the tile beside it"),
    ("Ctrl+Z, Ctrl+Y, R", "take a move back, make it again, restart"),
    ("H", "a hint, a little more each time"),
    ("S, N", "solve from here, then play the solution; one move of it"),
    ("G, T, O", "goal on the board, trails, start places"),
    ("U", "the next level of the pack that you have not solved"),
    ("K, M", "classic puzzles; methods of search side by side"),
    ("Enter", "where the start is played to a goal: make this position the goal"),
    ("Esc", "stop what plays or searches, let the tile go, leave"),
    ("", "FILES"),
    ("Ctrl+N", "new level"),
    ("Ctrl+O", "open; files can also be dropped on the window"),
    ("Ctrl+S", "save"),
    ("Ctrl+Shift+S", "save as"),
    ("Ctrl+L", "packs: recent files, your own, levels that come with the program"),
    ("Ctrl+I", "title, author and note"),
    ("Ctrl+Q", "quit"),
    ("", "SHARING"),
    ("Ctrl+C", "copy start and goal as text, when nothing is selected"),
    ("Ctrl+V", "paste what was copied last: text, share code or level file too"),
    ("Ctrl+Shift+C", "copy the share code, the best solution in it"),
    ("Ctrl+Shift+V", "open a share code"),
    ("", "ANYWHERE"),
    ("F1", "this help"),
    ("Ctrl+,", "settings: light or dark, size, animation"),
    ("Tab, Shift+Tab", "to the next or the last control; Space or Enter presses it"),
    ("Esc", "close what is open"),
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
