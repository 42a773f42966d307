//! Replanning: a solution is searched again for a few tiles, with the moves of all others as they
//! are.
//!
//! The others make the same moves in the same order, each as far as before. Between them the chosen
//! tiles look for fewer moves to where they end, over the whole solution at once, of which a window
//! ([`super::windows`]) sees a part. A state is how many moves the others have made and where the
//! chosen tiles stand; A* with slide distances finds the fewest moves. For one tile that takes some
//! hundred states, for two some thousand.
//!
//! Reference: Li, Chen, Harabor, Stuckey, Koenig, *Anytime Multi-Agent Path Finding via Large
//! Neighborhood Search*, 2021.

use rustc_hash::FxHashMap;

use super::board::{Board, Push};
use super::plan::Plan;
use crate::puzzle::Occupancy;
use crate::puzzle::random::Random;
use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::engine::states::bucket::Way;

/// Tiles that are chosen, at most.
pub const MOST_TILES: usize = 4;

/// A search is given up after this many states.
const MOST_STATES: u64 = 20_000;

/// The bytes of a node: itself, its number where it waits, and its state in a map that has just
/// grown; vectors may have twice the room.
const BYTES_PER_NODE: u64 = (2 * (size_of::<Node>() + size_of::<u32>()) + 48) as u64;

/// A map with room for more states is not kept for the next search.
const LARGE_MAP: usize = 1 << 12;

/// How many of its states take as long as one state of a beam.
const PER_STATE: u64 = 4;

/// Moves between a tile that is chosen and the next one, at most: tiles that move one after the
/// other mostly need each other.
const NEAR: usize = 3;

/// The sites of the chosen tiles.
type Sites = [u16; MOST_TILES];

/// The bits of a site in the key of a state.
const SITE_BITS: u32 = 12;

#[derive(Clone, Copy)]
struct Node {
    sites: Sites,
    /// Moves that the others have made.
    at: u16,
    /// All moves.
    moves: u16,
    parent: u32,
    push: Push,
}

/// The search, run again and again in the same memory.
pub struct Replan {
    /// The slots of the chosen tiles.
    slots: Vec<usize>,
    /// The moves of the others, with their slots.
    others: Vec<(usize, Push)>,
    /// The board with the others after so many of their moves.
    occupancy: Occupancy,
    at: usize,
    /// Where the chosen tiles end: themselves, and with those of one colour exchanged.
    ends: Vec<Sites>,
    longest: u32,
    nodes: Vec<Node>,
    /// By moves and estimate: the nodes that wait.
    open: Vec<Vec<u32>>,
    /// None wait below this.
    lowest: usize,
    /// The fewest moves to each state.
    known: FxHashMap<u64, u16>,
    salt: u64,
    /// States that may still be expanded, and nodes that are kept at most.
    left: u64,
    most_nodes: usize,
}

impl Replan {
    /// Prepares to search within so many bytes.
    pub fn new(board: &Board, memory_bytes: u64) -> Self {
        Self {
            most_nodes: (memory_bytes / BYTES_PER_NODE) as usize,
            slots: Vec::new(),
            others: Vec::new(),
            occupancy: board.no_tiles(),
            at: 0,
            ends: Vec::new(),
            longest: 0,
            nodes: Vec::new(),
            open: Vec::new(),
            lowest: 0,
            known: FxHashMap::default(),
            salt: 0,
            left: 0,
        }
    }

