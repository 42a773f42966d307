//! Tests of the estimates against plain searches: of the relaxed game of a few tiles, and
//! of all states of small boards.

use std::collections::HashMap;
use std::sync::Arc;

use super::pattern_database::{
    PatternDatabase, TARGETS_AT_ONCE, TargetSites, UNREACHED, distances_to,
};
use super::{ColourTable, DEAD, Estimator, Sums, colour_tables, pattern_choice};
use crate::puzzle::random::Random;
use crate::search::base::heuristic::distance::Distances;
use crate::search::base::heuristic::rays::Rays;
use crate::search::base::space::{Scratch, Space};
use crate::search::engine::states::bucket::Estimates;
use crate::search::engine::tests::truth::{
    self, Key, TERRAIN_BOARDS, board, computed, configurations, from_start, partitions,
    plain_distances, to_goal,
};

/// On this board two tiles would have to change places where they cannot.
const UNSOLVABLE: &str = "RB.#G.\n####..\n\nBR.#..\n####.G";

/// Spare tiles, also in a floating goal; a colour of which nothing is asked; a floating
/// goal that does not fit in everywhere; one that fits in at many places; one that cannot
/// be reached.
const MORE_BOARDS: [&str; 6] = [
    "RR.B\n..#.\nR..G\n\n...R\nB.#.\n..R.",
    "RR.\n#.B\n..B\n...\n\nfloating\nR.\n.B",
    "R.B#.\n...#.\nG..#.\n\nfloating\nB\nR",
    "R.BG\n....\n..#.\n\n...B\nR...\n..#.",
    "R..B\n....\nG...\n\nfloating\nBR",
    UNSOLVABLE,
];

/// Board, and the most tiles whose relaxed game is searched.
const RELAXED: [(&str, usize); 5] = [
    // Walls and dead ends.
    ("R..#\n.#..\n...#\n#.#.", 3),
    // Two parts, so that much is unreachable.
    ("R.#.\n..#.\n.##.\n.#..", 3),
    // Slides of two cells at most, and of one.
    ("RRRR.\nRRRR.", 3),
    ("RRR\nRR.\nRRR", 2),
    // More free cells than a word has bits.
    (
        "R........\n.#.....#.\n..#......\n....#....\n.......#.\n..#......\n\
         ........#\n.#.#.#.#.\n.........",
        2,
    ),
];

#[test]
fn distances_in_rows_of_bits_are_those_of_a_plain_search() {
    let mut random = Random::new(1);
    for (text, most_tiles) in RELAXED {
        let space = board(text);
        let rays = Rays::new(&space);
        for tiles in 1..=most_tiles {
            let mut sites: Vec<u16> = (0..space.cells.len() as u16).collect();
            random.shuffle(&mut sites);
            let targets: Vec<Vec<u16>> = sites.chunks_exact(tiles).map(<[u16]>::to_vec).collect();
            for targets in [&targets[..1], &targets[..targets.len().min(3)]] {
                let groups = vec![0; tiles];
                let found = rays.distances(&groups, targets.iter().map(Vec::as_slice));
                let plain = plain_distances(&space, &groups, targets);
                assert!(found.as_ref() == Some(&plain), "{tiles} tiles to {targets:?}:\n{text}");
            }
        }
    }
}

#[test]
fn tiles_of_each_colour_go_as_far_as_its_passes_let_them() {
    let mut random = Random::new(2);
    for text in TERRAIN_BOARDS {
        let (space, rays) = (truth::space(text), Rays::new(&truth::space(text)));
        assert!(rays.classes() > 2);
        for groups in [[0, 1], [1, 0], [1, 1]] {
            let mut sites: Vec<u16> = (0..space.cells.len() as u16).collect();
            random.shuffle(&mut sites);
            let targets: Vec<Vec<u16>> = sites.chunks_exact(2).map(<[u16]>::to_vec).collect();
            let found = rays.distances(&groups, targets[..2].iter().map(Vec::as_slice));
            assert!(found == Some(plain_distances(&space, &groups, &targets[..2])), "{text}");
        }
    }
}

