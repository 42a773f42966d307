//! A stage of a beam: one tile is brought to one site, or the gap. How far a state is from its end
//! depends on the gap and that tile alone, so it is tabulated.

use std::collections::VecDeque;

use super::board::{Graph, NONE};
use super::layer::{Layer, State};

/// A stage may take this many moves more than the fewest.
const SLACK: u16 = 32;

/// What a stage brings about.
pub enum Stage {
    /// A tile is on a site.
    Tile(u16, u16),
    /// The gap is on a site, and has not been on another.
    Gap(u16, u16),
}

/// A stage that goes on.
pub struct Running {
    /// The tile that it brings, [`NONE`] for the gap.
    pub tile: u16,
    /// Moves to its end, by the sites of tile and gap, or of the gap alone.
    pub left: Vec<u16>,
    pub open: Layer,
    pub done: Layer,
}

impl Running {
    /// Begins a stage with the states of `layer`; the sites that are not filled are `inside`.
    pub fn new(graph: &Graph, stage: &Stage, layer: &Layer, inside: &[bool]) -> Self {
        let (tile, left) = match *stage {
            Stage::Tile(tile, site) => (tile, left_for_tile(graph, site, inside)),
            Stage::Gap(site, without) => {
                let may = |site: u16| inside[usize::from(site)] && site != without;
                (NONE, graph.distances(site, may))
            }
        };
        let (open, done) = (Layer::default(), Layer::default());
        let mut running = Self { tile, left, open, done };
        for (state, row) in layer.iter() {
            let carried = match tile {
                NONE => NONE,
                tile => row.iter().position(|&other| other == tile).expect("there") as u16,
            };
            let left = running.left_of(state.gap, carried);
            let until = state.moves + u32::from(left.saturating_add(SLACK));
            let state = State { before: NONE, carried, left, until, ..state };
            match left {
                NONE => {}
                0 => running.done.push(state, row),
                _ => running.open.push(state, row),
            }
        }
        running
    }

    /// Returns the moves to the end of the stage with the gap and the tile there.
    pub fn left_of(&self, gap: u16, carried: u16) -> u16 {
        match self.tile {
            NONE => self.left[usize::from(gap)],
            _ => {
                let sites = self.left.len().isqrt();
                self.left[usize::from(carried) * sites + usize::from(gap)]
            }
        }
    }
}

/// Returns for a tile and the gap on each two sites the fewest moves that bring the tile to
/// `site`: by `tile * sites + gap`.
fn left_for_tile(graph: &Graph, site: u16, inside: &[bool]) -> Vec<u16> {
    let sites = graph.sites();
    let place = |tile: u16, gap: u16| usize::from(tile) * sites + usize::from(gap);
    let is_inside = |&site: &u16| inside[usize::from(site)];
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
