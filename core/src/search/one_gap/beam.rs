//! The construction with a choice: many arrangements are carried along together. A tile has many
//! ways to its site, and the gap goes around it on either side; of all that results those are kept
//! that have made few moves and whose other tiles lie near their sites. So most moves of the gap
//! bring some tile nearer. Each beam is wider than the one before.
//!
//! Reference: Reddy, *Speech Understanding Systems*, 1977 (beam search).

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::board::{Graph, NONE, Tiles};
use super::construct::{Outline, fill};
use super::layer::{Candidate, Layer, Link, State};
use super::stage::{Running, Stage};
use crate::puzzle::random::mixed;
use crate::search::base::clock::Deadline;

/// States in the first beam and in the last; each is so many times as wide as the one before.
const FIRST_WIDTH: usize = 16;
const LAST_WIDTH: usize = 1024;
const WIDTH_FACTOR: usize = 2;

/// What an edge between a tile and its site is expected to cost, in halves of a move: the beams
/// take them in turn, and so many can work beside each other.
const EDGE_COSTS: [u32; 3] = [3, 2, 4];
pub const MOST_BEAMS: usize = EDGE_COSTS.len();

/// What is to be done next; ears are given by their places.
enum Work {
    Ear(usize),
    /// A state with a tile of the ear in it, or the gap, is led on by itself.
    Single(State, Vec<u16>, usize),
    /// The sites of an ear are not to be entered any more, but by what is done for it.
    Leave(usize),
    Stage(Stage),
    /// The gap goes through an ear, from its last site to its first end.
    Through(usize),
    /// The states that have filled an ear come together.
    Join,
}

/// One beam after the other, stepped layer by layer.
pub struct Beam {
    outline: Arc<Outline>,
    /// For each two sites the edges between them.
    apart: Arc<Vec<Vec<u16>>>,
    width: usize,
    /// The place of its edge cost.
    turn: usize,
    /// The sites that are not filled.
    inside: Vec<bool>,
    todo: VecDeque<Work>,
    running: Option<Running>,
    open: Layer,
    /// States that have filled the ear already.
    filled: Layer,
    links: Vec<Link>,
    /// Nothing of so many moves is looked for.
    most: u32,
    expanded: u64,
    generated: u64,
    found: Option<Vec<u16>>,
    memory_bytes: u64,
    deadline: Deadline,
}

