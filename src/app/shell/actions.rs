//! What can be done from wherever one is: one table, read by the menu, the bar, the keys, the help
//! and the tooltips.

use bevy::prelude::*;

use super::help::ShowHelp;
use super::settings_dialog::ShowSettings;
use crate::app::document::Edit;
use crate::app::kit::mode::Mode;
use crate::app::levels::browser::ShowLevels;
use crate::app::levels::choose_file::{ChooseFile, Purpose};
use crate::app::levels::classics::ShowClassics;
use crate::app::levels::file::FileCommand;
use crate::app::levels::properties::ShowProperties;
use crate::app::levels::text::TextCommand;
use crate::app::play::PlayCommand;
use crate::app::study::ShowStudy;
use crate::app::work::ShowRace;
use crate::puzzle::EditCommand;

/// Something that can be done.
#[derive(Clone, Copy)]
pub struct Action {
    /// What the menu or the button says.
    pub words: &'static str,
    /// Its keys, separated by `, `; none where it is empty.
    pub keys: &'static str,
    /// What it does, in a sentence.
    pub tip: &'static str,
    /// Its key belongs to the editor: the game has a history of its own, and a paste would end it.
    pub is_of_editor: bool,
    /// Its key does it again while it is held. Most would open one dialog after the other.
    pub repeats: bool,
    send: fn(&mut Commands),
}

impl Action {
    const fn new(
        words: &'static str,
        keys: &'static str,
        tip: &'static str,
        send: fn(&mut Commands),
    ) -> Self {
        Self { words, keys, tip, is_of_editor: false, repeats: false, send }
    }

    /// Does it.
    pub(super) fn send(&self, commands: &mut Commands) {
        (self.send)(commands);
    }

    /// Returns its line in the help.
    pub(super) const fn line(self) -> (&'static str, &'static str) {
        (self.keys, self.tip)
    }

    /// Says whether it is an entry of the menu.
    pub(super) fn is_in_menu(&self) -> bool {
        MENU.iter().any(|group| group.iter().any(|entry| entry.words == self.words))
    }

    /// Returns the action of a key, by its name.
    pub(super) fn of_key(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|action| action.keys.split(", ").any(|key| key == name))
    }
}

/// Sends one message where the editor is, and another where the game is.
fn by_mode(commands: &mut Commands, edit: EditCommand, play: PlayCommand) {
    commands.queue(move |world: &mut World| {
        match *world.resource::<Mode>() {
            Mode::Design => drop(world.write_message(Edit(edit))),
            Mode::Play => drop(world.write_message(play)),
        };
    });
}

macro_rules! actions {
    ($($name:ident: $words:literal, $keys:literal, $tip:literal => $message:expr;)*) => {
        $(
            #[doc = $tip]
            pub const $name: Action =
                Action::new($words, $keys, $tip, |out| { out.write_message($message); });
        )*
    };
}

#[rustfmt::skip]
actions! {
    NEW: "New", "Ctrl+N", "Begins a new level" => FileCommand::New;
    OPEN: "Open", "Ctrl+O", "Opens a level from a file; files can also be dropped on the window" => ChooseFile(Purpose::Open);
    SAVE: "Save", "Ctrl+S", "Saves the level to its file" => FileCommand::Save;
    SAVE_AS: "Save as", "Ctrl+Shift+S", "Saves the level to another file" => ChooseFile(Purpose::Save);
    LEVELS: "Recent files and levels…", "Ctrl+L", "Shows files used lately, your packs, and the levels that come with the program" => ShowLevels;
    IMPORT: "Import levels…", "", "Makes level files of a collection: KAtomic, GNOME Atomix, jsatomix, numbered puzzles" => ChooseFile(Purpose::Import);
    PROPERTIES: "Title, author, note…", "Ctrl+I", "Changes what the level is called, who made it, and its note" => ShowProperties;
    PLAY_TO_GOAL: "Play to the goal", "", "Plays from START: where you stop becomes GOAL, your moves its first solution" => PlayCommand::EnterToGoal;
    CLASSICS: "Classic puzzles…", "", "Makes a shuffled 8-, 15- or 24-puzzle, or one of any size" => ShowClassics;
    RACE: "Methods side by side…", "", "Solves this level in several ways and compares them" => ShowRace;
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
    HELP: "Help", "F1", "Tells what to do, and all keys" => ShowHelp;
}

/// Takes the level that was copied last.
pub const PASTE: Action = Action {
    is_of_editor: true,
    ..Action::new(
        "Paste a level",
        "Ctrl+V",
        "Opens the level that was copied last, whether text, code or file",
        |out| {
            out.write_message(TextCommand::Paste);
        },
    )
};

/// Takes the last edit back, in play the last move.
pub const UNDO: Action = Action {
    is_of_editor: true,
    repeats: true,
    ..Action::new("Undo", "Ctrl+Z", "Takes the last edit back, in play the last move", |out| {
        by_mode(out, EditCommand::Undo, PlayCommand::Undo);
    })
};

/// Makes again what was taken back.
pub const REDO: Action = Action {
    is_of_editor: true,
    repeats: true,
    ..Action::new("Redo", "Ctrl+Y, Ctrl+Shift+Z", "Makes again what was taken back", |out| {
        by_mode(out, EditCommand::Redo, PlayCommand::Redo);
    })
};

/// Those of the menu, in groups.
pub(super) const MENU: [&[Action]; 6] = [
    &[LEVELS, IMPORT, PROPERTIES],
    &[PLAY_TO_GOAL, CLASSICS, RACE],
    &[COPY, PASTE, COPY_CODE, COPY_LINK, OPEN_CODE],
    &[EXPORT_PAGE, EXPORT_PNG, EXPORT_GIF],
    &[STEPS, POSITIONS, GENERATE],
    &[SETTINGS, QUIT],
];

/// Those with a key, but for the help: its key closes it too, and what else is open.
const ALL: [Action; 17] = [
    NEW, OPEN, SAVE, SAVE_AS, LEVELS, PROPERTIES, COPY, PASTE, COPY_CODE, OPEN_CODE, STEPS,
    POSITIONS, GENERATE, SETTINGS, QUIT, UNDO, REDO,
];
