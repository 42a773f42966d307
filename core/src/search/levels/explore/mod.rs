//! All positions of a puzzle: how many can be reached, in how many moves, which is the
//! farthest, how far each is from the goal, how many shortest solutions there are, and
//! which positions are dead. Used by `mondrian analyse`, by the generator and by the
//! designer.
//!
//! Breadth-first search by layers from the start; then, within what it has listed,
//! breadth-first search backwards by predecessors from every position that is a goal. Both
//! go on past goals: a position behind the goal is a position too. Then the ways along
//! positions that are one move nearer to the goal each are added up, layer by layer.
//!
//! - **Equal tiles**: positions that differ by a swap of them are one.
//! - **Floating goals**: every placement is a goal.
//! - **Spare tiles**: every position that fulfils the goal is one.
//! - **Waypoints**: a position counts once for each number of waypoints passed with which
//!   it can be reached, and is dead when the rest of them and the goal cannot be reached.
//!   [`Explore::from_goal`] does not take them.
//! - **Opening**: the positions are those after it; its moves count.
//!
//! Keys are exact, so counts are. Nothing depends on the number of threads.
//!
//! Reference for the layers without parent pointers: Korf, *Best-First Frontier Search with
//! Delayed Duplicate Detection*, 2004 (here with all layers kept).

mod explorer;
mod graph;
mod meeting;
mod round;
mod states;
mod ways;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::explorer::{Explorer, Halt, Lister};
pub use self::graph::{Graph, GraphEdge, GraphError, GraphNode, MOST_DRAWN, graph};
pub use self::meeting::{Meeting, Within};
use self::round::Way;
use crate::puzzle::{Move, Position, Puzzle};
use crate::search::base::clock::{Deadline, Stopwatch};
use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::base::key::{Key, WIDEST, with_key};
use crate::search::base::outcome::{Status, Stop};
use crate::search::base::space::{Space, fields_needed};

/// What makes the listing stop before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time spent in [`Explore::step_for`], all together.
    pub time: Option<Duration>,
    /// Memory held, in bytes. One round of work, some megabytes, may go beyond it.
    pub memory_bytes: Option<u64>,
    /// Positions listed. One round of work, some hundred thousand, may go beyond it.
    pub positions: Option<u64>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Positions are listed.
    Listing,
    /// Their distances to the goal are found.
    Measuring,
    /// Shortest solutions are counted.
    Counting,
    /// Nothing is left to do.
    Done,
}

/// A snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploreProgress {
    /// What is being done.
    pub phase: Phase,
    /// Positions listed.
    pub positions: u64,
    /// Positions made in order to list and to measure them.
    pub generated: u64,
    /// Moves up to which all positions are listed.
    pub moves: u32,
    /// Memory held, in bytes.
    pub memory_bytes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// A position that is as far away as any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farthest {
    /// How far, in moves.
    pub moves: u32,
    /// How many positions are as far away.
    pub count: u64,
    /// The first of them; the same one in every run.
    pub position: Position,
    /// Some more of them, seven at most.
    pub others: Vec<Position>,
    /// Waypoints passed at the first.
    pub passed: usize,
    /// A shortest way: from the start to it, the opening included, or from it to the goal.
    pub path: Vec<Move>,
}

/// What is known when all positions are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// How many there are.
    pub positions: u64,
    /// How many need exactly n moves, by n: from the start, the
    /// opening included, or to the goal in a listing [from the goal](Explore::from_goal).
    pub by_moves: Vec<u64>,
    /// The farthest from the start, or from the goal.
    pub farthest: Farthest,
}

/// What is known when all distances to the goal are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// How many of the positions listed are just so far from the goal, by the distance in
    /// moves: the first number is that of the goals. Empty when no goal can be reached.
    pub by_distance: Vec<u64>,
    /// Positions from which the goal cannot be reached.
    pub dead: u64,
    /// The farthest from the goal of those from which it can be reached.
    pub farthest: Option<Farthest>,
    /// Moves of the shortest solution, the opening included.
    pub optimum: Option<u32>,
    /// How many solutions have `optimum` moves; `u128::MAX` stands for that and more.
    pub shortest_solutions: u128,
}

/// How far a position is from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// This many moves, and no fewer.
    Moves(u32),
    /// The goal cannot be reached.
    Never,
    /// It is not among the positions listed, or the distances are not known yet.
    Unknown,
}

