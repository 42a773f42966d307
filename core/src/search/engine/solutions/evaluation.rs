//! The estimate and the guide of a state and of all its neighbours, by table look-ups.
//!
//! Tiles of one colour are assigned to their ends at minimum cost. For a few of them the **minors**
//! of the assignment are computed once per state (the cost of all but one tile at all but one end),
//! so that each neighbour costs as many additions as there are tiles. Many of them keep the
//! assignment of the state before, in which the tile that moved may exchange ends with another.

use super::board::Board;
use super::conflicts::Conflicts;
use super::guide::StopCosts;
use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::base::space::NO_SITE;
use crate::search::engine::states::bucket::Way;

/// Tiles of one colour that are assigned at minimum cost, at most: the time doubles with each.
pub const MAX_ASSIGNED: usize = 8;

/// Assignments of one colour that are kept, at most.
const CACHED: usize = 512;

/// The moves of a site that cannot be reached.
const MOVES_FAR: u32 = 1 << 16;

/// A lower bound on the moves that are left, and the guide in its units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub moves: u32,
    pub guide: u32,
}

impl Cost {
    const MOST: Self = Self { moves: u32::MAX / 2, guide: u32::MAX / 2 };

    #[inline]
    const fn plus(self, other: Self) -> Self {
        Self { moves: self.moves + other.moves, guide: self.guide + other.guide }
    }

    #[inline]
    const fn minus(self, other: Self) -> Self {
        Self { moves: self.moves - other.moves, guide: self.guide - other.guide }
    }

    /// Returns the lower of each.
    #[inline]
    fn lower(self, other: Self) -> Self {
        Self { moves: self.moves.min(other.moves), guide: self.guide.min(other.guide) }
    }
}

/// What a beam searches: from which states, which way, to which one.
pub struct Task {
    pub way: Way,
    pub seeds: Vec<Vec<u16>>,
    sites: usize,
    /// By slot and site: the cost of a tile there to the end of the slot.
    costs: Vec<Cost>,
    /// Added to the guide for each move that two tiles lose by each other, in units; and by which
    /// table.
    pub conflict: u32,
    pub table: usize,
}

impl Task {
    /// Aims at `ends` by slot; [`NO_SITE`] asks for nothing. `guide` says what the guide of a tile
    /// is, by its slot and by what its stops cost.
    pub fn new(
        board: &Board,
        way: Way,
        seeds: Vec<Vec<u16>>,
        ends: &[u16],
        stops: &mut StopCosts,
        guide: impl Fn(usize, u32) -> u32,
    ) -> Self {
        let sites = board.sites();
        let mut costs = vec![Cost::default(); ends.len() * sites];
        for ((slot, &end), row) in ends.iter().enumerate().zip(costs.chunks_mut(sites)) {
            if end == NO_SITE {
                continue;
            }
            let moves = board.distances.of_group(board.group_of(slot), end);
            let units = stops.ahead(board, way, board.class(slot), end);
            for (cost, (&moves, &units)) in row.iter_mut().zip(moves.iter().zip(units)) {
                let moves = if moves == NO_WAY { MOVES_FAR } else { moves.into() };
                *cost = Cost { moves, guide: guide(slot, units) };
            }
        }
        Self { way, seeds, sites, costs, conflict: 0, table: 0 }
    }

    #[inline]
    pub fn cost(&self, slot: usize, site: u16) -> Cost {
        self.costs[slot * self.sites + usize::from(site)]
    }

    /// Returns the table of conflicts, if they count.
    #[inline]
    fn conflicts<'a>(&self, board: &'a Board) -> Option<&'a Conflicts> {
        board.conflicts[self.table].as_ref().filter(|_| self.conflict > 0)
    }

    pub fn memory_held(&self) -> usize {
        let seeds = self.seeds.first().map_or(0, |seed| self.seeds.len() * size_of_val(&seed[..]));
        self.costs.capacity() * size_of::<Cost>() + seeds
    }
}

