//! Breadth-first search: all states by their number of moves. The first solution is
//! a shortest one; when no state is left there is none. The oracle of the tests.
//!
//! Reference: Moore, *The Shortest Path through a Maze*, 1959.

use crate::puzzle::Position;
use crate::search::base::algorithm::{Algorithm, Answer, Counts, Step, slice_nodes};
use crate::search::base::arena::{Arena, Id};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::key::Key;
use crate::search::base::outcome::BestOpen;
use crate::search::base::space::{Scratch, Space};

/// A breadth-first search. States stand in the arena in the order in which they are
/// met, so the arena is the queue as well.
pub(in crate::search) struct BreadthFirst<K> {
    space: Space<K>,
    scratch: Scratch,
    arena: Arena<K>,
    next: Id,
    max_moves: u32,
    /// Moves of the first solution; no other is looked for.
    solved: Option<u32>,
    /// Moves of a solution found elsewhere.
    told: Option<u32>,
    expanded: u64,
    generated: u64,
    watch: Watch,
}

impl<K: Key> BreadthFirst<K> {
    /// Makes ready to search `space` for solutions of at most `max_moves` moves.
    pub fn new(space: Space<K>, max_moves: u32, memory_bytes: u64, deadline: &Deadline) -> Self {
        Self {
            scratch: Scratch::new(&space),
            arena: Arena::new(memory_bytes),
            space,
            next: 0,
            max_moves,
            solved: None,
            told: None,
            expanded: 0,
            generated: 0,
            watch: Watch::new(deadline.clone()),
        }
    }

    fn enter_start(&mut self) -> Step {
        let opening = self.space.opening.len() as u16;
        match self.arena.enter(self.space.start, None, opening) {
            Err(_) => Step::OutOfMemory,
            Ok((id, _)) if self.space.is_goal(&self.space.start) => self.found(id),
            Ok(_) => Step::More,
        }
    }

    fn found(&mut self, id: Id) -> Step {
        self.solved = Some(self.arena.get(id).moves.into());
        Step::Found(self.space.moves_along(&self.arena.path_to(id)))
    }

    /// Expands the next state; returns the first goal among its successors.
    fn expand(&mut self) -> Result<Option<Id>, crate::search::base::arena::Full> {
        let id = self.next;
        let node = *self.arena.get(id);
        let (arena, generated) = (&mut self.arena, &mut self.generated);
        let mut goal = Ok(None);
        self.space.for_each_successor(&node.key, &mut self.scratch, |_, key| {
            *generated += 1;
            // After the first goal nothing else is stored.
            if matches!(goal, Ok(None)) {
                goal = arena
                    .enter(key, Some(id), node.moves + 1)
                    .map(|(child, known)| (!known && self.space.is_goal(&key)).then_some(child));
            }
        });
        if goal.is_ok() {
            self.expanded += 1;
            self.next += 1;
        }
        goal
    }
}

impl<K: Key> Algorithm for BreadthFirst<K> {
    fn step(&mut self, nodes: u64) -> Step {
        if self.solved.is_some() {
            return Step::Done(Answer::Exhausted);
        }
        if self.arena.len() == 0 {
            return self.enter_start();
        }
        for _ in 0..nodes {
            if self.next as usize == self.arena.len() {
                return Step::Done(Answer::Exhausted);
            }
            let moves = u32::from(self.arena.get(self.next).moves);
            // No state that waits has a goal behind it on fewer moves than one more.
            if self.told.is_some_and(|told| moves + 1 >= told) {
                return Step::Done(Answer::Exhausted);
            }
            if moves >= self.max_moves {
                return Step::Done(Answer::NoneUpTo(self.max_moves));
            }
            if self.watch.is_over() {
                return Step::Cut;
            }
            match self.expand() {
                Err(_) => return Step::OutOfMemory,
                Ok(Some(goal)) => return self.found(goal),
                Ok(None) => {}
            }
        }
        Step::More
    }

    fn tell(&mut self, positions: &[Position]) {
        self.told = Some(self.space.moves_of(positions));
    }

    fn slice_nodes(&self) -> u64 {
        slice_nodes(0)
    }

    fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            stored: self.arena.len() as u64,
            open: self.arena.len() as u64 - u64::from(self.next),
            memory_bytes: self.arena.memory_bytes(),
        }
    }

    fn lower_bound(&self) -> u32 {
        // A state that waits is no goal, and all states before it have no goal
        // among their successors. When none waits the last one says as much.
        let opening = self.space.opening.len() as u32;
        let last = (self.arena.len() as u32).checked_sub(1);
        let waiting = last.map(|last| u32::from(self.arena.get(self.next.min(last)).moves) + 1);
        self.solved.or(waiting).unwrap_or(opening)
    }

    fn best_open(&self) -> Option<BestOpen> {
        None
    }
}