    /// Chooses `tiles` tiles of a plan and begins. It looks for fewer moves, or for as many as the
    /// plan has if `may_be_equal`.
    pub fn begin(
        &mut self,
        board: &Board,
        plan: &Plan,
        tiles: usize,
        may_be_equal: bool,
        random: &mut Random,
    ) {
        self.choose(plan, tiles, random);
        let Self { slots, others, .. } = self;
        others.clear();
        let moves = plan.pushes().iter().enumerate().map(|(nth, &push)| (plan.tile(nth), push));
        others.extend(moves.filter(|(slot, _)| !slots.contains(slot)));
        self.longest = plan.len() as u32 - u32::from(!may_be_equal);
        self.occupancy = board.no_tiles();
        let first = plan.state(0);
        let standing = first.iter().enumerate().filter(|(slot, _)| !slots.contains(slot));
        standing.for_each(|(_, &site)| board.put(&mut self.occupancy, &[site]));
        self.at = 0;
        let pick = |state: &[u16]| {
            let mut sites = Sites::default();
            sites.iter_mut().zip(&*slots).for_each(|(site, &slot)| *site = state[slot]);
            sites
        };
        let (start, end) = (pick(first), pick(plan.state(plan.len())));
        self.list_ends(board, end);
        self.nodes.clear();
        // To clear a large map takes longer than to search for one tile.
        if self.known.capacity() > LARGE_MAP {
            self.known = FxHashMap::default();
        }
        self.known.clear();
        self.open.iter_mut().for_each(Vec::clear);
        self.open.resize(self.longest as usize + 1, Vec::new());
        self.lowest = 0;
        self.salt = random.next();
        self.left = MOST_STATES;
        let push = Push { from: 0, to: 0 };
        self.add(board, Node { sites: start, at: 0, moves: 0, parent: 0, push });
    }

    /// Chooses tiles that move soon after each other.
    fn choose(&mut self, plan: &Plan, tiles: usize, random: &mut Random) {
        let (slots, all) = (&mut self.slots, plan.len());
        slots.clear();
        slots.push(plan.tile(random.below(all)));
        for _ in 0..8 * tiles {
            if slots.len() == tiles {
                break;
            }
            let (one, from) = (slots[random.below(slots.len())], random.below(all));
            let at = (from..all).chain(0..from).find(|&nth| plan.tile(nth) == one);
            let at = at.expect("it moves") + random.below(2 * NEAR + 1);
            let other = plan.tile(at.saturating_sub(NEAR).min(all - 1));
            if !slots.contains(&other) {
                slots.push(other);
            }
        }
    }

    /// Lists the ends of the chosen tiles: tiles of one colour may exchange theirs.
    fn list_ends(&mut self, board: &Board, end: Sites) {
        self.ends.clear();
        self.ends.push(end);
        for nth in 1..self.slots.len() {
            let group = |nth: usize| board.group_of(self.slots[nth]);
            for other in (0..nth).filter(|&other| group(other) == group(nth)) {
                for known in 0..self.ends.len() {
                    let mut exchanged = self.ends[known];
                    exchanged.swap(other, nth);
                    if !self.ends.contains(&exchanged) {
                        self.ends.push(exchanged);
                    }
                }
            }
        }
    }

    /// Returns a lower bound on the moves of the chosen tiles.
    fn estimate(&self, board: &Board, sites: &Sites) -> u32 {
        let moves = |(&slot, (&site, &end)): (&usize, (&u16, &u16))| {
            let moves = board.distances.of_group(board.group_of(slot), end)[usize::from(site)];
            if moves == NO_WAY { u32::from(u16::MAX) } else { moves.into() }
        };
        let to = |ends: &Sites| self.slots.iter().zip(sites.iter().zip(ends)).map(moves).sum();
        self.ends.iter().map(to).min().expect("there is an end")
    }

    fn key(node: &Node) -> u64 {
        let sites = node.sites.iter().fold(0, |key, &site| key << SITE_BITS | u64::from(site));
        u64::from(node.at) << (SITE_BITS * MOST_TILES as u32) | sites
    }

    fn add(&mut self, board: &Board, node: Node) {
        let others = self.others.len() as u32 - u32::from(node.at);
        let total = u32::from(node.moves) + others + self.estimate(board, &node.sites);
        if total > self.longest || self.nodes.len() >= self.most_nodes {
            return;
        }
        let fewest = self.known.entry(Self::key(&node)).or_insert(u16::MAX);
        if *fewest > node.moves {
            *fewest = node.moves;
            self.open[total as usize].push(self.nodes.len() as u32);
            self.nodes.push(node);
        }
    }

