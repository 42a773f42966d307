//! A round: some states are expanded on all threads, then each shard takes what belongs
//! to it. What a round does, and in which order the shards take it, depends on the states
//! alone, so nothing depends on the number of threads.

use super::states::{Shard, shard_of};
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::{Scratch, Space};

/// States that a task expands, and tasks in a round.
const TASK_STATES: usize = 2048;
const TASKS: usize = 64;

/// Which way to go from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the states that one push leads to.
    Forward,
    /// To the states from which one push leads here.
    Backward,
}

/// Some states and what they lead to.
struct Task<K> {
    states: Vec<K>,
    /// By shard.
    made: Vec<Vec<K>>,
    generated: u64,
    scratch: Scratch,
}

/// What the threads work with, used again and again.
pub struct Round<K> {
    tasks: Vec<Task<K>>,
    /// The shard whose states come next, and how many of them have been taken.
    at: (usize, usize),
}

impl<K: Key> Round<K> {
    /// Returns an empty round for so many shards.
    pub fn new(space: &Space<K>, shards: usize) -> Self {
        let task = || Task {
            states: Vec::new(),
            made: (0..shards).map(|_| Vec::new()).collect(),
            generated: 0,
            scratch: Scratch::new(space),
        };
        Self { tasks: (0..TASKS).map(|_| task()).collect(), at: (0, 0) }
    }

    /// Begins with the first of the states to go on from.
    pub const fn rewind(&mut self) {
        self.at = (0, 0);
    }

    /// Takes the next states to go on from. Returns how many: 0 when none are left.
    pub fn load(&mut self, shards: &[Shard<K>]) -> usize {
        let mut total = 0;
        for task in &mut self.tasks {
            task.states.clear();
            while let Some(shard) = shards.get(self.at.0) {
                let room = TASK_STATES - task.states.len();
                let before = task.states.len();
                task.states.extend(shard.front(self.at.1, room));
                self.at.1 += task.states.len() - before;
                if task.states.len() == TASK_STATES {
                    break;
                }
                self.at = (self.at.0 + 1, 0);
            }
            total += task.states.len();
        }
        total
    }

    /// Expands the states taken and hands each shard what belongs to it. Returns the
    /// number of states generated.
    pub fn run(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        shards: &mut [Shard<K>],
        way: Way,
        take: impl Fn(&mut Shard<K>, &K) + Send + Sync,
    ) -> u64 {
        let loaded = self.tasks.iter().take_while(|task| !task.states.is_empty()).count();
        pool.each(&mut self.tasks[..loaded], |task| task.expand(space, way));
        let tasks = &self.tasks[..loaded];
        let mut numbered: Vec<(usize, &mut Shard<K>)> = shards.iter_mut().enumerate().collect();
        pool.each(&mut numbered, |(number, shard)| {
            for task in tasks {
                task.made[*number].iter().for_each(|key| take(shard, key));
            }
        });
        tasks.iter().map(|task| task.generated).sum()
    }

    /// Returns the memory held, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        let of_task = |task: &Task<K>| {
            let made: usize = task.made.iter().map(Vec::capacity).sum();
            (made + task.states.capacity()) * size_of::<K>()
        };
        self.tasks.iter().map(of_task).sum::<usize>() as u64
    }
}

impl<K: Key> Task<K> {
    fn expand(&mut self, space: &Space<K>, way: Way) {
        self.made.iter_mut().for_each(Vec::clear);
        self.generated = 0;
        let (made, generated) = (&mut self.made, &mut self.generated);
        let shards = made.len();
        let mut send = |key: K| {
            *generated += 1;
            made[shard_of(&key, shards)].push(key);
        };
        for state in &self.states {
            match way {
                Way::Forward => {
                    space.for_each_successor(state, &mut self.scratch, |_, key| send(key));
                }
                Way::Backward => {
                    space.for_each_predecessor(state, &mut self.scratch, &mut send);
                }
            }
        }
    }
}
