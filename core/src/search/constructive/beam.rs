//! The construction with a choice: many arrangements are carried along together. A tile has many
//! ways to its site, and the gap goes around it on either side; of all that results those are kept
//! that have made few moves and whose other tiles lie near their sites. So most moves of the gap
//! bring some tile nearer. Each beam is wider than the one before.
//!
//! An ear is filled in stages, each of which brings one tile to one site, or the gap. How far a
//! state is from the end of a stage depends on the gap and that tile alone, so it is tabulated.
//!
//! Reference: Reddy, *Speech Understanding Systems*, 1977 (beam search).

use std::collections::VecDeque;
use std::sync::Arc;

use super::board::{Graph, NONE, Tiles};
use super::construct::{Outline, fill};
use super::ears::Ear;
use crate::puzzle::random::mixed;
use crate::search::clock::Deadline;

/// States in the first beam and in the last; each is so many times as wide as the one before.
const FIRST_WIDTH: usize = 16;
const LAST_WIDTH: usize = 1024;
const WIDENING: usize = 2;

/// What an edge between a tile and its site is expected to cost, in halves of a move: the beams
/// take them in turn.
const EDGE_COSTS: [u32; 3] = [3, 2, 4];

/// A stage may take so many moves more than the fewest.
const SLACK: u16 = 32;

/// A state; where its tiles are stands in a row beside it.
#[derive(Clone, Copy)]
struct State {
    gap: u16,
    /// Where the gap was before, in this stage.
    before: u16,
    /// Where the tile is that this stage brings.
    carried: u16,
    /// Moves to the end of the stage, at least, and the most with those so far that it may have.
    left: u16,
    until: u32,
    /// The place of its last move in the list of all, and the moves so far.
    link: u32,
    moves: u32,
    /// The sum of the tiles' distances from their sites.
    distance: u32,
    hash: u64,
}

/// A state that may be kept: it comes from a state of the last layer by a move of its gap.
#[derive(Clone, Copy)]
struct Candidate {
    parent: usize,
    state: State,
}

/// States with the tile on each site of each.
#[derive(Default)]
struct Layer {
    states: Vec<State>,
    rows: Vec<u16>,
}

impl Layer {
    fn push(&mut self, state: State, row: &[u16]) {
        self.states.push(state);
        self.rows.extend_from_slice(row);
    }

    fn row(&self, at: usize) -> &[u16] {
        let sites = self.rows.len() / self.states.len();
        &self.rows[at * sites..][..sites]
    }

    fn iter(&self) -> impl Iterator<Item = (State, &[u16])> {
        (0..self.states.len()).map(|at| (self.states[at], self.row(at)))
    }
}

/// A move: where the gap went, and the place of the move before.
#[derive(Clone, Copy)]
struct Link {
    before: u32,
    to: u16,
}

/// What a stage brings about.
#[derive(Clone, Copy)]
enum Stage {
    /// A tile is on a site.
    Tile(u16, u16),
    /// The gap is on a site, and has not been on another.
    Gap(u16, u16),
}

/// One beam after the other, stepped ear by ear.
pub struct Beam {
    outline: Arc<Outline>,
    /// By two sites.
    apart: Arc<Vec<Vec<u16>>>,
    width: usize,
    /// The place of its edge cost.
    turn: usize,
    /// The sites that are not filled.
    inside: Vec<bool>,
    /// Ears that are not filled: the last one is next.
    ears: usize,
    layer: Layer,
    links: Vec<Link>,
    /// Nothing of so many moves is looked for.
    most: u32,
    expanded: u64,
    found: Option<Vec<u16>>,
    deadline: Deadline,
}

impl Beam {
    /// Prepares the first beam of several, the one in this place.
    pub fn new(graph: &Graph, outline: &Arc<Outline>, place: usize, deadline: &Deadline) -> Self {
        let apart = (0..graph.sites() as u16).map(|site| graph.distances(site, |_| true)).collect();
        let mut beam = Self {
            outline: Arc::clone(outline),
            apart: Arc::new(apart),
            width: FIRST_WIDTH,
            turn: place,
            inside: vec![false; graph.sites()],
            ears: 0,
            layer: Layer::default(),
            links: Vec::new(),
            most: u32::MAX,
            expanded: 0,
            found: None,
            deadline: deadline.clone(),
        };
        beam.begin();
        beam
    }

