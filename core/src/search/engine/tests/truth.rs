//! Ground truth on small boards by plain breadth-first search, for tests: all reachable states, the
//! relaxed game of a few tiles, and all patterns of a board.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::puzzle::{Direction, Puzzle, builtin, parse_text};
use crate::search::base::clock::Deadline;
use crate::search::base::goal_states;
use crate::search::base::heuristic::distance::Distances;
use crate::search::base::heuristic::rays::Rays;
use crate::search::base::pool::Pool;
use crate::search::base::space::{Scratch, Space, Wanted};
use crate::search::engine::conflicts::pairs::PairExcess;
use crate::search::engine::estimate::pattern_database::{
    self, PatternDatabase, TargetSites, UNREACHED, by_group, distances_to,
};
use crate::search::engine::estimate::{Estimator, Partition, colour_tables};
use crate::search::engine::pruning::Pruner;
use crate::search::engine::pruning::expander::Expander;

pub type Key = u128;

/// Tiles of one colour each, of one colour, both; with walls and without; goals of all tiles, of
/// some, and floating ones.
pub const BOARDS: [&str; 8] = [
    "R.B.\n....\n..#.\nG...\n\n....\n.RB.\n.G#.\n....",
    "RB.G\n....\n....\n....\n\n....\n.G..\n..B.\nR...",
    "R...\n.R..\n....\n...B\n\n....\n..R.\n.RB.\n....",
    "RR..\n....\n#...\n..RR\n\n....\n.RR.\n#RR.\n....",
    "R..B.\n.#.#.\n..G..\n.....\n\n.....\n.#R#.\n.BG..\n.....",
    "R.B.\n....\n..#.\nG..B\n\nfloating\nRB\nBG",
    "R.B.\n....\n.#..\nG..#\n\nfloating\nRB\n.G",
    "R.B.R\n.....\n..#..\n\n.....\n.RB..\n.R#..",
];

/// The same with passes and thin walls.
pub const TERRAIN_BOARDS: [&str; 3] = [
    "R.B.\n....\n..#.\nG...\n\n....\n.RB.\n.G#.\n....\n\nthin: b2D d2D\n\n\
     passes:\n....\n....\nR..B\n....",
    "RR..\n....\n#...\n..BB\n\n....\n.RR.\n#BB.\n....\n\n\
     passes:\n..B.\n....\n...R\nB...",
    "R.B.\n....\n..#.\nG..B\n\nfloating\nRB\nBG\n\nthin: a1D c2R\n\n\
     passes:\n.B..\n....\n....\n.G..",
];

/// Returns all of them.
pub fn boards() -> impl Iterator<Item = &'static str> {
    BOARDS.into_iter().chain(TERRAIN_BOARDS)
}

/// Returns the space of a board and its goal, one below the other.
pub fn space(text: &str) -> Space<Key> {
    Space::new(&parse_text(text, None).unwrap().validate().unwrap())
}

/// Returns the first puzzle of Mondrian2, which takes 22 moves, and its space.
pub fn first_puzzle() -> (Puzzle, Space<Key>) {
    let puzzle = builtin::find("first-puzzle").unwrap().draft().validate().unwrap();
    let space = Space::new(&puzzle);
    (puzzle, space)
}

/// Returns the ends asked by the start and by each placement, by colour.
pub fn asked(space: &Space<Key>) -> Vec<TargetSites> {
    let groups = space.groups.iter().enumerate();
    let sites = |slot| space.site(&space.start, slot);
    let start: Wanted =
        groups.map(|(nth, group)| (nth, group.slots().map(sites).collect())).collect();
    let asked = std::iter::once(&start).chain(&space.goal.placements);
    asked.map(|one| by_group(space.groups.len(), one)).collect()
}

/// Returns an expander with these patterns that runs all checks, where possible.
pub fn expander(space: &Space<Key>, patterns: &[Arc<PatternDatabase>]) -> Expander {
    expander_with(space, patterns, pruner(space, true, 1 << 24))
}

/// The same without conflicts.
pub fn without_conflicts(space: &Space<Key>, patterns: &[Arc<PatternDatabase>]) -> Expander {
    expander_with(space, patterns, pruner(space, false, 1 << 24))
}

/// Returns an expander that runs these checks.
pub fn expander_with(
    space: &Space<Key>,
    patterns: &[Arc<PatternDatabase>],
    pruner: Option<Pruner>,
) -> Expander {
    let tables = colour_tables(space, &Distances::new(space), &asked(space), 1 << 20);
    let estimator = Estimator::new(space, &tables, patterns);
    Expander::new(space, estimator, pruner, &Deadline::never())
}

/// Returns the checks, with or without conflicts and with so many bytes for landmarks; `None` if
/// tiles are spare.
pub fn pruner(space: &Space<Key>, conflicts: bool, landmark_bytes: u64) -> Option<Pruner> {
    let (distances, asked) = (Distances::new(space), asked(space));
    let mut pruner = Pruner::new(space, &distances, &asked, landmark_bytes)?;
    if conflicts {
        let (rays, pool) = (Rays::new(space), Pool::new(1));
        let pairs = PairExcess::new(space, &pool, &rays, &distances, &asked);
        pruner.set_conflicts(Arc::new(pairs.expect("the boards are small")));
    }
    Some(pruner)
}

