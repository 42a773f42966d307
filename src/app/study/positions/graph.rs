//! All positions of a small level as a graph, in a dialog: the picture that
//! `mondrian graph` writes.

use std::sync::Arc;

use bevy::asset::HandleTemplate;
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use crate::app::boards::thumbnail::Painter;
use crate::app::document::Document;
use crate::app::kit::dialog::{Dialog, ShowMessage, button_row, closing, dialog, open};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowNotice;
use crate::app::kit::theme::{button, label_dim};
use crate::app::study::{ShowStudy, puzzle_or_message};
use crate::picture::{LayeredGraph, LayeredNode, graph_picture};
use crate::search::explore::{Graph, GraphNode, Limits, MOST_DRAWN, graph};

/// What every graphics card can show, in pixels.
const LONGEST_SIDE: u32 = 8192;
/// Room for the picture, in logical pixels.
const ROOM: Vec2 = Vec2::new(1080.0, 520.0);

/// What stands around it in the dialog.
const AROUND: Vec2 = Vec2::new(60.0, 190.0);

const LEGEND: &str = "Rows: moves from the start, which is at the top. Yellow: the goal is near; blue: it is \
                      far; grey: it cannot be reached any more. A ring marks a goal, black a shortest solution. \
                      `mondrian graph` writes the same as a PNG and for Graphviz.";

fn show(
    mut requests: MessageReader<ShowStudy>,
    document: Res<Document>,
    dialogs: Query<Entity, With<Dialog>>,
    mut painter: Painter,
    (mut messages, mut notices): (MessageWriter<ShowMessage>, MessageWriter<ShowNotice>),
    mut commands: Commands,
) {
    if !requests.read().any(|request| *request == ShowStudy::Graph) {
        return;
    }
    let Some(puzzle) = puzzle_or_message(&document, &mut messages) else { return };
    let limits = Limits { positions: Some(MOST_DRAWN), ..Limits::default() };
    let drawn = graph(&puzzle, limits, &Arc::default()).map_err(|error| error.to_string());
    let drawn =
        drawn.and_then(|graph| graph_picture(&layered(&graph)).map_err(|error| error.to_string()));
    let picture = match drawn {
        Ok(picture) => picture,
        Err(error) => {
            // A message would take the place of what has been listed.
            notices.write(ShowNotice(format!("The graph could not be read here: {error}")));
            return;
        }
    };
    if picture.width().max(picture.height()) > LONGEST_SIDE {
        notices.write(ShowNotice("The graph has too many rows to be read here".to_owned()));
        return;
    }
    let (image, size) = painter.sized(&picture);
    let room = ROOM.min(painter.window_size() * 0.92 - AROUND).max(Vec2::splat(100.0));
    let size = size * (room / size).min_element().min(1.0);
    let content = bsn_list! {
        (
            Node { justify_content: JustifyContent::Center, min_height: px(0) }
            Children [(
                Node { width: px(size.x), height: px(size.y), flex_shrink: 0.0 }
                ImageNode { image: {HandleTemplate::Handle(image)} }
                Pickable::IGNORE
            )]
        ),
        label_dim(LEGEND),
        button_row(Box::new(bsn_list! { ( closing(button("Close")) AutoFocus ) })),
    };
    open(&mut commands, &dialogs, dialog("Graph of positions", 1130.0, Box::new(content)));
}

/// Returns what is drawn.
fn layered(graph: &Graph) -> LayeredGraph {
    let node = |node: &GraphNode| LayeredNode {
        layer: node.depth,
        to_goal: node.to_goal,
        marked: node.on_solution,
    };
    LayeredGraph {
        nodes: graph.nodes.iter().map(node).collect(),
        edges: graph.edges.iter().map(|edge| (edge.from, edge.to, edge.on_solution)).collect(),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(FrameSystems::Views));
}
