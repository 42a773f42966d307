//! Pattern databases: the exact distances of a few tiles in a relaxed game.
//!
//! In that game a tile may stop anywhere on its way, and only the tiles of the pattern are in its
//! way. A move of the puzzle is a move there or, with a tile of another pattern, none, so distances
//! are admissible; each tile belongs to one pattern, so they add up. A move can be taken back
//! there, so a push changes the sum by −1, 0 or 1, and one search gives the distances to the start
//! and to the goal. They exceed the slide distances by what tiles of a pattern lose by being in
//! each other's way.
//!
//! Reference: Gliesch, Ritt, *Solving Atomix with Pattern Databases*, BRACIS 2016.

use crate::puzzle::MAX_SIDE;
use crate::search::base::heuristic::rays::Rays;
use crate::search::base::space::Wanted;

/// Marks what cannot be reached; distances are less.
pub const UNREACHED: u8 = u8::MAX;

/// Tiles of one relaxed game, at most.
pub const MAX_RELAXED_TILES: usize = 4;

impl Rays {
    /// Returns the distances from all configurations of some tiles, given by their groups, to the
    /// nearest of `targets`,
    /// indexed by their sites as digits, the first tile's the highest. [`UNREACHED`] where there is
    /// no way; `None` if some do not fit a byte, or if the deadline of the rays comes.
    pub fn distances<'a>(
        &self,
        groups: &[usize],
        targets: impl Iterator<Item = &'a [u16]>,
    ) -> Option<Vec<u8>> {
        match self.sites().div_ceil(WORD) {
            1 => Rows::<1>::new(self, groups).search(targets),
            2 => Rows::<2>::new(self, groups).search(targets),
            3 | 4 => Rows::<4>::new(self, groups).search(targets),
            _ => Rows::<MAX_WORDS>::new(self, groups).search(targets),
        }
    }
}

/// Sites of a word.
const WORD: usize = u64::BITS as usize;

/// Words of the largest set of sites.
const MAX_WORDS: usize = (MAX_SIDE as usize * MAX_SIDE as usize).div_ceil(WORD);

/// A set of sites, one bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sites<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Sites<WORDS> {
    const NONE: Self = Self([0; WORDS]);

    #[inline]
    const fn contains(&self, site: usize) -> bool {
        self.0[site / WORD] >> (site % WORD) & 1 != 0
    }

    #[inline]
    const fn insert(&mut self, site: usize) {
        self.0[site / WORD] |= 1 << (site % WORD);
    }

    #[inline]
    const fn remove(&mut self, site: usize) {
        self.0[site / WORD] &= !(1 << (site % WORD));
    }

    #[inline]
    fn add(&mut self, others: &Self) {
        self.0.iter_mut().zip(others.0).for_each(|(own, other)| *own |= other);
    }

    #[inline]
    fn take(&mut self, others: &Self) {
        self.0.iter_mut().zip(others.0).for_each(|(own, other)| *own &= !other);
    }

    #[inline]
    fn meets(&self, others: &Self) -> bool {
        self.0.iter().zip(others.0).any(|(own, other)| own & other != 0)
    }

    fn each(&self) -> impl Iterator<Item = usize> {
        let of_word = |(nth, word): (usize, u64)| {
            let rest = std::iter::successors(Some(word), |&word| Some(word & word.wrapping_sub(1)));
            let rest = rest.take_while(|&word| word != 0);
            rest.map(move |word| WORD * nth + word.trailing_zeros() as usize)
        };
        self.0.into_iter().enumerate().flat_map(of_word)
    }
}

/// The configurations of a pattern under construction. Those that differ only in the last tile make
/// a row of bits: a move of another tile moves a whole row.
struct Rows<'a, const WORDS: usize> {
    rays: &'a Rays,
    /// The four runs of the last tile from each site.
    runs: Vec<[Sites<WORDS>; 4]>,
    /// The class of each tile.
    classes: Vec<usize>,
    /// Configurations found before, at the last distance, and at the next.
    known: Vec<Sites<WORDS>>,
    layer: Vec<Sites<WORDS>>,
    next: Vec<Sites<WORDS>>,
    moves: Vec<u8>,
}

impl<'a, const WORDS: usize> Rows<'a, WORDS> {
    fn new(rays: &'a Rays, groups: &[usize]) -> Self {
        let classes: Vec<usize> = groups.iter().map(|&group| rays.class(group)).collect();
        let last = *classes.last().expect("a pattern has tiles");
        let runs = |site| {
            let mut runs = [Sites::NONE; 4];
            for (all, run) in runs.iter_mut().zip(rays.from(last, site)) {
                run.iter().for_each(|&to| all.insert(usize::from(to)));
            }
            runs
        };
        let count = rays.sites().pow(groups.len() as u32 - 1);
        let none = || vec![Sites::NONE; count];
        Self {
            rays,
            runs: (0..rays.sites()).map(runs).collect(),
            classes,
            known: none(),
            layer: none(),
            next: none(),
            moves: vec![UNREACHED; count * rays.sites()],
        }
    }

