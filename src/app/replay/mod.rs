//! Watching a solution: which one is loaded, where it stands, and the commands
//! that move it. The bar with its buttons and the board with its tiles are views
//! of [`Replay`]; only this file writes it.

mod bar;
mod board;
mod keys;
mod playhead;
mod slider;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

pub use board::ReplayBoard;
pub use playhead::{Playhead, Speed, Track};
pub use slider::ReplaySlider;

use crate::app::kit::frame::FrameSystems;
use crate::app::settings::{Settings, SettingsSystems};
use crate::puzzle::Palette;

/// A request to the replay.
#[derive(Message, Clone, Debug)]
pub enum ReplayCommand {
    /// Takes another solution. It is shown when the next command asks for it.
    Load(Box<Track>),
    /// Shows the position before the first move.
    First,
    /// Takes one move back.
    Back,
    /// Plays by itself, or stops playing.
    TogglePlay,
    /// Makes one move.
    Forward,
    /// Shows the position after the last move.
    Last,
    /// Shows the position after so many moves.
    Seek(usize),
    /// Chooses how fast it plays.
    Speed(Speed),
    /// Goes back to the level under edit; the solution stays loaded, and one that has come
    /// to its end begins anew.
    Close,
    /// Drops the solution.
    Unload,
}

/// The solution that is watched.
#[derive(Resource, Default)]
pub struct Replay {
    playhead: Option<Playhead>,
    open: bool,
    speed: Speed,
    /// Counts the solutions loaded, so that views know when to draw anew.
    serial: u64,
}

impl Replay {
    /// Returns where the loaded solution stands; `None` when none is loaded.
    pub const fn playhead(&self) -> Option<&Playhead> {
        self.playhead.as_ref()
    }

    /// Says whether the board shows the replay and not the level under edit.
    pub const fn is_open(&self) -> bool {
        self.open && self.playhead.is_some()
    }

    /// Returns how fast it plays.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    pub(in crate::app) fn load(&mut self, track: Track) {
        self.playhead = Some(Playhead::new(track, self.speed));
        self.serial += 1;
    }

    pub(in crate::app) fn unload(&mut self) {
        self.playhead = None;
        self.open = false;
    }

    /// Shows the solution in the colours that the palette has now.
    pub(in crate::app) fn recolour(&mut self, palette: &Palette) {
        if let Some(playhead) = &mut self.playhead {
            playhead.track.palette.clone_from(palette);
            self.serial += 1;
        }
    }

    fn apply(&mut self, command: ReplayCommand) {
        match command {
            ReplayCommand::Load(track) => return self.load(*track),
            ReplayCommand::Unload => return self.unload(),
            ReplayCommand::Speed(speed) => self.speed = speed,
            ReplayCommand::Close => self.open = false,
            _ => self.open = self.playhead.is_some(),
        }
        let Some(playhead) = &mut self.playhead else { return };
        let last = playhead.track.move_count();
        match command {
            ReplayCommand::Speed(speed) => playhead.speed = speed,
            ReplayCommand::TogglePlay => return playhead.toggle_play(),
            ReplayCommand::First => playhead.seek(0),
            ReplayCommand::Back => playhead.back(),
            ReplayCommand::Forward => playhead.forward(),
            ReplayCommand::Last => playhead.seek(last),
            ReplayCommand::Close if playhead.at() == last => playhead.seek(0),
            ReplayCommand::Seek(at) if at != playhead.at() => playhead.seek(at),
            _ => {}
        }
        if !matches!(command, ReplayCommand::Speed(_)) {
            // Whoever moves it by hand wants it to stay there.
            playhead.pause();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Replay>()
        .add_message::<ReplayCommand>()
        .add_systems(PreStartup, restore_speed.after(SettingsSystems::Read))
        .add_systems(
            Update,
            remember_speed.run_if(resource_changed::<Replay>).in_set(FrameSystems::Views),
        )
        .add_systems(Update, (advance, apply_commands).chain().in_set(FrameSystems::Commands))
        .add_plugins((bar::plugin, board::plugin, keys::plugin, slider::plugin));
}

fn restore_speed(settings: Res<Settings>, mut out: MessageWriter<ReplayCommand>) {
    let speed = Speed::ALL.into_iter().find(|speed| speed.label() == settings.replay_speed);
    if let Some(speed) = speed {
        out.write(ReplayCommand::Speed(speed));
    }
}

fn remember_speed(replay: Res<Replay>, mut settings: ResMut<Settings>) {
    if settings.replay_speed != replay.speed().label() {
        replay.speed().label().clone_into(&mut settings.replay_speed);
    }
}

/// Lets the replay move on. Comes before the commands: the first frame after an
/// idle while is a long one, and a slide that begins in it must not jump.
fn advance(mut replay: ResMut<Replay>, time: Res<Time>, mut redraw: MessageWriter<RequestRedraw>) {
    let moves = replay.playhead.as_ref().is_some_and(Playhead::is_moving);
    if moves && let Some(playhead) = &mut replay.playhead {
        playhead.advance(time.delta());
        redraw.write(RequestRedraw);
    }
}

fn apply_commands(
    mut commands: MessageReader<ReplayCommand>,
    settings: Res<Settings>,
    mut replay: ResMut<Replay>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for command in commands.read() {
        replay.apply(command.clone());
        redraw.write(RequestRedraw);
    }
    if !settings.animation
        && let Some(playhead) = &mut replay.bypass_change_detection().playhead
    {
        // What has just begun to slide is there already.
        playhead.skip_slide();
    }
}
