//! The line under the board: that the level is solved, what could not be done, what the
//! hints say, or what to do.

use bevy::prelude::*;

use super::actions::UNDO;
use super::win::{colours, won};
use super::{Game, Hints, Play};
use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::bound::shown_if;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::does;
use crate::app::kit::mode::is_playing;
use crate::app::kit::theme;
use crate::app::solve::results::Results;
use crate::hints::{Left, WHOLE};
use crate::puzzle::{Direction, Move, format_moves};
use crate::words::{Won, figures, issue_words};

/// The line.
#[derive(Component, Clone, Copy, Default)]
pub struct PlayLine;

/// The ground that it stands on.
#[derive(Component, Clone, Copy, Default)]
pub(super) struct LineGround;

/// What kind of thing it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    Quiet,
    Told,
    Refused,
    Won(Won),
}

/// Returns the button beside the line that leads out of a game that is lost.
pub(super) fn take_back() -> impl Scene {
    bsn! {
        does(theme::primary_button("Take back"), UNDO)
        #TakeBack
        shown_if(|play: Res<Play>, hints: Res<Hints>| {
            play.game().is_some_and(|game| tells_loss(&play, game, &hints))
        })
    }
}

/// Says whether the line says that the game is lost: where that has turned out.
fn tells_loss(play: &Play, game: &Game, hints: &Hints) -> bool {
    let made = game.moves();
    let is_lost = matches!(hints.left(&made), Left::None { is_proved: true, .. });
    is_lost && !game.is_at_start() && play.refused.is_none() && hints.tells_failure(&made)
}

fn show_line(
    play: Res<Play>,
    hints: Res<Hints>,
    (document, results): (Res<Document>, Res<Results>),
    line: Single<(&mut Text, &mut theme::Ink), With<PlayLine>>,
    mut ground: Single<&mut theme::Fill, With<LineGround>>,
) {
    let Some(game) = play.game() else { return };
    let (words, tone) = words(&play, game, &hints, &document, &results);
    let (ink, paint) = match tone {
        Tone::Quiet => (theme::DIM, theme::NONE),
        Tone::Told => (theme::INK, theme::FIELD_HOVER),
        Tone::Refused => (theme::RED, theme::NONE),
        Tone::Won(won) => {
            let (ground, ink) = colours(won);
            (ink, ground)
        }
    };
    let (mut text, mut color) = line.into_inner();
    text.set_if_neq(Text(words));
    color.set_if_neq(theme::Ink(ink));
    ground.set_if_neq(theme::Fill(paint));
}

fn words(
    play: &Play,
    game: &Game,
    hints: &Hints,
    document: &Document,
    results: &Results,
) -> (String, Tone) {
    let made = game.moves();
    if let Some(won) = won(play, document, results) {
        return (won.sentence(), Tone::Won(won));
    }
    if play.is_watched() {
        return ("Your solution plays. Any key stops it.".to_owned(), Tone::Told);
    }
    if let Some(refused) = play.refused {
        return (refused.to_owned(), Tone::Refused);
    }
    if play.makes_goal() && !game.is_at_start() {
        return (
            "Stop where you like: Enter makes this the goal, Esc leaves it.".to_owned(),
            Tone::Told,
        );
    }
    if hints.is_playing() {
        let left = hints.rest(&made).map_or(0, <[Move]>::len) as u32;
        let words = format!("The solution plays: {} left. S stops it.", figures::moves(left));
        return (words, Tone::Told);
    }
    let rest = hints.rest(&made).unwrap_or_default();
    match hints.left(&made) {
        Left::Moves { count, proved, running } if count > 0 => {
            let mut words = left(count, proved, running);
            words += &told(game, rest, hints.grade(&made));
            (words, Tone::Told)
        }
        Left::Searching { at_least: 0 } => ("Searching from here …".to_owned(), Tone::Told),
        Left::Searching { at_least } => {
            let words = format!("Searching from here … {} or more.", figures::moves(at_least));
            (words, Tone::Told)
        }
        Left::None { words, .. } if tells_loss(play, game, hints) => {
            (format!("From here it {words}."), Tone::Told)
        }
        Left::None { words, .. } if hints.tells_failure(&made) => {
            (format!("From here: {words}."), Tone::Refused)
        }
        Left::Unasked | Left::Moves { .. } | Left::None { .. } => prompt(game, document),
    }
}

fn left(count: u32, proved: bool, running: Option<u32>) -> String {
    let moves = figures::moves(count);
    match (proved, running) {
        (true, _) => format!("{moves} left, proved."),
        (false, Some(least)) => format!("{least} to {moves} left, still searching."),
        (false, None) => format!("At most {moves} left."),
    }
}

/// Returns what a hint of this grade tells beside the number of moves.
fn told(game: &Game, rest: &[Move], grade: u8) -> String {
    /// More would not fit under the board.
    const SHOWN: usize = 24;
    let Some(next) = rest.first() else { return String::new() };
    let label = game
        .tile_at(next.from)
        .and_then(|tile| game.palette.swatch(game.colour(tile)).label.clone());
    let tile =
        label.map_or_else(|| format!("the tile on {}", next.from), |label| format!("the {label}"));
    match grade {
        0 => "  S plays them, N makes one.".to_owned(),
        1 => "  H tells which tile.".to_owned(),
        2 => format!("  Move {tile}. H tells where."),
        3 => format!("  Push {tile} {}. H tells the rest.", direction(next.direction)),
        WHOLE.. => {
            let more = if rest.len() > SHOWN { " …" } else { "" };
            format!("  {}{more}", format_moves(&rest[..rest.len().min(SHOWN)]))
        }
    }
}

const fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

fn prompt(game: &Game, document: &Document) -> (String, Tone) {
    if let Some(issue) = document.obstacle() {
        return (issue_words(issue, &game.palette), Tone::Refused);
    }
    let words = if game.gap().is_some() {
        "Click a tile in the row or column of the empty cell, or use the arrows."
    } else if game.selected.is_some() {
        "Click where it shall go, or use the arrows."
    } else {
        "Drag a tile; or choose one by a click or Tab, and push it with the arrows."
    };
    (words.to_owned(), Tone::Quiet)
}

pub(super) fn plugin(app: &mut App) {
    let something_changed = resource_changed::<Play>
        .or_else(resource_changed::<Hints>)
        .or_else(resource_changed::<Results>)
        .or_else(on_message::<DocumentChanged>)
        .or_else(resource_changed::<crate::app::kit::mode::Mode>);
    app.add_systems(
        Update,
        show_line.run_if(is_playing.and_then(something_changed)).in_set(FrameSystems::Views),
    );
}