/// The costs of the neighbours of a state in which one tile has moved.
pub struct Neighbours<'a> {
    /// Of the tiles of other colours.
    rest: Cost,
    /// By end of the tile's colour: the costs of its other tiles without that end.
    minors: &'a [Cost],
    /// By end and site.
    rows: &'a [Cost],
    sites: usize,
    crowd: Option<Crowd<'a>>,
}

/// The tiles that may be in the way of one.
struct Crowd<'a> {
    conflicts: &'a Conflicts,
    places: &'a [usize],
    end: usize,
    /// What the others lose by each other.
    others: u32,
    units: u32,
}

impl Neighbours<'_> {
    /// Returns the costs with the tile on `to`.
    #[inline]
    pub fn with(&self, to: u16) -> Cost {
        let (to, mut least) = (usize::from(to), Cost::MOST);
        for (end, minor) in self.minors.iter().enumerate() {
            least = least.lower(minor.plus(self.rows[end * self.sites + to]));
        }
        self.rest.plus(least)
    }

    /// Returns what conflicts add to the guide with the tile on `to`.
    #[inline]
    pub fn conflict(&self, to: u16) -> u32 {
        self.crowd.as_ref().map_or(0, |crowd| {
            let place = crowd.conflicts.place(crowd.end, to);
            crowd.units * (crowd.others + crowd.conflicts.of(place, crowd.places))
        })
    }
}

/// The costs of one state.
pub struct Evaluator {
    pub total: Cost,
    /// By colour.
    of_group: Vec<Cost>,
    /// By colour: where the entry of the state begins.
    at: Vec<usize>,
    /// By colour: where its entries begin. An entry is the cost of a colour, and its minors by tile
    /// and by end.
    first: Vec<usize>,
    entries: Vec<Cost>,
    /// By entry, for colours of which several are kept: the sites of its tiles.
    keys: Vec<u128>,
    /// By colour: where its keys begin.
    first_key: Vec<usize>,
    /// Entries of a colour of three tiles and more.
    kept: usize,
    /// The cheapest assignments of the first tiles and of the last tiles to a set of ends.
    of_first: Vec<Cost>,
    of_last: Vec<Cost>,
    /// By key: the end of each tile, the first of its colour being 0.
    tight: Vec<[u8; MAX_ASSIGNED]>,
    /// By colour: the key of the state.
    key: Vec<usize>,
    /// By slot: the end that its tile goes to, and its place among the conflicts.
    pub ends: Vec<usize>,
    places: Vec<usize>,
    /// By slot: what its tile loses, in moves; and what all pairs of tiles lose.
    losses: Vec<u32>,
    pub lost: u32,
}

impl Evaluator {
    /// Prepares to keep assignments within so many bytes, about, and at least one of each colour.
    pub fn new(board: &Board, memory_bytes: u64) -> Self {
        let several = board.groups.iter().filter(|slots| (3..=MAX_ASSIGNED).contains(&slots.len()));
        let once: usize = several.map(|slots| size_of::<Cost>() * (1 + slots.len().pow(2))).sum();
        let kept = (memory_bytes as usize / once.max(1)).clamp(1, CACHED);
        let cached = |tiles: usize| match tiles {
            2 => 1,
            3..=MAX_ASSIGNED => kept,
            _ => 0,
        };
        let (mut first, mut first_key, mut entries, mut keys) = (Vec::new(), Vec::new(), 0, 0);
        for slots in &board.groups {
            first.push(entries);
            first_key.push(keys);
            entries += cached(slots.len()) * (1 + slots.len() * slots.len());
            keys += cached(slots.len());
        }
        Self {
            total: Cost::default(),
            of_group: vec![Cost::default(); board.groups.len()],
            at: first.clone(),
            first,
            entries: vec![Cost::default(); entries],
            keys: vec![u128::MAX; keys],
            first_key,
            kept,
            of_first: vec![Cost::default(); 1 << MAX_ASSIGNED],
            of_last: vec![Cost::default(); 1 << MAX_ASSIGNED],
            tight: vec![[0; MAX_ASSIGNED]; keys],
            key: vec![0; board.groups.len()],
            ends: Vec::new(),
            places: Vec::new(),
            losses: Vec::new(),
            lost: 0,
        }
    }

