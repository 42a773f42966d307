//! A solution of a rich block without a search: the tiles of one ear after the other are brought to
//! their cells, the last ear first, and what is left is small enough to list, or else done by
//! [`super::three_cycles`]. Nothing is said of how many moves are needed.
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
//! References: Parberry, *A Real-Time Algorithm for the (n²−1)-Puzzle*, 1995; Kornhauser, Miller,
//! Spirakis, *Coordinating Pebble Motion on Graphs*, 1984.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::board::{Graph, NONE, Tiles};
use super::ears::{Block, Ear};
use super::three_cycles;

/// Sites of a base that is listed, at most: 20,160 arrangements. Without thin walls they are six,
/// or ten and more.
const MOST_LISTED: usize = 8;

/// A rich block, and what is to be done there.
pub struct Outline {
    pub block: Block,
    /// The start, with the gap in the block.
    pub start: Tiles,
    /// The goal; the gap has gone back from there to the base, where it is needed last.
    pub goal: Tiles,
    base: Listed,
}

/// All arrangements of a base from which the goal can be reached, each with the moves to there
/// and the site that the gap goes to first.
struct Listed(FxHashMap<Vec<u16>, (u32, u16)>);

impl Outline {
    /// Brings the tiles of a block, in which the gap is, to where `wanted` has them. Returns the
    /// outline that it is done by, where that serves for others; `None` at all where the block is
    /// beyond this construction.
    pub fn construct(
        graph: &Graph,
        sites: &[u16],
        tiles: &mut Tiles,
        wanted: &[u16],
    ) -> Option<Option<Arc<Self>>> {
        let own = graph.part(sites);
        let goal = Tiles::new(wanted.to_vec());
        let away = own.distances(goal.gap(), |_| true);
        let mut sites = sites.to_vec();
        sites.sort_by_key(|&site| away[usize::from(site)]);
        // The nearest of the small bases, else the smallest.
        let bases = || sites.iter().filter_map(|&site| Block::base(&own, site));
        let is_listed = |base: &Vec<u16>| base.len() <= MOST_LISTED;
        let base = bases().find(is_listed).or_else(|| bases().min_by_key(Vec::len))?;
        let (is_listed, block) = (is_listed(&base), Block::around(&own, base));
        let (start, mut goal) = (tiles.clone(), goal);
        goal.enter(&own, |site| block.base.contains(&site))?;
        let mut inside = block.inside(own.sites());
        for ear in block.ears.iter().rev() {
            fill(&own, tiles, ear, &mut inside, &goal.on)?;
        }
        if !is_listed {
            three_cycles::bring_about(&own, &block.base, tiles, &goal.on)?;
            goal.path.iter().rev().skip(1).for_each(|&site| tiles.step(site));
            return Some(None);
        }
        let base = Listed::new(&own, &block.base, &goal);
        let outline = Self { base, block, start, goal };
        outline.finish(tiles)?;
        Some(Some(Arc::new(outline)))
    }

    /// Returns the moves that are left when all ears are filled, by the tile on each site.
    pub fn left_of_base(&self, on: &[u16]) -> Option<u32> {
        self.base.0.get(&arrangement(&self.block.base, on)).map(|&(moves, _)| moves)
    }

    /// Brings what is left about when all ears are filled.
    pub fn finish(&self, tiles: &mut Tiles) -> Option<()> {
        loop {
            let &(left, next) = self.base.0.get(&arrangement(&self.block.base, &tiles.on))?;
            if left == 0 {
                break;
            }
            tiles.step(next);
        }
        self.goal.path.iter().rev().skip(1).for_each(|&site| tiles.step(site));
        Some(())
    }
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
    // What is in the ear already leaves it while others enter, as long as there are others.
    while wanted.iter().any(|&tile| ear.sites.contains(&tiles.at[usize::from(tile)])) {
        let away = graph.distances(ear.first, |site| inside[usize::from(site)]);
        let other = graph
            .all()
            .filter(|&site| inside[usize::from(site)] && tiles.on[usize::from(site)] != NONE)
            .filter(|&site| !wanted.contains(&tiles.on[usize::from(site)]))
            .min_by_key(|&site| away[usize::from(site)]);
        let Some(other) = other else { break };
        push_in(graph, tiles, tiles.on[usize::from(other)], ear, inside)?;
    }
    line_up(graph, tiles, ear, inside, &wanted)
}

/// Pushes tiles into an ear until they stand there as wanted. Those that stand one behind the other
/// already, the **row**, stay so: one that leaves the ear enters it next. The one that comes after
/// them waits outside for the last of them to enter. So with each time around the row grows.
fn line_up(
    graph: &Graph,
    tiles: &mut Tiles,
    ear: &Ear,
    inside: &[bool],
    wanted: &[u16],
) -> Option<()> {
    let mut row = 0;
    // By the places in the ear, from the last: when they enter.
    let turn = |tile: u16| wanted.iter().rev().position(|&other| other == tile);
    while row < wanted.len() {
        let is_outside = |tile: u16| inside[usize::from(tiles.at[usize::from(tile)])];
        let next = wanted[wanted.len() - 1 - row];
        let last = wanted.get(wanted.len() - row).copied();
        let left =
            wanted[wanted.len() - row..].iter().rev().copied().find(|&tile| is_outside(tile));
        let has_entered = last.is_none_or(|last| tiles.on[usize::from(ear.sites[0])] == last);
        let tile = match left {
            Some(tile) => tile,
            None if has_entered && is_outside(next) => next,
            // What is needed last.
            None => {
                let sites = graph.all().filter(|&site| inside[usize::from(site)]);
                let others = sites.map(|site| tiles.on[usize::from(site)]);
                let others = others.filter(|&tile| tile != NONE && tile != next);
                others.max_by_key(|&tile| turn(tile).unwrap_or(usize::MAX))?
            }
        };
        row += usize::from(tile == next);
        push_in(graph, tiles, tile, ear, inside)?;
    }
    Some(())
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