/// Returns the reachable states and the moves to each.
pub fn from_start(space: &Space<Key>) -> HashMap<Key, u16> {
    from_start_within(space, usize::MAX).expect("there is no limit")
}

/// Returns the same, unless there are more than `most` states.
pub fn from_start_within(space: &Space<Key>, most: usize) -> Option<HashMap<Key, u16>> {
    let mut moves = HashMap::from([(space.start, 0)]);
    let mut queue = VecDeque::from([space.start]);
    while let Some(key) = queue.pop_front() {
        if moves.len() > most {
            return None;
        }
        let next_moves = moves[&key] + 1;
        for next in successors(space, &key) {
            moves.entry(next).or_insert_with(|| {
                queue.push_back(next);
                next_moves
            });
        }
    }
    Some(moves)
}

/// Returns the moves from these states to the goal, where it can be reached.
pub fn to_goal(space: &Space<Key>, states: &HashMap<Key, u16>) -> HashMap<Key, u16> {
    let mut before: HashMap<Key, Vec<Key>> = HashMap::new();
    for &key in states.keys() {
        for next in successors(space, &key) {
            before.entry(next).or_default().push(key);
        }
    }
    goal_states::moves_to(states.keys().copied().filter(|key| space.is_goal(key)), &before)
}

fn successors(space: &Space<Key>, key: &Key) -> Vec<Key> {
    let mut scratch = Scratch::new(space);
    let mut all = Vec::new();
    space.for_each_successor(key, &mut scratch, |_, next| all.push(next));
    all
}

/// Returns the space of a board that is solved from the start.
pub fn board(text: &str) -> Space<Key> {
    space(&format!("{text}\n\n{text}"))
}

/// Returns the configurations after one move of the relaxed game, of tiles of these groups.
fn relaxed_moves(space: &Space<Key>, groups: &[usize], configuration: &[u16]) -> Vec<Vec<u16>> {
    let mut found = Vec::new();
    for (nth, &group) in groups.iter().enumerate() {
        let class = space.groups.get(group).map_or(0, |group| group.class);
        for direction in 0..Direction::ALL.len() {
            let mut next = configuration.to_vec();
            let ray = space.ray(class, usize::from(configuration[nth]), direction);
            for site in ray.take(space.empty_count()) {
                if next.contains(&site) {
                    break;
                }
                next[nth] = site;
                found.push(next.clone());
            }
        }
    }
    found
}

/// The slow twin of [`Rays::distances`](crate::search::heuristic::rays::Rays::distances), by plain
/// breadth-first search.
pub fn plain_distances(space: &Space<Key>, groups: &[usize], targets: &[Vec<u16>]) -> Vec<u8> {
    let sites = space.cells.len();
    let number = |configuration: &[u16]| {
        configuration.iter().fold(0, |number, &site| number * sites + usize::from(site))
    };
    let mut moves = vec![UNREACHED; sites.pow(groups.len() as u32)];
    let mut queue: VecDeque<Vec<u16>> = targets.iter().cloned().collect();
    queue.iter().for_each(|target| moves[number(target)] = 0);
    while let Some(configuration) = queue.pop_front() {
        let next_moves = moves[number(&configuration)] + 1;
        for next in relaxed_moves(space, groups, &configuration) {
            if moves[number(&next)] == UNREACHED {
                moves[number(&next)] = next_moves;
                queue.push_back(next);
            }
        }
    }
    moves
}

/// Returns all configurations of some tiles.
pub fn configurations(sites: usize, tiles: usize) -> Vec<Vec<u16>> {
    let mut all = vec![Vec::new()];
    for _ in 0..tiles {
        let longer = |one: &Vec<u16>| {
            let free = (0..sites as u16).filter(|site| !one.contains(site));
            free.map(|site| [one.as_slice(), &[site]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Returns all partitions of some of the colours into patterns that are not too large.
pub fn partitions(space: &Space<Key>) -> Vec<Vec<Vec<usize>>> {
    let tiles =
        |pattern: &Vec<usize>| pattern.iter().map(|&nth| space.groups[nth].len).sum::<usize>();
    let mut all = vec![Vec::new()];
    for group in 0..space.groups.len() {
        let further = |partition: &Vec<Vec<usize>>| {
            let mut further = vec![partition.clone()];
            for nth in 0..=partition.len() {
                let mut with = partition.clone();
                with.resize(with.len().max(nth + 1), Vec::new());
                with[nth].push(group);
                further.push(with);
            }
            further
        };
        all = all.iter().flat_map(further).collect();
    }
    all.retain(|partition| {
        partition.iter().all(|pattern| tiles(pattern) <= pattern_database::MAX_RELAXED_TILES)
    });
    all
}

/// Computes the patterns of a partition.
pub fn computed(space: &Space<Key>, partition: &[Vec<usize>]) -> Partition {
    let (rays, asked) = (Rays::new(space), asked(space));
    let table = |groups: &Vec<usize>| {
        let tiles: Vec<usize> =
            groups.iter().flat_map(|&nth| vec![nth; space.groups[nth].len]).collect();
        let to = |asked| distances_to(&rays, &tiles, asked).expect("the board is small");
        let distances: Vec<Vec<u8>> = asked.iter().map(to).collect();
        let distances: Vec<&[u8]> = distances.iter().map(Vec::as_slice).collect();
        Arc::new(PatternDatabase::new(groups.clone(), &distances))
    };
    partition.iter().map(table).collect()
}
