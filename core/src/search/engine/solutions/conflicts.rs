//! What two tiles lose by being in each other's way, for the guide of the beams.
//!
//! On crowded boards most of a solution is making room, and slide distances know nothing of it. So
//! it is tabulated for each two tiles and sites by how much their ways to their ends exceed their
//! slide distances when they may stop anywhere but not pass each other. All pairs of a state are
//! added up: not a bound, but it tells a tile that shuts another one in from one that does not.

use super::board::Board;
use crate::search::base::space::NO_SITE;
use crate::search::engine::conflicts::pairs::excess_of_pair;

/// So many cells of runs take the time of a state when two tiles are searched together: a table takes
/// the time of less than 100 states with 12 tiles on 15 cells, of 71,000 with 14 on 16 by 16.
const RUNS_PER_STATE: u64 = 2_000;

/// What two tiles lose that block each other for good, in moves.
pub const BLOCKED: u8 = 16;

/// The table for one end of each tile.
pub struct Conflicts {
    sites: usize,
    /// The entries of a row.
    width: usize,
    /// A row for each tile and site; in it one entry for each tile and site.
    excess: Vec<u8>,
    /// The pair that is tabulated next, the second before the first.
    next: [usize; 2],
}

impl Conflicts {
    /// Returns what it takes to tabulate a pair, in states of a beam.
    pub fn states_per_pair(board: &Board) -> u64 {
        1 + (2 * board.sites() * board.rays.cells()) as u64 / RUNS_PER_STATE
    }

    /// Returns what it takes to make a table, in states of a beam.
    pub fn states(board: &Board) -> u64 {
        (board.tiles() * board.tiles().saturating_sub(1) / 2) as u64 * Self::states_per_pair(board)
    }

    /// Returns the memory of a table in bytes.
    pub fn bytes(board: &Board) -> u64 {
        ((board.tiles() * board.sites()) as u64).pow(2)
    }

    /// Begins a table.
    pub fn new(board: &Board) -> Self {
        let width = board.tiles() * board.sites();
        Self { sites: board.sites(), width, excess: vec![0; width * width], next: [1, 0] }
    }

    /// Says whether all pairs are tabulated.
    pub fn is_complete(&self) -> bool {
        self.next[0] * self.sites >= self.width
    }

    /// Tabulates the next pair on its ways to `ends` by slot. Returns `None` if the deadline comes or
    /// a distance is too long.
    pub fn tabulate(&mut self, board: &Board, ends: &[u16]) -> Option<()> {
        let pair @ [one, two] = self.next;
        self.next = if two + 1 < one { [one, two + 1] } else { [one + 1, 0] };
        let ends = pair.map(|slot| ends[slot]);
        if ends.contains(&NO_SITE) {
            return Some(());
        }
        let Self { sites, width, ref mut excess, .. } = *self;
        let groups = pair.map(|slot| board.group_of(slot));
        excess_of_pair(&board.rays, &board.distances, groups, ends, |[site, other], moves| {
            let [one, two] = [one * sites + site, two * sites + other];
            let moves = moves.map_or(BLOCKED, |moves| moves.min(BLOCKED.into()) as u8);
            excess[one * width + two] = moves;
            excess[two * width + one] = moves;
        })
    }

    /// Returns the place of a tile with this end on a site, among the rows and in each of them.
    #[inline]
    pub const fn place(&self, end: usize, site: u16) -> usize {
        end * self.sites + site as usize
    }

    /// Returns what the tile of a place loses by those of others.
    // Not in line: there it stands in four places, and the page has no room for that.
    #[inline(never)]
    pub fn of(&self, place: usize, others: &[usize]) -> u32 {
        let row = &self.excess[place * self.width..][..self.width];
        others.iter().map(|&other| u32::from(row[other])).sum()
    }

    pub const fn memory_held(&self) -> usize {
        self.excess.capacity()
    }
}
