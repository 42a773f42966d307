//! The settings file: RON in the configuration folder of the system. What cannot be
//! read is kept aside, never overwritten. Used by the plugin of this folder, and
//! before the window is opened.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use super::folds::Fold;
pub use crate::app::kit::theme::Theme;
use crate::puzzle::write_bytes;

/// The version of the file that is read and written.
const VERSION: u32 = 1;

/// The smallest and the largest scale of the user interface.
pub const SCALE_RANGE: std::ops::RangeInclusive<f32> = 0.5..=3.0;

/// Where the window stood and how large it was, in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowPlace {
    /// The upper left corner; not known on every system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(i32, i32)>,
    /// Width and height.
    pub size: (u32, u32),
}

/// What stands in the solver panel, by the names of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SolverChoices {
    /// `any`, `improve` or `prove`.
    pub aim: String,
    /// Such as `engine`.
    pub method: String,
    /// The method's own where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// Such as `low-h`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_break: Option<String>,
    /// The fields in the order of the panel, as they were typed.
    pub fields: Vec<String>,
}

/// What is shown in play mode, and what the arrows do there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayChoices {
    /// The goal is marked on the board.
    pub goal_marks: bool,
    /// The ways of the tiles are drawn.
    pub trails: bool,
    /// The places are marked where the tiles stood at first.
    pub start_places: bool,
    /// On a board with one empty cell the arrows move that cell, and not the tile
    /// beside it.
    pub arrows_move_gap: bool,
}

impl Default for PlayChoices {
    fn default() -> Self {
        Self { goal_marks: true, trails: false, start_places: false, arrows_move_gap: false }
    }
}

/// Everything that is remembered from one run to the next.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    version: u32,
    /// Light or dark.
    pub theme: Theme,
    /// How much larger than usual everything is drawn, within [`SCALE_RANGE`].
    pub ui_scale: f32,
    /// Tiles slide in the replay; else they jump.
    pub animation: bool,
    /// The level is solved at every pause in drawing.
    pub live: bool,
    /// Exported pictures bear the title of the level.
    pub titles: bool,
    /// What is drawn on the tiles, by its word on the screen.
    pub tile_marks: String,
    /// One board is seen, as large as can be, and not both side by side.
    pub one_board: bool,
    /// What is unfolded.
    pub unfolded: Vec<Fold>,
    /// How fast the replay plays, by its word on the screen.
    pub replay_speed: String,
    /// Play mode.
    pub play: PlayChoices,
    /// The address of one's own copy of the player, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub player_address: String,
    /// The window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowPlace>,
    /// The solver panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverChoices>,
    /// Files opened or saved, the last one first.
    pub recent: Vec<PathBuf>,
    /// Folders whose levels are listed.
    pub folders: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            theme: Theme::Light,
            ui_scale: 1.0,
            animation: true,
            live: true,
            titles: false,
            tile_marks: String::new(),
            one_board: false,
            unfolded: Vec::new(),
            replay_speed: String::new(),
            play: PlayChoices::default(),
            player_address: String::new(),
            window: None,
            solver: None,
            recent: Vec::new(),
            folders: Vec::new(),
        }
    }
}

/// Read for the version alone, so that a newer file is not blamed for its fields.
#[derive(Deserialize)]
struct VersionProbe {
    version: u32,
}

impl Settings {
    /// Reads settings from the text of their file. Fields that are missing have
    /// their default.
    ///
    /// # Errors
    /// Says what is wrong, with its line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let options = options();
        let probe = options.from_str::<VersionProbe>(text);
        if let Ok(VersionProbe { version }) = probe
            && version != VERSION
        {
            return Err(format!("version {version} is not known, only version {VERSION}"));
        }
        let settings: Self = options.from_str(text).map_err(|error| {
            let at = error.span.start;
            format!("line {}, column {}: {}", at.line, at.col, error.code)
        })?;
        if !SCALE_RANGE.contains(&settings.ui_scale) {
            return Err(format!("ui_scale: {} is out of range", settings.ui_scale));
        }
        Ok(settings)
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n");
        let text = options().to_string_pretty(self, pretty);
        text.expect("strings and numbers can all be written") + "\n"
    }
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// The settings file of this run; without a path nothing is written.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsFile {
    /// Where it lies.
    pub path: Option<PathBuf>,
    /// What it holds.
    pub settings: Settings,
    /// What is to be said about it once there is a window.
    pub problem: Option<String>,
}

