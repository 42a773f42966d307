//! Beam search by a cheap guide.
//!
//! Layer by layer the states with the lowest guide are kept. A successor is judged by table look-ups
//! before it is built, and dropped if even the estimate does not fit the length that is looked for.
//! States are told apart by hashes of 64 bits: where two are the same a state is lost, no more.
//!
//! References: Reddy, *Speech Understanding Systems*, 1977 (beam search); Burns, Hatem, Leighton,
//! Ruml, *Implementing Fast Heuristic Search Code*, 2012 (what the inner loop costs).

use rustc_hash::FxHashSet;

use super::board::{Board, Push};
use super::evaluation::{Evaluator, Task, arrange, put};
use crate::puzzle::Occupancy;
use crate::search::base::clock::Watch;
use crate::search::base::memory_plan;
use crate::search::engine::states::bucket::Way;

/// Candidates per state kept before the worst are dropped.
const CANDIDATES_PER_KEPT: usize = 4;

/// Hashes of a layer that are remembered per state kept.
const RECENT_PER_KEPT: usize = 8;

/// Beams are never made narrower than this for want of memory.
const LEAST_WIDEST: usize = 16;

/// A set of hashes with more room than this for each state of a layer is not kept for the next beam.
const LARGE_SET: usize = 256;

/// Layers that a beam may have without coming nearer: more than any window has.
pub const PATIENT_LAYERS: usize = 40;

/// States expanded between two looks at the clock.
const BETWEEN_LOOKS: u32 = 64;

/// What a beam is run with.
#[derive(Default)]
pub struct Settings {
    /// States kept of each layer.
    pub width: usize,
    /// The most units that chance adds to a guide.
    pub noise: u32,
    pub salt: u64,
    /// The longest way that is looked for, in moves.
    pub longest: u32,
    /// Layers that it may have without coming nearer, beside as many as it has come nearer in.
    pub patience: usize,
    /// By slot, the tiles that may move; empty if all may.
    pub movable: Vec<bool>,
}

/// How a beam ended.
pub enum Ended {
    /// The pushes of a way from its beginning to its end, whichever way it was searched.
    Found(Vec<Push>),
    Nothing,
}

#[derive(Clone, Copy)]
struct Candidate {
    order: u32,
    parent: u32,
    hash: u64,
    slot: u16,
    to: u16,
}

/// A state that was kept: its parent in the layer before, and the push from there.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    push: Push,
}

/// A beam, run again and again in the same memory.
pub struct Beam {
    settings: Settings,
    task: Option<Task>,
    evaluator: Evaluator,
    occupancy: Occupancy,
    /// The states of the last layer, one after the other, and their hashes.
    states: Vec<u16>,
    hashes: Vec<u64>,
    /// By layer after the seeds.
    layers: Vec<Vec<Link>>,
    /// The next state of the last layer to be expanded.
    at: usize,
    candidates: Vec<Candidate>,
    /// Candidates of this order and above are not wanted.
    unwanted: u32,
    /// Some of the hashes of this layer's candidates.
    recent: Vec<u64>,
    /// The hashes of all states kept.
    kept: FxHashSet<u64>,
    /// The least order of a layer, and that layer.
    best_order: u32,
    best_layer: usize,
    memory_bytes: u64,
    /// The run was given up for want of memory.
    is_full: bool,
    /// States kept of a layer at most: halved when they have not fitted the memory.
    widest: usize,
    watch: Watch,
    pub expanded: u64,
    pub generated: u64,
    /// The most states kept and waiting that it has held.
    most_held: usize,
}

impl Beam {
    pub fn new(board: &Board, memory_bytes: u64, watch: Watch) -> Self {
        Self {
            settings: Settings::default(),
            task: None,
            evaluator: Evaluator::new(board, memory_plan::ASSIGNMENTS.of(memory_bytes)),
            occupancy: board.no_tiles(),
            states: Vec::new(),
            hashes: Vec::new(),
            layers: Vec::new(),
            at: 0,
            candidates: Vec::new(),
            unwanted: u32::MAX,
            recent: Vec::new(),
            kept: FxHashSet::default(),
            best_order: u32::MAX,
            best_layer: 0,
            memory_bytes,
            is_full: false,
            widest: usize::MAX,
            watch,
            expanded: 0,
            generated: 0,
            most_held: 0,
        }
    }

