//! What is remembered from one run to the next: look, window, solver panel, recent
//! files, folders of levels. Whoever shows a value owns it: it takes it from here at the start
//! and writes it here when it changes.
//!
//! ```text
//!   settings.ron --read--> SettingsFile --> Settings --restore--> SolverSettings, TileMarks, …
//!        ^                                   |    ^                          |
//!        '------- write, when it differs ----'    '------- remember ---------'
//! ```

pub(in crate::app) mod appearance;
mod file;
mod folds;

use std::path::PathBuf;
use std::time::Duration;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::time::common_conditions::on_real_timer;
use bevy::window::{PrimaryWindow, WindowMoved};

pub use file::{
    PlayChoices, SCALE_RANGE, Settings, SettingsFile, SolverChoices, Theme, WindowPlace,
};

pub use folds::{Fold, folding_of, is_unfolded};

use crate::app::kit::dialog::ShowMessage;
use crate::app::kit::frame::FrameSystems;

/// Time between two looks at whether there is something to write.
const PERIOD: Duration = Duration::from_secs(2);

/// Files that are remembered.
const RECENT_FILES: usize = 12;

/// Changes what no other plugin owns.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum Preference {
    /// Light or dark.
    Theme(Theme),
    /// How large everything is drawn; what is out of range is taken to its end.
    Scale(f32),
    /// Whether tiles slide in the replay and in the game.
    Animation(bool),
    /// Whether the level is solved while it is drawn.
    Live(bool),
    /// Whether exported pictures bear the title of the level.
    Titles(bool),
    /// What is shown in play mode.
    Play(PlayChoices),
    /// The address of one's own copy of the player.
    PlayerAddress(String),
    /// A file has been opened or saved.
    Remember(PathBuf),
    /// A file is not to be listed any more.
    Forget(PathBuf),
    /// Lists the levels of a folder.
    AddFolder(PathBuf),
    /// Lists them no more.
    RemoveFolder(PathBuf),
}

/// When the settings are read and changed. Whoever owns a value that is remembered restores it
/// after `Read` (in `PreStartup`), and writes it into [`Settings`] when it has changed.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingsSystems {
    /// The settings of the file are there, in `PreStartup`.
    Read,
    /// Preferences are applied, in `Update`.
    Apply,
}

/// Takes the remembered values over.
fn read(
    file: Res<SettingsFile>,
    mut settings: ResMut<Settings>,
    mut scale: ResMut<UiScale>,
    mut messages: MessageWriter<ShowMessage>,
) {
    *settings = file.settings.clone();
    scale.0 = settings.ui_scale;
    if let Some(text) = file.problem.clone() {
        messages.write(ShowMessage { title: "The settings are lost".into(), text });
    }
}

fn apply_preferences(
    mut preferences: MessageReader<Preference>,
    mut settings: ResMut<Settings>,
    mut scale: ResMut<UiScale>,
) {
    for preference in preferences.read() {
        match preference.clone() {
            Preference::Theme(theme) => settings.theme = theme,
            Preference::Scale(wanted) => {
                settings.ui_scale = wanted.clamp(*SCALE_RANGE.start(), *SCALE_RANGE.end());
                scale.0 = settings.ui_scale;
            }
            Preference::Animation(animation) => settings.animation = animation,
            Preference::Live(live) => settings.live = live,
            Preference::Titles(titles) => settings.titles = titles,
            Preference::Play(choices) => settings.play = choices,
            Preference::PlayerAddress(address) => settings.player_address = address,
            // The settings file holds text.
            Preference::Remember(path) | Preference::AddFolder(path) if path.to_str().is_none() => {
            }
            Preference::Remember(path) => {
                let path = std::path::absolute(&path).unwrap_or(path);
                settings.recent.retain(|other| *other != path);
                settings.recent.insert(0, path);
                settings.recent.truncate(RECENT_FILES);
            }
            Preference::Forget(path) => settings.recent.retain(|other| *other != path),
            Preference::AddFolder(path) => {
                let path = std::path::absolute(&path).unwrap_or(path);
                if !settings.folders.contains(&path) {
                    settings.folders.push(path);
                }
            }
            Preference::RemoveFolder(path) => settings.folders.retain(|other| *other != path),
        }
    }
}

/// Notes where the window stands.
fn notice_window(
    mut moves: MessageReader<WindowMoved>,
    window: Single<&Window, (With<PrimaryWindow>, Changed<Window>)>,
    mut settings: ResMut<Settings>,
) {
    let moved = moves.read().last().map(|moved| (moved.position.x, moved.position.y));
    let at = moved.or_else(|| settings.window.and_then(|place| place.at));
    let size = (window.physical_width(), window.physical_height());
    let place = Some(WindowPlace { at, size });
    if size.0 > 0 && size.1 > 0 && settings.window != place {
        settings.window = place;
    }
}

fn write(file: Res<SettingsFile>, settings: Res<Settings>, mut written: Local<Option<Settings>>) {
    let known = written.as_ref().unwrap_or(&file.settings);
    if *known == *settings {
        return;
    }
    if let Err(error) = file.write(&settings) {
        warn!("the settings are not written: {error}");
    }
    // Also when it went wrong: the next change tries again.
    *written = Some(settings.clone());
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SettingsFile>()
        .init_resource::<Settings>()
        .add_message::<Preference>()
        .add_systems(PreStartup, read.in_set(SettingsSystems::Read))
        .add_systems(
            Update,
            (
                apply_preferences.in_set(SettingsSystems::Apply).in_set(FrameSystems::Commands),
                notice_window.in_set(FrameSystems::Views),
            ),
        )
        .add_systems(Last, write.run_if(on_real_timer(PERIOD).or_else(on_message::<AppExit>)))
        .add_plugins((appearance::plugin, folds::plugin));
}