#[test]
fn distances_too_long_for_a_byte_are_none() {
    // Stairs down and up again, all corners, so that no move goes farther than one cell.
    let square = |x: usize, y: usize| {
        let (lane, is_between) = ((x + 30 - y) / 3, (x + 30 - y) % 3 == 2);
        let is_link = if lane % 2 == 0 { x == 0 || y == 0 } else { x == 23 || y == 23 };
        if is_between && !is_link { '#' } else { '.' }
    };
    let row = |y: usize| (0..24).map(|x| square(x, y)).collect::<String>();
    let rows: Vec<String> = (0..24).map(row).collect();
    let space = board(&rows.join("\n").replacen('.', "R", 1));
    let distances = Distances::new(&space);
    let rays = Rays::new(&space);
    let (mut fitting, mut too_long) = (0, 0);
    for target in 0..space.cells.len() as u16 {
        let to = distances.of_group(0, target);
        let found = rays.distances(&[0], std::iter::once(&[target][..]));
        if to.iter().all(|&moves| moves < u16::from(UNREACHED) - 1) {
            assert_eq!(found, Some(to.iter().map(|&moves| moves as u8).collect()));
            fitting += 1;
        } else if to.iter().any(|&moves| moves >= u16::from(UNREACHED)) {
            assert_eq!(found, None);
            too_long += 1;
        }
    }
    assert!(fitting > 0 && too_long > 0, "{fitting} {too_long}");
}

#[test]
fn equal_tiles_cover_what_is_asked_in_any_order_and_spare_ones_stand_anywhere() {
    // The groups of the tiles, and what is asked of each group.
    let cases: [(&[usize], TargetSites); 7] = [
        (&[0, 0], vec![vec![1, 6]]),
        (&[0, 0, 0], vec![vec![0, 4, 9]]),
        (&[0, 1, 1], vec![vec![3], vec![2, 8]]),
        (&[0, 0], vec![vec![7]]),
        (&[0, 0, 1], vec![vec![2], vec![8]]),
        (&[1, 0, 0], vec![vec![2, 3], vec![]]),
        (&[0, 1], vec![vec![], vec![]]),
    ];
    let space = board("R..#\n.#..\n...#\n#.#.");
    let rays = Rays::new(&space);
    for (groups, asked) in cases {
        let covers = |placed: &Vec<u16>| {
            let is_covered = |group: usize, site: u16| {
                (0..groups.len()).any(|nth| groups[nth] == group && placed[nth] == site)
            };
            (0..asked.len()).all(|group| asked[group].iter().all(|&site| is_covered(group, site)))
        };
        let mut targets = configurations(rays.sites(), groups.len());
        targets.retain(covers);
        let plain = plain_distances(&space, groups, &targets);
        assert!(distances_to(&rays, groups, &asked) == Some(plain), "{groups:?} {asked:?}");
    }
}

/// All states of a board that can be reached.
struct States {
    sites: Vec<Vec<u16>>,
    /// From each state: the slot that moves, where to, and the state after it.
    moves: Vec<Vec<(usize, u16, usize)>>,
    from_start: Vec<u16>,
    to_goal: Vec<Option<u16>>,
}

impl States {
    fn new(space: &Space<Key>) -> Self {
        let from_start = from_start(space);
        let to_goal = to_goal(space, &from_start);
        let keys: Vec<Key> = from_start.keys().copied().collect();
        let number: HashMap<Key, usize> =
            keys.iter().enumerate().map(|(nth, &key)| (key, nth)).collect();
        let mut scratch = Scratch::new(space);
        let mut moves = |key| {
            let mut all = Vec::new();
            space.for_each_successor(key, &mut scratch, |push, next| {
                all.push((usize::from(push.slot), push.to, number[&next]));
            });
            all
        };
        let sites = |key| (0..space.tile_count()).map(|slot| space.site(key, slot)).collect();
        Self {
            sites: keys.iter().map(sites).collect(),
            moves: keys.iter().map(&mut moves).collect(),
            from_start: keys.iter().map(|key| from_start[key]).collect(),
            to_goal: keys.iter().map(|key| to_goal.get(key).copied()).collect(),
        }
    }