impl Beam {
    /// Prepares the first beam of those in `place`, which has so much memory.
    pub fn new(
        apart: &Arc<Vec<Vec<u16>>>,
        outline: &Arc<Outline>,
        place: usize,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Self {
        let mut beam = Self {
            outline: Arc::clone(outline),
            apart: Arc::clone(apart),
            width: FIRST_WIDTH,
            turn: place,
            inside: Vec::new(),
            todo: VecDeque::new(),
            running: None,
            open: Layer::default(),
            filled: Layer::default(),
            links: Vec::new(),
            most: u32::MAX,
            expanded: 0,
            generated: 0,
            found: None,
            memory_bytes,
            deadline: deadline.clone(),
        };
        beam.begin();
        beam
    }

    fn begin(&mut self) {
        let (start, block) = (&self.outline.start, &self.outline.block);
        self.inside = block.inside(start.on.len());
        self.todo = (0..block.ears.len()).rev().map(Work::Ear).collect();
        self.links.clear();
        let distance = (0..).zip(&start.at).map(|(tile, &site)| self.distance(tile, site)).sum();
        let state = State {
            gap: start.gap(),
            before: NONE,
            carried: NONE,
            left: 0,
            until: 0,
            link: u32::MAX,
            moves: start.path.len() as u32 - 1,
            distance,
            hash: 0,
        };
        self.open = Layer { states: vec![state], rows: start.on.clone() };
        self.filled = Layer::default();
    }

    /// Says whether the last beam has ended.
    pub const fn is_spent(&self) -> bool {
        self.width > LAST_WIDTH
    }

    /// Returns the states that it has expanded.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns the states that it has come to by their moves.
    pub const fn generated(&self) -> u64 {
        self.generated
    }

    /// Returns the memory held, in bytes, about.
    pub fn memory_bytes(&self) -> u64 {
        let sites = self.inside.len();
        // Three layers and their candidates; the table of a stage.
        let state = size_of::<State>() + sites * size_of::<u16>() + 3 * size_of::<Candidate>();
        let tables = 2 * sites * sites * size_of::<u16>();
        (3 * self.width * state + tables + self.links.capacity() * size_of::<Link>()) as u64
    }

    /// Returns the solution that was found since the last call: the way of the gap.
    pub fn take_found(&mut self) -> Option<Vec<u16>> {
        self.found.take()
    }

    /// Goes on until about so many states are expanded, or a solution of less than `most` moves is
    /// found.
    pub fn step(&mut self, graph: &Graph, states: u64, most: u32) {
        self.most = most;
        let end = self.expanded + states;
        while self.expanded < end && self.found.is_none() && !self.is_spent() {
            if self.deadline.is_over() {
                return;
            }
            if self.memory_bytes() > self.memory_bytes {
                // It is spent: whoever holds it lets it go.
                self.width = LAST_WIDTH + 1;
                return;
            }
            match self.running.take() {
                Some(running) => self.advance(graph, running),
                None if self.is_lost() => self.end(),
                None => match self.todo.pop_front() {
                    Some(work) => self.work(graph, work),
                    None => self.end(),
                },
            }
        }
    }

    /// Says whether no state is left that could become a shorter solution.
    fn is_lost(&self) -> bool {
        let is_none = self.open.states.is_empty() && self.filled.states.is_empty();
        is_none && !matches!(self.todo.front(), Some(Work::Single(..)))
    }

    /// Takes the solution of the best state, and begins the next beam.
    fn end(&mut self) {
        let moves =
            |(state, row): (State, &[u16])| Some(state.moves + self.outline.left_of_base(row)?);
        let ends = self.open.iter().enumerate().filter_map(|(at, end)| Some((moves(end)?, at)));
        if let Some((_, at)) = ends.min() {
            let mut tiles = self.tiles(at);
            let path = self.outline.finish(&mut tiles).map(|()| tiles.path);
            self.found = path.filter(|path| path.len() <= self.most as usize);
        }
        self.width *= WIDTH_FACTOR;
        self.turn += 1;
        self.begin();
    }

    fn work(&mut self, graph: &Graph, work: Work) {
        // Each piece of work takes a while, however few states there are.
        self.expanded += 1;
        let outline = Arc::clone(&self.outline);
        match work {
            Work::Ear(place) => self.plan(place),
            Work::Single(state, row, place) => {
                let mut tiles = Tiles::new(row.clone());
                let (ear, mut inside) = (&outline.block.ears[place], self.inside.clone());
                if fill(graph, &mut tiles, ear, &mut inside, &outline.goal.on).is_some() {
                    self.expanded += tiles.path.len() as u64 / 16;
                    let way = tiles.path[1..].iter().copied();
                    let (state, row) = self.walked(state, &row, way);
                    self.filled.push(state, &row);
                }
            }
            Work::Leave(place) => {
                let sites = &outline.block.ears[place].sites;
                sites.iter().for_each(|&site| self.inside[usize::from(site)] = false);
            }
            Work::Stage(stage) => {
                let open = std::mem::take(&mut self.open);
                self.running = Some(Running::new(graph, &stage, &open, &self.inside));
            }
            Work::Through(place) => {
                let ear = &outline.block.ears[place];
                let open = std::mem::take(&mut self.open);
                for (state, row) in open.iter() {
                    let way = ear.sites.iter().rev().copied().chain([ear.first]);
                    let (state, row) = self.walked(state, row, way);
                    self.open.push(state, &row);
                }
            }
            Work::Join => {
                let mut all = std::mem::take(&mut self.filled);
                self.open.iter().for_each(|(state, row)| all.push(state, row));
                self.open = self.best(&all);
            }
        }
    }

    /// Says what is to be done to fill an ear.
    fn plan(&mut self, place: usize) {
        let ear = &self.outline.block.ears[place];
        let goal = &self.outline.goal.on;
        let wanted: Vec<u16> = ear.sites.iter().map(|&site| goal[usize::from(site)]).collect();
        let mut plan = Vec::new();
        if let ([site], [tile]) = (&ear.sites[..], &wanted[..]) {
            plan.extend([Work::Stage(Stage::Tile(*tile, *site)), Work::Leave(place)]);
        } else {
            let open = std::mem::take(&mut self.open);
            for (state, row) in open.iter() {
                let stands_in_it = |&site: &u16| {
                    let tile = row[usize::from(site)];
                    tile == NONE || wanted.contains(&tile)
                };
                if ear.sites.iter().any(stands_in_it) {
                    plan.push(Work::Single(state, row.to_vec(), place));
                } else {
                    self.open.push(state, row);
                }
            }
            plan.push(Work::Leave(place));
            for &tile in wanted.iter().rev() {
                plan.push(Work::Stage(Stage::Tile(tile, ear.first)));
                plan.push(Work::Stage(Stage::Gap(ear.last, ear.first)));
                plan.push(Work::Through(place));
            }
            plan.push(Work::Join);
        }
        plan.into_iter().rev().for_each(|work| self.todo.push_front(work));
    }

    /// Makes the next layer of a stage, or ends it.
    fn advance(&mut self, graph: &Graph, mut running: Running) {
        if running.open.states.is_empty() {
            self.open = self.best(&running.done);
            return;
        }
        self.expanded += running.open.states.len() as u64;
        let (mut at_end, mut next) = (Vec::new(), Vec::new());
        for (parent, (state, row)) in running.open.iter().enumerate() {
            let may = |&to: &u16| to != state.before && self.inside[usize::from(to)];
            for to in graph.neighbours(state.gap).filter(may) {
                let moving = row[usize::from(to)];
                let mut after = self.moved(state, moving, to);
                if moving == running.tile {
                    after.carried = state.gap;
                }
                after.left = running.left_of(to, after.carried);
                let is_in_time = after.moves + u32::from(after.left) <= after.until;
                if is_in_time && after.moves + after.distance < self.most {
                    let place = if after.left == 0 { &mut at_end } else { &mut next };
                    place.push(Candidate { parent, state: after });
                }
            }
        }
        self.generated += (at_end.len() + next.len()) as u64;
        let ended = self.kept(&running.open, at_end);
        ended.iter().for_each(|(state, row)| running.done.push(state, row));
        running.open = self.kept(&running.open, next);
        self.running = Some(running);
    }

    /// Returns a state and its row after some moves of the gap.
    fn walked(
        &mut self,
        mut state: State,
        row: &[u16],
        way: impl Iterator<Item = u16>,
    ) -> (State, Vec<u16>) {
        let mut row = row.to_vec();
        for to in way {
            let after = self.moved(state, row[usize::from(to)], to);
            row.swap(usize::from(state.gap), usize::from(to));
            state = self.linked(after);
        }
        (state, row)
    }

    /// Returns the best candidates, each state once, as a layer after `before`.
    fn kept(&mut self, before: &Layer, mut candidates: Vec<Candidate>) -> Layer {
        candidates.sort_unstable_by_key(|one| (self.value(&one.state), one.state.hash));
        let mut seen = FxHashSet::default();
        candidates.retain(|one| seen.len() < self.width && seen.insert(one.state.hash));
        let mut kept = Layer::default();
        for Candidate { parent, state } in candidates {
            let (from, to) = (state.before, state.gap);
            let at = kept.rows.len();
            kept.push(self.linked(state), before.row(parent));
            kept.rows[at..].swap(usize::from(from), usize::from(to));
        }
        kept
    }

    /// Returns the best states of a layer, each once.
    fn best(&self, layer: &Layer) -> Layer {
        let mut order: Vec<usize> = (0..layer.states.len()).collect();
        order.sort_unstable_by_key(|&at| (self.value(&layer.states[at]), layer.states[at].hash));
        let (mut best, mut seen) = (Layer::default(), FxHashSet::default());
        for at in order {
            if seen.len() < self.width && seen.insert(layer.states[at].hash) {
                best.push(layer.states[at], layer.row(at));
            }
        }
        best
    }

    /// Returns what a state is expected to cost to the end, in halves of a move: the least first.
    fn value(&self, state: &State) -> u32 {
        let edge_cost = EDGE_COSTS[self.turn % EDGE_COSTS.len()];
        2 * (state.moves + u32::from(state.left)) + edge_cost * state.distance
    }

    /// Returns a state after a move of its gap, without the link to it.
    fn moved(&self, state: State, tile: u16, to: u16) -> State {
        let from = state.gap;
        State {
            gap: to,
            before: from,
            moves: state.moves + 1,
            distance: state.distance + self.distance(tile, from) - self.distance(tile, to),
            hash: state.hash ^ part_of_hash(tile, to) ^ part_of_hash(tile, from),
            ..state
        }
    }

    /// Returns a state with its last move noted.
    fn linked(&mut self, state: State) -> State {
        self.links.push(Link { before: state.link, to: state.gap });
        State { link: self.links.len() as u32 - 1, ..state }
    }

    /// Returns the edges between a tile on a site and its own.
    fn distance(&self, tile: u16, site: u16) -> u32 {
        let own = self.outline.goal.at[usize::from(tile)];
        self.apart[usize::from(site)][usize::from(own)].into()
    }

    /// Returns the tiles of a state of the layer, with the way of the gap from the start.
    fn tiles(&self, at: usize) -> Tiles {
        let mut way = Vec::new();
        let mut link = self.open.states[at].link;
        while let Some(&Link { before, to }) = self.links.get(link as usize) {
            way.push(to);
            link = before;
        }
        let mut tiles = self.outline.start.clone();
        way.into_iter().rev().for_each(|site| tiles.step(site));
        tiles
    }
}

/// Returns the part that a tile on a site has in the hash of a state.
fn part_of_hash(tile: u16, site: u16) -> u64 {
    mixed(u64::from(tile), u64::from(site))
}
