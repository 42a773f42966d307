//! With how many detours two tiles arrive together, for the landmarks of two tiles. Used by
//! [`super::store`], which says which landmark is which.
//!
//! From most sites they do though none of them makes a detour. Of each two sites a bit says so, and
//! what they need is kept only for the others: there are thousands of such landmarks, and each look at
//! one waits for memory.

use super::explain::Joint;

/// So many sites have a bit in a [`Block`].
const WIDTH: usize = u64::BITS as usize;

/// Some sites of two tiles, those of the second next to each other.
#[derive(Clone, Copy)]
struct Block {
    /// Whether they arrive without detours.
    at_once: u64,
    /// Where what the others need begins.
    first: u32,
}

/// What two tiles need, by pair and the sites of both.
#[derive(Default)]
pub struct Joints {
    blocks: Vec<Block>,
    joint: Vec<Joint>,
}

impl Joints {
    /// Adds a pair, by the site of the first and then by that of the second, of which there are so
    /// many. Returns its number.
    pub fn add(&mut self, sites: usize, joint: &[Joint]) -> u32 {
        let nth = self.len(sites);
        for chunk in joint.chunks(WIDTH) {
            let (mut at_once, first) = (0, self.joint.len() as u32);
            for (bit, &joint) in chunk.iter().enumerate() {
                if joint.second(0) == 0 {
                    at_once |= 1 << bit;
                } else {
                    self.joint.push(joint);
                }
            }
            self.blocks.push(Block { at_once, first });
        }
        nth
    }

    /// Adds one of others. Returns its number.
    pub fn copy(&mut self, sites: usize, others: &Self, pair: u32) -> u32 {
        let (nth, each) = (self.len(sites), blocks(sites));
        let begin = pair as usize * each;
        let first = others.blocks[begin].first;
        let next = others.blocks.get(begin + each);
        let end = next.map_or(others.joint.len(), |next| next.first as usize);
        let moved = self.joint.len() as u32;
        self.joint.extend_from_slice(&others.joint[first as usize..end]);
        let copied = others.blocks[begin..begin + each].iter();
        self.blocks
            .extend(copied.map(|block| Block { first: block.first - first + moved, ..*block }));
        nth
    }

    /// Returns what the tiles of a pair need on two sites.
    #[inline]
    pub fn get(&self, sites: usize, pair: u32, [one, other]: [usize; 2]) -> Joint {
        let (both, first) = (one * sites + other, pair as usize * blocks(sites));
        let (block, bit) = (self.blocks[first + both / WIDTH], both % WIDTH);
        let others = !block.at_once;
        if others >> bit & 1 == 0 {
            return Joint::default();
        }
        let before = others & ((1 << bit) - 1);
        self.joint[block.first as usize + before.count_ones() as usize]
    }

    /// Returns how many there are.
    const fn len(&self, sites: usize) -> u32 {
        (self.blocks.len() / blocks(sites)) as u32
    }

    /// Returns the memory that they take.
    pub const fn bytes(&self) -> usize {
        self.blocks.len() * size_of::<Block>() + self.joint.len() * size_of::<Joint>()
    }

    /// Returns the memory held.
    pub const fn memory_bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>() + self.joint.capacity() * size_of::<Joint>()
    }
}

/// Returns how many blocks a pair has.
const fn blocks(sites: usize) -> usize {
    (sites * sites).div_ceil(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::random::Random;

    #[test]
    fn what_is_added_or_copied_is_found_again() {
        let mut random = Random::new(7);
        for sites in [1, 5, 8, 13] {
            let mut joint = || {
                let need = |_| match random.below(3) {
                    0 => Joint::new([random.below(5) as u8 + 1, 1, 1, 0, 0]),
                    _ => Joint::default(),
                };
                (0..sites * sites).map(need).collect::<Vec<Joint>>()
            };
            let all: Vec<Vec<Joint>> = (0..6).map(|_| joint()).collect();
            let (mut pairs, mut copies) = (Joints::default(), Joints::default());
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
