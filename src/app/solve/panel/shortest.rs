//! The shortest solutions of a level that has several, once they are counted, the first
//! hundred: one after another by two arrows, and as a list, folded, that says where each
//! parts from the one above it.

use bevy::feathers::controls::{ButtonVariant, FeathersButton};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::prelude::*;
use bevy::text::LineBreak;
use bevy::ui_widgets::{Activate, ScrollArea};

use crate::app::kit::folding::{Folding, folding, folding_changed};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::tooltip::Tooltip;
use crate::app::kit::{parts, theme};
use crate::app::replay::Replay;
use crate::app::solve::count::Ways;
use crate::app::solve::results::{Results, Sheet, SheetId};
use crate::app::solve::solutions::SolutionCommand;
use crate::app::solve::solutions::compare::shared_beginning;
use crate::puzzle::{Move, format_moves};
use crate::words::figures::grouped;

/// The most of the list that is seen at once, in logical pixels.
const MOST_HEIGHT: f32 = 220.0;

/// The part of the panel: away while there is one shortest solution, or none.
#[derive(Component, Clone, Copy, Debug, Default)]
struct ShortestPart;

/// The line that folds and unfolds the list.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct ShortestTitle;

/// Which of them is in the replay.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Place;

/// What the rows hang in.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Rows;

/// The row of one, by its place, from 0.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShortestRow(pub usize);

/// Opens the next one, or the one before.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepButton {
    /// The one before, the last one before the first.
    Back,
    /// The next one, the first one after the last.
    #[default]
    On,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            list.run_if(resource_changed::<Results>.or_else(folding_changed)),
            show_place.run_if(
                resource_changed::<Results>
                    .or_else(resource_changed::<Replay>)
                    .or_else(folding_changed),
            ),
        )
            .chain()
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0, display: Display::None }
        ShortestPart
        Children [
            (
                Node { align_items: AlignItems::Center }
                Children [
                    (
                        folding()
                        Node { flex_grow: 1.0 }
                        ShortestTitle
                        template_value(Tooltip::new("The solutions that have the fewest moves, to be watched one after another", ""))
                    ),
                    step("\u{25c4}", StepButton::Back, "Plays the shortest solution before this one"),
                    (
                        Node { min_width: px(32), justify_content: JustifyContent::Center }
                        Children [ ( theme::label("") Place ) ]
                    ),
                    step("\u{25ba}", StepButton::On, "Plays the next shortest solution"),
                ]
            ),
            (
                Node { flex_direction: FlexDirection::Column, max_height: px(MOST_HEIGHT), overflow: Overflow::scroll_y() }
                ScrollArea
                Rows
            ),
        ]
    }
}

fn step(sign: &'static str, which: StepButton, tip: &'static str) -> impl Scene {
    bsn! {
        @FeathersButton {
            @caption: {Box::new(bsn_list![ parts::sign(sign) ]) as Box<dyn SceneList>},
            @corners: RoundedCorners::None,
        }
        Node { width: px(26), height: px(22), flex_shrink: 0.0, padding: UiRect::ZERO, border: px(1) }
        BorderColor::all(theme::BLACK)
        template_value(which)
        template_value(Tooltip::new(tip, ""))
        on(step_on_activate)
    }
}

fn step_on_activate(
    activate: On<Activate>,
    buttons: Query<&StepButton>,
    results: Res<Results>,
    replay: Res<Replay>,
    mut out: MessageWriter<SolutionCommand>,
) {
    let (Ok(button), Some(sheet)) = (buttons.get(activate.entity), results.shown()) else { return };
    let count = sheet.shortest.len();
    let to = match (button, place(sheet, &replay)) {
        (_, None) => 0,
        (StepButton::On, Some(at)) => (at + 1) % count,
        (StepButton::Back, Some(at)) => (at + count - 1) % count,
    };
    out.write(SolutionCommand::ShowShortest(to));
}

