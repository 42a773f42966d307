//! What the dialog of a search step by step looks like: at the left the position that is
//! taken from the open list and why, in the middle its successors and the tree of the last steps,
//! at the right the open list.
//!
//! ```text
//!   SEARCH STEP BY STEP    [A*] [weighted] [greedy] [mondrian]
//!   ┌───────┐ step 12      ┌────┐ ┌────┐ ┌────┐               OPEN LIST
//!   │ taken │ g 3 h 4 f 7  │    │ │    │ │    │   successors  1 ┌─┐
//!   └───────┘ why          └────┘ └────┘ └────┘               2 └─┘
//!                          [7]─[8]─[11]─[12]    tree
//!   [First] [Back] [Step] [To a solution] [Play] 1 4 12 40    [Close]
//! ```

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use bevy::window::RequestRedraw;

use super::open_list::{self, open_list};
use super::tree::tree;
use super::{METHODS, SPEEDS, StepCommand, Steps};
use crate::app::boards::thumbnail::{Painter, board};
use crate::app::kit::bound::{caption_of, chosen_if, sends};
use crate::app::kit::dialog::{Dialog, closing, dialog, open};
use crate::app::kit::parts::row;
use crate::app::kit::scrollbar;
use crate::app::kit::theme::{self, button, heading, label, label_dim, primary_button};
use crate::app::kit::tooltip::{Tooltip, explained};
use crate::search::{Fate, Made, Method, Options, TraceStep};
use crate::words;
use crate::words::figures::{self, grouped};

/// Sides of the boards, in logical pixels.
const TAKEN_SIDE: f32 = 210.0;
const MADE_SIDE: f32 = 104.0;
/// Width of the dialog where the window is wide enough, of its padding and between its columns.
const WIDTH: f32 = 1240.0;
const PADDING: f32 = 46.0;
const GAP: f32 = 20.0;
/// Height of all but the columns, and the least and the most of these.
const AROUND: f32 = 190.0;
const COLUMNS: (f32, f32) = (300.0, 620.0);
/// Columns as high as that have room for what the letters stand for.
const EXPLAINED: f32 = 500.0;
/// Width of a successor.
const CARD: f32 = 118.0;

/// What the letters stand for.
const LEGEND: &str = "g: moves made; h: moves left, estimated; duplicate: met before on as few moves; \
                      pruned: cannot lead to a better solution";

/// What is filled anew for each step.
#[derive(Component, Clone, Default)]
pub(in crate::app) struct StepBody;

pub(in crate::app) fn open_dialog(commands: &mut Commands, dialogs: &Query<Entity, With<Dialog>>) {
    let methods = Vec::from(METHODS.map(method_button));
    let content = bsn_list! {
        row(Box::new(methods)),
        (
            Node { flex_direction: FlexDirection::Column, row_gap: px(12), min_height: px(0), flex_grow: 1.0 }
            StepBody
        ),
        buttons(),
    };
    open(commands, dialogs, dialog("Search step by step", WIDTH, Box::new(content)));
}

/// Fills the dialog when another step is to be shown, or when it has just been opened.
pub(in crate::app) fn show_step(
    steps: Option<Res<Steps>>,
    bodies: Query<(Entity, Ref<StepBody>)>,
    mut painter: Painter,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let Some(steps) = steps else { return };
    if steps.is_running() {
        redraw.write(RequestRedraw);
    }
    for (body, added) in &bodies {
        if !steps.is_changed() && !added.is_added() {
            continue;
        }
        commands.entity(body).despawn_related::<Children>();
        let main: Box<dyn Scene> = match steps.shown() {
            Some(step) => Box::new(step_scene(step, &steps, &mut painter)),
            None => Box::new(label(steps.end.clone().unwrap_or_default())),
        };
        commands.spawn_scene(main).insert(ChildOf(body));
    }
}

