//! Computes the tables of [`super::triples`] a few at a time, so that the search can be stopped in
//! between.

use super::pairs::{FARTHEST_MOVES, PairExcess, word_and_bit};
use super::triples::{Table, TripleExcess, TripleLayout};
use crate::search::engine::estimate::pattern_database::UNREACHED;
use crate::search::heuristic::rays::Rays;
use crate::search::pool::Pool;

/// Tables under construction.
pub struct TripleBuilder {
    triples: TripleExcess,
    /// Targets and ends that remain.
    left: Vec<(usize, [usize; 3])>,
}

/// A distance of three tiles does not fit a byte.
#[derive(Debug)]
pub struct TooLong;

impl TripleBuilder {
    /// Prepares empty tables.
    pub fn new(rays: &Rays, conflicts: &PairExcess) -> Self {
        let (tiles, targets) = (conflicts.tiles(), conflicts.targets());
        let layout = TripleLayout::new(tiles, rays.sites());
        let pairs = |top: usize| (0..top).flat_map(|high| (0..high).map(move |low| [low, high]));
        let of = |target| {
            let ends =
                (0..tiles).flat_map(move |top| pairs(top).map(move |[low, high]| [low, high, top]));
            ends.map(move |ends| (target, ends))
        };
        let left = (0..targets).flat_map(of).collect();
        let tables = (0..targets).map(|_| layout.table());
        Self { triples: TripleExcess { layout, targets: tables.collect() }, left }
    }

    /// Computes the next tables, one per thread. Returns whether all are done.
    pub fn step(
        &mut self,
        pool: &Pool,
        rays: &Rays,
        conflicts: &PairExcess,
    ) -> Result<bool, TooLong> {
        let Self { triples: TripleExcess { layout, targets }, left } = self;
        let now = left.split_off(left.len().saturating_sub(pool.threads()));
        let of = |(target, ends)| Computed { target, ends, bytes: None };
        let mut excess: Vec<Computed> = now.into_iter().map(of).collect();
        pool.each(&mut excess, |excess| {
            excess.bytes = more_than_pairs(rays, conflicts, excess.target, excess.ends);
        });
        if excess.iter().any(|excess| excess.bytes.is_none()) {
            return Err(TooLong);
        }
        let mut blocks: Vec<Block<'_>> = Vec::new();
        for (target, Table { rows, summaries }) in targets.iter_mut().enumerate() {
            let pairs = (0..layout.tiles).flat_map(|high| (0..high).map(move |low| [low, high]));
            let rows = rows.chunks_mut((layout.block_rows() * layout.row_words()).max(1));
            let both = rows.zip(summaries.chunks_mut(layout.block_rows().max(1)));
            let block = |(ends, (rows, summaries))| Block { target, ends, rows, summaries };
            blocks.extend(pairs.zip(both).map(block));
        }
        blocks.retain(|block| excess.iter().any(|excess| excess.concerns(block)));
        pool.each(&mut blocks, |block| block.note(&excess, *layout));
        Ok(left.is_empty())
    }

    /// Returns the tables.
    pub fn finish(self) -> TripleExcess {
        self.triples
    }
}

impl Computed {
    fn concerns(&self, block: &Block<'_>) -> bool {
        self.target == block.target && block.ends.iter().all(|end| self.ends.contains(end))
    }
}

/// The part of a target's table for one pair of ends.
struct Block<'a> {
    target: usize,
    ends: [usize; 2],
    rows: &'a mut [u64],
    summaries: &'a mut [u64],
}

/// Where tiles that go to three ends lose more than any two of them; `None` before it is computed.
struct Computed {
    target: usize,
    ends: [usize; 3],
    bytes: Option<Vec<u8>>,
}

impl Block<'_> {
    /// Enters the triples that contain this pair of ends.
    fn note(&mut self, excess: &[Computed], layout: TripleLayout) {
        let sites = layout.sites;
        let own: Vec<&Computed> = excess.iter().filter(|excess| excess.concerns(self)).collect();
        for Computed { ends, bytes, .. } in own {
            let third = (0..3).find(|&nth| !self.ends.contains(&ends[nth]));
            let (Some(third), Some(bytes)) = (third, bytes) else { continue };
            let steps = [sites * sites, sites, 1];
            let [one, two] = [[1, 2], [0, 2], [0, 1]][third].map(|nth| steps[nth]);
            let rows = self.rows.chunks_exact_mut(layout.row_words()).zip(&mut *self.summaries);
            for (nth, (row, summary)) in rows.enumerate() {
                let first = nth / sites * one + nth % sites * two;
                let words = &mut row[ends[third] * layout.words..][..layout.words];
                let bytes = bytes[first..].iter().step_by(steps[third]).take(sites);
                for (site, _) in bytes.enumerate().filter(|&(_, &byte)| byte != 0) {
                    let (word, bit) = word_and_bit(site as u16);
                    words[word] |= bit;
                    *summary |= layout.mark((ends[third], site as u16));
                }
            }
        }
    }
}

/// Returns for all sites of three tiles whether they lose more than any two of them. `None` if a
/// distance does not fit a byte.
fn more_than_pairs(
    rays: &Rays,
    conflicts: &PairExcess,
    target: usize,
    ends: [usize; 3],
) -> Option<Vec<u8>> {
    let sites = rays.sites();
    let of_ends = ends.map(|end| conflicts.end(target, end));
    let groups = ends.map(|end| conflicts.group_of_end(target, end));
    let mut all = rays.distances(&groups, std::iter::once(&of_ends[..]))?;
    let excess = |one: usize, two: usize| {
        let all = (0..sites * sites).map(|at| {
            let at = [at / sites, at % sites].map(|site| site as u16);
            conflicts.excess(target, (ends[one], at[0]), (ends[two], at[1]))
        });
        all.collect::<Vec<u8>>()
    };
    let (low, outer, high) = (excess(0, 1), excess(0, 2), excess(1, 2));
    let gone = |nth: usize, site: usize| conflicts.distance(target, ends[nth], site as u16);
    for (row, of_row) in all.chunks_exact_mut(sites).enumerate() {
        let (one, two) = (row / sites, row % sites);
        let before = gone(0, one) + gone(1, two);
        for (three, moves) in of_row.iter_mut().enumerate() {
            let excess = low[row].max(outer[one * sites + three]).max(high[two * sites + three]);
            let least = before + gone(2, three) + i16::from(excess);
            let is_known = *moves != UNREACHED && least < FARTHEST_MOVES as i16;
            *moves = u8::from(is_known && i16::from(*moves) > least);
        }
    }
    Some(all)
}
