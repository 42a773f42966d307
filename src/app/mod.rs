//! The designer: draw a level, solve it, replay the solutions, save it. One plugin
//! a file; nothing outside knows them but [`run`] and [`plugin`].
//!
//! ```text
//!   frame:  Input  ->  Commands  ->  Poll  ->  Views
//!           pointer,   the document  the running   what is drawn
//!           keys       is written    search        follows
//! ```

mod appearance;
pub mod board_panel;
pub mod board_tools;
pub mod board_view;
pub mod changed_file;
pub mod choose_file;
pub mod classics;
pub mod colour_dialog;
pub mod dialog;
pub mod document;
mod edit;
mod edit_command;
pub mod editor;
pub mod file_menu;
pub mod files;
mod frame_times;
pub mod heat;
pub mod help;
mod hidden_focus;
pub mod history;
pub mod history_panel;
mod icons;
mod issue_words;
pub mod issues_panel;
pub mod layout;
pub mod level_text;
pub mod levels;
pub mod notice;
pub mod open_menus;
mod painter;
pub mod palette_panel;
pub mod play;
pub mod properties;
mod quick_clicks;
pub mod race;
pub mod recovery;
pub mod replay;
mod requirements;
pub mod results;
mod scrollbar;
pub mod settings;
pub mod shortcuts;
pub mod solutions;
pub mod solver;
pub mod solver_panel;
pub mod status;
mod step_name;
pub mod study;
pub mod targets;
pub mod theme;
pub mod toolbar;
pub mod tools;
pub mod tooltip;
mod top_bar;
mod unsaved;
pub mod verdict_bar;
mod window;
pub mod zoom;

use std::process::ExitCode;

use bevy::feathers::FeathersPlugins;
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};

pub use files::FileCommand;

/// The order of a frame, in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// Pointer, keys and widgets become commands.
    Input,
    /// Commands change the document.
    Commands,
    /// The running search is looked at.
    Poll,
    /// What is on the screen follows.
    Views,
}

/// What a program returns that cannot be used so: README, "Exit codes".
const UNUSABLE: u8 = 2;

/// Opens the designer and does `first` in it, such as opening the level that was
/// named.
pub fn run(first: Option<FileCommand>) -> ExitCode {
    if let Err(missing) = requirements::check() {
        eprintln!("{}", missing.advice());
        return ExitCode::from(UNUSABLE);
    }
    let settings = settings::SettingsFile::of_system();
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin {
        primary_window: Some(window::first_window(settings.settings.window)),
        close_when_requested: false,
        ..default()
    }))
    .add_plugins(plugin)
    .insert_resource(settings)
    .insert_resource(choose_file::UsePortal::of_system())
    .insert_resource(level_text::UseClipboard(true))
    .insert_resource(recovery::RecoveryFolder::of_system())
    // Drawn when something happens only: waiting costs nothing. In the background
    // too often enough that the last edits reach the recovery file.
    .insert_resource(WinitSettings {
        focused_mode: UpdateMode::reactive(recovery::PERIOD),
        unfocused_mode: UpdateMode::reactive_low_power(recovery::PERIOD),
    });
    if let Some(first) = first {
        app.insert_resource(files::FirstCommand(first));
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// Everything of the designer but Bevy's own plugins, so that tests can bring
/// theirs.
pub fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (FrameSystems::Input, FrameSystems::Commands, FrameSystems::Poll, FrameSystems::Views)
            .chain(),
    )
    .add_plugins(FeathersPlugins)
    .add_plugins((document::plugin, theme::plugin, scrollbar::plugin, layout::plugin))
    .add_plugins((board_view::plugin, zoom::plugin, icons::plugin))
    .add_plugins((editor::plugin, tools::plugin, toolbar::plugin, targets::plugin))
    .add_plugins((palette_panel::plugin, colour_dialog::plugin, board_panel::plugin))
    .add_plugins((history_panel::plugin, issues_panel::plugin, board_tools::plugin))
    .add_plugins(status::plugin)
    .add_plugins((dialog::plugin, files::plugin, unsaved::plugin, changed_file::plugin))
    .add_plugins(choose_file::plugin)
    .add_plugins((levels::plugin, properties::plugin, help::plugin, recovery::plugin))
    .add_plugins((
        top_bar::plugin,
        file_menu::plugin,
        shortcuts::plugin,
        open_menus::plugin,
        window::plugin,
    ))
    .add_plugins((
        results::plugin,
        verdict_bar::plugin,
        solver::plugin,
        solutions::plugin,
        heat::plugin,
        solver_panel::plugin,
        replay::plugin,
    ))
    .add_plugins((settings::plugin, appearance::plugin, level_text::plugin))
    .add_plugins((play::plugin, classics::plugin, race::plugin, study::plugin))
    .add_plugins((
        tooltip::plugin,
        notice::plugin,
        quick_clicks::plugin,
        hidden_focus::plugin,
        frame_times::plugin,
    ));
}
