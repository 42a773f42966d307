//! The solutions found, the best first and marked. A click on one takes it into
//! the replay.

use bevy::feathers::controls::{ButtonVariant, FeathersButton};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::app::replay::{ReplayCommand, Track};
use crate::app::solver::{Run, SolverState, wording};
use crate::app::{FrameSystems, theme};
use crate::search::Found;

/// `Solutions found: 3`.
#[derive(Component, Clone, Copy, Default)]
pub struct SolutionsTitle;

/// What the rows hang in.
#[derive(Component, Clone, Copy, Default)]
struct Rows;

/// The row of one solution, by its place among those found, from 0.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolutionRow(pub usize);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        list_solutions
            .run_if(resource_exists_and_changed::<SolverState>)
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0 }
        Children [
            ( theme::heading("Solutions found: 0") SolutionsTitle ),
            ( Node { flex_direction: FlexDirection::Column } Rows ),
        ]
    }
}

fn list_solutions(
    state: Res<SolverState>,
    mut title: Single<&mut Text, With<SolutionsTitle>>,
    rows: Single<Entity, With<Rows>>,
    mut listed: Local<(u64, usize)>,
    mut commands: Commands,
) {
    let found = state.found();
    let wanted = (state.run.as_ref().map_or(0, |run| run.serial), found.len());
    if *listed == wanted {
        return;
    }
    *listed = wanted;
    title.0 = format!("Solutions found: {}", found.len());
    commands.entity(*rows).despawn_children();
    if !found.is_empty() {
        commands.spawn_scene(header()).insert(ChildOf(*rows));
    }
    for (index, solution) in found.iter().enumerate().rev() {
        let best = index + 1 == found.len();
        commands.spawn_scene(row(index, solution, best)).insert(ChildOf(*rows));
    }
}

fn header() -> impl Scene {
    bsn! {
        Node { padding: UiRect::horizontal(px(8)), column_gap: px(4) }
        Children [
            Node { width: px(12), flex_shrink: 0.0 },
            ( cell(44.0) Children [ theme::label_dim("moves") ] ),
            ( cell(44.0) Children [ theme::label_dim("at least") ] ),
            ( cell(72.0) Children [ theme::label_dim("looked at") ] ),
            ( cell(58.0) Children [ theme::label_dim("time") ] ),
        ]
    }
}

fn row(index: usize, found: &Found, best: bool) -> impl Scene {
    let mark = if best { theme::RED } else { Color::NONE };
    let texts = [
        found.solution.cost().to_string(),
        found.lower_bound.to_string(),
        wording::short_count(found.expanded),
        wording::time(found.elapsed),
    ];
    let [moves, bound, expanded, time] = texts;
    bsn! {
        @FeathersButton {
            @caption: {Box::new(bsn_list![
                ( Node { width: px(10), height: px(10), flex_shrink: 0.0 } BackgroundColor({mark}) ),
                ( cell(44.0) Children [ theme::label(moves) ] ),
                ( cell(44.0) Children [ theme::label(bound) ] ),
                ( cell(72.0) Children [ theme::label(expanded) ] ),
                ( cell(58.0) Children [ theme::label(time) ] ),
            ]) as Box<dyn SceneList>},
            @variant: ButtonVariant::Plain,
            @corners: RoundedCorners::None,
        }
        Node { justify_content: JustifyContent::Start, column_gap: px(4) }
        SolutionRow({index})
        on(row_on_activate)
    }
}

/// A cell of the table with its text at the right.
fn cell(width: f32) -> impl Scene {
    bsn! { Node { width: px(width), flex_grow: 1.0, justify_content: JustifyContent::End } }
}

fn row_on_activate(
    activate: On<Activate>,
    rows: Query<&SolutionRow>,
    state: Res<SolverState>,
    mut out: MessageWriter<ReplayCommand>,
) {
    if let Some(run) = &state.run
        && let Ok(row) = rows.get(activate.entity)
        && let Some(track) = track(run, row.0)
    {
        out.write(ReplayCommand::Load(Box::new(track)));
        out.write(ReplayCommand::First);
    }
}

/// Returns the solution at `index` among those found, to be replayed.
fn track(run: &Run, index: usize) -> Option<Track> {
    let moves = run.found.get(index)?.solution.moves();
    Track::new(&run.puzzle, run.palette.clone(), moves).ok()
}
