//! Boards with one empty cell, the gap: whether a goal can be reached is decided without a search,
//! for every goal. Used by the warnings of a draft, by the shuffling of the classic puzzles and by
//! the search.
//!
//! The gap goes everywhere, but no tile ever leaves its **block** ([`blocks`]); a tile in a narrow
//! place belongs to the block on the side of the gap. So let the gap go to where it ends by any
//! way: what remains to be done is done block by block, by closed ways of the gap that change one
//! of them alone. A bridge changes nothing, a ring turns its tiles, and a rich block brings about
//! every even permutation of them, and no odd one, for all closed ways on a grid are even.
//!
//! ```text
//!   1 2 3        1 2 3
//!   4 5 6   ->   4 5 6    never: an odd permutation
//!   8 7 .        7 8 .
//! ```
//!
//! Where equal tiles are in one block, or two tiles of which nothing is asked, two of them may change
//! places, so parity forbids nothing there.
//!
//! **Passes** are cells like others where all tiles of their blocks may enter, and walls for
//! tiles that are not on the board. For others the theory has no answer. But no more can be reached
//! than if all tiles entered all passes, and no less than if the tiles on passes stayed there: both
//! boards are asked, and where they disagree nothing is said.
//!
//! References: Johnson, Story, *Notes on the "15" Puzzle*, 1879; Wilson, *Graph Puzzles, Homotopy,
//! and the Alternating Group*, 1974 (the one exception has odd rings); Kornhauser, Miller, Spirakis,
//! *Coordinating Pebble Motion on Graphs*, 1984.

mod blocks;
mod decide;
mod draft;
mod graph;
#[cfg(test)]
mod tests;

pub(crate) use self::blocks::{Block, Blocks, Shape};
pub(crate) use self::decide::{Net, Settled};
pub(crate) use self::graph::{Graph, NONE, Site};
use crate::puzzle::rules::{Board, Cell, Colour, Demand, Direction, Hindrance};

/// What is in the way of a goal, and on which sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Obstacle {
    pub why: Hindrance,
    pub sites: Vec<u16>,
}

/// Whether a goal can be reached.
#[derive(Clone, Debug)]
pub(crate) enum Decision {
    /// It can.
    Solvable(Settled),
    /// It cannot.
    Unsolvable(Obstacle),
    /// Passes that some tiles enter and others do not leave it open.
    Open,
}

/// A board with one empty cell.
pub(crate) struct OneGap {
    /// The cells that are no walls, row by row: the sites.
    pub cells: Vec<Cell>,
    /// The colour of each tile. Those of one colour are numbered by their cells, the colours follow
    /// each other.
    pub colours: Vec<Colour>,
    /// No more can be reached than on this board.
    open: Net,
    /// No less can be reached than on this one; `None` where it is the same.
    sure: Option<Net>,
    /// The tiles at the start.
    pub start: Vec<u16>,
    /// The gap at the start.
    pub gap: u16,
}

impl OneGap {
    /// Returns the board with these tiles on it; `None` unless it has one empty cell, those aside
    /// that no tile on the board may enter.
    pub fn new(board: &Board, tile: impl Fn(Cell) -> Option<Colour>) -> Option<Self> {
        let cells: Vec<Cell> = board.free_cells().collect();
        let mut tiles: Vec<(Colour, u16)> =
            (0..).zip(&cells).filter_map(|(site, &cell)| Some((tile(cell)?, site))).collect();
        // Sooner than all else: most boards have more empty cells.
        let passes = board.terrain().passes.len();
        if tiles.len() >= cells.len() || tiles.len() + 1 + passes < cells.len() {
            return None;
        }
        tiles.sort_unstable();
        let mut start = vec![NONE; cells.len()];
        (0..).zip(&tiles).for_each(|(tile, &(_, site))| start[usize::from(site)] = tile);
        let colours: Vec<Colour> = tiles.iter().map(|&(colour, _)| colour).collect();
        let pass = |site: usize| board.terrain().pass(cells[site]);
        let is_wall = |site: usize| pass(site).is_some_and(|own| !colours.contains(&own));
        let mut gaps = (0..cells.len()).filter(|&site| start[site] == NONE && !is_wall(site));
        let (Some(gap), None) = (gaps.next(), gaps.next()) else { return None };
        // As a tile goes that enters every pass.
        let next = |site: usize, direction| {
            let next = board.next(board.freest_class(), cells[site], direction)?;
            cells.binary_search(&next).ok()
        };
        let net = |is_wall: &dyn Fn(usize) -> bool| {
            let beside = |site: usize| {
                let sites = Direction::ALL.into_iter().filter_map(move |to| next(site, to));
                sites.filter(move |&next| !is_wall(next) && !is_wall(site))
            };
            Net::new(Graph::new(cells.len(), beside))
        };
        let open = net(&is_wall);
        let homes = open.homes(gap as u16);
        // A pass that all tiles of its blocks enter is a cell like others.
        let is_doubtful = |site: usize| {
            pass(site).is_some_and(|own| {
                let is_near = |home: u16| {
                    open.blocks
                        .all
                        .get(usize::from(home))
                        .is_some_and(|block| block.sites.contains(&(site as u16)))
                };
                let mut near = (0..cells.len()).filter(|&other| is_near(homes[other]));
                near.any(|other| {
                    colours.get(usize::from(start[other])).is_some_and(|&colour| colour != own)
                })
            })
        };
        let doubtful: Vec<bool> = (0..cells.len()).map(is_doubtful).collect();
        let sure = doubtful.contains(&true).then(|| net(&|site| is_wall(site) || doubtful[site]));
        Some(Self { colours, open, sure, start, gap: gap as u16, cells })
    }

    /// Returns the board whose moves are all there: without those through passes that not all
    /// tiles enter.
    pub fn net(&self) -> &Net {
        self.sure.as_ref().unwrap_or(&self.open)
    }

    /// Decides whether `wanted` can be reached from an arrangement of the tiles that can be; each
    /// asks for no more tiles of a colour than there are.
    pub fn decide(&self, start: &[u16], gap: u16, wanted: &Demand) -> Decision {
        let mut asked = vec![None; self.cells.len()];
        for &(cell, colour) in wanted {
            // Where there is no cell it is another issue.
            let Ok(site) = self.cells.binary_search(&cell) else { return Decision::Open };
            asked[site] = Some(colour);
        }
        let settled = self.open.settle(&self.colours, start, gap, &asked);
        match (settled, &self.sure) {
            (Err(obstacle), _) => Decision::Unsolvable(obstacle),
            (Ok(settled), None) => Decision::Solvable(settled),
            (Ok(_), Some(sure)) => match sure.settle(&self.colours, start, gap, &asked) {
                Ok(settled) => Decision::Solvable(settled),
                Err(_) => Decision::Open,
            },
        }
    }
}
