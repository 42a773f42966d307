//! The sites where tiles can come to stand if each goes one of its shortest ways: what the
//! test of tightness collects.

use super::tables::{Stop, Tables};
use crate::search::engine::class::Way;

/// Each tile has a bit in a word, one that has moved a second one, and walls have one.
pub const MAX_TILES: usize = 62;
const WALL: u64 = 1 << 63;

const NOBODY: u32 = u32::MAX;

/// What one tile has to do.
#[derive(Clone, Copy, Default)]
pub struct Task {
    pub from: u16,
    /// Where its targets begin, and how many there are; any will do.
    pub first_target: u16,
    pub targets: u16,
    /// The distance to the nearest of them.
    pub least: u16,
}

/// A tile that can come to stand on a site, perhaps only if another stands behind it.
#[derive(Clone, Copy)]
struct Step {
    tile: u8,
    to: u16,
    /// The next that waits for the same.
    next: u32,
}

/// The sites where the tiles can come to stand on their shortest ways.
#[derive(Default)]
pub struct Ways {
    pub tasks: Vec<Task>,
    pub targets: Vec<u16>,
    /// The moves that all tasks take at least.
    pub least: u16,
    /// For each site the tiles that can stand there.
    standing: Vec<u64>,
    /// What was found and has not been gone on from.
    found: Vec<(u8, u16)>,
    /// For each site the first step that waits for a tile there.
    waiting_at: Vec<u32>,
    waiting: Vec<Step>,
    /// Tiles that have a way to go and have not come to its end.
    missing: u64,
    /// A tile and the same after it has moved: none stops the other.
    same: u64,
    /// What is to be undone: sites with those that could stand or waited there before.
    undo_standing: Vec<(u16, u64)>,
    undo_waiting: Vec<(u16, u32)>,
}

impl Ways {
    /// Returns the task of the tile of `slot` once it, or its target, is on `to`; `None` if
    /// that changes the tasks of others.
    pub fn task_after(&self, tables: &Tables, way: Way, slot: usize, to: u16) -> Option<Task> {
        let task = self.tasks[slot];
        match way {
            Way::Forward => {
                Some(Task { from: to, least: tables.left(self.targets_of(task), to), ..task })
            }
            Way::Backward if task.targets > 1 => None,
            Way::Backward => {
                // See `arrive_after`.
                let first_target = self.targets.len() as u16;
                Some(Task { first_target, least: tables.left(&[to], task.from), ..task })
            }
        }
    }

    fn targets_of(&self, task: Task) -> &[u16] {
        &self.targets[usize::from(task.first_target)..][..usize::from(task.targets)]
    }

    /// Collects all sites; says whether all tiles arrive.
    pub fn collect(&mut self, tables: &Tables) -> bool {
        self.standing.clear();
        self.standing.resize(tables.sites + 1, 0);
        self.standing[tables.sites] = WALL;
        self.waiting_at.clear();
        self.waiting_at.resize(tables.sites + 1, NOBODY);
        self.waiting.clear();
        self.found.clear();
        self.missing = 0;
        for (tile, task) in self.tasks.iter().enumerate() {
            self.standing[usize::from(task.from)] |= 1 << tile;
            if task.least > 0 {
                self.missing |= 1 << tile;
                self.found.push((tile as u8, task.from));
            }
        }
        while let Some((tile, site)) = self.found.pop() {
            self.go_on(tables, tile, site);
        }
        self.undo_standing.clear();
        self.undo_waiting.clear();
        self.missing == 0
    }

    /// Says whether all arrive when the tile of `slot`, or its target, is on `to` and it has
    /// the task that this makes; leaves everything as it was.
    pub fn arrive_after(&mut self, tables: &Tables, slot: usize, to: u16, task: Task) -> bool {
        self.targets.push(to);
        let (missing, waiting, moved) = (self.missing, self.waiting.len(), self.tasks.len());
        self.same = 1 << slot | 1 << moved;
        self.missing &= !self.same;
        self.tasks.push(task);
        self.stand(moved as u8, task.from);
        if task.least > 0 {
            self.missing |= 1 << moved;
        }
        while self.missing != 0
            && let Some((tile, site)) = self.found.pop()
        {
            self.go_on(tables, tile, site);
        }
        let yes = self.missing == 0;
        self.found.clear();
        while let Some((site, before)) = self.undo_standing.pop() {
            self.standing[usize::from(site)] = before;
        }
        while let Some((site, before)) = self.undo_waiting.pop() {
            self.waiting_at[usize::from(site)] = before;
        }
        self.waiting.truncate(waiting);
        self.tasks.truncate(moved);
        self.targets.pop();
        (self.missing, self.same) = (missing, 0);
        yes
    }

    /// Lets those go on that waited for this tile on this site, and adds the sites that
    /// are a move nearer for it.
    #[inline]
    fn go_on(&mut self, tables: &Tables, tile: u8, site: u16) {
        let own = self.own(tile);
        let mut next = self.waiting_at[usize::from(site)];
        while next != NOBODY {
            let step = self.waiting[next as usize];
            next = step.next;
            if own >> step.tile & 1 == 0
                && self.standing[usize::from(step.to)] >> step.tile & 1 == 0
            {
                self.stand(step.tile, step.to);
            }
        }
        let task = self.tasks[usize::from(tile)];
        let left = tables.left(self.targets_of(task), site);
        if left == 0 {
            return;
        }
        for nth in task.first_target..task.first_target + task.targets {
            let row =
                usize::from(self.targets[usize::from(nth)]) * tables.sites + usize::from(site);
            if tables.distances[row] > left {
                continue;
            }
            for stop in tables.first_stops[row]..tables.first_stops[row + 1] {
                let Stop { at: to, behind } = tables.stops[stop as usize];
                if self.standing[usize::from(to)] >> tile & 1 != 0 {
                    continue;
                }
                if self.standing[usize::from(behind)] & !own != 0 {
                    self.stand(tile, to);
                } else {
                    self.wait(Step { tile, to, next: NOBODY }, behind);
                }
            }
        }
    }

    /// Returns the tiles that do not stop this one.
    #[inline]
    const fn own(&self, tile: u8) -> u64 {
        if self.same >> tile & 1 == 0 { 1 << tile } else { self.same }
    }

    #[inline]
    fn stand(&mut self, tile: u8, site: u16) {
        let standing = &mut self.standing[usize::from(site)];
        self.undo_standing.push((site, *standing));
        *standing |= 1 << tile;
        self.found.push((tile, site));
        if self.targets_of(self.tasks[usize::from(tile)]).contains(&site) {
            self.missing &= !(1 << tile);
        }
    }

    #[inline]
    fn wait(&mut self, step: Step, behind: u16) {
        let first = &mut self.waiting_at[usize::from(behind)];
        self.undo_waiting.push((behind, *first));
        self.waiting.push(Step { next: *first, ..step });
        *first = self.waiting.len() as u32 - 1;
    }
}
