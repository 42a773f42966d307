//! The tables of pair landmarks: with which extra moves two tiles arrive together, by their sites.
//!
//! From most sites they arrive without any, so the table is sparse: a bit per pair of sites says
//! whether it has an entry. Entries are found by counting bits (rank).
//!
//! Reference: Jacobson, *Space-Efficient Static Trees and Graphs*, 1989 (rank on bit vectors).

use crate::search::engine::reachability::thresholds::PairThreshold;

/// Pairs of sites of a chunk.
const CHUNK_BITS: usize = u64::BITS as usize;

/// Some pairs of sites, those with adjacent sites of the second next to each other.
#[derive(Clone, Copy)]
struct Chunk {
    /// Where they arrive without extra moves.
    at_once: u64,
    /// The first entry of the others.
    first: u32,
}

/// The entries by pair and by the sites of both.
#[derive(Default)]
pub struct PairTables {
    chunks: Vec<Chunk>,
    entries: Vec<PairThreshold>,
}

impl PairTables {
    /// Adds the table of a pair, by the site of the first and then of the second. Returns its
    /// number.
    pub fn add(&mut self, sites: usize, table: &[PairThreshold]) -> u32 {
        let nth = self.len(sites);
        for chunk in table.chunks(CHUNK_BITS) {
            let (mut at_once, first) = (0, self.entries.len() as u32);
            for (bit, &entry) in chunk.iter().enumerate() {
                if entry.second(0) == 0 {
                    at_once |= 1 << bit;
                } else {
                    self.entries.push(entry);
                }
            }
            self.chunks.push(Chunk { at_once, first });
        }
        nth
    }

    /// Copies a table of another collection. Returns its number.
    pub fn copy(&mut self, sites: usize, others: &Self, pair: u32) -> u32 {
        let (nth, each) = (self.len(sites), chunks(sites));
        let begin = pair as usize * each;
        let first = others.chunks[begin].first;
        let next = others.chunks.get(begin + each);
        let end = next.map_or(others.entries.len(), |next| next.first as usize);
        let moved = self.entries.len() as u32;
        self.entries.extend_from_slice(&others.entries[first as usize..end]);
        let copied = others.chunks[begin..begin + each].iter();
        self.chunks
            .extend(copied.map(|chunk| Chunk { first: chunk.first - first + moved, ..*chunk }));
        nth
    }

    /// Returns the entry of a pair for two sites.
    #[inline]
    pub fn get(&self, sites: usize, pair: u32, [one, other]: [usize; 2]) -> PairThreshold {
        let (both, first) = (one * sites + other, pair as usize * chunks(sites));
        let (chunk, bit) = (self.chunks[first + both / CHUNK_BITS], both % CHUNK_BITS);
        let others = !chunk.at_once;
        if others >> bit & 1 == 0 {
            return PairThreshold::default();
        }
        let before = others & ((1 << bit) - 1);
        self.entries[chunk.first as usize + before.count_ones() as usize]
    }

    /// Returns the number of tables.
    const fn len(&self, sites: usize) -> u32 {
        (self.chunks.len() / chunks(sites)) as u32
    }

    /// Returns the bytes in use.
    pub const fn bytes(&self) -> usize {
        self.chunks.len() * size_of::<Chunk>() + self.entries.len() * size_of::<PairThreshold>()
    }

    /// Returns the bytes allocated.
    pub const fn memory_bytes(&self) -> usize {
        self.chunks.capacity() * size_of::<Chunk>()
            + self.entries.capacity() * size_of::<PairThreshold>()
    }
}

/// Returns the chunks of a table.
const fn chunks(sites: usize) -> usize {
    (sites * sites).div_ceil(CHUNK_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::random::Random;

    #[test]
    fn what_is_added_or_copied_is_found_again() {
        let mut random = Random::new(7);
        for sites in [1, 5, 8, 13] {
            let mut joint = || {
                let need = |_| match random.below(3) {
                    0 => PairThreshold::new([random.below(5) as u8 + 1, 1, 1, 0, 0]),
                    _ => PairThreshold::default(),
                };
                (0..sites * sites).map(need).collect::<Vec<PairThreshold>>()
            };
            let all: Vec<Vec<PairThreshold>> = (0..6).map(|_| joint()).collect();
            let (mut pairs, mut copies) = (PairTables::default(), PairTables::default());
            for (nth, joint) in (0..).zip(&all) {
                assert_eq!(pairs.add(sites, joint), nth);
            }
            let order = [4, 0, 5, 2];
            for (nth, &from) in (0..).zip(&order) {
                assert_eq!(copies.copy(sites, &pairs, from), nth);
            }
            for (both, on) in (0..sites * sites).map(|both| (both, [both / sites, both % sites])) {
                for (nth, joint) in (0..).zip(&all) {
                    assert_eq!(pairs.get(sites, nth, on), joint[both]);
                }
                for (nth, &from) in (0..).zip(&order) {
                    assert_eq!(copies.get(sites, nth, on), all[from as usize][both]);
                }
            }
        }
    }
}