    /// Returns the estimates of each state, and checks that they are never too high and
    /// that a move changes them as it is said to.
    fn estimates(&self, estimator: &mut Estimator) -> Vec<Estimates> {
        let mut sums = Sums::default();
        let mut all = Vec::new();
        for sites in &self.sites {
            estimator.load(sites, &mut sums);
            all.push(sums.estimates);
        }
        for (nth, &before) in all.iter().enumerate() {
            assert!(before.to_start <= self.from_start[nth], "{before:?} is too high");
            assert!(self.to_goal[nth].is_none_or(|truth| before.to_goal <= truth), "{before:?}");
            estimator.load(&self.sites[nth], &mut sums);
            for &(slot, to, next) in &self.moves[nth] {
                let change = estimator.change(&sums, &self.sites[nth], slot, to);
                let (after, said) = (all[next], before.after(change));
                assert!((-1..=1).contains(&change.goal) && (-1..=1).contains(&change.start));
                assert_eq!(said.to_start, after.to_start);
                // Beyond what can be solved, how far does not matter.
                let is_dead = before.to_goal == DEAD && after.to_goal == DEAD;
                assert!(is_dead || said.to_goal == after.to_goal, "{said:?} {after:?}");
            }
        }
        all
    }
}

/// Returns the groups that belong to patterns.
fn covered<T: AsRef<[usize]>>(partition: &[T]) -> Vec<usize> {
    let mut groups: Vec<usize> = partition.iter().flat_map(|part| part.as_ref().to_vec()).collect();
    groups.sort_unstable();
    groups
}

fn is_as_high(one: &[Estimates], other: &[Estimates]) -> bool {
    let is_as_high = |(one, other): (&Estimates, &Estimates)| {
        one.to_goal >= other.to_goal && one.to_start >= other.to_start
    };
    one.iter().zip(other).all(is_as_high)
}

fn total(all: &[Estimates]) -> u64 {
    all.iter().map(|one| u64::from(one.to_goal) + u64::from(one.to_start)).sum()
}

#[test]
fn estimates_of_every_division_lie_between_slide_distances_and_the_truth() {
    let (mut states_seen, mut gained) = (0, 0);
    let mut with_few = [0; 2];
    for text in truth::boards().chain(MORE_BOARDS) {
        let space = truth::space(text);
        let states = States::new(&space);
        states_seen += states.sites.len();
        with_few[usize::from(truth::asked(&space).len() <= TARGETS_AT_ONCE)] += 1;
        let tables = colour_tables(&space, &Distances::new(&space), &truth::asked(&space), 1 << 20);
        let estimates = |patterns: &[Arc<PatternDatabase>]| {
            states.estimates(&mut Estimator::new(&space, &tables, patterns))
        };
        let plain = estimates(&[]);
        for partition in partitions(&space) {
            let higher = estimates(&computed(&space, &partition));
            assert!(is_as_high(&higher, &plain), "{partition:?}:\n{text}");
            gained += total(&higher) - total(&plain);
        }
    }
    let counts = [states_seen as u64, gained];
    assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
    // Few targets are looked up in another way than many.
    assert!(with_few.iter().all(|&boards| boards > 0), "{with_few:?}");
}