fn method_button(method: Method) -> Box<dyn Scene> {
    let described = words::method(method);
    Box::new(bsn! {
        explained(button(described.label), described.sentence, "")
        sends(StepCommand::Method(method))
        chosen_if(move |steps: Option<Res<Steps>>| {
            steps.is_some_and(|steps| steps.options.method == method)
        })
    })
}

fn buttons() -> impl Scene {
    let command = |caption, tip, key, command: StepCommand| -> Box<dyn Scene> {
        Box::new(bsn! {
            explained(button(caption), tip, key)
            sends(command)
        })
    };
    let mut controls: Vec<Box<dyn Scene>> = vec![
        command("First", "To the first step, the start", "Home", StepCommand::First),
        command("Back", "One step back", "Left", StepCommand::Back),
        Box::new(bsn! {
            primary_button("Step")
            template_value(Tooltip::new("Looks at one more position", "Right"))
            // Space and Enter take a step; the arrows do in any case.
            AutoFocus
            sends(StepCommand::Next)
        }),
        command(
            "On to a solution",
            "Goes on to the step that finds the next solution",
            "End",
            StepCommand::Solution,
        ),
        Box::new(bsn! {
            explained(button("Play"), "Takes one step after the other, until it is pressed again", "P")
            Node { width: px(72), margin: UiRect::left(px(GAP)) }
            sends(StepCommand::Run)
            caption_of(|steps: Option<Res<Steps>>| {
                let runs = steps.is_some_and(|steps| steps.is_running());
                if runs { "Pause" } else { "Play" }.to_owned()
            })
        }),
    ];
    controls.extend(SPEEDS.map(|speed| -> Box<dyn Scene> {
        Box::new(bsn! {
            explained(button(speed.to_string()), "So many steps a second", "")
            Node { margin: UiRect::left(px(-theme::GAP - 1.0)) }
            sends(StepCommand::Speed(speed))
            chosen_if(move |steps: Option<Res<Steps>>| {
                steps.is_some_and(|steps| steps.speed == speed)
            })
        })
    }));
    controls.push(Box::new(label_dim("steps a second")));
    controls.push(Box::new(bsn! { Node { flex_grow: 1.0 } }));
    controls.push(Box::new(closing(button("Close"))));
    row(Box::new(controls))
}

fn step_scene(step: &TraceStep, steps: &Steps, painter: &mut Painter) -> impl Scene + use<> {
    let window = painter.window_size();
    let height = (window.y * 0.92 - AROUND).clamp(COLUMNS.0, COLUMNS.1);
    let sides = TAKEN_SIDE + open_list::WIDTH + 2.0 * GAP;
    let middle = (window.x * 0.92).min(WIDTH) - PADDING - sides;
    let taken = taken(step, steps, painter, height >= EXPLAINED);
    let successors = successors(step, steps, painter);
    let tree = tree(steps, middle);
    let open = open_list(step, steps, painter);
    bsn! {
        Node { column_gap: px(GAP), height: px(height) }
        Children [
            taken,
            (
                growing_column()
                Node { min_width: px(0) }
                Children [
                    successors,
                    ( heading("WHICH STEP MADE WHICH") Node { margin: UiRect::top(px(6)), flex_shrink: 0.0 } ),
                    tree,
                ]
            ),
            open,
        ]
    }
}

/// A column that takes the room that is left.
fn growing_column() -> impl Scene {
    bsn! {
        Node {
            flex_direction: FlexDirection::Column,
            row_gap: px(8),
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: px(0),
        }
    }
}