/// Why a puzzle cannot be listed from its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FromGoalError {
    /// It has waypoints.
    #[error("a level with waypoints is listed from its start only")]
    Waypoints,
    /// The positions that are goals alone exceed the limits.
    #[error("too many positions fulfil the goal")]
    TooManyGoals,
}

/// The listing of all positions, stepped by its owner; nothing is lost between two steps.
///
/// ```
/// use mondrian_core::puzzle::parse_text;
/// use mondrian_core::search::{Status, explore};
/// let puzzle = parse_text("123\n456\n7.8\n\n123\n456\n78.", None).unwrap().validate().unwrap();
/// let mut explore = explore::Explore::from_start(&puzzle, explore::Limits::default(), 2);
/// while explore.step_for(std::time::Duration::from_millis(50)) == Status::Running {}
/// let measured = explore.measured().unwrap();
/// assert_eq!((measured.farthest.as_ref().unwrap().moves, measured.dead), (31, 0));
/// ```
pub struct Explore {
    explorer: Box<dyn Explorer>,
    limits: Limits,
    opening: u32,
    elapsed: Duration,
    stop: Option<Stop>,
    deadline: Deadline,
}

impl Explore {
    /// Makes ready to list what can be reached from the start of `puzzle`, whose tiles must be
    /// all of plain colours: positions whose tiles change have no predecessors here.
    pub fn from_start(puzzle: &Puzzle, limits: Limits, threads: usize) -> Self {
        Self::new(puzzle, limits, Way::Forward, threads).expect("there is one start")
    }

    /// Makes ready to list all positions from which the goal of `puzzle` can be reached,
    /// by their distance to it, whether they can be reached from its start or not.
    ///
    /// # Errors
    /// The puzzle has waypoints, or too many positions fulfil its goal.
    pub fn from_goal(
        puzzle: &Puzzle,
        limits: Limits,
        threads: usize,
    ) -> Result<Self, FromGoalError> {
        if !puzzle.waypoints().is_empty() {
            return Err(FromGoalError::Waypoints);
        }
        Self::new(puzzle, limits, Way::Backward, threads).ok_or(FromGoalError::TooManyGoals)
    }

    fn new(puzzle: &Puzzle, limits: Limits, way: Way, threads: usize) -> Option<Self> {
        let (bits, fields) = fields_needed(puzzle);
        let stopwatch = Stopwatch::start();
        let deadline = Deadline::never();
        let explorer = with_key!(bits, fields, lister(puzzle, &limits, way, threads, &deadline))?;
        let opening = if way == Way::Forward { puzzle.opening().len() as u32 } else { 0 };
        let elapsed = stopwatch.elapsed();
        Some(Self { explorer, limits, opening, elapsed, stop: None, deadline })
    }

    /// Has the listing end as soon as `asked` is true, in the middle of a step too.
    pub fn cancel_when(&self, asked: Arc<AtomicBool>) {
        self.deadline.watch(asked);
    }

    /// Works for about as long as `slice`: some 50 milliseconds longer as a rule.
    pub fn step_for(&mut self, slice: Duration) -> Status {
        let stopwatch = Stopwatch::start();
        let before = self.elapsed;
        self.deadline.set(self.limits.time.map(|limit| limit.saturating_sub(before)));
        while self.status() == Status::Running {
            self.advance();
            self.elapsed = before + stopwatch.elapsed();
            if stopwatch.elapsed() >= slice {
                break;
            }
        }
        self.status()
    }

    fn advance(&mut self) {
        let room = self.limits.memory_bytes.unwrap_or(u64::MAX);
        let room = room.saturating_sub(self.explorer.memory_bytes());
        let too_many = self.explorer.phase() == Phase::Listing
            && self.limits.positions.is_some_and(|limit| self.explorer.positions() > limit);
        let (is_asked, time) = (self.deadline.is_asked(), self.limits.time);
        self.stop = if is_asked {
            Some(Stop::Cancelled)
        } else if time.is_some_and(|limit| self.elapsed >= limit) {
            Some(Stop::Time)
        } else if room == 0 {
            Some(Stop::Memory)
        } else if too_many {
            Some(Stop::States)
        } else {
            match self.explorer.advance(room) {
                Ok(()) => (self.explorer.phase() == Phase::Done).then_some(Stop::Finished),
                Err(Halt::TooFar) => Some(Stop::States),
                Err(Halt::Full) => Some(Stop::Memory),
                Err(Halt::Over) if self.deadline.is_asked() => Some(Stop::Cancelled),
                Err(Halt::Over) => Some(Stop::Time),
            }
        };
    }