#[test]
fn states_are_dead_if_a_pattern_cannot_reach_the_goal() {
    let space = truth::space(UNSOLVABLE);
    let states = States::new(&space);
    let tables = colour_tables(&space, &Distances::new(&space), &truth::asked(&space), 1 << 20);
    let is_dead = |patterns: &[Arc<PatternDatabase>]| {
        let all = states.estimates(&mut Estimator::new(&space, &tables, patterns));
        all.iter().all(|estimates| estimates.to_goal == DEAD && estimates.to_start < DEAD)
    };
    assert!(!is_dead(&[]) && is_dead(&computed(&space, &[vec![0, 1]])));
}

#[test]
fn those_most_in_conflict_are_put_together() {
    let space = board("RBGYOP\n......");
    for (one, two) in (0..6).flat_map(|two| (0..two).map(move |one| (one, two))) {
        let mut pairs = pattern_choice::pairs(&space);
        assert_eq!(pattern_choice::disjoint(&pairs), [[0; 2]; 0], "nobody is in conflict");
        // A little conflict everywhere, much in one place.
        pairs.iter_mut().for_each(|pair| pair.conflict = 1);
        pairs[two * (two - 1) / 2 + one].conflict = 10;
        let patterns = pattern_choice::disjoint(&pairs);
        assert_eq!(patterns[0], [one, two]);
        assert_eq!(covered(&patterns), (0..6).collect::<Vec<_>>(), "{patterns:?}");
    }
    let space = board("RRGYOP\n......");
    assert_eq!(pattern_choice::pairs(&space).len(), 6, "equal tiles are left out");
}

#[test]
fn tiles_that_must_pass_each_other_are_in_conflict() {
    // Red and blue must change places, which takes each a move more than if it were alone;
    // green is in nobody's way.
    let space = truth::space("..#.\nRB..\n.###\nG...\n\n..#.\nBR..\n.###\n...G");
    let (rays, distances) = (Rays::new(&space), Distances::new(&space));
    let [start, goal] = truth::asked(&space).try_into().unwrap();
    let [at_start, at_goal] = [&start, &goal].map(|asked| vec![asked.concat()]);
    let mut pairs = pattern_choice::pairs(&space);
    for pair in &mut pairs {
        pair.measure(&rays, &distances, [(&at_start, &goal), (&at_goal, &start)]);
    }
    let conflicts: Vec<u64> = pairs.iter().map(|pair| pair.conflict).collect();
    assert_eq!(conflicts, [4, 0, 0]);
}

/// Returns the rows of these configurations, one after the other.
fn rows(table: &mut ColourTable, all: &[Vec<u16>]) -> Vec<Vec<u16>> {
    let row = |configuration: &Vec<u16>| {
        let mut row = Vec::new();
        table.push(configuration, &mut row);
        row
    };
    all.iter().map(row).collect()
}

#[test]
fn dense_tables_give_the_rows_of_hashed_ones_also_when_copies_fill_them_together() {
    for text in truth::boards().chain(MORE_BOARDS) {
        let space = truth::space(text);
        let (distances, asked) = (Distances::new(&space), truth::asked(&space));
        let tables = |most_dense| colour_tables(&space, &distances, &asked, most_dense);
        let both = tables(1 << 20).into_iter().zip(tables(0)).zip(&space.groups);
        for ((mut dense, mut hashed), group) in both {
            assert!(dense.shared_bytes() > 0 && hashed.shared_bytes() == 0);
            let mut all = configurations(space.cells.len(), group.len);
            all.retain(|configuration| configuration.is_sorted());
            let expected = rows(&mut hashed, &all);
            // In the same order, so that they meet at rows that neither has finished.
            let mut copy = dense.clone();
            let both = std::thread::scope(|scope| {
                let of_copy = scope.spawn(|| rows(&mut copy, &all));
                [rows(&mut dense, &all), of_copy.join().unwrap()]
            });
            assert!(both.iter().all(|rows| *rows == expected), "{text}");
            // The second time they are only looked up.
            assert!(rows(&mut dense, &all) == expected);
            assert!(rows(&mut hashed, &all) == expected, "{text}");
        }
    }
}
