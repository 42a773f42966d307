//! Two solutions side by side: where they part, and which moves they share.

use crate::puzzle::Move;

/// What two lists of moves have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// So many moves at the beginning are the same.
    pub same: usize,
    /// For each move of the first whether the second has it too, wherever.
    pub first: Vec<bool>,
    /// The same the other way round.
    pub second: Vec<bool>,
}

impl Comparison {
    /// Compares two lists. A move that one has more often than the other is shared as
    /// often as both have it.
    pub fn new(first: &[Move], second: &[Move]) -> Self {
        let same = shared_beginning(first, second);
        let mut of_first = vec![false; first.len()];
        let mut of_second = vec![false; second.len()];
        for (push, shared) in first.iter().zip(&mut of_first) {
            let partner = (0..second.len()).find(|&at| !of_second[at] && second[at] == *push);
            if let Some(at) = partner {
                *shared = true;
                of_second[at] = true;
            }
        }
        Self { same, first: of_first, second: of_second }
    }

    /// Returns how many moves both have.
    pub fn shared(&self) -> usize {
        self.first.iter().filter(|&&shared| shared).count()
    }
}

/// Returns how many moves at the beginning are the same.
pub fn shared_beginning(first: &[Move], second: &[Move]) -> usize {
    first.iter().zip(second).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_moves;

    #[test]
    fn they_part_and_share() {
        let compare = |one: &str, other: &str| {
            Comparison::new(&parse_moves(one).unwrap(), &parse_moves(other).unwrap())
        };
        let found = compare("a1D b2R c3U d4L", "a1D c3U b2R e5L e5L");
        assert_eq!((found.same, found.shared()), (1, 3));
        assert_eq!(found.first, [true, true, true, false]);
        assert_eq!(found.second, [true, true, true, false, false]);
        let twice = compare("a1D a1D", "a1D");
        assert_eq!((twice.shared(), twice.first), (1, vec![true, false]));
        assert_eq!(compare("a1D", "a1D").same, 1);
    }
}
