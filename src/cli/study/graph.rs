//! `mondrian graph`: all positions of a small level as a graph, coloured by their distance
//! to the goal, with a shortest solution marked: for Graphviz, or as a picture.

use std::fmt::Write as _;
use std::path::Path;

use super::args::GraphArgs;
use crate::cli::exit::Exit;
use crate::cli::say::say;
use crate::picture::{LayeredGraph, LayeredNode, graph_colour, graph_png};
use crate::puzzle::{Draft, Puzzle, Rgb, position_text, write_atomically};
use crate::search::explore::{Graph, graph as graph_of};

/// Writes the graph in the ways that are asked for.
pub(in crate::cli) fn graph(args: &GraphArgs) -> Exit {
    let source = &args.level;
    let Some((loaded, puzzle)) = source.read_puzzle_or_say() else {
        return Exit::Usage;
    };
    let graph = match graph_of(&puzzle, args.positions) {
        Ok(graph) => graph,
        Err(error) => {
            say(source.blame(format_args!(
                "{error}; --positions N draws more, `mondrian analyse` counts them"
            )));
            return Exit::Usage;
        }
    };
    let mut exit = Exit::Success;
    let mut put = |path: &Path, bytes: &[u8]| {
        if let Err(error) = write_atomically(path, bytes) {
            say(source.blame(format_args!("cannot write {}: {error}", path.display())));
            exit = Exit::Usage;
        }
    };
    if let Some(path) = &args.dot {
        put(path, dot(&graph, &puzzle, &loaded.draft).as_bytes());
    }
    if let Some(path) = &args.png {
        match graph_png(&layered(&graph), &loaded.draft, args.title) {
            Ok(png) => put(path, &png),
            Err(error) => {
                say(source.blame(error));
                return Exit::Usage;
            }
        }
    }
    exit
}

fn most_to_goal(graph: &Graph) -> u32 {
    graph.nodes.iter().filter_map(|node| node.to_goal).max().unwrap_or(0)
}

/// Returns the graph in the language of Graphviz: `dot -Tsvg` draws it in rows by the
/// distance from the start.
fn dot(graph: &Graph, puzzle: &Puzzle, draft: &Draft) -> String {
    let most = most_to_goal(graph);
    let mut text =
        "digraph positions {\n  node [shape=box, style=filled, fontname=\"monospace\"];\n"
            .to_owned();
    for (place, node) in graph.nodes.iter().enumerate() {
        let rows = position_text(puzzle.board(), &node.position, &draft.palette);
        // `\l` ends a line on the left; what would end the text is written as such.
        let rows = rows.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l");
        let Rgb(red, green, blue) = graph_colour(node.to_goal, most);
        let tip = node.to_goal.map_or("dead".to_owned(), |moves| format!("{moves} to the goal"));
        let pen = if node.on_solution { ", penwidth=4" } else { "" };
        let ink = if node.to_goal == Some(0) { ", peripheries=2" } else { "" };
        let _ = writeln!(
            text,
            "  n{place} [label=\"{rows}\", tooltip=\"{tip}\", fillcolor=\"#{red:02x}{green:02x}{blue:02x}\"{pen}{ink}];"
        );
    }
    for edge in &graph.edges {
        let pen = if edge.on_solution { ", penwidth=4" } else { "" };
        let (from, to, push) = (edge.from, edge.to, edge.push);
        let _ = writeln!(text, "  n{from} -> n{to} [label=\"{push}\"{pen}];");
    }
    let depths = graph.nodes.last().map_or(0, |node| node.depth);
    for depth in 0..=depths {
        let row = graph.nodes.iter().enumerate().filter(|(_, node)| node.depth == depth);
        let names: Vec<String> = row.map(|(place, _)| format!("n{place}")).collect();
        let _ = writeln!(text, "  {{ rank=same; {} }}", names.join("; "));
    }
    text + "}\n"
}

fn layered(graph: &Graph) -> LayeredGraph {
    let node = |node: &crate::search::explore::GraphNode| LayeredNode {
        layer: node.depth,
        to_goal: node.to_goal,
        marked: node.on_solution,
    };
    LayeredGraph {
        nodes: graph.nodes.iter().map(node).collect(),
        edges: graph.edges.iter().map(|edge| (edge.from, edge.to, edge.on_solution)).collect(),
    }
}
