//! Best-first search told step by step: what is taken from the open list and why, and what
//! becomes of each successor. The same steps as when nobody watches: only
//! [`Traced::trace_step`] says them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{BestFirst, Entry};
use crate::puzzle::{Move, Position};
use crate::search::base::arena::Id;
use crate::search::base::key::Key;

/// What becomes of a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Met for the first time: it is open now.
    New,
    /// Met before on as many moves or fewer: forgotten.
    Duplicate,
    /// Met before on more moves: it is open (again) on this path.
    Better,
    /// Met before on more moves and expanded: this path is kept, and it is opened again once
    /// there is a solution.
    PutOff,
    /// A goal on fewer moves than the best solution so far.
    Goal,
    /// It cannot lead to anything better than the best solution so far, or to anything
    /// within the most moves: dropped.
    Pruned,
}

impl Fate {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Duplicate => "duplicate",
            Self::Better => "better",
            Self::PutOff => "put-off",
            Self::Goal => "goal",
            Self::Pruned => "pruned",
        }
    }
}

/// A successor and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The push that leads to it.
    pub push: Move,
    /// The position after the push.
    pub position: Position,
    /// Moves to it on this path: g.
    pub moves: u32,
    /// The estimate of the moves that are left: h. Infinite when there is no way.
    pub estimate: f64,
    /// What the open list is ordered by, the least first: f for A*.
    pub rank: f64,
    /// What became of it.
    pub fate: Fate,
}

/// One step: a position is taken from the open list and expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceStep {
    /// Its number, from 1.
    pub number: u64,
    /// The number of the step that made it: the last that expanded the position before it. `None`
    /// at the start.
    pub parent: Option<u64>,
    /// The position that is taken.
    pub position: Position,
    /// The last push on the path to it; `None` at the start, or after the opening.
    pub push: Option<Move>,
    /// Moves to it when it was opened: g. Fewer lead to it now if greedy has reached a position
    /// on the way on fewer and put that off ([`Fate::PutOff`]).
    pub moves: u32,
    /// The estimate of the moves that are left: h.
    pub estimate: f64,
    /// What the open list is ordered by, the least first: f for A*.
    pub rank: f64,
    /// How many others in the open list had the same rank: the tie-break chose.
    pub ties: u64,
    /// Its successors, in the order in which they are made.
    pub made: Vec<Made>,
    /// Positions in the open list after the step.
    pub open: u64,
    /// Positions met after the step, open or not.
    pub stored: u64,
    /// Moves of the best solution after the step.
    pub incumbent: Option<u32>,
}

/// A position that waits in the open list.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The last push on the path to it; `None` at the start, or after the opening.
    pub push: Option<Move>,
    /// The position.
    pub position: Position,
    /// Moves to it: g.
    pub moves: u32,
    /// The estimate of the moves that are left: h.
    pub estimate: f64,
    /// What the open list is ordered by, the least first: f for A*.
    pub rank: f64,
}

/// A method that can be watched at work.
pub(in crate::search) trait Traced: Send {
    /// Takes one step and tells it; `None` when nothing is open, or no memory is left.
    fn trace_step(&mut self) -> Option<TraceStep>;
    /// Returns the moves of the best solution found since the last call.
    fn take_solution(&mut self) -> Option<Vec<Move>>;
    /// Says whether a state did not fit the memory: then nothing is proved at the end.
    fn is_full(&self) -> bool;
    /// Returns so many of the positions that wait, in the order in which they will be taken if
    /// nothing better comes.
    fn waiting(&mut self, most: usize) -> Vec<Waiting>;
    /// Returns the moves to the position that was taken last, the opening included.
    fn path(&self) -> Vec<Move>;
}

impl<K: Key> BestFirst<K> {
    fn ties_with(&self, rank: f64) -> u64 {
        let rank = rank.to_bits();
        let alike = self.open.iter().filter(|Reverse(entry)| {
            let node = self.arena.get(entry.id);
            entry.rank == rank && node.open && node.moves == entry.moves
        });
        alike.count() as u64
    }

    /// Returns the push that leads to the state from the one before it.
    fn last_push(&self, id: Id) -> Option<Move> {
        let node = self.arena.get(id);
        if node.parent == id {
            return None;
        }
        let path = [self.arena.get(node.parent).key, node.key];
        self.space.moves_along(&path).pop()
    }

