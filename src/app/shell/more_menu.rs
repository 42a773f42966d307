//! The menu of the top bar: what is done with files and levels less often than opening
//! and saving.

use bevy::feathers::controls::{
    ButtonVariant, FeathersMenu, FeathersMenuButton, FeathersMenuDivider, FeathersMenuItem,
    FeathersMenuPopup,
};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::feathers::theme::ThemedText;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, MenuAction, MenuEvent};

use super::settings_dialog::ShowSettings;
use crate::app::kit::bound::shown_if;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{is_control, is_shift, letter, presses};
use crate::app::kit::parts;
use crate::app::kit::theme::{self, label, label_dim};
use crate::app::kit::tooltip::Tooltip;
use crate::app::levels::browser::ShowLevels;
use crate::app::levels::choose_file::{ChooseFile, Purpose};
use crate::app::levels::classics::ShowClassics;
use crate::app::levels::file::FileCommand;
use crate::app::levels::properties::ShowProperties;
use crate::app::levels::text::TextCommand;
use crate::app::play::PlayCommand;
use crate::app::settings::Settings;
use crate::app::study::ShowStudy;
use crate::app::work::ShowRace;
use crate::page;

/// An entry of the menu.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MenuEntry {
    /// The level browser, where recent files stand first.
    #[default]
    Recent,
    /// Level files of a collection.
    Import,
    /// Start and goal to the clipboard.
    Copy,
    /// The level in the clipboard.
    Paste,
    /// The share code to the clipboard.
    CopyCode,
    /// The address that opens the level on the web to the clipboard.
    CopyLink,
    /// A level from a share code.
    OpenCode,
    /// Start and goal as a picture.
    ExportPng,
    /// The best solution as an animated picture.
    ExportGif,
    /// The level as a web page that plays it.
    ExportPage,
    /// The start, played to a goal that is made by it.
    PlayToGoal,
    /// The classic puzzles.
    Classics,
    /// Methods side by side.
    Race,
    /// A search step by step.
    Steps,
    /// All positions of the level.
    Positions,
    /// Levels that are made by chance.
    Generate,
    /// Title, author and note.
    Properties,
    /// The settings of the program.
    Settings,
    /// The end of the program.
    Quit,
}

impl MenuEntry {
    /// Returns the words and the key.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Recent => ("Recent files and levels…", "Ctrl+L"),
            Self::Import => ("Import levels…", ""),
            Self::Copy => ("Copy start and goal as text", "Ctrl+C"),
            Self::Paste => ("Paste a level", "Ctrl+V"),
            Self::CopyCode => ("Copy share code", "Ctrl+Shift+C"),
            Self::CopyLink => ("Copy link", ""),
            Self::OpenCode => ("Open a share code…", "Ctrl+Shift+V"),
            Self::ExportPng => ("Export the boards as PNG…", ""),
            Self::ExportGif => ("Export the solution as GIF…", ""),
            Self::ExportPage => ("Export as a page…", ""),
            Self::PlayToGoal => ("Play to the goal", ""),
            Self::Classics => ("Classic puzzles…", ""),
            Self::Race => ("Methods side by side…", ""),
            Self::Steps => ("Search step by step…", "F7"),
            Self::Positions => ("All positions…", "F8"),
            Self::Generate => ("Generate levels…", "F9"),
            Self::Properties => ("Title, author, note…", "Ctrl+I"),
            Self::Settings => ("Settings…", "Ctrl+,"),
            Self::Quit => ("Quit", "Ctrl+Q"),
        }
    }
}

