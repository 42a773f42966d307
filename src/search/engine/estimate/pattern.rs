//! Patterns: a few tiles whose estimate is exact in the relaxed game of these tiles alone.
//!
//! In that game a tile may stop anywhere on its way, and only the tiles of the pattern are
//! in its way. So its distances are never too high: a move of the puzzle is a move there,
//! or, with a tile of another pattern, none. Each tile belongs to one pattern, so the
//! distances of all patterns may be added. A move can be taken back there, so a move
//! changes the sum by −1, 0 or 1, and distances to the start and to the goal come from the
//! same search. What is gained over the slide distance is what tiles of a pattern lose by
//! being in each other's way.
//!
//! Reference: Gliesch, Ritt, *Solving Atomix with Pattern Databases*, BRACIS 2016.

use crate::puzzle::MAX_SIDE;
use crate::search::heuristic::rays::Rays;
use crate::search::space::Wanted;

/// What cannot be reached; distances are less.
pub const UNREACHED: u8 = u8::MAX;

/// Tiles of a pattern, at most.
pub const MAX_TILES: usize = 4;

impl Rays {
    /// Returns the fewest moves from each configuration of some tiles to one of `targets`,
    /// by their sites as digits, the first tile's the highest. [`UNREACHED`] where there is
    /// no way; `None` when some are too long for a byte.
    ///
    /// Configurations that differ in the last tile only make a row, of one bit each: a
    /// move of another tile moves a whole row.
    pub fn distances<'a>(
        &self,
        tiles: usize,
        targets: impl Iterator<Item = &'a [u16]>,
    ) -> Option<Vec<u8>> {
        let mut rows = Rows::new(self.sites(), tiles);
        for target in targets {
            let (last, leading) = target.split_last().expect("a pattern has tiles");
            let row = leading.iter().fold(0, |row, &site| row * self.sites() + usize::from(site));
            set(rows.next_mut(row), usize::from(*last));
        }
        for left in 0..UNREACHED {
            if !rows.go_on(left) {
                return Some(rows.moves);
            }
            for row in 0..rows.count {
                self.go_from(&mut rows, row);
            }
        }
        None
    }

    /// Adds what one move leads to from the configurations of a row that were found last.
    fn go_from(&self, rows: &mut Rows, row: usize) {
        let Rows { words, layer, next, .. } = rows;
        let layer = &layer[row * *words..][..*words];
        if layer.iter().all(|&word| word == 0) {
            return;
        }
        let mut leading = [0; MAX_TILES];
        let leading = &mut leading[..rows.tiles - 1];
        let mut rest = row;
        for site in leading.iter_mut().rev() {
            (*site, rest) = ((rest % self.sites()) as u16, rest / self.sites());
        }
        for last in bits(layer) {
            for run in self.from(last) {
                let free = run.iter().take_while(|to| !leading.contains(to));
                free.for_each(|&to| set(&mut next[row * *words..], usize::from(to)));
            }
        }
        let mut stride = 1;
        for &from in leading.iter().rev() {
            for run in self.from(usize::from(from)) {
                let mut moving = [0; MAX_WORDS];
                let moving = &mut moving[..*words];
                moving.copy_from_slice(layer);
                for &to in run.iter().take_while(|to| !leading.contains(to)) {
                    // Where the last tile stands the others stop.
                    moving[usize::from(to) / 64] &= !(1 << (to % 64));
                    let row = row + usize::from(to) * stride - usize::from(from) * stride;
                    let next = &mut next[row * *words..];
                    next.iter_mut().zip(&*moving).for_each(|(next, moving)| *next |= moving);
                }
            }
            stride *= self.sites();
        }
    }
}

/// Words of a row, at most.
const MAX_WORDS: usize = (MAX_SIDE as usize * MAX_SIDE as usize).div_ceil(64);

/// The configurations of a pattern while their distances are computed, in rows.
struct Rows {
    tiles: usize,
    sites: usize,
    count: usize,
    words: usize,
    /// Those found before, at the last distance, and at the next.
    known: Vec<u64>,
    layer: Vec<u64>,
    next: Vec<u64>,
    moves: Vec<u8>,
}

impl Rows {
    fn new(sites: usize, tiles: usize) -> Self {
        let (count, words) = (sites.pow(tiles as u32 - 1), sites.div_ceil(64));
        let none = || vec![0; count * words];
        let moves = vec![UNREACHED; count * sites];
        Self { tiles, sites, count, words, known: none(), layer: none(), next: none(), moves }
    }

