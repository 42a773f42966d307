//! The graph of all positions of a small level, with the distances from the start and to
//! the goal, and one shortest solution in it. Used to draw it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Explore, Left, Limits};
use crate::puzzle::{Cell, Colour, Move, Position, Puzzle};
use crate::search::base::outcome::{Status, Stop};

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

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// There are more positions than may be drawn.
    #[error("the level has more than {0} positions")]
    TooMany(u64),
    /// They take more memory than they may.
    #[error("the positions of the level do not fit the memory limit")]
    Memory,
    /// The limit of time has come.
    #[error("not all positions were listed in time")]
    Time,
    /// Somebody has stopped it.
    #[error("stopped")]
    Cancelled,
}

/// Returns the graph of the positions of `puzzle`, unless there are more of them than
/// `limits` allow, or `asked` becomes true.
///
/// # Errors
/// Says which it was.
pub fn graph(
    puzzle: &Puzzle,
    limits: Limits,
    asked: &Arc<AtomicBool>,
) -> Result<Graph, GraphError> {
    let mut explore = Explore::from_start(puzzle, limits, 1);
    explore.cancel_when(Arc::clone(asked));
    while explore.step_for(std::time::Duration::MAX) == Status::Running {}
    let most = limits.positions.unwrap_or(u64::MAX);
    match explore.stop() {
        Some(Stop::Cancelled) => return Err(GraphError::Cancelled),
        Some(Stop::Memory) => return Err(GraphError::Memory),
        Some(Stop::Time) => return Err(GraphError::Time),
        Some(Stop::Finished) if explore.listed().is_some_and(|listed| listed.positions <= most) => {
        }
        _ => return Err(GraphError::TooMany(most)),
    }
    let memory = limits.memory_bytes.unwrap_or(u64::MAX);
    let room = memory.saturating_sub(explore.progress().memory_bytes);
    let (nodes, edges) = (Vec::new(), Vec::new());
    Builder { puzzle, explore: &explore, nodes, edges, room, asked }.build()
}

/// What tells positions apart.
type Name = (usize, Vec<(Cell, Colour)>);

struct Builder<'a> {
    puzzle: &'a Puzzle,
    explore: &'a Explore,
    nodes: Vec<GraphNode>,
    edges: Vec<GraphEdge>,
    /// The memory that the graph may take, in bytes.
    room: u64,
    asked: &'a AtomicBool,
}

impl Builder<'_> {
    fn node(&self, position: Position, passed: usize, depth: u32) -> GraphNode {
        let to_goal = match self.explore.left(&position, passed) {
            Left::Moves(moves) => Some(moves),
            Left::Never | Left::Unknown => None,
        };
        GraphNode { position, passed, depth, to_goal, on_solution: false }
    }

    /// Returns what the graph takes, in bytes, about; so much for each of its nodes.
    fn memory_bytes(&self, each: usize) -> u64 {
        (self.nodes.len() * each + self.edges.capacity() * size_of::<GraphEdge>()) as u64
    }

    /// Returns what a node takes with the name by which it is found.
    fn node_bytes(&self) -> usize {
        let tiles = self.puzzle.start().tiles().count();
        let position = self.puzzle.size().area() * size_of::<Option<Colour>>();
        // What grows may be twice as large as what is in it.
        let kept = 2 * (size_of::<GraphNode>() + size_of::<(Name, usize)>() + 1);
        kept + position + tiles.next_power_of_two() * size_of::<(Cell, Colour)>()
    }

    /// Goes through all positions by the rules, breadth first: they are few.
    fn build(mut self) -> Result<Graph, GraphError> {
        let each = self.node_bytes();
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
            if self.memory_bytes(each) > self.room {
                return Err(GraphError::Memory);
            }
            if self.asked.load(Ordering::Relaxed) {
                return Err(GraphError::Cancelled);
            }
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
        Ok(Graph { nodes: self.nodes, edges: self.edges })
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
