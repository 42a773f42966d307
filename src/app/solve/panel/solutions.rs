//! The list of solutions, the best marked. A click on one takes it into the replay;
//! beside it one to compare it with another and one to remove it.

use std::time::Duration;

use bevy::feathers::controls::{ButtonVariant, FeathersButton};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::prelude::*;

use crate::app::kit::bound::{rows_of, sends, shown_if, text_of, variant_if};
use crate::app::kit::icons::{Icon, icon};
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::replay::Replay;
use crate::app::solve::results::{KnownSolution, Sort};
use crate::app::solve::results::{Results, SheetId};
use crate::app::solve::solutions::SolutionCommand;
use crate::search::Method;
use crate::words;
use crate::words::figures;

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0 }
        Children [
            (
                Node
                template_value(Tooltip::new("All solutions of this level that searches have found, to be watched and compared", ""))
                Children [ ( theme::heading("") #SolutionsTitle text_of(title) ) ]
            ),
            (
                Node { flex_direction: FlexDirection::Column }
                Children [
                    ( header() shown_if(|results: Res<Results>| !results.solutions().all().is_empty()) ),
                    ( Node { flex_direction: FlexDirection::Column } rows_of(listed, row) ),
                ]
            ),
        ]
    }
}

fn title(results: Res<Results>) -> String {
    match results.solutions().sorted(results.sort()).len() {
        // The level itself may bring one: it is not for this list to say that there are none.
        0 => "Solutions".to_owned(),
        found => format!("Solutions found: {found}"),
    }
}

/// What a row tells.
#[derive(Clone, Copy, PartialEq)]
struct Listed {
    sheet: SheetId,
    /// Its number, from 0 in the order of finding.
    id: usize,
    moves: u32,
    bound: u32,
    expanded: u64,
    elapsed: Duration,
    method: Method,
}

fn listed(results: Res<Results>) -> Vec<Listed> {
    let (Some(sheet), solutions) = (results.shown(), results.solutions()) else { return vec![] };
    let listed = |known: &KnownSolution| Listed {
        sheet: sheet.id,
        id: known.id,
        moves: known.solution.cost(),
        bound: known.lower_bound,
        expanded: known.expanded,
        elapsed: known.elapsed,
        method: known.method,
    };
    solutions.sorted(results.sort()).into_iter().map(listed).collect()
}

fn header() -> impl Scene {
    bsn! {
        Node { padding: UiRect::left(px(4)), column_gap: px(4), align_items: AlignItems::Center }
        Children [
            Node { width: px(10), flex_shrink: 0.0 },
            sorter(60.0, "moves", Sort::Moves, "Lists the fewest moves first"),
            sorter(60.0, "time", Sort::Time, "Lists the quickest found first"),
            Node { width: px(40), flex_shrink: 0.0 },
        ]
    }
}

/// A word above a column that orders the list by it.
fn sorter(width: f32, caption: &'static str, by: Sort, tip: &'static str) -> impl Scene {
    bsn! {
        @FeathersButton {
            @caption: {Box::new(bsn_list![ theme::label_dim(caption) ]) as Box<dyn SceneList>},
            @variant: ButtonVariant::Plain,
            @corners: RoundedCorners::None,
        }
        Node { width: px(width), height: px(20), flex_grow: 1.0, padding: UiRect::ZERO, justify_content: JustifyContent::End }
        template_value(Tooltip::new(tip, ""))
        sends(SolutionCommand::Sort(by))
    }
}

fn row(listed: &Listed) -> impl Scene + use<> {
    let Listed { id, moves, .. } = *listed;
    let time = figures::time(listed.elapsed);
    let tip = format!(
        "Plays this solution, found by {} after {} positions, when at least {} were proved to be needed",
        words::method(listed.method).label,
        figures::short_count(listed.expanded),
        figures::moves(listed.bound),
    );
    bsn! {
        Node { align_items: AlignItems::Center }
        Children [
            (
                @FeathersButton {
                    @caption: {Box::new(bsn_list![
                        ( Node { width: px(10), height: px(10), flex_shrink: 0.0 } Children [ best_mark(moves) ] ),
                        ( cell(60.0) Children [ theme::label(moves.to_string()) ] ),
                        ( cell(60.0) Children [ theme::label(time) ] ),
                    ]) as Box<dyn SceneList>},
                    @variant: ButtonVariant::Plain,
                    @corners: RoundedCorners::None,
                }
                Node { flex_grow: 1.0, justify_content: JustifyContent::Start, column_gap: px(4), padding: UiRect::horizontal(px(4)) }
                template_value(Name::new(format!("solution {id}")))
                template_value(Tooltip(tip))
                sends(SolutionCommand::Show(id))
                variant_if(move |results: Res<Results>, replay: Res<Replay>| is_watched(&results, &replay, id), ButtonVariant::Normal, ButtonVariant::Plain)
            ),
            (
                template_value(Name::new(format!("compare {id}")))
                small_button(Icon::Differ, SolutionCommand::Compare(id), "Compares the solution in the replay with this one, move by move")
                variant_if(move |results: Res<Results>| results.solutions().compared().is_some_and(|known| known.id == id), ButtonVariant::Primary, ButtonVariant::Plain)
            ),
            (
                template_value(Name::new(format!("delete {id}")))
                small_button(Icon::Close, SolutionCommand::Delete(id), "Takes it off this list; the level keeps its best solution")
            ),
        ]
    }
}

/// Marks the best, whichever that is: with a better one the other rows stay as they are.
fn best_mark(moves: u32) -> impl Scene {
    bsn! {
        Node { width: percent(100), height: percent(100), border: px(1) }
        theme::Fill({theme::YELLOW})
        theme::Frame({theme::INK})
        shown_if(move |results: Res<Results>| results.solutions().best() == Some(moves))
    }
}

fn small_button(sign: Icon, command: SolutionCommand, tip: &'static str) -> impl Scene {
    bsn! {
        @FeathersButton {
            @caption: bsn! { icon(sign) },
            @variant: ButtonVariant::Plain,
            @corners: RoundedCorners::None,
        }
        Node { width: px(20), height: px(22), flex_shrink: 0.0, padding: UiRect::ZERO }
        template_value(Tooltip::new(tip, ""))
        sends(command)
    }
}

/// A cell of the table with its text at the right.
fn cell(width: f32) -> impl Scene {
    bsn! { Node { width: px(width), flex_grow: 1.0, justify_content: JustifyContent::End } }
}

/// Says whether it is the one in the replay.
fn is_watched(results: &Results, replay: &Replay, id: usize) -> bool {
    let playhead = replay.playhead().filter(|_| replay.is_open());
    let shown = playhead.and_then(|playhead| results.solutions().shown(&playhead.track));
    shown.is_some_and(|known| known.id == id)
}