    /// Forgets the assignments of another task.
    pub fn begin(&mut self) {
        self.keys.fill(u128::MAX);
    }

    /// Computes the costs of a state. Colours of three to [`MAX_ASSIGNED`] tiles must be in rising
    /// order.
    pub fn load(&mut self, board: &Board, task: &Task, state: &[u16]) {
        let mut total = Cost::default();
        for (group, slots) in board.groups.iter().enumerate() {
            let sites = &state[slots.clone()];
            let cost = match slots.len() {
                1 => task.cost(slots.start, sites[0]),
                2..=MAX_ASSIGNED => self.assign(task, group, slots.start, sites),
                _ => {
                    let costs = slots.clone().zip(sites).map(|(slot, &site)| task.cost(slot, site));
                    costs.fold(Cost::default(), Cost::plus)
                }
            };
            self.of_group[group] = cost;
            total = total.plus(cost);
        }
        self.total = total;
        if let Some(conflicts) = task.conflicts(board) {
            self.load_conflicts(board, conflicts, state);
        }
    }

    /// Adds up what the tiles of a state lose by each other, each on the way to its end.
    fn load_conflicts(&mut self, board: &Board, conflicts: &Conflicts, state: &[u16]) {
        self.ends.clear();
        for (group, slots) in board.groups.iter().enumerate() {
            let end = |nth: usize| match slots.len() {
                2..=MAX_ASSIGNED => self.tight[self.key[group]][nth].into(),
                _ => nth,
            };
            self.ends.extend((0..slots.len()).map(|nth| slots.start + end(nth)));
        }
        self.places.clear();
        let both = self.ends.iter().zip(state);
        self.places.extend(both.map(|(&end, &site)| conflicts.place(end, site)));
        self.losses.clear();
        let loss = |&place: &usize| conflicts.of(place, &self.places);
        self.losses.extend(self.places.iter().map(loss));
        self.lost = self.losses.iter().sum::<u32>() / 2;
    }

    /// Finds or computes the entry of a colour.
    fn assign(&mut self, task: &Task, group: usize, first: usize, sites: &[u16]) -> Cost {
        let len = sites.len();
        let key = sites.iter().fold(0, |key, &site| key << u16::BITS | u128::from(site));
        let hash = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let nth = if len == 2 { 0 } else { (hash >> 40) as usize % self.kept };
        self.at[group] = self.first[group] + nth * (1 + len * len);
        self.key[group] = self.first_key[group] + nth;
        let known = &mut self.keys[self.key[group]];
        if *known != key {
            *known = key;
            self.fill(task, group, first, sites);
        }
        self.entries[self.at[group]]
    }

    /// Computes an entry by dynamic programming over sets of ends.
    fn fill(&mut self, task: &Task, group: usize, first: usize, sites: &[u16]) {
        let (at, len) = (self.at[group], sites.len());
        let full = (1 << len) - 1;
        let cost = |tile: usize, end: usize| task.cost(first + end, sites[tile]);
        let ends = |set: usize| (0..len).filter(move |end| set >> end & 1 == 1);
        for set in 1_usize..=full {
            let count = set.count_ones() as usize;
            let (mut of_first, mut of_last) = (Cost::MOST, Cost::MOST);
            for end in ends(set) {
                let rest = set ^ 1 << end;
                of_first = of_first.lower(self.of_first[rest].plus(cost(count - 1, end)));
                of_last = of_last.lower(self.of_last[rest].plus(cost(len - count, end)));
            }
            (self.of_first[set], self.of_last[set]) = (of_first, of_last);
        }
        let mut set = full;
        for tile in (0..len).rev() {
            let guide = |end: usize| self.of_first[set ^ 1 << end].plus(cost(tile, end)).guide;
            let end = ends(set).min_by_key(|&end| guide(end)).expect("an end is left");
            self.tight[self.key[group]][tile] = end as u8;
            set ^= 1 << end;
        }
        let entry = &mut self.entries[at..=at + len * len];
        entry[0] = self.of_first[full];
        entry[1..].fill(Cost::MOST);
        for set in 0..full {
            let tile = set.count_ones() as usize;
            for end in ends(full ^ set) {
                let others = self.of_first[set].plus(self.of_last[full ^ set ^ 1 << end]);
                let minor = &mut entry[1 + tile * len + end];
                *minor = minor.lower(others);
            }
        }
    }

