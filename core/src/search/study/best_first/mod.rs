//! Best-first search: always expands the open state that looks best. The order
//! makes the method:
//!
//! | method | order | guarantees |
//! |---|---|---|
//! | `astar` | moves + h | with an admissible h, the bound rises to the optimum |
//! | `weighted-astar` | moves + weight × h | the first solution is at most weight times too long |
//! | `greedy` | h | nothing about the first solution |
//! | `mondrian` | h + penalty × moves | nothing about the first solution |
//!
//! All go on after the first solution and drop what cannot beat the incumbent; a
//! state that is reached again on fewer moves is opened again, by `greedy` not before there
//! is a solution: until then it would only be expanded twice. So when no state is
//! open any more, every state that could lie on a better solution has been expanded
//! on a shortest path to it, and the incumbent is proved the best (or, without one,
//! that there is none), whatever the order was. A state is dropped only when its
//! moves and an **admissible** estimate reach the incumbent: the heuristic if it is
//! admissible, else 1 for what is no goal yet. Where no tile is left that could serve a cell of the
//! goal, as when a chameleon has taken the wrong colour, every heuristic is infinite.
//!
//! References: Hart, Nilsson, Raphael, *A Formal Basis for the Heuristic
//! Determination of Minimum Cost Paths*, 1968 (A*, re-opening); Pohl, *Heuristic
//! Search Viewed as Path Finding in a Graph*, 1970 (weights); Hansen, Zhou,
//! *Anytime Heuristic Search*, 2007 (going on after the first solution). `mondrian`
//! is the method of mondrianMaker (Jef Armstrong, 2015).

mod put_off;
mod trace;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::look_ahead::Look;
use crate::puzzle::Position;
use crate::search::base::algorithm::{Algorithm, Answer, Counts, Step, slice_nodes};
use crate::search::base::arena::{Arena, Full, Id};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::heuristic::{Evaluator, UNREACHABLE};
use crate::search::base::key::Key;
use crate::search::base::options::TieBreak;
use crate::search::base::outcome::BestOpen;
use crate::search::base::space::{Scratch, Space};

pub(in crate::search) use self::trace::Traced;
pub use self::trace::{Fate, Made, TraceStep, Waiting};

/// What "looks best" means. Lower ranks are expanded first.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) enum Order {
    /// Moves + h.
    Astar,
    /// Moves + weight × h.
    Weighted(f64),
    /// h.
    Greedy,
    /// h + penalty × moves, a goal before everything else.
    Mondrian(f64),
}

impl Order {
    /// Says whether what has been expanded is opened again only once there is a solution: where
    /// moves do not count, the same successors would rank as they did. (With `weighted-astar` it
    /// saves 2 % of the states to the first solution and makes that longer.)
    fn puts_off_reopening(self) -> bool {
        matches!(self, Self::Greedy | Self::Mondrian(0.0))
    }

    fn rank(self, moves: u16, estimate: f64) -> f64 {
        let moves = f64::from(moves);
        match self {
            Self::Astar => moves + estimate,
            Self::Weighted(weight) => moves + weight * estimate,
            Self::Greedy => estimate,
            Self::Mondrian(_) if estimate == 0.0 => 0.0,
            Self::Mondrian(penalty) => estimate + penalty * moves,
        }
    }
}

/// An entry of the open list. The least is expanded first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    rank: u64,
    /// The order of entries of equal rank: see [`tie`].
    tie: (u32, u32),
    id: Id,
    moves: u16,
    /// In steps of 1 / [`STEPS`].
    estimate: u32,
}

/// Estimates are compared in steps of one part in this number.
const STEPS: f64 = 1024.0;

/// Returns what orders states of equal rank.
const fn tie(tie_break: TieBreak, estimate: u32, id: Id) -> (u32, u32) {
    match tie_break {
        TieBreak::LowH => (estimate, u32::MAX - id),
        TieBreak::HighH => (u32::MAX - estimate, id),
        TieBreak::Newest => (0, u32::MAX - id),
        TieBreak::Oldest => (0, id),
    }
}

/// A best-first search.
pub(in crate::search) struct BestFirst<K> {
    space: Space<K>,
    scratch: Scratch,
    arena: Arena<K>,
    evaluator: Evaluator,
    order: Order,
    tie_break: TieBreak,
    /// Moves of the look ahead.
    look_ahead: u32,
    open: BinaryHeap<Reverse<Entry>>,
    /// Expanded states that have been reached on fewer moves since, while there is no solution.
    put_off: Vec<Entry>,
    /// States that wait; the open list may hold some of them twice.
    open_count: u64,
    memory_bytes: u64,
    max_moves: u32,
    /// Moves of the best solution.
    incumbent: Option<u32>,
    /// A goal on fewer moves than the incumbent, to be reported.
    better_goal: Option<Id>,
    /// The state that was taken last, while somebody watches.
    taken: Option<Id>,
    /// In which step each state was taken last, while somebody watches.
    numbers: HashMap<Id, u64>,
    /// A state was dropped only because it needs more than `max_moves`.
    cut: bool,
    /// A state did not fit the memory limit: what is open is not all there is.
    is_full: bool,
    /// The deadline has come, perhaps in the middle of a state.
    is_cut: bool,
    watch: Watch,
    /// An estimate takes so long that the clock may be read each time.
    is_heavy: bool,
    bound: u32,
    expanded: u64,
    generated: u64,
}

