//! A search made visible: a method with an open list, one step at a time. Used by
//! `mondrian explain` and by the designer.

use super::methods;
use crate::puzzle::{Move, Puzzle, Solution};
use crate::search::base::options::Options;
pub(in crate::search) use crate::search::study::best_first::{TraceStep, Traced, Waiting};

/// The method cannot be watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} keeps no open list; mondrian, astar, weighted-astar and greedy do")]
pub struct NotTraced(pub &'static str);

/// A search that tells each of its steps, without looking ahead. Its limits are only the
/// memory and the most moves of the options: whoever steps it stops it.
///
/// ```
/// use mondrian_core::puzzle::parse_text;
/// use mondrian_core::search::{Fate, Method, Options, Tracer};
/// let puzzle = parse_text("BR.\n...\n\n.BR\n...", None).unwrap().validate().unwrap();
/// let options = Options { method: Method::Astar, ..Options::default() };
/// let mut tracer = Tracer::new(&puzzle, &options).unwrap();
/// let step = tracer.step().unwrap();
/// assert_eq!((step.moves, step.estimate, step.made[0].fate), (0, 2.0, Fate::New));
/// ```
pub struct Tracer {
    puzzle: Puzzle,
    traced: Box<dyn Traced>,
    solution: Option<Solution>,
}

impl Tracer {
    /// Makes ready to watch the method of `options` search `puzzle`.
    ///
    /// # Errors
    /// The method keeps no open list.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, NotTraced> {
        let not_traced = NotTraced(options.method.name());
        let traced = methods::traced(puzzle, options).ok_or(not_traced)?;
        Ok(Self { puzzle: puzzle.clone(), traced, solution: None })
    }

    /// Takes the next position from the open list; `None` when the search is at its end:
    /// nothing that could lead to a better solution is open, or [`Tracer::is_full`].
    pub fn step(&mut self) -> Option<TraceStep> {
        let step = self.traced.trace_step();
        if let Some(moves) = self.traced.take_solution() {
            self.solution = Some(self.puzzle.verify(moves).expect("the search made it"));
        }
        step
    }

    /// Says whether it ended because the memory is full: then nothing is proved.
    pub fn is_full(&self) -> bool {
        self.traced.is_full()
    }

    /// Returns the first `most` positions of the open list, in the order in which they will be
    /// taken if nothing better comes.
    pub fn waiting(&mut self, most: usize) -> Vec<Waiting> {
        self.traced.waiting(most)
    }

    /// Returns the moves to the position that was taken last, the opening included.
    pub fn path(&self) -> Vec<Move> {
        self.traced.path()
    }

    /// Returns the best solution so far.
    pub const fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }
}