    /// Stops with what is known by now.
    pub fn cancel(&mut self) {
        self.stop.get_or_insert(Stop::Cancelled);
    }

    /// Says whether there is more to do.
    pub const fn status(&self) -> Status {
        if self.stop.is_some() { Status::Finished } else { Status::Running }
    }

    /// Returns why it ended, once it has.
    pub const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Returns a snapshot.
    pub fn progress(&self) -> ExploreProgress {
        ExploreProgress {
            phase: self.explorer.phase(),
            positions: self.explorer.positions(),
            generated: self.explorer.generated(),
            moves: self.opening + self.explorer.by_depth().len().saturating_sub(1) as u32,
            memory_bytes: self.explorer.memory_bytes(),
            elapsed: self.elapsed,
        }
    }

    /// Returns how many positions need exactly n moves, by n, as far as all are listed: from
    /// the opening's number of moves on.
    pub fn by_moves(&self) -> &[u64] {
        self.explorer.by_depth()
    }

    /// Returns what is known of all positions, once they are listed.
    pub fn listed(&self) -> Option<&Listed> {
        self.explorer.listed()
    }

    /// Returns what is known of their distances to the goal, once these are known; never
    /// in a listing from the goal, where [`Explore::listed`] tells it.
    pub fn measured(&self) -> Option<&Measured> {
        self.explorer.measured()
    }

    /// Returns one of the positions that are so many moves from the goal, chosen by
    /// `seed`: the same one for the same seed in every run and version. `None` when there
    /// is none, or when the distances are not known yet; in a listing from the goal they
    /// are known as far as [`Explore::by_moves`] goes.
    pub fn pick(&self, moves: RangeInclusive<u32>, seed: u64) -> Option<Position> {
        let narrow = |moves: u32| u16::try_from(moves).unwrap_or(NO_WAY).min(NO_WAY - 1);
        let (first, last) = moves.into_inner();
        if first >= u32::from(NO_WAY) {
            return None;
        }
        self.explorer.pick(narrow(first)..=narrow(last), seed)
    }

    /// Returns a shortest way from `position` to the goal, without the opening. `None` when
    /// there is none or it is not known: see [`Explore::left`].
    pub fn path_to_goal(&self, position: &Position, passed: usize) -> Option<Vec<Move>> {
        self.explorer.path_to_goal(position, passed)
    }

    /// Returns what a search forward from `position`, which has the tiles of the puzzle, finds
    /// until it meets what is listed. Only in a listing [from the goal](Explore::from_goal), at any
    /// time.
    pub fn met_from(&self, position: &Position, within: &Within) -> Meeting {
        self.explorer.met_from(position, within)
    }

    /// Returns shortest solutions with the opening, `most` of them at most, always in the same
    /// order. There are none before [`Explore::measured`] knows their number, nor in a listing
    /// from the goal.
    pub fn shortest_solutions(&self, most: usize) -> Vec<Vec<Move>> {
        self.explorer.shortest_solutions(most)
    }

    /// Returns how far `position`, which must have the tiles of the puzzle, is from the
    /// goal with so many waypoints passed.
    pub fn left(&self, position: &Position, passed: usize) -> Left {
        match self.explorer.to_goal(position, passed) {
            None => Left::Unknown,
            Some(NO_WAY) => Left::Never,
            Some(moves) => Left::Moves(moves.into()),
        }
    }
}

/// Bytes that each state to begin with takes while it is listed, about.
const SEED_BYTES: u64 = 128;

fn lister<K: Key>(
    puzzle: &Puzzle,
    limits: &Limits,
    way: Way,
    threads: usize,
    deadline: &Deadline,
) -> Option<Box<dyn Explorer>> {
    let by_memory = limits.memory_bytes.map_or(u64::MAX, |bytes| bytes / SEED_BYTES);
    let most = by_memory.min(limits.positions.unwrap_or(u64::MAX));
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let lister = Lister::<K>::new(Space::new(puzzle), way, threads, most, deadline)?;
    Some(Box::new(lister))
}
