//! A solution without a search, for boards with one empty cell: the tiles of one ear after the
//! other are brought to their cells, the last ear first, and what is left is small enough to list.
//! Nothing is said of how many moves are needed. None is found where no base is so small, as on
//! boards of corridors alone, and where an ear is longer than what is left has other tiles.
//!
//! While a tile is carried the gap goes around it, which it can in a block whatever the tile
//! stands on. The tiles of an ear enter it in a row, from its first end:
//!
//! ```text
//!   v1 v2        the gap goes from `last` through v2 and v1 to `first`: all tiles of the
//!   |   |        ear move on by one, that on `first` enters, and one leaves on `last`
//!   first ~ last
//! ```
//!
//! What lies outside the block cannot change but for what the gap does on its way in and out.
//!
//! References: Parberry, *A Real-Time Algorithm for the (n²−1)-Puzzle*, 1995; Kornhauser, Miller,
//! Spirakis, *Coordinating Pebble Motion on Graphs*, 1984.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::board::{Graph, NONE, Tiles};
use super::ears::{Block, Ear};

/// Sites of a base that is listed, at most: 20,160 arrangements. Without thin walls they are six,
/// or ten and more.
const MOST_LISTED: usize = 8;

/// A block in which all that differs can be moved, and what is to be moved there.
pub struct Outline {
    pub block: Block,
    /// The start, after the gap has come into the block.
    pub start: Tiles,
    /// The goal; the gap has gone back from there to the base, where it is needed last.
    pub goal: Tiles,
    base: Listed,
}

/// All arrangements of a base from which the goal can be reached, each with the moves to there
/// and the site that the gap goes to first.
struct Listed(FxHashMap<Vec<u16>, (u32, u16)>);

