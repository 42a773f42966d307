//! What is known and constructed against all arrangements of small boards; ears, construction and
//! beams on random ones.

use rustc_hash::FxHashSet;

use super::board::{Graph, NONE, Tiles};
use super::ears::Block;
use super::legs::construct;
use super::task::{Solvability, Task};
use super::three_cycles::bring_about;
use crate::puzzle::one_gap::{Net, OneGap, Shape};
use crate::puzzle::random::Random;
use crate::puzzle::{Puzzle, parse_text};
use crate::search::base::space::Space;
use crate::search::{Aim, Limits, Options, Search, Status, Verdict};

fn puzzle(text: &str) -> Puzzle {
    parse_text(text, None).unwrap().validate().unwrap()
}

/// Boards with one empty cell whose every arrangement can be listed: start and goal.
const BOARDS: [&str; 9] = [
    "ab\ncd\ne.\n\n.a\nbc\nde",
    "abcd\nefg.\n\nabcd\nefg.",
    "#ab\ncde\nfg.\n\n#ab\ncde\nfg.",
    "abc\nd.e\nfg#\n\nabc\ndef\n.g#",
    // Equal tiles; tiles that are not asked for, of which one alone helps where its cell has the
    // shade of the gap's.
    "aab\nbcd\nef.\n\n.aa\nbcd\nebf",
    "aab\nccc\ndd.\n\n.ba\nacc\ncdd",
    "abcd\nefg.\n\nabcd\ne.g.",
    "ab\ncd\ne.\n\n.a\nbc\nd.",
    "ab\ncd\ne.\n\na.\nbc\nd.",
];

/// Calls `visit` with all permutations of `tiles` from the place `from` on.
pub fn for_each_permutation<T>(tiles: &mut [T], from: usize, visit: &mut impl FnMut(&[T])) {
    if from == tiles.len() {
        return visit(tiles);
    }
    for nth in from..tiles.len() {
        tiles.swap(from, nth);
        for_each_permutation(tiles, from + 1, visit);
        tiles.swap(from, nth);
    }
}

/// Returns the sites and blocks of a board with one empty cell.
pub fn net(puzzle: &Puzzle) -> Net {
    let one_gap = OneGap::new(puzzle.board(), |cell| puzzle.start().tile(cell));
    one_gap.expect("one gap").net().clone()
}

fn gap_of(tiles: &[u16]) -> u16 {
    tiles.iter().position(|&tile| tile == NONE).expect("a gap") as u16
}

/// Calls `visit` with the space of each arrangement of the tiles of `text` as the start.
fn for_each_start(text: &str, mut visit: impl FnMut(&Space<u128>, &[u16])) {
    let mut space = Space::new(&puzzle(text));
    let mut tiles: Vec<u16> = (0..space.tile_count() as u16).chain([NONE]).collect();
    for_each_permutation(&mut tiles, 0, &mut |tiles| {
        let site = |slot| tiles.iter().position(|&tile| tile == slot as u16).unwrap() as u16;
        let sites: Vec<u16> = (0..space.tile_count()).map(site).collect();
        let is_in_order =
            |group: &crate::search::base::space::Group| sites[group.slots()].is_sorted();
        if space.groups.iter().all(is_in_order) {
            space.start = space.key_of_sites(&sites);
            visit(&space, tiles);
        }
    });
}

