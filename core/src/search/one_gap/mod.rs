//! Boards with one empty cell, the gap: the 8-, 15- and 24-puzzle and their like, with walls, thin
//! walls, narrow places and equal tiles too.
//!
//! What can be reached is decided without a search (`puzzle/one_gap`), and what can be is
//! constructed at once ([`legs`]). Beams that construct have shorter solutions ([`beam`]) beside the
//! search that proves: by pattern databases ([`tables`]) where they are for the board, else that for
//! many empty cells.

mod beam;
mod board;
mod construct;
mod ears;
mod layer;
mod legs;
mod stage;
mod tables;
mod task;
#[cfg(test)]
mod tests;
mod three_cycles;

use self::beam::{Beam, MOST_BEAMS};
use self::board::Tiles;
use self::legs::{Leg, construct};
use self::task::{Solvability, Task};
use super::base::algorithm::{Algorithm, Answer, Counts, Step, slice_nodes};
use super::base::clock::Deadline;
use super::base::heuristic::Evaluator;
use super::base::key::Key;
use super::base::memory_plan;
use super::base::options::{Heuristic, Limits, Options};
use super::base::outcome::BestOpen;
use super::base::pool::Pool;
use super::base::space::Space;
use crate::puzzle::{Direction, Move, Position, Puzzle, Size};

/// On boards of at most this many cells the search has a beam of its own: it waits for none of
/// these, and they take part only while the best solution is far from the bound.
const SMALL: usize = 25;

/// Beyond this many cells ([`tables`] hold no more) the search is that for many empty cells, and
/// while the best solution is far from the bound it leads to no proof: it waits for the beams.
const LARGE: usize = 128;

/// The search is young until it has expanded this many states; that for many empty cells computes
/// tables then, for seconds.
const YOUNG_STATES: u64 = 16_384;

/// The best solution is far from the bound if it is longer by more than one part in this number.
const FAR_ABOVE_BOUND: u32 = 3;

/// States that each beam expands in a step: some milliseconds.
const SLICE_STATES: u64 = 4_096;

/// The memory that beams need at most; the tables of small boards need all the rest.
const MOST_MEMORY: u64 = 1 << 30;
const MOST_MEMORY_IF_SMALL: u64 = 16 << 20;

/// Positions along a solution times cells, at most, for the search to be told of it: it may keep
/// them all.
const MOST_TOLD: usize = 1 << 21;

/// Steps of an assignment, at most, for a bound before the search: some tens of milliseconds.
const MOST_STEPS: u64 = 1 << 24;

/// Returns the search of a board with one empty cell; of any other board, and where nothing is known
/// of one, that which `general` makes.
pub(super) fn new<K: Key>(
    puzzle: &Puzzle,
    space: Space<K>,
    options: &Options,
    max_moves: u32,
    deadline: &Deadline,
    general: impl FnOnce(Space<K>, &Options) -> Box<dyn Algorithm>,
) -> Box<dyn Algorithm> {
    let task = match Solvability::new(puzzle, &space) {
        Solvability::Nothing => return general(space, options),
        Solvability::Unsolvable => return Box::new(Unsolvable),
        Solvability::Solvable(task) => *task,
    };
    let memory_bytes = options.limits.memory_bytes.unwrap_or(u64::MAX);
    let is_small = task.net().graph.sites() <= SMALL;
    let most = if is_small { MOST_MEMORY_IF_SMALL } else { MOST_MEMORY };
    let share = memory_plan::ONE_GAP_BEAMS.of(memory_bytes).min(most);
    let limits = Limits { memory_bytes: Some(memory_bytes - share), ..options.limits };
    let options = Options { limits, ..*options };
    // No two beams would do the same.
    let pool = Pool::new(if is_small { 1 } else { options.threads.min(MOST_BEAMS) });
    let (size, opening, bound) = (space.sites.size(), space.opening.clone(), bound(&space));
    let search = match tables::new(task.net(), space, &options, max_moves) {
        Ok(search) => search,
        Err(space) => general(*space, &options),
    };
    Box::new(OneGap {
        task,
        size,
        bound,
        search,
        has_begun: false,
        legs: Vec::new(),
        leg: None,
        beams: Vec::new(),
        ended: Counts::default(),
        pool,
        deadline: deadline.clone(),
        memory_bytes: share,
        were_beams_last: false,
        told: u32::MAX,
        max_moves: max_moves.saturating_sub(opening.len() as u32),
        opening,
    })
}