    fn next_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.next[row * self.words..][..self.words]
    }

    /// Makes those found next the last, `left` moves from a target; says whether there are
    /// any.
    fn go_on(&mut self, left: u8) -> bool {
        let mut is_any = false;
        for row in 0..self.count {
            for nth in row * self.words..(row + 1) * self.words {
                let new = std::mem::take(&mut self.next[nth]) & !self.known[nth];
                self.known[nth] |= new;
                self.layer[nth] = new;
                is_any |= new != 0;
            }
            let moves = &mut self.moves[row * self.sites..];
            bits(&self.layer[row * self.words..][..self.words]).for_each(|last| moves[last] = left);
        }
        is_any
    }
}

fn set(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

/// Returns the places of the bits that are set.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    let of_word = |(nth, &word): (usize, &u64)| {
        let rest = std::iter::successors(Some(word), |&word| Some(word & word.wrapping_sub(1)));
        let rest = rest.take_while(|&word| word != 0);
        rest.map(move |word| 64 * nth + word.trailing_zeros() as usize)
    };
    words.iter().enumerate().flat_map(of_word)
}

/// What is asked of each group, by its index: sites that its tiles must cover.
pub type Asked = Vec<Vec<u16>>;

/// Returns what is `wanted` of each of so many groups.
pub fn by_group(groups: usize, wanted: &Wanted) -> Asked {
    let mut asked = vec![Vec::new(); groups];
    for (group, sites) in wanted {
        asked[*group].clone_from(sites);
    }
    asked
}

/// Returns the moves that tiles of these groups, one for each entry, need to cover all
/// that is asked of them; see [`Rays::distances`].
pub fn distances_to(rays: &Rays, groups: &[usize], asked: &Asked) -> Option<Vec<u8>> {
    let mut targets = Vec::new();
    place(rays, groups, asked, &mut Vec::new(), &mut targets);
    rays.distances(groups.len(), targets.chunks(groups.len()))
}

/// Adds all configurations that cover what is asked and begin with the tiles placed.
fn place(
    rays: &Rays,
    groups: &[usize],
    asked: &Asked,
    placed: &mut Vec<u16>,
    found: &mut Vec<u16>,
) {
    let Some(&group) = groups.get(placed.len()) else {
        let covers = |group: usize, site| {
            groups.iter().zip(&*placed).any(|(&of, &at)| of == group && at == site)
        };
        if groups.iter().all(|&group| asked[group].iter().all(|&site| covers(group, site))) {
            found.extend_from_slice(placed);
        }
        return;
    };
    let is_spare = groups.iter().filter(|&&of| of == group).count() > asked[group].len();
    let all: Vec<u16> = (0..rays.sites() as u16).collect();
    let sites = if is_spare { &all } else { &asked[group] };
    for &site in sites {
        if !placed.contains(&site) {
            placed.push(site);
            place(rays, groups, asked, placed, found);
            placed.pop();
        }
    }
}

/// So many targets are looked up together.
pub const FEW: usize = 8;

/// The distances of one pattern to the start and to each placement of the goal.
pub struct PatternTable {
    /// Its groups; all their tiles belong to it.
    pub groups: Vec<usize>,
    targets: usize,
    /// By configuration, then by target.
    moves: Vec<u8>,
}

impl PatternTable {
    /// Puts the distances to each of the targets together.
    pub fn new(groups: Vec<usize>, distances: &[&[u8]]) -> Self {
        let targets = distances.len();
        let mut moves = vec![0; targets * distances[0].len() + FEW];
        for (nth, to) in distances.iter().enumerate() {
            moves.iter_mut().skip(nth).step_by(targets).zip(*to).for_each(|(all, &one)| *all = one);
        }
        Self { groups, targets, moves }
    }

    /// Returns the distances of the configuration whose row begins at `row`.
    #[inline]
    pub fn row(&self, row: usize) -> &[u8] {
        &self.moves[row..row + self.targets]
    }

    /// Returns the distances to the first targets of the row that begins at `row`; behind
    /// the last target what follows.
    #[inline]
    pub fn few(&self, row: usize) -> &[u8; FEW] {
        self.moves[row..].first_chunk().expect("as many follow the last row")
    }

    pub fn memory_bytes(&self) -> u64 {
        self.moves.capacity() as u64
    }
}