/// Returns all arrangements from which a goal can be reached, equal tiles in rising order.
fn solvable(text: &str) -> FxHashSet<Vec<u16>> {
    let (mut found, mut queue) = (FxHashSet::default(), Vec::new());
    for_each_start(text, |space, tiles| {
        if space.is_goal(&space.start) {
            found.insert(tiles.to_vec());
            queue.push(tiles.to_vec());
        }
    });
    let space = Space::<u128>::new(&puzzle(text));
    let graph = net(&puzzle(text)).graph;
    while let Some(tiles) = queue.pop() {
        let gap = gap_of(&tiles);
        for site in graph.neighbours(gap) {
            let mut next = tiles.clone();
            next.swap(usize::from(gap), usize::from(site));
            for group in &space.groups {
                let of = |tile: u16| group.slots().contains(&usize::from(tile));
                let mut slots = group.slots();
                for tile in next.iter_mut().filter(|tile| of(**tile)) {
                    *tile = slots.next().expect("as many tiles") as u16;
                }
            }
            if found.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    found
}

#[test]
fn what_cannot_be_reached_is_known_and_all_else_is_constructed() {
    let mut unsolvable_in_all = 0;
    for text in BOARDS {
        let (puzzle, solvable) = (puzzle(text), solvable(text));
        let (mut unsolvable, mut all) = (0, 0);
        for_each_start(text, |space, tiles| {
            all += 1;
            match Solvability::new(&puzzle, space) {
                Solvability::Solvable(task) => {
                    assert!(solvable.contains(tiles), "{text}\n{tiles:?}");
                    if all % 101 == 0 {
                        check_construction(space, &task);
                    }
                }
                Solvability::Unsolvable => {
                    assert!(!solvable.contains(tiles), "{text}\n{tiles:?}");
                    unsolvable += 1;
                }
                Solvability::Nothing => panic!("all is known\n{text}"),
            }
        });
        assert!(unsolvable == 0 || 2 * unsolvable == all, "{text}");
        unsolvable_in_all += unsolvable;
    }
    assert!(unsolvable_in_all > 0);
}

/// Constructs a solution and makes its moves.
fn check_construction(space: &Space<u128>, task: &Task) {
    let tiles = constructed(task.net(), task.start(), &task.goals[0]).expect("a solution");
    let key = sorted_key(space, &tiles.at);
    assert!(space.is_goal(&key), "the goal asks for what the task says");
}

/// Constructs a way from start to goal and goes it.
fn constructed(net: &Net, start: &[u16], goal: &[u16]) -> Option<Tiles> {
    let legs = construct(net, start, goal)?;
    let mut tiles = Tiles::new(start.to_vec());
    for leg in &legs {
        assert_eq!(leg.path[0], tiles.gap());
        for step in leg.path.windows(2) {
            assert!(net.graph.neighbours(step[0]).any(|next| next == step[1]));
            tiles.step(step[1]);
        }
    }
    assert_eq!(tiles.on, goal);
    Some(tiles)
}

/// Returns an arrangement at random that can be reached from `start`: walks of the gap mix little,
/// so it turns every block by even permutations too.
fn reachable(random: &mut Random, net: &Net, start: &[u16]) -> Vec<u16> {
    let mut tiles = Tiles::new(start.to_vec());
    for _ in 0..20 {
        for _ in 0..random.usize(..40) {
            let nexts: Vec<u16> = net.graph.neighbours(tiles.gap()).collect();
            let Some(&next) = random.choice(&nexts) else { continue };
            tiles.step(next);
        }
        let homes = net.homes(tiles.gap());
        for (number, block) in net.blocks.all.iter().enumerate() {
            let own = |site: &&u16| usize::from(homes[usize::from(**site)]) == number;
            let own: Vec<usize> =
                block.sites.iter().filter(own).map(|&site| usize::from(site)).collect();
            if block.shape == Shape::Rich && !own.is_empty() {
                let [one, two, three] = [(); 3].map(|()| own[random.usize(..own.len())]);
                if one != two && two != three && one != three {
                    tiles.on.swap(one, two);
                    tiles.on.swap(two, three);
                }
            }
        }
        tiles = Tiles::new(tiles.on);
    }
    tiles.on
}

#[test]
fn boards_of_all_kinds_are_constructed() {
    let mut random = Random::new(17);
    let (mut rich, mut several, mut lengthy) = (0, 0, 0);
    for nth in 0..600 {
        let (side, walls) = [(5, 8), (6, 14), (7, 20), (8, 30)][nth % 4];
        let mut text = random_text(&mut random, side, 26, walls);
        let wanted = text.split("\n\n").next().unwrap().to_owned();
        text = format!("{wanted}\n\n{wanted}");
        if nth % 3 == 0 {
            text += "\n\nthin: a2R b3D d4R e1D c3R b2R\n";
        }
        let puzzle = puzzle(&text);
        let one_gap =
            OneGap::new(puzzle.board(), |cell| puzzle.start().tile(cell)).expect("one gap");
        let net = one_gap.net();
        let goal = reachable(&mut random, net, &one_gap.start);
        let tiles = constructed(net, &one_gap.start, &goal);
        assert!(tiles.is_some(), "{text}\n{goal:?}");
        let count = net.blocks.all.iter().filter(|block| block.shape == Shape::Rich).count();
        rich += usize::from(count > 0);
        several += usize::from(count > 1);
        let smallest = |site| Block::base(&net.graph, site).map(|base| base.len());
        lengthy +=
            usize::from(net.graph.all().filter_map(smallest).min().is_some_and(|least| least > 8));
    }
    assert!(rich > 300 && several > 30 && lengthy > 10, "{rich} {several} {lengthy}");
}

/// Two sites with three paths between them, of so many sites.
fn base(paths: [usize; 3]) -> Graph {
    let mut beside = vec![Vec::new(); 2 + paths.iter().sum::<usize>()];
    let mut next = 2;
    for path in paths {
        let inner: Vec<usize> = (next..next + path).collect();
        next += path;
        let way: Vec<usize> = [0].into_iter().chain(inner).chain([1]).collect();
        for step in way.windows(2) {
            beside[step[0]].push(step[1]);
            beside[step[1]].push(step[0]);
        }
    }
    Graph::new(beside.len(), |site| beside[site].clone())
}

#[test]
fn tiles_of_every_base_are_brought_where_they_are_wanted() {
    let mut random = Random::new(4);
    let mut bases = 0;
    for a in 0..8 {
        for b in (a..12).step_by(2).filter(|&b| b > 0) {
            for c in (b..14).step_by(2) {
                let graph = base([a, b, c]);
                let sites = graph.sites();
                if !(9..24).contains(&sites) {
                    continue;
                }
                let all: Vec<u16> = graph.all().collect();
                for _ in 0..3 {
                    let mut start: Vec<u16> = (0..sites as u16 - 1).collect();
                    random.shuffle(&mut start);
                    start.insert(random.usize(..sites), NONE);
                    let net = Net::new(graph.clone());
                    let goal = reachable(&mut random, &net, &start);
                    let mut tiles = Tiles::new(start);
                    bring_about(&graph, &all, &mut tiles, &goal).expect("a base of this size");
                    assert_eq!(tiles.on, goal, "{a} {b} {c}");
                }
                bases += 1;
            }
        }
    }
    assert!(bases > 50, "{bases}");
}

fn sorted_key(space: &Space<u128>, at: &[u16]) -> u128 {
    let mut sites = at.to_vec();
    space.groups.iter().for_each(|group| sites[group.slots()].sort_unstable());
    space.key_of_sites(&sites)
}

/// Returns a board with walls here and there, tiles of `colours` colours on all other cells but
/// one, and a goal that asks for them shuffled, but for a few.
fn random_text(random: &mut Random, side: usize, colours: usize, walls: usize) -> String {
    let mut start: Vec<char> = vec!['#'; walls];
    for nth in 0..side * side - walls - 1 {
        start.push(char::from(b'a' + (nth % colours) as u8));
    }
    start.push('.');
    random.shuffle(&mut start);
    let places: Vec<usize> = (0..start.len()).filter(|&at| start[at] != '#').collect();
    let mut shuffled: Vec<char> = places.iter().map(|&at| start[at]).collect();
    random.shuffle(&mut shuffled);
    let mut goal = start.clone();
    for (&at, &tile) in places.iter().zip(&shuffled) {
        goal[at] = if random.usize(0..9) == 0 { '.' } else { tile };
    }
    let rows = |cells: &[char]| {
        let rows: Vec<String> = cells.chunks(side).map(|row| row.iter().collect()).collect();
        rows.join("\n")
    };
    format!("{}\n\n{}", rows(&start), rows(&goal))
}

/// Says whether some sites stay in one piece whichever of them is taken away.
fn is_block(graph: &Graph, sites: &[u16]) -> bool {
    sites.iter().all(|&without| {
        let from = *sites.iter().find(|&&site| site != without).expect("two sites");
        let reached = graph.distances(from, |site| site != without && sites.contains(&site));
        sites.iter().filter(|&&site| reached[usize::from(site)] != NONE).count() == sites.len() - 1
    })
}

#[test]
fn each_ear_leaves_a_block() {
    let mut random = Random::new(5);
    let mut ears = 0;
    for _ in 0..200 {
        let text = random_text(&mut random, 6, 26, 8);
        let Ok(puzzle) = parse_text(&text, None).unwrap().validate() else { continue };
        let graph = net(&puzzle).graph;
        for site in 0..graph.sites() as u16 {
            let Some(base) = Block::base(&graph, site) else { continue };
            let block = Block::around(&graph, base);
            let mut sites = block.base.clone();
            assert!(is_block(&graph, &sites), "{text}\n{sites:?}");
            for ear in &block.ears {
                assert_ne!(ear.first, ear.last);
                assert!(sites.contains(&ear.first) && sites.contains(&ear.last));
                let inner = ear.sites.iter().copied();
                let way: Vec<u16> =
                    [ear.first].into_iter().chain(inner).chain([ear.last]).collect();
                for step in way.windows(2) {
                    assert!(graph.neighbours(step[0]).any(|next| next == step[1]));
                }
                sites.extend(&ear.sites);
                assert!(is_block(&graph, &sites), "{text}\n{sites:?}");
                ears += 1;
            }
        }
    }
    assert!(ears > 10_000, "{ears}");
}

#[test]
fn what_is_solved_already_needs_no_move() {
    let mut random = Random::new(3);
    let mut solved = 0;
    for _ in 0..100 {
        let text = random_text(&mut random, 6, 26, 8);
        let start = text.split("\n\n").next().unwrap();
        let Ok(puzzle) = parse_text(&format!("{start}\n\n{start}"), None).unwrap().validate()
        else {
            continue;
        };
        let mut search = Search::new(&puzzle, &Options { aim: Aim::Any, ..Options::sequential() });
        while search.step(1_000) == Status::Running {}
        assert_eq!(search.found()[0].solution.cost(), 0, "{start}");
        solved += 1;
    }
    assert!(solved > 50, "{solved}");
}

#[test]
fn beams_solve_and_shorten_boards_of_every_kind() {
    let mut random = Random::new(11);
    let (mut solved, mut shorter) = (0, 0);
    for nth in 0..24 {
        let (side, walls) = if nth < 20 { (6, random.usize(0..4)) } else { (13, 6) };
        let mut text = random_text(&mut random, side, [3, 12, 26][nth % 3], walls);
        if nth % 4 == 1 {
            text += "\n\nthin: a2R b3D d4R e1D\n";
        }
        let Ok(puzzle) = parse_text(&text, None).unwrap().validate() else { continue };
        let limits = Limits { states: Some(40_000), ..Limits::NONE };
        let options = Options {
            limits,
            aim: Aim::Improve,
            threads: 1 + 3 * (nth / 20),
            ..Options::sequential()
        };
        let mut search = Search::new(&puzzle, &options);
        // Each solution is replayed as it is found.
        while search.step(1_000) == Status::Running {}
        let found = search.found();
        let Some(first) = found.first() else { continue };
        solved += 1;
        let last = found.last().expect("there is a first");
        shorter += usize::from(last.solution.cost() < first.solution.cost());
        let outcome = search.outcome().unwrap();
        assert!(!matches!(outcome.verdict, Verdict::Unsolvable));
    }
    assert!(solved > 12 && 2 * shorter > solved, "{shorter} of {solved}");
}
