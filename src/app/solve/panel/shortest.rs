//! The shortest solutions of a level that has several, once they are counted, the first
//! hundred: one after another by two arrows, and as a list, folded, that says where each
//! parts from the one above it.

use bevy::feathers::controls::{ButtonVariant, FeathersButton};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::prelude::*;
use bevy::text::LineBreak;
use bevy::ui_widgets::{Activate, ScrollArea};

use crate::app::kit::bound::{sends, shown_if, text_of, variant_if};
use crate::app::kit::folding::{Folding, folding, folding_changed};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::icons::{Icon, icon};
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::replay::Replay;
use crate::app::solve::count::Ways;
use crate::app::solve::results::{Results, Sheet, SheetId};
use crate::app::solve::solutions::SolutionCommand;
use crate::app::solve::solutions::compare::shared_beginning;
use crate::puzzle::{Move, format_moves};
use crate::words::figures::grouped;

/// The most of the list that is seen at once, in logical pixels.
const MOST_HEIGHT: f32 = 220.0;

/// The line that folds and unfolds the list.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct ShortestTitle;

/// What the rows hang in.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Rows;

/// The row of one, by its place, from 0.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShortestRow(pub usize);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        list.run_if(resource_changed::<Results>.or_else(folding_changed))
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0, display: Display::None }
        shown_if(|results: Res<Results>| several(&results).is_some())
        Children [
            (
                Node { align_items: AlignItems::Center, justify_content: JustifyContent::End, flex_wrap: FlexWrap::Wrap }
                Children [
                    (
                        folding()
                        Node { flex_grow: 1.0 }
                        ShortestTitle
                        template_value(Tooltip::new("The solutions that have the fewest moves, to be watched one after another", ""))
                    ),
                    (
                    Node { align_items: AlignItems::Center, flex_shrink: 0.0 }
                    Children [
                    step(Icon::Back, |at, count| (at + count - 1) % count, "Plays the shortest solution before this one"),
                    (
                        Node { min_width: px(32), justify_content: JustifyContent::Center }
                        Children [ ( theme::label("") text_of(|watched: Watched| watched.place().map_or_else(String::new, |at| (at + 1).to_string())) ) ]
                    ),
                    step(Icon::Forward, |at, count| (at + 1) % count, "Plays the next shortest solution"),
                    ]
                    ),
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

/// A button that opens another one: its place, and how many there are, to the place of that.
fn step(sign: Icon, next: fn(usize, usize) -> usize, tip: &'static str) -> impl Scene {
    bsn! {
        @FeathersButton {
            @caption: bsn! { icon(sign) },
            @corners: RoundedCorners::None,
        }
        Node { width: px(26), height: px(22), flex_shrink: 0.0, padding: UiRect::ZERO, border: px(1) }
        theme::Frame(theme::INK)
        template_value(Tooltip::new(tip, ""))
        on(move |_: On<Activate>, watched: Watched, mut out: MessageWriter<SolutionCommand>| {
            let count = watched.results.shown().map_or(0, |sheet| sheet.shortest.len());
            if count > 0 {
                let to = watched.place().map_or(0, |at| next(at, count));
                out.write(SolutionCommand::ShowShortest(to));
            }
        })
    }
}

/// Returns the sheet of the board that is drawn if it has several.
fn several(results: &Results) -> Option<&Sheet> {
    results.shown().filter(|sheet| sheet.shortest.len() > 1)
}

/// Which of them is watched.
#[derive(bevy::ecs::system::SystemParam)]
struct Watched<'w> {
    results: Res<'w, Results>,
    replay: Res<'w, Replay>,
}

impl Watched<'_> {
    fn place(&self) -> Option<usize> {
        let playhead = self.replay.playhead().filter(|_| self.replay.is_open())?;
        let shortest = &self.results.shown()?.shortest;
        shortest.iter().position(|moves| *moves == playhead.track.moves)
    }
}

/// Says how many there are, when only the first are listed both numbers.
fn title(sheet: &Sheet) -> String {
    let listed = sheet.shortest.len();
    match sheet.ways {
        Some(Ways::Counted(count)) if count > listed as u128 => match u64::try_from(count) {
            Ok(count) => format!("Shortest: {listed} of {}", grouped(count)),
            Err(_) => format!("Shortest: the first {listed}"),
        },
        _ => format!("Shortest: {listed}"),
    }
}

fn list(
    results: Res<Results>,
    mut line: Single<&mut Folding, With<ShortestTitle>>,
    rows: Single<Entity, With<Rows>>,
    mut listed: Local<Option<(SheetId, usize)>>,
    mut commands: Commands,
) {
    let sheet = several(&results);
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
        sends(SolutionCommand::ShowShortest(at))
        variant_if(move |watched: Watched| watched.place() == Some(at), ButtonVariant::Normal, ButtonVariant::Plain)
    }
}
