//! Decides what the gap can bring about on a board, block by block, and says which tile goes
//! where.

use std::collections::VecDeque;

use super::graph::{Graph, NONE};
use super::{Block, Blocks, Obstacle, Shape};
use crate::puzzle::rules::{Colour, Hindrance};

/// A board as sites and blocks.
#[derive(Clone, Debug)]
pub struct Net {
    pub graph: Graph<u16>,
    pub blocks: Blocks,
}

/// A goal that can be reached.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The tiles after the gap has gone to where it ends.
    on: Vec<u16>,
    /// The block of the tile on each site, then.
    homes: Vec<u16>,
    asked: Vec<Option<Colour>>,
}

impl Obstacle {
    /// Returns the obstacles of one kind as one.
    fn joined(obstacles: Vec<Self>) -> Option<Self> {
        let why = obstacles.first()?.why;
        let of_kind = obstacles.into_iter().filter(|obstacle| obstacle.why == why);
        let mut sites: Vec<u16> = of_kind.flat_map(|obstacle| obstacle.sites).collect();
        sites.sort_unstable();
        Some(Self { why, sites })
    }
}

/// From each site the next one on a way to a certain site, and the block of that edge; [`NONE`] at
/// its end and where there is no way.
struct Ways(Vec<(u16, u16)>);

impl Net {
    pub fn new(graph: Graph<u16>) -> Self {
        let blocks = Blocks::new(&graph);
        Self { graph, blocks }
    }

    fn ways(&self, to: u16) -> Ways {
        let mut ways = vec![(NONE, NONE); self.graph.sites()];
        let mut queue = VecDeque::from([to]);
        while let Some(site) = queue.pop_front() {
            for (place, next) in self.graph.neighbours(site).enumerate() {
                let way = &mut ways[usize::from(next)];
                if next != to && way.0 == NONE {
                    *way = (site, self.blocks.of_edge(site, place));
                    queue.push_back(next);
                }
            }
        }
        Ways(ways)
    }

    /// Returns for each site the block of a tile there while the gap is on `gap`: that on the
    /// side of the gap.
    pub fn homes(&self, gap: u16) -> Vec<u16> {
        self.ways(gap).0.into_iter().map(|(_, block)| block).collect()
    }

    /// Finds a site for the gap to end on so that each site has a tile of the colour that is asked
    /// for there.
    ///
    /// # Errors
    /// Says what is in the way, where that is least.
    pub fn settle(
        &self,
        colours: &[Colour],
        start: &[u16],
        gap: u16,
        asked: &[Option<Colour>],
    ) -> Result<Settled, Obstacle> {
        let away = self.graph.distances(gap, |_| true);
        let fits = |on: &[u16], site: u16| {
            let tile = colours.get(usize::from(on[usize::from(site)]));
            asked[usize::from(site)].is_none_or(|asked| tile == Some(&asked))
        };
        let is_still = |&site: &u16| away[usize::from(site)] == NONE && !fits(start, site);
        let still: Vec<u16> = self.graph.all().filter(is_still).collect();
        if !still.is_empty() {
            return Err(Obstacle { why: Hindrance::Still, sites: still });
        }
        let mut least: Option<Vec<Obstacle>> = None;
        for end in self.ends(&away, asked) {
            let Ways(ways) = self.ways(end);
            let on = with_gap_led(start, gap, &ways);
            let homes: Vec<u16> = ways.into_iter().map(|(_, block)| block).collect();
            let settled = Settled { on, homes, asked: asked.to_vec() };
            let obstacles = settled.obstacles(&self.blocks, colours);
            if obstacles.is_empty() {
                return Ok(settled);
            }
            if least.as_ref().is_none_or(|least| obstacles.len() < least.len()) {
                least = Some(obstacles);
            }
        }
        // Without any site for the gap more is asked for than there is.
        let all = || Obstacle { why: Hindrance::Still, sites: self.graph.all().collect() };
        Err(least.and_then(Obstacle::joined).unwrap_or_else(all))
    }

    /// Returns the sites that the gap may end on, the nearest first. All of a rich block with more
    /// than two are alike: parity forbids nothing there, and the way from one to another changes
    /// that block alone.
    fn ends(&self, away: &[u16], asked: &[Option<Colour>]) -> Vec<u16> {
        let is_end =
            |&&site: &&u16| asked[usize::from(site)].is_none() && away[usize::from(site)] != NONE;
        let all: Vec<u16> = self.graph.all().collect();
        let mut ends: Vec<u16> = all.iter().filter(is_end).copied().collect();
        ends.sort_by_key(|&site| away[usize::from(site)]);
        for block in self.blocks.all.iter().filter(|block| block.shape == Shape::Rich) {
            let mut own = ends.iter().filter(|site| block.sites.contains(site)).copied();
            if let Some(first) = own.next()
                && own.count() > 1
            {
                ends.retain(|&site| site == first || !block.sites.contains(&site));
            }
        }
        ends
    }
}