/// Returns the place of the one that is watched.
fn place(sheet: &Sheet, replay: &Replay) -> Option<usize> {
    let playhead = replay.playhead().filter(|_| replay.is_open())?;
    sheet.shortest.iter().position(|moves| *moves == playhead.track.moves)
}

/// Says how many there are, when only the first are listed both numbers.
fn title(sheet: &Sheet) -> String {
    let listed = sheet.shortest.len();
    match sheet.ways {
        Some(Ways::Counted(count)) if count > listed as u128 => match u64::try_from(count) {
            Ok(count) => format!("Shortest solutions: {listed} of {}", grouped(count)),
            Err(_) => format!("Shortest solutions: the first {listed}"),
        },
        _ => format!("Shortest solutions: {listed}"),
    }
}

fn list(
    results: Res<Results>,
    mut part: Single<&mut Node, (With<ShortestPart>, Without<Rows>)>,
    mut line: Single<&mut Folding, With<ShortestTitle>>,
    rows: Single<Entity, With<Rows>>,
    mut listed: Local<Option<(SheetId, usize)>>,
    mut commands: Commands,
) {
    let sheet = results.shown().filter(|sheet| sheet.shortest.len() > 1);
    let display = if sheet.is_some() { Display::Flex } else { Display::None };
    if part.display != display {
        part.display = display;
    }
    let is_unfolded = line.is_unfolded;
    if let Some(sheet) = sheet {
        line.set_if_neq(Folding { title: title(sheet), is_unfolded });
    }
    let sheet = sheet.filter(|_| is_unfolded);
    let wanted = sheet.map(|sheet| (sheet.id, sheet.shortest.len()));
    if *listed == wanted {
        return;
    }
    *listed = wanted;
    commands.entity(*rows).despawn_children();
    let Some(sheet) = sheet else { return };
    let mut above: &[Move] = &[];
    for (at, moves) in sheet.shortest.iter().enumerate() {
        commands.spawn_scene(row(at, above, moves)).insert(ChildOf(*rows));
        above = moves;
    }
}

/// The row of a solution: its number, and its moves from where it parts from the one above.
fn row(at: usize, above: &[Move], moves: &[Move]) -> impl Scene + use<> {
    let same = shared_beginning(above, moves);
    let number = (at + 1).to_string();
    let from = if same == 0 { String::new() } else { format!("{}.", same + 1) };
    let rest = format_moves(&moves[same..]);
    bsn! {
        @FeathersButton {
            @caption: {Box::new(bsn_list![
                ( Node { width: px(24), flex_shrink: 0.0, justify_content: JustifyContent::End } Pickable::IGNORE Children [ theme::label(number) ] ),
                ( Node { width: px(24), flex_shrink: 0.0, justify_content: JustifyContent::End } Pickable::IGNORE Children [ theme::label_dim(from) ] ),
                ( theme::label(rest) TextLayout { linebreak: LineBreak::NoWrap } ),
            ]) as Box<dyn SceneList>},
            @variant: ButtonVariant::Plain,
            @corners: RoundedCorners::None,
        }
        Node { height: px(22), justify_content: JustifyContent::Start, column_gap: px(6), padding: UiRect::horizontal(px(4)), overflow: Overflow::clip(), flex_shrink: 0.0 }
        ShortestRow({at})
        template_value(Tooltip::new("Plays this solution from its first move", ""))
        on(move |_: On<Activate>, mut out: MessageWriter<SolutionCommand>| {
            out.write(SolutionCommand::ShowShortest(at));
        })
    }
}

/// Shows which of them is watched.
fn show_place(
    results: Res<Results>,
    replay: Res<Replay>,
    mut words: Single<&mut Text, With<Place>>,
    mut rows: Query<(&ShortestRow, &mut ButtonVariant)>,
) {
    let place = results.shown().and_then(|sheet| place(sheet, &replay));
    words.set_if_neq(Text(place.map_or_else(String::new, |at| (at + 1).to_string())));
    for (row, mut variant) in &mut rows {
        let is_shown = place == Some(row.0);
        variant.set_if_neq(if is_shown { ButtonVariant::Normal } else { ButtonVariant::Plain });
    }
}
