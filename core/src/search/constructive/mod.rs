//! Boards with one empty cell: parity says at once what cannot be solved, a construction has a
//! solution of most others before any search, and beams that construct have shorter ones beside the
//! search that proves.
//!
//! On small boards the search finds shorter solutions as soon by itself, so there only parity is
//! asked.

mod beam;
mod board;
mod construct;
mod ears;
mod layer;
mod stage;
mod task;
#[cfg(test)]
pub(super) mod tests;

use std::sync::Arc;

use self::beam::{Beam, MOST_BEAMS};
use self::board::Tiles;
use self::construct::Outline;
use self::task::Task;
use super::base::algorithm::{Algorithm, Answer, Counts, Step};
use super::base::clock::Deadline;
use super::base::key::Key;
use super::base::outcome::BestOpen;
use super::base::pool::Pool;
use super::base::space::Space;
use crate::puzzle::{Cell, Colour, Direction, Move, Position, Size};

/// Up to so many cells the beams of the engine have shorter solutions within milliseconds.
const SMALL: usize = 25;

/// Beyond so many cells (`one_empty` holds no more) the search is that for many empty cells. When it
/// has expanded so many states it computes tables, for seconds, and while the best solution is
/// longer than the bound by more than one part in so many they lead to no proof: it waits for the
/// beams.
const LARGE: usize = 128;
const YOUNG_STATES: u64 = 16_384;
const FAR: u32 = 3;

/// States that each beam expands in a step: some milliseconds.
const SLICE_STATES: u64 = 4_096;

/// The part of the memory, one in so many, for beams, and what they need at most.
const MEMORY_SHARE: u64 = 8;
const MOST_MEMORY: u64 = 1 << 30;

/// Positions along a solution times cells, at most, for the search to be told of it: it may keep
/// them all.
const MOST_TOLD: usize = 1 << 21;

/// A puzzle with one empty cell, and what its sites and tiles are called outside.
pub(super) struct OneGap {
    task: Task,
    size: Size,
    cells: Vec<Cell>,
    /// By tile.
    colours: Vec<Colour>,
    opening: Vec<Move>,
}

/// A construction and beams beside the search of one puzzle.
pub(super) struct Constructive {
    puzzle: OneGap,
    search: Box<dyn Algorithm>,
    /// None before the first step, where nothing is constructed, and when the widest have ended or
    /// would not fit the memory.
    beams: Vec<Beam>,
    /// What beams that have ended have counted.
    ended: Counts,
    pool: Pool,
    deadline: Deadline,
    memory_bytes: u64,
    has_begun: bool,
    were_beams_last: bool,
    /// The length of the best solution told, and the longest that is looked for; both without the
    /// opening.
    told: u32,
    max_moves: u32,
}

impl OneGap {
    /// Returns the puzzle of `space`; `None` when it is not such a one ([`Task::new`]).
    pub fn new<K: Key>(space: &Space<K>) -> Option<Self> {
        let task = Task::new(space)?;
        let colours = space.groups.iter().flat_map(|group| vec![group.colour; group.len]);
        Some(Self {
            task,
            size: space.sites.size(),
            cells: space.cells.clone(),
            colours: colours.collect(),
            opening: space.opening.clone(),
        })
    }

    /// Returns how much of the memory the construction and its beams may take.
    pub const fn share_of(&self, memory_bytes: u64) -> u64 {
        let share = memory_bytes / MEMORY_SHARE;
        match self.task.graph.sites() > SMALL {
            true if share < MOST_MEMORY => share,
            true => MOST_MEMORY,
            false => 0,
        }
    }