/// Returns what is proved before any search, in moves: the opening, and the distances of the tiles.
fn bound<K: Key>(space: &Space<K>) -> u32 {
    let mut evaluator = Evaluator::new(space, Heuristic::SlideDistance);
    let steps = evaluator.steps_per_state(space) / (4 * space.tile_count() as u64).max(1);
    let is_quick = steps <= MOST_STEPS;
    let estimate = if is_quick { evaluator.estimate(space, &space.start) } else { 0.0 };
    space.opening.len() as u32 + if estimate.is_finite() { estimate as u32 } else { 0 }
}

/// A construction and beams beside the search of one puzzle.
struct OneGap {
    task: Task,
    size: Size,
    opening: Vec<Move>,
    /// What was proved before the search, in moves, the opening included.
    bound: u32,
    search: Box<dyn Algorithm>,
    has_begun: bool,
    /// A solution in parts, in the order of the goals, with the number of each one's goal.
    legs: Vec<(usize, Leg)>,
    /// The part that is made shorter.
    leg: Option<usize>,
    /// None while nothing is constructed, and when the widest for the last part have ended or would
    /// not fit the memory.
    beams: Vec<Beam>,
    /// What beams that have ended have counted.
    ended: Counts,
    pool: Pool,
    deadline: Deadline,
    memory_bytes: u64,
    were_beams_last: bool,
    /// The length of the best solution told, and the longest that is looked for; both without the
    /// opening.
    told: u32,
    max_moves: u32,
}

impl OneGap {
    /// Returns the moves along a way of the gap, the opening before them.
    fn moves(&self, path: &[u16]) -> Vec<Move> {
        let cell = |site: u16| self.task.cells()[usize::from(site)];
        let made = path.windows(2).map(|step| {
            let (to, from) = (cell(step[0]), cell(step[1]));
            let leads = |direction: &Direction| from.step(*direction) == Some(to);
            let direction = Direction::ALL.into_iter().find(leads);
            Move::new(from, direction.expect("sites on a path are next to each other"))
        });
        self.opening.iter().copied().chain(made).collect()
    }

    /// Returns the positions along a way of the gap.
    fn positions(&self, path: &[u16]) -> Vec<Position> {
        let mut tiles = Tiles::new(self.task.start().to_vec());
        let position = |tiles: &Tiles| {
            let cells = tiles.at.iter().map(|&site| self.task.cells()[usize::from(site)]);
            Position::from_tiles(self.size, cells.zip(self.task.colours().iter().copied()))
        };
        let mut positions = vec![position(&tiles)];
        for &site in &path[1..] {
            tiles.step(site);
            positions.push(position(&tiles));
        }
        positions
    }

    /// Constructs a solution.
    fn construct(&mut self) -> Option<Step> {
        let task = &self.task;
        let mut from = task.start();
        let mut all = Vec::new();
        for (number, goal) in task.goals.iter().enumerate() {
            let legs = construct(task.net(), from, goal)?;
            all.extend(legs.into_iter().map(|leg| (number, leg)));
            from = goal;
        }
        self.legs = all;
        self.begin_beams();
        self.found_by_legs()
    }

    /// Begins the beams for the next part.
    fn begin_beams(&mut self) {
        let mut next = self.leg.map_or(0, |leg| leg + 1)..self.legs.len();
        self.leg = next.find(|&leg| self.legs[leg].1.outline.is_some());
        let Some((_, Leg { outline: Some(outline), .. })) = self.leg.map(|leg| &self.legs[leg])
        else {
            return;
        };
        let memory = self.memory_bytes / self.pool.threads() as u64;
        let beam = |place| Beam::new(&self.task.apart, outline, place, memory, &self.deadline);
        self.beams = (0..self.pool.threads()).map(beam).collect();
    }

    /// Takes the solution of all parts.
    fn found_by_legs(&mut self) -> Option<Step> {
        let mut from = self.task.start();
        let mut path: Vec<u16> = vec![Tiles::new(from.to_vec()).gap()];
        for (number, goal) in self.task.goals.iter().enumerate() {
            // A move that takes back the last one cancels it, but not beyond a waypoint.
            let mut tiles = Tiles::new(from.to_vec());
            for (_, leg) in self.legs.iter().filter(|(own, _)| *own == number) {
                leg.path[1..].iter().for_each(|&site| tiles.step(site));
            }
            path.extend(&tiles.path[1..]);
            from = goal;
        }
        let moves = path.len() as u32 - 1;
        if moves > self.max_moves || moves >= self.told {
            return None;
        }
        self.told = moves;
        if path.len() * self.task.net().graph.sites() <= MOST_TOLD {
            self.search.tell(&self.positions(&path));
        }
        Some(Step::Found(self.moves(&path)))
    }