    fn made(&mut self, id: Id) -> Vec<Made> {
        let node = *self.arena.get(id);
        let mut children = Vec::new();
        self.space.for_each_successor(&node.key, &mut self.scratch, |push, key| {
            children.push((push, key));
        });
        self.expanded += 1;
        self.generated += children.len() as u64;
        let mut made = Vec::new();
        for (push, key) in children {
            let moves = node.moves + 1;
            let Ok(fate) = self.consider(key, Some(id), moves) else {
                self.is_full = true;
                break;
            };
            let estimate = self.evaluator.estimate(&self.space, &key);
            made.push(Made {
                push: Move::new(self.space.cells[usize::from(push.from)], push.direction),
                position: self.space.position_of(&key),
                moves: moves.into(),
                estimate,
                rank: self.order.rank(moves, estimate),
                fate,
            });
        }
        made
    }
}

impl<K: Key> Traced for BestFirst<K> {
    fn trace_step(&mut self) -> Option<TraceStep> {
        if self.arena.len() == 0 && self.enter_start().is_err() {
            self.is_full = true;
        }
        if self.is_full {
            return None;
        }
        let id = self.pop()?;
        self.taken = Some(id);
        let node = *self.arena.get(id);
        let estimate = self.evaluator.estimate(&self.space, &node.key);
        let rank = self.order.rank(node.moves, estimate);
        let ties = self.ties_with(rank);
        let parent = self.numbers.get(&node.parent).copied().filter(|_| node.parent != id);
        let made = self.made(id);
        self.numbers.insert(id, self.expanded);
        Some(TraceStep {
            number: self.expanded,
            parent,
            position: self.space.position_of(&node.key),
            push: self.last_push(id),
            moves: node.moves.into(),
            estimate,
            rank,
            ties,
            made,
            open: self.open_count,
            stored: self.arena.len() as u64,
            incumbent: self.incumbent,
        })
    }

    fn take_solution(&mut self) -> Option<Vec<Move>> {
        let goal = self.better_goal.take()?;
        Some(self.space.moves_along(&self.arena.path_to(goal)))
    }

    fn is_full(&self) -> bool {
        self.is_full
    }

    fn waiting(&mut self, most: usize) -> Vec<Waiting> {
        let is_current = |entry: &Entry| {
            let node = self.arena.get(entry.id);
            node.open && node.moves == entry.moves
        };
        let open = self.open.iter().map(|Reverse(entry)| *entry);
        // The least first; a long list is asked for its first few only.
        let mut entries: BinaryHeap<Reverse<Entry>> =
            open.filter(is_current).map(Reverse).collect::<Vec<_>>().into();
        let mut waiting = Vec::new();
        while waiting.len() < most
            && let Some(Reverse(entry)) = entries.pop()
        {
            let key = self.arena.get(entry.id).key;
            if self.can_win(&key, entry.moves) {
                waiting.push(Waiting {
                    push: self.last_push(entry.id),
                    position: self.space.position_of(&key),
                    moves: entry.moves.into(),
                    estimate: self.evaluator.estimate(&self.space, &key),
                    rank: f64::from_bits(entry.rank),
                });
            }
        }
        waiting
    }

    fn path(&self) -> Vec<Move> {
        let path = self.taken.map(|id| self.arena.path_to(id)).unwrap_or_default();
        self.space.moves_along(&path)
    }
}

#[cfg(test)]
mod tests {
    use super::Waiting;
    use crate::puzzle::builtin;
    use crate::search::{Heuristic, Method, Options, Tracer};

    #[test]
    fn the_first_that_waits_is_taken_next_and_the_path_leads_to_it() {
        let puzzle = builtin::find("four-across").unwrap().draft().validate().unwrap();
        for method in [Method::Astar, Method::Greedy, Method::Mondrian] {
            let heuristic = (method != Method::Mondrian).then_some(Heuristic::Manhattan);
            let options = Options { method, heuristic, ..Options::sequential() };
            let mut tracer = Tracer::new(&puzzle, &options).unwrap();
            let mut expected: Option<Waiting> = None;
            let mut most_moves = 0;
            for _ in 0..600 {
                let step = tracer.step().unwrap();
                if let Some(Waiting { position, moves, push, rank, .. }) = expected {
                    let taken = (&step.position, step.moves, step.push, step.rank);
                    assert_eq!(taken, (&position, moves, push, rank));
                }
                let path = tracer.path();
                assert_eq!(path.last(), step.push.as_ref());
                // Greedy alone puts a shorter way off: the path may be shorter than g by then.
                assert!(path.len() <= step.moves as usize);
                assert!(method == Method::Greedy || path.len() == step.moves as usize);
                assert_eq!(puzzle.replay(&path).unwrap().last(), Some(&step.position));
                let waiting = tracer.waiting(3);
                assert!(waiting.is_sorted_by(|one, next| one.rank <= next.rank));
                most_moves = most_moves.max(step.moves);
                expected = waiting.into_iter().next();
            }
            assert!(most_moves > 3);
        }
    }
}
