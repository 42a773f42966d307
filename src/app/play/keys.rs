//! The keys of play mode, and Ctrl+P, which goes there and back.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::panel::{GOAL_MARKS, START_PLACES, TRAILS};
use super::{Play, PlayCommand};
use crate::app::kit::dialog::close_dialogs;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{KeyOwner, is_alt, is_control, is_shift, key_owner, letter, presses};
use crate::app::kit::mode::Mode;
use crate::app::levels::classics::ShowClassics;
use crate::app::levels::packs::next::{OpenNext, OpenPlace};
use crate::app::settings::{Preference, Settings};
use crate::app::work::ShowRace;
use crate::puzzle::Direction;

/// What the keys send.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w> {
    play: MessageWriter<'w, PlayCommand>,
    preferences: MessageWriter<'w, Preference>,
    next: MessageWriter<'w, OpenNext>,
    classics: MessageWriter<'w, ShowClassics>,
    race: MessageWriter<'w, ShowRace>,
}

fn press(
    In(owner): In<KeyOwner>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    (mode, play, place): (Res<Mode>, Res<Play>, OpenPlace),
    settings: Res<Settings>,
    mut out: Outputs,
) {
    let shift = is_shift(&keys);
    let are_free = owner != KeyOwner::Above && !is_alt(&keys);
    for event in presses(are_free, &mut input) {
        let letter = letter(event);
        if is_control(&keys) {
            if letter == Some('p') && !event.repeat {
                out.play.write(match *mode {
                    Mode::Design => PlayCommand::Enter,
                    Mode::Play => PlayCommand::Leave,
                });
            } else if *mode == Mode::Play
                && let Some(command) = history_command(letter, shift)
            {
                out.play.write(command);
            }
        } else if *mode == Mode::Play {
            let leads_on = event.logical_key == Key::Enter && !event.repeat && play.shows_win();
            if leads_on && place.get().is_some() {
                out.next.write(OpenNext);
            } else if leads_on {
                out.play.write(PlayCommand::Restart);
            } else if let Some(command) = command(&event.logical_key, letter, shift, event.repeat) {
                out.play.write(command);
            } else if !event.repeat {
                press_option(letter, &settings, &mut out);
            }
        }
    }
}

fn history_command(letter: Option<char>, shift: bool) -> Option<PlayCommand> {
    match (letter, shift) {
        (Some('z'), false) => Some(PlayCommand::Undo),
        (Some('z'), true) | (Some('y'), false) => Some(PlayCommand::Redo),
        _ => None,
    }
}

fn command(key: &Key, letter: Option<char>, shift: bool, repeat: bool) -> Option<PlayCommand> {
    Some(match (key, letter) {
        (Key::ArrowUp, _) => PlayCommand::Arrow(Direction::Up),
        (Key::ArrowDown, _) => PlayCommand::Arrow(Direction::Down),
        (Key::ArrowLeft, _) => PlayCommand::Arrow(Direction::Left),
        (Key::ArrowRight, _) => PlayCommand::Arrow(Direction::Right),
        (Key::Tab, _) => PlayCommand::SelectNext { backwards: shift },
        (Key::Backspace, _) => PlayCommand::Undo,
        // Held down, the rest would do more than was meant.
        _ if repeat => return None,
        (Key::Escape, _) => PlayCommand::Stop,
        (Key::Enter, _) => PlayCommand::TakeGoal,
        (_, Some('r')) => PlayCommand::Restart,
        (_, Some('h')) => PlayCommand::Hint,
        (_, Some('s')) => PlayCommand::Solve,
        (_, Some('n')) => PlayCommand::Step,
        (_, Some('c')) => PlayCommand::Share,
        (_, Some('w')) => PlayCommand::Watch,
        _ => return None,
    })
}

fn press_option(letter: Option<char>, settings: &Settings, out: &mut Outputs) {
    let option = match letter {
        Some('g') => GOAL_MARKS,
        Some('t') => TRAILS,
        Some('o') => START_PLACES,
        Some('u') => {
            out.next.write(OpenNext);
            return;
        }
        Some('k') => {
            out.classics.write(ShowClassics);
            return;
        }
        Some('m') => {
            out.race.write(ShowRace);
            return;
        }
        _ => return,
    };
    out.preferences.write(option.toggle(settings));
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
