//! What is shown when the level is solved, in place of the buttons at the right: a large field
//! that says in how many moves, and whether fewer are possible; below it the ways on.
//!
//! ```text
//!   +------------------+
//!   | SOLVED           |   blue where no way is shorter, proved; else yellow
//!   | 19               |
//!   | moves            |
//!   | the best possible|
//!   +------------------+
//!   [   Next level     ]
//!   [ Again            ]
//!   [ Share my result  ]
//!   [ Watch it again   ]
//!   [ Undo             ]
//! ```

use bevy::feathers::constants::fonts;
use bevy::feathers::controls::ButtonVariant;
use bevy::prelude::*;
use bevy::text::FontSourceTemplate;
use bevy::ui::UiTransform;

use super::actions::{RESTART, SHARE, UNDO, WATCH};
use super::{Game, PADDING, Play, PlayCommand};
use crate::app::document::Document;
use crate::app::kit::bound::{ground_of, ink_of, sends, shown_if, text_of, variant_if};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{Action, does};
use crate::app::kit::mode::is_playing;
use crate::app::kit::theme;
use crate::app::kit::tooltip::explained;
use crate::app::levels::packs::next::{OpenNext, OpenPlace};
use crate::app::levels::text::TextCommand;
use crate::app::settings::Settings;
use crate::app::solve::results::{Results, best};
use crate::page::link;
use crate::puzzle::share_code;
use crate::words::figures::grouped;
use crate::words::{Shortest, Won};

/// Heights of the button that leads on and of the others.
const FIRST: f32 = 40.0;
const OTHER: f32 = 28.0;

/// The large field.
#[derive(Component, Clone, Copy, Default)]
pub(super) struct WinField;

/// Returns what is to be said of the game, once it is won and at rest.
pub(super) fn won(play: &Play, document: &Document, results: &Results) -> Option<Won> {
    let game = play.game().filter(|_| play.shows_win())?;
    let claimed = document.draft().best.as_ref().filter(|best| best.claimed);
    let shortest = best(document, results).map(|best| Shortest {
        claimed: claimed.is_some_and(|claimed| claimed.moves.len() == best.moves.len()),
        ..Shortest::from(&best)
    });
    let moves = game.steps().len() as u32;
    Some(Won { moves, is_helped: !game.is_own(), shortest })
}

/// Makes a function of the win out of one of its parts.
fn with_won<T: Default + 'static>(
    part: fn(Won) -> T,
) -> impl Fn(Res<Play>, Res<Document>, Res<Results>) -> T + Clone {
    move |play: Res<Play>, document: Res<Document>, results: Res<Results>| {
        won(&play, &document, &results).map(part).unwrap_or_default()
    }
}

/// Returns the colours of what is said of a win: ground and ink.
pub(super) fn colours(won: Won) -> (theme::Paint, theme::Paint) {
    match won.is_best_possible() {
        true => (theme::BLUE, theme::GROUND),
        false => (theme::YELLOW, theme::ON_YELLOW),
    }
}

/// Returns the column that stands there when the level is solved.
pub(super) fn column() -> impl Scene {
    let small = |play: Res<Play>| match play.game().is_some_and(Game::is_own) {
        true => "SOLVED".to_owned(),
        false => "SOLVED, WITH HELP".to_owned(),
    };
    let unit = |won: Won| if won.moves == 1 { "move" } else { "moves" }.to_owned();
    bsn! {
        Node { flex_direction: FlexDirection::Column, flex_shrink: 0.0 }
        shown_if(|play: Res<Play>| play.shows_win())
        Children [
            (
                Node { flex_direction: FlexDirection::Column, padding: UiRect::all(px(PADDING)) }
                WinField
                UiTransform
                ground_of(field_of(|colours| colours.0))
                Children [
                    ( theme::heading("") text_of(small) inked() ),
                    ( large(theme::COLOSSAL) #WonMoves text_of(with_won(|won| grouped(won.moves.into()))) inked() ),
                    ( large(theme::HUGE) Node { margin: UiRect::top(px(-6)) } text_of(with_won(unit)) inked() ),
                    (
                        large(theme::HUGE)
                        #WonVerdict
                        Node { margin: UiRect::top(px(12)) }
                        text_of(with_won(|won| won.verdict()))
                        inked()
                    ),
                ]
            ),
            buttons(),
        ]
    }
}

/// Makes a function of the win out of one of its colours.
fn field_of(
    part: fn((theme::Paint, theme::Paint)) -> theme::Paint,
) -> impl Fn(Res<Play>, Res<Document>, Res<Results>) -> theme::Paint + Clone {
    move |play: Res<Play>, document: Res<Document>, results: Res<Results>| {
        won(&play, &document, &results).map_or(theme::NONE, |won| part(colours(won)))
    }
}

fn large(size: f32) -> impl Scene {
    bsn! {
        Text("")
        TextFont { font: FontSourceTemplate::Handle(fonts::BOLD), font_size: FontSize::Px(size) }
        theme::Ink(theme::INK)
        Pickable::IGNORE
    }
}

fn inked() -> impl Scene {
    ink_of(field_of(|colours| colours.1))
}

fn buttons() -> impl Scene {
    let has_place = |place: OpenPlace| place.get().is_some();
    let has_none = |place: OpenPlace| place.get().is_none();
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(8), padding: UiRect::all(px(PADDING)) }
        Children [
            (
                explained(theme::primary_button("Next level"), "The next level of this pack that you have not solved", "Enter or U")
                Node { height: px(FIRST) }
                sends(OpenNext)
                shown_if(has_place)
            ),
            (
                other("Again", RESTART)
                variant_if(has_none, ButtonVariant::Primary, ButtonVariant::Normal)
            ),
            other(SHARE.words, SHARE),
            other(WATCH.words, WATCH),
            other(UNDO.words, UNDO),
        ]
    }
}

fn other(caption: &'static str, action: Action) -> impl Scene {
    bsn! {
        does(theme::button(caption), action)
        Node { height: px(OTHER) }
    }
}

/// The field comes in from the right while the picture unfolds.
fn unfold(play: Res<Play>, mut field: Single<&mut UiTransform, With<WinField>>) {
    let away = (1.0 - play.motion().win_part()) * 100.0;
    let translation = Val2::new(percent(away), px(0));
    if field.translation != translation {
        field.translation = translation;
    }
}

fn share(
    mut requests: MessageReader<PlayCommand>,
    (play, document, results): (Res<Play>, Res<Document>, Res<Results>),
    settings: Res<Settings>,
    mut texts: MessageWriter<TextCommand>,
) {
    if !requests.read().any(|&request| request == PlayCommand::Share) {
        return;
    }
    let Some(won) = won(&play, &document, &results) else { return };
    let draft = document.draft();
    let level = link(&settings.player_address, draft).unwrap_or_else(|| share_code(draft));
    let text = format!("{}\n{level}", won.result(&draft.title));
    texts.write(TextCommand::CopyText { text, what: "Your result" });
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            share.run_if(on_message::<PlayCommand>).in_set(FrameSystems::Input),
            unfold
                .run_if(is_playing.and_then(resource_changed::<Play>))
                .in_set(FrameSystems::Views),
        ),
    );
}