    /// Returns what the costs of the neighbours depend on in which the tile of `slot`, which stands
    /// on `from`, has moved.
    #[inline]
    pub fn neighbours<'a>(
        &'a self,
        board: &'a Board,
        task: &'a Task,
        slot: usize,
        from: u16,
    ) -> Neighbours<'a> {
        let group = board.group_of(slot);
        let slots = &board.groups[group];
        let (sites, len) = (task.sites, slots.len());
        let crowd = task.conflicts(board).map(|conflicts| Crowd {
            conflicts,
            places: &self.places,
            end: self.ends[slot],
            others: self.lost - self.losses[slot],
            units: task.conflict,
        });
        let (rest, minors, rows): (_, &[Cost], _) = if len == 1 || len > MAX_ASSIGNED {
            (task.cost(slot, from), &[Cost { moves: 0, guide: 0 }], slot..slot + 1)
        } else {
            let first = self.at[group] + 1 + (slot - slots.start) * len;
            (self.of_group[group], &self.entries[first..first + len], slots.clone())
        };
        let rest = self.total.minus(rest);
        let rows = &task.costs[rows.start * sites..rows.end * sites];
        Neighbours { rest, minors, rows, sites, crowd }
    }

    pub fn memory_held(&self) -> usize {
        self.entries.capacity() * size_of::<Cost>()
            + self.keys.capacity() * (size_of::<u128>() + MAX_ASSIGNED)
    }
}

/// Orders the tiles of a seed as [`Evaluator::load`] wants them, those of many equal ones by a good
/// assignment to their ends.
pub fn arrange(board: &Board, task: &Task, state: &mut [u16]) {
    for slots in &board.groups {
        if slots.len() <= MAX_ASSIGNED {
            state[slots.clone()].sort_unstable();
            continue;
        }
        // The nearest first, then exchanges until none gains.
        for end in slots.clone() {
            let nearest = (end..slots.end).min_by_key(|&slot| task.cost(end, state[slot]).guide);
            state.swap(end, nearest.unwrap_or(end));
        }
        while slots.clone().any(|slot| exchange(board, task, state, slot)) {}
    }
}

/// Puts the tile of `slot` on `to`.
pub fn put(board: &Board, task: &Task, state: &mut [u16], slot: usize, to: u16) {
    state[slot] = to;
    let slots = &board.groups[board.group_of(slot)];
    match slots.len() {
        1 | 2 => {}
        3..=MAX_ASSIGNED => state[slots.clone()].sort_unstable(),
        _ => {
            exchange(board, task, state, slot);
        }
    }
}

/// Exchanges the ends of the tile of `slot` and of the tile with which most is gained. Says whether
/// anything is.
fn exchange(board: &Board, task: &Task, state: &mut [u16], slot: usize) -> bool {
    let now = |one: usize, state: &[u16]| task.cost(one, state[one]).guide;
    let gain = |other: usize| {
        let then = task.cost(slot, state[other]).guide + task.cost(other, state[slot]).guide;
        (now(slot, state) + now(other, state)).saturating_sub(then)
    };
    let others = board.groups[board.group_of(slot)].clone().filter(|&other| other != slot);
    let best = others.map(|other| (gain(other), other)).max();
    let Some((1.., other)) = best else { return false };
    state.swap(slot, other);
    true
}
