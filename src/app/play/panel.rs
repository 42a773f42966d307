//! The columns beside the board: what is to be reached and the counter at the left,
//! buttons and options at the right. Its widgets only send messages.

use bevy::feathers::controls::FeathersCheckbox;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, ValueChange};

use super::actions::{
    ARROWS_MOVE_GAP, CLASSICS, Choice, GOAL_MARKS, HINT, NEXT, RACE, REDO, RESTART, SOLVE,
    START_PLACES, STEP, TRAILS, UNDO,
};
use super::screen::{LeftSlot, RightSlot, TargetBoard};
use super::{Game, Hints, PADDING, Play, PlayCommand, win};
use crate::app::boards::view::BoardView;
use crate::app::document::Document;
use crate::app::kit::bound::{caption_of, checked_if, enabled_if, sends, shown_if, text_of};
use crate::app::kit::keys::{Action, does};
use crate::app::kit::theme;
use crate::app::kit::tooltip::{Tooltip, explained};
use crate::app::levels::packs::next::{OpenPlace, PlaceWords};
use crate::app::settings::{Preference, Settings};
use crate::app::solve::results::{Results, best};
use crate::hints::Left;
use crate::progress;
use crate::puzzle::Best;

fn fill_slots(
    left: Single<Entity, With<LeftSlot>>,
    right: Single<Entity, With<RightSlot>>,
    mut commands: Commands,
) {
    commands.spawn_scene(target()).insert(ChildOf(*left));
    commands.spawn_scene(counter()).insert(ChildOf(*left));
    commands.spawn_scene(note()).insert(ChildOf(*left));
    commands.spawn_scene(place()).insert(ChildOf(*left));
    commands.spawn_scene(tools()).insert(ChildOf(*right));
    commands.spawn_scene(win::column()).insert(ChildOf(*right));
}

/// What the author says of the level: lessons teach by it.
fn note() -> impl Scene {
    bsn! {
        theme::label("")
        #Note
        Node { margin: UiRect::top(px(14)), flex_shrink: 0.0 }
        text_of(|document: Res<Document>| document.draft().note.clone())
    }
}

/// Which level of which pack it is, at the foot of the column.
fn place() -> impl Scene {
    bsn! {
        theme::label_dim("")
        #Place
        Node { margin: UiRect::top(auto()), flex_shrink: 0.0 }
        text_of(|words: Res<PlaceWords>| words.0.clone())
    }
}

/// The buttons, while the level is not solved.
fn tools() -> impl Scene {
    let buttons = buttons();
    bsn! {
        Node {
            flex_direction: FlexDirection::Column,
            row_gap: px(theme::GAP),
            padding: px(PADDING),
            flex_grow: 1.0,
            flex_shrink: 0.0,
        }
        shown_if(|play: Res<Play>| !play.shows_win())
        Children [ {buttons} ]
    }
}

fn target() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0 }
        template_value(Tooltip::new("What is to be reached next; colours count, not which tile it is", ""))
        Children [
            ( theme::heading("GOAL") #Target text_of(target_words) ),
            (
                Node {
                    width: percent(100),
                    height: px(182),
                    flex_shrink: 0.0,
                    align_items: AlignItems::FlexStart,
                    justify_content: JustifyContent::FlexStart,
                }
                Children [ ( BoardView TargetBoard ) ]
            ),
            ( theme::label_dim("") text_of(with_game(target_note)) shown_if(has_goal) ),
        ]
    }
}

fn counter() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(2), flex_shrink: 0.0, margin: UiRect::top(px(14)) }
        template_value(Tooltip::new("Moves made, and behind the line the fewest with which the level is known to be solved", ""))
        Children [
            theme::heading("MOVES"),
            ( theme::heading("") #Moves TextFont { font_size: FontSize::Px(theme::HUGE) } text_of(with_best(moves)) ),
            ( theme::label_dim("") text_of(with_best(best_words)) shown_if(has_goal) ),
            ( theme::label_dim("") #Own text_of(with_game(own_best)) shown_if(has_goal) ),
        ]
    }
}

fn buttons() -> Vec<Box<dyn Scene>> {
    let solve = bsn! {
        explained(theme::primary_button(SOLVE.words), SOLVE.tip, SOLVE.keys)
        on(solve_or_stop)
        caption_of(solve_caption)
        enabled_if(is_open)
    };
    let boxes = Vec::from([GOAL_MARKS, TRAILS, START_PLACES].map(choice_box));
    vec![
        Box::new(theme::heading("GAME")),
        Box::new(pair(
            bsn! { button(UNDO) enabled_if(can_undo) },
            bsn! { button(REDO) enabled_if(can_redo) },
        )),
        Box::new(pair(
            bsn! { button(RESTART) enabled_if(can_undo) },
            bsn! {
                button(NEXT)
                enabled_if(|place: OpenPlace| place.get().is_some())
            },
        )),
        Box::new(bsn! {
            explained(theme::primary_button("Make this the goal"), "The goal is what the board shows; your moves are its first solution", "Enter")
            #TakeGoal
            sends(PlayCommand::TakeGoal)
            shown_if(|play: Res<Play>| play.makes_goal())
            enabled_if(can_undo)
        }),
        Box::new(part("HINTS")),
        Box::new(pair(
            bsn! { button(HINT) enabled_if(is_open) },
            bsn! { button(STEP) enabled_if(is_open) },
        )),
        Box::new(solve),
        Box::new(part("SHOW")),
        Box::new(bsn! {
            Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0 }
            Children [
                {boxes},
                // It is there where it means something.
                ( choice_box(ARROWS_MOVE_GAP) shown_if(|play: Res<Play>| play.game().is_some_and(|game| game.gap().is_some())) ),
            ]
        }),
        Box::new(bsn! { Node { flex_grow: 1.0 } }),
        Box::new(button(CLASSICS)),
        Box::new(button(RACE)),
    ]
}

