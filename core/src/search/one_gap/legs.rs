//! A solution without a search, block by block: the gap goes through the blocks of the board, those
//! farthest from where it ends first, and leaves each with its tiles where they are to be. It comes
//! back to none of them: what lies behind a block is done before it.
//!
//! A ring is turned, the shorter way round; in a bridge there is nothing to do; for a rich block
//! see [`super::construct`].
//!
//! Reference: Kornhauser, Miller, Spirakis, *Coordinating Pebble Motion on Graphs*, 1984.

use std::sync::Arc;

use super::board::{NONE, Tiles};
use super::construct::Outline;
use crate::puzzle::one_gap::{Block, Net, Shape};

/// A part of a solution. Others in its place, between the same sites and with the same end for the
/// tiles, leave the rest as it is.
pub struct Leg {
    /// The sites that the gap passes, the one where it begins first.
    pub path: Vec<u16>,
    /// How it was made, where it can be made shorter.
    pub outline: Option<Arc<Outline>>,
}

/// Returns a solution for an arrangement of the tiles at start and goal, each given by the tile on
/// each site. The goal can be reached. `None` where a block is beyond the construction.
pub fn construct(net: &Net, start: &[u16], goal: &[u16]) -> Option<Vec<Leg>> {
    let end = Tiles::new(goal.to_vec()).gap();
    let homes = net.homes(end);
    let mut tiles = Tiles::new(start.to_vec());
    let mut legs = Vec::new();
    for (block, gate) in order(net, &homes, &tiles, goal, end)? {
        let is_in = |site: u16| block.sites.contains(&site);
        tiles.enter(&net.graph, is_in)?;
        if tiles.path.len() > 1 {
            legs.push(Leg { path: tiles.path.clone(), outline: None });
        }
        let mut wanted = tiles.on.clone();
        for &site in &block.sites {
            wanted[usize::from(site)] = if site == gate { NONE } else { goal[usize::from(site)] };
        }
        tiles.path.drain(..tiles.path.len() - 1);
        let outline = match block.shape {
            Shape::Bridge => tiles.go(&net.graph, gate, is_in).map(|()| None),
            Shape::Ring => turn(&mut tiles, &block.sites, &wanted).map(|()| None),
            Shape::Rich => Outline::construct(&net.graph, &block.sites, &mut tiles, &wanted),
        }?;
        if tiles.on != wanted {
            return None;
        }
        legs.push(Leg { path: tiles.path.clone(), outline });
        tiles.path.drain(..tiles.path.len() - 1);
    }
    Some(legs)
}

/// Returns the blocks in which something is to be done or that the gap passes, each with its site
/// towards the end of the gap, and what lies behind a block before it.
fn order<'a>(
    net: &'a Net,
    homes: &[u16],
    tiles: &Tiles,
    goal: &[u16],
    end: u16,
) -> Option<Vec<(&'a Block, u16)>> {
    let mut led = tiles.clone();
    led.go(&net.graph, end, |_| true)?;
    let gate = |number: usize| {
        let is_gate = |site: &&u16| usize::from(homes[usize::from(**site)]) != number;
        net.blocks.all[number].sites.iter().find(is_gate).copied()
    };
    let mut is_in = vec![false; net.blocks.all.len()];
    let mut wait = Vec::new();
    for site in net.graph.all().map(usize::from) {
        // The way of the gap goes from the block on its side of each site on to the next.
        let is_passed = led.path.contains(&(site as u16));
        if homes[site] != NONE && (led.on[site] != goal[site] || is_passed) {
            wait.push(usize::from(homes[site]));
        }
    }
    let mut depths = vec![0; is_in.len()];
    let mut blocks = Vec::new();
    while let Some(number) = wait.pop() {
        if std::mem::replace(&mut is_in[number], true) {
            continue;
        }
        blocks.push(number);
        wait.extend(
            gate(number)
                .map(|gate| homes[usize::from(gate)])
                .filter(|&home| home != NONE)
                .map(usize::from),
        );
    }
    let before = |number: usize| {
        let home = homes[usize::from(gate(number)?)];
        (home != NONE).then_some(usize::from(home))
    };
    for &number in &blocks {
        depths[number] = std::iter::successors(Some(number), |&number| before(number)).count();
    }
    // In depth, the last of a way before those it leads to.
    let mut ordered = Vec::new();
    let mut stack: Vec<(usize, bool)> = blocks
        .iter()
        .filter(|&&number| depths[number] == 1)
        .map(|&number| (number, false))
        .collect();
    while let Some((number, is_open)) = stack.pop() {
        if is_open {
            ordered.push((&net.blocks.all[number], gate(number)?));
            continue;
        }
        stack.push((number, true));
        let behind = blocks.iter().filter(|&&other| before(other) == Some(number));
        stack.extend(behind.map(|&other| (other, false)));
    }
    Some(ordered)
}

/// Turns a ring, given by its sites in order, until its tiles are where they are wanted.
fn turn(tiles: &mut Tiles, ring: &[u16], wanted: &[u16]) -> Option<()> {
    let is_right = |tiles: &Tiles| {
        ring.iter().all(|&site| tiles.on[usize::from(site)] == wanted[usize::from(site)])
    };
    let count = ring.len();
    let first = ring.iter().position(|&site| site == tiles.gap())?;
    let [mut forth, mut back] = [tiles.clone(), tiles.clone()];
    for step in 0..=count * count {
        for (way, next) in
            [(&mut forth, first + step), (&mut back, first + 2 * count * count - step)]
        {
            if step > 0 {
                way.step(ring[next % count]);
            }
            if wanted[usize::from(way.gap())] == NONE && is_right(way) {
                *tiles = way.clone();
                return Some(());
            }
        }
    }
    None
}