    /// Starts a run.
    pub fn begin(&mut self, board: &Board, task: Task, settings: Settings) {
        if std::mem::take(&mut self.is_full) {
            self.widest = (self.settings.width / 2).max(LEAST_WIDEST);
            self.release();
        }
        let fitting = memory_plan::LAYER.of(self.memory_bytes) / bytes_per_state(board);
        let width = settings.width.min(self.widest).min(fitting as usize).max(1);
        let settings = Settings { width, ..settings };
        self.evaluator.begin();
        // To clear a large set takes longer than a narrow beam.
        if self.kept.capacity() > LARGE_SET * settings.width {
            self.kept = FxHashSet::default();
        }
        self.kept.clear();
        self.states.clear();
        self.hashes.clear();
        for seed in task.seeds.iter().take(settings.width.max(1)) {
            let mut state = seed.clone();
            arrange(board, &task, &mut state);
            let hash = board.hash(&state);
            self.kept.insert(hash);
            self.hashes.push(hash);
            self.states.extend(state);
        }
        self.layers.clear();
        (self.best_order, self.best_layer) = (u32::MAX, 0);
        // A way of no moves is not looked for.
        self.task = (settings.longest > 0).then_some(task);
        self.settings = settings;
        self.begin_layer();
    }

    /// Returns by how many bytes it may grow before the next layer is complete.
    fn growth(&self, board: &Board) -> u64 {
        let width = self.settings.width;
        let is_dense = self.kept.len() + width > self.kept.capacity();
        // The hashes are copied to twice the room.
        let hashes = if is_dense { 2 * self.kept_bytes() } else { 0 };
        width as u64 * bytes_per_state(board) + hashes
    }

    /// Frees what grows with the width.
    fn release(&mut self) {
        (self.candidates, self.recent) = Default::default();
        (self.states, self.hashes) = Default::default();
        self.kept = FxHashSet::default();
    }

    fn begin_layer(&mut self) {
        self.at = 0;
        self.candidates.clear();
        self.unwanted = u32::MAX;
        let recent = (RECENT_PER_KEPT * self.hashes.len()).next_power_of_two().max(64);
        self.recent.clear();
        self.recent.resize(recent, 0);
    }

    /// Expands at most `states` states, and subtracts them. Returns how it ended once it has.
    pub fn step(&mut self, board: &Board, states: &mut u64) -> Option<Ended> {
        let Some(task) = self.task.take() else { return Some(Ended::Nothing) };
        let ended = self.run(board, &task, states);
        if ended.is_none() {
            self.task = Some(task);
        }
        ended
    }

    fn run(&mut self, board: &Board, task: &Task, states: &mut u64) -> Option<Ended> {
        let mut until_look = 0;
        while *states > 0 {
            if until_look == 0 {
                if self.watch.is_over_now() {
                    return None;
                }
                until_look = BETWEEN_LOOKS;
            }
            until_look -= 1;
            if self.at == self.hashes.len() {
                self.next_layer(board, task);
                self.is_full |= self.memory_held() + self.growth(board) > self.memory_bytes;
                if self.is_full || self.hashes.is_empty() || self.is_too_long() {
                    return Some(Ended::Nothing);
                }
                continue;
            }
            *states -= 1;
            if let Some((slot, to)) = self.expand(board, task) {
                return Some(Ended::Found(self.pushes(board, task, slot, to)));
            }
        }
        None
    }

    /// Says whether the time is over.
    pub fn is_over(&mut self) -> bool {
        self.watch.is_over()
    }

    /// Returns the moves of the states in the last layer.
    fn moves(&self) -> u32 {
        self.layers.len() as u32
    }

    /// Says whether it has gone as far as it may, or has come no nearer for half of its layers.
    const fn is_too_long(&self) -> bool {
        let layers = self.layers.len();
        layers >= self.settings.longest as usize
            || layers > 2 * self.best_layer + self.settings.patience
    }

    /// Expands the next state of the last layer. Returns the push that arrives.
    fn expand(&mut self, board: &Board, task: &Task) -> Option<(u16, u16)> {
        let tiles = board.tiles();
        let state = &self.states[self.at * tiles..][..tiles];
        let (evaluator, occupancy) = (&mut self.evaluator, &mut self.occupancy);
        evaluator.load(board, task, state);
        board.put(occupancy, state);
        let Settings { noise, salt, longest, ref movable, .. } = self.settings;
        let left = longest - self.layers.len() as u32 - 1;
        let hash = self.hashes[self.at];
        let recent_mask = self.recent.len() - 1;
        let (recent, candidates, unwanted) =
            (&mut self.recent, &mut self.candidates, self.unwanted);
        let (mut arrived, mut generated) = (None, 0);
        for (slot, &from) in state.iter().enumerate() {
            if movable.get(slot) == Some(&false) {
                continue;
            }
            let without = hash ^ board.tag(slot, from);
            let costs = evaluator.neighbours(board, task, slot, from);
            board.for_each_slide(occupancy, task.way, slot, from, |to| {
                generated += 1;
                let cost = costs.with(to);
                if cost.moves > left || (cost.guide >= unwanted && cost.moves > 0) {
                    return;
                }
                let hash = without ^ board.tag(slot, to);
                if cost.moves == 0 {
                    arrived = Some((slot as u16, to));
                    return;
                }
                let chance = (hash ^ salt).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 40;
                let order = cost.guide + ((chance * u64::from(noise)) >> 24) as u32;
                if order >= unwanted {
                    return;
                }
                let order = order + costs.conflict(to);
                if order >= unwanted {
                    return;
                }
                let place = &mut recent[(hash >> 20) as usize & recent_mask];
                if std::mem::replace(place, hash) != hash {
                    let parent = self.at as u32;
                    candidates.push(Candidate { order, parent, hash, slot: slot as u16, to });
                }
            });
        }
        board.take(occupancy, state);
        self.generated += generated;
        self.expanded += 1;
        self.at += 1;
        self.most_held = self.most_held.max(self.kept.len() + self.candidates.len());
        let width = self.settings.width;
        if self.candidates.len() >= CANDIDATES_PER_KEPT * width.max(64) {
            let kept = width + width / 2;
            self.candidates.select_nth_unstable_by_key(kept, |candidate| candidate.order);
            self.unwanted = self.candidates[kept].order;
            self.candidates.truncate(kept);
        }
        arrived
    }

