//! Computes the tables of [`super::triples`], a few at a time: so that a search can be stopped
//! meanwhile.

use super::pairs::{Conflicts, FARTHEST, word_and_bit};
use super::triples::{Shape, Table, Triples};
use crate::search::engine::estimate::pattern_database::UNREACHED;
use crate::search::heuristic::rays::Rays;
use crate::search::pool::Pool;

/// Tables that are being computed.
pub struct Building {
    triples: Triples,
    /// What is still to be computed: targets and ends.
    left: Vec<(usize, [usize; 3])>,
}

/// A distance of three tiles is too long for a byte.
#[derive(Debug)]
pub struct TooLong;

impl Building {
    /// Begins with nothing computed.
    pub fn new(rays: &Rays, conflicts: &Conflicts) -> Self {
        let (tiles, targets) = (conflicts.tiles(), conflicts.targets());
        let shape = Shape::new(tiles, rays.sites());
        let pairs = |top: usize| (0..top).flat_map(|high| (0..high).map(move |low| [low, high]));
        let of = |target| {
            let ends =
                (0..tiles).flat_map(move |top| pairs(top).map(move |[low, high]| [low, high, top]));
            ends.map(move |ends| (target, ends))
        };
        let left = (0..targets).flat_map(of).collect();
        let tables = (0..targets).map(|_| shape.table());
        Self { triples: Triples { shape, targets: tables.collect() }, left }
    }

    /// Computes some more. Returns whether all is computed.
    pub fn step(
        &mut self,
        pool: &Pool,
        rays: &Rays,
        conflicts: &Conflicts,
    ) -> Result<bool, TooLong> {
        let Self { triples: Triples { shape, targets }, left } = self;
        let now = left.split_off(left.len().saturating_sub(pool.threads()));
        let of = |(target, ends)| Lost { target, ends, bytes: None };
        let mut lost: Vec<Lost> = now.into_iter().map(of).collect();
        pool.each(&mut lost, |lost| {
            lost.bytes = more_than_pairs(rays, conflicts, lost.target, lost.ends);
        });
        if lost.iter().any(|lost| lost.bytes.is_none()) {
            return Err(TooLong);
        }
        let mut blocks: Vec<Block<'_>> = Vec::new();
        for (target, Table { rows, outlines }) in targets.iter_mut().enumerate() {
            let pairs = (0..shape.tiles).flat_map(|high| (0..high).map(move |low| [low, high]));
            let rows = rows.chunks_mut((shape.block_rows() * shape.row_words()).max(1));
            let both = rows.zip(outlines.chunks_mut(shape.block_rows().max(1)));
            let block = |(ends, (rows, outlines))| Block { target, ends, rows, outlines };
            blocks.extend(pairs.zip(both).map(block));
        }
        blocks.retain(|block| lost.iter().any(|lost| lost.concerns(block)));
        pool.each(&mut blocks, |block| block.note(&lost, *shape));
        Ok(left.is_empty())
    }

    /// Returns the tables.
    pub fn finish(self) -> Triples {
        self.triples
    }
}

impl Lost {
    fn concerns(&self, block: &Block<'_>) -> bool {
        self.target == block.target && block.ends.iter().all(|end| self.ends.contains(end))
    }
}

/// The part of the table of a target for the tiles that go to two ends.
struct Block<'a> {
    target: usize,
    ends: [usize; 2],
    rows: &'a mut [u64],
    outlines: &'a mut [u64],
}

/// Where the tiles that go to three ends lose more than two of them, once that is known.
struct Lost {
    target: usize,
    ends: [usize; 3],
    bytes: Option<Vec<u8>>,
}

impl Block<'_> {
    /// Notes what is known of three tiles two of which are these.
    fn note(&mut self, lost: &[Lost], shape: Shape) {
        let sites = shape.sites;
        let own: Vec<&Lost> = lost.iter().filter(|lost| lost.concerns(self)).collect();
        for Lost { ends, bytes, .. } in own {
            let third = (0..3).find(|&nth| !self.ends.contains(&ends[nth]));
            let (Some(third), Some(bytes)) = (third, bytes) else { continue };
            let steps = [sites * sites, sites, 1];
            let [one, two] = [[1, 2], [0, 2], [0, 1]][third].map(|nth| steps[nth]);
            let rows = self.rows.chunks_exact_mut(shape.row_words()).zip(&mut *self.outlines);
            for (nth, (row, outline)) in rows.enumerate() {
                let first = nth / sites * one + nth % sites * two;
                let words = &mut row[ends[third] * shape.words..][..shape.words];
                let bytes = bytes[first..].iter().step_by(steps[third]).take(sites);
                for (site, _) in bytes.enumerate().filter(|&(_, &byte)| byte != 0) {
                    let (word, bit) = word_and_bit(site as u16);
                    words[word] |= bit;
                    *outline |= shape.mark((ends[third], site as u16));
                }
            }
        }
    }
}

/// Returns for all sites of the tiles that go to three ends whether they lose more than any two
/// of them. `None` if a distance is too long for a byte.
fn more_than_pairs(
    rays: &Rays,
    conflicts: &Conflicts,
    target: usize,
    ends: [usize; 3],
) -> Option<Vec<u8>> {
    let sites = rays.sites();
    let of_ends = ends.map(|end| conflicts.end(target, end));
    let mut all = rays.distances(3, std::iter::once(&of_ends[..]))?;
    let lost = |one: usize, two: usize| {
        let all = (0..sites * sites).map(|at| {
            let at = [at / sites, at % sites].map(|site| site as u16);
            conflicts.lost(target, (ends[one], at[0]), (ends[two], at[1]))
        });
        all.collect::<Vec<u8>>()
    };
    let (low, outer, high) = (lost(0, 1), lost(0, 2), lost(1, 2));
    let gone = |nth: usize, site: usize| conflicts.distance(target, ends[nth], site as u16);
    for (row, of_row) in all.chunks_exact_mut(sites).enumerate() {
        let (one, two) = (row / sites, row % sites);
        let before = gone(0, one) + gone(1, two);
        for (three, moves) in of_row.iter_mut().enumerate() {
            let lost = low[row].max(outer[one * sites + three]).max(high[two * sites + three]);
            let least = before + gone(2, three) + i16::from(lost);
            let is_known = *moves != UNREACHED && least < FARTHEST as i16;
            *moves = u8::from(is_known && i16::from(*moves) > least);
        }
    }
    Some(all)
}
