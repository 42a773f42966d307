//! A round: some states are expanded on all threads, then each shard takes what belongs
//! to it. What a round does, and in which order the shards take it, depends on the states
//! alone, so nothing depends on the number of threads.

use super::states::{Shard, shard_of};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::key::Key;
use crate::search::base::pool::Pool;
use crate::search::base::space::{Scratch, Space};

/// States that a task expands at most, and tasks in a round.
const TASK_STATES: usize = 2048;
const TASKS: usize = 64;

/// What the states that a round makes take, about, unless a task of one state makes more.
const MADE_BYTES: usize = 32 << 20;

/// Returns how many states a task expands: fewer where each leads to many large ones.
fn task_states<K: Key>(space: &Space<K>) -> usize {
    // Four pushes of each tile, about.
    let made = 4 * space.tile_count().max(1) * size_of::<K>();
    (MADE_BYTES / TASKS / made).clamp(1, TASK_STATES)
}

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
    watch: Watch,
}

/// What the threads work with, used again and again.
pub struct Round<K> {
    tasks: Vec<Task<K>>,
    task_states: usize,
    deadline: Deadline,
    /// The shard whose states come next, and how many of them have been taken.
    at: (usize, usize),
}

impl<K: Key> Round<K> {
    /// Returns an empty round for so many shards, which is cut when the deadline comes.
    pub fn new(space: &Space<K>, shards: usize, deadline: &Deadline) -> Self {
        let task = || Task {
            states: Vec::new(),
            made: (0..shards).map(|_| Vec::new()).collect(),
            generated: 0,
            scratch: Scratch::new(space),
            watch: Watch::new(deadline.clone()),
        };
        Self {
            tasks: (0..TASKS).map(|_| task()).collect(),
            task_states: task_states(space),
            deadline: deadline.clone(),
            at: (0, 0),
        }
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
                let room = self.task_states - task.states.len();
                let before = task.states.len();
                task.states.extend(shard.front(self.at.1, room));
                self.at.1 += task.states.len() - before;
                if task.states.len() == self.task_states {
                    break;
                }
                self.at = (self.at.0 + 1, 0);
            }
            total += task.states.len();
        }
        total
    }

    /// Expands the states taken and hands each shard what belongs to it. Returns the
    /// number of states generated; `None` when the deadline has come meanwhile, and what was
    /// made is not complete.
    pub fn run(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        shards: &mut [Shard<K>],
        way: Way,
        take: impl Fn(&mut Shard<K>, &K) + Send + Sync,
    ) -> Option<u64> {
        let loaded = self.tasks.iter().take_while(|task| !task.states.is_empty()).count();
        pool.each(&mut self.tasks[..loaded], |task| task.expand(space, way));
        if self.deadline.is_over() {
            return None;
        }
        let tasks = &self.tasks[..loaded];
        let mut numbered: Vec<(usize, &mut Shard<K>)> = shards.iter_mut().enumerate().collect();
        pool.each(&mut numbered, |(number, shard)| {
            for task in tasks {
                task.made[*number].iter().for_each(|key| take(shard, key));
            }
        });
        Some(tasks.iter().map(|task| task.generated).sum())
    }

    /// Returns the memory held, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        let of_task = |task: &Task<K>| {
            let made: usize = task.made.iter().map(Vec::capacity).sum();
            (made + task.states.capacity()) * size_of::<K>()
                + task.made.capacity() * size_of::<Vec<K>>()
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
            if self.watch.is_over() {
                return;
            }
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