    fn search<'t>(mut self, targets: impl Iterator<Item = &'t [u16]>) -> Option<Vec<u8>> {
        let sites = self.rays.sites();
        let mut watch = self.rays.watch();
        for target in targets {
            let (last, leading) = target.split_last().expect("a pattern has tiles");
            let row = leading.iter().fold(0, |row, &site| row * sites + usize::from(site));
            self.next[row].insert(usize::from(*last));
        }
        for left in 0..UNREACHED {
            if !self.go_on(left) {
                return Some(self.moves);
            }
            for row in 0..self.layer.len() {
                if self.layer[row] != Sites::NONE {
                    if watch.is_over() {
                        return None;
                    }
                    self.go_from(row);
                }
            }
        }
        None
    }

    /// Goes on to those found next, `left` moves from a target; says whether there are any.
    fn go_on(&mut self, left: u8) -> bool {
        let sites = self.rays.sites();
        let mut is_any = false;
        for (row, next) in self.next.iter_mut().enumerate() {
            let mut new = std::mem::replace(next, Sites::NONE);
            new.take(&self.known[row]);
            self.layer[row] = new;
            if new != Sites::NONE {
                is_any = true;
                self.known[row].add(&new);
                let moves = &mut self.moves[row * sites..];
                new.each().for_each(|last| moves[last] = left);
            }
        }
        is_any
    }

    /// Adds the predecessors of the configurations of a row that were found last.
    fn go_from(&mut self, row: usize) {
        let sites = self.rays.sites();
        let mut leading = [0; MAX_RELAXED_TILES];
        let leading = &mut leading[..self.classes.len() - 1];
        let (mut rest, mut standing) = (row, Sites::NONE);
        for site in leading.iter_mut().rev() {
            (*site, rest) = (rest % sites, rest / sites);
            standing.insert(*site);
        }
        let layer = self.layer[row];
        let reached = self.last_moved(&layer, leading, &standing);
        self.next[row].add(&reached);
        let mut stride = 1;
        for (&from, &class) in leading.iter().zip(&self.classes).rev() {
            for run in self.rays.from(class, from) {
                let mut moving = layer;
                let to_all = run.iter().map(|&to| usize::from(to));
                for to in to_all.take_while(|&to| !standing.contains(to)) {
                    // The other tiles stop before the last one.
                    moving.remove(to);
                    self.next[row + to * stride - from * stride].add(&moving);
                }
            }
            stride *= sites;
        }
    }

    /// Returns where the last tile comes from these sites while the others stand.
    #[inline]
    fn last_moved(
        &self,
        from: &Sites<WORDS>,
        leading: &[usize],
        standing: &Sites<WORDS>,
    ) -> Sites<WORDS> {
        let mut reached = Sites::NONE;
        for last in from.each() {
            for (direction, run) in self.runs[last].iter().enumerate() {
                let mut free = *run;
                if free.meets(standing) {
                    for &at in leading.iter().filter(|&&at| run.contains(at)) {
                        free.remove(at);
                        free.take(&self.runs[at][direction]);
                    }
                }
                reached.add(&free);
            }
        }
        reached
    }
}

/// By colour: the sites that its tiles must cover.
pub type TargetSites = Vec<Vec<u16>>;

/// Returns what is `wanted` of each colour.
pub fn by_group(groups: usize, wanted: &Wanted) -> TargetSites {
    let mut asked = vec![Vec::new(); groups];
    for (group, sites) in wanted {
        asked[*group].clone_from(sites);
    }
    asked
}

/// Returns the moves that tiles of these colours, one for each entry, need to cover all that is
/// asked; see [`Rays::distances`].
pub fn distances_to(rays: &Rays, groups: &[usize], asked: &TargetSites) -> Option<Vec<u8>> {
    let mut targets = Vec::new();
    place(rays, groups, asked, &mut Vec::new(), &mut targets);
    rays.distances(groups, targets.chunks(groups.len()))
}

/// Adds all configurations that cover what is asked and begin with the tiles placed.
fn place(
    rays: &Rays,
    groups: &[usize],
    asked: &TargetSites,
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

/// Targets that are looked up together, in one vector register.
pub const TARGETS_AT_ONCE: usize = 8;

/// The distances of one pattern to all targets.
pub struct PatternDatabase {
    /// Its colours; all their tiles belong to it.
    pub groups: Vec<usize>,
    targets: usize,
    /// By configuration, then by target.
    moves: Vec<u8>,
}

impl PatternDatabase {
    /// Interleaves the distances to the targets.
    pub fn new(groups: Vec<usize>, distances: &[&[u8]]) -> Self {
        let targets = distances.len();
        let mut moves = vec![0; targets * distances[0].len() + TARGETS_AT_ONCE];
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

    /// Returns the distances to the first few targets, from `row` on; beyond the last target
    /// whatever follows.
    #[inline]
    pub fn few(&self, row: usize) -> &[u8; TARGETS_AT_ONCE] {
        self.moves[row..].first_chunk().expect("as many follow the last row")
    }

    pub fn memory_bytes(&self) -> u64 {
        self.moves.capacity() as u64
    }
}
