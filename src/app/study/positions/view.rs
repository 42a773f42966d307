//! What the dialog of all positions looks like: figures at the left, the positions
//! farthest from start and goal as boards at the right.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, ScrollArea};

use super::Positions;
use crate::app::boards::thumbnail::{Painter, board};
use crate::app::kit::dialog::{Dialog, answer, button_row, closing, dialog, open};
use crate::app::kit::parts::{FigureName, figure};
use crate::app::kit::theme::{self, button, heading, label, label_dim, primary_button};
use crate::app::kit::tooltip::{Tooltip, explained};
use crate::app::levels::file::FileCommand;
use crate::app::study::ShowStudy;
use crate::puzzle::{Best, Draft};
use crate::search::Verdict;
use crate::search::explore::{Farthest, MOST_DRAWN, Phase};
use crate::search::what_if::{WallEffect, WithoutWall};
use crate::words::{self, figures, figures::grouped};

/// Side of the boards, in logical pixels.
const SIDE: f32 = 190.0;
/// Height of the largest bar.
const BARS_HEIGHT: f32 = 64.0;

/// The figures.
const POSITIONS: FigureName =
    ("Positions", "All ways in which the tiles can come to stand, starting from START");
const LISTED_IN: FigureName =
    ("Listed in", "How long the listing has taken, and the memory it has held");
const DISTANCES: FigureName = ("Distances", "How many moves each position is away from the goal");
const FROM_START: FigureName = (
    "Farthest from start",
    "The most moves that any position is away from START by the shortest way",
);
const FROM_GOAL: FigureName = (
    "Farthest from goal",
    "The most moves that any position needs to the goal by the shortest way",
);
const DEAD: FigureName =
    ("Dead positions", "Positions from which the goal cannot be reached any more");
const WAYS: FigureName =
    ("Shortest solutions", "How many different solutions have the fewest moves");
const SOLUTION: FigureName =
    ("Solution", "The shortest solution, and whether it is proved that none is shorter");
const ODD: FigureName =
    ("Counter-intuitive", "Moves of the solution that seem to lead away from the goal");
const BY_MOVES: FigureName = (
    "By moves to the goal",
    "How many positions need so many moves: each bar is one number of moves",
);
const WALLS: FigureName =
    ("Walls", "Walls without which the shortest solution would be another one");
/// A further line of the figure above.
const MORE: FigureName = ("", "");

/// What is filled anew whenever more is known.
#[derive(Component, Clone, Default)]
pub(in crate::app) struct PositionsBody;

/// The button that ends the work, there while it goes on.
#[derive(Component, Clone, Default)]
pub(in crate::app) struct StopButton;

/// The button that shows the graph.
#[derive(Component, Clone, Default)]
pub(in crate::app) struct GraphButton;

pub(in crate::app) fn open_dialog(commands: &mut Commands, dialogs: &Query<Entity, With<Dialog>>) {
    let buttons = bsn_list! {
        (
            button("Stop")
            StopButton
            template_value(Tooltip::new("Ends the counting with what is known by now", ""))
            on(|_: On<Activate>, positions: Option<Res<Positions>>| {
                if let Some(positions) = positions {
                    positions.stop_work();
                }
            })
        ),
        ( Node { flex_grow: 1.0 } ),
        (
            button("Show the graph")
            GraphButton
            template_value(Tooltip::new("Draws every position and the moves between them", ""))
            on(|_: On<Activate>, mut out: MessageWriter<ShowStudy>| {
                out.write(ShowStudy::Graph);
            })
        ),
        ( closing(button("Close")) AutoFocus ),
    };
    let content = bsn_list! {
        (
            Node { column_gap: px(24), min_height: px(0), height: px(400), overflow: Overflow::scroll_y() }
            ScrollArea
            PositionsBody
        ),
        button_row(Box::new(buttons)),
    };
    open(commands, dialogs, dialog("All positions", 900.0, Box::new(content)));
}

/// Fills the dialog when more is known, or when it has just been opened.
pub(in crate::app) fn show_positions(
    positions: Option<Res<Positions>>,
    bodies: Query<(Entity, Ref<PositionsBody>)>,
    mut painter: Painter,
    mut commands: Commands,
) {
    let Some(positions) = positions else { return };
    for (body, added) in &bodies {
        if !positions.is_changed() && !added.is_added() {
            continue;
        }
        commands.entity(body).despawn_related::<Children>();
        let lines = figures(&positions);
        let left = bsn! {
            Node { flex_direction: FlexDirection::Column, row_gap: px(6), width: px(400), flex_shrink: 1.0, min_width: px(0) }
            Children [ {lines} ]
        };
        commands.spawn_scene(left).insert(ChildOf(body));
        for (title, farthest, opens) in farthest(&positions) {
            let picture = painter.position(&positions.draft, &farthest.position, SIDE);
            let level = opens.then(|| level_of(&positions.draft, farthest));
            let scene = farthest_scene(title, farthest, picture, level);
            commands.spawn_scene(scene).insert(ChildOf(body));
        }
    }
}

