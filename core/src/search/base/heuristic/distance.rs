//! Slide distance: the fewest moves that bring one tile from a site to a goal site
//! if it may stop anywhere on its way and no other tile is in the way.
//!
//! Never too high: whatever the other tiles do, each move of the tile is a straight run
//! between two ends of slides on the board, so it is a move here too. A tile passes only
//! empty cells, so no run is longer than the number of empty cells; with one empty cell this
//! is Manhattan distance around the walls. Consistent: one move of one tile lowers its
//! distance by at most 1, and so the cheapest assignment of equal tiles.
//!
//! Reference: Hüffner, Edelkamp, Fernau, Niedermeier, *Finding Optimal Solutions to
//! Atomix*, KI 2001 ("generalised moves").

use std::sync::Arc;

use super::UNREACHABLE;
use super::rays::Rays;
use crate::search::base::key::Key;
use crate::search::base::space::Space;

/// No number of moves suffices.
pub const NO_WAY: u16 = u16::MAX;

/// Slide distances between all pairs of sites of a space, in moves, by class of colours. Copies
/// share them.
#[derive(Clone)]
pub struct Distances {
    sites: usize,
    /// By class, then by `goal site * sites + site`.
    classes: Arc<[Vec<u16>]>,
    /// By group of tiles.
    class_of: Arc<[usize]>,
}

impl Distances {
    /// Computes all distances: one breadth-first search from each site. A run can
    /// be made in both directions, so distances are the same both ways.
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        let rays = Rays::new(space);
        let of_class = |class| {
            if rays.go_to_the_end() { along_lines(&rays, class) } else { along_rays(&rays, class) }
        };
        Self {
            sites: rays.sites(),
            classes: (0..rays.classes()).map(of_class).collect(),
            class_of: space.groups.iter().map(|group| group.class).collect(),
        }
    }

    /// Returns the number of sites.
    pub const fn sites(&self) -> usize {
        self.sites
    }

    /// Returns the distances of the tiles of `group` to `goal`, by site; [`NO_WAY`] where it
    /// cannot be reached.
    pub fn of_group(&self, group: usize, goal: u16) -> &[u16] {
        self.row(self.class_of[group], goal)
    }

    fn row(&self, class: usize, goal: u16) -> &[u16] {
        &self.classes[class][usize::from(goal) * self.sites..][..self.sites]
    }

    /// Returns the longest distance that can be gone.
    pub fn longest(&self) -> u16 {
        let moves = self.classes.iter().flatten().copied();
        moves.filter(|&moves| moves != NO_WAY).max().unwrap_or(0)
    }

    /// Returns the distances as costs, by class, goal site and site.
    pub(super) fn to_costs(&self) -> Vec<Vec<Vec<f64>>> {
        let cost = |&moves: &u16| if moves == NO_WAY { UNREACHABLE } else { f64::from(moves) };
        let row = |row: &[u16]| row.iter().map(cost).collect();
        // A board without sites has no rows.
        let of_class = |moves: &Vec<u16>| moves.chunks(self.sites.max(1)).map(row).collect();
        self.classes.iter().map(of_class).collect()
    }
}

/// Computes the distances of a class where some runs end before the board ends them.
fn along_rays(rays: &Rays, class: usize) -> Vec<u16> {
    let sites = rays.sites();
    let mut moves = vec![NO_WAY; sites * sites];
    for (goal, row) in moves.chunks_mut(sites).enumerate() {
        row[goal] = 0;
        let mut queue = std::collections::VecDeque::from([goal]);
        while let Some(site) = queue.pop_front() {
            for &next in rays.from(class, site).into_iter().flatten() {
                if row[usize::from(next)] == NO_WAY {
                    row[usize::from(next)] = row[site] + 1;
                    queue.push_back(usize::from(next));
                }
            }
        }
    }
    moves
}

/// Computes them where the board ends every run: all sites between two ends are one move from
/// each other, so each such line is gone along once in a search.
fn along_lines(rays: &Rays, class: usize) -> Vec<u16> {
    let sites = rays.sites();
    let (lines, of_site) = lines(rays, class);
    let mut moves = vec![NO_WAY; sites * sites];
    let mut queue: Vec<u16> = Vec::with_capacity(sites);
    let mut is_done = vec![false; lines.len()];
    for (goal, row) in moves.chunks_mut(sites).enumerate() {
        row[goal] = 0;
        is_done.fill(false);
        queue.clear();
        queue.push(goal as u16);
        let mut at = 0;
        while let Some(&site) = queue.get(at) {
            at += 1;
            let further = row[usize::from(site)] + 1;
            for line in of_site[usize::from(site)] {
                if std::mem::replace(&mut is_done[line as usize], true) {
                    continue;
                }
                for &next in &lines[line as usize] {
                    if row[usize::from(next)] == NO_WAY {
                        row[usize::from(next)] = further;
                        queue.push(next);
                    }
                }
            }
        }
    }
    moves
}

/// Returns the sites between two ends of runs, of each row and each column, and for each site the
/// numbers of its two lines.
fn lines(rays: &Rays, class: usize) -> (Vec<Vec<u16>>, Vec<[u32; 2]>) {
    let mut lines: Vec<Vec<u16>> = Vec::new();
    let mut of_site = vec![[0; 2]; rays.sites()];
    for site in 0..rays.sites() {
        let runs = rays.from(class, site);
        // Up and down, left and right.
        for (axis, both) in runs.chunks(2).enumerate() {
            if both[0].is_empty() {
                let line: Vec<u16> = [site as u16].iter().chain(both[1]).copied().collect();
                line.iter().for_each(|&at| of_site[usize::from(at)][axis] = lines.len() as u32);
                lines.push(line);
            }
        }
    }
    (lines, of_site)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::random::Random;

    #[test]
    fn lines_and_rays_agree() {
        let mut random = Random::new(3);
        for _ in 0..40 {
            let (width, height) = (7 + random.below(9), 7 + random.below(9));
            let square = |random: &mut Random| if random.below(4) == 0 { '#' } else { '.' };
            let mut rows: Vec<Vec<char>> =
                (0..height).map(|_| (0..width).map(|_| square(&mut random)).collect()).collect();
            rows[0][0] = 'R';
            let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            let text = text.join("\n");
            let puzzle = crate::puzzle::parse_text(&format!("{text}\n\n{text}"), None);
            let space = Space::<u64>::new(&puzzle.unwrap().validate().unwrap());
            let rays = Rays::new(&space);
            let (one, other) = (along_lines(&rays, 0), along_rays(&rays, 0));
            assert!(space.empty_count() >= 32 && one == other, "{text}");
        }
    }
}