impl<K: Key> BestFirst<K> {
    /// Makes ready to search `space` for solutions of at most `max_moves` moves.
    pub fn new(
        space: Space<K>,
        evaluator: Evaluator,
        order: Order,
        tie_break: TieBreak,
        max_moves: u32,
        memory_bytes: u64,
    ) -> Self {
        Self {
            scratch: Scratch::new(&space),
            arena: Arena::new(memory_bytes),
            is_heavy: evaluator.is_heavy(&space),
            evaluator,
            order,
            tie_break,
            look_ahead: 0,
            open: BinaryHeap::new(),
            put_off: Vec::new(),
            open_count: 0,
            memory_bytes,
            max_moves,
            incumbent: None,
            better_goal: None,
            taken: None,
            numbers: HashMap::new(),
            cut: false,
            is_full: false,
            is_cut: false,
            watch: Watch::new(Deadline::never()),
            bound: space.opening.len() as u32,
            expanded: 0,
            generated: 0,
            space,
        }
    }

    /// Has it end when this deadline comes.
    pub fn until(mut self, deadline: &Deadline) -> Self {
        self.watch = Watch::new(deadline.clone());
        self
    }

    /// Ranks states by the best within so many moves.
    pub const fn looking_ahead(mut self, moves: u32) -> Self {
        self.look_ahead = moves;
        self
    }

    fn enter_start(&mut self) -> Result<(), Full> {
        let start = self.space.start;
        self.consider(start, None, self.space.opening.len() as u16).map(|_| ())
    }

    /// Takes a state into the open list unless it cannot lead to anything better.
    fn consider(&mut self, key: K, parent: Option<Id>, moves: u16) -> Result<Fate, Full> {
        let estimate = self.evaluator.estimate(&self.space, &key);
        // No heuristic says so unless it is certain. Such states would all rank alike, and be opened
        // again and again as shorter ways to them turn up.
        if estimate == UNREACHABLE {
            return Ok(Fate::Pruned);
        }
        let is_goal = estimate == 0.0;
        let least_left =
            if self.evaluator.is_admissible() { estimate } else { f64::from(u8::from(!is_goal)) };
        let least = f64::from(moves) + least_left;
        if self.incumbent.is_some_and(|best| least >= f64::from(best)) {
            return Ok(Fate::Pruned);
        }
        if least > f64::from(self.max_moves) {
            self.cut = true;
            return Ok(Fate::Pruned);
        }
        let (id, known) = self.arena.enter(key, parent, moves)?;
        let node = self.arena.get_mut(id);
        if known {
            if node.moves <= moves {
                return Ok(Fate::Duplicate);
            }
            node.moves = moves;
            node.parent = parent.expect("nothing leads to the start on fewer moves");
        }
        if is_goal {
            node.open = false;
            self.incumbent = Some(self.moves_to(id));
            self.better_goal = Some(id);
            self.open_what_was_put_off()?;
            return Ok(Fate::Goal);
        }
        let was_expanded = known && !node.open;
        let rank = self.rank(&key, moves, estimate);
        let entry = self.entry(id, moves, estimate, rank);
        if was_expanded && self.incumbent.is_none() && self.order.puts_off_reopening() {
            self.reserve_put_off()?;
            self.put_off.push(entry);
            return Ok(Fate::PutOff);
        }
        self.arena.get_mut(id).open = true;
        self.open_count += u64::from(!known || was_expanded);
        self.reserve_open(1)?;
        self.open.push(Reverse(entry));
        Ok(if known { Fate::Better } else { Fate::New })
    }

    /// Returns the rank of a state, with a look ahead if one is asked for.
    fn rank(&mut self, key: &K, moves: u16, estimate: f64) -> f64 {
        let order = self.order;
        let own = order.rank(moves, estimate);
        let mut look = Look {
            space: &self.space,
            scratch: &mut self.scratch,
            evaluator: &mut self.evaluator,
            watch: &mut self.watch,
            expanded: 0,
            generated: 0,
        };
        let rank = |moves, estimate| order.rank(moves, estimate);
        let best = look.best_rank(key, moves, own, self.look_ahead, &rank);
        self.expanded += look.expanded;
        self.generated += look.generated;
        best
    }

