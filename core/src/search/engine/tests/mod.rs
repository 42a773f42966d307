//! The engine against plain breadth-first search, with estimates that improve in the middle of the
//! search: small boards would be solved before tables are computed.

pub mod truth;

use super::*;
use crate::puzzle::parse_text;
use crate::search::engine::prover::Prover;
use crate::search::engine::prover::side_policy::Policy;
use crate::search::engine::states::bucket::Way;

type Key = u128;

/// The result of a search.
#[derive(Debug, PartialEq, Eq)]
enum Result {
    Best(usize),
    Unsolvable,
}

/// Solves a board with better estimates after `wait` steps. Says how often the proof started again.
fn solve(text: &str, threads: usize, wait: usize) -> (Result, usize) {
    let puzzle = parse_text(text, None).unwrap().validate().unwrap();
    let options = Options { threads, ..Options::sequential() };
    let deadline = Deadline::never();
    let engine = Engine::<Key>::new(Space::new(&puzzle), &options, 1_000, 1 << 30, &deadline);
    let mut engine = engine.unwrap_or_else(|_| panic!("its estimates fit 16 bits"));
    let (mut best, mut begun_anew, mut bound) = (None, 0, 0);
    for step in 0.. {
        if let Some(runners) = &mut engine.runners
            && step == wait
        {
            runners.tables.hurry();
        }
        let before = engine.runners.as_ref().map_or(0, |runners| runners.before.expanded);
        match engine.step(40) {
            Step::More => {}
            Step::Found(moves) => {
                best = Some(moves.len());
                puzzle.verify(moves).unwrap_or_else(|error| panic!("{error}: {text}"));
            }
            Step::Done(Answer::Exhausted) => break,
            Step::Done(_) | Step::OutOfMemory | Step::Cut => {
                panic!("no limit was set")
            }
        }
        let after = engine.runners.as_ref().map_or(0, |runners| runners.before.expanded);
        begun_anew += usize::from(after > before);
        assert!(engine.lower_bound() >= bound, "what is proved stays proved");
        bound = engine.lower_bound();
        assert!(best.is_none_or(|best| bound as usize <= best), "{text}");
    }
    (best.map_or(Result::Unsolvable, Result::Best), begun_anew)
}

/// Proves a board by one policy alone, without patterns.
fn prove(text: &str, policy: Policy) -> Result {
    let space = truth::space(text);
    let mut expander = truth::expander(&space, &[]);
    let mut goals = goal_states::list(&space, &space.goal.placements, 100_000).unwrap();
    retain_near(&space, &mut expander, &mut goals);
    if goals.is_empty() {
        return Result::Unsolvable;
    }
    let expander = || truth::expander(&space, &[]);
    let mut prover = Prover::new(&space, 1, policy, expander, Some(goals), 1_000);
    let puzzle = parse_text(text, None).unwrap().validate().unwrap();
    let mut best = Result::Unsolvable;
    loop {
        match prover.step(&space, 40, 1 << 30).unwrap_or_else(|_| panic!("a gigabyte is enough")) {
            Progressed::More => {}
            Progressed::Found => {
                let moves = space.moves_along(prover.path());
                best = Result::Best(moves.len());
                puzzle.verify(moves).unwrap_or_else(|error| panic!("{error}: {text}"));
            }
            Progressed::Done(_) => return best,
        }
    }
}

fn truth(text: &str) -> Result {
    let space = truth::space(text);
    let states = truth::from_start(&space);
    let goals = states.iter().filter(|(key, _)| space.is_goal(key));
    let least = goals.map(|(_, &moves)| usize::from(moves)).min();
    least.map_or(Result::Unsolvable, Result::Best)
}

/// Returns a random board with a goal for all of its tiles, for some, or a floating one.
fn random_board(random: &mut fastrand::Rng) -> String {
    let (width, height) = (random.usize(3..=5), random.usize(3..=4));
    let mut cells: Vec<char> = vec!['.'; width * height];
    let colours = ['R', 'R', 'B', 'G'];
    let tiles: Vec<char> =
        (0..random.usize(2..=4)).map(|_| random.choice(colours).unwrap()).collect();
    cells[..random.usize(0..=3)].fill('#');
    random.shuffle(&mut cells);
    let goal_tiles = tiles.len() - usize::from(random.bool());
    let (mut start, mut goal) = (cells.clone(), cells);
    for (nth, &tile) in tiles.iter().enumerate() {
        put(random, &mut start, tile);
        if nth < goal_tiles {
            put(random, &mut goal, tile);
        }
    }
    let rows = |cells: &[char], width| {
        let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
        rows.join("\n")
    };
    if random.u8(..3) == 0 {
        let pattern = if goal_tiles > 1 { &tiles[..2] } else { &tiles[..1] };
        return format!("{}\n\nfloating\n{}", rows(&start, width), rows(pattern, 1));
    }
    format!("{}\n\n{}", rows(&start, width), rows(&goal, width))
}

fn put(random: &mut fastrand::Rng, cells: &mut [char], tile: char) {
    let free: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] == '.').collect();
    cells[random.choice(free).unwrap()] = tile;
}

#[test]
fn better_estimates_on_the_way_change_no_result() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut boards: Vec<String> = truth::boards().map(str::to_owned).collect();
    boards.extend((0..1_000).map(|_| random_board(&mut random)));
    let (mut begun_anew, mut unsolvable) = (0, 0);
    for text in &boards {
        let wait = random.usize(0..6);
        let (result, times) = solve(text, 1, wait);
        assert_eq!(result, truth(text), "after {wait} steps:\n{text}");
        assert_eq!(solve(text, 2, wait).0, result, "{text}");
        begun_anew += times;
        unsolvable += usize::from(result == Result::Unsolvable);
    }
    assert!(begun_anew > 40 && unsolvable > 10, "{begun_anew} {unsolvable}");
}

#[test]
fn every_policy_proves_the_same() {
    let mut random = fastrand::Rng::with_seed(12);
    let boards = truth::boards().map(str::to_owned);
    for text in boards.chain((0..120).map(|_| random_board(&mut random))) {
        let space = truth::space(&text);
        if space.is_goal(&space.start) {
            continue;
        }
        let truth = truth(&text);
        for policy in
            [Policy::OneSided(Way::Forward), Policy::OneSided(Way::Backward), Policy::Smaller]
        {
            assert_eq!(prove(&text, policy), truth, "{policy:?}:\n{text}");
        }
    }
}