/// Returns the column of the position that is taken.
fn taken(
    step: &TraceStep,
    steps: &Steps,
    painter: &mut Painter,
    is_explained: bool,
) -> impl Scene + use<> {
    let picture = painter.position(&steps.draft, &step.position, TAKEN_SIDE);
    let mut lines: Vec<Box<dyn Scene>> = vec![
        Box::new(heading(format!("Step {}", grouped(step.number)))),
        Box::new(label(match step.push {
            Some(push) => format!("Taken from the open list, reached by {push}:"),
            None => "Taken from the open list, the start:".to_owned(),
        })),
        Box::new(board(picture, TAKEN_SIDE)),
        Box::new(label(steps.figures(step.moves, step.estimate, step.rank))),
        Box::new(label_dim(why(step, &steps.options))),
        Box::new(label_dim(format!("{} open of {} met", grouped(step.open), grouped(step.stored)))),
        Box::new(label_dim(match step.incumbent {
            Some(moves) => format!("Best solution so far: {}", figures::moves(moves)),
            None => "No solution yet".to_owned(),
        })),
    ];
    if let Some(end) = steps.end.as_ref().filter(|_| steps.is_at_end()) {
        lines.push(Box::new(heading(end.clone())));
    }
    if is_explained {
        lines.push(Box::new(bsn! { label_dim(LEGEND) Node { margin: UiRect::top(px(8)) } }));
    }
    bsn! {
        Node {
            width: px(TAKEN_SIDE),
            flex_shrink: 0.0,
            flex_direction: FlexDirection::Column,
            row_gap: px(6),
            min_height: px(0),
            overflow: Overflow::scroll_y(),
        }
        ScrollArea
        template_value(Tooltip::new(LEGEND, ""))
        Children [ {lines} ]
    }
}

/// Returns the successors, as boards.
fn successors(step: &TraceStep, steps: &Steps, painter: &mut Painter) -> impl Scene + use<> {
    let cards: Vec<_> = step
        .made
        .iter()
        .map(|made| {
            let picture = painter.position(&steps.draft, &made.position, MADE_SIDE);
            made_scene(made, steps, picture)
        })
        .collect();
    let title = match step.made.len() {
        1 => "1 SUCCESSOR".to_owned(),
        count => format!("{count} SUCCESSORS"),
    };
    bsn! {
        growing_column()
        Children [
            heading(title),
            (
                Node {
                    flex_wrap: FlexWrap::Wrap,
                    align_content: AlignContent::FlexStart,
                    column_gap: px(10),
                    row_gap: px(12),
                    min_height: px(0),
                    padding: UiRect::right(px(scrollbar::ROOM)),
                    overflow: Overflow::scroll_y(),
                }
                ScrollArea
                Children [ {cards} ]
            ),
        ]
    }
}

fn made_scene(made: &Made, steps: &Steps, picture: Handle<Image>) -> impl Scene + use<> {
    let (word, ink) = match made.fate {
        Fate::New => ("new", theme::INK),
        Fate::Duplicate => ("duplicate", theme::DIM),
        Fate::Better => ("better, opened again", theme::INK),
        Fate::PutOff => ("better, put off", theme::DIM),
        Fate::Goal => ("goal", theme::INK),
        Fate::Pruned => ("pruned", theme::DIM),
    };
    let push = made.push.to_string();
    let figures = steps.figures(made.moves, made.estimate, made.rank);
    bsn! {
        Node { width: px(CARD), flex_direction: FlexDirection::Column, row_gap: px(2), flex_shrink: 0.0 }
        Children [
            label(push),
            board(picture, MADE_SIDE),
            label_dim(figures),
            ( label(word) theme::Ink(ink) ),
        ]
    }
}

/// Returns why this position was taken and no other.
fn why(step: &TraceStep, options: &Options) -> String {
    let least = match options.method {
        Method::Greedy => "the least h".to_owned(),
        Method::Mondrian => format!("the least score = h + {} g", options.move_penalty),
        Method::WeightedAstar => format!("the least f = g + {} h", options.weight),
        _ => "the least f = g + h".to_owned(),
    };
    match step.ties {
        0 => format!("It has {least}, and it alone."),
        ties => format!(
            "It has {least}, as {} more; of these it has the least h, or is the newest.",
            grouped(ties)
        ),
    }
}
