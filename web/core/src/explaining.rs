//! A search told step by step.

use mondrian_core::puzzle::{Draft, Puzzle, format_moves};
use mondrian_core::report::{EndObject, StateObject, StepLine};
use mondrian_core::search::{Heuristic, Method, NotTraced, Options, Tracer};
use serde::Serialize;

/// A search that is told.
pub struct Explaining {
    tracer: Tracer,
    puzzle: Puzzle,
    draft: Draft,
}

/// What will be told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BeginningObject {
    method: &'static str,
    heuristic: Option<&'static str>,
    tie_break: &'static str,
    #[cfg_attr(test, ts(type = "\"f\" | \"h\" | \"score\""))]
    rank: &'static str,
}

/// Some steps, and what is open after them.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StepsObject {
    steps: Vec<StepLine>,
    path: String,
    open: Vec<StateObject>,
    ended: Option<EndObject>,
}

impl BeginningObject {
    /// Returns how a search of these options proceeds.
    pub fn new(options: &Options) -> Self {
        Self {
            method: options.method.name(),
            heuristic: options.effective_heuristic().map(Heuristic::name),
            tie_break: options.tie_break.name(),
            rank: match options.method {
                Method::Greedy => "h",
                Method::Mondrian => "score",
                _ => "f",
            },
        }
    }
}

impl Explaining {
    /// Makes ready to tell a search.
    pub fn new(puzzle: &Puzzle, draft: &Draft, options: &Options) -> Result<Self, NotTraced> {
        let tracer = Tracer::new(puzzle, options)?;
        Ok(Self { tracer, puzzle: puzzle.clone(), draft: draft.clone() })
    }

    /// Takes so many steps, and tells so many positions of the open list after them.
    pub fn next(&mut self, steps: u64, open: usize) -> StepsObject {
        let (board, palette) = (self.puzzle.board(), &self.draft.palette);
        let mut told = Vec::new();
        let mut ended = None;
        for _ in 0..steps {
            let Some(step) = self.tracer.step() else {
                ended = Some(EndObject::new(&self.tracer));
                break;
            };
            told.push(StepLine::new(&step, board, palette));
        }
        let waiting = if open > 0 { self.tracer.waiting(open) } else { Vec::new() };
        let open = waiting.iter().map(|waiting| StateObject::waiting(waiting, board, palette));
        let (path, open) = (format_moves(&self.tracer.path()), open.collect());
        StepsObject { steps: told, path, open, ended }
    }
}
