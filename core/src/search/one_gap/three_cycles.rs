//! Brings the tiles of a base to their sites where the base is too large to be listed. A base is
//! two sites with three paths between them, so the gap can go around three rings. Some word of
//! these turns, the **word**, lets three tiles change places and leaves all others alone; any three
//! tiles are brought to the sites where it does that, and back afterwards.
//!
//! ```text
//!   u - a - a - v      the gap on u, its turns: out along one path, back along another
//!   |           |
//!   b     c     b      [x, y], x and y being turns, moves three tiles if u and v are neighbours,
//!   |     |     |      else four; then the square of the product of two such words that have
//!   b --- c --- b      one tile in common moves three
//! ```
//!
//! Reference: Wilson, *Graph Puzzles, Homotopy, and the Alternating Group*, 1974.

use std::collections::VecDeque;

use super::board::{Graph, Tiles};

/// Sites of a base, at most: two million triples of tiles.
const MOST_SITES: usize = 128;

/// Turns in a word that brings one commutator beside another, at most.
const MOST_TURNS: usize = 8;

/// A permutation of places: by place, where the tile there comes to.
type Permutation = Vec<u8>;

/// The turns of a base, as the sites that the gap passes, and as what they do.
struct Turns {
    /// Without the first site; each is followed by its inverse.
    ways: Vec<Vec<u16>>,
    effects: Vec<Permutation>,
    /// The sites without that of the gap: the places.
    places: Vec<u16>,
    root: u16,
}

/// For every three places the turns that bring their tiles to three certain ones.
struct Triples<'a> {
    turns: &'a Turns,
    /// By the three places, the moves to there and the first turn.
    ways: Vec<(u32, u8)>,
}

/// Brings all tiles of `base` to where `wanted` has them, which is an even permutation away. Returns
/// `None` where the base is too large.
pub fn bring_about(graph: &Graph, base: &[u16], tiles: &mut Tiles, wanted: &[u16]) -> Option<()> {
    if base.len() > MOST_SITES {
        return None;
    }
    let turns = Turns::new(graph, base)?;
    let is_in = |site: u16| base.contains(&site);
    tiles.go(graph, turns.root, is_in)?;
    let mut goal = Tiles::new(wanted.to_vec());
    goal.go(graph, turns.root, is_in)?;
    let word = turns.word()?;
    let effect = turns.effect(&word);
    let first = effect.iter().zip(0..).position(|(&to, from): (&u8, u8)| to != from)?;
    let triples =
        Triples::new(&turns, [first as u8, effect[first], effect[usize::from(effect[first])]]);
    loop {
        let goes_to = |&site: &u16| {
            let to = goal.at[usize::from(tiles.on[usize::from(site)])];
            turns.places.iter().position(|&place| place == to).map(|place| place as u8)
        };
        let image: Permutation = turns.places.iter().map(goes_to).collect::<Option<_>>()?;
        let Some(triple) = triples.nearest(&image) else { break };
        let bring = triples.word(triple)?;
        turns.make(&bring, tiles);
        turns.make(&word, tiles);
        turns.make(&inverse(&bring), tiles);
    }
    goal.path.iter().rev().skip(1).for_each(|&site| tiles.step(site));
    Some(())
}

/// Returns the word that takes a word back.
fn inverse(word: &[u8]) -> Vec<u8> {
    word.iter().rev().map(|turn| turn ^ 1).collect()
}

fn commutator(x: &[u8], y: &[u8]) -> Vec<u8> {
    [x, y, &inverse(x), &inverse(y)].concat()
}

impl Turns {
    fn new(graph: &Graph, base: &[u16]) -> Option<Self> {
        let beside = |site: u16| graph.neighbours(site).filter(|next| base.contains(next));
        let mut branches = base.iter().copied().filter(|&site| beside(site).count() == 3);
        let (root, other) = (branches.next()?, branches.next()?);
        let paths: Vec<Vec<u16>> = beside(root)
            .map(|next| {
                let mut path = vec![root, next];
                while let [.., before, site] = path[..]
                    && site != other
                {
                    path.extend(beside(site).find(|&next| next != before));
                }
                path
            })
            .collect();
        let mut ways = Vec::new();
        for (one, two) in [(0, 1), (0, 2), (1, 2)] {
            for (out, back) in [(one, two), (two, one)] {
                let back = paths[back].iter().rev().skip(1).copied();
                ways.push(paths[out][1..].iter().copied().chain(back).collect());
            }
        }
        let places: Vec<u16> = base.iter().copied().filter(|&site| site != root).collect();
        let mut turns = Self { ways, effects: Vec::new(), places, root };
        turns.effects = (0..turns.ways.len()).map(|turn| turns.made(turn)).collect();
        Some(turns)
    }

    /// Returns what a turn does, by making it.
    fn made(&self, turn: usize) -> Permutation {
        let mut from: Vec<u16> = self.places.iter().chain([&self.root]).copied().collect();
        let mut gap = from.len() - 1;
        // The site that the tile on each site has come from.
        let place = |site: u16| {
            self.places.iter().position(|&other| other == site).unwrap_or(self.places.len())
        };
        for &site in &self.ways[turn] {
            from.swap(gap, place(site));
            gap = place(site);
        }
        let mut effect = vec![0; self.places.len()];
        for (to, &site) in from[..self.places.len()].iter().enumerate() {
            effect[place(site)] = to as u8;
        }
        effect
    }

