//! What can be done from wherever one is: one table, read by the menu, the bar, the keys, the help
//! and the tooltips.

use bevy::prelude::*;

use super::settings_dialog::ShowSettings;
use crate::app::design;
use crate::app::document::Edit;
use crate::app::kit::keys::{Action, actions};
use crate::app::kit::mode::Mode;
use crate::app::levels::browser::ShowLevels;
use crate::app::levels::choose_file::{ChooseFile, Purpose};
use crate::app::levels::file::FileCommand;
use crate::app::levels::properties::ShowProperties;
use crate::app::levels::text::TextCommand;
use crate::app::play::{self, PlayCommand};
use crate::app::solve;
use crate::app::study::ShowStudy;
use crate::puzzle::EditCommand;

/// Sends one message where the editor is, and another where the game is.
fn by_mode(commands: &mut Commands, edit: EditCommand, play: PlayCommand) {
    commands.queue(move |world: &mut World| {
        match *world.resource::<Mode>() {
            Mode::Design => drop(world.write_message(Edit(edit))),
            Mode::Play => drop(world.write_message(play)),
        };
    });
}

#[rustfmt::skip]
actions! {
    None;
    NEW: "New", "Ctrl+N", "Begins a new level" => FileCommand::New;
    OPEN: "Open", "Ctrl+O", "Opens a level from a file; files can also be dropped on the window" => ChooseFile(Purpose::Open);
    SAVE: "Save", "Ctrl+S", "Saves the level to its file" => FileCommand::Save;
    SAVE_AS: "Save as", "Ctrl+Shift+S", "Saves the level to another file" => ChooseFile(Purpose::Save);
    LEVELS: "Recent files and levels…", "Ctrl+L", "Shows files used lately, your packs, and the levels that come with the program" => ShowLevels;
    IMPORT: "Import levels…", "", "Makes level files of a collection: KAtomic, GNOME Atomix, jsatomix, numbered puzzles" => ChooseFile(Purpose::Import);
    PROPERTIES: "Title, author, note…", "Ctrl+I", "Changes what the level is called, who made it, and its note" => ShowProperties;
    PLAY_TO_GOAL: "Play to the goal", "", "Plays from START: where you stop becomes GOAL, your moves its first solution" => PlayCommand::EnterToGoal;
    COPY: "Copy start and goal as text", "Ctrl+C", "Copies both boards as rows of letters, for a message or a file" => TextCommand::CopyLevel;
    COPY_CODE: "Copy share code", "Ctrl+Shift+C", "Copies one line of text that holds the whole level and its solution" => TextCommand::CopyCode;
    COPY_LINK: "Copy link", "", "Copies the address that opens the level in your copy of the player" => TextCommand::CopyLink;
    OPEN_CODE: "Open a share code…", "Ctrl+Shift+V", "Opens a level from such a line of text" => TextCommand::AskCode { text: String::new(), problem: None };
    EXPORT_PAGE: "Export as a page…", "", "Saves one file that plays the level in any browser" => ChooseFile(Purpose::Page);
    EXPORT_PNG: "Export the boards as PNG…", "", "Saves both boards as a picture" => ChooseFile(Purpose::Png);
    EXPORT_GIF: "Export the solution as GIF…", "", "Saves the best solution as a picture that moves" => ChooseFile(Purpose::Gif);
    STEPS: "Search step by step…", "F7", "Shows how a search finds its way, one position after the other" => ShowStudy::Steps;
    POSITIONS: "All positions…", "F8", "Counts what can be reached, and finds the start that is farthest from the goal" => ShowStudy::Positions;
    GENERATE: "Generate levels…", "F9", "Makes new levels by chance, or from this level, as hard as you ask for" => ShowStudy::Generator;
    SETTINGS: "Settings…", "Ctrl+,", "Light or dark, how large, whether tiles slide" => ShowSettings;
    QUIT: "Quit", "Ctrl+Q", "Ends the program, after asking about changes that are not saved" => FileCommand::Quit;
}

/// Takes the level that was copied last.
pub const PASTE: Action = Action::new(
    "Paste a level",
    "Ctrl+V",
    "Opens the level that was copied last, whether text, code or file",
    |out| {
        out.write_message(TextCommand::Paste);
    },
)
.within(Some(Mode::Design));

/// Their keys act in play alone.
const CLASSICS: Action = play::actions::CLASSICS.without_keys();
const RACE: Action = play::actions::RACE.without_keys();

/// Takes the last edit back, in play the last move.
pub const UNDO: Action =
    Action::new("Undo", "Ctrl+Z", "Takes the last edit back, in play the last move", |out| {
        by_mode(out, EditCommand::Undo, PlayCommand::Undo);
    })
    .within(Some(Mode::Design))
    .repeating();

/// Makes again what was taken back.
pub const REDO: Action =
    Action::new("Redo", "Ctrl+Y, Ctrl+Shift+Z", "Makes again what was taken back", |out| {
        by_mode(out, EditCommand::Redo, PlayCommand::Redo);
    })
    .within(Some(Mode::Design))
    .repeating();

/// Those of the menu, in groups.
pub(super) const MENU: [&[Action]; 6] = [
    &[LEVELS, IMPORT, PROPERTIES],
    &[PLAY_TO_GOAL, CLASSICS, RACE],
    &[COPY, PASTE, COPY_CODE, COPY_LINK, OPEN_CODE],
    &[EXPORT_PAGE, EXPORT_PNG, EXPORT_GIF],
    &[STEPS, POSITIONS, GENERATE],
    &[SETTINGS, QUIT],
];

/// Those of the window with a key, but for the help: its key closes it too, and what else is open.
const OWN: &[Action] = &[
    NEW, OPEN, SAVE, SAVE_AS, LEVELS, PROPERTIES, COPY, PASTE, COPY_CODE, OPEN_CODE, STEPS,
    POSITIONS, GENERATE, SETTINGS, QUIT, UNDO, REDO,
];

/// All that is done by a key that means the same wherever the focus is.
pub const TABLE: [&[Action]; 4] =
    [OWN, design::actions::ACTIONS, solve::actions::ACTIONS, play::actions::ACTIONS];

/// Returns the entry of the menu that has a key.
pub(super) fn entry_of_key(name: &str) -> Option<&'static Action> {
    MENU.into_iter().flatten().find(|entry| entry.has_key(name))
}

/// Returns what a key does in a mode, by its name. Shift makes another key of one only where that
/// has a meaning of its own.
pub(super) fn action_of_key(name: &str, mode: Mode) -> Option<&'static Action> {
    let with_key = |name: &str| {
        let mut all = TABLE.into_iter().flatten();
        all.find(|it| it.mode.is_none_or(|own| own == mode) && it.has_key(name))
    };
    with_key(name).or_else(|| with_key(name.strip_prefix("Shift+")?))
}