    /// Takes the next turn, and says whether it is that of the beams: every other one as a rule, see
    /// [`SMALL`] and [`LARGE`].
    fn is_turn_of_beams(&mut self) -> bool {
        let bound = self.lower_bound().saturating_sub(self.opening.len() as u32);
        let is_far = self.search.counts().expanded > YOUNG_STATES
            && self.told.saturating_sub(bound) > bound / FAR_ABOVE_BOUND;
        let is_next = match self.task.net().graph.sites() {
            ..=SMALL => is_far && !self.were_beams_last,
            sites => is_far && sites > LARGE || !self.were_beams_last,
        };
        self.were_beams_last = is_next && !self.beams.is_empty();
        self.were_beams_last
    }

    /// Returns the moves that a part must have fewer of to be of use.
    fn most(&self, leg: usize) -> u32 {
        let moves = |(_, leg): &(usize, Leg)| leg.path.len() as u32 - 1;
        let own = moves(&self.legs[leg]);
        let others = self.legs.iter().filter(|(_, leg)| leg.outline.is_some()).count() - 1;
        if others > 0 {
            return own;
        }
        let rest = self.legs.iter().map(moves).sum::<u32>() - own;
        own.min(self.told.min(self.max_moves.saturating_add(1)).saturating_sub(rest))
    }

    fn step_beams(&mut self, nodes: u64) -> Step {
        let Some(leg) = self.leg else { return Step::More };
        let (graph, most) = (&self.task.net().graph, self.most(leg));
        let states = (nodes / self.beams.len() as u64).clamp(1, SLICE_STATES);
        self.pool.each(&mut self.beams, |beam| beam.step(graph, states, most));
        let found: Vec<Vec<u16>> = self.beams.iter_mut().filter_map(Beam::take_found).collect();
        for beam in self.beams.extract_if(.., |beam| beam.is_spent()) {
            self.ended.expanded += beam.expanded();
            self.ended.generated += beam.generated();
        }
        let best = found.into_iter().min_by_key(Vec::len);
        let step = best.filter(|path| path.len() <= most as usize).and_then(|path| {
            self.legs[leg].1.path = path;
            self.found_by_legs()
        });
        if self.beams.is_empty() {
            self.begin_beams();
        }
        step.unwrap_or(Step::More)
    }
}

impl Algorithm for OneGap {
    fn step(&mut self, nodes: u64) -> Step {
        if !std::mem::replace(&mut self.has_begun, true)
            && let Some(step) = self.construct()
        {
            return step;
        }
        if self.is_turn_of_beams() {
            return self.step_beams(nodes);
        }
        let step = self.search.step(nodes);
        if let Step::Found(moves) = &step {
            self.told = self.told.min((moves.len() - self.opening.len()) as u32);
        }
        step
    }

    fn tell(&mut self, positions: &[Position]) {
        self.told = self.told.min(positions.len() as u32 - 1);
        self.search.tell(positions);
    }

    fn slice_nodes(&self) -> u64 {
        self.search.slice_nodes()
    }

    fn counts(&self) -> Counts {
        let counts = self.search.counts();
        let sum = |count: fn(&Beam) -> u64| self.beams.iter().map(count).sum::<u64>();
        Counts {
            expanded: counts.expanded + self.ended.expanded + sum(Beam::expanded),
            generated: counts.generated + self.ended.generated + sum(Beam::generated),
            memory_bytes: counts.memory_bytes + sum(Beam::memory_bytes),
            ..counts
        }
    }

    fn lower_bound(&self) -> u32 {
        self.search.lower_bound().max(self.bound)
    }

    fn best_open(&self) -> Option<BestOpen> {
        self.search.best_open()
    }
}

/// A puzzle that is known to have no solution.
struct Unsolvable;

impl Algorithm for Unsolvable {
    fn step(&mut self, _nodes: u64) -> Step {
        Step::Done(Answer::Exhausted)
    }

    fn tell(&mut self, _positions: &[Position]) {}

    fn slice_nodes(&self) -> u64 {
        slice_nodes(1)
    }

    fn counts(&self) -> Counts {
        Counts::default()
    }

    fn lower_bound(&self) -> u32 {
        0
    }

    fn best_open(&self) -> Option<BestOpen> {
        None
    }
}
