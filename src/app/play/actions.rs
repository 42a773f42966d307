//! What can be done in a game by a button or a key.

use bevy::prelude::*;

use super::PlayCommand;
use crate::app::kit::keys::{Action, actions};
use crate::app::kit::mode::Mode;
use crate::app::levels::classics::ShowClassics;
use crate::app::levels::packs::next::OpenNext;
use crate::app::settings::{PlayChoices, Preference, Settings};
use crate::app::work::ShowRace;

#[rustfmt::skip]
actions! {
    Some(Mode::Play);
    RESTART: "Restart", "R", "Back to the start; Redo leads on" => PlayCommand::Restart;
    NEXT: "Next level", "U", "The next level of this pack that you have not solved" => OpenNext;
    HINT: "Hint", "H", "Tell a little more each time" => PlayCommand::Hint;
    SOLVE: "Solve from here", "S", "Search for the shortest way from here, then play it" => PlayCommand::Solve;
    STEP: "One move", "N", "Make the next move of the solution" => PlayCommand::Step;
    SHARE: "Share my result", "C", "Copies a line about it, and the level" => PlayCommand::Share;
    WATCH: "Watch it again", "W", "Shows your moves from the start" => PlayCommand::Watch;
    CLASSICS: "Classic puzzles…", "K", "Makes a shuffled 8-, 15- or 24-puzzle, or one of any size" => ShowClassics;
    RACE: "Methods side by side…", "M", "Solves this level in several ways and compares them" => ShowRace;
}

/// Takes the last move back.
pub const UNDO: Action =
    Action::new("Undo", "Ctrl+Z, Backspace", "Takes the last move back", |out| {
        out.write_message(PlayCommand::Undo);
    })
    .within(Some(Mode::Play))
    .repeating();

/// Makes it again.
pub const REDO: Action =
    Action::new("Redo", "Ctrl+Y, Ctrl+Shift+Z", "Makes the move again", |out| {
        out.write_message(PlayCommand::Redo);
    })
    .within(Some(Mode::Play))
    .repeating();

/// Goes to the game and back to the editor.
pub const PLAY: Action =
    Action::new("Play", "Ctrl+P", "Plays the level, or goes back to drawing it", |out| {
        out.queue(|world: &mut World| {
            let command = match *world.resource::<Mode>() {
                Mode::Design => PlayCommand::Enter,
                Mode::Play => PlayCommand::Leave,
            };
            world.write_message(command);
        });
    });

/// A box of the options: which part of the choices it sets, what it says and means, its key.
#[derive(Clone, Copy)]
pub(super) struct Choice(fn(&mut PlayChoices) -> &mut bool, pub(super) Action);

impl Choice {
    const fn new(part: fn(&mut PlayChoices) -> &mut bool, action: Action) -> Self {
        Self(part, action.within(Some(Mode::Play)))
    }

    pub(super) fn of(self, settings: &Settings) -> bool {
        *self.0(&mut settings.play.clone())
    }

    /// Returns the settings with this one set.
    pub(super) fn set(self, settings: &Settings, value: bool) -> Preference {
        let mut choices = settings.play;
        *self.0(&mut choices) = value;
        Preference::Play(choices)
    }
}

/// Sets a choice the other way.
fn toggle(out: &mut Commands, choice: Choice) {
    out.queue(move |world: &mut World| {
        let settings = world.resource::<Settings>();
        let preference = choice.set(settings, !choice.of(settings));
        world.write_message(preference);
    });
}

pub(super) const GOAL_MARKS: Choice = Choice::new(
    |choices| &mut choices.goal_marks,
    Action::new("Goal on the board", "G", "Marks on the board where tiles must end", |out| {
        toggle(out, GOAL_MARKS)
    }),
);
pub(super) const TRAILS: Choice = Choice::new(
    |choices| &mut choices.trails,
    Action::new("Trails", "T", "Draws the ways that tiles have gone", |out| toggle(out, TRAILS)),
);
pub(super) const START_PLACES: Choice = Choice::new(
    |choices| &mut choices.start_places,
    Action::new("Start places", "O", "Rings the cells where tiles stood at first", |out| {
        toggle(out, START_PLACES)
    }),
);
pub(super) const ARROWS_MOVE_GAP: Choice = Choice::new(
    |choices| &mut choices.arrows_move_gap,
    Action::new(
        "Arrows move the gap",
        "",
        "An arrow moves the gap that way, not the tile beside it",
        |out| toggle(out, ARROWS_MOVE_GAP),
    ),
);

/// The choices with a key.
pub(in crate::app) const CHOICES: [Action; 3] = [GOAL_MARKS.1, TRAILS.1, START_PLACES.1];

/// Those with a key.
pub(in crate::app) const ACTIONS: &[Action] = &[
    PLAY, UNDO, REDO, RESTART, NEXT, HINT, SOLVE, STEP, SHARE, WATCH, CLASSICS, RACE, CHOICES[0],
    CHOICES[1], CHOICES[2],
];