/// Shows the button that ends the work while there is any.
pub(in crate::app) fn show_stop(
    positions: Option<Res<Positions>>,
    mut stops: Query<&mut Node, With<StopButton>>,
) {
    let is_running = positions.is_some_and(|positions| positions.is_running());
    for mut node in &mut stops {
        let wanted = if is_running { Display::Flex } else { Display::None };
        if node.display != wanted {
            node.display = wanted;
        }
    }
}

/// Leaves no button for a graph that could not be read.
pub(in crate::app) fn allow_graph(
    positions: Option<Res<Positions>>,
    mut buttons: Query<(Entity, &mut Tooltip, Has<InteractionDisabled>), With<GraphButton>>,
    mut commands: Commands,
) {
    let known = positions.and_then(|positions| positions.progress.map(|known| known.positions));
    let is_too_large = known.is_some_and(|known| known > MOST_DRAWN);
    for (entity, mut tooltip, is_disabled) in &mut buttons {
        if is_too_large && !is_disabled {
            // Another dialog may take its place in this frame.
            commands.entity(entity).try_insert(InteractionDisabled);
            tooltip.0 = format!("Of {} positions at most", grouped(MOST_DRAWN));
        }
    }
}

/// Returns the farthest positions that are known, each with its title, and whether it can
/// be opened as a level.
fn farthest(positions: &Positions) -> Vec<(&'static str, &Farthest, bool)> {
    let from_goal = positions.measured.as_ref().and_then(|measured| measured.farthest.as_ref());
    let from_start = positions.listed.as_ref().map(|listed| &listed.farthest);
    let from_goal = from_goal.map(|farthest| ("FARTHEST FROM GOAL", farthest, true));
    let from_start = from_start.map(|farthest| ("FARTHEST FROM START", farthest, false));
    from_goal.into_iter().chain(from_start).collect()
}

fn figures(positions: &Positions) -> Vec<Box<dyn Scene>> {
    let mut lines = listing(positions);
    if let Some(measured) = &positions.measured {
        lines.push(figure(DEAD, grouped(measured.dead)));
        lines.push(figure(
            WAYS,
            match u64::try_from(measured.shortest_solutions) {
                Ok(ways) => grouped(ways),
                Err(_) => "more than 18 quintillion".to_owned(),
            },
        ));
    }
    match &positions.solved {
        Some((verdict, surprises)) => {
            lines.push(figure(SOLUTION, words::found(verdict)));
            if verdict.solution().is_some() {
                lines.push(figure(ODD, surprise_words(verdict, surprises)));
            }
        }
        None if positions.stop.is_some() => lines.push(figure(SOLUTION, "is looked for…")),
        None => {}
    }
    if let Some(measured) = positions.measured.as_ref().filter(|m| m.by_distance.len() > 1) {
        let most = measured.by_distance.len() - 1;
        lines.push(figure(BY_MOVES, format!("from 0, at the left, to {most}")));
        lines.push(Box::new(bars(&measured.by_distance)));
    }
    match &positions.walls {
        Some(walls) => lines.extend(wall_lines(positions, walls)),
        None if positions.solved.is_some() && positions.is_running() => {
            lines.push(figure(WALLS, "The level is solved without each…"));
        }
        None => {}
    }
    lines
}

fn listing(positions: &Positions) -> Vec<Box<dyn Scene>> {
    let Some(progress) = &positions.progress else {
        return vec![figure(POSITIONS, "are listed…")];
    };
    let cost =
        format!("{}, {}", figures::time(progress.elapsed), figures::memory(progress.memory_bytes));
    let count = grouped(progress.positions);
    let text = match (positions.stop, &positions.listed) {
        (_, Some(listed)) => grouped(listed.positions),
        (None, None) => format!("{count} so far, within {} moves…", progress.moves),
        (Some(stop), None) => {
            let why = words::stopped(stop).unwrap_or("stopped");
            format!("more than {count}: {why}. All within {} moves are among them.", progress.moves)
        }
    };
    let mut lines = vec![figure(POSITIONS, text), figure(LISTED_IN, cost)];
    if positions.stop.is_none() && progress.phase != Phase::Listing {
        lines.push(figure(DISTANCES, "are measured back from the goal…"));
    }
    if let Some(listed) = &positions.listed {
        let moves = figures::moves(listed.farthest.moves);
        lines.push(figure(FROM_START, moves));
    }
    if let Some(measured) = &positions.measured {
        lines.push(figure(
            FROM_GOAL,
            match &measured.farthest {
                Some(farthest) => figures::moves(farthest.moves),
                None => "The goal cannot be reached.".to_owned(),
            },
        ));
    }
    lines
}