/// Returns the tiles after the gap has gone along the ways to their end.
fn with_gap_led(start: &[u16], gap: u16, ways: &[(u16, u16)]) -> Vec<u16> {
    let mut on = start.to_vec();
    let mut site = gap;
    while let (next, _) = ways[usize::from(site)]
        && next != NONE
    {
        on.swap(usize::from(site), usize::from(next));
        site = next;
    }
    on
}

impl Settled {
    /// Returns the sites of a block without that of the gap, or the one on the way to the gap; of
    /// a ring in order from there.
    fn sites(&self, blocks: &Blocks, number: usize) -> Vec<u16> {
        let Block { shape, sites } = &blocks.all[number];
        let is_own = |site: &u16| usize::from(self.homes[usize::from(*site)]) == number;
        let mut sites = sites.clone();
        if *shape == Shape::Ring {
            let first = sites.iter().position(|site| !is_own(site)).unwrap_or(0);
            sites.rotate_left(first);
        }
        sites.retain(is_own);
        sites
    }

    fn asked(&self, site: u16) -> Option<Colour> {
        self.asked[usize::from(site)]
    }

    /// Returns what is in the way, one for each block.
    fn obstacles(&self, blocks: &Blocks, colours: &[Colour]) -> Vec<Obstacle> {
        let of_block = |number: usize| {
            // None are asked for where the gap never comes, or they stand there.
            let sites = self.sites(blocks, number);
            if sites.iter().all(|&site| self.asked(site).is_none()) {
                return None;
            }
            match blocks.all[number].shape {
                Shape::Bridge => self.in_bridge(&sites, colours),
                Shape::Ring => self.in_ring(sites, colours),
                Shape::Rich => self.in_rich(sites, colours),
            }
        };
        (0..blocks.all.len()).filter_map(of_block).collect()
    }

    fn colour(&self, site: u16, colours: &[Colour]) -> Colour {
        colours[usize::from(self.on[usize::from(site)])]
    }

    fn in_bridge(&self, sites: &[u16], colours: &[Colour]) -> Option<Obstacle> {
        let is_wrong = |&&site: &&u16| {
            self.asked(site).is_some_and(|asked| asked != self.colour(site, colours))
        };
        let wrong: Vec<u16> = sites.iter().filter(is_wrong).copied().collect();
        (!wrong.is_empty()).then_some(Obstacle { why: Hindrance::Narrow, sites: wrong })
    }

    fn in_ring(&self, sites: Vec<u16>, colours: &[Colour]) -> Option<Obstacle> {
        if self.turns(&sites, colours).next().is_some() {
            return None;
        }
        let short = self.short(&sites, colours);
        Some(match short.is_empty() {
            true => Obstacle { why: Hindrance::Ring, sites },
            false => Obstacle { why: Hindrance::Narrow, sites: short },
        })
    }

    /// Returns by how many places the tiles of a ring may be turned.
    fn turns(&self, sites: &[u16], colours: &[Colour]) -> impl Iterator<Item = usize> {
        let count = sites.len();
        let fits = move |&turn: &usize| {
            (0..count).all(|place| {
                let asked = self.asked(sites[(place + turn) % count]);
                asked.is_none_or(|asked| asked == self.colour(sites[place], colours))
            })
        };
        (0..count).filter(fits)
    }

    /// Returns the sites that ask for more of a colour than there is among the tiles on `sites`.
    fn short(&self, sites: &[u16], colours: &[Colour]) -> Vec<u16> {
        let is_short = |&&site: &&u16| {
            self.asked(site).is_some_and(|asked| {
                let wanted = sites.iter().filter(|&&other| self.asked(other) == Some(asked));
                let there = sites.iter().filter(|&&other| self.colour(other, colours) == asked);
                wanted.count() > there.count()
            })
        };
        sites.iter().filter(is_short).copied().collect()
    }

