//! The list of solutions, the best marked. A click on one takes it into the replay;
//! beside it one to compare it with another and one to remove it.

use bevy::feathers::constants::fonts;
use bevy::feathers::controls::{ButtonVariant, FeathersButton};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::text::FontSourceTemplate;
use bevy::ui_widgets::Activate;

use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::replay::Replay;
use crate::app::solve::results::{Results, SheetId};
use crate::app::solve::solutions::{Known, SolutionCommand, Solutions, Sort};
use crate::words;
use crate::words::figures;

/// `Solutions found: 3`, or no number before the first.
#[derive(Component, Clone, Copy, Default)]
pub struct SolutionsTitle;

/// The title of the empty list.
const NONE_YET: &str = "Solutions";

/// What the rows hang in.
#[derive(Component, Clone, Copy, Default)]
struct Rows;

/// The row of one solution, by its number, from 0 in the order of finding.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolutionRow(pub usize);

/// What the small buttons of the list do.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionButton(pub SolutionCommand);

impl Default for SolutionButton {
    fn default() -> Self {
        Self(SolutionCommand::Sort(Sort::Moves))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            list_solutions.run_if(resource_changed::<Results>),
            show_chosen.run_if(resource_changed::<Results>.or_else(resource_changed::<Replay>)),
        )
            .chain()
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0 }
        Children [
            (
                Node
                template_value(Tooltip::new("All solutions of this level that searches have found, to be watched and compared", ""))
                Children [ ( theme::heading(NONE_YET) SolutionsTitle ) ]
            ),
            ( Node { flex_direction: FlexDirection::Column } Rows ),
        ]
    }
}

/// What is listed, and in which order.
type Listed = Option<(Option<SheetId>, Solutions, Sort)>;

fn list_solutions(
    results: Res<Results>,
    mut title: Single<&mut Text, With<SolutionsTitle>>,
    rows: Single<Entity, With<Rows>>,
    mut listed: Local<Listed>,
    mut commands: Commands,
) {
    let (shown, solutions) = (results.shown().map(|sheet| sheet.id), results.solutions());
    let is_listed =
        |(id, known, sort): &(_, _, _)| (*id, known, *sort) == (shown, solutions, results.sort());
    if listed.as_ref().is_some_and(is_listed) {
        return;
    }
    *listed = Some((shown, solutions.clone(), results.sort()));
    let sorted = solutions.sorted(results.sort());
    let words = match sorted.len() {
        // The level itself may bring one: it is not for this list to say that there are none.
        0 => NONE_YET.to_owned(),
        found => format!("Solutions found: {found}"),
    };
    title.set_if_neq(Text(words));
    commands.entity(*rows).despawn_children();
    if !sorted.is_empty() {
        commands.spawn_scene(header()).insert(ChildOf(*rows));
    }
    for known in sorted {
        let best = Some(known.solution.cost()) == solutions.best();
        commands.spawn_scene(row(known, best)).insert(ChildOf(*rows));
    }
}