/// Returns a bar for each number, as high as it is large.
fn bars(counts: &[u64]) -> impl Scene + use<> {
    let largest = counts.iter().copied().max().unwrap_or(1).max(1) as f32;
    let bar = |&count: &u64| {
        // What is there is to be seen.
        let height = (count as f32 / largest * BARS_HEIGHT).max(1.0);
        bsn! {
            Node { flex_grow: 1.0, flex_basis: px(0), max_width: px(16), height: px(height) }
            theme::Fill(theme::INK)
        }
    };
    let bars: Vec<_> = counts.iter().map(bar).collect();
    bsn! {
        Node {
            height: px(BARS_HEIGHT),
            align_items: AlignItems::End,
            column_gap: px(if counts.len() > 100 { 0 } else { 1 }),
            margin: UiRect::vertical(px(4)),
            flex_shrink: 0.0,
        }
        Children [ {bars} ]
    }
}

fn surprise_words(verdict: &Verdict, surprises: &[crate::search::CounterIntuitive]) -> String {
    let Some(solution) = verdict.solution() else { return String::new() };
    let count = format!("{} of {}", surprises.len(), figures::moves(solution.cost()));
    let moves = surprises
        .iter()
        .map(|surprise| format!("{}. {}", surprise.index + 1, solution.moves()[surprise.index]));
    let moves: Vec<String> = moves.collect();
    if moves.is_empty() { count } else { format!("{count}: {}", moves.join(", ")) }
}

fn wall_lines(positions: &Positions, walls: &[WithoutWall]) -> Vec<Box<dyn Scene>> {
    let Some((with, _)) = &positions.solved else { return Vec::new() };
    let matter = walls.iter().filter(|wall| wall.effect(with) == WallEffect::Matters);
    let words: Vec<String> = matter.map(without_words).collect();
    let undecided = walls.iter().filter(|wall| wall.effect(with) == WallEffect::Undecided).count();
    let mut count = match (walls.len(), words.len()) {
        (0, _) => "There are none.".to_owned(),
        (all, matter) => format!("{matter} of {all} matter"),
    };
    if undecided > 0 {
        count += &format!(", {undecided} not decided");
    }
    let mut lines = vec![figure(WALLS, count)];
    lines.extend(words.into_iter().map(|text| figure(MORE, text)));
    lines
}

fn without_words(wall: &WithoutWall) -> String {
    let words = match &wall.verdict {
        None => "the opening cannot be played".to_owned(),
        Some(verdict) => words::found(verdict),
    };
    format!("without {}: {words}", wall.cell)
}

/// Returns the level that starts at a farthest position, its solution with it.
fn level_of(draft: &Draft, farthest: &Farthest) -> Box<Draft> {
    let mut level = draft.with_start(&farthest.position);
    level.waypoints.drain(..farthest.passed);
    level.title = format!("{} as far as it goes", draft.title).trim().to_owned();
    level.best = Some(Best::found(farthest.path.clone(), true));
    Box::new(level)
}

fn farthest_scene(
    title: &'static str,
    farthest: &Farthest,
    picture: Handle<Image>,
    level: Option<Box<Draft>>,
) -> impl Scene + use<> {
    let moves = figures::moves(farthest.moves);
    let count = match farthest.count {
        1 => "one position".to_owned(),
        count => format!("one of {} positions", grouped(count)),
    };
    let opens: Vec<_> = level
        .into_iter()
        .map(|level| {
            answer(
                explained(
                    primary_button("Open as a level"),
                    "Opens a level that starts from this position",
                    "",
                ),
                FileCommand::OpenMade(level),
            )
        })
        .collect();
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(6), flex_shrink: 0.0, width: px(SIDE) }
        Children [
            heading(title),
            board(picture, SIDE),
            label(moves),
            label_dim(count),
            {opens},
        ]
    }
}
