//! The keys of play mode that have another meaning elsewhere: arrows, Tab, Enter, Esc.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::{Play, PlayCommand};
use crate::app::kit::dialog::close_dialogs;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{KeyOwner, has_modifier, is_shift, key_owner, presses};
use crate::app::kit::mode::Mode;
use crate::app::levels::packs::next::{OpenNext, OpenPlace};
use crate::puzzle::Direction;

fn press(
    In(owner): In<KeyOwner>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    (mode, play, place): (Res<Mode>, Res<Play>, OpenPlace),
    (mut out, mut next): (MessageWriter<PlayCommand>, MessageWriter<OpenNext>),
) {
    let are_free = *mode == Mode::Play && owner != KeyOwner::Above && !has_modifier(&keys);
    for event in presses(are_free, &mut input) {
        let leads_on = event.logical_key == Key::Enter && !event.repeat && play.shows_win();
        if leads_on && place.get().is_some() {
            next.write(OpenNext);
        } else if leads_on {
            out.write(PlayCommand::Restart);
        } else if let Some(command) = command(&event.logical_key, is_shift(&keys), event.repeat) {
            out.write(command);
        }
    }
}

fn command(key: &Key, shift: bool, repeat: bool) -> Option<PlayCommand> {
    Some(match key {
        Key::ArrowUp => PlayCommand::Arrow(Direction::Up),
        Key::ArrowDown => PlayCommand::Arrow(Direction::Down),
        Key::ArrowLeft => PlayCommand::Arrow(Direction::Left),
        Key::ArrowRight => PlayCommand::Arrow(Direction::Right),
        Key::Tab => PlayCommand::SelectNext { backwards: shift },
        // Held down, the rest would do more than was meant.
        Key::Escape if !repeat => PlayCommand::Stop,
        Key::Enter if !repeat => PlayCommand::TakeGoal,
        _ => return None,
    })
}

/// Keys become commands of the game.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlayKeySystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        key_owner
            .pipe(press)
            .in_set(PlayKeySystems)
            .before(close_dialogs)
            .in_set(FrameSystems::Input),
    );
}
