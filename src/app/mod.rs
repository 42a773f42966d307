//! The designer: draw a level, solve it, replay the solutions, save it. One plugin
//! a file; nothing outside knows them but [`run`] and [`plugin`].
//!
//! ```text
//!   frame:  Input  ->  Commands  ->  Poll  ->  Views
//!           pointer,   the document  the running   what is drawn
//!           keys       is written    search        follows
//! ```

pub mod board_view;
pub mod document;
mod edit;
pub mod layout;
pub mod replay;
pub mod solver;
pub mod solver_panel;
pub mod theme;

use std::path::PathBuf;
use std::process::ExitCode;

use bevy::feathers::FeathersPlugins;
use bevy::prelude::*;
use bevy::winit::WinitSettings;

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

/// Opens the designer, with `file` when one is named.
pub fn run(file: Option<PathBuf>) -> ExitCode {
    let _ = file;
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin {
        primary_window: Some(Window {
            title: "Mondrian".into(),
            resolution: (1280_u32, 800_u32).into(),
            ..default()
        }),
        close_when_requested: false,
        ..default()
    }))
    .add_plugins(plugin)
    .insert_resource(WinitSettings::desktop_app());
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
    .add_plugins((document::plugin, theme::plugin, layout::plugin, board_view::plugin))
    .add_plugins((solver::plugin, solver_panel::plugin, replay::plugin));
}