    fn entry(&self, id: Id, moves: u16, estimate: f64, rank: f64) -> Entry {
        // Ranks are never negative, so their bits are in the order of the numbers.
        let rank = rank.to_bits();
        let estimate = (estimate * STEPS) as u32;
        let tie = tie(self.tie_break, estimate, id);
        Entry { rank, tie, id, moves, estimate }
    }

    fn is_over(&mut self) -> bool {
        let watch = &mut self.watch;
        self.is_cut |= if self.is_heavy { watch.is_over_now() } else { watch.is_over() };
        self.is_cut
    }

    /// Takes the best state from the open list, passing over what is outdated and
    /// what can no longer beat the incumbent.
    fn pop(&mut self) -> Option<Id> {
        // What was cut off for its many moves may come on fewer.
        let is_time = self.incumbent.is_some() || (self.open_count == 0 && self.cut);
        if is_time && !self.put_off.is_empty() && self.open_what_was_put_off().is_err() {
            self.is_full = true;
            return None;
        }
        while let Some(Reverse(Entry { rank, id, moves, .. })) = self.open.pop() {
            if self.is_over() {
                return None;
            }
            let node = self.arena.get_mut(id);
            if !node.open || node.moves != moves {
                continue;
            }
            node.open = false;
            self.open_count -= 1;
            let key = node.key;
            if matches!(self.order, Order::Astar) && self.evaluator.is_admissible() {
                // h is consistent, so this is the least of all open states.
                self.bound = self.bound.max(f64::from_bits(rank).ceil() as u32);
            }
            if self.can_win(&key, moves) {
                return Some(id);
            }
        }
        None
    }

    /// Says whether a state that is no goal may lead to something better than the incumbent.
    fn can_win(&mut self, key: &K, moves: u16) -> bool {
        let Some(best) = self.incumbent else { return true };
        let is_admissible = self.evaluator.is_admissible();
        let least_left =
            if is_admissible { self.evaluator.estimate(&self.space, key) } else { 1.0 };
        f64::from(moves) + least_left < f64::from(best)
    }

    fn expand(&mut self, id: Id, children: &mut Vec<K>) -> Result<(), Full> {
        let node = *self.arena.get(id);
        children.clear();
        self.space.for_each_successor(&node.key, &mut self.scratch, |_, key| children.push(key));
        self.expanded += 1;
        self.generated += children.len() as u64;
        for &child in &*children {
            if self.is_over() {
                break;
            }
            self.consider(child, Some(id), node.moves + 1)?;
        }
        Ok(())
    }

    fn report_goal(&mut self) -> Option<Step> {
        let goal = self.better_goal.take()?;
        Some(Step::Found(self.space.moves_along(&self.arena.path_to(goal))))
    }

    fn exhausted(&self) -> Step {
        Step::Done(if self.cut { Answer::NoneUpTo(self.max_moves) } else { Answer::Exhausted })
    }
}

impl<K: Key> Algorithm for BestFirst<K> {
    fn step(&mut self, nodes: u64) -> Step {
        let until = self.expanded + nodes;
        if self.arena.len() == 0 {
            if self.enter_start().is_err() {
                return Step::OutOfMemory;
            }
            if let Some(found) = self.report_goal() {
                return found;
            }
        }
        let mut children = Vec::new();
        // Looks ahead expand too.
        while self.expanded < until {
            if self.is_full {
                return Step::OutOfMemory;
            }
            let id = self.pop();
            if self.is_cut {
                return Step::Cut;
            }
            if self.is_full {
                return Step::OutOfMemory;
            }
            let Some(id) = id else { return self.exhausted() };
            self.is_full = self.expand(id, &mut children).is_err();
            if let Some(found) = self.report_goal() {
                return found;
            }
            if self.is_cut {
                return Step::Cut;
            }
        }
        Step::More
    }

    fn tell(&mut self, positions: &[Position]) {
        let moves = self.space.moves_of(positions);
        self.incumbent = Some(self.incumbent.map_or(moves, |best| best.min(moves)));
    }

    fn slice_nodes(&self) -> u64 {
        slice_nodes(self.evaluator.steps_per_state(&self.space))
    }

    fn counts(&self) -> Counts {
        let entries = self.open.capacity() + self.put_off.capacity();
        let open_bytes = entries * size_of::<Entry>();
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            stored: self.arena.len() as u64,
            open: self.open_count,
            memory_bytes: self.arena.memory_bytes() + open_bytes as u64,
        }
    }

    fn lower_bound(&self) -> u32 {
        self.bound
    }

    fn best_open(&self) -> Option<BestOpen> {
        let Reverse(Entry { id, moves, estimate, .. }) = *self.open.peek()?;
        Some(BestOpen {
            position: self.space.position_of(&self.arena.get(id).key),
            score: f64::from(estimate) / STEPS,
            moves: moves.into(),
        })
    }
}