    /// Searches for the time of at most `states` states of a beam, and subtracts them. Returns the
    /// pushes of the whole solution once it is over, if it has found one.
    pub fn step(&mut self, board: &Board, states: &mut u64) -> Option<Option<Vec<Push>>> {
        let most = (*states * PER_STATE).min(self.left);
        let mut done = 0;
        let ended = self.run(board, most, &mut done);
        self.left -= done;
        *states = states.saturating_sub(done.div_ceil(PER_STATE));
        match ended {
            None if self.left > 0 => None,
            ended => Some(ended.flatten()),
        }
    }

    fn run(&mut self, board: &Board, most: u64, done: &mut u64) -> Option<Option<Vec<Push>>> {
        while *done < most {
            // The estimate is consistent, so what is added is never below.
            let Some(open) = self.open.get_mut(self.lowest) else { return Some(None) };
            let Some(nth) = open.pop() else {
                self.lowest += 1;
                continue;
            };
            let node = self.nodes[nth as usize];
            if self.known[&Self::key(&node)] < node.moves {
                continue;
            }
            *done += 1;
            let is_over = usize::from(node.at) == self.others.len();
            if is_over && self.estimate(board, &node.sites) == 0 {
                return Some(Some(self.pushes(nth)));
            }
            self.expand(board, nth, node);
        }
        None
    }

    fn expand(&mut self, board: &Board, nth: u32, node: Node) {
        self.go_to(board, node.at.into());
        let tiles = self.slots.len();
        let sites = &node.sites[..tiles];
        board.put(&mut self.occupancy, sites);
        let mut next = node;
        (next.moves, next.parent) = (node.moves + 1, nth);
        let mut other = None;
        if let Some(&(slot, push)) = self.others.get(self.at)
            && board.allows(&self.occupancy, slot, push)
        {
            let mut after = next;
            (after.at, after.push) = (node.at + 1, push);
            other = Some(after);
        }
        let mut own = [next; 4 * MOST_TILES];
        let mut count = 0;
        let chance = (u64::from(nth) ^ self.salt).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let first = (chance >> 40) as usize % tiles;
        for tile in (first..tiles).chain(0..first) {
            let from = sites[tile];
            board.for_each_slide(&self.occupancy, Way::Forward, self.slots[tile], from, |to| {
                own[count].sites[tile] = to;
                own[count].push = Push { from, to };
                count += 1;
            });
        }
        board.take(&mut self.occupancy, sites);
        // What is added last is looked at first.
        let is_first = chance >> 63 == 1;
        other.filter(|_| is_first).into_iter().for_each(|node| self.add(board, node));
        own[..count].iter().for_each(|&node| self.add(board, node));
        other.filter(|_| !is_first).into_iter().for_each(|node| self.add(board, node));
    }

    /// Makes or takes back moves of the others until they have made `at`.
    fn go_to(&mut self, board: &Board, at: usize) {
        while self.at < at {
            let (_, push) = self.others[self.at];
            board.take(&mut self.occupancy, &[push.from]);
            board.put(&mut self.occupancy, &[push.to]);
            self.at += 1;
        }
        while self.at > at {
            self.at -= 1;
            let (_, push) = self.others[self.at];
            board.take(&mut self.occupancy, &[push.to]);
            board.put(&mut self.occupancy, &[push.from]);
        }
    }

    /// Returns the pushes that lead to a node.
    fn pushes(&self, mut nth: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        while nth != 0 {
            let node = &self.nodes[nth as usize];
            pushes.push(node.push);
            nth = node.parent;
        }
        pushes.reverse();
        pushes
    }

    /// Returns the slots of the chosen tiles.
    #[cfg(test)]
    pub fn slots(&self) -> &[usize] {
        &self.slots
    }

    pub fn memory_held(&self) -> usize {
        let open: usize = self.open.iter().map(Vec::capacity).sum();
        self.nodes.capacity() * size_of::<Node>()
            + self.known.capacity() * size_of::<(u64, u16)>()
            + open * size_of::<u32>()
            + self.others.capacity() * size_of::<(usize, Push)>()
    }
}