    fn begin(&mut self) {
        let start = &self.outline.start;
        self.outline.block.sites().for_each(|site| self.inside[usize::from(site)] = true);
        self.ears = self.outline.block.ears.len();
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
        self.layer = Layer { states: vec![state], rows: start.on.clone() };
    }

    /// Says whether the last beam has ended.
    pub const fn is_spent(&self) -> bool {
        self.width > LAST_WIDTH
    }

    /// Returns the states that it has expanded.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns the memory held, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        let sites = self.apart.len();
        // The last layer, the next, and a table of both gap and tile.
        let rows = 2 * self.layer.rows.capacity() + 2 * sites * sites;
        let links = self.links.capacity() * size_of::<Link>();
        (rows * size_of::<u16>() + links + 4 * self.width * size_of::<Candidate>()) as u64
    }

    /// Returns the solution that was found since the last call: the way of the gap.
    pub fn take_found(&mut self) -> Option<Vec<u16>> {
        self.found.take()
    }

    /// Fills ears, or ends the beam, until about so many states are expanded or a solution of less
    /// than `most` moves is found.
    pub fn step(&mut self, graph: &Graph, states: u64, most: u32) {
        self.most = most;
        let end = self.expanded + states;
        while self.expanded < end
            && self.found.is_none()
            && !self.is_spent()
            && !self.deadline.is_over()
        {
            if self.ears > 0 && !self.layer.states.is_empty() {
                self.ears -= 1;
                let outline = Arc::clone(&self.outline);
                self.fill(graph, &outline.block.ears[self.ears]);
                // Each ear takes a while, however few states there are.
                self.expanded += 1;
                continue;
            }
            let ends = (0..self.layer.states.len())
                .filter_map(|at| self.outline.solution_from_base(graph, self.tiles(at)));
            let best = ends.min_by_key(Vec::len);
            self.found = best.filter(|path| path.len() <= most as usize);
            self.width *= WIDENING;
            self.turn += 1;
            self.begin();
        }
    }

    fn fill(&mut self, graph: &Graph, ear: &Ear) {
        let goal = &self.outline.goal.on;
        let wanted: Vec<u16> = ear.sites.iter().map(|&site| goal[usize::from(site)]).collect();
        let layer = std::mem::take(&mut self.layer);
        if let ([site], [tile]) = (&ear.sites[..], &wanted[..]) {
            self.layer = self.staged(graph, layer, Stage::Tile(*tile, *site));
            self.inside[usize::from(*site)] = false;
            return;
        }
        // States with a tile of the ear in it, or the gap, are led on singly.
        let (mut filled, mut open) = (Layer::default(), Layer::default());
        for (state, row) in layer.iter() {
            let stands_in_it = |&site: &u16| {
                let tile = row[usize::from(site)];
                tile == NONE || wanted.contains(&tile)
            };
            if !ear.sites.iter().any(stands_in_it) {
                open.push(state, row);
                continue;
            }
            let mut tiles = Tiles::new(row.to_vec());
            let mut inside = self.inside.clone();
            if fill(graph, &mut tiles, ear, &mut inside, &self.outline.goal.on).is_some() {
                let (state, row) = self.walked(state, row, tiles.path[1..].iter().copied());
                filled.push(state, &row);
            }
        }
        ear.sites.iter().for_each(|&site| self.inside[usize::from(site)] = false);
        for &tile in wanted.iter().rev() {
            open = self.staged(graph, open, Stage::Tile(tile, ear.first));
            open = self.staged(graph, open, Stage::Gap(ear.last, ear.first));
            let mut through = Layer::default();
            for (state, row) in open.iter() {
                let way = ear.sites.iter().rev().copied().chain([ear.first]);
                let (state, row) = self.walked(state, row, way);
                through.push(state, &row);
            }
            open = through;
        }
        open.iter().for_each(|(state, row)| filled.push(state, row));
        self.layer = self.best(&filled);
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

    /// Leads states to the end of a stage.
    fn staged(&mut self, graph: &Graph, layer: Layer, stage: Stage) -> Layer {
        let sites = graph.sites();
        let (tile, left) = match stage {
            Stage::Tile(tile, site) => (tile, self.left_for_tile(graph, site)),
            Stage::Gap(site, without) => {
                let may = |site: u16| self.inside[usize::from(site)] && site != without;
                (NONE, graph.distances(site, may))
            }
        };
        // With the gap alone the table has one row.
        let left_of = |gap: u16, carried: u16| match tile {
            NONE => left[usize::from(gap)],
            _ => left[usize::from(carried) * sites + usize::from(gap)],
        };
        let (mut done, mut open) = (Layer::default(), Layer::default());
        for (mut state, row) in layer.iter() {
            let is_it = |&other: &u16| other == tile;
            state.carried = row.iter().position(is_it).map_or(NONE, |site| site as u16);
            (state.before, state.left) = (NONE, left_of(state.gap, state.carried));
            state.until = state.moves + u32::from(state.left.saturating_add(SLACK));
            if state.left != NONE {
                if state.left == 0 { &mut done } else { &mut open }.push(state, row);
            }
        }
        while !open.states.is_empty() && !self.deadline.is_over() {
            self.expanded += open.states.len() as u64;
            let (mut at_end, mut next) = (Vec::new(), Vec::new());
            for (parent, (state, row)) in open.iter().enumerate() {
                let may = |&to: &u16| to != state.before && self.inside[usize::from(to)];
                for to in graph.neighbours(state.gap).filter(may) {
                    let moving = row[usize::from(to)];
                    let mut after = self.moved(state, moving, to);
                    if moving == tile {
                        after.carried = state.gap;
                    }
                    after.left = left_of(to, after.carried);
                    let is_in_time = after.moves + u32::from(after.left) <= after.until;
                    if is_in_time && after.moves + after.distance < self.most {
                        let place = if after.left == 0 { &mut at_end } else { &mut next };
                        place.push(Candidate { parent, state: after });
                    }
                }
            }
            let ended = self.kept(&open, at_end);
            ended.iter().for_each(|(state, row)| done.push(state, row));
            open = self.kept(&open, next);
        }
        self.best(&done)
    }

    /// Returns the best candidates, each state once, as a layer after `before`.
    fn kept(&mut self, before: &Layer, mut candidates: Vec<Candidate>) -> Layer {
        candidates.sort_unstable_by_key(|one| (self.value(&one.state), one.state.hash));
        candidates.dedup_by_key(|one| one.state.hash);
        let mut kept = Layer::default();
        for &Candidate { parent, state } in candidates.iter().take(self.width) {
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
        order.dedup_by_key(|&mut at| layer.states[at].hash);
        let mut best = Layer::default();
        order.iter().take(self.width).for_each(|&at| best.push(layer.states[at], layer.row(at)));
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

    /// Returns for a tile and the gap on each two sites the fewest moves that bring the tile to
    /// `site`: by `tile * sites + gap`.
    fn left_for_tile(&self, graph: &Graph, site: u16) -> Vec<u16> {
        let sites = graph.sites();
        let place = |tile: u16, gap: u16| usize::from(tile) * sites + usize::from(gap);
        let is_inside = |&site: &u16| self.inside[usize::from(site)];
        let mut left = vec![NONE; sites * sites];
        let mut queue = VecDeque::new();
        for gap in (0..sites as u16).filter(is_inside).filter(|&gap| gap != site) {
            left[place(site, gap)] = 0;
            queue.push_back((site, gap));
        }
        while let Some((tile, gap)) = queue.pop_front() {
            let moves = left[place(tile, gap)] + 1;
            for to in graph.neighbours(gap).filter(is_inside) {
                let tile = if to == tile { gap } else { tile };
                if left[place(tile, to)] == NONE {
                    left[place(tile, to)] = moves;
                    queue.push_back((tile, to));
                }
            }
        }
        left
    }

    /// Returns the tiles of a state of the layer, with the way of the gap from the start.
    fn tiles(&self, at: usize) -> Tiles {
        let mut way = Vec::new();
        let mut link = self.layer.states[at].link;
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