    /// Keeps the best candidates as the next layer.
    fn next_layer(&mut self, board: &Board, task: &Task) {
        let tiles = board.tiles();
        self.candidates.sort_unstable_by_key(|candidate| (candidate.order, candidate.hash));
        let mut states = Vec::with_capacity(self.settings.width.min(self.candidates.len()) * tiles);
        let (mut hashes, mut links) = (Vec::new(), Vec::new());
        for candidate in &self.candidates {
            if hashes.len() == self.settings.width {
                break;
            }
            if !self.kept.insert(candidate.hash) {
                continue;
            }
            if hashes.is_empty() && candidate.order < self.best_order {
                (self.best_order, self.best_layer) = (candidate.order, self.layers.len());
            }
            let (slot, parent) = (usize::from(candidate.slot), candidate.parent as usize);
            let before = &self.states[parent * tiles..][..tiles];
            let push = Push { from: before[slot], to: candidate.to };
            let at = states.len();
            states.extend_from_slice(before);
            put(board, task, &mut states[at..], slot, candidate.to);
            hashes.push(candidate.hash);
            links.push(Link { parent: candidate.parent, push });
        }
        (self.states, self.hashes) = (states, hashes);
        self.layers.push(links);
        self.begin_layer();
    }

    /// Returns the pushes of the way that a push of the last state completes.
    fn pushes(&self, board: &Board, task: &Task, slot: u16, to: u16) -> Vec<Push> {
        let mut at = self.at - 1;
        let from = self.states[at * board.tiles() + usize::from(slot)];
        let mut pushes = vec![Push { from, to }];
        for layer in self.layers.iter().rev() {
            let link = layer[at];
            pushes.push(link.push);
            at = link.parent as usize;
        }
        match task.way {
            Way::Forward => pushes.reverse(),
            Way::Backward => pushes.iter_mut().for_each(|push| *push = push.reversed()),
        }
        pushes
    }

    /// Returns the best successor found so far for the next layer, its order and its moves.
    pub fn best(&self, board: &Board) -> Option<(Vec<u16>, u32, u32)> {
        let best = self.candidates.iter().min_by_key(|candidate| candidate.order)?;
        let parent = &self.states[best.parent as usize * board.tiles()..][..board.tiles()];
        let mut state = parent.to_vec();
        state[usize::from(best.slot)] = best.to;
        Some((state, best.order, self.moves() + 1))
    }

    /// Returns the number of states that wait for the next layer.
    pub const fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// Returns the most states that it has held.
    pub const fn most_held(&self) -> usize {
        self.most_held
    }

    pub fn memory_held(&self) -> u64 {
        let links: usize = self.layers.iter().map(Vec::capacity).sum();
        let bytes = links * size_of::<Link>()
            + self.states.capacity() * size_of::<u16>()
            + self.candidates.capacity() * size_of::<Candidate>()
            + (self.hashes.capacity() + self.recent.capacity()) * size_of::<u64>()
            + self.task.as_ref().map_or(0, Task::memory_held)
            + self.evaluator.memory_held();
        bytes as u64 + self.kept_bytes()
    }

    /// Returns the memory of the hashes of states kept: a byte more for each place, of which seven of
    /// eight are used.
    fn kept_bytes(&self) -> u64 {
        (self.kept.capacity() * 8 / 7 * (size_of::<u64>() + 1)) as u64
    }
}

/// Returns the bytes that a state of a layer takes with all that belongs to it: the state twice, its
/// hash, link and recent hashes, its share of the candidates in a vector that has just grown.
const fn bytes_per_state(board: &Board) -> u64 {
    let candidates = 2 * (CANDIDATES_PER_KEPT + 1) * size_of::<Candidate>();
    let hashes = (2 * RECENT_PER_KEPT + 8 + 2) * size_of::<u64>();
    (2 * board.tiles() * size_of::<u16>() + size_of::<Link>() + candidates + hashes) as u64
}
