//! The designer: draw a level, solve it, replay the solutions, save it. One plugin a file,
//! gathered by folder; nothing outside knows them but [`run`] and [`plugin`].
//!
//! A folder imports only from those before it in this order, which `tests/core/tidy.rs`
//! holds:
//!
//! ```text
//! kit, settings, document, boards, work, design, levels, replay, solve, what_if, play, study,
//! shell
//! ```

pub mod boards;
pub mod design;
pub mod document;
pub mod kit;
pub mod levels;
pub mod play;
pub mod replay;
pub mod settings;
pub mod shell;
pub mod solve;
pub mod study;
pub mod what_if;
pub mod work;

use std::process::ExitCode;

use bevy::feathers::FeathersPlugins;
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};

pub use levels::file::FileCommand;

/// What a program returns that cannot be used so: `docs/cli/exit-codes.md`.
const UNUSABLE: u8 = 2;

/// Opens the designer and does `first` in it, such as opening the level that was
/// named.
pub fn run(first: Option<FileCommand>) -> ExitCode {
    if let Err(missing) = shell::requirements::check() {
        eprintln!("{}", missing.advice());
        return ExitCode::from(UNUSABLE);
    }
    let settings = settings::SettingsFile::of_system();
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin {
        primary_window: Some(shell::window::first_window(settings.settings.window)),
        close_when_requested: false,
        ..default()
    }))
    .add_plugins(plugin)
    .insert_resource(settings)
    .insert_resource(levels::choose_file::UsePortal::of_system())
    .insert_resource(levels::text::UseClipboard(true))
    .insert_resource(levels::file::recovery::RecoveryFolder::of_system())
    // Drawn when something happens only: waiting costs nothing. In the background
    // too often enough that the last edits reach the recovery file.
    .insert_resource(WinitSettings {
        focused_mode: UpdateMode::reactive(levels::file::recovery::PERIOD),
        unfocused_mode: UpdateMode::reactive_low_power(levels::file::recovery::PERIOD),
    });
    if let Some(first) = first {
        app.insert_resource(levels::file::FirstCommand(first));
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// Everything of the designer but Bevy's own plugins, so that tests can bring
/// theirs.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        FeathersPlugins,
        kit::plugin,
        settings::plugin,
        document::plugin,
        boards::plugin,
        work::plugin,
        design::plugin,
        levels::plugin,
        replay::plugin,
        solve::plugin,
        what_if::plugin,
        play::plugin,
        study::plugin,
        shell::plugin,
    ));
}