impl SettingsFile {
    /// Reads the file in the configuration folder of the system.
    pub fn of_system() -> Self {
        directories::ProjectDirs::from("", "", "mondrian")
            .map(|project| Self::read(&project.config_dir().join("settings.ron")))
            .unwrap_or_default()
    }

    /// Reads the file at `path`. One that cannot be understood is renamed, and the
    /// defaults take its place.
    pub fn read(path: &Path) -> Self {
        let mut file = Self { path: Some(path.to_owned()), ..Self::default() };
        let parsed = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8(bytes)
                .map_err(|_| "it is not a text in UTF-8".to_owned())
                .and_then(|text| Settings::parse(&text)),
            Err(error) if error.kind() == ErrorKind::NotFound => return file,
            Err(error) => {
                // What cannot be read now may be whole: it is not written over.
                file.path = None;
                file.problem = Some(format!(
                    "{} cannot be read: {error}\nSettings are not remembered this time.",
                    path.display()
                ));
                return file;
            }
        };
        match parsed {
            Ok(settings) => file.settings = settings,
            Err(reason) => {
                let kept = keep_aside(path);
                let fate = match &kept {
                    Ok(kept) => format!("It is kept as {}.", kept.display()),
                    Err(error) => format!("It cannot be renamed ({error}) and is left alone."),
                };
                if kept.is_err() {
                    file.path = None;
                }
                let path = path.display();
                file.problem = Some(format!(
                    "{path} cannot be understood: {reason}\n{fate} All settings are at their defaults."
                ));
            }
        }
        file
    }

    /// Writes `settings`.
    ///
    /// # Errors
    /// What the system says; the file is as it was.
    pub fn write(&self, settings: &Settings) -> std::io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        write_bytes(path, settings.text().as_bytes())
    }
}

/// Renames a file to the first free name of `settings.bad.ron`, `settings.bad-2.ron`, …
fn keep_aside(path: &Path) -> std::io::Result<PathBuf> {
    let mut kept = path.with_extension("bad.ron");
    let mut number = 2;
    while kept.exists() {
        kept = path.with_extension(format!("bad-{number}.ron"));
        number += 1;
    }
    std::fs::rename(path, &kept)?;
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip() {
        let settings = Settings {
            theme: Theme::Dark,
            ui_scale: 1.25,
            window: Some(WindowPlace { at: Some((-5, 20)), size: (1024, 640) }),
            solver: Some(SolverChoices {
                method: "astar".into(),
                fields: vec!["22".into()],
                ..SolverChoices::default()
            }),
            recent: vec!["/tmp/a b.mondrian.ron".into()],
            ..Settings::default()
        };
        assert_eq!(Settings::parse(&settings.text()), Ok(settings));
        assert_eq!(Settings::parse(&Settings::default().text()), Ok(Settings::default()));
        // Of an older version that knew less.
        let old = Settings::parse("(version: 1, animation: false)").unwrap();
        assert_eq!(old, Settings { animation: false, ..Settings::default() });
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text| Settings::parse(text).unwrap_err();
        assert_eq!(error("(version: 7, wings: 2)"), "version 7 is not known, only version 1");
        assert!(error("(\n theme: purple)").starts_with("line 2"));
        assert!(error("(wings: 2)").contains("wings"));
        assert!(error("(ui_scale: 40)").contains("ui_scale"));
        assert!(error("").starts_with("line 1"));
    }

    #[test]
    fn a_bad_file_is_kept_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        assert!(SettingsFile::read(&path).problem.is_none(), "there is none yet");
        for (nth, kept) in ["settings.bad.ron", "settings.bad-2.ron"].into_iter().enumerate() {
            let bytes = [b'(', 0xff, nth as u8];
            std::fs::write(&path, bytes).unwrap();
            let file = SettingsFile::read(&path);
            assert_eq!(file.settings, Settings::default());
            assert!(file.problem.clone().unwrap().contains(kept), "{file:?}");
            assert_eq!(std::fs::read(folder.path().join(kept)).unwrap(), bytes);
            assert!(!path.exists());
        }
        let file = SettingsFile::read(&path);
        let settings = Settings { animation: false, ..Settings::default() };
        file.write(&settings).unwrap();
        assert_eq!(SettingsFile::read(&path).settings, settings);
    }
}