    fn in_rich(&self, sites: Vec<u16>, colours: &[Colour]) -> Option<Obstacle> {
        let short = self.short(&sites, colours);
        if !short.is_empty() {
            return Some(Obstacle { why: Hindrance::Narrow, sites: short });
        }
        let mut own: Vec<Colour> = sites.iter().map(|&site| self.colour(site, colours)).collect();
        own.sort_unstable();
        let has_equal = own.windows(2).any(|pair| pair[0] == pair[1]);
        let free: Vec<u16> =
            sites.iter().copied().filter(|&site| self.asked(site).is_none()).collect();
        if has_equal || free.len() > 1 {
            return None;
        }
        // Each tile has one place.
        let goes_to = |&site: &u16| {
            let own = Some(self.colour(site, colours));
            let place = sites.iter().position(|&other| self.asked(other) == own);
            place.or_else(|| sites.iter().position(|other| free.contains(other)))
        };
        let image: Option<Vec<usize>> = sites.iter().map(goes_to).collect();
        let is_odd = image.is_some_and(|image| !is_even(&image));
        is_odd.then_some(Obstacle { why: Hindrance::Parity, sites })
    }

    /// Returns an arrangement of the tiles that can be reached and is what is asked for: of equal
    /// tiles those go to a site that are nearest by `apart`, of a tile and a site.
    pub fn goal(
        &self,
        blocks: &Blocks,
        colours: &[Colour],
        apart: impl Fn(u16, u16) -> u16,
    ) -> Vec<u16> {
        let mut goal = self.on.clone();
        for (number, block) in blocks.all.iter().enumerate() {
            let sites = self.sites(blocks, number);
            match block.shape {
                Shape::Bridge => {}
                Shape::Ring => {
                    let count = sites.len();
                    let turns = self.turns(&sites, colours);
                    let turn = turns.min_by_key(|&turn| turn.min(count - turn)).unwrap_or(0);
                    for (place, &site) in sites.iter().enumerate() {
                        let to = sites[(place + turn) % count];
                        goal[usize::from(to)] = self.on[usize::from(site)];
                    }
                }
                Shape::Rich => self.assign(&sites, colours, &apart, &mut goal),
            }
        }
        goal
    }

    /// Assigns the tiles of a rich block.
    fn assign(
        &self,
        sites: &[u16],
        colours: &[Colour],
        apart: &impl Fn(u16, u16) -> u16,
        goal: &mut [u16],
    ) {
        let tiles: Vec<u16> = sites.iter().map(|&site| self.on[usize::from(site)]).collect();
        let mut pairs: Vec<(bool, u16, u16, u16)> = Vec::new();
        for &tile in &tiles {
            for &site in sites {
                let asked = self.asked(site);
                if asked.is_none_or(|asked| asked == colours[usize::from(tile)]) {
                    pairs.push((asked.is_none(), apart(tile, site), tile, site));
                }
            }
        }
        pairs.sort_unstable();
        let mut left: Vec<u16> = tiles.clone();
        let mut open: Vec<u16> = sites.to_vec();
        for (_, _, tile, site) in pairs {
            let tile_at = left.iter().position(|&other| other == tile);
            let site_at = open.iter().position(|&other| other == site);
            if let (Some(tile_at), Some(site_at)) = (tile_at, site_at) {
                goal[usize::from(site)] = tile;
                left.swap_remove(tile_at);
                open.swap_remove(site_at);
            }
        }
        let goes_to = |tile: &u16| {
            let place = sites.iter().position(|&site| goal[usize::from(site)] == *tile);
            place.expect("each has its site")
        };
        let image: Vec<usize> = tiles.iter().map(goes_to).collect();
        if is_even(&image) {
            return;
        }
        let may = |&(one, other): &(u16, u16)| {
            let colour = |site: u16| colours[usize::from(goal[usize::from(site)])];
            colour(one) == colour(other) || self.asked(one).is_none() && self.asked(other).is_none()
        };
        let pairs = sites.iter().flat_map(|&one| sites.iter().map(move |&other| (one, other)));
        let moved = |&(one, other): &(u16, u16)| {
            apart(goal[usize::from(one)], other) + apart(goal[usize::from(other)], one)
        };
        let least = pairs.filter(|(one, other)| one < other).filter(may).min_by_key(moved);
        if let Some((one, other)) = least {
            goal.swap(usize::from(one), usize::from(other));
        }
    }
}

/// Says whether the permutation that takes each place to its image is even.
fn is_even(image: &[usize]) -> bool {
    let mut seen = vec![false; image.len()];
    let mut swaps = 0;
    for start in 0..image.len() {
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            at = image[at];
            swaps += usize::from(at != start);
        }
    }
    swaps % 2 == 0
}