impl Outline {
    /// Returns a solution for an arrangement of the tiles at start and goal, each given by the tile
    /// on each site: the way of the gap, and the outline that it was made by. `None` when this
    /// construction finds none, which proves nothing.
    pub fn construct(graph: &Graph, start: &[u16], goal: &[u16]) -> Option<(Self, Vec<u16>)> {
        let goal = Tiles::new(goal.to_vec());
        let away = graph.distances(goal.gap(), |_| true);
        let mut sites: Vec<u16> = graph.all().collect();
        sites.sort_by_key(|&site| away[usize::from(site)]);
        // Of each block the base nearest to where the gap ends.
        let mut seen: Vec<u16> = Vec::new();
        for site in sites {
            if seen.contains(&site) {
                continue;
            }
            let Some(block) = Block::around(graph, site, MOST_LISTED) else { continue };
            seen.extend(block.sites());
            let outline = Self::within(graph, block, start, &goal);
            let found = outline.and_then(|outline| {
                let path = outline.solution(graph)?;
                Some((outline, path))
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn within(graph: &Graph, block: Block, start: &[u16], goal: &Tiles) -> Option<Self> {
        let inside = block.inside(graph.sites());
        let mut goal = goal.clone();
        enter(graph, &mut goal, |site| block.base.contains(&site))?;
        let mut start = Tiles::new(start.to_vec());
        enter(graph, &mut start, |site| inside[usize::from(site)])?;
        let is_settled = |site: usize| inside[site] || start.on[site] == goal.on[site];
        let all = (0..graph.sites()).all(is_settled);
        all.then(|| Self { base: Listed::new(graph, &block.base, &goal), block, start, goal })
    }

    fn solution(&self, graph: &Graph) -> Option<Vec<u16>> {
        let mut inside = self.block.inside(graph.sites());
        let mut tiles = self.start.clone();
        for ear in self.block.ears.iter().rev() {
            fill(graph, &mut tiles, ear, &mut inside, &self.goal.on)?;
        }
        self.solution_from_base(tiles)
    }

    /// Returns the moves that are left when all ears are filled, by the tile on each site.
    pub fn left_of_base(&self, on: &[u16]) -> Option<u32> {
        self.base.0.get(&arrangement(&self.block.base, on)).map(|&(moves, _)| moves)
    }

    /// Returns the whole way of the gap, which has filled all ears.
    pub fn solution_from_base(&self, mut tiles: Tiles) -> Option<Vec<u16>> {
        loop {
            let &(left, next) = self.base.0.get(&arrangement(&self.block.base, &tiles.on))?;
            if left == 0 {
                break;
            }
            tiles.step(next);
        }
        self.goal.path.iter().rev().skip(1).for_each(|&site| tiles.step(site));
        Some(tiles.path)
    }
}

/// Brings the gap to the nearest of some sites.
fn enter(graph: &Graph, tiles: &mut Tiles, is_one: impl Fn(u16) -> bool) -> Option<()> {
    let away = graph.distances(tiles.gap(), |_| true);
    let nearest = graph
        .all()
        .filter(|&site| is_one(site) && away[usize::from(site)] != NONE)
        .min_by_key(|&site| away[usize::from(site)])?;
    tiles.go(graph, nearest, |_| true)
}

/// Brings the tiles of an ear to their sites, and takes these off what is `inside`.
pub fn fill(
    graph: &Graph,
    tiles: &mut Tiles,
    ear: &Ear,
    inside: &mut [bool],
    goal: &[u16],
) -> Option<()> {
    let wanted: Vec<u16> = ear.sites.iter().map(|&site| goal[usize::from(site)]).collect();
    if let ([site], [tile]) = (&ear.sites[..], &wanted[..]) {
        carry(graph, tiles, *tile, *site, inside)?;
        inside[usize::from(*site)] = false;
        return Some(());
    }
    if ear.sites.contains(&tiles.gap()) {
        tiles.go(graph, ear.first, |site| inside[usize::from(site)])?;
    }
    let is_filled =
        ear.sites.iter().zip(&wanted).all(|(&site, &tile)| tiles.on[usize::from(site)] == tile);
    ear.sites.iter().for_each(|&site| inside[usize::from(site)] = false);
    if is_filled {
        return Some(());
    }
    // What is in the ear already leaves it while others enter.
    while wanted.iter().any(|&tile| ear.sites.contains(&tiles.at[usize::from(tile)])) {
        let away = graph.distances(ear.first, |site| inside[usize::from(site)]);
        let other = graph
            .all()
            .filter(|&site| inside[usize::from(site)] && tiles.on[usize::from(site)] != NONE)
            .filter(|&site| !wanted.contains(&tiles.on[usize::from(site)]))
            .min_by_key(|&site| away[usize::from(site)])?;
        push_in(graph, tiles, tiles.on[usize::from(other)], ear, inside)?;
    }
    wanted.iter().rev().try_for_each(|&tile| push_in(graph, tiles, tile, ear, inside))
}

/// Brings `tile` to the first end of an ear and pushes it in.
fn push_in(graph: &Graph, tiles: &mut Tiles, tile: u16, ear: &Ear, inside: &[bool]) -> Option<()> {
    carry(graph, tiles, tile, ear.first, inside)?;
    tiles.go(graph, ear.last, |site| inside[usize::from(site)] && site != ear.first)?;
    ear.sites.iter().rev().for_each(|&site| tiles.step(site));
    tiles.step(ear.first);
    Some(())
}

/// Brings `tile` to a site: at each step the gap goes around it to the side that is soonest
/// reached of those that lie nearer.
fn carry(graph: &Graph, tiles: &mut Tiles, tile: u16, to: u16, inside: &[bool]) -> Option<()> {
    let away = graph.distances(to, |site| inside[usize::from(site)]);
    loop {
        let at = tiles.at[usize::from(tile)];
        let left = away[usize::from(at)];
        if left == 0 || left == NONE {
            return (left == 0).then_some(());
        }
        let may_pass = |site: u16| inside[usize::from(site)] && site != at;
        let around = graph.distances(tiles.gap(), may_pass);
        let nearer = graph.neighbours(at).filter(|&next| away[usize::from(next)] == left - 1);
        let side = nearer.min_by_key(|&next| around[usize::from(next)])?;
        tiles.go(graph, side, may_pass)?;
        tiles.step(at);
    }
}

/// Returns the tiles on the sites of a base.
fn arrangement(base: &[u16], on: &[u16]) -> Vec<u16> {
    base.iter().map(|&site| on[usize::from(site)]).collect()
}

impl Listed {
    /// Lists the arrangements backward from the goal, which has the gap in the base.
    fn new(graph: &Graph, base: &[u16], goal: &Tiles) -> Self {
        let place = |site: u16| base.iter().position(|&other| other == site);
        let beside: Vec<Vec<usize>> =
            base.iter().map(|&site| graph.neighbours(site).filter_map(place).collect()).collect();
        let at_goal = arrangement(base, &goal.on);
        let mut found = FxHashMap::default();
        found.insert(at_goal.clone(), (0, NONE));
        let mut queue = VecDeque::from([at_goal]);
        while let Some(on) = queue.pop_front() {
            let moves = found[&on].0 + 1;
            let gap = on.iter().position(|&tile| tile == NONE).expect("a gap");
            for &before in &beside[gap] {
                let mut other = on.clone();
                other.swap(gap, before);
                if !found.contains_key(&other) {
                    found.insert(other.clone(), (moves, base[gap]));
                    queue.push_back(other);
                }
            }
        }
        Self(found)
    }
}