impl MenuEntry {
    /// Returns what it does, in a sentence.
    const fn explained(self) -> &'static str {
        match self {
            Self::Recent => {
                "Shows files used lately, your packs, and the levels that come with the program"
            }
            Self::Import => {
                "Makes level files of a collection: KAtomic, GNOME Atomix, jsatomix, numbered puzzles"
            }
            Self::Copy => "Copies both boards as rows of letters, for a message or a file",
            Self::Paste => "Takes the level that was copied last, whether text, code or file",
            Self::CopyCode => "Copies one line of text that holds the whole level and its solution",
            Self::CopyLink => "Copies the address that opens the level in your copy of the player",
            Self::OpenCode => "Opens a level from such a line of text",
            Self::ExportPng => "Saves both boards as a picture",
            Self::ExportGif => "Saves the best solution as a picture that moves",
            Self::ExportPage => "Saves one file that plays the level in any browser",
            Self::PlayToGoal => {
                "Plays from START: where you stop becomes GOAL, your moves its first solution"
            }
            Self::Classics => "Makes a shuffled 8-, 15- or 24-puzzle, or one of any size",
            Self::Race => "Solves this level in several ways and compares them",
            Self::Steps => "Shows how a search finds its way, one position after the other",
            Self::Positions => {
                "Counts what can be reached, and finds the start that is farthest from the goal"
            }
            Self::Generate => "Makes new levels by chance, as hard as you ask for",
            Self::Properties => "Changes what the level is called, who made it, and its note",
            Self::Settings => "Light or dark, how large, whether tiles slide",
            Self::Quit => "Ends the program, after asking about changes that are not saved",
        }
    }
}

/// What the entries send.
#[derive(bevy::ecs::system::SystemParam)]
pub(in crate::app) struct Outputs<'w> {
    levels: MessageWriter<'w, ShowLevels>,
    texts: MessageWriter<'w, TextCommand>,
    choose: MessageWriter<'w, ChooseFile>,
    properties: MessageWriter<'w, ShowProperties>,
    settings: MessageWriter<'w, ShowSettings>,
    files: MessageWriter<'w, FileCommand>,
    play: MessageWriter<'w, PlayCommand>,
    classics: MessageWriter<'w, ShowClassics>,
    race: MessageWriter<'w, ShowRace>,
    study: MessageWriter<'w, ShowStudy>,
}

impl Outputs<'_> {
    fn send(&mut self, entry: MenuEntry) {
        match entry {
            MenuEntry::Recent => drop(self.levels.write(ShowLevels)),
            MenuEntry::Import => drop(self.files.write(FileCommand::Import)),
            MenuEntry::Copy => drop(self.texts.write(TextCommand::CopyLevel)),
            MenuEntry::Paste => drop(self.texts.write(TextCommand::Paste)),
            MenuEntry::CopyCode => drop(self.texts.write(TextCommand::CopyCode)),
            MenuEntry::CopyLink => drop(self.texts.write(TextCommand::CopyLink)),
            MenuEntry::OpenCode => {
                self.texts.write(TextCommand::AskCode { text: String::new(), problem: None });
            }
            MenuEntry::ExportPng => drop(self.choose.write(ChooseFile(Purpose::Png))),
            MenuEntry::ExportGif => drop(self.choose.write(ChooseFile(Purpose::Gif))),
            MenuEntry::ExportPage => drop(self.choose.write(ChooseFile(Purpose::Page))),
            MenuEntry::PlayToGoal => drop(self.play.write(PlayCommand::EnterToGoal)),
            MenuEntry::Classics => drop(self.classics.write(ShowClassics)),
            MenuEntry::Race => drop(self.race.write(ShowRace)),
            MenuEntry::Steps => drop(self.study.write(ShowStudy::Steps)),
            MenuEntry::Positions => drop(self.study.write(ShowStudy::Positions)),
            MenuEntry::Generate => drop(self.study.write(ShowStudy::Generator)),
            MenuEntry::Properties => drop(self.properties.write(ShowProperties)),
            MenuEntry::Settings => drop(self.settings.write(ShowSettings)),
            MenuEntry::Quit => drop(self.files.write(FileCommand::Quit)),
        }
    }
}

