//! The graph of all positions of a small level, with the distances from the start and to
//! the goal, and one shortest solution in it. Used to draw it.

use super::{Explore, Left, Limits};
use crate::puzzle::{Cell, Colour, Move, Position, Puzzle};
use crate::search::{Status, Stop};

/// Graphs of more positions are drawn only where that is asked for: they could hardly be
/// read.
pub const MOST_DRAWN: u64 = 2000;

/// A position in the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphNode {
    /// The position.
    pub position: Position,
    /// Waypoints passed there.
    pub passed: usize,
    /// Moves from the start, or from the end of the opening.
    pub depth: u32,
    /// Moves to the goal; `None` when it cannot be reached.
    pub to_goal: Option<u32>,
    /// Whether the solution that is marked leads over it.
    pub on_solution: bool,
}

/// A move in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphEdge {
    /// The position in which it is made, by its place in [`Graph::nodes`].
    pub from: usize,
    /// The position to which it leads.
    pub to: usize,
    /// The move.
    pub push: Move,
    /// Whether it belongs to the solution that is marked.
    pub on_solution: bool,
}

/// All positions and all moves between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The positions, by their distance from the start; the start first.
    pub nodes: Vec<GraphNode>,
    /// The moves, by where they are made.
    pub edges: Vec<GraphEdge>,
}

/// There are more positions than may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the level has more than {limit} positions")]
pub struct TooManyPositions {
    /// How many may be drawn.
    pub limit: u64,
}

/// Returns the graph of the positions of `puzzle`.
///
/// # Errors
/// There are more than `limit` of them.
pub fn graph(puzzle: &Puzzle, limit: u64) -> Result<Graph, TooManyPositions> {
    let limits = Limits { positions: Some(limit), ..Limits::default() };
    let mut explore = Explore::from_start(puzzle, limits, 1);
    while explore.step_for(std::time::Duration::MAX) == Status::Running {}
    let few = explore.listed().is_some_and(|listed| listed.positions <= limit);
    if explore.stop() != Some(Stop::Finished) || !few {
        return Err(TooManyPositions { limit });
    }
    Ok(Builder { puzzle, explore: &explore, nodes: Vec::new(), edges: Vec::new() }.build())
}

/// What tells positions apart.
type Name = (usize, Vec<(Cell, Colour)>);

struct Builder<'a> {
    puzzle: &'a Puzzle,
    explore: &'a Explore,
    nodes: Vec<GraphNode>,
    edges: Vec<GraphEdge>,
}

impl Builder<'_> {
    fn node(&self, position: Position, passed: usize, depth: u32) -> GraphNode {
        let to_goal = match self.explore.left(&position, passed) {
            Left::Moves(moves) => Some(moves),
            Left::Never | Left::Unknown => None,
        };
        GraphNode { position, passed, depth, to_goal, on_solution: false }
    }

    /// Goes through all positions by the rules, breadth first: they are few.
    fn build(mut self) -> Graph {
        let name = |node: &GraphNode| -> Name { (node.passed, node.position.tiles().collect()) };
        let opened =
            self.puzzle.replay(self.puzzle.opening()).expect("a puzzle's opening is legal");
        let passed = |passed, at: &Position| self.puzzle.waypoints_passed(passed, at);
        let stage = opened.iter().fold(0, passed);
        let start = opened.last().expect("the start at least").clone();
        self.nodes.push(self.node(start, stage, 0));
        let mut places = rustc_hash::FxHashMap::default();
        places.insert(name(&self.nodes[0]), 0);
        let mut from = 0;
        while let Some(at) = self.nodes.get(from).cloned() {
            for push in self.puzzle.moves(&at.position) {
                let next = self.puzzle.apply(&at.position, push).expect("a legal move");
                let stage = self.puzzle.waypoints_passed(at.passed, &next);
                let node = self.node(next, stage, at.depth + 1);
                let to = *places.entry(name(&node)).or_insert_with(|| {
                    self.nodes.push(node);
                    self.nodes.len() - 1
                });
                self.edges.push(GraphEdge { from, to, push, on_solution: false });
            }
            from += 1;
        }
        self.mark_solution();
        Graph { nodes: self.nodes, edges: self.edges }
    }

    /// Marks the first move of each position on the way that leads nearer to the goal.
    fn mark_solution(&mut self) {
        let mut at = 0;
        while let Some(left) = self.nodes[at].to_goal {
            self.nodes[at].on_solution = true;
            let nearer = |to: usize| self.nodes[to].to_goal == left.checked_sub(1);
            let edges = self.edges.iter();
            let found = edges.enumerate().find(|(_, edge)| edge.from == at && nearer(edge.to));
            let Some((index, _)) = found.filter(|_| left > 0) else { return };
            self.edges[index].on_solution = true;
            at = self.edges[index].to;
        }
    }
}
