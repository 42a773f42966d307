//! A search step by step.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{pushes_left, rows};
use crate::puzzle::{Board, Palette, Position, Solution, format_moves};
use crate::search::{Made, TraceStep, Tracer, Waiting};
use crate::words;

/// A step: what is taken from the open list and what becomes of its successors.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepLine {
    #[cfg_attr(feature = "typescript", ts(type = "\"step\""))]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "step")))]
    event: &'static str,
    number: u64,
    /// The step that made it.
    parent: Option<u64>,
    #[serde(flatten)]
    taken: StateObject,
    ties: u64,
    successors: Vec<SuccessorObject>,
    open: u64,
    stored: u64,
    incumbent: Option<u32>,
}

/// A position, how it was reached and how good it looks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateObject {
    #[serde(rename = "move")]
    push: Option<String>,
    position: Vec<String>,
    /// By their cells, the pushes left of numbered tiles, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    left: Option<BTreeMap<String, u8>>,
    g: u32,
    /// Null when the goal is out of reach.
    h: Option<f64>,
    rank: Option<f64>,
}

/// A successor and what becomes of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuccessorObject {
    #[serde(flatten)]
    state: StateObject,
    fate: &'static str,
}

impl StepLine {
    /// Returns the object of a step.
    pub fn new(step: &TraceStep, board: &Board, palette: &Palette) -> Self {
        let object = |position: &Position, g, h, rank| {
            StateObject::new(position, board, palette, g, h, rank)
        };
        let successor = |made: &Made| SuccessorObject {
            state: object(&made.position, made.moves, made.estimate, made.rank)
                .reached_by(Some(made.push.to_string())),
            fate: made.fate.name(),
        };
        Self {
            event: "step",
            number: step.number,
            parent: step.parent,
            taken: object(&step.position, step.moves, step.estimate, step.rank)
                .reached_by(step.push.map(|push| push.to_string())),
            ties: step.ties,
            successors: step.made.iter().map(successor).collect(),
            open: step.open,
            stored: step.stored,
            incumbent: step.incumbent,
        }
    }
}

impl StateObject {
    fn new(
        position: &Position,
        board: &Board,
        palette: &Palette,
        g: u32,
        h: f64,
        rank: f64,
    ) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        let left = pushes_left(position, palette);
        let position = rows(board, position, palette);
        Self { push: None, position, left, g, h: finite(h), rank: finite(rank) }
    }

    fn reached_by(self, push: Option<String>) -> Self {
        Self { push, ..self }
    }

    /// Returns the object of a position that waits.
    pub fn waiting(waiting: &Waiting, board: &Board, palette: &Palette) -> Self {
        let (position, g) = (&waiting.position, waiting.moves);
        Self::new(position, board, palette, g, waiting.estimate, waiting.rank)
            .reached_by(waiting.push.map(|push| push.to_string()))
    }
}

/// How a search that was reported step by step has ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EndObject {
    /// `solved`, `unsolvable` or `full`.
    pub why: &'static str,
    moves: Option<u32>,
    solution: Option<String>,
    /// The same as a sentence.
    pub message: String,
}

impl EndObject {
    /// Returns the object of a search that has no more steps.
    pub fn new(tracer: &Tracer) -> Self {
        let solution = tracer.solution();
        let why = match solution {
            _ if tracer.is_full() => "full",
            Some(_) => "solved",
            None => "unsolvable",
        };
        let moves = solution.map(Solution::cost);
        let solution = solution.map(|solution| format_moves(solution.moves()));
        Self { why, moves, solution, message: words::traced(tracer) }
    }
}