    /// Returns what a word does.
    fn effect(&self, word: &[u8]) -> Permutation {
        let mut effect: Permutation = (0..self.places.len() as u8).collect();
        for &turn in word {
            effect
                .iter_mut()
                .for_each(|at| *at = self.effects[usize::from(turn)][usize::from(*at)]);
        }
        effect
    }

    /// Lets the gap, on the root, go along a word.
    fn make(&self, word: &[u8], tiles: &mut Tiles) {
        for &turn in word {
            self.ways[usize::from(turn)].iter().for_each(|&site| tiles.step(site));
        }
    }

    /// Returns the number of places whose tiles a word moves.
    fn moved(&self, word: &[u8]) -> usize {
        self.effect(word).iter().zip(0..).filter(|&(&to, from): &(&u8, u8)| to != from).count()
    }

    /// Returns a word that moves three tiles.
    fn word(&self) -> Option<Vec<u8>> {
        let count = self.ways.len() as u8;
        let pairs = (0..count).flat_map(|x| (0..count).map(move |y| (x, y)));
        let words = pairs.filter(|(x, y)| x / 2 != y / 2).map(|(x, y)| commutator(&[x], &[y]));
        let (least, word) = words.map(|word| (self.moved(&word), word)).min()?;
        if least == 3 {
            return Some(word);
        }
        // The same beside itself.
        let mut queue = VecDeque::from([Vec::new()]);
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(there) = queue.pop_front() {
            for turn in (0..count).filter(|turn| there.last() != Some(&(turn ^ 1))) {
                let there = [&there[..], &[turn]].concat();
                let beside = [&there[..], &word, &inverse(&there)].concat();
                if !seen.insert(self.effect(&beside)) {
                    continue;
                }
                let product = [&word[..], &beside].concat();
                let square = [&product[..], &product].concat();
                for found in [product, square, commutator(&word, &beside)] {
                    if self.moved(&found) == 3 {
                        return Some(found);
                    }
                }
                if there.len() < MOST_TURNS {
                    queue.push_back(there);
                }
            }
        }
        None
    }
}

impl<'a> Triples<'a> {
    /// Lists the ways to three places.
    fn new(turns: &'a Turns, to: [u8; 3]) -> Self {
        let count = turns.places.len();
        let mut ways = vec![(u32::MAX, u8::MAX); count * count * count];
        let index = |triple: [u8; 3]| {
            triple.iter().fold(0, |index, &place| index * count + usize::from(place))
        };
        let back: Vec<Permutation> =
            (0..turns.ways.len()).map(|turn| turns.effects[turn ^ 1].clone()).collect();
        ways[index(to)].0 = 0;
        // By moves; a turn has fewer than there are lists.
        let mut lists: Vec<Vec<[u8; 3]>> = vec![Vec::new(); 2 * count + 4];
        lists[0].push(to);
        let (mut moves, mut waiting) = (0, 1);
        while waiting > 0 {
            let at = moves as usize % lists.len();
            for triple in std::mem::take(&mut lists[at]) {
                waiting -= 1;
                if ways[index(triple)].0 != moves {
                    continue;
                }
                for (turn, back) in back.iter().enumerate() {
                    let before = triple.map(|place| back[usize::from(place)]);
                    let longer = moves + turns.ways[turn].len() as u32;
                    let way = &mut ways[index(before)];
                    if longer < way.0 {
                        *way = (longer, turn as u8);
                        lists[longer as usize % (2 * count + 4)].push(before);
                        waiting += 1;
                    }
                }
            }
            moves += 1;
        }
        Self { turns, ways }
    }

    fn way(&self, triple: [u8; 3]) -> (u32, u8) {
        let count = self.turns.places.len();
        self.ways[triple.iter().fold(0, |index, &place| index * count + usize::from(place))]
    }

    /// Returns three places, each of whose tiles goes to the next or at least the first of which
    /// does, that are brought about with the fewest moves; `None` where all tiles are right.
    fn nearest(&self, image: &[u8]) -> Option<[u8; 3]> {
        let is_wrong = |&place: &u8| image[usize::from(place)] != place;
        let wrong: Vec<u8> = (0..image.len() as u8).filter(is_wrong).collect();
        let triples = wrong.iter().flat_map(|&one| {
            let two = image[usize::from(one)];
            let three = image[usize::from(two)];
            let thirds = if three == one { wrong.clone() } else { vec![three] };
            thirds
                .into_iter()
                .filter(move |&three| three != one && three != two)
                .map(move |three| [one, two, three])
        });
        let turned = triples.flat_map(|[one, two, three]| {
            [[one, two, three], [two, three, one], [three, one, two]]
        });
        turned.min_by_key(|&triple| {
            let right =
                (0..3).filter(|&nth| image[usize::from(triple[nth])] == triple[(nth + 1) % 3]);
            let right = right.count();
            // A tile more at its site is worth a way more.
            (u64::from(self.way(triple).0) + 1) * [60, 60, 30, 20][right]
        })
    }

    /// Returns the turns that bring the tiles of three places to the certain ones.
    fn word(&self, mut triple: [u8; 3]) -> Option<Vec<u8>> {
        let mut word = Vec::new();
        loop {
            let (moves, turn) = self.way(triple);
            if moves == 0 || turn == u8::MAX {
                return (moves == 0).then_some(word);
            }
            word.push(turn);
            triple = triple.map(|place| self.turns.effects[usize::from(turn)][usize::from(place)]);
        }
    }
}