/// Returns the button with its menu.
pub(in crate::app) fn menu() -> impl Scene {
    let groups: [&[MenuEntry]; 6] = [
        &[MenuEntry::Recent, MenuEntry::Import, MenuEntry::Properties],
        &[MenuEntry::PlayToGoal, MenuEntry::Classics, MenuEntry::Race],
        &[
            MenuEntry::Copy,
            MenuEntry::Paste,
            MenuEntry::CopyCode,
            MenuEntry::CopyLink,
            MenuEntry::OpenCode,
        ],
        &[MenuEntry::ExportPage, MenuEntry::ExportPng, MenuEntry::ExportGif],
        &[MenuEntry::Steps, MenuEntry::Positions, MenuEntry::Generate],
        &[MenuEntry::Settings, MenuEntry::Quit],
    ];
    let mut items: Vec<Box<dyn Scene>> = Vec::new();
    for (index, group) in groups.into_iter().enumerate() {
        if index > 0 {
            items.push(Box::new(bsn! { @FeathersMenuDivider }));
        }
        items.extend(group.iter().map(|&entry| Box::new(item(entry)) as Box<dyn Scene>));
    }
    bsn! {
        @FeathersMenu
        Node { height: px(theme::ROW), flex_shrink: 0.0 }
        Children [
            (
                @FeathersMenuButton {
                    @caption: bsn! { Text("More") ThemedText },
                    @corners: RoundedCorners::None,
                    @arrow: false,
                }
                Node { height: px(theme::ROW), column_gap: px(6) }
                template_value(ButtonVariant::Plain)
                template_value(Tooltip::new("Classic puzzles, sharing, pictures, study, settings", ""))
                Children [ parts::sign("\u{25bc}") ]
            ),
            (
                @FeathersMenuPopup
                FileMenuPopup
                Node { border_radius: BorderRadius::ZERO, width: px(310) }
                BoxShadow({Vec::new()})
                Children [ {items} ]
            ),
        ]
    }
}

/// The list of the entries.
#[derive(Component, Clone, Copy, Debug, Default)]
struct FileMenuPopup;

/// While the menu is open the keys that it shows choose its entries.
fn press_shown_key(
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    popups: Query<(Entity, &Visibility), With<FileMenuPopup>>,
    entries: Query<&MenuEntry>,
    mut out: Outputs,
    mut commands: Commands,
) {
    let open = popups.iter().find(|(_, visibility)| **visibility == Visibility::Visible);
    for event in presses(open.is_some(), &mut input).filter(|event| !event.repeat) {
        let Some((source, _)) = open else { return };
        let name = key_name(event, &keys);
        let chosen = entries.iter().find(|entry| name.as_deref() == Some(entry.words().1));
        let Some(&entry) = chosen else { continue };
        // That key ends the program wherever it is pressed.
        if entry != MenuEntry::Quit {
            out.send(entry);
        }
        commands.trigger(MenuEvent { source, action: MenuAction::CloseAll });
    }
}

/// Returns what a key is called in the menu.
fn key_name(event: &KeyboardInput, keys: &ButtonInput<KeyCode>) -> Option<String> {
    match (&event.logical_key, letter(event)) {
        (Key::F7, _) => Some("F7".to_owned()),
        (Key::F8, _) => Some("F8".to_owned()),
        (Key::F9, _) => Some("F9".to_owned()),
        (_, Some(letter)) if is_control(keys) => {
            let shift = if is_shift(keys) { "Shift+" } else { "" };
            Some(format!("Ctrl+{shift}{}", letter.to_ascii_uppercase()))
        }
        _ => None,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        press_shown_key.before(crate::app::kit::dialog::close_dialogs).in_set(FrameSystems::Input),
    );
}

fn item(entry: MenuEntry) -> impl Scene {
    let (words, key) = entry.words();
    bsn! {
        @FeathersMenuItem {
            @caption: {Box::new(bsn_list![
                ( Node { flex_grow: 1.0 } Children [ label(words) ] ),
                label_dim(key),
            ]) as Box<dyn SceneList>}
        }
        template_value(entry)
        // A link is there where the address of a player is known.
        shown_if(move |settings: Res<Settings>| {
            entry != MenuEntry::CopyLink || page::is_address(&settings.player_address)
        })
        template_value(Tooltip::new(entry.explained(), key))
        on(move |_: On<Activate>, mut out: Outputs| out.send(entry))
    }
}
