//! `mondrian graph`: all positions of a small level as a graph, coloured by their distance
//! to the goal, with a shortest solution marked: for Graphviz, or as a picture.

use std::io::{self, Write};

use super::args::GraphArgs;
use crate::cli::common::exit::Exit;
use crate::cli::common::goal::Goal;
use crate::cli::common::interrupt;
use crate::cli::common::output::{Output, Outputs};
use crate::cli::common::say::say;
use crate::picture::{
    LayeredGraph, LayeredNode, PictureError, explained_graph, graph_colour, picture_png,
};
use crate::puzzle::{Draft, Puzzle, Rgb, position_text};
use crate::search::allowance;
use crate::search::explore::{Graph, GraphError, Limits, graph as graph_of};

/// Writes the graph in the ways that are asked for.
pub(in crate::cli) fn graph(args: &GraphArgs, goal: &Goal) -> io::Result<Exit> {
    let source = &args.level;
    let named = [("--dot", args.dot.as_ref()), ("--png", args.png.as_ref())];
    let binary = args.png == Some(Output::Stdout);
    if !(Outputs { level: source, named: &named, prints: false, binary }.are_usable()) {
        return Ok(Exit::Usage);
    }
    let Some((loaded, puzzle)) = source.read_puzzle(goal, None)? else {
        return Ok(Exit::Usage);
    };
    let memory_bytes = Some(args.memory.unwrap_or_else(allowance::memory_bytes));
    let limits = Limits { positions: Some(args.positions), memory_bytes, time: None };
    let graph = match graph_of(&puzzle, limits, &interrupt::watch()) {
        Ok(graph) => graph,
        Err(error) => {
            let hint = match error {
                GraphError::TooMany(_) => {
                    "; --positions N draws more, `mondrian analyse` counts them"
                }
                GraphError::Memory => "; see --memory",
                GraphError::Time | GraphError::Cancelled => "",
            };
            say(source.blame(format_args!("{error}{hint}")));
            return Ok(Exit::Unknown);
        }
    };
    // Before any file is made.
    let picture = match args
        .png
        .as_ref()
        .map(|_| explained_graph(&layered(&graph), &loaded.draft, args.title))
        .transpose()
    {
        Ok(picture) => picture,
        Err(error) => {
            say(source.blame(error));
            return Ok(Exit::Unknown);
        }
    };
    let mut exit = Exit::Success;
    if let Some(output) = &args.dot
        && let Err(error) = output.write(|out| dot(&graph, &puzzle, &loaded.draft, out))
    {
        exit = output.failed(error)?;
    }
    if let (Some(output), Some(picture)) = (&args.png, picture) {
        exit = exit.max(match output.write(|out| picture_png(&picture, out)) {
            Ok(()) => Exit::Success,
            Err(PictureError::Write(error)) => output.failed(error)?,
            Err(error) => output.failed(io::Error::other(error))?,
        });
    }
    Ok(exit)
}

fn most_to_goal(graph: &Graph) -> u32 {
    graph.nodes.iter().filter_map(|node| node.to_goal).max().unwrap_or(0)
}

/// Writes the graph in the language of Graphviz: `dot -Tsvg` draws it in rows by the
/// distance from the start.
fn dot(graph: &Graph, puzzle: &Puzzle, draft: &Draft, out: &mut dyn Write) -> io::Result<()> {
    let most = most_to_goal(graph);
    writeln!(out, "digraph positions {{")?;
    writeln!(out, "  node [shape=box, style=filled, fontname=\"monospace\"];")?;
    for (place, node) in graph.nodes.iter().enumerate() {
        let rows = position_text(puzzle.board(), &node.position, &draft.palette);
        // `\l` ends a line on the left; what would end the text is written as such.
        let rows = rows.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l");
        let Rgb(red, green, blue) = graph_colour(node.to_goal, most);
        let tip = node.to_goal.map_or("dead".to_owned(), |moves| format!("{moves} to the goal"));
        let pen = if node.on_solution { ", penwidth=4" } else { "" };
        let ink = if node.to_goal == Some(0) { ", peripheries=2" } else { "" };
        writeln!(
            out,
            "  n{place} [label=\"{rows}\", tooltip=\"{tip}\", fillcolor=\"#{red:02x}{green:02x}{blue:02x}\"{pen}{ink}];"
        )?;
    }
    for edge in &graph.edges {
        let pen = if edge.on_solution { ", penwidth=4" } else { "" };
        let (from, to, push) = (edge.from, edge.to, edge.push);
        writeln!(out, "  n{from} -> n{to} [label=\"{push}\"{pen}];")?;
    }
    let depths = graph.nodes.last().map_or(0, |node| node.depth);
    for depth in 0..=depths {
        let row = graph.nodes.iter().enumerate().filter(|(_, node)| node.depth == depth);
        let names: Vec<String> = row.map(|(place, _)| format!("n{place}")).collect();
        writeln!(out, "  {{ rank=same; {} }}", names.join("; "))?;
    }
    writeln!(out, "}}")
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