fn header() -> impl Scene {
    bsn! {
        Node { padding: UiRect::left(px(4)), column_gap: px(4), align_items: AlignItems::Center }
        Children [
            Node { width: px(10), flex_shrink: 0.0 },
            sorter(40.0, "moves", Sort::Moves, "Lists the fewest moves first"),
            (
                cell(44.0)
                template_value(Tooltip::new("The fewest moves that were proved to be needed when it was found", ""))
                Children [ theme::label_dim("at least") ]
            ),
            (
                cell(62.0)
                template_value(Tooltip::new("Positions looked at before it was found", ""))
                Children [ theme::label_dim("looked at") ]
            ),
            sorter(52.0, "time", Sort::Time, "Lists the quickest found first"),
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
        template_value(SolutionButton(SolutionCommand::Sort(by)))
        template_value(Tooltip::new(tip, ""))
        on(button_on_activate)
    }
}

fn row(known: &Known, best: bool) -> impl Scene + use<> {
    let id = known.id;
    let mark = if best { theme::BLACK } else { Color::NONE };
    let moves = known.solution.cost().to_string();
    let bound = known.lower_bound.to_string();
    let expanded = figures::short_count(known.expanded);
    let time = figures::time(known.elapsed);
    let tip = format!("Plays this solution, found by {}", words::method(known.method).label);
    bsn! {
        Node { align_items: AlignItems::Center }
        Children [
            (
                @FeathersButton {
                    @caption: {Box::new(bsn_list![
                        ( Node { width: px(10), height: px(10), flex_shrink: 0.0 } BackgroundColor({mark}) ),
                        ( cell(40.0) Children [ theme::label(moves) ] ),
                        ( cell(44.0) Children [ theme::label(bound) ] ),
                        ( cell(62.0) Children [ theme::label(expanded) ] ),
                        ( cell(52.0) Children [ theme::label(time) ] ),
                    ]) as Box<dyn SceneList>},
                    @variant: ButtonVariant::Plain,
                    @corners: RoundedCorners::None,
                }
                Node { flex_grow: 1.0, justify_content: JustifyContent::Start, column_gap: px(4), padding: UiRect::horizontal(px(4)) }
                SolutionRow({id})
                template_value(Tooltip(tip))
                on(move |_: On<Activate>, mut out: MessageWriter<SolutionCommand>| {
                    out.write(SolutionCommand::Show(id));
                })
            ),
            small_button("\u{2260}", SolutionCommand::Compare(id), "Compares the solution in the replay with this one, move by move"),
            small_button("\u{00d7}", SolutionCommand::Delete(id), "Takes it off this list; the level keeps its best solution"),
        ]
    }
}

fn small_button(sign: &'static str, command: SolutionCommand, tip: &'static str) -> impl Scene {
    bsn! {
        @FeathersButton {
            @caption: bsn! { Text({sign}) ThemedText TextFont { font: FontSourceTemplate::Handle(fonts::MONO), font_size: FontSize::Px(16.0) } Pickable::IGNORE },
            @variant: ButtonVariant::Plain,
            @corners: RoundedCorners::None,
        }
        Node { width: px(20), height: px(22), flex_shrink: 0.0, padding: UiRect::ZERO }
        template_value(SolutionButton(command))
        template_value(Tooltip::new(tip, ""))
        on(button_on_activate)
    }
}

/// A cell of the table with its text at the right.
fn cell(width: f32) -> impl Scene {
    bsn! { Node { width: px(width), flex_grow: 1.0, justify_content: JustifyContent::End } }
}

fn button_on_activate(
    activate: On<Activate>,
    buttons: Query<&SolutionButton>,
    mut out: MessageWriter<SolutionCommand>,
) {
    if let Ok(button) = buttons.get(activate.entity) {
        out.write(button.0);
    }
}

/// Shows which one is in the replay, which it is compared with, and the order.
fn show_chosen(
    results: Res<Results>,
    replay: Res<Replay>,
    mut rows: Query<(&SolutionRow, &mut ButtonVariant)>,
    mut buttons: Query<(&SolutionButton, &mut ButtonVariant), Without<SolutionRow>>,
) {
    let solutions = results.solutions();
    let track = replay.playhead().filter(|_| replay.is_open()).map(|playhead| &playhead.track);
    let shown = track.and_then(|track| solutions.shown(track)).map(|known| known.id);
    for (row, mut variant) in &mut rows {
        let is_shown = shown == Some(row.0);
        variant.set_if_neq(if is_shown { ButtonVariant::Normal } else { ButtonVariant::Plain });
    }
    let compared = solutions.compared().map(|known| known.id);
    for (button, mut variant) in &mut buttons {
        let is_on = match button.0 {
            SolutionCommand::Compare(id) => compared == Some(id),
            _ => false,
        };
        variant.set_if_neq(if is_on { ButtonVariant::Primary } else { ButtonVariant::Plain });
    }
}