/// The heading of a part below another.
fn part(title: &'static str) -> impl Scene {
    bsn! {
        Node { margin: UiRect::top(px(14)), flex_shrink: 0.0 }
        Children [ theme::heading(title) ]
    }
}

fn pair(one: impl Scene, other: impl Scene) -> impl Scene {
    bsn! {
        Node { column_gap: px(-1), flex_shrink: 0.0 }
        Children [
            ( one Node { flex_grow: 1.0, flex_basis: px(0) } ),
            ( other Node { flex_grow: 1.0, flex_basis: px(0) } ),
        ]
    }
}

fn button(action: Action) -> impl Scene {
    does(theme::button(action.words), action)
}

fn choice_box(choice: Choice) -> impl Scene {
    bsn! {
        @FeathersCheckbox { @caption: bsn! { Text({choice.1.words}) ThemedText } }
        template_value(Tooltip::new(choice.1.tip, choice.1.keys))
        checked_if(move |settings: Res<Settings>| choice.of(&settings))
        on(move |change: On<ValueChange<bool>>, settings: Res<Settings>, mut out: MessageWriter<Preference>| {
            out.write(choice.set(&settings, change.value));
        })
    }
}

fn can_undo(play: Res<Play>) -> bool {
    play.game().is_some_and(Game::can_undo)
}

fn can_redo(play: Res<Play>) -> bool {
    play.game().is_some_and(Game::can_redo)
}

fn is_open(play: Res<Play>) -> bool {
    !play.makes_goal() && play.game().is_some_and(|game| !game.is_won())
}

fn solve_or_stop(
    _: On<Activate>,
    (play, hints): (Res<Play>, Res<Hints>),
    mut out: MessageWriter<PlayCommand>,
) {
    let left = play.game().map(|game| hints.left(&game.moves()));
    // It says so.
    let stops = matches!(left, Some(Left::Searching { .. }));
    out.write(if stops { PlayCommand::Stop } else { PlayCommand::Solve });
}

fn solve_caption(play: Res<Play>, hints: Res<Hints>) -> String {
    let left = play.game().map(|game| hints.left(&game.moves()));
    let caption = if hints.is_playing() {
        "Stop"
    } else if matches!(left, Some(Left::Moves { .. })) {
        "Play the solution"
    } else if hints.is_searching() {
        "Stop searching"
    } else {
        "Solve from here"
    };
    caption.to_owned()
}

fn with_game(words: fn(&Game) -> String) -> impl Fn(Res<Play>) -> String + Clone {
    move |play: Res<Play>| play.game().map(words).unwrap_or_default()
}

fn with_best(
    words: fn(&Game, Option<&Best>) -> String,
) -> impl Fn(Res<Play>, Res<Document>, Res<Results>) -> String + Clone {
    move |play: Res<Play>, document: Res<Document>, results: Res<Results>| {
        let best = best(&document, &results).filter(|_| !play.makes_goal());
        let words = |game| words(game, best.as_ref());
        play.game().map(words).unwrap_or_default()
    }
}

fn has_goal(play: Res<Play>) -> bool {
    !play.makes_goal()
}

/// `GOAL`, or which waypoint comes next.
fn target_words(play: Res<Play>) -> String {
    let Some(game) = play.game() else { return String::new() };
    if play.makes_goal() {
        return "THE GOAL, IF YOU STOP HERE".to_owned();
    }
    match (game.passed(), game.puzzle().waypoints().len()) {
        (passed, waypoints) if passed < waypoints => {
            format!("WAYPOINT {} OF {waypoints}", passed + 1)
        }
        _ => "GOAL".to_owned(),
    }
}

/// Where it may be reached, if not where it is drawn.
fn target_note(game: &Game) -> String {
    let floats = game.target().placements().len() > 1;
    let opening = game.puzzle().opening().len();
    match (floats, opening) {
        (true, _) => "Anywhere on the board.".to_owned(),
        (false, 0) => String::new(),
        (false, 1) => "The opening, 1 move, is played.".to_owned(),
        (false, count) => format!("The opening, {count} moves, is played."),
    }
}

/// `12 / 22`.
fn moves(game: &Game, best: Option<&Best>) -> String {
    let made = game.steps().len();
    best.map_or_else(|| made.to_string(), |best| format!("{made} / {}", best.moves.len()))
}

/// What the second number is.
fn best_words(_: &Game, best: Option<&Best>) -> String {
    let words = match best {
        Some(best) if best.proved => "best possible, proved",
        Some(_) => "best known, not proved",
        None => "no solution known yet",
    };
    words.to_owned()
}

/// The fewest moves in which the player has solved the level.
fn own_best(game: &Game) -> String {
    match progress::best(game.puzzle()) {
        Some(own) => format!("your best: {own}"),
        None => "your best: none yet".to_owned(),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slots);
}