    /// Returns the search with what is here beside it, on so many threads within so much memory.
    /// Solutions have at most `max_moves` moves.
    pub fn beside(
        self,
        search: Box<dyn Algorithm>,
        max_moves: u32,
        threads: usize,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Constructive {
        let max_moves = max_moves.saturating_sub(self.opening.len() as u32);
        // No two beams would do the same.
        let beams = if self.task.graph.sites() > SMALL { threads.min(MOST_BEAMS) } else { 1 };
        Constructive {
            puzzle: self,
            search,
            beams: Vec::new(),
            ended: Counts::default(),
            pool: Pool::new(beams),
            deadline: deadline.clone(),
            memory_bytes,
            has_begun: false,
            were_beams_last: false,
            told: u32::MAX,
            max_moves,
        }
    }

    /// Returns the moves along a way of the gap, the opening before them.
    fn moves(&self, path: &[u16]) -> Vec<Move> {
        let cell = |site: u16| self.cells[usize::from(site)];
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
        let mut tiles = Tiles::new(self.task.start.clone());
        let position = |tiles: &Tiles| {
            let cells = tiles.at.iter().map(|&site| self.cells[usize::from(site)]);
            Position::from_tiles(self.size, cells.zip(self.colours.iter().copied()))
        };
        let mut positions = vec![position(&tiles)];
        for &site in &path[1..] {
            tiles.step(site);
            positions.push(position(&tiles));
        }
        positions
    }
}

impl Constructive {
    /// Says what is known before any search.
    fn begin(&mut self) -> Option<Step> {
        let task = &self.puzzle.task;
        let Task { graph, start, goal, .. } = task;
        if task.is_forbidden {
            return Some(Step::Done(Answer::Exhausted));
        }
        if graph.sites() <= SMALL || start == goal {
            return None;
        }
        let (outline, path) = Outline::construct(graph, start, goal)?;
        let outline = Arc::new(outline);
        let memory = self.memory_bytes / self.pool.threads() as u64;
        let beam = |place| Beam::new(task, &outline, place, memory, &self.deadline);
        self.beams = (0..self.pool.threads()).map(beam).collect();
        self.found(&path)
    }

    /// Takes a solution, and tells the search of it.
    fn found(&mut self, path: &[u16]) -> Option<Step> {
        let moves = path.len() as u32 - 1;
        if moves > self.max_moves || moves >= self.told {
            return None;
        }
        self.told = moves;
        if path.len() * self.puzzle.task.graph.sites() <= MOST_TOLD {
            self.search.tell(&self.puzzle.positions(path));
        }
        Some(Step::Found(self.puzzle.moves(path)))
    }

    /// Takes the next turn, and says whether it is that of the beams: every other one, and every one
    /// while no proof is in reach.
    fn is_turn_of_beams(&mut self) -> bool {
        let bound = self.search.lower_bound().saturating_sub(self.puzzle.opening.len() as u32);
        let search_waits = self.puzzle.task.graph.sites() > LARGE
            && self.search.counts().expanded > YOUNG_STATES
            && self.told.saturating_sub(bound) > bound / FAR;
        self.were_beams_last = (search_waits || !self.were_beams_last) && !self.beams.is_empty();
        self.were_beams_last
    }

    fn step_beams(&mut self, nodes: u64) -> Step {
        let graph = &self.puzzle.task.graph;
        let most = self.told.min(self.max_moves.saturating_add(1));
        let states = (nodes / self.beams.len() as u64).clamp(1, SLICE_STATES);
        self.pool.each(&mut self.beams, |beam| beam.step(graph, states, most));
        let found: Vec<Vec<u16>> = self.beams.iter_mut().filter_map(Beam::take_found).collect();
        for beam in self.beams.extract_if(.., |beam| beam.is_spent()) {
            self.ended.expanded += beam.expanded();
            self.ended.generated += beam.generated();
        }
        let best = found.into_iter().min_by_key(Vec::len);
        best.and_then(|path| self.found(&path)).unwrap_or(Step::More)
    }
}

impl Algorithm for Constructive {
    fn step(&mut self, nodes: u64) -> Step {
        if !std::mem::replace(&mut self.has_begun, true)
            && let Some(step) = self.begin()
        {
            return step;
        }
        if self.is_turn_of_beams() {
            return self.step_beams(nodes);
        }
        let step = self.search.step(nodes);
        if let Step::Found(moves) = &step {
            self.told = self.told.min((moves.len() - self.puzzle.opening.len()) as u32);
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
        self.search.lower_bound()
    }

    fn best_open(&self) -> Option<BestOpen> {
        self.search.best_open()
    }
}
